"""Calls that the service rejects: parameters, methods and interfaces."""
import pathlib
import re

import pytest
import varlink

from service import GESTURES, Client
from touches import evemu, tap


@pytest.fixture
def opened(start):
    """The interface, opened by the varlink package."""
    with varlink.Client.new_with_address(f"unix:{start(recording=evemu(tap(0), lead=1500)).socket}") as client:
        with client.open(GESTURES) as interface:
            interface._connection.settimeout(10)
            yield interface


STROKE = {"kind": "stroke", "name": "v", "templates": [[[0, 0], [1, 2], [2, 0]]]}
RECTANGLE = {"x": 0, "y": 0, "width": 1, "height": 1}
INVALID = {
    "gestures": [[{"kind": "tap", "exclusive": [{"kind": "tap"}]}],
                 [{"exclusive": [{"kind": "tap", "maximumDuration": 5}, {"kind": "tap"}]}], "tap", {}, 1, [1], ["tap"], [None], [{}], [{"kind": "tap"}] * 257,
                 [STROKE] * 65, [{**STROKE, "templates": STROKE["templates"] * 16}] * 17],
    "gestures.kind": [[{"exclusive": [{"kind": "press"}]}], [{"kind": "activity"}] * 2, [{"kind": 1}], [{"kind": "wink"}], [{"kind": "Tap"}], [{"kind": ""}]],
    "gestures.count": [[{"kind": "tap", "count": count}] for count in (0, 11, -1, "2", 2.5, True, 10**30)],
    "gestures.fingers": [[{"kind": "pinch", "fingers": [1, 2]}], [{"kind": "press", "fingers": [1]}],
                         [{"exclusive": [{"kind": "tap"}], "fingers": [1]}], [{**STROKE, "fingers": [1]}]] + [[{"kind": "tap", "fingers": fingers}] for fingers in (1, [], [0], [11], ["1"], [1.5], {})],
    "devices": ["Phone", {}, [1], [None], ["x"] * 65],
    "phases": ["ended", {}, [1], ["finished"], ["Ended"]],
    "thresholds": [[], 1, "slop"],
    "thresholds.slop": [{"slop": value} for value in (-0.1, 100.1, "20", True, 1e300, [])],
    "thresholds.tapGap": [{"tapGap": value} for value in (-1, 10_001, 0.5, "300", 10**30)],
    "thresholds.tapDistance": [{"tapDistance": value} for value in (-1, 10_000.1, "100")],
    "thresholds.tapRun": [{"tapRun": value} for value in (-1, 10_001, 0.5)],
    "thresholds.longPress": [{"longPress": value} for value in (-1, 60_001, 0.5)],
    "thresholds.swipeDistance": [{"swipeDistance": value} for value in (-1, 10_000.1)],
    "thresholds.edge": [{"edge": value} for value in (-1, 1000.1)],
    "thresholds.holdDuration": [{"holdDuration": value} for value in (-1, 4001, 0.5, "300")],
    "thresholds.ignoreRepeat": [{"ignoreRepeat": value} for value in (-1, 4001, 0.5, True)],
    "thresholds.reach": [{"reach": value} for value in (-1, 100_000.1, "500")],
    "thresholds.decelerationRate": [{"decelerationRate": value} for value in (0.89, 1, "0.998")],
    **{f"gestures.{key}": [[{"kind": kind, key: value}] for value in values] for key, kind, values in (
        ("axisLock", "drag", (1, "yes")), ("directions", "swipe", (0, 6, "8", 4.5)),
        ("direction", "swipe", ("north", 1, "Left")), ("edge", "edgeSwipe", ("topLeft", 1)),
        ("axis", "drag", ("up", 1, "Vertical")), ("priority", "tap", ("low", 1, "High")),
        ("idle", "activity", (0, 86_400_001, 1.5)), ("minimumDuration", "longPress", (-1, 60_001, 0.5, "3 s")),
        ("minimumDistance", "drag", (-0.1, 10_001, "far")), ("while", "tap", (0, 10, "1")),
        ("claim", "drag", (1, "yes")),
        # The service of this test reads no modifier keys.
        ("modifiers", "tap", ("shift", ["meta"], ["shift"] * 17, [1], ["shift"], [])), ("name", "tap", ("", "n" * 65, 1)),
        ("area", "tap", (1, {}, {"x": 0, "y": 0, "width": 0, "height": 1}, {"x": 0.6, "y": 0, "width": 0.5, "height": 1})),
        )},
    "gestures.maximumDuration": [[{"kind": "tap", "maximumDuration": value}] for value in (0, 60_001, 0.5)] + [
        [{"kind": "longPress", "maximumDuration": 5}], [{"kind": "swipe", "minimumDuration": 6, "maximumDuration": 5}]],
    "gestures.templates": [[{**STROKE, "templates": value}] for value in (
        [], {}, "v", [1], [[]], [[[0, 0]]], [[[0, 0], [1, 2], [2]]], [[[0, 0], [1, 2], [2, 0, 0]]], [[[0, 0], [1, "2"], [2, 0]]],
        [[[0, 0], [1, 2], [2, 0]]] * 17, [[[number % 2, number] for number in range(257)]],
        # Nothing to recognize: one point, lines, and numbers that are too large to compute with.
        [[[5, 5]] * 3], [[[0, 0], [1, 1]]], [[[0, 0], [0.1, 1], [0, 2]]], [[[0, 0], [1e308, 1e308], [-1e308, 0]]],
        [STROKE["templates"][0], [[0, 0], [9, 9]]])] + [[{"kind": "tap", "templates": STROKE["templates"]}]],
    "gestures.rotation": [[{**STROKE, "rotation": value}] for value in (-0.1, 180.1, "25")],
    "gestures.score": [[{**STROKE, "score": value}] for value in (-0.1, 1.1, "1")],
    "gestures.exclusive": [[{"exclusive": members}] for members in ({}, [], [{"kind": "tap"}] * 33)],
    "gestures.sequence": [[{"sequence": members}] for members in (1, [])],
    "gestures.within": [
        [{"sequence": [{"kind": "tap"}], "within": limit}] for limit in (0, 3_600_001, "5", 1.5)
    ] + [[{"exclusive": [{"kind": "tap"}], "within": 5}], [{"kind": "tap", "within": 5, "name": "tap"}]],
    "regions": ["all", {}, [1]],
    "regions.name": [[{"rectangle": RECTANGLE}], [{"name": "", "rectangle": RECTANGLE}],
                     [{"name": "a", "rectangle": RECTANGLE}, {"name": "a", "rectangle": RECTANGLE}]],
    "regions.rectangle": [[{"name": "a"}], [{"name": "a", "rectangle": {"x": 0}}]],
    "regions.parent": [[{"name": "a", "rectangle": RECTANGLE, "parent": parent}] for parent in ("a", "b", 1)],
    **{f"regions.{key}": [[{"name": "a", "rectangle": RECTANGLE, key: value}] for value in values] for key, values in (
        ("mask", ("some", 1)), ("enabled", (1,)), ("slop", (-1, 101, "1")), ("tracking", ("button",)),
        ("suppressesTapWhileCoasting", ("yes",)), ("slopWhileCoasting", (-0.1, 100.1, "20", True)))},
    "regions.gestures.kind": [[{"name": "a", "rectangle": RECTANGLE, "gestures": [{"kind": "activity"}]}]],
}
LIMITS = {"slop": (0, 100), "tapGap": (0, 10_000), "tapDistance": (0, 10_000), "tapRun": (0, 10_000),
          "longPress": (0, 60_000), "swipeDistance": (0, 10_000), "edge": (0, 1000), "reach": (0, 100_000),
          "holdDuration": (0, 4000), "ignoreRepeat": (0, 4000)}


@pytest.mark.parametrize("parameter", INVALID)
def test_the_error_names_an_invalid_parameter(parameter, start):
    with Client(start().socket) as client:
        for value in INVALID[parameter]:
            reply = client.call("Subscribe", {parameter.split(".")[0]: value}, more=True)
            assert reply.get("error") == "org.varlink.service.InvalidParameter", value
            # The table names values without their places in arrays.
            assert re.sub(r"\[\d+\]", "", reply["parameters"]["parameter"]) == parameter, value
            assert reply["parameters"]["expected"], value


REGION = {"name": "a", "rectangle": RECTANGLE}
MISSPELT = [
    ("gesture", "gestures", {"gesture": [{"kind": "tap"}]}),
    ("colour", None, {"colour": "red"}),
    ("unused", None, {"unused": None}),
    ("gestures[0].are", "area", {"gestures": [{"kind": "tap", "are": RECTANGLE}]}),
    ("gestures[1].finger", "fingers", {"gestures": [{"kind": "tap"}, {"kind": "tap", "finger": [3]}]}),
    ("gestures[0].Kind", "kind", {"gestures": [{"Kind": "tap"}]}),
    ("gestures[0].withn", "within", {"gestures": [{"sequence": [{"kind": "tap"}], "withn": 5}]}),
    ("gestures[0].exclusive[1].cuont", "count", {"gestures": [{"exclusive": [{"kind": "tap"}, {"kind": "tap", "cuont": 2}]}]}),
    ("gestures[0].area.widht", "width", {"gestures": [{"kind": "tap", "area": {**RECTANGLE, "widht": 1}}]}),
    ("regions[0].enable", "enabled", {"regions": [{**REGION, "enable": False}]}),
    ("regions[0].rectangle.z", None, {"regions": [{**REGION, "rectangle": {**RECTANGLE, "z": 1}}]}),
    ("regions[0].gestures[0].counts", "count", {"regions": [{**REGION, "gestures": [{"kind": "tap", "counts": 2}]}]}),
    ("thresholds.swipedistance", "swipeDistance", {"thresholds": {"swipedistance": 5}}),
    ("x" * 64, None, {"x" * 65: 1}),
    # A word instead of a member.
    ("gestures[0].kind", '"kind": "tap", "count": 2', {"gestures": [{"kind": "doubleTap"}]}),
    ("gestures[0].kind", "longPress", {"gestures": [{"kind": "long_press"}]}),
    ("gestures[0].kind", "drag", {"gestures": [{"kind": "pan"}]}),
    ("gestures[0].direction", "upLeft", {"gestures": [{"kind": "swipe", "direction": "upleft"}]}),
    ("gestures[0].edge", "bottom", {"gestures": [{"kind": "edgeSwipe", "edge": "botom"}]}),
    ("regions[0].mask", "subviews", {"regions": [{**REGION, "mask": "subview"}]}),
    ("regions[0].tracking", "reenter", {"regions": [{**REGION, "tracking": "re-enter"}]}),
    ("gestures[0].name", "circle", {"gestures": [{"kind": "stroke", "name": "circel"}]}),
    ("gestures[0].name", None, {"gestures": [{"kind": "stroke"}]}),
    ("phases[0]", "cancelled", {"phases": ["canceled"]}),
]


@pytest.mark.parametrize("parameter, hint, request_parameters", MISSPELT)
def test_the_error_names_an_unknown_member_or_word_and_the_nearest_known_one(parameter, hint, request_parameters, start):
    with Client(start().socket) as client:
        reply = client.call("Subscribe", request_parameters, more=True)
        assert reply.get("error") == "org.varlink.service.InvalidParameter", reply
        assert (reply["parameters"]["parameter"], reply["parameters"].get("hint")) == (parameter, hint)
        assert reply["parameters"]["expected"]


# The full names of all methods.
METHODS = [f"{path.stem}.{name}" for path in (pathlib.Path(__file__).parents[2] / "Sources" / "GestureProtocol").glob("*.varlink")
           for name in re.findall(r"^method (\w+)", path.read_text(), re.M)]


@pytest.mark.parametrize("method", METHODS)
def test_no_method_accepts_an_unknown_parameter(method, start):
    with Client(start().socket) as client:
        reply = client.call(method, {"wink": 1}, more=True)
        assert reply.get("error") == "org.varlink.service.InvalidParameter", reply
        assert reply["parameters"]["parameter"] == "wink"


def test_the_varlink_package_shows_the_path_of_the_value(opened):
    with pytest.raises(varlink.InvalidParameter) as refused:
        list(opened.Subscribe(gestures=[{"kind": "doubleTap"}], _more=True))
    # It drops the members that the Varlink project does not know.
    assert refused.value.parameters() == {"parameter": "gestures[0].kind"}


@pytest.mark.parametrize("threshold", LIMITS)
def test_accepts_the_limits_of_a_range(threshold, start):
    service = start()
    for value in LIMITS[threshold]:
        with Client(service.socket) as client:
            client.subscribe(thresholds={threshold: value})


def test_a_refused_subscribe_leaves_the_connection_usable(opened):
    with pytest.raises(varlink.InvalidParameter) as refused:
        list(opened.Subscribe(gestures=[{"kind": "wink"}], _more=True))
    assert refused.value.parameters()["parameter"] == "gestures[0].kind"
    assert opened.GetStatus()["subscriptions"] == 0
    stream = opened.Subscribe(gestures=[{"kind": "tap"}], _more=True)
    assert next(stream)["state"]["devices"][0]["name"] == "Phone"
    assert next(stream)["event"]["kind"] == "tap"


def test_subscribe_requires_more(opened):
    with pytest.raises(varlink.VarlinkError) as refused:
        opened.Subscribe()
    assert refused.value.error() == "org.varlink.service.ExpectedMore"


def test_a_call_with_one_reply_accepts_more(start):
    with Client(start().socket) as client:
        reply = client.call("GetStatus", more=True)
        assert "error" not in reply and not reply.get("continues", False)


@pytest.mark.parametrize("method, error, parameters", [
    (f"{GESTURES}.Wink", "MethodNotFound", {"method": f"{GESTURES}.Wink"}),
    (f"{GESTURES}.subscribe", "MethodNotFound", {"method": f"{GESTURES}.subscribe", "hint": f"{GESTURES}.Subscribe"}),
    ("org.varlink.service.Wink", "MethodNotFound", {"method": "org.varlink.service.Wink"}),
    ("org.example.Wink", "InterfaceNotFound", {"interface": "org.example"}),
    ("Wink.", "InterfaceNotFound", {"interface": "Wink"}),
])
def test_the_error_names_an_unknown_method_or_interface(method, error, parameters, start):
    with Client(start().socket) as client:
        assert client.call(method) == {"error": f"org.varlink.service.{error}", "parameters": parameters}
        assert client.call("org.varlink.service.GetInfo")["parameters"]["product"] == "gestured"
