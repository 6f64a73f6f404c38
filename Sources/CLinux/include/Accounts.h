// User accounts. In C, because fgetpwent() needs _GNU_SOURCE, and a list of strings is a pointer to pointers.
#pragma once

#include <grp.h>
#include <pwd.h>
#include <sys/types.h>

/// Fills USERS with the user ids in /etc/passwd, as many as fit into CAPACITY. Returns how many there are.
int linux_users_in_passwd(uid_t *users, int capacity);

/// Returns the name of the member at INDEX, or NULL after the last.
static inline const char *linux_member(const struct group *group, int index) { return group->gr_mem[index]; }
