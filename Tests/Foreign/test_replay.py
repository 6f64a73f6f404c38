"""gesturectl replay prints the same bytes, also about recordings that it rejects."""
import json
import pathlib

import pytest

from touches import busy, evemu

PROJECT = pathlib.Path(__file__).parents[2]
RECORDINGS = PROJECT.parent / "shared" / "recordings"

REGIONS = {
    "gestures": [
        {"kind": "press"}, {"kind": "touch"}, {"kind": "activity", "idle": 700}, {"kind": "tap", "count": 2},
        {"kind": "drag", "axisLock": True}, {"kind": "pinch"}, {"kind": "rotation"},
        {"kind": "swipe", "directions": 8}, {"kind": "edgeSwipe"}, {"kind": "longPress"},
    ],
    "regions": [
        {"name": "left", "rectangle": {"x": 0, "y": 0, "width": 0.5, "height": 1}, "suppressesTapWhileCoasting": True},
        {"name": "inner", "parent": "left", "rectangle": {"x": 0.1, "y": 0.1, "width": 0.3, "height": 0.7}},
        {"name": "right", "rectangle": {"x": 0.5, "y": 0, "width": 0.5, "height": 1}, "slop": 3.25},
    ],
}
COMPOSITIONS = {
    "gestures": [
        {"name": "menu", "within": 3000, "sequence": [{"kind": "tap"}, {"kind": "drag"}]},
        {"name": "either", "exclusive": [{"kind": "swipe"}, {"kind": "pinch"}, {"kind": "drag"}]},
        {"name": "both", "simultaneous": [{"kind": "pinch"}, {"kind": "rotation"}, {"kind": "drag"}]},
        {"name": "corner", "sequence": [
            {"kind": "longPress", "area": {"x": 0, "y": 0, "width": 0.6, "height": 0.6}},
            {"exclusive": [{"kind": "tap"}, {"kind": "swipe"}]}]},
    ],
}
OPTIONS = [
    [],
    ["--gestures", "touch,tap:1,tap:3/1,longPress,drag/2,pinch,rotation,activity", "--phases", "began,ended,cancelled"],
    ["--parameters", json.dumps(REGIONS)],
    ["--parameters", json.dumps(COMPOSITIONS)],
]


def files():
    """The recordings in the project and the shared ones, each with the file of its device's description or None."""
    found = [(path, None) for path in sorted((PROJECT / "Tests" / "Fixtures").iterdir())]
    for kind in ("Evemu", "Getevent", "Libinput"):
        found += [(path, None) for path in sorted((PROJECT / "Tests" / "Fuzz" / "Corpus" / kind).iterdir())]
    found += [(path, None) for path in sorted(RECORDINGS.glob("getevent/*/*.txt"))]
    for path in sorted(RECORDINGS.glob("**/*.events")):
        found.append((path, None))
        # The description of the device whose name the recording's name starts with.
        found += [(path, description) for description in path.parent.glob("*.desc") if path.name.startswith(description.stem)]
    return found


def made():
    """Recordings made from touches: every gesture with some numbers of fingers, and the shared gestures of a phone."""
    found = [pytest.param(busy(fingers, rounds=2, rate=250), id=f"busy-{fingers}") for fingers in (1, 2, 3, 5)]
    phone = RECORDINGS / "phone-gestures.json"
    for recording in json.loads(phone.read_text())["recordings"] if phone.exists() else []:
        touches = [(seconds * 1000, contact, action, x, y) for seconds, contact, action, x, y in recording["events"]]
        found.append(pytest.param(touches, id="/".join(recording["file"].split("/")[-2:])))
    return found


@pytest.mark.parametrize("path, description", files(), ids=lambda path: path and path.name)
def test_a_recording_gives_the_same_events(path, description, assert_same):
    device = ["--device", description] if description else []
    for options in OPTIONS:
        assert_same("gesturectl", "replay", path, *device, *options)


@pytest.mark.parametrize("touches", made())
def test_touches_give_the_same_events(touches, assert_same, tmp_path):
    path = tmp_path / "touches.evemu"
    path.write_text(evemu(touches))
    for options in OPTIONS:
        # Every recording has a press, so that the comparison is not one of nothing.
        ended = assert_same("gesturectl", "replay", path, *options)
        assert ended.returncode == 0 and (ended.stdout or options == OPTIONS[3])
