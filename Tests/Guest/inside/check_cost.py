"""The cost of the service: no wake-up at rest, no allocation in a frame."""

import os
import subprocess
import sys
import time

from client import Subscription
from devices import TAP, TouchDevice
from harness import HERE, check, eventually, expect
from service import nodes_open_in, service, times_run


@check('at rest the service has one thread and never wakes')
def rest():
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        screen.play(TAP)
        client.collect()
        expect(os.listdir(f'/proc/{service.pid}/task') == [str(service.pid)], 'more than one thread')
        # The keep-alive for the watchdog, sent about every half minute, can fall into one of the two spans.
        woken = []
        for _ in range(2):
            before = times_run()
            time.sleep(10)
            woken.append(times_run() - before)
        expect(min(woken) == 0 and max(woken) <= 1, f'woken {woken} times')


@check('a frame allocates nothing, on a rotated and grabbed panel with modifier keys and a display that may be dark')
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
        """Plays taps, a drag of two fingers and a swipe with the shift key held."""
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
                # Once to warm up, twice to measure.
                play(screen, keyboard)
                client.collect(quiet=0.3)
                before, events = allocations(), len(client.events)
                for _ in range(2):
                    play(screen, keyboard)
                    client.collect(quiet=0.3)
                expect(allocations() - before == 0, f'{allocations() - before} allocations')
                expect(before > 0 and len(client.events) == 3 * events and events > 60,
                       f'{events} events, {len(client.events)} in all')
                expect({'shift'} == set().union(*(event.get('modifiers', []) for event in client.events)), 'no shift key')
        finally:
            process.terminate()
            process.wait()
