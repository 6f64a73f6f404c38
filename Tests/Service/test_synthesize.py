"""gesturectl synthesize: recordings without hardware."""
import json
import stat
import subprocess

import pytest

from service import Client, replay


def synthesized(gesturectl, *arguments):
    return subprocess.run([gesturectl, "synthesize", *arguments], capture_output=True, text=True, check=True).stdout


def ended(gesturectl, path, gestures):
    """The ended gestures in a recording."""
    run = subprocess.run(
        [gesturectl, "replay", "--gestures", gestures, "--phases", "ended", path], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


# One gesture each. The unit tests try all fingers, directions and areas.
GESTURES = [
    "tap", "tap 3 2 fingers", "tap 10 10 fingers in top-left", "tap over 1s", "tap 2 while 1", "hold", "hold 2s 3", "press",
    "swipe", "swipe left 3", "swipe up-right 10 in bottom", "swipe down 60mm under 300ms", "edge left", "edge bottom up 4",
    "edge top down-right", "drag right 2", "drag from left", "drag up 50mm in center", "pinch in 3", "pinch out 5 in right",
    "rotate clockwise", "rotate counterclockwise 4", "stroke check", "stroke spiral in top", "stroke star"]


@pytest.mark.parametrize("gesture", GESTURES)
def test_a_replay_recognizes_the_gesture_and_nothing_else(gesture, gesturectl, tmp_path):
    path = tmp_path / "touches.evemu"
    path.write_text(synthesized(gesturectl, gesture))
    assert len(ended(gesturectl, path, gesture)) == 1


def test_a_sequence_is_complete(gesturectl, tmp_path):
    path = tmp_path / "touches.evemu"
    for text in "tap then tap in top", "hold 2 then drag left", "swipe left then hold 1s within 5s":
        path.write_text(synthesized(gesturectl, text))
        stages = [event["stage"] for event in ended(gesturectl, path, text)]
        assert sorted(stages) == [1, 2], text


def test_places_are_exact_and_the_size_is_that_of_the_option(gesturectl, tmp_path):
    path = tmp_path / "touches.evemu"
    path.write_text(synthesized(gesturectl, "tap 5% 10% x2", "--size", "155x87"))
    assert "# gestured: size 155.000 x 87.000 mm resolution" in path.read_text()
    places = [(event["x"], event["y"]) for event in ended(gesturectl, path, "tap")]
    assert places == [pytest.approx((0.05, 0.1), abs=1e-4)] * 2
    assert "size 345.000 x 194.000 mm" in synthesized(gesturectl, "tap")


def test_writes_a_private_file(gesturectl, tmp_path):
    path = tmp_path / "touches.evemu"
    assert synthesized(gesturectl, "swipe left 3", "-o", path) == ""
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [event["kind"] for event in replay(gesturectl, path)][-1:] == ["swipe"]


def test_the_service_plays_it(gesturectl, start):
    service = start(recording=synthesized(gesturectl, "swipe left 3, wait 2s, tap 2"))
    with Client(service.socket) as client:
        client.subscribe(gestures=[{"kind": "tap", "count": 2}], phases=["ended"])
        assert client.event()["kind"] == "tap"


@pytest.mark.parametrize("arguments, message", [
    (["swipe lefft"], "column 1: 'lefft'"), (["tap, swip left"], "did you mean 'swipe'?"),
    (["tap 5%"], "a place, 0% to 100%"), (["tap", "--size", "5x5"], "WIDTHxHEIGHT in mm, each 10"),
    (["swipe left", "--size", "10x10"], "a larger touchscreen (--size)"), (["tap x9999"], "x1 to x1000"), ([], "TOUCHES")])
def test_errors_say_what_was_expected(arguments, message, gesturectl):
    run = subprocess.run([gesturectl, "synthesize", *arguments], capture_output=True, text=True)
    assert run.returncode == 2 and run.stdout == ""
    assert message in run.stderr
