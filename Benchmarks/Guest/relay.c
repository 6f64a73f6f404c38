// relay SOCKET NODE: the least a service of this kind can do, to compare with. For each frame of the device it sends one fixed
// message of 100 bytes to each of its clients, which call it as they would call the service.

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

enum { MAX_CLIENTS = 128 };

static int clients[MAX_CLIENTS], client_count;
static char message[100];

static void send_to_all(void) {
    for (int i = 0; i < client_count; i++)
        if (send(clients[i], message, sizeof message, MSG_NOSIGNAL) < 0) err(1, "client");
}

// Lets one in. It is answered with the same message.
static void accept_client(int listener) {
    char call[4096];
    int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (client < 0 || client_count == MAX_CLIENTS || read(client, call, sizeof call) < 0) err(1, "client");
    if (send(client, message, sizeof message, MSG_NOSIGNAL) < 0) err(1, "client");
    clients[client_count++] = client;
}

static void relay_frames(struct libevdev *device) {
    struct input_event event;
    int result;
    while ((result = libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL, &event)) >= 0)
        if (event.type == EV_SYN && event.code == SYN_REPORT) send_to_all();
    if (result != -EAGAIN) errx(1, "the device is gone");
}

int main(int argc, char **argv) {
    if (argc != 3) errx(2, "usage: relay SOCKET NODE");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", argv[1]);
    int input = open(argv[2], O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct libevdev *device;
    if (input < 0 || libevdev_new_from_fd(input, &device) < 0) err(1, "%s", argv[2]);
    memset(message, ' ', sizeof message - 1);
    memcpy(message, argv[2], strnlen(argv[2], sizeof message - 1));

    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 1) < 0) err(1, "%s", argv[1]);
    int loop = epoll_create1(EPOLL_CLOEXEC);
    for (int fds[] = {input, listener}, i = 0; i < 2; i++)
        epoll_ctl(loop, EPOLL_CTL_ADD, fds[i], &(struct epoll_event){.events = EPOLLIN, .data.fd = fds[i]});
    for (;;) {
        struct epoll_event event;
        if (epoll_wait(loop, &event, 1, -1) < 0) {
            if (errno != EINTR) err(1, "epoll_wait");
        } else if (event.data.fd == listener) {
            accept_client(listener);
        } else {
            relay_frames(device);
        }
    }
}
