#include "CLinux.h"

#include <limits.h>
#include <sys/time.h>

// The number in an environment variable; -1 if it is missing or anything else.
static long long number(const char *variable) {
    const char *text = getenv(variable);
    if (!text || *text < '0' || *text > '9') return -1;
    char *end;
    errno = 0;
    long long number = strtoll(text, &end, 10);
    return errno == 0 && *end == 0 ? number : -1;
}

int linux_connect_to_manager(void) {
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!path) return -ENOENT;
    size_t length = strlen(path);
    // An @ stands for the null byte of an abstract address.
    if ((path[0] != '/' && path[0] != '@') || length < 2 || length >= sizeof address.sun_path) return -EINVAL;
    memcpy(address.sun_path, path, length);
    if (path[0] == '@') address.sun_path[0] = 0;
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    struct timeval second = {.tv_sec = 1};
    if (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &second, sizeof second) < 0 ||
        connect(fd, (struct sockaddr *)&address, offsetof(struct sockaddr_un, sun_path) + length) < 0) {
        int error = errno;
        close(fd);
        return -error;
    }
    return fd;
}

int linux_notify_manager(int fd, const char *state, int waits) {
    ssize_t sent = send(fd, state, strlen(state), MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT));
    return sent < 0 ? -errno : 0;
}

int64_t linux_watchdog_interval(void) {
    long long interval = number("WATCHDOG_USEC");
    // Without WATCHDOG_PID it is meant for whoever reads it.
    if (interval <= 0 || (getenv("WATCHDOG_PID") && number("WATCHDOG_PID") != getpid())) return 0;
    return interval;
}

int linux_take_passed_descriptors(void) {
    enum { FIRST = 3 };
    long long count = getenv("LISTEN_FDS") && number("LISTEN_PID") == getpid() ? number("LISTEN_FDS") : 0;
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_FDNAMES");
    if (count < 0 || count > INT_MAX - FIRST) return -EINVAL;
    for (int fd = FIRST; fd < FIRST + count; fd++)
        if (fcntl(fd, F_SETFD, FD_CLOEXEC) < 0) return -errno;
    return (int)count;
}

int linux_is_listening(int fd) {
    int family = 0, type = 0, listens = 0;
    socklen_t length = sizeof family;
    return getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &length) == 0 && family == AF_UNIX &&
           getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) == 0 && type == SOCK_STREAM &&
           getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 && listens;
}
