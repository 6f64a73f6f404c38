"""What the socket says, judged by the IDL that it publishes, as the PyPI package varlink reads it."""
import collections
import json
import signal
import time

import pytest
import varlink
from varlink import scanner

from events import assert_stream, normalized
from service import GESTURES, Client, Service
from touches import COUNTS, DESCRIPTION, SIDE, drag, evemu, tap

# Everything there is, 700 ms apart, which is beyond every window.
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


@pytest.fixture
def opened(start):
    """The interface, opened by the varlink package."""
    with varlink.Client.new_with_address(f"unix:{start(recording=EVERYTHING).socket}") as client:
        with client.open(GESTURES) as interface:
            interface._connection.settimeout(10)
            yield interface


# MARK: Introspection


def described(path):
    """The IDL that the service gives for its interface, parsed."""
    with varlink.Client.new_with_address(f"unix:{path}") as client:
        client.get_interfaces()
        return client.get_interface(GESTURES)


def assert_conforms(value, kind, interface, where=""):
    """That a value has all that its IDL type describes, and nothing else."""
    match kind:
        case scanner._Maybe():
            assert_conforms(value, kind.element_type, interface, where)
        case scanner._Array():
            assert isinstance(value, list), where
            for element in value:
                assert_conforms(element, kind.element_type, interface, f"{where}[]")
        case scanner._CustomType():
            assert_conforms(value, interface.members[kind.name].type, interface, where)
        case scanner._Struct():
            assert isinstance(value, dict), where
            assert value.keys() <= kind.fields.keys(), where
            for name, field in kind.fields.items():
                assert name in value or isinstance(field, scanner._Maybe), f"{where}.{name} is missing"
                if name in value:
                    assert_conforms(value[name], field, interface, f"{where}.{name}")
        case bool():
            assert isinstance(value, bool), where
        case int():
            assert type(value) is int, where
        case float():
            assert type(value) in (int, float), where
        case str():
            assert isinstance(value, str), where
        case _:
            raise TypeError(f"{where}: {kind}")


def test_info_names_all_interfaces(start):
    with varlink.Client.new_with_address(f"unix:{start().socket}") as client:
        info = client.get_interfaces() and client.info
        assert info["interfaces"] == ["org.varlink.service", GESTURES, "org.gestured.Control"]
        assert info["product"] == "gestured" and info["version"]


def test_each_interface_is_described_under_its_own_name(start):
    with Client(start().socket) as client:
        for name in ("org.varlink.service", GESTURES):
            reply = client.call("org.varlink.service.GetInterfaceDescription", {"interface": name})
            assert varlink.Interface(reply["parameters"]["description"]).name == name


def test_the_description_has_every_method_and_each_can_be_called(start):
    service = start()
    interface = described(service.socket)
    methods = [name for name, member in interface.members.items() if isinstance(member, scanner._Method)]
    assert methods == ["Subscribe", "SetRegions", "ListDevices", "GetStatus"]
    with Client(service.socket) as subscribed:
        subscription = subscribed.subscribe()["subscription"]
        for method in methods:
            with Client(service.socket) as client:
                reply = client.call(method, {"subscription": subscription}, more=True)
            assert_conforms(reply["parameters"], interface.members[method].out_type, interface, method)


def test_errors_are_as_described(start):
    service = start(configuration="[limits]\nmessage-size = 1024\n")
    interface = described(service.socket)
    with Client(service.socket) as client:
        client.send(b"x" * 2000)
        error = client.receive()
    assert error["error"] == f"{GESTURES}.LimitExceeded"
    assert_conforms(error["parameters"], interface.members["LimitExceeded"].type, interface, "LimitExceeded")
    with Client(service.socket) as client:
        error = client.call("SetRegions", {"subscription": "nobody's"})
    assert error["error"] == f"{GESTURES}.SubscriptionNotFound"
    type = interface.members["SubscriptionNotFound"].type
    assert_conforms(error["parameters"], type, interface, "SubscriptionNotFound")


# MARK: The stream


def collect(service, *subscriptions):
    """The events of the recording that each subscription gets, all side by side from its beginning to its end."""
    clients = [Client(service.socket) for _ in subscriptions]
    for client, parameters in zip(clients, subscriptions):
        client.subscribe(**parameters)
    service.wait_for_log("the recording is over")
    events = [client.sent_events() for client in clients]
    for client in clients:
        client.close()
    return events


def words(event):
    """An event in a word or two, e.g. "2-finger tap x2"."""
    hand = f"{event['fingers']}-finger " if event["fingers"] > 1 else ""
    if event["kind"] == "tap":
        return f"{hand}tap x{event['count']} {event['phase']}"
    if event["kind"] == "swipe":
        return f"{hand}swipe {event['direction']}"
    return f"{hand}{event['kind']} {event['phase']}"


def only(*gestures, **more):
    return {"gestures": [dict(zip(("kind", "count", "fingers"), gesture)) for gesture in gestures], **more}


# Each subscription, and all that it gets, `changed` left out.
SUBSCRIPTIONS = {
    "single taps alone are never held back, and may last": (
        only(("tap",)), ["tap x1 ended"] * 7 + ["2-finger tap x1 ended"]),
    "a tap is held back where a double tap may come": (
        only(("tap", 1), ("tap", 2)),
        ["tap x1 possible", "tap x1 ended", "tap x1 possible", "tap x2 ended", "tap x1 possible", "tap x2 ended",
         "tap x1 possible", "tap x1 ended", "tap x1 possible", "tap x1 ended", "2-finger tap x1 possible",
         "2-finger tap x1 ended"]),
    "double taps alone tell nothing of single ones": (only(("tap", 2)), ["tap x2 ended"] * 2),
    "triple taps alone": (only(("tap", 3)), ["tap x3 ended"]),
    "no gesture asked for gives none": (only(), []),
    "an unknown device gives nothing": ({"devices": ["no such device"]}, []),
    "a device by its name": (only(("swipe",), devices=["Phone"]), ["swipe right", "3-finger swipe up"]),
    "a device by its id": (only(("swipe",), devices=["0000:0000"]), ["swipe right", "3-finger swipe up"]),
    "one number of fingers": (only(("swipe", None, [3])), ["3-finger swipe up"]),
    "several numbers of fingers": (only(("tap", 1, [2, 3])), ["2-finger tap x1 ended"]),
    "one phase": (
        only(("longPress",), ("drag",), phases=["began"]),
        ["longPress began", "drag began", "3-finger drag began", "longPress began", "drag began"]),
    "no phase": ({"phases": []}, []),
    "parameters that are not known are ignored": (only(("swipe", None, [3]), colour="red"), ["3-finger swipe up"]),
    "null is the same as not said": (
        only(("swipe", None, [3]), devices=None, phases=None, thresholds=None), ["3-finger swipe up"]),
    "tapGap": (only(("tap", 2), thresholds={"tapGap": 99}), []),
    "tapGap includes its end": (only(("tap", 2), thresholds={"tapGap": 100}), ["tap x2 ended"] * 2),
    "tapDistance": (only(("tap", 2), thresholds={"tapDistance": 19.9}), ["tap x2 ended"]),
    "tapDistance includes its end": (only(("tap", 2), thresholds={"tapDistance": 20}), ["tap x2 ended"] * 2),
    "longPress": (only(("longPress",), phases=["began"], thresholds={"longPress": 699}), ["longPress began"] * 2),
    "lifted at the very end of longPress": (
        only(("longPress",), phases=["began"], thresholds={"longPress": 700}), ["longPress began"]),
    "longPress shorter than a tap": (
        only(("longPress",), phases=["began"], thresholds={"longPress": 49}),
        ["longPress began"] * 7 + ["2-finger longPress began", "longPress began"]),
    "swipeDistance": (only(("swipe",), thresholds={"swipeDistance": 200.1}), []),
    "swipeDistance includes its end": (
        only(("swipe",), thresholds={"swipeDistance": 200}), ["swipe right", "3-finger swipe up"]),
    "edge": (only(("swipe",), thresholds={"edge": 500}), ["3-finger swipe up"]),
    "edge is where a swipe starts": (
        only(("swipe",), thresholds={"edge": 499.9}), ["swipe right", "3-finger swipe up"]),
    "slop": (only(("drag",), phases=["began"], thresholds={"slop": 40}), ["drag began", "3-finger drag began"]),
    "slop includes its end": (
        only(("drag",), phases=["began"], thresholds={"slop": 39.9}),
        ["drag began", "3-finger drag began", "drag began"]),
}


@pytest.fixture(scope="module")
def side_by_side(gestured, tmp_path_factory):
    """What each subscription gets while all of them are there, and one that asks for everything."""
    with Service(gestured, tmp_path_factory.mktemp("service"), recording=EVERYTHING) as service:
        subscriptions = [parameters for parameters, _ in SUBSCRIPTIONS.values()]
        return dict(zip([*SUBSCRIPTIONS, "everything"], collect(service, *subscriptions, {})))


@pytest.mark.parametrize("rule", SUBSCRIPTIONS)
def test_a_subscription_gets_what_it_asks_for(rule, side_by_side):
    _, expected = SUBSCRIPTIONS[rule]
    assert [words(event) for event in side_by_side[rule] if event["phase"] != "changed"] == expected


@pytest.mark.parametrize("rule", SUBSCRIPTIONS)
def test_a_subscription_gets_among_others_what_it_gets_alone(rule, side_by_side, replayed):
    parameters, _ = SUBSCRIPTIONS[rule]
    alone = replayed(EVERYTHING, "--parameters", json.dumps(parameters))
    assert_stream(side_by_side[rule], alone)


def test_asked_for_nothing_in_particular_every_kind_comes_taps_up_to_triple(side_by_side):
    events = side_by_side["everything"]
    assert {event["kind"] for event in events} == {"press", "tap", "longPress", "drag", "swipe"}
    assert [words(event) for event in events if event["kind"] == "tap" and event["phase"] == "ended"] == [
        "tap x1 ended", "tap x2 ended", "tap x3 ended", "2-finger tap x1 ended"]


def test_asked_for_nothing_in_particular_a_client_gets_what_is_replayed(side_by_side, replayed):
    assert side_by_side["everything"][0]["sequence"] == 1
    assert_stream(side_by_side["everything"], replayed(EVERYTHING))


def test_what_begins_is_closed_exactly_once_and_nothing_follows(side_by_side):
    gestures = collections.defaultdict(list)
    for event in side_by_side["everything"]:
        gestures[event["gesture"]].append((event["kind"], event["phase"]))
    for events in gestures.values():
        assert len({kind for kind, _ in events}) == 1, events
        assert [phase in ("ended", "cancelled") for _, phase in events] == [False] * (len(events) - 1) + [True], events


def test_positions_are_parts_of_the_device_and_points(side_by_side):
    first = side_by_side["everything"][0]
    assert (first["kind"], first["phase"]) == ("press", "began")
    assert (first["x"], first["y"], first["points"]) == (0.25, 0.25, {"x": 500, "y": 500})


def test_a_tap_has_the_time_of_its_lift_and_when_it_was_final(side_by_side):
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
            "slots": 10, "rotation": 0, "mirror": "none", "grabbed": False, "contacts": 0, "overruns": 0}]}


def test_the_instance_is_another_after_a_restart(start):
    assert start().status()["instance"] != start().status()["instance"]


def test_contacts_are_counted_while_they_are_down(start):
    service = start(recording=evemu(tap(0, hold=1500, fingers=2)))
    with Client(service.socket) as client:
        client.subscribe()
        client.event()
        assert [device["contacts"] for device in service.devices()["devices"]] == [2]
        with Client(service.socket) as another:
            assert another.subscribe()["contacts"] == 2


def test_a_touch_that_is_down_already_is_no_part_of_a_subscription(start):
    service = start(recording=evemu(tap(0, hold=800) + tap(1500, 700)))
    with Client(service.socket) as first, Client(service.socket) as second:
        first.subscribe()
        first.event()
        second.subscribe()
        event = second.event()
        assert (event["kind"], event["phase"], event["points"]["x"]) == ("press", "began", 700)


def test_a_service_that_was_held_up_recognizes_the_same(start, replayed):
    recording = evemu(tap(0) + tap(250) + tap(1000) + tap(1500))
    service = start(recording=recording)
    with Client(service.socket) as client:
        client.subscribe()
        client.event()
        # Until after all is over and due, deadlines and touches alike.
        service.suspend()
        time.sleep(2.5)
        service.process.send_signal(signal.SIGCONT)
        service.wait_for_log("the recording is over")
        events = client.waiting_events()
    assert normalized(events) == normalized(replayed(recording)[1:])


BRIEF = ["0003 0039 9", "0003 0035 50000", "0003 0036 50000", "0003 0039 -1", "0000 0000 0"]


@pytest.mark.parametrize("rule, ending", [
    ("a finger that lands and is lifted in one frame", BRIEF),
    ("a last frame in which no finger changes", ["0001 014a 0", "0000 0000 0"]),
], ids=lambda value: value if isinstance(value, str) else "")
def test_a_recording_plays_as_it_is_replayed(rule, ending, start, replayed):
    recording = evemu(tap(0)) + "".join(f"E: 1.100000 {event}\n" for event in ending)
    service = start(recording=recording)
    with Client(service.socket) as client:
        client.subscribe()
        service.wait_for_log("the recording is over")
        events = client.waiting_events()
    assert_stream(events, replayed(recording))


def test_a_configured_threshold_holds_unless_the_call_says_another(start):
    service = start(recording=evemu(tap(0) + tap(150), lead=200), configuration="[gestures]\ntap-gap = 99\n")
    configured, said = collect(service, only(("tap", 2)), only(("tap", 2), thresholds={"tapGap": 100}))
    assert ([words(event) for event in configured], [words(event) for event in said]) == ([], ["tap x2 ended"])


def test_a_configured_size_goes_before_what_the_device_says(start):
    service = start(recording=EVERYTHING, configuration="[device Phone]\nsize = 100x200\n")
    [device] = service.devices()["devices"]
    assert (device["width"], device["height"], device["sizeSource"]) == (100, 200, "configuration")


def test_a_device_that_does_not_say_its_size_is_assumed_to_be_of_15_inches(start):
    service = start(recording=DESCRIPTION.replace(f"{SIDE * COUNTS} 0 0 800", "4095 0 0 0"))
    [device] = service.devices()["devices"]
    assert (device["width"], device["height"], device["sizeSource"]) == (345.4, 194.3, "assumed")


def test_the_status_counts(start):
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


# MARK: What is refused


RECTANGLE = {"x": 0, "y": 0, "width": 1, "height": 1}
INVALID = {
    "gestures": [[{"kind": "tap", "exclusive": [{"kind": "tap"}]}], "tap", {}, 1, [1], ["tap"], [None], [{"kind": "tap"}] * 257],
    "gestures.kind": [[{"exclusive": [{"kind": "press"}]}], [{"kind": "activity"}] * 2, [{}], [{"kind": 1}], [{"kind": "wink"}], [{"kind": "Tap"}], [{"kind": ""}]],
    "gestures.count": [[{"kind": "tap", "count": count}] for count in (0, 11, -1, "2", 2.5, True, 10**30)],
    "gestures.fingers": [[{"kind": "pinch", "fingers": [1, 2]}], [{"kind": "press", "fingers": [1]}],
                         [{"exclusive": [{"kind": "tap"}], "fingers": [1]}]] + [[{"kind": "tap", "fingers": fingers}] for fingers in (1, [], [0], [11], ["1"], [1.5], {})],
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
    "thresholds.decelerationRate": [{"decelerationRate": value} for value in (0.89, 1, "0.998")],
    **{f"gestures.{key}": [[{"kind": kind, key: value}] for value in values] for key, kind, values in (
        ("axisLock", "drag", (1, "yes")), ("directions", "swipe", (0, 6, "8", 4.5)),
        ("direction", "swipe", ("north", 1, "Left")), ("edge", "edgeSwipe", ("topLeft", 1)),
        ("idle", "activity", (0, 86_400_001, 1.5)), ("name", "tap", ("", "n" * 65, 1)),
        ("area", "tap", (1, {}, {"x": 0, "y": 0, "width": 0, "height": 1}, {"x": 0.6, "y": 0, "width": 0.5, "height": 1})),
        )},
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
        ("suppressesTapWhileCoasting", ("yes",)))},
    "regions.gestures.kind": [[{"name": "a", "rectangle": RECTANGLE, "gestures": [{"kind": "activity"}]}]],
}
LIMITS = {"slop": (0, 100), "tapGap": (0, 10_000), "tapDistance": (0, 10_000), "tapRun": (0, 10_000),
          "longPress": (0, 60_000), "swipeDistance": (0, 10_000), "edge": (0, 1000)}


@pytest.mark.parametrize("parameter", INVALID)
def test_a_value_that_is_not_understood_is_refused_by_its_name(parameter, start):
    with Client(start().socket) as client:
        for value in INVALID[parameter]:
            reply = client.call("Subscribe", {parameter.split(".")[0]: value}, more=True)
            assert reply.get("error") == "org.varlink.service.InvalidParameter", value
            assert reply["parameters"]["parameter"] == parameter, value
            assert reply["parameters"]["expected"], value


@pytest.mark.parametrize("threshold", LIMITS)
def test_the_ends_of_a_range_are_within_it(threshold, start):
    service = start()
    for value in LIMITS[threshold]:
        with Client(service.socket) as client:
            client.subscribe(thresholds={threshold: value})


def test_a_refused_subscribe_leaves_the_connection_usable(opened):
    with pytest.raises(varlink.InvalidParameter) as refused:
        list(opened.Subscribe(gestures=[{"kind": "wink"}], _more=True))
    assert refused.value.parameters()["parameter"] == "gestures.kind"
    assert opened.GetStatus()["subscriptions"] == 0
    stream = opened.Subscribe(gestures=[{"kind": "tap"}], _more=True)
    assert next(stream)["state"]["devices"][0]["name"] == "Phone"
    assert next(stream)["event"]["kind"] == "tap"


def test_subscribe_without_more_is_refused(opened):
    with pytest.raises(varlink.VarlinkError) as refused:
        opened.Subscribe()
    assert refused.value.error() == "org.varlink.service.ExpectedMore"


def test_a_call_with_one_reply_may_say_more(start):
    with Client(start().socket) as client:
        reply = client.call("GetStatus", more=True)
        assert "error" not in reply and not reply.get("continues", False)


@pytest.mark.parametrize("method, error, parameters", [
    (f"{GESTURES}.Wink", "MethodNotFound", {"method": f"{GESTURES}.Wink"}),
    (f"{GESTURES}.subscribe", "MethodNotFound", {"method": f"{GESTURES}.subscribe"}),
    ("org.varlink.service.Wink", "MethodNotFound", {"method": "org.varlink.service.Wink"}),
    ("org.example.Wink", "InterfaceNotFound", {"interface": "org.example"}),
    ("Wink.", "InterfaceNotFound", {"interface": "Wink"}),
])
def test_what_is_not_there_is_refused_by_its_name(method, error, parameters, start):
    with Client(start().socket) as client:
        assert client.call(method) == {"error": f"org.varlink.service.{error}", "parameters": parameters}
        assert client.call("org.varlink.service.GetInfo")["parameters"]["product"] == "gestured"


def test_an_unknown_interface_is_not_described(start):
    with Client(start().socket) as client:
        reply = client.call("org.varlink.service.GetInterfaceDescription", {"interface": "org.example"})
        assert reply == {"error": "org.varlink.service.InterfaceNotFound", "parameters": {"interface": "org.example"}}
        reply = client.call("org.varlink.service.GetInterfaceDescription")
        assert reply["parameters"]["parameter"] == "interface"
