// Declarations that the parts of `measure` share.
#pragma once

#include <stdint.h>

static const int64_t SECOND = 1000000000; // ns
static const int64_t NEVER = INT64_MAX;

// Sorts latencies, and prints the median, the 99th percentile and the longest. Omits values that are NEVER.
void print_quantiles(const char *name, int64_t *latencies, int count);

// Measures the program while it receives more frames than it can report to each client (crowd.c).
void measure_crowd(int clients);
