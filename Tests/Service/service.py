"""The service as a child process, and a client that can send any bytes."""
import json
import os
import pathlib
import signal
import socket
import struct
import subprocess
import time

GESTURES = "org.gestured.Gestures"
CONTROL = "org.gestured.Control"


def until(condition, what, timeout=10):
    """Waits until `condition()` is true and returns its result."""
    end = time.monotonic() + timeout
    while not (result := condition()):
        assert time.monotonic() < end, f"not within {timeout} s: {what}"
        time.sleep(0.005)
    return result


class Service:
    """A running gestured. Its socket, log and configuration are in `folder`.

    As a context manager it stops the process at the end, and fails if the process ended earlier.
    """

    def __init__(self, binary, folder, *options, recording=None, configuration="", environment=None):
        folder = pathlib.Path(folder)
        self.socket, self.log_path, self.configuration_file = (folder / name for name in ("socket", "log", "gestured.conf"))
        self.configuration_file.write_text(configuration)
        if recording is not None:
            (folder / "recording.evemu").write_text(recording)
            options += ("--recording", folder / "recording.evemu")
        self.command = [binary, "--config", self.configuration_file, "--socket", self.socket, *options]
        self.environment = {**os.environ, **(environment or {})}
        self.launch()

    def launch(self):
        """Starts the process with an empty log and waits until it answers."""
        with open(self.log_path, "w") as log:
            self.process = subprocess.Popen(self.command, stderr=log, env=self.environment)
        until(lambda: self.process.poll() is not None or self.answers(), "gestured listens")
        assert self.process.poll() is None, self.log()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        ended = self.process.poll()
        self.stop()
        assert ended is None, f"gestured ended by itself, with {ended}: {self.log()}"

    def answers(self):
        try:
            return bool(self.status())
        except (FileNotFoundError, ConnectionRefusedError):
            return False

    def stop(self):
        """Stops the process as systemd does and returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        self.process.send_signal(signal.SIGCONT)
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def kill(self):
        """Kills the process with SIGKILL."""
        self.process.kill()
        self.process.wait(10)

    def state(self):
        """The state letter of the process in /proc/PID/stat: T is stopped by a signal."""
        return (self.proc / "stat").read_text().rpartition(")")[2].split()[0]

    def waits_for_events(self):
        """Returns whether the process is in epoll_wait, stopped or not. It also sleeps while it waits for an emulated device."""
        words = (self.proc / "syscall").read_text().split()
        try:
            # The first argument of the system call.
            return len(words) > 1 and os.readlink(self.proc / "fd" / str(int(words[1], 16))) == "anon_inode:[eventpoll]"
        except FileNotFoundError:
            return False

    def wakeups(self):
        """How often the process has stopped running, counted once it has done what there was to do and waits for events."""
        until(self.waits_for_events, "the service waits for events")
        return self.number("voluntary_ctxt_switches") + self.number("nonvoluntary_ctxt_switches")

    def suspend(self):
        """Stops the process while it waits for events, until SIGCONT.

        A signal alone can stop it in the middle of a wake-up, which then goes on with the time at which that began.
        """
        while True:
            until(self.waits_for_events, "the service waits for events")
            self.process.send_signal(signal.SIGSTOP)
            until(lambda: self.state() == "T", "the service is stopped")
            if self.waits_for_events():
                break
            self.process.send_signal(signal.SIGCONT)

    def write_drop_in(self, name, text):
        """Writes a file of gestured.conf.d, and returns its path."""
        folder = self.configuration_file.with_suffix(".conf.d")
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(text)
        return folder / name

    def reload(self, expected="the configuration is reloaded"):
        """Reloads the configuration, waits for this text in the log and returns the new part of the log."""
        before = len(self.log())
        self.process.send_signal(signal.SIGHUP)
        until(lambda: expected in self.log()[before:], f"{expected!r} in the log", timeout=30)
        return self.log()[before:]

    def log(self):
        return self.log_path.read_text()

    def let_everybody_in(self):
        """Allows every user to connect."""
        os.chmod(self.socket, 0o666)
        for folder in self.socket.parents:
            if folder.stat().st_uid == 0 and folder != folder.parent:
                os.chmod(folder, folder.stat().st_mode | 0o111)

    def wait_for_log(self, text, timeout=30):
        until(lambda: text in self.log(), f"{text!r} in the log", timeout)

    # What the kernel reports.

    @property
    def proc(self):
        return pathlib.Path("/proc") / str(self.process.pid)

    def descriptors(self, clients):
        """Returns the number of open descriptors once only `clients` others are connected."""
        with Client(self.socket) as client:
            until(lambda: client.call("GetStatus")["parameters"]["clients"] == clients + 1, "the others are forgotten")
            return len(os.listdir(self.proc / "fd"))

    def threads(self):
        return os.listdir(self.proc / "task")

    def number(self, key):
        """A number in /proc/PID/status, summed over its threads; sizes in kB."""
        total = 0
        for thread in self.threads():
            for line in (self.proc / "task" / thread / "status").read_text().splitlines():
                if line.startswith(key + ":"):
                    total += int(line.split()[1])
        return total

    # What the service reports.

    def status(self):
        with Client(self.socket) as client:
            return client.call("GetStatus")["parameters"]

    def devices(self):
        with Client(self.socket) as client:
            return client.call("ListDevices")["parameters"]

    def device(self):
        """The only device."""
        [found] = self.devices()["devices"]
        return found

    def control(self, method, **parameters):
        """Calls a method of org.gestured.Control and returns the reply."""
        with Client(self.socket) as client:
            return client.call(f"{CONTROL}.{method}", parameters)


class Client:
    """One connection. Waits at most ten seconds for a message."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        # connect() waits for a place in the queue of the socket, but not with the timeout of Python, which makes it non-blocking.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", 10, 0))
        self.buffer = b""
        try:
            self.socket.connect(str(path))
            self.socket.settimeout(10)
        except OSError:
            self.socket.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send(self, data):
        """Sends bytes unchanged, or a message with a terminating NUL."""
        self.socket.sendall(data if isinstance(data, bytes) else json.dumps(data).encode() + b"\0")

    def receive(self):
        """Returns the next message, or None if the service has closed the connection."""
        while b"\0" not in self.buffer:
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:  # the service closed before it had read everything
                data = b""
            if not data:
                assert not self.buffer, f"half a message before the end: {self.buffer!r}"
                return None
            self.buffer += data
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method, parameters=None, **flags):
        method = method if "." in method else f"{GESTURES}.{method}"
        self.send({"method": method, **({} if parameters is None else {"parameters": parameters}), **flags})
        return self.receive()

    def subscribe(self, **parameters):
        """Subscribes and returns the state in the first reply."""
        reply = self.call("Subscribe", parameters, more=True)
        assert reply.keys() == {"parameters", "continues"} and reply["continues"] is True, reply
        return reply["parameters"]["state"]

    def event(self):
        reply = self.receive()
        assert reply is not None, "the service closed the connection"
        assert reply.keys() == {"parameters", "continues"} and reply["continues"] is True, reply
        return reply["parameters"]["event"]

    def events(self, count):
        return [self.event() for _ in range(count)]

    def waiting_events(self):
        """Returns the events that can be read without waiting."""
        self.buffer += self.waiting()
        return self.events(self.buffer.count(b"\0"))

    def sent_events(self):
        """Returns all events so far, including those that the service queues until the socket has room.

        A socket has room for about 200 messages. Once some have been read, the service writes the following ones before it
        answers a later call of another client.
        """
        while more := self.waiting():
            self.buffer += more
            with Client(self.socket.getpeername()) as other:
                other.call("GetStatus")
        return self.events(self.buffer.count(b"\0"))

    def waiting(self):
        """Returns the bytes that can be read without waiting."""
        data = []
        self.socket.setblocking(False)
        try:
            while more := self.socket.recv(1 << 20):
                data.append(more)
        except BlockingIOError:
            pass
        finally:
            self.socket.settimeout(10)
        return b"".join(data)


def connected_as(path, user, *groups):
    """Connects as another user in these groups. Only root can do that."""
    own = os.getgroups()
    os.setgroups(groups)
    os.seteuid(user)
    try:
        return Client(path)
    finally:
        os.seteuid(0)
        os.setgroups(own)


def replay(gesturectl, path, *options):
    """Returns the events that gesturectl replay finds in a recording."""
    run = subprocess.run([gesturectl, "replay", path, *options], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0 and run.stderr == "", run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]
