// touch-device: makes a virtual touch device with uinput and plays a touch script on it, line by line as it arrives.
//
//     touch-device [--kind touchscreen|touchpad|keyboard|pen|switch] [--name NAME] [--size WIDTHxHEIGHT]
//                  [--slots N] [--units-per-mm N] [--sizeless] [SCRIPT]
//
// Sizes and positions are in mm from the top left corner. Without slots it is a single-touch panel. A sizeless device does not
// report its size. Without a script, or with "-", it reads standard input. It prints the device's node once udev has processed it. A script has one command per line, or
// several separated by ";":
//
//     down SLOT X Y             a finger lands
//     move SLOT X Y             moves
//     up SLOT                   and is lifted
//     palm SLOT                 the device reports this contact as a palm
//     extra N                   N more fingers are down than there are slots
//     key CODE VALUE            a key or button
//     raw TYPE CODE VALUE       any event
//     sync                      ends the frame, which the kernel delivers only now
//     wait MS                   sleeps
//     glide MS SLOT X Y ...     moves fingers there in this time, a frame every 8 ms
//     flood N SLOT              N frames as fast as possible, in which the finger moves by one unit
//     say TEXT                  prints a line, which shows the progress of the script
//     unplug, plug              removes the device, adds a new one with the same properties

#include "virtual-device.h"

#include <errno.h>
#include <getopt.h>
#include <linux/input.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FRAME_MS = 8 };

static void sleep_ms(double ms) {
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = fmod(ms, 1000) * 1e6};
    while (clock_nanosleep(CLOCK_MONOTONIC, 0, &time, &time) == EINTR) {}
}

static double number(void) {
    char *word = strtok(NULL, " \t"), *end;
    if (!word) fail("a number is missing");
    double value = strtod(word, &end);
    if (*end) fail("\"%s\": expected a number", word);
    return value;
}

static int slot_number(void) {
    int slot = number(), count = device.slots > 0 ? device.slots : 1;
    if (slot < 0 || slot >= count) fail("slot %d: this device has %d", slot, count);
    return slot;
}

static int units(void) { return lround(number() * device.resolution); }

static void glide(void) {
    struct { int slot, x, y, from_x, from_y; } moves[MAX_SLOTS];
    double ms = number();
    int count = 0, steps = fmax(1, round(ms / FRAME_MS));
    // The list ends with the line. Checked here because number() requires a word.
    for (char *word; count < MAX_SLOTS && (word = strtok(NULL, " \t")); count++) {
        moves[count].slot = atoi(word);
        if (moves[count].slot < 0 || moves[count].slot >= MAX_SLOTS) fail("no slot %s", word);
        moves[count].x = units();
        moves[count].y = units();
        moves[count].from_x = device.contacts[moves[count].slot].x;
        moves[count].from_y = device.contacts[moves[count].slot].y;
    }
    for (int step = 1; step <= steps; step++) {
        sleep_ms(ms / steps);
        for (int i = 0; i < count; i++)
            move_to(moves[i].slot, moves[i].from_x + (moves[i].x - moves[i].from_x) * step / steps,
                    moves[i].from_y + (moves[i].y - moves[i].from_y) * step / steps);
        sync_frame();
    }
}

static void flood(void) {
    int frames = number(), slot = slot_number();
    struct contact start = device.contacts[slot];
    for (int i = 1; i <= frames; i++) {
        move_to(slot, start.x + i % 2, start.y);
        sync_frame();
    }
}

static void plug_and_tell(void) {
    char node[64] = "";
    plug();
    get_node(node, sizeof node);
    puts(node);
}

static void run_command(char *command) {
    char *word = strtok(command, " \t");
    if (!word || *word == '#') return;
    if (device.fd < 0 && strcmp(word, "plug") && strcmp(word, "say") && strcmp(word, "wait")) fail("%s: not plugged in", word);

    if (strcmp(word, "down") == 0) { int slot = slot_number(), x = units(), y = units(); touch_down(slot, x, y); }
    else if (strcmp(word, "move") == 0) { int slot = slot_number(), x = units(), y = units(); move_to(slot, x, y); }
    else if (strcmp(word, "up") == 0) lift(slot_number());
    else if (strcmp(word, "palm") == 0) mark_palm(slot_number());
    else if (strcmp(word, "extra") == 0) device.extra = number();
    else if (strcmp(word, "key") == 0) { int code = number(), value = number(); emit(EV_KEY, code, value); }
    else if (strcmp(word, "raw") == 0) { int type = number(), code = number(), value = number(); emit(type, code, value); }
    else if (strcmp(word, "sync") == 0) sync_frame();
    else if (strcmp(word, "wait") == 0) sleep_ms(number());
    else if (strcmp(word, "glide") == 0) glide();
    else if (strcmp(word, "flood") == 0) flood();
    else if (strcmp(word, "say") == 0) puts(strtok(NULL, "") ?: "");
    else if (strcmp(word, "unplug") == 0) unplug();
    else if (strcmp(word, "plug") == 0) plug_and_tell();
    else fail("%s: no such command", word);
}

static void run_script(FILE *script) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, script) >= 0) {
        char *rest = line, *command;
        while ((command = strsep(&rest, ";\n"))) run_command(command);
    }
    free(line);
}

static enum device_kind kind_named(const char *name) {
    if (strcmp(name, "touchscreen") == 0) return TOUCHSCREEN;
    if (strcmp(name, "touchpad") == 0) return TOUCHPAD;
    if (strcmp(name, "keyboard") == 0) return KEYBOARD;
    if (strcmp(name, "pen") == 0) return PEN;
    if (strcmp(name, "switch") == 0) return SWITCH;
    fail("--kind %s: expected touchscreen, touchpad, keyboard or pen", name);
}

int main(int argc, char **argv) {
    static const struct option options[] = {
        {"kind", required_argument, NULL, 'k'},  {"name", required_argument, NULL, 'n'},
        {"size", required_argument, NULL, 's'},  {"slots", required_argument, NULL, 'c'},
        {"units-per-mm", required_argument, NULL, 'u'}, {"sizeless", no_argument, NULL, 'z'}, {0},
    };
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        switch (option) {
        case 'k': device.kind = kind_named(optarg); break;
        case 'n': device.name = optarg; break;
        case 's': if (sscanf(optarg, "%lfx%lf", &device.width, &device.height) != 2) fail("--size %s: expected e.g. 300x200", optarg); break;
        case 'c': device.slots = atoi(optarg); break;
        case 'u': device.resolution = atoi(optarg); break;
        case 'z': device.is_sizeless = true; break;
        default: return 2;
        }
    }
    if (device.slots < 0 || device.slots > MAX_SLOTS) fail("--slots: expected 0 to %d", MAX_SLOTS);

    FILE *script = stdin;
    if (optind < argc && strcmp(argv[optind], "-") != 0 && !(script = fopen(argv[optind], "re")))
        fail("%s: %s", argv[optind], strerror(errno));
    // Write and read line by line: the caller waits for each line.
    setvbuf(stdout, NULL, _IOLBF, 0);
    plug_and_tell();
    run_script(script);
    return 0;
}
