"""The events that clients are sent: in words, and compared with a replay."""
from service import Client


def words(events):
    """Each event in two words, e.g. "tap ended"."""
    return [f"{event['kind']} {event['phase']}" for event in events]


def summary(events):
    """The recognized gestures in order, e.g. "2-finger tap x2", without presses."""
    found = []
    for event in events:
        kind, phase, fingers = event["kind"], event["phase"], event["fingers"]
        prefix = f"{fingers}-finger " if fingers > 1 else ""
        if kind == "tap" and phase == "ended":
            found.append(f"{prefix}tap x{event['count']}")
        if kind == "longPress" and phase == "began":
            found.append(f"{prefix}longPress")
        if kind == "drag" and phase == "ended":
            found.append(f"{prefix}drag")
        if kind == "swipe":
            found.append(f"{prefix}swipe {event['direction']}")
        if kind == "edgeSwipe":
            found.append(f"{prefix}edge swipe {event['direction']} from {event['edge']}")
        if kind == "pinch" and phase == "ended":
            found.append(f"{prefix}pinch {'out' if event['scale'] > 1 else 'in'}")
        if kind == "rotation" and phase == "ended":
            found.append(f"{prefix}rotation {'right' if event['rotation'] > 0 else 'left'}")
        if kind == "stroke":
            found.append(f"stroke {event['name']}")
    return found


def normalized(events):
    """Events with times in ms since the first event, which are equal in two runs of one recording."""
    events = [dict(event) for event in events]
    start = events[0]["time"] if events else 0
    for event in events:
        for key in ("time", "decided"):
            if key in event:
                event[key] = (event[key] - start) / 1000
    return events


def assert_stream(events, truth):
    """Asserts that a client got the events of a replay, except `changed` events that a busy service has merged.

    A merged event leaves a gap in the sequence numbers, and a later `changed` of the same gesture must follow.
    """
    numbers = [event["sequence"] for event in events]
    assert numbers == sorted(set(numbers))
    assert normalized(events) == normalized([event for event in truth if event["sequence"] in set(numbers)])
    for event in truth:
        if event["sequence"] not in numbers:
            assert event["phase"] == "changed"
            assert any(later["sequence"] > event["sequence"] and (later["gesture"], later["phase"]) == (event["gesture"], "changed")
                       for later in events)


def collect(service, *subscriptions):
    """Subscribes several clients before the recording starts, and returns the events of each."""
    clients = [Client(service.socket) for _ in subscriptions]
    for client, parameters in zip(clients, subscriptions):
        client.subscribe(**parameters)
    service.wait_for_log("the recording is over")
    events = [client.sent_events() for client in clients]
    for client in clients:
        client.close()
    return events
