// The system calls that Swift cannot make itself. Each topic has a header, which says why its functions are in C.
//
// Embedded Swift has no Glibc module, so this header also includes the C library headers that Swift code uses directly. Code that
// needs _GNU_SOURCE is in .c files: with it, the headers declare some structures differently than other modules see them, and
// Swift rejects two definitions of one structure.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "Accounts.h"
#include "Commands.h"
#include "Epoll.h"
#include "Errors.h"
#include "Evdev.h"
#include "Files.h"
#include "Options.h"
#include "Process.h"
#include "Signals.h"
#include "Sockets.h"
#include "Terminals.h"
#include "Timers.h"
