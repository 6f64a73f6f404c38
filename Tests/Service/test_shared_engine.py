"""Clients with equal subscriptions share an engine. Each gets the events that it would get alone."""
import json
import re

import pytest

from events import assert_stream
from service import GESTURES, Client
from touches import drag, evemu

NUMBERS = re.compile(rb'"sequence":\d+,"gesture":\d+')
# A drag every 1.5 s.
EVERY, ROUNDS = 1500, 4


def rounds(first=0):
    touches = []
    for number in range(first, ROUNDS):
        touches += drag(EVERY * number, (400, 500), (900, 600), 400)
    return evemu(touches, lead=500)


class Reader:
    """A client that subscribes at once and keeps every byte that it reads."""

    def __init__(self, service, **parameters):
        self.client = Client(service.socket)
        self.name = self.client.subscribe(**parameters)["subscription"]
        self.data, self.client.buffer = self.client.buffer, b""

    def read_until(self, kind, phase, times=1):
        """Reads until `times` events of this kind and phase have come."""
        words = f'"kind":"{kind}","phase":"{phase}"'.encode()
        while self.data.count(words) < times:
            data = self.client.socket.recv(65536)
            assert data, "the service closed the connection"
            self.data += data

    def finish(self):
        self.data += self.client.waiting()
        self.client.close()

    @property
    def messages(self):
        assert self.data.endswith(b"\0")
        return self.data[:-1].split(b"\0")

    @property
    def events(self):
        return [json.loads(message)["parameters"]["event"] for message in self.messages]


class Landings:
    """Counts the landings of fingers until now. A test can be late for what it does between them."""

    def __init__(self, service):
        self.reader = Reader(service, gestures=[{"kind": "touch"}], phases=["began"])

    def count(self):
        self.reader.data += self.reader.client.waiting()
        return self.reader.data.count(b"\0")


def unnumbered(messages):
    return [NUMBERS.sub(b"", message) for message in messages]


@pytest.mark.slow
@pytest.mark.parametrize("parameters", [
    {}, {"phases": ["began", "ended"]},
    {"gestures": [{"kind": "press"}, {"name": "either", "exclusive": [{"kind": "drag"}, {"kind": "swipe"}]}]},
    {"regions": [{"name": "a", "rectangle": {"x": 0, "y": 0, "width": 1, "height": 1}}]},
], ids=["all", "two phases", "a composition", "a region"])
def test_a_later_subscriber_gets_the_events_it_would_get_alone(parameters, start, replayed):
    service = start(recording=rounds())
    landings = Landings(service)

    def join():
        """Subscribes, and returns how many fingers have landed before, at least and at most."""
        least = landings.count()
        reader = Reader(service, **parameters)
        return reader, least, landings.count()

    first = Reader(service, **parameters)
    first.read_until("drag", "ended")
    at_rest = join()
    first.read_until("drag", "began", 2)
    midway = join()
    assert service.status()["subscriptions"] == 4
    service.wait_for_log("the recording is over")
    for reader, least, most in (first, 0, 0), at_rest, midway:
        reader.finish()
        # Times are those of the service, so equal bytes mean the same frames.
        count = len(reader.messages)
        assert unnumbered(reader.messages) == unnumbered(first.messages[-count:])
        missed = ROUNDS - reader.data.count(b'"kind":"drag","phase":"ended"')
        assert least <= missed <= most
        alone = replayed(rounds(missed), "--parameters", json.dumps(parameters))
        assert_stream(reader.events, alone)
        assert reader.events[0]["sequence"] == reader.events[0]["gesture"] == 1


@pytest.mark.slow
def test_one_of_several_subscribers_can_change_its_regions(start):
    def regions(name):
        return [{"name": name, "rectangle": {"x": 0.125, "y": 0.125, "width": 0.5, "height": 0.5}}]

    service = start(recording=rounds())
    landings = Landings(service)
    readers = [Reader(service, regions=regions("a")) for _ in range(3)]
    one, changing, other = readers
    # The names, and how many fingers had landed before each took effect, at least and at most.
    changes = [("a", 0, 0)]

    def ask_for(name):
        least = landings.count()
        with Client(service.socket) as caller:
            reply = caller.call(f"{GESTURES}.SetRegions", {"subscription": changing.name, "regions": regions(name)})
            assert reply == {"parameters": {}}
        changes.append((name, least, landings.count()))

    one.read_until("drag", "ended")
    ask_for("b")
    one.read_until("drag", "began", 2)
    # An open gesture stays with its region.
    ask_for("c")
    one.read_until("drag", "ended", 3)
    ask_for("a")
    service.wait_for_log("the recording is over")
    for reader in readers:
        reader.finish()
    assert one.messages == other.messages
    named = [set() for _ in range(ROUNDS)]
    for event, changed in zip(one.events, changing.events, strict=True):
        assert {**event, "region": changed["region"]} == changed
        named[(event["time"] - one.events[0]["time"]) // (1000 * EVERY)].add(changed["region"])
    ends = [most for _, _, most in changes[1:]] + [ROUNDS]
    for number, names in enumerate(named):
        [name] = names
        assert name in {name for (name, least, _), end in zip(changes, ends) if least <= number < end}
