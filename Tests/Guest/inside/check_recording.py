"""Recordings by gesturectl and by the service."""

import contextlib
import json
import subprocess
import time

from client import GRAB, Subscription, call, device_at
from devices import TAP, OtherProgram, TouchDevice
from harness import HERE, check, eventually, expect, run, run_as
from recordings import events_in, recording
from service import configured, nodes_open_in, service, times_run


def gestures_of(events):
    """The parts of events that are equal in two recordings of the same touches."""
    return [(e['kind'], e['fingers'], e.get('count'), e.get('direction'), e['x'], e['y']) for e in events]


def replayed(path):
    """The gestures that gesturectl finds in a recording."""
    status, output = run('gesturectl', 'replay', '--phases', 'ended', path)
    expect(status == 0, output)
    return gestures_of(json.loads(line) for line in output.splitlines())


@check('evemu plays a recording of gesturectl, with the same gestures')
def record_and_play():
    original, copy = f'{HERE}/touchscreen.evemu', '/tmp/again.evemu'
    with open(original) as file:
        device = subprocess.Popen(['evemu-device', original], stdout=subprocess.PIPE, text=True)
        node = device.stdout.readline().split()[-1]
        eventually(lambda: node in nodes_open_in(service.pid), f'the service opens {node}')
        with recording(copy, node), Subscription({'phases': ['ended']}) as client:
            subprocess.run(['evemu-play', node], stdin=file, check=True)
            client.collect()
        device.terminate()
        device.wait()
    expected = replayed(original)
    expect(len(expected) == 17, f'{expected}')
    expect(gestures_of(client.events) == expected, f'{gestures_of(client.events)} and not {expected}')
    second = replayed(copy)
    expect(second == expected, f'{second} and not {expected}')


@check('the service records a device that it has grabbed, with the same gestures')
def records_what_is_grabbed():
    path = '/tmp/grabbed.evemu'
    with TouchDevice() as screen, OtherProgram(screen.opened_by(service).node) as other:
        device = device_at(screen.node)['id']
        call(GRAB, device=device, grab=True)
        with recording(path, '--service', device), Subscription({'phases': ['ended']}) as client:
            screen.play(TAP, 'wait 100', TAP, 'wait 1000')
            screen.play('down 0 150 100; down 1 180 100; sync', 'glide 150 0 200 100', 'up 0; up 1; sync')
            screen.play('down 0 150 100; sync; wait 800; up 0; sync')
            live = gestures_of(client.collect())
        expect(not other.sees(), 'the other program sees events of the grabbed device')
        call(GRAB, device=device, grab=False)
    expect({('tap', 2), ('longPress', None)} <= {(kind, count) for kind, _, count, *_ in live}, f'{live}')
    again = replayed(path)
    expect(again == live, f'{again} and not {live}')


@check('events that the service does not use do not wake it, but are recorded')
def unused_events():
    # The pointer that follows the oldest contact, as most drivers report it.
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

        # One keep-alive for the watchdog can be due.
        count = woken()
        expect(count <= 1, f'woken {count} times')
        # The recording starts with the position of the pointer, although the service was not woken for it.
        with recording(path, '--service', device):
            expect(woken() >= 20, 'not woken')
        time.sleep(1)
        count = woken()
        expect(count <= 1, f'woken {count} times after the recording')
        with Subscription() as client:
            screen.play(TAP)
            client.wait_for(kind='tap', phase='ended')
    moves = [(code, value) for kind, code, value in events_in(path) if kind == 3 and code < 2]
    expect(moves[:2] == [(0, 119), (1, 219)], f'it starts with {moves[:4]}')
    expect((0, 119) in moves[2:] and (1, 219) in moves[2:], 'the moves are missing')


RECORDER = '[recorder]\nkeep = 30s\n'


@contextlib.contextmanager
def kept_with(text):
    """Configures the service with the flight recorder and a touchscreen."""
    with configured(RECORDER + text), TouchDevice() as screen:
        screen.opened_by(service)
        yield screen


def last(path, *arguments, **options):
    """Writes the last touches and returns the gestures that gesturectl finds in them."""
    status, output = run('gesturectl', 'record', '--last', '-o', path, *arguments, **options)
    expect(status == 0, output)
    return replayed(path)


# Gestures, with a swipe that is too short.
MISSED = (
    TAP, 'wait 700', 'down 0 150 100; sync', 'glide 150 0 20 100', 'up 0; sync', 'wait 700',
    'down 0 150 100; down 1 180 100; sync', 'glide 150 0 200 100', 'up 0; up 1; sync', 'wait 1000')


@check('the last touches that the service has kept give the gestures that it recognized')
def last_touches():
    path = '/tmp/last.evemu'
    with kept_with('') as screen, Subscription({'phases': ['ended']}) as client:
        screen.play(*MISSED)
        live = gestures_of(client.collect())
        expect(len(live) >= 3, f'{live}')
        again = last(path)
        expect(again == live, f'{again} and not {live}')
        again = last(path, device_at(screen.node)['id'])
        expect(again == live, f'by its id: {again} and not {live}')
        # Clients that are killed leave the touches for others.
        for _ in range(20):
            reader = subprocess.Popen(['gesturectl', 'record', '--last'], stdout=subprocess.DEVNULL)
            reader.kill()
            reader.wait()
        expect(last(path) == live, 'other touches after clients were killed')
    expect('reads the last touches of ' in service.log(), 'not logged')


@check('the last touches of a grabbed device, and of one that is unplugged, stay readable')
def last_touches_of_lost_device():
    with configured(RECORDER):
        with TouchDevice() as screen:
            screen.opened_by(service)
            device = device_at(screen.node)['id']
            call(GRAB, device=device, grab=True)
            screen.play(*MISSED)
            grabbed = last('/tmp/last.evemu', device)
            expect(len(grabbed) >= 3, f'{grabbed}')
            call(GRAB, device=device, grab=False)
            node = screen.node
        eventually(lambda: node not in nodes_open_in(service.pid), 'the service closes the device')
        gone = last('/tmp/last.evemu', device)
        expect(gone == grabbed, f'{gone} and not {grabbed}')


@check('only a client with the rights to positions and to control gets the last touches')
def last_touches_require_rights():
    def refusal(rights):
        with kept_with(f'[group gestured]\n{rights}\n') as screen:
            screen.play(TAP)
            return run_as('65534', 'gestured', 'gesturectl', 'record', '--last')

    for rights, expected in (
            ('positions = none\ncontrol = yes', "'positions = none'"), ('control = no', 'control required'),
            ('control = yes', '# EVEMU')):
        status, output = refusal(rights)
        expect((status == 0) == (rights == 'control = yes') and expected in output, f'{rights}: {status} {output}')
