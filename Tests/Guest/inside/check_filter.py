"""Filter mode: other programs read a clone of the device."""

import operator
import os
import time

from client import Subscription, call
from compositor import Session
from described import EV_ABS, GOODIX, DescribedDevice, descriptions
from devices import TAP, TouchDevice
from filtered import (NAME, Clone, clone_of, configuration, described, expect_same_state, filtering, is_filtered, listed,
                      permitted, properties_of, reload_with)
from fingers import ROW, TAP_SECONDS
from harness import Skipped, check, eventually, expect, run
from passing import (DOWN_UP, EDGE_TAP, SWIPE_OF_THREE, TEN_FINGERS, begins, downs_and_ups, expect_same_frames,
                     let_readers_read, sway_reads)
from readers import EventReader, LibinputTouches
from service import configured, nodes_open_in, service
from touches import moved
from wayland import TouchWindow

# Real panels that report different things about contacts: pressure, size, a tool type, nothing.
PANELS = 'GENERIC_MULTITOUCH_SCREEN', 'TOUCHSCREEN_MT_TOOL_TYPE', 'WACOM_CINTIQ_PRO16_FINGER', 'WACOM_ISDV4_E6_FINGER'
RULES = '/run/udev/rules.d/70-filtered.rules'

# MARK: The clone


@check('the clone of a filtered device has its name, ids, axes and properties, and names it in phys')
def clone_is_equal():
    panels = {
        'a panel with a tool type': lambda: TouchDevice(name=NAME),
        'a panel without one, with keys beside the glass': lambda: DescribedDevice({**GOODIX, 'name': NAME}),
        'a panel without slots': lambda: TouchDevice(name=NAME, options=['--slots', '0']),
    }
    with permitted(), configured(configuration()):
        for name, panel in panels.items():
            with panel() as screen:
                clone = Clone(screen)
                original, copy = described(screen.node), described(clone.node)
                # Cancelling needs it.
                copy = {key: value for key, value in copy.items() if key in original or key != 'axis 0x37'}
                if 'axis 0x37' not in original:
                    original.pop('capabilities/abs')
                    copy.pop('capabilities/abs')
                different = {key: (original.get(key), copy.get(key)) for key in original.keys() | copy.keys()
                             if original.get(key) != copy.get(key)}
                expect(not different, f'{name}: {different}')


@check('the clone gets the udev properties of the original: calibration, seat and output')
def clone_properties():
    wanted = {
        'LIBINPUT_CALIBRATION_MATRIX': '1 0 0 0 1 0.25', 'LIBINPUT_FUZZ_35': '8',
        'ID_SEAT': 'seat-kiosk', 'WL_OUTPUT': 'HDMI-A-1',
    }
    os.makedirs(os.path.dirname(RULES), exist_ok=True)
    # phys of a device of touch-device is empty; the clone must get its properties from the original and not from this rule.
    with open(RULES, 'w') as file:
        file.write(f'ACTION!="remove", KERNEL=="event*", ATTRS{{name}}=="{NAME}", ATTRS{{phys}}=="", ' +
                   ', '.join(f'ENV{{{name}}}="{value}"' for name, value in wanted.items()) + '\n')
    run('udevadm', 'control', '--reload')
    try:
        with filtering() as (screen, clone):
            original, copy = properties_of(screen.node), properties_of(clone.node)
            expect(wanted.items() <= original.items(), f'the original: {original}')
            for name in *wanted, *(name for name in original if name.startswith('ID_INPUT')):
                expect(copy.get(name) == original[name], f'{name}: {original[name]!r}, of the clone {copy.get(name)!r}')
    finally:
        os.remove(RULES)
        run('udevadm', 'control', '--reload')


@check('the service lists a filtered device once, as filtered, and does not read its clone')
def own_clone():
    with filtering() as (screen, clone):
        device = listed(screen.node)
        expect(device['filtered'] and not listed(clone.node), f'{call("org.gestured.Gestures.ListDevices")}')
        expect(nodes_open_in(service.pid) == [screen.node], f'{nodes_open_in(service.pid)}')
        let_readers_read()
        expect(clone_of(clone.node) is None, 'the clone is cloned')
        with Subscription({'phases': ['ended']}) as client:
            screen.play(TAP)
            client.expect_summary('press ended', 'tap ended')


# MARK: Passing on


@check('a filtered device passes on every event: taps, swipes, ten fingers')
def passes_on():
    with filtering() as (screen, clone):
        began = lambda passed: sum(event[0] == EV_ABS and begins(event) for frame in passed for event in frame)
        for name, count, touches in ('a tap', 1, [TAP]), ('the same tap', 1, [TAP]), ('three fingers', 3, SWIPE_OF_THREE), \
                ('ten fingers', 10, TEN_FINGERS), ('a palm', 1, ['down 0 20 20; palm 0; sync; wait 20; up 0; sync']), \
                ('a tap at an edge', 1, [EDGE_TAP]):
            passed = expect_same_frames(screen, clone, *touches, name=name)
            expect(began(passed) == count, f'{name}: {passed}')
        expect(expect_same_state(screen.node, clone.node) == [], 'a contact is left')


@check('the events of the clone have the time stamps of the device')
def passes_on_times():
    with filtering() as (screen, clone), EventReader(clone.node) as reader, \
            Subscription({'gestures': [{'kind': 'press'}], 'phases': ['began', 'ended']}) as client:
        screen.play('down 0 150 100; sync; wait 60; up 0; sync')
        times = [event['time'] for event in client.collect() if event['kind'] == 'press']
        passed = reader.read_times()
        expect(len(times) == 2 and len(passed) == 2, f'{times}, on the clone {passed}')
        if passed != times:
            expect(all(0 < late < 1000 for late in map(operator.sub, passed, times)), f'{times}, on the clone {passed}')
            raise Skipped(f'the kernel stamps the events of uinput anew, {passed[0] - times[0]} µs later')


@check('a finger that lands where the last one was lifted is passed on with its place, although the kernel does not repeat it')
def passes_on_places():
    there = [(0, 3000, 2000)]
    with permitted(), configured(''), TouchDevice(name=NAME) as screen:
        screen.opened_by(service)
        screen.play(TAP)
        reload_with(configuration())
        clone = Clone(screen)
        screen.play('down 0 150 100; sync')
        let_readers_read()
        expect(expect_same_state(screen.node, clone.node) == there, 'at the start')
        screen.play('up 0; sync', 'down 0 20 20; sync; up 0; sync')
        # The finger moves while it is withheld.
        call('org.gestured.Control.Lock', seconds=600)
        screen.play(TAP)
        call('org.gestured.Control.Unlock')
        screen.play('down 0 150 100; sync')
        let_readers_read()
        expect(expect_same_state(screen.node, clone.node) == there, 'after a withheld touch')
        screen.play('up 0; sync')


@check('a filtered panel without slots passes on every event')
def passes_on_without_slots():
    with filtering(options=['--slots', '0']) as (screen, clone):
        for number in range(2):
            drag = 'down 0 150 100; sync', 'glide 150 0 200 100', 'up 0; sync'
            expect_same_frames(screen, clone, TAP, *drag, name=f'touch {number}')


@check('real panels, filtered, pass on every event')
def passes_on_of_real_panels():
    known = descriptions()
    with permitted():
        for name in PANELS:
            device_id = '{vendor:04x}:{product:04x}'.format_map(known[name]['id'])
            with configured(configuration(name=device_id)), DescribedDevice(known[name]) as screen:
                clone = Clone(screen)
                for touches in (ROW[1], ROW[1], TAP_SECONDS), (ROW[2], moved(ROW[2], 'right', 20), 0.2):
                    expect_same_frames(screen, clone, *touches, name=name)


@check('libinput and a window in sway get each touch of a filtered device once')
def passes_on_to_sway():
    with filtering() as (screen, clone), Session() as session:
        sway_reads(session)
        with LibinputTouches(screen.node, clone.node) as libinput, TouchWindow(session) as window:
            for fingers, touches in (1, [TAP]), (3, SWIPE_OF_THREE):
                screen.play(*touches)
                let_readers_read()
                for name, seen in ('libinput', libinput.touches(clone.node)), ('the window', window.touches()):
                    expect(seen == downs_and_ups(fingers), f'{name}: {seen}')


@check('sway gets every touch while the filter is switched on and off under it')
def loses_no_touch():
    with permitted(), configured(''), TouchDevice(name=NAME) as screen, Session() as session:
        sway_reads(session, count=1)
        screen.opened_by(service)
        with TouchWindow(session) as window:
            for text, wanted in (configuration(), True), ('', False):
                screen.begin(*['wait 50', TAP] * 60)
                reload_with(text)
                eventually(lambda: is_filtered(screen.node) == wanted, f'filtered: {wanted}')
                expect(bool(clone_of(screen.node)) == wanted, 'the clone')
                screen.finish()
                let_readers_read()
                seen = window.touches()
                expect(seen == DOWN_UP * 60, f'{seen.count("down 0")} and {seen.count("up 0")} of 60: {seen}')
