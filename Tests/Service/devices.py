"""Input devices that umockdev emulates, and frames for its touchscreen."""
import fcntl
import json
import os
import pathlib
import subprocess
import sys
import termios
import time

from service import until

PYTHON = "/usr/bin/python3"
PRELOAD = "libumockdev-preload.so.0"
BINDINGS = 'import gi; gi.require_version("UMockdev", "1.0"); from gi.repository import UMockdev'


def is_umockdev_available():
    """Returns whether umockdev and its bindings for the system's Python are installed."""
    return pathlib.Path(PYTHON).exists() and subprocess.run([PYTHON, "-c", BINDINGS], capture_output=True).returncode == 0


class EmulatedDevices:
    """A context manager for the devices of one test."""

    def __enter__(self):
        script = pathlib.Path(__file__).with_name("umockdev-devices.py")
        self.process = subprocess.Popen(
            [PYTHON, script], env={**os.environ, "LD_PRELOAD": PRELOAD}, text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.environment = {"LD_PRELOAD": PRELOAD, "UMOCKDEV_DIR": self.process.stdout.readline().strip()}
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()

    def __getattr__(self, command):
        """Any other method is a command of umockdev-devices.py: add(1, name="Panel"), remove(1)."""
        def call(number, **options):
            self.process.stdin.write(json.dumps({"command": command, "number": number, **options}) + "\n")
            assert self.process.stdout.readline() == "done\n"

        return call

    def play(self, number, *frames):
        """Plays frames, which are (µs, (type, code, value), …), and returns the number of their events."""
        events = [(time, *event) for time, *frame in frames for event in (*frame, (0, 0, 0))]
        assert len(events) <= AT_ONCE, "the service could find half an event"
        self.write(number, events=events)
        return len(events)

    def play_while_suspended(self, number, *frames):
        """Plays to a service that is suspended and has read all that was played before, and returns when it can read these frames.

        The kernel passes on what is written to a terminal with a thread of its own, which a busy machine runs later.
        """
        events = self.play(number, *frames)
        node = os.open(f"{self.environment['UMOCKDEV_DIR']}/dev/input/event{number}", os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
        until(lambda: readable(node) == events * EVENT_SIZE, "the frames can be read")
        os.close(node)


# umockdev makes a terminal of a device. It holds 4095 bytes and cuts what is played beyond them, so up to this many events stay
# whole if the service has read all events before them.
EVENT_SIZE = 24
AT_ONCE = 4095 // EVENT_SIZE

# Parts of a frame: a finger lands in slot 0, leaves it; the kernel's queue ran over.
DOWN = ((3, 0x2F, 0), (3, 0x39, 100), (3, 0x35, 2000), (3, 0x36, 2000))
UP = ((3, 0x2F, 0), (3, 0x39, -1))
DROPPED = ((0, 3, 0),)

# The beginning of a recording of the touchscreen that is added without options.
RECORDING_HEAD = """\
# EVEMU 1.3
# gestured: physical path event1
# gestured: udev ID_INPUT=1
# gestured: udev ID_INPUT_TOUCHSCREEN=1
# gestured: size 204.750 x 127.969 mm resolution
# gestured: settings default
N: Mock
"""

# The events that a tap gives, in the words of events.words().
TAPPED = ["press began", "press ended", "tap possible", "tap ended"]


def readable(descriptor):
    """The number of bytes that can be read from a terminal."""
    return int.from_bytes(fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)), sys.byteorder)


def tap_frames(at):
    return [(at, *DOWN), (at + 50_000, *UP)]


def past():
    """A time 0.5 s ago, in µs: frames played from then on have happened by now."""
    return time.monotonic_ns() // 1000 - 500_000


def after_now():
    """Waits until past() is later than now. The service moves earlier times up to the latest time that it knows."""
    time.sleep(0.55)


def used(service):
    """The nodes of the devices that the service uses."""
    return [device["node"] for device in service.devices()["devices"]]
