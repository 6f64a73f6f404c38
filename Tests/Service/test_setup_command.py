"""gesturectl setup, with a person who touches an emulated panel and types on a terminal."""
import json
import os
import re
import socket
import subprocess
import threading
import time

import pytest

from programs import assert_refused
from terminals import Dialogue

# Where the test asks to touch, as parts of both sides.
EDGES = {"right": (0.99, 0.5), "bottom": (0.5, 0.99), "left": (0.01, 0.5), "top": (0.5, 0.01)}
CORNERS = {"top left": (0.03, 0.03), "top right": (0.97, 0.03), "bottom right": (0.97, 0.97), "bottom left": (0.03, 0.97)}


def upright(x, y):
    return x, y


def upside_down(x, y):
    return 1 - x, 1 - y


class Panel:
    """An emulated touchscreen, on which a person touches places as the person sees them, in parts of both sides."""

    def __init__(self, devices, number=1, mounted=upright, **options):
        self.devices, self.number, self.mounted = devices, number, mounted
        self.time = time.monotonic_ns() // 1000 - 100_000_000
        self.touches = 0
        devices.add(number, **{"name": "Panel", "resolution": False, **options})

    def touch(self, x, y):
        self.touches += 1
        self.time += 500_000
        x, y = (round(part * 4095) for part in self.mounted(x, y))
        self.devices.play(
            self.number, (self.time, (3, 0x2F, 0), (3, 0x39, self.touches), (3, 0x35, x), (3, 0x36, y)),
            (self.time + 60_000, (3, 0x39, -1)))


@pytest.fixture
def set_up(devices, gesturectl):
    """Starts gesturectl setup on a terminal."""
    dialogues = []

    def set_up(socket, configuration, *arguments, **options):
        dialogues.append(Dialogue(
            gesturectl, "--socket", socket, "setup", "--config", configuration, *arguments,
            env={**os.environ, **devices.environment}, **options))
        return dialogues[-1]

    yield set_up
    for dialogue in dialogues:
        with dialogue:
            pass


def touch_corners(dialogue, panel):
    for name, place in CORNERS.items():
        dialogue.wait_for(f"Touch the {name} corner")
        panel.touch(*place)


def pass_test(dialogue, panel):
    place = re.search(r"middle of the (\w+) edge$", dialogue.wait_for(" edge"))[1]
    panel.touch(*EDGES[place])
    dialogue.wait_for("where it should be")


def complete(dialogue, panel):
    """Answers everything for a panel that reports its size, and returns the exit status and the text."""
    touch_corners(dialogue, panel)
    dialogue.wait_for("Press Enter")
    dialogue.type("")
    pass_test(dialogue, panel)
    dialogue.wait_for("[yes]")
    dialogue.type("yes")
    return dialogue.end()


def drop_ins(service):
    return sorted(path.name for path in service.configuration_file.with_suffix(".conf.d").glob("*"))


def test_a_panel_that_hangs_upside_down_is_set_up_and_undone(devices, start_with_devices, set_up, run_gesturectl):
    panel = Panel(devices, mounted=upside_down)
    running = start_with_devices()
    dialogue = set_up(running.socket, running.configuration_file)
    dialogue.wait_for("Setting up Panel.")
    touch_corners(dialogue, panel)
    dialogue.wait_for("The panel is turned clockwise by 180°.")
    dialogue.wait_for("width and height in mm")
    dialogue.type("476x268")
    pass_test(dialogue, panel)
    dialogue.wait_for("[yes]")
    dialogue.type("")
    status, text = dialogue.end()
    assert status == 0 and "The service uses the settings." in text
    used = running.device()
    assert (used["rotation"], used["mirror"], used["width"], used["height"]) == (180, "none", 476, 268)
    running.reload()
    assert running.device()["rotation"] == 180
    assert drop_ins(running) == ["60-setup-Panel.conf"]

    environment = {**os.environ, **devices.environment}
    undo = ["--socket", running.socket, "setup", "--undo", "Panel", "--config", running.configuration_file]
    ended = run_gesturectl(*undo, env=environment)
    assert (ended.returncode, ended.stdout) == (0, ""), ended.stderr
    assert (running.device()["rotation"], running.device()["sizeSource"]) == (0, "assumed")
    assert drop_ins(running) == []
    assert_refused(run_gesturectl(*undo, env=environment), 1, "nothing to undo")


def test_a_card_and_a_display(devices, start_with_devices, set_up):
    panel = Panel(devices)
    devices.display(1, name="HDMI-A-1")
    devices.display(2, name="DP-1", size=(600, 340))
    running = start_with_devices()
    dialogue = set_up(running.socket, running.configuration_file, "Panel")
    touch_corners(dialogue, panel)
    dialogue.wait_for("  0  none of them")
    number = re.search(r"(\d)  DP-1 \(600.0 × 340.0 mm\)", dialogue.text)[1]
    dialogue.type(number)
    dialogue.wait_for("The display reports that the screen is 600.0 × 340.0 mm")
    dialogue.type("card")
    for words, x, y in [("right side.", 100, 90), ("right side.", 185.6, 90), ("lower side.", 90, 60), ("lower side.", 90, 113.98)]:
        dialogue.wait_for(words)
        panel.touch(x / 580, y / 330)
    pass_test(dialogue, panel)
    dialogue.wait_for("[yes]")
    dialogue.type("yes")
    assert dialogue.end()[0] == 0
    used = running.device()
    assert abs(used["width"] / 580 - 1) < 0.02 and abs(used["height"] / 330 - 1) < 0.02
    assert used["output"] == "DP-1"


def test_udev_s_calibration_counts(devices, start_with_devices, set_up):
    """libinput's calibration turns the panel already."""
    panel = Panel(devices, mounted=upside_down, properties={"LIBINPUT_CALIBRATION_MATRIX": "-1 0 1 0 -1 1"})
    running = start_with_devices()
    dialogue = set_up(running.socket, running.configuration_file)
    touch_corners(dialogue, panel)
    dialogue.wait_for("The panel is mounted upright, and not mirrored.")


def test_without_a_service_the_node_is_read(devices, set_up, tmp_path):
    panel = Panel(devices, mounted=upside_down)
    configuration = tmp_path / "gestured.conf"
    configuration.write_text("")
    dialogue = set_up(tmp_path / "none", configuration)
    touch_corners(dialogue, panel)
    dialogue.wait_for("width and height in mm")
    dialogue.type("476x268")
    pass_test(dialogue, panel)
    dialogue.wait_for("[yes]")
    dialogue.type("")
    status, text = dialogue.end()
    assert status == 0 and "No service runs." in text
    assert "rotation = 180\n" in (tmp_path / "gestured.conf.d/60-setup-Panel.conf").read_text()


def test_settings_are_printed_and_not_written(devices, start_with_devices, set_up):
    panel = Panel(devices, resolution=True)
    running = start_with_devices()
    dialogue = set_up(running.socket, running.configuration_file, "--print", stdout=subprocess.PIPE)
    touch_corners(dialogue, panel)
    dialogue.wait_for("Press Enter if that is right.")
    dialogue.type("")
    pass_test(dialogue, panel)
    assert dialogue.process.wait(10) == 0
    printed = dialogue.process.stdout.read().decode().splitlines()
    assert printed[0].startswith("#") and printed[1:] == ["[device Panel]", "rotation = 0", "mirror = none"]
    assert drop_ins(running) == []


def test_of_several_panels_the_touched_one_is_set_up(devices, start_with_devices, set_up):
    """Two panels of one model get sections of their own."""
    _, panel = Panel(devices, 1), Panel(devices, 2, mounted=upside_down)
    running = start_with_devices()
    dialogue = set_up(running.socket, running.configuration_file)
    dialogue.wait_for("Touch the one to set up.")
    panel.touch(0.5, 0.5)
    touch_corners(dialogue, panel)
    dialogue.wait_for("width and height in mm")
    dialogue.type("476x268")
    pass_test(dialogue, panel)
    dialogue.wait_for("[yes]")
    dialogue.type("")
    assert dialogue.end()[0] == 0
    rotations = {used["node"]: used["rotation"] for used in running.devices()["devices"]}
    assert rotations == {"/dev/input/event1": 0, "/dev/input/event2": 180}


@pytest.mark.parametrize("how", ["interrupted", "end of input", "q", "no", "unplugged", "service ends"])
def test_an_early_end_changes_nothing(how, devices, start_with_devices, set_up):
    panel = Panel(devices, resolution=True)
    running = start_with_devices()
    dialogue = set_up(running.socket, running.configuration_file)
    touch_corners(dialogue, panel)
    dialogue.wait_for("Press Enter")
    expected = {"interrupted": "interrupted", "end of input": "the input has ended", "unplugged": "the panel was unplugged",
                "service ends": "the service closed the connection"}.get(how)
    match how:
        case "interrupted":
            dialogue.interrupt()
        case "end of input":
            os.write(dialogue.terminal, b"\4")
        case "q":
            dialogue.type("q")
        case "unplugged":
            devices.remove(1)
        case "service ends":
            running.stop()
        case "no":
            dialogue.type("")
            pass_test(dialogue, panel)
            dialogue.wait_for("[yes]")
            dialogue.type("no")
    status, text = dialogue.end()
    if expected:
        assert status == 1 and f"{expected}; nothing was changed" in text, text
    else:
        assert status == 0 and "Nothing was changed." in text
    assert drop_ins(running) == []


def test_a_reload_that_fails_leaves_everything_as_it_was(devices, start_with_devices, set_up):
    panel = Panel(devices, resolution=True)
    running = start_with_devices()
    dialogue = set_up(running.socket, running.configuration_file)
    touch_corners(dialogue, panel)
    dialogue.wait_for("Press Enter")
    dialogue.type("")
    pass_test(dialogue, panel)
    dialogue.wait_for("[yes]")
    other = running.write_drop_in("90-wrong.conf", "[gestures]\nslop = much\n")
    dialogue.type("yes")
    status, text = dialogue.end()
    assert status == 1 and "90-wrong.conf:2" in text and "is as it was before" in text
    assert drop_ins(running) == [other.name]


def test_a_setting_that_overrides_is_named(devices, start_with_devices, set_up):
    panel = Panel(devices, mounted=upside_down, resolution=True)
    running = start_with_devices()
    other = running.write_drop_in("70-other.conf", "[device Panel]\nrotation = 90\n")
    dialogue = set_up(running.socket, running.configuration_file)
    status, text = complete(dialogue, panel)
    assert status == 1 and f"rotation = 90 instead of 180: {other}:2 overrides it" in text


def test_a_setting_of_a_client_is_named(devices, start_with_devices, set_up):
    panel = Panel(devices, resolution=True)
    running = start_with_devices()
    running.control("Transform", device="Panel", rotation=90)
    dialogue = set_up(running.socket, running.configuration_file)
    status, text = complete(dialogue, panel)
    assert status == 1 and "rotation = 90 instead of 0: a client has set it, for example with 'gesturectl transform'" in text


def test_devices_that_cannot_be_set_up_are_refused(devices, start_with_devices, run_gesturectl, tmp_path):
    devices.add(1, name="Pad", kind="TOUCHPAD")
    devices.add(2, name="Off")
    running = start_with_devices("[device Off]\nkind = ignore\n")
    environment = {**os.environ, **devices.environment}

    def refused(*arguments):
        return run_gesturectl(
            "--socket", running.socket, "setup", "--config", running.configuration_file, *arguments, env=environment,
            stdin=subprocess.DEVNULL)

    assert_refused(refused("Pad"), 1, "a touchpad", "nothing was changed")
    assert_refused(refused("Off"), 1, "the service does not use it")
    assert_refused(refused("Other"), 1, "no touch device has the name, id or node 'Other'")
    assert_refused(refused(), 1, "no touchscreen found")
    assert_refused(refused("--undo"), 1, "nothing to undo")
    assert_refused(refused("--undo", "--print"), 2, "--undo cannot be combined with --print")


def test_a_file_is_no_terminal(devices, start_with_devices, run_gesturectl, tmp_path):
    devices.add(1)
    running = start_with_devices()
    (tmp_path / "answers").write_text("\n")
    with open(tmp_path / "answers") as answers:
        ended = run_gesturectl(
            "--socket", running.socket, "setup", "--config", running.configuration_file, stdin=answers,
            env={**os.environ, **devices.environment})
    assert_refused(ended, 1, "not a terminal")


@pytest.mark.skipif(os.getuid() != 0, reason="needs root")
def test_without_permission_sudo_is_named_at_once(start, gesturectl):
    running = start()
    running.let_everybody_in()
    ended = subprocess.run(
        [gesturectl, "--socket", running.socket, "setup", "--config", running.configuration_file], user=65534,
        capture_output=True, text=True, timeout=20)
    assert_refused(ended, 1, "Permission denied", "run the command with sudo")


# MARK: A hostile service


class Impostor:
    """Stands between gesturectl and the service, and changes what the service answers. Its socket is at `path`."""

    def __init__(self, service, path, change):
        self.service, self.path, self.change = service, path, change
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()

    def __enter__(self):
        threading.Thread(target=self.serve, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def serve(self):
        try:
            while True:
                client, _ = self.listener.accept()
                service = socket.socket(socket.AF_UNIX)
                service.connect(str(self.service))
                threading.Thread(target=self.pass_on, args=(client, service, lambda data: data), daemon=True).start()
                threading.Thread(target=self.pass_on, args=(service, client, self.changed), daemon=True).start()
        except OSError:
            pass

    def pass_on(self, source, target, changed):
        waiting = b""
        try:
            while data := source.recv(65536):
                *messages, waiting = (waiting + data).split(b"\0")
                for message in messages:
                    target.sendall(changed(message) + b"\0")
            target.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def changed(self, message):
        reply = json.loads(message)
        parameters = reply.get("parameters") or {}
        for device in parameters.get("devices", []):
            device |= self.change.get("device", {})
        if "text" in parameters:
            for pattern, text in self.change.get("text", {}).items():
                parameters["text"] = re.sub(pattern, text, parameters["text"], flags=re.MULTILINE)
        return json.dumps(reply).encode()


@pytest.mark.parametrize("change", [
    {"device": {"id": "x\n[user 0]\ncontrol = yes"}},
    {"device": {"id": "../../../etc/passwd"}},
    {"device": {"node": "/dev/input/event1\n\x1b[2J"}},
    {"device": {"name": "\x1b]0;x\x07\n[others]"}},
    {"text": {"^A: (35|36) .*": r"A: \1 -2147483648 2147483647 0 0 1"}},
    {"text": {"^A: (35|36) .*": r"A: \1 5 5 0 0 0"}},
    {"text": {"^N: .*": "N: \x1b[2J" + "x" * 100_000}},
    {"text": {r"\A": "\x1b[2J"}},
    {"text": {r"(?s)\A.*": ""}},
    {"text": {"^E: .*": "E: 9223372036854775807.999999 ffff ffff 2147483647"}},
    {"device": {"width": 1e300, "height": -1e300, "rotation": 2**63 - 1, "mirror": "\x1b[2J", "output": "\n[others]"}},
], ids=lambda change: re.sub(r"\W+", " ", repr(change))[:40].strip())
def test_what_a_hostile_service_answers_gets_neither_into_the_file_nor_to_the_terminal(
        change, devices, start_with_devices, set_up, tmp_path):
    panel = Panel(devices, resolution=True)
    running = start_with_devices()
    with Impostor(running.socket, tmp_path / "impostor", change) as impostor:
        dialogue = set_up(impostor.path, running.configuration_file)
        dialogue.wait_for("Touch the top left corner", "nothing was changed")
        dialogue.seen = 0
        if "Touch the top left corner" not in dialogue.text:
            status, _ = dialogue.end()
        elif "device" in change:
            status, _ = complete(dialogue, panel)
        else:
            panel.touch(*CORNERS["top left"])
            dialogue.interrupt()
            status, _ = dialogue.end()
        assert status in (0, 1), dialogue.text
    assert not re.search("[\0-\t\x0b-\x1f\x7f-\x9f]", dialogue.text.replace("^C", "")), repr(dialogue.text)
    written = running.configuration_file.with_suffix(".conf.d")
    assert drop_ins(running) in ([], ["60-setup-Panel.conf"])
    for path in written.glob("*"):
        assert path.read_text().splitlines()[1:] == ["[device Panel]", "rotation = 0", "mirror = none"]
