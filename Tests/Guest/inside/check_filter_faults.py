"""Filter mode: the end of a filter, and devices that cannot be filtered."""

import contextlib
import os
import signal
import time

from check_interruptions import inhibited_device
from client import Subscription
from described import AXES, DescribedDevice
from devices import TAP, OtherProgram, TouchDevice
from filtered import (ALLOW_FILTER, NAME, Clone, clone_of, configuration, contacts_down, expect_same_state, filtering,
                      is_filtered, permitted, reload_with)
from fingers import tap_on
from harness import check, eventually, expect, run, stopped
from passing import DOWN_UP, let_readers_read
from readers import LibinputTouches
from service import configured, nodes_open_in, service

# MARK: The end of a filter


@check('kill -9 with a finger down cancels it in libinput, the device works as before, and the clone comes back with the service')
def filter_survives_a_crash():
    with filtering() as (screen, clone), LibinputTouches(screen.node, clone.node) as libinput:
        original, copy = (os.path.basename(node) for node in (screen.node, clone.node))
        screen.play('down 0 150 100; sync')
        let_readers_read()
        expect((seen := libinput.touches(clone.node)) == ['down 0'], f'{seen}')
        pid = service.pid
        os.kill(pid, signal.SIGKILL)
        eventually(lambda: service.pid != pid, 'it is gone')
        libinput.wait_for(clone.node, 'removed')
        # Less than systemd waits before it starts the service again.
        screen.play('wait 50; move 0 160 100; sync; up 0; sync; wait 50', TAP)
        time.sleep(0.1)
        seen = libinput.events()
        expect(seen == [(copy, 'cancel 0'), (copy, 'removed'), *((original, event) for event in DOWN_UP)], f'{seen}')
        clone.wait()
        libinput.wait_for(clone.node, 'added')
        let_readers_read()
        libinput.events()
        screen.play(TAP)
        let_readers_read()
        expect((seen := libinput.touches(clone.node)) == DOWN_UP, f'after the restart: {seen}')


@check('unplugging a filtered device in mid-touch removes its clone, which comes back with the device')
def filter_unplugged():
    with filtering() as (screen, clone), LibinputTouches(screen.node, clone.node) as libinput:
        for _ in range(2):
            screen.play('down 0 150 100; sync; wait 100')
            libinput.events()
            screen.play('unplug')
            libinput.wait_for(clone.node, 'removed')
            clone.wait_for_end()
            names = [event for name, event in libinput.events() if name == os.path.basename(clone.node)]
            expect(names == ['cancel 0', 'removed'], f'{names}')
            screen.play('plug')
            clone = Clone(screen)
            libinput.wait_for(clone.node, 'added')
            let_readers_read()
            libinput.events()
            screen.play(TAP)
            let_readers_read()
            expect((seen := libinput.touches(clone.node)) == DOWN_UP, f'{seen}')


@check('a reload that ends the filter waits until the finger is lifted, and one that starts it does so, too')
def filter_reloaded():
    with permitted(), configured(''), TouchDevice(name=NAME) as screen, LibinputTouches(screen.node) as libinput:
        screen.opened_by(service)
        for _ in range(2):
            screen.play('down 0 150 100; sync')
            reload_with(configuration())
            # Longer than a compositor gets for opening the clone.
            time.sleep(3)
            expect(not is_filtered(screen.node), 'filtered under a finger')
            screen.play('up 0; sync')
            clone = Clone(screen)
            libinput.wait_for(clone.node, 'added')
            let_readers_read()
            expect((seen := libinput.touches(screen.node)) == DOWN_UP, f'{seen}')
            screen.play('down 0 150 100; sync')
            reload_with('')
            time.sleep(3)
            expect(is_filtered(screen.node), 'released under a finger')
            screen.play('move 0 160 100; sync', 'up 0; sync')
            eventually(lambda: not is_filtered(screen.node), 'released once the finger is lifted')
            clone.wait_for_end()
            let_readers_read()
            seen = libinput.events()
            expect(seen == [(os.path.basename(clone.node), event) for event in (*DOWN_UP, 'removed')], f'{seen}')
            screen.play(TAP)
            let_readers_read()
            expect((seen := libinput.touches(screen.node)) == DOWN_UP, f'{seen}')


@check('stopping the service removes the clone, and a device that is touched meanwhile works as before')
def filter_stopped():
    with filtering() as (screen, clone), LibinputTouches(screen.node, clone.node) as libinput:
        screen.play('down 0 150 100; sync')
        service.stop()
        libinput.wait_for(clone.node, 'removed')
        screen.play('up 0; sync', TAP)
        let_readers_read()
        seen = [event for name, event in libinput.events() if name == os.path.basename(screen.node)]
        expect(seen == DOWN_UP, f'{seen}')
        service.start()


# MARK: Faults


@check('inhibiting a filtered device cancels a finger on the clone, and makes no tap of one that is held back at an edge')
def filter_inhibited():
    with filtering('edges') as (screen, clone), LibinputTouches(clone.node) as libinput:
        for place, expected in ('150 100', ['down 0', 'cancel 0']), ('1 100', []):
            screen.play(f'down 0 {place}; sync; wait 50')
            with inhibited_device(screen.node):
                let_readers_read()
                expect((seen := libinput.touches(clone.node)) == expected, f'at {place}: {seen}')
            screen.play('up 0; sync', TAP)
            let_readers_read()
            expect((seen := libinput.touches(clone.node)) == DOWN_UP, f'the next tap: {seen}')


@contextlib.contextmanager
def new_lines():
    """Collects the lines that the service logs in the block."""
    before = len(service.log().splitlines())
    lines = []
    yield lines
    lines += service.log().splitlines()[before:]


@check('after dropped kernel events the clone has the contacts of the device')
def filter_dropped():
    with filtering() as (screen, clone):
        playing = [f'down 0 {100 + frame % 50} 50; down 1 {200 + frame % 50} 100; sync; up 0; up 1; sync' for frame in range(200)]
        for lifted in False, True:
            with stopped(service.pid):
                screen.play(*playing, 'down 2 150 150; sync', *(['up 2; sync'] if lifted else []))
            let_readers_read()
            down = [] if lifted else [(2, 3000, 3000)]
            expect(contacts_down(screen.node) == down, f'{contacts_down(screen.node)}')
            expect_same_state(screen.node, clone.node)
            if not lifted:
                screen.play('up 2; sync')
                let_readers_read()
                expect_same_state(screen.node, clone.node)
            screen.play('down 0 150 100; sync')
            let_readers_read()
            expect(expect_same_state(screen.node, clone.node) == [(0, 3000, 2000)], 'the next touch')
            screen.play('up 0; sync')


@check('a device that another program has grabbed is not filtered, and the log says so; it is filtered afterwards')
def filter_busy():
    with permitted(), configured(''), TouchDevice(name=NAME) as screen, OtherProgram(screen.opened_by(service).node) as other:
        other.grab()
        with new_lines() as lines:
            reload_with(configuration())
            time.sleep(5)
        lines = [line for line in lines if screen.node in line]
        print(*(f'# {line}' for line in lines), sep='\n')
        expect(len(lines) == 1 and ('busy' in lines[0] or 'another program' in lines[0]), f'{lines}')
        expect(not is_filtered(screen.node) and clone_of(screen.node) is None, 'filtered')
        other.grab(False)
        reload_with('')
        reload_with(configuration())
        Clone(screen)


@check('without the permission, the log names the command that gives it, and the device works as before')
def filter_without_permission():
    run(ALLOW_FILTER, '--remove')
    with configured(''), TouchDevice(name=NAME) as screen, OtherProgram(screen.opened_by(service).node) as other, \
            Subscription() as client:
        with new_lines() as lines:
            reload_with(configuration('wake, edges, fingers:3+'))
            time.sleep(3)
        named = [line for line in lines if ALLOW_FILTER in line]
        expect(len(named) == 1, '\n'.join(lines))
        print(f'# {named[0]}')
        expect(not is_filtered(screen.node) and clone_of(screen.node) is None, 'filtered')
        screen.play(TAP)
        client.wait_for(kind='tap', phase='ended')
        expect(other.sees(), 'the other program sees nothing')


@check('the permission can be given and taken while the device is in use')
def filter_permission_given():
    with configured(configuration()), TouchDevice(name=NAME) as screen:
        screen.opened_by(service)
        with permitted():
            run('systemctl', 'restart', 'gestured.service')
            Clone(screen)
        access = run('getfacl', '--absolute-names', '--omit-header', '/dev/uinput')[1]
        expect('gestured' not in access, access)
        run('systemctl', 'restart', 'gestured.service')
        screen.opened_by(service)
        time.sleep(3)
        expect(not is_filtered(screen.node), 'filtered')


@check('a panel with protocol A is not filtered, with one warning, and works as before')
def filter_of_protocol_a():
    axes = [axis for axis in AXES if axis['code'] not in ('ABS_MT_SLOT', 'ABS_MT_TRACKING_ID')]
    panel = {'name': NAME, 'id': {}, 'keys': ['BTN_TOUCH'], 'props': ['INPUT_PROP_DIRECT'], 'abs': axes}
    with permitted(), configured(configuration()), Subscription() as client, \
            new_lines() as lines, DescribedDevice(panel) as screen:
        eventually(lambda: screen.node in nodes_open_in(service.pid), 'the panel is used')
        time.sleep(3)
        expect(not is_filtered(screen.node) and clone_of(screen.node) is None, 'filtered')
        with OtherProgram(screen.node) as other:
            tap_on(screen)
            client.wait_for(kind='tap', phase='ended')
            expect(other.sees(), 'the other program sees nothing')
    warnings = [line for line in lines if 'protocol A' in line]
    expect(len(warnings) == 1, '\n'.join(lines))
    print(f'# {warnings[0]}')
