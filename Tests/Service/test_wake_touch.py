"""The touch that wakes a dark display."""

import pytest

from devices import DOWN, TAPPED, UP, past, tap_frames
from events import words
from service import Client, until

AWAKE = ["activity began", *TAPPED]


@pytest.mark.parametrize("dark", [
    lambda devices: devices.display(0, dpms="Off"), lambda devices: devices.display(0, dpms="Suspend"),
    lambda devices: devices.backlight(0, power=4)])
def test_a_touch_on_a_dark_display_is_reported_as_activity_only(dark, start_with_devices, devices):
    dark(devices)
    devices.add(1)
    running = start_with_devices("[input]\nswallow-wake-touch = yes\n")
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}, {"kind": "tap"}, {"kind": "activity", "idle": 100}])
        devices.play(1, *tap_frames(past()))
        assert words(client.events(2)) == ["activity began", "activity ended"]


def test_the_whole_waking_touch_is_swallowed_and_the_next_is_not(start_with_devices, devices):
    devices.display(0, dpms="Off")
    devices.add(1)
    running = start_with_devices("[input]\nswallow-wake-touch = yes\n")
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}, {"kind": "tap"}])
        devices.play(1, (past(), *DOWN))
        until(lambda: running.device()["contacts"] == 1, "it is down")
        devices.display(0, dpms="On")
        # A second finger that joins belongs to the same touch.
        devices.play(1, (past(), (3, 0x2F, 1), (3, 0x39, 8), (3, 0x35, 100), (3, 0x36, 100)))
        devices.play(1, (past(), (3, 0x39, -1)), (past(), *UP))
        devices.play(1, *tap_frames(past()))
        assert words(client.events(3)) == ["press began", "press ended", "tap ended"]
        assert client.waiting_events() == []


def test_a_rotation_during_the_waking_touch_loses_no_other_touch(start_with_devices, devices):
    devices.display(0, dpms="Off")
    devices.add(1)
    running = start_with_devices("[input]\nswallow-wake-touch = yes\n")
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        devices.play(1, (past(), *DOWN))
        until(lambda: running.device()["contacts"] == 1, "it is down")
        devices.display(0, dpms="On")
        running.control("Transform", device="Mock", rotation=180)
        devices.play(1, (past(), *UP), *tap_frames(past()))
        assert words(client.events(2)) == ["press began", "press ended"]


@pytest.mark.parametrize("beside, expected", [("On", TAPPED), ("Off", AWAKE[:1])])
def test_the_backlight_of_one_display_does_not_darken_another(beside, expected, start_with_devices, devices):
    devices.display(0, name="eDP-1", dpms="On")
    devices.display(0, name="HDMI-A-1", dpms=beside)
    devices.backlight(0, power=4)
    devices.add(1)
    running = start_with_devices("[input]\nswallow-wake-touch = yes\n")
    with Client(running.socket) as client:
        kinds = [{"kind": "press"}, {"kind": "tap"}, {"kind": "tap", "count": 2}]
        client.subscribe(gestures=kinds if beside == "On" else [*kinds, {"kind": "activity"}])
        devices.play(1, *tap_frames(past()))
        assert words(client.events(len(expected))) == expected


def test_swallows_nothing_on_a_lit_display_or_by_default(start_with_devices, devices):
    devices.display(0, name="HDMI-A-1", dpms="Off")
    devices.display(0, name="DP-1", dpms="On")
    devices.add(1, name="Panel")
    for configuration in (
            "[input]\nswallow-wake-touch = yes\n", "",
            "[input]\nswallow-wake-touch = yes\n[device Panel]\noutput = DP-1\n"):
        running = start_with_devices(configuration)
        with Client(running.socket) as client:
            client.subscribe()
            devices.play(1, *tap_frames(past()))
            assert words(client.events(4)) == TAPPED
        running.stop()
