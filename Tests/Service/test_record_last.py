"""org.gestured.Control.RecordLast and `gesturectl record --last`: the flight recorder."""
import stat
import subprocess

import pytest

from devices import DOWN, DROPPED, RECORDING_HEAD, UP, past, tap_frames, used
from service import CONTROL, Client, replay, until

ON = "[recorder]\nkeep = 30s\n"
CONFIGURE = "[recorder]\nkeep = {}\n"


def last(client, device=None):
    """Returns the text of RecordLast."""
    reply = client.call(f"{CONTROL}.RecordLast", {"device": device} if device else {}, more=True)
    text = ""
    while True:
        assert "error" not in reply, reply
        text += reply["parameters"]["text"]
        if not reply.get("continues"):
            return text
        reply = client.receive()


def error(running, **parameters):
    with Client(running.socket) as client:
        return client.call(f"{CONTROL}.RecordLast", parameters, more=True)["error"]


def taken(running, device=None):
    with Client(running.socket) as client:
        return last(client, device)


def tracking_ids(text):
    """The tracking ids of the contacts in a recording."""
    return [int(line.split()[-1]) for line in text.splitlines() if " 0003 0039 " in line]


def test_is_off_by_default(devices, start_with_devices, gesturectl):
    devices.add(1)
    running = start_with_devices()
    assert error(running) == f"{CONTROL}.RecorderOff"
    assert "keep" not in running.status()
    run = subprocess.run([gesturectl, "--socket", running.socket, "record", "--last"], capture_output=True, text=True)
    assert run.returncode == 1 and run.stdout == ""
    assert "the two lines '[recorder]' and 'keep = 30s'" in run.stderr


def test_says_that_there_was_no_device_yet(start_with_devices, gesturectl):
    running = start_with_devices(ON)
    assert error(running) == f"{CONTROL}.NotAvailable"
    run = subprocess.run([gesturectl, "--socket", running.socket, "record", "--last"], capture_output=True, text=True)
    assert run.returncode == 1 and "has no touch device yet" in run.stderr


def test_rejects_calls_that_cannot_record(devices, start_with_devices):
    devices.add(1)
    running = start_with_devices(ON)
    with Client(running.socket) as client:
        assert client.call(f"{CONTROL}.RecordLast", {})["error"] == "org.varlink.service.ExpectedMore"
        assert client.call(f"{CONTROL}.RecordLast", {"device": 1}, more=True)["parameters"]["parameter"] == "device"
        assert client.call(f"{CONTROL}.RecordLast", {"device": "Other"}, more=True) == {
            "error": f"{CONTROL}.DeviceNotFound", "parameters": {"device": "Other"}}


def test_returns_the_touches_before_the_call(devices, start_with_devices):
    devices.add(1)
    running = start_with_devices(ON)
    assert running.status()["keep"] == 30_000_000
    with Client(running.socket) as client:
        assert last(client).startswith(RECORDING_HEAD)
        devices.play(1, *tap_frames(past()))
        text = last(client)
        assert text.startswith(RECORDING_HEAD) and text.endswith("E: 0.050000 0003 0039 -1\nE: 0.050000 0000 0000 0\n")
        assert tracking_ids(text) == [100, -1]
        # The connection answers further calls, and the text is the same for each device name and again.
        assert last(client) == last(client, "Mock") == text
        assert client.call("org.gestured.Gestures.GetStatus")["parameters"]["clients"] == 1
    assert "reads the last touches of " in running.log()


def test_the_default_is_the_device_that_was_touched_last(devices, start_with_devices):
    devices.add(1, name="First")
    devices.add(2, name="Second")
    running = start_with_devices(ON)
    begin = past()
    devices.play(2, *tap_frames(begin))
    devices.play(1, *tap_frames(begin + 100_000))
    assert "N: First\n" in taken(running)
    devices.play(2, *tap_frames(begin + 200_000))
    assert "N: Second\n" in taken(running)
    assert "N: First\n" in taken(running, "First")


def test_a_device_that_is_gone_is_kept_and_continues_when_it_returns(devices, start_with_devices):
    devices.add(1)
    running = start_with_devices(ON)
    begin = past()
    devices.play(1, (begin, *DOWN))
    assert running.status()["frames"] == 1
    devices.remove(1)
    until(lambda: not used(running), "it is gone")
    assert tracking_ids(taken(running, "Mock")) == [100]
    # At another node, but at the same port.
    devices.add(2, phys="event1")
    until(lambda: used(running), "it is back")
    devices.play(2, *tap_frames(past()))
    text = taken(running)
    assert text.count("0000 0003 0\n") == 1
    assert tracking_ids(text)[0] == 100 and tracking_ids(text)[-2:] == [100, -1]


def test_a_change_of_the_time_keeps_the_touches_of_a_device_that_is_gone(devices, start_with_devices):
    devices.add(1)
    running = start_with_devices(ON)
    devices.play(1, *tap_frames(past()))
    running.status()
    devices.remove(1)
    until(lambda: not used(running), "it is gone")
    kept = tracking_ids(taken(running, "Mock"))
    for keep in "300s", "2s":
        running.configuration_file.write_text(CONFIGURE.format(keep))
        running.control("Reload")
        # The reload finds the emulated device again, which continues the recording.
        assert tracking_ids(taken(running, "Mock"))[:len(kept)] == kept != []


def test_events_that_were_lost_or_in_a_pause_are_marked(devices, start_with_devices):
    devices.add(1)
    running = start_with_devices(ON)
    begin = past()
    devices.play(1, (begin, *DOWN), (begin + 20_000, *DROPPED))
    running.status()
    running.control("Pause")
    devices.play(1, (begin + 30_000, *UP), (begin + 40_000, *DOWN))
    running.control("Resume")
    devices.play(1, (begin + 50_000, *UP))
    assert taken(running).count("0000 0003 0\n") == 2


def test_touches_during_a_lock_are_kept(devices, start_with_devices):
    devices.add(1)
    running = start_with_devices(ON)
    running.control("Lock", seconds=100)
    devices.play(1, *tap_frames(past()))
    assert tracking_ids(taken(running)) == [100, -1]


def test_a_reload_changes_it_without_disturbing_touches(devices, start_with_devices):
    devices.add(1)
    running = start_with_devices("")
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        begin = past()
        for index, (keep, kept) in enumerate([("30s", True), ("300s", True), ("2s", True), ("off", False), ("1s", True)]):
            devices.play(1, (begin + index * 100_000, *DOWN))
            assert client.event()["phase"] == "began"
            running.write_drop_in("recorder.conf", CONFIGURE.format(keep))
            running.reload()
            devices.play(1, (begin + index * 100_000 + 50_000, *UP))
            assert client.event()["phase"] == "ended"
            if kept:
                assert tracking_ids(taken(running))[-1:] in ([-1], [])
            else:
                assert error(running) == f"{CONTROL}.RecorderOff"
    log = running.log()
    assert "keeps the last 300 s of touches" in log and "keeps no touches any more" in log


def flood(devices, running, count):
    """Plays taps, of which each has 20 moves."""
    for index in range(count):
        begin = past()
        moves = [(begin + 100 * step, (3, 0x35, 2000 + index % 900 + step)) for step in range(20)]
        devices.play(1, (begin, *DOWN), *moves, (begin + 3000, *UP))
        frames = (index + 1) * 22
        until(lambda: running.status()["frames"] >= frames, "it is read")


def test_long_recordings_come_in_parts_that_fit_the_smallest_queue(devices, start_with_devices):
    devices.add(1)
    running = start_with_devices("[limits]\nqueue-size = 16384\n" + CONFIGURE.format("300s"))
    flood(devices, running, 60)
    with Client(running.socket) as client:
        reply = client.call(f"{CONTROL}.RecordLast", {}, more=True)
        sizes = [len(reply["parameters"]["text"])]
        while reply.get("continues"):
            reply = client.receive()
            sizes.append(len(reply["parameters"]["text"]))
    assert len(sizes) > 8 and max(sizes) < 12_000
    assert tracking_ids(taken(running)) == [100, -1] * 60


def test_clients_that_leave_or_die_leave_nothing_behind(devices, start_with_devices):
    devices.add(1)
    running = start_with_devices(CONFIGURE.format("300s"))
    flood(devices, running, 30)
    descriptors = running.descriptors(clients=0)
    for _ in range(20):
        with Client(running.socket) as client:
            client.send({"method": f"{CONTROL}.RecordLast", "more": True})
    for _ in range(5):
        with Client(running.socket) as client:
            client.call(f"{CONTROL}.RecordLast", {}, more=True)
    assert running.descriptors(clients=0) == descriptors
    assert tracking_ids(taken(running)) == [100, -1] * 30


def test_the_memory_is_fixed(devices, start_with_devices):
    devices.add(1)
    running = start_with_devices(CONFIGURE.format("1s"))
    flood(devices, running, 20)
    before = running.number("VmRSS")
    flood(devices, running, 200)
    assert running.number("VmRSS") <= before + 64
    # 1024 events are kept. Up to six of the start describe the state before them.
    assert 900 < taken(running).count("\nE: ") <= 1030


@pytest.fixture
def write(devices, gesturectl, tmp_path):
    """Writes the last touches with gesturectl and returns the path."""
    def write(running, *options):
        path = tmp_path / "last.evemu"
        subprocess.run([gesturectl, "--socket", running.socket, "record", "--last", "-o", path, *options], check=True)
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        return path

    return write


def test_gesturectl_writes_a_recording_with_the_same_gestures(devices, start_with_devices, gesturectl, write):
    devices.add(1)
    running = start_with_devices(ON)
    with Client(running.socket) as client:
        client.subscribe()
        devices.play(1, *tap_frames(past()))
        live = [client.event() for _ in range(4)]
        assert [(event["kind"], event["phase"]) for event in live[-2:]] == [("tap", "possible"), ("tap", "ended")]
    found = [(event["kind"], event["phase"], event["x"], event["y"]) for event in replay(gesturectl, write(running))]
    assert found == [(event["kind"], event["phase"], event["x"], event["y"]) for event in live]
    anonymous = write(running, "--anonymous", "Mock").read_text()
    assert "physical path" not in anonymous
    assert [event["kind"] for event in replay(gesturectl, write(running, "--anonymous"))] == [event["kind"] for event in live]


def test_gesturectl_says_that_nothing_was_touched(devices, start_with_devices, gesturectl):
    devices.add(1)
    running = start_with_devices(ON)
    run = subprocess.run([gesturectl, "--socket", running.socket, "record", "--last"], capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (1, "")
    assert "kept no touches yet" in run.stderr


def test_status_and_doctor_show_that_it_is_on(devices, start_with_devices, gesturectl):
    running = start_with_devices(ON)
    run = subprocess.run([gesturectl, "--socket", running.socket, "status"], capture_output=True, text=True, check=True)
    assert "keeps the last 30 s of touches" in run.stdout
    run = subprocess.run(
        [gesturectl, "--socket", running.socket, "doctor", "--config", running.configuration_file], capture_output=True,
        text=True)
    assert "the flight recorder keeps the last 30 s of touches" in run.stdout
