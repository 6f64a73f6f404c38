"""Messages that are too large. Other clients must not be affected."""
import contextlib

import pytest

from busy_service import STATUS, assert_closed
from service import GESTURES, Client


def send_all(client, data):
    """Sends until the service closes the connection."""
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        client.send(data)


def test_rejects_a_mebibyte_without_an_end(busy_service):
    with Client(busy_service.socket) as client:
        send_all(client, b"x" * (1 << 20))
        assert client.receive() == {
            "error": f"{GESTURES}.LimitExceeded", "parameters": {"limit": "messageSize", "maximum": 131072}}
        assert_closed(client)


def test_a_mebibyte_of_garbage_with_ends_closes_the_connection(busy_service):
    with Client(busy_service.socket) as client:
        send_all(client, (b"x" * 1023 + b"\0") * 1024)
        assert client.receive()["error"] == "org.gestured.Gestures.InvalidMessage"
        assert_closed(client)


@pytest.mark.slow
def test_a_gibibyte_takes_no_memory(busy_service):
    """Each connection sends until the service closes it."""
    peak, sent = busy_service.number("VmHWM"), 0
    while sent < 1 << 30:
        with Client(busy_service.socket) as client, contextlib.suppress(BrokenPipeError, ConnectionResetError):
            while True:
                sent += client.socket.send(b"x" * (1 << 20))
    assert busy_service.number("VmHWM") <= peak + 1024


@pytest.mark.parametrize("value, count", [(b"{}", 4094), (b"[]", 4094), (b"1", 8189), (b'""', 8189)],
                         ids=["objects", "arrays", "numbers", "strings"])
def test_rejects_too_many_values_before_they_cost_time_or_memory(value, count, busy_service):
    def call(values):
        return b'{"method": "org.gestured.Gestures.GetStatus", "parameters": {"x": [%s]}}\0' % b",".join([value] * values)

    with Client(busy_service.socket) as client:
        memory = busy_service.number("VmRSS")
        for _ in range(20):
            client.send(call(count))
            # Parsed, and only then refused.
            assert client.receive()["parameters"]["parameter"] == "x"
        assert busy_service.number("VmHWM") <= memory + 16 * 1024
        client.send(call(count + 1))
        assert client.receive()["parameters"] == {"limit": "values", "maximum": 8192}
        assert_closed(client)


def test_rejects_a_million_regions(start):
    regions = b'{"method": "%s", "more": true, "parameters": {"subscription": "x", "regions": [' + b"0," * 999_999 + b"0]}}\0"
    with Client(start().socket) as client:
        send_all(client, regions % b"org.gestured.Gestures.Subscribe")
        assert client.receive()["parameters"] == {"limit": "messageSize", "maximum": 131_072}
        assert_closed(client)
    with Client(start(configuration="[limits]\nmessage-size = 16777216\n").socket) as client:
        send_all(client, regions % b"org.gestured.Gestures.SetRegions")
        assert client.receive()["parameters"] == {"limit": "values", "maximum": 8192}
        assert_closed(client)


@pytest.mark.parametrize("configuration, limit", [("", 256), ("[limits]\nregions = 3\n", 3), ("[limits]\nregions = 300\n", 300)])
def test_accepts_regions_up_to_the_limit(configuration, limit, start_busy_service):
    def regions(count):
        """Each region has every field."""
        name = "n" * 60
        return [{"name": f"{name}{number:04}", "rectangle": {"x": 1 / 3, "y": 1 / 7, "width": 1 / 3, "height": 1 / 7},
                 **({"parent": f"{name}0000"} if number else {}), "mask": "subviews", "tracking": "reenter", "enabled": False,
                 "slop": 12.5, "suppressesTapWhileCoasting": True, "slopWhileCoasting": 30.5, "gestures": [{"kind": "tap"}]}
                for number in range(count)]

    service = start_busy_service(configuration=configuration)
    with Client(service.socket) as client, Client(service.socket) as other:
        refused = {"error": f"{GESTURES}.LimitExceeded", "parameters": {"limit": "regions", "maximum": limit}}
        if limit < 300:
            assert client.call("Subscribe", {"regions": regions(limit + 1)}, more=True) == refused
        name = client.subscribe(regions=regions(min(limit, 256)))["subscription"]
        assert other.call("SetRegions", {"subscription": name, "regions": [{}] * (limit + 1)}) == refused
        assert other.call("SetRegions", {"subscription": name, "regions": regions(min(limit, 256))}) == {"parameters": {}}


def test_accepts_a_call_as_large_as_the_limit(start_busy_service):
    service = start_busy_service(configuration="[limits]\nmessage-size = 2048\n")
    with Client(service.socket) as client:
        client.send(STATUS[:-1] + b" " * (2048 - len(STATUS) + 1) + b"\0")
        assert client.receive()["parameters"]["clients"] == 2


def test_rejects_a_call_above_the_limit(start_busy_service):
    service = start_busy_service(configuration="[limits]\nmessage-size = 2048\n")
    with Client(service.socket) as client:
        client.send(STATUS[:-1] + b" " * (2048 - len(STATUS) + 2) + b"\0")
        assert client.receive()["parameters"] == {"limit": "messageSize", "maximum": 2048}
        assert_closed(client)
