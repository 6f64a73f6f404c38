"""gesturectl watch: what is on the terminal, compared at chosen moments of recordings."""
import os
import pathlib
import re
import signal
import subprocess

import pytest

from service import until
from tmux import Tmux
from touches import DOUBLE_TAP_AND_SWIPE, PALM, drag, evemu, pinch, tap

TESTS = pathlib.Path(__file__).parents[1]
FIXTURE = TESTS / "Fixtures" / "touchscreen.evemu"
TOUCHSCREENS = TESTS.parents[1] / "shared" / "recordings" / "evemu-devices" / "touchscreens"
ATMEL = TOUCHSCREENS / "Atmel maXTouch Touchscreen.1-finger-drag-up-down.events"


def delayed(recording):
    """The recording, with a minute before its first event: time for the test to press a key."""
    events = re.findall(r"^E: (\d+)\.(\d+)(.*)$", recording, re.M)
    first = int(events[0][0]) * 1_000_000 + int(events[0][1])
    lines = [line for line in recording.splitlines() if not line.startswith("E:")] + ["E: 0.000000 0000 0000 0"]
    for seconds, fraction, event in events:
        stamp = int(seconds) * 1_000_000 + int(fraction) - first + 60_000_000
        lines.append("E: %d.%06d%s" % (*divmod(stamp, 1_000_000), event))
    return "\n".join(lines) + "\n"


# A finger that rests, with a frame in which it moves by less than a dot.
LONG_PRESS = evemu([(0, 0, "down", 500, 500), (800, 0, "move", 501, 500), (2000, 0, "up", 501, 500)])

RING = """
|Demo Touchscreen  300 × 200 mm             no fingers  frame 2  60.065 s  paused|
|┌────────────────────────────────────────────────┐                              |
|│⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐⠂│                              |
|│⠐                                              ⠂│                              |
|│⠐                                              ⠂│                              |
|│⠐                                              ⠂│                              |
|│⠐                                              ⠂│                              |
|│⠐                                              ⠂│                              |
|│⠐                                              ⠂│                              |
|│⠐                     ⡴⠋⠉⠳⡄                    ⠂│                              |
|│⠐                     ⢧⡀ ⣠⠇                    ⠂│                              |
|│⠐                      ⠉⠉⠁                     ⠂│                              |
|│⠐                                              ⠂│                              |
|│⠐                                              ⠂│                              |
|│⠐                                              ⠂│                              |
|│⠐                                              ⠂│                              |
|│⠐                                              ⠂│                              |
|│⠰ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠⠂│                              |
|└────────────────────────────────────────────────┘                              |
|60.065 s  ○ tap possible  at 50 % 50 %                                          |
|                                                                                |
|                                                                                |
|                                                                                |
|q quit  space play  . next frame  e explain                                     |
"""

FLASH = """
|Phone  318 × 318 mm                          1 finger  frame 2  60.800 s  paused|
|┌────────────────────────────────────────┐ 60.800 s  ● long press changed       |
|│⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁⠈│   at 25 % 25 %                       |
|│⠁                                      ⠈│                                      |
|│⠁                                      ⠈│                                      |
|│⠁                                      ⠈│                                      |
|│⠁       ⢠⣶⣷⣦                           ⠈│                                      |
|│⠁       ⠹⣿1●⠁                          ⠈│                                      |
|│⠁         ⠁                            ⠈│                                      |
|│⠁                                      ⠈│                                      |
|│⠁                                      ⠈│                                      |
|│⠁                                      ⠈│                                      |
|│⠁                                      ⠈│                                      |
|│⠁                                      ⠈│                                      |
|│⠁                                      ⠈│                                      |
|│⠁                                      ⠈│                                      |
|│⠁                                      ⠈│                                      |
|│⠁                                      ⠈│                                      |
|│⠁                                      ⠈│                                      |
|│⠁                                      ⠈│                                      |
|│⠁                                      ⠈│                                      |
|│⡁ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀⠈│                                      |
|└────────────────────────────────────────┘                                      |
|q quit  space play  . next frame  e explain                                     |
"""

TRAIL = """
|Demo Touchscreen        1 finger  frame 14  63.768 s  paused|
|┌────────────────────────┐                                  |
|│⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁⠈│                                  |
|│⠁                      ⠈│                                  |
|│⠁                      ⠈│                                  |
|│⠁                      ⠈│                                  |
|│⠁          ⢀⣀          ⠈│                                  |
|│⠁         ⡀⡚1~⡀        ⠈│                                  |
|│⠁          ⠂⡁⠂         ⠈│                                  |
|│⡁ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀⠈│                                  |
|└────────────────────────┘                                  |
|63.028 s  ● long press ended  at 27 % 30 %                  |
|63.028 s  × no tap: rested for 600 ms, which makes a long   |
|  press                                                     |
|63.768 s  ~ drag changed  at 50 % 65 %  by 0 -17 mm         |
|q quit  space play  . next frame  e explain                 |
"""

REAL = """
|Atmel maXTouch Touchscreen  345 × 194 mm    1 finger  frame 30  60.466 s  paused|
|┌─────────────────────────────────────────────────────────┐                     |
|│⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠐ ⠂│                     |
|│⠐                                                       ⠂│                     |
|│⠐                                                       ⠂│                     |
|│⠐                                                       ⠂│                     |
|│⠐                                                       ⠂│                     |
|│⠐                                                       ⠂│                     |
|│⠐                        ⣀⡀                             ⠂│                     |
|│⠐                        1⠃                             ⠂│                     |
|│⠐                        ⢸                              ⠂│                     |
|│⠐                        ⢸                              ⠂│                     |
|│⠐                        ⢸                              ⠂│                     |
|│⠐                       ⣠⣼⣤⡀                            ⠂│                     |
|│⠐                      ⠐⣿~⣿⡗                            ⠂│                     |
|│⠐                       ⠈⠙⠉                             ⠂│                     |
|│⠐                                                       ⠂│                     |
|│⠰ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠠ ⠂│                     |
|└─────────────────────────────────────────────────────────┘                     |
|60.466 s  ~ drag changed  at 45 % 45 %  by -1 -64 mm                            |
|                                                                                |
|                                                                                |
|                                                                                |
|q quit  space play  . next frame  e explain                                     |
"""

REGION = """
|Demo Touchscreen         1 finger  frame 1  60.000 s  paused|
|┌────────────────────────┐                                  |
|│⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⠁ ⡁menu⡀⡁⣀⠁⠈│                                  |
|│⠁             ⡂      ⢐ ⠈│                                  |
|│⠁             ⡂      ⢐ ⠈│                                  |
|│⠁          ⢀⣀ ⡂      ⢐ ⠈│                                  |
|│⠁          ⠘1 ⡂⡀⡀⡀⡀⡀⡀⣐ ⠈│                                  |
|│⠁                      ⠈│                                  |
|│⠁                      ⠈│                                  |
|│⡁ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀ ⡀⠈│                                  |
|└────────────────────────┘                                  |
|                                                            |
|                                                            |
|                                                            |
|                                                            |
|q quit  space play  . next frame  e explain                 |
"""


@pytest.fixture
def open_terminal(tmp_path):
    """Runs programs on terminals of their own."""
    terminals = []

    def open_terminal(command, columns=80, rows=24, **environment):
        folder = tmp_path / f"terminal{len(terminals)}"
        folder.mkdir()
        terminals.append(Tmux(folder, command, columns, rows, **environment))
        return terminals[-1]

    yield open_terminal
    for terminal in terminals:
        with terminal:
            pass


@pytest.fixture
def watch(open_terminal, gesturectl, tmp_path):
    """Watches a recording that stands still before its first touch."""
    def watch(recording, *options, columns=80, rows=24, **environment):
        path = tmp_path / "watched.evemu"
        path.write_text(delayed(recording))
        terminal = open_terminal([gesturectl, "watch", "--replay", path, *options], columns, rows, **environment)
        terminal.shows("frame 0")
        return terminal

    return watch


def shows(terminal, picture):
    """Waits until the screen is this picture, whose lines begin and end with |."""
    wanted = [line[1:-1].rstrip() for line in picture.strip("\n").splitlines()]
    try:
        until(lambda: terminal.screen() == wanted, "the picture")
    except AssertionError:
        assert terminal.screen() == wanted


# MARK: Pictures


def test_a_ring_closes_around_a_tap_that_can_become_a_double_tap(watch):
    terminal = watch(FIXTURE.read_text())
    terminal.press(".", ".")
    shows(terminal, RING)


def test_a_long_press_flashes_where_it_was_recognized(watch):
    terminal = watch(LONG_PRESS)
    # The decision, and the next frame 200 ms later, when the flash is at its brightest.
    terminal.press(".", ".", ".")
    shows(terminal, FLASH)


def test_a_finger_leaves_a_fading_trail(watch):
    terminal = watch(FIXTURE.read_text(), columns=60, rows=16)
    terminal.press(*17 * ".")
    shows(terminal, TRAIL)


@pytest.mark.skipif(not ATMEL.exists(), reason=f"{ATMEL} is not there")
def test_a_recording_of_real_hardware_is_shown(watch):
    description = TOUCHSCREENS / "Atmel maXTouch Touchscreen.desc"
    terminal = watch(ATMEL.read_text(), "--device", description)
    terminal.press(*30 * ".")
    shows(terminal, REAL)


def test_regions_are_shown_with_their_names(watch):
    terminal = watch(
        FIXTURE.read_text(), "--parameters",
        '{"regions": [{"name": "menu", "rectangle": {"x": 0.6, "y": 0.1, "width": 0.3, "height": 0.5}}]}', columns=60, rows=16)
    terminal.press(".")
    shows(terminal, REGION)


# A finger that scrolls a page from a button in it.
PAGE = """{"regions": [
    {"name": "page", "rectangle": {"x": 0, "y": 0, "width": 1, "height": 1}, "gestures": [{"kind": "drag"}]},
    {"name": "button", "parent": "page", "rectangle": {"x": 0.1, "y": 0.3, "width": 0.4, "height": 0.4},
     "gestures": [{"kind": "press"}, {"kind": "tap"}]}]}
    """
SCROLL = evemu([
    (0, 0, "down", 500, 1000), *[(10 + 10 * step, 0, "move", 500, 1000 - 40 * step) for step in range(20)],
    (400, 0, "up", 500, 240)])


def test_a_pressed_button_is_reversed_until_the_page_scrolls(watch, tmp_path):
    parameters = tmp_path / "regions.json"
    parameters.write_text(PAGE)
    terminal = watch(SCROLL, "--parameters", parameters)
    terminal.press(".")
    until(lambda: re.search(r"\x1b\[[0-9;]*7m(\x1b\[[0-9;]*m)*button", "\n".join(terminal.screen("-e"))), "the button is pressed")
    terminal.press(*19 * ".")
    until(lambda: "page ~" in "\n".join(terminal.screen("-e")), "the page moves")
    assert not re.search(r"\x1b\[[0-9;]*7m(\x1b\[[0-9;]*m)*button", "\n".join(terminal.screen("-e")))


def test_a_wide_terminal_has_the_list_beside_the_panel(watch):
    terminal = watch(FIXTURE.read_text(), columns=200, rows=30)
    terminal.press(*30 * ".")
    screen = terminal.shows("frame 27  63.884 s  paused")
    assert [line[81:] for line in screen[1:6]] == [
        "60.065 s  ○ tap  at 50 % 50 %", "61.203 s  ∞ double tap  at 50 % 50 %",
        "63.028 s  ● long press ended  at 27 % 30 %", "63.028 s  × no tap: rested for 600 ms, which makes a long press",
        "63.884 s  ~ drag changed  at 51 % 33 %  by 2 -82 mm"]
    assert screen[1].startswith("┌" + "─" * 78 + "┐")


@pytest.mark.parametrize("columns, rows, environment", [(44, 16, {}), (80, 15, {}), (80, 24, {"LANG": "C"})])
def test_other_terminals_show_a_list(columns, rows, environment, watch):
    terminal = watch(FIXTURE.read_text(), columns=columns, rows=rows, **environment)
    terminal.press(*30 * ".")
    screen = terminal.shows("frame 27")
    symbols = "oO*x~" if environment else "○∞●×~"
    starts = ["60.065 s  # tap", "61.203 s  # double tap", "63.028 s  # long press ended", "63.028 s  # no tap: rested for",
              "63.884 s  # drag changed"]
    lines = [line for line in screen[1:rows - 1] if line and not line.startswith(" ")]
    assert len(lines) == len(starts)
    for line, start, symbol in zip(lines, starts, symbols):
        assert line.startswith(start.replace("#", symbol))


# What somebody did who wanted something else, and what the screen says.
MISHAPS = {
    "a tap that was held": (tap(0, hold=700), "no tap: rested for 600 ms, which makes a long press"),
    "fingers that were lifted apart": (
        [(0, 0, "down", 500, 500), (0, 1, "down", 600, 500), (70, 0, "up", 500, 500), (420, 1, "up", 600, 500)],
        "no tap: the fingers were lifted 350 ms apart, at most 300 ms allowed"),
    "a short swipe": (drag(0, (500, 500), (540, 500), 100), "no swipe: 6.4 mm of 7.9 mm"),
    "a swipe from the edge": (
        drag(0, (10, 900), (300, 900), 150), "no swipe: starts 1.6 mm from the edge; within 3.8 mm, swipes are edge swipes"),
    "a slow double tap": (tap(0) + tap(420), "no double tap: landed 370 ms after the previous tap, at most 300 ms allowed"),
    "a hold that was lifted early": (tap(0, hold=500), "no long press: lifted after 500 ms of 600 ms"),
    "a hold of two fingers that was lifted early": (tap(0, hold=500, fingers=2), "no long press: lifted after 500 ms of 600 ms"),
    "a swipe with a late finger": (
        drag(0, (500, 500), (800, 500), 150, 2) + [(140, 2, "down", 900, 500), (150, 2, "move", 910, 500), (170, 2, "up", 910, 500)],
        "no swipe: one finger moved 1.6 mm, more than 3.2 mm required"),
    "a small pinch": (pinch(0, (150, 160)), "no pinch: the fingers' distance changed by 3.2 mm, more than 6.4 mm required"),
    "fingers that went apart": (
        drag(0, (500, 500), (629, 347), 150) + [(at, 1, *rest) for at, _, *rest in drag(0, (600, 500), (729, 653), 150)],
        "no swipe: a finger went 49.9° off the common direction, less than 45° required"),
}


@pytest.fixture
def listed(open_terminal, gesturectl, tmp_path):
    """Plays a recording until its list, which is beside or below the panel, has a text. Returns the list as one line."""
    def listed(recording, text, columns=100):
        (tmp_path / "played.evemu").write_text(recording)
        terminal = open_terminal([gesturectl, "watch", "--replay", tmp_path / "played.evemu"], columns)

        def shown():
            return " ".join(" ".join(re.split("[┐│┘]", line)[-1] for line in terminal.screen()[1:-1]).split())

        until(lambda: text in shown(), text)
        return shown()

    return listed


@pytest.mark.parametrize("columns", [80, 100])
@pytest.mark.parametrize("mishap", MISHAPS)
def test_a_mishap_is_explained_uncut(mishap, columns, listed):
    touches, reason = MISHAPS[mishap]
    assert "…" not in listed(evemu(touches), reason, columns)


def with_setting(touches, *setting):
    setting = "\t".join(map(str, setting))
    return evemu(touches).replace("N: ", f"# gestured: setting\t{setting}\tgestured.conf\t3\nN: ", 1)


def test_the_setting_that_decided_is_named(listed):
    recording = with_setting(drag(0, (300, 500), (800, 500), 200), "gestures", "swipe-distance", 600)
    assert listed(recording, "no swipe: 79.4 mm of 95.3 mm (swipe-distance = 600 pt, gestured.conf:3)")


def test_touch_accommodations_apply_once(listed):
    # A contact counts once it has lasted 40 ms. The 20 ms that are left of this one need not last 40 ms again.
    touches = tap(0, hold=60) + drag(1000, (300, 500), (800, 500), 200)
    assert "ignored" not in listed(with_setting(touches, "device Phone", "hold-duration", 40), "swipe right")


def test_a_contact_that_became_a_palm_is_explained(watch):
    terminal = watch(PALM)
    terminal.press(".", ".")
    terminal.shows("finger ignored: taken for")


def test_the_linux_console_shows_half_blocks(watch):
    terminal = watch(FIXTURE.read_text(), TERM="linux")
    terminal.press(*17 * ".")
    screen = "\n".join(terminal.shows("frame 14"))
    assert "█1█" in screen and not re.search("[\u2800-\u28ff○∞●]", screen)


def test_colours_are_those_of_the_gestures(watch):
    terminal = watch(LONG_PRESS)
    terminal.press(".", ".", ".")
    terminal.shows("frame 2")
    assert re.search(r"\x1b\[[0-9;]*35m[^\n]*●", "\n".join(terminal.screen("-e")))


def test_no_color_turns_colours_off(watch):
    terminal = watch(LONG_PRESS, NO_COLOR="1")
    terminal.press(".", ".", ".")
    terminal.shows("frame 2")
    codes = re.findall(r"\x1b\[([0-9;]*)m", "\n".join(terminal.screen("-e")))
    assert {code for text in codes for code in text.split(";")} <= {"", "0", "1", "2", "7", "39", "49"}


def test_control_characters_in_names_are_replaced(watch):
    terminal = watch(FIXTURE.read_text().replace("Demo", "\x1b[31mDe\u202emo\x07"))
    assert terminal.shows("frame 0")[0].startswith("?[31mDe?mo? Touchscreen")


def test_e_explains_the_latest_touches(watch):
    terminal = watch(FIXTURE.read_text())
    terminal.press(*3 * ".")
    terminal.press("e")
    screen = terminal.shows("touch 1  at 60.000 s for 66 ms")
    text = "\n".join(screen)
    assert re.search(r"  tap +yes \(decided", text) and re.search(r"  swipe +no: moved 0\.0 mm", text)
    # Touches are explained while they are made, too.
    terminal.press(*6 * ".")
    terminal.shows("touch 3  at 61.139 s")
    terminal.press("e")
    assert "60.065 s  ○ tap  at 50 % 50 %" in terminal.shows("∞ double tap")


def test_e_explains_each_region_of_a_touch(watch):
    terminal = watch(SCROLL, "--parameters", PAGE, columns=160, rows=30)
    terminal.press("e")
    terminal.press(*22 * ".")
    explained = r"""touch 1 .*: drag in page
.* in button *
.* tap +no: page took the finger for its drag at 6.4 mm *
.* in page *
.* drag +yes: from 60.020 s, 117.5 mm"""
    until(lambda: re.search(explained, "\n".join(terminal.screen())), "the regions of the touch")


# MARK: The terminal


def test_resizing_draws_the_screen_again(watch):
    terminal = watch(FIXTURE.read_text())
    terminal.press(*17 * ".")
    terminal.shows("frame 14")
    terminal.resize(60, 16)
    shows(terminal, TRAIL)
    terminal.resize(44, 16)
    until(lambda: "┌" not in "".join(terminal.screen()), "the panel disappears")
    terminal.resize(60, 16)
    shows(terminal, TRAIL)


def test_time_passes_unless_the_recording_is_paused(watch):
    terminal = watch(FIXTURE.read_text())
    terminal.press("Space")
    terminal.shows("frame 0  0.000 s  paused")
    terminal.press("Space")
    until(lambda: "paused" not in terminal.screen()[0], "the recording goes on")


def test_a_recording_stays_at_its_end(open_terminal, gesturectl, tmp_path):
    (tmp_path / "tap.evemu").write_text(evemu(tap(0)))
    terminal = open_terminal([gesturectl, "watch", "--replay", tmp_path / "tap.evemu"])
    assert terminal.shows("s  end")[-1].startswith("q quit")
    terminal.press("q")
    assert terminal.ended() == 0


@pytest.mark.parametrize("key", ["q", "C-c", "C-\\"])
def test_a_key_ends_it_and_leaves_the_terminal_as_it_was(key, watch):
    terminal = watch(FIXTURE.read_text())
    assert terminal.is_alternate and not terminal.shows_cursor
    terminal.press(key)
    assert terminal.ended() == 0
    assert terminal.screen()[0] == "the program has ended"


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_signal_ends_it_and_leaves_the_terminal_as_it_was(name, watch):
    terminal = watch(FIXTURE.read_text())
    os.kill(terminal.pid("gesturectl"), getattr(signal, name))
    assert terminal.ended() == 0


def test_stopping_leaves_the_terminal_and_continuing_comes_back(watch):
    terminal = watch(FIXTURE.read_text())
    terminal.press(*17 * ".")
    picture = terminal.shows("frame 14")
    pid = terminal.pid("gesturectl")
    os.kill(pid, signal.SIGTSTP)
    until(lambda: pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "T", "it stops")
    assert not terminal.is_alternate and terminal.shows_cursor
    os.kill(pid, signal.SIGCONT)
    until(lambda: terminal.screen() == picture, "the picture is there again")
    terminal.press("q")
    assert terminal.ended() == 0


def test_a_file_that_cannot_be_played_is_an_error(open_terminal, gesturectl, tmp_path):
    terminal = open_terminal([gesturectl, "watch", "--replay", tmp_path / "missing"])
    assert terminal.ended() == 1
    assert terminal.errors() == f"gesturectl: {tmp_path}/missing: No such file or directory\n"


@pytest.mark.parametrize("arguments, other", [([], "monitor"), (["--replay", FIXTURE], "replay")])
def test_without_a_terminal_it_names_a_command_that_prints_text(arguments, other, run_gesturectl):
    ended = run_gesturectl("watch", *arguments)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.count("\n") == 1 and f"'gesturectl {other}'" in ended.stderr


@pytest.mark.parametrize("arguments, message", [
    (["--device", "a"], "--device requires --replay"), (["a", "--replay", "b"], "DEVICE cannot be combined with --replay"),
    (["a", "--devices", "b"], "DEVICE cannot be combined with --devices or --parameters"),
    (["a", "--parameters", "{}"], "DEVICE cannot be combined with --devices or --parameters"),
])
def test_options_that_exclude_each_other_are_refused(arguments, message, run_gesturectl):
    ended = run_gesturectl("watch", *arguments)
    assert ended.returncode == 2 and message in ended.stderr


# MARK: The service


def wait_channel(pid):
    """The system call that a process waits in, and the number of times that it has waited."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status, re.M)[1])


def test_touches_of_the_service_are_shown(start, open_terminal, gesturectl):
    service = start(recording=evemu(tap(0) + [(1000, 0, "down", 500, 500)]))
    terminal = open_terminal([gesturectl, "--socket", service.socket, "watch"])
    screen = terminal.shows("○ tap  at 25 % 25 %")
    assert screen[0].startswith("Phone  318 × 318 mm")
    screen = terminal.shows("1 finger  latency ")
    assert "⠸1" in "".join(screen) or "1" in "".join(screen[1:18])


def test_nothing_happens_while_nobody_touches(start, open_terminal, gesturectl):
    """A finger that rests is no reason to wake up either, once its trail has faded."""
    service = start(recording=evemu([(0, 0, "down", 500, 500)] + [(3_600_000, 0, "up", 500, 500)]))
    terminal = open_terminal(
        [gesturectl, "--socket", service.socket, "watch", "--gestures", "tap"])
    terminal.shows("1 finger")
    pid = terminal.pid("gesturectl")
    counts = [wait_channel(pid)]

    def is_quiet():
        counts.append(wait_channel(pid))
        # The same number a hundred times in a row, which takes at least half a second.
        return len(counts) > 100 and len(set(counts[-100:])) == 1

    until(is_quiet, "it waits", timeout=30)


def test_it_waits_for_a_service_that_is_gone(start, open_terminal, gesturectl):
    service = start(recording=evemu(tap(0)))
    terminal = open_terminal([gesturectl, "--socket", service.socket, "watch"])
    terminal.shows("○ tap  at")
    service.kill()
    assert terminal.shows("service gone, waiting")[-1] == "service gone, waiting"
    service.launch()
    until(lambda: sum("○ tap  at" in line for line in terminal.screen()) == 2, "the second run of the recording")
    assert terminal.screen()[-1] == "q quit  e explain"
    terminal.press("q")
    assert terminal.ended() == 0


def test_without_a_service_it_ends_with_an_error(open_terminal, gesturectl, tmp_path):
    terminal = open_terminal([gesturectl, "--socket", tmp_path / "none", "watch"])
    assert terminal.ended() == 1
    assert f"{tmp_path}/none: no service is listening" in terminal.errors()


def test_fingers_outside_regions_and_in_other_phases_are_shown(start, open_terminal, gesturectl):
    service = start(recording=evemu([(0, 0, "down", 1500, 1500)]))
    parameters = ('{"phases": ["ended"], "gestures": [{"kind": "tap"}],'
                  ' "regions": [{"name": "corner", "rectangle": {"x": 0, "y": 0, "width": 0.1, "height": 0.1}}]}')
    terminal = open_terminal([gesturectl, "--socket", service.socket, "watch", "--parameters", parameters])
    terminal.shows("1 finger")


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to be another user")
def test_without_permission_for_positions_gestures_are_listed(start, open_terminal, gesturectl):
    service = start(recording=DOUBLE_TAP_AND_SWIPE, configuration="[others]\npositions = none\n")
    service.let_everybody_in()
    command = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", gesturectl, "--socket", service.socket, "watch"]
    terminal = open_terminal(command)
    screen = terminal.shows("∞ double tap")
    assert screen[-1].startswith("no permission to see positions") and "┌" not in "".join(screen)


def test_an_invalid_request_is_an_error(start, open_terminal, gesturectl):
    service = start(recording=evemu([]))
    terminal = open_terminal([gesturectl, "--socket", service.socket, "watch", "--gestures", "swipe sideways"])
    assert terminal.ended() == 2
    assert terminal.errors().count("\n") == 1


def test_the_picture_in_the_readme_is_up_to_date(gesturectl):
    project = TESTS.parent
    command = [project / "scripts" / "watch-picture", "--binaries", gesturectl.parent]
    drawn = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert (project / "docs" / "watch.svg").read_text() == drawn, "run scripts/watch-picture > docs/watch.svg"
