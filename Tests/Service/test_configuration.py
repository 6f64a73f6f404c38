"""The configuration file: what is accepted, which errors are reported, and the commands that show it."""
import os
import pathlib

import pytest

from events import normalized
from programs import assert_refused
from service import CONTROL, Client
from touches import drag, evemu, tap

PROJECT = pathlib.Path(__file__).parents[2]


# MARK: gestured


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
    ("wink\n", ":1: expected a [section], a key = value, or a comment; the rest is not read"),
    ("[gestures\nslop = 1\n", ":1: expected a [section], a key = value, or a comment; the rest is not read"),
    ("[gestures]\nslop = " + "9" * 5000 + "\n", ":2: "),
    ("[gestures]\nslop = 1\x00\n", ":2: [gestures] slop: "),
], ids=lambda value: None if value.startswith(":") else repr(value[:40]))
def test_an_invalid_configuration_stops_the_service_and_is_reported_with_its_line(text, where, run_gestured, private_options):
    path = private_options[1]
    path.write_text(text)
    ended = run_gestured(*private_options)
    assert ended.returncode not in (0, 2)
    assert_refused(ended, ended.returncode, f"{path}{where}")
    assert not private_options[3].exists()


@pytest.mark.parametrize("text, word", [
    ("[gestures]\nlong-pres = 1\n", "long-press"), ("[device X]\nroation = 90\n", "rotation"),
    ("[gestrues]\na = 1\n", "gestures"), ("[devise X]\na = 1\n", "device"), ("[uesr root]\na = 1\n", "user"),
])
def test_a_misspelt_section_or_key_is_reported_with_the_nearest(text, word, run_gesturectl, tmp_path):
    (tmp_path / "gestured.conf").write_text(text)
    ended = run_gesturectl("check-config", tmp_path / "gestured.conf")
    assert ended.returncode == 1 and f" (did you mean '{word}'?)\n" in ended.stderr


@pytest.mark.parametrize("text", [
    "", "# nothing\n", "\ufeff[gestures]\r\nslop = 20.5\r\n", "[gestures]\nslop=0\n", "[gestures]\nslop = 100",
    "[device A]\nsize = 10x3000\n[device B]\nsize = 345.4x194.3\n",
])
def test_accepts_a_valid_configuration(text, start):
    start(configuration=text)


def test_the_shipped_configuration_has_every_key_at_its_default(start):
    text = (PROJECT / "gestured.conf").read_text()
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


def test_config_requires_an_existing_file(run_gestured, tmp_path):
    ended = run_gestured("--config", tmp_path / "none.conf", "--socket", tmp_path / "socket")
    assert ended.returncode not in (0, 2)
    assert_refused(ended, ended.returncode, tmp_path / "none.conf", "No such file or directory")


# MARK: gesturectl check-config and config


@pytest.fixture
def written(tmp_path):
    def written(text, **drop_ins):
        path = tmp_path / "g.conf"
        path.write_text(text)
        for name, more in drop_ins.items():
            (tmp_path / "g.conf.d").mkdir(exist_ok=True)
            (tmp_path / "g.conf.d" / f"{name}.conf").write_text(more)
        return path

    return written


def test_check_config_lists_the_files_that_it_read(run_gesturectl, written):
    path = written("[gestures]\nslop = 10\n", b="", a="[limits]\n")
    ended = run_gesturectl("check-config", path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == f"{path}: ok\n{path}.d/a.conf: ok\n{path}.d/b.conf: ok\n"


def test_check_config_reports_every_error(run_gesturectl, written):
    path = written("[gestures]\nslop = -1\nslap = 1\n", a="[nothing]\nx = \x1b[31mred\n")
    ended = run_gesturectl("check-config", path)
    assert (ended.returncode, ended.stdout) == (1, "")
    first, second, third, last = ended.stderr.splitlines()
    assert first == f'{path}:2: [gestures] slop: "-1": expected pt, 0 … 100, e.g. 20'
    assert second.startswith(f'{path}:3: [gestures] slap: "1": expected one of the keys slop, ')
    assert third.startswith(f'{path}.d/a.conf:2: [nothing] x: "?[31mred": expected a section [gestures], ')
    assert last == "gesturectl: the configuration is invalid"


def test_check_config_warns_of_a_denial_that_a_user_namespace_evades(run_gesturectl, written):
    path = written("[user root]\npositions = none\n")
    ended = run_gesturectl("check-config", path)
    assert (ended.returncode, ended.stdout) == (0, f"{path}: ok\n")
    assert ended.stderr.startswith(f"{path}:2: note: [user root] positions = none: ")
    assert ended.stderr.endswith("; deny it by default with [others] positions = none, and allow it by name\n")
    ended = run_gesturectl("check-config", written("[others]\npositions = none\n"))
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("words, message", [
    (("check-config", "a", "b"), "gesturectl: check-config: unexpected argument 'b'"),
    (("check-config", "--config", "a"), "gesturectl: check-config: unknown option '--config'"),
    (("check-config", "/none/g.conf"), "/none/g.conf: No such file or directory"),
    (("config", "what"), "gesturectl: config: unexpected argument 'what'"),
    (("config", "--effective"), "gesturectl: config: --effective requires a value"),
])
def test_rejects_an_invalid_command_line(words, message, run_gesturectl):
    ended = run_gesturectl(*words)
    assert ended.returncode != 0 and ended.stderr.startswith(message)


def test_config_prints_a_configuration_with_the_same_values(run_gesturectl, written, tmp_path):
    path = written(
        "[gestures]\nslop = 10.5\n[device A B]\nrotation = 90\n[group root]\npositions = none\n",
        a="[gestures]\nslop = 12\n[device A B]\nsize = 300x200.5\n")
    ended = run_gesturectl("config", "--config", path)
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = [" ".join(line.split()) for line in ended.stdout.splitlines()]
    assert f"slop = 12 ; {path}.d/a.conf:2" in lines
    assert "edge = 24 ; default" in lines
    assert "; device is not set ; default" in lines
    assert lines[lines.index("[group root]") + 1] == f"positions = none ; {path}:6"
    again = tmp_path / "again.conf"
    again.write_text(ended.stdout)

    def values(text):
        return [line.split(";")[0].strip() for line in text.splitlines()]

    assert values(run_gesturectl("config", "--config", again).stdout) == values(ended.stdout)


@pytest.fixture
def effective(run_gesturectl, devices):
    def effective(path, device, socket="/none"):
        ended = run_gesturectl("--socket", socket, "config", "--config", path, "--effective", device,
                               env={**os.environ, **devices.environment})
        return ended, [" ".join(line.split()) for line in ended.stdout.splitlines()]

    return effective


def test_effective_shows_the_settings_of_a_device_and_their_sources(start_with_devices, devices, effective):
    devices.add(1, name="Panel", properties={"WL_OUTPUT": "DP-3"})
    running = start_with_devices("[device 1234:5678]\nrotation = 90\nmirror = vertical\n")
    more = running.write_drop_in("panel.conf", "[device Panel]\nmirror = none\npalm-size = 30\n")
    running.reload()
    ended, lines = effective(running.configuration_file, "Panel", running.socket)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert lines == [
        "[device Panel]", "kind = touchscreen ; from udev", "size = 204.75x127.969 ; from the device", f"rotation = 90 ; {running.configuration_file}:2",
        f"mirror = none ; {more}:2", "output = DP-3 ; from udev (WL_OUTPUT)", "grab = no ; default",
        "filter = no ; default", "withhold = none ; default",
        f"palm-size = 30 ; {more}:3", "; reach is not set ; unlimited up to a diagonal of 610 mm, otherwise 250",
        "steady = no ; default", "hold-duration = 0 ; default", "lift-duration = 0 ; default", "ignore-repeat = 0 ; default"]
    # A setting that the service overrides is shown.
    with Client(running.socket) as client:
        assert "error" not in client.call(f"{CONTROL}.Transform", {"device": "Panel", "rotation": 270})
    _, lines = effective(running.configuration_file, "Panel", running.socket)
    assert lines[4].startswith("; the service uses rotation = 270: set by a client, or ")
    # Without a service, the values of the device are unknown.
    ended, lines = effective(running.configuration_file, "1234:5678")
    assert ended.returncode == 0
    assert "; size is not set ; from the device or its display" in lines and "grab = no ; default" in lines
    # A called value is shown even if no file sets the key.
    devices.add(2, name="Other")
    running.wait_for_log("Other")
    with Client(running.socket) as client:
        assert "error" not in client.call(f"{CONTROL}.Transform", {"device": "Other", "output": "HDMI-A-1"})
    _, lines = effective(running.configuration_file, "Other", running.socket)
    assert lines[lines.index("; output is not set ; unknown") + 1].startswith("; the service uses output = HDMI-A-1: ")


def test_effective_requires_one_device(devices, effective, written):
    devices.add(1, name="Panel")
    devices.add(2, name="Panel")
    path = written("")
    ended, _ = effective(path, "Pannel")
    assert ended.returncode == 1
    assert ended.stderr.startswith("gesturectl: no touch device has the name, id or node 'Pannel'; found: 'Panel' (1234:5678@")
    ended, _ = effective(path, "Panel")
    assert ended.returncode == 1
    assert ended.stderr.startswith("gesturectl: several devices have the name 'Panel'; use an id or a node: 'Panel' (1234:5678@")
    assert "/dev/input/event1), 'Panel' (" in ended.stderr and "/dev/input/event2)" in ended.stderr
