// epoll, timerfd and signalfd, in the shape in which the event loop uses them: their structures are unions and packed, and
// signal sets are macros. Included by CLinux.h.
#pragma once

#include <stdint.h>

/// Creates an epoll instance that watches TIMER with a null context. Returns it, or -errno.
int linux_create_epoll(int timer);

/// Changes what EPOLL watches FD for. OPERATION is EPOLL_CTL_ADD, EPOLL_CTL_MOD or EPOLL_CTL_DEL. Returns 0, or -errno.
int linux_control_epoll(int epoll, int operation, int fd, uint32_t events, void *context);

/// Waits until one descriptor is ready, or only looks, if not WAITS. Returns 1 and sets CONTEXT and EVENTS, 0 if nothing is
/// ready or a signal handler ran, or -errno.
int linux_wait_for_epoll(int epoll, int waits, void **context, uint32_t *events);

/// Creates a disarmed timer of CLOCK_MONOTONIC. Returns the descriptor, or -errno.
int linux_create_timer(void);

/// Makes TIMER readable once, at INSTANT in microseconds, or never, if that is negative. An expiration that was not read is
/// discarded.
void linux_set_timer(int timer, int64_t instant);

/// Blocks COUNT signals, which are from now on delivered by a descriptor. Returns it, or -errno.
int linux_watch_signals(const int *signals, int count);

/// Takes one pending signal from such a descriptor. Returns its number, or 0 if none is pending.
int linux_take_signal(int fd);
