// A virtual touch device, made with uinput. A process can have one; for a second one, start another process.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { MAX_SLOTS = 16 };

enum device_kind { TOUCHSCREEN, TOUCHPAD, KEYBOARD, PEN, SWITCH };

struct contact {
    bool down;
    int id; // MT tracking id: the oldest finger has the lowest
    int x, y; // units
};

extern struct virtual_device {
    enum device_kind kind;
    const char *name;
    double width, height; // mm
    int slots; // 0: a single-touch panel
    int resolution; // units per mm
    bool is_sizeless; // does not report the resolution
    int fd; // -1 while unplugged
    int extra; // fingers beyond the slots
    int next_id;
    struct contact contacts[MAX_SLOTS];
} device;

// Makes the device and waits until udev has processed it. All functions exit with an error message if they fail.
void plug(void);
void unplug(void);

// Writes the path of the device's node.
void get_node(char *node, int size);

// These take effect when sync_frame ends the frame. Positions are in units.
void touch_down(int slot, int x, int y);
void move_to(int slot, int x, int y);
void mark_palm(int slot);
void lift(int slot);
void emit(int type, int code, int value);

// Ends the frame, and returns the time (CLOCK_MONOTONIC, ns) just before the kernel delivered it.
int64_t sync_frame(void);

__attribute__((noreturn, format(printf, 1, 2))) void fail(const char *format, ...);
