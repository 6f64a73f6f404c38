"""gesturectl record, on the device itself and through the service."""
import os
import re
import signal
import subprocess

import pytest

from devices import RECORDING_HEAD, past, used
from programs import assert_refused
from service import CONTROL, replay, until

# An event that belongs to no touch and comes long after all others.
LAST = (1, 0x14A, 0)


@pytest.fixture
def record(devices, gesturectl, tmp_path):
    """Records event1 while frames (ms, (type, code, value), …) are played, and returns the path of the recording."""
    def record(*frames, options=(), socket=tmp_path / "none", device="/dev/input/event1"):
        path = tmp_path / "recorded.evemu"
        command = [gesturectl, "--socket", socket, "record", device, "-o", path, *options]
        with subprocess.Popen(
                command, env={**os.environ, **devices.environment}, stderr=subprocess.PIPE, text=True) as process:
            assert f"recording {device}" in process.stderr.readline()
            begin = past()
            if frames:
                devices.play(1, *((begin + time * 1000, *events) for time, *events in (*frames, (9000, LAST))))
                until(lambda: "0001 014a 0\n" in path.read_text(), "the last event")
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 0
        return path

    return record


def touch(time, x, y, way=0):
    """A finger in slot 0 that moves right by `way` counts in 100 ms. Like the kernel, it reports only changes."""
    yield time, (3, 0x2F, 0), (3, 0x39, time), (3, 0x35, x), (3, 0x36, y)
    for step in range(1, 11 if way else 1):
        yield time + step * 10, (3, 0x35, x + way * step // 10)
    yield time + 150, (3, 0x39, -1)


TOUCHES = [*touch(0, 1500, 1500), *touch(300, 1500, 1500), *touch(2000, 1500, 2000, 600), *touch(4000, 2500, 2500)]


def gestures(gesturectl, path):
    """The events of a recording without positions."""
    def without_places(event):
        return {key: value for key, value in event.items() if key not in ("x", "y", "points")}

    return [without_places(event) for event in replay(gesturectl, path)]


def test_a_recording_has_the_properties_of_the_device(record, devices, start_with_devices, gesturectl):
    devices.add(1)
    path = record(*TOUCHES)
    assert path.read_text().startswith(RECORDING_HEAD)
    (listed,) = start_with_devices().devices()["devices"]
    events = replay(gesturectl, path)
    assert {event["device"] for event in events} == {listed["id"]}
    assert [(event["kind"], event.get("count"), event["time"]) for event in events if event["phase"] == "ended"] == [
        ("press", None, 150_000), ("press", None, 450_000), ("tap", 2, 450_000),
        ("drag", None, 2_150_000), ("swipe", None, 2_150_000), ("press", None, 4_150_000), ("tap", 1, 4_150_000)]


def test_the_kind_of_a_recorded_device_is_that_of_udev(record, devices, gesturectl):
    devices.add(1, kind="TOUCHPAD")
    # Moves by 12.6 pt, which is a drag on a touchpad and a tap on a touchscreen.
    path = record(*touch(0, 1500, 1500, 40))
    assert "# gestured: udev ID_INPUT_TOUCHPAD=1\n" in path.read_text()
    assert "drag" in {event["kind"] for event in replay(gesturectl, path)}


def test_a_configured_size_is_recorded(record, devices, start_with_devices):
    devices.add(1)
    running = start_with_devices("[device Mock]\nsize = 100x50\n")
    assert "# gestured: size 100.000 x 50.000 mm configuration\n" in record(socket=running.socket).read_text()


def test_ignores_a_finger_that_is_down_at_the_start(record, devices, gesturectl):
    devices.add(1, down=True)
    path = record((0, (3, 0x35, 1200)), (20, (3, 0x39, -1)), *touch(2000, 1400, 1000))
    assert [(event["kind"], event["time"]) for event in replay(gesturectl, path) if event["phase"] == "ended"] == [
        ("press", 2_150_000), ("tap", 2_150_000)]


def test_an_anonymous_recording_gives_the_same_gestures_elsewhere(record, devices, gesturectl):
    devices.add(1)
    plain = record(*TOUCHES)
    expected, places = gestures(gesturectl, plain), [event["points"] for event in replay(gesturectl, plain)]
    path = record(*TOUCHES, options=["--anonymous"])
    text = path.read_text()
    assert text.startswith(RECORDING_HEAD.replace("# gestured: physical path event1\n", ""))
    found = gestures(gesturectl, path)
    for event in expected:
        event["device"] = "1234:5678"
    assert found == expected
    assert all(event["points"] != place for event, place in zip(replay(gesturectl, path), places))


# MARK: The file


def record_into(path, run_gesturectl, devices, **options):
    """Runs gesturectl record with an output path that it must reject."""
    environment = {**os.environ, **devices.environment}
    return run_gesturectl("record", "/dev/input/event1", "-o", path, env=environment, **options)


def test_does_not_follow_a_link(devices, run_gesturectl, tmp_path):
    devices.add(1)
    precious = tmp_path / "precious"
    precious.write_text("kept")
    link = tmp_path / "link"
    link.symlink_to(precious)
    ended = run_gesturectl("record", "/dev/input/event1", "-o", link, env={**os.environ, **devices.environment})
    assert (ended.returncode, ended.stderr) == (
        1, f"gesturectl: {link}: is a symbolic link, and links are not followed; use another file name\n")
    assert precious.read_text() == "kept"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to somebody else")
def test_does_not_write_to_the_file_of_another_user(devices, run_gesturectl, tmp_path):
    devices.add(1)
    path = tmp_path / "theirs"
    path.write_text("kept")
    os.chown(path, 4000, 4000)
    ended = record_into(path, run_gesturectl, devices)
    assert (ended.returncode, ended.stderr) == (
        1, f"gesturectl: {path}: belongs to another user; use another file name\n")
    assert path.read_text() == "kept"


@pytest.mark.parametrize("is_read", [False, True])
def test_rejects_a_pipe_at_once(is_read, devices, run_gesturectl, tmp_path):
    devices.add(1)
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK) if is_read else None
    ended = record_into(path, run_gesturectl, devices)
    assert (ended.returncode, ended.stderr) == (
        1, f"gesturectl: {path}: not a regular file; specify another file, or omit -o to write to standard output\n")
    if is_read:
        assert os.read(reader, 100) == b""
        os.close(reader)


def test_overwrites_a_file_of_the_same_user(record, devices, tmp_path):
    devices.add(1)
    path = tmp_path / "recorded.evemu"
    path.write_text("before\n" * 10_000)
    assert record().read_text().startswith(RECORDING_HEAD) and "before" not in path.read_text()


@pytest.mark.parametrize("mode", [None, 0o666])
def test_only_the_owner_can_read_the_file(mode, record, devices, tmp_path):
    devices.add(1)
    if mode:
        (tmp_path / "recorded.evemu").touch()
        (tmp_path / "recorded.evemu").chmod(mode)
    assert record().stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["-", "/dev/stdout", None])
def test_standard_output_can_be_named(name, devices, gesturectl, tmp_path):
    devices.add(1)
    command = [gesturectl, "record", "/dev/input/event1", *(["-o", name] if name else [])]
    with subprocess.Popen(command, env={**os.environ, **devices.environment}, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert process.stderr.readline().startswith("recording ")
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=20)
    assert process.returncode == 0 and output.startswith(RECORDING_HEAD)
    assert os.listdir(tmp_path) == []


def test_rejects_a_file_that_is_not_an_input_device(run_gesturectl):
    assert_refused(run_gesturectl("record", "/dev/null"), 1, "/dev/null: not an input device")


# MARK: Through the service


def test_the_service_makes_the_same_recording(record, devices, start_with_devices):
    devices.add(1)
    expected = record(*TOUCHES).read_text()
    running = start_with_devices()
    found = record(*TOUCHES, options=["--service"], socket=running.socket, device="Mock").read_text()
    assert found == expected
    assert f": called {CONTROL}.Record\n" in running.log()


def test_the_service_records_size_and_rotation(record, devices, start_with_devices):
    devices.add(1)
    running = start_with_devices("[device Mock]\nsize = 100x50\nrotation = 90\n")
    text = record(options=["--service"], socket=running.socket, device="1234:5678@event1").read_text()
    assert text == record(socket=running.socket).read_text()
    assert "# gestured: size 100.000 x 50.000 mm configuration\n# gestured: rotation 90\n" in text


def test_a_recording_by_the_service_can_be_made_anonymous(record, devices, start_with_devices, gesturectl):
    devices.add(1)
    plain = record(*TOUCHES)
    expected, places = gestures(gesturectl, plain), re.findall(r"0003 003[56] .*", plain.read_text())
    options = ["--service", "--anonymous"]
    path = record(*TOUCHES, options=options, socket=start_with_devices().socket, device="Mock")
    text = path.read_text()
    assert text.startswith(RECORDING_HEAD.replace("# gestured: physical path event1\n", ""))
    assert re.findall(r"0003 003[56] .*", text) != places
    for event in expected:
        event["device"] = "1234:5678"
    assert gestures(gesturectl, path) == expected


def test_the_only_device_need_not_be_named(devices, start_with_devices, gesturectl):
    devices.add(1)
    running = start_with_devices()
    command = [gesturectl, "--socket", running.socket, "record", "--service"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr.readline().startswith("recording 1234:5678@event1;")
        devices.remove(1)
        output, error = process.communicate(timeout=20)
    assert process.returncode == 1 and output.startswith(RECORDING_HEAD)
    assert error == "gesturectl: 1234:5678@event1: the device was unplugged; the recording is complete up to then\n"


def test_requires_a_name_if_there_are_several_devices_or_none(devices, start_with_devices, run_gesturectl):
    running = start_with_devices()
    for number, error in (0, "the service does not use any touch device\n"), (1, None), (2, "there are several touch devices; "):
        if number:
            devices.add(number)
            until(lambda: len(used(running)) == number, "it is used")
        if error:
            ended = run_gesturectl("--socket", running.socket, "record", "--service")
            assert ended.returncode == 1 and ended.stderr.startswith(f"gesturectl: {error}")
