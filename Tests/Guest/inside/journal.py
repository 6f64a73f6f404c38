"""What the service tells the journal."""

import contextlib
import json
import os
import signal
import socket
import time

from harness import TouchDevice, call, eventually, expect, run, run_as

UNLOCK = 'org.gestured.Control.Unlock'


def entries(*matches):
    """What the service has told in its unit's name that has these fields."""
    lines = run('journalctl', '--no-pager', '-o', 'json', '_SYSTEMD_UNIT=gestured.service', *matches)[1].splitlines()
    return [json.loads(line) for line in lines if line.startswith('{')]


def devices_and_clients_are_fields(service):
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


def nothing_is_forged(service):
    with TouchDevice(name='A\nMESSAGE=forged\nGESTURED_CLIENT_UID=77\n') as screen:
        screen.opened_by(service)
        using = f'GESTURED_DEVICE={screen.node}', 'GESTURED_DEVICE_NAME=A?MESSAGE=forged?GESTURED_CLIENT_UID=77?'
        eventually(lambda: entries(*using), 'it tells that it uses the device')
    expect(not entries('MESSAGE=forged') and not entries('GESTURED_CLIENT_UID=77'), 'a device has written a field')


@contextlib.contextmanager
def frozen_journal():
    """A journal that reads nothing, and has no room for more."""
    pid = int(run('systemctl', 'show', '--value', '-p', 'MainPID', 'systemd-journald.service')[1])
    os.kill(pid, signal.SIGSTOP)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as full, contextlib.suppress(BlockingIOError):
            full.setblocking(False)
            while full.sendto(b'MESSAGE=full\n', '/run/systemd/journal/socket'):
                pass
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def a_frozen_journal_stops_nothing(service):
    with frozen_journal():
        for _ in range(20):
            start = time.monotonic()
            expect('error' not in call(UNLOCK), 'root may not unlock')
            expect(time.monotonic() - start < 1, f'it answered after {time.monotonic() - start:.1f} s')
        with TouchDevice() as screen:
            screen.opened_by(service)
    with TouchDevice(name='Later') as screen:
        screen.opened_by(service)
    eventually(lambda: entries('GESTURED_DEVICE_NAME=Later'), 'it tells the journal again')
