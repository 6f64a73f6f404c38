"""Pens that suppress touch on the same device."""
import time

import pytest

from devices import DOWN, TAPPED, UP, past, tap_frames, used
from events import words
from service import Client, until

PEN, RUBBER = 0x140, 0x141


def near(tool=PEN):
    return ((1, tool, 1),)


def far(tool=PEN):
    return ((1, tool, 0),)


def play_pen(running, devices, *frames):
    """Plays frames of the pen and waits until the service has read them. Touches could overtake them otherwise."""
    devices.play(2, *frames)
    running.status()


def opened(running):
    return [word for line in running.log().splitlines() if "this pen is near" in line for word in line.split()]


@pytest.fixture
def running(start_with_devices, devices):
    """A screen and a pen of one HID device."""
    devices.add(1, body=1)
    devices.add(2, body=1, kind="TABLET", name="Mock Pen")
    running = start_with_devices()
    running.wait_for_log("ignoring touches while this pen is near")
    return running


def test_a_pen_is_not_a_touch_device(running):
    assert used(running) == ["/dev/input/event1"]
    assert running.devices()["refused"] == []


def test_a_pen_that_comes_near_cancels_open_gestures(running, devices):
    with Client(running.socket) as client:
        client.subscribe()
        begin = past()
        devices.play(1, (begin, *DOWN))
        assert words(client.events(1)) == ["press began"]
        play_pen(running, devices, (begin + 20_000, *near()))
        [event] = client.events(1)
        assert (words([event]), event["time"] - begin) == (["press cancelled"], 20_000)
        # The finger is ignored until it is lifted, long after the pen has gone.
        play_pen(running, devices, (begin + 30_000, *far()))
        devices.play(1, (begin + 400_000, *UP), *tap_frames(begin + 410_000))
        events = client.events(4)
    assert words(events) == TAPPED
    assert events[0]["time"] - begin == 410_000


@pytest.mark.parametrize("after, counts", [(89_999, False), (90_000, False), (90_001, True)])
def test_touch_is_accepted_90_ms_after_the_last_tool_has_gone(after, counts, running, devices):
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        begin = past()
        play_pen(
            running, devices, (begin, *near()), (begin + 10_000, *near(RUBBER)), (begin + 20_000, *far()),
            (begin + 30_000, *far(RUBBER)))
        devices.play(1, *tap_frames(begin + 30_000 + after), *tap_frames(begin + 300_000))
        events = client.events(4 if counts else 2)
    assert [event["time"] - begin for event in events] == (
        [30_000 + after, 80_000 + after] if counts else []) + [300_000, 350_000]


def test_a_pen_that_is_near_at_start_suppresses_touch(start_with_devices, devices):
    devices.add(1, body=1)
    devices.add(2, body=1, kind="TABLET", down=True)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        time.sleep(0.2)
        devices.play(1, *tap_frames(time.monotonic_ns() // 1000 - 100_000))
        devices.remove(2)
        running.wait_for_log("event2: gone")
        # An unplugged pen no longer suppresses touch.
        time.sleep(0.3)
        begin = time.monotonic_ns() // 1000 - 100_000
        devices.play(1, *tap_frames(begin))
        assert client.event()["time"] == begin


def test_a_pen_of_another_device_suppresses_nothing(start_with_devices, devices):
    devices.add(1, body=1)
    devices.add(2, body=2, kind="TABLET", down=True)
    devices.add(3, kind="TABLET", down=True)
    devices.add(4)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe()
        for screen in 1, 4:
            devices.play(screen, *tap_frames(past()))
            assert words(client.events(4)) == TAPPED
    assert not opened(running)


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_screen_and_pen_can_be_plugged_in_in_either_order(order, start_with_devices, devices):
    running = start_with_devices()
    for number in order:
        devices.add(number, body=1, kind="TOUCHSCREEN" if number == 1 else "TABLET", down=number == 2)
    running.wait_for_log("ignoring touches while this pen is near")
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        devices.play(1, *tap_frames(past()))
        play_pen(running, devices, (past(), *far()))
        begin = past() + 200_000
        devices.play(1, *tap_frames(begin))
        assert client.event()["time"] == begin


def test_a_pen_that_cannot_be_opened_is_refused_with_a_reason(start_with_devices, devices):
    devices.add(1, body=1)
    devices.add(2, body=1, kind="TABLET", answers=False)
    running = start_with_devices()
    [refused] = running.devices()["refused"]
    assert refused["node"] == "/dev/input/event2"
    assert refused["reason"].endswith(": touches are not ignored while this pen is near")
    devices.remove(2)
    until(lambda: running.devices()["refused"] == [], "it is forgotten")
