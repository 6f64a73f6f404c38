"""Devices that touch-device makes, and another program that reads a device."""

import contextlib
import fcntl
import os
import subprocess

from harness import HERE, eventually, expect
from service import nodes_open_in

TAP = 'down 0 150 100; sync; wait 60; up 0; sync'


class TouchDevice:
    """A context manager for a device made by touch-device."""

    def __init__(self, kind='touchscreen', name=None, options=()):
        self.name = name or f'Test {kind}'
        command = [f'{HERE}/touch-device', '--kind', kind, '--name', self.name, *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.node = self.process.stdout.readline().strip()
        expect(self.node, f'no {kind} was made')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def play(self, *lines):
        """Plays touches and returns when they are done."""
        self.begin(*lines)
        self.finish()

    def begin(self, *lines):
        """Starts to play touches and returns at once."""
        for line in (*lines, 'say done'):
            self.process.stdin.write(line + '\n')

    def finish(self):
        """Waits until the touches are done."""
        while (line := self.process.stdout.readline().strip()) != 'done':
            expect(line, 'touch-device ended')
            self.node = line

    def opened_by(self, service):
        """Waits until the service has this device open."""
        eventually(lambda: self.node in nodes_open_in(service.pid), f'the service opens {self.node}')
        return self


class OtherProgram:
    """A context manager for another program that reads a node, as a compositor does."""

    def __init__(self, node):
        self.fd = os.open(node, os.O_RDONLY | os.O_NONBLOCK)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.fd)

    def sees(self):
        """Returns whether any event has come since the last call."""
        seen = False
        with contextlib.suppress(BlockingIOError):
            while os.read(self.fd, 4096):
                seen = True
        return seen

    def grab(self, wanted=True):
        EVIOCGRAB = 0x40044590
        fcntl.ioctl(self.fd, EVIOCGRAB, int(wanted))
