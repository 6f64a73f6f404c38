"""A terminal with a program in it, whose screen can be read."""
import os
import shlex
import shutil
import subprocess

import pytest

from service import until


class Screen:
    """A shell in a terminal of tmux. Its prompt is `$ `."""

    def __init__(self, folder, columns=80, rows=24, **environment):
        if not shutil.which("tmux"):
            pytest.skip("tmux is missing")
        self.tmux_command = ["tmux", "-S", str(folder / "tmux"), "-u", "-f", "/dev/null"]
        variables = {"PS1": "$ ", "LC_ALL": "C.UTF-8", "TERM": "tmux", **environment}
        shell = shlex.join(["env", *(f"{name}={value}" for name, value in variables.items()), "sh", "-i"])
        self.tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), shell)
        self.wait_for(["$"])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tmux("kill-server")

    def tmux(self, *arguments):
        # Without NO_COLOR, which the server and every program in it would inherit.
        environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TMUX")}
        environment["LC_ALL"] = "C.UTF-8"
        return subprocess.run([*self.tmux_command, *arguments], check=True, capture_output=True, text=True,
                              timeout=30, env=environment).stdout

    def run(self, *words):
        """Types a command that clears the screen first, so that neither the command nor an earlier one is there."""
        command = shlex.join(str(word) for word in words)
        self.tmux("send-keys", "-l", rf"printf '\33[2J\33[H'; {command}")
        self.tmux("send-keys", "Enter")

    def press(self, key):
        self.tmux("send-keys", key)

    def resize(self, columns, rows=24):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))
        terminal = os.open(self.tmux("display-message", "-p", "#{pane_tty}").strip(), os.O_RDONLY | os.O_NOCTTY)
        try:
            # tmux resizes its own screen first.
            until(lambda: os.get_terminal_size(terminal) == (columns, rows), "the size")
        finally:
            os.close(terminal)

    def lines(self, *options):
        """The rows of the screen, without the empty ones at the end. OPTIONS are those of tmux capture-pane."""
        return self.tmux("capture-pane", "-p", *options).rstrip("\n").splitlines()

    def wait_for(self, expected):
        """Waits until the screen has exactly these lines."""
        try:
            until(lambda: self.lines() == expected, "the screen")
        except AssertionError:
            assert self.lines() == expected
