"""Panels that belong to a display."""

from client import Subscription, device_at
from devices import TAP, OtherProgram, TouchDevice
from displays import connected, dark
from harness import check, eventually, expect
from service import configured, service


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
