#define _GNU_SOURCE // accept4
#include "clients.h"

#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int clients[MAX_CLIENTS], client_count;

void send_to_all(const void *message, size_t size) {
    for (int i = 0; i < client_count; i++)
        if (send(clients[i], message, size, MSG_NOSIGNAL) < 0) err(1, "client");
}

static void accept_client(int listener, const void *greeting, size_t size) {
    char call[4096];
    int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (client < 0 || client_count == MAX_CLIENTS || read(client, call, sizeof call) < 0) err(1, "client");
    if (send(client, greeting, size, MSG_NOSIGNAL) < 0) err(1, "client");
    clients[client_count++] = client;
}

void serve(const char *path, const void *greeting, size_t size, int input, uint32_t events, void (*read_input)(void)) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){2 * MAX_CLIENTS, 2 * MAX_CLIENTS});
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 1) < 0) err(1, "%s", path);
    int loop = epoll_create1(EPOLL_CLOEXEC);
    epoll_ctl(loop, EPOLL_CTL_ADD, input, &(struct epoll_event){.events = events, .data.fd = input});
    epoll_ctl(loop, EPOLL_CTL_ADD, listener, &(struct epoll_event){.events = EPOLLIN, .data.fd = listener});
    for (;;) {
        struct epoll_event event;
        if (epoll_wait(loop, &event, 1, -1) < 0) {
            if (errno != EINTR) err(1, "epoll_wait");
        } else if (event.data.fd == listener) {
            accept_client(listener, greeting, size);
        } else {
            read_input();
        }
    }
}
