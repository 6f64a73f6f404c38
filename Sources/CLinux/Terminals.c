#include "CLinux.h"

#include <sys/ioctl.h>
#include <termios.h>

int linux_terminal_size(int fd, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) < 0) return -errno;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

static struct termios before;

int linux_read_keys(int fd) {
    if (tcgetattr(fd, &before) < 0) return -errno;
    return linux_read_keys_again(fd);
}

int linux_read_keys_again(int fd) {
    struct termios keys = before;
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    // Ctrl-S would stop all output, and with it that which leaves the terminal as it was.
    keys.c_iflag &= ~(tcflag_t)IXON;
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    return tcsetattr(fd, TCSANOW, &keys) < 0 ? -errno : 0;
}

void linux_read_lines(int fd) { tcsetattr(fd, TCSANOW, &before); }
