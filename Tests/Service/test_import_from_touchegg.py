"""Examples/import/from-touchegg: touchegg.conf becomes a file for gesturectl actions."""
import re
import shlex
import subprocess

import pytest

from importers import TOUCHEGG, bindings, run, translated


def touchegg(*gestures, application="All", settings=""):
    return (
        f'<touchégg>\n<settings>{settings}</settings>\n<application name="{application}">\n'
        + "".join(f"{gesture}\n" for gesture in gestures) + "</application>\n</touchégg>\n")


def gesture(kind, fingers, direction, action, way="", **settings):
    settings.update({"direction": way} if way else {})
    values = "".join(f"<{name}>{value}</{name}>" for name, value in settings.items())
    return f'<gesture type="{kind}" fingers="{fingers}" direction="{direction}"><action type="{action}">{values}</action></gesture>'


LAPTOP = """\
<?xml version="1.0" encoding="UTF-8"?>
<touchégg>
  <settings>
    <property name="animation_delay">150</property>
    <property name="action_execute_threshold">15</property>
    <property name="color">auto</property>
  </settings>
  <application name="All">
    <!-- windows & workspaces -->
    <gesture type="SWIPE" fingers="3" direction="UP">
      <action type="MAXIMIZE_RESTORE_WINDOW"><animate>true</animate></action>
    </gesture>
    <gesture type="SWIPE" fingers="4" direction="LEFT">
      <action type="CHANGE_DESKTOP"><direction>auto</direction><animate>true</animate></action>
    </gesture>
    <gesture type="SWIPE" fingers="4" direction="UP">
      <action type="RUN_COMMAND">
        <repeat>true</repeat>
        <command>pactl set-sink-volume @DEFAULT_SINK@ +2%</command>
        <decreaseCommand>pactl set-sink-volume @DEFAULT_SINK@ -2%</decreaseCommand>
      </action>
    </gesture>
    <gesture type="PINCH" fingers="4" direction="IN">
      <action type="SEND_KEYS">
        <repeat>false</repeat><modifiers>Super_L</modifiers><keys>A</keys><on>begin</on>
      </action>
    </gesture>
    <gesture type="SWIPE" fingers="3" direction="DOWN">
      <action type="RUN_COMMAND">
        <repeat>false</repeat>
        <command>xdotool getactivewindow windowminimize && notify-send 'gone'</command>
        <on>end</on>
      </action>
    </gesture>
    <gesture type="TAP" fingers="2">
      <action type="MOUSE_CLICK"><button>3</button><on>begin</on></action>
    </gesture>
  </application>
  <application name="Google-chrome, Firefox">
    <gesture type="PINCH" fingers="2" direction="IN">
      <action type="SEND_KEYS">
        <repeat>true</repeat><modifiers>Control_L</modifiers>
        <keys>KP_Subtract</keys><decreaseKeys>KP_Add</decreaseKeys>
      </action>
    </gesture>
    <gesture type="PINCH" fingers="2" direction="OUT">
      <action type="SEND_KEYS">
        <repeat>true</repeat><modifiers>Control_L</modifiers>
        <keys>KP_Add</keys><decreaseKeys>KP_Subtract</decreaseKeys>
      </action>
    </gesture>
  </application>
</touchégg>
"""


def test_a_configuration_of_touchegg(translated):
    output, summary = translated(TOUCHEGG, LAPTOP, "--desktop", "gnome")
    assert output == """\
# Made from -. The numbers are its lines.
# touchegg acts on the window under the pointer, gesturectl actions on the one that has the focus.
# A swipe of touchegg that acts at its beginning is a drag here: a swipe is recognized when the fingers lift.
# Letters of `key` are positions on a US keyboard.
# Distances differ: touchegg counts in percent of the device. Add one where needed, for example: swipe left 3 fingers 15mm
# 5: action_execute_threshold 15 has no counterpart.

[actions]
# 10
swipe up 3 fingers = key alt+f10
# 13: auto: as with natural scrolling
swipe left 4 fingers = key super+pagedown
# 16
drag up 4 fingers every 5mm = pactl set-sink-volume @DEFAULT_SINK@ +2%
# 16: the steps back; also runs if the gesture begins in this direction
drag down 4 fingers every 5mm = pactl set-sink-volume @DEFAULT_SINK@ -2%
# 23
pinch in 4 fingers = key super+a
# 28: needs a shell
swipe down 3 fingers = sh -c 'xdotool getactivewindow windowminimize && notify-send '"'"'gone'"'"''

[device touchscreen]
# 35
tap 2 fingers = click right

[application Google-chrome]
# 40
pinch in 2 fingers every 10% = key ctrl+kpminus
# 46
pinch out 2 fingers every 10% = key ctrl+kpplus

[application Firefox]
# 40
pinch in 2 fingers every 10% = key ctrl+kpminus
# 46
pinch out 2 fingers every 10% = key ctrl+kpplus
"""
    assert summary == "-: 8 translated, 3 not exactly the same, 0 not translated\n"


@pytest.mark.parametrize("desktop", ["gnome", "kde", "xfce", "sway", "hyprland"])
def test_what_touchegg_does_itself_becomes_what_the_desktop_offers(translated, desktop):
    actions = ["MAXIMIZE_RESTORE_WINDOW", "MINIMIZE_WINDOW", "FULLSCREEN_WINDOW", "CLOSE_WINDOW", "SHOW_DESKTOP"]
    gestures = [gesture("SWIPE", fingers, "UP", action) for fingers, action in enumerate(actions, 2)]
    gestures += [gesture("SWIPE", fingers, "LEFT", "TILE_WINDOW", way) for fingers, way in [(2, "left"), (3, "right")]]
    gestures += [
        gesture("SWIPE", fingers, "DOWN", "CHANGE_DESKTOP", way)
        for fingers, way in enumerate(["next", "previous", "left", "right", "up", "down", "sideways"], 2)
    ]
    output, _ = translated(TOUCHEGG, touchegg(*gestures), "--desktop", desktop)
    assert re.search(r"^swipe up 5 fingers = \S", output, re.M), "every desktop closes windows"
    assert re.search(r"^swipe down 2 fingers = \S", output, re.M), "every desktop changes workspaces"
    assert f"{desktop} has no shortcut or command for it by default\n#   SWIPE 8 DOWN CHANGE_DESKTOP direction=sideways" in output


def test_without_a_desktop_window_actions_are_comments(translated):
    output, summary = translated(TOUCHEGG, touchegg(gesture("SWIPE", 3, "UP", "CLOSE_WINDOW")))
    assert bindings(output) == """\
[actions]
# 4: NOT TRANSLATED: an action of touchegg itself: name your desktop with --desktop to get its shortcut
#   SWIPE 3 UP CLOSE_WINDOW
"""
    assert summary == "-: 0 translated, 0 not exactly the same, 1 not translated\n"


@pytest.mark.parametrize("settings, expected", [
    ({"keys": "F5"}, "drag up 3 fingers = key f5"),
    ({"keys": "F5", "on": "begin"}, "drag up 3 fingers = key f5"),
    ({"keys": "F5", "on": "end"}, "swipe up 3 fingers = key f5"),
    ({"keys": "T", "modifiers": "Control_L+Shift_L"}, "drag up 3 fingers = key ctrl+shift+t"),
    ({"keys": "XF86AudioRaiseVolume", "repeat": "true"}, "drag up 3 fingers every 5mm = key volumeup"),
    ({"keys": "Super_L"}, "drag up 3 fingers = key super"),
    ({"keys": "Page_Down", "modifiers": "Alt_R"}, "drag up 3 fingers = key altgr+pagedown"),
])
def test_keys_of_touchegg(translated, settings, expected):
    output, summary = translated(TOUCHEGG, touchegg(gesture("SWIPE", 3, "UP", "SEND_KEYS", **settings)))
    assert bindings(output) == f"[actions]\n# 4\n{expected}\n"
    assert summary.startswith("-: 1 translated, 0 not exactly")


def test_a_modifier_that_touchegg_holds_is_mentioned(translated):
    output, _ = translated(TOUCHEGG, touchegg(
        gesture("SWIPE", 3, "RIGHT", "SEND_KEYS", repeat="true", modifiers="Alt_L", keys="Tab", decreaseKeys="Shift_L+Tab")))
    held = "touchegg holds the modifiers until the gesture ends; here each step presses and releases them"
    assert bindings(output) == f"""\
[actions]
# 4: {held}
drag right 3 fingers every 5mm = key alt+tab
# 4: the steps back; also runs if the gesture begins in this direction; {held}
drag left 3 fingers every 5mm = key alt+shift+tab
"""


@pytest.mark.parametrize("command, expected", [
    ("notify-send 'two words' x", "notify-send 'two words' x"),
    ('notify-send "two words" x', 'notify-send "two words" x'),
    ("amixer -q set Master 5%+", "amixer -q set Master 5%+"),
    ("\n      rofi -show drun\n    ", "rofi -show drun"),
    ("firefox &amp;", "sh -c 'firefox &'"),
    ("firefox &", "sh -c 'firefox &'"),
    ("key x", "run key x"),
    ("a | b", "sh -c 'a | b'"),
    ("a && b", "sh -c 'a && b'"),
    ("a &amp;&amp; b &amp;", "sh -c 'a && b &'"),
    ("echo $HOME", "sh -c 'echo $HOME'"),
    ('echo "$HOME"', "sh -c 'echo \"$HOME\"'"),
    ("~/bin/menu", "sh -c '~/bin/menu'"),
    ("LANG=C date", "sh -c 'LANG=C date'"),
    ("cd /tmp", "sh -c 'cd /tmp'"),
    ("ls *", "sh -c 'ls *'"),
    ("echo 'it'\\''s'", "sh -c 'echo '\"'\"'it'\"'\"'\\'\"'\"''\"'\"'s'\"'\"''"),
    ("echo a#b", "sh -c 'echo a#b'"),
    ("echo # nothing", "sh -c 'echo # nothing'"),
    ("<![CDATA[a < b & c]]>", "sh -c 'a < b & c'"),
    ("test 1 &lt; 2", "sh -c 'test 1 < 2'"),
    ("b=1", "sh -c b=1"),
])
def test_commands_of_touchegg(translated, command, expected):
    output, _ = translated(TOUCHEGG, touchegg(gesture("PINCH", 4, "OUT", "RUN_COMMAND", command=command)))
    assert output.splitlines()[-1] == f"pinch out 4 fingers = {expected}"
    if expected.startswith("sh -c"):
        text = re.sub(r"<!\[CDATA\[(.*)\]\]>", r"\1", command).replace("&amp;", "&").replace("&lt;", "<")
        assert shlex.split(expected)[2] == text


@pytest.mark.parametrize("command", ["a 'b  c' d", 'a "b  c"d', "a\tb", "a @x %y +1 -z=2", "a ''", "a 'it is'\"n't\""])
def test_a_command_that_stays_without_a_shell_has_the_words_that_a_shell_gave_it(translated, command):
    output, _ = translated(TOUCHEGG, touchegg(gesture("PINCH", 4, "OUT", "RUN_COMMAND", command=command)))
    assert output.splitlines()[-1] == f"pinch out 4 fingers = {command}"
    words = subprocess.check_output(["sh", "-c", f"printf '%s\\n' {command}"], text=True)
    assert words.splitlines() == shlex.split(command)


@pytest.mark.parametrize("element, reason, original", [
    (gesture("SWIPE", 3, "UP", "RUN_COMMAND", command="a\nb"),
     "contains control characters or several lines: write a script, and run that", "SWIPE 3 UP RUN_COMMAND command=a b"),
    (gesture("SWIPE", 3, "UP", "RUN_COMMAND", command="a&#10;[actions]&#10;tap = b"),
     "contains control characters or several lines: write a script, and run that",
     "SWIPE 3 UP RUN_COMMAND command=a [actions] tap = b"),
    (gesture("SWIPE", 3, "UP", "RUN_COMMAND", command=""), "the command is empty", "SWIPE 3 UP RUN_COMMAND command="),
    (gesture("SWIPE", 3, "UP", "SEND_KEYS", modifiers="Alt_L"),
     "without keys, touchegg only holds the modifiers", "SWIPE 3 UP SEND_KEYS modifiers=Alt_L"),
    (gesture("SWIPE", 3, "UP", "SEND_KEYS", keys="Hyper_L"), 'no name for the key "Hyper_L"', "SWIPE 3 UP SEND_KEYS keys=Hyper_L"),
    (gesture("SWIPE", 0, "UP", "SEND_KEYS", keys="a"),
     "the number of fingers is not one from 1 to 10", "SWIPE 0 UP SEND_KEYS keys=a"),
    (gesture("SWIPE", 11, "UP", "SEND_KEYS", keys="a"),
     "the number of fingers is not one from 1 to 10", "SWIPE 11 UP SEND_KEYS keys=a"),
    (gesture("SWIPE", 3, "IN", "SEND_KEYS", keys="a"), "touchegg knows no such direction", "SWIPE 3 IN SEND_KEYS keys=a"),
    (gesture("ROTATE", 3, "IN", "SEND_KEYS", keys="a"), "touchegg knows no such gesture", "ROTATE 3 IN SEND_KEYS keys=a"),
    (gesture("SWIPE", 3, "UP", "PLAY"), "touchegg knows no such action", "SWIPE 3 UP PLAY"),
    (gesture("TAP", 3, "", "SEND_KEYS", keys="a", repeat="true"), "a tap cannot repeat", "TAP 3  SEND_KEYS keys=a repeat=true"),
    (gesture("SWIPE", 3, "UP", "MOUSE_CLICK", button="9"), 'click has no button "9"', "SWIPE 3 UP MOUSE_CLICK button=9"),
    ('<gesture type="SWIPE" fingers="3" direction="UP"/>', "touchegg knows no such action", "SWIPE 3 UP "),
])
def test_what_cannot_be_translated_from_touchegg_is_a_comment_with_the_reason(translated, element, reason, original):
    output, _ = translated(TOUCHEGG, touchegg(element))
    assert bindings(output) == f"[actions]\n# 4: NOT TRANSLATED: {reason}\n#   {original}\n"


def test_a_line_of_the_longest_length_is_translated_and_a_longer_one_is_not(translated):
    gesture_length = len("drag up 3 fingers = ")
    for length, expected in [(4096, "drag up 3 fingers = x"), (4097, "#   SWIPE 3 UP RUN_COMMAND command=x")]:
        command = "x" * (length - gesture_length)
        output, _ = translated(TOUCHEGG, touchegg(gesture("SWIPE", 3, "UP", "RUN_COMMAND", command=command)))
        assert output.splitlines()[-1].startswith(expected)
        assert max(len(line) for line in output.splitlines()) <= 4096


def test_the_last_of_equal_gestures_of_touchegg_counts(translated):
    output, _ = translated(TOUCHEGG, touchegg(
        gesture("SWIPE", 3, "UP", "SEND_KEYS", keys="a"), gesture("SWIPE", 3, "UP", "SEND_KEYS", keys="b")))
    assert bindings(output) == (
        "[actions]\n# 4: NOT TRANSLATED: line 5 replaces it\n#   SWIPE 3 UP SEND_KEYS keys=a\n# 5\ndrag up 3 fingers = key b\n")


def test_a_tap_in_an_application_has_a_section_of_its_own(translated):
    content = touchegg(gesture("TAP", 3, "", "RUN_COMMAND", command="foot"), application="Gimp-2.10")
    output, _ = translated(TOUCHEGG, content)
    assert bindings(output) == """\
[action tap-3-gimp-2-10-4]
# 4
gesture = tap 3 fingers
device = touchscreen
application = Gimp-2.10
run = foot
"""


def test_the_section_of_a_tap_has_a_short_name(translated):
    output, _ = translated(TOUCHEGG, touchegg(gesture("TAP", 3, "", "SEND_KEYS", keys="a"), application="x" * 100))
    assert f"[action tap-3-{'x' * 40}-4]\n" in output


@pytest.mark.parametrize("name", ["a]&#10;[actions", "x" * 101, "", "[a]"])
def test_an_application_with_an_impossible_name_is_not_translated(translated, name):
    output, _ = translated(TOUCHEGG, touchegg(gesture("SWIPE", 3, "UP", "SEND_KEYS", keys="a"), application=name))
    assert re.findall(r"^[^#\n].*", output, re.M) == ["[actions]"]
    assert "the name of the application cannot be used" in output


def test_a_gesture_that_does_not_replace_the_general_one_says_so(translated):
    content = LAPTOP.replace('<gesture type="PINCH" fingers="2" direction="IN">', gesture(
        "SWIPE", 3, "DOWN", "SEND_KEYS", keys="F5") + '<gesture type="PINCH" fingers="2" direction="IN">', 1)
    output, _ = translated(TOUCHEGG, content, "--desktop", "gnome")
    assert "# 40: does not replace line 28, which is another gesture here\ndrag down 3 fingers = key f5\n" in output


def nested(depth):
    return "<touchégg>" + "<a>" * depth + "</a>" * depth + "</touchégg>"


@pytest.mark.parametrize("content, message", [
    ("", "-:1: not a configuration of touchegg 2: no element found"),
    ("[FOUR_FINGERS_DRAG_DOWN]\naction=SHOW_DESKTOP\n", "-:1: not a configuration of touchegg 2: syntax error"),
    ("<html></html>", "-:1: not a configuration of touchegg 2: begins with <html>, not <touchégg>"),
    ("<touchégg></touchégg>", "-: contains no gestures"),
    ("<touchégg>\n<a>\n</touchégg>", "-:3: not a configuration of touchegg 2: mismatched tag"),
    ('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>\n<touchégg>&b;</touchégg>',
     "-:1: contains a document type declaration, which touchegg does not use"),
    ('<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;&b;">]>\n<touchégg>&c;</touchégg>',
     "-:1: contains a document type declaration, which touchegg does not use"),
    (nested(16), "-:1: elements are nested too deeply"),
    (b"\xff\xfe<\0t\0", "-: not UTF-8 text (byte 0)"),
    (b"<touch\0gg/>", "-: a binary file"),
    (b" " * (2**20 + 1), "-: larger than 1 MB"),
])
def test_a_file_that_is_not_of_touchegg_is_refused(content, message):
    result = run(TOUCHEGG, content)
    assert (result.returncode, result.stdout, result.stderr.decode()) == (1, b"", message + "\n")


def test_the_deepest_element_is_accepted():
    assert run(TOUCHEGG, nested(15)).stderr == b"-: contains no gestures\n"


@pytest.mark.parametrize("unit", ["<!--", "<![CDATA[", "&", "<a>", "<a/>", "<gesture/>", '<a b="', "]]>", "é"])
def test_a_megabyte_of_anything_is_answered_soon(unit):
    content = "<touchégg><application name='All'>" + unit * ((2**20 - 100) // len(unit.encode()))
    assert run(TOUCHEGG, content).returncode == 1


def test_more_gestures_than_gesturectl_accepts_are_refused(translated):
    def content(count):
        swipe = gesture("SWIPE", 3, "UP", "SEND_KEYS", keys="a")
        applications = "".join(f'<application name="a{number}">{swipe}</application>' for number in range(count))
        return f"<touchégg>{applications}</touchégg>"

    translated(TOUCHEGG, content(256))
    result = run(TOUCHEGG, content(257))
    assert (result.returncode, result.stderr) == (1, b"more than 256 gestures\n")
