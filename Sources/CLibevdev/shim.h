#include <stdint.h>

#include <libevdev/libevdev.h>
#include <libevdev/libevdev-uinput.h>
// In one module with libevdev, for both have the kernel's struct input_event.
#include <mtdev.h>
#include <mtdev-plumbing.h>

// Swift does not import the macros that name the time of an event, whose members depend on the size of time_t.
static inline long input_event_seconds(struct input_event event) { return event.input_event_sec; }
static inline long input_event_microseconds(struct input_event event) { return event.input_event_usec; }

static inline struct input_event input_event_of(long seconds, long microseconds, uint16_t type, uint16_t code, int32_t value) {
    struct input_event event = {.type = type, .code = code, .value = value};
    event.input_event_sec = seconds;
    event.input_event_usec = microseconds;
    return event;
}
