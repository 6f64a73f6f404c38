"""org.gestured.Control.Pause and Resume, and the commands of gesturectl for them."""
import time

from devices import DOWN, TAPPED, UP, after_now, past, tap_frames, used
from events import words
from service import Client, until
from touches import circles, evemu, tap


def is_paused(running):
    with Client(running.socket) as client:
        states = {client.call("GetStatus")["parameters"]["paused"], client.subscribe()["paused"]}
    assert len(states) == 1
    return states.pop()


def test_reports_whether_it_is_paused(start):
    running = start()
    for method, paused in ("Pause", True), ("Pause", True), ("Resume", False), ("Resume", False), ("Pause", True):
        assert running.control(method) == {"parameters": {}}
        assert is_paused(running) == paused


def test_a_recording_is_paused_too(start):
    running = start(recording=evemu(circles(0, 300) + tap(1000), lead=300))
    with Client(running.socket) as client:
        client.subscribe()
        assert words(client.events(1)) == ["press began"]
        running.control("Pause")
        events = words(client.waiting_events())
        assert events[-1].endswith("cancelled")
        running.wait_for_log("the recording is over")
        assert client.waiting_events() == []


def test_a_resumed_recording_is_recognized_again(start):
    running = start(recording=evemu(tap(0), lead=100))
    running.control("Pause")
    running.control("Resume")
    with Client(running.socket) as client:
        client.subscribe()
        assert words(client.events(4)) == TAPPED


def test_gesturectl_pauses_resumes_and_shows_it(start, run_gesturectl):
    running = start()
    for command, paused, done in (
            ("pause", True, "paused: gestures are not recognized until 'gesturectl resume'\n"),
            ("resume", False, "resumed: gestures are recognized again\n")):
        ended = run_gesturectl("--socket", running.socket, command)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, done, "")
        assert is_paused(running) == paused
        status = run_gesturectl("--socket", running.socket, "status").stdout
        assert ("recognition is paused; 'gesturectl resume' resumes it" in status) == paused
        monitor = run_gesturectl("--socket", running.socket, "monitor", "--timeout", "1").stdout
        assert monitor.endswith("; recognition is paused, 'gesturectl resume' resumes it\n") == paused
    for command in "pause", "resume", "reload", "unlock":
        ended = run_gesturectl("--socket", running.socket, command, "now")
        assert ended.returncode == 2 and ended.stderr.startswith(f"gesturectl: {command}: unexpected argument 'now'")


def test_open_gestures_are_cancelled_and_none_begins_until_resumed(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe()
        devices.play(1, (past(), *DOWN))
        assert words(client.events(1)) == ["press began"]
        running.control("Pause")
        assert words(client.events(1)) == ["press cancelled"]
        devices.play(1, (past(), *UP), *tap_frames(past()))
        running.control("Resume")
        devices.play(1, *tap_frames(past()))
        assert words(client.events(4)) == TAPPED
        assert client.waiting_events() == []


def test_ignores_a_finger_that_is_down_when_resumed(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    running.control("Pause")
    devices.play(1, (past(), *DOWN))
    running.control("Resume")
    after_now()
    with Client(running.socket) as client:
        assert client.subscribe()["contacts"] == 0
        begin = past()
        devices.play(1, (begin, (3, 0x35, 3000)), (begin + 10_000, *UP), *tap_frames(begin + 20_000))
        events = client.events(4)
    assert words(events) == TAPPED and events[0]["time"] == begin + 20_000


def test_touches_do_not_wake_a_paused_service(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe()
        devices.play(1, (past(), *DOWN))
        client.event()
        assert running.devices()["devices"][0]["contacts"] == 1
        running.control("Pause")
        client.event()
        assert running.devices()["devices"][0]["contacts"] == 0
        frames = running.status()["frames"]
        before = running.wakeups()
        for _ in range(20):
            devices.play(1, *tap_frames(past()))
            time.sleep(0.01)
        assert running.wakeups() == before
        running.control("Resume")
        # These touches are not read later either.
        assert running.status()["frames"] == frames
        assert client.waiting_events() == []


def test_devices_can_come_and_go_while_paused(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    running.control("Pause")
    devices.remove(1)
    until(lambda: used(running) == [], "it is gone")
    devices.add(2)
    until(lambda: used(running) == ["/dev/input/event2"], "it is used")
    with Client(running.socket) as client:
        client.subscribe()
        devices.play(2, *tap_frames(past()))
        running.control("Resume")
        devices.play(2, *tap_frames(past()))
        assert words(client.events(4)) == TAPPED


def test_a_pen_that_came_while_paused_suppresses_touch_afterwards(start_with_devices, devices):
    devices.add(1, body=1)
    devices.add(2, body=1, kind="TABLET", name="Mock Pen")
    running = start_with_devices()
    running.wait_for_log("ignoring touches while this pen is near")
    running.control("Pause")
    for _ in range(3):
        for value in 1, 0, 1:
            devices.play(2, (past(), (1, 0x140, value)))
    running.status()
    running.control("Resume")
    after_now()
    with Client(running.socket) as client:
        client.subscribe()
        devices.play(1, *tap_frames(past()))
        running.status()
        # Emulated events are read late, so the pen leaves earlier.
        devices.play(2, (past() - 200_000, (1, 0x140, 0)))
        running.status()
        begin = past()
        devices.play(1, *tap_frames(begin))
        events = client.events(4)
    assert words(events) == TAPPED and events[0]["time"] == begin
