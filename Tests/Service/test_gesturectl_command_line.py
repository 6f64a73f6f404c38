"""The command line of gesturectl, and its errors when a call fails."""
import json
import os
import pathlib
import signal
import socket
import subprocess

import pytest

from programs import assert_refused
from touches import DOUBLE_TAP_AND_SWIPE, evemu, tap


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["help"]])
def test_help_lists_every_command(arguments, help_options, run_gesturectl):
    ended = run_gesturectl(*arguments)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("Usage: gesturectl")
    for command in help_options.keys() - {None}:
        assert f"\n  {command} " in ended.stdout


def test_help_of_a_command_has_its_synopsis_and_an_example(help_options, run_gesturectl):
    for command in help_options.keys() - {None}:
        ended = run_gesturectl("help", command)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout.startswith(f"Usage: gesturectl {command}")
        assert f"gesturectl {command}" in ended.stdout.partition("Example:")[2]
        assert run_gesturectl(command, "--help").stdout == ended.stdout


@pytest.mark.parametrize("arguments, words", [
    ([], "a command is required; see 'gesturectl --help'"),
    (["moniter"], "unknown command 'moniter' (did you mean 'monitor'?); see 'gesturectl --help'"),
    (["--socket"], "--socket requires a value; see 'gesturectl --help'"),
    (["help", "wink"], "unknown command 'wink'"),
])
def test_a_command_line_without_a_known_command_exits_with_2(arguments, words, run_gesturectl):
    assert_refused(run_gesturectl(*arguments), 2, words)


@pytest.mark.parametrize("arguments, words", [
    (["status", "wink"], "unexpected argument 'wink'"),
    (["devices", "--json"], "unknown option '--json'"),
    (["monitor", "wink"], "unexpected argument 'wink'"),
    (["monitor", "--gestrues", "tap"], "unknown option '--gestrues' (did you mean '--gestures'?)"),
    (["monitor", "--json=yes"], "--json=yes: the option takes no value"),
    (["monitor", "--count"], "--count requires a value"),
    (["monitor", "--count", "many"], "--count requires a whole number, not 'many'"),
    (["monitor", "--count=-1"], "--count requires a whole number, not '-1'"),
    (["monitor", "--timeout", "1.5"], "--timeout requires a whole number, not '1.5'"),
    (["monitor", "--gestures", "tap:many"], "--gestures, column 1: 'tap:many': expected a number of taps, as in tap:2"),
    (["monitor", "--gestures", "tap:2:3"], "--gestures, column 1: 'tap:2:3': expected"),
    (["monitor", "--gestures", "tap/2/3"], "--gestures, column 1: 'tap/2/3': expected a number of fingers"),
    (["monitor", "--parameters", "{]"], "--parameters requires a JSON object"),
    (["monitor", "--parameters", "[]"],
     "--parameters: []: No such file or directory; expected a JSON object or the path of a file with one"),
    (["explain", "--parameters", "/dev/null", "a"], "--parameters: /dev/null: expected a file with a JSON object"),
    (["replay", "--parameters", "/dev/zero", "a"], "--parameters: /dev/zero: larger than 1048576 bytes"),
    (["monitor", "--parameters", "{}", "--phases", "ended"], "--parameters cannot be combined with --phases"),
    (["replay", "a", "--parameters", '{"region": []}'],
     "region: expected one of gestures, notation, regions, devices, phases, thresholds"),
    (["replay"], "FILE is required: a recording"),
    (["replay", "a", "b"], "unexpected argument 'b'"),
    (["replay", "--wink"], "unknown option '--wink'"),
    (["replay", "a", "--phases", "ended, begna"],
     "--phases: 'begna': expected possible, began, changed, ended or cancelled (did you mean 'began'?)"),
    (["replay", "a", "--parameters", '{"gestures": [{"kind": "wipe"}]}'], "gestures[0].kind: expected one of"),
    (["replay", "a", "--gestures", "wink"], "--gestures, column 1: 'wink': expected a gesture"),
    (["record", "a", "b"], "unexpected argument 'b'"),
    (["doctor", "wink"], "unexpected argument 'wink'"),
    (["transform"], "DEVICE is required: the id or name of a device"),
    (["transform", "Phone"], "--rotation, --mirror or --output is required"),
    (["transform", "Phone", "--rotation", "left"], "--rotation requires a whole number, not 'left'"),
    (["transform", "Phone", "90"], "unexpected argument '90'"),
    (["grab"], "DEVICE is required: the id or name of a device"),
    (["release"], "DEVICE is required: the id or name of a device"),
    (["grab", "Phone", "Pad"], "unexpected argument 'Pad'"),
    (["lock"], "--until GESTURES or --for SECONDS is required"),
    (["lock", "--for", "ever"], "--for requires a whole number, not 'ever'"),
    (["lock", "--until", "tap:many"], "--until, column 1: 'tap:many': expected a number of taps"),
    (["lock", "--until", "tap 2, wink"], "--until, column 8: 'wink': expected a gesture"),
    (["lock", "--until", ""], "--until, column 1: at the end: expected a gesture"),
    (["unlock", "wink"], "unexpected argument 'wink'"),
    (["pulse", "often"], "COUNT must be a whole number, not 'often'"),
    (["pulse", "1", "2"], "unexpected argument '2'"),
])
def test_an_invalid_command_line_exits_with_2_and_names_the_help_of_the_command(arguments, words, run_gesturectl):
    command = arguments[0]
    assert_refused(run_gesturectl(*arguments), 2, f"gesturectl: {command}: {words}", f"; see 'gesturectl help {command}'")


@pytest.mark.parametrize("command", [("monitor",), ("replay", "/dev/null")])
@pytest.mark.parametrize("gestures, error", [
    ("wink", "--gestures, column 1: 'wink': expected a gesture, e.g. double tap"),
    ("swipe lfet", "--gestures, column 7: 'lfet': expected"),
    ("swipe:2", "--gestures, column 1: 'swipe:2': expected"),
    ("tap,", "--gestures, column 5: at the end: expected a gesture"),
    ("", "--gestures, column 1: at the end: expected a gesture"),
    ("tap:many", "--gestures, column 1: 'tap:many': expected a number of taps"),
])
def test_an_invalid_gesture_is_rejected_at_once(gestures, error, command, run_gesturectl):
    assert_refused(run_gesturectl(*command, "--gestures", gestures), 2, error)


def test_options_precede_or_follow_the_command(start, run_gesturectl):
    path = start(recording=DOUBLE_TAP_AND_SWIPE).socket
    for options in (["--socket", path], [f"--socket={path}"]):
        for arguments in ([*options, "devices"], ["devices", *options], [*options, "--", "devices"]):
            assert run_gesturectl(*arguments).returncode == 0


@pytest.mark.parametrize("arguments, error", [
    (["transform", "Phone", "--rotation", "45"], "rotation: expected 0, 90, 180 or 270"),
    (["transform", "Phone", "--mirror", "left"], "mirror: expected none, horizontal or vertical"),
    (["lock", "--for", "0"], "seconds: expected seconds, 1 … 86400"),
    (["lock", "--until", "press"], "gestures"),
    (["pulse", "11"], "count: expected a whole number, 1 … 10"),
])
def test_parameters_that_the_service_rejects_exit_with_2(arguments, error, start, run_gesturectl):
    assert_refused(run_gesturectl("--socket", start(recording=DOUBLE_TAP_AND_SWIPE).socket, *arguments), 2, error)


@pytest.mark.parametrize("arguments", [["transform", "Phone", "--rotation", "90"], ["grab", "Phone"], ["pulse"]])
def test_explains_that_a_recording_cannot_be_controlled(arguments, start, run_gesturectl):
    ended = run_gesturectl("--socket", start(recording=DOUBLE_TAP_AND_SWIPE).socket, *arguments)
    assert_refused(ended, 1, "not available: the service plays a recording")


@pytest.mark.parametrize("size, parameters, limit", [
    (1024, {"devices": 40 * [60 * "x"]}, "limit 'message-size'; raise it in [limits] of gestured.conf"),
    (1 << 20, {"gestures": [{"kind": "stroke", "name": "zigzag", "templates": 16 * [128 * [[0, 0], [10, 5]]]}]},
     "limit 'values', which cannot be configured"),
])
def test_names_a_limit_as_the_configuration_does(size, parameters, limit, start, run_gesturectl):
    service = start(recording=DOUBLE_TAP_AND_SWIPE, configuration=f"[limits]\nmessage-size = {size}\n")
    ended = run_gesturectl("--socket", service.socket, "monitor", "--parameters", json.dumps(parameters))
    assert_refused(ended, 1, limit)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become nobody")
@pytest.mark.parametrize("arguments", [["unlock"], ["grab", "Phone"], ["lock", "--for", "1"], ["pulse"]])
def test_other_users_are_denied_control(arguments, start, run_gesturectl, gesturectl, tmp_path):
    service = start(recording=DOUBLE_TAP_AND_SWIPE)
    os.chmod(service.socket, 0o666)
    for folder in service.socket.parents:
        if folder != pathlib.Path("/"):
            os.chmod(folder, folder.stat().st_mode | 0o111)
    # A copy that every user can run.
    program = tmp_path / "gesturectl"
    program.write_bytes(gesturectl.read_bytes())
    program.chmod(0o755)
    ended = subprocess.run([program, "--socket", service.socket, *arguments], capture_output=True, text=True,
                           user="nobody", group="nogroup", extra_groups=[], timeout=10)
    assert_refused(ended, 1, "permission denied (control required): run the command with sudo")


@pytest.mark.parametrize("command", ["status", "devices", "monitor", "unlock"])
def test_without_a_service_it_explains_how_to_start_one(command, run_gesturectl, tmp_path):
    nothing = tmp_path / "none"
    assert_refused(run_gesturectl("--socket", nothing, command), 1, nothing, "start it with 'sudo ", "--socket")
    with socket.socket(socket.AF_UNIX) as stale:
        stale.bind(str(tmp_path / "stale"))
    assert_refused(run_gesturectl("--socket", tmp_path / "stale", command), 1, "start it with 'sudo ")


@pytest.mark.parametrize("command", ["monitor", "replay"])
def test_ends_silently_when_its_reader_goes_away(command, start, gesturectl, tmp_path):
    if command == "monitor":
        arguments = [gesturectl, "--socket", start("--loop", recording=DOUBLE_TAP_AND_SWIPE).socket, "monitor"]
    else:
        (tmp_path / "long").write_text(evemu([touch for at in range(0, 200_000, 100) for touch in tap(at)]))
        arguments = [gesturectl, "replay", tmp_path / "long"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline()
        process.stdout.close()
        assert process.wait(10) in (0, -signal.SIGPIPE)
        assert process.stderr.read() == b""
