"""Exclusive use of a device: grab and lock."""

import os
import signal

from client import GET_STATUS, GRAB, Subscription, call, device_at
from devices import TAP, OtherProgram, TouchDevice
from harness import check, eventually, expect
from service import service


@check('the service only observes: other programs get the same touches')
def observes():
    with TouchDevice() as screen, OtherProgram(screen.opened_by(service).node) as other:
        screen.play(TAP)
        expect(other.sees(), 'the other program sees nothing')
        expect(not device_at(screen.node)['grabbed'], 'grabbed')


@check('a device grabbed on request belongs to the service until it is released or the service dies')
def grabs():
    with TouchDevice() as screen, OtherProgram(screen.opened_by(service).node) as other, Subscription() as client:
        device = device_at(screen.node)['id']
        expect(call(GRAB, device=device, grab=True) == {'parameters': {}}, 'cannot grab')
        expect(device_at(screen.node)['grabbed'], 'the service does not report the grab')
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


@check('a grab waits until all fingers are lifted')
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
        # A finger that is ignored after the rotation is lifted without a frame.
        screen.play('down 0 150 100; sync')
        eventually(lambda: device_at(screen.node)['contacts'] == 1, 'it is down')
        call('org.gestured.Control.Transform', device=device, rotation=180)
        call(GRAB, device=device, grab=True)
        screen.play('up 0; sync')
        eventually(lambda: device_at(screen.node)['grabbed'], 'grabbed once a finger is lifted that does not count')
        call('org.gestured.Control.Transform', device=device, rotation=0)
        call(GRAB, device=device, grab=False)


@check('grabbing a device that another program has grabbed fails with DeviceBusy')
def grabbed_by_another():
    with TouchDevice() as screen, OtherProgram(screen.opened_by(service).node) as other:
        device = device_at(screen.node)['id']
        other.grab()
        reply = call(GRAB, device=device, grab=True)
        expect(reply == {'error': 'org.gestured.Control.DeviceBusy', 'parameters': {'device': device}}, f'{reply}')
        other.grab(False)
        # The refused grab does not happen later either.
        call('org.gestured.Control.Lock', seconds=60)
        call('org.gestured.Control.Unlock')
        expect(not device_at(screen.node)['grabbed'], 'the refused grab happens later')
        with Subscription() as client:
            screen.play(TAP)
            client.wait_for(kind='tap', phase='ended')


@check('while touches are locked, neither clients nor other programs get any; the configured gesture unlocks them')
def locked():
    with TouchDevice() as screen, OtherProgram(screen.opened_by(service).node) as other, Subscription() as client:
        reply = call('org.gestured.Control.Lock', gestures=[{'kind': 'longPress', 'fingers': [2]}])
        expect(reply == {'parameters': {'locked': True}}, f'{reply}')
        for _ in range(3):
            screen.play(TAP, 'down 0 150 100; sync', 'glide 150 0 200 100', 'up 0; sync')
        expect(not other.sees(), 'the other program sees touches')
        screen.play('down 0 150 100; sync; down 1 180 100; sync; wait 800; up 0; sync; up 1; sync; wait 100')
        expect(not other.sees(), 'the other program sees the touch that unlocked')
        expect(not call(GET_STATUS)['parameters']['locked'], 'still locked')
        client.expect_summary()
        screen.play(TAP)
        client.wait_for(kind='tap', phase='ended')
        expect(other.sees(), 'the other program sees nothing after it')
