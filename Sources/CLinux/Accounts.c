#define _GNU_SOURCE  // fgetpwent
#include "CLinux.h"

#include <stdio.h>

int linux_users_in_passwd(uid_t *users, int capacity) {
    FILE *file = fopen("/etc/passwd", "re");
    if (!file) return 0;
    struct passwd *entry;
    int count = 0;
    for (; (entry = fgetpwent(file)); count++)
        if (count < capacity) users[count] = entry->pw_uid;
    fclose(file);
    return count;
}
