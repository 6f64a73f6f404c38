"""Examples/import/from-libinput-gestures: libinput-gestures.conf becomes a file for gesturectl actions."""
import re
import shlex
import subprocess

import pytest

from importers import LIBINPUT_GESTURES, bindings, run, translated

DESK = """\
# My gestures
gesture swipe up	_internal ws_up
gesture swipe down	3 _internal --cols 4 ws_down
gesture: swipe left	xdotool key alt+Right
gesture swipe left 4	xdotool key --clearmodifiers ctrl+T

gesture pinch in	xdotool key super+s
gesture pinch clockwise 2	~/bin/turn 'two words' $HOME
gesture hold on 4	xdotool key ctrl+t
gesture hold on+1.5 4	notify-send "a \\"b\\""
gesture swipe right_up	key x
gesture swipe up 4	amixer set Master "8%+"
gesture drag drag 3	_drag 500
swipe_threshold 300
timeout 2
"""


def test_a_configuration_of_libinput_gestures(translated):
    output, summary = translated(LIBINPUT_GESTURES, DESK)
    workspace = """sh -c 'exec wmctrl -s $(($(wmctrl -d | sed -n "s/^\\([0-9]*\\)  *\\*.*/\\1/p") {}))'"""
    assert output == f"""\
# Made from -. The numbers are its lines.
# libinput-gestures acts when the fingers lift, and so do these. Without `on end`, a pinch, rotation or hold acts at its beginning.
# Letters of `key` are positions on a US keyboard.
# libinput-gestures reads touchpads only: move what is meant for touchscreens, too, to [actions].
# The timeout applies to swipes only: pinches, rotations and holds can take any time.
# With diagonal swipes, libinput-gestures has 8 directions, otherwise 4.

[device touchpad]
# 2: _internal: needs wmctrl, and X11 or Xwayland
swipe up 3 fingers 48pt under 2s = {workspace.format("+ 1")}
# 2: _internal: needs wmctrl, and X11 or Xwayland
swipe up 5+ fingers 48pt under 2s = {workspace.format("+ 1")}
# 3: _internal: needs wmctrl, and X11 or Xwayland
swipe down 3 fingers 48pt under 2s = {workspace.format("- 4")}
# 4
swipe left 3 fingers 48pt under 2s = key alt+right
# 4
swipe left 5+ fingers 48pt under 2s = key alt+right
# 5: modifiers that are held are not released meanwhile
swipe left 4 fingers 48pt under 2s = key ctrl+shift+t
# 7
pinch in 2+ fingers on end = key super+s
# 8: needs a shell
rotation clockwise 2 fingers on end = sh -c 'exec ~/"bin/turn" '"'"'two words'"'"' '"'"'$HOME'"'"''
# 9: a longer hold runs this, too: libinput-gestures runs only the longest
long press 200ms 4 fingers on end = key ctrl+t
# 10
long press 1500ms 4 fingers on end = notify-send "a \\"b\\""
# 11
swipe up-right 3+ fingers 48pt under 2s = run key x
# 12
swipe up 4 fingers 48pt under 2s = amixer set Master "8%+"
# 13: NOT TRANSLATED: dragging with a button held down has no counterpart
#   gesture drag drag 3 _drag 500
"""
    assert summary == "-: 6 translated, 6 not exactly the same, 1 not translated\n"


@pytest.mark.parametrize("lines, expected", [
    (["swipe up 3 a"], ["swipe up 3 fingers = a"]),
    (["swipe up a"], ["swipe up 3+ fingers = a"]),
    (["swipe up a", "swipe up 3 b"], ["swipe up 4+ fingers = a", "swipe up 3 fingers = b"]),
    (["swipe up a", "swipe up 5 b"], ["swipe up 3-4 fingers = a", "swipe up 6+ fingers = a", "swipe up 5 fingers = b"]),
    (["swipe up a", "swipe down 3 b"], ["swipe up 3+ fingers = a", "swipe down 3 fingers = b"]),
    (["swipe left_down 4 a"], ["swipe down-left 4 fingers = a"]),
    (["SWIPE Left 4 a"], ["swipe left 4 fingers = a"]),
    (["pinch out a"], ["pinch out 2+ fingers on end = a"]),
    (["pinch anticlockwise 3 a"], ["rotation counterclockwise 3 fingers on end = a"]),
    (["hold on a"], ["long press 200ms 1+ fingers on end = a"]),
    (["hold on+2 3 a"], ["long press 2s 3 fingers on end = a"]),
    (["hold on+60 3 a"], ["long press 1min 3 fingers on end = a"]),
])
def test_gestures_of_libinput_gestures(translated, lines, expected):
    output, _ = translated(LIBINPUT_GESTURES, "".join(f"gesture {line}\n" for line in lines))
    assert re.findall(r"^[^#\[\n].*", output, re.M) == expected


@pytest.mark.parametrize("command, expected", [
    ("xdotool key super", "key super"),
    ("xdotool key Super_L", "key super"),
    ("xdotool key ctrl+k ctrl+s", "key ctrl+k ctrl+s"),
    ("xdotool key Control_L+plus", "key ctrl+plus"),
    ("xdotool key super+Page_Down", "key super+pagedown"),
    ("xdotool key XF86AudioPlay", "key playpause"),
    ("xdotool click 2", "click middle"),
    ("xdotool click 4", "xdotool click 4"),
    ("xdotool key a click 1", "xdotool key a click 1"),
    ("xdotool keydown alt key Tab keyup alt", "xdotool keydown alt key Tab keyup alt"),
    ("xdotool key --window 5 a", "xdotool key --window 5 a"),
    ("xdotool key", "xdotool key"),
    ("run x", "run run x"),
    ("runner x", "runner x"),
    ("sh -c 'a | b'", "sh -c 'a | b'"),
    ("echo a\\ b \"c\\n\" $HOME | x", "echo a\\ b \"c\\n\" $HOME | x"),
    ("$HOME/bin/a b", "sh -c 'exec \"$HOME/bin/a\" b'"),
    ("'${HOME}/my \"bin/a' b", "sh -c 'exec \"${HOME}/my \\\"bin/a\" b'"),
    ("'~/a`b$' c", "sh -c 'exec ~/\"a\\`b\\$\" c'"),
    ("~user/a", "sh -c 'exec ~user/\"a\"'"),
    (" ".join(["a"] * 64), " ".join(["a"] * 64)),
])
def test_commands_of_libinput_gestures(translated, command, expected):
    output, _ = translated(LIBINPUT_GESTURES, f"gesture swipe up 3 {command}\n")
    assert output.splitlines()[-1] == f"swipe up 3 fingers = {expected}"


@pytest.mark.parametrize("internal, desktop, wmctrl", [("ws_up", 1, "-s 2"), ("ws_down", 1, "-s 0"), ("--cols 2 ws_up", 1, "-s 3")])
def test_internal_commands_change_to_the_same_workspace(translated, internal, desktop, wmctrl, tmp_path):
    output, _ = translated(LIBINPUT_GESTURES, f"gesture swipe up 3 _internal {internal}\n")
    command = shlex.split(output.splitlines()[-1].partition(" = ")[2])
    workspaces = "".join(
        f"{number}  {'*' if number == desktop else '-'} DG: 1920x1080  VP: 0,0  WA: 0,0 1920x1080  {number}\n" for number in range(4))
    program = tmp_path / "wmctrl"
    program.write_text(f"#!/bin/sh\n[ $1 = -d ] && exec printf %s '{workspaces}'\necho $*\n")
    program.chmod(0o755)
    assert subprocess.check_output(command, text=True, env={"PATH": f"{tmp_path}:/usr/bin:/bin"}) == f"{wmctrl}\n"


@pytest.mark.parametrize("word", ["~/bin/show", "$HOME/bin/show", "'${HOME}/bin/show'"])
def test_only_the_program_is_expanded(translated, word, tmp_path):
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "show"
    program.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    program.chmod(0o755)
    output, _ = translated(LIBINPUT_GESTURES, f"gesture swipe up 3 {word} $HOME ~ 'a  b'\n")
    command = shlex.split(output.splitlines()[-1].partition(" = ")[2])
    assert subprocess.check_output(command, text=True, env={"HOME": str(tmp_path), "PATH": "/bin"}) == "$HOME\n~\na  b\n"


@pytest.mark.parametrize("line, reason", [
    ("swipe up 3 _internal -w ws_up", "_internal with these arguments has no counterpart: use a key or command of your desktop"),
    ("swipe up 3 _internal --cols 3 ws_left",
     "_internal with these arguments has no counterpart: use a key or command of your desktop"),
    ("swipe up 2 a", "libinput reports no swipe of 2 fingers"),
    ("swipe up 0 a", "libinput reports no swipe of 0 fingers"),
    ("swipe sideways 3 a", "libinput-gestures knows no such gesture"),
    ("tap on 3 a", "libinput-gestures knows no such gesture"),
    ("hold on+x 3 a", "the delay is not a number"),
    ("hold on+nan 3 a", "the delay is not at most 60 s"),
    ("hold on+61 3 a", "the delay is not at most 60 s"),
    ("swipe up 3 echo 'a", "no closing quotation"),
    ("swipe up 3 ''", "the command is empty"),
    ("swipe up 3 echo \x1b[31m", "contains control characters or several lines: write a script, and run that"),
    ("swipe up 3 " + " ".join(["a"] * 65), "more than 64 words: write a script, and run that"),
])
def test_what_cannot_be_translated_from_libinput_gestures_is_a_comment_with_the_reason(translated, line, reason):
    output, _ = translated(LIBINPUT_GESTURES, f"gesture {line}\n")
    assert re.findall(r"^(?:[^#].*|# 1: .*)", bindings(output), re.M) == ["[device touchpad]", f"# 1: NOT TRANSLATED: {reason}"]


def test_the_last_of_equal_lines_of_libinput_gestures_counts(translated):
    output, _ = translated(LIBINPUT_GESTURES, "gesture swipe up 3 a\ngesture swipe up 3 b\n")
    assert bindings(output) == (
        "[device touchpad]\n# 1: NOT TRANSLATED: line 2 replaces it\n#   gesture swipe up 3 a\n# 2\nswipe up 3 fingers = b\n")


def test_holds_that_differ_too_little_are_one(translated):
    output, _ = translated(LIBINPUT_GESTURES, "gesture hold on 3 a\ngesture hold on+0.2 3 b\n")
    assert re.findall(r"^[^#\[\n].*|^# 2.*", output, re.M) == [
        "long press 200ms 3 fingers on end = a", "# 2: NOT TRANSLATED: line 1 is the same gesture here"]


@pytest.mark.parametrize("line, section, comment", [
    ("device DLL0665:01 06CB:76AD Touchpad", "device DLL0665:01 06CB:76AD Touchpad", None),
    ("device all", "device touchpad", None),
    ("device /dev/input/by-path/x", "device touchpad", "a path cannot be used here"),
    ("device a]b", "device touchpad", "the name cannot be used here"),
])
def test_the_device_of_libinput_gestures_is_a_section(translated, line, section, comment):
    output, _ = translated(LIBINPUT_GESTURES, f"{line}\ngesture swipe up 3 a\n")
    assert bindings(output).startswith(f"[{section}]\n")
    assert not comment or f"# 1: {line}: {comment}" in output


@pytest.mark.parametrize("setting, words", [
    ("swipe_threshold 0", "swipe up 3 fingers"), ("swipe_threshold 3", "swipe up 3 fingers"),
    ("swipe_threshold 4", "swipe up 3 fingers 1pt"),
    ("swipe_threshold 62494", "swipe up 3 fingers 9999pt"), ("swipe_threshold 62500", "swipe up 3 fingers 10000pt"),
    ("swipe_threshold 999999", "swipe up 3 fingers 10000pt"), ("swipe_threshold 10000", "swipe up 3 fingers 254mm"),
    ("timeout 0", "swipe up 3 fingers"), ("timeout .25", "swipe up 3 fingers under 250ms"),
    ("timeout 1.5", "swipe up 3 fingers under 1500ms"),
    ("timeout 60", "swipe up 3 fingers under 1min"), ("timeout 60.001", "swipe up 3 fingers"),
])
def test_thresholds_of_libinput_gestures_are_conditions_of_swipes(translated, setting, words):
    output, _ = translated(LIBINPUT_GESTURES, f"gesture swipe up 3 a\n{setting}\n")
    assert output.splitlines()[-1] == f"{words} = a"


@pytest.mark.parametrize("content, message", [
    ("", "-: contains no gestures"),
    ("# nothing\n", "-: contains no gestures"),
    ("<touchégg/>\n", '-:1: not a configuration of libinput-gestures: "<touchégg/>" is none of its keywords'),
    ("\nswipe:\n  3:\n", '-:2: not a configuration of libinput-gestures: "swipe" is none of its keywords'),
    ("gesture swipe up\n", "-:1: gesture: needs a gesture, a motion and a command; libinput-gestures refuses the file, too"),
    ("gesture swipe up 3\n", "-:1: gesture: needs a command; libinput-gestures refuses the file, too"),
    ("gesture swipe up 3 a\nswipe_threshold fast\n",
     "-:2: swipe_threshold: not a whole number; libinput-gestures refuses the file, too"),
    ("timeout -1\n", "-:1: timeout: not a number of seconds; libinput-gestures refuses the file, too"),
    (b"gesture swipe up 3 \xff\n", "-: not UTF-8 text (byte 19)"),
    (b"\x7fELF\0", "-: a binary file"),
    (b"\n" * (2**20 + 1), "-: larger than 1 MB"),
    ("\x1b[2Jx\n", '-:1: not a configuration of libinput-gestures: " [2Jx" is none of its keywords'),
])
def test_a_file_that_is_not_of_libinput_gestures_is_refused(content, message):
    result = run(LIBINPUT_GESTURES, content)
    assert (result.returncode, result.stdout, result.stderr.decode()) == (1, b"", message + "\n")


def test_a_megabyte_of_equal_gestures_is_answered_soon():
    line = "gesture swipe up a\n"
    result = run(LIBINPUT_GESTURES, line * (2**20 // len(line)))
    assert result.returncode == 0 and result.stdout.endswith(b"\nswipe up 3+ fingers = a\n")
