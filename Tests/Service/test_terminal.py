"""What gesturectl writes to a terminal."""
import json
import os
import pty
import re
import subprocess

from screen import Screen
from service import Client, Service, until
from touches import DOUBLE_TAP_AND_SWIPE

# A device name that colours and clears the screen, starts a line, imitates another name and breaks JSON.
EVIL = b"\x1b]0;evil\x07\x1b[2J\x9b31m\xc2\x9b31m\xc2\x85\r\x08\x7f\xe2\x80\xa8\xe2\x80\xae\xe2\x81\xa6\"}\\\x00\xff\xc3 %n Phone"
STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def test_control_characters_in_a_device_name_are_replaced(gestured, gesturectl, tmp_path):
    (tmp_path / "evil.evemu").write_bytes(DOUBLE_TAP_AND_SWIPE.encode().replace(b"N: Phone", b"N: " + EVIL))
    with Service(gestured, tmp_path, "--recording", tmp_path / "evil.evemu") as service:
        for command in (["devices", "--verbose"], ["status"], ["doctor"], ["monitor"], ["monitor", "--json"]):
            with subprocess.Popen(
                    [gesturectl, "--socket", service.socket, *command], stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT) as process:
                shown = process.stdout.readline() if command[0] == "monitor" else process.stdout.read()
                process.kill()
            # The output is valid UTF-8 without control characters.
            assert not STEERING.search(shown.decode()), (command, shown)
            assert command[0] == "doctor" or command[-1] == "--json" or b"Phone" in shown
        with Client(service.socket) as client:
            client.send({"method": "org.gestured.Gestures.ListDevices"})
            message = client.socket.recv(65536).rstrip(b"\0").decode()
        assert not STEERING.search(message)
        name = json.loads(message)["parameters"]["devices"][0]["name"]
        assert name.startswith("\x1b]0;evil\x07") and "\u202e\u2066\"}\\" in name and name.endswith("Phone")
        assert not STEERING.search(service.log())


def on_a_terminal(arguments, environment):
    """Runs a program on a terminal and returns its output."""
    terminal, end = pty.openpty()
    with subprocess.Popen(arguments, stdout=end, env=environment) as process:
        os.close(end)
        written = b""
        try:
            while data := os.read(terminal, 65536):
                written += data
        except OSError:  # a terminal without a writer
            pass
        os.close(terminal)
        assert process.wait(10) == 0
    return written.decode()


def test_monitor_uses_colours_on_a_terminal_unless_no_color_is_set(start, gesturectl):
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
    command = [gesturectl, "--socket", start("--loop", recording=DOUBLE_TAP_AND_SWIPE).socket, "monitor", "--all", "--count", "3"]
    for colourless in {}, {"NO_COLOR": ""}:
        coloured = on_a_terminal(command, environment | colourless)
        assert "\x1b[2;36m" in coloured and "\x1b[0m" in coloured
    for colourless in {"NO_COLOR": "1"}, {"TERM": "dumb"}:
        assert "\x1b" not in on_a_terminal(command, environment | colourless)
    assert "\x1b" not in subprocess.run(command, capture_output=True, text=True, env=environment, timeout=30).stdout


def test_status_is_broken_at_the_width_of_the_terminal(start, gesturectl, tmp_path):
    service = start(recording=DOUBLE_TAP_AND_SWIPE)
    with Screen(tmp_path, columns=44) as screen:
        screen.run(gesturectl, "--socket", service.socket, "status")
        lines = until(lambda: screen.lines()[-1:] == ["$"] and screen.lines()[4:], "the end")
        at = next(index for index, line in enumerate(lines) if line.startswith("  drops     "))
        assert lines[at:at + 4] == [
            "  drops     0 slow clients disconnected, 0", "            connections refused, 0 overruns",
            "            of the kernel's queue", "  latency   no measurements yet"]


def test_doctor_has_coloured_marks_on_a_terminal(start, gesturectl, tmp_path):
    service = start(recording=DOUBLE_TAP_AND_SWIPE)
    with Screen(tmp_path, rows=100) as screen:
        screen.run(gesturectl, "--socket", service.socket, "doctor")
        until(lambda: screen.lines()[-2:-1] and " problem" in screen.lines()[-2], "the end")
        text = "\n".join(screen.lines("-e"))
        assert re.search(r"^\x1b\[32mok {7}(\x1b\[39m)?", text, re.MULTILINE), text
