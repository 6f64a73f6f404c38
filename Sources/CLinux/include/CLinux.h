// The system calls of the service, for builds that have no Glibc module (Embedded Swift), and the few that Swift cannot
// import in any build: variadic ones (open, ioctl), macros (errno), and those that want a structure filled byte by byte.
// What needs _GNU_SOURCE is in the .c file: with it the C library's headers look different from how other modules see them,
// and Swift does not mix two views of one structure.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/types.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "Inspection.h"
#include "Loop.h"
#include "ServiceManager.h"
#include "Spawn.h"

/// errno is a macro. Read it on the line after the call.
static inline int linux_errno(void) { return errno; }

/// The words of the command line, the name of the program first; NULL behind the last. Embedded Swift has no CommandLine.
const char *linux_argument(int index);

/// open() is variadic.
static inline int linux_open(const char *path, int flags) { return open(path, flags | O_CLOEXEC); }
static inline int linux_create(const char *path, int flags, mode_t mode) {
    return open(path, flags | O_CREAT | O_CLOEXEC, mode);
}

/// S_ISSOCK() and the like are macros.
static inline int linux_is_socket(mode_t mode) { return S_ISSOCK(mode); }
static inline int linux_is_regular(mode_t mode) { return S_ISREG(mode); }
static inline int linux_is_folder(mode_t mode) { return S_ISDIR(mode); }

/// Whether a node of that mode and device number is /dev/null: always 1:3 (Documentation/admin-guide/devices.txt of the kernel).
static inline int linux_is_null(mode_t mode, dev_t device) { return S_ISCHR(mode) && device == makedev(1, 3); }

/// Microseconds of CLOCK_MONOTONIC.
static inline int64_t linux_monotonic_microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/// How long the calling thread has kept a processor busy, in microseconds.
static inline int64_t linux_thread_microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/// How long the machine has slept since it was started, in microseconds.
static inline int64_t linux_asleep_microseconds(void) {
    struct timespec awake, all;
    clock_gettime(CLOCK_MONOTONIC, &awake);
    clock_gettime(CLOCK_BOOTTIME, &all);
    return ((int64_t)all.tv_sec - awake.tv_sec) * 1000000 + (all.tv_nsec - awake.tv_nsec) / 1000;
}

/// A descriptor that becomes readable when the machine wakes up, or its clock is set. Returns it, or -errno.
int linux_watch_clock(void);

/// Makes such a descriptor wait for the next time. Returns 0, or -errno.
int linux_watch_clock_again(int fd);

/// Gives memory that was freed back to the system, also from the middle of the heap.
void linux_release_memory(void);

/// Whether /etc/passwd has an entry for a user id: 0 or 1.
int linux_is_in_passwd(uid_t uid);

/// A Unix stream socket that listens at PATH, non-blocking, its file accessible to owner and group alone.
/// Returns the descriptor, or -errno; -ENAMETOOLONG where PATH does not fit a socket address.
int linux_listen(const char *path);

/// A blocking Unix stream socket that is connected to PATH. Returns the descriptor, or -errno.
int linux_connect(const char *path);

/// Makes FD non-blocking; fcntl() is variadic. Returns 0, or -errno.
int linux_set_nonblocking(int fd);

/// Accepts a connection, non-blocking. Returns the descriptor, or -errno.
int linux_accept(int listener);

/// Who connected. Returns 0, or -errno.
int linux_peer(int fd, pid_t *pid, uid_t *uid, gid_t *gid);

/// The supplementary groups of who connected, up to so many. Returns how many there are, or -errno.
int linux_peer_groups(int fd, gid_t *groups, int count);

/// From now on SIGINT, SIGTERM and SIGHUP only end linux_wait_readable_or_signal(): Swift cannot write the handler, which
/// must do next to nothing.
void linux_catch_signals(void);

/// Waits for FD to become readable. Returns 0 when one of those signals came instead, or an error.
int linux_wait_readable_or_signal(int fd);

/// A write to a pipe that nobody reads is an error and not the end: SIG_IGN is a macro.
void linux_ignore_broken_pipes(void);

/// Whether FD is the stream to the journal that JOURNAL_STREAM names; the variable alone is inherited by terminals too.
int linux_is_journal(int fd);

/// Sends an entry in the journal's own protocol (systemd.io/JOURNAL_NATIVE_PROTOCOL), and waits for nothing: sd_journal_sendv()
/// would wait for a journal that is slow. Returns 0, or -errno.
int linux_send_to_journal(const void *entry, size_t size);

/// Whether a write of at most PIPE_BUF bytes to FD would not have to wait.
int linux_is_writable(int fd);

/// Waits for FD to become readable, for at most so many milliseconds. Returns what poll() does.
int linux_wait_readable(int fd, int milliseconds);

/// The message for an error number, in the C locale. Never NULL.
const char *linux_error_message(int error);

/// The kernel hands over only these events of this type from the evdev node FD, by this descriptor: CODES is a bitmap. The mask
/// of type 0 is that of the types. Returns 0, or -errno.
int linux_mask_events(int fd, int type, const uint8_t *codes, size_t size);

/// The value of an axis of the evdev node FD; 0 if there is no such axis.
int linux_axis_value(int fd, int axis);

/// Events of the evdev node FD are stamped by CLOCK_MONOTONIC, and those that wait are thrown away. Returns 0, or -errno.
int linux_use_monotonic_events(int fd);

/// Whether the lamp (LED_CAPSL, …) of the evdev node FD is lit; below 0 where it cannot be asked.
int linux_is_lamp_lit(int fd, int lamp);

/// Gives the evdev node FD a pulse of that length to play, as strong as it can. Returns the effect, or -errno.
int linux_upload_rumble(int fd, int milliseconds);

/// Plays an effect once; does not wait for its end. Returns 0, or -errno.
int linux_play_effect(int fd, int effect);
