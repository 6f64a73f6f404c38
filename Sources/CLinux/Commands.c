#define _GNU_SOURCE  // posix_spawn_file_actions_addclosefrom_np, sigabbrev_np
#include "CLinux.h"

#include <spawn.h>

extern char **environ;

void linux_expect_children(void) { signal(SIGCHLD, SIG_DFL); }

/// Adds a variable, or replaces that with the same name. Returns the number of variables.
static int set_variable(char **environment, int count, char *variable) {
    size_t length = strcspn(variable, "=");
    int index = 0;
    while (index < count && (strncmp(environment[index], variable, length) != 0 || environment[index][length] != '=')) index++;
    environment[index] = variable;
    return index < count ? count : count + 1;
}

pid_t linux_start_command(const char *words, int word_count, const char *variables, int variable_count) {
    int inherited = 0;
    while (environ && environ[inherited]) inherited++;
    // The words, the variables, and a null pointer behind each.
    char **pointers = calloc((size_t)word_count + 1 + (size_t)inherited + (size_t)variable_count + 1, sizeof *pointers);
    if (!pointers) return -ENOMEM;
    for (int i = 0; i < word_count; i++, words += strlen(words) + 1) pointers[i] = (char *)words;
    char **environment = pointers + word_count + 1;
    if (inherited > 0) memcpy(environment, environ, (size_t)inherited * sizeof *environ);
    int count = inherited;
    for (int i = 0; i < variable_count; i++, variables += strlen(variables) + 1)
        count = set_variable(environment, count, (char *)variables);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    pid_t child;
    int error = posix_spawnp(&child, pointers[0], &actions, &attributes, pointers, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    free(pointers);
    return error ? -error : child;
}

int linux_has_ended(pid_t child, int *status) {
    int raw = 0;
    pid_t ended;
    do ended = waitpid(child, &raw, WNOHANG);
    while (ended < 0 && errno == EINTR);
    if (ended == 0) return 0;
    // An error means that there is no such child any more.
    *status = ended < 0 ? 0 : WIFSIGNALED(raw) ? -WTERMSIG(raw) : WEXITSTATUS(raw);
    return 1;
}

const char *linux_signal_name(int signal) { return sigabbrev_np(signal); }
