// load-clients SOCKET COUNT STALLED LAST CALL: COUNT clients that each make one call, read the events of the reply and check them.
//
// The first STALLED clients read nothing until standard input ends. Then all clients read until each has the event number LAST, or its
// connection has ended, and the program prints a line of JSON for each client.
//
// It must keep up with 128 streams on the machine of the service, so it finds the fields of an event by their position.
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 1 << 19, OPEN = 4096, LATENCIES = 20000 };

struct client {
    int fd, is_open;
    size_t filled;
    char *buffer;
    char error[256];
    // The last sequence number, and how many numbers are missing.
    uint64_t sequence, missing;
    // The number of events other than "changed", and a checksum of their sequence numbers.
    uint64_t kept, sum;
    // Gestures that began and are open; events of gestures that had not begun or had ended.
    unsigned char going[OPEN];
    int64_t begun, over, astray;
    // Latencies in steps of 10 µs, without events that this client read late.
    uint32_t latencies[LATENCIES];
    uint64_t measured;
};

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static int64_t number(const char *message, const char *key) {
    const char *place = strstr(message, key);
    return place ? strtoll(place + strlen(key), NULL, 10) : -1;
}

static void take(struct client *client, const char *message) {
    if (!strstr(message, "{\"event\":")) {
        if (strstr(message, "\"error\":")) snprintf(client->error, sizeof client->error, "%s", message);
        return;
    }
    uint64_t sequence = (uint64_t)number(message, "\"sequence\":");
    if (sequence <= client->sequence) client->astray++;
    client->missing += sequence - client->sequence - 1;
    client->sequence = sequence;
    unsigned char *going = &client->going[number(message, "\"gesture\":") % OPEN];
    const char *phase = strstr(message, "\"phase\":\"") + strlen("\"phase\":\"");
    if (*phase == 'b' || *phase == 'p') {
        if (*phase == 'b' || !*going) client->begun++;
        *going = 1;
    } else if (strncmp(phase, "changed", 7) == 0) {
        client->astray += !*going;
    } else {
        // A swipe ends without having begun.
        client->over += *going;
        *going = 0;
    }
    if (strncmp(phase, "changed", 7) != 0) {
        client->kept++;
        client->sum += sequence * sequence;
    }
    int64_t late = (now() - number(message, "\"time\":")) / 10;
    client->latencies[late < 0 ? 0 : late < LATENCIES ? late : LATENCIES - 1]++;
    client->measured++;
}

static void receive(struct client *client) {
    ssize_t count = recv(client->fd, client->buffer + client->filled, BUFFER - client->filled, MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
        client->is_open = 0;
        close(client->fd);
        return;
    }
    client->filled += (size_t)count;
    char *start = client->buffer, *end;
    while ((end = memchr(start, 0, client->filled - (size_t)(start - client->buffer)))) {
        take(client, start);
        start = end + 1;
    }
    client->filled -= (size_t)(start - client->buffer);
    memmove(client->buffer, start, client->filled);
}

static int reading(const struct client *clients, int count, uint64_t last) {
    for (int index = 0; index < count; index++) {
        if (clients[index].is_open && clients[index].sequence < last) return 1;
    }
    return 0;
}

static int64_t quantile(const struct client *client, double part) {
    uint64_t left = (uint64_t)((double)client->measured * part);
    for (int64_t step = 0; step < LATENCIES; step++) {
        if (client->latencies[step] > left) return step * 10;
        left -= client->latencies[step];
    }
    return LATENCIES * 10;
}

int main(int argc, char **arguments) {
    if (argc != 6) return 2;
    int count = atoi(arguments[2]), stalled = atoi(arguments[3]);
    uint64_t last = strtoull(arguments[4], NULL, 10);
    const char *call = arguments[5];
    struct client *clients = calloc((size_t)count, sizeof *clients);
    int epoll = epoll_create1(0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, arguments[1], sizeof address.sun_path - 1);
    for (int index = 0; index < count; index++) {
        struct client *client = &clients[index];
        client->buffer = malloc(BUFFER);
        client->is_open = 1;
        client->fd = socket(AF_UNIX, SOCK_STREAM, 0);
        if (connect(client->fd, (struct sockaddr *)&address, sizeof address) < 0) fail("connect");
        size_t length = strlen(call) + 1;
        if (send(client->fd, call, length, MSG_NOSIGNAL) != (ssize_t)length) fail("send");
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
        if (index >= stalled && epoll_ctl(epoll, EPOLL_CTL_ADD, client->fd, &event) < 0) fail("epoll_ctl");
    }
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, STDIN_FILENO, &event) < 0) fail("epoll_ctl");
    int is_ending = 0;
    struct epoll_event ready[64];
    while (!is_ending || reading(clients, count, last)) {
        int found = epoll_wait(epoll, ready, 64, -1);
        for (int index = 0; index < found; index++) {
            struct client *client = ready[index].data.ptr;
            if (client) {
                receive(client);
                continue;
            }
            is_ending = 1;
            epoll_ctl(epoll, EPOLL_CTL_DEL, STDIN_FILENO, NULL);
            for (int late = 0; late < stalled; late++) {
                event.data.ptr = &clients[late];
                if (epoll_ctl(epoll, EPOLL_CTL_ADD, clients[late].fd, &event) < 0) fail("epoll_ctl");
            }
        }
    }
    for (int index = 0; index < count; index++) {
        struct client *client = &clients[index];
        printf("{\"open\": %s, \"last\": %llu, \"missing\": %llu, \"kept\": %llu, \"sum\": %llu, \"begun\": %lld, "
               "\"over\": %lld, \"astray\": %lld, \"median\": %lld, \"p99\": %lld, \"error\": %s}\n",
               client->is_open ? "true" : "false", (unsigned long long)client->sequence,
               (unsigned long long)client->missing, (unsigned long long)client->kept, (unsigned long long)client->sum,
               (long long)client->begun, (long long)client->over, (long long)client->astray,
               (long long)quantile(client, 0.5), (long long)quantile(client, 0.99), *client->error ? client->error : "null");
    }
    return 0;
}
