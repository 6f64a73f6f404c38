"""The configuration changes while the service runs."""
import contextlib
import os
import subprocess

import pytest

from devices import DOWN, UP, past
from events import words
from service import CONTROL, Client
from touches import evemu, tap


def rotations(running):
    return {device["name"]: device["rotation"] for device in running.devices()["devices"]}


def test_drops_no_client_and_no_touch(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}, {"kind": "tap"}])
        begin = past()
        devices.play(1, (begin, *DOWN))
        assert words(client.events(1)) == ["press began"]
        running.write_drop_in("kiosk.conf", "[gestures]\nslop = 30\n[limits]\nconnections = 9\n")
        running.reload()
        devices.play(1, (begin + 50_000, *UP))
        events = client.events(2)
        assert words(events) == ["press ended", "tap ended"]
        assert [event["sequence"] for event in events] == [2, 3]


def test_resets_only_the_devices_that_it_changes(start_with_devices, devices):
    devices.add(1, name="Left")
    devices.add(2, name="Right")
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        begin = past()
        for number in 1, 2:
            devices.play(number, (begin, *DOWN))
        assert words(client.events(2)) == ["press began"] * 2
        running.write_drop_in("kiosk.conf", "[device Left]\nrotation = 90\n")
        running.reload()
        devices.play(2, (begin + 50_000, *UP))
        found = {event["device"].split("@")[1]: event["phase"] for event in client.events(2)}
        assert sorted(found.values()) == ["cancelled", "ended"]
        assert rotations(running) == {"Left": 90, "Right": 0}
        # The default applies again when the key is gone.
        running.write_drop_in("kiosk.conf", "")
        running.reload()
        assert rotations(running) == {"Left": 0, "Right": 0}


def test_keeps_a_transform_that_was_called(start_with_devices, devices):
    devices.add(1, name="Panel")
    running = start_with_devices()
    with Client(running.socket) as client:
        assert "error" not in client.call(f"{CONTROL}.Transform", {"device": "Panel", "rotation": 180})
    running.configuration_file.write_text("[device Panel]\nrotation = 90\nmirror = vertical\n")
    running.reload()
    [found] = running.devices()["devices"]
    assert (found["rotation"], found["mirror"]) == (180, "vertical")


def test_an_invalid_configuration_is_reported_and_the_old_one_stays(start_with_devices, devices):
    devices.add(1, name="Panel")
    running = start_with_devices("[device Panel]\nrotation = 90\n")
    running.configuration_file.write_text("[device Panel]\nrotation = 45\n")
    path = running.write_drop_in("more.conf", "[limits]\nconnections = none\n")
    log = running.reload("the configuration has errors: the old one stays in force")
    assert f'{running.configuration_file}:2: [device Panel] rotation: "45": expected 0, 90, 180 or 270' in log
    assert f'{path}:2: [limits] connections: "none": expected a whole number, 1 … 65536' in log
    assert rotations(running) == {"Panel": 90}
    running.configuration_file.write_text("[device Panel]\nrotation = 180\n")
    path.unlink()
    running.reload()
    assert rotations(running) == {"Panel": 180}


def test_gesturectl_reloads_and_reports_errors(start_with_devices, run_gesturectl):
    running = start_with_devices()
    ended = run_gesturectl("--socket", running.socket, "reload")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "reloaded: the configuration is in use\n", "")
    running.configuration_file.write_text("[limits]\nconnections = 0\nqueue-size = 1\n")
    ended = run_gesturectl("--socket", running.socket, "reload")
    assert ended.returncode == 1
    assert ended.stderr == (
        f'gesturectl: {running.configuration_file}:2: [limits] connections: "0": expected a whole number, 1 … 65536; '
        f'{running.configuration_file}:3: [limits] queue-size: "1": expected a whole number, 16384 … 268435456: '
        "the service keeps the previous configuration\n")


def test_new_thresholds_apply_to_later_subscriptions(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()

    gestures = [{"kind": "tap"}, {"kind": "longPress"}]
    with Client(running.socket) as before, Client(running.socket) as after:
        before.subscribe(gestures=gestures)
        running.configuration_file.write_text("[gestures]\nlong-press = 100\n")
        running.reload()
        after.subscribe(gestures=gestures)
        begin = past()
        # A finger rests for 200 ms.
        devices.play(1, (begin, *DOWN), (begin + 200_000, *UP))
        assert words(before.events(1)) == ["tap ended"]
        assert words(after.events(2)) == ["longPress began", "longPress ended"]


def test_a_new_limit_applies_to_later_connections(start_with_devices):
    running = start_with_devices()
    with Client(running.socket) as first, Client(running.socket) as second:
        assert "error" not in first.call("GetStatus")
        assert "error" not in second.call("GetStatus")
        running.configuration_file.write_text("[limits]\nconnections = 2\n")
        running.reload()
        with Client(running.socket) as third:
            assert third.receive()["error"] == "org.gestured.Gestures.LimitExceeded"
        assert "error" not in first.call("GetStatus")
        running.configuration_file.write_text("")
        running.reload()
        with Client(running.socket) as third:
            assert "error" not in third.call("GetStatus")


@pytest.mark.parametrize("name", ["gestured.conf", "gestured.conf.d/rights.conf"])
def test_does_not_wait_for_a_pipe(name, start_with_devices, run_gesturectl, gestured):
    running = start_with_devices()
    path = running.log_path.parent / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    running.reload(f"{path}: not a regular file")
    assert "error" not in running.status()
    ended = run_gesturectl("check-config", running.configuration_file)
    assert (ended.returncode, ended.stderr) == (1, f"{path}: not a regular file\ngesturectl: the configuration is invalid\n")
    ended = subprocess.run([gestured, "--config", running.configuration_file, "--socket", running.log_path.parent / "other"],
                           capture_output=True, text=True, timeout=20)
    assert ended.returncode == 78 and f"{path}: not a regular file" in ended.stderr


# MARK: The kind of a device


def kinds(running):
    return {device["name"]: device["kind"] for device in running.devices()["devices"]}


def test_a_mouse_configured_as_a_touchscreen_is_used(start_with_devices, devices):
    devices.add(1, name="Till", kind="MOUSE")
    running = start_with_devices()
    assert running.devices() == {"devices": [], "refused": [], "settings": []}
    running.configuration_file.write_text("[device Till]\nkind = touchscreen\n")
    running.reload()
    assert kinds(running) == {"Till": "touchscreen"}
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "tap"}])
        begin = past()
        devices.play(1, (begin, (3, 0, 2000), (3, 1, 1000), (1, 0x110, 1)), (begin + 50_000, (1, 0x110, 0)))
        assert words(client.events(1)) == ["tap ended"]
    running.configuration_file.write_text("")
    running.reload()
    assert running.devices() == {"devices": [], "refused": [], "settings": []}
    assert "/dev/input/event1: no longer used" in running.log()


@contextlib.contextmanager
def pressed_panel(start_with_devices, devices):
    """Starts a service whose only device, Panel, is pressed by a finger, and a client that has received the press."""
    devices.add(1, name="Panel")
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        devices.play(1, (past(), *DOWN))
        assert words(client.events(1)) == ["press began"]
        yield running, client


def test_ignoring_a_device_closes_it_and_cancels_its_gestures(start_with_devices, devices):
    with pressed_panel(start_with_devices, devices) as (running, client):
        running.configuration_file.write_text("[device Panel]\nkind = ignore\n")
        running.reload()
        assert words(client.events(1)) == ["press cancelled"]
    assert running.devices() == {"devices": [], "refused": [], "settings": []}
    # This also holds when the device is plugged in again.
    devices.change(1)
    assert running.devices() == {"devices": [], "refused": [], "settings": []}
    running.configuration_file.write_text("")
    running.reload()
    assert kinds(running) == {"Panel": "touchscreen"}


def test_only_a_new_kind_resets_the_device(start_with_devices, devices):
    with pressed_panel(start_with_devices, devices) as (running, client):
        running.configuration_file.write_text("[device Panel]\nkind = touchscreen\n")
        running.reload()
        running.configuration_file.write_text("[device Panel]\nkind = touchpad\n")
        running.reload("set up again")
        event = client.event()
        assert (event["phase"], event["sequence"]) == ("cancelled", 2)
    assert kinds(running) == {"Panel": "touchpad"}


def test_the_kind_of_a_recording_can_be_configured(start):
    running = start(recording=evemu(tap(0)), configuration="[device Phone]\nkind = touchpad\n")
    assert kinds(running) == {"Phone": "touchpad"}
