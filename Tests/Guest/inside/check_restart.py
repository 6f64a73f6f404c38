"""The service ends and starts again."""

import contextlib
import json
import os
import signal
import subprocess
import time

from client import SOCKET, Subscription
from devices import TAP, TouchDevice
from harness import Failure, check, eventually, expect, run
from service import service


@check('a second instance on the same socket is refused')
def second_instance():
    service.start()
    status, output = run('timeout', '20', 'gestured', '--socket', SOCKET)
    expect(status not in (0, 124), f'status {status}: {output}')
    expect(output, 'no error message')
    with Subscription():
        pass


@check('SIGTERM stops the service cleanly, and the socket keeps listening')
def stop():
    service.start()
    pid = service.pid
    service.stop()
    expect(not os.path.exists(f'/proc/{pid}'), 'still there')
    expect(service.show('Result') == 'success' and service.show('ExecMainStatus') == '0', service.log()[-500:])
    with Subscription():
        pass


@check('after a crash the service is restarted, and no connection is lost')
def crash():
    service.start()
    pid = service.pid
    os.kill(pid, signal.SIGKILL)
    eventually(lambda: not os.path.exists(f'/proc/{pid}'), 'it is gone')
    with Subscription():
        expect(service.pid not in (0, pid), 'the same process')


def ended(stream):
    """Returns whether the service has closed a stream. Reads all events before."""
    try:
        while stream.receive(0) is not None:
            pass
    except (Failure, ConnectionResetError):
        return True
    return False


@check('after a crash under load the service and its clients are back within 2 s')
def crash_under_load():
    service.start()
    with TouchDevice() as screen, contextlib.ExitStack() as clients:
        screen.opened_by(service)
        monitor = subprocess.Popen(
            ['gesturectl', 'monitor', '--reconnect', '--json', '--gestures', 'tap'], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        clients.callback(monitor.kill)
        streams = [clients.enter_context(Subscription()) for _ in range(5)]
        screen.begin(*[f'{TAP}; wait 40'] * 120)
        for stream in streams:
            stream.wait_for(kind='tap', phase='ended')
        expect(json.loads(monitor.stdout.readline())['sequence'] == 1, 'monitor sees no tap')
        expect(run('systemctl', 'kill', '-s', 'KILL', 'gestured.service')[0] == 0, 'systemctl kill')
        for stream in streams:
            eventually(lambda: ended(stream), 'every stream ends')
        start = time.monotonic()
        with Subscription() as again:
            took = time.monotonic() - start
            expect(took < 2, f'it was back after {took:.2f} s')
            print(f'# back after {took:.2f} s')
            again.wait_for(kind='tap', phase='ended')
            for line in monitor.stdout:
                if json.loads(line)['sequence'] == 1:
                    break
            again.wait_for(kind='tap', phase='ended')
        screen.finish()


@check('without systemd the service creates its socket, and replaces one left by a crash')
def by_hand():
    path = '/run/by-hand/gestured.sock'
    os.makedirs('/run/by-hand', exist_ok=True)
    for end, status in (signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 0):
        process = subprocess.Popen(['gestured', '--socket', path])

        def answers():
            try:
                with Subscription(path=path):
                    return True
            except OSError:
                return False
        eventually(answers, 'it answers')
        process.send_signal(end)
        expect(process.wait(timeout=20) == status, f'exit status {process.returncode}')
    expect(not os.path.exists(path), 'the socket is left after a clean stop')
