#include "CLinux.h"

#include <linux/input.h>
#include <sys/ioctl.h>

int linux_mask_events(int fd, int type, const uint8_t *codes, size_t size) {
    // In whole words, as the kernel takes it, and wide enough for any type.
    unsigned long bits[KEY_CNT / (8 * sizeof(long))] = {0};
    memcpy(bits, codes, size < sizeof bits ? size : sizeof bits);
    struct input_mask mask = {.type = type, .codes_size = sizeof bits, .codes_ptr = (uintptr_t)bits};
    return ioctl(fd, EVIOCSMASK, &mask) < 0 ? -errno : 0;
}

int linux_use_monotonic_events(int fd) {
    int clock = CLOCK_MONOTONIC;
    return ioctl(fd, EVIOCSCLOCKID, &clock) < 0 ? -errno : 0;
}

int linux_is_lamp_lit(int fd, int lamp) {
    uint8_t lit[LED_CNT / 8] = {0};
    if (ioctl(fd, EVIOCGLED(sizeof lit), lit) < 0) return -errno;
    return lit[lamp / 8] >> lamp % 8 & 1;
}
