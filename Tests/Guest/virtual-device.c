#define _GNU_SOURCE // program_invocation_short_name
#include "virtual-device.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

struct virtual_device device = {
    .kind = TOUCHSCREEN, .name = "Test Touchscreen", .width = 300, .height = 200, .slots = 10, .resolution = 20, .fd = -1,
};

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", program_invocation_short_name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static void check(int result, const char *what) {
    if (result < 0) fail("%s: %s", what, strerror(errno));
}

void emit(int type, int code, int value) {
    struct input_event event = {.type = type, .code = code, .value = value};
    check(write(device.fd, &event, sizeof event), "write");
}

// MARK: The device

static void add_axis(int code, int maximum, int resolution) {
    if (device.is_sizeless) resolution = 0;
    struct uinput_abs_setup setup = {.code = code, .absinfo = {.maximum = maximum, .resolution = resolution}};
    check(ioctl(device.fd, UI_ABS_SETUP, &setup), "UI_ABS_SETUP");
}

static void add_key(int code) { check(ioctl(device.fd, UI_SET_KEYBIT, code), "UI_SET_KEYBIT"); }

// The button that reports the number of fingers.
static int finger_tool(int fingers) {
    static const int tools[] = {BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP, BTN_TOOL_QUINTTAP};
    return fingers < 1 ? 0 : tools[(fingers < 5 ? fingers : 5) - 1];
}

static void add_touch_capabilities(void) {
    int x_maximum = lround(device.width * device.resolution), y_maximum = lround(device.height * device.resolution);
    check(ioctl(device.fd, UI_SET_EVBIT, EV_ABS), "UI_SET_EVBIT");
    add_key(BTN_TOUCH);
    if (device.kind == TOUCHPAD) {
        add_key(BTN_LEFT);
        for (int fingers = 1; fingers <= 5; fingers++) add_key(finger_tool(fingers));
        check(ioctl(device.fd, UI_SET_PROPBIT, INPUT_PROP_POINTER), "UI_SET_PROPBIT");
        check(ioctl(device.fd, UI_SET_PROPBIT, INPUT_PROP_BUTTONPAD), "UI_SET_PROPBIT");
    } else {
        check(ioctl(device.fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT), "UI_SET_PROPBIT");
    }
    add_axis(ABS_X, x_maximum, device.resolution);
    add_axis(ABS_Y, y_maximum, device.resolution);
    if (device.slots > 0) {
        add_axis(ABS_MT_SLOT, device.slots - 1, 0);
        add_axis(ABS_MT_POSITION_X, x_maximum, device.resolution);
        add_axis(ABS_MT_POSITION_Y, y_maximum, device.resolution);
        add_axis(ABS_MT_TOOL_TYPE, MT_TOOL_PALM, 0);
        add_axis(ABS_MT_TRACKING_ID, 0xffff, 0);
    }
}

static void add_typing_capabilities(void) {
    for (int code = KEY_ESC; code <= KEY_MICMUTE; code++) add_key(code);
    check(ioctl(device.fd, UI_SET_EVBIT, EV_MSC), "UI_SET_EVBIT");
    check(ioctl(device.fd, UI_SET_MSCBIT, MSC_SCAN), "UI_SET_MSCBIT");
    check(ioctl(device.fd, UI_SET_EVBIT, EV_LED), "UI_SET_EVBIT");
    check(ioctl(device.fd, UI_SET_LEDBIT, LED_CAPSL), "UI_SET_LEDBIT");
}

static void add_pen_capabilities(void) {
    check(ioctl(device.fd, UI_SET_EVBIT, EV_ABS), "UI_SET_EVBIT");
    add_key(BTN_TOUCH);
    add_key(BTN_TOOL_PEN);
    add_key(BTN_STYLUS);
    add_axis(ABS_X, lround(device.width * device.resolution), device.resolution);
    add_axis(ABS_Y, lround(device.height * device.resolution), device.resolution);
}

// As on many laptops, a few keys share the node.
static void add_switch_capabilities(void) {
    check(ioctl(device.fd, UI_SET_EVBIT, EV_SW), "UI_SET_EVBIT");
    check(ioctl(device.fd, UI_SET_SWBIT, SW_LID), "UI_SET_SWBIT");
    check(ioctl(device.fd, UI_SET_SWBIT, SW_TABLET_MODE), "UI_SET_SWBIT");
    add_key(KEY_VOLUMEUP);
    add_key(KEY_SWITCHVIDEOMODE);
}

void get_node(char *node, int size) {
    char name[64] = "", path[128];
    check(ioctl(device.fd, UI_GET_SYSNAME(sizeof name), name), "UI_GET_SYSNAME");
    snprintf(path, sizeof path, "/sys/class/input/%s", name);
    DIR *directory = opendir(path);
    if (!directory) fail("%s: %s", path, strerror(errno));
    struct dirent *entry;
    while ((entry = readdir(directory)))
        if (strncmp(entry->d_name, "event", 5) == 0) snprintf(node, size, "/dev/input/%s", entry->d_name);
    closedir(directory);
}

void plug(void) {
    device.fd = open("/dev/uinput", O_RDWR | O_CLOEXEC);
    check(device.fd, "/dev/uinput");
    check(ioctl(device.fd, UI_SET_EVBIT, EV_KEY), "UI_SET_EVBIT");
    if (device.kind == KEYBOARD)
        add_typing_capabilities();
    else if (device.kind == PEN)
        add_pen_capabilities();
    else if (device.kind == SWITCH)
        add_switch_capabilities();
    else
        add_touch_capabilities();

    struct uinput_setup setup = {.id = {.bustype = BUS_I2C, .vendor = 0x1234, .product = 0x5678, .version = 1}};
    snprintf(setup.name, sizeof setup.name, "%s", device.name);
    check(ioctl(device.fd, UI_DEV_SETUP, &setup), "UI_DEV_SETUP");
    check(ioctl(device.fd, UI_DEV_CREATE), "UI_DEV_CREATE");
    if (system("udevadm settle --timeout=60") != 0) fail("udev did not settle");
}

void unplug(void) {
    close(device.fd);
    device.fd = -1;
    device.extra = 0;
    memset(device.contacts, 0, sizeof device.contacts);
}

// MARK: Frames

// Ends the frame as the kernel's multitouch drivers do: a mouse-like pointer follows the oldest finger. Unchanged values can be
// written again, because the input core drops them.
int64_t sync_frame(void) {
    if (device.kind != KEYBOARD && device.kind != SWITCH) {
        const struct contact *oldest = NULL;
        int fingers = device.extra;
        for (int slot = 0; slot < MAX_SLOTS; slot++) {
            const struct contact *contact = &device.contacts[slot];
            if (!contact->down) continue;
            fingers++;
            if (!oldest || contact->id < oldest->id) oldest = contact;
        }
        emit(EV_KEY, BTN_TOUCH, fingers > 0);
        if (device.kind == TOUCHPAD)
            for (int count = 1; count <= 5; count++) emit(EV_KEY, finger_tool(count), finger_tool(count) == finger_tool(fingers));
        if (oldest) {
            emit(EV_ABS, ABS_X, oldest->x);
            emit(EV_ABS, ABS_Y, oldest->y);
        }
    }
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    emit(EV_SYN, SYN_REPORT, 0);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static void select_slot(int slot) {
    if (device.slots > 0) emit(EV_ABS, ABS_MT_SLOT, slot);
}

void move_to(int slot, int x, int y) {
    device.contacts[slot].x = x;
    device.contacts[slot].y = y;
    select_slot(slot);
    if (device.slots > 0) {
        emit(EV_ABS, ABS_MT_POSITION_X, x);
        emit(EV_ABS, ABS_MT_POSITION_Y, y);
    }
}

void touch_down(int slot, int x, int y) {
    device.contacts[slot] = (struct contact){.down = true, .id = device.next_id++ & 0xffff};
    select_slot(slot);
    if (device.slots > 0) {
        emit(EV_ABS, ABS_MT_TRACKING_ID, device.contacts[slot].id);
        emit(EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_FINGER);
    }
    move_to(slot, x, y);
}

void mark_palm(int slot) {
    select_slot(slot);
    emit(EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM);
}

void lift(int slot) {
    device.contacts[slot].down = false;
    select_slot(slot);
    if (device.slots > 0) emit(EV_ABS, ABS_MT_TRACKING_ID, -1);
}
