"""gesturectl learn: examples of a stroke become a gesture that the service recognizes."""
import json
import re
import subprocess

import pytest

from programs import assert_refused
from service import Client
from touches import evemu

CORNERS = [(500, 500), (700, 500), (500, 700), (700, 700)]


def stroke(at, corners, finger=0):
    """One finger that draws lines between corners, each in 200 ms."""
    touches = [(at, finger, "down", *corners[0])]
    for number, (start, end) in enumerate(zip(corners, corners[1:])):
        for step in range(1, 21):
            x, y = (a + (b - a) * step / 20 for a, b in zip(start, end))
            touches.append((at + 200 * number + 10 * step, finger, "move", x, y))
    return touches + [(touches[-1][0] + 10, finger, "up", 0, 0)]


def larger(corners, factor):
    return [(500 + (x - 500) * factor, 500 + (y - 500) * factor) for x, y in corners]


@pytest.fixture
def learn(start, gesturectl):
    """Runs the command while touches are made, and returns its output and the lines that the person sees.

    `learn.coalesced` is the number of events that the service merged meanwhile.
    """
    def learn(touches, *options):
        service = start(recording=evemu(touches, lead=500))
        result = subprocess.run(
            [gesturectl, "--socket", service.socket, "learn", "mark", *options], capture_output=True, text=True, timeout=60)
        assert result.returncode == 0, result.stderr
        learn.coalesced = service.status()["coalesced"]
        return result.stdout, result.stderr.splitlines()

    return learn


def test_the_printed_gesture_is_recognized(learn, start):
    output, lines = learn(
        stroke(0, [(500, 500), (700, 500)]) + stroke(500, CORNERS) + stroke(2000, larger(CORNERS, 1.5)), "--count", "2")
    assert lines == [
        "draw mark with one finger: 1 of 2",
        "ignored: a line or an arc, like a swipe; draw mark with one finger: 1 of 2",
        "draw mark with one finger: 2 of 2",
    ]
    gesture = json.loads(output)
    assert (gesture["kind"], gesture["name"], len(gesture["templates"])) == ("stroke", "mark", 2)
    assert output.count("\n") == 1
    service = start(recording=evemu(stroke(0, larger(CORNERS, 0.7)), lead=500))
    with Client(service.socket) as client:
        client.subscribe(gestures=[gesture])
        event = client.event()
    assert (event["kind"], event["name"], event["phase"]) == ("stroke", "mark", "ended")
    assert event["score"] > 0.95


@pytest.mark.parametrize("is_array", [True, False])
def test_a_similar_stroke_is_reported(learn, tmp_path, is_array):
    known = tmp_path / "strokes.json"
    zed = {"kind": "stroke", "name": "zed", "templates": [CORNERS]}
    known.write_text(" \n" + json.dumps([{"kind": "tap"}, zed] if is_array else zed))
    _, lines = learn(stroke(0, CORNERS), "--count", "1", "--known", str(known))
    # Changes that a busy service merged cut corners.
    similarity = r"(100|9\d)" if learn.coalesced else "100"
    [warning] = lines[1:]
    assert re.fullmatch(rf"warning: example 1 is similar to zed: similarity {similarity} %", warning)


@pytest.mark.parametrize("words, status, reason", [
    (["learn"], 2, "NAME"),
    (["learn", ""], 2, "NAME: expected 1 to 64 bytes"),
    (["learn", "z" * 65], 2, "NAME: expected 1 to 64 bytes"),
    (["learn", "z", "--count", "0"], 2, "--count: expected 1 to 16"),
    (["learn", "z", "--count", "17"], 2, "--count: expected 1 to 16"),
    (["learn", "z", "--count", "some"], 2, "whole number"),
    (["learn", "z", "--known", "/nonexistent"], 1, "/nonexistent: No such file"),
    (["learn", "z", "--known", "/dev/null"], 1, "/dev/null: expected a gesture or an array of gestures in JSON"),
])
def test_wrong_use_is_refused(gesturectl, words, status, reason):
    assert_refused(subprocess.run([gesturectl, *words], capture_output=True, text=True, timeout=20), status, reason)


def test_a_wrong_gesture_among_the_known_ones_is_refused(gesturectl, tmp_path):
    known = tmp_path / "strokes.json"
    known.write_text('[{"kind": "stroke", "name": "zed", "templates": 5}]')
    ended = subprocess.run([gesturectl, "learn", "z", "--known", known], capture_output=True, text=True, timeout=20)
    assert_refused(ended, 1, f"{known}: gestures[0].templates: expected 1 to 16 arrays")
