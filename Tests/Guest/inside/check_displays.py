"""Panels that belong to a display."""

import glob

from client import Subscription, device_at
from devices import TAP, OtherProgram, TouchDevice
from harness import check, eventually, expect, run
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
    def first(pattern):
        found = glob.glob(pattern)
        expect(len(found) == 1, f'{pattern}: {found}')
        return found[0]

    def read(path):
        with open(path) as file:
            return file.read().strip()

    def blank(level):
        with open('/sys/class/graphics/fb0/blank', 'w') as file:
            file.write(str(level))

    # The panel reports a size so small that the service ignores it.
    tap = TAP.replace('150 100', '4 4')
    kiosk = '[device Kiosk]\noutput = {output}\n[input]\nswallow-wake-touch = yes\n'
    with configured(kiosk.format(output='Virtual-1')), TouchDevice(name='Kiosk', options=['--size', '9x9']) as screen:
        expect(device_at(screen.opened_by(service).node)['sizeSource'] == 'assumed', 'the size is not assumed')
        status, output = run('modprobe', 'bochs')
        expect(status == 0, output)
        eventually(lambda: device_at(screen.node)['sizeSource'] == 'display', 'the size is that of the display')
        connector = first('/sys/class/drm/card*-Virtual-1')
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
            blank(4)
            expect(read(f'{connector}/dpms') == 'Off', read(f'{connector}/dpms'))
            screen.play(tap)
            client.wait_for(kind='activity', phase='ended')
            expect(client.summary() == ['activity began', 'activity ended'], f'{client.summary()}')
            blank(0)
            screen.play(tap)
            client.wait_for(kind='tap', phase='ended', output='Virtual-1')
