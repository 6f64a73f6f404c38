"""The cost of the service: no wake-up at rest, no allocation in a frame."""

import grp
import os
import signal
import socket
import subprocess
import sys
import time

from client import GET_STATUS, SOCKET, Subscription, call
from devices import TAP, TouchDevice
from harness import HERE, Skipped, check, eventually, expect
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


# What accepting a connection, looking whose it is, refusing it and closing it take, the kernel included: 34,200 in Debian 12, and room
# for another kernel.
MOST_INSTRUCTIONS = 37_600


@check('refusing a connection takes little more than the kernel needs for it')
def refusal():
    if os.uname().machine != 'x86_64':
        raise Skipped('measured for amd64')
    count = 2000
    ready, go = os.pipe(), os.pipe()
    service.start()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([grp.getgrnam('gestured').gr_gid])
            os.setresuid(1, 1, 1)
            held = [connected() for _ in range(192)]
            os.write(ready[1], b'.')
            os.read(go[0], 1)
            for _ in range(count):
                with connected() as refused:
                    while refused.recv(4096):
                        pass
            os.write(ready[1], b'.')
            del held
        finally:
            os._exit(0)
    try:
        os.close(ready[1])
        expect(os.read(ready[0], 1) == b'.', 'not all connections are accepted')
        eventually(lambda: status('clients') >= 193, 'all are connected')
        before, refused = spent(), status('refusedClients')
        os.write(go[1], b'.')
        expect(os.read(ready[0], 1) == b'.', 'the crowd failed')
        # With --icount, a nanosecond is an instruction.
        each = (spent() - before) // count
        expect(status('refusedClients') - refused == count, 'not all are refused')
        print(f'# {each} instructions for each refused connection')
        expect(each <= MOST_INSTRUCTIONS, f'{each} instructions')
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def connected():
    client = socket.socket(socket.AF_UNIX)
    client.connect(SOCKET)
    return client


def status(member):
    return call(GET_STATUS)['parameters'][member]


def spent():
    """The time that the service has run, in ns."""
    with open(f'/proc/{service.pid}/schedstat') as file:
        return int(file.read().split()[0])
