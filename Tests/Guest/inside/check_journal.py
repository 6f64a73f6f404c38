"""What the service writes to the journal."""

import contextlib
import json
import os
import socket
import time

from client import call
from devices import TouchDevice
from harness import check, eventually, expect, run, run_as, stopped
from service import main_pid, service

UNLOCK = 'org.gestured.Control.Unlock'


def entries(*matches):
    """What the service has told in its unit's name that has these fields."""
    lines = run('journalctl', '--no-pager', '-o', 'json', '_SYSTEMD_UNIT=gestured.service', *matches)[1].splitlines()
    return [json.loads(line) for line in lines if line.startswith('{')]


@check('in the journal, devices and clients are fields')
def journal_fields():
    with TouchDevice(name='Acme Screen') as screen:
        screen.opened_by(service)
    gone = f'GESTURED_DEVICE={screen.node}', f'MESSAGE={screen.node}: gone', 'GESTURED_DEVICE_NAME=Acme Screen'
    entry = eventually(lambda: entries(*gone), 'it tells that the device is gone')[-1]
    expect((entry['PRIORITY'], entry['SYSLOG_IDENTIFIER']) == ('6', 'gestured'), entry)
    expect(not any(field.startswith('GESTURED_CLIENT') for field in entry), entry)

    expect('error' not in call(UNLOCK), 'root may not unlock')
    said = f'client pid {os.getpid()} uid 0: called {UNLOCK}'
    called = f'GESTURED_CLIENT_PID={os.getpid()}', f'MESSAGE={said}'
    entry = eventually(lambda: entries(*called), 'it tells who called')[-1]
    expect((entry['PRIORITY'], entry['GESTURED_CLIENT_UID']) == ('6', '0'), entry)

    expect(run_as('4000', 'gestured', 'gesturectl', 'unlock')[0] == 1, 'a member of the group may unlock')
    entry = eventually(lambda: entries('GESTURED_CLIENT_UID=4000'), 'it tells who was refused')[-1]
    expect(entry['PRIORITY'] == '4' and 'refused' in entry['MESSAGE'], entry)

    service.stop()
    eventually(lambda: entries('MESSAGE=asked to stop'), 'its last words are in the journal in its name')
    service.start()


@check('a device cannot write fields of the journal by its name')
def journal_forged():
    with TouchDevice(name='A\nMESSAGE=forged\nGESTURED_CLIENT_UID=77\n') as screen:
        screen.opened_by(service)
        using = f'GESTURED_DEVICE={screen.node}', 'GESTURED_DEVICE_NAME=A?MESSAGE=forged?GESTURED_CLIENT_UID=77?'
        eventually(lambda: entries(*using), 'it tells that it uses the device')
    expect(not entries('MESSAGE=forged') and not entries('GESTURED_CLIENT_UID=77'), 'a device has written a field')


def reuses_its_slot(times):
    """What a broken device sends: another contact in a slot from which none was lifted. libevdev has a message for each."""
    ABS_MT_TRACKING_ID = 57
    lines = [f'raw 3 {ABS_MT_TRACKING_ID} {1000 + n}; sync' for n in range(times)]
    # Not faster than it is read: what the kernel drops gives no message.
    return ['down 0 100 50; sync', *(line + ('; wait 5' if n % 20 == 19 else '') for n, line in enumerate(lines)), 'up 0; sync']


@check('of a device that breaks the rules, the journal has a few lines in the name of the service, and none in its own')
def broken_device():
    # One that has told little yet: it tells only so much in a minute.
    service.stop()
    with TouchDevice(name='Broken\n<0>MESSAGE=forged\n<0>forged') as screen:
        screen.opened_by(service)
        screen.play(*reuses_its_slot(2000))
        about = f'GESTURED_DEVICE={screen.node}', 'PRIORITY=4'
        said = eventually(lambda: [entry['MESSAGE'] for entry in entries(*about) if 'double tracking ID' in entry['MESSAGE']],
                          'it tells what libevdev says of the device')
    expect(len(said) <= 4, said)
    expect('Broken?<0>MESSAGE=forged?<0>forged' in said[0], said)
    expect(not entries('PRIORITY=0'), entries('PRIORITY=0'))
    # Whatever libevdev would have written has no field of ours.
    expect(all('GESTURED_DEVICE' in entry for entry in entries() if 'libevdev' in entry['MESSAGE']), entries())


@contextlib.contextmanager
def frozen_journal():
    """A journal that reads nothing, and has no room for more."""
    with stopped(main_pid('systemd-journald.service')):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as full, contextlib.suppress(BlockingIOError):
            full.setblocking(False)
            while full.sendto(b'MESSAGE=full\n', '/run/systemd/journal/socket'):
                pass
        yield


@check('a journal that reads nothing keeps nobody waiting')
def journal_frozen():
    with frozen_journal():
        for _ in range(20):
            start = time.monotonic()
            expect('error' not in call(UNLOCK), 'root may not unlock')
            expect(time.monotonic() - start < 1, f'it answered after {time.monotonic() - start:.1f} s')
        with TouchDevice() as screen:
            screen.opened_by(service)
            # More than fits between the service and the journal, where 8 MB do.
            screen.play(*reuses_its_slot(12_000))
            start = time.monotonic()
            expect('error' not in call(UNLOCK), 'root may not unlock')
            expect(time.monotonic() - start < 1, f'it answered after {time.monotonic() - start:.1f} s')
    with TouchDevice(name='Later') as screen:
        screen.opened_by(service)
    eventually(lambda: entries('GESTURED_DEVICE_NAME=Later'), 'it tells the journal again')
