#define _GNU_SOURCE  // fgetpwent
#include "CLinux.h"

#include <stdio.h>

int linux_is_in_passwd(uid_t uid) {
    FILE *file = fopen("/etc/passwd", "re");
    if (!file) return 0;
    struct passwd *entry;
    int found = 0;
    while (!found && (entry = fgetpwent(file))) found = entry->pw_uid == uid;
    fclose(file);
    return found;
}
