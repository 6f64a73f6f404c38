// The protocols between systemd and a service that sd_notify(3), sd_listen_fds(3) and sd_watchdog_enabled(3) document. A service
// that was not started by systemd gets -ENOENT or 0. Included by CLinux.h.
#pragma once

#include <stdint.h>

/// Connects to the socket for notifications ($NOTIFY_SOCKET). Returns the descriptor, -ENOENT if there is none, or -errno.
int linux_connect_to_manager(void);

/// Sends a notification; waits for at most a second, if WAITS, otherwise not at all. Returns 0, or -errno.
int linux_notify_manager(int fd, const char *state, int waits);

/// The interval in µs within which systemd expects a sign of life (WatchdogSec=); 0 if it expects none.
int64_t linux_watchdog_interval(void);

/// Takes over the descriptors that systemd passed, from 3 on: makes them close-on-exec, and removes the variables that announce
/// them, for they are meant for this process alone. Returns how many there are, or -errno if one of them is not open.
int linux_take_passed_descriptors(void);

/// Whether FD is a Unix stream socket that listens.
int linux_is_listening(int fd);
