#!/usr/bin/python3
"""Installs, upgrades, removes and purges the Debian package on a running system with udev and systemd.

With the argument "gestures", the checks of gestures run on the installed package too.
"""

import contextlib
import glob
import importlib
import itertools
import json
import os
import pathlib
import resource
import signal
import socket
import sys
import threading
import time

from client import SOCKET, Subscription, call, connected
from devices import TouchDevice
from harness import HERE, check, eventually, expect, run
from members import expect_only_members_get_taps
from service import service

PACKAGE, UPGRADE = f'{HERE}/package.deb', f'{HERE}/upgrade.deb'
REGISTRY = '/run/varlink/registry'
# Permissions that the administrator gives, and where.
PERMISSIONS = ['/usr/share/gestured/allow-filter'], ['/usr/share/gestured/allow-keys', '--user', 'games']
UINPUT = '/dev/uinput'
MODIFIERS = '82-gestured-modifiers.rules'
ACTIONS, ACTIONS_FILE = 'gestured-actions@games.service', '/etc/gestured/actions.conf'
# Folders that change while the system runs, and the database of dpkg.
VOLATILE = ('/dev', '/proc', '/sys', '/run', '/tmp', '/root', '/var/log', '/var/tmp', '/var/cache', '/var/lib/dpkg')

before = set()
uinput_before = []


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


def interrupted(*arguments, step=1):
    """Kills dpkg at each point of the maintainer scripts, or each `step`th, and runs it again until it completes."""
    point = pathlib.Path(HERE, 'interrupt-at')
    for number in itertools.count(0, step):
        point.write_text(f'{number}\n')
        status, output = run('dpkg', '--force-confdef', *arguments)
        if point.exists():
            point.unlink()
            expect(status == 0, output)
            expect(number > step, 'it was hardly interrupted')
            return
        expect(status == -signal.SIGKILL, f'at point {number}: {output}')


def access(node):
    return run('getfacl', '--absolute-names', node)[1].split()


def permit():
    """Gives all permissions that the package does not give by itself, and runs actions."""
    for command in PERMISSIONS:
        status, output = run(*command)
        expect(status == 0, output)
    expect({'gestured', 'user:games:rw-'} <= set(access(UINPUT)), f'{access(UINPUT)}')
    with open(ACTIONS_FILE, 'w') as file:
        file.write('[actions]\ntap = true\n')
    status, output = run('systemctl', 'enable', '--now', ACTIONS)
    expect(status == 0, output)
    expect(run('systemctl', 'is-active', ACTIONS)[1] == 'active', 'the actions do not run')


def actions_pid():
    return run('systemctl', 'show', '--value', '-p', 'MainPID', ACTIONS)[1]


def expect_removed():
    """Expects that nothing of the package runs or may read or make devices."""
    expect(access(UINPUT) == uinput_before, f'{access(UINPUT)}, before the installation {uinput_before}')
    written = [path for path in files() - before if 'gestured' in path and path.startswith(('/etc/udev', '/etc/modules-load.d'))]
    expect(set(written) <= {f'/etc/udev/rules.d/{MODIFIERS}'}, f'{written}')
    for name in 'gestured.socket', 'gestured.service', ACTIONS:
        loaded, active = run('systemctl', 'show', '--value', '-p', 'LoadState', '-p', 'ActiveState', name)[1].split()
        expect((loaded, active) == ('not-found', 'inactive'), f'{name}: {loaded}, {active}')
    expect(not glob.glob('/run/gestured/*') and not glob.glob(f'{REGISTRY}/org.gestured.*'), 'the socket is left')
    expect(not run('pgrep', 'gesture')[1], 'it runs')


def expect_purged():
    expect_removed()
    left = files() - before
    # Backups that adding a user makes.
    expect(left <= {'/etc/group-', '/etc/gshadow-', '/etc/passwd-', '/etc/shadow-'}, f'left: {left}')
    expect(not before - files(), f'gone: {before - files()}')
    expect(run('id', 'gestured')[0] == 0, 'the user is gone')
    audit = run('dpkg', '--audit')[1]
    expect('gestured' not in audit, audit)


@check('the package installs on a system without the service, and its socket listens')
def installed():
    before.update(files())
    run('modprobe', 'uinput')
    uinput_before.extend(access(UINPUT))
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
                with connected(timeout=60) as connection:
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


@check('removing the package leaves only its configuration, and nobody can read or make devices')
def removed():
    permit()
    for script, *_ in PERMISSIONS:
        status, output = run(script, '--remove')
        expect(status == 0, output)
    expect(access(UINPUT) == uinput_before, f'{access(UINPUT)}')
    permit()
    os.remove(ACTIONS_FILE)
    with TouchDevice() as screen:
        screen.opened_by(service)
        expect('user:gestured:r--' in access(screen.node), 'the service cannot read the device')
        # As if the device had appeared while the package was removed.
        run('/var/lib/dpkg/info/gestured.prerm', 'remove')
        run('systemctl', 'start', 'gestured.service')
        run('/var/lib/dpkg/info/gestured.postrm', 'remove')
        expect(not run('pgrep', '-x', 'gestured')[1], 'it runs')
        dpkg('--remove', 'gestured')
        expect('user:gestured:r--' not in access(screen.node), 'the user of the service can still read the device')
    expect_removed()
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
    expect(access(UINPUT) == uinput_before, 'a permission came back')
    expect(run('systemctl', 'is-enabled', ACTIONS)[1] == 'enabled', 'the actions are not enabled')


@check('purging leaves only the user, and revokes all permissions')
def purged():
    run('cp', f'/usr/share/gestured/{MODIFIERS}', '/etc/udev/rules.d/')
    run('udevadm', 'control', '--reload')
    permit()
    os.remove(ACTIONS_FILE)
    with TouchDevice('keyboard') as keyboard:
        eventually(lambda: 'user:gestured:r--' in access(keyboard.node), 'the service can read the keyboard')
        dpkg('--purge', 'gestured')
        expect('user:gestured:r--' not in access(keyboard.node), 'the user of the service can still read the keyboard')
    expect_purged()


@check('an installation and an upgrade that are killed at any point complete when they are repeated')
def installation_interrupted():
    dpkg('--unpack', UPGRADE)
    interrupted('--configure', 'gestured')
    with TouchDevice() as screen:
        service.expect_started_by(screen)
        permit()
        with open('/etc/gestured/gestured.conf', 'a') as file:
            file.write('# by the administrator\n')
        old, listener, actions = service.pid, os.stat(SOCKET).st_ino, actions_pid()
        interrupted('--unpack', UPGRADE, step=3)
        interrupted('--configure', 'gestured', step=2)
        expect(service.pid not in (0, old), 'the old service still runs')
        expect(actions_pid() not in ('0', actions), 'the old program of the actions still runs')
        expect('user:gestured:r--' in access(screen.node), 'the service cannot read the device')
    os.remove(ACTIONS_FILE)
    expect(os.stat(SOCKET).st_ino == listener, 'it is another socket')
    expect(run('systemctl', 'is-enabled', 'gestured.socket')[1] == 'enabled', 'the socket is not enabled')
    expect({'gestured', 'user:games:rw-'} <= set(access(UINPUT)), f'{access(UINPUT)}')
    expect(open('/etc/gestured/gestured.conf').read().endswith('# by the administrator\n'), 'the configuration was replaced')
    audit = run('dpkg', '--audit')[1]
    expect('gestured' not in audit, audit)


@check('a removal and a purge that are killed at any point complete when they are repeated')
def removal_interrupted():
    with TouchDevice() as screen:
        screen.opened_by(service)
        interrupted('--remove', 'gestured')
        expect('user:gestured:r--' not in access(screen.node), 'the user of the service can still read the device')
    expect_removed()
    expect(os.path.exists('/etc/gestured/gestured.conf'), 'the configuration is gone')
    interrupted('--purge', 'gestured', step=2)
    expect_purged()


sys.exit(check.run())
