"""The rights of clients: to get positions, and to control the service."""
import json
import os
import subprocess

import pytest

from devices import past, tap_frames
from service import CONTROL, Client, connected_as
from touches import around, drag, evemu, tap

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can connect as another user")

DENIED = "org.varlink.service.PermissionDenied"
USER, OTHER, GROUP = 4000, 4001, 4002
CORNER = {"x": 0, "y": 0, "width": 0.1, "height": 0.1}
REGION = {"name": "a", "rectangle": CORNER}
GESTURES = evemu(
    tap(0) + tap(150) + tap(900, hold=700) + drag(2000, (0, 1000), (200, 1000), 100)
    + drag(2500, (500, 500), (500, 700), 100) + around(3000, 200, (200, 300), (0, 90)), lead=500)


def denied(needs, parameter=None):
    return {"error": DENIED, "parameters": {"needs": needs, **({"parameter": parameter} if parameter else {})}}


@pytest.fixture
def running(start):
    """Starts a service that every user can connect to."""
    def running(configuration, **more):
        service = start(configuration=configuration, **more)
        service.let_everybody_in()
        return service

    return running


def test_without_positions_events_lack_only_the_positions(running):
    service = running(f"[user {USER}]\npositions = none\n", recording=GESTURES)
    with connected_as(service.socket, USER) as client, connected_as(service.socket, OTHER) as other:
        client.subscribe()
        other.subscribe()
        service.wait_for_log("the recording is over")
        found, expected = client.sent_events(), other.sent_events()
    assert {event["kind"] for event in found} == {
        "press", "tap", "longPress", "drag", "swipe", "edgeSwipe", "pinch", "rotation"}
    assert any("section" in event for event in expected)
    places = {"x", "y", "points", "section"}
    assert not places & set().union(*found)
    assert found == [{key: value for key, value in event.items() if key not in places} for event in expected]


@pytest.mark.parametrize("parameter, parameters", [
    ("gestures.kind", {"gestures": [{"kind": "tap"}, {"kind": "touch"}]}),
    ("gestures.area", {"gestures": [{"kind": "tap", "area": CORNER}]}),
    ("gestures.area", {"notation": "tap, double tap in top-left"}),
    ("gestures.area", {"gestures": [{"sequence": [{"kind": "tap"}, {"kind": "tap", "area": CORNER}]}]}),
    # The client would learn of each touch whether it is near the edge.
    ("gestures.edge", {"gestures": [{"kind": "drag", "edge": "bottom", "minimumDistance": 0}]}),
    ("gestures.minimumDistance", {"gestures": [{"kind": "edgeSwipe", "minimumDistance": 21}]}),
    ("regions", {"regions": [REGION]}), ("thresholds.edge", {"thresholds": {"edge": 100}}),
    ("thresholds.tapDistance", {"thresholds": {"tapDistance": 50}}), ("thresholds.slop", {"thresholds": {"slop": 5}}),
    # The client would learn whether keys pressed seconds apart are near each other.
    ("thresholds.tapGap", {"gestures": [{"kind": "tap", "count": 2}], "thresholds": {"tapGap": 10_000}}),
    ("thresholds.holdDuration", {"thresholds": {"holdDuration": 10}}),
    ("thresholds.ignoreRepeat", {"thresholds": {"ignoreRepeat": 300}}), ("thresholds.reach", {"thresholds": {"reach": 100_000}})])
def test_without_positions_rejects_requests_that_reveal_them(parameter, parameters, running):
    service = running(f"[group {GROUP}]\npositions = none\n")
    with connected_as(service.socket, USER, GROUP) as client, connected_as(service.socket, USER) as other:
        assert client.call("Subscribe", parameters, more=True) == denied("positions", parameter)
        assert f"uid {USER}: permission denied (positions required for {parameter})\n" in service.log()
        other.subscribe(**parameters)
        # After a refusal the connection remains usable.
        client.subscribe(gestures=[{"kind": "edgeSwipe", "edge": "left"}], thresholds={"longPress": 400})


def test_without_positions_a_threshold_can_only_be_the_configured_one(running):
    service = running(f"[gestures]\nedge = 30\n[user {USER}]\npositions = none\n")
    with connected_as(service.socket, USER) as client:
        assert client.call("Subscribe", {"thresholds": {"edge": 24}}, more=True) == denied("positions", "thresholds.edge")
        client.subscribe(thresholds={"edge": 30})


def test_without_positions_a_client_does_not_learn_how_many_events_others_get(running):
    service = running(f"[user {USER}]\npositions = none\n", recording=GESTURES)
    with connected_as(service.socket, USER) as client, connected_as(service.socket, OTHER) as other:
        other.subscribe(regions=[REGION])
        service.wait_for_log("the recording is over")
        status, full = (each.call("GetStatus")["parameters"] for each in (client, Client(service.socket)))
    assert full.keys() - status.keys() == {"events", "coalesced", "latency"}
    assert status["frames"] == full["frames"] > 0


def test_without_positions_a_client_has_and_sets_no_regions(running):
    service = running(f"[user {USER}]\npositions = none\n")
    with connected_as(service.socket, USER) as client, connected_as(service.socket, USER) as second, \
            Client(service.socket) as root, Client(service.socket) as other:
        own = client.subscribe()["subscription"]
        foreign = root.subscribe()["subscription"]
        for caller, subscription in (second, own), (second, foreign), (other, own):
            reply = caller.call("SetRegions", {"subscription": subscription, "regions": [REGION]})
            assert reply == denied("positions")
        assert other.call("SetRegions", {"subscription": foreign, "regions": [REGION]}) == {"parameters": {}}


def test_allows_control_to_named_users_and_groups(running):
    service = running(f"[user {USER}]\ncontrol = yes\n[group {GROUP}]\ncontrol = yes\n")
    for user, groups, allowed in (USER, [], True), (OTHER, [GROUP], True), (OTHER, [], False), (OTHER, [USER], False):
        with connected_as(service.socket, user, *groups) as client:
            reply = client.call(f"{CONTROL}.Pause")
            assert reply == ({"parameters": {}} if allowed else denied("control"))
    assert service.log().count(f"client pid {os.getpid()} uid {USER}: called {CONTROL}.Pause\n") == 1


def test_others_applies_to_users_who_are_not_named(running):
    service = running(f"[others]\npositions = none\ncontrol = yes\n[user {USER}]\npositions = all\n")
    touch = {"gestures": [{"kind": "touch"}]}
    with connected_as(service.socket, USER) as named, connected_as(service.socket, OTHER, GROUP) as other, \
            Client(service.socket) as root:
        assert named.call(f"{CONTROL}.Pause") == denied("control")
        for client in other, root:
            assert client.call(f"{CONTROL}.Pause") == {"parameters": {}}
        assert other.call("Subscribe", touch, more=True) == denied("positions", "gestures.kind")
        for client in named, root:
            client.subscribe(**touch)


def test_control_without_positions_does_not_reveal_them(running):
    service = running(f"[user {USER}]\ncontrol = yes\npositions = none\n")
    with connected_as(service.socket, USER) as client:
        assert client.call(f"{CONTROL}.Record", {"device": "Mock"}, more=True) == denied("positions")
        gestures = [{"kind": "tap", "area": CORNER}]
        assert client.call(f"{CONTROL}.Lock", {"gestures": gestures, "seconds": 60}) == denied("positions", "gestures.area")
        assert client.call(f"{CONTROL}.Lock", {"gestures": [{"kind": "tap"}]}) == {"parameters": {"locked": True}}


def test_recording_requires_control_and_positions(running):
    for configuration, reply in (
        (f"[user {USER}]\ncontrol = yes\n", {"error": f"{CONTROL}.DeviceNotFound", "parameters": {"device": "Mock"}}),
        (f"[user {USER}]\npositions = all\n", denied("control")),
    ):
        with connected_as(running(configuration).socket, USER) as client:
            assert client.call(f"{CONTROL}.Record", {"device": "Mock"}, more=True) == reply


def test_by_default_only_root_and_the_services_user_can_control_it(start_with_devices, devices):
    devices.add(1)
    service = start_with_devices()
    service.let_everybody_in()
    for method in "Transform", "Grab", "Lock", "Unlock", "Pause", "Resume", "Reload", "Record", "RecordLast", "Pulse", "Anything":
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.setresuid(4000, 4000, 4000)
                with Client(service.socket) as client:
                    os.write(writer, client.call(f"{CONTROL}.{method}", {"device": "Mock"})["error"].encode())
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        assert os.read(reader, 100) == b"org.varlink.service.PermissionDenied"
        os.close(reader)
        os.close(writer)


CLAIMING = {"gestures": [{"kind": "tap"}, {"exclusive": [{"kind": "drag", "claim": True}]}]}


def test_gestures_that_claim_fingers_require_control(running):
    service = running(f"[user {USER}]\ncontrol = yes\n")
    with connected_as(service.socket, USER) as client, connected_as(service.socket, OTHER) as other:
        client.subscribe(**CLAIMING)
        assert other.call("Subscribe", CLAIMING, more=True) == denied("control", "gestures.claim")
        other.subscribe(gestures=[{"kind": "drag", "claim": False}])
    assert f"client pid {os.getpid()} uid {OTHER}: permission denied (control required for gestures.claim)\n" in service.log()


def test_regions_whose_gestures_claim_fingers_require_control_of_both_clients(running):
    service = running(f"[user {USER}]\ncontrol = yes\n")
    regions = [{**REGION, **CLAIMING}]
    with connected_as(service.socket, USER) as client, connected_as(service.socket, OTHER) as other, \
            connected_as(service.socket, USER) as caller, connected_as(service.socket, OTHER) as stranger:
        own, foreign = client.subscribe()["subscription"], other.subscribe()["subscription"]
        for by, subscription in (stranger, own), (stranger, foreign), (caller, foreign):
            assert by.call("SetRegions", {"subscription": subscription, "regions": regions}) == denied("control", "gestures.claim")
            assert by.call("SetRegions", {"subscription": subscription, "regions": [REGION]}) == {"parameters": {}}
        assert caller.call("SetRegions", {"subscription": own, "regions": regions}) == {"parameters": {}}


@pytest.mark.parametrize("parameters, error", [(CLAIMING, denied("control")), ({}, None)])
def test_a_stream_that_claims_fingers_ends_when_its_client_loses_control(parameters, error, running):
    service = running(f"[user {USER}]\ncontrol = yes\n")
    with connected_as(service.socket, USER) as client:
        client.subscribe(**parameters)
        service.configuration_file.write_text(f"[user {USER}]\ncontrol = no\n")
        service.reload()
        if error:
            assert client.receive() == error
            assert client.receive() is None
        else:
            assert service.status()["subscriptions"] == 1


@pytest.mark.parametrize("after, error", [
    (f"[user {USER}]\npositions = none\n", denied("positions")), (f"[user {OTHER}]\npositions = none\n", None)])
def test_a_stream_ends_when_its_client_loses_the_right(after, error, running):
    service = running("")
    with connected_as(service.socket, USER) as client:
        client.subscribe()
        service.configuration_file.write_text(after)
        service.reload()
        if error:
            assert client.receive() == error
            assert client.receive() is None
        else:
            assert service.status()["subscriptions"] == 1


@pytest.mark.parametrize("after, needs", [("positions = none\ncontrol = yes", "positions"), ("control = no", "control")])
def test_a_recording_ends_when_its_client_loses_the_right(after, needs, devices, running):
    devices.add(1)
    service = running(f"[user {USER}]\ncontrol = yes\n", environment=devices.environment)
    with connected_as(service.socket, USER) as client:
        assert client.call(f"{CONTROL}.Record", {"device": "Mock"}, more=True)["continues"]
        service.configuration_file.write_text(f"[user {USER}]\n{after}\n")
        service.reload()
        assert client.receive() == denied(needs)
        assert client.receive() is None
    devices.play(1, *tap_frames(past()))
    assert service.status()["clients"] == 1


def test_the_last_touches_require_positions_and_control(devices, running):
    devices.add(1)
    service = running("[recorder]\nkeep = 30s\n", environment=devices.environment)
    devices.play(1, *tap_frames(past()))
    for rights, needs in [
            ("positions = none\ncontrol = yes", "positions"), ("control = no", "control"), ("control = yes", None)]:
        service.write_drop_in("rights.conf", f"[user {USER}]\n{rights}\n")
        service.reload()
        with connected_as(service.socket, USER) as client:
            reply = client.call(f"{CONTROL}.RecordLast", {}, more=True)
        assert reply == denied(needs) if needs else "# EVEMU" in reply["parameters"]["text"]
    assert f"client pid {os.getpid()} uid {USER}: reads the last touches of 1234:5678@event1\n" in service.log()


def test_a_stream_without_positions_stays_without_them(running):
    service = running(f"[user {USER}]\npositions = none\n", recording=evemu(tap(0), lead=1000))
    with connected_as(service.socket, USER) as client:
        client.subscribe()
        service.configuration_file.write_text("")
        service.reload()
        assert "x" not in client.event()


def test_gesturectl_explains_a_denial(running, gesturectl, tmp_path):
    service = running(
        f"[user {USER}]\npositions = none\n", recording=evemu(tap(0), lead=1000))
    # A copy that every user can run.
    program = tmp_path / "gesturectl"
    program.write_bytes(gesturectl.read_bytes())
    program.chmod(0o755)

    def run(*arguments):
        return subprocess.run([program, "--socket", service.socket, *arguments], capture_output=True, text=True,
                              user=USER, group=USER, extra_groups=[], timeout=20)

    for arguments, text in (
        (["monitor", "--gestures", "touch"], "permission denied: 'positions = none' in the configuration hides positions from "
            "you, which the value of gestures.kind could reveal; leave it out, or set 'positions = all' for your user in"),
        (["monitor", "--parameters", json.dumps(CLAIMING)], "permission denied (control required for gestures.claim): run the command with"),
        (["record", "--service", "Phone"], "permission denied (control required): run the command with sudo"),
    ):
        ended = run(*arguments)
        assert ended.returncode == 1 and ended.stderr.startswith(f"gesturectl: {text}"), ended.stderr
    shown = run("monitor", "--gestures", "tap", "--count", "1")
    assert shown.stdout.splitlines()[-1].endswith("tap"), shown.stdout
