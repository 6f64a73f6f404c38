"""gestured and gesturectl as a person at a shell meets them."""
import contextlib
import json
import os
import pathlib
import pty
import re
import signal
import socket
import stat
import subprocess

import pytest

from events import assert_stream, normalized
from service import Client, Service, until
from touches import drag, evemu, tap

REPOSITORY = pathlib.Path(__file__).parents[2]
# A double tap, and a swipe to the right.
GESTURES = evemu(tap(0) + tap(150) + drag(700, (500, 500), (700, 500), 100))


@pytest.fixture
def run(gestured, tmp_path):
    """Runs gestured where it is expected to end by itself; on a socket of its own unless it is told another."""
    def run(*arguments, **options):
        options = {"capture_output": True, "text": True, "timeout": 10, **options}
        return subprocess.run([gestured, *arguments], **options)

    return run


@pytest.fixture
def elsewhere(tmp_path):
    """Options by which gestured depends on nothing of this machine."""
    (tmp_path / "empty.conf").write_text("")
    return ["--config", tmp_path / "empty.conf", "--socket", tmp_path / "socket"]


def assert_refused(ended, code, *words):
    """That a program ended so, and said why in one line, these words in it."""
    assert (ended.returncode, ended.stdout) == (code, "")
    assert ended.stderr.count("\n") == 1, ended.stderr
    for word in words:
        assert str(word) in ended.stderr


# MARK: gestured


def test_help_names_every_option(run):
    ended = run("--help")
    assert (ended.returncode, ended.stderr) == (0, "")
    for option in ("--config", "--socket", "--recording", "--loop", "--version", "--help"):
        assert option in ended.stdout


def test_both_programs_have_the_same_version(run, run_gesturectl):
    ended = run("--version")
    assert re.fullmatch(r"gestured \d+\.\d+\.\d+\n", ended.stdout) and ended.returncode == 0
    assert run_gesturectl("--version").stdout == ended.stdout.replace("gestured", "gesturectl")


@pytest.mark.parametrize("arguments, words", [
    (["--wink"], "unknown argument '--wink'"),
    (["wink"], "unknown argument 'wink'"),
    ([""], "unknown argument ''"),
    (["--config"], "--config wants a value"),
    (["--socket"], "--socket wants a value"),
    (["--recording"], "--recording wants a value"),
    (["--loop"], "--loop goes with --recording"),
    (["\x1b[31m"], "unknown argument '?[31m'"),
])
def test_a_wrong_command_line_exits_with_2(arguments, words, run):
    assert_refused(run(*arguments), 2, words, "--help")


@pytest.mark.parametrize("text, where", [
    ("[gestures]\ntap-gap = fast\n", ':2: [gestures] tap-gap: "fast": expected milliseconds, 0 … 10000'),
    ("[gestures]\n\n# no\ntap-gap = 10001\n", ':4: [gestures] tap-gap: "10001": expected milliseconds, 0 … 10000'),
    ("[gestures]\ntap-gap = -1\n", ':2: [gestures] tap-gap: "-1": expected milliseconds'),
    ("[gestures]\ntap-gap =\n", ':2: [gestures] tap-gap: "": expected milliseconds'),
    ("[gestures]\nslop = 20 pt\n", ':2: [gestures] slop: "20 pt": expected pt, 0 … 100'),
    ("[gestures]\nslop = 100.5\n", ':2: [gestures] slop: "100.5": expected pt, 0 … 100'),
    ("[gestures]\nslop = nan\n", ':2: [gestures] slop: "nan": expected pt, 0 … 100'),
    ("[gestures]\nwink = 1\n", ':2: [gestures] wink: "1": expected one of the keys slop'),
    ("[limits]\nconnections = 0\n", ':2: [limits] connections: "0": expected a whole number, 1 … 65536'),
    ("[limits]\nqueue-size = 16383\n", ':2: [limits] queue-size: "16383": expected a whole number, 16384 …'),
    ("[device X]\nsize = 345\n", ':2: [device X] size: "345": expected WIDTHxHEIGHT in mm'),
    ("[device X]\nsize = 9x194\n", ':2: [device X] size: "9x194": expected WIDTHxHEIGHT in mm'),
    ("[device X]\nname = Y\n", ':2: [device X] name: "Y": expected one of the keys kind'),
    ("[winks]\na = 1\n", ':2: [winks] a: "1": expected a section'),
    ("a = 1\n", ':1: [] a: "1": expected a section'),
    ("wink\n", ":1: expected a [section], a key = value, or a comment; what follows is not read"),
    ("[gestures\nslop = 1\n", ":1: expected a [section], a key = value, or a comment; what follows is not read"),
    ("[gestures]\nslop = " + "9" * 5000 + "\n", ":2: "),
    ("[gestures]\nslop = 1\x00\n", ":2: [gestures] slop: "),
], ids=lambda value: None if value.startswith(":") else repr(value[:40]))
def test_a_wrong_configuration_stops_the_service_and_is_told_by_its_line(text, where, run, elsewhere):
    path = elsewhere[1]
    path.write_text(text)
    ended = run(*elsewhere)
    assert ended.returncode not in (0, 2)
    assert_refused(ended, ended.returncode, f"{path}{where}")
    assert not elsewhere[3].exists()


@pytest.mark.parametrize("text", [
    "", "# nothing\n", "\ufeff[gestures]\r\nslop = 20.5\r\n", "[gestures]\nslop=0\n", "[gestures]\nslop = 100",
    "[device A]\nsize = 10x3000\n[device B]\nsize = 345.4x194.3\n",
])
def test_a_right_configuration_is_taken(text, start):
    start(configuration=text)


def test_the_shipped_configuration_is_all_at_its_default(start):
    text = (REPOSITORY / "gestured.conf").read_text()
    recording = evemu(tap(0) + tap(150) + drag(700, (500, 500), (700, 500), 100) + tap(1500, hold=700))
    services = [start(configuration=configuration, recording=recording) for configuration in (text, "")]
    clients = [Client(service.socket) for service in services]
    for client in clients:
        client.subscribe()
    for service in services:
        service.wait_for_log("the recording is over")
    # A busy service may have merged changes.
    shipped, default = (
        [event for event in normalized(client.sent_events()) if event["phase"] != "changed"] for client in clients)
    assert shipped == default != []


def test_a_configuration_that_was_asked_for_has_to_be_there(run, tmp_path):
    ended = run("--config", tmp_path / "none.conf", "--socket", tmp_path / "socket")
    assert ended.returncode not in (0, 2)
    assert_refused(ended, ended.returncode, tmp_path / "none.conf", "No such file or directory")


def test_a_second_instance_is_refused_and_the_first_goes_on(start, run, elsewhere):
    service = start(recording=GESTURES)
    ended = run(*elsewhere[:2], "--socket", service.socket, "--recording", service.socket.parent / "recording.evemu")
    assert_refused(ended, 1, service.socket, f"pid {service.process.pid}", "already listens")
    assert service.status()["clients"] == 1


def test_a_stale_socket_is_taken_over(start, gestured, tmp_path):
    service = start(recording=GESTURES)
    service.process.send_signal(signal.SIGKILL)
    service.process.wait()
    assert stat.S_ISSOCK(service.socket.stat().st_mode)
    with Service(gestured, service.socket.parent, recording=GESTURES) as successor:
        assert successor.status()["clients"] == 1


@pytest.mark.parametrize("kind", ["file", "folder", "pipe", "link", "dangling link", "link to a dead socket"])
def test_what_is_no_socket_is_not_touched(kind, run, elsewhere, tmp_path):
    path = elsewhere[3]
    (tmp_path / "recording").write_text(GESTURES)
    (tmp_path / "precious").write_text("precious")
    match kind:
        case "file":
            path.write_text("precious")
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "link":
            path.symlink_to(tmp_path / "precious")
        case "dangling link":
            path.symlink_to(tmp_path / "nothing")
        case "link to a dead socket":
            with socket.socket(socket.AF_UNIX) as dead:
                dead.bind(str(tmp_path / "dead"))
            path.symlink_to(tmp_path / "dead")
    before = path.lstat()
    assert_refused(run(*elsewhere, "--recording", tmp_path / "recording"), 1, path, "is not a socket")
    assert path.lstat() == before
    assert (tmp_path / "precious").read_text() == "precious" and not (tmp_path / "nothing").exists()
    assert kind != "file" or path.read_text() == "precious"
    assert kind != "link to a dead socket" or stat.S_ISSOCK((tmp_path / "dead").stat().st_mode)


def test_a_socket_that_took_its_place_is_not_removed(start, gestured):
    service = start(recording=GESTURES)
    service.socket.unlink()
    with Service(gestured, service.socket.parent, recording=GESTURES) as successor:
        assert service.stop() == 0
        assert successor.status()["clients"] == 1
    assert not service.socket.exists()


@pytest.mark.parametrize("path, words", [
    ("/no/such/folder/socket", "No such file or directory"), ("/tmp/" + "x" * 120, "File name too long")])
def test_a_socket_that_cannot_be_is_refused(path, words, run, elsewhere, tmp_path):
    (tmp_path / "recording").write_text(GESTURES)
    ended = run(*elsewhere[:2], "--recording", tmp_path / "recording", "--socket", path)
    assert_refused(ended, 1, f"cannot listen on {path}", words)


def test_the_socket_is_for_its_user_and_group_alone(start):
    assert stat.S_IMODE(start(recording=GESTURES).socket.stat().st_mode) == 0o660


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_with_0_and_removes_the_socket(by, start):
    service = start(recording=GESTURES)
    with Client(service.socket) as client:
        client.subscribe()
        service.process.send_signal(by)
        assert service.process.wait(10) == 0
        assert client.receive() is None
    assert not service.socket.exists()


# Recordings that cannot be played: their text, and what is said of it.
BAD_RECORDINGS = {
    "a line that is none": (GESTURES + "hello\n", f":{GESTURES.count(chr(10)) + 1}:2: expected a line of an evemu"),
    "a type that is no number": (GESTURES + "E: 9.0 zz 0 0\n", f":{GESTURES.count(chr(10)) + 1}:8: expected a hex"),
    "a value too large": (GESTURES + "E: 9.0 3 0 99999999999\n", f":{GESTURES.count(chr(10)) + 1}:12: expected a dec"),
    "events alone": ("E: 0.0 0000 0000 0\n", ": it has events alone and no description"),
    "nothing": ("", ": it has events alone and no description"),
    "of no format": ("hello\n", ":1:1: expected a recording of evemu, getevent -t or libinput record"),
    "a line that getevent does not print": ("[ 1.0] EV_ABS ABS_MT_NONE 1\n", ":1:15: expected an event code"),
    "a line that libinput does not write": ("version: 1\n  evdev:\n    id: 1\n", ":3:9: expected a list"),
    "a keyboard": ("N: keyboard\nB: 01 ff ff\n", ": the device that it describes is neither a touchscreen nor a"),
    "no position": (GESTURES.replace("A: 36 ", "A: 37 "), "neither a touchscreen nor a"),
    "an empty range": (GESTURES.replace("A: 35 0 254000", "A: 35 9 9"), "an axis has an empty range"),
}


@pytest.mark.parametrize("program", ["gestured", "gesturectl"])
@pytest.mark.parametrize("case", BAD_RECORDINGS)
def test_a_recording_that_cannot_be_played_is_told_by_its_line(case, program, run, run_gesturectl, elsewhere, tmp_path):
    text, where = BAD_RECORDINGS[case]
    path = tmp_path / "recording.evemu"
    path.write_text(text)
    ended = run(*elsewhere, "--recording", path) if program == "gestured" else run_gesturectl("replay", path)
    assert_refused(ended, 1, path, where)


@pytest.mark.parametrize("program", ["gestured", "gesturectl"])
def test_a_recording_that_is_not_there_is_told(program, run, run_gesturectl, elsewhere, tmp_path):
    path = tmp_path / "none.evemu"
    ended = run(*elsewhere, "--recording", path) if program == "gestured" else run_gesturectl("replay", path)
    assert_refused(ended, 1, path, "No such file or directory")


def test_a_recording_is_played_once(start):
    service = start(recording=GESTURES)
    with Client(service.socket) as client:
        client.subscribe(gestures=[{"kind": "swipe"}])
        service.wait_for_log("the recording is over")
        assert len(client.waiting_events()) == 1


def test_a_looping_recording_goes_on_with_later_times_and_other_gestures(start):
    service = start("--loop", recording=evemu(tap(0)))
    with Client(service.socket) as client:
        client.subscribe(gestures=[{"kind": "tap"}])
        rounds = client.events(3)
    assert [event["sequence"] for event in rounds] == [1, 2, 3]
    assert len({event["gesture"] for event in rounds}) == 3
    times = [event["time"] for event in rounds]
    assert times == sorted(times) and len(set(times)) == 3


# MARK: gesturectl


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_gesturectl_help_names_every_command(option, run_gesturectl):
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
def test_a_wrong_gesturectl_command_line_exits_with_2(arguments, words, run_gesturectl):
    assert_refused(run_gesturectl(*arguments), 2, words, "gesturectl --help")


def test_status_shows_counts_and_devices(start, run_gesturectl):
    service = start(recording=GESTURES)
    with Client(service.socket) as client:
        client.subscribe()
        ended = run_gesturectl("--socket", service.socket, "status")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "2 connected, 1 subscribed" in ended.stdout
    assert "touchscreen Phone" in ended.stdout and str(service.socket) in ended.stdout


def test_devices_shows_what_is_known_of_each(start, run_gesturectl):
    service = start(recording=GESTURES)
    ended = run_gesturectl("--socket", service.socket, "devices")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert [re.sub(" +", " ", line) for line in ended.stdout.splitlines()] == [
        "touchscreen Phone", " id 0000:0000", f" node {service.socket.parent / 'recording.evemu'}",
        " size 317.5 × 317.5 mm, as the device says", " contacts 10 at most, 0 down now"]


def test_devices_verbose_shows_all_that_is_known(start, run_gesturectl):
    service = start(recording=GESTURES)

    def last_lines():
        ended = run_gesturectl("--socket", service.socket, "devices", "--verbose")
        assert (ended.returncode, ended.stderr) == (0, "")
        return [re.sub(" +", " ", line) for line in ended.stdout.splitlines()[5:]]

    known = [
        " protocol slots", " mounted turned by 0°, mirror none, calibration none", " output not known", " grabbed no", " overruns 0 of the kernel's queue"]
    assert last_lines() == [*known, " touched never"]
    with Client(service.socket) as client:
        client.subscribe(gestures=[{"kind": "swipe"}])
        client.event()
    *lines, touched = last_lines()
    assert lines == known and re.fullmatch(r" touched \d+\.\d s ago", touched)


def test_a_recording_that_goes_on_was_touched_just_now(start, run_gesturectl):
    service = start(recording=evemu(tap(0) + tap(60_000)))
    with Client(service.socket) as client:
        client.subscribe(gestures=[{"kind": "tap"}])
        client.event()
        ended = run_gesturectl("--socket", service.socket, "devices", "--verbose")
    assert re.search(r"touched +\d\.\d s ago", ended.stdout), ended.stdout


# What a device may call itself: to colour and to clear, to start a line, to look like another name, and to break JSON.
EVIL = b"\x1b]0;evil\x07\x1b[2J\x9b31m\xc2\x9b31m\xc2\x85\r\x08\x7f\xe2\x80\xa8\xe2\x80\xae\xe2\x81\xa6\"}\\\x00\xff\xc3 %n Phone"
STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def test_a_name_that_would_steer_the_terminal_does_not(gestured, gesturectl, tmp_path):
    (tmp_path / "evil.evemu").write_bytes(GESTURES.encode().replace(b"N: Phone", b"N: " + EVIL))
    with Service(gestured, tmp_path, "--recording", tmp_path / "evil.evemu") as service:
        for command in (["devices", "--verbose"], ["status"], ["doctor"], ["monitor"], ["monitor", "--json"]):
            with subprocess.Popen(
                    [gesturectl, "--socket", service.socket, *command], stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT) as process:
                shown = process.stdout.readline() if command[0] == "monitor" else process.stdout.read()
                process.kill()
            # It is whole UTF-8, with nothing in it that a terminal obeys.
            assert not STEERING.search(shown.decode()), (command, shown)
            assert command[0] == "doctor" or command[-1] == "--json" or b"Phone" in shown
        with Client(service.socket) as client:
            client.send({"method": "org.gestured.Gestures.ListDevices"})
            message = client.socket.recv(65536).rstrip(b"\0").decode()
        assert not STEERING.search(message)
        name = json.loads(message)["parameters"]["devices"][0]["name"]
        assert name.startswith("\x1b]0;evil\x07") and "\u202e\u2066\"}\\" in name and name.endswith("Phone")
        assert not STEERING.search(service.log())


# Each line that monitor prints, without its time.
LINES = [
    "· press began  at 25 % 25 %", "· press ended  at 25 % 25 %", "⊙ tap possible  at 25 % 25 %",
    "· press began  at 25 % 25 %", "· press ended  at 25 % 25 %", "◎ double tap possible  at 25 % 25 %",
    "◎ double tap  at 25 % 25 %",
]


def test_monitor_prints_a_line_for_each_event(start, run_gesturectl):
    service = start(recording=GESTURES)
    ended = run_gesturectl("--socket", service.socket, "monitor", "--count", str(len(LINES)))
    assert (ended.returncode, ended.stderr) == (0, "")
    first, *lines = ended.stdout.splitlines()
    assert first == "watching Phone"
    assert [re.sub(r"^\d+\.\d{3} s  ", "", line) for line in lines] == LINES


def test_a_swipe_is_an_arrow_with_its_way(start, run_gesturectl):
    service = start(recording=GESTURES)
    ended = run_gesturectl("--socket", service.socket, "monitor", "--gestures", "swipe", "--count", "1")
    assert ended.stdout.splitlines()[1].endswith("s  → swipe right  at 35 % 25 %  by 200 0 pt")


def on_a_terminal(arguments, environment):
    """What a program writes to a terminal until it ends."""
    terminal, end = pty.openpty()
    with subprocess.Popen(arguments, stdout=end, env=environment) as process:
        os.close(end)
        written = b""
        try:
            while data := os.read(terminal, 65536):
                written += data
        except OSError:  # as a terminal says that nobody writes any more
            pass
        os.close(terminal)
        assert process.wait(10) == 0
    return written.decode()


def test_monitor_has_colours_on_a_terminal_unless_they_are_not_wanted(start, gesturectl):
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    command = [gesturectl, "--socket", start("--loop", recording=GESTURES).socket, "monitor", "--count", "2"]
    coloured = on_a_terminal(command, environment)
    assert "\x1b[2m" in coloured and "\x1b[0m" in coloured
    assert "\x1b" not in on_a_terminal(command, {**environment, "NO_COLOR": "1"})
    assert "\x1b" not in subprocess.run(command, capture_output=True, text=True, env=environment, timeout=30).stdout


def test_monitor_json_prints_what_varlink_gives(start, gesturectl):
    service = start(recording=evemu(tap(0) + tap(150) + drag(700, (500, 500), (700, 500), 100), lead=1000))
    with Client(service.socket) as client:
        client.subscribe()
        command = [gesturectl, "--socket", service.socket, "monitor", "--json", "--count", "20"]
        lines = subprocess.run(command, capture_output=True, text=True, timeout=30).stdout.splitlines()
        assert [json.loads(line) for line in lines] == client.events(20)


@pytest.mark.parametrize("options", [
    [], ["--gestures", "tap,tap:2"], ["--phases", "ended,cancelled"], ["--devices", "Phone"],
    ["--parameters", '{"gestures": [{"kind": "swipe"}], "thresholds": {"swipeDistance": 200}}']])
def test_replay_prints_what_monitor_prints(options, start, gesturectl, replayed):
    expected = replayed(GESTURES, *options)
    assert expected
    command = [gesturectl, "--socket", start(recording=GESTURES).socket, "monitor", "--json", *options]
    events = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as monitor:
        while not events or events[-1]["sequence"] < expected[-1]["sequence"]:
            events.append(json.loads(monitor.stdout.readline()))
        monitor.terminate()
    assert_stream(events, expected)


@pytest.mark.parametrize("gestures, parameters", [
    ("tap", {"gestures": [{"kind": "tap"}]}),
    ("tap:2", {"gestures": [{"kind": "tap", "count": 2}]}),
    ("tap:2/1,swipe/3", {"gestures": [{"kind": "tap", "count": 2, "fingers": [1]}, {"kind": "swipe", "fingers": [3]}]}),
    ("drag,longPress/1", {"gestures": [{"kind": "drag"}, {"kind": "longPress", "fingers": [1]}]}),
])
def test_the_shorthand_for_gestures_says_the_same_as_parameters(gestures, parameters, replayed):
    events = replayed(GESTURES, "--gestures", gestures)
    assert events == replayed(GESTURES, "--parameters", json.dumps(parameters))
    assert events


@pytest.mark.parametrize("count", [0, 1, 5])
def test_monitor_ends_after_so_many_events(count, start, run_gesturectl):
    ended = run_gesturectl("--socket", start(recording=GESTURES).socket, "monitor", "--json", "--count", str(count))
    assert (ended.returncode, ended.stderr, ended.stdout.count("\n")) == (0, "", count)


def test_monitor_ends_after_so_long(start, run_gesturectl):
    service = start(recording=evemu([]))
    ended = run_gesturectl("--socket", service.socket, "monitor", "--timeout", "1")
    assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", "watching Phone\n")


@pytest.mark.parametrize("arguments, said", [
    (["transform", "Phone", "--rotation", "45"], "rotation: expected 0, 90, 180 or 270"),
    (["transform", "Phone", "--mirror", "left"], "mirror: expected none, horizontal or vertical"),
    (["lock", "--for", "0"], "seconds: expected seconds, 1 … 86400"),
    (["lock", "--until", "wink"], "gestures.kind: expected"),
    (["pulse", "11"], "count: expected a whole number, 1 … 10"),
])
def test_what_the_service_does_not_understand_is_a_wrong_command_line(arguments, said, start, run_gesturectl):
    assert_refused(run_gesturectl("--socket", start(recording=GESTURES).socket, *arguments), 2, said)


@pytest.mark.parametrize("arguments", [["transform", "Phone", "--rotation", "90"], ["grab", "Phone"], ["pulse"]])
def test_what_the_service_cannot_do_is_said_in_a_sentence(arguments, start, run_gesturectl):
    ended = run_gesturectl("--socket", start(recording=GESTURES).socket, *arguments)
    assert_refused(ended, 1, "nothing to do this with: it plays a recording")


@pytest.mark.parametrize("words, limit", [
    (2000 * "x", "of message-size is reached; [limits] in gestured.conf sets it"),
    (40000 * [1], "of values is reached, which is not configured"),
])
def test_a_limit_is_called_as_the_configuration_calls_it(words, limit, start, run_gesturectl):
    size = 1024 if isinstance(words, str) else 1 << 20
    service = start(recording=GESTURES, configuration=f"[limits]\nmessage-size = {size}\n")
    ended = run_gesturectl("--socket", service.socket, "monitor", "--parameters", json.dumps({"word": words}))
    assert_refused(ended, 1, limit)


def test_monitor_names_the_devices_that_it_was_asked_for(start, run_gesturectl):
    service = start(recording=evemu([]))
    for devices, said in ("Phone", "Phone"), ("Pad", "(no such touch device yet)"):
        ended = run_gesturectl("--socket", service.socket, "monitor", "--timeout", "1", "--devices", devices)
        assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", f"watching {said}\n")


def test_who_reads_no_more_ends_it_without_an_error(gesturectl, tmp_path):
    path = tmp_path / "long.evemu"
    path.write_text(evemu(tap(0)))
    with subprocess.Popen([gesturectl, "replay", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as replay:
        replay.stdout.close()
        assert replay.wait(10) == 0
        assert replay.stderr.read() == b""


def test_what_is_no_input_device_is_not_recorded(run_gesturectl):
    assert_refused(run_gesturectl("record", "/dev/null"), 1, "/dev/null: it is no input device")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become nobody")
@pytest.mark.parametrize("arguments", [["unlock"], ["grab", "Phone"], ["lock", "--for", "1"], ["pulse"]])
def test_control_is_not_for_everybody(arguments, start, run_gesturectl, gesturectl, tmp_path):
    service = start(recording=GESTURES)
    os.chmod(service.socket, 0o666)
    for folder in service.socket.parents:
        if folder != pathlib.Path("/"):
            os.chmod(folder, folder.stat().st_mode | 0o111)
    # As a copy, which everybody may run.
    program = tmp_path / "gesturectl"
    program.write_bytes(gesturectl.read_bytes())
    program.chmod(0o755)
    ended = subprocess.run([program, "--socket", service.socket, *arguments], capture_output=True, text=True,
                           user="nobody", group="nogroup", extra_groups=[], timeout=10)
    assert_refused(ended, 1, "permission denied; only root, the user that the service runs as and for whom")


@contextlib.contextmanager
def locking(gesturectl, service, *options):
    """A gesturectl that has locked touches and waits."""
    # What runs in the background of a shell is born deaf to Ctrl-C.
    with subprocess.Popen([gesturectl, "--socket", service.socket, "lock", *options],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as process:
        line = process.stdout.readline()
        assert line.startswith("touches are locked ") and "'gesturectl unlock'" in line
        assert service.status()["locked"]
        try:
            yield process, line
        finally:
            process.kill()


def test_lock_waits_until_the_time_is_over(start, gesturectl):
    service = start(recording=evemu([]))
    with locking(gesturectl, service, "--for", "1", "--until", "longPress/2") as (process, line):
        assert "until longPress/2 or for 1 s" in line
        assert process.communicate(timeout=10) == ("touches are free\n", "") and process.returncode == 0
    assert not service.status()["locked"]


def test_lock_waits_until_somebody_unlocks(start, gesturectl, run_gesturectl):
    service = start(recording=evemu([]))
    with locking(gesturectl, service, "--until", "longPress/2") as (process, _):
        unlocked = run_gesturectl("--socket", service.socket, "unlock")
        assert (unlocked.returncode, unlocked.stdout, unlocked.stderr) == (0, "", "")
        assert process.communicate(timeout=10) == ("touches are free\n", "") and process.returncode == 0


def test_a_lock_stays_when_nobody_waits_for_its_end(start, gesturectl, run_gesturectl):
    service = start(recording=evemu([]))
    with locking(gesturectl, service, "--until", "longPress/2") as (process, _):
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == -signal.SIGINT
    until(lambda: service.status()["clients"] == 1, "the other is forgotten")
    assert service.status()["locked"]
    assert "touches are locked" in run_gesturectl("--socket", service.socket, "status").stdout


def test_lock_says_when_the_service_goes_away(start, gesturectl):
    service = start(recording=evemu([]))
    with locking(gesturectl, service, "--for", "60") as (process, _):
        service.stop()
        _, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (1, f"gesturectl: {service.socket}: the service has closed the connection\n")


@pytest.mark.parametrize("command", ["status", "devices", "monitor", "unlock"])
def test_without_a_service_it_says_how_to_start_one(command, run_gesturectl, tmp_path):
    nothing = tmp_path / "none"
    assert_refused(run_gesturectl("--socket", nothing, command), 1, nothing, "systemctl start gestured", "--socket")
    with socket.socket(socket.AF_UNIX) as stale:
        stale.bind(str(tmp_path / "stale"))
    assert_refused(run_gesturectl("--socket", tmp_path / "stale", command), 1, "systemctl start gestured")


def test_monitor_says_when_the_service_goes_away(start, gesturectl):
    service = start(recording=GESTURES)
    with subprocess.Popen([gesturectl, "--socket", service.socket, "monitor"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as monitor:
        assert monitor.stdout.readline() == "watching Phone\n"
        service.stop()
        _, errors = monitor.communicate(timeout=10)
    assert (monitor.returncode, errors) == (1, f"gesturectl: {service.socket}: the service has closed the connection\n")


@pytest.mark.parametrize("command", [("monitor",), ("replay", "/dev/null")])
@pytest.mark.parametrize("gestures, said", [
    ("wink", "gestures.kind: expected press, tap"),
    ("swipe:2", "gestures.count: expected"),
    ("", "--gestures wants a list"),
    ("tap:two", "--gestures: 'tap:two': expected e.g."),
])
def test_a_gesture_that_is_not_understood_is_refused_at_once(gestures, said, command, run_gesturectl):
    assert_refused(run_gesturectl(*command, "--gestures", gestures), 2, said)


def test_what_goes_with_every_command_may_stand_behind_it(start, run_gesturectl):
    service = start(recording=GESTURES)
    assert run_gesturectl("devices", "--socket", service.socket).returncode == 0
    assert run_gesturectl("monitor", "--help").stdout.startswith("Usage: gesturectl")


def test_what_cannot_be_written_is_said(gesturectl, tmp_path):
    path = tmp_path / "gestures.evemu"
    path.write_text(GESTURES)
    with open("/dev/full", "w") as full:
        ended = subprocess.run([gesturectl, "replay", path], stdout=full, stderr=subprocess.PIPE, text=True)
    assert (ended.returncode, ended.stderr) == (1, "gesturectl: standard output: No space left on device\n")


def test_replay_reads_standard_input(run_gesturectl, replayed):
    ended = run_gesturectl("replay", "-", input=GESTURES)
    assert [json.loads(line) for line in ended.stdout.splitlines()] == replayed(GESTURES)


def test_replay_of_another_device_is_empty(replayed):
    assert replayed(GESTURES, "--devices", "Pad") == []


def test_replay_takes_the_description_from_another_file(replayed, tmp_path):
    events = "".join(line for line in GESTURES.splitlines(keepends=True) if line.startswith("E:"))
    # Half as many counts to the mm: twice as far.
    (tmp_path / "half").write_text(GESTURES.replace(" 0 0 800", " 0 0 400").partition("E:")[0])
    [swipe] = replayed(events, "--device", tmp_path / "half", "--gestures", "swipe")
    assert swipe["translation"] == {"x": 400, "y": 0}


# The device of GESTURES, as libinput record describes it.
LIBINPUT = """version: 1
ndevices: 1
devices:
- node: /dev/input/event2
  evdev:
    name: "Phone"
    id: [24, 0, 0, 0]
    codes:
      3: [47, 53, 54, 57] # EV_ABS
    absinfo:
      47: [0, 9, 0, 0, 0]
      53: [0, 254000, 0, 0, 800]
      54: [0, 254000, 0, 0, 800]
      57: [0, 65535, 0, 0, 0]
    properties: [1]
  events:
"""


def in_other_formats(recording):
    """The events of a recording as getevent prints them, and all of it as libinput record writes it."""
    getevent, libinput = ["add device 1: /dev/input/event2\n"], [LIBINPUT]
    for line in recording.splitlines():
        if line.startswith("E:"):
            _, stamp, kind, code, value = line.split()
            getevent.append(f"[{stamp:>15}] /dev/input/event2: {kind} {code} {int(value) & 0xffffffff:08x}\n")
            seconds, microseconds = map(int, stamp.split("."))
            libinput.append("  - evdev:\n    - [%3d, %6d, %3d, %3d, %7d] # what it is\n" % (
                seconds, microseconds, int(kind, 16), int(code, 16), int(value)))
    return "".join(getevent), "".join(libinput)


def test_replay_reads_what_getevent_and_libinput_record_write(replayed, tmp_path):
    (tmp_path / "described").write_text(GESTURES)
    getevent, libinput = in_other_formats(GESTURES)
    assert replayed(GESTURES)
    assert replayed(libinput) == replayed(GESTURES)
    assert replayed(getevent, "--device", tmp_path / "described") == replayed(GESTURES)
    assert [event["count"] for event in replayed(getevent, "--gestures", "tap:2", "--phases", "ended")] == [2]


def test_a_recording_of_libinput_is_played(start):
    service = start(recording=in_other_formats(GESTURES)[1])
    with Client(service.socket) as client:
        client.subscribe(gestures=[{"kind": "swipe"}])
        service.wait_for_log("the recording is over")
        assert len(client.waiting_events()) == 1


def test_replay_wants_a_description_in_the_other_file(run_gesturectl, tmp_path):
    (tmp_path / "events").write_text("E: 0.0 0000 0000 0\n")
    ended = run_gesturectl("replay", tmp_path / "events", "--device", tmp_path / "events")
    assert_refused(ended, 1, tmp_path / "events", "no description of a device")


@pytest.mark.parametrize("command", ["monitor", "replay"])
def test_a_reader_that_goes_away_ends_it_in_silence(command, start, gesturectl, tmp_path):
    if command == "monitor":
        arguments = [gesturectl, "--socket", start("--loop", recording=GESTURES).socket, "monitor"]
    else:
        (tmp_path / "long").write_text(evemu([touch for at in range(0, 200_000, 100) for touch in tap(at)]))
        arguments = [gesturectl, "replay", tmp_path / "long"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline()
        process.stdout.close()
        assert process.wait(10) in (0, -signal.SIGPIPE)
        assert process.stderr.read() == b""
