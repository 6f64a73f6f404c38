// The messages of libevdev. By default it writes them to standard error: one for each event of a broken device, with the name of the
// device unescaped, and it waits if nobody reads them. These functions count the messages and keep a few.
//
// In C, because libevdev's log function takes a va_list, which Embedded Swift lacks.
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct libevdev;

/// The messages about one device.
struct evdev_messages {
    uint64_t count;
    /// The number of the next message to keep: 1, 10, 100, …
    uint64_t next;
    /// The number of the message in TEXT; 0 if there is none, or it was taken.
    uint64_t kept;
    char text[256];
};

/// Creates a libevdev device for FD, as libevdev_new_from_fd() does. Its messages go to MESSAGES, which must outlive the device.
/// Returns 0, or -errno.
int evdev_messages_open(struct evdev_messages *messages, int fd, struct libevdev **device);

/// Returns whether a message about any device was kept since the last call on this thread.
bool evdev_messages_are_new(void);

/// Takes the message that is kept. Returns its number and sets TEXT, which is valid until the next call of libevdev; returns 0 if
/// there is none.
uint64_t evdev_messages_take(struct evdev_messages *messages, const char **text);
