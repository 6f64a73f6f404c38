#!/usr/bin/env python3
"""soak.py GESTURED MINUTES [SEED]: the service under random traffic that is all legal: 20 clients of two users (as root, otherwise
of one) subscribe, change regions, call and go, some read slowly, while the service is reloaded, paused and locked.

After each round, all clients are gone. Fails if anything is left of them, if a client was refused or dropped, if a gesture was
not closed, or if memory grows. Prints a line for each round.
"""
import json
import os
import pathlib
import random
import select
import signal
import sys
import tempfile
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Service"))
from service import GESTURES, Client, Service  # noqa: E402
from touches import ROUND, busy, evemu  # noqa: E402

CLIENTS = 20
USERS = (65533, 65534) if os.geteuid() == 0 else (os.geteuid(),)
ROUND_SECONDS = 60
# The memory that the second round can leave behind, in kB: what the allocator keeps of the buffers of slow clients.
GROWTH = 1024

KINDS = ["press", "tap", "longPress", "drag", "swipe", "edgeSwipe", "pinch", "rotation", "stroke"]
DISCRETE = {"tap", "swipe", "edgeSwipe", "stroke"}


class Requests:
    """Random requests that the service accepts."""

    def __init__(self, random):
        self.random = random

    def some(self, *values):
        return self.random.choice(values)

    def gesture(self, depth=0):
        if depth < 2 and self.random.random() < 0.3:
            form = self.some("exclusive", "simultaneous", "sequence")
            members = [self.gesture(depth + 1) for _ in range(self.random.randint(1, 3))]
            return {form: members, **({"within": 3000} if form == "sequence" and self.some(True, False) else {})}
        kind = self.some(*KINDS[1:-1])
        gesture = {"kind": kind}
        if self.random.random() < 0.3:
            gesture["fingers"] = [self.random.randint(2, 4)]
        if self.random.random() < 0.2:
            gesture["area"] = self.rectangle()
        if kind == "tap":
            gesture["count"] = self.random.randint(1, 3)
        if kind in ("swipe", "edgeSwipe") and self.some(True, False):
            gesture["direction"] = self.some("left", "right", "up", "down")
        return gesture

    def rectangle(self):
        x, y = self.random.random() * 0.7, self.random.random() * 0.7
        return {"x": x, "y": y, "width": 0.3, "height": 0.3}

    def regions(self):
        names = [f"region {index}" for index in range(self.random.randint(0, 12))]
        return [{"name": name, "rectangle": self.rectangle(),
                 **({"parent": self.some(*names[:index])} if index and self.some(True, False) else {})}
                for index, name in enumerate(names)]

    def subscription(self):
        request = {}
        if self.random.random() < 0.7:
            request["gestures"] = [{"kind": kind} for kind in self.random.sample(KINDS[:-1], self.random.randint(1, 4))]
            request["gestures"] += [{**self.gesture(), "name": f"gesture {index}"}
                                    for index in range(self.random.randint(0, 5))]
            if self.some(True, False):
                request["gestures"].append({"kind": "stroke", "name": "circle"})
        if self.random.random() < 0.5:
            request["regions"] = self.regions()
        if self.random.random() < 0.3:
            request["thresholds"] = {"slop": self.random.randint(5, 40), "tapGap": self.random.randint(0, 500)}
        return request


class Stream:
    """A subscription whose gestures must all be closed."""

    def __init__(self, path, request):
        self.client, self.open, self.sequence = Client(path), {}, 0
        self.request = request
        self.name = self.client.subscribe(**request)["subscription"]

    def take(self, seconds):
        """Reads events for a while."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and select.select([self.client.socket], [], [], left)[0]:
            for event in self.client.waiting_events():
                self.note(event)

    def note(self, event):
        gesture, phase, kind = event["gesture"], event["phase"], event["kind"]
        assert event["sequence"] > self.sequence, f"{event} after {self.sequence}"
        self.sequence = event["sequence"]
        if phase in ("possible", "began"):
            self.open[gesture] = kind
        elif phase in ("ended", "cancelled"):
            assert self.open.pop(gesture, None) == kind or kind in DISCRETE and phase == "ended", f"not open: {event}"
        else:
            assert gesture in self.open, f"not open: {event}"

    def check_closed(self):
        """Call it while recognition is paused."""
        # Complete messages follow a message of which half has arrived.
        while self.client.buffer or select.select([self.client.socket], [], [], 0.5)[0]:
            for event in self.client.waiting_events():
                self.note(event)
            if self.client.buffer:
                select.select([self.client.socket], [], [], 0.5)
        assert not [kind for kind in self.open.values() if kind != "activity"], f"not closed: {self.open}, {self.request}"

    def close(self):
        self.client.close()


class Actor:
    """One client, in a process of its own user."""

    def __init__(self, path, seed):
        self.path, self.random, self.ends, self.stream = path, random.Random(seed), False, None
        self.requests = Requests(self.random)
        signal.signal(signal.SIGTERM, lambda *_: setattr(self, "ends", True))

    def run(self):
        while not self.ends:
            self.random.choice([self.subscribe, self.subscribe, self.subscribe, self.call, self.leave, self.pipeline])()
        if self.stream:
            self.stream.check_closed()

    def subscribe(self):
        if self.stream:
            self.stream.close()
        self.stream = Stream(self.path, self.requests.subscription())
        for _ in range(self.random.randint(1, 10)):
            if self.ends:
                return
            what = self.random.random()
            if what < 0.15:
                # Reads slowly.
                select.select([], [], [], self.random.random() * 8)
            elif what < 0.3:
                self.set_regions()
            self.stream.take(self.random.random())

    def set_regions(self):
        with Client(self.path) as other:
            reply = other.call("SetRegions", {"subscription": self.stream.name, "regions": self.requests.regions()})
            assert "error" not in reply, reply

    def call(self):
        with Client(self.path) as client:
            for _ in range(self.random.randint(1, 20)):
                assert "error" not in client.call(self.random.choice(["GetStatus", "ListDevices"]))

    def pipeline(self):
        with Client(self.path) as client:
            count = self.random.randint(1, 20)
            client.send((json.dumps({"method": f"{GESTURES}.GetStatus"}).encode() + b"\0") * count)
            for _ in range(count):
                assert "parameters" in client.receive()

    def leave(self):
        """Goes in the middle of a call."""
        client = Client(self.path)
        client.send(json.dumps({"method": f"{GESTURES}.Subscribe", "more": True}).encode()[: self.random.randint(0, 60)])
        client.close()


def start_actor(path, seed, user):
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        if user != os.geteuid():
            os.setgroups([])
            os.setresgid(user, user, user)
            os.setresuid(user, user, user)
        Actor(path, seed).run()
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def disturb(service, random, seconds):
    """Reloads, pauses and locks the service for a while. At the end it is paused."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        select.select([], [], [], min(random.random() * 5, max(0, end - time.monotonic())))
        what = random.randrange(4)
        if what == 0:
            service.reload()
        elif what == 1:
            service.control("Pause")
            select.select([], [], [], random.random())
            service.control("Resume")
        elif what == 2:
            service.control("Lock", seconds=1)
    service.control("Pause")


def soak_round(service, random, number):
    actors = [start_actor(service.socket, random.random(), USERS[index % len(USERS)]) for index in range(CLIENTS)]
    try:
        disturb(service, random, ROUND_SECONDS)
        for actor in actors:
            os.kill(actor, signal.SIGTERM)
        failed = sum(os.waitpid(actor, 0)[1] != 0 for actor in actors)
    except BaseException:
        for actor in actors:
            os.kill(actor, signal.SIGKILL)
        raise
    service.control("Resume")
    assert not failed, f"{failed} of {CLIENTS} clients failed in round {number}"
    descriptors = service.descriptors(clients=0)
    status = service.status()
    memory = service.number("VmRSS")
    print(f"round {number:3}: {status['events']} events, {status['coalesced']} replaced, {descriptors} descriptors, "
          f"{memory} kB", flush=True)
    assert status["subscriptions"] == status["droppedClients"] == status["refusedClients"] == 0, status
    return descriptors, memory


def main():
    gestured, minutes = pathlib.Path(sys.argv[1]).resolve(), float(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else int(time.time())
    rounds = max(3, round(minutes * 60 / ROUND_SECONDS))
    print(f"soak: {rounds} rounds with {CLIENTS} clients of {len(USERS)} users, seed {seed}", flush=True)
    random.seed(seed)
    recording = evemu(busy(3, 15, rate=100) + [
        (time + 15 * ROUND, *rest) for time, *rest in busy(1, 15, rate=100)])
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        with Service(gestured, folder, "--loop", recording=recording) as service:
            service.let_everybody_in()
            descriptors = service.descriptors(clients=0)
            left = [soak_round(service, random, number + 1) for number in range(rounds)]
            assert {count for count, _ in left} == {descriptors}, f"{descriptors} descriptors at the start"
            # The first round fills the caches of the allocator.
            growth = left[-1][1] - left[1][1]
            assert growth <= GROWTH, f"memory has grown by {growth} kB"
            bad = [line for line in service.log().splitlines() if any(
                word in line for word in ("refused", "disconnected", "invalid", "cannot", "error", "fail"))]
            assert not bad, bad[:5]
    print("soak: everything was closed")


if __name__ == "__main__":
    main()
