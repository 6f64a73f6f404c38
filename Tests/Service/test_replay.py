"""gesturectl replay."""
import json
import subprocess

import pytest

from events import assert_stream
from programs import assert_refused
from service import Client
from touches import DOUBLE_TAP_AND_SWIPE, evemu, tap


@pytest.mark.parametrize("gestures, parameters", [
    ("tap", {"gestures": [{"kind": "tap"}]}),
    ("tap:2", {"gestures": [{"kind": "tap", "count": 2}]}),
    ("tap:2/1,swipe/3", {"gestures": [{"kind": "tap", "count": 2, "fingers": [1]}, {"kind": "swipe", "fingers": [3]}]}),
    ("drag,longPress/1", {"gestures": [{"kind": "drag"}, {"kind": "longPress", "fingers": [1]}]}),
])
def test_the_shorthand_for_gestures_equals_parameters(gestures, parameters, replayed):
    events = replayed(DOUBLE_TAP_AND_SWIPE, "--gestures", gestures)
    assert events == replayed(DOUBLE_TAP_AND_SWIPE, "--parameters", json.dumps(parameters))
    assert events


def test_idle_without_a_time_has_the_default(replayed):
    events = replayed(DOUBLE_TAP_AND_SWIPE, "--gestures", "idle")
    assert [event["phase"] for event in events] == ["began", "ended"]
    assert events == replayed(DOUBLE_TAP_AND_SWIPE, "--parameters", '{"gestures": [{"kind": "activity"}]}')


@pytest.mark.parametrize("gestures, expected", [
    ("tap 10", None), ("tap 11", "--gestures, column 5: '11': expected 1 to 10 taps"),
    ("hold 60s", None), ("hold 60.001s", "--gestures, column 6: '60.001s': expected at most 60s"),
    (", ".join(["tap"] * 256), None), (", ".join(["tap"] * 257), "--gestures, column 1281: 'tap': expected at most 256 gestures, with 512 members and 64 strokes"),
])
def test_gestures_have_the_limits_of_the_protocol(gestures, expected, run_gesturectl):
    ended = run_gesturectl("replay", "--json", "--gestures", gestures, "-", input=DOUBLE_TAP_AND_SWIPE)
    if expected:
        assert_refused(ended, 2, expected)
    else:
        assert ended.returncode == 0


@pytest.mark.parametrize("options", [
    [], ["--gestures", "tap,tap:2"], ["--phases", "ended,cancelled"], ["--devices", "Phone"],
    ["--parameters", '{"gestures": [{"kind": "swipe"}], "thresholds": {"swipeDistance": 200}}']])
def test_prints_what_monitor_prints(options, start, gesturectl, replayed):
    expected = replayed(DOUBLE_TAP_AND_SWIPE, *options)
    assert expected
    command = [gesturectl, "--socket", start(recording=DOUBLE_TAP_AND_SWIPE).socket, "monitor", "--json", *options]
    events = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as monitor:
        while not events or events[-1]["sequence"] < expected[-1]["sequence"]:
            events.append(json.loads(monitor.stdout.readline()))
        monitor.terminate()
    assert_stream(events, expected)


def test_reads_standard_input(run_gesturectl, replayed):
    ended = run_gesturectl("replay", "-", input=DOUBLE_TAP_AND_SWIPE)
    assert [json.loads(line) for line in ended.stdout.splitlines()] == replayed(DOUBLE_TAP_AND_SWIPE)


def test_prints_nothing_for_another_device(replayed):
    assert replayed(DOUBLE_TAP_AND_SWIPE, "--devices", "Pad") == []


def test_takes_the_description_from_another_file(replayed, tmp_path):
    events = "".join(line for line in DOUBLE_TAP_AND_SWIPE.splitlines(keepends=True) if line.startswith("E:"))
    # With half as many counts per mm, the distance doubles.
    (tmp_path / "half").write_text(DOUBLE_TAP_AND_SWIPE.replace(" 0 0 800", " 0 0 400").partition("E:")[0])
    [swipe] = replayed(events, "--device", tmp_path / "half", "--gestures", "swipe")
    assert swipe["translation"] == {"x": 400, "y": 0}


def test_requires_a_description_in_the_other_file(run_gesturectl, tmp_path):
    (tmp_path / "events").write_text("E: 0.0 0000 0000 0\n")
    ended = run_gesturectl("replay", tmp_path / "events", "--device", tmp_path / "events")
    assert_refused(ended, 1, tmp_path / "events", "no description of a device")


def test_a_reader_that_stops_ends_it_without_an_error(gesturectl, tmp_path):
    path = tmp_path / "long.evemu"
    path.write_text(evemu(tap(0)))
    with subprocess.Popen([gesturectl, "replay", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as replay:
        replay.stdout.close()
        assert replay.wait(10) == 0
        assert replay.stderr.read() == b""


def test_reports_that_it_cannot_write(gesturectl, tmp_path):
    path = tmp_path / "gestures.evemu"
    path.write_text(DOUBLE_TAP_AND_SWIPE)
    with open("/dev/full", "w") as full:
        ended = subprocess.run([gesturectl, "replay", path], stdout=full, stderr=subprocess.PIPE, text=True)
    assert (ended.returncode, ended.stderr) == (1, "gesturectl: standard output: No space left on device\n")


# MARK: Other formats


# The device of DOUBLE_TAP_AND_SWIPE, as libinput record describes it.
LIBINPUT = """version: 1
ndevices: 1
devices:
- node: /dev/input/event2
  evdev:
    name: "Phone"
    id: [24, 0, 0, 0]
    codes:
      3: [47, 53, 54, 57] # EV_ABS
    absinfo:
      47: [0, 9, 0, 0, 0]
      53: [0, 254000, 0, 0, 800]
      54: [0, 254000, 0, 0, 800]
      57: [0, 65535, 0, 0, 0]
    properties: [1]
  events:
"""


def in_other_formats(recording):
    """The events of a recording in the format of getevent, and the whole recording in that of libinput record."""
    getevent, libinput = ["add device 1: /dev/input/event2\n"], [LIBINPUT]
    for line in recording.splitlines():
        if line.startswith("E:"):
            _, stamp, kind, code, value = line.split()
            getevent.append(f"[{stamp:>15}] /dev/input/event2: {kind} {code} {int(value) & 0xffffffff:08x}\n")
            seconds, microseconds = map(int, stamp.split("."))
            libinput.append("  - evdev:\n    - [%3d, %6d, %3d, %3d, %7d] # what it is\n" % (
                seconds, microseconds, int(kind, 16), int(code, 16), int(value)))
    return "".join(getevent), "".join(libinput)


def test_reads_recordings_of_getevent_and_libinput(replayed, tmp_path):
    (tmp_path / "described").write_text(DOUBLE_TAP_AND_SWIPE)
    getevent, libinput = in_other_formats(DOUBLE_TAP_AND_SWIPE)
    assert replayed(DOUBLE_TAP_AND_SWIPE)
    assert replayed(libinput) == replayed(DOUBLE_TAP_AND_SWIPE)
    assert replayed(getevent, "--device", tmp_path / "described") == replayed(DOUBLE_TAP_AND_SWIPE)
    assert [event["count"] for event in replayed(getevent, "--gestures", "tap:2", "--phases", "ended")] == [2]


def test_the_service_plays_a_recording_of_libinput(start):
    service = start(recording=in_other_formats(DOUBLE_TAP_AND_SWIPE)[1])
    with Client(service.socket) as client:
        client.subscribe(gestures=[{"kind": "swipe"}])
        service.wait_for_log("the recording is over")
        assert len(client.waiting_events()) == 1
