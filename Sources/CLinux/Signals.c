#define _GNU_SOURCE  // ppoll
#include "CLinux.h"

#include <poll.h>
#include <sys/signalfd.h>

void linux_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

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

static volatile sig_atomic_t caught;
static sigset_t mask_while_waiting;

static void remember(int signal) { caught = signal; }

void linux_catch_signals(const int *signals, int count) {
    struct sigaction action = {.sa_handler = remember};
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++) {
        sigaction(signals[i], &action, NULL);
        sigaddset(&set, signals[i]);
    }
    // Unblocked only while waiting: a signal that arrived just before the wait would be missed.
    sigprocmask(SIG_BLOCK, &set, &mask_while_waiting);
}

int linux_wait_readable_or_signal(int fd) {
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    return ppoll(&poll_fd, 1, NULL, &mask_while_waiting) > 0 && !caught;
}
