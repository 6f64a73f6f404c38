"""Tests that the programs do the same on another architecture as on this machine: pytest Tests/Foreign --arch ARCH"""
import pathlib
import subprocess
import sys

import pytest

PROJECT = pathlib.Path(__file__).parents[2]
# Recordings made from touches, and clients.
sys.path.append(str(PROJECT / "Tests" / "Service"))


def pytest_addoption(parser):
    parser.addoption("--arch", required=True, choices=["arm64", "armhf", "riscv64"], help="the architecture")


@pytest.fixture(scope="session")
def arch(request):
    return request.config.getoption("--arch")


@pytest.fixture(scope="session")
def foreign_command(arch):
    """Returns the command that runs a program of the other architecture."""
    return lambda program: [PROJECT / "scripts" / "run-foreign", arch, PROJECT / ".build" / arch / "release" / program]


@pytest.fixture(scope="session")
def run_here():
    def run_here(program, *arguments, **options):
        return run([PROJECT / ".build" / "embedded" / "release" / program], arguments, options)

    return run_here


@pytest.fixture(scope="session")
def run_there(foreign_command):
    def run_there(program, *arguments, **options):
        return run(foreign_command(program), arguments, options)

    return run_there


def run(command, arguments, options):
    return subprocess.run([*command, *arguments], **{"capture_output": True, "timeout": 300, **options})


@pytest.fixture(scope="session")
def assert_same(run_here, run_there):
    """Asserts that a program ends with the same exit status and the same output on both, and returns how it ended."""
    def assert_same(program, *arguments, **options):
        here, there = (run(program, *arguments, **options) for run in (run_here, run_there))
        assert there.returncode == here.returncode, there.stderr
        assert there.stderr == here.stderr
        # Lists of lines, of which pytest shows the first that differs.
        assert there.stdout.splitlines() == here.stdout.splitlines()
        return here

    return assert_same
