"""Numbers at and beyond the limits of 32 and 64 bits, from everywhere that they can come from: no program ends, and all answer alike."""
import copy
import itertools
import json
import os

import pytest

from conftest import PROJECT
from service import CONTROL, GESTURES, Client, Service
from touches import DESCRIPTION, DOUBLE_TAP_AND_SWIPE

LIMITS = [2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64, -1, -2**31, -2**31 - 1, -2**63, -2**63 - 1]
# Whole numbers beyond 64 bits are left out: newer versions of json-c, and so Debian 13, refuse the whole message.
IN_JSON = [*(str(number) for number in LIMITS if -2**63 <= number < 2**64),
           "1e300", "-1e300", "1e-300", "0.5", "2147483648.5", "-0.0"]

# Every number that a client can send.
RECTANGLE = {"x": 0.1, "y": 0.1, "width": 0.5, "height": 0.5}
THRESHOLDS = {"slop": 10, "tapGap": 200, "tapDistance": 50, "tapRun": 300, "longPress": 500, "swipeDistance": 30, "edge": 20,
              "reach": 500, "decelerationRate": 0.99}
CALLS = [
    (f"{GESTURES}.Subscribe", {
        "gestures": [
            {"kind": "tap", "count": 2, "fingers": [1]}, {"kind": "activity", "idle": 1000}, {"kind": "swipe", "directions": 8},
            {"name": "menu", "within": 1000, "sequence": [{"kind": "tap", "area": RECTANGLE}, {"kind": "drag"}]},
        ],
        "thresholds": THRESHOLDS,
        "regions": [{"name": "all", "rectangle": RECTANGLE, "slop": 5}],
    }),
    (f"{CONTROL}.Lock", {"gestures": [{"kind": "tap", "count": 2, "fingers": [4]}], "thresholds": THRESHOLDS, "seconds": 1}),
    (f"{CONTROL}.Pulse", {"count": 1}),
    (f"{CONTROL}.Transform", {"device": "1234:5678", "rotation": 90}),
]


def numbers(value, path=()):
    """Yields the path of each number in a JSON value."""
    if isinstance(value, (int, float)):
        yield path
    elif isinstance(value, (dict, list)):
        for key, member in value.items() if isinstance(value, dict) else enumerate(value):
            yield from numbers(member, (*path, key))


def replaced(value, path, text):
    """Returns a value as JSON text with another number in one place, which Python's json need not be able to write."""
    value = copy.deepcopy(value)
    *parents, last = path
    place = value
    for key in parents:
        place = place[key]
    place[last] = "NUMBER"
    return json.dumps(value).replace('"NUMBER"', text)


@pytest.fixture
def services(foreign_command, tmp_path):
    """The service of this machine and of the other one, which play the same touches."""
    there = tmp_path / "gestured"
    there.write_text("#!/bin/sh\nexec " + " ".join(f"'{word}'" for word in foreign_command("gestured")) + ' "$@"\n')
    there.chmod(0o755)
    programs = {"here": PROJECT / ".build" / "embedded" / "release" / "gestured", "there": there}
    for name in programs:
        (tmp_path / name).mkdir()
    with Service(programs["here"], tmp_path / "here", recording=DOUBLE_TAP_AND_SWIPE) as here, \
            Service(programs["there"], tmp_path / "there", recording=DOUBLE_TAP_AND_SWIPE) as there:
        yield here, there


@pytest.mark.parametrize("method, parameters", CALLS, ids=[method for method, _ in CALLS])
def test_every_number_of_a_call_is_answered_alike(method, parameters, services):
    for path, number in itertools.product(numbers(parameters), IN_JSON):
        call = f'{{"method": "{method}", "more": true, "parameters": {replaced(parameters, path, number)}}}'
        replies = []
        for service in services:
            with Client(service.socket) as client:
                client.send(call.encode() + b"\0")
                reply = client.receive()
                replies.append((reply.get("error"), reply["parameters"] if "error" in reply else None))
        assert replies[1] == replies[0], call
    for service in services:
        assert service.answers()


EXTREMES = [-2**31, -1, 0, 2**31 - 1]
SECONDS = [0, 2**31 - 1, 2**31, 4 * (2**31 - 1), 4 * 2**31, 2**63]


def evemu_recordings():
    for seconds, has_slots in itertools.product(SECONDS, [True, False]):
        axes = "A: 2f 0 9 0 0 0\n" if has_slots else ""
        frame = ["0003 0039 7"] if has_slots else []
        frame += ["0003 0035 500", "0003 0036 500", *([] if has_slots else ["0000 0002 0"]), "0000 0000 0"]
        lift = ["0003 0039 -1", "0000 0000 0"] if has_slots else ["0000 0002 0", "0000 0000 0"]
        lines = [f"E: {seconds}.000001 {event}\n" for event in frame] + [f"E: {seconds}.090000 {event}\n" for event in lift]
        yield f"{seconds} s, {'slots' if has_slots else 'no slots'}", described(axes) + "".join(lines)
    for low, high in itertools.product(EXTREMES, EXTREMES):
        lines = [f"E: 1.{time:06} {event}\n" for time in (0, 50_000) for event in [
            f"0003 002f {low}", "0003 002f 0", f"0003 0039 {time}", f"0003 0035 {low}", f"0003 0036 {high}", f"0003 0030 {high}",
            f"0003 003a {low}", "0000 0000 0", "0003 0039 -1", "0000 0000 0"]]
        axes = f"A: 2f {low} {high} 0 0 0\nA: 30 {low} {high} 0 0 {high}\nA: 3a {low} {high} {high} {low} 0\n"
        yield f"axes from {low} to {high}", described(axes, f"{low} {high} {low} {high} {high}") + "".join(lines)


def described(axes, position="0 1000 0 0 10"):
    kept = [line for line in DESCRIPTION.splitlines(True) if not line.startswith("A:")]
    return "".join(kept) + f"A: 35 {position}\nA: 36 {position}\nA: 39 0 65535 0 0 0\n" + axes


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in evemu_recordings()])
def test_extreme_recordings_are_replayed_alike(text, assert_same, tmp_path):
    path = tmp_path / "extreme.evemu"
    path.write_text(text)
    assert_same("gesturectl", "replay", path)


@pytest.mark.parametrize("number", [*map(str, LIMITS), "999999999", "1000000000", "1e300", "0.000000001", "2147483648.5"])
def test_extreme_numbers_in_a_configuration_are_rejected_alike(number, assert_same, run_here, tmp_path):
    path = tmp_path / "gestured.conf"
    lines = []
    # The effective configuration has every key.
    path.write_text("")
    shown = run_here("gesturectl", "config", "--config", path, check=True, text=True).stdout
    for line in shown.splitlines():
        name = line.partition("=")[0].strip()
        lines.append(f"{name} = {number}" if "=" in line and not line.startswith("#") else line)
    path.write_text("\n".join(lines) + f"\n[device x]\nsize = {number}x{number}\nrotation = {number}\npalm-size = {number}\nreach = {number}\n"
                    f"[user {number}]\ncontrol = yes\n[group {number}]\ncontrol = yes\n")
    assert assert_same("gesturectl", "check-config", path).returncode == 1


def test_files_from_after_2038_are_read_alike(assert_same, tmp_path):
    path = tmp_path / "gestured.conf"
    path.write_text("[gestures]\nslop = 10\n")
    os.utime(path, (2**32, 2**32))
    assert assert_same("gesturectl", "check-config", path).returncode == 0


@pytest.mark.parametrize("arguments", [
    ["replay", "--gestures", "tap:NUMBER", "/dev/null"], ["replay", "--gestures", "drag/NUMBER", "/dev/null"],
    ["monitor", "--count", "NUMBER", "--timeout", "0"], ["monitor", "--timeout", "NUMBER", "--count", "1"],
    ["lock", "--for", "NUMBER"], ["pulse", "NUMBER"], ["transform", "--rotation", "NUMBER", "x"],
], ids=lambda arguments: " ".join(arguments[:2]))
def test_extreme_numbers_on_the_command_line_are_answered_alike(arguments, assert_same, tmp_path):
    for number in (*map(str, LIMITS), "1000000000", "1e300"):
        words = [word.replace("NUMBER", number) for word in arguments]
        assert_same("gesturectl", "--socket", tmp_path / "none", *words)
