// libinput-server SOCKET fixed|text: a straightforward touch service with libinput. It finds devices with udev, and waits with
// epoll. For each frame of a touchscreen and each gesture event of a touchpad, it sends to all clients:
//
//     fixed      one message of 100 bytes
//     text       what gestured sends with its default subscription while fingers move: the same messages with the same fields
//
// On a touchscreen, libinput reports contacts. The server derives a drag from their centre, a pinch from their mean distance to the
// centre, and a rotation from their angle around it. Each begins beyond the slop of gestured, which is not subtracted. Velocity is
// the change since the previous frame. A single finger that lands is a press. On a touchpad, libinput recognizes swipes and
// pinches. The server reports a drag for a swipe, and all three gestures for a pinch.
//
// Not supported: taps, long presses, swipes on a touchscreen, edge swipes, two-finger scrolling on a touchpad, regions, palms,
// calls other than Subscribe, parameters of a subscription, queues for slow clients, several devices, and devices plugged in later.
// A finger that lands or lifts ends all gestures. Numbers keep trailing zeros. Events and gestures are numbered once for all
// clients. libinput does not report positions on a touchpad, so x, y and points contain the distance travelled.

#include "clients.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libinput.h>
#include <libudev.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

static const double PT = 0.15875, SLOP = 20; // mm, pt
enum { MAX_SLOTS = 16 };

static struct libinput *context;
static bool is_text;
static char fixed[100], greeting[1024], device_id[16];
static double width, height; // of the device, in pt

// MARK: Messages

static char text[8192]; // the messages of one frame
static size_t used;

__attribute__((format(printf, 1, 2))) static void append(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    used += vsnprintf(text + used, sizeof text - used, format, arguments);
    va_end(arguments);
}

static void flush(void) {
    if (used > 0) send_to_all(text, used);
    used = 0;
}

// MARK: Gestures

struct vector { double x, y; };

static struct vector minus(struct vector a, struct vector b) { return (struct vector){a.x - b.x, a.y - b.y}; }

// The finger group: its centre in pt, twice the mean distance of the fingers from it in pt, and its rotation in degrees.
struct hand {
    uint64_t time; // µs
    int fingers;
    struct vector centre;
    double span, turn;
};
static struct hand start, last;

enum kind { PRESS, DRAG, PINCH, ROTATION, KINDS };
static const char *const kinds[KINDS] = {"press", "drag", "pinch", "rotation"};
static struct { uint64_t number; bool is_open; } gestures[KINDS];
static const char *axis;

static void emit(enum kind kind, const char *phase, const struct hand *hand, const struct hand *before) {
    static uint64_t sequence, gesture;
    if (!gestures[kind].is_open) gestures[kind].number = ++gesture;
    gestures[kind].is_open = *phase == 'b' || (*phase == 'c' && phase[1] == 'h');
    double seconds = (hand->time - before->time) / 1e6;
    if (seconds <= 0) seconds = 1;
    append("{\"parameters\":{\"event\":{\"sequence\":%" PRIu64 ",\"gesture\":%" PRIu64 ",\"kind\":\"%s\",\"phase\":\"%s\","
           "\"device\":\"%s\",\"time\":%" PRIu64 ",\"fingers\":%d,\"x\":%.6f,\"y\":%.6f,\"points\":{\"x\":%.3f,\"y\":%.3f}",
           ++sequence, gestures[kind].number, kinds[kind], phase, device_id, hand->time, hand->fingers,
           hand->centre.x / width, hand->centre.y / height, hand->centre.x, hand->centre.y);
    if (kind == PRESS && *phase == 'e') {
        append(",\"inside\":true");
    } else if (kind == DRAG) {
        struct vector travel = minus(hand->centre, start.centre), step = minus(hand->centre, before->centre);
        append(",\"axis\":\"%s\",\"translation\":{\"x\":%.3f,\"y\":%.3f},\"velocity\":{\"x\":%.3f,\"y\":%.3f}",
               axis, travel.x, travel.y, step.x / seconds, step.y / seconds);
    } else if (kind == PINCH) {
        append(",\"scale\":%.4f,\"scaleVelocity\":%.4f",
               hand->span / start.span, (hand->span - before->span) / start.span / seconds);
    } else if (kind == ROTATION) {
        append(",\"rotation\":%.4f,\"rotationVelocity\":%.4f", hand->turn, (hand->turn - before->turn) / seconds);
    }
    append("}},\"continues\":true}");
    used++; // includes the NUL
}

static void end_gestures(uint64_t time) {
    struct hand ended = last;
    ended.time = time;
    for (enum kind kind = PRESS; kind < KINDS; kind++)
        if (gestures[kind].is_open) emit(kind, "ended", &ended, &last);
}

static void begin_drag(const struct hand *hand) {
    struct vector travel = minus(hand->centre, start.centre);
    axis = fabs(travel.x) >= fabs(travel.y) ? "horizontal" : "vertical";
    emit(DRAG, "began", hand, &last);
}

static void follow(const struct hand *hand) {
    struct vector travel = minus(hand->centre, start.centre);
    double distance = hypot(travel.x, travel.y);
    if (gestures[PRESS].is_open && distance > SLOP) emit(PRESS, "cancelled", hand, &last);

    if (gestures[DRAG].is_open) emit(DRAG, "changed", hand, &last);
    else if (distance > SLOP) begin_drag(hand);
    if (gestures[PINCH].is_open) emit(PINCH, "changed", hand, &last);
    else if (fabs(hand->span - start.span) > 2 * SLOP) emit(PINCH, "began", hand, &last);
    if (gestures[ROTATION].is_open) emit(ROTATION, "changed", hand, &last);
    else if (fabs(hand->turn) / 180 * M_PI * hand->span / 2 > SLOP) emit(ROTATION, "began", hand, &last);
}

// MARK: Touchscreens

static struct { bool is_down; struct vector position, arm; } contacts[MAX_SLOTS]; // pt, from the corner and from the centre

static void end_touch_frame(uint64_t time) {
    struct hand hand = {.time = time, .turn = last.turn};
    for (int slot = 0; slot < MAX_SLOTS; slot++) {
        if (!contacts[slot].is_down) continue;
        hand.fingers++;
        hand.centre.x += contacts[slot].position.x;
        hand.centre.y += contacts[slot].position.y;
    }
    if (hand.fingers > 0) hand.centre.x /= hand.fingers, hand.centre.y /= hand.fingers;
    double dot = 0, cross = 0;
    for (int slot = 0; slot < MAX_SLOTS; slot++) {
        if (!contacts[slot].is_down) continue;
        struct vector before = contacts[slot].arm, arm = minus(contacts[slot].position, hand.centre);
        contacts[slot].arm = arm;
        hand.span += 2 * hypot(arm.x, arm.y) / hand.fingers;
        dot += before.x * arm.x + before.y * arm.y;
        cross += before.x * arm.y - before.y * arm.x;
    }
    if (hand.fingers == last.fingers) {
        if (hand.fingers > 1) hand.turn += atan2(cross, dot) * 180 / M_PI;
        follow(&hand);
    } else {
        end_gestures(time);
        hand.turn = 0;
        start = hand;
        if (last.fingers == 0 && hand.fingers == 1) emit(PRESS, "began", &hand, &hand);
    }
    last = hand;
    flush();
}

static void take_touch(struct libinput_event_touch *event, bool is_down) {
    int slot = libinput_event_touch_get_seat_slot(event);
    if (slot < 0 || slot >= MAX_SLOTS) return;
    contacts[slot].is_down = is_down;
    if (is_down) contacts[slot].position = (struct vector){
        libinput_event_touch_get_x(event) / PT, libinput_event_touch_get_y(event) / PT};
}

// MARK: Touchpads

// libinput's unit is 1/1000 inch.
static void take_gesture(struct libinput_event_gesture *event, bool begins, bool ends, bool is_pinch) {
    struct hand hand = last;
    hand.time = libinput_event_gesture_get_time_usec(event);
    hand.fingers = libinput_event_gesture_get_finger_count(event);
    if (begins) {
        start = last = hand = (struct hand){.time = hand.time, .fingers = hand.fingers, .span = 1};
    } else if (ends) {
        end_gestures(hand.time);
    } else {
        hand.centre.x += libinput_event_gesture_get_dx_unaccelerated(event) * 0.0254 / PT;
        hand.centre.y += libinput_event_gesture_get_dy_unaccelerated(event) * 0.0254 / PT;
        if (gestures[DRAG].is_open) emit(DRAG, "changed", &hand, &last);
        else begin_drag(&hand);
        if (is_pinch) {
            hand.span = libinput_event_gesture_get_scale(event);
            hand.turn += libinput_event_gesture_get_angle_delta(event);
            emit(PINCH, gestures[PINCH].is_open ? "changed" : "began", &hand, &last);
            emit(ROTATION, gestures[ROTATION].is_open ? "changed" : "began", &hand, &last);
        }
        last = hand;
    }
    flush();
}

// MARK: libinput

static void take(struct libinput_event *event) {
    enum libinput_event_type type = libinput_event_get_type(event);
    switch (type) {
    case LIBINPUT_EVENT_TOUCH_DOWN:
    case LIBINPUT_EVENT_TOUCH_MOTION:
        if (is_text) take_touch(libinput_event_get_touch_event(event), true);
        break;
    case LIBINPUT_EVENT_TOUCH_UP:
    case LIBINPUT_EVENT_TOUCH_CANCEL:
        if (is_text) take_touch(libinput_event_get_touch_event(event), false);
        break;
    case LIBINPUT_EVENT_TOUCH_FRAME:
        if (is_text) end_touch_frame(libinput_event_touch_get_time_usec(libinput_event_get_touch_event(event)));
        else send_to_all(fixed, sizeof fixed);
        break;
    case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN:
    case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE:
    case LIBINPUT_EVENT_GESTURE_SWIPE_END:
    case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN:
    case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE:
    case LIBINPUT_EVENT_GESTURE_PINCH_END:
        if (!is_text) send_to_all(fixed, sizeof fixed);
        else take_gesture(libinput_event_get_gesture_event(event),
                          type == LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN || type == LIBINPUT_EVENT_GESTURE_PINCH_BEGIN,
                          type == LIBINPUT_EVENT_GESTURE_SWIPE_END || type == LIBINPUT_EVENT_GESTURE_PINCH_END,
                          type >= LIBINPUT_EVENT_GESTURE_PINCH_BEGIN);
        break;
    default:
        break;
    }
}

static void read_libinput(void) {
    if (libinput_dispatch(context) < 0) errx(1, "libinput cannot read");
    for (struct libinput_event *event; (event = libinput_get_event(context)); libinput_event_destroy(event)) take(event);
}

// Returns whether this is a touch device. If so, it becomes the device that clients see.
static bool take_device(struct libinput_device *device) {
    if (!libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH)
        && !libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_GESTURE)) return false;
    libinput_device_get_size(device, &width, &height);
    snprintf(device_id, sizeof device_id, "%04x:%04x", libinput_device_get_id_vendor(device),
             libinput_device_get_id_product(device));
    snprintf(fixed, sizeof fixed, "/dev/input/%s", libinput_device_get_sysname(device));
    snprintf(greeting, sizeof greeting,
             "{\"parameters\":{\"state\":{\"devices\":[{\"id\":\"%s\",\"name\":\"%s\",\"node\":\"%s\",\"width\":%.3f,"
             "\"height\":%.3f}]}},\"continues\":true}",
             device_id, libinput_device_get_name(device), fixed, width, height);
    width /= PT, height /= PT;
    return true;
}

static int open_device(const char *path, int flags, void *data) {
    (void)data;
    int fd = open(path, flags | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

static void close_device(int fd, void *data) {
    (void)data;
    close(fd);
}

int main(int argc, char **argv) {
    static const struct libinput_interface interface = {.open_restricted = open_device, .close_restricted = close_device};
    if (argc != 3 || !((is_text = strcmp(argv[2], "text") == 0) || strcmp(argv[2], "fixed") == 0))
        errx(2, "usage: libinput-server SOCKET fixed|text");
    context = libinput_udev_create_context(&interface, NULL, udev_new());
    if (!context || libinput_udev_assign_seat(context, "seat0") < 0) errx(1, "libinput cannot open the seat");
    libinput_dispatch(context);
    bool found = false;
    for (struct libinput_event *event; (event = libinput_get_event(context)); libinput_event_destroy(event))
        if (libinput_event_get_type(event) == LIBINPUT_EVENT_DEVICE_ADDED)
            found |= take_device(libinput_event_get_device(event));
    if (!found) errx(1, "no touch device found");
    if (is_text) serve(argv[1], greeting, strlen(greeting) + 1, libinput_get_fd(context), EPOLLIN, read_libinput);
    else serve(argv[1], fixed, sizeof fixed, libinput_get_fd(context), EPOLLIN, read_libinput);
}
