"""Whether a device is active: what a client that subscribes late learns about earlier touches."""
from service import Client
from touches import evemu, tap

ACTIVITY = {"kind": "activity", "idle": 400}


def state(client, **parameters):
    """Subscribes, and returns whether the device is active."""
    return client.subscribe(**parameters)["devices"][0]["active"]


def test_a_late_subscription_learns_that_the_device_is_active(start):
    service = start(recording=evemu(tap(0, hold=3_600_000)))
    with Client(service.socket) as early, Client(service.socket) as late, Client(service.socket) as other:
        assert state(early, gestures=[ACTIVITY]) is False
        began = early.event()
        assert state(late, gestures=[ACTIVITY]) is True
        assert late.event() == {**began, "sequence": 1, "gesture": 1}
        assert state(other, gestures=[]) is True
        assert service.device()["active"] is True


def test_the_activity_that_began_before_the_subscription_ends(start):
    service = start(recording=evemu(tap(0)))
    with Client(service.socket) as early, Client(service.socket) as late:
        early.subscribe(gestures=[{"kind": "tap"}])
        lifted = early.event()["time"]
        assert state(late, gestures=[{**ACTIVITY, "idle": 500}]) is True
        assert [(event["phase"], event["active"], event["time"]) for event in late.events(2)] == [
            ("began", True, lifted), ("ended", False, lifted + 500_000)]


def test_an_idle_device_is_not_active(start):
    service = start(recording=evemu(tap(0)))
    with Client(service.socket) as early, Client(service.socket) as late, Client(service.socket) as other:
        early.subscribe(gestures=[ACTIVITY])
        early.events(2)
        assert state(late, gestures=[ACTIVITY]) is False
        # For a minute, unless the subscription requests another time.
        assert state(other) is True
