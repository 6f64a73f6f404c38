#!/usr/bin/python3
"""Checks the installed service on a running system with udev and systemd. One line for each rule, then the totals."""

import collections
import contextlib
import glob
import json
import os
import pwd
import signal
import subprocess
import sys
import time

import faults
import haptics
import hardware
import hid
import journal
import machine
import modifiers
import second_opinion
import switches
from described import DescribedDevice
from harness import Checks, Failure, Service, Subscription, TouchDevice
from harness import HERE, SOCKET, OtherProgram, call, device_at, eventually, expect, nodes_open_in, run, run_as, status_of

service = Service()
check = Checks()

TAP = 'down 0 150 100; sync; wait 60; up 0; sync'


# MARK: Installation and start


@check('sysusers, systemctl and udevadm take what was installed')
def installed():
    for command in (
        ['systemd-sysusers'],
        ['systemctl', 'daemon-reload'],
        ['udevadm', 'control', '--reload'],
        ['systemctl', 'enable', '--now', 'gestured.socket'],
    ):
        status, output = run(*command)
        expect(status == 0, f'{" ".join(command)}: {output}')
    status, output = run('systemd-analyze', '--man=no', 'verify', 'gestured.service', 'gestured.socket')
    expect(status == 0 and not output, output)


@check('with no touch device the socket listens and the service does not run')
def not_started():
    expect(run('systemctl', 'is-active', 'gestured.socket')[1] == 'active', 'the socket does not listen')
    expect(service.state == 'inactive', f'the service is {service.state}')


@check('a keyboard does not start the service')
def keyboard_starts_nothing():
    with TouchDevice('keyboard'):
        time.sleep(2)
        expect(service.state == 'inactive', f'the service is {service.state}')


@check('a touchscreen that is plugged in starts the service, which opens it')
def started_by_device():
    with TouchDevice() as screen:
        eventually(lambda: service.state == 'active', 'the service is active', timeout=20, interval=0.5)
        screen.opened_by(service)


@check('a touchpad too')
def started_by_touchpad():
    service.stop()
    with TouchDevice('touchpad', options=['--size', '100x60']) as pad:
        eventually(lambda: service.state == 'active', 'the service is active', timeout=20, interval=0.5)
        pad.opened_by(service)


@check('a connection starts the service')
def started_by_connection():
    service.stop()
    with Subscription():
        expect(service.state == 'active', f'the service is {service.state}')


# MARK: Privileges


@check('it runs as its own user, without capabilities, on a read-only system')
def unprivileged():
    status = status_of(service.pid)
    user = pwd.getpwnam('gestured')
    expect(status['Uid'].split() == [str(user.pw_uid)] * 4, f'Uid {status["Uid"]}')
    expect(status['Groups'].split() in ([], [str(user.pw_gid)]), f'Groups {status["Groups"]}')
    for name in ('CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'):
        expect(int(status[name], 16) == 0, f'{name} {status[name]}')
    expect(status['NoNewPrivs'] == '1' and status['Seccomp'] == '2', 'no seccomp filter')


@check('its user may read a touch device, but not write to it')
def reads_touch_devices():
    for kind in ('touchscreen', 'touchpad'):
        with TouchDevice(kind) as device:
            access = run('getfacl', '--absolute-names', '--omit-header', device.node)[1]
            expect('user:gestured:r--' in access.split(), access)
            expect(run_as('gestured', '', 'test', '-r', device.node)[0] == 0, 'cannot read')
            expect(run_as('gestured', '', 'test', '-w', device.node)[0] != 0, 'can write')


@check('its user may read a pen, which neither starts the service nor is opened where it belongs to no touch device')
def pen():
    service.stop()
    with TouchDevice('pen') as device:
        time.sleep(2)
        expect(service.state == 'inactive', f'the service is {service.state}')
        expect(run_as('gestured', '', 'test', '-r', device.node)[0] == 0, 'cannot read')
        expect(run_as('gestured', '', 'test', '-w', device.node)[0] != 0, 'can write')
        with TouchDevice() as screen:
            screen.opened_by(service)
            expect(nodes_open_in(service.pid) == [screen.node], f'{nodes_open_in(service.pid)}')


@check('its user may not read a keyboard, and the service does not open one')
def reads_no_keyboard():
    with TouchDevice('keyboard') as keyboard, TouchDevice() as screen:
        screen.opened_by(service)
        status, output = run_as('gestured', '', 'head', '-c', '1', keyboard.node)
        expect(status != 0 and 'Permission denied' in output, output)
        expect(keyboard.node not in nodes_open_in(service.pid), 'the keyboard is open')


@check('its user may not read a mouse that only moves; one that reports positions is a touchscreen if it is configured as such')
def mice():
    with DescribedDevice(hardware.MOUSE) as mouse, DescribedDevice(hardware.TILL) as till, TouchDevice() as screen:
        screen.opened_by(service)
        expect(nodes_open_in(service.pid) == [screen.node], f'{nodes_open_in(service.pid)}')
        expect(run_as('gestured', '', 'test', '-r', mouse.node)[0] != 0, 'can read the mouse')
        expect(run_as('gestured', '', 'test', '-r', till.node)[0] == 0, 'cannot read the panel')
        report = run('gesturectl', 'doctor')[1]
        expect('[device Till]' in report and 'kind = touchscreen' in report and 'Mouse' not in report, report)
        with configured('[device Till]\nkind = touchscreen\n'), Subscription() as client:
            eventually(lambda: till.node in nodes_open_in(service.pid), 'the panel is used')
            hardware.tap_on(till)
            client.wait_for(kind='tap', phase='ended')


@check('with the rule for modifier keys but without the configuration, it opens no keyboard')
def modifiers_not_asked_for():
    modifiers.modifiers_not_asked_for(service)


@check('asked for modifier keys, it says why it cannot read a keyboard, and what to do')
def modifiers_without_rule():
    modifiers.modifiers_without_rule(service)


@check('events say which modifier keys are held, and nothing else that is typed reaches it')
def modifier_keys():
    modifiers.modifier_keys(service)


@check('a member of the group gestured may connect, a stranger may not')
def connections():
    status, output = run_as('4000', 'gestured', 'gesturectl', 'status')
    expect(status == 0, output)
    status, output = run_as('4000', '', 'gesturectl', 'status')
    expect(status not in (0, 127), f'a stranger was let in: {output}')


# MARK: Gestures


@check('a tap is possible at finger up, and ended when a second one can no longer follow')
def tap():
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        screen.play(TAP)
        began = client.wait_for(kind='press', phase='began')
        expect(abs(began['x'] - 0.5) < 0.01 and abs(began['y'] - 0.5) < 0.01, f'{began}')
        ended = client.wait_for(kind='press', phase='ended', inside=True)
        possible = client.wait_for(kind='tap', phase='possible', count=1)
        expect(possible['time'] == ended['time'], 'the tap does not have the time of its finger up')
        final = client.wait_for(kind='tap', phase='ended', count=1)
        expect(final['time'] == ended['time'], 'the tap does not have the time of its finger up')
        expect(final['decided'] == final['time'] + 300_000, f'decided after {final["decided"] - final["time"]} µs')
        expect(final['received'] - final['decided'] < 100_000, f'told {final["received"] - final["decided"]} µs late')
        client.expect_summary('press began', 'press ended', 'tap possible', 'tap ended')
        client.expect_all_closed()


@check('a tap is ended at finger up where no other is asked for')
def only_taps():
    with TouchDevice() as screen, Subscription({'gestures': [{'kind': 'tap'}]}) as client:
        screen.opened_by(service)
        screen.play(TAP, 'wait 100', TAP)
        for run_length in 1, 2:
            ended = client.wait_for(kind='tap', phase='ended', count=1, run=run_length)
            expect(ended['decided'] == ended['time'], f'held back for {ended["decided"] - ended["time"]} µs')
        client.expect_summary('tap ended', 'tap ended')


@check('two taps make a double tap, and no single one')
def double_tap():
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        screen.play(TAP, 'wait 100', TAP)
        client.wait_for(kind='tap', phase='ended', count=2)
        client.expect_all_closed()
        ended = [event['count'] for event in client.events if event['kind'] == 'tap' and event['phase'] == 'ended']
        expect(ended == [2], f'taps ended: {ended}')


@check('a finger that stays is a long press, and no tap')
def long_press():
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        screen.play('down 0 150 100; sync')
        down = client.wait_for(kind='press', phase='began')
        began = client.wait_for(kind='longPress', phase='began')
        expect(600_000 <= began['received'] - down['time'] < 700_000, f'after {began["received"] - down["time"]} µs')
        screen.play('wait 300; up 0; sync')
        client.wait_for(kind='longPress', phase='ended')
        client.expect_all_closed()
        expect('tap ended' not in client.summary(), f'{client.summary()}')


@check('swipes go right, down, left and up')
def swipes():
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        for direction, x, y in ('right', 200, 100), ('down', 150, 150), ('left', 100, 100), ('up', 150, 50):
            screen.play('down 0 150 100; sync', f'glide 150 0 {x} {y}', 'up 0; sync')
            client.wait_for(kind='swipe', phase='ended', direction=direction)
        client.expect_all_closed()
        summary = client.summary()
        for event, count in {'press cancelled': 4, 'drag ended': 4, 'swipe ended': 4, 'tap ended': 0}.items():
            expect(summary.count(event) == count, f'{event}: {summary.count(event)}, not {count}')


@check('gesturectl monitor --json prints an event a line, for an unprivileged user')
def monitor():
    with TouchDevice() as screen:
        screen.opened_by(service)
        client = subprocess.Popen(
            ['setpriv', '--reuid=4000', '--regid=4000', '--groups=gestured', '--',
             'gesturectl', 'monitor', '--json', '--count', '4', '--timeout', '20'],
            stdout=subprocess.PIPE, text=True)
        time.sleep(2)
        screen.play(TAP)
        output, _ = client.communicate(timeout=60)
        for word in ('"press"', '"tap"', '"possible"', '"ended"'):
            expect(word in output, output)
        expect(len(output.splitlines()) == 4, output)


@check('what gesturectl records, evemu plays, and it gives the same gestures')
def record_and_play():
    recording = f'{HERE}/touchscreen.evemu'
    status, replayed = run('gesturectl', 'replay', '--phases', 'ended', recording)
    expect(status == 0, replayed)
    with open(recording) as file:
        device = subprocess.Popen(['evemu-device', recording], stdout=subprocess.PIPE, text=True)
        node = device.stdout.readline().split()[-1]
        eventually(lambda: node in nodes_open_in(service.pid), f'the service opens {node}')
        again = subprocess.Popen(['gesturectl', 'record', node, '-o', '/tmp/again.evemu'], stderr=subprocess.PIPE, text=True)
        expect('recording' in again.stderr.readline(), 'no word that it records')
        with Subscription({'phases': ['ended']}) as client:
            subprocess.run(['evemu-play', node], stdin=file, check=True)
            client.collect()
        again.send_signal(signal.SIGINT)
        expect(again.wait(timeout=20) == 0, f'record: exit status {again.returncode}')
        device.terminate()
        device.wait()
    def gestures(events):
        return [(e['kind'], e['fingers'], e.get('count'), e.get('direction'), e['x'], e['y']) for e in events]
    expected = gestures(json.loads(line) for line in replayed.splitlines())
    expect(len(expected) == 17, f'{expected}')
    expect(gestures(client.events) == expected, f'{gestures(client.events)} and not {expected}')
    status, second = run('gesturectl', 'replay', '--phases', 'ended', '/tmp/again.evemu')
    expect(gestures(json.loads(line) for line in second.splitlines()) == expected, second)


@check('libinput says the same of swipes, scrolls, pinches and holds, but for differences that are known')
def libinput_agrees():
    wrong = second_opinion.compare(service)
    expect(not wrong, '\n'.join(wrong))


# MARK: Hardware


@check('every device described is taken for what it is, with its size and its slots')
def hardware_kinds():
    wrong = hardware.compare(hardware.kinds(service), hardware.EXPECTED_KINDS)
    expect(not wrong, '\n'.join(wrong))


@check('on each touch device, taps and swipes of one to three fingers are told, and nothing else')
def hardware_gestures():
    wrong = hardware.compare(hardware.played(service), [name for name, *_ in hardware.EXPECTED_GESTURES])
    expect(not wrong, '\n'.join(wrong))


@contextlib.contextmanager
def opened_hid(make, kind):
    """A HID device that the service has open, its node, and a client."""
    with make() as device, Subscription() as client:
        node = device.node(kind.upper())
        eventually(lambda: node in nodes_open_in(service.pid), f'the service opens {node}')
        yield device, node, client


@check('HID touchscreens and touchpads, by the kernel\'s own driver, have their kind, their size and their gestures')
def hid_gestures():
    for make, kind, slots in (
        (hid.SplitTouchscreen, 'touchscreen', 4),
        (hid.CertifiedTouchscreen, 'touchscreen', 10),
        (hid.PrecisionTouchpad, 'touchpad', 5),
    ):
        with opened_hid(make, kind) as (device, node, client):
            what = device_at(node)
            expect((what['kind'], what['slots']) == (kind, slots), f'{what}')
            expect(hardware.stated_size(what) == device.size, f'{what}')
            expect(nodes_open_in(service.pid) == [node], f'open are {nodes_open_in(service.pid)}')
            for gesture, touches in hardware.gestures():
                words = hardware.heard(client, device, touches)
                expect(words == hardware.expected(*gesture), f'{device.name}: {gesture} is told as {words}')
            client.expect_all_closed()


@check('on a precision touchpad, what it takes for no finger cancels the press, and a click is no tap')
def hid_palms_and_clicks():
    with opened_hid(hid.PrecisionTouchpad, 'touchpad') as (pad, _, client):
        INPUT_MODE_TOUCHPAD = b'\3'
        expect(pad.settings.get(hid.MODE) == INPUT_MODE_TOUCHPAD, f'the kernel set {pad.settings}')
        finger = [(0, 0)]
        pad.show(*[finger] * 3)
        client.wait_for(kind='press', phase='began')
        pad.palms = {0}
        pad.show(*[finger] * 3, [])
        client.wait_for(kind='press', phase='cancelled')
        pad.show(*[finger] * 6, [])
        pad.palms = set()
        client.expect_summary('press began', 'press cancelled')

        pad.show(*[finger] * 3)
        client.wait_for(kind='press', phase='began')
        pad.is_clicked = True
        pad.show(*[finger] * 3)
        pad.is_clicked = False
        pad.show(*[finger] * 3, [])
        client.expect_summary('press began', 'press cancelled', 'press began', 'press cancelled')

        expect(hardware.heard(client, pad, (finger, finger, 0.06)) == ['tap 1'], f'then a tap: {client.summary()}')
        client.expect_all_closed()


@check('a pen near the screen silences touch: what touches then is the hand that holds it')
def pen_silences_touch():
    with opened_hid(hid.PenTouchscreen, 'touchscreen') as (screen, node, client):
        tablet = screen.node('TABLET')
        expect(tablet != node, 'pen and touch are one node')
        finger = [(0, 0)]
        screen.show(*[finger] * 3)
        client.wait_for(kind='press', phase='began')
        screen.show_pen((20, 20))
        client.wait_for(kind='press', phase='cancelled')
        screen.show(*[finger] * 3, [])
        for pressure in 500, 0:
            screen.show_pen((20, 20), pressure)
            for fingers in 1, 2:
                words = hardware.heard(client, screen, (hardware.ROW[fingers], hardware.ROW[fingers], hardware.TAP))
                expect(not words, f'under the pen {words} is told')
        # A finger that lands under the pen is dead until lifted, also when the pen goes.
        screen.show(*[finger] * 3)
        screen.show_pen()
        screen.show(*[finger] * 3, [])
        client.expect_summary('press began', 'press cancelled')
        words = hardware.heard(client, screen, (finger, finger, hardware.TAP))
        expect(words == ['tap 1'], f'without the pen {words} is told')
        client.expect_all_closed()


@check('its user may read a lid switch, which neither starts the service nor is opened where there is no built-in touchpad')
def switch():
    switches.switch(service)


@check('under a closed lid, and folded to a tablet, a touchpad is suspended; of keys on the node of the switch nothing is read')
def suspended_by_switches():
    switches.suspended_by_switches(service)


# MARK: Haptics


@check('what is not configured to pulse is neither opened nor played')
def haptics_not_configured():
    haptics.not_configured(service)


@check('a haptic device that it may not write to is refused with a reason')
def haptics_not_permitted():
    haptics.not_permitted(service)


@check('it pulses as often as it is told, with 75 ms between them, also when the device was plugged in again')
def haptics_pulses():
    haptics.pulses(service)


@check('asked for it, it pulses once for a tap and twice for a double tap')
def haptics_taps():
    haptics.taps(service)


# MARK: Trouble


@check('a device unplugged in mid-gesture cancels each open gesture once and is closed')
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


@check('a device plugged in again works again, under the same name')
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
    """Plugs in a device and pulls it out while a finger drags on it, over and over.

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


@check('pulled out in mid-gesture ten times over, all that is open is cancelled once, and plugged in again it works')
def pulled_out():
    @contextlib.contextmanager
    def by_uinput(slots):
        with TouchDevice(options=['--slots', slots]) as screen:
            yield screen.node, lambda: screen.play('down 0 150 100; sync', 'glide 50 0 180 100')

    @contextlib.contextmanager
    def by_uhid():
        with hid.CertifiedTouchscreen() as screen:
            yield screen.node('TOUCHSCREEN'), lambda: screen.show(*([(x, 0)] for x in range(0, 10, 2)))

    pull_out(10, lambda: by_uinput('5'))
    # Of a panel without slots the kernel itself lifts the finger, a moment before the device is gone.
    pull_out(10, lambda: by_uinput('0'))
    pull_out(10, by_uhid)


@check('the same when the PCI card of a serial touchscreen is pulled out')
def pulled_out_of_the_machine():
    with machine.Monitor() as monitor:
        @contextlib.contextmanager
        def card():
            with machine.SerialPanel(monitor) as panel:
                yield panel.node, lambda: [panel.touch(x / 100, 0.5) for x in range(50, 60, 2)]

        pull_out(2, card)


@check('a finger that was down when the device was opened is dead until lifted')
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


@check('events that the kernel dropped cancel the press, and never make up a tap')
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


@check('a driver that floods harms no other device, and the service goes on answering')
def flood():
    with TouchDevice() as broken, TouchDevice(name='Other Touchscreen') as screen:
        broken.opened_by(service)
        with Subscription({'devices': [device_at(screen.opened_by(service).node)['id']]}) as client:
            broken.process.stdin.write('down 0 150 100; sync\nflood 40000 0\nup 0; sync\nsay flooded\n')
            broken.process.stdin.flush()
            for _ in range(3):
                screen.play(TAP, 'wait 600')
                client.wait_for(kind='tap', phase='ended', count=1)
                expect(call('org.gestured.Gestures.GetStatus')['parameters']['frames'] > 0, 'no answer')
            expect(broken.process.stdout.readline().strip() == 'flooded', 'the flood did not end')
            client.expect_all_closed()


@contextlib.contextmanager
def inhibited_device(node):
    """The kernel takes nothing from a device, as when a laptop is folded into a tablet."""
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
    """The machine sleeps for so long, its clock too, and is awake again; only the firmware is left out."""
    for path, value in (
        ('/sys/module/suspend/parameters/pm_test_delay', seconds), ('/sys/power/pm_test', 'core'), ('/sys/power/state', 'mem')
    ):
        with open(path, 'w') as file:
            file.write(str(value))
    yield


def interrupt(interruption):
    """Interrupts a press and a drag, with slots and without: both are cancelled, and nothing is made of the lift.

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
                    # Without slots a finger that stays is said to land afterwards, and nobody can tell it from another.
                    if slots == '0':
                        screen.play('up 0; sync')
                if slots != '0':
                    screen.play('move 0 185 100; sync', 'up 0; sync')
            client.expect_summary('press began', 'press cancelled',
                                  'press began', 'press cancelled', 'drag began', 'drag cancelled')
            screen.play(TAP)
            client.wait_for(kind='tap', phase='ended', count=1)
            client.expect_all_closed()


@check('a device that is inhibited under a finger cancels what is open, and works when it is let be')
def inhibited():
    interrupt(inhibited_device)


@check('sleep cancels what a finger has open, and what was before it does not go on after it')
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


@check('a service that was kept from running decides as if it had not been')
def late():
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        with service.frozen():
            screen.play(TAP, 'wait 100', TAP, 'wait 1500', TAP)
        client.expect_all_closed()
        ended = [event['count'] for event in client.events if event['kind'] == 'tap' and event['phase'] == 'ended']
        expect(ended == [2, 1], f'taps ended: {ended}')


@check('a device whose permission comes late is opened when it comes')
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


@check('a device that is plugged in while udev has more to tell than the kernel keeps is used all the same')
def overrun_of_udev():
    with TouchDevice() as first:
        first.opened_by(service)
        with service.frozen():
            # Many messages about a device that is no news.
            uevent = f'/sys/class/input/{os.path.basename(first.node)}/uevent'
            for _ in range(1500):
                with open(uevent, 'w') as file:
                    file.write('change')
            run('udevadm', 'settle')
            second = TouchDevice(name='Late Touchscreen')
        with second, Subscription() as client:
            second.opened_by(service)
            second.play(TAP)
            client.wait_for(kind='tap', phase='ended', count=1)
            first.play(TAP)
            client.wait_for(kind='tap', phase='ended', count=1)


# MARK: Exclusive use

GRAB = 'org.gestured.Control.Grab'


@check('it observes: other programs get the same touches')
def observes():
    with TouchDevice() as screen, OtherProgram(screen.opened_by(service).node) as other:
        screen.play(TAP)
        expect(other.sees(), 'the other program sees nothing')
        expect(not device_at(screen.node)['grabbed'], 'grabbed')


@check('a device that is grabbed on request is its own, until it lets go or dies')
def grabs():
    with TouchDevice() as screen, OtherProgram(screen.opened_by(service).node) as other, Subscription() as client:
        device = device_at(screen.node)['id']
        expect(call(GRAB, device=device, grab=True) == {'parameters': {}}, 'cannot grab')
        expect(device_at(screen.node)['grabbed'], 'not told that it is grabbed')
        screen.play(TAP)
        client.wait_for(kind='tap', phase='ended')
        expect(not other.sees(), 'the other program sees a tap on a device that is grabbed')
        call(GRAB, device=device, grab=False)
        screen.play(TAP)
        expect(other.sees(), 'the other program sees nothing of a device that was let go')
    with TouchDevice() as screen, OtherProgram(screen.opened_by(service).node) as other:
        call(GRAB, device=device_at(screen.node)['id'], grab=True)
        pid = service.pid
        os.kill(pid, signal.SIGKILL)
        eventually(lambda: service.pid != pid, 'it is gone')
        screen.play(TAP)
        expect(other.sees(), 'a crash keeps the device grabbed')
    service.start()


@check('fingers that are down are not torn apart by a grab: it waits until they are lifted')
def grabs_between_touches():
    with TouchDevice() as screen, OtherProgram(screen.opened_by(service).node) as other:
        device = device_at(screen.node)['id']
        screen.play('down 0 150 100; sync')
        other.sees()
        call(GRAB, device=device, grab=True)
        expect(not device_at(screen.node)['grabbed'], 'grabbed under a finger')
        screen.play('up 0; sync')
        eventually(lambda: device_at(screen.node)['grabbed'], 'grabbed once the finger is lifted')
        expect(other.sees(), 'the other program does not see the finger lifted')
        screen.play('down 0 150 100; sync')
        call(GRAB, device=device, grab=False)
        screen.play('up 0; sync')
        eventually(lambda: not device_at(screen.node)['grabbed'], 'let go once the finger is lifted')
        expect(not other.sees(), 'the other program sees half a touch')
        # One that does not count any more is lifted without a frame.
        screen.play('down 0 150 100; sync')
        eventually(lambda: device_at(screen.node)['contacts'] == 1, 'it is down')
        call('org.gestured.Control.Transform', device=device, rotation=180)
        call(GRAB, device=device, grab=True)
        screen.play('up 0; sync')
        eventually(lambda: device_at(screen.node)['grabbed'], 'grabbed once a finger is lifted that does not count')
        call('org.gestured.Control.Transform', device=device, rotation=0)
        call(GRAB, device=device, grab=False)


@check('a device that another program has grabbed cannot be grabbed, and that is said')
def grabbed_by_another():
    with TouchDevice() as screen, OtherProgram(screen.opened_by(service).node) as other:
        device = device_at(screen.node)['id']
        other.grab()
        reply = call(GRAB, device=device, grab=True)
        expect(reply == {'error': 'org.gestured.Control.DeviceBusy', 'parameters': {'device': device}}, f'{reply}')
        other.grab(False)
        # Nor is it grabbed later, when nobody expects it any more.
        for method in 'Lock', 'Unlock':
            call(f'org.gestured.Control.{method}', seconds=60)
        expect(not device_at(screen.node)['grabbed'], 'what was refused is done later')
        with Subscription() as client:
            screen.play(TAP)
            client.wait_for(kind='tap', phase='ended')


@contextlib.contextmanager
def configured(text):
    """Runs the service with another configuration."""
    path = '/etc/gestured/gestured.conf'
    os.rename(path, path + '.kept')
    try:
        with open(path, 'w') as file:
            file.write(text)
        service.stop()
        service.start()
        yield
    finally:
        os.rename(path + '.kept', path)
        service.stop()
        service.start()


@check('configuration says how a panel is mounted, to which display it belongs, and that it is grabbed')
def mounted():
    with configured('[device Kiosk]\nrotation = 270\noutput = HDMI-A-1\ngrab = yes\n'):
        with TouchDevice(name='Kiosk') as screen, Subscription() as client:
            device = device_at(screen.opened_by(service).node)
            expect((device['width'], device['height'], device['grabbed']) == (200, 300, True), f'{device}')
            with OtherProgram(screen.node) as other:
                # On the panel as it is built to the right; turned by 270° that is up.
                screen.play('down 0 150 100; sync', 'glide 150 0 200 100', 'up 0; sync')
                client.wait_for(kind='swipe', phase='ended', direction='up', output='HDMI-A-1')
                expect(not other.sees(), 'the other program sees the touch')


@check('a real display gives its size to a panel without one, and a touch that lands on it when it is dark is activity alone')
def display():
    def first(pattern):
        found = glob.glob(pattern)
        expect(len(found) == 1, f'{pattern}: {found}')
        return found[0]

    def read(path):
        with open(path) as file:
            return file.read().strip()

    def blank(level):
        with open('/sys/class/graphics/fb0/blank', 'w') as file:
            file.write(str(level))

    # So small that nobody believes it.
    tap = TAP.replace('150 100', '4 4')
    kiosk = '[device Kiosk]\noutput = {output}\n[input]\nswallow-wake-touch = yes\n'
    with configured(kiosk.format(output='Virtual-1')), TouchDevice(name='Kiosk', options=['--size', '9x9']) as screen:
        expect(device_at(screen.opened_by(service).node)['sizeSource'] == 'assumed', 'a size out of nowhere')
        status, output = run('modprobe', 'bochs')
        expect(status == 0, output)
        eventually(lambda: device_at(screen.node)['sizeSource'] == 'display', 'the size is that of the display')
        connector = first('/sys/class/drm/card*-Virtual-1')
        with open(f'{connector}/edid', 'rb') as file:
            edid = file.read()
        size = edid[66] | (edid[68] >> 4) << 8, edid[67] | (edid[68] & 15) << 8
        device = device_at(screen.node)
        expect((device['width'], device['height']) == size and min(size) > 10, f'{device} {size}')
        wanted = [{'kind': 'press'}, {'kind': 'tap'}, {'kind': 'activity', 'idle': 200}]
        with Subscription({'gestures': wanted}) as client:
            screen.play(tap)
            client.wait_for(kind='activity', phase='ended')
            expect(client.summary() == ['press began', 'activity began', 'press ended', 'tap ended', 'activity ended'],
                   f'{client.summary()}')
            client.events.clear()
            blank(4)
            expect(read(f'{connector}/dpms') == 'Off', read(f'{connector}/dpms'))
            screen.play(tap)
            client.wait_for(kind='activity', phase='ended')
            expect(client.summary() == ['activity began', 'activity ended'], f'{client.summary()}')
            blank(0)
            screen.play(tap)
            client.wait_for(kind='tap', phase='ended', output='Virtual-1')


@check('while touches are locked nobody gets any, other programs neither; a gesture sets them free')
def locked():
    with TouchDevice() as screen, OtherProgram(screen.opened_by(service).node) as other, Subscription() as client:
        reply = call('org.gestured.Control.Lock', gestures=[{'kind': 'longPress', 'fingers': [2]}])
        expect(reply == {'parameters': {'locked': True}}, f'{reply}')
        for _ in range(3):
            screen.play(TAP, 'down 0 150 100; sync', 'glide 150 0 200 100', 'up 0; sync')
        expect(not other.sees(), 'the other program sees touches')
        screen.play('down 0 150 100; sync; down 1 180 100; sync; wait 800; up 0; sync; up 1; sync; wait 100')
        expect(not other.sees(), 'the other program sees the touch that unlocked')
        expect(not call('org.gestured.Gestures.GetStatus')['parameters']['locked'], 'still locked')
        client.expect_summary()
        screen.play(TAP)
        client.wait_for(kind='tap', phase='ended')
        expect(other.sees(), 'the other program sees nothing after it')


PAUSE, RESUME = 'org.gestured.Control.Pause', 'org.gestured.Control.Resume'


def times_run():
    """How often the service has been given the processor."""
    status = status_of(service.pid)
    return int(status['voluntary_ctxt_switches']) + int(status['nonvoluntary_ctxt_switches'])


@check('while recognition is paused other programs get the touches, also of what is grabbed, and the service is not woken')
def paused():
    def grabbed():
        return device_at(screen.node)['grabbed']

    with TouchDevice() as screen, OtherProgram(screen.opened_by(service).node) as other, Subscription() as client:
        device = device_at(screen.node)['id']
        call(GRAB, device=device, grab=True)
        screen.play('down 0 150 100; sync')
        client.wait_for(kind='press', phase='began')
        expect(call(PAUSE) == {'parameters': {}}, 'not paused')
        client.wait_for(kind='press', phase='cancelled')
        expect(grabbed(), 'let go under a finger')
        screen.play('up 0; sync')
        eventually(lambda: not grabbed(), 'let go once the finger is lifted')
        expect(not other.sees(), 'the other program sees half a touch')
        time.sleep(1)
        before = times_run()
        # More than the kernel keeps for who does not read.
        for _ in range(10):
            screen.play(TAP, 'down 0 150 100; sync', 'glide 150 0 200 100', 'up 0; sync')
        woken = times_run() - before
        expect(woken <= 1, f'woken {woken} times')
        expect(other.sees(), 'the other program sees nothing')
        screen.play('down 0 150 100; sync')
        call(RESUME)
        expect(not grabbed(), 'grabbed under a finger')
        other.sees()
        screen.play('glide 150 0 200 100', 'up 0; sync')
        eventually(grabbed, 'grabbed again once the finger is lifted')
        expect(other.sees(), 'the other program does not see the finger lifted')
        client.expect_summary('press began', 'press cancelled')
        screen.play(TAP)
        client.wait_for(kind='tap', phase='ended')
        expect(not other.sees(), 'the other program sees a tap')
        call(GRAB, device=device, grab=False)


@check('what is unplugged and plugged in while recognition is paused is closed and used')
def plugged_while_paused():
    with TouchDevice() as screen:
        screen.opened_by(service)
        call(PAUSE)
    eventually(lambda: screen.node not in nodes_open_in(service.pid), 'it is closed')
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        screen.play(TAP)
        call(RESUME)
        screen.play('wait 500', TAP)
        client.expect_summary('press began', 'press ended', 'tap possible', 'tap ended')


@check('the service records a device that it grabs, and the recording gives the same gestures')
def records_what_is_grabbed():
    def gestures(events):
        return [(e['kind'], e['fingers'], e.get('count'), e.get('direction'), e['x'], e['y']) for e in events]

    path = '/tmp/grabbed.evemu'
    with TouchDevice() as screen, OtherProgram(screen.opened_by(service).node) as other:
        device = device_at(screen.node)['id']
        call(GRAB, device=device, grab=True)
        recorder = subprocess.Popen(
            ['gesturectl', 'record', '--service', device, '-o', path], stderr=subprocess.PIPE, text=True)
        expect('recording' in recorder.stderr.readline(), 'no word that it records')
        with Subscription({'phases': ['ended']}) as client:
            screen.play(TAP, 'wait 100', TAP, 'wait 1000')
            screen.play('down 0 150 100; down 1 180 100; sync', 'glide 150 0 200 100', 'up 0; up 1; sync')
            screen.play('down 0 150 100; sync; wait 800; up 0; sync')
            told = gestures(client.collect())
        recorder.send_signal(signal.SIGINT)
        expect(recorder.wait(timeout=20) == 0, f'record: exit status {recorder.returncode}')
        expect(not other.sees(), 'the other program sees what is grabbed')
        call(GRAB, device=device, grab=False)
    expect({('tap', 2), ('longPress', None)} <= {(kind, count) for kind, _, count, *_ in told}, f'{told}')
    status, output = run('gesturectl', 'replay', '--phases', 'ended', path)
    expect(status == 0, output)
    replayed = gestures(json.loads(line) for line in output.splitlines())
    expect(replayed == told, f'{replayed} and not {told}')


@check('events that it does not use do not wake it, but it records them')
def unused_events():
    # The pointer that follows the oldest contact, as most drivers have it.
    pointer = [f'raw 3 0 {100 + step}; raw 3 1 {200 + step}; sync; wait 8' for step in range(20)]
    path = '/tmp/pointer.evemu'
    with TouchDevice() as screen:
        screen.opened_by(service)
        device = device_at(screen.node)['id']
        screen.play(TAP)
        time.sleep(1)

        def woken():
            before = times_run()
            screen.play(*pointer)
            return times_run() - before

        # One keep-alive for the watchdog may be due.
        count = woken()
        expect(count <= 1, f'woken {count} times')
        recorder = subprocess.Popen(
            ['gesturectl', 'record', '--service', device, '-o', path], stderr=subprocess.PIPE, text=True)
        expect('recording' in recorder.stderr.readline(), 'no word that it records')
        # Where the pointer is now, though nobody was told.
        expect(woken() >= 20, 'not woken')
        recorder.send_signal(signal.SIGINT)
        expect(recorder.wait(timeout=20) == 0, f'record: exit status {recorder.returncode}')
        time.sleep(1)
        count = woken()
        expect(count <= 1, f'woken {count} times after the recording')
        with Subscription() as client:
            screen.play(TAP)
            client.wait_for(kind='tap', phase='ended')
    with open(path) as recording:
        events = [line.split() for line in recording if line.startswith('E:')]
    moves = [(int(code, 16), int(value)) for _, _, kind, code, value, *_ in events if int(kind, 16) == 3 and int(code, 16) < 2]
    expect(moves[:2] == [(0, 119), (1, 219)], f'it starts with {moves[:4]}')
    expect((0, 119) in moves[2:] and (1, 219) in moves[2:], 'the moves are missing')


@check('whom the configuration names may control it, another may not; who may not learn places learns what fingers do')
def rights():
    def gesturectl(user, groups, *arguments):
        return run_as(user, groups, 'gesturectl', *arguments)

    text = '[group users]\ncontrol = yes\n[user 4001]\npositions = none\n'
    with configured(text), TouchDevice() as screen:
        screen.opened_by(service)
        device = device_at(screen.node)['id']
        for command in 'pause', 'resume':
            status, output = gesturectl('4000', 'gestured,users', command)
            expect(status == 0, output)
            status, output = gesturectl('4000', 'gestured', command)
            expect(status == 1 and 'permission denied' in output, output)
        status, output = gesturectl('4001', 'gestured,users', 'record', '--service', device)
        expect(status == 1 and 'positions = none' in output, output)
        command = ['gesturectl', 'monitor', '--json', '--gestures', 'tap,swipe', '--count', '1', '--timeout', '20']
        seen = {}
        for user in '4000', '4001':
            client = subprocess.Popen(
                ['setpriv', f'--reuid={user}', '--regid=4000', '--groups=gestured', '--', *command],
                stdout=subprocess.PIPE, text=True)
            time.sleep(2)
            screen.play('down 0 150 100; sync', 'glide 150 0 200 100', 'up 0; sync')
            seen[user] = json.loads(client.communicate(timeout=60)[0])
        expect(seen['4000'].keys() - seen['4001'].keys() == {'x', 'y', 'points'}, f'{seen}')
        expect(seen['4001']['direction'] == 'right', f'{seen}')


# MARK: Rest


@check('at rest it has one thread and never wakes')
def rest():
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        screen.play(TAP)
        client.collect()
        expect(os.listdir(f'/proc/{service.pid}/task') == [str(service.pid)], 'more than one thread')
        # One of two such spans may hold the watchdog's keep-alive, which is due about each half minute.
        woken = []
        for _ in range(2):
            before = times_run()
            time.sleep(10)
            woken.append(times_run() - before)
        expect(min(woken) == 0 and max(woken) <= 1, f'woken {woken} times')


@check('a frame of a device allocates nothing, on a turned and grabbed panel, with modifier keys, and a display that may be dark')
def allocates_nothing():
    os.makedirs('/run/by-hand', exist_ok=True)
    path, counter, configuration = '/run/by-hand/counted.sock', '/run/by-hand/allocations', '/run/by-hand/counted.conf'
    with open(counter, 'wb') as file:
        file.write(bytes(8))
    with open(configuration, 'w') as file:
        file.write('[input]\nmodifiers = yes\nswallow-wake-touch = yes\n[device Counted]\nrotation = 90\ngrab = yes\n')
    environment = {**os.environ, 'LD_PRELOAD': f'{HERE}/count-allocations.so', 'ALLOCATIONS': counter}

    def allocations():
        with open(counter, 'rb') as file:
            return int.from_bytes(file.read(), sys.byteorder)

    def play(*devices):
        """Taps, drags of two fingers and a swipe, shift held meanwhile."""
        screen, keyboard = devices
        keyboard.play('key 42 1; sync')
        screen.play(TAP, 'wait 400', 'down 0 50 50; sync; down 1 80 50; sync', 'glide 400 0 150 90 1 180 90',
                    'up 0; sync; up 1; sync', 'down 0 50 50; sync', 'glide 150 0 150 50', 'up 0; sync; wait 600')
        keyboard.play('key 42 0; sync; wait 50')

    with TouchDevice(name='Counted') as screen, TouchDevice('keyboard') as keyboard:
        process = subprocess.Popen(['gestured', '--config', configuration, '--socket', path], env=environment)
        try:
            eventually(lambda: {screen.node, keyboard.node} <= set(nodes_open_in(process.pid)), 'it opens both')
            with Subscription(path=path) as client:
                # Once to get warm, twice to measure.
                play(screen, keyboard)
                client.collect(quiet=0.3)
                before, events = allocations(), len(client.events)
                for _ in range(2):
                    play(screen, keyboard)
                    client.collect(quiet=0.3)
                expect(allocations() - before == 0, f'{allocations() - before} allocations')
                expect(before > 0 and len(client.events) == 3 * events and events > 60, f'{events} events, {len(client.events)} in all')
                expect({'shift'} == set().union(*(event.get('modifiers', []) for event in client.events)), 'no shift key')
        finally:
            process.terminate()
            process.wait()


# MARK: Faults of the machine


@check('when it hangs, the watchdog has it started again, and who connects meanwhile is served')
def hang():
    faults.hang(service)


@check('killed because memory has run out, it is started again')
def out_of_memory():
    faults.out_of_memory(service)


@check('clients that take all descriptors are refused, while touches go on and a device that is plugged in works')
def descriptors():
    faults.descriptors(service)


@check('on full file systems it starts and works')
def disk_full():
    faults.disk_full(service)


@check('with /run full it goes on, and with room again udev tells of what was plugged in meanwhile')
def run_full():
    faults.run_full(service)


@check('on a read-only system it starts and works')
def read_only():
    faults.read_only(service)


@check('the clock on the wall may be set in the middle of a touch')
def clock():
    faults.clock(service)


@check('with the journal stopped it goes on, and starts')
def journal_gone():
    faults.journal_gone(service)


@check('a journal that hangs keeps nothing waiting')
def journal_hangs():
    faults.journal_hangs(service)


@check('with udev stopped it goes on, and with udev back it opens what was plugged in meanwhile')
def udev_gone():
    faults.udev_gone(service)


# MARK: Start, stop, restart


@check('a second instance on the same socket is refused')
def second_instance():
    service.start()
    status, output = run('timeout', '20', 'gestured', '--socket', SOCKET)
    expect(status not in (0, 124), f'status {status}: {output}')
    expect(output, 'no word about why')
    with Subscription():
        pass


@check('SIGTERM is a clean stop, and the socket goes on listening')
def stop():
    service.start()
    pid = service.pid
    service.stop()
    expect(not os.path.exists(f'/proc/{pid}'), 'still there')
    expect(service.show('Result') == 'success' and service.show('ExecMainStatus') == '0', service.log()[-500:])
    with Subscription():
        pass


@check('after a crash it is started again, and no connection attempt is lost')
def crash():
    service.start()
    pid = service.pid
    os.kill(pid, signal.SIGKILL)
    eventually(lambda: not os.path.exists(f'/proc/{pid}'), 'it is gone')
    with Subscription():
        expect(service.pid not in (0, pid), 'the same process')


@check('killed under load it is back within 2 s, and so are its clients')
def crash_under_load():
    service.start()
    with TouchDevice() as screen, contextlib.ExitStack() as clients:
        screen.opened_by(service)
        monitor = subprocess.Popen(
            ['gesturectl', 'monitor', '--reconnect', '--json', '--gestures', 'tap'], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        clients.callback(monitor.kill)
        streams = [clients.enter_context(Subscription()) for _ in range(5)]
        screen.begin(*[f'{TAP}; wait 40'] * 120)
        for stream in streams:
            stream.wait_for(kind='tap', phase='ended')
        expect(json.loads(monitor.stdout.readline())['sequence'] == 1, 'monitor sees no tap')
        expect(run('systemctl', 'kill', '-s', 'KILL', 'gestured.service')[0] == 0, 'systemctl kill')
        for stream in streams:
            eventually(lambda: ended(stream), 'every stream ends')
        start = time.monotonic()
        with Subscription() as again:
            took = time.monotonic() - start
            expect(took < 2, f'it was back after {took:.2f} s')
            print(f'# back after {took:.2f} s')
            again.wait_for(kind='tap', phase='ended')
            for line in monitor.stdout:
                if json.loads(line)['sequence'] == 1:
                    break
            again.wait_for(kind='tap', phase='ended')
        screen.finish()


def ended(stream):
    """Whether the service has closed a stream; reads what had come before."""
    try:
        while stream.receive(0) is not None:
            pass
    except (Failure, ConnectionResetError):
        return True
    return False


@check('in the journal, devices and clients are fields')
def journal_fields():
    journal.devices_and_clients_are_fields(service)


@check('a device cannot write fields of the journal by its name')
def journal_forged():
    journal.nothing_is_forged(service)


@check('of a device that breaks the rules, the journal has a few lines in the name of the service, and none in its own')
def broken_device():
    journal.a_broken_device_writes_few_lines_of_its_own(service)


@check('a journal that reads nothing keeps nobody waiting')
def journal_frozen():
    journal.a_frozen_journal_stops_nothing(service)


@contextlib.contextmanager
def wrong_configuration():
    """Puts a configuration file with a line that is none in the place of the installed one."""
    path = '/etc/gestured/gestured.conf'
    os.rename(path, path + '.kept')
    with open(path, 'w') as file:
        file.write('[gestures]\nno such line\n')
    try:
        yield
    finally:
        os.rename(path + '.kept', path)


@check('a wrong configuration stops it at start, names the line, and can be mended')
def configuration():
    service.stop()
    with wrong_configuration():
        status, _ = run('systemctl', 'start', 'gestured.service')
        expect(status != 0, 'it started')
        expect(service.show('ExecMainStatus') == '78', f'exit status {service.show("ExecMainStatus")}')
        expect('gestured.conf:2' in service.log(), service.log()[-500:])
    service.start()
    with Subscription():
        pass


@check('a reload takes up keyboards, a grab and a device that pulses, and gives them back, in the middle of a touch')
def reloaded():
    path = '/etc/gestured/gestured.conf.d/reload.conf'
    os.makedirs(os.path.dirname(path), exist_ok=True)

    def reload(text):
        with open(path, 'w') as file:
            file.write(text)
        return run('systemctl', 'reload', 'gestured.service')
    with modifiers.rule_installed(), TouchDevice('keyboard') as keyboard, TouchDevice(name='Kept') as kept, \
            TouchDevice(name='Taken') as taken, OtherProgram(taken.node) as other, Subscription() as client:
        kept.opened_by(service)
        taken.opened_by(service)
        before = len(os.listdir(f'/proc/{service.pid}/fd'))
        wanted = '[input]\nmodifiers = yes\n[device Taken]\ngrab = yes\n[haptics]\ndevice = None Such\ntaps = yes\n'
        try:
            for _ in range(3):
                kept.play('down 0 150 100; sync')
                expect(client.wait_for(kind='press', phase='began'), 'no press')
                expect(reload(wanted) == (0, ''), 'it is not taken')
                eventually(lambda: keyboard.node in nodes_open_in(service.pid), 'the keyboard is opened')
                kept.play('up 0; sync')
                expect(client.wait_for(kind='press')['phase'] == 'ended', 'the reload cost a touch')
                eventually(lambda: device_at(taken.node)['grabbed'], 'it is grabbed')
                other.sees()
                taken.play(TAP)
                expect(not other.sees(), 'the other program sees a tap on a device that is grabbed')
                status, output = reload('[input]\nmodifiers = maybe\n')
                expect(status != 0, 'a wrong configuration is taken')
                expect(f'{path}:2: [input] modifiers' in service.log(), service.log()[-500:])
                expect(device_at(taken.node)['grabbed'], 'a wrong configuration changes something')
                expect(reload('') == (0, ''), 'it is not taken')
                eventually(lambda: keyboard.node not in nodes_open_in(service.pid), 'the keyboard is closed')
                expect(not device_at(taken.node)['grabbed'], 'it is still grabbed')
                client.collect(1)
            after = len(os.listdir(f'/proc/{service.pid}/fd'))
            expect(after == before, f'{before} descriptors before, {after} after')
        finally:
            os.remove(path)
            run('systemctl', 'reload', 'gestured.service')


@check('without systemd it makes its socket, and takes the place of one left by a crash')
def by_hand():
    path = '/run/by-hand/gestured.sock'
    os.makedirs('/run/by-hand', exist_ok=True)
    for end, status in (signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 0):
        process = subprocess.Popen(['gestured', '--socket', path])

        def answers():
            try:
                with Subscription(path=path):
                    return True
            except OSError:
                return False
        eventually(answers, 'it answers')
        process.send_signal(end)
        expect(process.wait(timeout=20) == status, f'exit status {process.returncode}')
    expect(not os.path.exists(path), 'the socket is left after a clean stop')


sys.exit(check.run(sys.argv[1:], always=installed))
