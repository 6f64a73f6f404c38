"""What gesturectl monitor shows on a terminal, while a service that these tests play sends events."""
import json
import re
import socket
import time

import pytest

from screen import Screen
from service import until
from touches import DOUBLE_TAP_AND_SWIPE


class PlayedService:
    """Takes one subscription, and sends it the events that a test asks for."""

    def __init__(self, folder):
        self.path = folder / "played"
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen()
        self.listener.settimeout(10)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()

    def accept(self, name="Phone"):
        self.client, _ = self.listener.accept()
        self.client.settimeout(10)
        received = b""
        while not received.endswith(b"\0"):
            received += self.client.recv(65536)
        self.start = time.monotonic_ns() // 1000
        self.send({"state": {"devices": [{"id": "1:2", "name": name}], "paused": False, "locked": False}})

    def send(self, *parameters):
        self.client.sendall(b"".join(json.dumps({"parameters": one, "continues": True}).encode() + b"\0"
                                     for one in parameters))

    def events(self, *events):
        """Sends events: the number of the gesture, its kind, its phase and more fields. All have the time of the connection."""
        self.send(*({"event": {"gesture": gesture, "kind": kind, "phase": phase, "time": self.start, **more}}
                    for gesture, kind, phase, more in events))


@pytest.fixture
def played(tmp_path):
    with PlayedService(tmp_path) as service:
        yield service


@pytest.fixture
def monitor(played, gesturectl, tmp_path):
    """Starts the command in a terminal, and returns its screen."""
    screens = []

    def monitor(*options, gestures="press, tap, drag, swipe, pinch", columns=80, rows=24, **environment):
        screens.append(Screen(tmp_path, columns, rows, **environment))
        requested = ["--gestures", gestures] if gestures else []
        screens[-1].run(gesturectl, "--socket", played.path, "monitor", *requested, *options)
        played.accept()
        return screens[-1]

    yield monitor
    for screen in screens:
        screen.tmux("kill-server")


def shown(screen, *options):
    """The lines of the screen without times."""
    return [re.sub(r"^ *\d+\.\d{3} s  ", "", line) for line in screen.lines(*options)]


def wait_for(screen, *expected):
    try:
        until(lambda: shown(screen) == list(expected), "the screen")
    except AssertionError:
        assert shown(screen) == list(expected)


def wait_for_end(screen, *expected):
    """Waits for the last lines, of which some can have scrolled up."""
    try:
        until(lambda: shown(screen, "-S", "-")[-len(expected):] == list(expected), "the screen")
    except AssertionError:
        assert shown(screen, "-S", "-")[-len(expected):] == list(expected)


AT = {"x": 0.25, "y": 0.5}


def test_a_gesture_has_one_line_that_follows_it(monitor, played):
    screen = monitor()
    wait_for(screen, "watching Phone")
    played.events((1, "drag", "began", {**AT, "translation": {"x": 5, "y": 0}}))
    wait_for(screen, "watching Phone", "~ drag began  at 25 % 50 %  by 1 0 mm")
    for x in range(10, 100):
        played.events((1, "drag", "changed", {**AT, "translation": {"x": x, "y": 0}}))
    wait_for(screen, "watching Phone", "~ drag changed  at 25 % 50 %  by 16 0 mm")
    played.events((1, "drag", "ended", AT), (2, "swipe", "ended", {**AT, "direction": "right"}))
    wait_for(screen, "watching Phone", "~ drag ended  at 25 % 50 %", "→ swipe right  at 25 % 50 %")


@pytest.mark.parametrize("environment", [{}, {"TERM": "dumb"}])
def test_without_options_presses_have_no_line_and_a_drag_becomes_its_swipe(environment, monitor, played):
    screen = monitor("--count", "3", gestures=None, **environment)
    played.events((1, "press", "began", AT), (1, "press", "cancelled", AT), (2, "drag", "began", AT), (2, "drag", "ended", AT),
                  (3, "swipe", "ended", {**AT, "direction": "right"}), (4, "drag", "ended", AT))
    expected = ["watching Phone", "→ swipe right  at 25 % 50 %", "~ drag ended  at 25 % 50 %"]
    wait_for(screen, *expected)
    played.events((5, "press", "ended", AT), (6, "tap", "ended", AT))
    wait_for(screen, *expected, "○ tap  at 25 % 50 %", "$")


def test_gestures_that_go_on_are_below_those_that_have_ended(monitor, played):
    screen = monitor()
    played.events((1, "press", "began", AT), (2, "pinch", "began", {"scale": 1}), (3, "drag", "began", {}))
    wait_for(screen, "watching Phone", "· press began  at 25 % 50 %", "↔ pinch began  × 1.00", "~ drag began")
    played.events((2, "pinch", "ended", {"scale": 2}), (3, "drag", "changed", {}))
    wait_for(screen, "watching Phone", "↔ pinch ended  × 2.00", "· press began  at 25 % 50 %", "~ drag changed")
    played.events((3, "drag", "cancelled", {}), (1, "press", "ended", {}))
    wait_for(screen, "watching Phone", "↔ pinch ended  × 2.00", "~ drag cancelled", "· press ended")


def test_lines_that_scroll_up_are_complete(monitor, played):
    screen = monitor(rows=10)
    played.events((1, "press", "began", {}))
    for gesture in range(2, 40):
        played.events((gesture, "tap", "ended", {"region": str(gesture)}))
    wait_for(screen, *(f"○ tap  in {gesture}" for gesture in range(32, 40)), "· press began")


def test_more_gestures_than_rows(monitor, played):
    screen = monitor(rows=5)
    played.events(*((gesture, "press", "began", {"region": str(gesture)}) for gesture in range(1, 8)))
    wait_for(screen, *(f"· press began  in {gesture}" for gesture in range(4, 8)))
    played.events((7, "press", "ended", {}), (6, "press", "changed", {}))
    wait_for(screen, *(f"· press began  in {gesture}" for gesture in range(3, 6)), "· press changed")


LONG = {**AT, "translation": {"x": 120, "y": 3}, "region": "a-long-name-for-the-region-in-the-corner"}


def test_a_narrow_terminal_cuts_the_line_and_breaks_the_last_one(monitor, played):
    screen = monitor(columns=44)
    played.events((1, "drag", "began", LONG))
    wait_for(screen, "watching Phone", "~ drag began  at 25 % 50 %  by 1…")
    played.events((1, "drag", "changed", LONG))
    wait_for(screen, "watching Phone", "~ drag changed  at 25 % 50 %  by…")
    played.events((1, "drag", "ended", LONG))
    margin = " " * 11
    wait_for(screen, "watching Phone", "~ drag ended  at 25 % 50 %", f"{margin}by 19 0 mm",
             f"{margin}in a-long-name-for-the-region-in-", "the-corner")


def test_a_wide_terminal_has_one_row_for_each_gesture(monitor, played):
    screen = monitor(columns=200)
    played.events((1, "drag", "began", LONG))
    wait_for(screen, "watching Phone", "~ drag began  at 25 % 50 %  by 19 0 mm  in a-long-name-for-the-region-in-the-corner")


def test_a_terminal_can_be_resized(monitor, played):
    screen = monitor(columns=60)
    played.events((1, "press", "began", {}), (2, "drag", "began", LONG))
    wait_for(screen, "watching Phone", "· press began", "~ drag began  at 25 % 50 %  by 19 0 mm  in a-lon…")
    screen.resize(100)
    played.events((2, "drag", "changed", LONG))
    wait_for(screen, "watching Phone", "· press began",
             "~ drag changed  at 25 % 50 %  by 19 0 mm  in a-long-name-for-the-region-in-the-corner")
    # Too narrow for what is on the screen: that remains.
    screen.resize(40)
    played.events((2, "drag", "changed", AT))
    old = ["· press began", "~ drag changed  at 25 % 50 %", " by 19 0 mm  in a-long-name-for-the-regi", "on-in-the-corner"]
    wait_for_end(screen, "watching Phone", *old, "· press began", "~ drag changed  at 25 % 50 %")
    played.events((1, "press", "ended", {}), (2, "drag", "ended", {}))
    wait_for_end(screen, "watching Phone", *old, "· press ended", "~ drag ended")


def test_wide_characters_are_counted(monitor, played):
    screen = monitor(columns=30)
    for phase in "began", "changed":
        played.events((1, "press", phase, {"region": "触摸屏触摸屏"}))
    wait_for(screen, "watching Phone", "· press changed  i…")
    played.events((1, "press", "ended", {"region": "触摸屏"}))
    wait_for(screen, "watching Phone", "· press ended", " " * 11 + "in 触摸屏")


def test_interrupting_leaves_the_lines_and_a_prompt(monitor, played):
    screen = monitor()
    played.events((1, "press", "began", {}))
    wait_for(screen, "watching Phone", "· press began")
    screen.press("C-c")
    until(lambda: shown(screen)[-1].endswith("$"), "the prompt")
    assert shown(screen)[:2] == ["watching Phone", "· press began"]
    assert [line for line in shown(screen)[2:] if line not in ("^C", "$", "^C$")] == []


def test_a_lost_service_ends_it_below_the_lines(monitor, played):
    screen = monitor()
    played.events((1, "press", "began", {}))
    played.client.close()
    wait_for(screen, "watching Phone", "· press began", f"gesturectl: {played.path}: the service closed the connection"[:80],
             *filter(None, [f"gesturectl: {played.path}: the service closed the connection"[80:]]), "$")


def test_a_service_that_returns_begins_anew(monitor, played):
    screen = monitor("--reconnect")
    played.events((1, "press", "began", {}))
    wait_for(screen, "watching Phone", "· press began")
    played.client.close()
    played.accept("Pad")
    played.events((1, "drag", "began", {}))
    until(lambda: shown(screen)[-2:] == ["watching Pad", "~ drag began"], "the new line")
    assert shown(screen)[1] == "· press began"
    assert "gesturectl: connected again" in shown(screen)


def test_all_prints_a_line_for_each_event(monitor, played):
    screen = monitor("--all", "--count", "3")
    played.events((1, "press", "began", {}), (1, "press", "changed", {}), (1, "press", "ended", {}))
    wait_for(screen, "watching Phone", "· press began", "· press changed", "· press ended", "$")


def test_count_counts_gestures(monitor, played):
    screen = monitor("--count", "2")
    played.events((1, "press", "began", {}), (2, "tap", "possible", {}), (1, "press", "ended", {}), (2, "tap", "ended", {}))
    wait_for(screen, "watching Phone", "· press ended", "○ tap", "$")


@pytest.mark.parametrize("environment", [{"LC_ALL": "C"}, {"TERM": "linux"}])
def test_symbols_are_ascii_if_the_terminal_shows_no_others(environment, monitor, played):
    screen = monitor("--count", "2", **environment)
    played.events((1, "swipe", "ended", {"direction": "up"}), (2, "tap", "ended", {"count": 2}))
    wait_for(screen, "watching Phone", "^ swipe up", "O double tap", "$")


def test_a_dumb_terminal_gets_lines_alone(monitor, played):
    screen = monitor("--count", "1", TERM="dumb")
    played.events((1, "press", "began", {}), (1, "press", "changed", {}), (1, "press", "ended", {}))
    wait_for(screen, "watching Phone", "· press ended", "$")


def test_times_count_from_the_start(monitor, played):
    screen = monitor("--count", "2")
    played.events((1, "tap", "ended", {}), (2, "tap", "ended", {"time": played.start + 12_000_000}))
    wait_for(screen, "watching Phone", "○ tap", "○ tap", "$")
    first, second = (float(re.match(r" *(\d+\.\d{3}) s  ", line)[1]) for line in screen.lines()[1:3])
    assert 0 <= first < 10 and 11.99 <= second - first <= 12.01


def test_replay_prints_the_same_lines_on_a_terminal(gesturectl, tmp_path):
    (tmp_path / "touches.evemu").write_text(DOUBLE_TAP_AND_SWIPE)
    with Screen(tmp_path) as screen:
        screen.run(gesturectl, "replay", "--gestures", "tap,tap:2,swipe", tmp_path / "touches.evemu")
        wait_for(screen, "∞ double tap  at 25 % 25 %", "→ swipe right  at 35 % 25 %  by 32 0 mm", "$")
        assert all(re.match(r"  0\.\d{3} s  ", line) for line in screen.lines()[:2])
        screen.run(gesturectl, "replay", "--gestures", "swipe", "--json", tmp_path / "touches.evemu")
        until(lambda: screen.lines()[-1:] == ["$"] and screen.lines()[0].startswith('{"sequence":1,'), "JSON")
        screen.run(gesturectl, "replay", "--gestures", "tap,tap:2", "--all", tmp_path / "touches.evemu")
        wait_for(screen, "○ tap possible  at 25 % 25 %", "∞ double tap  at 25 % 25 %", "$")
