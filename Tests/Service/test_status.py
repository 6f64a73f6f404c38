"""gesturectl status and devices."""
import re

from service import Client
from touches import DOUBLE_TAP_AND_SWIPE, evemu, tap


def test_status_shows_counts_and_devices(start, run_gesturectl):
    service = start(recording=DOUBLE_TAP_AND_SWIPE)
    with Client(service.socket) as client:
        client.subscribe()
        ended = run_gesturectl("--socket", service.socket, "status")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "2 connected, 1 subscribed" in ended.stdout
    assert "touchscreen Phone" in ended.stdout and str(service.socket) in ended.stdout


def test_devices_shows_each_device(start, run_gesturectl):
    service = start(recording=DOUBLE_TAP_AND_SWIPE)
    ended = run_gesturectl("--socket", service.socket, "devices")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert [re.sub(" +", " ", line) for line in ended.stdout.splitlines()] == [
        "touchscreen Phone", " id 0000:0000", f" node {service.socket.parent / 'recording.evemu'}",
        " size 317.5 × 317.5 mm, reported by the device", " contacts 10 at most, 0 down"]


def test_devices_verbose_shows_every_property(start, run_gesturectl):
    service = start(recording=DOUBLE_TAP_AND_SWIPE)

    def last_lines():
        ended = run_gesturectl("--socket", service.socket, "devices", "--verbose")
        assert (ended.returncode, ended.stderr) == (0, "")
        return [re.sub(" +", " ", line) for line in ended.stdout.splitlines()[5:]]

    known = [
        " protocol slots", " mounted rotated by 0°, mirror none, calibration none", " output unknown", " grabbed no", " overruns 0 of the kernel's queue",
        " faults 0 contacts: 0 lasted at most 25 ms, 0 were lost for at most 25 ms"]
    assert last_lines() == [*known, " touched never"]
    with Client(service.socket) as client:
        client.subscribe(gestures=[{"kind": "swipe"}])
        client.event()
    *lines, touched = last_lines()
    assert lines == known and re.fullmatch(r" touched \d+\.\d s ago", touched)


def test_devices_verbose_shows_when_a_playing_recording_was_touched(start, run_gesturectl):
    service = start(recording=evemu(tap(0) + tap(60_000)))
    with Client(service.socket) as client:
        client.subscribe(gestures=[{"kind": "tap"}])
        client.event()
        ended = run_gesturectl("--socket", service.socket, "devices", "--verbose")
    assert re.search(r"touched +\d\.\d s ago", ended.stdout), ended.stdout
