"""Other programs that read a device: the raw events, and libinput."""

import contextlib
import fcntl
import os
import re
import struct
import subprocess
import time

from harness import eventually, expect

ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID, BTN_TOUCH = 0x35, 0x36, 0x39, 0x14a
EVIOCSCLOCKID = 0x400445a0


def frames(events):
    """Splits events (type, code, value) into frames without SYN_REPORT."""
    found, frame = [], []
    for kind, code, value in events:
        if (kind, code) == (0, 0):
            found.append(frame)
            frame = []
        else:
            frame.append((kind, code, value))
    return found


class EventReader:
    """A context manager that reads the events of a node."""

    EVENT = struct.Struct('@llHHi')

    def __init__(self, node):
        self.fd = os.open(node, os.O_RDONLY | os.O_NONBLOCK)
        fcntl.ioctl(self.fd, EVIOCSCLOCKID, struct.pack('i', time.CLOCK_MONOTONIC))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.fd)

    def read(self):
        """The events since the last call, as (type, code, value)."""
        return [event[2:] for event in self._read()]

    def read_times(self):
        """The times in microseconds of the reports since the last call."""
        return [seconds * 1_000_000 + microseconds for seconds, microseconds, *event in self._read() if event[:2] == [0, 0]]

    def _read(self):
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self.fd, 64 * self.EVENT.size):
                yield from self.EVENT.iter_unpack(data)


# MARK: libinput


class LibinputTouches:
    """A context manager that runs `libinput debug-events` on all devices, as a compositor uses libinput."""

    # e.g. "-event5   TOUCH_DOWN              +1.234s\t0 (0) 50.00/50.00 (150.00/100.00mm)". Newer versions count the lines.
    LINE = re.compile(
        r'^[- ](event\d+)\s+(?:TOUCH|DEVICE)_(DOWN|UP|CANCEL|ADDED|REMOVED)\s+(?:\d+\s+)?(?:\+[\d.]+s\s+(\d+))?', re.MULTILINE)

    def __init__(self, *nodes):
        self.process = subprocess.Popen(['stdbuf', '-oL', 'libinput', 'debug-events'], stdout=subprocess.PIPE, bufsize=0)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.text = ''
        self.noted = []
        for node in nodes:
            self.wait_for(node, 'added')
        self.events()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def wait_for(self, node, event):
        """Waits for an event, which the next call of events() returns, too."""
        eventually(lambda: self.read() or (os.path.basename(node), event) in self.noted, f'libinput reports {node} {event}')

    def read(self):
        self.text += (self.process.stdout.read() or b'').decode()
        complete, _, self.text = self.text.rpartition('\n')
        for node, event, slot in self.LINE.findall(complete):
            self.noted.append((node, f'{event.lower()} {slot}'.strip()))

    def events(self):
        """What happened since the last call, as (name of the node, event).

        The events are 'down SLOT', 'up SLOT', 'cancel SLOT', 'added' and 'removed'.
        """
        self.read()
        noted, self.noted = self.noted, []
        return noted

    def touches(self, node):
        """The touches of a device since the last call. Expects none of other devices."""
        events = [(name, event) for name, event in self.events() if event not in ('added', 'removed')]
        others = [event for event in events if event[0] != os.path.basename(node)]
        expect(not others, f'other devices: {others}')
        return [event for _, event in events]
