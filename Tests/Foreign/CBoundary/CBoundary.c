#include "CBoundary.h"

#include <CEvdevMessages.h>
#include <grp.h>
#include <json.h>
#include <libevdev/libevdev.h>
#include <pwd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

uint64_t boundary_bits(int integer, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits + integer;
}

double boundary_number(uint64_t bits) {
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

int64_t boundary_sum(int first, int64_t second, int third) { return first + second + third; }

#define TYPE(name, type) printf("C %s %zu %zu\n", name, sizeof(type), _Alignof(type))
#define FIELD(type, field) printf("C %s.%s %zu\n", #type, #field, offsetof(struct type, field))

void boundary_print_layouts(void) {
    TYPE("int", int);
    TYPE("long", long);
    TYPE("size_t", size_t);
    TYPE("pointer", void *);
    TYPE("bool", bool);
    TYPE("int64_t", int64_t);
    TYPE("double", double);
    TYPE("dev_t", dev_t);
    TYPE("ino_t", ino_t);
    TYPE("mode_t", mode_t);
    TYPE("pid_t", pid_t);
    TYPE("time_t", time_t);
    TYPE("json_type", enum json_type);
    TYPE("libevdev_read_status", enum libevdev_read_status);
    TYPE("libevdev_grab_mode", enum libevdev_grab_mode);

    TYPE("input_event", struct input_event);
    FIELD(input_event, type);
    FIELD(input_event, code);
    FIELD(input_event, value);
    TYPE("input_absinfo", struct input_absinfo);
    FIELD(input_absinfo, minimum);
    FIELD(input_absinfo, maximum);
    FIELD(input_absinfo, fuzz);
    FIELD(input_absinfo, flat);
    FIELD(input_absinfo, resolution);
    TYPE("evdev_messages", struct evdev_messages);
    FIELD(evdev_messages, next);
    FIELD(evdev_messages, kept);
    TYPE("timespec", struct timespec);
    FIELD(timespec, tv_sec);
    FIELD(timespec, tv_nsec);
    TYPE("stat", struct stat);
    FIELD(stat, st_dev);
    FIELD(stat, st_ino);
    FIELD(stat, st_mode);
    FIELD(stat, st_uid);
    FIELD(stat, st_gid);
    FIELD(stat, st_rdev);
    TYPE("passwd", struct passwd);
    FIELD(passwd, pw_name);
    FIELD(passwd, pw_uid);
    FIELD(passwd, pw_gid);
    TYPE("group", struct group);
    FIELD(group, gr_name);
    FIELD(group, gr_gid);
    fflush(stdout);
}
