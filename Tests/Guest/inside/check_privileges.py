"""Permissions: of the service, and of users that connect."""

import json
import pwd
import subprocess
import time

from client import Subscription, device_at
from described import GOODIX, MOUSE, TILL, DescribedDevice
from devices import TouchDevice
from fingers import tap_on
from harness import check, eventually, expect, run, run_as
from service import configured, nodes_open_in, service, status_of


@check('the service runs as its own user, without capabilities, on a read-only system')
def unprivileged():
    status = status_of(service.pid)
    user = pwd.getpwnam('gestured')
    expect(status['Uid'].split() == [str(user.pw_uid)] * 4, f'Uid {status["Uid"]}')
    expect(status['Groups'].split() in ([], [str(user.pw_gid)]), f'Groups {status["Groups"]}')
    for name in ('CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'):
        expect(int(status[name], 16) == 0, f'{name} {status[name]}')
    expect(status['NoNewPrivs'] == '1' and status['Seccomp'] == '2', 'no seccomp filter')


@check('the user of the service can read a touch device, but not write to it')
def reads_touch_devices():
    for kind in ('touchscreen', 'touchpad'):
        with TouchDevice(kind) as device:
            access = run('getfacl', '--absolute-names', '--omit-header', device.node)[1]
            expect('user:gestured:r--' in access.split(), access)
            expect(run_as('gestured', '', 'test', '-r', device.node)[0] == 0, 'cannot read')
            expect(run_as('gestured', '', 'test', '-w', device.node)[0] != 0, 'can write')


def opened_beside_its_device_alone(kind):
    """Plugs in a device that belongs to a touch device. The service can read it, but ignores it without the touch device."""
    service.stop()
    with TouchDevice(kind) as device:
        time.sleep(2)
        expect(service.state == 'inactive', f'the service is {service.state}')
        expect(run_as('gestured', '', 'test', '-r', device.node)[0] == 0, 'cannot read')
        expect(run_as('gestured', '', 'test', '-w', device.node)[0] != 0, 'can write')
        with TouchDevice() as screen:
            screen.opened_by(service)
            expect(nodes_open_in(service.pid) == [screen.node], f'{nodes_open_in(service.pid)}')


@check('the user of the service can read a pen, which neither starts the service nor is opened without its touchscreen')
def pen():
    opened_beside_its_device_alone('pen')


@check('the user of the service can read a lid switch, which neither starts the service nor is opened without a touchpad')
def switch():
    opened_beside_its_device_alone('switch')


@check('the user of the service cannot read a keyboard, and the service does not open it')
def reads_no_keyboard():
    with TouchDevice('keyboard') as keyboard, TouchDevice() as screen:
        screen.opened_by(service)
        status, output = run_as('gestured', '', 'head', '-c', '1', keyboard.node)
        expect(status != 0 and 'Permission denied' in output, output)
        expect(keyboard.node not in nodes_open_in(service.pid), 'the keyboard is open')


@check('a touchscreen with a few keys is no keyboard: the service reads it, and recognizes a tap')
def reads_a_panel_with_keys():
    with DescribedDevice(GOODIX) as panel, Subscription() as client:
        eventually(lambda: panel.node in nodes_open_in(service.pid), 'the panel is used')
        tap_on(panel)
        client.wait_for(kind='tap', phase='ended')


@check('the user of the service cannot read a relative mouse; an absolute one is a touchscreen if it is configured as such')
def mice():
    with DescribedDevice(MOUSE) as mouse, DescribedDevice(TILL) as till, TouchDevice() as screen:
        screen.opened_by(service)
        expect(nodes_open_in(service.pid) == [screen.node], f'{nodes_open_in(service.pid)}')
        expect(run_as('gestured', '', 'test', '-r', mouse.node)[0] != 0, 'can read the mouse')
        expect(run_as('gestured', '', 'test', '-r', till.node)[0] == 0, 'cannot read the panel')
        report = run('gesturectl', 'doctor')[1]
        expect('[device Till]' in report and 'kind = touchscreen' in report and 'Mouse' not in report, report)
        with configured('[device Till]\nkind = touchscreen\n'), Subscription() as client:
            eventually(lambda: till.node in nodes_open_in(service.pid), 'the panel is used')
            tap_on(till)
            client.wait_for(kind='tap', phase='ended')


@check('a member of the group gestured can connect, another user cannot')
def connections():
    status, output = run_as('4000', 'gestured', 'gesturectl', 'status')
    expect(status == 0, output)
    status, output = run_as('4000', '', 'gesturectl', 'status')
    expect(status not in (0, 127), f'another user was let in: {output}')


@check('configured users can control the service; without positions, a user still gets the gestures')
def rights():
    def gesturectl(user, groups, *arguments):
        return run_as(user, groups, 'gesturectl', *arguments)

    text = '[group users]\ncontrol = yes\n[user 4001]\npositions = none\n'
    with configured(text), TouchDevice() as screen:
        screen.opened_by(service)
        device = device_at(screen.node)['id']
        for command in 'pause', 'resume':
            status, output = gesturectl('4000', 'gestured,users', command)
            expect(status == 0, output)
            status, output = gesturectl('4000', 'gestured', command)
            expect(status == 1 and 'permission denied' in output, output)
        status, output = gesturectl('4001', 'gestured,users', 'record', '--service', device)
        expect(status == 1 and 'positions = none' in output, output)
        command = ['gesturectl', 'monitor', '--json', '--gestures', 'tap,swipe', '--count', '1', '--timeout', '20']
        seen = {}
        for user in '4000', '4001':
            client = subprocess.Popen(
                ['setpriv', f'--reuid={user}', '--regid=4000', '--groups=gestured', '--', *command],
                stdout=subprocess.PIPE, text=True)
            time.sleep(2)
            screen.play('down 0 150 100; sync', 'glide 150 0 200 100', 'up 0; sync')
            seen[user] = json.loads(client.communicate(timeout=60)[0])
        expect(seen['4000'].keys() - seen['4001'].keys() == {'x', 'y', 'points'}, f'{seen}')
        expect(seen['4001']['direction'] == 'right', f'{seen}')
