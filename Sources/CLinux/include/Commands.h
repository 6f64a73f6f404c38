// The commands that a program runs. In C, because posix_spawn() takes arrays of pointers, and exit statuses are read by macros.
#pragma once

#include <sys/types.h>

/// Makes the ends of children known through waitpid() and SIGCHLD, even if the program was started with SIGCHLD ignored.
void linux_expect_children(void);

/// Starts a command, found on the PATH, without a shell, in a process group of its own. Its standard input is /dev/null; standard
/// output and standard error are those of this process. It has no other descriptor, and default signal handling.
///
/// WORDS and VARIABLES are strings, each ended by a null byte. Variables, as NAME=value, are added to the environment of this
/// process; later ones override earlier ones. Returns the pid, or -errno.
pid_t linux_start_command(const char *words, int word_count, const char *variables, int variable_count);

/// Returns whether a child has ended, and then sets STATUS to its exit status, or to minus the signal that ended it.
int linux_has_ended(pid_t child, int *status);

/// Returns the name of a signal without SIG, or NULL if it has none.
const char *linux_signal_name(int signal);
