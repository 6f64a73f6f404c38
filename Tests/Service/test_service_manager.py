"""The protocol between the service and systemd: sd_notify(3), sd_watchdog_enabled(3) and sd_listen_fds(3)."""
import os
import re
import signal
import socket
import subprocess

import pytest

from service import Client
from touches import evemu, tap

RECORDING = evemu(tap(0))


class Manager:
    """systemd's end of the notification socket."""

    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.settimeout(10)
        self.socket.bind(address)

    def next(self):
        return self.socket.recv(4096).decode()

    def next_but(self, message):
        """Returns the next message other than `message`."""
        while (received := self.next()) == message:
            pass
        return received


@pytest.fixture(params=["a path", "an abstract address"])
def manager(request, tmp_path):
    name = f"{tmp_path}/notify"
    manager = Manager(name if request.param == "a path" else f"\0{name}")
    manager.address = name if request.param == "a path" else f"@{name}"
    yield manager
    manager.socket.close()


def test_reports_its_state(start, manager):
    service = start(recording=RECORDING, environment={"NOTIFY_SOCKET": manager.address})
    assert manager.next() == "READY=1\nSTATUS=Recognizing gestures"
    service.process.send_signal(signal.SIGHUP)
    assert re.fullmatch(r"RELOADING=1\nMONOTONIC_USEC=\d+", manager.next())
    assert manager.next() == "READY=1\nSTATUS=Recognizing gestures"
    service.stop()
    assert manager.next() == "STOPPING=1"


def test_sends_a_keep_alive_twice_per_watchdog_interval(start, manager):
    service = start(recording=RECORDING, environment={"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "20000"})
    assert manager.next_but("WATCHDOG=1") == "READY=1\nSTATUS=Recognizing gestures"
    for _ in range(5):
        assert manager.next() == "WATCHDOG=1"
    # A service that hangs sends none. Earlier messages are read first.
    service.suspend()
    manager.socket.settimeout(0.5)
    with pytest.raises(TimeoutError):
        for _ in range(1000):
            manager.next()
    service.process.send_signal(signal.SIGCONT)
    manager.socket.settimeout(10)
    assert manager.next() == "WATCHDOG=1"


@pytest.mark.parametrize("environment", [
    {"WATCHDOG_USEC": "20000", "WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "-1"}, {"WATCHDOG_USEC": "soon"},
    {"WATCHDOG_USEC": "99999999999999999999"}])
def test_sends_no_keep_alive_without_a_watchdog_for_this_process(start, manager, environment):
    service = start(recording=RECORDING, environment={"NOTIFY_SOCKET": manager.address, **environment})
    assert manager.next().startswith("READY=1")
    # A keep-alive every 10 ms would be sent before these calls are answered.
    for _ in range(10):
        service.status()
    service.stop()
    assert manager.next() == "STOPPING=1"


def test_a_manager_that_does_not_read_blocks_nothing(start, manager):
    service = start(recording=RECORDING, environment={"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "2000"})
    # Keep-alives fill the queue of the manager, and the service continues to answer.
    for _ in range(2000):
        assert service.status()["version"]
    service.process.send_signal(signal.SIGHUP)
    service.wait_for_log("the configuration is reloaded")


@pytest.mark.parametrize("address", ["", "notify", "@", "/" + "n" * 120, "/nowhere/notify", "vsock:2:1234"])
def test_ignores_an_unusable_address(start, address):
    assert start(recording=RECORDING, environment={"NOTIFY_SOCKET": address}).status()["version"]


def run_with_descriptors(gestured, folder, sockets, pid=None, count=None):
    """Starts the service with passed sockets, as systemd does."""
    (folder / "gestured.conf").write_text("")
    (folder / "recording.evemu").write_text(RECORDING)

    def pass_sockets():
        for number, passed in enumerate(sockets):
            os.dup2(passed.fileno(), 3 + number)
        os.environ["LISTEN_PID"] = pid or str(os.getpid())
        os.environ["LISTEN_FDS"] = count or str(len(sockets))
        os.environ["LISTEN_FDNAMES"] = ":".join(f"socket{number}" for number in range(len(sockets)))

    return subprocess.Popen(
        [gestured, "--config", folder / "gestured.conf", "--recording", folder / "recording.evemu"],
        preexec_fn=pass_sockets, pass_fds=range(3, 3 + len(sockets)), stderr=subprocess.PIPE, text=True)


def listening(path):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen()
    return listener


def test_uses_a_passed_socket_and_does_not_pass_it_on(gestured, tmp_path):
    with listening(tmp_path / "socket") as listener:
        process = run_with_descriptors(gestured, tmp_path, [listener])
        try:
            with Client(tmp_path / "socket") as client:
                assert client.call("GetStatus")["parameters"]["version"]
            flags = open(f"/proc/{process.pid}/fdinfo/3").read()
            assert int(re.search(r"flags:\s*(\d+)", flags)[1], 8) & os.O_CLOEXEC
        finally:
            process.terminate()
            process.communicate(timeout=10)


@pytest.mark.parametrize("what", [
    "two sockets", "a datagram socket", "a socket that does not listen", "too large a number", "no number"])
def test_rejects_anything_but_one_listening_stream_socket_by_name(gestured, tmp_path, what):
    with listening(tmp_path / "one") as one, listening(tmp_path / "two") as two, \
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagram, socket.socket(socket.AF_UNIX) as idle:
        sockets, count = {
            "two sockets": ([one, two], None), "a datagram socket": ([datagram], None),
            "a socket that does not listen": ([idle], None), "too large a number": ([one], "2147483647"),
            "no number": ([one], "one"),
        }[what]
        process = run_with_descriptors(gestured, tmp_path, sockets, count=count)
        _, errors = process.communicate(timeout=10)
        assert process.returncode == 1
        assert "instead of one listening Unix stream socket" in errors and "socket0" in errors


@pytest.mark.parametrize("pid", ["1", "x", "-1"])
def test_ignores_descriptors_for_another_process(gestured, tmp_path, pid):
    with listening(tmp_path / "socket") as listener:
        process = run_with_descriptors(gestured, tmp_path, [listener], pid=pid)
        # The service falls back to its default path, which does not exist here.
        _, errors = process.communicate(timeout=10)
        assert process.returncode == 1 and "/run/gestured/gestured.sock" in errors
