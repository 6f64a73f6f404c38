"""Regions inside others, and regions that change while a client is subscribed."""

import pytest
import varlink

from service import GESTURES, Client
from touches import circles, drag, evemu, tap

LEFT = {"name": "left", "rectangle": {"x": 0, "y": 0, "width": 0.5, "height": 1}}
RIGHT = {"name": "right", "rectangle": {"x": 0.5, "y": 0, "width": 0.5, "height": 1}}


# MARK: Regions inside others

WHOLE = {"x": 0, "y": 0, "width": 1, "height": 1}
# From 400 to 600 pt in both directions, and from 1000 to 1200 pt to the right.
BUTTON_AREA = {"x": 0.2, "y": 0.2, "width": 0.1, "height": 0.1}
OTHER_AREA = {**BUTTON_AREA, "x": 0.5}
PRESS, TAP, DRAG, PINCH = ({"kind": kind} for kind in ("press", "tap", "drag", "pinch"))
VERTICAL, HORIZONTAL = ({"kind": "drag", "axis": axis} for axis in ("vertical", "horizontal"))


def page(*gestures, **members):
    return {"name": "page", "rectangle": WHOLE, "gestures": gestures, **members}


def button(*gestures, name="button", rectangle=BUTTON_AREA, **members):
    return {"name": name, "parent": "page", "rectangle": rectangle, "gestures": gestures, **members}


def steps(start, touches, regions, **parameters):
    """Plays the touches, and returns region, kind and phase of the events in order, without what changed."""
    service = start(recording=evemu(touches, lead=100))
    with Client(service.socket) as client:
        phases = ["possible", "began", "ended", "cancelled"]
        client.subscribe(regions=regions, phases=phases, **parameters)
        service.wait_for_log("the recording is over")
        return [(event["region"], event["kind"], event["phase"]) for event in client.sent_events()]


def of(region, events):
    return [event[1:] for event in events if event[0] == region]


def test_a_page_scrolls_from_a_button(start):
    touches = drag(0, (500, 500), (500, 900), 200)
    assert steps(start, touches, [page(VERTICAL), button(PRESS, TAP)]) == [
        ("button", "press", "began"), ("button", "press", "cancelled"), ("page", "drag", "began"), ("page", "drag", "ended")]


def test_a_button_in_a_page_that_scrolls_is_tapped(start):
    assert steps(start, tap(0), [page(VERTICAL, TAP), button(PRESS, TAP)]) == [
        ("button", "press", "began"), ("button", "press", "ended"), ("button", "tap", "ended")]


def test_a_tap_beside_the_button_is_one_of_the_page(start):
    assert steps(start, tap(0, 1500, 1500), [page(VERTICAL, TAP), button(PRESS, TAP)]) == [("page", "tap", "ended")]


def test_a_page_is_pinched_with_one_finger_on_a_button(start):
    touches = [(0, 0, "down", 500, 500), (60, 1, "down", 900, 500)]
    touches += [(100 + 10 * step, 1, "move", 900 + 20 * step, 500) for step in range(1, 11)]
    touches += [(220, finger, "up", 0, 0) for finger in range(2)]
    assert steps(start, touches, [page(PINCH), button(PRESS, TAP)]) == [
        ("button", "press", "began"), ("button", "press", "cancelled"), ("page", "pinch", "began"), ("page", "pinch", "ended")]


def test_two_buttons_can_be_held_and_tapped_at_once(start):
    touches = [(time, finger, action, x, 500) for time, action in ((0, "down"), (100, "up"))
               for finger, x in enumerate((500, 1100))]
    other = button(PRESS, TAP, name="other", rectangle=OTHER_AREA)
    found = steps(start, touches, [page(PINCH, VERTICAL), button(PRESS, TAP), other])
    held = [("press", "began"), ("press", "ended"), ("tap", "ended")]
    assert of("button", found) == held and of("other", found) == held and of("page", found) == []


@pytest.mark.parametrize("end, region", [((900, 500), "row"), ((500, 900), "page")], ids=["along the row", "across it"])
def test_the_axis_decides_between_a_row_and_its_page(start, end, region):
    row = button(HORIZONTAL, name="row", rectangle={**BUTTON_AREA, "x": 0, "width": 1})
    assert steps(start, drag(0, (500, 500), end, 200), [page(VERTICAL), row]) == [
        (region, "drag", "began"), (region, "drag", "ended")]


def test_a_slider_that_begins_at_the_landing_keeps_its_page_still(start):
    slider = button({**DRAG, "minimumDistance": 0}, name="slider")
    assert steps(start, drag(0, (500, 500), (500, 900), 200), [page(VERTICAL), slider]) == [
        ("slider", "drag", "began"), ("slider", "drag", "ended")]


def test_a_single_tap_on_a_region_with_double_taps_only_is_one_of_the_page(start):
    assert steps(start, tap(0), [page(TAP), button({**TAP, "count": 2})]) == [
        ("page", "tap", "possible"), ("page", "tap", "ended")]


def test_a_double_tap_cancels_the_tap_of_the_page(start):
    found = steps(start, tap(0) + tap(150), [page(TAP), button({**TAP, "count": 2})])
    assert of("page", found) == [("tap", "possible"), ("tap", "cancelled")]
    assert ("tap", "ended") in of("button", found)


def test_a_double_tap_of_the_page_does_not_delay_a_button(start):
    assert steps(start, tap(0), [page({**TAP, "count": 2}), button(TAP)]) == [("button", "tap", "ended")]


def test_a_disabled_button_is_not_tapped_but_scrolls(start):
    regions = [page(VERTICAL, TAP), button(PRESS, TAP, enabled=False)]
    assert steps(start, tap(0) + drag(700, (500, 500), (500, 900), 200), regions) == [
        ("page", "drag", "began"), ("page", "drag", "ended")]


@pytest.mark.parametrize("mask, region", [("all", "button"), ("gesture", "page"), ("subviews", "button"), ("none", None)])
def test_a_mask_turns_gestures_off(start, mask, region):
    regions = [page(TAP, mask=mask), button(TAP)]
    assert steps(start, tap(0), regions) == ([(region, "tap", "ended")] if region else [])


def test_a_region_with_a_parent_inherits_presses_and_taps_only(start):
    regions = [{"name": "page", "rectangle": WHOLE}, {"name": "button", "parent": "page", "rectangle": BUTTON_AREA}]
    found = steps(start, tap(0) + drag(700, (500, 500), (500, 900), 200), regions, gestures=[PRESS, TAP, DRAG])
    assert of("button", found) == [
        ("press", "began"), ("press", "ended"), ("tap", "ended"), ("press", "began"), ("press", "cancelled")]
    assert of("page", found) == [("drag", "began"), ("drag", "ended")]


# MARK: Priority and axis


@pytest.mark.parametrize("priority, regions", [("normal", {"button"}), ("high", {"page"}), ("simultaneous", {"page", "button"})])
def test_the_priority_decides_between_drags_that_begin_in_one_frame(start, priority, regions):
    found = steps(start, drag(0, (500, 500), (500, 900), 200), [page({**DRAG, "priority": priority}), button(DRAG)])
    assert {region for region, _, _ in found} == regions
    for region in regions:
        assert of(region, found) == [("drag", "began"), ("drag", "ended")]


def test_a_button_waits_for_a_double_tap_with_priority(start):
    regions = [page({**TAP, "count": 2, "priority": "high"}), button(TAP)]
    assert steps(start, tap(0), regions) == [("button", "tap", "possible"), ("button", "tap", "ended")]
    found = steps(start, tap(0) + tap(150), regions)
    assert of("button", found)[-1] == ("tap", "cancelled") and of("page", found)[-1] == ("tap", "ended")


def refused(start, **parameters):
    """Returns the name of the refused parameter, and what is expected in its place."""
    with Client(start().socket) as client:
        reply = client.call("Subscribe", parameters, more=True)
    assert reply.get("error") == "org.varlink.service.InvalidParameter", reply
    return reply["parameters"]["parameter"], reply["parameters"]["expected"]


@pytest.mark.parametrize("priority", ["normal", "simultaneous", "high"])
def test_accepts_a_priority(start, priority):
    composition = {"name": "photo", "simultaneous": [PINCH, DRAG], "priority": priority}
    stroke = {"kind": "stroke", "name": "circle", "priority": priority}
    gestures = [{"kind": kind, "priority": priority} for kind in (
        "tap", "longPress", "drag", "swipe", "edgeSwipe", "pinch", "rotation")]
    with Client(start().socket) as client:
        client.subscribe(gestures=[*gestures, composition, stroke], regions=[page(*gestures, composition, stroke)])


@pytest.mark.parametrize("gesture", [
    {"kind": "press", "priority": "high"}, {"kind": "press", "priority": "normal"},
    {"kind": "touch", "priority": "simultaneous"}, {"kind": "activity", "priority": "high"},
    {"exclusive": [{"kind": "tap", "priority": "high"}]},
], ids=["press", "press as usual", "touch", "activity", "a member of a composition"])
def test_refuses_a_priority(start, gesture):
    assert refused(start, gestures=[gesture])[0] == (
        "gestures[0].exclusive[0].priority" if "exclusive" in gesture else "gestures[0].priority")


@pytest.mark.parametrize("gesture, parameter", [
    ({**VERTICAL, "direction": "up"}, "gestures[0].axis"), ({**HORIZONTAL, "direction": "left"}, "gestures[0].axis"),
    ({"kind": "swipe", "axis": "vertical"}, "gestures[0].axis"), ({"kind": "pinch", "axis": "vertical"}, "gestures[0].axis"),
    ({**DRAG, "axis": "diagonal"}, "gestures[0].axis"), ({**VERTICAL, "minimumDistance": 0}, "gestures[0].minimumDistance"),
])
def test_refuses_an_axis(start, gesture, parameter):
    assert refused(start, gestures=[gesture])[0] == parameter


def levels(count):
    return [{"name": str(level), "rectangle": WHOLE, **({"parent": str(level - 1)} if level > 1 else {})}
            for level in range(1, count + 1)]


def test_accepts_eight_levels_of_regions(start):
    assert steps(start, tap(0), levels(8), gestures=[TAP]) == [("8", "tap", "ended")]


def test_refuses_nine_levels_of_regions(start):
    assert refused(start, regions=levels(9)) == ("regions[8].parent", "at most 8 levels")
    service = start()
    with Client(service.socket) as client, Client(service.socket) as other:
        subscription = client.subscribe(regions=levels(8))["subscription"]
        reply = other.call("SetRegions", {"subscription": subscription, "regions": levels(9)})
        assert reply["error"] == "org.varlink.service.InvalidParameter"
        assert reply["parameters"]["parameter"] == "regions[8].parent"


# MARK: Changes


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
    ({"subscription": "x", "regions": [{"name": "a"}]}, "regions[0].rectangle"),
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
