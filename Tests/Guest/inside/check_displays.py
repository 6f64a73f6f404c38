"""Panels that belong to a display."""

from client import Subscription, call, device_at
from compositor import Session
from devices import TAP, OtherProgram, TouchDevice
from displays import connected, dark
from harness import check, eventually, expect
from service import configured, service
from wayland import TouchWindow


@check('the configuration sets the rotation, the display and the grab of a panel')
def mounted():
    with configured('[device Kiosk]\nrotation = 270\noutput = HDMI-A-1\ngrab = yes\n'):
        with TouchDevice(name='Kiosk') as screen, Subscription() as client:
            device = device_at(screen.opened_by(service).node)
            expect((device['width'], device['height'], device['grabbed']) == (200, 300, True), f'{device}')
            with OtherProgram(screen.node) as other:
                # A swipe to the right in the coordinates of the panel. Rotated by 270° that is up.
                screen.play('down 0 150 100; sync', 'glide 150 0 200 100', 'up 0; sync')
                client.wait_for(kind='swipe', phase='ended', direction='up', output='HDMI-A-1')
                expect(not other.sees(), 'the other program sees the touch')


@check('a real display gives its size to a panel without one, and a touch on a dark display is reported as activity only')
def display():
    # The panel reports a size so small that the service ignores it.
    tap = TAP.replace('150 100', '4 4')
    kiosk = '[device Kiosk]\noutput = {output}\n[input]\nswallow-wake-touch = yes\n'
    with configured(kiosk.format(output='Virtual-1')), TouchDevice(name='Kiosk', options=['--size', '9x9']) as screen:
        expect(device_at(screen.opened_by(service).node)['sizeSource'] == 'assumed', 'the size is not assumed')
        connector = connected()
        eventually(lambda: device_at(screen.node)['sizeSource'] == 'display', 'the size is that of the display')
        with open(f'{connector}/edid', 'rb') as file:
            edid = file.read()
        size = edid[66] | (edid[68] >> 4) << 8, edid[67] | (edid[68] & 15) << 8
        device = device_at(screen.node)
        expect((device['width'], device['height']) == size and min(size) > 10, f'{device} {size}')
        wanted = [{'kind': 'press'}, {'kind': 'tap'}, {'kind': 'activity', 'idle': 200}]
        with Subscription({'gestures': wanted}) as client:
            screen.play(tap)
            client.wait_for(kind='activity', phase='ended')
            expect(client.summary() == ['press began', 'activity began', 'press ended', 'tap ended', 'activity ended'],
                   f'{client.summary()}')
            client.events.clear()
            with dark(connector):
                screen.play(tap)
                client.wait_for(kind='activity', phase='ended')
                expect(client.summary() == ['activity began', 'activity ended'], f'{client.summary()}')
            screen.play(tap)
            client.wait_for(kind='tap', phase='ended', output='Virtual-1')


@check('a panel that follows an output of sway lands where the window sees the touch, however the output is turned')
def turns_like_sway():
    # How far the panel is turned clockwise, by the output's transform, as Examples/rotate has it.
    rotations = {'normal': 0, '90': 270, '180': 180, '270': 90}
    with TouchDevice(name='Turned') as screen, Session() as session:
        device = screen.opened_by(service)
        session.reads(screen)
        session.message('input type:touch map_to_output HEADLESS-1')
        for transform, rotation in rotations.items():
            session.message(f'output HEADLESS-1 transform {transform}')
            call('org.gestured.Control.Transform', device=device_at(screen.node)['id'], rotation=rotation)
            with TouchWindow(session) as window, Subscription({'gestures': [{'kind': 'press'}]}) as client:
                screen.play('down 0 34 20; sync; wait 60; up 0; sync')
                event = client.wait_for(phase='began')
                eventually(lambda: window.receive() or window.landed, 'the window sees the touch')
                x, y = window.landed
                expect(abs(event['x'] - x) < 0.01 and abs(event['y'] - y) < 0.01,
                       f'transform {transform}: the service has {event["x"]}, {event["y"]}, the window {x}, {y}')
