// relay SOCKET NODE: the least a service of this kind can do, to compare with. For each frame of the device it sends one fixed
// message of 100 bytes to its one client, which calls it as it would call the service.

#define _GNU_SOURCE // accept4
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc != 3) errx(2, "usage: relay SOCKET NODE");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", argv[1]);
    int input = open(argv[2], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct libevdev *device;
    if (input < 0 || libevdev_new_from_fd(input, &device) < 0) err(1, "%s", argv[2]);

    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 1) < 0) err(1, "%s", argv[1]);
    int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    char call[4096], message[100];
    if (client < 0 || read(client, call, sizeof call) < 0) err(1, "client");
    memset(message, ' ', sizeof message - 1);
    message[sizeof message - 1] = 0;
    if (send(client, message, sizeof message, MSG_NOSIGNAL) < 0) return 0;

    int loop = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event wanted = {.events = EPOLLIN};
    epoll_ctl(loop, EPOLL_CTL_ADD, input, &wanted);
    for (;;) {
        if (epoll_wait(loop, &wanted, 1, -1) < 0 && errno != EINTR) err(1, "epoll_wait");
        struct input_event event;
        int result;
        while ((result = libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event)) >= 0)
            if (event.type == EV_SYN && event.code == SYN_REPORT && send(client, message, sizeof message, MSG_NOSIGNAL) < 0) return 0;
        if (result != -EAGAIN) return 0;
    }
}
