// copy NODE: the minimal filter. It grabs the device, makes a clone of it, and writes to the clone what it reads.

#include <err.h>
#include <fcntl.h>
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <unistd.h>

int main(int argc, char **argv) {
    struct libevdev *device;
    struct libevdev_uinput *clone;
    struct input_event events[64];
    if (argc != 2) errx(2, "usage: copy NODE");
    int input = open(argv[1], O_RDONLY | O_CLOEXEC);
    if (input < 0 || libevdev_new_from_fd(input, &device) < 0) err(1, "%s", argv[1]);
    if (libevdev_uinput_create_from_device(device, LIBEVDEV_UINPUT_OPEN_MANAGED, &clone) < 0) errx(1, "no clone");
    if (libevdev_grab(device, LIBEVDEV_GRAB) < 0) errx(1, "no grab");
    int output = libevdev_uinput_get_fd(clone);
    for (ssize_t size; (size = read(input, events, sizeof events)) > 0;)
        if (write(output, events, size) != size) err(1, "write");
    errx(1, "the device is gone");
}
