// ioctls of evdev nodes that libevdev lacks, or that are needed without libevdev. In C, because ioctl() is variadic and its request
// numbers are macros.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Limits the events of TYPE that the kernel delivers through FD to those in the bitmap CODES (EVIOCSMASK). The mask of type 0
/// selects event types. Returns 0, or -errno.
int linux_mask_events(int fd, int type, const uint8_t *codes, size_t size);

/// Returns the value of an axis, or 0 if the device does not have it.
int linux_axis_value(int fd, int axis);

/// Selects CLOCK_MONOTONIC for time stamps, and discards pending events. Returns 0, or -errno.
int linux_use_monotonic_events(int fd);

/// Returns 1 if an LED (LED_CAPSL, …) is lit, 0 if not, or -errno.
int linux_is_led_lit(int fd, int led);

/// Uploads a rumble effect, which drives both motors at MAGNITUDE. Returns the effect's id, or -errno.
int linux_upload_rumble(int fd, int milliseconds, uint16_t magnitude);

/// Plays an effect once, without waiting for its end. Returns 0, or -errno.
int linux_play_effect(int fd, int effect);

/// Opens /dev/uinput for a device whose physical path will be PATH (UI_SET_PHYS). Returns the descriptor, or -errno.
int linux_open_uinput(const char *path);
