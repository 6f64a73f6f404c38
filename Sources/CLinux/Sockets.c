#define _GNU_SOURCE  // accept4, struct ucred
#include "CLinux.h"

#include <signal.h>
#include <sys/time.h>

struct address {
    struct sockaddr_un unix_address;
    socklen_t size;
};

static int fill_address(struct address *address, const char *path, size_t length) {
    if (length == 0 || length >= sizeof address->unix_address.sun_path) return -ENAMETOOLONG;
    *address = (struct address){.unix_address.sun_family = AF_UNIX, .size = offsetof(struct sockaddr_un, sun_path) + length};
    memcpy(address->unix_address.sun_path, path, length);
    return 0;
}

static int close_after_error(int fd) {
    int error = errno;
    close(fd);
    return -error;
}

static int connect_to(const char *path, size_t length, int type, int seconds) {
    struct address address;
    int error = fill_address(&address, path, length);
    if (error < 0) return error;
    int fd = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    struct timeval timeout = {.tv_sec = seconds};
    if ((seconds > 0 && setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout) < 0) ||
        connect(fd, (struct sockaddr *)&address.unix_address, address.size) < 0)
        return close_after_error(fd);
    return fd;
}

// The most clients that wait to be accepted. Each waits for those before it: in a long queue, a user who connects and closes as fast as
// possible would keep others waiting for as long as it takes to accept and close all of them.
static const int longest_queue = 64;

int linux_listen(const char *path, mode_t mode) {
    struct address address;
    int error = fill_address(&address, path, strlen(path));
    if (error < 0) return error;
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return -errno;
    // With the umask and not with a later chmod(): no other user can connect in between.
    mode_t mask = umask(0777 & ~mode);
    int bound = bind(fd, (struct sockaddr *)&address.unix_address, address.size);
    int saved = errno;
    umask(mask);
    errno = saved;
    if (bound < 0 || linux_limit_queue(fd) < 0) return close_after_error(fd);
    return fd;
}

int linux_limit_queue(int listener) { return listen(listener, longest_queue); }

int linux_is_listening(int fd) {
    int family = 0, type = 0, listens = 0;
    socklen_t length = sizeof family;
    return getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &length) == 0 && family == AF_UNIX &&
           getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) == 0 && type == SOCK_STREAM &&
           getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) == 0 && listens;
}

int linux_accept(int listener) {
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

// A client can pass descriptors, which the kernel closes when what came with them is read, or when the connection is closed. Some take
// as long as the client wants: a TCP connection with SO_LINGER waits until its other end has read. Only a signal ends that.
static const suseconds_t longest_discard = 1000;
static volatile sig_atomic_t interruptions;

static void count_interruption(int number) {
    (void)number;
    interruptions += 1;
}

static void interrupt_every(suseconds_t microseconds) {
    struct itimerval timer = {.it_value.tv_usec = microseconds, .it_interval.tv_usec = microseconds};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void limit_discarding(void) {
    static int is_ready = 0;
    if (!is_ready) {
        struct sigaction action = {.sa_handler = count_interruption, .sa_flags = SA_RESTART};
        sigaction(SIGALRM, &action, NULL);
        is_ready = 1;
    }
    interrupt_every(longest_discard);
}

ssize_t linux_receive(int fd, void *buffer, size_t size) {
    limit_discarding();
    ssize_t count = recv(fd, buffer, size, MSG_DONTWAIT);
    int error = errno;
    interrupt_every(0);
    errno = error;
    return count;
}

void linux_close_client(int fd) {
    limit_discarding();
    close(fd);
    interrupt_every(0);
}

int64_t linux_discard_microseconds(void) { return (int64_t)interruptions * longest_discard; }

int linux_connect(const char *path) { return connect_to(path, strlen(path), SOCK_STREAM, 0); }

int linux_connect_nonblocking(const char *path) { return connect_to(path, strlen(path), SOCK_STREAM | SOCK_NONBLOCK, 0); }

int linux_connect_datagram(const char *address, size_t length, int seconds) {
    return connect_to(address, length, SOCK_DGRAM, seconds);
}

int linux_send_datagram(const char *path, const void *datagram, size_t size) {
    struct address address;
    int error = fill_address(&address, path, strlen(path));
    if (error < 0) return error;
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    ssize_t sent = sendto(fd, datagram, size, MSG_DONTWAIT | MSG_NOSIGNAL, (struct sockaddr *)&address.unix_address, address.size);
    if (sent < 0) return close_after_error(fd);
    close(fd);
    return 0;
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
    // If there are more, the kernel fails with ERANGE and sets the length of all of them.
    if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &length) < 0 && errno != ERANGE) return -errno;
    return (int)(length / sizeof *groups);
}
