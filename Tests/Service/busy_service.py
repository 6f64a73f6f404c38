"""A service that is busy with touches, and a client that must not notice what others do."""
import contextlib
import json
import socket
import threading

from service import GESTURES, Client, until
from touches import circles, evemu, tap

# Busy for longer than any of these tests: a finger that taps and goes round, 250 frames a second.
BUSY = evemu([touch for at in range(0, 40_000, 500) for touch in tap(at) + circles(at + 100, 380)])
STATUS = json.dumps({"method": f"{GESTURES}.GetStatus"}).encode() + b"\0"


class Witness(threading.Thread):
    """A client that reads all the time, and must not notice anything."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.client, self.events = Client(path), []
        self.client.subscribe()
        self.start()

    def run(self):
        with contextlib.suppress(OSError, AssertionError):
            while True:
                self.events.append(self.client.event())

    def sees_more(self):
        count = len(self.events)
        until(lambda: len(self.events) >= count + 10, "the stream goes on")

    def end(self):
        self.client.socket.shutdown(socket.SHUT_RDWR)
        self.join()
        self.client.close()


def assert_closed(client):
    assert client.receive() is None
