// Error numbers. In C, because errno is a macro, and strerrordesc_np() needs _GNU_SOURCE.
#pragma once

#include <errno.h>

/// Returns errno. Call it on the line after the system call.
static inline int linux_errno(void) { return errno; }

/// Returns the message for an error number in the C locale; never NULL.
const char *linux_error_message(int error);
