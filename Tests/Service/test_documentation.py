"""The examples of the documentation, run as they are written but for the path of the socket."""
import pathlib
import re
import subprocess
import sys

import pytest

from service import until
from touches import drag, evemu, pinch, tap, turn

PROJECT = pathlib.Path(__file__).parents[2]
SOCKET = "/run/gestured/gestured.sock"

# What is touched while an example runs, by the heading that it stands under; each has as many as examples stand there.
TOUCHES = {
    "press": [tap(0) + drag(500, (500, 500), (700, 500), 100)],
    "tap": [tap(0) + tap(700) + tap(850)],
    "longPress": [tap(0, hold=700)],
    "drag": [drag(0, (500, 500), (500, 700), 100)],
    "swipe": [drag(0, (500, 500), (500, 700), 100) + drag(500, (500, 500), (700, 500), 100, fingers=3)],
    "edgeSwipe": [drag(0, (0, 1000), (200, 1000), 100) + drag(500, (10, 10), (200, 250), 100)],
    "pinch": [pinch(0, (200, 300))],
    "rotation": [turn(0, 720, duration=800)],
    "touch": [tap(0)],
    "activity": [tap(0)],
    "Compositions": [
        drag(0, (500, 500), (500, 700), 100), turn(0, 90) + pinch(500, (200, 300)),
        drag(0, (500, 500), (600, 500), 100, rest=700),
    ],
    "Regions": [tap(0, 500, 500) + tap(500, 1500, 1500), tap(0) + tap(700)],
    "Recipes": [
        sum((tap(at, 50, 50) for at in range(0, 600, 150)), []) + tap(600, 50, 50, hold=800),
        tap(0, 50, 50) + tap(700, 1950, 50),
        drag(0, (500, 500), (500, 700), 150, rest=700),
    ],
    "Subscribing": [tap(0) + tap(150)],
}


def examples(path):
    """Each example of a page: the heading it stands under, its code, and what it prints, if that is said."""
    heading, found = None, []
    for block in re.finditer(r"^#+ ([^\n]*)$|^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", path.read_text(), re.M | re.S):
        if block[1]:
            heading = block[1]
        else:
            found.append((heading, block[2], block[3]))
    return found


EXAMPLES = examples(PROJECT / "docs" / "gestures.md") + examples(PROJECT / "README.md")


def numbered():
    counts = {}
    for heading, code, output in EXAMPLES:
        counts[heading] = counts.get(heading, -1) + 1
        yield pytest.param(heading, counts[heading], code, output, id=f"{heading} {counts[heading] + 1}")


@pytest.mark.parametrize("heading, number, code, output", list(numbered()))
def test_an_example_runs_and_prints_what_it_says(heading, number, code, output, start):
    service = start(recording=evemu(TOUCHES[heading][number], lead=500))
    assert SOCKET in code
    command = [sys.executable, "-u", "-c", code.replace(SOCKET, str(service.socket))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as example:
        try:
            for run in ("first", "after a restart"):
                until(lambda: service.status()["subscriptions"] or example.poll() is not None, f"it subscribes, {run}")
                service.wait_for_log("the recording is over")
                # Without an output that is said, it prints something.
                lines = [example.stdout.readline() for _ in (output or "\n").splitlines()]
                if output:
                    assert "".join(lines) == output, run
                assert "Traceback" not in "".join(lines), run
                service.kill()
                if run == "first":
                    service.launch()
        finally:
            example.kill()
        assert "Traceback" not in example.stdout.read()


def test_every_gesture_has_an_example():
    headings = [heading for heading, _, _ in EXAMPLES]
    assert sorted(headings) == sorted(heading for heading, touches in TOUCHES.items() for _ in touches)
