#include <libevdev/libevdev.h>
// In one module with libevdev, for both have the kernel's struct input_event.
#include <mtdev.h>
#include <mtdev-plumbing.h>
