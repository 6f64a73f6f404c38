#include "CLinux.h"

#include <sys/timerfd.h>

int linux_create_timer(void) {
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    return timer < 0 ? -errno : timer;
}

void linux_set_timer(int timer, int64_t instant) {
    struct itimerspec at = {0};
    if (instant >= 0) {
        at.it_value.tv_sec = instant / 1000000;
        // All zeros would disarm it.
        at.it_value.tv_nsec = instant == 0 ? 1 : instant % 1000000 * 1000;
    }
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL);
}

int linux_watch_clock(void) {
    int fd = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (fd < 0) return -errno;
    int error = linux_watch_clock_again(fd);
    if (error == 0) return fd;
    close(fd);
    return error;
}

int linux_watch_clock_again(int fd) {
    uint64_t count;
    (void)!read(fd, &count, sizeof count);
    // Does not expire before the year 2255, but is cancelled when the clock jumps, as it does on resume.
    struct itimerspec never = {.it_value = {.tv_sec = 9000000000}};
    return timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) < 0 ? -errno : 0;
}
