"""Several people at one screen: the reach of a device, of a subscription, and what they cost."""
import os

import pytest

from events import collect, summary
from service import GESTURES, Client, connected_as
from touches import evemu

DAEMON = 1
# 55 inches.
LARGE = "[device Phone]\nsize = 1210x680\n"


def together(*lefts):
    """Taps at the same time."""
    return evemu([(0, finger, "down", x, 500) for finger, x in enumerate(lefts)]
                 + [(50, finger, "up", x, 500) for finger, x in enumerate(lefts)])


# On the large screen, a point of the recording is 0.605 mm wide.
@pytest.mark.parametrize("configuration, reach", [
    ("", None), (LARGE, 250), (LARGE + "reach = 300.5\n", 300.5), (LARGE + "reach = 1500\n", None),
    ("[device Phone]\nsize = 366x488\n", None), ("[device Phone]\nsize = 366x488.1\n", 250),
    ("[device Phone]\nreach = 100\n", 100), (LARGE + "kind = touchpad\n", None)])
def test_lists_a_limited_reach(configuration, reach, start, run_gesturectl):
    service = start(recording=together(500), configuration=configuration)
    [device] = service.devices()["devices"]
    assert device.get("reach") == reach
    lines = run_gesturectl("--socket", service.socket, "devices").stdout.splitlines()
    shown = [line for line in lines if line.startswith("  reach ")]
    assert shown == ([] if reach is None else [f"  reach     {reach:.1f} mm for the fingers of one person"])


@pytest.mark.parametrize("distance, thresholds, expected", [
    (413, {}, ["2-finger tap x1"]), (414, {}, ["tap x1", "tap x1"]),
    (1000, {"reach": 100_000}, ["2-finger tap x1"]), (414, {"reach": 1600}, ["2-finger tap x1"]),
    (1000, {"reach": None}, ["tap x1", "tap x1"]), (100, {"reach": 380}, ["tap x1", "tap x1"]),
    (100, {"reach": 382}, ["2-finger tap x1"])])
def test_people_beyond_reach_tap_separately(distance, thresholds, expected, start):
    service = start(recording=together(500, 500 + distance), configuration=LARGE)
    [events] = collect(service, {"gestures": [{"kind": "tap"}], "thresholds": thresholds})
    assert summary(events) == expected


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user, who has limits")
def test_a_subscription_costs_more_on_a_screen_for_several_people(start):
    for configuration, thresholds, recognizers in [
            (LARGE, {}, 80), (LARGE, {"reach": 100_000}, 8), ("", {}, 8), ("", {"reach": 100}, 80)]:
        for limit in (recognizers, recognizers - 1):
            service = start(
                recording=together(500), configuration=f"{configuration}[limits]\nrecognizers-per-user = {limit}\n")
            service.let_everybody_in()
            with connected_as(service.socket, DAEMON) as client:
                reply = client.call("Subscribe", {"thresholds": thresholds}, more=True)
                if limit == recognizers:
                    assert "state" in reply["parameters"]
                else:
                    assert reply["error"] == f"{GESTURES}.LimitExceeded"


def test_a_large_screen_accepts_what_others_accept(start):
    """The limits of a subscription are those of one person."""
    service = start(recording=together(500), configuration=f"{LARGE}[limits]\nrecognizers-per-subscription = 14\n")
    page = {"name": "page", "rectangle": {"x": 0, "y": 0, "width": 1, "height": 1}}
    with Client(service.socket) as client, Client(service.socket) as other:
        subscription = client.subscribe(gestures=[{"kind": "tap", "name": "tap"}] * 2)["subscription"]
        reply = other.call("SetRegions", {"subscription": subscription, "regions": [page]})
        assert reply == {"parameters": {}}
        reply = other.call("Subscribe", {"gestures": [{"kind": "tap", "name": "tap"}] * 3}, more=True)
        assert reply["error"] == f"{GESTURES}.LimitExceeded"
