#include "CLinux.h"

#include <sys/signalfd.h>
#include <sys/timerfd.h>

int linux_create_epoll(int timer) {
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    if (epoll < 0) return -errno;
    int error = linux_control_epoll(epoll, EPOLL_CTL_ADD, timer, EPOLLIN, NULL);
    if (error == 0) return epoll;
    close(epoll);
    return error;
}

int linux_control_epoll(int epoll, int operation, int fd, uint32_t events, void *context) {
    struct epoll_event event = {.events = events, .data.ptr = context};
    return epoll_ctl(epoll, operation, fd, &event) < 0 ? -errno : 0;
}

int linux_wait_for_epoll(int epoll, int waits, void **context, uint32_t *events) {
    struct epoll_event event;
    int count = epoll_wait(epoll, &event, 1, waits ? -1 : 0);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    if (count == 0) return 0;
    *context = event.data.ptr;
    *events = event.events;
    return 1;
}

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

int linux_watch_signals(const int *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
    if (sigprocmask(SIG_BLOCK, &set, NULL) < 0) return -errno;
    int fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int linux_take_signal(int fd) {
    struct signalfd_siginfo information;
    return read(fd, &information, sizeof information) == sizeof information ? (int)information.ssi_signo : 0;
}
