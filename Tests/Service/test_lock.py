"""org.gestured.Control.Lock, and gesturectl lock and unlock."""
import contextlib
import signal
import subprocess
import time

import pytest

from devices import DOWN, TAPPED, UP, past, tap_frames, used
from events import words
from service import CONTROL, Client, until
from touches import evemu


def test_clients_get_no_touches_until_the_time_is_over(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client, Client(running.socket) as owner:
        client.subscribe()
        devices.play(1, (past(), *DOWN))
        assert words(client.events(1)) == ["press began"]
        began = time.monotonic()
        assert owner.call(f"{CONTROL}.Lock", {"seconds": 2}, more=True) == {
            "parameters": {"locked": True}, "continues": True}
        assert words(client.events(1)) == ["press cancelled"]
        assert running.status()["locked"]
        devices.play(1, (past(), *UP), *tap_frames(past()))
        assert owner.receive() == {"parameters": {"locked": False}}
        assert time.monotonic() - began > 1.99
        assert not running.status()["locked"]
        assert client.waiting_events() == []
        devices.play(1, *tap_frames(past()))
        assert words(client.events(4)) == TAPPED


def test_the_unlocking_gesture_is_not_reported(start_with_devices, devices):
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
        until(lambda: not running.status()["locked"], "two taps unlock touches")
        assert client.waiting_events() == []
        devices.play(1, *tap_frames(past()))
        assert words(client.events(4)) == TAPPED


def test_a_finger_that_was_locked_is_ignored_until_it_is_lifted(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe()
        running.control("Lock", seconds=60)
        devices.play(1, (past(), *DOWN))
        until(lambda: running.device()["contacts"] == 1, "it is down")
        assert running.control("Unlock") == {"parameters": {}}
        devices.play(1, (past(), (3, 0x35, 2500)), (past(), *UP), *tap_frames(past()))
        assert words(client.events(4)) == TAPPED


def test_a_waiting_client_learns_that_the_lock_has_ended(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as first, Client(running.socket) as second:
        first.call(f"{CONTROL}.Lock", {"seconds": 60}, more=True)
        # A later call on the same connection waits for the end of the lock.
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


def test_reports_a_touch_right_after_the_time_is_over(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        running.control("Lock", seconds=1)
        # The service finds the touch and the deadline at the same time.
        running.suspend()
        time.sleep(1.1)
        now = time.monotonic_ns() // 1000
        devices.play_while_suspended(1, (now - 20_000, *DOWN), (now, *UP))
        running.process.send_signal(signal.SIGCONT)
        assert words(client.events(2)) == ["press began", "press ended"]


def test_a_lock_ignores_regions(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    nowhere = {"name": "corner", "rectangle": {"x": 0, "y": 0, "width": 0.01, "height": 0.01}}
    running.control("Lock", gestures=[{"kind": "longPress"}], regions=[nowhere])
    devices.play(1, (past() - 1_000_000, *DOWN))
    until(lambda: not running.status()["locked"], "a long press anywhere unlocks touches")


def test_a_device_plugged_in_later_is_locked_too(start_with_devices, devices):
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe()
        running.control("Lock", gestures=[{"kind": "longPress"}])
        devices.add(1)
        until(lambda: used(running), "it is used")
        devices.play(1, *tap_frames(past()))
        devices.play(1, (past() - 1_000_000, *DOWN))
        until(lambda: not running.status()["locked"], "a long press unlocks touches")
        assert client.waiting_events() == []


@pytest.mark.parametrize("parameters, error", [
    ({}, "gestures"), ({"seconds": 0}, "seconds"), ({"seconds": 86401}, "seconds"), ({"seconds": "9"}, "seconds"),
    ({"gestures": [{"kind": "touchdown"}]}, "gestures[0].kind"), ({"gestures": []}, "gestures"),
    ({"gestures": [{"kind": "press"}]}, "gestures"), ({"gestures": [{"kind": "activity"}], "seconds": 5}, "gestures")])
def test_rejects_a_lock_that_cannot_end(parameters, error, start_with_devices, devices):
    running = start_with_devices()
    reply = running.control("Lock", **parameters)
    assert reply["error"] == "org.varlink.service.InvalidParameter", reply
    assert reply["parameters"]["parameter"].startswith(error), reply
    assert not running.status()["locked"]


# MARK: gesturectl


@contextlib.contextmanager
def locking(gesturectl, service, *options):
    """Runs gesturectl lock until it has locked touches and waits."""
    # A background process of a shell inherits an ignored SIGINT.
    with subprocess.Popen([gesturectl, "--socket", service.socket, "lock", *options],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as process:
        line = process.stdout.readline()
        assert line.startswith("touches are locked ") and "'gesturectl unlock'" in line
        assert service.status()["locked"]
        try:
            yield process, line
        finally:
            process.kill()


def test_the_command_waits_until_the_time_is_over(start, gesturectl):
    service = start(recording=evemu([]))
    with locking(gesturectl, service, "--for", "1", "--until", "longPress/2") as (process, line):
        assert "until longPress/2 or for 1 s" in line
        assert process.communicate(timeout=10) == ("touches are unlocked\n", "") and process.returncode == 0
    assert not service.status()["locked"]


def test_the_command_waits_for_an_unlock(start, gesturectl, run_gesturectl):
    service = start(recording=evemu([]))
    with locking(gesturectl, service, "--until", "longPress/2") as (process, _):
        unlocked = run_gesturectl("--socket", service.socket, "unlock")
        assert (unlocked.returncode, unlocked.stdout, unlocked.stderr) == (0, "touches are unlocked\n", "")
        assert process.communicate(timeout=10) == ("touches are unlocked\n", "") and process.returncode == 0


def test_the_lock_outlives_the_command(start, gesturectl, run_gesturectl):
    service = start(recording=evemu([]))
    with locking(gesturectl, service, "--until", "longPress/2") as (process, _):
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == -signal.SIGINT
    until(lambda: service.status()["clients"] == 1, "the other is forgotten")
    assert service.status()["locked"]
    assert "touches are locked" in run_gesturectl("--socket", service.socket, "status").stdout


def test_the_command_reports_that_the_service_has_gone(start, gesturectl):
    service = start(recording=evemu([]))
    with locking(gesturectl, service, "--for", "60") as (process, _):
        service.stop()
        _, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (1, f"gesturectl: {service.socket}: the service closed the connection\n")
