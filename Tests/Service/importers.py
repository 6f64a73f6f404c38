"""The importers in Examples/import, and what gesturectl says of their results."""
import pathlib
import subprocess
import sys

import pytest

IMPORTERS = pathlib.Path(__file__).parents[2] / "Examples/import"
TOUCHEGG, LIBINPUT_GESTURES = IMPORTERS / "from-touchegg", IMPORTERS / "from-libinput-gestures"


def run(importer, content, *options):
    content = content if isinstance(content, bytes) else content.encode()
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, importer, *options, "-"], input=content, capture_output=True, env=environment, timeout=60)


@pytest.fixture
def translated(gesturectl, tmp_path):
    """Returns a function that translates a file, and has gesturectl check the result."""
    def translate(importer, content, *options):
        result = run(importer, content, *options)
        output = result.stdout.decode()
        assert (result.returncode, "Traceback" in result.stderr.decode()) == (0, False), result.stderr
        assert_accepted(gesturectl, output, tmp_path / "actions.conf")
        return output, result.stderr.decode()

    return translate


def assert_accepted(gesturectl, text, path):
    """Asserts that a text is a file for gesturectl actions, and returns its warnings."""
    path.write_text(text)
    path.chmod(0o600)
    checked = subprocess.run([gesturectl, "actions", "--check", "--config", path], capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0, f"{checked.stdout}{checked.stderr}\n{text}"
    return checked.stderr


def assert_possible(warnings):
    """Asserts that all gestures can be made, and only one at a time: each warning is about this machine."""
    assert "motion" not in warnings and "edge" not in warnings, warnings


def bindings(output):
    """Returns what follows the introduction."""
    return output.partition("\n\n")[2]
