"""The order and the times of events: several devices, a service that runs late, clocks that are wrong."""
import signal
import time

from devices import DOWN, TAPPED, UP, past, tap_frames
from events import normalized, words
from service import Client
from touches import evemu, tap


def test_fingers_on_several_devices_stay_apart_and_in_order_of_time(start_with_devices, devices):
    devices.add(1)
    devices.add(2)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe()
        running.suspend()
        begin = past()
        devices.play_while_suspended(1, (begin + 10_000, *DOWN), (begin + 30_000, *UP))
        devices.play_while_suspended(2, (begin, *DOWN), (begin + 20_000, *UP))
        running.process.send_signal(signal.SIGCONT)
        presses = [event for event in client.events(6) if event["kind"] == "press"]
    assert [(event["device"][-1], event["time"] - begin) for event in presses] == [
        ("2", 0), ("1", 10_000), ("2", 20_000), ("1", 30_000)]


def double_tap_while_held_up(client, running, devices, meanwhile=lambda: None):
    """Plays the second tap on device 1 while the service is stopped, which reads it long after every deadline."""
    while True:
        begin = time.monotonic_ns() // 1000 - 50_000
        devices.play(1, *tap_frames(begin))
        assert words(client.events(1)) == ["tap possible"]
        running.suspend()
        decided = client.waiting_events()
        if not decided:
            break
        # On a busy machine, the service was not stopped before the first tap was final.
        assert words(decided) == ["tap ended"]
        running.process.send_signal(signal.SIGCONT)
    meanwhile()
    devices.play_while_suspended(1, *tap_frames(begin + 200_000))
    time.sleep(1)
    running.process.send_signal(signal.SIGCONT)
    event = client.event()
    assert (event["phase"], event["count"], event["time"] - begin) == ("ended", 2, 250_000)


def test_a_delayed_service_still_recognizes_a_double_tap(start_with_devices, devices):
    devices.add(1)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "tap"}, {"kind": "tap", "count": 2}])
        double_tap_while_held_up(client, running, devices)


def test_unplugging_one_device_does_not_decide_a_tap_on_another(start_with_devices, devices):
    devices.add(1)
    devices.add(2)
    running = start_with_devices()
    with Client(running.socket) as client:
        client.subscribe(gestures=[{"kind": "tap"}, {"kind": "tap", "count": 2}])
        double_tap_while_held_up(client, running, devices, meanwhile=lambda: devices.remove(2))


def test_a_time_in_the_future_counts_as_now(start_with_devices, devices):
    """A device may use another clock. Its touches must not wait until their time has come."""
    devices.add(1)
    with Client(start_with_devices().socket) as client:
        client.subscribe()
        devices.play(1, *tap_frames(past() + 3_600_000_000))
        events = client.events(4)
        assert words(events) == TAPPED
        assert all(event["time"] <= time.monotonic_ns() // 1000 for event in events)


def test_times_that_go_back_count_as_the_latest(start_with_devices, devices):
    devices.add(1)
    with Client(start_with_devices().socket) as client:
        client.subscribe(gestures=[{"kind": "press"}])
        begin = past()
        devices.play(1, (begin, *DOWN), (begin - 100_000, *UP), *tap_frames(begin - 20_000))
        events = client.events(4)
    assert words(events) == ["press began", "press ended"] * 2
    assert [event["time"] - begin for event in events] == [0, 0, 0, 30_000]


def test_a_delayed_service_recognizes_the_same_gestures(start, replayed):
    recording = evemu(tap(0) + tap(250) + tap(1000) + tap(1500))
    service = start(recording=recording)
    with Client(service.socket) as client:
        client.subscribe()
        client.event()
        # Until all touches and deadlines are past.
        service.suspend()
        time.sleep(2.5)
        service.process.send_signal(signal.SIGCONT)
        service.wait_for_log("the recording is over")
        events = client.waiting_events()
    assert normalized(events) == normalized(replayed(recording)[1:])
