"""Touches that are held back or ignored for people whose hands shake: by the configuration, and by a subscription."""
import json

import pytest

from devices import after_now, past, tap_frames
from events import collect, words
from service import Client
from touches import evemu, tap

# A short touch, a long one, and another right after it.
SHAKY = evemu(tap(0, hold=100) + tap(500, hold=500) + tap(1100, hold=500), lead=500)
PRESS = {"gestures": [{"kind": "press"}]}
ONE, TWO, THREE = (["press began", "press ended"] * count for count in (1, 2, 3))


def with_times(hold, repeat):
    return {**PRESS, "thresholds": {"holdDuration": hold, "ignoreRepeat": repeat}}


@pytest.mark.parametrize("parameters, expected", [
    (PRESS, THREE), (with_times(300, 0), TWO), (with_times(0, 99), THREE), (with_times(0, 100), TWO),
    (with_times(300, 300), ONE), (with_times(500, 0), [])])
def test_a_subscription_filters_its_own_touches(parameters, expected, start):
    alone, beside = collect(start(recording=SHAKY), parameters, PRESS)
    assert (words(alone), words(beside)) == (expected, THREE)


def test_a_held_touch_lands_later(start):
    held, plain = collect(start(recording=SHAKY), with_times(300, 0), PRESS)
    assert [event["time"] for event in held] == [
        event["time"] + (300_000 if event["phase"] == "began" else 0) for event in plain[2:]]


@pytest.mark.parametrize("parameters, expected", [
    (PRESS, ONE), (with_times(0, 0), THREE), ({**PRESS, "thresholds": {"ignoreRepeat": 0}}, TWO)])
def test_a_subscription_overrides_the_configuration(parameters, expected, start):
    service = start(recording=SHAKY, configuration="[device Phone]\nhold-duration = 300\nignore-repeat = 300\n")
    [events] = collect(service, parameters)
    assert words(events) == expected


STEADY = {**PRESS, "thresholds": {"steady": True}}
# A touch of 40 ms, one of 100 ms, and a bounce 100 ms after it.
BOUNCING = evemu(tap(0, hold=40) + tap(500, hold=100) + tap(700, hold=100), lead=500)


@pytest.mark.parametrize("parameters, configuration, expected", [
    (PRESS, "", THREE), (STEADY, "", ONE), (PRESS, "steady = yes", ONE), (PRESS, "steady = yes\nignore-repeat = 0", TWO)])
def test_one_setting_is_for_people_whose_hands_shake(parameters, configuration, expected, start):
    [events] = collect(start(recording=BOUNCING, configuration=f"[device Phone]\n{configuration}\n"), parameters)
    assert words(events) == expected


def test_a_contact_that_is_lost_for_a_moment_goes_on(start_with_devices, devices):
    devices.add(1, name="Panel")
    running = start_with_devices(configuration="[device Panel]\nlift-duration = 25\n")
    with Client(running.socket) as client:
        client.subscribe(**PRESS)
        begin = past()
        devices.play(1, *tap_frames(begin), *tap_frames(begin + 60_000))
        assert [(event["phase"], event["time"] - begin) for event in client.events(2)] == [("began", 0), ("ended", 135_000)]
    [device] = running.devices()["devices"]
    assert (device["landings"], device["ghosts"], device["gaps"]) == (2, 0, 1)


def test_replay_filters_touches(replayed):
    assert words(replayed(SHAKY, "--parameters", json.dumps(with_times(300, 300)))) == ONE


def test_a_reload_changes_the_times_of_a_device(start_with_devices, devices):
    devices.add(1, name="Panel")
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe(**PRESS)
        running.write_drop_in("panel.conf", "[device Panel]\nhold-duration = 40\n")
        running.reload()
        after_now()
        begin = past()
        devices.play(1, *tap_frames(begin))
        assert [event["time"] - begin for event in client.events(2)] == [40_000, 50_000]
