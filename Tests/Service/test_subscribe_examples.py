"""Examples/subscribe: the same program in each language, built as its first comment says and run against the service."""
import os
import pathlib
import re
import shutil
import signal
import subprocess

import pytest

from hostile_service import MIB, HostileService
from service import until
from touches import drag, evemu

PROJECT = pathlib.Path(__file__).parents[2]
FOLDER = PROJECT / "Examples" / "subscribe"
FILES = sorted(path for path in FOLDER.iterdir() if path.stem.startswith("swipes"))
BUILDS = dict(re.findall(r"^\| \[(.*?)\].*\| `(.*)` \|$", (FOLDER / "README.md").read_text(), re.M))
# Begins late enough for all programs, which connect again after a second.
SWIPES = evemu(drag(0, (500, 500), (700, 500), 100) + drag(600, (900, 900), (900, 500), 100, fingers=3), lead=3000)
LINES = ["swipe right 1\n", "swipe up 3\n"]

pytestmark = pytest.mark.extra
each = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)


# Commands that succeed if what an example needs is installed.
NEEDS = {
    "swipes.sh": "jq --version", "swipes.mjs": "node --version", "swipes.go": "go version", "swipes.rs": "rustc --version",
    "swipes.c": "pkg-config json-c", "swipes.cpp": "pkg-config Qt6Network",
    "swipes-gtk.py": "which Xvfb && /usr/bin/python3 -c 'import gi; gi.require_version(\"Gtk\", \"4.0\")'",
}


@pytest.fixture
def installed(path):
    command = NEEDS.get(path.name, "true")
    if subprocess.run(command, shell=True, capture_output=True).returncode:
        pytest.skip(f"fails: {command}")


@pytest.fixture(scope="session")
def display():
    """The name of an X server without a screen; empty if Xvfb is not installed."""
    if not shutil.which("Xvfb"):
        yield ""
        return
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "640x480x24", "-nolisten", "tcp"], pass_fds=[write],
        stderr=subprocess.DEVNULL)
    os.close(write)
    with open(read) as numbers:
        yield ":" + numbers.readline().strip()
    server.kill()
    server.wait()


@pytest.fixture(scope="session")
def command(tmp_path_factory):
    """The command that runs an example, which is built as the table in README.md says."""
    def command(path):
        if path.name not in BUILDS:
            return ["env", f"PYTHONPATH={PROJECT / 'Python'}", path]
        folder = tmp_path_factory.mktemp("example")
        shutil.copy(path, folder)
        subprocess.run(
            BUILDS[path.name], shell=True, check=True, cwd=folder, env={**os.environ, "GOCACHE": str(folder / "cache")})
        return [folder / "swipes"]

    return command


@pytest.mark.slow
@each
def test_prints_swipes_and_comes_back_after_a_restart(path, installed, command, start, gesturectl, display):
    service = start(recording=SWIPES)
    environment = {
        **os.environ, "PATH": f"{gesturectl.parent}:{os.environ['PATH']}", "DISPLAY": display, "GDK_BACKEND": "x11",
        "GSK_RENDERER": "cairo"}
    with subprocess.Popen(
            [*command(path), service.socket], stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True) as example:
        try:
            for run in "first", "after a restart":
                until(lambda: service.status()["subscriptions"] or example.poll() is not None, f"it subscribes, {run}", 30)
                assert [example.stdout.readline() for _ in LINES] == LINES, run
                service.kill()
                service.launch()
        finally:
            os.killpg(example.pid, signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.parametrize("path", [path for path in FILES if path.name != "swipes-gtk.py"], ids=lambda path: path.name)
def test_a_refused_request_ends_it_with_the_reason(path, installed, command, start, gesturectl, tmp_path):
    service = start(recording=SWIPES)
    wrong = tmp_path / path.name
    wrong.write_text(re.sub(r"((?:notation|--gestures)\W+)swipe", r"\1swpie", path.read_text()))
    wrong.chmod(0o755)
    environment = {**os.environ, "PATH": f"{gesturectl.parent}:{os.environ['PATH']}"}
    ended = subprocess.run([*command(wrong), service.socket], env=environment, capture_output=True, text=True, timeout=30)
    assert ended.returncode > 0
    assert re.search(r"hint\W+swipe|\(swipe\)|did you mean 'swipe'", ended.stderr), ended.stderr
    assert "panic" not in ended.stderr and "Traceback" not in ended.stderr


@pytest.mark.slow
@each
def test_does_not_read_a_message_that_never_ends(path, installed, command, gesturectl, display):
    environment = {
        **os.environ, "PATH": f"{gesturectl.parent}:{os.environ['PATH']}", "DISPLAY": display, "GDK_BACKEND": "x11",
        "GSK_RENDERER": "cairo"}
    program = command(path)
    with HostileService("a message that never ends") as service, subprocess.Popen(
            [*program, service.path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment,
            start_new_session=True) as example:
        try:
            until(lambda: service.taken, "it closes the connection", 30)
        finally:
            os.killpg(example.pid, signal.SIGKILL)
    # What the socket holds comes on top of the limit.
    assert service.taken[0] < 2 * MIB


@pytest.mark.slow
@pytest.mark.parametrize("path", [FOLDER / "swipes.py", FOLDER / "swipes.mjs"], ids=lambda path: path.name)
def test_prints_nothing_that_controls_a_terminal(path, installed, command):
    with HostileService("text that controls a terminal") as service:
        ended = subprocess.run([*command(path), service.path], capture_output=True, text=True, timeout=30)
    assert ended.returncode == 1 and ended.stdout == "swipe ?[31m?left?? 1\n"
    assert ended.stderr.startswith("?]0;title?") and not any(character in ended.stderr for character in "\x1b\x07\r")


@each
def test_is_short(path):
    assert len(path.read_text().splitlines()) <= 40


def test_every_language_has_an_example():
    assert {path.name for path in FILES} == {
        "swipes.sh", "swipes.py", "swipes.mjs", "swipes.c", "swipes.go", "swipes.rs", "swipes.cpp", "swipes-gtk.py"}
