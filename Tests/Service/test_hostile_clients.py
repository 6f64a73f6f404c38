"""What one client does, by mistake or ill will, that no other may notice."""
import contextlib
import fcntl
import json
import os
import resource
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time

import pytest

from events import assert_stream
from service import GESTURES, Client, until
from touches import circles, evemu, tap

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
        assert_stream(witness.events, replayed(BUSY)[:witness.events[-1]["sequence"]])


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
        numbers = [event["sequence"] for event in client.events(50)]
        assert numbers == sorted(set(numbers)) and numbers[0] == 1


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
    b"[" * 8_000, b"[" * 8_000 + b"]" * 8_000, b'{"method":' * 5000, b'{"a":' * 8_000 + b"1" + b"}" * 8_000,
    b'{"method": "org.gestured.Gestures.GetStatus", "parameters": {"x": ' + b"[" * 8_000 + b"]" * 8_000 + b"}}",
    b'{"method": "org.gestured.Gestures.GetStatus", "parameters": {"x": NaN}}',
    b'{"method": "org.gestured.Gestures.GetStatus", "parameters": {"x": [-Infinity]}}',
    b'{"method\\u0000": "org.gestured.Gestures.GetStatus"}',
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
            "error": f"{GESTURES}.LimitExceeded", "parameters": {"limit": "messageSize", "maximum": 131072}}
        assert_closed(client)


def test_a_mebibyte_of_garbage_with_ends_closes_the_connection(service):
    with Client(service.socket) as client:
        send_all(client, (b"x" * 1023 + b"\0") * 1024)
        assert_closed(client)


@pytest.mark.slow
def test_a_gibibyte_takes_no_memory(service):
    """As much of it on each connection as the service takes."""
    peak, sent = service.number("VmHWM"), 0
    while sent < 1 << 30:
        with Client(service.socket) as client, contextlib.suppress(BrokenPipeError, ConnectionResetError):
            while True:
                sent += client.socket.send(b"x" * (1 << 20))
    assert service.number("VmHWM") <= peak + 1024


@pytest.mark.parametrize("value, count", [(b"{}", 4094), (b"[]", 4094), (b"1", 8189), (b'""', 8189)],
                         ids=["objects", "arrays", "numbers", "strings"])
def test_values_without_end_are_refused_before_they_take_time_and_memory(value, count, service):
    def call(values):
        return b'{"method": "org.gestured.Gestures.GetStatus", "parameters": {"x": [%s]}}\0' % b",".join([value] * values)

    with Client(service.socket) as client:
        memory = service.number("VmRSS")
        for _ in range(20):
            client.send(call(count))
            assert "version" in client.receive()["parameters"]
        assert service.number("VmHWM") <= memory + 16 * 1024
        client.send(call(count + 1))
        assert client.receive()["parameters"] == {"limit": "values", "maximum": 8192}
        assert_closed(client)


def test_a_million_regions_are_refused(start):
    regions = b'{"method": "%s", "more": true, "parameters": {"subscription": "x", "regions": [' + b"0," * 999_999 + b"0]}}\0"
    with Client(start().socket) as client:
        send_all(client, regions % b"org.gestured.Gestures.Subscribe")
        assert client.receive()["parameters"] == {"limit": "messageSize", "maximum": 131_072}
        assert_closed(client)
    with Client(start(configuration="[limits]\nmessage-size = 16777216\n").socket) as client:
        send_all(client, regions % b"org.gestured.Gestures.SetRegions")
        assert client.receive()["parameters"] == {"limit": "values", "maximum": 8192}
        assert_closed(client)


@pytest.mark.parametrize("configuration, limit", [("", 256), ("[limits]\nregions = 3\n", 3), ("[limits]\nregions = 300\n", 300)])
def test_there_may_be_as_many_regions_as_the_limit(configuration, limit, serve):
    def regions(count):
        """Each says all that a region may say, its gestures too, as Python writes it."""
        name = "n" * 60
        return [{"name": f"{name}{number:04}", "rectangle": {"x": 1 / 3, "y": 1 / 7, "width": 1 / 3, "height": 1 / 7},
                 **({"parent": f"{name}0000"} if number else {}), "mask": "subviews", "tracking": "reenter", "enabled": False,
                 "slop": 12.5, "suppressesTapWhileCoasting": True, "gestures": [{"kind": "tap"}]}
                for number in range(count)]

    service = serve(configuration=configuration)
    with Client(service.socket) as client, Client(service.socket) as other:
        refused = {"error": f"{GESTURES}.LimitExceeded", "parameters": {"limit": "regions", "maximum": limit}}
        if limit < 300:
            assert client.call("Subscribe", {"regions": regions(limit + 1)}, more=True) == refused
        name = client.subscribe(regions=regions(min(limit, 256)))["subscription"]
        assert other.call("SetRegions", {"subscription": name, "regions": [{}] * (limit + 1)}) == refused
        assert other.call("SetRegions", {"subscription": name, "regions": regions(min(limit, 256))}) == {"parameters": {}}


@pytest.mark.parametrize("depth", [5, 12, 13, 14, 15, 16, 100, 4000])
def test_compositions_in_compositions_are_taken_or_refused(depth, service):
    inner = b'{"sequence": [' * depth + b'{"kind": "tap"}' + b"]}" * depth
    with Client(service.socket) as client:
        client.send(
            b'{"method": "org.gestured.Gestures.Subscribe", "more": true, "parameters": {"gestures": [' + inner + b"]}}\0")
        reply = client.receive()
        assert reply is None or "state" in reply["parameters"] or reply["error"] == "org.varlink.service.InvalidParameter"


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


@contextlib.contextmanager
def users_socket(path):
    """A service's socket where other users can reach it, and users that may: two where this is root, else none but this."""
    if os.geteuid() != 0:
        yield path, [os.geteuid()]
        return
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        os.link(path, f"{folder}/socket")
        os.chmod(path, 0o666)
        yield f"{folder}/socket", [65533, 65534]


@contextlib.contextmanager
def user(uid):
    before = os.geteuid()
    if uid != before:
        os.seteuid(uid)
    try:
        yield
    finally:
        if uid != before:
            os.seteuid(before)


def test_a_user_who_takes_all_connections_there_are_keeps_nobody_else_out(start):
    service = start(recording=BUSY)
    with users_socket(service.socket) as (path, [one, *others]), contextlib.ExitStack() as stack:
        # The service's user asks too, where that is not root.
        room = 192 - (one == os.geteuid())
        with user(one):
            held = [stack.enter_context(Client(path)) for _ in range(room)]
        for client in held:
            # Half a call: it may come as slowly as it likes.
            client.send(STATUS[:20])
        descriptors = service.descriptors(clients=room)
        for _ in range(300):
            with user(one), Client(path) as client:
                assert client.receive() == {
                    "error": f"{GESTURES}.LimitExceeded", "parameters": {"limit": "connectionsPerUser", "maximum": 192}}
                assert_closed(client)
            if not others:
                break
        for other in others:
            with user(other), Client(path) as client:
                client.subscribe()
                client.events(10)
        if others:
            # Root is held to no number of one user.
            clients = [stack.enter_context(Client(service.socket)) for _ in range(256 - room)]
            assert clients[-1].call("GetStatus")["parameters"]["clients"] == 256
            status = clients[0].call("GetStatus")["parameters"]
            assert status["refusedClients"] == 300
            for client in clients:
                client.close()
        assert service.descriptors(clients=room) == descriptors
        for byte in STATUS[20:]:
            for client in held:
                client.send(bytes([byte]))
        for client in held:
            assert client.receive()["parameters"]["clients"] >= room


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be several users")
def test_users_who_take_all_connections_together_do_not_keep_root_out(start):
    service = start(configuration="[limits]\nconnections = 4\nconnections-per-user = 2\n")
    refused = {"error": f"{GESTURES}.LimitExceeded", "parameters": {"limit": "connections", "maximum": 4}}
    with users_socket(service.socket) as (path, users), contextlib.ExitStack() as stack:
        for uid in users:
            with user(uid):
                for _ in range(2):
                    stack.enter_context(Client(path))
        with user(65532), Client(path) as client:
            assert client.receive() == refused
        with contextlib.ExitStack() as own:
            clients = [own.enter_context(Client(path)) for _ in range(4)]
            assert clients[-1].call("GetStatus")["parameters"]["clients"] == 8
            with Client(path) as client:
                assert client.receive() == refused


def test_a_crowd_that_connects_without_end_keeps_no_touch_waiting(service):
    """With as many processes as the machine runs at once, so that there is always one more to accept."""
    connect = """
import socket, sys
while True:
    client = socket.socket(socket.AF_UNIX)
    client.connect(sys.argv[1])
    client.close()
"""
    before = service.status()["clients"]
    # Here before them: who comes later waits in their row.
    witness = Witness(service.socket)
    with contextlib.ExitStack() as stack:
        for _ in range(2 * os.cpu_count()):
            process = stack.enter_context(subprocess.Popen([sys.executable, "-c", connect, service.socket]))
            stack.callback(process.kill)
        for _ in range(5):
            witness.sees_more()
    witness.end()

    def forgotten():
        # As long as their row is full, nobody else gets into it.
        with contextlib.suppress(BlockingIOError):
            return service.status()["clients"] == before

    until(forgotten, "they are forgotten")


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
    # What did reach it is whole, and in order.
    numbers = [reply["parameters"]["event"]["sequence"] for reply in events]
    assert numbers == sorted(set(numbers)) and numbers[0] == 1
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


@pytest.mark.slow
def test_connections_leave_nothing_behind(service):
    def connect(times):
        for number in range(times):
            with Client(service.socket) as client:
                match number % 8:
                    case 0:  # before it calls
                        pass
                    case 1:  # in the middle of a call
                        client.send(STATUS[:30])
                    case 2:  # before the reply
                        client.send(STATUS)
                    case 3:
                        client.send(STATUS)
                        client.receive()
                    case 4:
                        client.subscribe()
                    case 5:  # in the middle of a message
                        client.send({"method": f"{GESTURES}.Subscribe", "more": True})
                        client.socket.recv(1)
                    case 6 if number % 1000 == 6:  # in the middle of an event, which may be half a second away
                        client.subscribe()
                        client.socket.recv(1)
                    case 6:
                        client.send({"method": f"{GESTURES}.Subscribe", "more": True})
                    case 7:
                        client.send(b"hello\0")

    connect(1000)
    descriptors, memory = service.descriptors(clients=1), service.number("VmRSS")
    connect(10_000)
    assert service.descriptors(clients=1) == descriptors
    assert service.number("VmRSS") <= memory + 256


def queued(stream):
    """How many bytes the service has not read yet."""
    return struct.unpack("i", fcntl.ioctl(stream, termios.TIOCOUTQ, bytes(4)))[0]


def test_descriptors_that_are_passed_are_not_kept(service):
    before = service.descriptors(clients=1)
    with Client(service.socket) as client, open("/dev/null") as null:
        for _ in range(20):
            # As many as the kernel passes with one message.
            socket.send_fds(client.socket, [STATUS], [null.fileno()] * 253)
            reply = client.receive()
            assert "parameters" in reply
        client.subscribe()
        for _ in range(20):
            socket.send_fds(client.socket, [b"x"], [null.fileno()] * 253)
        until(lambda: not queued(client.socket), "all is read")
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
