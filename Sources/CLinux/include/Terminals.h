// The size of a terminal. In C, because ioctl() is variadic and its request numbers are macros.
#pragma once

/// Sets COLUMNS and ROWS to the size of the terminal FD. Returns 0, or -errno. Serial lines report 0 columns and rows.
int linux_terminal_size(int fd, int *columns, int *rows);

/// Makes each key that is pressed on the terminal FD readable at once, without showing it. Ctrl-C and Ctrl-Z send signals as before.
/// Remembers the settings of one terminal. Returns 0, or -errno.
int linux_read_keys(int fd);

/// Does the same after linux_read_lines(), or after another program has changed the settings.
int linux_read_keys_again(int fd);

/// Restores the settings that the terminal had before linux_read_keys().
void linux_read_lines(int fd);
