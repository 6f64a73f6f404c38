#!/usr/bin/python3
"""Installs, upgrades, removes and purges the Debian package on a running system with udev and systemd.

With the argument "gestures", the checks of gestures run on the installed package too.
"""

import contextlib
import glob
import importlib
import json
import os
import resource
import socket
import sys
import threading
import time

from client import SOCKET, Subscription, call
from devices import TouchDevice
from harness import HERE, check, eventually, expect, run
from members import expect_only_members_get_taps
from service import service

PACKAGE, UPGRADE = f'{HERE}/package.deb', f'{HERE}/upgrade.deb'
REGISTRY = '/run/varlink/registry'
# Folders that change while the system runs, and the database of dpkg.
VOLATILE = ('/dev', '/proc', '/sys', '/run', '/tmp', '/root', '/var/log', '/var/tmp', '/var/cache', '/var/lib/dpkg')

before = set()


def files():
    """All files and folders outside VOLATILE."""
    found = set()
    for folder, names, others in os.walk('/'):
        names[:] = [name for name in names if os.path.join(folder, name) not in VOLATILE]
        found.update(os.path.join(folder, name) for name in names + others)
    return found


def dpkg(*arguments):
    status, output = run('dpkg', '--force-confdef', *arguments)
    expect(status == 0, output)
    for word in ('warning', 'error', 'Failed', 'failed'):
        expect(word not in output, output)
    return output


def access(node):
    return run('getfacl', '--absolute-names', '--omit-header', node)[1].split()


@check('the package installs on a system without the service, and its socket listens')
def installed():
    before.update(files())
    expect(not os.path.exists('/usr/bin/gestured'), 'it is there already')
    dpkg('--install', PACKAGE)
    expect(run('systemctl', 'is-enabled', 'gestured.socket')[1] == 'enabled', 'the socket is not enabled')
    expect(run('systemctl', 'is-active', 'gestured.socket')[1] == 'active', 'the socket does not listen')
    expect(service.state == 'inactive', f'the service is {service.state}')
    status, output = run('systemd-analyze', '--man=no', 'verify', 'gestured.service', 'gestured.socket')
    expect(status == 0 and not output, output)


@check('Varlink tools find the socket by the names of its interfaces')
def registered():
    for interface in 'org.gestured.Gestures', 'org.gestured.Control':
        link = f'{REGISTRY}/{interface}'
        expect(os.path.realpath(link) == SOCKET, f'{link} is {os.path.realpath(link)}')


@check('plugging in a touchscreen starts the service')
def started():
    with TouchDevice() as screen:
        service.expect_started_by(screen)


@check('a member of the group gestured gets gestures, another user does not')
def members():
    with TouchDevice() as screen:
        screen.opened_by(service)
        expect_only_members_get_taps(screen)


# Checks run in the order in which they are defined.
if sys.argv[1:] == ['gestures']:
    importlib.import_module('check_gestures')


@check('systemctl reload makes the service read its configuration, and fails if the configuration is invalid')
def reloaded():
    path = '/etc/gestured/gestured.conf.d/test.conf'
    service.start()
    pid = service.pid
    with Subscription() as client:
        with open(path, 'w') as file:
            file.write('[gestures]\nwink = 1\n')
        status, output = run('systemctl', 'reload', 'gestured.service')
        expect(status != 0, 'an invalid configuration is accepted')
        eventually(lambda: f'{path}:2: [gestures] wink' in service.log(), 'it says what is wrong')
        os.remove(path)
        status, output = run('systemctl', 'reload', 'gestured.service')
        expect(status == 0, output)
        client.collect(quiet=1)
    expect(service.pid == pid, 'it was restarted')


@check('check-config and doctor report a file that root can read and the service cannot')
def unreadable():
    path = '/etc/gestured/gestured.conf.d/test.conf'
    with open(path, 'w') as file:
        file.write('[gestures]\nslop = 10\n')
    for mode, reports in (0o600, True), (0o644, False):
        os.chmod(path, mode)
        for command in 'check-config', 'doctor':
            output = run('gesturectl', command)[1]
            expect((f'{path}: not readable for ' in output) == reports, f'{mode:o}: {output}')
        expect((run('gesturectl', 'check-config')[0] != 0) == reports, f'{mode:o}: check-config has another status')
    os.remove(path)


@check('the service accepts the configured number of clients, also above the usual limit of 1024 files')
def many_clients():
    count = 1200
    resource.setrlimit(resource.RLIMIT_NOFILE, (2 * count, 2 * count))
    path = '/etc/gestured/gestured.conf.d/test.conf'
    with open(path, 'w') as file:
        file.write(f'[limits]\nconnections = {count + 1}\n')
    service.stop()
    service.start()
    with contextlib.ExitStack() as clients:
        for _ in range(count):
            clients.enter_context(socket.socket(socket.AF_UNIX)).connect(SOCKET)
        status = call('org.gestured.Gestures.GetStatus')
        expect(status['parameters'].get('clients') == count + 1, f'{status}')
    os.remove(path)
    service.stop()


@check('an upgrade refuses no connection, keeps the configuration and starts the new service')
def upgraded():
    path = '/etc/gestured/gestured.conf'
    with open(path, 'a') as file:
        file.write('# by the administrator\n')
    service.start()
    old, listener = service.pid, os.stat(SOCKET).st_ino
    done = threading.Event()
    failures, answers = [], []

    def connect():
        """Connects repeatedly, as a client that reconnects does."""
        call = json.dumps({'method': 'org.gestured.Gestures.GetStatus'}).encode() + b'\0'
        while not done.is_set():
            try:
                with socket.socket(socket.AF_UNIX) as connection:
                    connection.settimeout(60)
                    connection.connect(SOCKET)
                    connection.sendall(call)
                    if connection.recv(1):
                        answers.append(time.monotonic())
            except (ConnectionResetError, BrokenPipeError):
                pass    # the service ended during the connection
            except OSError as error:
                failures.append(error)
            time.sleep(0.05)

    client = threading.Thread(target=connect)
    client.start()
    dpkg('--install', UPGRADE)
    ended = time.monotonic()
    eventually(lambda: answers and answers[-1] > ended, 'it answers after the upgrade', timeout=20)
    done.set()
    client.join()
    expect(not failures, f'refused: {failures}')
    expect(os.stat(SOCKET).st_ino == listener, 'it is another socket')
    expect(service.pid not in (0, old), 'the old service still runs')
    expect(open(path).read().endswith('# by the administrator\n'), 'the configuration was replaced')
    expect(run('dpkg-query', '-Wf${Version}', 'gestured')[1] == '99', 'it is not the new package')


@check('an upgrade does not start a service that is not needed')
def upgraded_at_rest():
    service.stop()
    listener = os.stat(SOCKET).st_ino
    dpkg('--install', UPGRADE)
    expect(service.state == 'inactive', f'the service is {service.state}')
    expect(os.stat(SOCKET).st_ino == listener, 'it is another socket')


@check('removing the package leaves only its configuration, and nobody can read the devices')
def removed():
    with TouchDevice() as screen:
        screen.opened_by(service)
        expect('user:gestured:r--' in access(screen.node), 'the service cannot read the device')
        dpkg('--remove', 'gestured')
        expect('user:gestured:r--' not in access(screen.node), 'the user of the service can still read the device')
    for name in 'gestured.socket', 'gestured.service':
        state = run('systemctl', 'show', '--value', '-p', 'LoadState', name)[1]
        expect(state == 'not-found', f'{name}: {state}')
    expect(not glob.glob('/run/gestured/*') and not glob.glob(f'{REGISTRY}/org.gestured.*'), 'the socket is left')
    with TouchDevice():
        time.sleep(2)
        expect(not run('pgrep', '-x', 'gestured')[1], 'it runs')
    left = {path for path in files() - before if path.startswith('/etc/gestured')}
    expect(left == {'/etc/gestured', '/etc/gestured/gestured.conf'}, f'{left}')


@check('installing again keeps the configuration, and the service starts for a device that is present')
def installed_again():
    with TouchDevice() as screen:
        dpkg('--install', PACKAGE)
        service.expect_started_by(screen)
    expect(open('/etc/gestured/gestured.conf').read().endswith('# by the administrator\n'), 'the configuration was replaced')


@check('purging leaves only the user')
def purged():
    dpkg('--purge', 'gestured')
    left = files() - before
    # Backups that adding a user makes.
    expect(left <= {'/etc/group-', '/etc/gshadow-', '/etc/passwd-', '/etc/shadow-'}, f'left: {left}')
    expect(not before - files(), f'gone: {before - files()}')
    expect(run('id', 'gestured')[0] == 0, 'the user is gone')


sys.exit(check.run())
