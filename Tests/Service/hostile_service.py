"""A service that sends what no service should, to each client that connects."""
import contextlib
import pathlib
import socket
import tempfile
import threading

MIB = 1 << 20
# More than any client may take of one message; enough that one without a bound is noticed, and that none fills the memory.
MOST = 64 * MIB


def repeated(part):
    """A part again and again, in chunks of 64 KiB or more."""
    chunk = part * (65536 // len(part) + 1)
    return lambda: (chunk for _ in range(MOST // len(chunk)))


def once(message):
    return lambda: [message]


STATE = b'{"parameters":{"state":{"instance":"a","subscription":"b"}},"continues":true}\0'
# What each hostile service sends before it closes the connection.
ATTACKS = {
    "a message that never ends": repeated(b"x"),
    "a string that never ends": lambda: [b'{"parameters":{"state":"', *repeated(b"x")()],
    "nothing but NULs": repeated(b"\0"),
    "one byte at a time": lambda: (bytes([byte]) for byte in STATE * 10),
    "deep nesting": once(b'{"parameters":' + b"[" * (MIB - 100) + b"\0"),
    "deep nesting of objects": once(b'{"parameters":' + b'{"a":' * 200_000 + b"\0"),
    "many values": once(b'{"parameters":{"state":{"devices":[' + b"1," * 500_000 + b"1]}}}\0"),
    "many members": once(b'{"parameters":{"state":{' + b'"a":1,' * 150_000 + b'"a":1}}}\0'),
    "invalid UTF-8": once(b'{"parameters":{"state":{"instance":"\xff\xc0\x80\xed\xa0\x80"}},"continues":true}\0\xff\xfe\0'),
    "huge numbers": once(b'{"parameters":{"state":{"clients":1e999999,"devices":-' + b"9" * 100_000 + b"}}}\0"),
    "an error with huge parameters": once(b'{"error":"a.b.C","parameters":{"x":"' + b"x" * (MIB - 100) + b'"}}\0'),
    "an error with a huge name": once(b'{"error":"' + b"x" * (MIB - 100) + b'"}\0'),
    "the end in the middle of a message": once(STATE + b'{"parameters":{"ev'),
    "replies without a call": repeated(b'{"parameters":{}}\0'),
    "states without end": repeated(STATE),
    "events of the wrong shape": once(STATE + b"".join(
        b'{"parameters":{"event":' + event + b'},"continues":true}\0' for event in (
            b"1", b"[]", b'"x"', b"null", b'{"kind":1}', b'{"kind":"tap","phase":{},"x":"y","time":-1e30,"fingers":1e30}'))),
    "parameters of the wrong shape": once(b'{"parameters":[1]}\0{"parameters":"x"}\0{"error":{}}\0[]\0"x"\0'),
    "a state of the wrong shape": once(b'{"parameters":{"state":[],"devices":1,"clients":{}}}\0'),
    "text that controls a terminal": once(
        '{"parameters":{"event":{"kind":"swipe","direction":"\\u001b[31m\u202eleft\\r\\n","fingers":1}},"continues":true}\0'
        '{"error":"\\u001b]0;title\\u0007","parameters":{"a":"\\u001b"}}\0'.encode()),
    "nothing": once(b""),
}


class HostileService:
    """Listens at ``path`` and sends each client the messages of an attack."""

    def __init__(self, attack):
        self.attack = ATTACKS[attack]
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name) / "socket"
        # The number of bytes that each connection took, once it is closed.
        self.taken = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen()
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                self.send(connection)

    def send(self, connection):
        taken = 0
        with connection, contextlib.suppress(OSError):
            # A client that stops to read must close the connection.
            connection.settimeout(30)
            connection.recv(65536)
            for part in self.attack():
                connection.sendall(part)
                taken += len(part)
        self.taken.append(taken)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.thread.join(60)
        self.listener.close()
        self.folder.cleanup()
