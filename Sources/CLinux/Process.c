#define _GNU_SOURCE  // pipe2
#include "CLinux.h"

#include <malloc.h>
#include <spawn.h>

extern char **environ;

static int argument_count;
static char **arguments;

// glibc passes constructors the same arguments as main().
__attribute__((constructor)) static void keep_arguments(int count, char **words) {
    argument_count = count;
    arguments = words;
}

const char *linux_argument(int index) { return index >= 0 && index < argument_count ? arguments[index] : NULL; }

void linux_release_memory(void) { malloc_trim(0); }

pid_t linux_spawn(const char *arguments, int *output) {
    enum { MOST = 31 };
    char *words[MOST + 1] = {0};
    for (int count = 0; *arguments; arguments += strlen(arguments) + 1) {
        if (count == MOST) return -E2BIG;
        words[count++] = (char *)arguments;
    }
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    pid_t child;
    int error = posix_spawnp(&child, words[0], &actions, NULL, words, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (error == 0) {
        *output = ends[0];
        return child;
    }
    close(ends[0]);
    return -error;
}

int linux_end_child(pid_t child, int signal) {
    if (signal) kill(child, signal);
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
