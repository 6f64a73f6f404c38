"""Recognition that is paused."""

import time

from client import GRAB, Subscription, call, device_at
from devices import TAP, OtherProgram, TouchDevice
from harness import check, eventually, expect
from service import nodes_open_in, service, times_run

PAUSE, RESUME = 'org.gestured.Control.Pause', 'org.gestured.Control.Resume'


@check('while recognition is paused, other programs get the touches of grabbed devices, and the service is not woken')
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
        # More than the queue of the kernel holds.
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


@check('devices that are unplugged or plugged in while recognition is paused are closed or used')
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
