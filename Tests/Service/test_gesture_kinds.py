"""Subscriptions to every kind of gesture, and to compositions and regions."""
import json
import pathlib
import re

import pytest

from events import assert_stream, collect, summary
from idl import assert_conforms, described
from service import Client, Service
from touches import around, drag, evemu, pinch, stroke, tap, turn

# Every kind of gesture, some in the top left corner.
EVERYTHING = evemu(
    tap(0) + tap(700) + tap(850, 520) + tap(1600, hold=700)
    + drag(2800, (500, 500), (500, 700), 100) + drag(3400, (0, 1000), (200, 1000), 100)
    + drag(4000, (10, 10), (200, 200), 100) + drag(4600, (500, 500), (700, 700), 100, fingers=3)
    + pinch(5300, (200, 300)) + turn(6000, 90) + around(6700, 300, (200, 300), (0, 90), fingers=4)
    + drag(7500, (500, 500), (540, 500), 200, rest=700)
    + tap(9000, 100, 100) + tap(9200, 100, 100) + tap(9600, 1900, 100),
    lead=1500)
# A tap with pressure and size.
SHAPED = evemu(tap(0), lead=500).replace(
    "A: 35", "A: 30 0 255 0 0 8\nA: 3a 0 200 0 0 0\nA: 35").replace(" 0003 0035 ", " 0003 003a 50\nE: 1.500000 0003 0030 40\nE: 1.500000 0003 0035 ", 1)
CORNER = {"x": 0, "y": 0, "width": 0.1, "height": 0.1}
OTHER_CORNER = {"x": 0.9, "y": 0, "width": 0.1, "height": 0.1}
LEFT = {"name": "left", "rectangle": {"x": 0, "y": 0, "width": 0.5, "height": 1}}
RIGHT = {"name": "right", "rectangle": {"x": 0.5, "y": 0, "width": 0.5, "height": 1}}


# A check, a z and a caret.
DRAWN = evemu(
    stroke(0, (500, 700), (560, 800), (800, 520)) + stroke(700, (500, 500), (700, 500), (500, 700), (700, 700))
    + stroke(1500, (500, 700), (600, 500), (700, 700)),
    lead=500)
Z = {"kind": "stroke", "name": "zed", "templates": [[[0, 0], [1, 0], [0, 1], [1, 1]]]}
CHECK, CARET = ({"kind": "stroke", "name": name} for name in ("check", "caret"))


def only(*gestures, **more):
    return {"gestures": list(gestures), **more}


def words(events):
    """The ended gestures, each as name, stage, region and kind."""
    found = []
    for event in events:
        if event["phase"] == "ended":
            stage = f"{event['stage']}/{event['stages']}" if "stage" in event else None
            found.append(" ".join(filter(None, (event.get("name"), stage, event.get("region"), event["kind"]))))
    return found


# Each subscription and the gestures that it gets, in the words of events.summary().
SUBSCRIPTIONS = {
    "pinches of any number of fingers": (only({"kind": "pinch"}), ["2-finger pinch out", "4-finger pinch out"]),
    "pinches of four fingers": (only({"kind": "pinch", "fingers": [4]}), ["4-finger pinch out"]),
    "rotations": (only({"kind": "rotation"}), ["2-finger rotation right", "4-finger rotation right"]),
    "pinch or rotation, exclusively": (
        only({"name": "one", "exclusive": [{"kind": "pinch"}, {"kind": "rotation"}]}),
        ["2-finger pinch out", "2-finger rotation right", "4-finger rotation right"]),
    "swipes in eight directions": (
        only({"kind": "swipe", "directions": 8}), ["swipe down", "3-finger swipe downRight"]),
    "swipes in four directions": (only({"kind": "swipe"}), ["swipe down", "3-finger swipe down"]),
    "swipes down and right": (only({"kind": "swipe", "direction": "downRight"}), ["3-finger swipe downRight"]),
    "edge swipes": (only({"kind": "edgeSwipe"}), ["edge swipe right from left", "edge swipe down from topLeft"]),
    "edge swipes from the left": (
        only({"kind": "edgeSwipe", "edge": "left"}), ["edge swipe right from left"]),
    "taps in a corner": (only({"kind": "tap", "area": CORNER}), ["tap x1", "tap x1"]),
    "long press, then drag": (
        only({"name": "move", "sequence": [{"kind": "longPress"}, {"kind": "drag"}]}),
        ["longPress", "longPress", "drag"]),
    "a swipe rather than a drag": (
        only({"exclusive": [{"kind": "swipe"}, {"kind": "drag"}]}, phases=["ended"]),
        ["swipe down", "drag", "drag", "3-finger swipe down", "drag"]),
    "two corners in order": (
        only({"name": "menu", "within": 2000,
              "sequence": [{"kind": "tap", "count": 2, "area": CORNER}, {"kind": "tap", "area": OTHER_CORNER}]}),
        ["tap x2", "tap x1"]),
    "two corners in order, too slowly": (
        only({"name": "menu", "within": 500,
              "sequence": [{"kind": "tap", "count": 2, "area": CORNER}, {"kind": "tap", "area": OTHER_CORNER}]}),
        ["tap x2"]),
}


@pytest.fixture(scope="module")
def side_by_side(gestured, tmp_path_factory):
    """The events of each subscription while all of them and three very different ones are active."""
    with Service(gestured, tmp_path_factory.mktemp("service"), recording=EVERYTHING) as service:
        subscriptions = [parameters for parameters, _ in SUBSCRIPTIONS.values()]
        others = [{}, {"regions": [LEFT, RIGHT]}, only({"kind": "touch"}, {"kind": "activity", "idle": 400}, regions=[LEFT])]
        names = [*SUBSCRIPTIONS, "everything", "regions", "touches"]
        return dict(zip(names, collect(service, *subscriptions, *others)))


@pytest.mark.parametrize("rule", SUBSCRIPTIONS)
def test_a_subscription_gets_the_gestures_it_requests(rule, side_by_side):
    _, expected = SUBSCRIPTIONS[rule]
    assert summary(side_by_side[rule]) == expected


@pytest.mark.parametrize("rule", SUBSCRIPTIONS)
def test_other_subscriptions_do_not_change_the_events(rule, side_by_side, replayed):
    parameters, _ = SUBSCRIPTIONS[rule]
    assert_stream(side_by_side[rule], replayed(EVERYTHING, "--parameters", json.dumps(parameters)))


def test_the_default_is_every_kind_except_stroke_touch_and_activity(side_by_side):
    assert {event["kind"] for event in side_by_side["everything"]} == {
        "press", "tap", "longPress", "drag", "swipe", "edgeSwipe", "pinch", "rotation"}


def test_events_have_exactly_the_described_fields(side_by_side, start):
    name = next(line for line in SHAPED.splitlines() if line.startswith("N: "))[3:]
    service = start(recording=SHAPED, configuration=f"[device {name}]\noutput = HDMI-A-1\n")
    interface = described(service.socket)
    event_type = interface.members["Event"].type
    with Client(service.socket) as client:
        client.subscribe(**only({"kind": "touch"}))
        shaped = client.events(2)
    with Client(start(recording=DRAWN).socket) as client:
        client.subscribe(**only(CHECK))
        drawn = client.events(1)
    events = sum(side_by_side.values(), shaped + drawn)
    for event in events:
        assert_conforms(event, event_type, interface, event["kind"])
    # A recording has no keyboard.
    assert set().union(*(event.keys() for event in events)) == event_type.fields.keys() - {"modifiers"}


def test_a_touch_has_pressure_and_size(start):
    service = start(recording=SHAPED)
    with Client(service.socket) as client:
        client.subscribe(**only({"kind": "touch"}))
        began, ended = client.events(2)
    assert (began["phase"], ended["phase"], began["contact"]) == ("began", "ended", ended["contact"])
    # 40 counts at 8 counts/mm are 5 mm.
    assert began["pressure"] == 0.25 and began["major"] == pytest.approx(5 / 0.15875, abs=1e-3)


def test_a_sequence_reports_its_stage(side_by_side):
    assert words(side_by_side["two corners in order"]) == ["menu 1/2 tap", "menu 2/2 tap"]


def test_a_region_gets_the_gestures_that_start_in_it(side_by_side):
    found = {event["kind"]: event["region"] for event in side_by_side["regions"] if event["time"]}
    assert set(found.values()) == {"left", "right"}
    assert {event["x"] < 0.5 for event in side_by_side["regions"] if event["region"] == "left"} == {True}


def test_a_device_is_active_until_the_idle_time_is_over(side_by_side):
    activity = [event for event in side_by_side["touches"] if event["kind"] == "activity"]
    assert [event["active"] for event in activity] == [True, False] * (len(activity) // 2)
    lifts = {event["time"] for event in side_by_side["touches"] if event["phase"] == "ended" and event["kind"] == "touch"}
    assert all(event["time"] - 400_000 in lifts for event in activity if not event["active"] and event["x"] < 0.5)


def test_only_a_whole_composition_can_have_a_name(start):
    with Client(start().socket) as client:
        reply = client.call(
            "Subscribe", {"gestures": [{"sequence": [{"kind": "tap", "name": "first"}, {"kind": "tap"}]}]}, more=True)
    assert reply["parameters"]["parameter"] == "gestures[0].sequence[0].name"


def places(events):
    return [(event["name"], event.get("path")) for event in events]


STROKES = {
    "all strokes of a list": ([Z, CHECK, CARET], [("check", None), ("zed", None), ("caret", None)]),
    "strokes beside other gestures": ([{"kind": "pinch"}, CARET, {"name": "two", "sequence": [{"kind": "tap"}] * 2}], [("caret", None)]),
    "one composition": ([{"exclusive": [Z, {"kind": "pinch"}, CARET]}], [("zed", [0]), ("caret", [2])]),
    "a composition with a name": ([{"name": "all", "exclusive": [Z, CARET]}], [("all", [0]), ("all", [1])]),
    "one after the other, of which the first stroke is none": ([{"sequence": [Z, CARET]}], [("zed", [0]), ("caret", [1])]),
    "each list competes by itself": ([CARET, {"name": "own", "exclusive": [CHECK]}], [("own", [0]), ("caret", None)]),
    "a high threshold": ([{**CHECK, "score": 0.999}, Z], [("zed", None)]),
    "only in an area": ([{**Z, "area": CORNER}, {**CARET, "area": {"x": 0.2, "y": 0.3, "width": 0.1, "height": 0.1}}], [("caret", None)]),
}


@pytest.mark.parametrize("rule", STROKES)
def test_strokes_compete_within_a_list_and_within_a_composition(rule, replayed):
    gestures, expected = STROKES[rule]
    assert places(replayed(DRAWN, "--parameters", json.dumps(only(*gestures)))) == expected


def test_gesturectl_takes_strokes_by_name(replayed):
    found = replayed(DRAWN, "--gestures", "stroke:check,stroke:z,tap:2")
    assert summary(found) == ["stroke check", "stroke z"]
    assert all(0.9 < event["score"] <= 1 for event in found)


def test_the_built_in_strokes_are_documented(start):
    with Client(start(recording=DRAWN).socket) as client:
        reply = client.call("Subscribe", only({"kind": "stroke", "name": "?"}), more=True)
    names = set(reply["parameters"]["expected"].partition("one of ")[2].split(", "))
    project = pathlib.Path(__file__).parents[2]
    picture = (project / "docs" / "strokes.svg").read_text()
    assert set(re.findall(r"<text[^>]*>(\w+)</text>", picture)) == names
    [table] = re.findall(r"^\| built in \|.*?\n\n", (project / "docs" / "gestures.md").read_text(), re.M | re.S)
    assert set(re.findall(r"`(\w+)`", table)) == names
    interface = (project / "Sources" / "GestureProtocol" / "org.gestured.Gestures.varlink").read_text()
    [comment] = re.findall(r"of the built-in shape with this name: (.*?)\.\n", interface, re.S)
    assert set(re.findall(r'"(\w+)"', comment)) == names
    manual = (project / "man" / "gestured-varlink.7.scd").read_text()
    [text] = re.findall(r"Built in are (.*?)\.", manual, re.S)
    assert set(re.findall(r"_(\w+)_", text)) == names
