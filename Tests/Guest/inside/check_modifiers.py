"""Modifier keys: the service reads them from keyboards, but no other key."""

import os

from client import Subscription
from devices import TAP, TouchDevice
from harness import check, eventually, expect, run, run_as
from keyboards import RULE, rule_installed
from service import configured_lines, nodes_open_in, service
from strace import descriptor_of, events, reads, requests, since_opened, traced

SYN, KEY, MSC, LED = 0, 1, 4, 17
SHIFT, CONTROL, SCAN, CAPS_LAMP = 42, 29, 4, 1
SECRET = [34, 18, 35, 18, 23, 50]    # g e h e i m
MODIFIERS = {29, 97, 42, 54, 56, 100, 125, 126}


def type_key(keyboard, code):
    keyboard.play(f'raw {MSC} {SCAN} {code}; key {code} 1; sync', f'raw {MSC} {SCAN} {code}; key {code} 0; sync')


@check('with the udev rule for modifier keys but without the configuration, the service opens no keyboard')
def modifiers_not_asked_for():
    with rule_installed(), TouchDevice() as screen, TouchDevice('keyboard') as keyboard:
        screen.opened_by(service)
        expect(run_as('gestured', '', 'test', '-r', keyboard.node)[0] == 0, 'the rule does not give access to the keyboard')
        with Subscription() as client:
            keyboard.play(f'key {SHIFT} 1; sync')
            screen.play(TAP)
            tap = client.wait_for(kind='tap', phase='ended', count=1)
            expect('modifiers' not in tap, f'{tap}')
        expect(nodes_open_in(service.pid) == [screen.node], f'{nodes_open_in(service.pid)}')


@check('without the udev rule for modifier keys, the service reports that it cannot read a keyboard, and the fix')
def modifiers_without_rule():
    with configured_lines({'modifiers = no': 'modifiers = yes'}), TouchDevice('keyboard') as keyboard:
        report = lambda: run('gesturectl', 'devices')[1]
        eventually(lambda: keyboard.node in report(), 'the keyboard is listed')
        expect('Permission denied' in report() and RULE in report(), report())


@check('a gesture that needs modifier keys is recognized while exactly these are held')
def gesture_with_modifiers():
    gestures = [{'kind': 'tap'}, {'kind': 'tap', 'modifiers': ['shift'], 'name': 'shifted'}]
    with configured_lines({'modifiers = no': 'modifiers = yes'}), rule_installed(), TouchDevice() as screen:
        screen.opened_by(service)
        with TouchDevice('keyboard') as keyboard, Subscription({'gestures': gestures}) as client:
            keyboard.opened_by(service)

            def names_of_two_taps():
                # Of two taps, so that a second event of the first would be seen.
                screen.play(TAP, TAP)
                return [client.wait_for(kind='tap').get('name') for _ in range(2)]

            expect(names_of_two_taps() == [None, None], 'no key is held')
            keyboard.play(f'key {SHIFT} 1; sync')
            screen.play(TAP)
            expect([client.wait_for(kind='tap').get('name') for _ in range(2)] == [None, 'shifted'], 'shift is held')
            keyboard.play(f'key {CONTROL} 1; sync')
            expect(names_of_two_taps() == [None, None], 'control is held, too')


@check('events name the held modifier keys, and the service reads no other key')
def modifier_keys():
    with configured_lines({'modifiers = no': 'modifiers = yes'}), rule_installed(), TouchDevice() as screen:
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
            # A tap that waits for a second one keeps the modifiers of its lift.
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

    # Another reader has seen the keys, so they were typed.
    for code in SECRET:
        expect((KEY, code, 1) in sent and (MSC, SCAN, code) in sent, f'{code} was not typed: {sent}')
    read = reads(trace, fd)
    expect((KEY, SHIFT, 1) in read and (KEY, SHIFT, 0) in read and (LED, CAPS_LAMP, 1) in read, f'{read}')
    others = [event for event in read if not (
        event[0] == SYN or event[0] == KEY and event[1] in MODIFIERS or event[0] == LED and event[1] == CAPS_LAMP)]
    expect(not others, f'it read {others}')
    asked = requests(trace, fd)
    expect(asked == ['EVIOCSMASK'] * 3 + ['EVIOCSCLOCKID', 'EVIOCGLED'], f'{asked}')
