"""gesturectl monitor."""
import json
import re
import subprocess

import pytest

from service import Client
from touches import DOUBLE_TAP_AND_SWIPE, drag, evemu, tap

# The lines that monitor prints, without the time: one for each event.
LINES = [
    "· press began  at 25 % 25 %", "· press ended  at 25 % 25 %", "○ tap possible  at 25 % 25 %",
    "· press began  at 25 % 25 %", "· press ended  at 25 % 25 %", "∞ double tap possible  at 25 % 25 %",
    "∞ double tap  at 25 % 25 %",
]


@pytest.mark.parametrize("options, expected", [
    (["--all"], LINES),
    # Without the ends, nothing says which gestures have ended.
    (["--phases", "possible,began, ended"], LINES),
    ([], LINES[-1:]),
])
def test_prints_lines(options, expected, start, run_gesturectl):
    service = start(recording=DOUBLE_TAP_AND_SWIPE)
    ended = run_gesturectl("--socket", service.socket, "monitor", "--count", str(len(expected)), *options)
    assert (ended.returncode, ended.stderr) == (0, "")
    first, *lines = ended.stdout.splitlines()
    assert first == "watching Phone"
    assert [re.sub(r"^ *\d+\.\d{3} s  ", "", line) for line in lines] == expected


def test_prints_a_swipe_as_an_arrow_with_its_distance(start, run_gesturectl):
    service = start(recording=DOUBLE_TAP_AND_SWIPE)
    ended = run_gesturectl("--socket", service.socket, "monitor", "--gestures", "swipe", "--count", "1")
    assert ended.stdout.splitlines()[1].endswith("s  → swipe right  at 35 % 25 %  by 32 0 mm")


def test_json_prints_the_events_of_the_socket(start, gesturectl):
    service = start(recording=evemu(tap(0) + tap(150) + drag(700, (500, 500), (700, 500), 100), lead=1000))
    with Client(service.socket) as client:
        client.subscribe()
        command = [gesturectl, "--socket", service.socket, "monitor", "--json", "--count", "20"]
        lines = subprocess.run(command, capture_output=True, text=True, timeout=30).stdout.splitlines()
        assert [json.loads(line) for line in lines] == client.events(20)


@pytest.mark.parametrize("count", [0, 1, 5])
def test_ends_after_count_events(count, start, run_gesturectl):
    ended = run_gesturectl("--socket", start(recording=DOUBLE_TAP_AND_SWIPE).socket, "monitor", "--json", "--count", str(count))
    assert (ended.returncode, ended.stderr, ended.stdout.count("\n")) == (0, "", count)


def test_ends_after_the_timeout(start, run_gesturectl):
    service = start(recording=evemu([]))
    ended = run_gesturectl("--socket", service.socket, "monitor", "--timeout", "1")
    assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", "watching Phone\n")


def test_names_the_requested_devices(start, run_gesturectl):
    service = start(recording=evemu([]))
    for devices, shown in (
            ("Phone", "Phone"), ("Pad", "(no such touch device)"), ("Phones", "(no such touch device) (did you mean 'Phone'?)")):
        ended = run_gesturectl("--socket", service.socket, "monitor", "--timeout", "1", "--devices", devices)
        assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", f"watching {shown}\n")


def test_reports_that_the_service_has_gone(start, gesturectl):
    service = start(recording=DOUBLE_TAP_AND_SWIPE)
    with subprocess.Popen([gesturectl, "--socket", service.socket, "monitor"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as monitor:
        assert monitor.stdout.readline() == "watching Phone\n"
        service.stop()
        _, errors = monitor.communicate(timeout=10)
    assert (monitor.returncode, errors) == (1, f"gesturectl: {service.socket}: the service closed the connection\n")
