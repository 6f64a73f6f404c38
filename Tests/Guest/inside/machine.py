"""Hardware that the monitor of the virtual machine plugs in and pulls out (run-guest --machine)."""

import contextlib
import glob
import json
import os
import subprocess
import time

from harness import Failure, eventually, expect


def port(name):
    """The node of one of the machine's ports."""
    for path in glob.glob('/sys/class/virtio-ports/*/name'):
        with open(path) as file:
            if file.read().strip() == name:
                return f'/dev/{path.split("/")[4]}'
    raise Failure(f'the machine has no port "{name}"')


class Monitor:
    """The monitor of QEMU, controlled by its machine protocol (QMP)."""

    def __init__(self):
        self.fd = os.open(port('monitor'), os.O_RDWR | os.O_NONBLOCK)
        self.buffer = b''
        self.events = []  # names of events that nobody has waited for yet
        self.execute('qmp_capabilities')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.fd)

    def execute(self, command, **arguments):
        """Executes a command and returns its result."""
        os.write(self.fd, json.dumps({'execute': command, 'arguments': arguments}).encode() + b'\n')
        while 'return' not in (message := self.receive()):
            expect('error' not in message, f'{command}: {message}')
            self.events += [message['event']] if 'event' in message else []
        return message['return']

    def wait_for(self, event):
        while event not in self.events:
            self.events += [self.receive().get('event')]
        self.events.remove(event)

    def receive(self, seconds=60):
        end = time.monotonic() + seconds
        while b'\n' not in self.buffer:
            expect(time.monotonic() < end, 'no message from the monitor')
            # Polls without sleeping, because the guest's clock jumps ahead while it waits for the host.
            with contextlib.suppress(BlockingIOError):
                self.buffer += os.read(self.fd, 65536)
        line, _, self.buffer = self.buffer.partition(b'\n')
        return json.loads(line)


class SerialPanel:
    """A context manager for a resistive MicroTouch touchscreen on a serial PCI card.

    When the card is removed, the kernel logs warnings about directories of the port that are already gone.
    """

    # The "tablet" format of the panel, with the origin at the bottom left.
    MAXIMUM = 0x3FFF
    STATUS, TOUCHED = 0x80, 0x40

    def __init__(self, monitor):
        self.monitor = monitor

    def __enter__(self):
        # On ARM's machine, cards can only be plugged into the root port of run-guest.
        slot = {} if os.uname().machine == 'x86_64' else {'bus': 'free-slot'}
        self.monitor.execute('device_add', driver='pci-serial', id='card', chardev='line', **slot)
        tty = eventually(self.find_port, 'the card has a serial port')
        eventually(lambda: os.path.exists(f'/dev/{tty}'), f'there is /dev/{tty}')
        self.attached = subprocess.Popen(['inputattach', '--noinit', '--mtouch', f'/dev/{tty}'])
        self.node = eventually(lambda: self.find(tty), 'the panel has a node')
        self.line = os.open(port('line'), os.O_WRONLY)
        return self

    def __exit__(self, *_):
        self.monitor.execute('device_del', id='card')
        self.monitor.wait_for('DEVICE_DELETED')
        eventually(lambda: self.attached.poll() is not None, 'inputattach ends with the port')
        os.close(self.line)

    def find_port(self):
        """The name of the card's serial port."""
        return next((port for port in os.listdir('/sys/class/tty') if '/pci' in os.path.realpath(f'/sys/class/tty/{port}')), None)

    def find(self, tty):
        for path in glob.glob('/sys/class/input/event*/device/phys'):
            with open(path) as file:
                if file.read().startswith(f'{tty}/'):
                    return f'/dev/input/{path.split("/")[4]}'
        return None

    def touch(self, x, y, is_touched=True):
        """Reports a touch, as fractions of width and height from the top left."""
        counts = [round(share * self.MAXIMUM) for share in (x, 1 - y)]
        data = [self.STATUS | (self.TOUCHED if is_touched else 0)]
        data += [byte for count in counts for byte in (count & 0x7F, count >> 7)]
        os.write(self.line, bytes(data))
