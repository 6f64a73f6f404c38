"""Faults of the machine around the service: something is full, missing, hanging or wrong. See docs/operation.md."""

import contextlib
import os
import signal
import socket
import time

from client import GET_STATUS, SOCKET, Subscription, call, connected
from devices import TAP, TouchDevice
from harness import check, eventually, expect, run, stopped
from service import main_pid, nodes_open_in, service


@contextlib.contextmanager
def drop_in(lines):
    """Runs the service with more lines in its unit file."""
    folder = '/run/systemd/system/gestured.service.d'
    os.makedirs(folder, exist_ok=True)
    path = f'{folder}/50-fault.conf'
    with open(path, 'w') as file:
        file.write(lines)
    restart()
    try:
        yield
    finally:
        os.unlink(path)
        restart()


def restart():
    run('systemctl', 'daemon-reload')
    service.stop()
    service.start()


def expect_tap(screen, client):
    """Plays a tap, which the client must get."""
    screen.play(TAP)
    client.wait_for(kind='tap', phase='ended', count=1)


# MARK: The service itself


@check('the watchdog restarts a service that hangs, and clients that connect meanwhile are served')
def hang():
    """systemd kills a hung service. Its clients are disconnected, and new clients are served by the next process."""
    with drop_in('[Service]\nWatchdogSec=4\n'), TouchDevice() as screen:
        screen.opened_by(service)
        pid = service.pid
        with Subscription() as client, socket.socket(socket.AF_UNIX) as waiting:
            instance = client.state['instance']
            os.kill(pid, signal.SIGSTOP)
            waiting.settimeout(60)
            waiting.connect(SOCKET)
            waiting.sendall(b'{"method":"org.varlink.service.GetInfo"}\0')
            client.socket.settimeout(60)
            expect(client.socket.recv(65536) == b'', 'a client of the hung service got data')
            expect(b'gestured' in waiting.recv(65536), 'a client that connected while the service hung got no reply')
        expect(service.pid not in (0, pid), 'the same process')
        expect('Watchdog timeout' in service.log(), service.log()[-500:])
        with Subscription() as client:
            expect(client.state['instance'] != instance, 'the same instance')
            screen.opened_by(service)
            expect_tap(screen, client)


@check('a service killed for lack of memory is restarted')
def out_of_memory():
    """The kernel kills the service, and systemd restarts it."""
    with TouchDevice() as screen:
        screen.opened_by(service)
        pid = service.pid
        run('systemctl', 'set-property', '--runtime', 'gestured.service', 'MemoryMax=64K')
        try:
            eventually(lambda: not os.path.exists(f'/proc/{pid}'), 'the kernel ends it', timeout=60)
        finally:
            run('systemctl', 'set-property', '--runtime', 'gestured.service', 'MemoryMax=infinity')
        eventually(lambda: service.pid not in (0, pid), 'a new process', timeout=60)
        expect('oom-kill' in service.log(), service.log()[-500:])
        with Subscription() as client:
            screen.opened_by(service)
            expect_tap(screen, client)


# MARK: Descriptors


@check('clients that use up all descriptors are refused, while touches and new devices still work')
def descriptors():
    """Clients are refused at the limit of descriptors. Touches continue, and one descriptor is left for a device."""
    with drop_in('[Service]\nLimitNOFILE=64\n'), TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        crowd = []
        try:
            for _ in range(100):
                crowd.append(socket.socket(socket.AF_UNIX))
                crowd[-1].connect(SOCKET)
            expect_tap(screen, client)
            last = crowd[-1]
            last.settimeout(10)
            answer = last.recv(65536)
            expect(b'LimitExceeded' in answer and b'descriptors' in answer, f'the last client got {answer}')
            with TouchDevice(name='Second Touchscreen') as second:
                second.opened_by(service)
                expect_tap(second, client)
        finally:
            for connection in crowd:
                connection.close()
        eventually(lambda: call(GET_STATUS)['parameters'].get('clients') == 2, 'the crowd is forgotten')
        expect_tap(screen, client)
        client.expect_all_closed()


# MARK: Files


def starts_and_works():
    """Restarts the service, which must work with a device and a client."""
    service.stop()
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        expect_tap(screen, client)


@contextlib.contextmanager
def full(path):
    """Mounts a file system without room for a file."""
    status, output = run('mount', '-t', 'tmpfs', '-o', 'nr_inodes=1', 'full', path)
    expect(status == 0, output)
    try:
        status, output = run('touch', f'{path}/file')
        expect('No space left' in output, f'{path} is not full')
        yield
    finally:
        run('umount', path)


@check('the service starts and works on full file systems')
def disk_full():
    """The service writes no file, so it needs no room for one."""
    with full('/tmp'), full('/var/tmp'), full('/dev/shm'):
        starts_and_works()


@check('the service works with a full /run, and opens devices that were plugged in meanwhile once there is room')
def run_full():
    """udev does not announce a device while it cannot store the properties."""
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        # /run also holds the journal, which grows with the checks before.
        space = os.statvfs('/run')
        used = (space.f_blocks - space.f_bfree) * space.f_frsize
        status, output = run('mount', '-o', f'remount,size={used + (1 << 20)}', '/run')
        expect(status == 0, output)
        filler = '/run/filler'
        try:
            with open(filler, 'wb') as file, contextlib.suppress(OSError):
                while True:
                    file.write(bytes(1 << 16))
            expect(os.statvfs('/run').f_bavail == 0, '/run is not full')
            expect_tap(screen, client)
            late = TouchDevice(name='Late Touchscreen')
            time.sleep(1)
            expect_tap(screen, client)
        finally:
            os.unlink(filler)
            run('mount', '-o', 'remount,size=50%', '/run')
        with late:
            run('udevadm', 'trigger', '--subsystem-match=input')
            late.opened_by(service)
            expect_tap(late, client)


@check('the service starts and works on a read-only system')
def read_only():
    """The service starts and works with a read-only root."""
    # An overlay can be remounted only with the older system call, which Debian 13 would not use.
    older = {**os.environ, 'LIBMOUNT_FORCE_MOUNT2': 'always'}
    status, output = run('mount', '-o', 'remount,ro', '/', env=older)
    expect(status == 0, output)
    try:
        starts_and_works()
    finally:
        run('mount', '-o', 'remount,rw', '/', env=older)


# MARK: Clock, journal, udev


@check('the wall clock can be set during a touch')
def clock():
    """Setting the wall clock changes neither the time of a long press nor that of a pending tap."""
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        for time_set in '2001-01-01 00:00', '2035-01-01 00:00':
            for wait in 'wait 300', 'wait 500':
                screen.play('down 0 150 100; sync', 'wait 200')
                status, output = run('date', '--set', time_set)
                expect(status == 0, output)
                screen.play(wait, 'up 0; sync')
            screen.play('wait 600')
        client.collect()
        ended = [f'{event["kind"]}' for event in client.events
                 if event['phase'] == 'ended' and event['kind'] in ('tap', 'longPress')]
        expect(ended == ['tap', 'longPress'] * 2, f'ended: {ended}')
        client.expect_all_closed()


def lock_often():
    """Makes the service write 200 lines."""
    calls = (b'{"method":"org.gestured.Control.Lock","parameters":{"seconds":9}}\0'
             b'{"method":"org.gestured.Control.Unlock"}\0') * 100
    with connected(timeout=60) as connection:
        connection.sendall(calls)
        left = 200
        while left > 0:
            answers = connection.recv(65536)
            expect(answers, 'the connection was closed')
            left -= answers.count(b'\0')


@check('the service works and starts with the journal stopped')
def journal_gone():
    """The service continues without the journal, and starts without it."""
    units = ('systemd-journald.service', 'systemd-journald.socket', 'systemd-journald-dev-log.socket',
             'systemd-journald-audit.socket')
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        run('systemctl', 'stop', *units)
        try:
            lock_often()
            expect_tap(screen, client)
            starts_and_works()
        finally:
            run('systemctl', 'start', *units[1:], units[0])


@check('a journal that hangs blocks nothing')
def journal_hangs():
    """The service does not wait for the journal. Lines without room are lost."""
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        with stopped(main_pid('systemd-journald.service')):
            lock_often()
            expect_tap(screen, client)


@check('the service works with udev stopped, and opens devices that were plugged in meanwhile once udev is back')
def udev_gone():
    """Open devices keep working. Devices that are plugged in meanwhile are opened once udev is back."""
    units = 'systemd-udevd.service', 'systemd-udevd-kernel.socket', 'systemd-udevd-control.socket'
    with TouchDevice() as screen, Subscription() as client:
        screen.opened_by(service)
        run('systemctl', 'stop', *units)
        try:
            expect_tap(screen, client)
            late = TouchDevice(name='Late Touchscreen')
            time.sleep(1)
            expect(late.node not in nodes_open_in(service.pid), 'opened before udev announced it')
        finally:
            run('systemctl', 'start', *units[1:], units[0])
        with late:
            # The kernel has to repeat the events that udev missed, as it does at boot.
            run('udevadm', 'trigger', '--action=add', late.node)
            late.opened_by(service)
            expect_tap(late, client)
        run('systemctl', 'restart', units[0])
        expect_tap(screen, client)
        with TouchDevice(name='Later Touchscreen') as later:
            later.opened_by(service)
            expect_tap(later, client)
