"""Gestures on a touchscreen, as a client and gesturectl monitor see them."""

import subprocess
import time

from client import Subscription, device_at
from devices import TAP, TouchDevice
from harness import check, expect
from service import service


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
        expect(final['received'] - final['decided'] < 100_000, f'sent {final["received"] - final["decided"]} µs late')
        client.expect_summary('press began', 'press ended', 'tap possible', 'tap ended')
        client.expect_all_closed()


@check('a tap ends at finger up if no client requests double taps')
def only_taps():
    with TouchDevice() as screen, Subscription({'gestures': [{'kind': 'tap'}]}) as client:
        screen.opened_by(service)
        screen.play(TAP, 'wait 100', TAP)
        for run_length in 1, 2:
            ended = client.wait_for(kind='tap', phase='ended', count=1, run=run_length)
            expect(ended['decided'] == ended['time'], f'held back for {ended["decided"] - ended["time"]} µs')
        client.expect_summary('tap ended', 'tap ended')


@check('two taps make a double tap and no single tap')
def double_tap():
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        screen.play(TAP, 'wait 100', TAP)
        client.wait_for(kind='tap', phase='ended', count=2)
        client.expect_all_closed()
        ended = [event['count'] for event in client.events if event['kind'] == 'tap' and event['phase'] == 'ended']
        expect(ended == [2], f'taps ended: {ended}')


@check('a finger that stays down makes a long press and no tap')
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


# 55 inches, in mm.
LARGE = ('--size', '1210x680')


@check('two people tap and drag at once on a large screen, and the finger of one cancels no press of the other')
def two_people():
    wanted = {'gestures': [{'kind': kind} for kind in ('press', 'tap', 'drag')]}
    with TouchDevice(options=LARGE) as screen, Subscription(wanted) as client:
        screen.opened_by(service)
        expect(device_at(screen.node)['reach'] == 250, f'{device_at(screen.node)}')
        screen.play('down 0 200 300; down 1 900 300; sync; wait 50; up 0; up 1; sync', 'wait 600')
        screen.play('down 0 200 300; sync; wait 20; down 1 900 300; sync; wait 20; move 1 920 300; sync; wait 20',
                    'move 1 940 300; sync; wait 20; up 0; sync; wait 20; up 1; sync')
        client.expect_all_closed()
        expect(all(event['fingers'] == 1 for event in client.events), f'{client.events}')
        expect(client.summary() == [
            'press began', 'press began', 'press ended', 'press ended', 'tap ended', 'tap ended',
            'press began', 'press began', 'press cancelled', 'drag began', 'press ended', 'tap ended', 'drag ended'],
               f'{client.summary()}')
        lefts = [event['x'] < 0.5 for event in client.events if event['kind'] == 'tap']
        expect(lefts == [True, False, True], f'{client.events}')


@check('one person pinches while another taps on a large screen; closer together, the same fingers make no tap')
def pinch_and_tap():
    wanted = {'gestures': [{'kind': 'pinch'}, {'kind': 'tap'}]}
    with TouchDevice(options=LARGE) as screen, Subscription(wanted) as client:
        screen.opened_by(service)
        for other, expected in (900, ['pinch began', 'tap ended', 'pinch ended']), (500, ['pinch began', 'pinch ended']):
            before = len(client.summary())
            screen.play('down 0 200 300; down 1 260 300; sync; wait 20', f'down 2 {other} 300; sync; wait 20',
                        'move 1 300 300; sync; wait 20', 'up 2; sync; wait 20', 'up 0; up 1; sync', 'wait 600')
            client.collect()
            expect(client.summary()[before:] == expected, f'{client.summary()}')
        client.expect_all_closed()


@check('gesturectl monitor --json prints one event per line for an unprivileged user')
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
