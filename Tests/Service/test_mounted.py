"""Touchscreens as they are mounted: turned, mirrored, calibrated, behind a display; and how that changes while the service runs."""
import os
import signal
import time

import pytest

from devices import DOWN, TAPPED, UP, past, tap_frames, used
from events import words
from service import CONTROL, Client, until
from touches import evemu, tap

# The size of the mock touchscreen, in mm.
WIDTH, HEIGHT = 204.75, 127.96875


def device(running):
    [found] = running.devices()["devices"]
    return found


def touch(devices, client, x, y):
    """Taps at a count and gives where that is for the person."""
    begin = past()
    devices.play(1, (begin, (3, 0x2F, 0), (3, 0x39, 1), (3, 0x35, x), (3, 0x36, y)), (begin + 1000, *UP))
    event = next(event for event in client.events(4) if event["kind"] == "press")
    return round(event["x"], 3), round(event["y"], 3)


def swipe(devices, client, start, end):
    """A finger goes from one count to another in 100 ms; the direction and the edge that the person sees."""
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
def test_configuration_says_how_it_is_mounted(rotation, mirror, start_with_devices, devices):
    devices.add(1, name="Panel")
    running = start_with_devices(f"[device Panel]\nrotation = {rotation}\nmirror = {mirror}\n")
    found = device(running)
    assert (found["rotation"], found["mirror"]) == (rotation, mirror)
    sides = [round(found["width"], 2), round(found["height"], 2)]
    assert sides == ([204.75, 127.97] if rotation in (0, 180) else [127.97, 204.75])
    # What counts as the top left quarter lies, for the person, in this corner.
    x, y = {"none": (0.25, 0.25), "horizontal": (0.75, 0.25), "vertical": (0.25, 0.75)}[mirror]
    for _ in range(rotation // 90):
        x, y = 1 - y, x
    with Client(running.socket) as client:
        client.subscribe()
        assert touch(devices, client, 1024, 1024) == pytest.approx((x, y), abs=0.001)


def test_the_second_of_two_that_nobody_can_place_is_configured_by_its_id(start_with_devices, devices):
    for number in 1, 2:
        devices.add(number, phys="")
    running = start_with_devices("[device 1234:5678#2]\nrotation = 90\n")
    assert [(found["id"], found["rotation"]) for found in running.devices()["devices"]] == [
        ("1234:5678", 0), ("1234:5678#2", 90)]


def test_directions_and_edges_are_what_the_person_sees_when_it_is_turned_while_the_service_runs(
        start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    edges, directions = ["left", "top", "right", "bottom"], ["right", "down", "left", "up"]
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "swipe"}, {"kind": "edgeSwipe"}])
        for turns, rotation in enumerate((0, 90, 180, 270)):
            reply = running.control("Transform", device="Mock", rotation=rotation)
            assert reply == {"parameters": {}}
            # From the left edge of the panel as it is built to the right.
            assert swipe(devices, client, (20, 2000), (2000, 2000)) == (directions[turns], edges[turns])
            assert swipe(devices, client, (2000, 1500), (2000, 3500)) == (directions[(turns + 1) % 4], None)


def test_turning_cancels_what_is_down_and_keeps_the_id(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    before = device(running)["id"]
    with Client(running.socket) as client:
        client.subscribe()
        devices.play(1, (past(), *DOWN))
        assert words(client.events(1)) == ["press began"]
        running.control("Transform", device=before, rotation=180)
        assert words(client.events(1)) == ["press cancelled"]
        # The finger is dead until it is lifted; the next one counts.
        devices.play(1, (past(), (3, 0x35, 2100)), (past(), *UP), *tap_frames(past()))
        assert words(client.events(4)) == TAPPED
    assert device(running)["id"] == before


def test_what_control_asks_for_outlives_the_device_and_what_it_does_not_say_stays(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    running.control("Transform", device="Mock", rotation=90, output="HDMI-A-2")
    running.control("Transform", device="Mock", mirror="vertical")
    devices.remove(1)
    until(lambda: used(running) == [], "it is gone")
    devices.again(1)
    until(lambda: used(running), "it is back")
    found = device(running)
    assert (found["rotation"], found["mirror"], found["output"]) == (90, "vertical", "HDMI-A-2")


def test_events_say_the_display(start_with_devices, devices):
    devices.add(1, name="Panel")
    running = start_with_devices("[device Panel]\noutput = HDMI-A-1\n")
    with Client(running.socket) as client:
        [state] = client.subscribe()["devices"]
        assert state["output"] == "HDMI-A-1"
        devices.play(1, *tap_frames(past()))
        assert {event["output"] for event in client.events(4)} == {"HDMI-A-1"}


def test_udev_may_know_the_display_and_configuration_knows_better(start_with_devices, devices):
    devices.add(1, name="A", properties={"WL_OUTPUT": "DP-1"})
    devices.add(2, name="B", properties={"WL_OUTPUT": "DP-1"})
    running = start_with_devices("[device B]\noutput = DP-2\n")
    assert [found["output"] for found in running.devices()["devices"]] == ["DP-1", "DP-2"]


def test_the_calibration_of_udev_is_applied(start_with_devices, devices):
    devices.add(1, properties={"LIBINPUT_CALIBRATION_MATRIX": "-1 0 1 0 -1 1"})
    running = start_with_devices()
    assert device(running)["calibration"] == [-1, 0, 1, 0, -1, 1]
    with Client(running.socket) as client:
        client.subscribe()
        assert touch(devices, client, 1024, 1024) == pytest.approx((0.75, 0.75), abs=0.001)


def test_a_display_that_comes_costs_no_touch_where_the_size_is_known(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        devices.play(1, (past(), *DOWN))
        devices.display(0, size=(520, 290))
        devices.add(2)
        until(lambda: len(used(running)) == 2, "what came after the display is used")
        devices.play(1, (past(), *UP))
        assert words(client.events(2)) == ["press began", "press ended"]


def test_a_calibration_that_is_none_is_told_and_left_out(start_with_devices, devices):
    devices.add(1, properties={"LIBINPUT_CALIBRATION_MATRIX": "upside down"})
    running = start_with_devices()
    assert "calibration" not in device(running)
    assert "LIBINPUT_CALIBRATION_MATRIX" in running.log() and "upside down" in running.log()


def without_resolution(devices, **options):
    devices.add(1, resolution=False, **options)


def test_a_panel_without_a_size_has_that_of_the_only_display(start_with_devices, devices):
    devices.display(0, size=(520, 290))
    without_resolution(devices)
    found = device(start_with_devices())
    assert (found["width"], found["height"], found["sizeSource"]) == (520, 290, "display")


def test_of_two_displays_the_one_it_belongs_to_gives_the_size(start_with_devices, devices):
    devices.display(0, name="HDMI-A-1", size=(520, 290))
    devices.display(0, name="DP-1", size=(340, 190))
    without_resolution(devices, name="Panel")
    assert device(start_with_devices())["sizeSource"] == "assumed"
    found = device(start_with_devices("[device Panel]\noutput = DP-1\nrotation = 90\n"))
    assert (found["width"], found["height"], found["sizeSource"]) == (190, 340, "display")
    assert device(start_with_devices("[device Panel]\noutput = DP-7\n"))["sizeSource"] == "assumed"


def test_a_display_that_comes_later_gives_the_size_then(start_with_devices, devices):
    without_resolution(devices)
    running = start_with_devices()
    assert device(running)["sizeSource"] == "assumed"
    devices.display(0, size=(520, 290))
    until(lambda: device(running)["sizeSource"] == "display", "the size is that of the display")
    assert device(running)["width"] == 520


@pytest.mark.parametrize("parameters, error", [
    ({}, "device"), ({"device": 5}, "device"), ({"device": "Mock", "rotation": 45}, "rotation"),
    ({"device": "Mock", "rotation": "90"}, "rotation"), ({"device": "Mock", "rotation": 4294967386}, "rotation"),
    ({"device": "Mock", "mirror": "diagonal"}, "mirror"), ({"device": "Mock", "output": ""}, "output"),
    ({"device": "Mock", "output": "x" * 65}, "output"), ({"device": "Mock", "output": ["x"]}, "output")])
def test_what_cannot_be_is_refused(parameters, error, start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    reply = running.control("Transform", **parameters)
    assert reply["error"] == "org.varlink.service.InvalidParameter" and reply["parameters"]["parameter"] == error
    assert device(running)["rotation"] == 0


def test_a_device_that_is_not_there_is_named(start_with_devices, devices):
    running = start_with_devices()
    for method, parameters in ("Transform", {"rotation": 90}), ("Grab", {"grab": True}):
        reply = running.control(method, device="Nobody", **parameters)
        assert reply == {"error": f"{CONTROL}.DeviceNotFound", "parameters": {"device": "Nobody"}}


# MARK: The lock


def test_locked_touches_are_nobodys_until_the_time_is_over(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client, Client(running.socket) as owner:
        client.subscribe()
        devices.play(1, (past(), *DOWN))
        assert words(client.events(1)) == ["press began"]
        began = time.monotonic()
        assert owner.call(f"{CONTROL}.Lock", {"seconds": 1}, more=True) == {
            "parameters": {"locked": True}, "continues": True}
        assert words(client.events(1)) == ["press cancelled"]
        assert running.status()["locked"]
        devices.play(1, (past(), *UP), *tap_frames(past()))
        assert owner.receive() == {"parameters": {"locked": False}}
        assert 0.99 < time.monotonic() - began < 5
        assert not running.status()["locked"]
        assert client.waiting_events() == []
        devices.play(1, *tap_frames(past()))
        assert words(client.events(4)) == TAPPED


def test_a_gesture_sets_touches_free_and_is_nobodys_either(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client, Client(running.socket) as owner:
        client.subscribe()
        gestures = [{"kind": "tap", "count": 2}]
        assert owner.call(f"{CONTROL}.Lock", {"gestures": gestures}) == {"parameters": {"locked": True}}
        begin = past() - 1_000_000
        devices.play(1, *tap_frames(begin))
        assert running.status()["locked"]
        devices.play(1, *tap_frames(begin + 1_000_000), *tap_frames(begin + 1_100_000))
        until(lambda: not running.status()["locked"], "two taps set touches free")
        assert client.waiting_events() == []
        devices.play(1, *tap_frames(past()))
        assert words(client.events(4)) == TAPPED


def test_a_finger_that_was_locked_stays_nobodys_until_it_is_lifted(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe()
        running.control("Lock", seconds=60)
        devices.play(1, (past(), *DOWN))
        until(lambda: device(running)["contacts"] == 1, "it is down")
        assert running.control("Unlock") == {"parameters": {}}
        devices.play(1, (past(), (3, 0x35, 2500)), (past(), *UP), *tap_frames(past()))
        assert words(client.events(4)) == TAPPED


def test_who_waits_for_the_end_of_the_lock_is_told_however_it_ends(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as first, Client(running.socket) as second:
        first.call(f"{CONTROL}.Lock", {"seconds": 60}, more=True)
        # What comes after it on the same connection waits for it.
        first.send({"method": "org.gestured.Gestures.GetStatus"})
        second.call(f"{CONTROL}.Lock", {"seconds": 60}, more=True)
        assert first.receive() == {"parameters": {"locked": False}}
        assert first.receive()["parameters"]["locked"]
        running.control("Unlock")
        assert second.receive() == {"parameters": {"locked": False}}
    with Client(running.socket) as gone:
        gone.call(f"{CONTROL}.Lock", {"seconds": 60}, more=True)
    assert running.status()["locked"]
    running.control("Unlock")
    assert not running.status()["locked"]


def test_what_comes_once_the_time_of_the_lock_is_over_is_told(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        running.control("Lock", seconds=1)
        # It reads touch and deadline at once.
        running.suspend()
        time.sleep(1.1)
        now = time.monotonic_ns() // 1000
        devices.play(1, (now - 20_000, *DOWN), (now, *UP))
        running.process.send_signal(signal.SIGCONT)
        assert words(client.events(2)) == ["press began", "press ended"]


def test_a_lock_knows_no_regions(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    nowhere = {"name": "corner", "rectangle": {"x": 0, "y": 0, "width": 0.01, "height": 0.01}}
    running.control("Lock", gestures=[{"kind": "longPress"}], regions=[nowhere])
    devices.play(1, (past() - 1_000_000, *DOWN))
    until(lambda: not running.status()["locked"], "a long press anywhere sets touches free")


def test_a_device_that_is_plugged_in_is_locked_too(start_with_devices, devices):
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe()
        running.control("Lock", gestures=[{"kind": "longPress"}])
        devices.add(1)
        until(lambda: used(running), "it is used")
        devices.play(1, *tap_frames(past()))
        devices.play(1, (past() - 1_000_000, *DOWN))
        until(lambda: not running.status()["locked"], "a long press sets touches free")
        assert client.waiting_events() == []


@pytest.mark.parametrize("parameters, error", [
    ({}, "gestures"), ({"seconds": 0}, "seconds"), ({"seconds": 86401}, "seconds"), ({"seconds": "9"}, "seconds"),
    ({"gestures": [{"kind": "touchdown"}]}, "gestures.kind"), ({"gestures": []}, "gestures"),
    ({"gestures": [{"kind": "press"}]}, "gestures"), ({"gestures": [{"kind": "activity"}], "seconds": 5}, "gestures")])
def test_a_lock_that_nothing_opens_is_refused(parameters, error, start_with_devices, devices):
    running = start_with_devices()
    reply = running.control("Lock", **parameters)
    assert reply["error"] == "org.varlink.service.InvalidParameter", reply
    assert reply["parameters"]["parameter"].startswith(error), reply
    assert not running.status()["locked"]


def test_only_the_services_own_user_and_root_may_control_it(start_with_devices, devices):
    if os.geteuid() != 0:
        pytest.skip("another user can be tried by root alone")
    devices.add(1)
    running = start_with_devices()
    running.let_everybody_in()
    for method in "Transform", "Grab", "Lock", "Unlock", "Pause", "Resume", "Reload", "Record", "Pulse", "Anything":
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.setresuid(4000, 4000, 4000)
                with Client(running.socket) as client:
                    os.write(writer, client.call(f"{CONTROL}.{method}", {"device": "Mock"})["error"].encode())
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        assert os.read(reader, 100) == b"org.varlink.service.PermissionDenied"
        os.close(reader)
        os.close(writer)


def test_a_recording_has_no_device_to_control(start):
    running = start(recording=evemu(tap(0)))
    name = device(running)["id"]
    for method, parameters in ("Transform", {"rotation": 90}), ("Grab", {"grab": True}):
        assert running.control(method, device=name, **parameters)["error"] == f"{CONTROL}.NotAvailable"
    with Client(running.socket) as client:
        assert client.call(f"{CONTROL}.Record", {"device": name}, more=True)["error"] == f"{CONTROL}.NotAvailable"


# MARK: The touch that wakes the display

AWAKE = ["activity began", *TAPPED]


@pytest.mark.parametrize("dark", [
    lambda devices: devices.display(0, dpms="Off"), lambda devices: devices.display(0, dpms="Suspend"),
    lambda devices: devices.backlight(0, power=4)])
def test_a_touch_on_a_dark_display_is_activity_alone(dark, start_with_devices, devices):
    dark(devices)
    devices.add(1)
    running = start_with_devices("[input]\nswallow-wake-touch = yes\n")
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}, {"kind": "tap"}, {"kind": "activity", "idle": 100}])
        devices.play(1, *tap_frames(past()))
        assert words(client.events(2)) == ["activity began", "activity ended"]


def test_the_whole_touch_that_woke_the_display_is_swallowed_and_the_next_is_not(start_with_devices, devices):
    devices.display(0, dpms="Off")
    devices.add(1)
    running = start_with_devices("[input]\nswallow-wake-touch = yes\n")
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}, {"kind": "tap"}])
        devices.play(1, (past(), *DOWN))
        until(lambda: device(running)["contacts"] == 1, "it is down")
        devices.display(0, dpms="On")
        # A second finger that joins it belongs to the same touch.
        devices.play(1, (past(), (3, 0x2F, 1), (3, 0x39, 8), (3, 0x35, 100), (3, 0x36, 100)))
        devices.play(1, (past(), (3, 0x39, -1)), (past(), *UP))
        devices.play(1, *tap_frames(past()))
        assert words(client.events(3)) == ["press began", "press ended", "tap ended"]
        assert client.waiting_events() == []


def test_who_turns_a_panel_while_it_is_being_woken_loses_no_other_touch(start_with_devices, devices):
    devices.display(0, dpms="Off")
    devices.add(1)
    running = start_with_devices("[input]\nswallow-wake-touch = yes\n")
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        devices.play(1, (past(), *DOWN))
        until(lambda: device(running)["contacts"] == 1, "it is down")
        devices.display(0, dpms="On")
        running.control("Transform", device="Mock", rotation=180)
        devices.play(1, (past(), *UP), *tap_frames(past()))
        assert words(client.events(2)) == ["press began", "press ended"]


@pytest.mark.parametrize("beside, expected", [("On", TAPPED), ("Off", AWAKE[:1])])
def test_the_light_behind_one_display_is_not_that_of_the_one_beside_it(beside, expected, start_with_devices, devices):
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


def test_a_lit_display_swallows_nothing_nor_does_a_dark_one_unasked(start_with_devices, devices):
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


# MARK: Trouble


def test_a_node_that_is_gone_before_it_is_opened_is_no_trouble(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    running.suspend()
    devices.add(2)
    devices.vanish(2)
    running.process.send_signal(signal.SIGCONT)
    devices.add(3)
    until(lambda: "/dev/input/event3" in used(running), "the next one is used")
    assert used(running) == ["/dev/input/event1", "/dev/input/event3"]
    assert running.devices()["refused"] == []


def test_stamps_that_go_back_count_as_the_latest(start_with_devices, devices):
    devices.add(1)
    with Client(start_with_devices().socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        begin = past()
        devices.play(1, (begin, *DOWN), (begin - 100_000, *UP), *tap_frames(begin - 20_000))
        events = client.events(4)
    assert words(events) == ["press began", "press ended"] * 2
    assert [event["time"] - begin for event in events] == [0, 0, 0, 30_000]
