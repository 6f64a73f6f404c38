"""Limits on the cost of a subscription, and of all subscriptions of one user."""
import contextlib
import json
import os
import pathlib
import socket
import subprocess
import sys

import pytest

from service import CONTROL, GESTURES, Client, connected_as, until
from touches import circles, evemu, tap

HOSTILE = pathlib.Path(__file__).parent / "hostile-clients.py"
# Accounts that every system has.
DAEMON, BIN = 1, 2
# Users without an account, as in a user namespace.
UNKNOWN = [100_001, 100_002, 200_001]
# 7 recognizers: six for the composition and one for its part.
NAMED_TAP = {"kind": "tap", "name": "one"}
needs_users = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be several users")


def exceeded(limit, maximum):
    return {"error": f"{GESTURES}.LimitExceeded", "parameters": {"limit": limit, "maximum": maximum}}


def subscribe(client, gestures, **more):
    return client.call("Subscribe", {"gestures": gestures, **more}, more=True)


def regions(count, **more):
    """A number of regions side by side."""
    return [{"name": str(index), "rectangle": {"x": index / count, "y": 0, "width": 1 / count, "height": 1}, **more}
            for index in range(count)]


@needs_users
def test_the_gestures_that_open_a_lock_count_like_a_subscription(start):
    service = start(configuration=f"[limits]\nrecognizers-per-user = 14\n[user {DAEMON}]\ncontrol = yes\n")
    service.let_everybody_in()

    def lock(client, count):
        gestures = [{**NAMED_TAP, "name": str(index)} for index in range(count)]
        return client.call(f"{CONTROL}.Lock", {"gestures": gestures})

    with connected_as(service.socket, DAEMON) as client, connected_as(service.socket, DAEMON) as other:
        assert lock(client, 3) == exceeded("recognizersPerUser", 14)
        assert not service.status()["locked"]
        with connected_as(service.socket, DAEMON) as locker:
            assert lock(locker, 1) == {"parameters": {"locked": True}}
        # It counts although its client is gone. Another one takes its place, and one that does not fit leaves it.
        assert lock(client, 3) == exceeded("recognizersPerUser", 14)
        assert lock(client, 2) == lock(client, 1) == {"parameters": {"locked": True}}
        client.subscribe(gestures=[NAMED_TAP])
        assert subscribe(other, [NAMED_TAP]) == exceeded("recognizersPerUser", 14)
        service.control("Unlock")
        other.subscribe(gestures=[NAMED_TAP])


@pytest.mark.parametrize("recognizers, gestures, more", [
    (8, None, {}),
    (3, [{"kind": "tap"}, {"kind": "drag"}, {"kind": "tap", "count": 2}, {"kind": "press"}], {}),
    (20, [{"kind": "touch"}], {}),
    (7, [NAMED_TAP], {}),
    (10, [{"sequence": [{"kind": "tap"}, {"exclusive": [{"kind": "drag"}]}]}], {}),
    (70, [NAMED_TAP], {"regions": regions(11)}),
    (63, [NAMED_TAP], {"regions": regions(9)}),
    (12, [NAMED_TAP], {"regions": regions(5, gestures=[{"kind": "tap"}]) + [{**regions(1)[0], "name": "all"}]}),
], ids=lambda value: None if isinstance(value, (list, dict)) else str(value))
def test_a_subscription_costs_as_much_as_its_busiest_regions(recognizers, gestures, more, start):
    parameters = {**({} if gestures is None else {"gestures": gestures}), **more}
    for limit in (recognizers, recognizers - 1):
        service = start(configuration=f"[limits]\nrecognizers-per-subscription = {limit}\n")
        with Client(service.socket) as client:
            reply = client.call("Subscribe", parameters, more=True)
            if limit == recognizers:
                assert "state" in reply["parameters"]
            else:
                assert reply == exceeded("recognizersPerSubscription", limit)
                # The connection stays usable for a smaller subscription.
                client.subscribe(gestures=[{"kind": "tap"}])


def test_regions_set_later_count_against_the_limit(start):
    service = start(configuration="[limits]\nrecognizers-per-subscription = 14\n")
    with Client(service.socket) as client, Client(service.socket) as other:
        subscription = client.subscribe(gestures=[NAMED_TAP], regions=regions(2))["subscription"]
        for count in (3, 1, 3, 2):
            reply = other.call("SetRegions", {"subscription": subscription, "regions": regions(count)})
            assert reply == (exceeded("recognizersPerSubscription", 14) if count > 2 else {"parameters": {}})


def test_limits_the_memory_of_a_subscription(start):
    service = start(configuration="[limits]\nmemory-per-subscription = 1048576\n")
    with Client(service.socket) as client:
        many = [{"name": "many", "exclusive": [{"kind": "drag"}] * 30}] * 9
        assert subscribe(client, many) == exceeded("memoryPerSubscription", 1_048_576)
        assert "state" in subscribe(client, many[:2])["parameters"]


@needs_users
def test_one_user_leaves_room_for_others(start):
    service = start(configuration="[limits]\nrecognizers-per-user = 20\nrecognizers = 30\n")
    service.let_everybody_in()
    with contextlib.ExitStack() as stack:
        first, second, third = (stack.enter_context(connected_as(service.socket, DAEMON)) for _ in range(3))
        other = stack.enter_context(connected_as(service.socket, BIN))
        subscribe(first, [NAMED_TAP]), subscribe(second, [NAMED_TAP])
        assert subscribe(third, [NAMED_TAP]) == exceeded("recognizersPerUser", 20)
        assert subscribe(other, [NAMED_TAP, NAMED_TAP, {"kind": "tap"}, {"kind": "drag"}, {"kind": "press"}]) == exceeded(
            "recognizers", 30)
        assert "state" in subscribe(other, [NAMED_TAP, NAMED_TAP, {"kind": "tap"}, {"kind": "drag"}])["parameters"]
        # Root is not limited.
        assert "state" in subscribe(stack.enter_context(Client(service.socket)), [NAMED_TAP] * 10)["parameters"]
        # An ended subscription costs nothing.
        first.close()
        until(lambda: service.status()["subscriptions"] == 3, "the first is forgotten")
        assert "state" in subscribe(third, [NAMED_TAP])["parameters"]


@needs_users
def test_users_without_an_account_count_as_one(start):
    service = start(configuration="[limits]\nconnections-per-user = 2\nrecognizers-per-user = 14\n")
    service.let_everybody_in()
    with contextlib.ExitStack() as stack:
        for user in UNKNOWN[:2]:
            client = stack.enter_context(connected_as(service.socket, user))
            assert "state" in subscribe(client, [NAMED_TAP])["parameters"]
        assert stack.enter_context(connected_as(service.socket, UNKNOWN[2])).receive() == exceeded("connectionsPerUser", 2)
        assert "state" in subscribe(stack.enter_context(connected_as(service.socket, DAEMON)), [NAMED_TAP])["parameters"]


@needs_users
@pytest.mark.parametrize("configuration, dropped", [("", 0), ("[limits]\nmemory-per-user = 1048576\n", 8)])
def test_the_clients_of_one_user_share_the_memory_for_unread_events(configuration, dropped, start):
    # About 330 kB, of which the kernel buffers one or two thirds. The rest is less than the 256 KiB that one client can leave
    # unread, and more than an eighth of what eight subscriptions leave of 1 MiB.
    taps = [touch for at in range(0, 1000, 20) for touch in tap(at, hold=10, fingers=10)]
    service = start(recording=evemu(taps, lead=2000), configuration=configuration)
    service.let_everybody_in()
    with contextlib.ExitStack() as stack:
        for _ in range(8):
            stack.enter_context(connected_as(service.socket, DAEMON)).subscribe(gestures=[{"kind": "touch"}])
        service.wait_for_log("the recording is over")
        assert service.status()["droppedClients"] == dropped


def test_calls_sent_together_are_answered_in_order(start):
    service = start(recording=evemu(circles(0, 5000, 2), lead=200))
    with Client(service.socket) as client, Client(service.socket) as witness:
        subscription = witness.subscribe()["subscription"]
        calls = [{"method": f"{GESTURES}.SetRegions", "parameters": {"subscription": subscription, "regions": regions(count % 200)}}
                 for count in range(40)] + [{"method": f"{GESTURES}.GetStatus"}, {"method": "none.of.these"}]
        client.send(b"".join(json.dumps(call).encode() + b"\0" for call in calls))
        answers = [client.receive() for _ in calls]
        assert answers[:40] == [{"parameters": {}}] * 40
        assert "version" in answers[40]["parameters"] and answers[41]["error"] == "org.varlink.service.InterfaceNotFound"


def test_returns_the_memory_of_a_large_subscription(start):
    service = start(recording=evemu(circles(0, 20_000, 10, 100), lead=100))
    drags = {"name": "drags", "simultaneous": [{"simultaneous": [{"kind": "drag"}] * 30}] * 2}
    with Client(service.socket) as witness:
        witness.subscribe(gestures=[{"kind": "tap"}])
        before = service.number("VmRSS")
        clients = [Client(service.socket) for _ in range(8)]
        for index, client in enumerate(clients):
            client.subscribe(
                gestures=[drags] * 8, regions=regions(3), phases=["possible"], thresholds={"slop": index})
        until(lambda: service.number("VmRSS") > before + 8192, "they take memory", 20)
        for client in clients:
            client.close()
        until(lambda: service.number("VmRSS") < before + 2048, "it is given back", 20)


@needs_users
@pytest.mark.slow
@pytest.mark.parametrize("way", ["drags", "events", "touches", "large", "half", "status", "set-regions", "come-and-go"])
def test_one_user_cannot_keep_touches_from_another(way, start, replayed):
    recording = evemu([touch for at in range(0, 4000, 400) for touch in circles(at, 350, 10, 120)] + tap(4200), lead=1500)
    service = start(recording=recording)
    service.let_everybody_in()
    truth = [event for event in replayed(recording) if event["phase"] != "changed"]
    client = connected_as(service.socket, BIN)
    with subprocess.Popen([sys.executable, HOSTILE, service.socket, str(DAEMON), way, "192"], stdout=subprocess.PIPE) as hostile:
        try:
            hostile.stdout.readline()
            with client:
                client.subscribe(phases=["possible", "began", "ended", "cancelled"])
                events, peak = [], 0
                for _ in truth:
                    events.append(client.event())
                    peak = max(peak, service.number("VmRSS"))
                assert [(event["kind"], event["phase"]) for event in events] == [
                    (event["kind"], event["phase"]) for event in truth]
                assert peak < 64 * 1024
                print(f"\n{way}: resident at most {peak} kB")
        finally:
            hostile.kill()


@needs_users
def test_a_client_that_leaves_during_set_regions_is_forgotten_once(start):
    # A tap waits for a second one. The service finds out that the client has gone when it publishes the tap.
    service = start(
        recording=evemu([touch for at in range(0, 8000, 1000) for touch in tap(at, hold=40)], lead=500),
        configuration="[limits]\nrecognizers-per-user = 40\n")
    service.let_everybody_in()
    with contextlib.ExitStack() as stack:
        witness, other = stack.enter_context(Client(service.socket)), stack.enter_context(connected_as(service.socket, DAEMON))
        witness.subscribe(gestures=[{"kind": "press"}], phases=["ended"])
        for _ in range(3):
            client = stack.enter_context(connected_as(service.socket, DAEMON))
            subscription = client.subscribe(
                gestures=[{"kind": "tap"}, {"kind": "tap", "count": 2}, {"kind": "drag"}, {"kind": "swipe"}], regions=regions(10),
                phases=["ended"])["subscription"]
            # The service sees no hang-up and only learns of it when it sends.
            client.socket.shutdown(socket.SHUT_RD)
            witness.event()
            other.call("SetRegions", {"subscription": subscription, "regions": regions(1)})
            until(lambda: service.status()["subscriptions"] == 1, "it is forgotten")
        for _ in range(2):
            assert "state" in subscribe(
                stack.enter_context(connected_as(service.socket, DAEMON)), [{"kind": "touch"}])["parameters"]
        last = stack.enter_context(connected_as(service.socket, DAEMON))
        assert subscribe(last, [{"kind": "touch"}]) == exceeded("recognizersPerUser", 40)
