#include "CLinux.h"

int linux_set_nonblocking(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}

int linux_set_close_on_exec(int fd) { return fcntl(fd, F_SETFD, FD_CLOEXEC) < 0 ? -errno : 0; }
