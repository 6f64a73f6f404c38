// Waiting for descriptors. In C, because struct epoll_event is packed and contains a union, and poll() would need its array
// to be built in Swift.
#pragma once

#include <stdint.h>

/// Creates an epoll instance that watches TIMER with the tag 0. Returns the descriptor, or -errno.
int linux_create_epoll(int timer);

/// Changes the events that EPOLL reports for FD. OPERATION is EPOLL_CTL_ADD, EPOLL_CTL_MOD or EPOLL_CTL_DEL. Returns 0, or -errno.
int linux_control_epoll(int epoll, int operation, int fd, uint32_t events, uint64_t tag);

/// Waits for a ready descriptor, or polls if WAITS is 0. Returns 1 and sets TAG and EVENTS, 0 if no descriptor is ready or a
/// signal handler ran, or -errno.
int linux_wait_for_epoll(int epoll, int waits, uint64_t *tag, uint32_t *events);

/// Returns whether a write of at most PIPE_BUF bytes to FD would not block.
int linux_is_writable(int fd);

/// Waits at most MILLISECONDS for FD to become readable. Returns the result of poll().
int linux_wait_readable(int fd, int milliseconds);

/// Waits at most MILLISECONDS for FD to become writable. Returns the result of poll().
int linux_wait_writable(int fd, int milliseconds);
