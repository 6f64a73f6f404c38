"""Haptic devices: pulses on request and for taps."""

import contextlib
import os
import time

from client import Subscription, call
from devices import TAP, TouchDevice
from haptic_device import NAME, HapticDevice
from harness import check, eventually, expect, run
from service import configured_lines, nodes_open_in, service

RULE = ('ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="Test Pulse", '
        'RUN{program}+="/usr/bin/setfacl --modify user:gestured:rw $devnode"\n')
DROP_IN = '[Service]\nDeviceAllow=char-input rw\n'
NAMED = {'# device = Acme Haptic Touchpad': f'device = {NAME}'}


@contextlib.contextmanager
def permitted():
    """Allows the service to write to the device, as docs/recipes.md describes."""
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


@check('a haptic device that is not configured is neither opened nor played')
def haptics_not_configured():
    with permitted(), TouchDevice() as screen, HapticDevice() as device:
        service.stop()
        service.start()
        screen.opened_by(service)
        expect(pulse() == 'org.gestured.Control.NotAvailable', f'{pulse()}')
        tap(screen, 1)
        device.expect_plays(0, 'a tap')
        expect(nodes_open_in(service.pid) == [screen.node], f'{nodes_open_in(service.pid)}')


@check('a haptic device without write permission is refused with a reason')
def haptics_not_permitted():
    with configured_lines(NAMED), HapticDevice() as device:
        report = lambda: run('gesturectl', 'devices')[1]
        eventually(lambda: device.node in report(), 'the device is listed')
        expect('Permission denied' in report() or 'Operation not permitted' in report(), report())
        expect(pulse() == 'org.gestured.Control.NotAvailable', f'{pulse()}')


@check('a haptic device pulses the requested number of times, 75 ms apart, also when plugged in again')
def haptics_pulses():
    with permitted(), configured_lines(NAMED), TouchDevice() as screen:
        screen.opened_by(service)
        expect(pulse() == 'org.gestured.Control.NotAvailable', f'{pulse()}')
        # The same works when the device is plugged in again.
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


@check('if configured, the haptic device pulses once for a tap and twice for a double tap')
def haptics_taps():
    with permitted(), configured_lines({**NAMED, 'taps = no': 'taps = yes'}), TouchDevice() as screen:
        screen.opened_by(service)
        with HapticDevice() as device, Subscription() as client:
            eventually(lambda: device.node in nodes_open_in(service.pid), 'the service opens it')
            for count in 1, 2:
                tap(screen, count)
                device.expect_plays(count, f'{count} taps')
                client.wait_for(kind='tap', phase='ended', count=count)
            screen.play('down 0 150 100; sync', 'glide 100 0 250 100', 'up 0; sync')
            device.expect_plays(0, 'a swipe')


@check('if configured, the haptic device pulses as soon as a finger lands, and not again when it is lifted')
def haptics_presses():
    with permitted(), configured_lines({**NAMED, 'presses = no': 'presses = yes'}), TouchDevice() as screen:
        screen.opened_by(service)
        with HapticDevice() as device:
            eventually(lambda: device.node in nodes_open_in(service.pid), 'the service opens it')
            screen.play('down 0 150 100; sync')
            device.expect_plays(1, 'a finger that lands')
            screen.play('up 0; sync')
            device.expect_plays(0, 'its lift')
