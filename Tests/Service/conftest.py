"""End-to-end tests of gestured and gesturectl: pytest Tests/Service --binaries DIR [-m "not slow"]"""
import pathlib
import shutil
import signal
import subprocess

import pytest

from devices import EmulatedDevices, is_umockdev_available
from service import Service, replay


def pytest_addoption(parser):
    parser.addoption("--binaries", required=True, type=pathlib.Path, help="where gestured and gesturectl are")
    parser.addoption("--load-seconds", default=5, type=int, help="how long test_load.py touches")


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes more than five seconds")


@pytest.fixture(scope="session")
def gestured(request):
    return executable(request, "gestured")


@pytest.fixture(scope="session")
def gesturectl(request):
    return executable(request, "gesturectl")


def executable(request, name):
    path = (request.config.getoption("--binaries") / name).resolve()
    assert shutil.which(path), f"{path} is no program: build first"
    return path


@pytest.fixture
def load_seconds(request):
    return request.config.getoption("--load-seconds")


@pytest.fixture(autouse=True)
def deadline(load_seconds):
    """No test waits for ever."""
    limit = 80 + 10 * load_seconds

    def fail(*_):
        raise TimeoutError(f"the test took more than {limit} s")

    signal.signal(signal.SIGALRM, fail)
    signal.alarm(limit)
    yield
    signal.alarm(0)


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
def run_gesturectl(gesturectl):
    """Runs gesturectl to its end; output and errors are text."""
    def run(*arguments, **options):
        return subprocess.run(
            [gesturectl, *arguments], **{"capture_output": True, "text": True, "timeout": 60, **options})

    return run
