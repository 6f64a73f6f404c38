// frame-latency [--fingers N] [--frames N] SOCKET COMMAND...: measures the way of a frame from the kernel to a client.
//
// It makes a touchscreen, starts COMMAND ("{}" in it stands for the device's node), subscribes at SOCKET, and drags N fingers
// about at 125 Hz. Latency is the time from just before the kernel gets the frame's end to just after the client read the first
// message about it. It prints one line of figures.

#define _GNU_SOURCE
#include "virtual-device.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { FRAME_NS = 8000000, WARM_UP_FRAMES = 64, FINGER_DISTANCE = 400, FINGER_STEP = 8, MARGIN = 1000 };

static int connection;
static char buffer[65536];
static int64_t messages, bytes;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void sleep_until(int64_t time) {
    struct timespec until = {.tv_sec = time / 1000000000, .tv_nsec = time % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {}
}

// Reads once. Returns whether a message ended in it.
static bool read_messages(int timeout_ms) {
    struct pollfd ready = {.fd = connection, .events = POLLIN};
    if (poll(&ready, 1, timeout_ms) <= 0) return false;
    ssize_t count = read(connection, buffer, sizeof buffer);
    if (count <= 0) fail("the service closed the connection");
    int64_t before = messages;
    for (ssize_t i = 0; i < count; i++) messages += buffer[i] == 0;
    bytes += count;
    return messages > before;
}

static void drain(void) {
    while (read_messages(0)) {}
}

static pid_t start(char **command, const char *node) {
    for (char **word = command; *word; word++)
        if (strcmp(*word, "{}") == 0) *word = (char *)node;
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execvp(command[0], command);
        fail("%s: %s", command[0], strerror(errno));
    }
    return pid;
}

static void subscribe(const char *path) {
    static const char call[] = "{\"method\":\"org.gestured.Gestures.Subscribe\",\"more\":true}";
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    for (int attempt = 0; connect(connection, (struct sockaddr *)&address, sizeof address) < 0; attempt++) {
        if (attempt == 500) fail("%s: %s", path, strerror(errno));
        usleep(20000);
    }
    if (write(connection, call, sizeof call) != sizeof call) fail("cannot write to the service");
    if (!read_messages(10000)) fail("no reply to Subscribe");
}

static int64_t cpu_time(pid_t pid) {
    char path[64];
    int64_t ns = -1;
    snprintf(path, sizeof path, "/proc/%d/schedstat", pid);
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%" SCNd64, &ns) != 1) fail("%s: %s", path, strerror(errno));
    fclose(file);
    return ns;
}

// The number after "KEY:" in a file of /proc/PID.
static long process_value(pid_t pid, const char *name, const char *key) {
    char path[64], line[256];
    long value = -1;
    snprintf(path, sizeof path, "/proc/%d/%s", pid, name);
    FILE *file = fopen(path, "r");
    if (!file) fail("%s: %s", path, strerror(errno));
    while (fgets(line, sizeof line, file))
        if (strncmp(line, key, strlen(key)) == 0) sscanf(line + strlen(key), ":%ld", &value);
    fclose(file);
    return value;
}

static int x, y, step = FINGER_STEP;

static int64_t drag(int fingers) {
    int right = device.width * device.resolution - MARGIN - fingers * FINGER_DISTANCE;
    if (x + step > right || x + step < MARGIN) step = -step;
    x += step;
    for (int slot = 0; slot < fingers; slot++) move_to(slot, x + slot * FINGER_DISTANCE, y);
    return sync_frame();
}

// Drags for so many frames, and notes their latencies. A frame without a message within its time is lost.
static int measure(int fingers, int frames, int64_t *latencies) {
    int count = 0;
    for (int frame = 0; frame < frames; frame++) {
        drain();
        int64_t passed_on = drag(fingers);
        bool heard = read_messages(FRAME_NS / 1000000);
        if (heard) latencies[count++] = now() - passed_on;
        sleep_until(passed_on + FRAME_NS);
    }
    drain();
    return count;
}

static int ascending(const void *a, const void *b) {
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

int main(int argc, char **argv) {
    static const struct option options[] = {{"fingers", required_argument, NULL, 'f'}, {"frames", required_argument, NULL, 'n'}, {0}};
    int fingers = 1, frames = 1000;
    for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;) {
        if (option == 'f') fingers = atoi(optarg);
        else if (option == 'n') frames = atoi(optarg);
        else return 2;
    }
    if (argc - optind < 2 || fingers < 1 || fingers > device.slots || frames < 1) fail("see the head of its source for its usage");

    char node[64] = "";
    plug();
    get_node(node, sizeof node);
    pid_t pid = start(argv + optind + 1, node);
    subscribe(argv[optind]);
    sleep_until(now() + 2000000000); // whatever a service still does when it has just started

    x = MARGIN, y = device.height * device.resolution / 2;
    for (int slot = 0; slot < fingers; slot++) touch_down(slot, x + slot * FINGER_DISTANCE, y);
    sync_frame();
    int64_t *latencies = calloc(frames > WARM_UP_FRAMES ? frames : WARM_UP_FRAMES, sizeof *latencies);
    measure(fingers, WARM_UP_FRAMES, latencies);

    messages = bytes = 0;
    int64_t cpu = cpu_time(pid);
    long wakeups = process_value(pid, "status", "voluntary_ctxt_switches");
    int count = measure(fingers, frames, latencies);
    cpu = cpu_time(pid) - cpu;
    wakeups = process_value(pid, "status", "voluntary_ctxt_switches") - wakeups;
    if (count == 0) fail("no message about any frame");
    qsort(latencies, count, sizeof *latencies, ascending);
    printf("p50 %6" PRId64 " ns  p99 %6" PRId64 " ns  cpu/frame %6" PRId64 " ns  wake-ups/frame %.2f  messages/frame %.2f  bytes/frame %4" PRId64
           "  lost %d  rss %ld kB  anonymous %ld kB\n",
           latencies[count / 2], latencies[count * 99 / 100], cpu / frames, (double)wakeups / frames, (double)messages / frames,
           bytes / frames, frames - count, process_value(pid, "smaps_rollup", "Rss"), process_value(pid, "smaps_rollup", "Anonymous"));
    kill(pid, SIGTERM);
    return 0;
}
