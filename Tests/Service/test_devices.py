"""Touch devices that come and go."""
import signal

from devices import DOWN, DROPPED, TAPPED, UP, past, tap_frames, used
from events import words
from service import Client, until


def test_uses_a_touchscreen_that_is_present_at_start(start_with_devices, devices):
    devices.add(1, name="Acme Touch")
    assert start_with_devices().devices() == {
        "devices": [{
            "id": "1234:5678@event1", "name": "Acme Touch", "node": "/dev/input/event1", "kind": "touchscreen",
            "width": 204.75, "height": 127.969, "sizeSource": "resolution", "protocol": "slots", "slots": 10,
            "rotation": 0, "mirror": "none", "grabbed": False, "filtered": False, "contacts": 0, "active": False,
            "overruns": 0, "landings": 0, "ghosts": 0, "gaps": 0}],
        "refused": [], "settings": []}


def test_a_device_that_cannot_be_examined_hides_no_other(start_with_devices, devices):
    devices.add(1)
    devices.spoil(0)
    devices.add(2)
    assert used(start_with_devices()) == ["/dev/input/event1", "/dev/input/event2"]


def test_a_tap_arrives(start_with_devices, devices):
    devices.add(1)
    with Client(start_with_devices().socket) as client:
        client.subscribe()
        begin = past()
        devices.play(1, *tap_frames(begin))
        events = client.events(4)
    assert words(events) == TAPPED
    assert [event["time"] - begin for event in events] == [0, 50_000, 50_000, 50_000]
    assert events[3]["decided"] - begin == 350_000
    assert {event["device"] for event in events} == {"1234:5678@event1"}


def test_contacts_are_counted_while_they_are_down(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe()
        devices.play(1, (past(), *DOWN))
        client.event()
        assert [device["contacts"] for device in running.devices()["devices"]] == [1]
        with Client(running.socket) as another:
            assert another.subscribe()["contacts"] == 1


def test_uses_a_touchscreen_that_is_plugged_in_later(start_with_devices, devices):
    running = start_with_devices()
    with Client(running.socket) as client:
        assert client.subscribe()["devices"] == []
        devices.add(1)
        until(lambda: used(running) == ["/dev/input/event1"], "it is used")
        devices.play(1, *tap_frames(past()))
        assert words(client.events(4)) == TAPPED


def test_a_device_that_udev_reports_twice_is_used_once(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    devices.again(1)
    devices.add(2)
    until(lambda: "/dev/input/event2" in used(running), "what came after it is used")
    assert used(running) == ["/dev/input/event1", "/dev/input/event2"]


def test_unplugging_cancels_open_gestures(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    descriptors = running.descriptors(clients=0)
    with Client(running.socket) as client:
        client.subscribe()
        devices.play(1, (past(), *DOWN))
        assert words(client.events(1)) == ["press began"]
        devices.remove(1)
        assert words(client.events(1)) == ["press cancelled"]
        assert used(running) == []
    assert running.descriptors(clients=0) < descriptors


def test_ignores_a_finger_that_was_down_before_until_it_is_lifted(start_with_devices, devices):
    devices.add(1, down=True)
    with Client(start_with_devices().socket) as client:
        assert client.subscribe()["contacts"] == 0
        begin = past()
        devices.play(1, (begin, (3, 0x35, 3000)), (begin + 10_000, *UP), *tap_frames(begin + 20_000))
        events = client.events(4)
    assert words(events) == TAPPED
    assert events[0]["time"] - begin == 20_000


def test_lost_events_cancel_open_gestures(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe()
        begin = past()
        devices.play(1, (begin, *DOWN))
        assert words(client.events(1)) == ["press began"]
        devices.play(1, (begin + 20_000, *DROPPED))
        assert words(client.events(1)) == ["press cancelled"]
        devices.play(1, (begin + 50_000, *UP), *tap_frames(begin + 60_000))
        assert words(client.events(4)) == TAPPED
    assert [device["overruns"] for device in running.devices()["devices"]] == [1]
    assert running.status()["overruns"] == 1


def test_a_device_that_cannot_be_opened_is_refused_with_a_reason_until_it_can(start_with_devices, devices):
    devices.add(1, answers=False)
    running = start_with_devices()
    report = running.devices()
    assert report["devices"] == []
    assert [refused["node"] for refused in report["refused"]] == ["/dev/input/event1"]
    assert report["refused"][0]["reason"]
    devices.change(1)
    until(lambda: used(running) == ["/dev/input/event1"], "it is used")
    assert running.devices()["refused"] == []


def test_a_refused_device_is_forgotten_when_it_is_unplugged(start_with_devices, devices):
    devices.add(1, answers=False)
    running = start_with_devices()
    assert running.devices()["refused"]
    devices.remove(1)
    until(lambda: running.devices()["refused"] == [], "it is forgotten")


def test_a_node_that_is_gone_before_it_is_opened_is_skipped(start_with_devices, devices):
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


def test_a_keyboard_is_neither_used_nor_refused(start_with_devices, devices):
    devices.add(1, kind="KEYBOARD")
    devices.add(2)
    running = start_with_devices()
    assert used(running) == ["/dev/input/event2"]
    assert running.devices()["refused"] == []


def test_without_udev_properties_the_kernel_decides_the_kind(start_with_devices, devices):
    devices.add(1, kind=None)
    running = start_with_devices()
    assert [device["kind"] for device in running.devices()["devices"]] == ["touchscreen"]


def test_a_device_that_breaks_the_protocol_writes_few_log_lines(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    begin = past()
    # A new contact in an occupied slot. libevdev writes a message for each.
    devices.play(1, (begin, *DOWN), *((begin + count * 1000, (3, 0x39, 100 + count)) for count in range(1, 51)))
    running.wait_for_log("double tracking ID")
    devices.play(1, (begin + 60_000, *UP))
    until(lambda: running.devices()["devices"][0]["contacts"] == 0, "the finger is lifted")
    lines = [line for line in running.log().splitlines() if "libevdev" in line]
    assert 1 <= len(lines) <= 2, lines
    assert all(line.startswith('gestured: /dev/input/event1: libevdev: BUG: Device "Mock" received') for line in lines)
