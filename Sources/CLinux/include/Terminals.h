// The size of a terminal. In C, because ioctl() is variadic and its request numbers are macros.
#pragma once

/// Sets COLUMNS and ROWS to the size of the terminal FD. Returns 0, or -errno. Serial lines report 0 columns and rows.
int linux_terminal_size(int fd, int *columns, int *rows);
