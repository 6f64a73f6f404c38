"""Rotation, mirroring, calibration and output of a device, set by the configuration, udev or Transform."""

import pytest

from devices import DOWN, TAPPED, UP, past, tap_frames, used
from events import words
from service import CONTROL, Client, until
from touches import evemu, tap

# The size of the emulated touchscreen, in mm.
WIDTH, HEIGHT = 204.75, 127.96875


def touch(devices, client, x, y):
    """Taps at counts and returns the reported position."""
    begin = past()
    devices.play(1, (begin, (3, 0x2F, 0), (3, 0x39, 1), (3, 0x35, x), (3, 0x36, y)), (begin + 1000, *UP))
    event = next(event for event in client.events(4) if event["kind"] == "press")
    return round(event["x"], 3), round(event["y"], 3)


def swipe(devices, client, start, end):
    """Swipes in 100 ms from counts to counts, and returns the reported direction and edge."""
    begin = past()
    frames = []
    for step in range(11):
        place = [(code, a + (b - a) * step // 10) for code, a, b in zip((0x35, 0x36), start, end)]
        landing = [(3, 0x39, 7)] if step == 0 else []
        frames.append((begin + step * 10_000, (3, 0x2F, 0), *landing, *[(3, *value) for value in place]))
    devices.play(1, *frames, (begin + 110_000, *UP))
    event = client.event()
    return event["direction"], event.get("edge")


ORIENTATIONS = [(rotation, mirror) for rotation in (0, 90, 180, 270) for mirror in ("none", "horizontal", "vertical")]


@pytest.mark.parametrize("rotation, mirror", ORIENTATIONS)
def test_configuration_rotates_and_mirrors(rotation, mirror, start_with_devices, devices):
    devices.add(1, name="Panel")
    running = start_with_devices(f"[device Panel]\nrotation = {rotation}\nmirror = {mirror}\n")
    found = running.device()
    assert (found["rotation"], found["mirror"]) == (rotation, mirror)
    sides = [round(found["width"], 2), round(found["height"], 2)]
    assert sides == ([204.75, 127.97] if rotation in (0, 180) else [127.97, 204.75])
    # The user touches this quarter when the panel reports the top left one.
    x, y = {"none": (0.25, 0.25), "horizontal": (0.75, 0.25), "vertical": (0.25, 0.75)}[mirror]
    for _ in range(rotation // 90):
        x, y = 1 - y, x
    with Client(running.socket) as client:
        client.subscribe()
        assert touch(devices, client, 1024, 1024) == pytest.approx((x, y), abs=0.001)


def test_directions_and_edges_follow_the_rotation(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    edges, directions = ["left", "top", "right", "bottom"], ["right", "down", "left", "up"]
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "swipe"}, {"kind": "edgeSwipe"}])
        for turns, rotation in enumerate((0, 90, 180, 270)):
            reply = running.control("Transform", device="Mock", rotation=rotation)
            assert reply == {"parameters": {}}
            # To the right from the left edge, in the coordinates of the panel.
            assert swipe(devices, client, (20, 2000), (2000, 2000)) == (directions[turns], edges[turns])
            assert swipe(devices, client, (2000, 1500), (2000, 3500)) == (directions[(turns + 1) % 4], None)


def test_a_rotation_cancels_open_gestures_and_keeps_the_id(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    before = running.device()["id"]
    with Client(running.socket) as client:
        client.subscribe()
        devices.play(1, (past(), *DOWN))
        assert words(client.events(1)) == ["press began"]
        running.control("Transform", device=before, rotation=180)
        assert words(client.events(1)) == ["press cancelled"]
        # The finger is ignored until it is lifted.
        devices.play(1, (past(), (3, 0x35, 2100)), (past(), *UP), *tap_frames(past()))
        assert words(client.events(4)) == TAPPED
    assert running.device()["id"] == before


def test_cancelled_events_are_sent_before_the_reply(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client, Client(running.socket) as other:
        client.subscribe(gestures=[{"kind": "press"}])
        devices.play(1, (past(), *DOWN))
        assert words(client.events(1)) == ["press began"]
        reply = other.call(f"{CONTROL}.Transform", {"device": "Mock", "rotation": 180})
        assert reply == {"parameters": {}}
        assert words(client.waiting_events()) == ["press cancelled"]


def test_a_call_that_waited_sends_cancelled_events_at_once(start_with_devices, devices):
    devices.add(1, name="First")
    devices.add(2, name="Second")
    running = start_with_devices()
    with Client(running.socket) as client, Client(running.socket) as other:
        client.subscribe(gestures=[{"kind": "press"}])
        other.send({"method": f"{CONTROL}.Record", "parameters": {"device": "First"}, "more": True})
        other.send({"method": f"{CONTROL}.Transform", "parameters": {"device": "Second", "rotation": 180}})
        assert "parameters" in other.receive()
        devices.play(2, (past(), *DOWN))
        assert words(client.events(1)) == ["press began"]
        # The recording ends with its device. Then the next call is answered.
        devices.remove(1)
        until(lambda: "continues" not in other.receive(), "the recording is over")
        assert other.receive() == {"parameters": {}}
        assert words(client.events(1)) == ["press cancelled"]


def test_a_transform_outlives_the_device_and_keeps_omitted_values(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    running.control("Transform", device="Mock", rotation=90, output="HDMI-A-2")
    running.control("Transform", device="Mock", mirror="vertical")
    devices.remove(1)
    until(lambda: used(running) == [], "it is gone")
    devices.again(1)
    until(lambda: used(running), "it is back")
    found = running.device()
    assert (found["rotation"], found["mirror"], found["output"]) == (90, "vertical", "HDMI-A-2")


def test_events_name_the_display(start_with_devices, devices):
    devices.add(1, name="Panel")
    running = start_with_devices("[device Panel]\noutput = HDMI-A-1\n")
    with Client(running.socket) as client:
        [state] = client.subscribe()["devices"]
        assert state["output"] == "HDMI-A-1"
        devices.play(1, *tap_frames(past()))
        assert {event["output"] for event in client.events(4)} == {"HDMI-A-1"}


def test_configuration_overrides_the_display_of_udev(start_with_devices, devices):
    devices.add(1, name="A", properties={"WL_OUTPUT": "DP-1"})
    devices.add(2, name="B", properties={"WL_OUTPUT": "DP-1"})
    running = start_with_devices("[device B]\noutput = DP-2\n")
    assert [found["output"] for found in running.devices()["devices"]] == ["DP-1", "DP-2"]


def test_applies_the_calibration_of_udev(start_with_devices, devices):
    devices.add(1, properties={"LIBINPUT_CALIBRATION_MATRIX": "-1 0 1 0 -1 1"})
    running = start_with_devices()
    assert running.device()["calibration"] == [-1, 0, 1, 0, -1, 1]
    with Client(running.socket) as client:
        client.subscribe()
        assert touch(devices, client, 1024, 1024) == pytest.approx((0.75, 0.75), abs=0.001)


def test_an_invalid_calibration_is_reported_and_ignored(start_with_devices, devices):
    devices.add(1, properties={"LIBINPUT_CALIBRATION_MATRIX": "upside down"})
    running = start_with_devices()
    assert "calibration" not in running.device()
    assert "LIBINPUT_CALIBRATION_MATRIX" in running.log() and "upside down" in running.log()


@pytest.mark.parametrize("parameters, error", [
    ({}, "device"), ({"device": 5}, "device"), ({"device": "Mock", "rotation": 45}, "rotation"),
    ({"device": "Mock", "rotation": "90"}, "rotation"), ({"device": "Mock", "rotation": 4294967386}, "rotation"),
    ({"device": "Mock", "mirror": "diagonal"}, "mirror"), ({"device": "Mock", "output": ""}, "output"),
    ({"device": "Mock", "output": "x" * 65}, "output"), ({"device": "Mock", "output": ["x"]}, "output")])
def test_rejects_invalid_parameters(parameters, error, start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    reply = running.control("Transform", **parameters)
    assert reply["error"] == "org.varlink.service.InvalidParameter" and reply["parameters"]["parameter"] == error
    assert running.device()["rotation"] == 0


# MARK: Transform and Grab without a device


def test_the_error_names_an_unknown_device(start_with_devices, devices):
    running = start_with_devices()
    for method, parameters in ("Transform", {"rotation": 90}), ("Grab", {"grab": True}):
        reply = running.control(method, device="Nobody", **parameters)
        assert reply == {"error": f"{CONTROL}.DeviceNotFound", "parameters": {"device": "Nobody"}}


def test_a_recording_cannot_be_controlled(start):
    running = start(recording=evemu(tap(0)))
    name = running.device()["id"]
    for method, parameters in ("Transform", {"rotation": 90}), ("Grab", {"grab": True}):
        assert running.control(method, device=name, **parameters)["error"] == f"{CONTROL}.NotAvailable"
    with Client(running.socket) as client:
        assert client.call(f"{CONTROL}.Record", {"device": name}, more=True)["error"] == f"{CONTROL}.NotAvailable"


# MARK: gesturectl


def control(run_gesturectl, running, *arguments):
    ended = run_gesturectl("--socket", running.socket, *arguments)
    return ended.returncode, ended.stdout, ended.stderr


def test_gesturectl_transforms_a_device(run_gesturectl, start_with_devices, devices):
    devices.add(1, name="Acme Touch")
    running = start_with_devices()
    for arguments, done in (
            (["--rotation", "90"], "rotated by 90°"),
            (["--mirror", "vertical", "--output", "HDMI-A-1"], "mirror vertical, output HDMI-A-1")):
        assert control(run_gesturectl, running, "transform", "Acme Touch", *arguments) == (
            0, f"transformed Acme Touch: {done} until the service ends\n", "")
    [device] = running.devices()["devices"]
    assert (device["rotation"], device["mirror"], device["output"]) == (90, "vertical", "HDMI-A-1")
    shown = run_gesturectl("--socket", running.socket, "devices", "--verbose").stdout
    assert "mounted   rotated by 90°, mirror vertical, calibration none" in shown and "output    HDMI-A-1" in shown


@pytest.mark.parametrize("arguments", [["transform", "Pad", "--rotation", "90"], ["grab", "Pad"], ["release", "Pad"]])
def test_gesturectl_names_an_unknown_device(arguments, run_gesturectl, start_with_devices, devices):
    devices.add(1)
    code, _, errors = control(run_gesturectl, start_with_devices(), *arguments)
    assert code == 1 and "no device in use, or more than one, has the name or id 'Pad'; see 'gesturectl" in errors


def test_gesturectl_requires_the_id_if_two_devices_share_a_name(run_gesturectl, start_with_devices, devices):
    devices.add(1, name="Twin")
    devices.add(2, name="Twin")
    running = start_with_devices()
    code, _, errors = control(run_gesturectl, running, "transform", "Twin", "--rotation", "90")
    assert code == 1 and "no device in use, or more than one, has the name or id 'Twin'" in errors
    first, second = sorted(device["id"] for device in running.devices()["devices"])
    assert control(run_gesturectl, running, "transform", second, "--rotation", "90")[::2] == (0, "")
    assert {device["id"]: device["rotation"] for device in running.devices()["devices"]} == {first: 0, second: 90}
