"""Examples/fleet: many kiosks publish their gestures to a real broker, which restarts in the middle."""
import contextlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time

import pytest

from service import Client, until
from touches import drag, evemu

FOLDER = pathlib.Path(__file__).parents[2] / "Examples" / "fleet"
# The packages of the system, among them paho.
PYTHON = "/usr/bin/python3"
MISSING = (not os.path.exists("/usr/sbin/mosquitto")
           or subprocess.run([PYTHON, "-c", "import paho.mqtt.client"], capture_output=True).returncode != 0)
pytestmark = [pytest.mark.slow, pytest.mark.extra, pytest.mark.skipif(MISSING, reason="mosquitto or python3-paho-mqtt is missing")]
KIOSKS = 50
# One swipe each 200 ms.
SWIPES = 60
RECORDING = evemu(sum((drag(200 * number, (500, 500), (700, 500), 100) for number in range(SWIPES)), []), lead=1000)


class Broker:
    """A mosquitto that keeps messages for clients that are away, and over its own restart."""

    def __init__(self, folder, access="allow_anonymous true\n"):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.configuration = folder / "mosquitto.conf"
        self.configuration.write_text(
            f"listener {self.port} 127.0.0.1\n{access}persistence true\npersistence_location {folder}/\n"
            "max_queued_messages 100000\n" + ("user root\n" if os.geteuid() == 0 else ""))
        self.start()

    def start(self):
        self.process = subprocess.Popen(["/usr/sbin/mosquitto", "-c", self.configuration], stderr=subprocess.DEVNULL)

        def listens():
            with socket.socket() as connection:
                return connection.connect_ex(("127.0.0.1", self.port)) == 0

        until(listens, "the broker listens")

    def stop(self):
        """Stops it as systemd does: it saves its sessions."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Listener:
    """A mosquitto_sub: the messages of all kiosks by topic, in the order in which they came. The broker keeps them for it."""

    def __init__(self, broker):
        self.topics = {}
        self.process = subprocess.Popen(
            ["mosquitto_sub", "-p", str(broker.port), "-t", "kiosks/#", "-q", "1", "-c", "-i", "listener", "-F", "%t %r %p"],
            stdout=subprocess.PIPE, text=True)
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def read(self):
        for line in self.process.stdout:
            topic, retained, message = line.split(" ", 2)
            self.topics.setdefault(topic, []).append(json.loads(message))

    def status(self, name):
        return self.topics.get(f"kiosks/{name}/status", [{}])[-1]

    def sequences(self, name):
        return [event["sequence"] for event in self.events(name)]

    def events(self, name):
        return self.topics.get(f"kiosks/{name}/gestures", [])

    def stop(self):
        self.process.kill()
        self.thread.join()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def broker(tmp_path):
    with Broker(tmp_path) as broker:
        yield broker


@pytest.fixture
def listener(broker):
    listener = Listener(broker)
    yield listener
    listener.stop()


@pytest.fixture
def publish(broker):
    """Starts the example for a kiosk."""
    processes = []

    def publish(name, service, *options):
        processes.append(subprocess.Popen(
            [PYTHON, FOLDER / "gestured-mqtt", "127.0.0.1", "--port", str(broker.port), "--name", name, "--socket", service.socket,
             "--gestures", '[{"kind": "swipe"}]', *options], stderr=subprocess.DEVNULL))
        return processes[-1]

    yield publish
    for process in processes:
        process.kill()
        process.wait()


def test_no_gesture_of_fifty_kiosks_is_lost_when_the_broker_restarts(start, broker, listener, publish):
    services = [start(recording=RECORDING) for _ in range(KIOSKS)]
    for number, service in enumerate(services):
        publish(f"kiosk{number}", service)
    names = [f"kiosk{number}" for number in range(KIOSKS)]
    until(lambda: all(len(listener.sequences(name)) > 5 for name in names), "gestures of all kiosks", 60)
    broker.stop()
    before = sum(len(set(listener.sequences(name))) for name in names)
    # The kiosks go on while the broker is away.
    for service in services[:5]:
        until(lambda: service.status()["events"] >= 40, "more gestures", 60)
    broker.start()
    until(lambda: all(len(set(listener.sequences(name))) == SWIPES for name in names), "all gestures of all kiosks", 60)
    after = [listener.sequences(name) for name in names]
    assert before < KIOSKS * SWIPES
    assert [sorted(set(sequences)) for sequences in after] == [list(range(1, SWIPES + 1))] * KIOSKS
    assert all(listener.status(name)["online"] and listener.status(name)["lost"] == 0 for name in names)
    print(f"{before} events before the restart, {sum(map(len, after))} in all, of which "
          f"{sum(map(len, after)) - KIOSKS * SWIPES} twice")


def test_the_status_says_whether_kiosk_and_service_are_there(start, broker, listener, publish):
    service = start(recording=RECORDING)
    kiosk = publish("lobby", service)
    until(lambda: listener.status("lobby").get("service"), "the service is there")
    [device] = listener.status("lobby")["devices"]
    assert device["name"] == "Phone"
    service.kill()
    until(lambda: not listener.status("lobby")["service"], "the service is gone")
    assert listener.status("lobby")["online"]
    service.launch()
    until(lambda: listener.status("lobby")["service"], "the service is there again")
    kiosk.kill()
    until(lambda: listener.status("lobby") == {"online": False}, "the last will")
    # Retained: whoever subscribes later learns it at once.
    late = subprocess.run(
        ["mosquitto_sub", "-p", str(broker.port), "-t", "kiosks/+/status", "-C", "1", "-W", "10", "-F", "%r %p"],
        capture_output=True, text=True)
    assert late.stdout == '1 {"online": false}\n'


def test_pauses_and_devices_that_come_and_go_reach_the_status(start_with_devices, devices, broker, listener, publish):
    devices.add(1, name="Panel")
    service = start_with_devices()
    publish("lobby", service)
    until(lambda: listener.status("lobby").get("devices"), "the panel")
    assert not {"active", "contacts", "lastFrame"} & set(listener.status("lobby")["devices"][0])
    service.control("Pause")
    devices.remove(1)
    until(lambda: listener.status("lobby")["devices"] == [] and listener.status("lobby")["paused"], "both changes", 40)


def test_events_of_each_run_have_a_later_stream(start, broker, listener, publish):
    service = start(recording=RECORDING)
    first = publish("lobby", service)
    until(lambda: len(listener.events("lobby")) > 2, "gestures")
    first.kill()
    first.wait()
    # It plays the recording from the beginning.
    service.kill()
    service.launch()
    publish("lobby", service)

    def keys():
        return [(event["stream"], event["sequence"]) for event in listener.events("lobby")]

    until(lambda: len({stream for stream, _ in keys()}) == 2, "gestures of the second run", 30)
    assert keys() == sorted(keys())


def test_a_full_queue_refuses_events_and_counts_them(start, broker, listener, publish):
    service = start(recording=RECORDING)
    publish("lobby", service, "--queue", "10")
    until(lambda: listener.sequences("lobby"), "gestures")
    broker.stop()
    until(lambda: service.status()["events"] == SWIPES, "all gestures", 60)
    broker.start()
    until(lambda: listener.status("lobby").get("lost", 0) > 0, "the count of lost events", 40)
    lost = listener.status("lobby")["lost"]
    until(lambda: len(set(listener.sequences("lobby"))) == SWIPES - lost, "all others")


@pytest.mark.parametrize("options, text", [
    (["--gestures", '[{"kind": "swpie"}]'], "InvalidParameter"),
    (["--gestures", "[{"], "argument --gestures: invalid JSON value"),
    (["--queue", "40001"], "argument --queue: invalid queue value: '40001'"),
    (["--queue", "0"], "argument --queue: invalid queue value: '0'"),
    (["--ca", "/missing"], "No such file or directory"),
])
def test_wrong_options_end_it_with_the_reason(options, text, start, broker):
    service = start(recording=RECORDING)
    ended = subprocess.run(
        [PYTHON, FOLDER / "gestured-mqtt", "127.0.0.1", "--port", str(broker.port), "--socket", service.socket, *options],
        capture_output=True, text=True, timeout=30)
    assert ended.returncode > 0
    # The broker can accept the connection before or after that.
    assert text in ended.stderr and "Traceback" not in ended.stderr


def log(port, service, *options, environment={}):
    """Starts the example for a test that reads its log."""
    return subprocess.Popen(
        [PYTHON, FOLDER / "gestured-mqtt", "127.0.0.1", "--port", str(port), "--socket", service.socket, *options],
        stderr=subprocess.PIPE, text=True, env={**os.environ, **environment})


def test_it_says_why_the_broker_cannot_be_reached(start, tmp_path):
    service = start(recording=RECORDING)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    kiosk = log(port, service)
    lines = {kiosk.stderr.readline() for _ in range(2)}
    assert lines == {f"gestured-mqtt: 127.0.0.1:{port}: cannot connect\n", f"gestured-mqtt: {service.socket}: subscribed\n"}
    kiosk.kill()
    kiosk.wait()


def test_a_wrong_password_is_named(start, tmp_path):
    (tmp_path / "passwords").write_text("kiosk:right\n")
    subprocess.run(["mosquitto_passwd", "-U", tmp_path / "passwords"], check=True)
    service = start(recording=RECORDING)
    with Broker(tmp_path, f"allow_anonymous false\npassword_file {tmp_path}/passwords\n") as broker:
        # Versions 1 and 2 of paho have different texts.
        for password, text in ("right", "Connection Accepted|Success"), ("wrong", "[Nn]ot authori[sz]ed"):
            kiosk = log(broker.port, service, "--user", "kiosk", environment={"MQTT_PASSWORD": password})
            lines = [kiosk.stderr.readline() for _ in range(2)]
            assert any(re.match(f"gestured-mqtt: 127.0.0.1:{broker.port}: .*({text})", line) for line in lines), lines
            kiosk.kill()
            kiosk.wait()


CONNACK, PUBACK = b"\x20\x02\x00\x00", b"\x40\x02"
# What each hostile broker sends to a client once it has connected, again and again until the client leaves.
BROKERS = {
    "never answers": [],
    "refuses each client": [b"\x20\x02\x00\x05"],
    "sends garbage": [bytes(range(256)) * 64],
    "never ends a packet": [CONNACK, b"\x30\xff\xff\xff\x7f" + b"x" * 65536],
    "confirms what was never sent": [CONNACK, b"".join(PUBACK + bytes(divmod(number, 256)) for number in range(1, 65536))],
    "publishes to a client that has not subscribed": [CONNACK, b"\x30\x0b\x00\x01#\x1b]0;abcd" * 5000],
    "closes each connection": None,
}


class HostileBroker:
    """A broker that sends the same bytes to each client."""

    def __init__(self, attack):
        self.parts = BROKERS[attack]
        self.connections = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                self.connections += 1
                threading.Thread(target=self.answer, args=(client,), daemon=True).start()

    def answer(self, client):
        sent = 0
        with client, contextlib.suppress(OSError):
            client.settimeout(30)
            if self.parts is not None:
                client.recv(4096)
            # More than any program may keep in memory.
            while self.parts and sent < 24 << 20:
                for part in self.parts:
                    client.sendall(part)
                    sent += len(part)
            while self.parts is not None and client.recv(4096):
                pass


@pytest.mark.parametrize("attack", BROKERS)
def test_a_hostile_broker_takes_neither_the_program_nor_its_memory(attack, start):
    service = start(recording=RECORDING)
    with HostileBroker(attack) as broker, subprocess.Popen(
            [PYTHON, FOLDER / "gestured-mqtt", "127.0.0.1", "--port", str(broker.port), "--name", "a", "--socket", service.socket,
             "--gestures", '[{"kind": "swipe"}]', "--queue", "10"], stderr=subprocess.PIPE, text=True) as program:
        try:
            until(lambda: broker.connections, "it connects", 30)
            # It follows the service whatever the broker does.
            until(lambda: service.status()["events"] > 20 or program.poll() is not None, "events", 60)
            assert program.poll() is None
            status = pathlib.Path(f"/proc/{program.pid}/status").read_text()
            peak = int(re.search(r"VmHWM:\s+(\d+)", status)[1])
            assert peak < 100_000, f"{peak} kB"
        finally:
            program.kill()
        log = program.stderr.read()
    assert all(character.isprintable() or character == "\n" for character in log), log
    assert len(log.splitlines()) < 100, "it logs without limit"


@pytest.mark.parametrize("option, value", [
    ("--name", "a/b"), ("--name", "a+"), ("--name", "#"), ("--name", ""), ("--prefix", "kiosks/#"), ("--prefix", "+/a")])
def test_topics_that_subscribers_could_mistake_are_refused(option, value):
    ended = subprocess.run(
        [PYTHON, FOLDER / "gestured-mqtt", "127.0.0.1", option, value], capture_output=True, text=True, timeout=30)
    assert ended.returncode == 2 and f"argument {option}: invalid" in ended.stderr
