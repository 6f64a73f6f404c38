#include "CLinux.h"

#include <poll.h>

int linux_create_epoll(int timer) {
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    if (epoll < 0) return -errno;
    int error = linux_control_epoll(epoll, EPOLL_CTL_ADD, timer, EPOLLIN, 0);
    if (error == 0) return epoll;
    close(epoll);
    return error;
}

int linux_control_epoll(int epoll, int operation, int fd, uint32_t events, uint64_t tag) {
    struct epoll_event event = {.events = events, .data.u64 = tag};
    return epoll_ctl(epoll, operation, fd, &event) < 0 ? -errno : 0;
}

int linux_wait_for_epoll(int epoll, int waits, uint64_t *tag, uint32_t *events) {
    struct epoll_event event;
    int count = epoll_wait(epoll, &event, 1, waits ? -1 : 0);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    if (count == 0) return 0;
    *tag = event.data.u64;
    *events = event.events;
    return 1;
}

int linux_is_writable(int fd) {
    struct pollfd poll_fd = {.fd = fd, .events = POLLOUT};
    return poll(&poll_fd, 1, 0) > 0 && (poll_fd.revents & POLLOUT);
}

int linux_wait_readable(int fd, int milliseconds) {
    struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
    return poll(&poll_fd, 1, milliseconds);
}

int linux_wait_writable(int fd, int milliseconds) {
    struct pollfd poll_fd = {.fd = fd, .events = POLLOUT};
    return poll(&poll_fd, 1, milliseconds);
}
