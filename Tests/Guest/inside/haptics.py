"""What the service makes a haptic device do: one that uinput makes up, whose effects are answered and counted here."""

import contextlib
import fcntl
import os
import struct
import threading
import time

from harness import Subscription, TouchDevice
from harness import call, configured, eventually, expect, nodes_open_in, run

TAP = 'down 0 150 100; sync; wait 60; up 0; sync'
NAME = 'Test Pulse'
RULE = ('ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="Test Pulse", '
        'RUN{program}+="/usr/bin/setfacl --modify user:gestured:rw $devnode"\n')
DROP_IN = '[Service]\nDeviceAllow=char-input rw\n'
EV_KEY, EV_FF, EV_UINPUT = 1, 0x15, 0x0101
FF_RUMBLE, BTN_SOUTH = 0x50, 0x130
EVENT = struct.Struct('@llHHi')


def request(number, size=0, direction=1):
    """An ioctl of uinput; 1 writes, 2 reads, 3 does both."""
    return direction << 30 | size << 16 | ord('U') << 8 | number


class HapticDevice:
    """A context manager; `plays` has the times, in s, at which the kernel told it to play an effect."""

    def __enter__(self):
        self.plays = []
        self.lengths = []
        self.fd = os.open('/dev/uinput', os.O_RDWR)
        for number, value in (100, EV_KEY), (101, BTN_SOUTH), (100, EV_FF), (107, FF_RUMBLE):
            fcntl.ioctl(self.fd, request(number, 4), value)
        setup = struct.pack('@4H80sI', 3, 0x4321, 0x8765, 1, NAME.encode(), 4)
        fcntl.ioctl(self.fd, request(3, len(setup)), setup)
        fcntl.ioctl(self.fd, request(1, direction=0))
        name = fcntl.ioctl(self.fd, request(44, 64, 2), bytes(64)).rstrip(b'\0').decode()
        self.thread = threading.Thread(target=self.answer, daemon=True)
        self.thread.start()
        [node] = [entry for entry in os.listdir(f'/sys/class/input/{name}') if entry.startswith('event')]
        self.node = f'/dev/input/{node}'
        run('udevadm', 'settle', '--timeout=60')
        return self

    def __exit__(self, *_):
        fcntl.ioctl(self.fd, request(2, direction=0))
        self.thread.join(10)
        os.close(self.fd)

    def answer(self):
        """Says yes to each effect that is uploaded or erased: the kernel lets who does that wait."""
        with contextlib.suppress(OSError):
            while True:
                seconds, microseconds, kind, code, value = EVENT.unpack(os.read(self.fd, EVENT.size))
                if kind == EV_UINPUT and code in (1, 2):
                    begin, end, size = (200, 201, 104) if code == 1 else (202, 203, 12)
                    asked = fcntl.ioctl(self.fd, request(begin, size, 3), struct.pack('@I', value).ljust(size, b'\0'))
                    if code == 1:
                        self.lengths.append(struct.unpack_from('@H', asked, 8 + 10)[0])
                    fcntl.ioctl(self.fd, request(end, size), asked)
                elif kind == EV_FF and value:
                    self.plays.append(seconds + microseconds / 1e6)

    def expect_plays(self, count, after):
        """So many since it was asked last, each of 20 ms and 75 ms or more after the end of the one before, and then none."""
        time.sleep(1.5)
        plays, self.plays = self.plays, []
        expect(len(plays) == count, f'{len(plays)} pulses after {after}, not {count}')
        gaps = [after - before for before, after in zip(plays, plays[1:])]
        expect(all(0.095 <= gap < 0.2 for gap in gaps), f'{gaps} s between pulses')


@contextlib.contextmanager
def permitted():
    """As the README says to let the service write to the device."""
    rule, folder = '/etc/udev/rules.d/83-gestured-haptics.rules', '/etc/systemd/system/gestured.service.d'
    os.makedirs(folder, exist_ok=True)
    for path, text in (rule, RULE), (f'{folder}/haptics.conf', DROP_IN):
        with open(path, 'w') as file:
            file.write(text)
    for command in ('udevadm', 'control', '--reload'), ('systemctl', 'daemon-reload'):
        run(*command)
    try:
        yield
    finally:
        os.remove(rule)
        os.remove(f'{folder}/haptics.conf')
        for command in ('udevadm', 'control', '--reload'), ('systemctl', 'daemon-reload'):
            run(*command)


def pulse(**parameters):
    return call('org.gestured.Control.Pulse', **parameters).get('error')


def tap(screen, count):
    screen.play(*['wait 100', TAP] * count)


NAMED = {'# device = Acme Haptic Touchpad': f'device = {NAME}'}


def not_configured(service):
    with permitted(), TouchDevice() as screen, HapticDevice() as device:
        service.stop()
        service.start()
        screen.opened_by(service)
        expect(pulse() == 'org.gestured.Control.NotAvailable', f'{pulse()}')
        tap(screen, 1)
        device.expect_plays(0, 'a tap')
        expect(nodes_open_in(service.pid) == [screen.node], f'{nodes_open_in(service.pid)}')


def not_permitted(service):
    with configured(NAMED, service), HapticDevice() as device:
        report = lambda: run('gesturectl', 'devices')[1]
        eventually(lambda: device.node in report(), 'the device is listed')
        expect('Permission denied' in report() or 'Operation not permitted' in report(), report())
        expect(pulse() == 'org.gestured.Control.NotAvailable', f'{pulse()}')


def pulses(service):
    with permitted(), configured(NAMED, service), TouchDevice() as screen:
        screen.opened_by(service)
        expect(pulse() == 'org.gestured.Control.NotAvailable', f'{pulse()}')
        # Plugged in again, it is the same.
        for _ in range(2):
            with HapticDevice() as device:
                eventually(lambda: device.node in nodes_open_in(service.pid), 'the service opens it')
                for count in 1, 2, 10:
                    expect(pulse(count=count) is None, f'{count}: an error')
                    device.expect_plays(count, f'Pulse({count})')
                expect(pulse() is None, 'an error')
                device.expect_plays(1, 'Pulse()')
                for count in 0, 11, '2':
                    expect(pulse(count=count) == 'org.varlink.service.InvalidParameter', f'{count} is taken')
                tap(screen, 1)
                device.expect_plays(0, 'a tap that nobody asked to feel')
                pulse(count=10)
                pulse(count=2)
                time.sleep(1.5)
                expect(2 <= len(device.plays) <= 3, f'{len(device.plays)} pulses: a new command replaces the old')
                expect(device.lengths == [20], f'uploaded {device.lengths}')
            eventually(lambda: device.node not in nodes_open_in(service.pid), 'it is closed')


def taps(service):
    with permitted(), configured({**NAMED, 'taps = no': 'taps = yes'}, service), TouchDevice() as screen:
        screen.opened_by(service)
        with HapticDevice() as device, Subscription() as client:
            eventually(lambda: device.node in nodes_open_in(service.pid), 'the service opens it')
            for count in 1, 2:
                tap(screen, count)
                device.expect_plays(count, f'{count} taps')
                client.wait_for(kind='tap', phase='ended', count=count)
            screen.play('down 0 150 100; sync', 'glide 100 0 250 100', 'up 0; sync')
            device.expect_plays(0, 'a swipe')
