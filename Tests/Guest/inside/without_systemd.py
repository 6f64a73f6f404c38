#!/usr/bin/python3
"""Checks the service under OpenRC and runit, installed as Examples/init/README.md says, on a system without systemd."""

import contextlib
import os
import shutil
import signal
import stat
import subprocess
import sys

from client import GET_STATUS, SOCKET, call
from devices import TAP, TouchDevice
from harness import HERE, Skipped, check, eventually, expect, run
from members import expect_only_members_get_taps
from service import CONFIGURATION, status_of

SERVICES = '/run/services'


class Service:
    """The service of one init system."""

    @property
    def pid(self):
        """The id of the process that answers on the socket, or 0."""
        return int(run('pgrep', '-x', '-n', 'gestured')[1] or 0)

    def answers(self):
        with contextlib.suppress(OSError):
            return call(GET_STATUS).get('parameters')
        return None

    def restarted(self, old):
        """Waits until another process serves clients."""
        eventually(lambda: self.pid not in (0, old) and self.answers(), 'it is restarted', timeout=20)


class OpenRC(Service):
    name = 'OpenRC'
    reload = 'rc-service', 'gestured', 'reload'

    def install(self):
        # What OpenRC does at boot: it makes its folders in /run, and remembers the runlevel.
        run_ok('rc-status', '--all')
        open('/run/openrc/softlevel', 'w').close()
        run_ok('install', '-m', '755', f'{HERE}/init/openrc/gestured', '/etc/init.d/')
        run_ok('rc-update', 'add', 'gestured', 'default')

    def start(self):
        run_ok('rc-service', 'gestured', 'start')

    def stop(self):
        run_ok('rc-service', 'gestured', 'stop')

    def state(self):
        return run('rc-service', 'gestured', 'status')[1]

    def log(self):
        return open('/var/log/gestured.log').read()

    running, stopped = 'status: started', 'status: stopped'


class Runit(Service):
    name = 'runit'
    reload = 'sv', 'reload', f'{SERVICES}/gestured'

    def install(self):
        run_ok('mkdir', '-p', '/etc/sv', SERVICES)
        run_ok('cp', '-r', f'{HERE}/init/runit', '/etc/sv/gestured')
        self.supervisor = subprocess.Popen(['runsvdir', '-P', SERVICES])
        os.symlink('/etc/sv/gestured', f'{SERVICES}/gestured')
        eventually(lambda: os.path.exists('/etc/sv/gestured/supervise/ok'), 'runsvdir finds the service', timeout=20)

    def start(self):
        run_ok('sv', 'start', f'{SERVICES}/gestured')
        eventually(self.answers, 'it answers')

    def stop(self):
        run_ok('sv', 'stop', f'{SERVICES}/gestured')

    def state(self):
        return run('sv', 'status', f'{SERVICES}/gestured')[1]

    def log(self):
        return open('/var/log/gestured/current').read()

    running, stopped = 'run: ', 'down: '


def run_ok(*command):
    status, output = run(*command)
    expect(status == 0, f'{" ".join(command)}: {status}: {output}')
    return output


@check('the system has no systemd, and the user and the rules are installed')
def prepared():
    expect(not os.path.exists('/run/systemd/system'), 'systemd runs')
    with TouchDevice() as screen:
        run_ok('useradd', '--system', '--user-group', '--no-create-home', '--home-dir', '/', '--shell', '/usr/sbin/nologin',
               'gestured')
        run_ok('udevadm', 'control', '--reload')
        run_ok('udevadm', 'trigger', '--subsystem-match=input')
        run_ok('udevadm', 'settle')
        expect('user:gestured:r--' in run_ok('getfacl', '--absolute-names', screen.node), 'the service cannot read the device')


def check_on(service):
    """Registers the checks of one init system."""

    @check(f'{service.name}: without a running service, the doctor says how to start it')
    def not_running():
        status, output = run('gesturectl', 'doctor')
        expect(status == 1 and 'systemctl' not in output and 'journalctl' not in output, output)
        expect('rc-service gestured start' in output and 'sv start gestured' in output, output)

    @check(f'{service.name}: the service starts as its own user, and only its group can connect')
    def started():
        service.install()
        service.start()
        expect(service.running in service.state(), service.state())
        process = status_of(service.pid)
        identity = run_ok('id', '-u', 'gestured'), run_ok('id', '-g', 'gestured')
        expect((process['Uid'].split()[0], process['Gid'].split()[0]) == identity, process)
        expect(process['Groups'].split() in ([], [identity[1]]), process['Groups'])
        expect(process['CapEff'] == '0' * 16, process['CapEff'])
        socket = os.stat(SOCKET)
        expect((str(socket.st_uid), str(socket.st_gid), stat.S_IMODE(socket.st_mode)) == (*identity, 0o660), f'{socket}')
        limits = open(f'/proc/{service.pid}/limits').read()
        expect([line.split()[3] for line in limits.splitlines() if line.startswith('Max open files')] == ['66560'], limits)
        expect([line.split()[4] for line in limits.splitlines() if line.startswith('Max core file')] == ['0'], limits)
        expect(open(f'/proc/{service.pid}/oom_score_adj').read() == '-900\n', 'it is killed early')

    @check(f'{service.name}: a member of the group gestured gets a tap, another user does not')
    def members():
        with TouchDevice() as screen:
            screen.opened_by(service)
            expect_only_members_get_taps(screen)

    @check(f'{service.name}: the doctor finds no problem')
    def healthy():
        with TouchDevice() as screen:
            screen.opened_by(service)
            screen.play(TAP)
            status, output = run('gesturectl', 'doctor')
            expect(status == 0 and 'systemctl' not in output and 'journalctl' not in output, output)

    @check(f'{service.name}: a reload disconnects no client, and reports an invalid configuration')
    def reloaded():
        path = f'{CONFIGURATION}.d/test.conf'
        pid = service.pid
        run_ok(*service.reload)
        eventually(lambda: 'the configuration is reloaded' in service.log(), 'the reload is in the log')
        with open(path, 'w') as file:
            file.write('[gestures]\nwink = 1\n')
        status, output = run(*service.reload)
        # A signal cannot report failure.
        expect(service.name == 'runit' or (status != 0 and f'{path}:2: [gestures] wink' in output), f'{status}: {output}')
        eventually(lambda: f'{path}:2: [gestures] wink' in service.log(), 'the log says what is wrong')
        os.remove(path)
        run_ok(*service.reload)
        expect(service.pid == pid and service.answers(), 'it was restarted')

    @check(f'{service.name}: the service is restarted after it was killed, each time, and takes over its old socket')
    def killed():
        # More often than the supervisors' default limits.
        for _ in range(12):
            pid = service.pid
            expect(pid, 'it does not run')
            os.kill(pid, signal.SIGKILL)
            service.restarted(pid)
        expect(service.running in service.state(), service.state())

    @check(f'{service.name}: a stopped service leaves no process and no socket')
    def stopped():
        service.stop()
        expect(service.stopped in service.state(), service.state())
        expect(not service.pid and not os.path.exists(SOCKET), 'it is still there')
        service.start()
        service.stop()


def check_openrc(service):
    """Registers the checks of what only OpenRC can do."""

    @check('OpenRC: the service does not start with an invalid configuration, and the reason is printed')
    def invalid():
        path = f'{CONFIGURATION}.d/test.conf'
        with open(path, 'w') as file:
            file.write('[gestures]\nwink = 1\n')
        status, output = run('rc-service', 'gestured', 'start')
        os.remove(path)
        expect(status != 0 and f'{path}:2: [gestures] wink' in output, output)
        expect(not service.pid, 'it runs')

    @check('OpenRC: a service that hangs is restarted')
    def hanging():
        service.start()
        pid = service.pid
        os.kill(pid, signal.SIGSTOP)
        eventually(lambda: service.pid not in (0, pid) and service.answers(), 'it is restarted', timeout=100, interval=1)
        service.stop()


@check('OpenRC is installed')
def openrc():
    if not shutil.which('openrc-run'):
        raise Skipped('it cannot be installed on Debian 13')


if shutil.which('openrc-run'):
    check_on(OpenRC())
    check_openrc(OpenRC())
check_on(Runit())
sys.exit(check.run())
