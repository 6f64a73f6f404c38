"""The cost of the service while fingers move, and at rest."""
import itertools
import json
import select
import struct
import subprocess
import pathlib
import time

import pytest

from service import Client
from touches import ROUND, busy, circles, evemu, tap

SOURCE = pathlib.Path(__file__).parent / "count-allocations.c"


@pytest.fixture(scope="session")
def counter(tmp_path_factory):
    """Builds the library that counts allocations."""
    library = tmp_path_factory.mktemp("counter") / "count-allocations.so"
    command = ["cc", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-fno-builtin", "-o", library, SOURCE]
    subprocess.run(command, check=True)
    return library


def test_has_one_thread(start):
    service = start(recording=evemu(circles(0, 5000)))
    with Client(service.socket) as client:
        client.subscribe()
        client.events(20)
        assert service.threads() == [str(service.process.pid)]


# Subscriptions that differ in every parameter.
SEVERAL = [
    {}, {"gestures": [{"kind": "tap", "count": 2}, {"kind": "tap"}]}, {"gestures": [{"kind": "drag"}]},
    {"gestures": [{"kind": "longPress"}, {"kind": "swipe"}], "thresholds": {"longPress": 100}},
    {"phases": ["ended", "cancelled"]},
]


def quarter(name, column, row, **more):
    """A region of a quarter of the device."""
    return {"name": name, "rectangle": {"x": column / 2, "y": row / 2, "width": 0.5, "height": 0.5}, **more}


CORNER = {"x": 0, "y": 0, "width": 0.3, "height": 0.3}
QUARTERS = [quarter("a", 0, 0), quarter("b", 1, 0), quarter("c", 0, 1), quarter("d", 1, 1)]
PICK_UP = {"name": "move", "sequence": [{"kind": "longPress"}, {"kind": "drag"}]}
SIXTEEN = SEVERAL + [
    # The client that counts allocations cannot read every move of every contact.
    {"gestures": [{"kind": "touch"}], "phases": ["began", "ended"]},
    {"gestures": [{"kind": "activity", "idle": 30}, {"kind": "press"}]},
    {"gestures": [{"kind": "pinch"}, {"kind": "rotation"}]},
    {"gestures": [{"kind": "swipe", "directions": 8}, {"kind": "edgeSwipe"}, {"kind": "drag", "axisLock": True}]},
    {"gestures": [PICK_UP], "thresholds": {"longPress": 100}},
    {"gestures": [{"name": "one", "exclusive": [{"kind": "swipe"}, {"kind": "pinch"}, {"kind": "drag"}]}]},
    {"gestures": [
        {"name": "menu", "within": 5000,
         "sequence": [{"kind": "tap", "count": 2, "area": CORNER}, {"kind": "swipe", "direction": "right"}]},
        {"name": "both", "simultaneous": [{"kind": "tap"}, {"kind": "drag"}]}]},
    {"regions": QUARTERS},
    {"regions": [{**region, "tracking": "reenter", "suppressesTapWhileCoasting": True, "slopWhileCoasting": 30} for region in QUARTERS]},
    {"regions": [quarter("a", 0, 0, gestures=[PICK_UP, {"kind": "touch"}]), quarter("d", 1, 1, enabled=False)]},
    {"gestures": [{"kind": "tap", "count": 3}], "regions": [QUARTERS[0], {**QUARTERS[0], "name": "b", "parent": "a"}]},
]
assert len({json.dumps(subscription) for subscription in SIXTEEN}) == 16
# The length of the recording, and the delay in µs from which what happens in one wake-up can be more than it ever was.
ROUNDS, LATE = 20, 300_000


@pytest.mark.slow
@pytest.mark.parametrize(
    "subscriptions", [[{}], SEVERAL, SIXTEEN, [{}] * 16],
    ids=["one subscription", "several subscriptions", "sixteen subscriptions", "sixteen equal subscriptions"])
@pytest.mark.parametrize("fingers", [1, 10], ids=["1 finger", "10 fingers"])
def test_a_frame_allocates_nothing(fingers, subscriptions, start, counter, tmp_path, gestured):
    if gestured.parent.name == "debug":
        pytest.skip("holds for optimized builds: without, the compiler leaves temporary arrays")
    counters = tmp_path / "allocations"
    counters.write_bytes(bytes(16))
    touches = busy(fingers, ROUNDS)
    service = start(recording=evemu(touches), environment={"LD_PRELOAD": str(counter), "ALLOCATIONS": str(counters)})
    clients = [Client(service.socket) for _ in subscriptions]
    joining = iter(zip(clients, subscriptions))
    for client, parameters in itertools.islice(joining, len(clients) // 2 + 1):
        client.subscribe(**parameters)
    begin = clients[0].event()["time"]
    # These clients subscribe while a finger is down.
    for client, parameters in joining:
        client.subscribe(**parameters)

    def counted_after(rounds):
        """Returns the allocations, and how often a socket was full, up to the end of this round, and the greatest delay in it from a
        touch to its event here in µs. Every client reads."""
        at, delay = begin, 0
        while at < begin + rounds * ROUND * 1000:
            select.select([client.socket for client in clients], [], [], 10)
            for client in clients[1:]:
                client.waiting()
            times = [event["time"] for event in clients[0].waiting_events()]
            at, delay = max([at, *times]), max([delay, *(time.monotonic() * 1e6 - event for event in times)])
        return *struct.unpack("@QQ", counters.read_bytes()), delay

    # One round to warm up, two to measure. What is kept for a client that does not read in time allocates, and so does what happens at
    # once after the machine stood still: another round takes the place of one in which that happened, and of the one after it.
    allocations, full, _ = counted_after(1)
    assert allocations > 0
    assert len({at for at, *_ in touches if ROUND < at <= 2 * ROUND}) >= 1000
    was_calm, measured, number = full == 0, 0, 1
    while measured < 2:
        number += 1
        assert number < ROUNDS, "a client or the service was late in every second round"
        before, (allocations, full, delay) = (allocations, full), counted_after(number)
        is_calm = full == before[1] and delay < LATE
        if was_calm and is_calm:
            assert allocations - before[0] == 0
            measured += 1
        was_calm = is_calm
    assert service.status()["droppedClients"] == 0


@pytest.mark.slow
def test_is_not_woken_at_rest(start):
    service = start(recording=evemu(tap(0)))
    with Client(service.socket) as subscribed, Client(service.socket) as idle:
        subscribed.subscribe()
        assert idle.call("GetStatus")["parameters"]["subscriptions"] == 1
        service.wait_for_log("the recording is over")
        before = service.wakeups()
        time.sleep(10)
        assert service.wakeups() == before
