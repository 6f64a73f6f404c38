#include "CLinux.h"

#include <sys/inotify.h>

int linux_set_nonblocking(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}

int linux_set_blocking(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags < 0 || fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) < 0 ? -errno : 0;
}

int linux_create_inotify(void) {
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

int linux_watch_folder(int inotify, const char *path) {
    uint32_t mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_ONLYDIR;
    return inotify_add_watch(inotify, path, mask) < 0 ? -errno : 0;
}

int linux_take_folder_changes(int inotify) {
    char events[4096];
    int has_changed = 0;
    while (read(inotify, events, sizeof events) > 0) has_changed = 1;
    return has_changed;
}

int linux_set_close_on_exec(int fd) { return fcntl(fd, F_SETFD, FD_CLOEXEC) < 0 ? -errno : 0; }
