#define _GNU_SOURCE  // accept4, struct ucred, strerrordesc_np
#include "CLinux.h"

#include <malloc.h>
#include <poll.h>
#include <pwd.h>
#include <stdio.h>
#include <sys/timerfd.h>

static int argument_count;
static char **arguments;

// glibc hands constructors what it hands main.
__attribute__((constructor)) static void keep_arguments(int count, char **words) {
    argument_count = count;
    arguments = words;
}

const char *linux_argument(int index) { return index >= 0 && index < argument_count ? arguments[index] : NULL; }

static int fill_address(struct sockaddr_un *address, const char *path) {
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address->sun_path) return -ENAMETOOLONG;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, length);
    return 0;
}

static int close_after_error(int fd) {
    int error = errno;
    close(fd);
    return -error;
}

int linux_listen(const char *path) {
    struct sockaddr_un address;
    int error = fill_address(&address, path);
    if (error < 0) return error;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -errno;
    // By mask and not by a later chmod: nobody else can connect in between.
    mode_t mask = umask(0117);
    int bound = bind(fd, (struct sockaddr *)&address, sizeof address);
    int saved = errno;
    umask(mask);
    errno = saved;
    if (bound < 0 || listen(fd, SOMAXCONN) < 0) return close_after_error(fd);
    return fd;
}

int linux_connect(const char *path) {
    struct sockaddr_un address;
    int error = fill_address(&address, path);
    if (error < 0) return error;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    if (connect(fd, (struct sockaddr *)&address, sizeof address) < 0) return close_after_error(fd);
    return fd;
}

int linux_is_in_passwd(uid_t uid) {
    FILE *file = fopen("/etc/passwd", "re");
    if (!file) return 0;
    struct passwd *entry;
    int found = 0;
    while (!found && (entry = fgetpwent(file))) found = entry->pw_uid == uid;
    fclose(file);
    return found;
}

void linux_release_memory(void) { malloc_trim(0); }

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
    // Not before the year 2255, but it is cancelled when the clock leaps, as it does when the machine wakes up.
    struct itimerspec never = {.it_value = {.tv_sec = 9000000000}};
    return timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) < 0 ? -errno : 0;
}

int linux_set_nonblocking(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}

int linux_accept(int listener) {
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

int linux_peer(int fd, pid_t *pid, uid_t *uid, gid_t *gid) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0) return -errno;
    *pid = peer.pid;
    *uid = peer.uid;
    *gid = peer.gid;
    return 0;
}

int linux_peer_groups(int fd, gid_t *groups, int count) {
    socklen_t length = (socklen_t)count * sizeof *groups;
    // Where there are more, the length is that of all of them.
    if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &length) < 0 && errno != ERANGE) return -errno;
    return (int)(length / sizeof *groups);
}

static volatile sig_atomic_t caught;
static sigset_t mask_while_waiting;

static void remember(int signal) { caught = signal; }

void linux_catch_signals(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = remember};
    sigset_t mask;
    sigemptyset(&mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        sigaction(signals[i], &action, NULL);
        sigaddset(&mask, signals[i]);
    }
    // Let through only while waiting: one that comes just before would be waited out.
    sigprocmask(SIG_BLOCK, &mask, &mask_while_waiting);
}

int linux_wait_readable_or_signal(int fd) {
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    return ppoll(&poll_fd, 1, NULL, &mask_while_waiting) > 0 && !caught;
}

void linux_ignore_broken_pipes(void) { signal(SIGPIPE, SIG_IGN); }

int linux_is_journal(int fd) {
    const char *stream = getenv("JOURNAL_STREAM");
    struct stat status;
    unsigned long long device, inode;
    return stream && fstat(fd, &status) == 0 && sscanf(stream, "%llu:%llu", &device, &inode) == 2 &&
           status.st_dev == device && status.st_ino == inode;
}

int linux_send_to_journal(const void *entry, size_t size) {
    static const struct sockaddr_un journal = {.sun_family = AF_UNIX, .sun_path = "/run/systemd/journal/socket"};
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    ssize_t sent = sendto(fd, entry, size, MSG_DONTWAIT | MSG_NOSIGNAL, (const struct sockaddr *)&journal, sizeof journal);
    int error = sent < 0 ? -errno : 0;
    close(fd);
    return error;
}

int linux_is_writable(int fd) {
    struct pollfd poll_fd = {.fd = fd, .events = POLLOUT};
    return poll(&poll_fd, 1, 0) > 0 && (poll_fd.revents & POLLOUT);
}

int linux_wait_readable(int fd, int milliseconds) {
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    return poll(&poll_fd, 1, milliseconds);
}

const char *linux_error_message(int error) {
    const char *message = strerrordesc_np(error);
    return message ? message : "unknown error";
}
