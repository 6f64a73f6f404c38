// Clocks and timers. In C, because the time of day in Swift would need a structure and a conversion for each read, and struct
// itimerspec is filled field by field.
#pragma once

#include <stdint.h>
#include <time.h>

/// Returns CLOCK_MONOTONIC in µs.
static inline int64_t linux_monotonic_microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/// Returns the CPU time of the calling thread in µs.
static inline int64_t linux_thread_microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/// Returns the time that the machine has been suspended since boot, in µs.
static inline int64_t linux_asleep_microseconds(void) {
    struct timespec awake, all;
    clock_gettime(CLOCK_MONOTONIC, &awake);
    clock_gettime(CLOCK_BOOTTIME, &all);
    return ((int64_t)all.tv_sec - awake.tv_sec) * 1000000 + (all.tv_nsec - awake.tv_nsec) / 1000;
}

/// Creates a disarmed timer of CLOCK_MONOTONIC. Returns the descriptor, or -errno.
int linux_create_timer(void);

/// Makes TIMER readable once at INSTANT (in µs), or never if INSTANT is negative. An expiration that was not read is discarded.
void linux_set_timer(int timer, int64_t instant);

/// Creates a descriptor that becomes readable when the machine resumes or the clock is set. Returns it, or -errno.
int linux_watch_clock(void);

/// Rearms such a descriptor. Returns 0, or -errno.
int linux_watch_clock_again(int fd);
