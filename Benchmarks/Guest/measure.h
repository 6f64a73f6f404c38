// What the parts of `measure` share.
#pragma once

#include <stdint.h>

static const int64_t SECOND = 1000000000; // ns
static const int64_t NEVER = INT64_MAX;

// Sorts latencies, and prints the median, the 99th percentile and the longest, each unless it is NEVER.
void print_quantiles(const char *name, int64_t *latencies, int count);

// Measures the program with all its clients while it gets more frames than it can pass on to each of them (crowd.c).
void measure_crowd(int clients);
