// measure [--clients N] [--ready TEXT] [--strokes N] WHAT SOCKET|-|original|clone COMMAND...: measures one program.
//
// It creates a touch device named Benchmark and starts COMMAND. "{}" in COMMAND and TEXT stands for the node of the device. It
// subscribes at SOCKET, or reads the standard output of COMMAND, and plays touches. A message that contains TEXT shows that the
// program uses the device. With "original" or "clone", the messages are the frames of the device, or of a clone that COMMAND makes.
// The results are words of the form KEY=VALUE, in the units of program.h.
//
//     drags      one finger on a touchscreen, at 120 Hz
//     swipes     three fingers on a touchpad, at 120 Hz
//     pinches    two fingers on a touchscreen that move apart or together, travel and turn, at 120 Hz
//     fingers    ten fingers on a touchscreen, at 1000 Hz
//     crowd      one finger on a touchscreen, at 1000 Hz, without waiting for the clients
//     start      the program's start, and ten minutes without a touch
//     life       the same, and an hour of touches
//
// Latency is the time from just before the kernel receives the end of a frame to just after the last client has read the first
// message about it. Earlier messages are read first. Frames in which fingers land, move and lift are counted separately. A frame
// without a message is counted as silent. In a crowd, latency is the time until all clients have read a message about the frame or
// about a later one, which requires messages with the time of their frame.

#include "measure.h"
#include "program.h"
#include "virtual-device.h"

#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t LIFT_NS = SECOND / 20, REST_NS = SECOND * 7 / 10, SETTLE_NS = 2 * SECOND;
enum { WARM_UP_STROKES = 4, REST_MINUTES = 10, HOUR_RATE = 120, STARTS = 5 };

// MARK: Latencies

enum moment { LANDING, MOVING, LIFTING, MOMENTS };
static const char *const moments[MOMENTS] = {"landing", "moving", "lifting"};
static struct { int64_t *latencies; int capacity, heard, frames; } noted[MOMENTS];

// Ends the frame, and records the messages about it until its time is over.
static void pass_on(enum moment moment, int64_t period) {
    drain();
    int64_t passed_on = sync_frame(), heard = hear(passed_on + period);
    noted[moment].frames++;
    if (heard >= 0) {
        if (noted[moment].heard == noted[moment].capacity) {
            noted[moment].capacity = 2 * noted[moment].capacity + 1024;
            noted[moment].latencies = realloc(noted[moment].latencies, noted[moment].capacity * sizeof(int64_t));
        }
        noted[moment].latencies[noted[moment].heard++] = heard - passed_on;
    }
    sleep_until(passed_on + period);
}

static void forget_latencies(void) {
    for (int moment = 0; moment < MOMENTS; moment++) noted[moment].heard = noted[moment].frames = 0;
}

static int frames_noted(void) { return noted[LANDING].frames + noted[MOVING].frames + noted[LIFTING].frames; }

static int ascending(const void *a, const void *b) {
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
    return (first > second) - (first < second);
}

void print_quantiles(const char *name, int64_t *latencies, int count) {
    static const char *const quantiles[] = {"p50", "p99", "max"};
    const int indices[] = {count / 2, count * 99 / 100, count - 1};
    qsort(latencies, count, sizeof *latencies, ascending);
    for (int i = 0; i < 3; i++)
        if (latencies[indices[i]] < NEVER) printf(" %s-%s=%" PRId64, name, quantiles[i], latencies[indices[i]]);
}

static void print_latencies(void) {
    int heard_of_any = 0;
    for (int moment = 0; moment < MOMENTS; moment++) {
        int heard = noted[moment].heard;
        heard_of_any += heard;
        printf(" %s-frames=%d", moments[moment], noted[moment].frames);
        printf(" %s-silent=%d", moments[moment], noted[moment].frames - heard);
        if (heard > 0) print_quantiles(moments[moment], noted[moment].latencies, heard);
    }
    if (heard_of_any == 0) fail("no message about any frame");
}

// MARK: Touches

// The path of a finger from landing to lift, in mm.
struct path { double x, y, to_x, to_y; };

static int units(double mm) { return lround(mm * device.resolution); }

// A touch with several fingers. In every second frame, each is one unit lower, because real fingers never rest completely.
static void touch(const struct path *paths, int fingers, int frames, int64_t period) {
    for (int slot = 0; slot < fingers; slot++) touch_down(slot, units(paths[slot].x), units(paths[slot].y));
    pass_on(LANDING, period);
    for (int frame = 1; frame <= frames; frame++) {
        double done = (double)frame / frames;
        for (int slot = 0; slot < fingers; slot++) {
            struct path path = paths[slot];
            move_to(slot, units(path.x + done * (path.to_x - path.x)), units(path.y + done * (path.to_y - path.y)) + frame % 2);
        }
        pass_on(MOVING, period);
    }
    for (int slot = 0; slot < fingers; slot++) lift(slot);
    pass_on(LIFTING, LIFT_NS);
}

static void rest(double seconds) { sleep_until(now() + (int64_t)(seconds * SECOND)); }

static const struct scenario {
    const char *name;
    enum device_kind kind;
    double width, height; // mm
    int fingers, rate, frames; // frames per second, and per stroke
    double length; // of a stroke, in mm; 0: the fingers pinch
} scenarios[] = {
    {"drags", TOUCHSCREEN, 300, 200, 1, 120, 60, 60},
    {"swipes", TOUCHPAD, 120, 80, 3, 120, 40, 40},
    {"pinches", TOUCHSCREEN, 300, 200, 2, 120, 60, 0},
    {"fingers", TOUCHSCREEN, 300, 200, 10, 1000, 60, 30},
    {"crowd", TOUCHSCREEN, 300, 200, 0, 0, 0, 0},
    {"start", TOUCHSCREEN, 300, 200, 0, 0, 0, 0},
    {"life", TOUCHSCREEN, 300, 200, 0, 0, 0, 0},
};

// Moves the fingers to the right, side by side. To pinch, one finger moves up to the left, and the other further down to the
// right, so that their centre, distance and angle change at once.
static struct path way(const struct scenario *scenario, int slot) {
    enum { LEFT = 20, DISTANCE = 18 }; // mm
    double x = LEFT + slot * DISTANCE, y = scenario->height / 2;
    if (scenario->length > 0) return (struct path){x, y, x + scenario->length, y};
    return slot == 0 ? (struct path){130, y, 100, y - 30} : (struct path){160, y, 230, y + 30};
}

// Plays strokes in alternating directions, with pauses in which all pending gestures are decided.
static void stroke(const struct scenario *scenario, int count) {
    struct path paths[MAX_SLOTS];
    for (int i = 0; i < count; i++) {
        for (int slot = 0; slot < scenario->fingers; slot++) {
            struct path path = way(scenario, slot);
            paths[slot] = i % 2 ? (struct path){path.to_x, path.to_y, path.x, path.y} : path;
        }
        touch(paths, scenario->fingers, scenario->frames, SECOND / scenario->rate);
        sleep_until(now() + REST_NS);
    }
}

// Plays an hour of typical use, with fingers on the screen for an eighth of the time.
static void touch_for_an_hour(void) {
    int64_t end = now() + 3600 * SECOND, period = SECOND / HOUR_RATE;
    for (int round = 0; now() < end; round++) {
        double x = 60 + round * 7 % 80, y = 50 + round * 5 % 40;
        struct path tap = {x, y, x, y}, scroll = {x, y + 70, x + 4, y}, swipe = {x, y, x + 80, y + 5};
        struct path pinch[] = {{x, y, x - 25, y - 10}, {x + 30, y + 10, x + 55, y + 40}};
        struct path three[] = {{x, y, x + 60, y}, {x + 20, y - 5, x + 80, y - 5}, {x + 40, y, x + 100, y}};
        touch(&tap, 1, 11, period), rest(4);
        touch(&tap, 1, 7, period), rest(0.1), touch(&tap, 1, 7, period), rest(3);
        for (int i = 0; i < 3; i++) touch(&scroll, 1, 60, period), rest(1.5);
        for (int i = 0; i < 2; i++) touch(&swipe, 1, 18, period), rest(3);
        touch(&tap, 1, 100, period), rest(4);
        touch(pinch, 2, 72, period), rest(4);
        touch(three, 3, 30, period), rest(5);
    }
}

// MARK: Measurements

static void measure_frames(const struct scenario *scenario, int strokes) {
    stroke(scenario, WARM_UP_STROKES);
    forget_latencies();
    int64_t cpu = cpu_time();
    stroke(scenario, strokes);
    cpu = cpu_time() - cpu;
    printf("cpu=%" PRId64, cpu / frames_noted());
    print_latencies();
}

static void measure_start(int64_t start) {
    drain();
    printf("start=%" PRId64 " resident=%ld anonymous=%ld", start, memory("Rss"), memory("Anonymous"));
    long before = wake_ups();
    sleep_until(now() + REST_MINUTES * 60 * SECOND);
    printf(" wake-ups=%.1f", (double)(wake_ups() - before) / REST_MINUTES);
}

static void measure_life(int64_t start) {
    measure_start(start);
    touch_for_an_hour();
    sleep_until(now() + SETTLE_NS);
    printf(" resident-after=%ld anonymous-after=%ld", memory("Rss"), memory("Anonymous"));
}

int main(int argc, char **argv) {
    static const struct option options[] = {
        {"clients", required_argument, NULL, 'c'}, {"ready", required_argument, NULL, 'r'},
        {"strokes", required_argument, NULL, 's'}, {0}};
    struct program program = {.clients = 1};
    int strokes = 100;
    for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;) {
        if (option == 'c') program.clients = atoi(optarg);
        else if (option == 'r') program.ready = optarg;
        else if (option == 's') strokes = atoi(optarg);
        else return 2;
    }
    const struct scenario *scenario = NULL;
    for (size_t i = 0; argc - optind >= 3 && i < sizeof scenarios / sizeof *scenarios; i++)
        if (strcmp(argv[optind], scenarios[i].name) == 0) scenario = &scenarios[i];
    if (!scenario || program.clients < 1 || program.clients > MAX_CLIENTS || strokes < 1)
        fail("see the head of its source for its usage");
    static const char *const sources[] = {[LINES] = "-", [ORIGINAL] = "original", [CLONE] = "clone"};
    program.socket = argv[optind + 1], program.source = CLIENTS;
    for (int source = LINES; source <= CLONE; source++)
        if (sources[source] && strcmp(program.socket, sources[source]) == 0) program.source = source;
    program.command = argv + optind + 2;

    char node[64] = "";
    device.name = "Benchmark", device.kind = scenario->kind, device.width = scenario->width, device.height = scenario->height;
    plug();
    get_node(node, sizeof node);
    program.node = node;
    for (char **word = program.command; *word; word++)
        if (strcmp(*word, "{}") == 0) *word = node;
    if (program.ready && strcmp(program.ready, "{}") == 0) program.ready = node;

    // Start it once before, so that its files are in memory.
    start_program(&program);
    stop_program();
    int64_t start = start_program(&program);
    // Starts differ by a percent, so a budget is compared with the shortest.
    if (strcmp(scenario->name, "start") == 0)
        for (int i = 1; i < STARTS; i++) {
            stop_program();
            int64_t other = start_program(&program);
            if (other < start) start = other;
        }
    sleep_until(now() + SETTLE_NS); // wait for work after the start
    if (scenario->fingers > 0) measure_frames(scenario, strokes);
    else if (strcmp(scenario->name, "crowd") == 0) measure_crowd(program.clients);
    else if (strcmp(scenario->name, "start") == 0) measure_start(start);
    else measure_life(start);
    putchar('\n');
    stop_program();
    return 0;
}
