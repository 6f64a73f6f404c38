"""Interruptions of a gesture: lost events, an inhibited device, sleep, a service that runs late."""

import contextlib
import os
import time

from client import GET_STATUS, Subscription, call, device_at
from devices import TAP, TouchDevice
from harness import check, expect
from service import service


@check('a finger that is down when the device is opened is ignored until it is lifted')
def down_at_open():
    with TouchDevice() as screen:
        screen.opened_by(service)
        service.stop()
        screen.play('down 0 150 100; sync')
        service.start()
        screen.opened_by(service)
        with Subscription() as client:
            screen.play('glide 50 0 152 100', 'up 0; sync')
            client.expect_summary()
            screen.play(TAP)
            client.wait_for(kind='tap', phase='ended', count=1)
            client.expect_all_closed()


@check('dropped kernel events cancel the press and never make a tap')
def dropped():
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        for lifted in True, False:
            screen.play('down 0 150 100; sync')
            client.wait_for(kind='press', phase='began')
            with service.frozen():
                screen.play('flood 4000 0')
                if lifted:
                    screen.play('up 0; sync')
            client.wait_for(kind='press', phase='cancelled')
            if not lifted:
                screen.play('wait 50', 'up 0; sync')
            time.sleep(1)
        client.expect_all_closed()
        expect(set(client.summary()) == {'press began', 'press cancelled'}, f'{client.summary()}')
        screen.play(TAP)
        client.wait_for(kind='tap', phase='ended', count=1)


@check('a device that floods affects no other device, and the service keeps answering')
def flood():
    with TouchDevice() as broken, TouchDevice(name='Other Touchscreen') as screen:
        broken.opened_by(service)
        with Subscription({'devices': [device_at(screen.opened_by(service).node)['id']]}) as client:
            broken.process.stdin.write('down 0 150 100; sync\nflood 40000 0\nup 0; sync\nsay flooded\n')
            broken.process.stdin.flush()
            for _ in range(3):
                screen.play(TAP, 'wait 600')
                client.wait_for(kind='tap', phase='ended', count=1)
                expect(call(GET_STATUS)['parameters']['frames'] > 0, 'no answer')
            expect(broken.process.stdout.readline().strip() == 'flooded', 'the flood did not end')
            client.expect_all_closed()


@contextlib.contextmanager
def inhibited_device(node):
    """Inhibits a device, as desktops do when a laptop is folded into a tablet."""
    def write(value):
        with open(f'/sys/class/input/{os.path.basename(node)}/device/inhibited', 'w') as file:
            file.write(value)

    write('1')
    try:
        yield
    finally:
        write('0')


@contextlib.contextmanager
def asleep(_, seconds=0):
    """Suspends and resumes the machine, without the firmware."""
    with open('/sys/power/mem_sleep') as file:
        is_deep = 'deep' in file.read()
    if is_deep:
        # A test of the kernel, which also stops the clock.
        files = {'/sys/module/suspend/parameters/pm_test_delay': seconds, '/sys/power/pm_test': 'core', '/sys/power/state': 'mem'}
    else:
        # This kernel cannot test the sleep of ARM's machine, in which the clock goes on. An alarm wakes it.
        files = {'/sys/class/rtc/rtc0/wakealarm': f'+{seconds + 1}', '/sys/power/state': 'freeze'}
    for path, value in files.items():
        with open(path, 'w') as file:
            file.write(str(value))
    yield


def interrupt(interruption):
    """Interrupts a press and a drag, with slots and without. Both are cancelled, and lifting the finger has no effect.

    `interruption(node)` is a context manager.
    """
    for slots in '5', '0':
        with TouchDevice(options=['--slots', slots]) as screen, Subscription() as client:
            screen.opened_by(service)
            for kind, way in ('press', []), ('drag', ['glide 50 0 180 100']):
                screen.play('down 0 150 100; sync', *way)
                client.wait_for(kind=kind, phase='began')
                with interruption(screen.node):
                    client.wait_for(kind=kind, phase='cancelled')
                    # Without slots, a finger that stays down is reported as a new one afterwards.
                    if slots == '0':
                        screen.play('up 0; sync')
                if slots != '0':
                    screen.play('move 0 185 100; sync', 'up 0; sync')
            client.expect_summary('press began', 'press cancelled',
                                  'press began', 'press cancelled', 'drag began', 'drag cancelled')
            screen.play(TAP)
            client.wait_for(kind='tap', phase='ended', count=1)
            client.expect_all_closed()


@check('inhibiting a device cancels its open gestures, and it works again afterwards')
def inhibited():
    interrupt(inhibited_device)


@check('system sleep cancels open gestures, and a tap before it is not continued after it')
def suspended():
    interrupt(asleep)
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        screen.play(TAP)
        client.wait_for(kind='tap', phase='possible')
        with asleep(screen.node, seconds=1):
            screen.play(TAP)
        client.expect_all_closed()
        ended = [event['count'] for event in client.events if event['kind'] == 'tap' and event['phase'] == 'ended']
        expect(ended == [1, 1], f'taps ended: {ended}')


@check('a service that was stopped for a while recognizes the same gestures')
def late():
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        with service.frozen():
            screen.play(TAP, 'wait 100', TAP, 'wait 1500', TAP)
        client.expect_all_closed()
        ended = [event['count'] for event in client.events if event['kind'] == 'tap' and event['phase'] == 'ended']
        expect(ended == [2, 1], f'taps ended: {ended}')
