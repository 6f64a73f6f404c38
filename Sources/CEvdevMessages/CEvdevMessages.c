#include "CEvdevMessages.h"

#include <errno.h>
#include <libevdev/libevdev.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Those of the device that is being opened: libevdev_set_fd() resets the data of the log function, but not the function.
static _Thread_local struct evdev_messages *opening;

static _Thread_local bool are_new;

// Runs while a frame is read, so it hardly ever does more than count.
static void keep(const struct libevdev *device, enum libevdev_log_priority priority, void *data, const char *file, int line,
                 const char *function, const char *format, va_list arguments) {
    (void)device, (void)priority, (void)file, (void)line, (void)function;
    struct evdev_messages *messages = data ? data : opening;
    if (!messages || ++messages->count != messages->next) return;
    messages->next *= 10;
    messages->kept = messages->count;
    are_new = true;
    vsnprintf(messages->text, sizeof messages->text, format, arguments);
    size_t length = strlen(messages->text);
    if (length > 0 && messages->text[length - 1] == '\n') messages->text[length - 1] = 0;
}

// Messages about no device are dropped: nothing that is called here has any.
__attribute__((constructor)) static void silence(void) { libevdev_set_log_function(NULL, NULL); }

int evdev_messages_open(struct evdev_messages *messages, int fd, struct libevdev **device) {
    *messages = (struct evdev_messages){.next = 1};
    struct libevdev *made = libevdev_new();
    if (!made) return -ENOMEM;
    opening = messages;
    // Not LIBEVDEV_LOG_INFO: those messages say that the kernel dropped events, which is counted anyway.
    libevdev_set_device_log_function(made, keep, LIBEVDEV_LOG_ERROR, messages);
    int status = libevdev_set_fd(made, fd);
    opening = NULL;
    if (status != 0) {
        libevdev_free(made);
        // Positive if libevdev has no memory for its queue.
        return status < 0 ? status : -status;
    }
    libevdev_set_device_log_function(made, keep, LIBEVDEV_LOG_ERROR, messages);
    *device = made;
    return 0;
}

bool evdev_messages_are_new(void) {
    bool result = are_new;
    are_new = false;
    return result;
}

uint64_t evdev_messages_take(struct evdev_messages *messages, const char **text) {
    uint64_t number = messages->kept;
    messages->kept = 0;
    *text = messages->text;
    return number;
}
