// What counts a benchmark's cost, and the plain slot tracker that it is compared with.
#pragma once

// For touches in circles.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

// MARK: The meter

/// Whether callgrind runs the program: then instructions are counted, and each frame costs the same every time.
int meter_is_valgrind(void);

/// Forgets what was counted.
void meter_clear(void);

/// From the first frame again.
void meter_rewind(void);

/// Around what is counted of one frame: instructions under callgrind; else allocations, and time as the least that this frame
/// took in any round.
void meter_begin(void);
void meter_end(void);

/// Prints a line: label, frames, events; then, without callgrind, allocations (of the last round) and nanoseconds of all
/// frames. Callgrind writes a file of its own instead, with the label in it.
void meter_print(const char *label, uint64_t events);

/// Takes a value, so that it is worth computing.
static inline void meter_use(int64_t value) { __asm__ volatile("" : : "r"(value)); }

// MARK: The plain slot tracker

/// A `struct input_event` with its time in microseconds.
struct plain_event {
    int64_t time;
    uint16_t type;
    uint16_t code;
    int32_t value;
};

/// Takes events of multitouch protocol B and keeps what each contact is and where: no recognition, no units, no palms, no
/// overruns.
///
/// Returns how many contacts changed in the frames that the events complete.
size_t plain_take(const struct plain_event *events, size_t count);

/// Forgets all contacts.
void plain_clear(void);
