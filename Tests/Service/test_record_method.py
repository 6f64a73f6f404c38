"""org.gestured.Control.Record."""

from devices import DOWN, DROPPED, RECORDING_HEAD, UP, past, tap_frames, used
from service import CONTROL, Client, until


def recording(client, device="Mock"):
    """Starts a recording and returns its first part."""
    reply = client.call(f"{CONTROL}.Record", {"device": device}, more=True)
    assert reply["continues"], reply
    return reply["parameters"]["text"]


def parts(client, last):
    """Returns the text up to a line with this end."""
    text = ""
    while not text.endswith(last):
        reply = client.receive()
        assert reply["continues"]
        text += reply["parameters"]["text"]
    return text


def test_rejects_calls_that_cannot_record(devices, start_with_devices, start):
    devices.add(1)
    with Client(start_with_devices().socket) as client:
        record = f"{CONTROL}.Record"
        assert client.call(record, {"device": "Mock"})["error"] == "org.varlink.service.ExpectedMore"
        assert client.call(record, {}, more=True)["parameters"]["parameter"] == "device"
        assert client.call(record, {"device": "Other"}, more=True) == {
            "error": f"{CONTROL}.DeviceNotFound", "parameters": {"device": "Other"}}
    with Client(start().socket) as client:
        assert client.call(record, {"device": "Mock"}, more=True)["error"] == f"{CONTROL}.DeviceNotFound"


def test_each_client_gets_the_events_since_its_call(devices, start_with_devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as first, Client(running.socket) as second:
        assert recording(first).startswith(RECORDING_HEAD)
        begin = past()
        devices.play(1, *tap_frames(begin))
        running.status()
        assert recording(second).startswith(RECORDING_HEAD)
        devices.play(1, (begin + 100_000, (3, 0x39, 9)))
        assert parts(first, "0.100000 0003 0039 9\nE: 0.100000 0000 0000 0\n").startswith("E: 0.000000 0003 002f 0\n")
        assert parts(second, "0000 0000 0\n") == "E: 0.000000 0003 0039 9\nE: 0.000000 0000 0000 0\n"


def test_records_lost_events_and_those_of_a_pause_as_lost(devices, start_with_devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client:
        recording(client)
        begin = past()
        devices.play(1, (begin, *DOWN), (begin + 20_000, *DROPPED))
        text = parts(client, "0.020000 0000 0000 0\n")
        assert text.count("0000 0003 0\n") == 1
        running.control("Pause")
        devices.play(1, (begin + 30_000, *UP), (begin + 40_000, *DOWN))
        running.control("Resume")
        text = parts(client, "0.040000 0000 0000 0\n")
        assert text.startswith("E: 0.040000 0000 0003 0\n") and "0.040000 0003 0039 100\n" in text
        devices.play(1, (begin + 50_000, *UP))
        assert parts(client, "0000 0000 0\n") == "E: 0.050000 0003 002f 0\nE: 0.050000 0003 0039 -1\nE: 0.050000 0000 0000 0\n"


def test_the_recording_ends_with_its_device_and_the_connection_stays(devices, start_with_devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client:
        recording(client)
        client.send({"method": "org.gestured.Gestures.GetStatus"})
        devices.remove(1)
        assert client.receive() == {"parameters": {"text": ""}}
        assert client.receive()["parameters"]["clients"] == 1


def test_a_client_that_leaves_leaves_nothing_behind(devices, start_with_devices):
    devices.add(1)
    running = start_with_devices()
    descriptors = running.descriptors(clients=0)
    for _ in range(3):
        with Client(running.socket) as client:
            recording(client)
            devices.play(1, *tap_frames(past()))
            client.receive()
    assert running.descriptors(clients=0) == descriptors
    devices.play(1, *tap_frames(past()))
    assert used(running)


def test_a_client_that_does_not_read_is_dropped_and_others_stay(devices, start_with_devices):
    devices.add(1)
    running = start_with_devices("[limits]\nqueue-size = 16384\n")
    with Client(running.socket) as client, Client(running.socket) as other:
        recording(client)
        other.subscribe(gestures=[{"kind": "touch"}], phases=["ended"])

        def played():
            """Plays a tap with many events. Its end shows that the service has read all of them."""
            begin = past()
            devices.play(1, (begin, *DOWN, *[(3, 0x35, 2000 + number) for number in range(100)]), (begin, *UP))
            return other.event()["phase"] == "ended"

        until(lambda: played() and running.status()["droppedClients"], "it is dropped", timeout=60)
        assert played()
        while (reply := client.receive()) and "error" not in reply:
            pass
        assert reply["error"] == "org.gestured.Gestures.LimitExceeded"
        assert client.receive() is None
    assert "does not read" in running.log()
