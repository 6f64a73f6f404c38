#!/usr/bin/env python3
"""Replays recorded touches of real hardware and compares what is recognized with their labels.

    score.py GESTURECTL RECORDINGS

Prints a line for each recording and closes with "N passed, N failed"; an invented gesture fails as a missed one does.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

gesturectl, recordings = sys.argv[1], pathlib.Path(sys.argv[2])

# Phone recordings are in px that are pt, at most to a tenth; 127 counts to the pt are 800 counts to the mm exactly.
COUNTS = 127
PHONE = """# EVEMU 1.3
N: Phone
I: 0018 0000 0000 0000
P: 02 00 00 00 00 00 00 00
B: 03 00 00 00 00 00 80 60 02
A: 2f 0 9 0 0 0
A: 35 0 {0} 0 0 800
A: 36 0 {0} 0 0 800
A: 39 0 65535 0 0 0
""".format(2000 * COUNTS)


def evemu(events):
    """A phone recording as evemu text, one frame for each event, as it was recorded."""
    lines, slots, number = [PHONE], {}, 0
    for seconds, contact, action, x, y in events:
        stamp = "E: %d.%06d" % divmod(round((seconds + 1) * 1e6), 1000000)
        if action == "down":
            slots[contact] = next(s for s in range(10) if s not in slots.values())
            number += 1
        lines.append(f"{stamp} 0003 002f {slots[contact]}\n")
        if action == "down":
            lines.append(f"{stamp} 0003 0039 {number}\n")
        if action == "up":
            lines.append(f"{stamp} 0003 0039 -1\n")
            del slots[contact]
        else:
            lines.append(f"{stamp} 0003 0035 {round(x * COUNTS)}\n{stamp} 0003 0036 {round(y * COUNTS)}\n")
        lines.append(f"{stamp} 0000 0000 0\n")
    return "".join(lines)


def replay(path, *options):
    run = subprocess.run([gesturectl, "replay", path, *options], capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{path}: gesturectl replay: {run.stderr}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def summary(events):
    """What was recognized, in order, e.g. "2-finger tap x2"; drags that end as a swipe count once, presses not at all."""
    found = []
    for event in events:
        kind, phase, fingers = event["kind"], event["phase"], event["fingers"]
        hand = f"{fingers}-finger " if fingers > 1 else ""
        if kind == "tap" and phase == "ended":
            found.append(f"{hand}tap x{event['count']}")
        if kind == "longPress" and phase == "began":
            found.append(f"{hand}longPress")
        if kind == "drag" and phase == "ended":
            found.append(f"{hand}drag")
        if kind == "swipe":
            found.append(f"{hand}swipe {event['direction']}")
    return found


def strip_swipes(found):
    return [gesture for gesture in found if " swipe " not in f" {gesture}"]


def phone_expectation(label, found):
    """Whether what was found is what the label says."""
    plain = [gesture.split("-finger ")[-1] for gesture in found]
    drags = [gesture.split("-finger ")[-1] for gesture in strip_swipes(found)]
    if label == "no_double_tap":
        return plain == ["tap x1", "tap x1"]
    if label in ("tap", "double_tap"):
        return plain == [{"tap": "tap x1", "double_tap": "tap x2"}[label]]
    if label == "long_press":
        return plain == ["longPress"]
    if label in ("drag", "drag_curved"):
        return strip_swipes(found) == ["drag"]
    if label == "drag_2f":
        return strip_swipes(found) == ["2-finger drag"]
    if label == "long_press_then_drag":
        return drags == ["longPress", "drag"]
    if label == "swipe":
        return len(found) == 2 and found[0] == "drag" and found[1].startswith("swipe ")
    return None  # a pinch, a rotation: not among the kinds that this knows


passed = failed = 0


def report(name, label, found, good):
    global passed, failed
    passed, failed = passed + (good is True), failed + (good is False)
    mark = {True: "ok", False: "not ok", None: "--"}[good]
    print(f"{mark:7} {name:60} {label:24} {', '.join(found) or 'nothing'}")


with tempfile.TemporaryDirectory() as folder:
    phone = json.loads((recordings / "phone-gestures.json").read_text())
    for recording in phone["recordings"]:
        path = pathlib.Path(folder) / "phone.evemu"
        path.write_text(evemu(recording["events"]))
        found = summary(replay(path))
        name = "phone " + "/".join(recording["file"].split("/")[-2:])
        report(name, recording["label"], found, phone_expectation(recording["label"], found))
print(f"{passed} passed, {failed} failed")
