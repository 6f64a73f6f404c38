"""Recordings that gestured plays instead of devices, and invalid recordings."""

import pytest

from events import assert_stream
from programs import assert_refused
from service import Client
from touches import DOUBLE_TAP_AND_SWIPE, evemu, tap

# The number of a line that is added.
NEXT_LINE = DOUBLE_TAP_AND_SWIPE.count("\n") + 1
# Invalid recordings: the text, and the reported error.
BAD_RECORDINGS = {
    "an invalid line": (DOUBLE_TAP_AND_SWIPE + "hello\n", f":{NEXT_LINE}:2: expected a line of an evemu"),
    "a type that is not a number": (DOUBLE_TAP_AND_SWIPE + "E: 9.0 zz 0 0\n", f":{NEXT_LINE}:8: expected a hex"),
    "a value too large": (DOUBLE_TAP_AND_SWIPE + "E: 9.0 3 0 99999999999\n", f":{NEXT_LINE}:12: expected a dec"),
    "events without a description": ("E: 0.0 0000 0000 0\n", ": it has events, but no lines N:, I:, P:, B: and A:"),
    "an empty file": ("", ": the file is empty"),
    "an unknown format": ("hello\n", ":1:1: expected a recording of evemu, getevent -t or libinput record"),
    "an invalid line of getevent": ("[ 1.0] EV_ABS ABS_MT_NONE 1\n", ":1:15: expected an event code"),
    "an invalid line of libinput": ("version: 1\n  evdev:\n    id: 1\n", ":3:9: expected a list"),
    "a keyboard": ("N: keyboard\nB: 01 ff ff\n", ": the device that it describes is neither a touchscreen nor a"),
    "a device without positions": (DOUBLE_TAP_AND_SWIPE.replace("A: 36 ", "A: 37 "), "neither a touchscreen nor a"),
    "an empty range": (DOUBLE_TAP_AND_SWIPE.replace("A: 35 0 254000", "A: 35 9 9"), "an axis has an empty range"),
}


@pytest.mark.parametrize("program", ["gestured", "gesturectl"])
@pytest.mark.parametrize("case", BAD_RECORDINGS)
def test_an_invalid_recording_is_reported_with_its_line(case, program, run_gestured, run_gesturectl, private_options, tmp_path):
    text, where = BAD_RECORDINGS[case]
    path = tmp_path / "recording.evemu"
    path.write_text(text)
    ended = run_gestured(*private_options, "--recording", path) if program == "gestured" else run_gesturectl("replay", path)
    assert_refused(ended, 1, path, where)


@pytest.mark.parametrize("program", ["gestured", "gesturectl"])
def test_a_missing_recording_is_reported(program, run_gestured, run_gesturectl, private_options, tmp_path):
    path = tmp_path / "none.evemu"
    ended = run_gestured(*private_options, "--recording", path) if program == "gestured" else run_gesturectl("replay", path)
    assert_refused(ended, 1, path, "No such file or directory")


def test_a_recording_is_played_once(start):
    service = start(recording=DOUBLE_TAP_AND_SWIPE)
    with Client(service.socket) as client:
        client.subscribe(gestures=[{"kind": "swipe"}])
        service.wait_for_log("the recording is over")
        assert len(client.waiting_events()) == 1


def test_a_looped_recording_continues_with_later_times_and_new_gestures(start):
    service = start("--loop", recording=evemu(tap(0)))
    with Client(service.socket) as client:
        client.subscribe(gestures=[{"kind": "tap"}])
        rounds = client.events(3)
    assert [event["sequence"] for event in rounds] == [1, 2, 3]
    assert len({event["gesture"] for event in rounds}) == 3
    times = [event["time"] for event in rounds]
    assert times == sorted(times) and len(set(times)) == 3


BRIEF = ["0003 0039 9", "0003 0035 50000", "0003 0036 50000", "0003 0039 -1", "0000 0000 0"]


@pytest.mark.parametrize("rule, ending", [
    ("a finger that lands and is lifted in one frame", BRIEF),
    ("a last frame in which no finger changes", ["0001 014a 0", "0000 0000 0"]),
], ids=lambda value: value if isinstance(value, str) else "")
def test_the_service_and_replay_recognize_the_same(rule, ending, start, replayed):
    recording = evemu(tap(0)) + "".join(f"E: 1.100000 {event}\n" for event in ending)
    service = start(recording=recording)
    with Client(service.socket) as client:
        client.subscribe()
        service.wait_for_log("the recording is over")
        events = client.waiting_events()
    assert_stream(events, replayed(recording))
