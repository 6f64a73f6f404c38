"""A program that talks to a person on a terminal."""
import os
import pty
import select
import signal
import subprocess
import time


class Dialogue:
    """A context manager for a program on a terminal of its own. Everything that it writes is in `text`."""

    def __init__(self, *command, **options):
        self.terminal, end = pty.openpty()
        self.process = subprocess.Popen(command, stdin=end, stderr=end, **{"stdout": end, **options})
        os.close(end)
        self.text = ""
        self.seen = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        os.close(self.terminal)

    def wait_for(self, *alternatives, timeout=20):
        """Waits until the program has written one of these texts, after that of the last call, and returns what it wrote up to
        its end."""
        end = time.monotonic() + timeout
        while not (found := [self.text.find(words, self.seen) + len(words) for words in alternatives
                             if words in self.text[self.seen:]]):
            assert self.read(end), f"no {alternatives} in {self.text[self.seen:]!r}"
        start, self.seen = self.seen, min(found)
        return self.text[start:self.seen]

    def read(self, end):
        """Returns whether the program has written more until then."""
        readable, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
        try:
            data = os.read(self.terminal, 65536) if readable else b""
        except OSError:  # no program has the terminal open
            data = b""
        self.text += data.decode().replace("\r\n", "\n")
        return bool(data)

    def type(self, line):
        os.write(self.terminal, line.encode() + b"\n")

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def end(self):
        """Waits for the end of the program, and returns its exit status and the rest of the text."""
        end = time.monotonic() + 20
        while self.read(end):
            pass
        status = self.process.wait(20)
        return status, self.text[self.seen:]
