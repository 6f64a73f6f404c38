"""gesturectl explain."""
import json

from programs import assert_refused
from touches import DOUBLE_TAP_AND_SWIPE, PALM, evemu


def swipe(distance):
    """A finger that moves to the right by so many pt, in three frames."""
    moves = [(20 * step, 0, "move", 500 + distance * step / 3, 500) for step in (1, 2, 3)]
    return evemu([(0, 0, "down", 500, 500), *moves, (90, 0, "up", 0, 0)])


def touches(run_gesturectl, recording, *options):
    ended = run_gesturectl("explain", "--json", *options, "-", input=recording)
    assert ended.returncode == 0, ended.stderr
    return [json.loads(line) for line in ended.stdout.splitlines()]


def test_explains_a_missed_swipe(run_gesturectl):
    ended = run_gesturectl("explain", "--gestures", "swipe,tap", "-", input=swipe(43.1))
    assert ended.returncode == 0, ended.stderr
    first, *verdicts = ended.stdout.splitlines()
    assert first.startswith("touch 1  at 0.000 s for 90 ms, 1 finger, from ")
    assert first.endswith(" to the right: no gesture")
    assert "  swipe        no: 6.8 mm of 7.9 mm" in verdicts
    assert any(line.startswith("  tap          no: moved 4.6 mm, ") and line.endswith("(at 0.040 s)") for line in verdicts)


def test_puts_gestures_first(run_gesturectl):
    ended = run_gesturectl("explain", "--gestures", "swipe,tap", "-", input=swipe(60))
    first, *verdicts = ended.stdout.splitlines()
    assert first.endswith(": swipe")
    assert verdicts[0].startswith("  swipe        yes: right, ")
    assert verdicts[1].startswith("  tap          no: ")


def test_writes_a_touch_as_json(run_gesturectl):
    [touch] = touches(run_gesturectl, swipe(43.1), "--gestures", "swipe")
    [verdict] = touch["gestures"]
    assert (touch["touch"], touch["fingers"], touch["ended"] - touch["began"]) == (1, 1, 90_000)
    assert verdict["kind"] == "swipe" and verdict["recognized"] is False
    assert verdict["rule"] == "distance" and verdict["limit"] == 50 and 43 < verdict["measured"] < 43.2
    assert verdict["text"] == "6.8 mm of 7.9 mm"


def test_agrees_with_replay(run_gesturectl, replayed):
    events = replayed(DOUBLE_TAP_AND_SWIPE, "--gestures", "tap 2,swipe")
    recognized = [(gesture["kind"], gesture.get("count")) for touch in touches(
        run_gesturectl, DOUBLE_TAP_AND_SWIPE, "--gestures", "tap 2,swipe")
        for gesture in touch["gestures"] if gesture["recognized"]]
    assert [event["kind"] for event in events if event["phase"] == "ended"] == ["tap", "swipe"]
    assert recognized == [("tap", 2), ("tap", 2), ("swipe", None)]


def test_explains_one_touch(run_gesturectl):
    everything = touches(run_gesturectl, DOUBLE_TAP_AND_SWIPE)
    assert [touch["touch"] for touch in everything] == [1, 2, 3]
    assert touches(run_gesturectl, DOUBLE_TAP_AND_SWIPE, "--touch", "2") == everything[1:2]


def test_explains_a_swipe_in_another_direction(run_gesturectl):
    [touch] = touches(run_gesturectl, swipe(60), "--gestures", "swipe left")
    assert [gesture["rule"] for gesture in touch["gestures"]] == ["direction"]


def test_explains_touches_that_do_not_end(run_gesturectl):
    recording = swipe(43.1)
    [touch] = touches(run_gesturectl, recording[:recording.index("E: 1.090000")], "--gestures", "swipe")
    assert [gesture["rule"] for gesture in touch["gestures"]] == ["lost"]


def test_refuses_a_wrong_number(run_gesturectl):
    assert_refused(run_gesturectl("explain", "--touch", "first", "-", input=swipe(50)), 2, "--touch", "whole number")


# MARK: Sequences

RECIPE = ("--gestures", "tap 4 in top-left 10% then hold 1s in top-left 10% within 5s")


def explained_recipe(run_gesturectl, touches):
    recording = run_gesturectl("synthesize", touches).stdout
    ended = run_gesturectl("explain", *RECIPE, "-", input=recording)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_a_complete_sequence_has_no_touch_without_a_gesture(run_gesturectl):
    text = explained_recipe(run_gesturectl, "tap 4 5% 5%, hold 1s 5% 5%")
    assert text.count("4 taps in top-left 10% as stage 1 of 2\n") == 4
    assert text.count("long press 1s in top-left 10% as stage 2 of 2\n") == 1
    assert "no gesture" not in text


def test_a_last_stage_that_is_too_short_says_what_was_missing(run_gesturectl):
    text = explained_recipe(run_gesturectl, "tap 4 5% 5%, hold 700ms 5% 5%")
    assert "no: lifted after 900 ms of 1000 ms; its sequence starts over" in text


def test_a_last_stage_that_is_too_late_says_by_how_much(run_gesturectl):
    text = explained_recipe(run_gesturectl, "tap 4 5% 5%, wait 6s, hold 1s 5% 5%")
    assert "no: came 7600 ms after its sequence began, at most 5000 ms allowed; its sequence starts over" in text


def test_json_has_the_stages(run_gesturectl):
    recording = run_gesturectl("synthesize", "tap 4 5% 5%, hold 700ms 5% 5%").stdout
    first, *_, last = touches(run_gesturectl, recording, *RECIPE)
    assert [(verdict["stage"], verdict["stages"], verdict["recognized"]) for verdict in first["gestures"]] == [
        (1, 2, True), (2, 2, False)]
    assert [verdict.get("endsSequence", False) for verdict in last["gestures"]] == [False, True]


# MARK: Clicks and resting fingers

PAD = """# EVEMU 1.3
N: Pad
I: 0018 0000 0000 0000
P: 05 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 01 00 00 00 00 00
B: 01 20 04 00 00 00 00 00 00
B: 03 03 00 00 00 00 80 60 02
A: 00 0 1000 0 0 10
A: 01 0 600 0 0 10
A: 2f 0 4 0 0 0
A: 35 0 1000 0 0 10
A: 36 0 600 0 0 10
A: 39 0 65535 0 0 0
"""


def test_a_click_of_a_touchpad_is_named(run_gesturectl):
    def frame(time, *events):
        return "".join(f"E: 0.{time:06} {event}\n" for event in (*events, "0000 0000 0"))

    recording = PAD + frame(0, "0003 0039 1", "0003 0035 500", "0003 0036 300", "0001 014a 1", "0001 0145 1")
    recording += frame(50000, "0001 0110 1") + frame(90000, "0001 0110 0")
    recording += frame(120000, "0003 0039 -1", "0001 014a 0", "0001 0145 0")
    ended = run_gesturectl("explain", "--gestures", "tap", "-", input=recording)
    assert ended.returncode == 0, ended.stderr
    assert "ignored from 0.050 s on: the touchpad was clicked, and a click is no gesture" in ended.stdout


def test_a_finger_that_rests_beside_a_swipe_is_named(run_gesturectl):
    moves = [(300 + 10 * step, 1, "move", 600 + 25 * step, 500) for step in range(1, 21)]
    recording = evemu([(0, 0, "down", 500, 500), (300, 1, "down", 600, 500), *moves, (520, 1, "up", 0, 0),
                       (540, 0, "up", 0, 0)])
    ended = run_gesturectl("explain", "--gestures", "swipe 2", "-", input=recording)
    assert "no: one finger moved 0.0 mm, more than 3.2 mm required" in ended.stdout


# MARK: The configuration

SETTING = "# gestured: setting\tgestures\tswipe-distance\t600\t/etc/gestured/gestured.conf\t3\n"


def test_the_configuration_of_the_recording_decides_and_is_named(run_gesturectl, replayed):
    recording = swipe(500).replace("N: ", SETTING + "N: ", 1)
    ended = run_gesturectl("explain", "--gestures", "swipe", "-", input=recording)
    assert "no: 79.4 mm of 95.3 mm (swipe-distance = 600 pt, /etc/gestured/gestured.conf:3)" in ended.stdout
    [touch] = touches(run_gesturectl, recording, "--gestures", "swipe")
    [verdict] = touch["gestures"]
    assert (verdict["key"], verdict["file"], verdict["line"]) == ("swipe-distance", "/etc/gestured/gestured.conf", 3)
    assert replayed(recording, "--gestures", "swipe") == []
    plotted = run_gesturectl("plot", "--gestures", "swipe", "-", input=recording).stdout
    assert ">no swipe: 79.4 mm of 95.3 mm (swipe-distance = 600 pt, /etc/gestured/gestured.conf:3)<" in plotted


def test_defaults_ignore_the_configuration(run_gesturectl, replayed):
    recording = swipe(500).replace("N: ", SETTING + "N: ", 1)
    ended = run_gesturectl("explain", "--defaults", "--gestures", "swipe", "-", input=recording)
    assert "  swipe        yes: right, 79.4 mm" in ended.stdout
    assert [event["kind"] for event in replayed(recording, "--defaults", "--gestures", "swipe")] == ["swipe"]


def test_a_service_that_is_named_tells_its_configuration(run_gesturectl, start):
    service = start(configuration="[gestures]\nedge = 24\nswipe-distance = 600\n")
    [setting] = service.devices()["settings"]
    path = setting.pop("file")
    assert setting == {"section": "gestures", "key": "swipe-distance", "value": "600", "line": 3}
    ended = run_gesturectl("--socket", service.socket, "explain", "--gestures", "swipe", "-", input=swipe(500))
    assert f"no: 79.4 mm of 95.3 mm (swipe-distance = 600 pt, {path}:3)" in ended.stdout


def test_a_setting_that_cannot_be_read_is_named(run_gesturectl):
    recording = swipe(500).replace("N: ", SETTING.replace("600", "wide") + "N: ", 1)
    ended = run_gesturectl("explain", "--gestures", "swipe", "-", input=recording)
    assert "  swipe        yes: right, 79.4 mm" in ended.stdout
    assert ended.stderr == (
        "gesturectl: the recording was made with [gestures] swipe-distance = wide, which is ignored: this version has no such "
        "setting, or no such value of it\n")


def test_a_stroke_has_the_score_of_its_own_shape(run_gesturectl):
    circle = run_gesturectl("synthesize", "stroke circle").stdout

    def checked(*asked):
        [touch] = touches(run_gesturectl, circle, "--gestures", ", ".join(asked))
        return touch["gestures"][0]

    alone, beside = checked("stroke check"), checked("stroke check", "stroke s")
    assert (alone["rule"], alone["measured"]) == (beside["rule"], beside["measured"]) == ("score", alone["measured"])
    assert beside["text"] == alone["text"] + ", most similar: s"


def test_a_contact_that_does_not_count_is_told_once(run_gesturectl):
    ended = run_gesturectl("explain", "-", input=PALM)
    assert ended.stdout.splitlines()[1:] == [
        "  1 contact    ignored from 0.100 s on: the contact was cancelled, not lifted: it is a palm", ""]
