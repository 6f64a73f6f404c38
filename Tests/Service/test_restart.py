"""Clients of a service that is killed and started again."""
import contextlib
import json
import os
import signal
import socket
import subprocess
import threading

import pytest

from service import Client, until
from touches import drag, evemu, tap

# A tap, then a finger that moves for a minute, so that a drag is open whenever the service ends.
DRAGGING = evemu(tap(0) + drag(400, (200, 500), (1500, 500), 60_000))


class Monitor:
    """gesturectl monitor. Collects its lines in `output` and `errors`."""

    def __init__(self, gesturectl, path, *options):
        self.process = subprocess.Popen(
            [gesturectl, "--socket", path, "monitor", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.output, self.errors = [], []
        self.readers = [
            threading.Thread(target=self.read, args=pair, daemon=True)
            for pair in ((self.process.stdout, self.output), (self.process.stderr, self.errors))]
        for reader in self.readers:
            reader.start()

    @staticmethod
    def read(pipe, lines):
        for line in pipe:
            lines.append(line)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.end()

    def end(self):
        """Waits until the process ends and returns its exit status."""
        status = self.process.wait(10)
        for reader in self.readers:
            reader.join()
        self.process.stdout.close()
        self.process.stderr.close()
        return status

    def wait_for(self, lines, count):
        until(lambda: len(lines) >= count, f"{count} lines, have {lines}", 20)


def test_a_returning_client_gets_the_current_state_and_events_from_1_on(start):
    service = start("--loop", recording=DRAGGING)
    instances = []
    for _ in range(3):
        with Client(service.socket) as client:
            instances.append(client.subscribe(phases=["possible", "began", "ended"])["instance"])
            events = client.events(3)
            assert [event["sequence"] for event in events] == [1, 2, 3] and events[0]["gesture"] == 1
            service.kill()
            # The connection closes without cancelling the open gesture.
            while (reply := client.receive()) is not None:
                assert reply["parameters"]["event"]["phase"] != "cancelled"
        service.launch()
    assert len(set(instances)) == 3


def test_monitor_reconnects_after_each_restart(start, gesturectl):
    service = start("--loop", recording=DRAGGING)
    with Monitor(gesturectl, service.socket, "--json", "--reconnect", "--phases", "began", "--gestures", "press") as monitor:
        for run in range(1, 4):
            monitor.wait_for(monitor.output, run)
            service.kill()
            monitor.wait_for(monitor.errors, 2 * run - 1)
            service.launch()
        monitor.wait_for(monitor.errors, 6)
        assert monitor.process.poll() is None
    lost = f"gesturectl: disconnected: {service.socket}: the service closed the connection\n"
    assert monitor.errors == [lost, "gesturectl: connected again\n"] * 3
    assert [json.loads(line)["sequence"] for line in monitor.output[:3]] == [1, 1, 1]


def test_monitor_prints_the_state_again_after_a_restart(start, gesturectl):
    service = start(recording=DRAGGING)
    with Monitor(gesturectl, service.socket, "--reconnect", "--gestures", "tap:5") as monitor:
        monitor.wait_for(monitor.output, 1)
        service.kill()
        service.launch()
        monitor.wait_for(monitor.output, 2)
    assert monitor.output == ["watching Phone\n"] * 2


def test_monitor_waits_for_a_service_that_is_not_running_yet(start, gesturectl, tmp_path):
    path = tmp_path / "service0" / "socket"
    with Monitor(gesturectl, path, "--reconnect", "--json", "--count", "1") as monitor:
        monitor.wait_for(monitor.errors, 1)
        assert "no service is listening" in monitor.errors[0]
        start(recording=DRAGGING)
        assert monitor.end() == 0
    assert len(monitor.output) == 1 and monitor.errors[1:] == ["gesturectl: connected\n"]


def test_count_and_timeout_continue_across_restarts(start, gesturectl, run_gesturectl, tmp_path):
    service = start(recording=evemu(tap(0)))
    with Monitor(gesturectl, service.socket, "--json", "--reconnect", "--count", "2", "--gestures", "tap") as monitor:
        monitor.wait_for(monitor.output, 1)
        service.kill()
        service.launch()
        assert monitor.end() == 0
    assert len(monitor.output) == 2
    ended = run_gesturectl("--socket", tmp_path / "none", "monitor", "--reconnect", "--timeout", "1")
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (0, "", 1)


@pytest.mark.parametrize("name, parameters, status", [
    ("org.varlink.service.PermissionDenied", {}, 1),
    ("org.varlink.service.InvalidParameter", {"parameter": "gestures", "expected": "gestures"}, 2),
    ("org.gestured.Gestures.LimitExceeded", {"limit": "messageSize", "maximum": 1}, 1),
    ("org.gestured.Gestures.LimitExceeded", {"limit": "values", "maximum": 1}, 1),
    ("org.gestured.Gestures.LimitExceeded", {"limit": "connections", "maximum": 1}, None),
    ("org.gestured.Gestures.LimitExceeded", {"limit": "connectionsPerUser", "maximum": 1}, None),
    ("org.gestured.Gestures.LimitExceeded", {"limit": "queueSize", "maximum": 1}, None),
])
def test_monitor_retries_only_after_temporary_errors(name, parameters, status, gesturectl, tmp_path):
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
        listener.listen()
        listener.settimeout(10)
        with Monitor(gesturectl, tmp_path / "socket", "--reconnect") as monitor:
            for _ in range(1 if status else 3):
                with listener.accept()[0] as client:
                    assert client.recv(65536)
                    client.sendall(json.dumps({"error": name, "parameters": parameters}).encode() + b"\0")
            if status:
                assert monitor.end() == status
                assert len(monitor.errors) == 1 and "disconnected" not in monitor.errors[0]
            else:
                assert monitor.process.poll() is None
                assert len(monitor.errors) == 1 and "disconnected" in monitor.errors[0]


@contextlib.contextmanager
def held_socket(gestured, path):
    """Listens on a socket as systemd does, and yields a function that starts a service on it."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(128)

        def launch():
            def take_socket():
                os.dup2(listener.fileno(), 3)
                os.environ["LISTEN_PID"], os.environ["LISTEN_FDS"] = str(os.getpid()), "1"

            (path.parent / "recording.evemu").write_text(DRAGGING)
            (path.parent / "gestured.conf").write_text("")
            return subprocess.Popen(
                [gestured, "--config", path.parent / "gestured.conf", "--recording", path.parent / "recording.evemu", "--loop"],
                preexec_fn=take_socket, pass_fds=[3], stderr=subprocess.DEVNULL)

        yield launch


def test_no_connection_is_lost_on_a_socket_of_systemd(gestured, tmp_path):
    path = tmp_path / "socket"
    with held_socket(gestured, path) as launch, contextlib.ExitStack() as stack:
        process = launch()
        try:
            for _ in range(3):
                first = stack.enter_context(Client(path))
                before = first.subscribe()["instance"]
                process.send_signal(signal.SIGSTOP)
                # Some connect before the service dies, and others while none is running.
                waiting = [stack.enter_context(Client(path)) for _ in range(20)]
                process.kill()
                process.wait(10)
                waiting += [stack.enter_context(Client(path)) for _ in range(20)]
                for client in waiting:
                    client.send({"method": "org.gestured.Gestures.Subscribe", "more": True})
                process = launch()
                states = [client.receive()["parameters"]["state"] for client in waiting]
                assert {state["instance"] for state in states} != {before} and len({s["instance"] for s in states}) == 1
                assert all(client.event()["sequence"] == 1 for client in waiting)
                for client in waiting:
                    client.close()
        finally:
            process.kill()
            process.wait(10)
