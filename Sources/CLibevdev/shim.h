// The same C library for every module: two views of one structure do not mix.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <libevdev/libevdev.h>
