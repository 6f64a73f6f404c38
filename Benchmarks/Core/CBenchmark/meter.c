#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

#include "CBenchmark.h"

enum { most_frames = 1 << 16 };

static uint64_t least[most_frames];
static size_t frames;
static uint64_t allocations, allocations_before;
static uint64_t start;

int meter_is_valgrind(void) { return RUNNING_ON_VALGRIND; }

/// Returns the counter of Tests/Service/count-allocations.c, or one that stays 0 without it.
static const volatile uint64_t *counter(void) {
    static const uint64_t none;
    static const volatile uint64_t *count;
    if (count) return count;
    const char *path = getenv("ALLOCATIONS");
    if (!path) return count = &none;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    void *memory = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *count, PROT_READ, MAP_SHARED, fd, 0);
    if (memory == MAP_FAILED) {
        perror(path);
        exit(1);
    }
    close(fd);
    return count = memory;
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ull + time.tv_nsec;
}

void meter_clear(void) {
    // Open it now, so that the first frame does not include this cost.
    counter();
    for (size_t index = 0; index < most_frames; index++) least[index] = UINT64_MAX;
    meter_rewind();
}

void meter_rewind(void) {
    frames = 0;
    allocations = 0;
}

void meter_begin(void) {
    if (RUNNING_ON_VALGRIND) {
        CALLGRIND_TOGGLE_COLLECT;
        return;
    }
    allocations_before = *counter();
    start = now();
}

void meter_end(void) {
    if (RUNNING_ON_VALGRIND) {
        CALLGRIND_TOGGLE_COLLECT;
        frames++;
        return;
    }
    uint64_t time = now() - start;
    allocations += *counter() - allocations_before;
    if (frames == most_frames) {
        fputs("benchmark: more frames in one case than the meter takes\n", stderr);
        exit(1);
    }
    if (time < least[frames]) least[frames] = time;
    frames++;
}

void meter_print(const char *label, uint64_t events) {
    if (RUNNING_ON_VALGRIND) {
        CALLGRIND_DUMP_STATS_AT(label);
        printf("%s\t%zu\t%llu\n", label, frames, (unsigned long long)events);
    } else {
        uint64_t time = 0;
        for (size_t index = 0; index < frames; index++) time += least[index];
        printf("%s\t%zu\t%llu\t%llu\t%llu\n", label, frames, (unsigned long long)events,
               (unsigned long long)allocations, (unsigned long long)time);
    }
    fflush(stdout);
}
