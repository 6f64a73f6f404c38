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


def busy(fingers, rate):
    """Six seconds of every gesture, over and over: a round of 1.2 s has taps, a long press, and a drag that is a swipe."""
    touches = []
    for at in range(0, 6000, 1200):
        touches += tap(at, hold=20, fingers=fingers) + tap(at + 40, hold=20, fingers=fingers)
        touches += drag(at + 100, (400, 500), (700, 500), 150, fingers, rate)
        touches += circles(at + 300, 250, fingers, rate)
        touches += drag(at + 560, (500, 500), (501, 500), 620, fingers, rate)
    return evemu(touches)


# Several that differ in all that may differ.
SEVERAL = [
    {}, {"gestures": [{"kind": "tap", "count": 2}, {"kind": "tap"}]}, {"gestures": [{"kind": "drag"}]},
    {"gestures": [{"kind": "longPress"}, {"kind": "swipe"}], "thresholds": {"longPress": 100}},
    {"phases": ["ended", "cancelled"]},
]


@pytest.mark.slow
@pytest.mark.parametrize("subscriptions", [[{}], SEVERAL], ids=["one subscription", "several subscriptions"])
@pytest.mark.parametrize("fingers, rate", [(1, 1000), (10, 500)], ids=["1 finger", "10 fingers"])
def test_a_frame_allocates_nothing(fingers, rate, subscriptions, start, counter, tmp_path, gestured):
    if gestured.parent.name == "debug":
        pytest.skip("holds for optimized builds: the compiler leaves temporary arrays in others")
    allocations = tmp_path / "allocations"
    allocations.write_bytes(bytes(8))
    service = start(
        recording=busy(fingers, rate), environment={"LD_PRELOAD": str(counter), "ALLOCATIONS": str(allocations)})

    def count():
        return struct.unpack("@Q", allocations.read_bytes())[0]

    def read_until(time):
        """All clients read on until they have an event of this time."""
        for client in clients:
            while client.event()["time"] < time:
                pass

    clients = [Client(service.socket) for _ in subscriptions]
    for client, parameters in zip(clients, subscriptions):
        client.subscribe(**parameters)
    assert count() > 0
    first = clients[0].event()["time"]
    # Two rounds to get warm, and three to measure.
    read_until(first + 2_400_000)
    before = count()
    read_until(first + 5_600_000)
    assert count() - before == 0
    frames = service.status()["frames"]
    assert frames * 3.2 / 5.6 >= (2000 if rate == 1000 else 1000), frames


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
