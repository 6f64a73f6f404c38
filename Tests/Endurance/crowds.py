#!/usr/bin/env python3
"""crowds.py GESTURED [PATTERN...]: what one user's connections cost the service, and another user's calls. Needs root, for two users.

For each pattern of connections, prints the part of a processor that the service takes, the times in ms that another user needs to
connect and call, how often that failed, and the memory in kB and descriptors of the service at their most. The service runs on one
processor and the connections on another one, which the other user's program has for itself whenever it wants.

Fails if the service takes more for the connections than gestured.conf(5) promises, or does not answer the other user. On a busy
machine it takes less. Times are printed only.
"""
import contextlib
import json
import os
import pathlib
import signal
import socket
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Service"))
from service import GESTURES, Client, Service  # noqa: E402
from touches import evemu  # noqa: E402

CROWD, VICTIM = 65533, 65534
# How long each pattern is measured, in s, after the connections have used what each user can use at once.
SECONDS, WARM_UP = 2, 1
# gestured.conf(5) promises a quarter. On a busy machine, what each user can use at once, 50 ms, may be left when the measurement begins;
# and the clock of the scheduler is not the one of the service.
PROMISED = 0.25 + 0.05
# Connections come one after the other, whoever they are from: to reach that of another user, the service has to accept and close
# those before it.
UNAVOIDABLE = {"connect", "connect-half", "connect-unread", "connect-invalid", "idle-and-connect"}


def call(method, **parameters):
    message = {"method": method if "." in method else f"{GESTURES}.{method}"}
    if parameters:
        message["parameters"] = parameters
    if method == "Subscribe":
        message["more"] = True
    return json.dumps(message).encode() + b"\0"


STATUS = call("GetStatus")
REGIONS = [{"name": f"region {index}", "rectangle": {"x": 0, "y": 0, "width": 1, "height": 1}} for index in range(100)]
LARGE = call("Subscribe", regions=REGIONS)


def connect(path):
    client = socket.socket(socket.AF_UNIX)
    with contextlib.suppress(BlockingIOError):
        client.connect(path)
    return client


def again_and_again(*messages, reads=False):
    """A pattern that connects, sends messages and closes, again and again."""
    def pattern(path):
        while True:
            client = connect(path)
            with contextlib.suppress(OSError):
                for message in messages:
                    client.send(message)
                if reads:
                    client.recv(1 << 16)
            client.close()
    return pattern


def connected(count, *messages, oneway=False):
    """A pattern that keeps connections open, each of which sends messages as fast as the service reads them."""
    def pattern(path):
        clients = [connect(path) for _ in range(count)]
        for client in clients:
            client.setblocking(False)
        while True:
            busy = False
            for client in clients:
                with contextlib.suppress(OSError):
                    busy |= client.send(b"".join(messages)) > 0
                with contextlib.suppress(OSError):
                    while not oneway and client.recv(1 << 18):
                        busy = True
            if not busy:
                time.sleep(0.0002)
    return pattern


def idle(path):
    clients = [connect(path) for _ in range(250)]
    time.sleep(1000)
    del clients


PATTERNS = {
    "nothing": [],
    "connect": [again_and_again()],
    "connect-half": [again_and_again(STATUS[:20])],
    "connect-call": [again_and_again(STATUS, reads=True)],
    "connect-unread": [again_and_again(LARGE)],
    "connect-invalid": [again_and_again(b"hello\0")],
    "subscribe-close": [again_and_again(call("Subscribe"), reads=True)],
    "pipeline-1": [connected(1, STATUS * 20)],
    "pipeline-64": [connected(64, STATUS * 20)],
    "pipeline-unread": [connected(64, STATUS * 20, oneway=True)],
    "info-64": [connected(64, call("org.varlink.service.GetInfo") * 20)],
    "large-64": [connected(64, call("SetRegions", subscription="none", regions=REGIONS))],
    "idle": [idle],
    "idle-and-connect": [idle, again_and_again()],
}


class Crowd:
    """The processes of a pattern."""

    def __init__(self, patterns, path, processor):
        self.children = []
        for pattern in patterns:
            child = os.fork()
            if child == 0:
                with contextlib.suppress(BaseException):
                    os.sched_setaffinity(0, {processor})
                    os.setgroups([])
                    os.setresgid(CROWD, CROWD, CROWD)
                    os.setresuid(CROWD, CROWD, CROWD)
                    pattern(path)
                os._exit(0)
            self.children.append(child)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for child in self.children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def processor_time(service):
    """The time that the service has run, in s."""
    return int((service.proc / "schedstat").read_text().split()[0]) / 1e9


def measure(service, name):
    path = str(service.socket)
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(service.process.pid, {cores[0]})
    times, failed = [], 0
    with Crowd(PATTERNS[name], path, cores[-1]):
        time.sleep(WARM_UP)
        os.sched_setaffinity(0, {cores[-1]})
        with contextlib.suppress(PermissionError):
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
        os.seteuid(VICTIM)
        try:
            begin, used = time.monotonic(), processor_time(service)
            while time.monotonic() < begin + SECONDS:
                start = time.perf_counter()
                try:
                    with Client(path) as client:
                        client.call("GetStatus")["parameters"]
                    times.append(time.perf_counter() - start)
                except (OSError, KeyError, TypeError):
                    failed += 1
                time.sleep(0.005)
            share = (processor_time(service) - used) / (time.monotonic() - begin)
        finally:
            os.seteuid(0)
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
            os.sched_setaffinity(0, cores)
        memory, descriptors = service.number("VmHWM"), len(os.listdir(service.proc / "fd"))
    times.sort()
    p50, p99 = (times[int(len(times) * part)] * 1e3 if times else float("nan") for part in (0.5, 0.99))
    print(f"{name:18} {share:6.1%} {p50:8.3f} {p99:8.3f} {failed:6} {memory:8} {descriptors:6}", flush=True)
    assert times, f"{name}: no call of another user was answered"
    return share


def main():
    if os.geteuid() != 0:
        print("crowds: skipped, because only root can connect as two users")
        return
    names = sys.argv[2:] or list(PATTERNS)
    print("pattern             share      p50      p99 failed   memory    fds")
    # The other user's own calls.
    own = 0
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            with Service(pathlib.Path(sys.argv[1]).resolve(), folder, recording=evemu([])) as service:
                service.let_everybody_in()
                share = measure(service, name)
                if name == "nothing":
                    own = share
                assert name in UNAVOIDABLE or share - own <= PROMISED, f"{name} takes {share:.1%} of a processor"


if __name__ == "__main__":
    main()
