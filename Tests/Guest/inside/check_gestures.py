"""Gestures on a touchscreen, as a client and gesturectl monitor see them."""

import subprocess
import time

from client import Subscription
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
