"""Completions for bash and zsh."""
import os
import pathlib
import pty
import re
import select
import shlex
import subprocess

import pytest

from touches import evemu, tap

PROJECT = pathlib.Path(__file__).parents[2]
# Asks for completions with the variables that bash sets when a key is pressed.
BASH = """
    . /usr/share/bash-completion/bash_completion
    . {file}
    COMP_LINE={line} COMP_POINT=${{#COMP_LINE}}
    eval "COMP_WORDS=($COMP_LINE)"
    [[ $COMP_LINE != *' ' ]] || COMP_WORDS+=('')
    COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
    compopt() {{ :; }}
    _gesturectl
    printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def completed_by_bash(line, folder):
    script = BASH.format(file=shlex.quote(str(PROJECT / "completions" / "gesturectl.bash")), line=shlex.quote(line))
    ended = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True, timeout=20,
                           env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
    assert ended.returncode == 0 and not ended.stderr, ended.stderr
    return set(ended.stdout.split("\n")[:-1])


def completed_by_zsh(line, folder):
    """Types a line into zsh and reads the list that it shows."""
    child, terminal = pty.fork()
    if child == 0:
        path = f"{folder}:{os.environ['PATH']}"
        os.execvpe("zsh", ["zsh", "-f", "-i"], {**os.environ, "PATH": path, "TERM": "dumb", "COLUMNS": "200", "LINES": "500"})
    output = b""

    def until(mark):
        nonlocal output
        while mark not in output:
            assert select.select([terminal], [], [], 20)[0], f"no more output of zsh after {output!r}"
            output += os.read(terminal, 4096)
        result, _, output = output.partition(mark)
        return result.decode()

    try:
        # The marks are split so that their echo does not count as a mark.
        os.write(terminal, (
            f"fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D; PS1=; unsetopt prompt_sp\n"
            "zstyle ':completion:*' verbose no; LISTMAX=0; bindkey '^T' list-choices\n"
            "mark() print E''ND; zle -N mark; bindkey '^G' mark\n"
            "zle-line-init() print -n REA''DY; zle -N zle-line-init\n").encode())
        until(b"READY")
        os.write(terminal, line.encode() + b"\x14\x07")
        shown = re.sub(r"\x1b\[\S*?[a-z]", "", until(b"END"))
        # zsh shows the typed line before and after the list.
        return set(shown.split()) - set(line.split())
    finally:
        os.close(terminal)
        os.waitpid(child, 0)


@pytest.fixture
def shell_folder(gesturectl, tmp_path):
    """A folder with gesturectl and its zsh completion."""
    (tmp_path / "gesturectl").symlink_to(gesturectl)
    (tmp_path / "_gesturectl").symlink_to(PROJECT / "completions" / "gesturectl.zsh")
    return tmp_path


def test_bash_completes_every_command_and_option(help_options, shell_folder):
    commands = help_options.keys() - {None}
    assert completed_by_bash("gesturectl ", shell_folder) - help_options[None] == commands
    for command in commands:
        assert completed_by_bash(f"gesturectl {command} -", shell_folder) == help_options[command] | help_options[None], command


def test_zsh_completes_every_command_and_option(help_options, shell_folder):
    commands = help_options.keys() - {None}
    assert completed_by_zsh("gesturectl ", shell_folder) == commands
    for command in commands:
        shown = completed_by_zsh(f"gesturectl {command} -", shell_folder)
        assert shown == help_options[command] | help_options[None] | {"-h"}, command


@pytest.mark.parametrize("completed", [completed_by_bash, completed_by_zsh])
def test_completes_the_ids_of_devices(completed, start, gesturectl, shell_folder):
    service = start(recording=evemu(tap(0)))
    [device] = service.devices()["devices"]
    program = shell_folder / "gesturectl"
    program.unlink()
    program.write_text(f"#!/bin/sh\nexec {gesturectl} --socket {service.socket} \"$@\"\n")
    program.chmod(0o755)
    front, _, end = device["id"].partition(":")
    assert completed("gesturectl grab ", shell_folder) == {device["id"]}
    # A colon ends a word in bash, which completes only the rest.
    rest = end if completed is completed_by_bash else device["id"]
    assert completed(f"gesturectl monitor --devices {front}:", shell_folder) == {rest}


@pytest.mark.parametrize("completed", [completed_by_bash, completed_by_zsh])
def test_device_names_are_not_run_by_the_shell(completed, gesturectl, shell_folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program = shell_folder / "gesturectl"
    program.unlink()
    program.write_text(
        "#!/bin/sh\n"
        f"[ $1 = devices ] || exec {gesturectl} \"$@\"\n"
        "echo '  id        1:2@$(touch${IFS}run)`touch${IFS}run`/*'\n")
    program.chmod(0o755)
    # A chosen completion is one quoted word.
    [offered] = completed("gesturectl grab ", shell_folder)
    if completed is completed_by_bash:
        assert shlex.split(offered) == ["1:2@$(touch${IFS}run)`touch${IFS}run`/*"]
    completed("gesturectl monitor --devices 1:", shell_folder)
    assert not os.path.exists("run")


@pytest.mark.parametrize("completed", [completed_by_bash, completed_by_zsh])
@pytest.mark.parametrize("line, words", [
    ("gesturectl transform Phone --mirror ", {"none", "horizontal", "vertical"}),
    ("gesturectl transform Phone --mirror=h", {"horizontal"}),
    ("gesturectl monitor --phases ended,c", {"changed", "cancelled"}),
    ("gesturectl lock --until=ho", {"hold"}),
    ("gesturectl --socket /s help mon", {"monitor"}),
])
def test_completes_words_of_the_command_table(completed, line, words, shell_folder):
    shown = {word.rpartition(",")[2].rpartition("=")[2] for word in completed(line, shell_folder)}
    assert {word for word in shown if word} == words
