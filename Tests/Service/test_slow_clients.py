"""Clients that do not read what the service sends."""
import contextlib

from busy_service import STATUS
from service import GESTURES, Client, until


def test_a_full_queue_is_reported_and_the_client_dropped(start_busy_service):
    service = start_busy_service(configuration="[limits]\nqueue-size = 16384\n")
    with Client(service.socket) as client:
        client.subscribe()
        until(lambda: service.status()["droppedClients"] == 1, "it is dropped")
        replies = []
        while (reply := client.receive()) is not None:
            replies.append(reply)
    *events, last = replies
    assert last == {"error": f"{GESTURES}.LimitExceeded", "parameters": {"limit": "queueSize", "maximum": 16384}}
    # The events that reached the client are complete and in order.
    numbers = [reply["parameters"]["event"]["sequence"] for reply in events]
    assert numbers == sorted(set(numbers)) and numbers[0] == 1
    until(lambda: service.status()["clients"] == 2, "it is forgotten")


def test_a_client_that_never_reads_is_forgotten(start_busy_service):
    service = start_busy_service(configuration="[limits]\nqueue-size = 16384\n")
    with Client(service.socket) as client:
        client.subscribe()
        until(lambda: service.status()["droppedClients"] == 1, "it is dropped")
        until(lambda: service.status()["clients"] == 2, "it is closed")


def test_calls_wait_until_the_client_reads_the_replies(start_busy_service):
    service = start_busy_service(configuration="[limits]\nqueue-size = 16384\n")
    with Client(service.socket) as client:
        client.socket.setblocking(False)
        sent = 0
        with contextlib.suppress(BlockingIOError):
            while True:
                sent += client.socket.send((STATUS * 100)[sent % len(STATUS):])
        client.socket.settimeout(10)
        assert sent > 100 * len(STATUS)
        assert service.status()["droppedClients"] == 0
        for _ in range(sent // len(STATUS)):
            assert client.receive()["parameters"]["clients"] >= 1


def test_a_client_that_closes_during_events_is_not_counted_as_dropped(busy_service):
    for _ in range(8):
        with Client(busy_service.socket) as client:
            client.subscribe()
            client.event()
    until(lambda: busy_service.status()["subscriptions"] == 1, "they are forgotten")
    assert busy_service.status()["droppedClients"] == 0
