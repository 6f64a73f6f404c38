// The meter of the benchmark, and a plain slot tracker for comparison.
#pragma once

// For circular touches.
#include <math.h>
#include <stddef.h>
#include <stdint.h>

// MARK: The meter

/// Returns whether callgrind runs the program. Instructions are counted then, and each frame always has the same cost.
int meter_is_valgrind(void);

/// Resets the counters.
void meter_clear(void);

/// Restarts at the first frame.
void meter_rewind(void);

/// Begin and end the measurement of one frame: instructions under callgrind; otherwise allocations, and the minimum time of
/// this frame in all rounds.
void meter_begin(void);
void meter_end(void);

/// Prints a line: label, frames, events, and without callgrind the allocations of the last round and the nanoseconds of all
/// frames. Callgrind writes a separate file that contains the label.
void meter_print(const char *label, uint64_t events);

/// Uses a value, so that the compiler does not remove its computation.
static inline void meter_use(int64_t value) { __asm__ volatile("" : : "r"(value)); }

// MARK: The plain slot tracker

/// A `struct input_event` with its time in microseconds.
struct plain_event {
    int64_t time;
    uint16_t type;
    uint16_t code;
    int32_t value;
};

/// Processes events of multitouch protocol B and stores the contacts, without recognition, units, palms and overruns.
///
/// Returns the number of contacts that changed in the completed frames.
size_t plain_take(const struct plain_event *events, size_t count);

/// Removes all contacts.
void plain_clear(void);
