"""The touch panels for Raspberry Pi, described as their kernel drivers do it, and touches in the frames that the drivers send.

The drivers are raspberrypi-ts, edt-ft5x06 and goodix. Each polls the panel every 17 ms and reports no physical size.
"""
import pathlib
import re

import pytest

from events import summary
from service import Client

HOST, I2C = "0019", "0018"
POLL = 17
BTN_TOUCH, KEY_LEFTMETA, KEY_F1 = 0x14A, 125, 59
SLOT, TRACKING_ID, X, Y, MAJOR, WIDTH = 0x2F, 0x39, 0x35, 0x36, 0x30, 0x32


def bitmap(codes):
    mask = sum(1 << code for code in codes)
    return mask.to_bytes(mask.bit_length() // 8 + 1, "little").hex(" ")


def description(name, ids, width, height, slots, keys=(), axes=()):
    """A description in the evemu format. The kernel adds BTN_TOUCH, ABS_X and ABS_Y for the first finger."""
    maxima = {0: width - 1, 1: height - 1, SLOT: slots - 1, X: width - 1, Y: height - 1, TRACKING_ID: 65535}
    maxima |= {axis: 255 for axis in axes}
    return "\n".join([
        "# EVEMU 1.3", f"N: {name}", f"I: {ids} 0000", f"P: {bitmap([1])}", f"B: 01 {bitmap([*keys, BTN_TOUCH])}",
        f"B: 03 {bitmap(maxima)}", *(f"A: {axis:02x} 0 {maxima[axis]} 0 0 0" for axis in sorted(maxima)), ""])


PANELS = {
    "raspberrypi-ts": description("raspberrypi-ts", f"{HOST} 0000 0000", 800, 480, slots=10),
    "10-0038 generic ft5x06 (79)": description("10-0038 generic ft5x06 (79)", f"{I2C} 0000 0000", 800, 480, slots=10),
    # The keys are for panels with buttons beside the glass.
    "10-005d Goodix Capacitive TouchScreen": description(
        "10-005d Goodix Capacitive TouchScreen", f"{I2C} 0416 038f", 720, 1280, slots=5,
        keys=[KEY_LEFTMETA, *range(KEY_F1, KEY_F1 + 6)], axes=[MAJOR, WIDTH]),
}


def documented(name):
    """The section for a panel in docs/hardware.md, and its size in mm."""
    page = (pathlib.Path(__file__).parents[2] / "docs/hardware.md").read_text()
    row = rf"^\|.*`{re.escape(name)}`.*`(\[device .*\])`, `size = ([\d.]+)x([\d.]+)` \|$"
    [section, width, height] = re.search(row, page, re.M).groups()
    return f"{section}\nsize = {width}x{height}\n", float(width), float(height)


def polled(*polls):
    """What a driver sends for the positions of all fingers, by slot, at each poll: the fingers, then the slots that are free."""
    lines, before, number = ["E: 1.000000 0000 0000 0"], {}, 0
    for count, fingers in enumerate(polls, start=1):
        stamp = "E: %d.%06d" % divmod(1_000_000 + count * POLL * 1000, 1_000_000)
        for slot, (x, y) in fingers.items():
            events = [(X, x), (Y, y)]
            if slot not in before:
                number += 1
                events.insert(0, (TRACKING_ID, number))
            lines += [f"{stamp} 0003 {code:04x} {value}" for code, value in [(SLOT, slot), *events]]
        for slot in sorted(before.keys() - fingers.keys()):
            lines += [f"{stamp} 0003 {code:04x} {value}" for code, value in [(SLOT, slot), (TRACKING_ID, -1)]]
        if bool(fingers) != bool(before):
            lines.append(f"{stamp} 0001 {BTN_TOUCH:04x} {int(bool(fingers))}")
        if fingers:
            x, y = fingers[min(fingers)]
            lines += [f"{stamp} 0003 0000 {x}", f"{stamp} 0003 0001 {y}"]
        lines.append(f"{stamp} 0000 0000 0")
        before = fingers
    return "\n".join(lines) + "\n"


ONE, TWO = {0: (300, 200)}, {0: (300, 200), 1: (400, 200)}
PAUSE = [{}] * 60


@pytest.mark.parametrize("name", PANELS)
def test_the_size_must_be_configured_as_documented(name, start):
    [device] = start(recording=PANELS[name]).devices()["devices"]
    assert (device["name"], device["kind"], device["sizeSource"]) == (name, "touchscreen", "assumed")
    configuration, width, height = documented(name)
    [device] = start(recording=PANELS[name], configuration=configuration).devices()["devices"]
    assert (device["width"], device["height"], device["sizeSource"]) == (width, height, "configuration")


@pytest.mark.parametrize("name", PANELS)
def test_taps_and_swipes_are_recognized_from_polls(name, start):
    swipe = [{0: (100 + 40 * step, 200)} for step in range(10)]
    # Fingers seldom land and lift between the same two polls.
    touches = [ONE, ONE, *PAUSE, ONE, TWO, TWO, {1: (400, 200)}, *PAUSE, *swipe, *PAUSE]
    service = start(recording=PANELS[name] + polled(*touches), configuration=documented(name)[0])
    with Client(service.socket) as client:
        client.subscribe(gestures=[{"kind": "tap"}, {"kind": "tap", "fingers": [2]}, {"kind": "swipe"}])
        service.wait_for_log("the recording is over")
        assert summary(client.waiting_events()) == ["tap x1", "2-finger tap x1", "swipe right"]
