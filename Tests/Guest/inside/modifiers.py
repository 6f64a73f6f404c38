"""What the service reads of keyboards: modifier keys, if it is told to, and never what is typed."""

import contextlib
import os
import re
import shutil
import signal
import struct
import subprocess

from harness import Subscription, TouchDevice
from harness import configured, eventually, expect, nodes_open_in, run, run_as, status_of

TAP = 'down 0 150 100; sync; wait 60; up 0; sync'
SYN, KEY, MSC, LED = 0, 1, 4, 17
SHIFT, SCAN, CAPS_LAMP = 42, 4, 1
SECRET = [34, 18, 35, 18, 23, 50]    # g e h e i m
MODIFIERS = {29, 97, 42, 54, 56, 100, 125, 126}
EVENT = struct.Struct('@llHHi')
RULE = '82-gestured-modifiers.rules'


@contextlib.contextmanager
def rule_installed():
    """As the README says to give the service the keyboards."""
    path = f'/etc/udev/rules.d/{RULE}'
    shutil.copy(f'/usr/local/share/gestured/{RULE}', path)
    run('udevadm', 'control', '--reload')
    try:
        yield
    finally:
        os.remove(path)
        run('udevadm', 'control', '--reload')


@contextlib.contextmanager
def traced(pid, path='/tmp/trace'):
    """Writes down what a process reads and how it controls its devices."""
    trace = subprocess.Popen(['strace', '-f', '-xx', '-s', '4096', '-e', 'trace=openat,read,ioctl', '-o', path, '-p', str(pid)],
                             stderr=subprocess.DEVNULL)
    eventually(lambda: status_of(pid)['TracerPid'] != '0', 'strace follows it')
    try:
        yield path
    finally:
        trace.send_signal(signal.SIGINT)
        trace.wait(timeout=20)


def descriptor_of(pid, node):
    for fd in os.listdir(f'/proc/{pid}/fd'):
        if os.readlink(f'/proc/{pid}/fd/{fd}') == node:
            return fd


def events(data):
    """(type, code, value) of each event."""
    return [event[2:] for event in EVENT.iter_unpack(data)]


def reads(trace, fd):
    """All events that were read from a descriptor."""
    found = re.findall(rf'^\d+ +read\({fd}, "((?:\\x[0-9a-f]{{2}})+)"', trace, re.M)
    return [event for data in found for event in events(bytes.fromhex(data.replace('\\x', '')))]


def requests(trace, fd):
    """The names of the ioctls on a descriptor, in their order."""
    return [re.sub(r'\W.*', '', name) for name in re.findall(rf'^\d+ +ioctl\({fd}, ([^,]+)', trace, re.M)]


def since_opened(trace, node, fd):
    """The part of a trace in which a descriptor is that of a node: its number is another file's before and after."""
    name = ''.join(f'\\x{byte:02x}' for byte in node.encode())
    begin = trace.rindex(f'"{name}"')
    return re.split(rf'^\d+ +openat\(.*\) = {fd}$', trace[trace.index('\n', begin):], flags=re.M)[0]


def type_key(keyboard, code):
    keyboard.play(f'raw {MSC} {SCAN} {code}; key {code} 1; sync', f'raw {MSC} {SCAN} {code}; key {code} 0; sync')


def modifier_keys(service):
    with configured({'modifiers = no': 'modifiers = yes'}, service), rule_installed(), TouchDevice() as screen:
        screen.opened_by(service)
        with traced(service.pid) as path, TouchDevice('keyboard') as keyboard, Subscription() as client:
            keyboard.opened_by(service)
            fd = descriptor_of(service.pid, keyboard.node)
            witness = os.open(keyboard.node, os.O_RDONLY | os.O_NONBLOCK)
            for code in SECRET:
                type_key(keyboard, code)
            keyboard.play(f'raw {MSC} {SCAN} {SHIFT}; key {SHIFT} 1; sync')
            type_key(keyboard, SECRET[0])
            screen.play(TAP)
            # Held back for a double tap, it keeps what was held at its lift.
            keyboard.play(f'key {SHIFT} 0; sync')
            tap = client.wait_for(kind='tap', phase='ended', count=1)
            expect(tap.get('modifiers') == ['shift'], f'{tap}')
            keyboard.play(f'raw {LED} {CAPS_LAMP} 1; sync')
            screen.play(TAP)
            tap = client.wait_for(kind='tap', phase='ended', count=1)
            expect(tap.get('modifiers') == ['capsLock'], f'{tap}')
            sent = events(os.read(witness, 1 << 16))
            os.close(witness)
            keyboard.play(f'raw {LED} {CAPS_LAMP} 0; key {SHIFT} 1; sync', 'unplug')
            eventually(lambda: nodes_open_in(service.pid) == [screen.node], 'the keyboard is closed')
            screen.play(TAP)
            tap = client.wait_for(kind='tap', phase='ended', count=1)
            expect('modifiers' not in tap, f'unplugging does not release: {tap}')
        with open(path) as file:
            trace = file.read()
    trace = since_opened(trace, keyboard.node, fd)

    # Somebody else could read the secret: it was typed.
    for code in SECRET:
        expect((KEY, code, 1) in sent and (MSC, SCAN, code) in sent, f'{code} was not typed: {sent}')
    read = reads(trace, fd)
    expect((KEY, SHIFT, 1) in read and (KEY, SHIFT, 0) in read and (LED, CAPS_LAMP, 1) in read, f'{read}')
    others = [event for event in read if not (
        event[0] == SYN or event[0] == KEY and event[1] in MODIFIERS or event[0] == LED and event[1] == CAPS_LAMP)]
    expect(not others, f'it read {others}')
    asked = requests(trace, fd)
    expect(asked == ['EVIOCSMASK'] * 3 + ['EVIOCSCLOCKID', 'EVIOCGLED'], f'{asked}')


def modifiers_not_asked_for(service):
    with rule_installed(), TouchDevice() as screen, TouchDevice('keyboard') as keyboard:
        screen.opened_by(service)
        expect(run_as('gestured', '', 'test', '-r', keyboard.node)[0] == 0, 'the rule does not give the keyboard')
        with Subscription() as client:
            keyboard.play(f'key {SHIFT} 1; sync')
            screen.play(TAP)
            tap = client.wait_for(kind='tap', phase='ended', count=1)
            expect('modifiers' not in tap, f'{tap}')
        expect(nodes_open_in(service.pid) == [screen.node], f'{nodes_open_in(service.pid)}')


def modifiers_without_rule(service):
    with configured({'modifiers = no': 'modifiers = yes'}, service), TouchDevice('keyboard') as keyboard:
        report = lambda: run('gesturectl', 'devices')[1]
        eventually(lambda: keyboard.node in report(), 'the keyboard is listed')
        expect('Permission denied' in report() and RULE in report(), report())
