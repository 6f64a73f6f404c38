"""What the configuration says, where it is said, and how it changes while the service runs."""
import os
import signal
import subprocess

import pytest

from devices import DOWN, UP, past
from events import words
from service import CONTROL, Client
from touches import evemu, tap


def file(running):
    return running.log_path.parent / "gestured.conf"


def drop_in(running, name, text):
    folder = running.log_path.parent / "gestured.conf.d"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    return folder / name


def reload(running, expected="the configuration was read anew"):
    before = len(running.log())
    running.process.send_signal(signal.SIGHUP)
    running.wait_for_log(expected)
    return running.log()[before:]


def rotations(running):
    return {device["name"]: device["rotation"] for device in running.devices()["devices"]}


def test_a_reload_drops_no_client_and_no_touch(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}, {"kind": "tap"}])
        begin = past()
        devices.play(1, (begin, *DOWN))
        assert words(client.events(1)) == ["press began"]
        drop_in(running, "kiosk.conf", "[gestures]\nslop = 30\n[limits]\nconnections = 9\n")
        reload(running)
        devices.play(1, (begin + 50_000, *UP))
        events = client.events(2)
        assert words(events) == ["press ended", "tap ended"]
        assert [event["sequence"] for event in events] == [2, 3]


def test_a_reload_sets_up_anew_what_it_changes_and_nothing_else(start_with_devices, devices):
    devices.add(1, name="Left")
    devices.add(2, name="Right")
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        begin = past()
        for number in 1, 2:
            devices.play(number, (begin, *DOWN))
        assert words(client.events(2)) == ["press began"] * 2
        drop_in(running, "kiosk.conf", "[device Left]\nrotation = 90\n")
        reload(running)
        devices.play(2, (begin + 50_000, *UP))
        found = {event["device"].split("@")[1]: event["phase"] for event in client.events(2)}
        assert sorted(found.values()) == ["cancelled", "ended"]
        assert rotations(running) == {"Left": 90, "Right": 0}
        # And back, when nothing says it any more.
        drop_in(running, "kiosk.conf", "")
        reload(running)
        assert rotations(running) == {"Left": 0, "Right": 0}


def test_what_was_asked_for_while_it_runs_outlives_a_reload(start_with_devices, devices):
    devices.add(1, name="Panel")
    running = start_with_devices()
    with Client(running.socket) as client:
        assert "error" not in client.call(f"{CONTROL}.Transform", {"device": "Panel", "rotation": 180})
    file(running).write_text("[device Panel]\nrotation = 90\nmirror = vertical\n")
    reload(running)
    [found] = running.devices()["devices"]
    assert (found["rotation"], found["mirror"]) == (180, "vertical")


def test_a_wrong_configuration_is_told_and_the_old_one_holds(start_with_devices, devices):
    devices.add(1, name="Panel")
    running = start_with_devices("[device Panel]\nrotation = 90\n")
    file(running).write_text("[device Panel]\nrotation = 45\n")
    path = drop_in(running, "more.conf", "[limits]\nconnections = none\n")
    log = reload(running, "the configuration is wrong: the old one stays in force")
    assert f'{file(running)}:2: [device Panel] rotation: "45": expected 0, 90, 180 or 270' in log
    assert f'{path}:2: [limits] connections: "none": expected a whole number, 1 … 65536' in log
    assert rotations(running) == {"Panel": 90}
    file(running).write_text("[device Panel]\nrotation = 180\n")
    path.unlink()
    reload(running)
    assert rotations(running) == {"Panel": 180}


def test_gesturectl_reloads_and_tells_what_is_wrong(start_with_devices, run_gesturectl):
    running = start_with_devices()
    ended = run_gesturectl("--socket", running.socket, "reload")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    file(running).write_text("[limits]\nconnections = 0\nqueue-size = 1\n")
    ended = run_gesturectl("--socket", running.socket, "reload")
    assert ended.returncode == 1
    assert ended.stderr == (
        f'gesturectl: {file(running)}:2: [limits] connections: "0": expected a whole number, 1 … 65536; '
        f'{file(running)}:3: [limits] queue-size: "1": expected a whole number, 16384 … 268435456: '
        "the configuration stays as it was\n")


def test_new_thresholds_hold_for_subscriptions_from_then_on(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()

    gestures = [{"kind": "tap"}, {"kind": "longPress"}]
    with Client(running.socket) as before, Client(running.socket) as after:
        before.subscribe(gestures=gestures)
        file(running).write_text("[gestures]\nlong-press = 100\n")
        reload(running)
        after.subscribe(gestures=gestures)
        begin = past()
        # A finger rests for 200 ms.
        devices.play(1, (begin, *DOWN), (begin + 200_000, *UP))
        assert words(before.events(1)) == ["tap ended"]
        assert words(after.events(2)) == ["longPress began", "longPress ended"]


def test_a_new_limit_holds_for_who_connects_next(start_with_devices):
    running = start_with_devices()
    with Client(running.socket) as first, Client(running.socket) as second:
        assert "error" not in first.call("GetStatus")
        assert "error" not in second.call("GetStatus")
        file(running).write_text("[limits]\nconnections = 2\n")
        reload(running)
        with Client(running.socket) as third:
            assert third.receive()["error"] == "org.gestured.Gestures.LimitExceeded"
        assert "error" not in first.call("GetStatus")
        file(running).write_text("")
        reload(running)
        with Client(running.socket) as third:
            assert "error" not in third.call("GetStatus")


# What a device is used as.


def kinds(running):
    return {device["name"]: device["kind"] for device in running.devices()["devices"]}


def test_a_mouse_that_is_a_panel_is_used_if_the_configuration_says_so(start_with_devices, devices):
    devices.add(1, name="Till", kind="MOUSE")
    running = start_with_devices()
    assert running.devices() == {"devices": [], "refused": []}
    file(running).write_text("[device Till]\nkind = touchscreen\n")
    reload(running)
    assert kinds(running) == {"Till": "touchscreen"}
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "tap"}])
        begin = past()
        devices.play(1, (begin, (3, 0, 2000), (3, 1, 1000), (1, 0x110, 1)), (begin + 50_000, (1, 0x110, 0)))
        assert words(client.events(1)) == ["tap ended"]
    file(running).write_text("")
    reload(running)
    assert running.devices() == {"devices": [], "refused": []}
    assert "/dev/input/event1: not used any more" in running.log()


def test_a_device_that_is_ignored_is_closed_and_what_is_open_on_it_cancelled(start_with_devices, devices):
    devices.add(1, name="Panel")
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        devices.play(1, (past(), *DOWN))
        assert words(client.events(1)) == ["press began"]
        file(running).write_text("[device Panel]\nkind = ignore\n")
        reload(running)
        assert words(client.events(1)) == ["press cancelled"]
    assert running.devices() == {"devices": [], "refused": []}
    # Also when it is plugged in anew.
    devices.change(1)
    assert running.devices() == {"devices": [], "refused": []}
    file(running).write_text("")
    reload(running)
    assert kinds(running) == {"Panel": "touchscreen"}


def test_a_kind_that_is_no_news_disturbs_no_touch_and_another_makes_another_surface(start_with_devices, devices):
    devices.add(1, name="Panel")
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        devices.play(1, (past(), *DOWN))
        assert words(client.events(1)) == ["press began"]
        file(running).write_text("[device Panel]\nkind = touchscreen\n")
        reload(running)
        file(running).write_text("[device Panel]\nkind = touchpad\n")
        reload(running, "set up anew")
        event = client.event()
        assert (event["phase"], event["sequence"]) == ("cancelled", 2)
    assert kinds(running) == {"Panel": "touchpad"}


def test_a_recording_too_is_used_as_it_is_configured(start):
    running = start(recording=evemu(tap(0)), configuration="[device Phone]\nkind = touchpad\n")
    assert kinds(running) == {"Phone": "touchpad"}


# The commands.


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


def test_check_config_names_each_file_it_read(run_gesturectl, written):
    path = written("[gestures]\nslop = 10\n", b="", a="[limits]\n")
    ended = run_gesturectl("check-config", path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == f"{path}: ok\n{path}.d/a.conf: ok\n{path}.d/b.conf: ok\n"


def test_check_config_tells_all_that_is_wrong(run_gesturectl, written):
    path = written("[gestures]\nslop = -1\nslap = 1\n", a="[nothing]\nx = \x1b[31mred\n")
    ended = run_gesturectl("check-config", path)
    assert (ended.returncode, ended.stdout) == (1, "")
    first, second, third, last = ended.stderr.splitlines()
    assert first == f'{path}:2: [gestures] slop: "-1": expected pt, 0 … 100, e.g. 20'
    assert second.startswith(f'{path}:3: [gestures] slap: "1": expected one of the keys slop, ')
    assert third.startswith(f'{path}.d/a.conf:2: [nothing] x: "?[31mred": expected a section [gestures], ')
    assert last == "gesturectl: the configuration is wrong"


@pytest.mark.parametrize("name", ["gestured.conf", "gestured.conf.d/rights.conf"])
def test_a_pipe_is_not_waited_for(name, start_with_devices, run_gesturectl, gestured):
    running = start_with_devices()
    path = running.log_path.parent / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    reload(running, f"{path}: not a regular file")
    assert "error" not in running.status()
    ended = run_gesturectl("check-config", file(running))
    assert (ended.returncode, ended.stderr) == (1, f"{path}: not a regular file\ngesturectl: the configuration is wrong\n")
    ended = subprocess.run([gestured, "--config", file(running), "--socket", running.log_path.parent / "other"],
                           capture_output=True, text=True, timeout=20)
    assert ended.returncode == 78 and f"{path}: not a regular file" in ended.stderr


def test_check_config_notes_a_denial_that_a_user_namespace_evades(run_gesturectl, written):
    path = written("[user root]\npositions = none\n")
    ended = run_gesturectl("check-config", path)
    assert (ended.returncode, ended.stdout) == (0, f"{path}: ok\n")
    assert ended.stderr.startswith(f"{path}:2: note: [user root] positions = none: ")
    assert ended.stderr.endswith("; deny by default: [others] positions = none, and allow by name\n")
    ended = run_gesturectl("check-config", written("[others]\npositions = none\n"))
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("words, message", [
    (("check-config", "a", "b"), "gesturectl: check-config: unknown argument 'b'"),
    (("check-config", "--config", "a"), "gesturectl: check-config: unknown argument '--config'"),
    (("check-config", "/none/g.conf"), "/none/g.conf: No such file or directory"),
    (("config", "what"), "gesturectl: config: unknown argument 'what'"),
    (("config", "--effective"), "gesturectl: --effective wants a value"),
])
def test_a_wrong_command_line_is_told(words, message, run_gesturectl):
    ended = run_gesturectl(*words)
    assert ended.returncode != 0 and ended.stderr.startswith(message)


def test_what_config_prints_says_the_same_as_what_it_read(run_gesturectl, written, tmp_path):
    path = written(
        "[gestures]\nslop = 10.5\n[device A B]\nrotation = 90\n[group root]\npositions = none\n",
        a="[gestures]\nslop = 12\n[device A B]\nsize = 300x200.5\n")
    ended = run_gesturectl("config", "--config", path)
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = [" ".join(line.split()) for line in ended.stdout.splitlines()]
    assert f"slop = 12 ; {path}.d/a.conf:2" in lines
    assert "edge = 24 ; default" in lines
    assert "; device is not said ; default" in lines
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


def test_effective_tells_what_holds_for_a_device_and_why(start_with_devices, devices, effective):
    devices.add(1, name="Panel", properties={"WL_OUTPUT": "DP-3"})
    running = start_with_devices("[device 1234:5678]\nrotation = 90\nmirror = vertical\n")
    more = drop_in(running, "panel.conf", "[device Panel]\nmirror = none\npalm-size = 30\n")
    reload(running)
    ended, lines = effective(file(running), "Panel", running.socket)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert lines == [
        "[device Panel]", "kind = touchscreen ; udev says it", "size = 204.75x127.969 ; the device says it", f"rotation = 90 ; {file(running)}:2",
        f"mirror = none ; {more}:2", "output = DP-3 ; udev's WL_OUTPUT", "grab = no ; default",
        f"palm-size = 30 ; {more}:3"]
    # What the service does not go by is told.
    with Client(running.socket) as client:
        assert "error" not in client.call(f"{CONTROL}.Transform", {"device": "Panel", "rotation": 270})
    _, lines = effective(file(running), "Panel", running.socket)
    assert lines[4].startswith("; the service goes by rotation = 270: asked for while it runs, or ")
    # Without a service there is less to tell.
    ended, lines = effective(file(running), "1234:5678")
    assert ended.returncode == 0
    assert "; size is not said ; the device or its display says it" in lines and "grab = no ; default" in lines
    # What it goes by is told also where no file says anything.
    devices.add(2, name="Other")
    running.wait_for_log("Other")
    with Client(running.socket) as client:
        assert "error" not in client.call(f"{CONTROL}.Transform", {"device": "Other", "output": "HDMI-A-1"})
    _, lines = effective(file(running), "Other", running.socket)
    assert lines[lines.index("; output is not said ; not known") + 1].startswith("; the service goes by output = HDMI-A-1: ")


def test_effective_wants_one_device(devices, effective, written):
    devices.add(1, name="Panel")
    devices.add(2, name="Panel")
    path = written("")
    ended, _ = effective(path, "Pannel")
    assert ended.returncode == 1
    assert ended.stderr.startswith("gesturectl: no touch device is called 'Pannel'; there are: 'Panel' (1234:5678@")
    ended, _ = effective(path, "Panel")
    assert ended.returncode == 1
    assert ended.stderr.startswith("gesturectl: 'Panel' is the name of several devices: 'Panel' (1234:5678@")
    assert "/dev/input/event1), 'Panel' (" in ended.stderr and "/dev/input/event2)" in ended.stderr
