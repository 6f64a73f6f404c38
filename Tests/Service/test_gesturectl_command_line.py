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


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_lists_every_command(option, run_gesturectl):
    ended = run_gesturectl(option)
    assert (ended.returncode, ended.stderr) == (0, "")
    for word in ("status", "devices", "monitor", "replay", "record", "doctor", "transform", "grab", "release", "lock",
                 "unlock", "pulse", "--json", "--count", "--timeout", "--gestures", "--devices", "--phases",
                 "--parameters", "--socket", "--verbose", "--rotation", "--mirror", "--output", "--until", "--for",
                 "--config"):
        assert word in ended.stdout


@pytest.mark.parametrize("arguments, words", [
    ([], "no command given"),
    (["wink"], "unknown command 'wink'"),
    (["--socket"], "--socket wants a value"),
    (["status", "wink"], "status: unknown argument 'wink'"),
    (["devices", "--json"], "devices: unknown argument '--json'"),
    (["monitor", "wink"], "monitor: unknown argument 'wink'"),
    (["monitor", "--count"], "--count wants a value"),
    (["monitor", "--count", "many"], "--count wants a whole number, not 'many'"),
    (["monitor", "--count", "-1"], "--count wants a whole number, not '-1'"),
    (["monitor", "--timeout", "1.5"], "--timeout wants a whole number, not '1.5'"),
    (["monitor", "--gestures", "tap:two"], "--gestures: 'tap:two'"),
    (["monitor", "--gestures", "tap:2:3"], "--gestures: 'tap:2:3'"),
    (["monitor", "--gestures", "tap/2/3"], "--gestures: 'tap/2/3'"),
    (["monitor", "--parameters", "[]"], "--parameters wants a JSON object"),
    (["monitor", "--parameters", "{}", "--phases", "ended"], "--parameters says all there is to say"),
    (["replay"], "replay wants a recording"),
    (["replay", "a", "b"], "replay: unknown argument 'b'"),
    (["replay", "--wink"], "replay: unknown argument '--wink'"),
    (["replay", "a", "--gestures", "wink"], "gestures.kind: expected"),
    (["record", "a", "b"], "record: unknown argument 'b'"),
    (["doctor", "wink"], "doctor: unknown argument 'wink'"),
    (["transform"], "transform wants the id or name of a device"),
    (["transform", "Phone"], "transform wants --rotation, --mirror or --output"),
    (["transform", "Phone", "--rotation", "left"], "--rotation wants a whole number, not 'left'"),
    (["transform", "Phone", "90"], "transform: unknown argument '90'"),
    (["grab"], "grab wants the id or name of a device"),
    (["release"], "release wants the id or name of a device"),
    (["grab", "Phone", "Pad"], "grab: unknown argument 'Pad'"),
    (["lock"], "lock wants --until GESTURES or --for SECONDS"),
    (["lock", "--for", "ever"], "--for wants a whole number, not 'ever'"),
    (["lock", "--until", "tap:two"], "--until: 'tap:two': expected e.g. tap"),
    (["lock", "--until", ""], "--until wants a list"),
    (["unlock", "wink"], "unlock: unknown argument 'wink'"),
    (["pulse", "often"], "pulse wants a whole number, not 'often'"),
    (["pulse", "1", "2"], "pulse: unknown argument '2'"),
])
def test_an_invalid_command_line_exits_with_2(arguments, words, run_gesturectl):
    assert_refused(run_gesturectl(*arguments), 2, words, "gesturectl --help")


@pytest.mark.parametrize("command", [("monitor",), ("replay", "/dev/null")])
@pytest.mark.parametrize("gestures, error", [
    ("wink", "gestures.kind: expected press, tap"),
    ("swipe:2", "gestures.count: expected"),
    ("", "--gestures wants a list"),
    ("tap:two", "--gestures: 'tap:two': expected e.g."),
])
def test_an_invalid_gesture_is_rejected_at_once(gestures, error, command, run_gesturectl):
    assert_refused(run_gesturectl(*command, "--gestures", gestures), 2, error)


def test_global_options_are_accepted_after_the_command(start, run_gesturectl):
    service = start(recording=DOUBLE_TAP_AND_SWIPE)
    assert run_gesturectl("devices", "--socket", service.socket).returncode == 0
    assert run_gesturectl("monitor", "--help").stdout.startswith("Usage: gesturectl")


@pytest.mark.parametrize("arguments, error", [
    (["transform", "Phone", "--rotation", "45"], "rotation: expected 0, 90, 180 or 270"),
    (["transform", "Phone", "--mirror", "left"], "mirror: expected none, horizontal or vertical"),
    (["lock", "--for", "0"], "seconds: expected seconds, 1 … 86400"),
    (["lock", "--until", "wink"], "gestures.kind: expected"),
    (["pulse", "11"], "count: expected a whole number, 1 … 10"),
])
def test_parameters_that_the_service_rejects_exit_with_2(arguments, error, start, run_gesturectl):
    assert_refused(run_gesturectl("--socket", start(recording=DOUBLE_TAP_AND_SWIPE).socket, *arguments), 2, error)


@pytest.mark.parametrize("arguments", [["transform", "Phone", "--rotation", "90"], ["grab", "Phone"], ["pulse"]])
def test_explains_that_a_recording_cannot_be_controlled(arguments, start, run_gesturectl):
    ended = run_gesturectl("--socket", start(recording=DOUBLE_TAP_AND_SWIPE).socket, *arguments)
    assert_refused(ended, 1, "nothing to do this with: it plays a recording")


@pytest.mark.parametrize("words, limit", [
    (2000 * "x", "of message-size is reached; [limits] in gestured.conf sets it"),
    (40000 * [1], "of values is reached, which is not configured"),
])
def test_names_a_limit_as_the_configuration_does(words, limit, start, run_gesturectl):
    size = 1024 if isinstance(words, str) else 1 << 20
    service = start(recording=DOUBLE_TAP_AND_SWIPE, configuration=f"[limits]\nmessage-size = {size}\n")
    ended = run_gesturectl("--socket", service.socket, "monitor", "--parameters", json.dumps({"word": words}))
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
    assert_refused(ended, 1, "permission denied; only root, the user that the service runs as and for whom")


@pytest.mark.parametrize("command", ["status", "devices", "monitor", "unlock"])
def test_without_a_service_it_explains_how_to_start_one(command, run_gesturectl, tmp_path):
    nothing = tmp_path / "none"
    assert_refused(run_gesturectl("--socket", nothing, command), 1, nothing, "systemctl start gestured", "--socket")
    with socket.socket(socket.AF_UNIX) as stale:
        stale.bind(str(tmp_path / "stale"))
    assert_refused(run_gesturectl("--socket", tmp_path / "stale", command), 1, "systemctl start gestured")


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
