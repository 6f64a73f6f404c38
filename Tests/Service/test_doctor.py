"""gesturectl doctor."""
import os
import re

import pytest

from devices import past, tap_frames
from service import Client
from touches import evemu


@pytest.fixture
def doctor(run_gesturectl, devices, tmp_path):
    """Runs the doctor on the devices. Returns its exit code and its findings: mark, text and advice."""
    (tmp_path / "empty.conf").write_text("")

    def doctor(socket=tmp_path / "none", configuration=None, actions=None):
        path = tmp_path / "empty.conf"
        if configuration is not None:
            path = tmp_path / "given.conf"
            path.write_text(configuration)
        own = tmp_path / "own/gestured/actions.conf"
        if actions is not None:
            own.parent.mkdir(parents=True)
            own.write_text(actions)
        ended = run_gesturectl("--socket", socket, "doctor", "--config", path,
                               env={**os.environ, **devices.environment, "XDG_CONFIG_HOME": str(tmp_path / "own")})
        first, *lines, last = ended.stdout.splitlines()
        assert re.fullmatch(r"gesturectl \d+\.\d+\.\d+ on Linux \S+", first)
        assert re.fullmatch(r"(no|\d+) problems?, (no|\d+) notes?", last)
        findings = []
        for line in lines:
            mark, text = line[:9].strip(), line[9:]
            if mark:
                findings.append((mark, text, []))
            else:
                findings[-1][2].append(text)
        assert {mark for mark, _, _ in findings} <= {"ok", "note", "problem"}
        assert all(bool(advice) == (mark != "ok") for mark, _, advice in findings), findings
        problems = sum(mark == "problem" for mark, _, _ in findings)
        assert (ended.returncode, bool(ended.stderr)) == ((1, True) if problems else (0, False))
        return ended.returncode, findings

    return doctor


def about(findings, word):
    """Returns mark and text of the findings whose text contains a word."""
    return [(mark, text) for mark, text, _ in findings if word in text]


def use(running, devices, number):
    """Touches a device, so that the doctor does not note it as silent."""
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "tap"}])
        devices.play(number, *tap_frames(past()))
        client.event()


def test_the_copy_of_a_filtered_device_is_left_out(doctor, devices):
    devices.add(1, name="Acme Touch")
    devices.add(2, name="Acme Touch", phys="gestured/event1")
    _, findings = doctor()
    assert [text for _, text in about(findings, "event2")] == [] and len(about(findings, "Acme Touch")) == 1


def test_a_device_that_is_to_be_filtered_and_is_not_is_a_problem(doctor, start_with_devices, devices):
    devices.add(1, name="Acme Touch")
    running = start_with_devices()
    use(running, devices, 1)
    _, findings = doctor(running.socket, "[device Acme Touch]\nfilter = yes\nwithhold = wake\n")
    [(mark, text)] = about(findings, "not filtered")
    assert mark == "problem" and text.endswith("other programs get all its touches")


def test_a_working_machine_has_no_problem(doctor, start_with_devices, devices):
    devices.add(1, name="Acme Touch")
    devices.add(2, name="Keys", kind="KEYBOARD")
    running = start_with_devices()
    use(running, devices, 1)
    code, findings = doctor(running.socket)
    assert code == 0
    [(mark, text)] = about(findings, "Acme Touch")
    assert mark == "ok"
    assert re.fullmatch(r"touchscreen Acme Touch, /dev/input/event1: used, 204\.8 × 128\.0 mm, 10 contacts, "
                        r"touched \d+\.\d s ago", text)
    assert about(findings, "other input") == [("ok", "1 other input device without touch")]
    assert about(findings, "is running")[0][0] == "ok"
    assert about(findings, str(running.socket))[0][0] == "ok"
    # The latency depends on the load of this machine, and the touches were played late.
    assert len(about(findings, "latency")) == 1
    others = [(mark, text) for mark, text, _ in findings if mark != "ok" and not text.startswith("latency")]
    assert others == [("note", "no connected display found")]


def test_examines_the_devices_without_a_service(doctor, devices):
    devices.add(1, name="Acme Touch")
    code, findings = doctor()
    assert code == 1
    [(mark, text)] = about(findings, "Acme Touch")
    assert mark == "ok" and text.startswith("touchscreen Acme Touch, /dev/input/event1: ")
    [(mark, _)] = about(findings, "does not exist")
    assert mark == "problem"


def test_a_stale_socket_is_a_problem(doctor, start_with_devices):
    running = start_with_devices()
    running.process.kill()
    running.process.wait()
    code, findings = doctor(running.socket)
    assert code == 1 and about(findings, "no process listens on the socket")[0][0] == "problem"


def test_a_machine_without_a_touch_device_has_a_problem(doctor, start_with_devices, devices):
    devices.add(1, name="Keys", kind="KEYBOARD")
    code, findings = doctor(start_with_devices().socket)
    assert code == 1
    assert about(findings, "no touch device found")[0][0] == "problem"


def test_a_refused_device_is_a_problem_with_the_reason(doctor, start_with_devices, devices):
    devices.add(1, name="Flat", width=0)
    code, findings = doctor(start_with_devices().socket)
    assert code == 1
    assert about(findings, "Flat") == [
        ("problem", "touchscreen Flat, /dev/input/event1: not used: Flat: an axis has an empty range")]


def test_a_device_without_udev_properties_is_a_problem(doctor, devices):
    devices.add(1, name="New", kind=None)
    assert about(doctor()[1], "udev has not classified it")[0][0] == "problem"


def test_an_inhibited_device_is_a_problem_with_the_command_that_ends_it(doctor, start_with_devices, devices):
    devices.add(1, inhibited=True)
    code, findings = doctor(start_with_devices().socket)
    [advice] = [advice for _, text, advice in findings if "(inhibited)" in text]
    assert code == 1 and advice == ["→ echo 0 | sudo tee /sys/devices/usb1/input1/inhibited"]


def test_reports_the_udev_properties_of_a_device(doctor, start_with_devices, devices):
    devices.add(1, properties={"ID_SEAT": "seat1", "LIBINPUT_CALIBRATION_MATRIX": "1 0", "WL_OUTPUT": "HDMI-A-1"})
    code, findings = doctor(start_with_devices().socket)
    assert code == 1
    assert about(findings, "seat1")[0][0] == "note"
    assert about(findings, 'LIBINPUT_CALIBRATION_MATRIX is "1 0"')[0][0] == "problem"
    assert about(findings, "the display HDMI-A-1, which is not connected")[0][0] == "problem"


def test_an_assumed_size_is_a_problem_with_the_lines_that_fix_it(doctor, start_with_devices, devices):
    devices.add(1, name="Acme Touch", resolution=False)
    code, findings = doctor(start_with_devices().socket)
    [advice] = [advice for _, text, advice in findings if "reports no size: 345.4 × 194.3 mm" in text]
    assert code == 1 and [line.strip() for line in advice[1:]] == ["[device Acme Touch]", "size = 345x194"]


def test_lists_displays_and_reports_a_device_without_its_display(doctor, start_with_devices, devices):
    devices.display(0, name="DP-1", size=(340, 190))
    devices.add(1, properties={"WL_OUTPUT": "HDMI-A-1"})
    code, findings = doctor(start_with_devices().socket)
    assert code == 1 and about(findings, "display DP-1") == [("ok", "display DP-1: 340 × 190 mm")]
    [advice] = [advice for _, text, advice in findings if "the display HDMI-A-1, which is not connected" in text]
    assert advice[0].startswith("→ connected displays: DP-1;")


def test_notes_a_device_that_has_sent_nothing(doctor, start_with_devices, devices):
    devices.add(1)
    code, findings = doctor(start_with_devices().socket)
    assert code == 0 and about(findings, "no events since")[0][0] == "note"


def test_an_invalid_configuration_is_a_problem_with_its_line(doctor):
    code, findings = doctor(configuration="[gestures]\nslop = wide\n")
    [(mark, text)] = about(findings, ".conf")
    assert (code, mark) == (1, "problem")
    assert text.endswith('given.conf:2: [gestures] slop: "wide": expected pt, 0 … 100, e.g. 20')


def test_notes_a_section_without_a_device(doctor, start_with_devices, devices):
    devices.add(1, name="Acme Touch")
    _, findings = doctor(start_with_devices().socket, configuration="[device Acme]\nrotation = 90\n[device Acme Touch]\nmirror = none\n")
    [(mark, text)] = about(findings, "matches no connected device")
    assert mark == "note" and "[device Acme]" in text


def test_notes_that_touches_are_locked(doctor, start_with_devices, run_gesturectl):
    running = start_with_devices()
    with Client(running.socket) as client:
        client.call("org.gestured.Control.Lock", {"seconds": 60})
    assert about(doctor(running.socket)[1], "touches are locked")[0][0] == "note"


def test_notes_that_the_service_plays_a_recording(doctor, start):
    _, findings = doctor(start(recording=evemu([])).socket)
    assert about(findings, "the service plays a recording")[0][0] == "note"


def test_prints_no_control_characters_from_outside(run_gesturectl, devices, start_with_devices):
    name = "Evil\x1b]0;x\x07\x9b31m"
    devices.add(1, name=name, properties={"ID_SEAT": "\x1b[31mseat"})
    ended = run_gesturectl("--socket", start_with_devices().socket, "doctor", text=False,
                           env={**os.environ, **devices.environment})
    assert b"Evil" in ended.stdout
    assert not re.search(rb"[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]", ended.stdout + ended.stderr), ended.stdout


@pytest.mark.parametrize("actions, mark, summary, advice", [
    ("[actions]\ntap = true\n", "ok", "1 gesture bound", None),
    ("[device Acme Tuoch]\ntap = no-such-program\n", "note", "1 gesture bound, 2 warnings",
     ":1: warning: no device 'Acme Tuoch' is connected now (did you mean 'Acme Touch'?)"),
    ("[actions]\nwink = true\ntap = true\n", "problem", "1 mistake", ":2: 'wink': expected a gesture"),
])
def test_the_actions_file_is_examined(actions, mark, summary, advice, doctor, start_with_devices, devices, tmp_path):
    devices.add(1, name="Acme Touch")
    _, findings = doctor(start_with_devices().socket, actions=actions)
    path = tmp_path / "own/gestured/actions.conf"
    [found] = [finding for finding in findings if finding[1].startswith("actions: ")]
    assert found[:2] == (mark, f"actions: {path}: {summary}")
    assert advice is None or found[2][0].startswith(f"→ {path}{advice}")


def test_an_actions_file_that_is_not_read_is_a_problem(doctor, tmp_path):
    (tmp_path / "own/gestured/actions.conf").mkdir(parents=True)
    _, findings = doctor()
    [(mark, text)] = about(findings, "actions: ")
    assert mark == "problem" and text.endswith("actions.conf: not a regular file")
