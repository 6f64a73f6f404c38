"""HID touch devices, driven by the kernel's own drivers."""

import contextlib

from client import Subscription, device_at, stated_size
from fingers import ROW, TAP_SECONDS, expected, gestures, heard
from harness import check, eventually, expect
from hid import MODE, CertifiedTouchscreen, PenTouchscreen, PrecisionTouchpad, SplitTouchscreen
from service import nodes_open_in, service


@contextlib.contextmanager
def opened_hid(make, kind):
    """Yields a HID device that the service has opened, its node, and a client."""
    with make() as device, Subscription() as client:
        node = device.node(kind.upper())
        eventually(lambda: node in nodes_open_in(service.pid), f'the service opens {node}')
        yield device, node, client


@check("HID touchscreens and touchpads with the kernel's own drivers have their kind, size and gestures")
def hid_gestures():
    for make, kind, slots in (
        (SplitTouchscreen, 'touchscreen', 4),
        (CertifiedTouchscreen, 'touchscreen', 10),
        (PrecisionTouchpad, 'touchpad', 5),
    ):
        with opened_hid(make, kind) as (device, node, client):
            what = device_at(node)
            expect((what['kind'], what['slots']) == (kind, slots), f'{what}')
            expect(stated_size(what) == device.size, f'{what}')
            expect(nodes_open_in(service.pid) == [node], f'open are {nodes_open_in(service.pid)}')
            for gesture, touches in gestures():
                words = heard(client, device, touches)
                expect(words == expected(*gesture), f'{device.name}: {gesture} is reported as {words}')
            client.expect_all_closed()


@check('on a precision touchpad, a palm cancels the press, and a click is not a tap')
def hid_palms_and_clicks():
    with opened_hid(PrecisionTouchpad, 'touchpad') as (pad, _, client):
        INPUT_MODE_TOUCHPAD = b'\3'
        expect(pad.settings.get(MODE) == INPUT_MODE_TOUCHPAD, f'the kernel set {pad.settings}')
        finger = [(0, 0)]
        pad.show(*[finger] * 3)
        client.wait_for(kind='press', phase='began')
        pad.palms = {0}
        pad.show(*[finger] * 3, [])
        client.wait_for(kind='press', phase='cancelled')
        pad.show(*[finger] * 6, [])
        pad.palms = set()
        client.expect_summary('press began', 'press cancelled')

        pad.show(*[finger] * 3)
        client.wait_for(kind='press', phase='began')
        pad.is_clicked = True
        pad.show(*[finger] * 3)
        pad.is_clicked = False
        pad.show(*[finger] * 3, [])
        client.expect_summary('press began', 'press cancelled', 'press began', 'press cancelled')

        expect(heard(client, pad, (finger, finger, 0.06)) == ['tap 1'], f'then a tap: {client.summary()}')
        client.expect_all_closed()


@check('a pen near the screen suppresses touch')
def pen_silences_touch():
    with opened_hid(PenTouchscreen, 'touchscreen') as (screen, node, client):
        tablet = screen.node('TABLET')
        expect(tablet != node, 'pen and touch are one node')
        finger = [(0, 0)]
        screen.show(*[finger] * 3)
        client.wait_for(kind='press', phase='began')
        screen.show_pen((20, 20))
        client.wait_for(kind='press', phase='cancelled')
        screen.show(*[finger] * 3, [])
        for pressure in 500, 0:
            screen.show_pen((20, 20), pressure)
            for fingers in 1, 2:
                words = heard(client, screen, (ROW[fingers], ROW[fingers], TAP_SECONDS))
                expect(not words, f'under the pen {words} is reported')
        # A finger that lands while the pen is near is ignored until it is lifted, even after the pen has gone.
        screen.show(*[finger] * 3)
        screen.show_pen()
        screen.show(*[finger] * 3, [])
        client.expect_summary('press began', 'press cancelled')
        words = heard(client, screen, (finger, finger, TAP_SECONDS))
        expect(words == ['tap 1'], f'without the pen {words} is reported')
        client.expect_all_closed()
