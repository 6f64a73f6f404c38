"""Regions that change while a client is subscribed."""

import pytest
import varlink

from service import GESTURES, Client
from touches import circles, drag, evemu, tap

LEFT = {"name": "left", "rectangle": {"x": 0, "y": 0, "width": 0.5, "height": 1}}
RIGHT = {"name": "right", "rectangle": {"x": 0.5, "y": 0, "width": 0.5, "height": 1}}


def test_regions_change_while_a_finger_is_down(start):
    recording = evemu(drag(0, (200, 500), (700, 500), 800, rest=100) + tap(1500, 200) + tap(2100, 1500))
    service = start(recording=recording)
    with Client(service.socket) as client, Client(service.socket) as other:
        subscription = client.subscribe(regions=[LEFT, RIGHT])["subscription"]
        events = client.events(3)
        assert [(event["kind"], event["phase"], event["region"]) for event in events] == [
            ("press", "began", "left"), ("press", "cancelled", "left"), ("drag", "began", "left")]
        assert other.call("SetRegions", {"subscription": subscription, "regions": [RIGHT]}) == {"parameters": {}}
        service.wait_for_log("the recording is over")
        events += client.sent_events()
    drags = [event for event in events if event["kind"] == "drag"]
    # A finger that is down stays with the removed region.
    assert {event["region"] for event in drags} == {"left"} and drags[-1]["phase"] == "ended"
    assert [event["region"] for event in events if event["kind"] == "tap" and event["phase"] == "ended"] == ["right"]
    numbers = [event["sequence"] for event in events]
    assert numbers == sorted(set(numbers)) and numbers[0] == 1


def test_a_region_can_move_between_the_taps_of_a_double_tap(start):
    service = start(recording=evemu(tap(0, 200) + tap(250, 220), lead=100))
    with Client(service.socket) as client, Client(service.socket) as other:
        subscription = client.subscribe(gestures=[{"kind": "tap"}, {"kind": "tap", "count": 2}], regions=[LEFT])["subscription"]
        assert client.event()["phase"] == "possible"
        moved = {**LEFT, "rectangle": {"x": 0.05, "y": 0, "width": 0.5, "height": 1}}
        other.call("SetRegions", {"subscription": subscription, "regions": [moved]})
        event = client.event()
    assert (event["phase"], event["count"], event["region"]) == ("ended", 2, "left")


def test_removing_a_region_publishes_its_pending_tap(start):
    service = start(recording=evemu(tap(0, 200), lead=100))
    with Client(service.socket) as client, Client(service.socket) as other:
        subscription = client.subscribe(
            gestures=[{"kind": "tap"}, {"kind": "tap", "count": 2}], regions=[LEFT],
            thresholds={"tapGap": 10_000})["subscription"]
        assert client.event()["phase"] == "possible"
        other.call("SetRegions", {"subscription": subscription})
        event = client.event()
    assert (event["phase"], event["count"], event["region"]) == ("ended", 1, "left")


def test_rejects_regions_for_an_ended_subscription(start):
    service = start()
    with Client(service.socket) as client, Client(service.socket) as other:
        subscription = client.subscribe()["subscription"]
        assert other.call("SetRegions", {"subscription": subscription})["parameters"] == {}
        client.close()
        service.descriptors(1)
        reply = other.call("SetRegions", {"subscription": subscription})
        assert reply["error"] == f"{GESTURES}.SubscriptionNotFound"
        assert reply["parameters"] == {"subscription": subscription}


@pytest.mark.parametrize("parameters, name", [
    ({}, "subscription"), ({"subscription": 1}, "subscription"), ({"subscription": "x", "regions": {}}, "regions"),
    ({"subscription": "x", "regions": [{"name": "a"}]}, "regions.rectangle"),
])
def test_the_error_names_an_invalid_region(parameters, name, start):
    with Client(start().socket) as client:
        reply = client.call("SetRegions", parameters)
    assert reply["error"] == "org.varlink.service.InvalidParameter" and reply["parameters"]["parameter"] == name


def test_invalid_regions_leave_the_previous_ones(start):
    service = start(recording=evemu(tap(0, 200) + tap(400, 200), lead=100))
    with Client(service.socket) as client, Client(service.socket) as other:
        subscription = client.subscribe(gestures=[{"kind": "press"}], regions=[LEFT])["subscription"]
        client.events(2)
        other.call("SetRegions", {"subscription": subscription, "regions": [LEFT, LEFT]})
        assert client.event()["region"] == "left"


def test_the_varlink_package_can_change_regions(start):
    service = start(recording=evemu(circles(0, 400), lead=300))
    address = f"unix:{service.socket}"
    with varlink.Client.new_with_address(address) as client, client.open(GESTURES) as stream, client.open(GESTURES) as control:
        replies = stream.Subscribe(gestures=[{"kind": "press"}], regions=[LEFT], _more=True)
        subscription = next(replies)["state"]["subscription"]
        assert control.SetRegions(subscription=subscription, regions=[{**LEFT, "name": "all"}]) == {}
        assert next(replies)["event"]["region"] == "all"
