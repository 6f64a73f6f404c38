"""Touch gestures from gestured, for Python 3.9 and later. One module, which needs no other.

    import gestured

    for event in gestured.subscribe(notation="swipe left 3 fingers, double tap"):
        print(event["kind"], event["fingers"])

    async for event in gestured.subscribe_async(gestures=[{"kind": "swipe", "fingers": [3]}]):
        print(event["direction"])

    print(gestured.call("GetStatus")["version"])

The module sends every keyword argument as it is. The service refuses unknown ones, also inside of a gesture: `Error` names them.
gestured-varlink(7) and the interface files in /usr/share/varlink describe all methods, parameters and events.

A subscription connects again after a restart of the service. No event then ends the gestures that were in progress. A program
that acts on "possible", "began" or "changed" uses `stream`, which yields the same events and reports a lost connection.
"""
from __future__ import annotations

import contextlib
import errno
import json
import os
import socket
import time
from typing import Any, AsyncGenerator, Generator, TypedDict

__all__ = ["Device", "Error", "Event", "Gesture", "Item", "Rectangle", "Region", "SOCKET", "Service", "State", "Thresholds",
           "Vector", "call", "call_more", "stream", "stream_async", "subscribe", "subscribe_async"]

SOCKET = "/run/gestured/gestured.sock"
# In bytes, without the NUL at its end. A longer message ends the connection.
LARGEST_MESSAGE = 1 << 20
# The first and the longest pause before connecting again, in seconds.
_PAUSES = 0.1, 2.0
# The methods of org.gestured.Gestures. The others belong to org.gestured.Control.
_GESTURES = {"GetStatus", "ListDevices", "SetRegions", "Subscribe"}
# The limits that other clients, or the slowness of this one, have a part in: the same call can succeed later.
_PASSING_LIMITS = ["connections", "connectionsPerUser", "descriptors", "queueSize", "recognizers", "recognizersPerUser", "memory",
                   "memoryPerUser", "recordings"]

# MARK: The types of org.gestured.Gestures.varlink, which describes each member

# A type with an underscore has the optional members.
Vector = TypedDict("Vector", {"x": float, "y": float})
Rectangle = TypedDict("Rectangle", {"x": float, "y": float, "width": float, "height": float})
Thresholds = TypedDict("Thresholds", {
    "steady": bool, "slop": float, "tapGap": int, "tapDistance": float, "tapRun": int, "longPress": int, "swipeDistance": float,
    "edge": float, "reach": float, "decelerationRate": float, "holdDuration": int, "ignoreRepeat": int}, total=False)
Gesture = TypedDict("Gesture", {
    "kind": str, "fingers": "list[int]", "count": int, "axisLock": bool, "directions": int, "direction": str, "axis": str,
    "edge": str, "area": Rectangle, "idle": int, "minimumDuration": int, "maximumDuration": int, "minimumDistance": float,
    "modifiers": "list[str]", "while": int, "claim": bool, "templates": "list[list[list[float]]]", "rotation": float,
    "score": float, "exclusive": "list[Gesture]", "simultaneous": "list[Gesture]", "sequence": "list[Gesture]", "within": int,
    "name": str, "priority": str}, total=False)
_Region = TypedDict("_Region", {
    "parent": str, "mask": str, "enabled": bool, "slop": float, "gestures": "list[Gesture]", "tracking": str,
    "suppressesTapWhileCoasting": bool, "slopWhileCoasting": float}, total=False)
_Device = TypedDict("_Device", {
    "reach": float, "output": str, "calibration": "list[float]", "lastFrame": int, "suspendedBy": str}, total=False)
_DeviceBase = TypedDict("_DeviceBase", {
    "id": str, "name": str, "node": str, "kind": str, "width": float, "height": float, "sizeSource": str, "protocol": str,
    "slots": int, "rotation": int, "mirror": str, "grabbed": bool, "filtered": bool, "active": bool, "contacts": int,
    "overruns": int, "landings": int, "ghosts": int, "gaps": int})
_Event = TypedDict("_Event", {
    "output": str, "region": str, "name": str, "path": "list[int]", "stage": int, "stages": int, "modifiers": "list[str]",
    "x": float, "y": float, "points": Vector, "inside": bool, "count": int, "run": int, "decided": int, "axis": str,
    "direction": str, "edge": str, "section": str, "translation": Vector, "velocity": Vector, "scale": float,
    "scaleVelocity": float, "rotation": float, "rotationVelocity": float, "score": float, "contact": int, "pressure": float,
    "major": float, "active": bool}, total=False)
_EventBase = TypedDict("_EventBase", {
    "sequence": int, "gesture": int, "kind": str, "phase": str, "device": str, "time": int, "fingers": int})
State = TypedDict("State", {
    "instance": str, "subscription": str, "paused": bool, "locked": bool, "contacts": int, "devices": "list[Device]"})


class Region(_Region):
    """A part of the device with gestures of its own."""
    name: str
    rectangle: Rectangle


class Device(_DeviceBase, _Device):
    """A touchscreen or touchpad in use."""


class Event(_EventBase, _Event):
    """One step of a gesture."""


class Item(TypedDict, total=False):
    """One of these, from a stream."""
    # The first item after each connection. Events and gestures are numbered from 1 again.
    state: State
    event: Event
    # The reason why there is no connection, once until the next state. Treat gestures in progress as cancelled.
    disconnected: Exception


# MARK: Calls


class Error(Exception):
    """An error that the service replied with; "InvalidReply" if it did not send a Varlink reply."""

    def __init__(self, name: str, parameters: dict[str, Any]) -> None:
        super().__init__(name, parameters)
        self.name, self.parameters = name, parameters

    def __str__(self) -> str:
        parameters = self.parameters
        if "expected" in parameters:
            column = f", column {parameters['column']}" if "column" in parameters else ""
            hint = f" (did you mean '{parameters['hint']}'?)" if "hint" in parameters else ""
            place = parameters.get("parameter", self.name.rpartition(".")[2])
            text = f"{place}{column}: expected {parameters['expected']}{hint}"
        else:
            values = ", ".join(f"{key} {value}" for key, value in parameters.items())
            text = self.name.rpartition(".")[2] + (f": {values}" if values else "")
        # The text can contain characters that control a terminal.
        return "".join(character if character.isprintable() else "?" for character in text)


class Service:
    """The service that listens at a socket. The functions of this module use the one at `SOCKET`.

    Each method raises `Error` if the service refuses the call, and `OSError` if there is no connection.
    """

    def __init__(self, path: str | os.PathLike[str] = SOCKET) -> None:
        self.path = os.fspath(path)

    def call(self, method: str, /, **parameters: Any) -> dict[str, Any]:
        """Calls a method, for example "GetStatus", and returns the parameters of its reply."""
        with contextlib.closing(self._replies(_message(method, parameters, more=False))) as replies:
            return next(replies)

    def call_more(self, method: str, /, **parameters: Any) -> Generator[dict[str, Any], None, None]:
        """Calls a method that can reply more than once (Lock, Record, RecordLast), and yields the parameters of each reply."""
        return self._replies(_message(method, parameters, more=True))

    def subscribe(self, /, **parameters: Any) -> Generator[Event, None, None]:
        """Yields the events of a subscription, as `stream` does."""
        with contextlib.closing(self.stream(**parameters)) as items:
            for item in items:
                if "event" in item:
                    yield item["event"]

    async def subscribe_async(self, /, **parameters: Any) -> AsyncGenerator[Event, None]:
        """Does the same for asyncio."""
        items = self.stream_async(**parameters)
        try:
            async for item in items:
                if "event" in item:
                    yield item["event"]
        finally:
            await items.aclose()

    def stream(self, /, **parameters: Any) -> Generator[Item, None, None]:
        """Subscribes, and yields the state, events, and losses of the connection.

        It waits for a service that is not running, and connects again after each loss. Closing the generator disconnects.
        """
        call, course = _message("Subscribe", parameters, more=True), _Course()
        while True:
            try:
                with contextlib.closing(self._replies(call)) as replies:
                    for reply in replies:
                        yield from course.items(reply)
                raise _ended(self.path)
            except (Error, OSError) as error:
                if course.lose(error):
                    yield {"disconnected": error}
            time.sleep(course.pause())

    async def stream_async(self, /, **parameters: Any) -> AsyncGenerator[Item, None]:
        """Does the same for asyncio."""
        import asyncio  # Here, because it takes other programs time and memory.
        call, course = _message("Subscribe", parameters, more=True), _Course()
        loop = asyncio.get_running_loop()
        while True:
            try:
                with self._socket() as connection:
                    connection.setblocking(False)
                    await loop.sock_connect(connection, self.path)
                    with contextlib.suppress(ConnectionError):
                        await loop.sock_sendall(connection, call)
                    reader, continues = _Reader(self.path), True
                    while continues:
                        for reply, continues in reader.replies(await loop.sock_recv(connection, 65536)):
                            for item in course.items(reply):
                                yield item
                    raise _ended(self.path)
            except (Error, OSError) as error:
                if course.lose(error):
                    yield {"disconnected": error}
            await asyncio.sleep(course.pause())

    def _replies(self, call: bytes) -> Generator[dict[str, Any], None, None]:
        """Yields the parameters of the replies to a call, on a connection of its own."""
        with self._socket() as connection:
            connection.connect(self.path)
            # The service can have sent the reason before it closed the connection.
            with contextlib.suppress(ConnectionError):
                connection.sendall(call)
            reader, continues = _Reader(self.path), True
            while continues:
                for reply, continues in reader.replies(connection.recv(65536)):
                    yield reply

    @contextlib.contextmanager
    def _socket(self) -> Generator[socket.socket, None, None]:
        """A socket whose errors name its path."""
        with socket.socket(socket.AF_UNIX) as connection:
            try:
                yield connection
            except OSError as error:
                if error.errno is not None:
                    error.filename = self.path
                raise


def _message(method: str, parameters: dict[str, Any], more: bool) -> bytes:
    if "." not in method:
        method = f"org.gestured.{'Gestures' if method in _GESTURES else 'Control'}.{method}"
    call = {"method": method, "parameters": parameters, "more": more}
    return json.dumps(call, allow_nan=False).encode() + b"\0"


class _Reader:
    """Splits received bytes into replies."""

    def __init__(self, path: str) -> None:
        self.path, self.waiting = path, bytearray()

    def replies(self, part: bytes) -> Generator[tuple[Any, bool], None, None]:
        """Yields the parameters of each reply that is complete, and whether more replies follow."""
        if not part:
            raise _ended(self.path)
        first, *others = part.split(b"\0")
        self.waiting += first
        for other in others:
            yield self.reply()
            self.waiting = bytearray(other)
        if len(self.waiting) > LARGEST_MESSAGE:
            self.reply()

    def reply(self) -> tuple[Any, bool]:
        with contextlib.suppress(ValueError, RecursionError):
            reply = json.loads(self.waiting.decode()) if len(self.waiting) <= LARGEST_MESSAGE else None
            if isinstance(reply, dict) and isinstance(reply.get("parameters", {}), dict):
                if isinstance(reply.get("error"), str):
                    raise Error(reply["error"], reply.get("parameters", {}))
                if "error" not in reply:
                    return reply.get("parameters", {}), reply.get("continues") is True
        raise Error("InvalidReply", {"parameter": self.path, "expected": "a Varlink reply of at most 1 MiB"})


def _ended(path: str) -> OSError:
    return ConnectionResetError(errno.ECONNRESET, "the service closed the connection", path)


class _Course:
    """One subscription over several connections: when to connect again, and what the program knows."""

    def __init__(self) -> None:
        self.is_away, self.next_pause = False, _PAUSES[0]

    def items(self, reply: Any) -> list[Any]:
        if "state" in reply:
            self.is_away, self.next_pause = False, _PAUSES[0]
        # Later versions of the service can send others.
        return [reply] if "state" in reply or "event" in reply else []

    def lose(self, error: Error | OSError) -> bool:
        """Returns whether this is news for the program. Raises the error if connecting again cannot solve it."""
        if not _can_pass(error):
            raise error
        is_new, self.is_away = not self.is_away, True
        return is_new

    def pause(self) -> float:
        pause, self.next_pause = self.next_pause, min(2 * self.next_pause, _PAUSES[1])
        return pause


def _can_pass(error: Error | OSError) -> bool:
    """Returns whether the same call can succeed later."""
    if isinstance(error, Error):
        return error.name == "org.gestured.Gestures.LimitExceeded" and error.parameters.get("limit") in _PASSING_LIMITS
    # If the queue of the socket is full, asyncio takes that for a connection: ENOTCONN.
    return isinstance(error, (BlockingIOError, ConnectionError, FileNotFoundError)) or error.errno == errno.ENOTCONN


_service = Service()
call, call_more = _service.call, _service.call_more
subscribe, subscribe_async = _service.subscribe, _service.subscribe_async
stream, stream_async = _service.stream, _service.stream_async
