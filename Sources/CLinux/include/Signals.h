// Signals. In C, because signal sets and SIG_IGN are macros, and a signal handler must not run Swift code.
#pragma once

/// Ignores SIGPIPE: writing to a closed pipe is then an error of write() and does not end the process.
void linux_ignore_broken_pipes(void);

/// Blocks COUNT signals and delivers them through a descriptor instead. Returns it, or -errno.
int linux_watch_signals(const int *signals, int count);

/// Takes one pending signal from such a descriptor. Returns its number, or 0 if none is pending.
int linux_take_signal(int fd);

/// Catches COUNT signals: from now on they only end linux_wait_readable_or_signal().
void linux_catch_signals(const int *signals, int count);

/// Waits for FD to become readable. Returns 1 if it is, or 0 after one of those signals or an error.
int linux_wait_readable_or_signal(int fd);
