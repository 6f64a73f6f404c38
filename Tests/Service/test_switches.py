"""Lid and tablet-mode switches, which suspend a built-in touchpad."""
import os

import pytest

from devices import DOWN, TAPPED, UP, after_now, past, tap_frames
from events import words
from service import CONTROL, Client, until

PAD, LID = 1, 2
BUILT_IN = {"ID_INPUT_TOUCHPAD_INTEGRATION": "internal"}
CLOSED, OPEN = ((5, 0, 1),), ((5, 0, 0),)
FOLDED, UNFOLDED = ((5, 1, 1),), ((5, 1, 0),)


def suspended_by(running):
    """Returns why each device is suspended, by its name."""
    return {device["name"]: device.get("suspendedBy") for device in running.devices()["devices"]}


def switch(running, devices, *frames, gives, number=LID):
    devices.play(number, *((past(), *frame) for frame in frames))
    until(lambda: suspended_by(running)["Pad"] == gives, f"it is suspended by {gives}")


@pytest.fixture
def running(start_with_devices, devices):
    devices.add(PAD, name="Pad", kind="TOUCHPAD", properties=BUILT_IN)
    devices.add(LID, name="Lid Switch", kind="SWITCH")
    running = start_with_devices()
    running.wait_for_log("following its lid and tablet-mode switches")
    return running


@pytest.mark.parametrize("on, off, name", [(CLOSED, OPEN, "lid"), (FOLDED, UNFOLDED, "tabletMode")])
def test_a_closed_lid_or_tablet_mode_suspends_the_touchpad(on, off, name, running, devices):
    with Client(running.socket) as client:
        client.subscribe()
        switch(running, devices, on, gives=name)
        devices.play(PAD, *tap_frames(past()))
        switch(running, devices, off, gives=None)
        after_now()
        begin = past()
        devices.play(PAD, *tap_frames(begin))
        events = client.events(4)
    assert words(events) == TAPPED and events[0]["time"] == begin


def test_closing_the_lid_cancels_and_ignores_fingers_until_they_are_lifted(running, devices):
    with Client(running.socket) as client:
        client.subscribe()
        begin = past()
        devices.play(PAD, (begin, *DOWN))
        assert words(client.events(1)) == ["press began"]
        switch(running, devices, CLOSED, gives="lid")
        assert words(client.events(1)) == ["press cancelled"]
        switch(running, devices, OPEN, gives=None)
        after_now()
        begin = past()
        devices.play(PAD, (begin, *UP), *tap_frames(begin + 10_000))
        events = client.events(4)
    assert words(events) == TAPPED and events[0]["time"] == begin + 10_000


def test_suspended_while_any_switch_is_on(running, devices):
    switch(running, devices, FOLDED, gives="tabletMode")
    switch(running, devices, CLOSED, gives="lid")
    switch(running, devices, OPEN, gives="tabletMode")
    switch(running, devices, UNFOLDED, gives=None)
    devices.add(3, kind="SWITCH", down=[0])
    until(lambda: suspended_by(running)["Pad"] == "lid", "the other lid counts too")
    # An unplugged switch does not count.
    devices.remove(3)
    until(lambda: suspended_by(running)["Pad"] is None, "it is resumed")


def test_a_switch_that_is_on_at_start_counts(start_with_devices, devices):
    devices.add(LID, kind="SWITCH", down=[0])
    devices.add(PAD, name="Pad", kind="TOUCHPAD", properties=BUILT_IN)
    running = start_with_devices()
    assert suspended_by(running) == {"Pad": "lid"}
    switch(running, devices, OPEN, gives=None)


def test_only_built_in_touchpads_are_suspended(running, devices, run_gesturectl):
    devices.add(3, name="Screen")
    devices.add(4, name="USB Pad", kind="TOUCHPAD")
    devices.add(5, name="External Pad", kind="TOUCHPAD", properties={"ID_INPUT_TOUCHPAD_INTEGRATION": "external"})
    running.wait_for_log("using touchpad External Pad")
    switch(running, devices, CLOSED, gives="lid")
    assert suspended_by(running) == {"Pad": "lid", "Screen": None, "USB Pad": None, "External Pad": None}
    shown = run_gesturectl("--socket", running.socket, "devices").stdout
    assert shown.count("  suspended the lid is closed\n") == 1
    with Client(running.socket) as client:
        client.subscribe(devices=["Screen", "USB Pad"])
        for number in 3, 4:
            devices.play(number, *tap_frames(past()))
            assert words(client.events(4)) == TAPPED


def test_no_switch_is_opened_without_a_built_in_touchpad(start_with_devices, devices):
    devices.add(1, name="Screen")
    # This switch cannot be opened. An attempt would be reported.
    devices.add(LID, kind="SWITCH", answers=False)
    running = start_with_devices()
    assert running.devices()["refused"] == []
    devices.add(3, name="Pad", kind="TOUCHPAD", properties=BUILT_IN)
    until(lambda: running.devices()["refused"], "it is opened now")
    [refused] = running.devices()["refused"]
    assert refused["node"] == "/dev/input/event2"
    assert refused["reason"].endswith(
        ": touches on touchpads are not ignored while the lid is closed or the laptop is in tablet mode")
    devices.change(LID, kind="SWITCH", down=[0])
    until(lambda: suspended_by(running) == {"Screen": None, "Pad": "lid"}, "it is opened once that is allowed")
    assert running.devices()["refused"] == []


def test_pause_and_suspension_are_independent(running, devices):
    def paused(method):
        with Client(running.socket) as client:
            assert client.call(f"{CONTROL}.{method}") == {"parameters": {}}

    with Client(running.socket) as client:
        client.subscribe()
        paused("Pause")
        switch(running, devices, CLOSED, gives="lid")
        paused("Resume")
        devices.play(PAD, *tap_frames(past()))
        paused("Pause")
        switch(running, devices, OPEN, gives=None)
        devices.play(PAD, *tap_frames(past()))
        paused("Resume")
        after_now()
        begin = past()
        devices.play(PAD, *tap_frames(begin))
        assert client.event()["time"] == begin


def test_doctor_notes_a_suspended_touchpad(running, devices, run_gesturectl):
    switch(running, devices, CLOSED, gives="lid")
    found = run_gesturectl("--socket", running.socket, "doctor", env={**os.environ, **devices.environment}).stdout
    assert "note     touchpad Pad, /dev/input/event1: suspended, because the lid is closed\n         → if this is not true, " in found
    # The doctor does not complain that it is silent.
    assert "has sent nothing" not in found


def test_the_lid_suspends_repeatedly(running, devices):
    for _ in range(20):
        switch(running, devices, CLOSED, gives="lid")
        switch(running, devices, OPEN, gives=None)
    with Client(running.socket) as client:
        client.subscribe()
        devices.play(PAD, *tap_frames(past()))
        assert words(client.events(4)) == TAPPED
