"""Examples/rotate: turns the touches of a panel with the accelerometer, through the real monitor-sensor, or with sway."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

import pytest

from service import until

HERE = pathlib.Path(__file__).parent
pytestmark = pytest.mark.extra
ROTATE = HERE.parents[1] / "Examples" / "rotate" / "rotate"


@pytest.fixture
def sensor(tmp_path, monkeypatch):
    """Says how a tablet is held, on a message bus that stands for the system's."""
    if not shutil.which("monitor-sensor") or not shutil.which("dbus-daemon"):
        pytest.skip("iio-sensor-proxy or dbus is missing")
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/bus")
    command = ["dbus-daemon", "--session", "--nofork", "--print-address", f"--address=unix:path={tmp_path}/bus"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as bus:
        bus.stdout.readline()
        with subprocess.Popen(["/usr/bin/python3", HERE / "sensor_proxy.py"], stdin=subprocess.PIPE, text=True, bufsize=1) as proxy:
            yield lambda orientation: proxy.stdin.write(orientation + "\n")
            proxy.stdin.close()
        bus.kill()


@pytest.fixture
def sway(tmp_path, monkeypatch):
    """Runs a command of a sway without a screen: its output is HEADLESS-1."""
    if not shutil.which("sway") or not shutil.which("jq"):
        pytest.skip("sway or jq is missing")
    # sway refuses to run as root, and nobody cannot enter the folder of the test.
    folder = pathlib.Path(tempfile.mkdtemp())
    user = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    if user:
        os.chown(folder, 65534, 65534)
    environment = {
        **os.environ, "XDG_RUNTIME_DIR": str(folder), "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1",
        "WLR_RENDERER": "pixman"}
    with subprocess.Popen(["sway", "--config", "/dev/null"], env=environment, stderr=subprocess.DEVNULL, **user) as compositor:
        [path] = until(lambda: list(folder.glob("sway-ipc.*.sock")), "sway listens")
        monkeypatch.setenv("SWAYSOCK", str(path))

        def run(*command):
            return json.loads(subprocess.run(["swaymsg", "--raw", *command], check=True, stdout=subprocess.PIPE).stdout)

        run.compositor = compositor
        until(lambda: run("--type", "get_outputs"), "sway has an output")
        yield run
        compositor.kill()
    shutil.rmtree(folder)


@pytest.fixture
def rotate(start_with_devices, devices, gesturectl, tmp_path, monkeypatch):
    """Starts the example for a panel, and waits until the service has a rotation of it."""
    devices.add(1, name="Panel")
    service = start_with_devices()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "gesturectl").write_text(f'#!/bin/sh\nexec "{gesturectl}" --socket "{service.socket}" "$@"\n')
    (tmp_path / "bin" / "gesturectl").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    processes = []

    def rotate(*arguments, **options):
        processes.append(subprocess.Popen([ROTATE, "Panel", *arguments], start_new_session=True, **options))
        return processes[-1]

    def expect(degrees):
        until(lambda: service.device()["rotation"] == degrees, f"rotation {degrees}")

    rotate.expect = expect
    rotate.service = service
    yield rotate
    for process in processes:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_touches_turn_with_the_accelerometer_and_after_a_restart_of_the_service(sensor, rotate):
    sensor("left-up")
    rotate()
    rotate.expect(90)
    for orientation, degrees in ("bottom-up", 180), ("right-up", 270), ("normal", 0), ("left-up", 90):
        sensor(orientation)
        rotate.expect(degrees)
    rotate.service.kill()
    rotate.service.launch()
    rotate.expect(90)


def test_touches_turn_with_an_output_of_sway(sway, rotate):
    sway("output", "HEADLESS-1", "transform", "90")
    rotate("HEADLESS-1")
    rotate.expect(270)
    for transform, degrees in ("180", 180), ("270", 90), ("normal", 0):
        sway("output", "HEADLESS-1", "transform", transform)
        rotate.expect(degrees)


def test_a_panel_that_is_plugged_in_later_is_turned_then(sensor, rotate, devices, tmp_path):
    devices.remove(1)
    until(lambda: not rotate.service.devices()["devices"], "the panel is gone")
    sensor("left-up")
    errors = tmp_path / "errors"
    with open(errors, "w") as file:
        rotate(stderr=file)
        until(lambda: "Panel" in errors.read_text(), "an error that names the panel")
        devices.again(1)
        rotate.expect(90)


def test_it_ends_with_sway_so_that_its_unit_starts_it_again(sway, rotate):
    started = rotate("HEADLESS-1")
    rotate.expect(0)
    # The events that it waits for end, and so does what it asks.
    sway.compositor.kill()
    assert started.wait(20) == -signal.SIGTERM


def test_it_is_short():
    assert len(ROTATE.read_text().splitlines()) <= 40
