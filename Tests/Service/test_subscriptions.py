"""What a subscription gets: gestures, devices, phases and thresholds."""
import collections
import json

import pytest

from events import assert_stream, collect
from service import Client, Service
from touches import SIDE, drag, evemu, tap

# Every kind of gesture, 700 ms apart, which is longer than every time limit.
EVERYTHING = evemu(
    tap(0)
    + tap(700) + tap(850, 520)
    + tap(1600) + tap(1750) + tap(1900)
    + tap(2600, hold=700)
    + drag(4000, (500, 500), (700, 500), 100)
    + tap(4800, fingers=2)
    + drag(5600, (500, 900), (500, 700), 100, fingers=3)
    + drag(6400, (500, 500), (500, 540), 200, rest=700),
    lead=1500)


def words(event):
    """Describes an event, e.g. as "2-finger tap x2 ended"."""
    prefix = f"{event['fingers']}-finger " if event["fingers"] > 1 else ""
    if event["kind"] == "tap":
        return f"{prefix}tap x{event['count']} {event['phase']}"
    if event["kind"] == "swipe":
        return f"{prefix}swipe {event['direction']}"
    return f"{prefix}{event['kind']} {event['phase']}"


def only(*gestures, **more):
    return {"gestures": [dict(zip(("kind", "count", "fingers"), gesture)) for gesture in gestures], **more}


# Each subscription and its events without `changed`.
SUBSCRIPTIONS = {
    "without double taps, single taps end at once and can last": (
        only(("tap",)), ["tap x1 ended"] * 7 + ["2-finger tap x1 ended"]),
    "with double taps, a single tap waits for the second": (
        only(("tap", 1), ("tap", 2)),
        ["tap x1 possible", "tap x1 ended", "tap x1 possible", "tap x2 ended", "tap x1 possible", "tap x2 ended",
         "tap x1 possible", "tap x1 ended", "tap x1 possible", "tap x1 ended", "2-finger tap x1 possible",
         "2-finger tap x1 ended"]),
    "double taps alone exclude single taps": (only(("tap", 2)), ["tap x2 ended"] * 2),
    "triple taps alone": (only(("tap", 3)), ["tap x3 ended"]),
    "an empty list of gestures gives no events": (only(), []),
    "an unknown device gives no events": ({"devices": ["no such device"]}, []),
    "a device by its name": (only(("swipe",), devices=["Phone"]), ["swipe right", "3-finger swipe up"]),
    "a device by its id": (only(("swipe",), devices=["0000:0000"]), ["swipe right", "3-finger swipe up"]),
    "one number of fingers": (only(("swipe", None, [3])), ["3-finger swipe up"]),
    "several numbers of fingers": (only(("tap", 1, [2, 3])), ["2-finger tap x1 ended"]),
    "one phase": (
        only(("longPress",), ("drag",), phases=["began"]),
        ["longPress began", "drag began", "3-finger drag began", "longPress began", "drag began"]),
    "an empty list of phases gives no events": ({"phases": []}, []),
    "null equals an omitted parameter": (
        only(("swipe", None, [3]), devices=None, phases=None, thresholds=None), ["3-finger swipe up"]),
    "tapGap": (only(("tap", 2), thresholds={"tapGap": 99}), []),
    "tapGap is inclusive": (only(("tap", 2), thresholds={"tapGap": 100}), ["tap x2 ended"] * 2),
    "tapDistance": (only(("tap", 2), thresholds={"tapDistance": 19.9}), ["tap x2 ended"]),
    "tapDistance is inclusive": (only(("tap", 2), thresholds={"tapDistance": 20}), ["tap x2 ended"] * 2),
    "longPress": (only(("longPress",), phases=["began"], thresholds={"longPress": 699}), ["longPress began"] * 2),
    "lifted exactly at longPress": (
        only(("longPress",), phases=["began"], thresholds={"longPress": 700}), ["longPress began"]),
    "longPress shorter than a tap": (
        only(("longPress",), phases=["began"], thresholds={"longPress": 49}),
        ["longPress began"] * 7 + ["2-finger longPress began", "longPress began"]),
    "swipeDistance": (only(("swipe",), thresholds={"swipeDistance": 200.1}), []),
    "swipeDistance is inclusive": (
        only(("swipe",), thresholds={"swipeDistance": 200}), ["swipe right", "3-finger swipe up"]),
    "edge": (only(("swipe",), thresholds={"edge": 500}), ["3-finger swipe up"]),
    "edge applies to the start of a swipe": (
        only(("swipe",), thresholds={"edge": 499.9}), ["swipe right", "3-finger swipe up"]),
    "slop": (only(("drag",), phases=["began"], thresholds={"slop": 40}), ["drag began", "3-finger drag began"]),
    "slop is inclusive": (
        only(("drag",), phases=["began"], thresholds={"slop": 39.9}),
        ["drag began", "3-finger drag began", "drag began"]),
}


@pytest.fixture(scope="module")
def side_by_side(gestured, tmp_path_factory):
    """The events of each subscription while all of them and a default one are active."""
    with Service(gestured, tmp_path_factory.mktemp("service"), recording=EVERYTHING) as service:
        subscriptions = [parameters for parameters, _ in SUBSCRIPTIONS.values()]
        return dict(zip([*SUBSCRIPTIONS, "everything"], collect(service, *subscriptions, {})))


@pytest.mark.parametrize("rule", SUBSCRIPTIONS)
def test_a_subscription_gets_the_gestures_it_requests(rule, side_by_side):
    _, expected = SUBSCRIPTIONS[rule]
    assert [words(event) for event in side_by_side[rule] if event["phase"] != "changed"] == expected


@pytest.mark.parametrize("rule", SUBSCRIPTIONS)
def test_other_subscriptions_do_not_change_the_events(rule, side_by_side, replayed):
    parameters, _ = SUBSCRIPTIONS[rule]
    alone = replayed(EVERYTHING, "--parameters", json.dumps(parameters))
    assert_stream(side_by_side[rule], alone)


def test_the_default_is_every_kind_with_taps_up_to_triple(side_by_side):
    events = side_by_side["everything"]
    assert {event["kind"] for event in events} == {"press", "tap", "longPress", "drag", "swipe"}
    assert [words(event) for event in events if event["kind"] == "tap" and event["phase"] == "ended"] == [
        "tap x1 ended", "tap x2 ended", "tap x3 ended", "2-finger tap x1 ended"]


def test_the_default_subscription_equals_the_replay(side_by_side, replayed):
    assert side_by_side["everything"][0]["sequence"] == 1
    assert_stream(side_by_side["everything"], replayed(EVERYTHING))


def test_every_gesture_is_closed_exactly_once_and_last(side_by_side):
    gestures = collections.defaultdict(list)
    for event in side_by_side["everything"]:
        gestures[event["gesture"]].append((event["kind"], event["phase"]))
    for events in gestures.values():
        assert len({kind for kind, _ in events}) == 1, events
        assert [phase in ("ended", "cancelled") for _, phase in events] == [False] * (len(events) - 1) + [True], events


def test_positions_are_fractions_of_the_device_and_points(side_by_side):
    first = side_by_side["everything"][0]
    assert (first["kind"], first["phase"]) == ("press", "began")
    assert (first["x"], first["y"], first["points"]) == (0.25, 0.25, {"x": 500, "y": 500})


def test_a_tap_has_the_time_of_its_lift_and_of_its_decision(side_by_side):
    possible, ended = [event for event in side_by_side["everything"] if event["kind"] == "tap"][:2]
    lift = next(event for event in side_by_side["everything"] if event["phase"] == "ended")
    assert possible["time"] == ended["time"] == lift["time"]
    assert ended["decided"] - ended["time"] == 300_000
    assert possible["gesture"] == ended["gesture"] and "decided" not in possible


def test_the_first_reply_is_the_state(start, replayed):
    service = start(recording=EVERYTHING)
    with Client(service.socket) as client:
        state = client.subscribe()
        assert client.event()["sequence"] == 1
    assert len(state["subscription"]) == 32 and set(state.pop("subscription")) <= set("0123456789abcdef")
    side = SIDE * 0.15875
    assert state == {
        "instance": service.status()["instance"], "paused": False, "locked": False, "contacts": 0,
        "devices": [{
            "id": "0000:0000", "name": "Phone", "node": str(service.socket.parent / "recording.evemu"),
            "kind": "touchscreen", "width": side, "height": side, "sizeSource": "resolution", "protocol": "slots",
            "slots": 10, "rotation": 0, "mirror": "none", "grabbed": False, "filtered": False, "contacts": 0, "active": False,
            "overruns": 0, "landings": 0, "ghosts": 0, "gaps": 0}]}


def test_a_restart_changes_the_instance(start):
    assert start().status()["instance"] != start().status()["instance"]


def test_contacts_are_counted_while_they_are_down(start):
    service = start(recording=evemu(tap(0, hold=1500, fingers=2)))
    with Client(service.socket) as client:
        client.subscribe()
        client.event()
        assert [device["contacts"] for device in service.devices()["devices"]] == [2]
        with Client(service.socket) as another:
            assert another.subscribe()["contacts"] == 2


def test_ignores_a_touch_that_is_down_when_the_client_subscribes(start):
    service = start(recording=evemu(tap(0, hold=800) + tap(1500, 700)))
    with Client(service.socket) as first, Client(service.socket) as second:
        first.subscribe()
        first.event()
        second.subscribe()
        event = second.event()
        assert (event["kind"], event["phase"], event["points"]["x"]) == ("press", "began", 700)


def test_a_threshold_of_the_call_overrides_the_configured_one(start):
    service = start(recording=evemu(tap(0) + tap(150), lead=200), configuration="[gestures]\ntap-gap = 99\n")
    configured, requested = collect(service, only(("tap", 2)), only(("tap", 2), thresholds={"tapGap": 100}))
    assert ([words(event) for event in configured], [words(event) for event in requested]) == ([], ["tap x2 ended"])


def test_status_counts_clients_frames_and_events(start):
    service = start(recording=evemu(tap(0)))
    with Client(service.socket) as client:
        client.subscribe()
        events = client.events(4)
        status = service.status()
    assert [words(event) for event in events] == ["press began", "press ended", "tap x1 possible", "tap x1 ended"]
    assert (status["clients"], status["subscriptions"], status["frames"], status["events"]) == (2, 1, 2, 4)
    assert (status["droppedClients"], status["overruns"], status["paused"]) == (0, 0, False)
    latency = status["latency"]
    assert latency["samples"] == 2
    assert 0 <= latency["p50"] <= latency["p90"] <= latency["p99"] <= latency["maximum"]
    assert 0 < status["uptime"] < 90_000_000
