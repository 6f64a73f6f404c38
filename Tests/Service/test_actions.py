"""gesturectl actions: what runs, with which environment, and what a changed file does."""
import signal

import pytest

from actions import appends, lines, run_actions, tapped
from service import until
from touches import drag, evemu, stroke, tap, turn

TAPS = evemu(tap(0), lead=300)


# MARK: Commands


def test_a_tap_runs_a_command_with_the_environment_of_the_gesture(start, run_actions, tmp_path):
    hostile = "$(touch pwned); `touch pwned` \"' \\ * é"
    out = tmp_path / "out"
    actions = run_actions(
        start(recording=TAPS), f"[actions]\ntap = sh -c 'env -0 > \"$0.new\"; mv \"$0.new\" \"$0\"' {out}\n", HOSTILE=hostile)
    until(out.exists, "the command has run")
    found = dict(line.split("=", 1) for line in out.read_bytes().decode().split("\0") if line)
    gesture = {name: value for name, value in found.items() if name.startswith("GESTURE_")}
    assert found["HOSTILE"] == hostile
    assert gesture["GESTURE_BINDING"] == gesture["GESTURE_KIND"] == "tap"
    assert (gesture["GESTURE_PHASE"], gesture["GESTURE_FINGERS"], gesture["GESTURE_COUNT"]) == ("ended", "1", "1")
    assert (gesture["GESTURE_X"], gesture["GESTURE_Y"]) == ("0.25", "0.25")
    assert (gesture["GESTURE_POINT_X"], gesture["GESTURE_POINT_Y"]) == ("500", "500")
    assert int(gesture["GESTURE_TIME"]) > 0 and gesture["GESTURE_DEVICE"]
    assert not {"GESTURE_STEP", "GESTURE_SCALE", "GESTURE_EDGE", "GESTURE_NAME"} & gesture.keys()
    assert actions.end() == 0


def test_a_command_is_run_without_a_shell_and_its_words_are_quoted(start, run_actions, tmp_path):
    out = tmp_path / "out"
    script = tmp_path / "a script"
    script.write_text('#!/bin/sh\nfor word; do printf "[%s]" "$word"; done > "$OUT.new"; mv "$OUT.new" "$OUT"\n')
    script.chmod(0o755)
    run_actions(
        start(recording=TAPS),
        f"""[actions]\ntap = "{script}" $HOME *  'a  b' "c \\"d\\" \\e" f\\ g '' ; #| > x = y && $(id)  \n""", OUT=str(out))
    until(out.exists, "the command has run")
    words = ["$HOME", "*", "a  b", 'c "d" \\e', "f g", "", ";", "#|", ">", "x", "=", "y", "&&", "$(id)"]
    assert out.read_text() == "".join(f"[{word}]" for word in words)


def test_a_stroke_has_its_name_and_score(start, run_actions, tmp_path):
    out = tmp_path / "out"
    run_actions(
        start(recording=evemu(stroke(0, (400, 400), (600, 800), (800, 400)), lead=300)),
        f"[actions]\nstroke v = {appends(out, '$GESTURE_NAME $GESTURE_SCORE')}\n")
    until(lambda: lines(out), "the command has run")
    name, score = lines(out)[0].split()
    assert name == "v" and 0 < float(score) <= 1


def test_names_of_sections_stay_in_the_environment(start, run_actions, tmp_path):
    out, name = tmp_path / "out", "$(touch pwned) '\"; id"
    run_actions(
        start(recording=TAPS),
        f"[action {name}]\ngesture = tap\nrun = sh -c 'printf %s \"$GESTURE_BINDING\" > \"$0.new\"; mv \"$0.new\" \"$0\"' {out}\n")
    until(out.exists, "the command has run")
    assert out.read_text() == name


def test_a_command_has_no_input_and_no_descriptors_of_the_program(start, run_actions, tmp_path):
    out = tmp_path / "out"
    run_actions(
        start(recording=TAPS),
        f"[actions]\ntap = sh -c 'readlink /proc/self/fd/0 > \"$0.new\"; echo $(ls -l /proc/$$/fd) >> \"$0.new\"; "
        # Without another process: while the shell starts one, it blocks all signals.
        "while read -r line; do case $line in Sig[BI]*) echo $line >> \"$0.new\";; esac; done < /proc/$$/status; "
        f"mv \"$0.new\" \"$0\"' {out}\n")
    until(out.exists, "the command has run")
    found, descriptors, blocked, ignored = out.read_text().splitlines()
    assert found == "/dev/null"
    # Those of the program are sockets, and anonymous: epoll, signalfd, timerfd, inotify.
    assert descriptors and not {"socket", "anon_inode"} & set(descriptors.replace(":", " ").split())
    # Two more signals belong to the C library.
    assert int(blocked.split()[1], 16) == 0 and int(ignored.split()[1], 16) & 0x7fffffff == 0


def test_failing_and_missing_commands_are_logged_with_their_lines(start, run_actions):
    swipe = drag(700, (500, 500), (700, 500), 100)
    actions = run_actions(
        start(recording=evemu(tap(0) + swipe + tap(2000, fingers=2) + tap(3000, fingers=3), lead=300)),
        "[actions]\ntap 1 finger = sh -c 'exit 3'\nswipe right = no-such-program x\n"
        "tap 2 fingers = sh -c 'kill -9 $$'\ntap 3 fingers = /etc/passwd\n")
    for line, text in ((2, "'sh -c 'exit 3'' failed with exit status 3"), (3, "'no-such-program x' not found"),
                       (4, "was ended by SIGKILL"), (5, "'/etc/passwd' Permission denied")):
        actions.wait_for_log(text)
        [found] = [entry for entry in actions.log().splitlines() if text in entry]
        assert found.startswith(f"gesturectl: {actions.file}:{line}: "), found


def test_steps_run_in_their_order(start, run_actions, tmp_path):
    out = tmp_path / "out"
    run_actions(
        start(recording=evemu(drag(0, (200, 500), (1500, 500), 300), lead=300)),
        # Earlier steps take longer.
        f"[actions]\ndrag right every 100pt = sh -c 'sleep 0.0$((9 - GESTURE_STEP % 8)); echo $GESTURE_STEP >> \"$0\"' {out}\n"
        f"drag on end = {appends(tmp_path / 'end')}\n")
    until(lambda: lines(tmp_path / "end"), "the drag has ended")
    until(lambda: len(lines(out)) >= 12, "all steps have run")
    assert lines(out) == [str(step) for step in range(1, len(lines(out)) + 1)]


def test_a_rotation_has_steps_in_both_directions(start, run_actions, tmp_path):
    run_actions(
        start(recording=evemu(turn(0, 100, 500) + turn(1500, -100, 500), lead=300)),
        f"[actions]\nrotate clockwise every 15deg = {appends(tmp_path / 'right')}\n"
        f"rotate counterclockwise every 15deg = {appends(tmp_path / 'left')}\n")
    until(lambda: len(lines(tmp_path / "right")) >= 5 and len(lines(tmp_path / "left")) >= 5, "both have run")


@pytest.mark.slow
def test_a_limit_and_a_cooldown_bound_the_runs(start, run_actions, tmp_path):
    run_actions(
        start(recording=evemu(
            drag(0, (200, 500), (1500, 500), 300) + tap(1000) + tap(2000) + tap(3500) + tap(5000, fingers=3), lead=300)),
        f"[actions]\ndrag right every 50pt limit 3 = {appends(tmp_path / 'limited')}\n"
        f"tap 1 finger cooldown 2s = {appends(tmp_path / 'cool')}\ntap 3 fingers = {appends(tmp_path / 'last')}\n")
    until(lambda: lines(tmp_path / "last"), "the last gesture has run")
    until(lambda: len(lines(tmp_path / "cool")) == 2 and len(lines(tmp_path / "limited")) == 3, "all runs have ended")


@pytest.mark.slow
def test_a_command_that_hangs_blocks_no_other_binding(start, run_actions, tmp_path):
    taps = [touch for at in range(0, 4000, 500) for touch in tap(at) + tap(at + 250, fingers=2)]
    actions = run_actions(
        start(recording=evemu(taps, lead=300)),
        f"[actions]\ntap 1 finger = sleep 1000\ntap 2 fingers = {appends(tmp_path / 'out')}\n")
    until(lambda: len(lines(tmp_path / "out")) == 8, "the other binding runs")
    actions.wait_for_log("its command has not ended for 5 s")
    assert f"{actions.file}:2: 'sleep 1000': " in actions.log()
    assert len(actions.children()) == 4


# MARK: Reload


@pytest.mark.parametrize("way", ["write", "rename", "remove first"])
def test_a_changed_file_applies(way, tapped, run_actions, tmp_path):
    service, tap_once = tapped
    old, new = tmp_path / "old", tmp_path / "new"
    actions = run_actions(service, f"[actions]\ntap = {appends(old)}\n")
    actions.wait_until_connected()
    tap_once()
    until(lambda: lines(old), "the first binding runs")
    text = f"[actions]\ntap = {appends(new)}\n"
    if way == "rename":
        actions.file.with_name("other").write_text(text)
        actions.file.with_name("other").rename(actions.file)
    else:
        if way == "remove first":
            actions.file.rename(actions.file.with_name("backup"))
        actions.file.write_text(text)
    actions.wait_until_connected(2)
    tap_once()
    until(lambda: lines(new), "the second binding runs")
    assert lines(old) == ["x"]


@pytest.mark.parametrize("change, expected", [
    (lambda file: file.write_text("[actions]\ntap = true\nswipe lfet = true\n"), ":3: "),
    (lambda file: file.write_text("[actions]\ntap = 'true\n"), ":2: a quote is not closed"),
    (lambda file: file.unlink(), ": No such file or directory"),
    (lambda file: file.chmod(0o666), ": other users can write to it"),
], ids=["a mistake", "a quote", "deleted", "writable"])
def test_a_wrong_file_keeps_the_old_bindings(change, expected, tapped, run_actions, tmp_path):
    service, tap_once = tapped
    actions = run_actions(service, f"[actions]\ntap = {appends(tmp_path / 'out')}\n")
    actions.wait_until_connected()
    change(actions.file)
    actions.wait_for_log("the previous bindings stay")
    assert f"gesturectl: {actions.file}{expected}" in actions.log()
    tap_once()
    until(lambda: lines(tmp_path / "out"), "the binding runs")
    assert actions.log().count("gesturectl: connected; ") == 1


def test_another_file_in_the_folder_does_not_repeat_a_mistake_but_sighup_does(tapped, run_actions):
    actions = run_actions(tapped[0], "[actions]\ntap = true\n")
    actions.wait_until_connected()
    actions.file.write_text("[actions]\nwink = true\n")
    actions.wait_for_log("the previous bindings stay")
    actions.file.with_name("other").write_text("")
    actions.process.send_signal(signal.SIGHUP)
    actions.wait_for_log("the previous bindings stay", 2)
    actions.write("[actions]\ntap 2 = true\n")
    assert actions.log().count("the previous bindings stay") == 2


def test_sighup_reads_a_file_whose_folder_is_not_watched(tapped, run_actions, tmp_path):
    service, tap_once = tapped
    target, out = tmp_path / "target.conf", tmp_path / "out"
    actions = run_actions(service, "[actions]\ntap = true\n")
    actions.wait_until_connected()
    target.write_text("[actions]\ntap 2 = true\n")
    actions.file.unlink()
    actions.file.symlink_to(target)
    actions.wait_until_connected(2)
    target.write_text(f"[actions]\ntap = {appends(out)}\n")
    actions.process.send_signal(signal.SIGHUP)
    actions.wait_until_connected(3)
    tap_once()
    until(lambda: lines(out), "the new binding runs")
