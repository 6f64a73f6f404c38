// Other programs. Included by CLinux.h.
#pragma once

#include <sys/types.h>
#include <sys/wait.h>

/// Starts a program, found on the PATH, without a shell. Its standard output is a pipe, its standard input and standard error are
/// /dev/null. ARGUMENTS are the words of its command line, each ended by a null byte, and an empty word.
///
/// Returns its pid and sets OUTPUT to the reading end of the pipe, or returns -errno.
pid_t linux_spawn(const char *arguments, int *output);

/// Sends SIGNAL to a child, unless it is 0, and waits until the child has ended. Returns its exit status, or -1 if it was killed.
int linux_end_child(pid_t child, int signal);
