// relay SOCKET NODE [masked|raw]: a minimal service. For each frame of the device, it sends one fixed message of 100 bytes to each
// client.
//
//     (nothing)  reads the device with libevdev and level-triggered epoll
//     masked     the same, but the kernel delivers only the axes of contacts, without those of the emulated pointer
//     raw        reads the device with read(2) and edge-triggered epoll, and ignores dropped events

#include "clients.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <stdint.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int input;
static struct libevdev *device;
static char message[100];

static void relay_frames(void) {
    struct input_event event;
    int result;
    while ((result = libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event)) >= 0)
        if (event.type == EV_SYN && event.code == SYN_REPORT) send_to_all(message, sizeof message);
    if (result != -EAGAIN) errx(1, "the device is gone");
}

// Reads once for each frame. A read that does not fill the array has emptied the kernel's queue, and later events cause a new edge.
static void relay_raw_frames(void) {
    struct input_event events[64];
    ssize_t size;
    do {
        size = read(input, events, sizeof events);
        if (size < 0 && errno != EAGAIN) err(1, "the device is gone");
        for (ssize_t i = 0; i < size / (ssize_t)sizeof *events; i++)
            if (events[i].type == EV_SYN && events[i].code == SYN_REPORT) send_to_all(message, sizeof message);
    } while (size == sizeof events);
}

static void mask_pointer(void) {
    uint64_t axes = 0;
    for (int axis = ABS_MT_SLOT; axis <= ABS_MT_TOOL_Y; axis++) axes |= UINT64_C(1) << axis;
    struct input_mask mask = {.type = EV_ABS, .codes_size = sizeof axes, .codes_ptr = (uintptr_t)&axes};
    if (ioctl(input, EVIOCSMASK, &mask) < 0) err(1, "EVIOCSMASK");
}

int main(int argc, char **argv) {
    const char *how = argc == 4 ? argv[3] : "";
    int raw = strcmp(how, "raw") == 0, masked = strcmp(how, "masked") == 0;
    if (argc != 3 && !raw && !masked) errx(2, "usage: relay SOCKET NODE [masked|raw]");

    input = open(argv[2], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (input < 0 || (!raw && libevdev_new_from_fd(input, &device) < 0)) err(1, "%s", argv[2]);
    if (masked) mask_pointer();
    memset(message, ' ', sizeof message - 1);
    memcpy(message, argv[2], strnlen(argv[2], sizeof message - 1));
    if (raw) serve(argv[1], message, sizeof message, input, EPOLLIN | EPOLLET, relay_raw_frames);
    serve(argv[1], message, sizeof message, input, EPOLLIN, relay_frames);
}
