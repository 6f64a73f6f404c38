// play SCRIPT: plays touches to programs, and prints what each of them prints meanwhile.
//
// It starts gestured, `libinput debug-events` and, for each touchscreen, lisgd. A script has devices and touches in the format of
// evemu(7), and a line before each touch:
//
//     N: I: P: B: A:       a device, which replaces the one before
//     T: WIDTH HEIGHT NAME a touch; the screen has so many pixels, or none
//     E:                   its events
//
// For each touch it prints "@NAME", and then each line of a program after its name and a tab.

#define _GNU_SOURCE // ppoll
#include "virtual-device.h" // fail
#include "measure.h"

#include <errno.h>
#include <fcntl.h>
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int64_t START_NS = 2 * SECOND, SETTLE_NS = SECOND, REST_NS = SECOND * 3 / 2;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * SECOND + time.tv_nsec;
}

// MARK: Programs

enum { GESTURED, LIBINPUT, LISGD, PROGRAMS };
static struct program {
    const char *name;
    pid_t pid; // 0: it does not run
    int output;
    char line[8192];
    size_t length;
} programs[PROGRAMS] = {{.name = "gestured"}, {.name = "libinput"}, {.name = "lisgd"}};

// Starts a command. With a program, its lines are those of the program.
static pid_t start(struct program *program, char *const command[]) {
    int ends[2];
    if (program && pipe2(ends, O_CLOEXEC) < 0) fail("pipe2: %s", strerror(errno));
    pid_t pid = fork();
    if (pid < 0) fail("fork: %s", strerror(errno));
    if (pid == 0) {
        if (program) dup2(ends[1], STDOUT_FILENO);
        execvp(command[0], command);
        fail("%s: %s", command[0], strerror(errno));
    }
    if (program) {
        close(ends[1]);
        program->pid = pid;
        program->output = ends[0];
    }
    return pid;
}

static void stop(struct program *program) {
    if (!program->pid) return;
    kill(program->pid, SIGTERM);
    waitpid(program->pid, NULL, 0);
    close(program->output);
    program->pid = 0;
}

static void forward(struct program *program) {
    char bytes[65536];
    ssize_t count = read(program->output, bytes, sizeof bytes);
    if (count <= 0) fail("%s has ended", program->name);
    for (ssize_t i = 0; i < count; i++) {
        if (bytes[i] != '\n') {
            if (program->length < sizeof program->line) program->line[program->length++] = bytes[i];
            continue;
        }
        printf("%s\t%.*s\n", program->name, (int)program->length, program->line);
        program->length = 0;
    }
}

// Forwards what programs print until a time.
static void wait_until(int64_t time) {
    for (int64_t left; (left = time - now()) > 0;) {
        struct pollfd polled[PROGRAMS];
        for (int i = 0; i < PROGRAMS; i++)
            polled[i] = (struct pollfd){.fd = programs[i].pid ? programs[i].output : -1, .events = POLLIN};
        struct timespec timeout = {.tv_sec = left / SECOND, .tv_nsec = left % SECOND};
        if (ppoll(polled, PROGRAMS, &timeout, NULL) < 0) fail("ppoll: %s", strerror(errno));
        for (int i = 0; i < PROGRAMS; i++)
            if (polled[i].revents) forward(&programs[i]);
    }
}

static void start_lisgd(const char *node, const char *width, const char *height) {
    static const char *const ways[][2] = {{"LR", "right"}, {"RL", "left"}, {"UD", "down"}, {"DU", "up"}, {"DLUR", "upRight"},
                                          {"DRUL", "upLeft"}, {"ULDR", "downRight"}, {"URDL", "downLeft"}};
    enum { FINGERS = 5, WAYS = sizeof ways / sizeof *ways };
    static char gestures[FINGERS * WAYS][80];
    char *command[8 + 2 * FINGERS * WAYS] = {"lisgd", "-d", (char *)node, "-w", (char *)width, "-h", (char *)height};
    int count = 7;
    for (int i = 0; i < FINGERS * WAYS; i++) {
        int fingers = i / WAYS + 1;
        snprintf(gestures[i], sizeof gestures[i], "%d,%s,*,*,R,echo swipe %s %d", fingers, ways[i % WAYS][0], ways[i % WAYS][1], fingers);
        command[count++] = "-g";
        command[count++] = gestures[i];
    }
    start(&programs[LISGD], command);
}

// MARK: The device

static struct libevdev *described;
static struct libevdev_uinput *device_made;
enum { PROPERTIES = EV_MAX }; // beside the types of events
static int octets[EV_CNT]; // of each type, and of the properties, that were described

static void unmake(void) {
    if (!device_made) return;
    stop(&programs[LISGD]);
    libevdev_uinput_destroy(device_made);
    device_made = NULL;
    wait_until(now() + SETTLE_NS);
}

// Adds the codes of the next eight bits of a type. Axes follow with their ranges.
static void describe_octet(int type, long octet) {
    for (int bit = 0; bit < 8; bit++) {
        int code = octets[type] * 8 + bit;
        if (!(octet >> bit & 1)) continue;
        if (type == PROPERTIES)
            libevdev_enable_property(described, code);
        else if (type != EV_SYN && type != EV_ABS)
            libevdev_enable_event_code(described, type, code, NULL);
    }
    octets[type]++;
}

static void describe(char *line) {
    int type, bus, vendor, product, version;
    struct input_absinfo axis = {0};
    char *words = line + 2;
    switch (line[0]) {
    case 'N':
        unmake();
        if (described) libevdev_free(described);
        described = libevdev_new();
        memset(octets, 0, sizeof octets);
        libevdev_set_name(described, line + 3);
        break;
    case 'I':
        if (sscanf(words, "%x %x %x %x", &bus, &vendor, &product, &version) != 4) fail("%s: expected four numbers", line);
        libevdev_set_id_bustype(described, bus);
        libevdev_set_id_vendor(described, vendor);
        libevdev_set_id_product(described, product);
        libevdev_set_id_version(described, version);
        break;
    case 'A':
        if (sscanf(words, "%x %d %d %d %d %d", &type, &axis.minimum, &axis.maximum, &axis.fuzz, &axis.flat, &axis.resolution) != 6)
            fail("%s: expected an axis and five numbers", line);
        libevdev_enable_event_code(described, EV_ABS, type, &axis);
        break;
    default:
        type = line[0] == 'B' ? strtol(words, &words, 16) : PROPERTIES;
        if (type < 0 || type > PROPERTIES) fail("%s: unknown type", line);
        for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) describe_octet(type, strtol(word, NULL, 16));
    }
}

static void make(const char *width, const char *height) {
    int result = libevdev_uinput_create_from_device(described, LIBEVDEV_UINPUT_OPEN_MANAGED, &device_made);
    if (result < 0) fail("libevdev_uinput_create_from_device: %s", strerror(-result));
    if (system("udevadm settle --timeout=60") != 0) fail("udev did not settle");
    if (atoi(width) > 0) start_lisgd(libevdev_uinput_get_devnode(device_made), width, height);
    wait_until(now() + SETTLE_NS);
}

static void write_events(const struct input_event *events, size_t count) {
    size_t size = count * sizeof *events;
    if (write(libevdev_uinput_get_fd(device_made), events, size) != (ssize_t)size) fail("uinput: %s", strerror(errno));
}

// Lifts what is down: a recording can end with fingers on the device. The next one begins in slot 0. Then waits for decisions.
static void end_touch(void) {
    if (!device_made) return;
    int slots = libevdev_has_event_code(described, EV_ABS, ABS_MT_SLOT) ? libevdev_get_abs_maximum(described, ABS_MT_SLOT) + 1 : 0;
    for (int slot = slots - 1; slot >= 0; slot--) {
        struct input_event lift[] = {{.type = EV_ABS, .code = ABS_MT_SLOT, .value = slot},
                                     {.type = EV_ABS, .code = ABS_MT_TRACKING_ID, .value = -1}};
        write_events(lift, 2);
    }
    struct input_event event = {.type = EV_KEY};
    for (event.code = BTN_MISC; event.code < KEY_OK; event.code++)
        if (libevdev_has_event_code(described, EV_KEY, event.code)) write_events(&event, 1);
    write_events(&(struct input_event){.type = EV_SYN, .code = SYN_REPORT}, 1);
    wait_until(now() + REST_NS);
}

// MARK: The script

// The difference between the clock and the times of the touch, after its first frame.
static int64_t begin;
static bool has_begun;

// Adds an event, and plays the frame that it ends.
static void play(const char *line) {
    static struct input_event frame[1024];
    static size_t count;
    long seconds, microseconds, value;
    unsigned type, code;
    if (sscanf(line, "E: %ld.%ld %x %x %ld", &seconds, &microseconds, &type, &code, &value) != 5) fail("%s: expected an event", line);
    int64_t time = seconds * SECOND + microseconds * 1000;
    if (count == sizeof frame / sizeof *frame) fail("a frame has too many events");
    frame[count++] = (struct input_event){.type = type, .code = code, .value = value};
    if (type != EV_SYN || code != SYN_REPORT) return;
    if (!has_begun) begin = now() - time;
    has_begun = true;
    wait_until(begin + time);
    write_events(frame, count);
    count = 0;
}

int main(int argc, char **argv) {
    if (argc != 2) fail("usage: play SCRIPT");
    FILE *script = fopen(argv[1], "r");
    if (!script) fail("%s: %s", argv[1], strerror(errno));
    signal(SIGPIPE, SIG_IGN);
    start(NULL, (char *[]){"/bench/gestured", "--config", "/bench/gestured.conf", "--socket", "/tmp/socket", NULL});
    start(&programs[LIBINPUT], (char *[]){"libinput", "debug-events", "--enable-tap", NULL});
    wait_until(now() + START_NS);
    start(&programs[GESTURED], (char *[]){"/bench/gesturectl", "--socket", "/tmp/socket", "monitor", "--json", NULL});
    wait_until(now() + START_NS);

    char *line = NULL, width[16], height[16];
    size_t size = 0;
    int name;
    for (ssize_t length; (length = getline(&line, &size, script)) > 0;) {
        if (line[length - 1] == '\n') line[length - 1] = 0;
        if (strncmp(line, "E:", 2) == 0) {
            play(line);
        } else if (sscanf(line, "T: %15s %15s %n", width, height, &name) == 2) {
            end_touch();
            has_begun = false;
            if (!device_made) make(width, height);
            printf("@%s\n", line + name);
        } else if (strchr("NIPBA", line[0]) && line[1] == ':') {
            if (line[0] == 'N') end_touch();
            describe(line);
        }
    }
    end_touch();
    unmake();
    for (int i = 0; i < PROGRAMS; i++) stop(&programs[i]);
    return 0;
}
