"""End-to-end tests of gestured and gesturectl: pytest Tests/Service --binaries DIR [-m "not slow"]"""
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys

import pytest

from busy_service import BUSY, Witness
from devices import EmulatedDevices, is_umockdev_available
from events import assert_stream
from service import Service, replay, until

WEB = pathlib.Path(__file__).parents[2] / "Examples" / "web"


def pytest_addoption(parser):
    parser.addoption("--binaries", required=True, type=pathlib.Path, help="the folder of gestured and gesturectl")
    parser.addoption("--load-seconds", default=5, type=int, help="the duration of the touches in test_load.py")


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes more than five seconds")
    config.addinivalue_line("markers", "extra: needs a browser, another language, or another program that only scripts/test-all installs")


@pytest.fixture(scope="session")
def gestured(request):
    return executable(request, "gestured")


@pytest.fixture(scope="session")
def gesturectl(request):
    return executable(request, "gesturectl")


def executable(request, name):
    path = (request.config.getoption("--binaries") / name).resolve()
    assert shutil.which(path), f"{path} is not a program: build it first"
    if machine(path) != machine(sys.executable):
        pytest.skip("needs programs for this machine")
    return path


def machine(program):
    """The processor that a program is for, as its ELF header has it."""
    with open(program, "rb") as file:
        return file.read(20)[18:]


@pytest.fixture
def load_seconds(request):
    return request.config.getoption("--load-seconds")


@pytest.fixture(autouse=True)
def deadline(load_seconds):
    """Fails a test that takes too long."""
    limit = 80 + 10 * load_seconds

    def fail(*_):
        raise TimeoutError(f"the test took more than {limit} s")

    signal.signal(signal.SIGALRM, fail)
    signal.alarm(limit)
    yield
    signal.alarm(0)


@pytest.fixture
def bridge():
    """Starts Examples/web's bridge to a service, from a folder with its files, and returns its port."""
    processes = []

    def bridge(service, *options, folder=WEB, node=()):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        processes.append(subprocess.Popen(
            ["node", *node, folder / "bridge.mjs", "--port", str(port), "--socket", service.socket, *options],
            stdout=subprocess.PIPE, text=True))
        assert processes[-1].stdout.readline() == f"bridge: http://127.0.0.1:{port}/\n"
        return port

    bridge.processes = processes
    yield bridge
    for process in processes:
        assert process.poll() is None, "the bridge has ended"
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.fixture
def start(gestured, tmp_path):
    """Starts services, each in a folder of its own, and ends them after the test."""
    services = []

    def start(*options, **more):
        folder = tmp_path / f"service{len(services)}"
        folder.mkdir()
        services.append(Service(gestured, folder, *options, **more))
        return services[-1]

    yield start
    for service in services:
        if service.process.returncode is None:
            with service:
                pass


@pytest.fixture(scope="session")
def umockdev():
    if not is_umockdev_available():
        pytest.skip("umockdev or its bindings for the system's Python are missing (python3-gi, gir1.2-umockdev-1.0)")


@pytest.fixture
def devices(umockdev):
    """Emulated input devices, none at first."""
    with EmulatedDevices() as devices:
        yield devices


@pytest.fixture
def start_with_devices(devices, start):
    """Starts the service on the emulated devices. It ends before they do."""
    return lambda configuration="": start(environment=devices.environment, configuration=configuration)


@pytest.fixture
def replayed(gesturectl, tmp_path):
    """The events that gesturectl replay finds in a recording."""
    def replayed(recording, *options):
        path = tmp_path / "replayed.evemu"
        path.write_text(recording)
        return replay(gesturectl, path, *options)

    return replayed


@pytest.fixture
def start_busy_service(start, replayed):
    """Starts a service that plays touches to a witness. At the end of the test the witness must have got all events."""
    witnesses = []

    def start_busy_service(**more):
        service = start(recording=BUSY, **more)
        witnesses.append(Witness(service.socket))
        until(lambda: witnesses[-1].events, "the stream begins")
        return service

    yield start_busy_service
    for witness in witnesses:
        witness.sees_more()
        witness.end()
        assert_stream(witness.events, replayed(BUSY)[:witness.events[-1]["sequence"]])


@pytest.fixture
def busy_service(start_busy_service):
    return start_busy_service()


@pytest.fixture
def run_gestured(gestured):
    """Runs gestured, which is expected to end by itself; output and errors are text."""
    def run(*arguments, **options):
        return subprocess.run([gestured, *arguments], **{"capture_output": True, "text": True, "timeout": 10, **options})

    return run


@pytest.fixture
def private_options(tmp_path):
    """Options by which gestured reads an empty configuration and listens in the folder of the test."""
    (tmp_path / "empty.conf").write_text("")
    return ["--config", tmp_path / "empty.conf", "--socket", tmp_path / "socket"]


@pytest.fixture
def run_gesturectl(gesturectl):
    """Runs gesturectl to its end; output and errors are text."""
    def run(*arguments, **options):
        return subprocess.run(
            [gesturectl, *arguments], **{"capture_output": True, "text": True, "timeout": 60, **options})

    return run


@pytest.fixture(scope="session")
def help_options(gesturectl):
    """The options of each command in the help of gesturectl; under None, those that every command takes."""
    def printed(*arguments, pattern):
        text = subprocess.run([gesturectl, *arguments], capture_output=True, text=True, check=True).stdout
        return re.findall(pattern, text, re.M)

    commands = printed("--help", pattern=r"^  ([a-z][a-z-]*)")
    options = {command: set(printed("help", command, pattern=r"^  (-[a-z-]+)")) for command in commands}
    options[None] = set(printed("--help", pattern=r"^  (?:-h, )?(--[a-z-]+)"))
    assert {"status", "monitor"} <= options.keys() and "--json" in options["monitor"] and "--socket" in options[None]
    return options
