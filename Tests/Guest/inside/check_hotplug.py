"""Devices that are plugged in and pulled out."""

import collections
import contextlib
import os
import time

from client import Subscription
from devices import TAP, TouchDevice
from harness import check, eventually, expect, run
from hid import CertifiedTouchscreen
from hostile import change, small_queues
from machine import Monitor, SerialPanel
from service import nodes_open_in, service


@check('unplugging a device during a gesture cancels each open gesture once and closes the device')
def unplug():
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        screen.play('down 0 150 100; sync')
        client.wait_for(kind='press', phase='began')
        screen.play('unplug')
        client.wait_for(kind='press', phase='cancelled')
        eventually(lambda: not nodes_open_in(service.pid), 'the device is closed', timeout=1)

        screen.play('plug')
        screen.opened_by(service)
        screen.play('down 0 150 100; sync', 'glide 100 0 200 100')
        client.wait_for(kind='drag', phase='began')
        screen.play('unplug')
        client.wait_for(kind='drag', phase='cancelled')
        eventually(lambda: not nodes_open_in(service.pid), 'the device is closed', timeout=1)
        client.expect_all_closed()


@check('a device that is plugged in again works and has the same id')
def plug_again():
    with TouchDevice() as screen, Subscription() as client:
        for _ in range(3):
            screen.opened_by(service)
            screen.play(TAP)
            client.wait_for(kind='tap', phase='ended', count=1)
            screen.play('unplug', 'plug')
        client.expect_all_closed()
        names = {event['device'] for event in client.events}
        expect(len(names) == 1, f'it has several names: {names}')


def pull_out(times, plug):
    """Repeatedly plugs in a device and pulls it out while a finger drags on it.

    `plug()` is a context manager that plugs in, gives the device's node and what drags a finger on it, and pulls out.
    """
    with Subscription() as client:
        for _ in range(times):
            with plug() as (node, drag):
                eventually(lambda: node in nodes_open_in(service.pid), f'the service opens {node}')
                drag()
                client.wait_for(kind='drag', phase='began')
            client.wait_for(kind='drag', phase='cancelled')
            eventually(lambda: node not in nodes_open_in(service.pid), f'the service closes {node}', timeout=1)
        client.expect_all_closed()
        summary = collections.Counter(client.summary())
        expect(summary == dict.fromkeys(('press began', 'press cancelled', 'drag began', 'drag cancelled'), times), f'{summary}')
        names = {event['device'] for event in client.events}
        expect(len(names) == 1, f'it has several names: {names}')


@check('unplugging a device ten times during a gesture cancels each open gesture once, and the device works again')
def pulled_out():
    @contextlib.contextmanager
    def by_uinput(slots):
        with TouchDevice(options=['--slots', slots]) as screen:
            yield screen.node, lambda: screen.play('down 0 150 100; sync', 'glide 50 0 180 100')

    @contextlib.contextmanager
    def by_uhid():
        with CertifiedTouchscreen() as screen:
            yield screen.node('TOUCHSCREEN'), lambda: screen.show(*([(x, 0)] for x in range(0, 10, 2)))

    pull_out(10, lambda: by_uinput('5'))
    # On a panel without slots, the kernel lifts the finger just before it removes the device.
    pull_out(10, lambda: by_uinput('0'))
    pull_out(10, by_uhid)


@check('removing the PCI card of a serial touchscreen during a gesture does the same')
def pulled_out_of_the_machine():
    with Monitor() as monitor:
        @contextlib.contextmanager
        def card():
            with SerialPanel(monitor) as panel:
                yield panel.node, lambda: [panel.touch(x / 100, 0.5) for x in range(50, 60, 2)]

        pull_out(2, card)


@check('a device whose permissions are set late is opened then')
def late_permission():
    with TouchDevice() as first:
        first.opened_by(service)
        with service.frozen():
            screen = TouchDevice(name='Late Touchscreen')
            run('setfacl', '--remove-all', screen.node)
            os.chmod(screen.node, 0)
        with screen:
            time.sleep(1)
            expect(screen.node not in nodes_open_in(service.pid), 'opened without permission')
            expect(service.state == 'active', f'the service is {service.state}')
            run('udevadm', 'trigger', '--action=change', screen.node)
            screen.opened_by(service)
            with Subscription() as client:
                screen.play(TAP)
                client.wait_for(kind='tap', phase='ended', count=1)


@check('a device that is plugged in while the queue of udev events overflows is used all the same')
def overrun_of_udev():
    with small_queues(), TouchDevice() as first:
        first.opened_by(service)
        with service.frozen():
            # Events about a device that is already in use.
            change(first.node, times=20)
            run('udevadm', 'settle')
            second = TouchDevice(name='Late Touchscreen')
        with second, Subscription() as client:
            second.opened_by(service)
            second.play(TAP)
            client.wait_for(kind='tap', phase='ended', count=1)
            first.play(TAP)
            client.wait_for(kind='tap', phase='ended', count=1)
