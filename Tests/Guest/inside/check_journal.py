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
    """The journal entries of the service's unit that match these fields."""
    lines = run('journalctl', '--no-pager', '-o', 'json', '_SYSTEMD_UNIT=gestured.service', *matches)[1].splitlines()
    return [json.loads(line) for line in lines if line.startswith('{')]


@check('journal entries have fields for devices and clients')
def journal_fields():
    # A new process, because messages are limited per minute.
    service.stop()
    with TouchDevice(name='Acme Screen') as screen:
        screen.opened_by(service)
    gone = f'GESTURED_DEVICE={screen.node}', f'MESSAGE={screen.node}: gone', 'GESTURED_DEVICE_NAME=Acme Screen'
    entry = eventually(lambda: entries(*gone), 'the journal says that the device is gone')[-1]
    expect((entry['PRIORITY'], entry['SYSLOG_IDENTIFIER']) == ('6', 'gestured'), entry)
    expect(not any(field.startswith('GESTURED_CLIENT') for field in entry), entry)

    expect('error' not in call(UNLOCK), 'root cannot unlock')
    message = f'client pid {os.getpid()} uid 0: called {UNLOCK}'
    called = f'GESTURED_CLIENT_PID={os.getpid()}', f'MESSAGE={message}'
    entry = eventually(lambda: entries(*called), 'the journal names the caller')[-1]
    expect((entry['PRIORITY'], entry['GESTURED_CLIENT_UID']) == ('6', '0'), entry)

    expect(run_as('4000', 'gestured', 'gesturectl', 'unlock')[0] == 1, 'a member of the group can unlock')
    entry = eventually(lambda: entries('GESTURED_CLIENT_UID=4000'), 'the journal names the refused client')[-1]
    expect(entry['PRIORITY'] == '4' and 'permission denied' in entry['MESSAGE'], entry)

    service.stop()
    eventually(lambda: entries('MESSAGE=stopping'), 'the journal has its last message')
    service.start()


@check('a device name cannot add journal fields')
def journal_forged():
    with TouchDevice(name='A\nMESSAGE=forged\nGESTURED_CLIENT_UID=77\n') as screen:
        screen.opened_by(service)
        using = f'GESTURED_DEVICE={screen.node}', 'GESTURED_DEVICE_NAME=A?MESSAGE=forged?GESTURED_CLIENT_UID=77?'
        eventually(lambda: entries(*using), 'the journal says that the device is used')
    expect(not entries('MESSAGE=forged') and not entries('GESTURED_CLIENT_UID=77'), 'a device has written a field')


def reuses_its_slot(times):
    """The events of a broken device: new contacts in an occupied slot. libevdev writes a message for each."""
    ABS_MT_TRACKING_ID = 57
    lines = [f'raw 3 {ABS_MT_TRACKING_ID} {1000 + n}; sync' for n in range(times)]
    # Not faster than the service reads, because dropped events cause no message.
    return ['down 0 100 50; sync', *(line + ('; wait 5' if n % 20 == 19 else '') for n, line in enumerate(lines)), 'up 0; sync']


@check('a device that breaks the protocol writes few journal lines, none of them without the fields of the service')
def broken_device():
    # A new process, because messages are limited per minute.
    service.stop()
    with TouchDevice(name='Broken\n<0>MESSAGE=forged\n<0>forged') as screen:
        screen.opened_by(service)
        screen.play(*reuses_its_slot(2000))
        about = f'GESTURED_DEVICE={screen.node}', 'PRIORITY=4'
        messages = eventually(lambda: [entry['MESSAGE'] for entry in entries(*about) if 'double tracking ID' in entry['MESSAGE']],
                              'the journal has the message of libevdev')
    expect(len(messages) <= 4, messages)
    expect('Broken?<0>MESSAGE=forged?<0>forged' in messages[0], messages)
    expect(not entries('PRIORITY=0'), entries('PRIORITY=0'))
    # Messages that libevdev writes itself would lack the fields.
    expect(all('GESTURED_DEVICE' in entry for entry in entries() if 'libevdev' in entry['MESSAGE']), entries())


@contextlib.contextmanager
def frozen_journal():
    """Stops the journal and fills its socket."""
    with stopped(main_pid('systemd-journald.service')):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as full, contextlib.suppress(BlockingIOError):
            full.setblocking(False)
            while full.sendto(b'MESSAGE=full\n', '/run/systemd/journal/socket'):
                pass
        yield


@check('a journal that does not read blocks nothing')
def journal_frozen():
    with frozen_journal():
        for _ in range(20):
            start = time.monotonic()
            expect('error' not in call(UNLOCK), 'root cannot unlock')
            expect(time.monotonic() - start < 1, f'it answered after {time.monotonic() - start:.1f} s')
        with TouchDevice() as screen:
            screen.opened_by(service)
            # More than the 8 MB that fit between the service and the journal.
            screen.play(*reuses_its_slot(12_000))
            start = time.monotonic()
            expect('error' not in call(UNLOCK), 'root cannot unlock')
            expect(time.monotonic() - start < 1, f'it answered after {time.monotonic() - start:.1f} s')
    with TouchDevice(name='Later') as screen:
        screen.opened_by(service)
    eventually(lambda: entries('GESTURED_DEVICE_NAME=Later'), 'the journal gets entries again')
