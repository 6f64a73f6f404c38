#include "CLinux.h"

#include <linux/input.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>

int linux_mask_events(int fd, int type, const uint8_t *codes, size_t size) {
    // The kernel takes whole words. This is wide enough for every type.
    unsigned long bits[KEY_CNT / (8 * sizeof(long))] = {0};
    memcpy(bits, codes, size < sizeof bits ? size : sizeof bits);
    struct input_mask mask = {.type = type, .codes_size = sizeof bits, .codes_ptr = (uintptr_t)bits};
    return ioctl(fd, EVIOCSMASK, &mask) < 0 ? -errno : 0;
}

int linux_axis_value(int fd, int axis) {
    struct input_absinfo information = {0};
    return ioctl(fd, EVIOCGABS(axis), &information) < 0 ? 0 : information.value;
}

int linux_use_monotonic_events(int fd) {
    int clock = CLOCK_MONOTONIC;
    return ioctl(fd, EVIOCSCLOCKID, &clock) < 0 ? -errno : 0;
}

int linux_is_led_lit(int fd, int led) {
    uint8_t lit[LED_CNT / 8] = {0};
    if (ioctl(fd, EVIOCGLED(sizeof lit), lit) < 0) return -errno;
    return lit[led / 8] >> led % 8 & 1;
}

int linux_upload_rumble(int fd, int milliseconds, uint16_t magnitude) {
    struct ff_effect effect = {.type = FF_RUMBLE, .id = -1, .replay.length = milliseconds};
    effect.u.rumble.strong_magnitude = effect.u.rumble.weak_magnitude = magnitude;
    return ioctl(fd, EVIOCSFF, &effect) < 0 ? -errno : effect.id;
}

int linux_play_effect(int fd, int effect) {
    struct input_event event = {.type = EV_FF, .code = effect, .value = 1};
    return write(fd, &event, sizeof event) < 0 ? -errno : 0;
}

int linux_open_uinput(const char *path) {
    int fd = open("/dev/uinput", O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return -errno;
    if (ioctl(fd, UI_SET_PHYS, path) == 0) return fd;
    int error = errno;
    close(fd);
    return -error;
}
