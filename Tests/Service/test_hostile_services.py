"""gesturectl and services that send what no service should."""
import subprocess

import pytest

from hostile_service import ATTACKS, MIB, HostileService

# The memory that a program may take, in bytes: for itself and one message, and with the JSON values of one.
LEAST, MOST_VALUES = 24 * MIB, 128 * MIB
COMMANDS = ["status", "devices", "monitor", "metrics", "reload"]


def run(command, memory):
    """Runs a program, which crashes if it needs more memory, and returns its exit code and what it wrote to standard error."""
    ended = subprocess.run(
        ["prlimit", f"--data={memory}", *command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, timeout=60)
    return ended.returncode, ended.stderr.decode(errors="replace")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("attack", ATTACKS)
def test_no_service_makes_a_command_crash_or_take_memory(attack, command, gesturectl):
    with HostileService(attack) as service:
        code, errors = run([gesturectl, "--socket", service.path, command], MOST_VALUES)
    assert code in (0, 1), errors[:1000]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("attack", ["a message that never ends", "a string that never ends"])
def test_a_message_that_never_ends_is_an_error(attack, command, gesturectl):
    with HostileService(attack) as service:
        code, errors = run([gesturectl, "--socket", service.path, command], LEAST)
    assert code == 1
    assert f"{service.path}: the service sent a message of more than {MIB} bytes" in errors
    # The chunk in which the limit is reached, and what the socket holds, come on top.
    assert service.taken[0] < 2 * MIB


@pytest.mark.parametrize("command", ["replay", "explain", "plot"])
@pytest.mark.parametrize("source, expected", [
    ("/dev/zero", ":1:1: expected"), ("yes", ":1:1: expected"), ("tr '\\0' '#'</dev/zero", ":1: longer")])
def test_an_endless_recording_is_refused_at_its_beginning(command, source, expected, gesturectl):
    if source.startswith("/"):
        code, errors = run([gesturectl, command, source], LEAST)
    else:
        code, errors = run(["sh", "-c", f"{source} | exec {gesturectl} {command} -"], LEAST)
    assert code == 1
    assert expected in errors


def test_a_recording_that_is_too_large_is_refused_unread(gesturectl, tmp_path):
    with open(tmp_path / "sparse", "w") as file:
        file.truncate(1 << 40)
    code, errors = run([gesturectl, "replay", tmp_path / "sparse"], LEAST)
    assert (code, errors) == (1, f"gesturectl: {tmp_path}/sparse: larger than {512 * MIB} bytes\n")


def test_the_service_does_not_start_with_an_endless_recording(gestured, private_options):
    code, errors = run([gestured, *private_options, "--recording", "/dev/zero"], LEAST)
    assert code == 1
    assert "/dev/zero:1:1: expected" in errors
