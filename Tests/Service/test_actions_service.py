"""gesturectl actions and its connection to the service, from the start to the end."""
import contextlib
import json
import signal
import socket
import subprocess
import threading

import pytest

from actions import appends, lines, run_actions, tapped
from service import until
from touches import drag, evemu, tap

TAPS = evemu(tap(0), lead=300)


def test_gestures_go_on_after_the_service_has_restarted(tapped, run_actions, tmp_path):
    service, tap_once = tapped
    actions = run_actions(service, f"[actions]\ntap = {appends(tmp_path / 'out')}\n")
    for count in 1, 2, 3:
        actions.wait_until_connected(count)
        tap_once()
        until(lambda: len(lines(tmp_path / "out")) == count, "the binding runs")
        service.kill()
        actions.wait_for_log("gesturectl: disconnected: ", count)
        service.launch()


def test_it_waits_for_a_service_that_is_not_running_and_says_so_once(start, run_actions, tmp_path):
    actions = run_actions(tmp_path / "service0" / "socket", f"[actions]\ntap = {appends(tmp_path / 'out')}\n")
    actions.wait_for_log("no service is listening")
    start(recording=TAPS)
    until(lambda: lines(tmp_path / "out"), "the binding runs")
    assert actions.log().count("\n") == 2, actions.log()
    assert actions.log().count("disconnected") == 1
    assert f"connected; 1 gesture bound in {actions.file}" in actions.log()


class FakeService(threading.Thread):
    """Sends the replies that `script` returns for the parameters of each subscription, and has no devices."""

    def __init__(self, path, script):
        super().__init__(daemon=True)
        self.script, self.listener = script, socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.join(10)
        self.listener.close()

    def run(self):
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=self.answer, args=[self.listener.accept()[0]], daemon=True).start()

    def answer(self, client):
        with client, contextlib.suppress(OSError):
            call = b""
            while not call.endswith(b"\0"):
                call += client.recv(65536)
            call = json.loads(call[:-1])
            replies = self.script(call["parameters"]) if call.get("more") else [{"parameters": {"devices": []}}]
            client.sendall(b"".join(json.dumps(reply).encode() + b"\0" for reply in replies))
            while client.recv(65536):
                pass


STATE = {"parameters": {"state": {"devices": []}}, "continues": True}


def swipes(parameters, count):
    """The state, a reply that only later versions know, and events of the gestures of a subscription in turn."""
    names = [gesture["name"] for gesture in parameters["gestures"]]
    yield STATE
    yield {"continues": True, "parameters": {"later": 1}}
    for number in range(1, count + 1):
        yield {"continues": True, "parameters": {"event": {
            "sequence": number, "gesture": number, "kind": "swipe", "phase": "ended", "time": number, "device": "a",
            "fingers": 3, "direction": "left", "name": names[number % len(names)]}}}


@pytest.mark.parametrize("count", [1, 63, 64, 65, 129, 200])
def test_events_that_come_at_once_all_count(count, run_actions, tmp_path):
    with FakeService(tmp_path / "socket", lambda parameters: swipes(parameters, count)):
        actions = run_actions(tmp_path / "socket", f"[actions]\nswipe left 3 = {appends(tmp_path / 'out')}\n")
        until(lambda: len(lines(tmp_path / "out")) == count, f"{count} runs")
    assert actions.end() == 0


@pytest.mark.slow
def test_ten_thousand_gestures_at_the_highest_rate(run_actions, tmp_path):
    directions = ["up", "down", "left", "right", "up-left"]
    outs = [tmp_path / direction for direction in directions]
    done = tmp_path / "done"
    with FakeService(tmp_path / "socket", lambda parameters: swipes(parameters, 10_000)):
        text = "".join(f"swipe {direction} 3 = {appends(out)}\n" for direction, out in zip(directions, outs))
        actions = run_actions(tmp_path / "socket", f"[actions]\n{text}")
        numbers = []

        def is_over():
            numbers.append(len(actions.children()))
            return all(out.exists() and out.stat().st_size == 2000 * len("x\n") for out in outs)

        until(is_over, "all commands have run", timeout=100)
        assert 1 <= max(numbers) <= 16
        until(lambda: not actions.children(), "no zombie is left")
        assert actions.log().count("\n") == 1
        actions.write(f"[actions]\nswipe left 3 = {appends(done)}\n")
        until(lambda: lines(done), "it still answers", 60)
    assert actions.end() == 0


@pytest.mark.parametrize("name, parameters, text", [
    ("org.varlink.service.PermissionDenied", {"needs": "positions"}, "permission denied"),
    ("org.gestured.Gestures.LimitExceeded", {"limit": "values", "maximum": 1}, "limit 'values'")])
def test_a_refused_subscription_is_an_error_at_the_start(name, parameters, text, run_actions, tmp_path):
    with FakeService(tmp_path / "socket", lambda _: [{"error": name, "parameters": parameters}]):
        actions = run_actions(tmp_path / "socket", "[actions]\ntap in top-left = true\n")
        assert actions.process.wait(10) == 1
    assert text in actions.log() and actions.log().count("\n") == 1


def test_a_refused_reload_keeps_the_old_bindings(run_actions, tmp_path):
    def script(parameters):
        if "area" in json.dumps(parameters):
            return [{"error": "org.varlink.service.PermissionDenied", "parameters": {"needs": "positions"}}]
        return swipes(parameters, 1)

    with FakeService(tmp_path / "socket", script):
        actions = run_actions(tmp_path / "socket", f"[actions]\nswipe left 3 = {appends(tmp_path / 'out')}\n")
        until(lambda: len(lines(tmp_path / "out")) == 1, "the binding runs")
        actions.file.write_text("[actions]\nswipe left 3 in top-left = true\n")
        actions.wait_for_log("permission denied")
        until(lambda: len(lines(tmp_path / "out")) == 2, "the old binding runs")
    assert actions.log().count("the previous bindings stay") == 1


# MARK: The end


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_and_all_commands(number, tapped, run_actions, tmp_path):
    service, tap_once = tapped
    out = tmp_path / "out"
    actions = run_actions(
        service, f"[actions]\ntap = sh -c 'trap \"\" TERM; sleep 1000 & echo $$ $! > \"$0.new\"; mv \"$0.new\" \"$0\"; wait' {out}\n")
    actions.wait_until_connected()
    tap_once()
    until(out.exists, "the command runs")
    pids = [int(pid) for pid in out.read_text().split()]
    assert len(pids) == 2 and set(actions.children()) == {pids[0]}
    actions.process.send_signal(number)
    assert actions.process.wait(10) == 0
    until(lambda: all(not is_running(pid) for pid in pids), "they have ended")


def is_running(pid):
    """Whether a process exists and is no zombie, which in a container nobody may wait for."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


# MARK: --try

@pytest.fixture
def tried(start, gesturectl, tmp_path):
    """Returns what a trial prints, without the path of the file, until it has printed a text."""
    file, printed = tmp_path / "trial.conf", tmp_path / "trial.out"

    def tried(touches, text, expected, configuration=""):
        service = start(recording=evemu(touches, lead=1000), configuration=configuration)
        file.write_text(f"[actions]\n{text}\n")
        command = [gesturectl, "--socket", service.socket, "actions", "--config", file, "--try"]
        with printed.open("w") as out, subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL) as trial:
            try:
                until(lambda: expected in printed.read_text(), expected)
            finally:
                trial.kill()
        return [line.split(f"{file}:")[-1] for line in lines(printed)]

    return tried


def test_a_trial_follows_the_touches_of_the_service(tried):
    touches = tap(0, hold=800) + drag(2000, (300, 300), (600, 300), 200)
    printed = tried(touches, "hold 1s = one\nswipe right = two", "run two")
    assert "2  hold 1s: not run: lifted after 800 ms of 1000 ms: lift later, or write hold 750ms" in printed
    assert printed[-1] == "3  swipe right: run two"


def test_a_trial_uses_the_configuration_of_the_service(tried, tmp_path):
    path = tmp_path / "service0" / "gestured.conf"
    touches = drag(0, (300, 300), (600, 300), 200)
    expected = f"2  swipe right: not run: 47.6 mm of 95.3 mm (swipe-distance = 600 pt, {path}:2)"
    [line] = tried(touches, "swipe right = two", expected, "[gestures]\nswipe-distance = 600\n")
    assert line == expected + ": move farther, or write 47mm after it"


def test_a_trial_gives_a_steady_device_its_slop(tried):
    touches = [(0, 0, "down", 500, 500), (60, 0, "move", 530, 500), (200, 0, "up", 530, 500)]
    [line] = tried(touches, "tap = one", "2  tap: ", "[device Phone]\nsteady = yes\n")
    assert line == "2  tap: run one"
