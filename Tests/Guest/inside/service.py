"""The service as systemd and /proc see it, and how to run it with another configuration."""

import contextlib
import os
import re

from harness import eventually, expect, run, stopped

CONFIGURATION = '/etc/gestured/gestured.conf'


class Service:
    """The service as systemd runs it."""

    def show(self, name):
        return run('systemctl', 'show', '--value', '-p', name, 'gestured.service')[1]

    @property
    def state(self):
        return self.show('ActiveState')

    @property
    def pid(self):
        """Its process id, or 0. Read from the control group, because asking systemd is slow in an emulated machine."""
        try:
            with open('/sys/fs/cgroup/system.slice/gestured.service/cgroup.procs') as file:
                return int(file.readline() or 0)
        except FileNotFoundError:
            return 0

    def start(self):
        status, output = run('systemctl', 'start', 'gestured.service')
        expect(status == 0, f'systemctl start: {output}')

    def stop(self):
        status, output = run('systemctl', 'stop', 'gestured.service')
        expect(status == 0, f'systemctl stop: {output}')

    def log(self):
        return run('journalctl', '-u', 'gestured.service', '--no-pager', '-o', 'cat')[1]

    @contextlib.contextmanager
    def frozen(self):
        """Stops the service for a while, as a loaded machine does."""
        with stopped(self.pid):
            yield

    def expect_started_by(self, device):
        """Waits until systemd has started the service and the service has opened the device."""
        eventually(lambda: self.state == 'active', 'the service is active', timeout=20, interval=0.5)
        device.opened_by(self)


service = Service()


@contextlib.contextmanager
def configured(text):
    """Runs the service with another configuration."""
    with open(CONFIGURATION) as file:
        shipped = file.read()
    try:
        start_with(text)
        yield
    finally:
        start_with(shipped)


@contextlib.contextmanager
def configured_lines(changes):
    """Runs the service with some lines of the shipped configuration replaced."""
    with open(CONFIGURATION) as file:
        text = file.read()
    for line, other in changes.items():
        expect(f'\n{line}\n' in text, f'no line {line!r} in {CONFIGURATION}')
        text = text.replace(f'\n{line}\n', f'\n{other}\n')
    with configured(text):
        yield


def start_with(configuration):
    service.stop()
    with open(CONFIGURATION, 'w') as file:
        file.write(configuration)
    service.start()


def nodes_open_in(pid):
    """The input devices that a process has open, if it exists."""
    nodes = []
    gone = contextlib.suppress(FileNotFoundError)
    with gone:
        for fd in os.listdir(f'/proc/{pid}/fd'):
            with gone:
                target = os.readlink(f'/proc/{pid}/fd/{fd}')
                if target.startswith('/dev/input/'):
                    nodes.append(target)
    return nodes


def main_pid(unit):
    """The main process of a unit."""
    return int(run('systemctl', 'show', '--value', '-p', 'MainPID', unit)[1])


def status_of(pid):
    """/proc/PID/status as a dictionary."""
    with open(f'/proc/{pid}/status') as file:
        return dict(re.findall(r'(\w+):\s*(.*)', file.read()))


def times_run():
    """How often the service has been scheduled."""
    status = status_of(service.pid)
    return int(status['voluntary_ctxt_switches']) + int(status['nonvoluntary_ctxt_switches'])
