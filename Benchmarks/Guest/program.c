#define _GNU_SOURCE // pipe2, ppoll, memmem
#include "program.h"
#include "virtual-device.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { START_SECONDS = 20 };

static pid_t pid;
static const char *name;
static int ends[MAX_CLIENTS], end_count;
// The client to wait for. If others receive a message later, it becomes the last of them in the order of connecting. A program
// serves its clients in that order or in reverse, so the choice is correct from the second frame.
static int last_served;
static char terminator, buffer[65536];

int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

void sleep_until(int64_t time) {
    struct timespec until = {.tv_sec = time / 1000000000, .tv_nsec = time % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {}
}

// MARK: Messages

size_t read_client(int client, char *buffer, size_t size) {
    ssize_t count = read(ends[client], buffer, size);
    if (count < 0 && errno == EAGAIN) return 0;
    if (count <= 0) fail("%s ended, or closed the connection", name);
    return count;
}

bool await_client(int client, int64_t until) {
    struct pollfd ready = {.fd = ends[client], .events = POLLIN};
    int64_t rest = until - now();
    if (rest < 0) rest = 0;
    struct timespec timeout = {.tv_sec = rest / 1000000000, .tv_nsec = rest % 1000000000};
    return ppoll(&ready, 1, &timeout, NULL) > 0;
}

static bool read_message(int client) {
    size_t count = read_client(client, buffer, sizeof buffer);
    return memchr(buffer, terminator, count);
}

int64_t hear(int64_t until) {
    static int round, heard_in[MAX_CLIENTS];
    round++;
    for (;;) {
        if (!await_client(last_served, until)) return -1;
        bool heard = read_message(last_served);
        int64_t time = now();
        if (!heard) continue;
        heard_in[last_served] = round;
        int waiting = last_served;
        for (int i = 0; i < end_count; i++) {
            if (heard_in[i] == round) continue;
            if (read_message(i)) heard_in[i] = round;
            else if (abs(i - last_served) > abs(waiting - last_served)) waiting = i;
        }
        if (waiting == last_served) return time;
        last_served = waiting;
    }
}

void drain(void) {
    for (int i = 0; i < end_count; i++)
        while (read_client(i, buffer, sizeof buffer) > 0) {}
}

// Reads messages on the newest connection until one contains the text, or only the first if the text is null.
static void await(const char *text, int64_t until) {
    size_t used = 0;
    static char said[sizeof buffer];
    for (;;) {
        if (!await_client(end_count - 1, until)) fail("%s does not say that it uses the device", name);
        size_t count = read_client(end_count - 1, buffer, sizeof buffer);
        if (used + count > sizeof said) fail("%s says too much at its start", name);
        memcpy(said + used, buffer, count);
        used += count;
        if (said[used - 1] == terminator && (!text || memmem(said, used, text, strlen(text)))) return;
    }
}

// MARK: Process statistics

static FILE *open_file(const char *file) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", pid, file);
    FILE *stream = fopen(path, "r");
    if (!stream) fail("%s: %s: %s", name, path, strerror(errno));
    return stream;
}

// Returns the number after "KEY:" in a file of the process in /proc.
static long value(const char *file, const char *key) {
    char line[256];
    long value = -1;
    FILE *stream = open_file(file);
    while (fgets(line, sizeof line, stream))
        if (strncmp(line, key, strlen(key)) == 0) sscanf(line + strlen(key), ":%ld", &value);
    fclose(stream);
    if (value < 0) fail("%s: no %s in %s", name, key, file);
    return value;
}

int64_t cpu_time(void) {
    int64_t ns;
    FILE *stream = open_file("schedstat");
    if (fscanf(stream, "%" SCNd64, &ns) != 1) fail("%s: schedstat", name);
    fclose(stream);
    // These figures cover the first thread only.
    if (value("status", "Threads") != 1) fail("%s has several threads", name);
    return ns;
}

long wake_ups(void) { return value("status", "voluntary_ctxt_switches") + value("status", "nonvoluntary_ctxt_switches"); }

long memory(const char *key) { return value("smaps_rollup", key); }

// Returns whether the program has the device open and sleeps.
static bool waits_for(const char *node) {
    char path[300], target[64], state;
    FILE *stream = open_file("stat");
    if (fscanf(stream, "%*d (%*[^)]) %c", &state) != 1) fail("%s: stat", name);
    fclose(stream);
    if (state != 'S') return false;
    snprintf(path, sizeof path, "/proc/%d/fd", pid);
    DIR *directory = opendir(path);
    if (!directory) fail("%s: %s: %s", name, path, strerror(errno));
    bool found = false;
    for (struct dirent *entry; !found && (entry = readdir(directory));) {
        ssize_t count = readlinkat(dirfd(directory), entry->d_name, target, sizeof target - 1);
        found = count > 0 && (target[count] = 0, strcmp(target, node) == 0);
    }
    closedir(directory);
    return found;
}

// MARK: Start

static void run(char **command, int output) {
    name = command[0];
    pid = fork();
    if (pid < 0) fail("fork: %s", strerror(errno));
    if (pid > 0) return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (output >= 0) dup2(output, STDOUT_FILENO);
    execvp(command[0], command);
    fail("%s: %s", command[0], strerror(errno));
}

static void subscribe(const char *path, int64_t until) {
    static const char call[] = "{\"method\":\"org.gestured.Gestures.Subscribe\",\"more\":true}";
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int end = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    while (connect(end, (struct sockaddr *)&address, sizeof address) < 0) {
        if (waitpid(pid, NULL, WNOHANG) == pid) fail("%s ended", name);
        if (now() > until) fail("%s: %s", path, strerror(errno));
        sleep_until(now() + 100000);
    }
    if (write(end, call, sizeof call) != sizeof call) fail("cannot write to %s", name);
    fcntl(end, F_SETFL, O_NONBLOCK);
    ends[end_count++] = end;
}

// Finds the other device of the same name.
static bool find_clone(const char *original, char *node, size_t size) {
    glob_t names;
    bool found = false;
    glob("/sys/class/input/event*/device/name", 0, NULL, &names);
    for (size_t i = 0; !found && i < names.gl_pathc; i++) {
        char line[256] = "";
        int number;
        FILE *stream = fopen(names.gl_pathv[i], "r");
        if (!stream || !fgets(line, sizeof line, stream)) line[0] = 0;
        if (stream) fclose(stream);
        line[strcspn(line, "\n")] = 0;
        sscanf(names.gl_pathv[i], "/sys/class/input/event%d", &number);
        snprintf(node, size, "/dev/input/event%d", number);
        found = strcmp(line, device.name) == 0 && strcmp(node, original) != 0;
    }
    globfree(&names);
    return found;
}

// Reads the device or its clone in place of messages. Each read returns complete frames.
static void read_device(const struct program *program, int64_t until) {
    char node[64];
    int end = -1;
    snprintf(node, sizeof node, "%s", program->node);
    for (;;) {
        if (program->source == ORIGINAL || find_clone(program->node, node, sizeof node))
            end = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        if (end >= 0) break;
        if (waitpid(pid, NULL, WNOHANG) == pid) fail("%s ended", name);
        if (now() > until) fail("%s makes no clone", name);
        sleep_until(now() + 1000000);
    }
    ends[end_count++] = end;
    // As if it had its own CPU: what the program does after passing a frame on does not delay the reader.
    if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &(struct sched_param){1}) < 0) fail("no real-time priority");
}

int64_t start_program(const struct program *program) {
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){2 * MAX_CLIENTS, 2 * MAX_CLIENTS});
    if (program->source == CLIENTS) unlink(program->socket);
    int output[2] = {-1, -1};
    if (program->source == LINES && pipe2(output, O_CLOEXEC) < 0) fail("pipe2: %s", strerror(errno));
    int64_t started = now(), until = started + START_SECONDS * INT64_C(1000000000);
    run(program->command, output[1]);

    if (program->source == ORIGINAL || program->source == CLONE) {
        read_device(program, until);
        return now() - started;
    }
    if (program->source == LINES) {
        close(output[1]);
        fcntl(output[0], F_SETFL, O_NONBLOCK);
        ends[end_count++] = output[0];
        terminator = '\n';
    } else {
        subscribe(program->socket, until);
    }
    if (program->ready) {
        await(program->ready, until);
    } else {
        while (!waits_for(program->node)) {
            if (waitpid(pid, NULL, WNOHANG) == pid) fail("%s ended", name);
            if (now() > until) fail("%s does not use the device", name);
            sleep_until(now() + 1000000);
        }
    }
    int64_t ready = now();
    while (end_count < program->clients) {
        subscribe(program->socket, until);
        await(NULL, until);
    }
    last_served = end_count - 1;
    return ready - started;
}

void stop_program(void) {
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    while (end_count > 0) close(ends[--end_count]);
}
