// This process and its children. In C, because Embedded Swift has no CommandLine, posix_spawn() takes arrays of pointers, exit
// statuses are read by macros, and <malloc.h> is not in Swift's view of the C library.
#pragma once

#include <sys/types.h>
#include <sys/wait.h>

/// Returns a word of the command line; word 0 is the program's name. Returns NULL after the last.
const char *linux_argument(int index);

/// Returns freed memory to the system, also from the middle of the heap.
void linux_release_memory(void);

/// Starts a program, found on the PATH, without a shell. Its standard output is a pipe; its standard input and standard error are
/// /dev/null. ARGUMENTS are the words of its command line, each followed by a null byte, and then an empty word.
///
/// Returns the pid and sets OUTPUT to the reading end of the pipe, or returns -errno; -E2BIG for more than 31 words.
pid_t linux_spawn(const char *arguments, int *output);

/// Sends SIGNAL to a child, unless it is 0, and waits until the child ends. Returns its exit status, or -1 if a signal ended it.
int linux_end_child(pid_t child, int signal);
