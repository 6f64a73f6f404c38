"""Gestures that a client requests in the short notation."""
import json

import pytest

from service import Client
from touches import evemu, drag, tap

TOUCHES = evemu(tap(0, 500) + tap(150, 500) + drag(1500, (700, 500), (200, 500), 100), lead=300)


def recognized(start, last, **parameters):
    """What the service recognizes in the touches, up to a gesture of the kind `last`."""
    found = []
    with Client(start(recording=TOUCHES).socket) as client:
        client.subscribe(**parameters, phases=["ended"])
        while not found or found[-1][0] != last:
            event = client.event()
            found.append((event["kind"], event.get("count"), event.get("direction"), event.get("name")))
    return found


@pytest.mark.parametrize("notation, last, gestures", [
    ("double tap, swipe left 1 finger, drag", "swipe",
     [{"kind": "tap", "count": 2}, {"kind": "swipe", "direction": "left", "fingers": [1]}, {"kind": "drag"}]),
    ("tap, double tap, swipe right, drag", "drag",
     [{"kind": "tap"}, {"kind": "tap", "count": 2}, {"kind": "swipe", "direction": "right"}, {"kind": "drag"}]),
    ("tap then tap as twice, drag", "drag", [{"sequence": [{"kind": "tap"}, {"kind": "tap"}], "name": "twice"}, {"kind": "drag"}]),
])
def test_the_notation_and_the_gestures_that_it_stands_for_get_the_same_events(notation, last, gestures, start):
    found = recognized(start, last, notation=notation)
    assert found == recognized(start, last, gestures=gestures) and len(found) > 1


def test_the_notation_adds_to_the_gestures(start):
    assert recognized(start, "swipe", notation="drag, swipe left", gestures=[{"kind": "tap", "count": 2}]) == [
        ("tap", 2, None, None), ("drag", None, None, None), ("swipe", None, "left", None)]


@pytest.mark.parametrize("length, accepted", [(4095, True), (4096, True), (4097, False)])
def test_the_notation_has_at_most_4096_bytes(length, accepted, start):
    with Client(start().socket) as client:
        reply = client.call("Subscribe", {"notation": "tap" + " " * (length - 3)}, more=True)
        assert ("state" in reply["parameters"]) == accepted
        if not accepted:
            assert reply["parameters"]["parameter"] == "notation"


@pytest.mark.parametrize("count, accepted", [(255, True), (256, True), (257, False)])
def test_the_notation_has_at_most_256_gestures(count, accepted, start):
    with Client(start(configuration="[limits]\nrecognizers-per-subscription = 4096\n").socket) as client:
        reply = client.call("Subscribe", {"notation": ",".join(["tap"] * count)}, more=True)
        assert ("state" in reply["parameters"]) == accepted
        if not accepted:
            assert reply["parameters"]["column"] == 4 * 256 + 1


def test_gestures_and_notation_count_together(start):
    with Client(start().socket) as client:
        composition = {"exclusive": [{"kind": "tap"}] * 32}
        # 15 compositions of 33, and 17 of 512 are left.
        for count, accepted in ((17, True), (18, False)):
            reply = client.call(
                "Subscribe", {"gestures": [composition] * 15, "notation": ",".join(["tap"] * count)}, more=True)
            assert (reply.get("error") == "org.varlink.service.InvalidParameter") == (not accepted), json.dumps(reply)
            if accepted:
                client.close()
                client = Client(start().socket)
