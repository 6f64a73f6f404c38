"""What one client does, by mistake or ill will, that no other may notice."""
import contextlib
import json
import resource
import socket
import threading
import time

import pytest

from service import GESTURES, Client, until
from touches import circles, evemu, normalized, tap

# Busy for longer than any of these tests: a finger that taps and goes round, 250 frames a second.
BUSY = evemu([touch for at in range(0, 40_000, 500) for touch in tap(at) + circles(at + 100, 380)])
STATUS = json.dumps({"method": f"{GESTURES}.GetStatus"}).encode() + b"\0"


class Witness(threading.Thread):
    """A client that reads all the time, and must not notice anything."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.client, self.events = Client(path), []
        self.client.subscribe()
        self.start()

    def run(self):
        with contextlib.suppress(OSError, AssertionError):
            while True:
                self.events.append(self.client.event())

    def sees_more(self):
        count = len(self.events)
        until(lambda: len(self.events) >= count + 10, "the stream goes on")

    def end(self):
        self.client.socket.shutdown(socket.SHUT_RDWR)
        self.join()
        self.client.close()


@pytest.fixture
def serve(start, replayed):
    """Starts a service with touches and a witness, who tells at the end whether the stream was as it should."""
    witnesses = []

    def serve(**more):
        service = start(recording=BUSY, **more)
        witnesses.append(Witness(service.socket))
        until(lambda: witnesses[-1].events, "the stream begins")
        return service

    yield serve
    for witness in witnesses:
        witness.sees_more()
        witness.end()
        assert [event["sequence"] for event in witness.events] == list(range(1, len(witness.events) + 1))
        assert normalized(witness.events) == normalized(replayed(BUSY)[:len(witness.events)])


@pytest.fixture
def service(serve):
    return serve()


def assert_closed(client):
    assert client.receive() is None


# MARK: How bytes arrive


def test_several_calls_in_one_write_are_answered_in_order(service):
    with Client(service.socket) as client:
        calls = [{"method": f"{GESTURES}.Wink{number}"} for number in range(20)]
        client.send(b"".join(json.dumps(call).encode() + b"\0" for call in calls))
        for call in calls:
            assert client.receive()["parameters"] == {"method": call["method"]}


def test_a_call_may_come_byte_by_byte(service):
    with Client(service.socket) as client:
        for byte in STATUS:
            client.send(bytes([byte]))
        assert client.receive()["parameters"]["clients"] == 2


@pytest.mark.parametrize("length", [1, len(STATUS) // 2, len(STATUS) - 1])
def test_a_call_that_is_cut_off_is_no_call(service, length):
    with Client(service.socket) as client:
        client.send(STATUS[:length])
        client.socket.shutdown(socket.SHUT_WR)
        assert_closed(client)
    until(lambda: service.status()["clients"] == 2, "it is forgotten")


def test_a_client_that_says_no_more_is_still_answered(service):
    with Client(service.socket) as client:
        client.send(STATUS)
        client.socket.shutdown(socket.SHUT_WR)
        assert client.receive()["parameters"]["clients"] == 2


def test_calls_after_subscribe_are_not_answered(service):
    with Client(service.socket) as client:
        client.subscribe()
        client.send(STATUS * 3)
        assert [event["sequence"] for event in client.events(50)] == list(range(1, 51))


# MARK: What is no call


@pytest.mark.parametrize("message", [
    b"", b"{", b"hello", b"null", b"1", b'"text"', b"[]", b'[{"method": "org.gestured.Gestures.GetStatus"}]', b"{}",
    b'{"method": 1}', b'{"method": null}', b'{"method": ["org.gestured.Gestures.GetStatus"]}',
    b'{"method": "org.gestured.Gestures.GetStatus"', b'{"method": "org.gestured.Gestures.GetStatus"} x',
    b'{"method": "org.gestured.Gestures.GetStatus"}{}', b"{'method': 'org.gestured.Gestures.GetStatus'}",
    b'{"method": "org.gestured.Gestures.GetStatus", "more": 1}',
    b'{"method": "org.gestured.Gestures.GetStatus", "more": "true"}',
    b'{"method": "org.gestured.Gestures.GetStatus", "oneway": 0}',
    b'{"method": "org.gestured.Gestures.GetStatus", "parameters": []}',
    b'{"method": "org.gestured.Gestures.GetStatus", "parameters": "none"}',
    b'{"method": "org.gestured.Gestures.GetStatus\xff"}', b'{"\xc3\x28": 1}', b"\xff\xfe\xfd", bytes(range(1, 256)),
    b"[" * 10_000, b"[" * 10_000 + b"]" * 10_000, b'{"method":' * 5000, b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    b'{"method": "org.gestured.Gestures.GetStatus", "parameters": {"x": ' + b"[" * 10_000 + b"]" * 10_000 + b"}}",
], ids=lambda message: repr(message[:48]))
def test_what_is_no_call_closes_the_connection(message, service):
    with Client(service.socket) as client:
        client.send(message + b"\0" + STATUS)
        assert_closed(client)


@pytest.mark.parametrize(
    "method", ["", ".", "...", "x" * 60_000, "org.gestured.Gestures." + "\u0000" * 100, "é.\U0001f44b"],
    ids=lambda method: repr(method[:10]))
def test_a_strange_method_is_refused_by_its_name(method, service):
    with Client(service.socket) as client:
        reply = client.call(f"{GESTURES}.{method}")
        assert reply == {
            "error": f"org.varlink.service.{'MethodNotFound' if '.' not in method else 'InterfaceNotFound'}",
            "parameters": {"method": f"{GESTURES}.{method}"} if "." not in method
            else {"interface": f"{GESTURES}.{method}".rpartition(".")[0]}}


@pytest.mark.parametrize("number", [
    "1e400", "-1e400", "1e-400", "9" * 400, "-" + "9" * 400, "0." + "1" * 400, "1e18"], ids=lambda number: number[:6])
@pytest.mark.parametrize("parameters", [
    '{"thresholds": {"tapGap": %s}}', '{"gestures": [{"kind": "tap", "count": %s}]}'], ids=["threshold", "count"])
def test_a_number_that_is_out_of_range_is_refused(parameters, number, service):
    with Client(service.socket) as client:
        call = f'{{"method": "{GESTURES}.Subscribe", "more": true, "parameters": {parameters % number}}}'
        client.send(call.encode() + b"\0")
        assert client.receive()["error"] == "org.varlink.service.InvalidParameter"
        assert client.call("GetStatus")["parameters"]["subscriptions"] == 1


def test_a_call_that_wants_no_reply_gets_none(service):
    with Client(service.socket) as client:
        for method in (f"{GESTURES}.GetStatus", f"{GESTURES}.Subscribe", f"{GESTURES}.Wink",
                       "org.varlink.service.GetInfo", "org.example.Wink"):
            client.send({"method": method, "oneway": True})
        client.send({"method": f"{GESTURES}.Subscribe", "oneway": True, "more": True})
        assert client.call("GetStatus")["parameters"]["subscriptions"] == 1


# MARK: Limits


def send_all(client, data):
    """Sends what the service takes before it closes the connection."""
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        client.send(data)


def test_a_mebibyte_without_an_end_is_refused(service):
    with Client(service.socket) as client:
        send_all(client, b"x" * (1 << 20))
        assert client.receive() == {
            "error": f"{GESTURES}.LimitExceeded", "parameters": {"limit": "messageSize", "maximum": 65536}}
        assert_closed(client)


def test_a_mebibyte_of_garbage_with_ends_closes_the_connection(service):
    with Client(service.socket) as client:
        send_all(client, (b"x" * 1023 + b"\0") * 1024)
        assert_closed(client)


def test_a_call_as_large_as_the_limit_is_taken(serve):
    service = serve(configuration="[limits]\nmessage-size = 2048\n")
    with Client(service.socket) as client:
        client.send(STATUS[:-1] + b" " * (2048 - len(STATUS) + 1) + b"\0")
        assert client.receive()["parameters"]["clients"] == 2


def test_a_call_larger_than_the_limit_is_refused(serve):
    service = serve(configuration="[limits]\nmessage-size = 2048\n")
    with Client(service.socket) as client:
        client.send(STATUS[:-1] + b" " * (2048 - len(STATUS) + 2) + b"\0")
        assert client.receive()["parameters"] == {"limit": "messageSize", "maximum": 2048}
        assert_closed(client)


def test_more_connections_than_the_limit_are_refused_until_one_closes(serve):
    service = serve(configuration="[limits]\nconnections = 3\n")
    with Client(service.socket) as second, Client(service.socket) as third:
        assert second.call("GetStatus")["parameters"]["clients"] >= 2
        assert third.call("GetStatus")["parameters"]["clients"] == 3
        with Client(service.socket) as fourth:
            assert fourth.receive() == {
                "error": f"{GESTURES}.LimitExceeded", "parameters": {"limit": "connections", "maximum": 3}}
            assert_closed(fourth)
        assert third.call("GetStatus")["parameters"]["clients"] == 3
    until(lambda: service.status()["clients"] == 2, "there is room again")


# MARK: Clients that do not read


def test_a_client_that_does_not_read_is_told_and_dropped(serve):
    service = serve(configuration="[limits]\nqueue-size = 16384\n")
    with Client(service.socket) as client:
        client.subscribe()
        until(lambda: service.status()["droppedClients"] == 1, "it is dropped")
        replies = []
        while (reply := client.receive()) is not None:
            replies.append(reply)
    *events, last = replies
    assert last == {"error": f"{GESTURES}.LimitExceeded", "parameters": {"limit": "queueSize", "maximum": 16384}}
    # What did reach it is whole, and lacks its end alone.
    assert [reply["parameters"]["event"]["sequence"] for reply in events] == list(range(1, len(events) + 1))
    until(lambda: service.status()["clients"] == 2, "it is forgotten")


def test_a_client_that_never_reads_is_forgotten(serve):
    service = serve(configuration="[limits]\nqueue-size = 16384\n")
    with Client(service.socket) as client:
        client.subscribe()
        until(lambda: service.status()["droppedClients"] == 1, "it is dropped")
        until(lambda: service.status()["clients"] == 2, "it is closed")


def test_a_client_that_asks_and_does_not_read_waits_until_it_does(serve):
    service = serve(configuration="[limits]\nqueue-size = 16384\n")
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


def test_a_client_that_closes_while_events_flow_is_no_loss(service):
    for _ in range(8):
        with Client(service.socket) as client:
            client.subscribe()
            client.event()
    until(lambda: service.status()["subscriptions"] == 1, "they are forgotten")
    assert service.status()["droppedClients"] == 0


# MARK: What is left behind


def test_connections_leave_nothing_behind(service):
    def connect(times):
        for number in range(times):
            with Client(service.socket) as client:
                if number % 3 == 0:
                    client.send(STATUS)
                elif number % 3 == 1:
                    client.subscribe()

    connect(100)
    descriptors, memory = service.descriptors(clients=1), service.number("VmRSS")
    connect(500)
    assert service.descriptors(clients=1) == descriptors
    assert service.number("VmRSS") <= memory + 256


def test_descriptors_that_are_passed_are_not_kept(service):
    before = service.descriptors(clients=1)
    with Client(service.socket) as client, open("/dev/null") as null:
        for _ in range(20):
            socket.send_fds(client.socket, [STATUS], [null.fileno()] * 50)
            reply = client.receive()
            assert "parameters" in reply
        assert service.descriptors(clients=2) == before + 1


def test_without_descriptors_to_spare_clients_are_turned_away(service):
    used = service.descriptors(clients=1)
    resource.prlimit(service.process.pid, resource.RLIMIT_NOFILE, (used + 5, used + 5))
    clients = [Client(service.socket) for _ in range(30)]
    # Those that were accepted answer, the others are closed.
    answered = 0
    for client in clients:
        with contextlib.suppress(BrokenPipeError):
            client.send(STATUS)
        answered += client.receive() is not None
    assert 1 <= answered < 30
    for client in clients:
        client.close()
    until(lambda: service.status()["clients"] == 2, "there is room again")


def test_a_client_that_waits_for_nothing_costs_no_time(start):
    """Connections that are half closed, refused or idle do not keep the loop awake."""
    service = start(recording=evemu([]))
    with Client(service.socket) as idle, Client(service.socket) as half, Client(service.socket) as cut:
        idle.send(STATUS)
        half.send(STATUS[:10])
        cut.subscribe()
        cut.socket.shutdown(socket.SHUT_WR)
        assert idle.receive() is not None
        service.wait_for_log("the recording is over")
        before = service.number("voluntary_ctxt_switches") + service.number("nonvoluntary_ctxt_switches")
        time.sleep(1)
        assert service.number("voluntary_ctxt_switches") + service.number("nonvoluntary_ctxt_switches") == before
