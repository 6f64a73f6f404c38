"""Python/gestured.py, the module for programs in Python: blocking and with asyncio."""
import ast
import asyncio
import contextlib
import json
import pathlib
import re
import socket
import sys
import threading
import typing

import pytest
from varlink import scanner

from hostile_service import ATTACKS, MIB, STATE, HostileService
from idl import described
from service import CONTROL, GESTURES, until
from touches import drag, evemu, tap

PROJECT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(PROJECT / "Python"))

import gestured as client  # noqa: E402

TAP = [{"kind": "tap"}]


class Blocking:
    """The items of `stream`, or the events of `subscribe`."""

    def __init__(self, path, name="stream", /, **parameters):
        self.items = getattr(client.Service(path), name)(**parameters)

    def __next__(self):
        return next(self.items)

    def close(self):
        self.items.close()


class Asynchronous:
    """The same with asyncio, in an event loop that runs while an item is awaited."""

    def __init__(self, path, name="stream", /, **parameters):
        self.loop = asyncio.new_event_loop()
        self.items = getattr(client.Service(path), f"{name}_async")(**parameters)

    def __next__(self):
        return self.loop.run_until_complete(self.items.__anext__())

    def close(self):
        if not self.loop.is_closed():
            self.loop.run_until_complete(self.items.aclose())
            self.loop.close()


@pytest.fixture(params=[Blocking, Asynchronous])
def subscribe(request):
    """Subscribes, and disconnects after the test."""
    with contextlib.ExitStack() as stack:
        yield lambda *arguments, **parameters: stack.enter_context(contextlib.closing(request.param(*arguments, **parameters)))


@contextlib.contextmanager
def answering(path, *answers):
    """Listens at `path`. Each connection gets the next of the answers to its call, and is then closed."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        listener.settimeout(10)

        def serve():
            for answer in answers:
                with listener.accept()[0] as connection:
                    connection.recv(65536)
                    connection.sendall(answer)

        server = threading.Thread(target=serve)
        server.start()
        try:
            yield
        finally:
            server.join()


def error(name, **parameters):
    return json.dumps({"error": name, "parameters": parameters}).encode() + b"\0"


# MARK: Subscriptions


def test_yields_the_state_and_then_events(start, subscribe):
    items = subscribe(start(recording=evemu(tap(0) + tap(150))).socket, gestures=[*TAP, {"kind": "tap", "count": 2}])
    assert next(items)["state"]["devices"][0]["name"] == "Phone"
    events = [next(items)["event"] for _ in range(2)]
    assert [(event["phase"], event["count"]) for event in events] == [("possible", 1), ("ended", 2)]


def test_subscribe_yields_events_only(start, subscribe):
    events = subscribe(start(recording=evemu(drag(0, (500, 500), (700, 500), 100))).socket, "subscribe", notation="swipe right 1 finger")
    assert next(events)["direction"] == "right"


@pytest.mark.parametrize("parameters, member", [
    ({"gestures": [{"kind": "swipe", "finger": [3]}]}, r"gestures\[0\]\.finger\b"),
    ({"gestures": [{"kind": "tap", "area": {"x": 0, "y": 0, "width": 1, "hight": 1}}]}, r"gestures\[0\]\.area\.hight\b"),
    ({"gesture": TAP}, r"gesture\b"), ({"notation": "swipe lefft"}, r"notation, column 7\b"),
    ({"self": 1}, r"self\b"),
    ({"method": 1}, r"method\b"),
])
def test_an_unknown_member_is_refused_and_named(parameters, member, start, subscribe):
    with pytest.raises(client.Error) as refused:
        next(subscribe(start(recording=evemu(tap(0))).socket, **parameters))
    assert refused.value.name == "org.varlink.service.InvalidParameter"
    assert re.match(f"{member}.*: expected ", str(refused.value)), refused.value


def test_a_value_without_json_is_an_error_before_anything_is_sent(subscribe):
    for value, kind in (float("nan"), ValueError), ({1}, TypeError):
        with pytest.raises(kind):
            next(subscribe("/nonexistent/socket", thresholds={"slop": value}))


def test_connects_again_after_a_restart(start, subscribe):
    service = start(recording=evemu(tap(0)))
    items = subscribe(service.socket, gestures=TAP)
    instances = []
    for _ in range(2):
        instances.append(next(items)["state"]["instance"])
        assert next(items)["event"]["sequence"] == 1
        service.kill()
        reason = next(items)["disconnected"]
        assert isinstance(reason, ConnectionResetError) and str(service.socket) in str(reason)
        service.launch()
    assert next(items)["state"]["instance"] not in instances and len(set(instances)) == 2


def test_subscribe_continues_after_a_restart(start, subscribe):
    service = start(recording=evemu(tap(0)))
    events = subscribe(service.socket, "subscribe", gestures=TAP)
    assert next(events)["sequence"] == 1
    service.kill()
    service.launch()
    assert next(events)["sequence"] == 1


def test_waits_for_a_service_that_is_not_running(start, subscribe, tmp_path):
    path = tmp_path / "service0" / "socket"
    items = subscribe(path, gestures=TAP)
    reason = next(items)["disconnected"]
    assert isinstance(reason, FileNotFoundError) and str(path) in str(reason)
    start(recording=evemu(tap(0)))
    assert "state" in next(items) and "event" in next(items)


def test_a_path_at_which_no_service_can_listen_is_an_error(subscribe):
    with pytest.raises(NotADirectoryError, match="/dev/null/socket"):
        next(subscribe("/dev/null/socket"))


@pytest.mark.parametrize("limit", client._PASSING_LIMITS)
def test_a_limit_that_others_have_reached_is_tried_again(limit, subscribe, tmp_path):
    passing = error(f"{GESTURES}.LimitExceeded", limit=limit, maximum=1)
    with answering(tmp_path / "socket", passing, passing, STATE):
        items = subscribe(tmp_path / "socket")
        reason = next(items)["disconnected"]
        assert (reason.parameters["limit"], str(reason)) == (limit, f"LimitExceeded: limit {limit}, maximum 1")
        assert "state" in next(items)


@pytest.mark.parametrize("name, parameters", [
    ("org.varlink.service.InvalidParameter", {"parameter": "gestures", "expected": "a list"}),
    ("org.varlink.service.PermissionDenied", {"needs": "positions"}),
    (f"{GESTURES}.LimitExceeded", {"limit": "messageSize", "maximum": 1}),
    (f"{GESTURES}.LimitExceeded", {"limit": ["queueSize"]}),
])
@pytest.mark.parametrize("first", [b"", STATE], ids=["at once", "in the stream"])
def test_another_error_ends_the_subscription(name, parameters, first, subscribe, tmp_path):
    with answering(tmp_path / "socket", first + error(name, **parameters)):
        items = subscribe(tmp_path / "socket")
        if first:
            assert "state" in next(items)
        with pytest.raises(client.Error) as refused:
            next(items)
        assert (refused.value.name, refused.value.parameters) == (name, parameters)


def test_a_call_that_is_too_large_is_refused(start, subscribe):
    # The service closes the connection before it has read the call.
    service = start(configuration="[limits]\nmessage-size = 4096\n")
    with pytest.raises(client.Error, match="LimitExceeded: limit messageSize, maximum 4096"):
        next(subscribe(service.socket, gestures=[{"kind": "tap", "name": "x" * MIB}]))


def test_the_end_of_a_stream_counts_as_a_lost_connection(subscribe, tmp_path):
    with answering(tmp_path / "socket", b'{"parameters":{"state":{}}}\0', STATE):
        items = subscribe(tmp_path / "socket")
        assert "state" in next(items)
        assert f"closed the connection: '{tmp_path}/socket'" in str(next(items)["disconnected"])
        assert next(items)["state"]["instance"] == "a"


def test_skips_replies_of_later_versions(subscribe, tmp_path):
    with answering(tmp_path / "socket", b'{"parameters":{"news":1},"continues":true}\0' + STATE):
        assert next(subscribe(tmp_path / "socket"))["state"]["instance"] == "a"


def test_the_passing_limits_are_those_of_gesturectl():
    text = (PROJECT / "Sources/GestureProtocol/Varlink/VarlinkError.swift").read_text()
    cases = re.search(r"var isPassing: Bool \{\s*switch self \{\s*case ([^:]*):\s*true\b", text)[1]
    assert sorted(client._PASSING_LIMITS) == sorted(re.findall(r"\.(\w+)", cases))


def test_the_pauses_double_until_a_state_comes():
    course = client._Course()
    assert [course.pause() for _ in range(7)] == [0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0]
    course.items({"state": {}})
    assert course.pause() == 0.1


def test_closing_disconnects_at_once(start, subscribe):
    service = start(recording=evemu(tap(0)))
    events = subscribe(service.socket, "subscribe", gestures=TAP)
    next(events)
    assert service.status()["subscriptions"] == 1
    events.close()
    until(lambda: service.status()["clients"] == 1, "the client is gone", timeout=2)


def test_cancelling_a_task_disconnects_at_once(start):
    service = start(recording=evemu(tap(0)))

    async def run():
        received = asyncio.Event()

        async def program():
            async for _ in client.Service(service.socket).subscribe_async(gestures=TAP):
                received.set()

        task = asyncio.create_task(program())
        await received.wait()
        # The only event has come: the task waits for the next one.
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        until(lambda: service.status()["clients"] == 1, "the client is gone", timeout=2)

    asyncio.run(run())


# MARK: What no service should send


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_service_makes_a_program_fail_otherwise(attack, subscribe):
    with HostileService(attack) as service, contextlib.suppress(client.Error):
        items = subscribe(service.path)
        for _ in range(20):
            if "disconnected" in next(items):
                break
        items.close()


@pytest.mark.parametrize("attack", ["a message that never ends", "a string that never ends"])
def test_a_message_that_never_ends_is_an_error(attack, subscribe):
    with HostileService(attack) as service:
        with pytest.raises(client.Error, match=f"{service.path}: expected a Varlink reply of at most 1 MiB") as refused:
            next(subscribe(service.path))
        assert refused.value.name == "InvalidReply"
        until(lambda: service.taken, "it disconnects")
        # What the socket holds comes on top of the limit.
        assert service.taken[0] < 2 * MIB


@pytest.mark.parametrize("size, is_accepted", [(MIB, True), (MIB + 1, False)])
def test_a_message_has_at_most_1_mib(size, is_accepted, subscribe, tmp_path):
    start, end = b'{"parameters":{"state":"', b'"}}'
    with answering(tmp_path / "socket", start + b"x" * (size - len(start + end)) + end + b"\0"):
        items = subscribe(tmp_path / "socket")
        if is_accepted:
            assert "state" in next(items)
        else:
            with pytest.raises(client.Error, match="1 MiB"):
                next(items)


@pytest.mark.parametrize("garbage", [
    b"x\0", b"[]\0", b'"x"\0', b"\0", b'{"parameters":[1]}\0', b'{"error":{}}\0', b'{"error":"a","parameters":1}\0', b"\xff\0"])
def test_garbage_is_an_error(garbage, subscribe, tmp_path):
    with answering(tmp_path / "socket", garbage):
        with pytest.raises(client.Error, match="expected a Varlink reply") as refused:
            next(subscribe(tmp_path / "socket"))
        assert refused.value.name == "InvalidReply"


# MARK: Calls and errors


def test_call_returns_the_reply(start):
    service = start()
    called = client.Service(service.socket)
    assert called.call("GetStatus")["instance"] == service.status()["instance"]
    assert called.call("Pause") == {} and called.call("GetStatus")["paused"] is True
    assert called.call("org.varlink.service.GetInfo")["product"] == "gestured"


def test_call_more_yields_every_reply(start):
    called = client.Service(start().socket)
    lock = called.call_more("Lock", seconds=60)
    assert next(lock) == {"locked": True}
    called.call("Unlock")
    assert list(lock) == [{"locked": False}]


@pytest.mark.parametrize("method, parameters, message", [
    ("GetStatus", {"verbose": True}, "verbose.*: expected "),
    ("Grab", {"device": "none", "grab": True}, "DeviceNotFound: device none"),
    ("GetStatsu", {}, "MethodNotFound: method org.gestured.Control.GetStatsu"),
    ("Record", {"device": "none"}, "ExpectedMore"),
])
def test_a_refused_call_is_an_error(method, parameters, message, start):
    with pytest.raises(client.Error, match=message):
        client.Service(start().socket).call(method, **parameters)


def test_a_call_to_no_service_is_an_error_at_once(tmp_path):
    with pytest.raises(FileNotFoundError, match=str(tmp_path)):
        client.Service(tmp_path / "socket").call("GetStatus")
    with answering(tmp_path / "socket", b""), pytest.raises(ConnectionResetError, match="closed the connection"):
        client.Service(tmp_path / "socket").call("GetStatus")


def test_each_method_belongs_to_its_interface():
    found = 0
    for interface in GESTURES, CONTROL:
        text = (PROJECT / "Sources/GestureProtocol" / f"{interface}.varlink").read_text()
        for method in re.findall(r"^method (\w+)", text, re.M):
            assert json.loads(client._message(method, {}, more=False)[:-1])["method"] == f"{interface}.{method}"
            found += 1
    assert found > 10


@pytest.mark.parametrize("name, parameters, message", [
    ("org.varlink.service.InvalidParameter", {"parameter": "a", "expected": "b"}, "a: expected b"),
    ("org.varlink.service.InvalidParameter", {"parameter": "a", "expected": "b", "hint": "c"},
     "a: expected b (did you mean 'c'?)"),
    ("org.varlink.service.InvalidParameter", {"parameter": "a", "expected": "b", "column": 7}, "a, column 7: expected b"),
    ("org.gestured.Gestures.InvalidMessage", {"expected": "JSON", "column": 3}, "InvalidMessage, column 3: expected JSON"),
    ("org.varlink.service.PermissionDenied", {"needs": "control", "parameter": "gestures.claim"},
     "PermissionDenied: needs control, parameter gestures.claim"),
    ("org.gestured.Control.RecorderOff", {}, "RecorderOff"),
    ("a.\x1b[31m", {"b": "\u202e\r"}, "?[31m: b ??"),
])
def test_an_error_has_a_message_for_a_person(name, parameters, message):
    raised = client.Error(name, parameters)
    assert (raised.name, raised.parameters, str(raised)) == (name, parameters, message)


# MARK: The module


def python_type(kind):
    """The type in Python of a type in the interface."""
    match kind:
        case scanner._Maybe():
            return python_type(kind.element_type)
        case scanner._Array():
            return list[python_type(kind.element_type)]
        case scanner._CustomType():
            return getattr(client, kind.name)
        case _:
            return type(kind)


@pytest.mark.parametrize("name", ["Device", "Event", "Gesture", "Rectangle", "Region", "State", "Thresholds", "Vector"])
def test_a_type_has_the_members_of_the_interface(name, start):
    fields = described(start().socket).members[name].type.fields
    kind = getattr(client, name)
    assert typing.get_type_hints(kind) == {field: python_type(type) for field, type in fields.items()}
    assert kind.__optional_keys__ == {field for field, type in fields.items() if isinstance(type, scanner._Maybe)}


def test_the_socket_is_that_of_the_service():
    text = (PROJECT / "Sources/GestureProtocol/Varlink/Interfaces.swift").read_text()
    assert re.search(r'let defaultSocket = "(.*)"', text)[1] == client.SOCKET == client.Service().path


def test_python_3_9_can_parse_the_module():
    ast.parse(pathlib.Path(client.__file__).read_text(), feature_version=(3, 9))


def test_the_module_needs_only_the_standard_library():
    tree = ast.parse(pathlib.Path(client.__file__).read_text())
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names} | {
        node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert "socket" in imported and imported <= sys.stdlib_module_names
