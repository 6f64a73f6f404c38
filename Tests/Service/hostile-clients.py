"""hostile-clients.py SOCKET UID WAY COUNT: connections of one user that keep the service as busy as its limits allow.

They end when this program is killed.
"""
import json
import os
import select
import socket
import sys

GESTURES = "org.gestured.Gestures"


def call(method, **parameters):
    message = {"method": f"{GESTURES}.{method}", "parameters": parameters}
    if method == "Subscribe":
        message["more"] = True
    return json.dumps(message, separators=(",", ":")).encode() + b"\0"


def drags(count):
    """A composition of `count` simultaneous drags."""
    rows = [{"simultaneous": [{"kind": "drag"}] * min(30, count - first)} for first in range(0, count, 30)]
    return {"name": "drags", "simultaneous": rows}


def regions(count, **more):
    """A number of regions side by side."""
    return [{"name": f"region-{index}", "rectangle": {
        "x": index % 16 / 16, "y": index // 16 / (count / 16), "width": 1 / 16, "height": 16 / count}, **more}
        for index in range(count)]


# The calls that a connection repeats. A streaming call is made only once.
WAYS = {
    "drags": lambda index: [call("Subscribe", gestures=[drags(60)] * 8, phases=["ended"], thresholds={"slop": index % 99 + 1})],
    "events": lambda index: [call("Subscribe", gestures=[drags(20)], thresholds={"slop": index % 99 + 1})],
    "touches": lambda index: [call("Subscribe", gestures=[{"kind": "touch"}], thresholds={"tapRun": index})],
    "large": lambda index: [call("Subscribe", gestures=[drags(60)], regions=regions(256), thresholds={"tapRun": index})],
    "half": lambda index: [b"{" + b" " * 131_000],
    "status": lambda index: [call("GetStatus")],
    "set-regions": lambda index: [call("SetRegions", subscription="none", regions=regions(256, slop=index % 99))] * 20,
}


class Connection:
    def __init__(self, path, way, index):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.setblocking(False)
        self.calls = b"".join(WAYS[way](index))
        self.streams = b"Subscribe" in self.calls or way == "half"
        self.unsent = self.calls

    def write(self):
        try:
            self.unsent = self.unsent[self.socket.send(self.unsent):]
        except BlockingIOError:
            pass

    def read(self, wants_more):
        """Returns whether the connection is still open."""
        try:
            data = self.socket.recv(1 << 18)
        except BlockingIOError:
            return True
        except ConnectionResetError:
            return False
        if not self.unsent and not self.streams and b"\0" in data:
            self.unsent = self.calls
        return bool(data)


def main():
    path, user, way, count = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    os.setgroups([])
    os.setgid(user)
    os.setuid(user)
    poll = select.epoll()
    connections = {}

    def connect(index):
        connection = Connection(path, way, index)
        connections[connection.socket.fileno()] = connection
        poll.register(connection.socket, select.EPOLLIN | select.EPOLLOUT)

    if way == "come-and-go":
        subscribe = call("Subscribe", gestures=[drags(60)] * 8)
        print("connected", flush=True)
        while True:
            with socket.socket(socket.AF_UNIX) as one:
                one.connect(path)
                one.sendall(subscribe)
    for index in range(count):
        connect(index)
    print("connected", flush=True)
    while connections:
        for fd, events in poll.poll():
            connection = connections[fd]
            if events & select.EPOLLOUT and connection.unsent:
                connection.write()
            if not connection.unsent and connection.streams:
                poll.modify(fd, select.EPOLLIN)
            if events & (select.EPOLLIN | select.EPOLLHUP) and not connection.read(True):
                poll.unregister(fd)
                connections.pop(fd).socket.close()
    sys.stdin.read()


main()
