"""A client of the service: one call, or a subscription and the events that it gets."""

import json
import select
import socket
import struct
import time

from harness import expect

SOCKET = '/run/gestured/gestured.sock'
GET_STATUS = 'org.gestured.Gestures.GetStatus'
GRAB = 'org.gestured.Control.Grab'


def connected(path=SOCKET, timeout=10):
    """A connection. It waits for a place in the queue of the socket, but not with a timeout of Python, which makes it non-blocking."""
    connection = socket.socket(socket.AF_UNIX)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack('ll', int(timeout), 0))
    try:
        connection.connect(path)
    except OSError:
        connection.close()
        raise
    connection.settimeout(timeout)
    return connection


def call(method, path=SOCKET, **parameters):
    """Calls a method and returns the only reply."""
    with connected(path) as connection:
        connection.sendall(json.dumps({'method': method, 'parameters': parameters}).encode() + b'\0')
        reply = b''
        while not reply.endswith(b'\0'):
            data = connection.recv(65536)
            expect(data, 'the service closed the connection')
            reply += data
    return json.loads(reply[:-1])


def device_at(node):
    """The service's description of the device at a node."""
    devices = call('org.gestured.Gestures.ListDevices')['parameters']['devices']
    found = [device for device in devices if device['node'] == node]
    expect(len(found) == 1, f'{node}: {devices}')
    return found[0]


def stated_size(device):
    """The size in mm, or None if it is not that of the device."""
    return (device['width'], device['height']) if device['sizeSource'] == 'resolution' else None


class Subscription:
    """A subscribed client. All its events are in `events`."""

    def __init__(self, parameters=None, path=SOCKET, timeout=10):
        self.path = path
        self.socket = connected(path, timeout)
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
        """Returns the state or the event of the next reply, or None after the timeout."""
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
        """Returns the next event with these values, e.g. kind='tap', phase='ended'. `received` is its arrival in µs."""
        end = time.monotonic() + timeout
        while True:
            event = self.receive(max(0, end - time.monotonic()))
            expect(event is not None, f'no event {fields}, only {self.summary()}')
            event['received'] = time.monotonic_ns() // 1000
            self.events.append(event)
            if all(event.get(key) == value for key, value in fields.items()):
                return event

    def collect(self, quiet=2):
        """Reads until no event comes for `quiet` seconds, and returns all events."""
        while (event := self.receive(quiet)) is not None:
            self.events.append(event)
        return self.events

    def summary(self):
        """All events without `changed`, e.g. ['press began', 'press ended', 'tap possible', 'tap ended']."""
        return [f'{event["kind"]} {event["phase"]}' for event in self.events if event['phase'] != 'changed']

    def expect_summary(self, *expected):
        self.collect()
        expect(self.summary() == list(expected), f'expected {list(expected)}, got {self.summary()}')

    def expect_all_closed(self):
        """Expects that every gesture has ended or been cancelled exactly once, as its last event."""
        self.collect()
        phases = {}
        for event in self.events:
            phases.setdefault(event['gesture'], []).append(event['phase'])
        for gesture, seen in phases.items():
            final = [phase for phase in seen if phase in ('ended', 'cancelled')]
            expect(len(final) == 1 and seen[-1] == final[0], f'gesture {gesture}: {seen}')
        sequence = [event['sequence'] for event in self.events]
        expect(sequence == sorted(set(sequence)), f'sequence {sequence}')
        # Gaps are `changed` events that were merged because several frames came at once.
        if missing := sequence[-1] - sequence[0] + 1 - len(sequence) if sequence else 0:
            merged = call(GET_STATUS, self.path)['parameters']['coalesced']
            expect(missing <= merged, f'sequence {sequence}, and only {merged} merged')
