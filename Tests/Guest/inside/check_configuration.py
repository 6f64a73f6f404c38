"""Invalid configurations, and reloads."""

import contextlib
import os

from client import Subscription, device_at
from devices import TAP, OtherProgram, TouchDevice
from harness import check, eventually, expect, run
from keyboards import rule_installed
from service import nodes_open_in, service


@contextlib.contextmanager
def wrong_configuration():
    """Replaces the installed configuration file by an invalid one."""
    path = '/etc/gestured/gestured.conf'
    os.rename(path, path + '.kept')
    with open(path, 'w') as file:
        file.write('[gestures]\nno such line\n')
    try:
        yield
    finally:
        os.rename(path + '.kept', path)


@check('an invalid configuration stops the service at start, is reported with its line, and can be corrected')
def configuration():
    service.stop()
    with wrong_configuration():
        status, _ = run('systemctl', 'start', 'gestured.service')
        expect(status != 0, 'it started')
        expect(service.show('ExecMainStatus') == '78', f'exit status {service.show("ExecMainStatus")}')
        expect('gestured.conf:2' in service.log(), service.log()[-500:])
    service.start()
    with Subscription():
        pass


@check('a reload opens and closes keyboards, grabs and haptic devices without interrupting a touch')
def reloaded():
    path = '/etc/gestured/gestured.conf.d/reload.conf'
    os.makedirs(os.path.dirname(path), exist_ok=True)

    def reload(text):
        with open(path, 'w') as file:
            file.write(text)
        return run('systemctl', 'reload', 'gestured.service')
    with rule_installed(), TouchDevice('keyboard') as keyboard, TouchDevice(name='Kept') as kept, \
            TouchDevice(name='Taken') as taken, OtherProgram(taken.node) as other, Subscription() as client:
        kept.opened_by(service)
        taken.opened_by(service)
        before = len(os.listdir(f'/proc/{service.pid}/fd'))
        wanted = '[input]\nmodifiers = yes\n[device Taken]\ngrab = yes\n[haptics]\ndevice = None Such\ntaps = yes\n'
        try:
            for _ in range(3):
                kept.play('down 0 150 100; sync')
                expect(client.wait_for(kind='press', phase='began'), 'no press')
                expect(reload(wanted) == (0, ''), 'the configuration is rejected')
                eventually(lambda: keyboard.node in nodes_open_in(service.pid), 'the keyboard is opened')
                kept.play('up 0; sync')
                expect(client.wait_for(kind='press')['phase'] == 'ended', 'the reload cost a touch')
                eventually(lambda: device_at(taken.node)['grabbed'], 'it is grabbed')
                other.sees()
                taken.play(TAP)
                expect(not other.sees(), 'the other program sees a tap on a device that is grabbed')
                status, output = reload('[input]\nmodifiers = maybe\n')
                expect(status != 0, 'an invalid configuration is accepted')
                expect(f'{path}:2: [input] modifiers' in service.log(), service.log()[-500:])
                expect(device_at(taken.node)['grabbed'], 'an invalid configuration changes something')
                expect(reload('') == (0, ''), 'the configuration is rejected')
                eventually(lambda: keyboard.node not in nodes_open_in(service.pid), 'the keyboard is closed')
                expect(not device_at(taken.node)['grabbed'], 'it is still grabbed')
                client.collect(1)
            after = len(os.listdir(f'/proc/{service.pid}/fd'))
            expect(after == before, f'{before} descriptors before, {after} after')
        finally:
            os.remove(path)
            run('systemctl', 'reload', 'gestured.service')
