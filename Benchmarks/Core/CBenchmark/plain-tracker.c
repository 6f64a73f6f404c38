#include <linux/input-event-codes.h>
#include <stdbool.h>

#include "CBenchmark.h"

enum { slot_count = 16 };

enum action { contact_move, contact_down, contact_up };

struct change {
    enum action action;
    int32_t id, x, y;
};

static struct slot {
    int32_t id, x, y;
    /// The state after the last frame.
    int32_t reported;
} slots[slot_count];
static unsigned current;
/// One bit for each slot that changed in this frame.
static uint32_t changed;
/// The changes of the last frame.
static struct change changes[2 * slot_count];

void plain_clear(void) {
    for (unsigned index = 0; index < slot_count; index++) slots[index] = (struct slot){.id = -1, .reported = -1};
    current = 0;
    changed = 0;
}

static size_t report(void) {
    size_t count = 0;
    for (; changed; changed &= changed - 1) {
        struct slot *slot = &slots[__builtin_ctz(changed)];
        if (slot->reported == slot->id) {
            if (slot->id >= 0) changes[count++] = (struct change){contact_move, slot->id, slot->x, slot->y};
            continue;
        }
        if (slot->reported >= 0) changes[count++] = (struct change){contact_up, slot->reported, slot->x, slot->y};
        if (slot->id >= 0) changes[count++] = (struct change){contact_down, slot->id, slot->x, slot->y};
        slot->reported = slot->id;
    }
    // Prevents the compiler from removing the changes.
    __asm__ volatile("" : : "r"(changes) : "memory");
    return count;
}

size_t plain_take(const struct plain_event *events, size_t count) {
    size_t all = 0;
    for (const struct plain_event *event = events; event < events + count; event++) {
        if (event->type == EV_SYN && event->code == SYN_REPORT) all += report();
        if (event->type != EV_ABS) continue;
        if (event->code == ABS_MT_SLOT) {
            if (event->value >= 0 && event->value < slot_count) current = event->value;
            continue;
        }
        switch (event->code) {
        case ABS_MT_POSITION_X: slots[current].x = event->value; break;
        case ABS_MT_POSITION_Y: slots[current].y = event->value; break;
        case ABS_MT_TRACKING_ID: slots[current].id = event->value; break;
        default: continue;
        }
        changed |= 1u << current;
    }
    return all;
}
