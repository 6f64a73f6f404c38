"""Hostile devices, programs that tamper with devices, and storms of events.

ATTACKS in the environment is how often devices come and go.
"""

import contextlib
import json
import os
import time

from client import GET_STATUS, Subscription, call, connected
from described import EV_ABS, EV_KEY, REPORT
from devices import TAP, OtherProgram, TouchDevice
from filtered import Clone, configuration, contacts_down, filtering, listed, permitted
from harness import check, eventually, expect, run, run_as
from hostile import (ABS_X, ABS_Y, INT_MAX, INT_MIN, HostileDevice, Usage, change, contact, packed, settle,
                     small_queues)
from readers import ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID, BTN_TOUCH, EventReader
from service import configured, service

# More than the 8 devices of the flight recorder.
TIMES = int(os.environ['ATTACKS'])
# In kB: what the service uses for the first device, filter or client of a kind. A leak in each of 1,000 times is larger.
MEMORY = 1024


@contextlib.contextmanager
def victim():
    """A touchscreen, and a client that gets the events of this device only. Both must work afterwards."""
    with TouchDevice(name='Victim') as screen:
        device = listed(screen.opened_by(service).node)['id']
        with Subscription({'devices': [device]}) as client:
            yield screen, client
            expect_tap(screen, client)
            client.expect_all_closed()


def expect_tap(screen, client):
    """Plays a tap. The client must get it, and nothing else."""
    # Longer than an earlier tap waits for another one.
    client.collect(quiet=0.6)
    client.events.clear()
    screen.play(TAP)
    client.wait_for(kind='tap', phase='ended', count=1)
    expect(client.summary() == ['press began', 'press ended', 'tap possible', 'tap ended'], f'{client.summary()}')


def devices():
    return call('org.gestured.Gestures.ListDevices')['parameters']['devices']


def expect_only_victim():
    """Waits until the service has closed all other devices."""
    settle()
    eventually(lambda: [device['name'] for device in devices()] == ['Victim'], 'only one device is left')


# MARK: Devices that come and go


@check('devices that come and go leave no descriptor, memory or id behind, with a subscriber, a grab, a filter and recordings')
def coming_and_going():
    with permitted(), configured(configuration(name='Filtered') + '[device Grabbed]\ngrab = yes\n[recorder]\nkeep = 1s\n'):
        with victim() as (screen, client):
            names = b'Hostile', b'Filtered', b'Grabbed'
            # Once to warm up: the recorder keeps the events of 8 devices.
            for number in range(8):
                with HostileDevice(product=number) as device:
                    device.opened()
            expect_only_victim()
            usage = Usage()
            for number in range(TIMES):
                with HostileDevice(names[number % 3], product=number % 10) as device, contextlib.ExitStack() as stack:
                    # Some are gone before udev has seen them, some in mid-touch.
                    if number % 4:
                        device.opened()
                        recording = record(stack, listed(device.node)['id'])
                        expect(b'"text"' in recording, f'{recording}')
                        device.write(contact(0, number) + REPORT)
            expect_only_victim()
            expect_tap(screen, client)
            usage.expect_the_same(growth=MEMORY, lines=TIMES * 3 + 100)


@check('a device that takes the node of another while changes of udev are lost is used')
def replaced_unseen():
    with small_queues(), victim() as (screen, client):
        first = HostileDevice(b'First').opened()
        with service.frozen():
            first.unplug()
            settle()
            change(screen.node, times=20)
            settle()
            second = HostileDevice(b'Second')
            settle()
        with second:
            expect(second.node == first.node, f'{second.node} is not {first.node}')
            second.opened()
            # The removal of the first device was queued before the changes that were lost, and is read by then.
            expect_tap(screen, client)
            expect((listed(second.node) or {}).get('name') == 'Second', f'{devices()}')


@check('names of devices reach clients and the log as text, and equal devices have different ids')
def hostile_names():
    names = (b'\x1b[2J\x07\n\r\t"\\\xff' + bytes(range(128, 190)), b'\xff' * 79, b'"}],"error":"x', b'A' * 79, b'\n', b' ', b'%s%n',
             b'\xed\xa0\x80\xf4\x90\x80\x80', '\u202eevil\u2028'.encode())
    with victim():
        usage = Usage()
        with contextlib.ExitStack() as stack:
            hostile = [stack.enter_context(HostileDevice(name)) for name in names]
            for device in hostile:
                device.opened()
            ids = [device['id'] for device in devices()]
            expect(len(ids) == len(set(ids)) == len(names) + 1, f'{ids}')
            status, output = run('gesturectl', 'devices')
            expect(status == 0 and '\x1b' not in output, ascii(output))
            _, lines = run('journalctl', '-u', 'gestured.service', '-o', 'json', '--output-fields=MESSAGE', '-n', '9')
            for line in lines.splitlines():
                message = json.loads(line)['MESSAGE']
                # The journal shows a message that is not text as a list of bytes.
                expect(isinstance(message, str) and message.isprintable(), f'{message!r}')
        usage.expect_the_same(growth=MEMORY, lines=20)


# MARK: Events


@check('a device that floods without changing a contact is read in parts, between which others are served')
def flood_without_changes():
    with victim() as (screen, client), HostileDevice(slots=100) as device:
        device.opened()
        frames = call(GET_STATUS)['parameters']['frames']
        with service.frozen():
            device.write(b''.join(packed((EV_KEY, BTN_TOUCH, number % 2)) + REPORT for number in range(1000)))
        # A part ends with a frame without changes.
        eventually(lambda: call(GET_STATUS)['parameters']['frames'] - frames >= 10, 'ten parts')
        expect(listed(device.node)['overruns'] == 0, 'the events did not fit into the queue of the kernel')
        expect(not [event for event in client.collect(quiet=0.1)], f'{client.summary()}')


@check('events outside the ranges of their axes, and ranges that make no sense, change no other device')
def senseless_axes():
    axes = ABS_X, ABS_Y, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID
    extremes = INT_MIN, -1, 0, 1, INT_MAX
    events = b''.join(
        contact(slot, value, value, -1 - value) + packed((EV_KEY, BTN_TOUCH, value & 1)) + REPORT
        for slot in (INT_MIN, -1, 0, 9, 10, 65535, INT_MAX) for value in extremes)
    with victim(), contextlib.ExitStack() as stack:
        usage = Usage()
        hostile = []
        for arguments in ((10, -10), (0, 0), (INT_MIN, INT_MAX), (INT_MIN, INT_MIN + 1), (0, 4000, 0, -5), (0, 4000, 0, INT_MAX),
                          (INT_MIN, INT_MAX, 0, 1), (0, 4000, INT_MAX, 20)):
            with service.frozen():
                hostile.append(stack.enter_context(HostileDevice()))
                for axis in axes:
                    hostile[-1].change_axis(axis, *arguments)
        settle()
        with Subscription({'gestures': [{'kind': kind} for kind in ('touch', 'tap', 'drag', 'pinch', 'rotation')]}):
            for device in hostile:
                device.write(events)
            refused = call('org.gestured.Gestures.ListDevices')['parameters']['refused']
            empty = [device for device in refused if 'empty range' in device['reason']]
            expect(len(empty) == 2, f'{refused}')
            for device in hostile:
                device.change_axis(ABS_MT_POSITION_X, INT_MAX, INT_MIN)
                change(device.node)
                device.write(events)
            settle()
        stack.close()
        usage.expect_the_same(growth=MEMORY, lines=200)


@check('changes of udev are followed for a few milliseconds at a time, between which others are served')
def storm_of_changes():
    with victim() as (screen, client), HostileDevice() as device:
        device.opened()
        usage = Usage()
        with connected() as connection:
            with service.frozen():
                change(device.node, times=60)
                settle()
                connection.sendall(json.dumps({'method': GET_STATUS}).encode() + b'\0')
                start = time.monotonic()
            expect(connection.recv(65536).endswith(b'\0'), 'no answer')
            waited = (time.monotonic() - start) * 1000
        print(f'# the answer took {waited:.1f} ms')
        # Following all 60 takes 50 ms. The guest's clock counts instructions.
        expect(waited < 20, f'the answer took {waited:.1f} ms')
        usage.expect_the_same(growth=MEMORY, lines=5)


# MARK: Clones


@check('a program that reads, grabs or writes to a clone neither stops nor changes what others get')
def tampered_clone():
    with filtering() as (screen, clone), Subscription() as client, OtherProgram(clone.node):
        usage = Usage()
        # The other program never reads.
        screen.play('down 0 100 100; sync', 'flood 500 0', 'up 0; sync')
        for code in EV_KEY, 0x11, 0x12, 0x14, 0x15:  # EV_LED, EV_SND, EV_REP, EV_FF
            for node in clone.node, screen.node:
                with open(node, 'r+b', buffering=0) as file:
                    file.write(packed((code, 1, 1)) + REPORT)
        # Selects another slot under a finger, with a contact that the service does not know of.
        screen.play('down 0 100 100; sync')
        eventually(lambda: contacts_down(clone.node), 'the finger is on the clone')
        with open(clone.node, 'r+b', buffering=0) as file:
            file.write(contact(7, 99) + REPORT)
        screen.play('up 0; sync')
        eventually(lambda: [slot for slot, *_ in contacts_down(clone.node)] == [7], 'the finger is lifted on the clone')
        with EventReader(clone.node) as reader:
            expect_tap(screen, client)
            expect((seen := contacts_began(reader)) == 1, f'{seen} contacts began on the clone')
        with open(clone.node, 'r+b', buffering=0) as file:
            file.write(contact(7, -1) + REPORT)
        with OtherProgram(clone.node) as greedy, EventReader(clone.node) as reader:
            greedy.grab()
            expect_tap(screen, client)
            expect(contacts_began(reader) == 0, 'the grab of the clone does not work')
        with EventReader(clone.node) as reader:
            expect_tap(screen, client)
            expect(contacts_began(reader) == 1, 'nothing on the clone after the grab')
        expect(contacts_down(clone.node) == [], f'{contacts_down(clone.node)}')
        usage.expect_the_same(growth=MEMORY, lines=0)


def contacts_began(reader):
    return sum(event[:2] == (EV_ABS, ABS_MT_TRACKING_ID) and event[2] >= 0 for event in reader.read())


# MARK: Recordings


def record(stack, device):
    """Starts a recording that nobody reads, and returns the first reply."""
    connection = stack.enter_context(connected())
    request = {'method': 'org.gestured.Control.Record', 'more': True, 'parameters': {'device': device}}
    connection.sendall(json.dumps(request).encode() + b'\0')
    return connection.recv(65536)


@check('eight recordings of a device can be made at a time, of which nobody reads any')
def many_recordings():
    with victim() as (screen, client), HostileDevice() as device:
        device_id = listed(device.opened().node)['id']
        with contextlib.ExitStack() as stack:
            usage = Usage()
            replies = [record(stack, device_id) for _ in range(10)]
            expect([b'"text"' in reply for reply in replies] == [True] * 8 + [False] * 2, f'{replies}')
            expect(b'"limit":"recordings","maximum":8' in replies[-1], f'{replies[-1]}')
            for number in range(100):
                device.write(b''.join(contact(0, number, x) + REPORT for x in range(100)))
            expect_tap(screen, client)
            stack.close()
            # Queues of 256 KiB.
            usage.expect_the_same(growth=8 * 256 + MEMORY, lines=20)
            expect(b'"text"' in record(stack, device_id), 'no recording after the others')


# MARK: Flight recorder


@check('the flight recorder keeps the touches of eight devices at most, and those of devices in use longest')
def recorder_of_many():
    with configured('[recorder]\nkeep = 300s\n'), victim() as (screen, client):
        usage = Usage()
        tap = contact(0, 1) + REPORT + packed((EV_ABS, ABS_MT_TRACKING_ID, -1)) + REPORT
        screen.play(TAP)
        for number in range(TIMES):
            with HostileDevice(b'Recorded', product=number) as device:
                device.opened().write(tap)
                eventually(lambda: listed(device.node)['active'], 'the touch arrives')
        # 1 MiB for each of the other seven, and as much while the oldest is replaced.
        usage.expect_the_same(growth=8 * 1024, lines=TIMES * 2 + 10)
        readable = [number for number in range(TIMES) if last_recording(f'0666:{number:04x}')]
        expect(readable == list(range(TIMES))[-7:], f'{readable}')
        expect(last_recording('Victim'), 'the device in use is not kept')


def last_recording(device):
    """Returns whether touches of a device are kept."""
    with connected() as connection:
        parameters = {'device': device}
        request = {'method': 'org.gestured.Control.RecordLast', 'more': True, 'parameters': parameters}
        connection.sendall(json.dumps(request).encode() + b'\0')
        reply = connection.recv(65536)
    expect(b'"text"' in reply or b'DeviceNotFound' in reply, f'{reply}')
    return b'"text"' in reply


# MARK: User namespaces


@check('in a user namespace, a user has the rights of the user outside, whatever the namespace calls it')
def user_namespaces():
    with configured('[others]\npositions = none\ncontrol = no\n[user 4000]\ncontrol = yes\n[user 0]\ncontrol = yes\n'):
        for namespace in ([], ['unshare', '--user'], ['unshare', '--user', '--map-root-user'],
                          ['unshare', '--user', '--map-root-user', '--pid', '--fork']):
            for user, permitted_ in ('4000', True), ('4001', False), ('65534', False):
                status, output = run_as(user, 'gestured', *namespace, 'gesturectl', 'unlock')
                expect((status == 0) == permitted_ and ('permission denied' in output) != permitted_,
                       f'{user} {namespace}: {status} {output}')
