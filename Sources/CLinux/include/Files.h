// Files and folders. In C, because open() and fcntl() are variadic, tests of file modes are macros, and Swift imports the name in
// struct dirent as a tuple of 256 values.
#pragma once

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>

static inline int linux_open(const char *path, int flags) { return open(path, flags | O_CLOEXEC); }
static inline int linux_create(const char *path, int flags, mode_t mode) {
    return open(path, flags | O_CREAT | O_CLOEXEC, mode);
}

/// Makes FD non-blocking. Returns 0, or -errno.
int linux_set_nonblocking(int fd);

/// Makes FD blocking. Returns 0, or -errno.
int linux_set_blocking(int fd);

/// Creates a non-blocking inotify instance. Returns the descriptor, or -errno.
int linux_create_inotify(void);

/// Lets an inotify instance report changes of the files in a folder. Returns 0, or -errno.
int linux_watch_folder(int inotify, const char *path);

/// Takes all changes that a non-blocking inotify instance has reported. Returns whether there were any.
int linux_take_folder_changes(int inotify);

/// Makes FD close-on-exec. Returns 0, or -errno.
int linux_set_close_on_exec(int fd);

static inline int linux_is_socket(mode_t mode) { return S_ISSOCK(mode); }
static inline int linux_is_regular(mode_t mode) { return S_ISREG(mode); }
static inline int linux_is_link(mode_t mode) { return S_ISLNK(mode); }
static inline int linux_is_folder(mode_t mode) { return S_ISDIR(mode); }

/// Returns whether a node with this mode and device number is /dev/null, which is always 1:3 (the kernel's
/// Documentation/admin-guide/devices.txt).
static inline int linux_is_null(mode_t mode, dev_t device) { return S_ISCHR(mode) && device == makedev(1, 3); }

/// Returns the name of the next entry of a folder, or NULL after the last.
static inline const char *linux_next_name(DIR *folder) {
    struct dirent *entry = readdir(folder);
    return entry ? entry->d_name : NULL;
}
