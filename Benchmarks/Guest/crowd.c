// Measures many clients, with more frames than the program can report to all of them in time.

#define _GNU_SOURCE // memmem
#include "measure.h"
#include "program.h"
#include "virtual-device.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

// The finger moves 250 mm in each stroke, in units of 1/20 mm. The first tenth is not counted, because part of it is within slop.
enum { CALM_RATE = 50, CALM_FRAMES = 250, RATE = 1000, FRAMES = 3000, UNCOUNTED = FRAMES / 10, LENGTH = 5000 };

// Real clients run on other CPUs, but these share the CPU of the service. The clock for frames and latencies therefore stops while
// they read: it is CLOCK_MONOTONIC minus `paused`. All times are in ns.
static struct {
    volatile int64_t paused;
    volatile int count;
    struct { int64_t stamp, clock; } frames[FRAMES + 2]; // when the kernel received the end of each frame, on both clocks
} *played; // written by a separate process

static struct client {
    int frame; // the last reported frame; earlier ones count as reported too
    int events, kept; // all events, and those that are not "changed"
    size_t filled;
    char buffer[16384]; // received bytes that are not yet parsed
} *crowd;

// Gives this process a real-time priority, so that it runs before all processes with a lower one.
static void run_first(int priority) {
    if (sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){priority}) < 0) fail("no real-time priority");
}

// MARK: Touches

static void play_frame(int64_t clock) {
    for (int64_t until; (until = clock + played->paused) > now();) sleep_until(until);
    int64_t stamp = sync_frame();
    played->frames[played->count].stamp = stamp;
    played->frames[played->count++].clock = stamp - played->paused;
}

// Plays a stroke in a process with a higher priority than the program, so that frames are always on time.
static pid_t play(int frames, int rate) {
    played->count = 0;
    pid_t player = fork();
    if (player != 0) return player;
    run_first(1);
    int64_t start = now() - played->paused;
    touch_down(0, LENGTH / 10, LENGTH / 2);
    play_frame(start);
    for (int frame = 1; frame <= frames; frame++) {
        move_to(0, LENGTH / 10 + LENGTH * frame / frames, LENGTH / 2 + frame % 2);
        play_frame(start + frame * SECOND / rate);
    }
    lift(0);
    play_frame(start + (frames + 1) * SECOND / rate);
    _exit(0);
}

// MARK: Clients

static void take(struct client *client, const char *message, size_t size) {
    static const char phase_key[] = "\"phase\":\"", time_key[] = "\"time\":";
    const char *phase = memmem(message, size, phase_key, strlen(phase_key));
    const char *time = phase ? memmem(phase, message + size - phase, time_key, strlen(time_key)) : NULL;
    if (!time) fail("not an event: %s", message);
    client->events++;
    client->kept += strncmp(phase + strlen(phase_key), "changed", 7) != 0;
    // The kernel stamps a frame just after this process does. The message contains the kernel's stamp in µs.
    int64_t end = (strtoll(time + strlen(time_key), NULL, 10) + 1) * 1000;
    while (client->frame + 1 < played->count && played->frames[client->frame + 1].stamp < end) client->frame++;
}

static void read_events(int index) {
    struct client *client = &crowd[index];
    client->filled += read_client(index, client->buffer + client->filled, sizeof client->buffer - client->filled);
    char *message = client->buffer, *end = message + client->filled, *next;
    for (; (next = memchr(message, 0, end - message)); message = next + 1) take(client, message, next - message);
    client->filled = end - message;
    memmove(client->buffer, message, client->filled);
}

// Plays a stroke and records, for each frame, the time until all clients have read a message about it or about a later frame.
// Returns the number of frames with a result, because the program can lose the last ones.
static int stroke(int clients, int frames, int rate, int64_t *latencies) {
    for (int i = 0; i < clients; i++) crowd[i].frame = -1, crowd[i].events = crowd[i].kept = 0;
    pid_t player = play(frames, rate);
    int told = 0, awaited = clients - 1;
    while (await_client(awaited, now() + SECOND)) {
        read_events(awaited);
        int64_t time = now(), clock = time - played->paused;
        // Nothing else runs until the other clients have read, so they read only earlier messages. Wait next for the client that is
        // furthest behind, and among several for the one that connected last, as in hear().
        int behind = awaited;
        for (int i = 0; i < clients; i++) {
            read_events(i);
            int more = crowd[behind].frame - crowd[i].frame;
            if (more > 0 || (more == 0 && crowd[i].frame < crowd[awaited].frame && abs(i - awaited) > abs(behind - awaited)))
                behind = i;
        }
        for (; told <= crowd[behind].frame; told++) latencies[told] = clock - played->frames[told].clock;
        awaited = behind;
        played->paused += now() - time;
    }
    waitpid(player, NULL, 0);
    return told;
}

void measure_crowd(int clients) {
    static int64_t latencies[FRAMES + 2];
    played = mmap(NULL, sizeof *played, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    crowd = calloc(clients, sizeof *crowd);
    run_first(2);
    drain();
    // This stroke is slow enough to be reported completely. In a fast one, clients can miss "changed" events only.
    if (stroke(clients, CALM_FRAMES, CALM_RATE, latencies) < CALM_FRAMES + 2) fail("frames lost at %d Hz", CALM_RATE);
    int kept = crowd[0].kept, fewest = INT32_MAX, lossy = 0;
    int64_t cpu = cpu_time();
    int told = stroke(clients, FRAMES, RATE, latencies);
    cpu = cpu_time() - cpu;
    for (int frame = told; frame < FRAMES; frame++) latencies[frame] = NEVER;
    for (int i = 0; i < clients; i++) {
        if (crowd[i].kept != kept) lossy++;
        if (crowd[i].events < fewest) fewest = crowd[i].events;
    }
    printf("cpu=%" PRId64 " frames=%d untold=%d fewest=%d lossy=%d", cpu / (FRAMES + 2), FRAMES + 2, FRAMES + 2 - told, fewest,
           lossy);
    print_quantiles("last", latencies + UNCOUNTED, FRAMES - UNCOUNTED);
}
