"""More connections than the service accepts, and connections that leave nothing behind."""
import contextlib
import fcntl
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time

import pytest

from busy_service import BUSY, STATUS, Witness, assert_closed
from service import GESTURES, Client, until
from touches import evemu


def test_refuses_connections_above_the_limit_until_one_closes(start_busy_service):
    service = start_busy_service(configuration="[limits]\nconnections = 3\n")
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
    """The socket at a path that other users can reach, and users to connect as: two as root, otherwise only this one."""
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


def test_one_user_cannot_use_up_the_connections_of_others(start):
    service = start(recording=BUSY)
    with users_socket(service.socket) as (path, [one, *others]), contextlib.ExitStack() as stack:
        # Unless it is root, the user of the service needs one connection itself.
        room = 192 - (one == os.geteuid())
        with user(one):
            held = [stack.enter_context(Client(path)) for _ in range(room)]
        for client in held:
            # Half a call. The service must wait for the rest.
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
            # The limit per user does not apply to root.
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
def test_users_together_cannot_keep_root_out(start):
    service = start(configuration="[limits]\nconnections = 4\nconnections-per-user = 2\n")
    refused = {"error": f"{GESTURES}.LimitExceeded", "parameters": {"limit": "connections", "maximum": 4}}
    with users_socket(service.socket) as (path, users), contextlib.ExitStack() as stack:
        for uid in users:
            with user(uid):
                for _ in range(2):
                    stack.enter_context(Client(path))
        # Each user has a place, and no second one.
        with user(61184), Client(path) as client:
            assert client.call("GetStatus")["parameters"]["clients"] == 5
            with Client(path) as second:
                assert second.receive() == refused
                assert_closed(second)
        until(lambda: service.status()["clients"] == 5, "the place is free again")
        with contextlib.ExitStack() as own:
            clients = [own.enter_context(Client(path)) for _ in range(4)]
            assert clients[-1].call("GetStatus")["parameters"]["clients"] == 8
            with Client(path) as client:
                assert client.receive() == refused


def test_endless_connections_delay_no_touch(busy_service):
    """There are more connecting processes than processors, so there is always another connection to accept."""
    connect = """
import socket, sys
while True:
    client = socket.socket(socket.AF_UNIX)
    client.connect(sys.argv[1])
    client.close()
"""
    before = busy_service.status()["clients"]
    # Connects before the crowd, because later clients queue behind it.
    witness = Witness(busy_service.socket)
    with contextlib.ExitStack() as stack:
        for _ in range(2 * os.cpu_count()):
            process = stack.enter_context(subprocess.Popen([sys.executable, "-c", connect, busy_service.socket]))
            stack.callback(process.kill)
        for _ in range(5):
            witness.sees_more()
    witness.end()

    def forgotten():
        # While the backlog of the socket is full, connecting fails.
        with contextlib.suppress(BlockingIOError):
            return busy_service.status()["clients"] == before

    until(forgotten, "they are forgotten")


# MARK: Resources


@pytest.mark.slow
def test_connections_leave_nothing_behind(busy_service):
    def connect(times):
        for number in range(times):
            with Client(busy_service.socket) as client:
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
    descriptors, memory = busy_service.descriptors(clients=1), busy_service.number("VmRSS")
    connect(10_000)
    assert busy_service.descriptors(clients=1) == descriptors
    assert busy_service.number("VmRSS") <= memory + 256


def queued(stream):
    """Returns how many bytes the service has not read yet."""
    return struct.unpack("i", fcntl.ioctl(stream, termios.TIOCOUTQ, bytes(4)))[0]


def test_closes_descriptors_that_clients_pass(busy_service):
    before = busy_service.descriptors(clients=1)
    with Client(busy_service.socket) as client, open("/dev/null") as null:
        for _ in range(20):
            # The kernel passes at most this many with one message.
            socket.send_fds(client.socket, [STATUS], [null.fileno()] * 253)
            reply = client.receive()
            assert "parameters" in reply
        client.subscribe()
        for _ in range(20):
            socket.send_fds(client.socket, [b"x"], [null.fileno()] * 253)
        until(lambda: not queued(client.socket), "all is read")
        assert busy_service.descriptors(clients=2) == before + 1


@pytest.mark.parametrize("is_read", [True, False], ids=["read", "unread"])
def test_a_descriptor_that_takes_long_to_close_makes_nobody_wait(is_read, busy_service):
    """The kernel closes a TCP connection with SO_LINGER when its other end has read everything, or here after a minute."""
    with socket.create_server(("127.0.0.1", 0)) as server, Client(busy_service.socket) as other:
        near = socket.create_connection(server.getsockname())
        far, _ = server.accept()
        near.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                near.send(bytes(1 << 16))
        near.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 60))
        client = Client(busy_service.socket)
        busy_service.suspend()
        socket.send_fds(client.socket, [b"{"], [near.fileno()])
        # The service has the last one.
        near.close()
        if not is_read:
            client.close()
        busy_service.process.send_signal(signal.SIGCONT)
        for _ in range(3):
            assert other.call("GetStatus")["parameters"]["clients"] >= 1
        client.close()
        assert other.call("GetStatus")["parameters"]["clients"] >= 1
        far.close()


def test_few_clients_wait_to_be_accepted(busy_service):
    """In a long queue, those of one user would keep the others waiting."""
    busy_service.suspend()
    waiting = 0
    with contextlib.ExitStack() as clients, contextlib.suppress(BlockingIOError):
        while waiting < 1000:
            client = clients.enter_context(socket.socket(socket.AF_UNIX))
            client.setblocking(False)
            client.connect(str(busy_service.socket))
            waiting += 1
    busy_service.process.send_signal(signal.SIGCONT)
    assert 0 < waiting <= 80


def test_without_spare_descriptors_clients_are_refused(busy_service):
    used = busy_service.descriptors(clients=1)
    resource.prlimit(busy_service.process.pid, resource.RLIMIT_NOFILE, (used + 5, used + 5))
    clients = [Client(busy_service.socket) for _ in range(30)]
    # Accepted connections get a reply, the others are closed.
    answered = 0
    for client in clients:
        with contextlib.suppress(BrokenPipeError):
            client.send(STATUS)
        answered += client.receive() is not None
    assert 1 <= answered < 30
    for client in clients:
        client.close()

    def has_room():
        # Refused as long as the service has not closed its ends of the connections.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError), Client(busy_service.socket) as client:
            reply = client.call("GetStatus")
            return reply is not None and reply["parameters"]["clients"] == 2

    until(has_room, "there is room again")


def test_idle_and_half_closed_connections_cost_no_time(start):
    """Connections that are half closed, refused or idle do not keep the loop awake."""
    service = start(recording=evemu([]))
    with Client(service.socket) as idle, Client(service.socket) as half, Client(service.socket) as cut:
        idle.send(STATUS)
        half.send(STATUS[:10])
        cut.subscribe()
        cut.socket.shutdown(socket.SHUT_WR)
        assert idle.receive() is not None
        service.wait_for_log("the recording is over")
        before = service.wakeups()
        time.sleep(1)
        assert service.wakeups() == before
