"""What the service costs while fingers move, and while none does."""
import struct
import subprocess
import pathlib
import time

import pytest

from service import Client
from touches import circles, drag, evemu, tap

SOURCE = pathlib.Path(__file__).parent / "count-allocations.c"


@pytest.fixture(scope="session")
def counter(tmp_path_factory):
    """The library that counts allocations."""
    library = tmp_path_factory.mktemp("counter") / "count-allocations.so"
    command = ["cc", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-fno-builtin", "-o", library, SOURCE]
    subprocess.run(command, check=True)
    return library


def test_there_is_one_thread(start):
    service = start(recording=evemu(circles(0, 5000)))
    with Client(service.socket) as client:
        client.subscribe()
        client.events(20)
        assert service.threads() == [str(service.process.pid)]


RATE = 1000
ROUND = 1200


def busy(fingers):
    """Every gesture, over and over: a round has taps, a drag that is a swipe, circles, and a long press that moves."""
    touches = []
    for at in range(0, 4 * ROUND, ROUND):
        touches += tap(at, hold=20, fingers=fingers) + tap(at + 40, hold=20, fingers=fingers)
        touches += drag(at + 100, (400, 500), (700, 500), 150, fingers, RATE)
        touches += circles(at + 300, 250, fingers, RATE)
        touches += drag(at + 560, (500, 500), (501, 500), 620, fingers, RATE)
    return touches


# Several that differ in all that may differ.
SEVERAL = [
    {}, {"gestures": [{"kind": "tap", "count": 2}, {"kind": "tap"}]}, {"gestures": [{"kind": "drag"}]},
    {"gestures": [{"kind": "longPress"}, {"kind": "swipe"}], "thresholds": {"longPress": 100}},
    {"phases": ["ended", "cancelled"]},
]


@pytest.mark.slow
@pytest.mark.parametrize("subscriptions", [[{}], SEVERAL], ids=["one subscription", "several subscriptions"])
@pytest.mark.parametrize("fingers", [1, 10], ids=["1 finger", "10 fingers"])
def test_a_frame_allocates_nothing(fingers, subscriptions, start, counter, tmp_path, gestured):
    if gestured.parent.name == "debug":
        pytest.skip("holds for optimized builds: without, the compiler leaves temporary arrays")
    allocations = tmp_path / "allocations"
    allocations.write_bytes(bytes(8))
    touches = busy(fingers)
    service = start(
        recording=evemu(touches), environment={"LD_PRELOAD": str(counter), "ALLOCATIONS": str(allocations)})
    clients = [Client(service.socket) for _ in subscriptions]
    for client, parameters in zip(clients, subscriptions):
        client.subscribe(**parameters)
    begin = clients[0].event()["time"]

    def allocated_at(milliseconds):
        """What was allocated up to this time of the recording; every client reads."""
        while clients[0].event()["time"] < begin + milliseconds * 1000:
            for client in clients[1:]:
                client.waiting_events()
        return struct.unpack("@Q", allocations.read_bytes())[0]

    # One round to get warm, two to measure.
    warm = allocated_at(ROUND)
    assert warm > 0
    assert len({time for time, *_ in touches if ROUND < time <= 3 * ROUND}) >= 2000
    assert allocated_at(3 * ROUND) - warm == 0


@pytest.mark.slow
def test_at_rest_nothing_wakes_it(start):
    service = start(recording=evemu(tap(0)))
    with Client(service.socket) as subscribed, Client(service.socket) as idle:
        subscribed.subscribe()
        assert idle.call("GetStatus")["parameters"]["subscriptions"] == 1
        service.wait_for_log("the recording is over")

        def wakeups():
            return service.number("voluntary_ctxt_switches") + service.number("nonvoluntary_ctxt_switches")

        before = wakeups()
        time.sleep(10)
        assert wakeups() == before
