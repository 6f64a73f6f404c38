"""gesturectl actions as a child process."""
import os
import pathlib
import signal
import subprocess

import pytest

from devices import past, tap_frames
from service import until


class Actions:
    """A running gesturectl actions. Its file and log are in `folder`.

    As a context manager it ends the process, and kills it if that takes too long.
    """

    def __init__(self, program, socket, folder, text, environment=None):
        self.file, self.log_path = folder / "actions.conf", folder / "actions.log"
        self.file.write_text(text)
        with open(self.log_path, "w") as log:
            self.process = subprocess.Popen(
                [program, "--socket", socket, "actions", "--config", self.file], stdout=log, stderr=log,
                env={**os.environ, **(environment or {})})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.returncode is None:
            self.end()

    def end(self):
        """Ends the process as systemd does, and returns its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def log(self):
        return self.log_path.read_text()

    def wait_for_log(self, text, count=1):
        until(lambda: self.log().count(text) >= count or self.process.poll() is not None, f"{text!r} in {self.log()!r}", 20)
        assert self.log().count(text) >= count, self.log()

    def wait_until_connected(self, count=1):
        self.wait_for_log("gesturectl: connected; ", count)

    def write(self, text):
        """Writes the file anew, and waits until the new bindings are in force."""
        before = self.log().count("gesturectl: connected; ")
        self.file.write_text(text)
        self.wait_until_connected(before + 1)

    def children(self):
        """The processes that it has started, with the letters of their states."""
        found = {}
        for folder in pathlib.Path("/proc").iterdir():
            if folder.name.isdigit():
                try:
                    state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
                except (FileNotFoundError, ProcessLookupError):
                    continue
                if int(parent) == self.process.pid:
                    found[int(folder.name)] = state
        return found


def lines(path):
    """The complete lines of a file that commands write; none if it does not exist."""
    return path.read_text().splitlines() if path.exists() else []


@pytest.fixture
def run_actions(gesturectl, tmp_path):
    """Starts gesturectl actions with a file, and ends it after the test."""
    started = []

    def run_actions(service, text, **environment):
        folder = tmp_path / f"actions{len(started)}"
        folder.mkdir()
        started.append(Actions(gesturectl, getattr(service, "socket", service), folder, text, environment))
        return started[-1]

    yield run_actions
    for actions in started:
        with actions:
            pass


@pytest.fixture
def tapped(start_with_devices, devices):
    """A service with a touchscreen, and a function that taps it."""
    devices.add(1)
    service = start_with_devices()
    return service, lambda: devices.play(1, *tap_frames(past()))


def appends(path, text="x"):
    """A command that writes a line."""
    return f"sh -c 'echo \"{text}\" >> \"$0\"' {path}"
