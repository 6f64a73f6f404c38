"""What gesturectl records of made-up touchscreens, and what is replayed of that."""
import os
import signal
import subprocess

import pytest

from service import replay, until
from test_devices import devices, past, pytestmark, service  # noqa: F401 (fixtures and a mark)

HEAD = """\
# EVEMU 1.3
# gestured: physical path event1
# gestured: udev ID_INPUT=1
# gestured: udev ID_INPUT_TOUCHSCREEN=1
# gestured: size 204.750 x 127.969 mm resolution
N: Mock
"""

# What is of no touch, long after all others.
LAST = (1, 0x14A, 0)


@pytest.fixture
def record(devices, gesturectl, tmp_path):  # noqa: F811
    """Records event1 while frames are played, each (ms, (type, code, value), …); gives where the recording is."""
    def record(*frames, options=(), socket=tmp_path / "none"):
        path = tmp_path / "recorded.evemu"
        command = [gesturectl, "--socket", socket, "record", "/dev/input/event1", "-o", path, *options]
        with subprocess.Popen(
                command, env={**os.environ, **devices.environment}, stderr=subprocess.PIPE, text=True) as process:
            assert "recording /dev/input/event1" in process.stderr.readline()
            begin = past()
            if frames:
                devices.play(1, *((begin + time * 1000, *events) for time, *events in (*frames, (9000, LAST))))
                until(lambda: "0001 014a 0\n" in path.read_text(), "the last event")
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 0
        return path

    return record


def touch(time, x, y, way=0):
    """A finger in slot 0 that goes so far to the right in 100 ms; the kernel says what changes, and no more."""
    yield time, (3, 0x2F, 0), (3, 0x39, time), (3, 0x35, x), (3, 0x36, y)
    for step in range(1, 11 if way else 1):
        yield time + step * 10, (3, 0x35, x + way * step // 10)
    yield time + 150, (3, 0x39, -1)


TOUCHES = [*touch(0, 1500, 1500), *touch(300, 1500, 1500), *touch(2000, 1500, 2000, 600), *touch(4000, 2500, 2500)]


def gestures(gesturectl, path):  # noqa: F811
    """All that is recognized, but for the places."""
    def without_places(event):
        return {key: value for key, value in event.items() if key not in ("x", "y", "points")}

    return [without_places(event) for event in replay(gesturectl, path)]


def test_a_recording_has_what_the_service_knows_of_the_device(record, devices, service, gesturectl):  # noqa: F811
    devices.add(1)
    path = record(*TOUCHES)
    assert path.read_text().startswith(HEAD)
    (listed,) = service().devices()["devices"]
    events = replay(gesturectl, path)
    assert {event["device"] for event in events} == {listed["id"]}
    assert [(event["kind"], event.get("count"), event["time"]) for event in events if event["phase"] == "ended"] == [
        ("press", None, 150_000), ("press", None, 450_000), ("tap", 2, 450_000),
        ("drag", None, 2_150_000), ("swipe", None, 2_150_000), ("press", None, 4_150_000), ("tap", 1, 4_150_000)]


def test_udev_says_what_a_recorded_device_is(record, devices, gesturectl):  # noqa: F811
    devices.add(1, kind="TOUCHPAD")
    # By 12.6 pt: on the screen that the kernel calls it, that is a tap.
    path = record(*touch(0, 1500, 1500, 40))
    assert "# gestured: udev ID_INPUT_TOUCHPAD=1\n" in path.read_text()
    assert "drag" in {event["kind"] for event in replay(gesturectl, path)}


def test_a_configured_size_is_recorded(record, devices, start):  # noqa: F811
    devices.add(1)
    running = start(configuration="[device Mock]\nsize = 100x50\n", environment=devices.environment)
    assert "# gestured: size 100.000 x 50.000 mm configuration\n" in record(socket=running.socket).read_text()


def test_a_finger_that_is_down_at_the_start_is_none(record, devices, gesturectl):  # noqa: F811
    devices.add(1, down=True)
    path = record((0, (3, 0x35, 1200)), (20, (3, 0x39, -1)), *touch(2000, 1400, 1000))
    assert [(event["kind"], event["time"]) for event in replay(gesturectl, path) if event["phase"] == "ended"] == [
        ("press", 2_150_000), ("tap", 2_150_000)]


def test_an_anonymous_recording_gives_the_same_gestures_elsewhere(record, devices, gesturectl):  # noqa: F811
    devices.add(1)
    plain = record(*TOUCHES)
    expected, places = gestures(gesturectl, plain), [event["points"] for event in replay(gesturectl, plain)]
    path = record(*TOUCHES, options=["--anonymous"])
    text = path.read_text()
    assert text.startswith(HEAD.replace("# gestured: physical path event1\n", ""))
    assert "0003 0035 1500" not in text and "0003 0035 2500" not in text
    found = gestures(gesturectl, path)
    for event in expected:
        event["device"] = "1234:5678"
    assert found == expected
    assert all(event["points"] != place for event, place in zip(replay(gesturectl, path), places))


def test_a_link_is_not_followed(devices, run_gesturectl, tmp_path):  # noqa: F811
    devices.add(1)
    precious = tmp_path / "precious"
    precious.write_text("kept")
    link = tmp_path / "link"
    link.symlink_to(precious)
    ended = run_gesturectl("record", "/dev/input/event1", "-o", link, env={**os.environ, **devices.environment})
    assert (ended.returncode, ended.stderr) == (
        1, f"gesturectl: {link}: it is a symbolic link, to which nothing is written\n")
    assert precious.read_text() == "kept"
