"""gesturectl explain."""
import json

from programs import assert_refused
from touches import DOUBLE_TAP_AND_SWIPE, evemu


def swipe(distance):
    """A finger that moves to the right by so many pt, in three frames."""
    moves = [(20 * step, 0, "move", 500 + distance * step / 3, 500) for step in (1, 2, 3)]
    return evemu([(0, 0, "down", 500, 500), *moves, (90, 0, "up", 0, 0)])


def touches(run_gesturectl, recording, *options):
    ended = run_gesturectl("explain", "--json", *options, "-", input=recording)
    assert ended.returncode == 0, ended.stderr
    return [json.loads(line) for line in ended.stdout.splitlines()]


def test_explains_a_missed_swipe(run_gesturectl):
    ended = run_gesturectl("explain", "--gestures", "swipe,tap", "-", input=swipe(43.1))
    assert ended.returncode == 0, ended.stderr
    first, *verdicts = ended.stdout.splitlines()
    assert first.startswith("touch 1  at 0.000 s for 90 ms, 1 finger, from ")
    assert first.endswith(" to the right: no gesture")
    assert "  swipe        no: 43.1 pt of 50 pt" in verdicts
    assert any(line.startswith("  tap          no: moved 28.") and line.endswith("(at 0.040 s)") for line in verdicts)


def test_puts_gestures_first(run_gesturectl):
    ended = run_gesturectl("explain", "--gestures", "swipe,tap", "-", input=swipe(60))
    first, *verdicts = ended.stdout.splitlines()
    assert first.endswith(": swipe")
    assert verdicts[0].startswith("  swipe        yes: right, ")
    assert verdicts[1].startswith("  tap          no: ")


def test_writes_a_touch_as_json(run_gesturectl):
    [touch] = touches(run_gesturectl, swipe(43.1), "--gestures", "swipe")
    [verdict] = touch["gestures"]
    assert (touch["touch"], touch["fingers"], touch["ended"] - touch["began"]) == (1, 1, 90_000)
    assert verdict["kind"] == "swipe" and verdict["recognized"] is False
    assert verdict["rule"] == "distance" and verdict["limit"] == 50 and 43 < verdict["measured"] < 43.2
    assert verdict["text"] == "43.1 pt of 50 pt"


def test_agrees_with_replay(run_gesturectl, replayed):
    events = replayed(DOUBLE_TAP_AND_SWIPE, "--gestures", "tap 2,swipe")
    recognized = [(gesture["kind"], gesture.get("count")) for touch in touches(
        run_gesturectl, DOUBLE_TAP_AND_SWIPE, "--gestures", "tap 2,swipe")
        for gesture in touch["gestures"] if gesture["recognized"]]
    assert [event["kind"] for event in events if event["phase"] == "ended"] == ["tap", "swipe"]
    assert recognized == [("tap", 2), ("tap", 2), ("swipe", None)]


def test_explains_one_touch(run_gesturectl):
    everything = touches(run_gesturectl, DOUBLE_TAP_AND_SWIPE)
    assert [touch["touch"] for touch in everything] == [1, 2, 3]
    assert touches(run_gesturectl, DOUBLE_TAP_AND_SWIPE, "--touch", "2") == everything[1:2]


def test_explains_a_swipe_in_another_direction(run_gesturectl):
    [touch] = touches(run_gesturectl, swipe(60), "--gestures", "swipe left")
    assert [gesture["rule"] for gesture in touch["gestures"]] == ["direction"]


def test_explains_touches_that_do_not_end(run_gesturectl):
    recording = swipe(43.1)
    [touch] = touches(run_gesturectl, recording[:recording.index("E: 1.090000")], "--gestures", "swipe")
    assert [gesture["rule"] for gesture in touch["gestures"]] == ["lost"]


def test_refuses_a_wrong_number(run_gesturectl):
    assert_refused(run_gesturectl("explain", "--touch", "first", "-", input=swipe(50)), 2, "--touch", "whole number")
