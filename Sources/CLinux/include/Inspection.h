// What only a look at the whole machine needs: who users are, what others have open. Included by CLinux.h.
#pragma once

#include <dirent.h>
#include <grp.h>
#include <pwd.h>
#include <sys/xattr.h>

/// The name of the next entry of a folder; NULL at the end. Swift sees the name as 256 values.
static inline const char *linux_next_name(DIR *folder) {
    struct dirent *entry = readdir(folder);
    return entry ? entry->d_name : NULL;
}

/// One of the names in a list that ends with NULL; NULL at its end. A list in place of a pointer to pointers.
static inline const char *linux_member(const struct group *group, int index) { return group->gr_mem[index]; }
