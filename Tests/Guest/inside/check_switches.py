"""Lid and tablet-mode switches, which suspend a touchpad."""

import contextlib
import os

from client import Subscription, device_at
from devices import TAP, TouchDevice
from harness import check, eventually, expect, run
from service import service
from strace import descriptor_of, events, reads, since_opened, traced

SYN, KEY, SW = 0, 1, 5
LID, TABLET_MODE = 0, 1
VOLUME_UP = 115


def flip(switch, code, value):
    switch.play(f'raw {SW} {code} {value}; sync')


def suspended_by(pad, reason):
    eventually(lambda: device_at(pad.node).get('suspendedBy') == reason, f'it is suspended by {reason}')


@contextlib.contextmanager
def impostor(node):
    """Opens a node and names this program gestured."""
    fd = os.open(node, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with open('/proc/self/comm', 'r+') as file:
            name = file.read().strip()
            file.write('gestured')
        yield
    finally:
        with open('/proc/self/comm', 'w') as file:
            file.write(name)
        os.close(fd)


@check("a closed lid and tablet mode suspend the touchpad, and no keys of the switch's node are read")
def suspended_by_switches():
    with TouchDevice('touchpad') as pad, TouchDevice() as screen:
        screen.opened_by(service)
        pad.opened_by(service)
        with traced(service.pid) as path, TouchDevice('switch') as switch, Subscription() as client:
            switch.opened_by(service)
            fd = descriptor_of(service.pid, switch.node)
            witness = os.open(switch.node, os.O_RDONLY | os.O_NONBLOCK)
            pad.play('down 0 150 100; sync')
            client.wait_for(kind='press', phase='began')
            flip(switch, LID, 1)
            client.wait_for(kind='press', phase='cancelled')
            suspended_by(pad, 'lid')
            pad.play('up 0; sync', TAP)
            switch.play(f'key {VOLUME_UP} 1; sync', f'key {VOLUME_UP} 0; sync')
            screen.play(TAP)
            # A finger that is down when the touchpad resumes is ignored until it is lifted.
            flip(switch, TABLET_MODE, 1)
            flip(switch, LID, 0)
            suspended_by(pad, 'tabletMode')
            pad.play('down 0 150 100; sync')
            flip(switch, TABLET_MODE, 0)
            suspended_by(pad, None)
            pad.play('up 0; sync')
            client.expect_summary('press began', 'press cancelled', 'press began', 'press ended', 'tap possible', 'tap ended')
            pad.play(TAP)
            tap = client.wait_for(kind='tap', phase='ended')
            expect(tap['device'] == device_at(pad.node)['id'], f'{tap}')
            sent = events(os.read(witness, 1 << 16))
            os.close(witness)
            flip(switch, LID, 1)
            suspended_by(pad, 'lid')
            with impostor(pad.node):
                status, found = run('gesturectl', 'doctor')
            expect('suspended, because the lid is closed' in found, found)
            expect(f'gestured (pid {os.getpid()})' in found, found)
            expect(f'gestured (pid {service.pid})' not in found, found)
            switch.play('unplug')
            suspended_by(pad, None)
            client.expect_all_closed()
    with open(path) as file:
        trace = since_opened(file.read(), switch.node, fd)
    # Another reader has seen the key.
    expect((KEY, VOLUME_UP, 1) in sent, f'{sent}')
    read = reads(trace, fd)
    expect((SW, LID, 1) in read and (SW, TABLET_MODE, 1) in read, f'{read}')
    others = [event for event in read if event[0] not in (SYN, SW)]
    expect(not others, f'it read {others}')
