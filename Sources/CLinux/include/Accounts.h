// User accounts. In C, because fgetpwent() needs _GNU_SOURCE, and a list of strings is a pointer to pointers.
#pragma once

#include <grp.h>
#include <pwd.h>
#include <sys/types.h>

/// Returns whether /etc/passwd has an entry for a user id.
int linux_is_in_passwd(uid_t uid);

/// Returns the name of the member at INDEX, or NULL after the last.
static inline const char *linux_member(const struct group *group, int index) { return group->gr_mem[index]; }
