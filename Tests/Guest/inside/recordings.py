"""Recordings by gesturectl."""

import contextlib
import signal
import subprocess

from harness import expect


@contextlib.contextmanager
def recording(path, *arguments):
    """Runs gesturectl record."""
    recorder = subprocess.Popen(['gesturectl', 'record', *arguments, '-o', path], stderr=subprocess.PIPE, text=True)
    expect('recording' in recorder.stderr.readline(), 'gesturectl does not record')
    yield
    recorder.send_signal(signal.SIGINT)
    expect(recorder.wait(timeout=20) == 0, f'record: exit status {recorder.returncode}')


def events_in(path):
    """The events of a recording as (type, code, value)."""
    with open(path) as file:
        events = [line.split() for line in file if line.startswith('E:')]
    return [(int(kind, 16), int(code, 16), int(value)) for _, _, kind, code, value, *_ in events]
