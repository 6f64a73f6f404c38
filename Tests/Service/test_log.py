"""The log on standard error, if that is not the journal."""
import os
import re
import subprocess

import pytest

from service import GESTURES, CONTROL, Client, Service, until
from touches import evemu, tap

ME = f"client pid {os.getpid()} uid {os.getuid()}"


def lines(service, *words):
    return [line for line in service.log().splitlines() if all(word in line for word in words)]


def refuse(service):
    with Client(service.socket) as client:
        client.send(b"wink\0")
        assert client.receive()["error"] == f"{GESTURES}.InvalidMessage"
        assert client.receive() is None


@pytest.fixture
def service(start):
    return start(recording=evemu(tap(0)), configuration="[limits]\nconnections = 2\nmessage-size = 4096\n")


def test_names_a_refused_client_and_the_reason(service):
    refuse(service)
    with Client(service.socket) as client:
        client.send(b" " * 5000 + b"\0")
        assert client.receive()["parameters"]["limit"] == "messageSize"
    with Client(service.socket) as first, Client(service.socket) as second, Client(service.socket) as third:
        assert third.receive()["parameters"]["limit"] == "connections"
        assert [client.call("GetStatus").keys() for client in (first, second)] == [{"parameters"}] * 2
    for reason in (
        "sent an invalid Varlink message: disconnected", "refused: the limit messageSize of 4096 is reached",
        "refused: the limit connections of 2 is reached",
    ):
        assert lines(service, reason) == [f"gestured: {ME}: {reason}"]


def test_names_the_client_of_a_control_call(service):
    with Client(service.socket) as client:
        assert client.call(f"{CONTROL}.Lock", {"seconds": 60}).keys() == {"parameters"}
        assert client.call(f"{CONTROL}.Unlock").keys() == {"parameters"}
        # Refused calls are not logged as called.
        assert "error" in client.call(f"{CONTROL}.Pulse", {"count": 11})
        assert "error" in client.call(f"{CONTROL}.\n<3>Wink")
    assert lines(service, ME) == [f"gestured: {ME}: called {CONTROL}.Lock", f"gestured: {ME}: called {CONTROL}.Unlock"]


def test_names_the_client_that_pauses_resumes_or_unlocks(start):
    running = start()
    for method in "Pause", "Resume", "Unlock":
        running.control(method)
        assert f"client pid {os.getpid()} uid {os.getuid()}: called {CONTROL}.{method}\n" in running.log()


def test_subscriptions_and_queries_are_not_logged(service):
    before = service.log()
    with Client(service.socket) as client:
        client.subscribe(phases=["began"])
        with Client(service.socket) as other:
            assert "error" in other.call("Wink") and "error" in other.call("Subscribe", {"gestures": 1}, more=True)
            assert "parameters" in other.call("GetStatus")
    until(lambda: service.status()["clients"] == 1, "they are gone")
    assert service.log() == before


@pytest.mark.parametrize("count, suppressed", [(10, []), (11, ["1"]), (500, ["490"])])
def test_repeated_messages_are_limited_to_ten_and_counted(count, suppressed, service):
    for _ in range(count):
        refuse(service)
    assert len(lines(service, "an invalid Varlink message: disconnected")) == 10
    assert service.stop() == 0
    left_out = lines(service, "suppressed")
    assert [re.fullmatch(f"gestured: {ME}: sent .*: (.*) similar messages suppressed", line)[1] for line in left_out] == suppressed
    assert service.log().splitlines()[-1] == "gestured: stopping"


def test_other_messages_are_not_suppressed_with_them(service):
    for _ in range(30):
        refuse(service)
    with Client(service.socket) as client:
        assert client.call(f"{CONTROL}.Unlock").keys() == {"parameters"}
    assert len(lines(service, f"called {CONTROL}.Unlock")) == 1


def test_an_unread_log_blocks_nothing(gestured, tmp_path):
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while os.write(writer, b"x" * 4096):
            pass
    except BlockingIOError:
        pass
    os.set_blocking(writer, True)

    class Unread(Service):
        """A service whose standard error is a full pipe."""
        def launch(self):
            self.log_path.write_text("")
            self.process = subprocess.Popen(self.command, stderr=writer, env=self.environment)
            until(self.answers, "gestured listens")

    with Unread(gestured, tmp_path, recording=evemu(tap(0))) as service:
        refuse(service)
        assert service.status()["clients"] == 1
        assert service.stop() == 0
        service.launch()
    os.close(reader)
    os.close(writer)
