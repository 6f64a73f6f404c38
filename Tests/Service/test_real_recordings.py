"""Recordings of real hardware, compared with their labels. Missed and extra gestures both fail."""
import json
import pathlib

import pytest

from events import summary
from service import replay
from touches import evemu

RECORDINGS = pathlib.Path(__file__).parents[3] / "shared" / "recordings"
PHONE = RECORDINGS / "phone-gestures.json"
TOUCHSCREENS = RECORDINGS / "evemu-devices" / "touchscreens"

MISSED = {
    "double/phone_10.csv": "two fingers, then one: taps of different finger counts are no double tap",
    "drag/laptop_1.csv": "between the drags is a contact of no duration, which is a tap",
}


def phone_recordings():
    if not PHONE.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"{PHONE} is not there"))]
    parameters = []
    for recording in json.loads(PHONE.read_text())["recordings"]:
        name = "/".join(recording["file"].split("/")[-2:])
        marks = pytest.mark.xfail(strict=True, reason=MISSED[name]) if name in MISSED else ()
        parameters.append(pytest.param(recording, id=f"{name}-{recording['label']}", marks=marks))
    return parameters


def without_hand(found):
    """Removes the finger counts, which the labels lack."""
    return [gesture.split("-finger ")[-1] for gesture in found]


def without_swipes(found):
    """Removes swipes. A fast drag may end as a swipe, which the labels lack."""
    return [gesture for gesture in found if "swipe" not in gesture.split()]


def without_drags(found):
    return [gesture for gesture in found if "drag" not in gesture.split()]


def is_as_labelled(label, found):
    match label:
        case "tap":
            return without_hand(found) == ["tap x1"]
        case "double_tap":
            return without_hand(found) == ["tap x2"]
        case "no_double_tap":
            return without_hand(found) == ["tap x1", "tap x1"]
        case "long_press":
            return without_hand(found) == ["longPress"]
        case "long_press_then_drag":
            return without_hand(without_swipes(found)) == ["longPress", "drag"]
        case "drag" | "drag_curved":
            return without_swipes(found) == ["drag"]
        case "drag_2f":
            return without_swipes(found) == ["2-finger drag"]
        case "swipe":
            return len(found) == 2 and found[0] == "drag" and found[1].startswith("swipe ")
        case "pinch":
            return found in (["2-finger pinch in"], ["2-finger pinch out"])
        case "rotate":
            # The hand moves while it turns.
            return without_drags(found) in (["2-finger rotation left"], ["2-finger rotation right"])
        case "drag,drag,pinch,drag":
            return without_hand(without_swipes(found)) == ["drag", "drag", "pinch out", "drag", "drag"]
    raise ValueError(f"no rule for the label {label}")


@pytest.mark.parametrize("recording", phone_recordings())
def test_a_phone_gesture_is_recognized_as_labelled(recording, replayed):
    touches = [(seconds * 1000, contact, action, x, y) for seconds, contact, action, x, y in recording["events"]]
    found = summary(replayed(evemu(touches)))
    assert is_as_labelled(recording["label"], found), f"{recording['label']}: {found}"


# A 7-inch Atmel touchscreen that does not report its size. The assumed 15.6 inches make distances 2.2 times as long. Each
# recording is also replayed with the size stated, as exactly as whole counts/mm allow (160 × 80 mm).
ASSUMED, STATED = "15.6 inches assumed", "7 inches stated"
TOUCHSCREEN_CASES = [
    ("1-finger-fast-taps", ASSUMED, ["tap x3", "tap x3", "tap x3"]),
    ("1-finger-fast-taps", STATED, ["tap x3", "tap x3", "tap x3"]),
    ("1-finger-drag-up-down", ASSUMED, ["drag"]),
    ("1-finger-drag-up-down", STATED, ["drag"]),
    pytest.param(
        "2-fingers-touch-release", ASSUMED, ["2-finger longPress"],
        marks=pytest.mark.xfail(strict=True, reason="where the size is overestimated, the drift is beyond slop")),
    ("2-fingers-touch-release", STATED, ["2-finger longPress"]),
    ("4-finger-drag-down", ASSUMED, ["4-finger drag", "4-finger swipe down"]),
    ("4-finger-drag-down", STATED, ["4-finger drag", "4-finger swipe down"]),
]


@pytest.mark.skipif(not TOUCHSCREENS.exists(), reason=f"{TOUCHSCREENS} is not there")
@pytest.mark.parametrize("gesture, size, expected", TOUCHSCREEN_CASES)
def test_a_touchscreen_gesture_is_recognized_as_labelled(gesture, size, expected, gesturectl, tmp_path):
    name = "Atmel maXTouch Touchscreen"
    options = ()
    if size == STATED:
        description = (TOUCHSCREENS / f"{name}.desc").read_text()
        for axis, resolution in (("35 0 799", 5), ("36 0 479", 6)):
            assert f"A: {axis} 0 0 0\n" in description
            description = description.replace(f"A: {axis} 0 0 0\n", f"A: {axis} 0 0 {resolution}\n")
        (tmp_path / "stated.desc").write_text(description)
        options = ("--device", tmp_path / "stated.desc")
    assert summary(replay(gesturectl, TOUCHSCREENS / f"{name}.{gesture}.events", *options)) == expected


@pytest.mark.skipif(not TOUCHSCREENS.exists(), reason=f"{TOUCHSCREENS} is not there")
def test_nine_fast_taps_are_one_run(gesturectl):
    events = replay(gesturectl, TOUCHSCREENS / "Atmel maXTouch Touchscreen.1-finger-fast-taps.events")
    runs = [event["run"] for event in events if event["kind"] == "tap"]
    assert runs == [1, 2, 3, 4, 5, 6, 7, 8, 9]


SYNAPTICS = "xorg-integration-tests/touchpads/SynPS2-Synaptics-TouchPad"
ALPS = "evemu-devices/touchpads/AlpsPS2-ALPS-DualPoint-TouchPad"
# Logs of a phone whose size is inferred; only a small part of the panel is touched.
PHONE_LOGS = {
    "phone-single-touch": ["tap x1"], "phone-three-touches": ["tap x1", "tap x1", "tap x1"],
    "phone-single-drag": ["drag"],
    # The hand turns by 20° while it drags. A touchscreen reports both.
    "phone-two-finger-drag": ["2-finger rotation left", "2-finger drag"],
}


@pytest.mark.skipif(not RECORDINGS.exists(), reason=f"{RECORDINGS} is not there")
@pytest.mark.parametrize("name", PHONE_LOGS)
def test_a_log_of_a_phone_is_recognized_as_labelled(name, gesturectl):
    found = summary(replay(gesturectl, RECORDINGS / "getevent" / "Phone" / f"{name}.txt"))
    assert without_swipes(found) == PHONE_LOGS[name]


WACOM = "evemu-devices/tablets/Wacom Intuos5 touch M Finger"
CLICKPAD = "xorg-integration-tests/touchpads/SynPS2-Synaptics-TouchPad-Clickpad"
# The swipes along the top start at the left edge, so they are edge swipes. 7.6 % below the top is within the corner if the pad
# is assumed to be small.
PAD_CASES = [
    (WACOM, "single-center-scroll", ["drag", "swipe down"]),
    (WACOM, "double-center-scroll", ["2-finger drag", "2-finger swipe down"]),
    (WACOM, "single-center-circle", ["drag"]),
    (WACOM, "double-center-circle", ["2-finger drag"]),
    (WACOM, "double-tap-center", ["2-finger tap x1"]),
    (WACOM, "double-tap", ["2-finger tap x1"]),
    (WACOM, "single-top-swipe", ["drag", "edge swipe right from topLeft"]),
    (WACOM, "double-top-swipe", ["2-finger drag", "2-finger edge swipe right from left"]),
    (CLICKPAD, "two-finger-scroll-down", ["2-finger drag", "2-finger swipe down"]),
    (CLICKPAD, "two-finger-scroll-up", ["2-finger drag", "2-finger swipe up"]),
    # Clicking the pad is not a touch.
    (CLICKPAD, "left-phys-click", []),
    (CLICKPAD, "right-phys-click", []),
    # This pad reports one position and the number of fingers.
    (SYNAPTICS, "tap", ["tap x1"]),
    (SYNAPTICS, "tap-and-move", ["tap x1", "drag", "swipe right"]),
    (SYNAPTICS, "move", ["drag", "swipe right"]),
    (SYNAPTICS, "two-finger-scroll-down", ["2-finger drag", "2-finger swipe down"]),
    (SYNAPTICS, "two-finger-scroll-up", ["2-finger drag", "2-finger edge swipe up from bottom"]),
    # Correct only if the pad, which does not report its size, is assumed to be small.
    (ALPS, "non-MT.tap", ["tap x1"]),
    # The second tap comes too late for a double tap.
    (ALPS, "non-MT.doubletap", ["tap x1", "tap x1"]),
]


@pytest.mark.skipif(not RECORDINGS.exists(), reason=f"{RECORDINGS} is not there")
@pytest.mark.parametrize("device, gesture, expected", PAD_CASES)
def test_a_touchpad_gesture_is_recognized_as_labelled(device, gesture, expected, gesturectl):
    # The separator in the names is a space, a dot or a dash.
    (recording,) = RECORDINGS.glob(f"{device}?{gesture}.events")
    # Prefer the description in the recording. The separate description may be that of a later model.
    options = () if "\nN: " in recording.read_text() else ("--device", RECORDINGS / f"{device}.desc")
    assert summary(replay(gesturectl, recording, *options)) == expected


STROKES = json.dumps({"gestures": [
    {"kind": "stroke", "name": name} for name in (
        "arrow", "caret", "check", "circle", "leftBracket", "pigtail", "questionMark", "rectangle", "rightBracket", "s", "spiral",
        "star", "triangle", "v", "x", "z")]})


@pytest.mark.skipif(not RECORDINGS.exists(), reason=f"{RECORDINGS} is not there")
def test_only_a_finger_that_circles_makes_a_stroke(gesturectl):
    """Taps, presses, swipes and drags are none, also a drag up and down again."""
    found = {}
    for recording in RECORDINGS.rglob("*.events"):
        options = ()
        if "\nN: " not in recording.read_text():
            descriptions = [path for path in recording.parent.glob("*.desc") if recording.name.startswith(path.stem)]
            options = ("--device", max(descriptions, key=lambda path: len(path.stem)))
        strokes = summary(replay(gesturectl, recording, *options, "--parameters", STROKES))
        if strokes:
            found[recording.name] = strokes
    assert found == {"Wacom Intuos5 touch M Finger single-center-circle.events": ["stroke spiral"]}
