// The C side of the tests of the boundary between Swift and C.
#pragma once

#include <stdint.h>

/// Returns the bits of a floating-point argument, which follows an integer as in other functions.
uint64_t boundary_bits(int integer, double number);

/// Returns the floating-point number with these bits.
double boundary_number(uint64_t bits);

/// Returns the sum of its arguments: a 64-bit argument may have to start at an even register.
int64_t boundary_sum(int first, int64_t second, int third);

/// Prints the sizes and offsets that Boundary prints, as the C compiler sees them.
void boundary_print_layouts(void);
