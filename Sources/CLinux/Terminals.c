#include "CLinux.h"

#include <sys/ioctl.h>

int linux_terminal_size(int fd, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -errno;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}
