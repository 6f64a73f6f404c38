"""A program on a terminal, whose screen can be read: tmux shows it in a session of its own."""
import os
import shlex
import subprocess

from service import until


class Tmux:
    """A terminal of this size with a shell that runs `command`, and then waits."""

    def __init__(self, folder, command, columns=80, rows=24, **environment):
        self.folder = folder
        self.socket = folder / "tmux"
        # The program must not depend on the settings of the person who runs the tests.
        kept = {key: value for key, value in os.environ.items() if key in ("PATH", "HOME", "ASAN_OPTIONS", "UBSAN_OPTIONS")}
        environment = {**kept, "LANG": "C.UTF-8", **environment}
        words = " ".join(shlex.quote(str(word)) for word in command)
        values = " ".join(f"{key}={shlex.quote(value)}" for key, value in environment.items())
        (folder / "script").write_text(f"trap : INT QUIT; stty -g > {folder}/before\n"
                                       f"env -i TERM=${{TERM:?}} {values} {words} 2> {folder}/errors\n"
                                       f"echo $? > {folder}/status.new; stty -g > {folder}/after\n"
                                       f"mv {folder}/status.new {folder}/status\n"
                                       "echo the program has ended; exec sleep 1000\n")
        self.run("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), f"sh {folder}/script",
                 environment={**kept, "LANG": "C.UTF-8", "TERM": "xterm-256color"})

    def run(self, *arguments, environment=None):
        return subprocess.run(["tmux", "-S", self.socket, *arguments], check=True, capture_output=True, text=True,
                              env=environment).stdout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.run("kill-server")

    def screen(self, *options):
        """The lines of the screen, without spaces at their ends."""
        return [line.rstrip() for line in self.run("capture-pane", "-p", *options).rstrip("\n").split("\n")]

    def press(self, *keys):
        self.run("send-keys", *keys)

    def resize(self, columns, rows):
        self.run("resize-window", "-x", str(columns), "-y", str(rows))

    def shows(self, text):
        """Waits until the screen contains a text, and returns its lines."""
        until(lambda: text in "\n".join(self.screen()), f"{text!r} on the screen: {self.screen()}")
        return self.screen()

    @property
    def is_alternate(self):
        return self.run("display-message", "-p", "#{alternate_on}").strip() == "1"

    @property
    def shows_cursor(self):
        return self.run("display-message", "-p", "#{cursor_flag}").strip() == "1"

    def pid(self, program):
        """The process of the program."""
        shell = self.run("display-message", "-p", "#{pane_pid}").strip()
        found = subprocess.run(["ps", "--ppid", shell, "-o", "pid=,comm="], capture_output=True, text=True).stdout
        [pid] = [int(line.split()[0]) for line in found.splitlines() if line.split()[1] == program]
        return pid

    def ended(self):
        """Waits for the end of the program and returns its status. The terminal has to be as it was before."""
        until(lambda: (self.folder / "status").exists(), f"the program ends: {self.screen()}")
        assert (self.folder / "before").read_text() == (self.folder / "after").read_text()
        until(lambda: not self.is_alternate, "the alternate screen is left")
        assert self.shows_cursor
        return int((self.folder / "status").read_text())

    def errors(self):
        return (self.folder / "errors").read_text()
