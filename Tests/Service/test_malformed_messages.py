"""Messages that come in pieces or together, or are invalid. Other clients must not be affected."""
import json
import socket

import pytest

from busy_service import STATUS, assert_closed
from service import GESTURES, Client, until


# MARK: How bytes arrive


def test_several_calls_in_one_write_are_answered_in_order(busy_service):
    with Client(busy_service.socket) as client:
        calls = [{"method": f"{GESTURES}.Wink{number}"} for number in range(20)]
        client.send(b"".join(json.dumps(call).encode() + b"\0" for call in calls))
        for call in calls:
            assert client.receive()["parameters"] == {"method": call["method"]}


def test_accepts_a_call_byte_by_byte(busy_service):
    with Client(busy_service.socket) as client:
        for byte in STATUS:
            client.send(bytes([byte]))
        assert client.receive()["parameters"]["clients"] == 2


@pytest.mark.parametrize("length", [1, len(STATUS) // 2, len(STATUS) - 1])
def test_a_truncated_call_is_answered_with_an_error(busy_service, length):
    with Client(busy_service.socket) as client:
        client.send(STATUS[:length])
        client.socket.shutdown(socket.SHUT_WR)
        assert client.receive() == {
            "error": f"{GESTURES}.InvalidMessage", "parameters": {"expected": "a NUL byte at the end of the message"}}
        assert_closed(client)
    until(lambda: busy_service.status()["clients"] == 2, "it is forgotten")


def test_answers_a_client_that_has_shut_down_its_end(busy_service):
    with Client(busy_service.socket) as client:
        client.send(STATUS)
        client.socket.shutdown(socket.SHUT_WR)
        assert client.receive()["parameters"]["clients"] == 2


def test_ignores_calls_after_subscribe(busy_service):
    with Client(busy_service.socket) as client:
        client.subscribe()
        client.send(STATUS * 3)
        numbers = [event["sequence"] for event in client.events(50)]
        assert numbers == sorted(set(numbers)) and numbers[0] == 1


# MARK: Newlines


NO_NUL = {
    "error": f"{GESTURES}.InvalidMessage",
    "parameters": {"expected": "a NUL byte at the end of the message; a newline does not end it"}}


@pytest.mark.parametrize("message", [STATUS[:-1], b"hello", b" \n" + STATUS[:-1], b"[]"])
def test_a_newline_in_place_of_the_nul_is_answered(message, busy_service):
    with Client(busy_service.socket) as client:
        client.send(message + b"\n")
        assert client.receive() == NO_NUL
        assert_closed(client)


def test_a_newline_before_the_end_of_the_client_is_named(busy_service):
    with Client(busy_service.socket) as client:
        client.send(STATUS[:-1] + b"\n")
        client.socket.shutdown(socket.SHUT_WR)
        assert client.receive() == NO_NUL


def test_newlines_within_calls_and_before_the_nul_are_accepted(busy_service):
    with Client(busy_service.socket) as client:
        # The NUL comes later than the newline, and the newlines before it end parts that are no JSON yet.
        for part in (b'{"method":\n', b'"org.gestured.Gestures.GetStatus"\n', b"}\n"):
            client.send(part)
        client.send(b"\0")
        assert client.receive()["parameters"]["clients"] == 2


def test_a_message_that_has_begun_is_awaited_however_long_it_takes(busy_service):
    with Client(busy_service.socket) as slow, Client(busy_service.socket) as other:
        slow.send(b'{"method":\n')
        other.send(STATUS[:-1] + b"\n")
        # By now, the time in which the NUL had to follow is over for the first, too.
        assert other.receive() == NO_NUL
        slow.send(b'"org.gestured.Gestures.GetStatus"}\0')
        assert slow.receive()["parameters"]["clients"] >= 2


# MARK: Malformed calls


@pytest.mark.parametrize("message", [
    b"", b"{", b"hello", b"null", b"1", b'"text"', b"[]", b'[{"method": "org.gestured.Gestures.GetStatus"}]', b"{}",
    b'{"method": 1}', b'{"method": null}', b'{"method": ["org.gestured.Gestures.GetStatus"]}',
    b'{"method": "org.gestured.Gestures.GetStatus"', b'{"method": "org.gestured.Gestures.GetStatus"} x',
    b'{"method": "org.gestured.Gestures.GetStatus"}{}', b"{'method': 'org.gestured.Gestures.GetStatus'}",
    b'{"method": "org.gestured.Gestures.GetStatus", "more": 1}',
    b'{"method": "org.gestured.Gestures.GetStatus", "more": "true"}',
    b'{"method": "org.gestured.Gestures.GetStatus", "oneway": 0}',
    b'{"method": "org.gestured.Gestures.GetStatus", "parameters": []}',
    b'{"method": "org.gestured.Gestures.GetStatus", "parameters": "none"}',
    b'{"method": "org.gestured.Gestures.GetStatus\xff"}', b'{"\xc3\x28": 1}', b"\xff\xfe\xfd", bytes(range(1, 256)),
    b"[" * 8_000, b"[" * 8_000 + b"]" * 8_000, b'{"method":' * 5000, b'{"a":' * 8_000 + b"1" + b"}" * 8_000,
    b'{"method": "org.gestured.Gestures.GetStatus", "parameters": {"x": ' + b"[" * 8_000 + b"]" * 8_000 + b"}}",
    b'{"method": "org.gestured.Gestures.GetStatus", "parameters": {"x": NaN}}',
    b'{"method": "org.gestured.Gestures.GetStatus", "parameters": {"x": [-Infinity]}}',
    b'{"method\\u0000": "org.gestured.Gestures.GetStatus"}',
], ids=lambda message: repr(message[:48]))
def test_an_invalid_message_closes_the_connection(message, busy_service):
    with Client(busy_service.socket) as client:
        client.send(message + b"\0" + STATUS)
        reply = client.receive()
        assert reply["error"] == f"{GESTURES}.InvalidMessage" and reply["parameters"]["expected"]
        assert_closed(client)


@pytest.mark.parametrize(
    "method", ["", ".", "...", "x" * 60_000, "org.gestured.Gestures." + "\u0000" * 100, "é.\U0001f44b"],
    ids=lambda method: repr(method[:10]))
def test_the_error_names_an_unknown_method(method, busy_service):
    with Client(busy_service.socket) as client:
        reply = client.call(f"{GESTURES}.{method}")
        assert reply == {
            "error": f"org.varlink.service.{'MethodNotFound' if '.' not in method else 'InterfaceNotFound'}",
            "parameters": {"method": f"{GESTURES}.{method}"} if "." not in method
            else {"interface": f"{GESTURES}.{method}".rpartition(".")[0]}}


@pytest.mark.parametrize("number", [
    "1e400", "-1e400", "1e-400", "9" * 400, "-" + "9" * 400, "0." + "1" * 400, "1e18"], ids=lambda number: number[:6])
@pytest.mark.parametrize("parameters", [
    '{"thresholds": {"tapGap": %s}}', '{"gestures": [{"kind": "tap", "count": %s}]}'], ids=["threshold", "count"])
def test_rejects_a_number_out_of_range(parameters, number, busy_service):
    with Client(busy_service.socket) as client:
        call = f'{{"method": "{GESTURES}.Subscribe", "more": true, "parameters": {parameters % number}}}'
        client.send(call.encode() + b"\0")
        assert client.receive()["error"] == "org.varlink.service.InvalidParameter"
        assert client.call("GetStatus")["parameters"]["subscriptions"] == 1


def test_a_oneway_call_gets_no_reply(busy_service):
    with Client(busy_service.socket) as client:
        for method in (f"{GESTURES}.GetStatus", f"{GESTURES}.Subscribe", f"{GESTURES}.Wink",
                       "org.varlink.service.GetInfo", "org.example.Wink"):
            client.send({"method": method, "oneway": True})
        client.send({"method": f"{GESTURES}.Subscribe", "oneway": True, "more": True})
        assert client.call("GetStatus")["parameters"]["subscriptions"] == 1


@pytest.mark.parametrize("depth", [5, 12, 13, 14, 15, 16, 100, 4000])
def test_nested_compositions_are_accepted_or_rejected(depth, busy_service):
    inner = b'{"sequence": [' * depth + b'{"kind": "tap"}' + b"]}" * depth
    with Client(busy_service.socket) as client:
        client.send(
            b'{"method": "org.gestured.Gestures.Subscribe", "more": true, "parameters": {"gestures": [' + inner + b"]}}\0")
        reply = client.receive()
        assert "state" in reply["parameters"] or reply["error"] == "org.varlink.service.InvalidParameter" or reply == {
            "error": f"{GESTURES}.InvalidMessage",
            "parameters": {"expected": "at most 32 levels of arrays and objects", "column": reply["parameters"]["column"]}}
