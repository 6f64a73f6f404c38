"""What the checks are written with: a touch device, a subscription, the service as systemd and /proc see it."""

import contextlib
import fcntl
import json
import os
import re
import select
import signal
import socket
import subprocess
import time
import traceback

SOCKET = '/run/gestured/gestured.sock'
HERE = os.path.dirname(os.path.realpath(__file__))


class Failure(Exception):
    """A check found something else than what must be."""


class Skipped(Exception):
    """A check cannot be done, and why."""


class Checks:
    """A list of checks, each under the rule it shows; they run in the order in which they are registered."""

    def __init__(self):
        self.checks = []

    def __call__(self, rule):
        def register(function):
            self.checks.append((rule, function))
            return function
        return register

    def run(self, wanted=(), always=None):
        """Runs those that are wanted, by the names of their functions, or all, and prints a line for each.

        Returns the exit status.
        """
        passed = failed = skipped = 0
        for rule, function in self.checks:
            if wanted and function.__name__ not in wanted and function is not always:
                continue
            try:
                function()
            except Skipped as reason:
                skipped += 1
                print(f'skipped - {rule}: {reason}', flush=True)
            except Exception as error:
                failed += 1
                print(f'not ok - {rule}')
                text = str(error) if isinstance(error, Failure) else traceback.format_exc()
                print('\n'.join(f'    {line}' for line in text.splitlines()), flush=True)
            else:
                passed += 1
                print(f'ok - {rule}', flush=True)
        if failed:
            print('The end of the journal:', run('journalctl', '--no-pager', '-o', 'short-monotonic', '-n', '60')[1], sep='\n')
        print(f'{passed} passed, {failed} failed, {skipped} skipped')
        return 1 if failed else 0


def expect(condition, message):
    if not condition:
        raise Failure(message)


def eventually(condition, message, timeout=10, interval=0.05):
    """Waits until `condition()` holds, and returns what it gave."""
    end = time.monotonic() + timeout
    while not (result := condition()):
        expect(time.monotonic() < end, f'not within {timeout} s: {message}')
        time.sleep(interval)
    return result


def run(*command, **options):
    """Runs a program to its end and returns its status and its output, both streams together."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, **options)
    return done.returncode, done.stdout.strip()


def run_as(user, groups, *command):
    """The same as another user, by name or number, in just these groups."""
    groups = f'--groups={groups}' if groups else '--clear-groups'
    return run('setpriv', f'--reuid={user}', f'--regid={user}', groups, '--', *command)


class Service:
    """The service that systemd runs, and how to ask about it."""

    def show(self, name):
        return run('systemctl', 'show', '--value', '-p', name, 'gestured.service')[1]

    @property
    def state(self):
        return self.show('ActiveState')

    @property
    def pid(self):
        """Its process, 0 if none. From its control group, as asking systemd takes long in an emulated machine."""
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
        """Keeps the service from running, as a machine under load would."""
        pid = self.pid
        os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(pid, signal.SIGCONT)


@contextlib.contextmanager
def configured(changes, service):
    """The service with other lines in its installed configuration: for each as it is shipped, what to put there."""
    path = '/etc/gestured/gestured.conf'
    with open(path) as file:
        shipped = file.read()
    text = shipped
    for line, other in changes.items():
        expect(f'\n{line}\n' in text, f'no line {line!r} in {path}')
        text = text.replace(f'\n{line}\n', f'\n{other}\n')

    def start_with(text):
        service.stop()
        with open(path, 'w') as file:
            file.write(text)
        service.start()
    start_with(text)
    try:
        yield
    finally:
        start_with(shipped)


def nodes_open_in(pid):
    """The input devices that a process holds open, if it lives."""
    nodes = []
    gone = contextlib.suppress(FileNotFoundError)
    with gone:
        for fd in os.listdir(f'/proc/{pid}/fd'):
            with gone:
                target = os.readlink(f'/proc/{pid}/fd/{fd}')
                if target.startswith('/dev/input/'):
                    nodes.append(target)
    return nodes


def status_of(pid):
    """/proc/PID/status as a dictionary."""
    with open(f'/proc/{pid}/status') as file:
        return dict(re.findall(r'(\w+):\s*(.*)', file.read()))


class TouchDevice:
    """A device made by touch-device; a context manager, which unplugs it in the end."""

    def __init__(self, kind='touchscreen', name=None, options=()):
        command = [f'{HERE}/touch-device', '--kind', kind, '--name', name or f'Test {kind}', *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.node = self.process.stdout.readline().strip()
        expect(self.node, f'no {kind} was made')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def play(self, *lines):
        """Plays touches, and returns when they are done."""
        self.begin(*lines)
        self.finish()

    def begin(self, *lines):
        """Plays touches, and returns at once."""
        for line in (*lines, 'say done'):
            self.process.stdin.write(line + '\n')

    def finish(self):
        """Waits until what was begun is done."""
        while (line := self.process.stdout.readline().strip()) != 'done':
            expect(line, 'touch-device ended')
            self.node = line

    def opened_by(self, service):
        """Waits until the service has this device open."""
        eventually(lambda: self.node in nodes_open_in(service.pid), f'the service opens {self.node}')
        return self


def call(method, path=SOCKET, **parameters):
    """Calls a method and returns its one reply."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(10)
        connection.connect(path)
        connection.sendall(json.dumps({'method': method, 'parameters': parameters}).encode() + b'\0')
        reply = b''
        while not reply.endswith(b'\0'):
            data = connection.recv(65536)
            expect(data, 'the service closed the connection')
            reply += data
    return json.loads(reply[:-1])


def device_at(node):
    """What the service says of the device at a node."""
    devices = call('org.gestured.Gestures.ListDevices')['parameters']['devices']
    found = [device for device in devices if device['node'] == node]
    expect(len(found) == 1, f'{node}: {devices}')
    return found[0]


class OtherProgram:
    """Another program that reads a node, as a compositor would; a context manager."""

    def __init__(self, node):
        self.fd = os.open(node, os.O_RDONLY | os.O_NONBLOCK)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.fd)

    def sees(self):
        """Whether any event has come since it was asked last."""
        seen = False
        with contextlib.suppress(BlockingIOError):
            while os.read(self.fd, 4096):
                seen = True
        return seen

    def grab(self, wanted=True):
        EVIOCGRAB = 0x40044590
        fcntl.ioctl(self.fd, EVIOCGRAB, int(wanted))


class Subscription:
    """A client that asked for nothing in particular, unless told so; every event it got is in `events`."""

    def __init__(self, parameters=None, path=SOCKET, timeout=10):
        self.path = path
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(timeout)
        self.socket.connect(path)
        call = {'method': 'org.gestured.Gestures.Subscribe', 'more': True, 'parameters': parameters or {}}
        self.socket.sendall(json.dumps(call).encode() + b'\0')
        self.buffer = b''
        self.events = []
        self.state = self.receive(timeout)
        expect(self.state is not None, 'no reply to Subscribe')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def receive(self, timeout):
        """The state or the event of the next reply, or nothing if none comes in time."""
        end = time.monotonic() + timeout
        while b'\0' not in self.buffer:
            readable, _, _ = select.select([self.socket], [], [], max(0, end - time.monotonic()))
            if not readable:
                return None
            data = self.socket.recv(65536)
            expect(data, 'the service closed the connection')
            self.buffer += data
        message, _, self.buffer = self.buffer.partition(b'\0')
        reply = json.loads(message)
        expect('error' not in reply, f'error reply {reply}')
        return reply['parameters'].get('event') or reply['parameters']['state']

    def wait_for(self, timeout=10, **fields):
        """The next event with these values, e.g. kind='tap', phase='ended'. Each has also its `received` time in µs."""
        end = time.monotonic() + timeout
        while True:
            event = self.receive(max(0, end - time.monotonic()))
            expect(event is not None, f'no event {fields}, only {self.summary()}')
            event['received'] = time.monotonic_ns() // 1000
            self.events.append(event)
            if all(event.get(key) == value for key, value in fields.items()):
                return event

    def collect(self, quiet=2):
        """Reads until no event came for so many seconds, and returns all since the beginning."""
        while (event := self.receive(quiet)) is not None:
            self.events.append(event)
        return self.events

    def summary(self):
        """What happened, e.g. ['press began', 'press ended', 'tap possible', 'tap ended'], each `changed` left out."""
        return [f'{event["kind"]} {event["phase"]}' for event in self.events if event['phase'] != 'changed']

    def expect_summary(self, *expected):
        self.collect()
        expect(self.summary() == list(expected), f'expected {list(expected)}, got {self.summary()}')

    def expect_all_closed(self):
        """Every gesture that became possible or began was ended or cancelled, once, and nothing came after."""
        self.collect()
        phases = {}
        for event in self.events:
            phases.setdefault(event['gesture'], []).append(event['phase'])
        for gesture, seen in phases.items():
            final = [phase for phase in seen if phase in ('ended', 'cancelled')]
            expect(len(final) == 1 and seen[-1] == final[0], f'gesture {gesture}: {seen}')
        sequence = [event['sequence'] for event in self.events]
        expect(sequence == sorted(set(sequence)), f'sequence {sequence}')
        # A gap stands for changes that were merged because several frames came at once.
        if missing := sequence[-1] - sequence[0] + 1 - len(sequence) if sequence else 0:
            merged = call('org.gestured.Gestures.GetStatus', self.path)['parameters']['coalesced']
            expect(missing <= merged, f'sequence {sequence}, and only {merged} merged')
