"""What is installed beside the programs: manual pages, completions, units, the Debian package."""
import json
import os
import pathlib
import pty
import re
import select
import shlex
import subprocess

import pytest

from service import CONTROL, GESTURES, Client
from touches import evemu, tap

PROJECT = pathlib.Path(__file__).parents[2]


def page(name):
    return (PROJECT / "man" / f"{name}.scd").read_text()


# MARK: gestured.conf(5)


def shipped_keys():
    """(section, key, value) of gestured.conf, also of what is commented out."""
    section = None
    for line in (PROJECT / "gestured.conf").read_text().splitlines():
        if match := re.fullmatch(r"(?:# )?\[(\w+).*\]", line):
            section = match[1]
        elif match := re.fullmatch(r"(?:# )?([a-z-]+) = (.*)", line):
            yield section, match[1], match[2]


def described_keys():
    """(section, key, value, text) of gestured.conf(5); the value of an example is underlined there."""
    for section, body in re.findall(r"^# (\w+)[^\n]*\n(.*?)(?=^# )", page("gestured.conf.5"), re.M | re.S):
        for key, value, text in re.findall(r"^\*([a-z-]+)\* = (.*)\n((?:\t.*\n|\n(?=\t))+)", body, re.M):
            yield section.lower(), key, value.strip("_"), text.replace("_", "")


def test_the_page_of_the_configuration_has_every_key_with_its_default():
    # Users and groups have the same keys, described together.
    shipped = [("user" if section == "group" else section, key, value) for section, key, value in shipped_keys()]
    assert shipped and sorted(shipped) == sorted(key[:3] for key in described_keys())


@pytest.mark.parametrize("section, key, text", [
    # What is the name of a device, nobody can know before.
    pytest.param(section, key, text, id=f"{section} {key}")
    for section, key, _, text in described_keys() if (section, key) != ("haptics", "device")
])
def test_the_page_of_the_configuration_says_what_the_service_expects(section, key, text, gestured, tmp_path):
    name = {"device": "device X", "user": "user root"}.get(section, section)
    (tmp_path / "gestured.conf").write_text(f"[{name}]\n{key} =\n")
    ended = subprocess.run([gestured, "--config", tmp_path / "gestured.conf", "--socket", tmp_path / "socket"],
                           capture_output=True, text=True, timeout=20)
    assert ended.returncode == 78, ended.stderr
    expected = re.search(r'"": expected (.*)', ended.stderr)[1]
    if limits := re.search(r"([\d.]+) … ([\d.]+)", expected):
        assert f"{limits[1]} to {limits[2]}" in text
    elif " or " in expected:
        for value in re.split(r", | or ", expected):
            assert re.search(rf"\b{value}\b", text), f"{value} is not described"
    else:
        assert expected == "the name of a display, e.g. HDMI-A-1"


# MARK: gestured(8) and gestured-varlink(7)


def test_the_page_of_the_service_has_every_option(gestured):
    help_text = subprocess.run([gestured, "--help"], capture_output=True, text=True, check=True).stdout
    options = re.findall(r"^  (--[a-z-]+)", help_text, re.M)
    assert options and sorted(options) == sorted(re.findall(r"^\*(--[a-z-]+)\*", page("gestured.8"), re.M))


@pytest.mark.parametrize("interface", ["org.gestured.Gestures", "org.gestured.Control"])
def test_the_page_of_the_protocol_has_every_method_and_error(interface):
    text = (PROJECT / "Sources" / "GestureProtocol" / f"{interface}.varlink").read_text()
    methods, errors = (re.findall(rf"^{kind} (\w+)", text, re.M) for kind in ("method", "error"))
    described = page("gestured-varlink.7")
    section = re.search(rf"^# {interface.upper()}\n(.*?)^# ", described, re.M | re.S)[1]
    assert methods and sorted(methods) == sorted(re.findall(r"^\*(\w+)\*$", section, re.M))
    assert sorted(errors) == sorted(re.findall(rf"^_{re.escape(interface)}\.(\w+)_$", described, re.M))


def exchanges():
    """Each call of the page, and the error that it says there will be, or None."""
    for block in re.findall(r"^(\t?)```\n(.*?)^\1```$", page("gestured-varlink.7"), re.M | re.S):
        messages = block[1].split("\\\\0\n")
        if messages[0].lstrip().startswith('{"method"'):
            error = re.match(r'\s*{"error":"(.*?)"', messages[1])
            yield pytest.param(json.loads(messages[0]), error and error[1], id=json.loads(messages[0])["method"])


@pytest.mark.parametrize("call, error", list(exchanges()))
def test_what_the_page_of_the_protocol_sends_is_understood(call, error, start):
    with Client(start(recording=evemu(tap(0))).socket) as client:
        client.send(call)
        reply = client.receive()
        # The page is of another machine, and of one that reads real devices.
        elsewhere = [f"{GESTURES}.SubscriptionNotFound", f"{CONTROL}.DeviceNotFound", f"{CONTROL}.NotAvailable"]
        assert reply.get("error") in ([error] if error else [None, *elsewhere]), reply


# MARK: gesturectl(1) and completions


@pytest.fixture(scope="module")
def spoken(gesturectl):
    """The options of each command that the help has, and under None those that go with every command."""
    text = subprocess.run([gesturectl, "--help"], capture_output=True, text=True, check=True).stdout
    options, current = {None: set()}, []
    for line in text.splitlines():
        if match := re.match(r"  ([a-z][a-z-]*)", line):
            current = [match[1]]
            options[match[1]] = set()
        elif match := re.match(r"  (--[a-z-]+)", line):
            options[None].add(match[1])
        elif match := re.match(r"    +(-[a-z-]+)", line):
            for command in current:
                options[command].add(match[1])
        elif match := re.fullmatch(r"What to recognize, for (.*):", line):
            current = re.split(r", | and ", match[1])
    assert {"status", "monitor"} <= options.keys() and "--json" in options["monitor"] and "--socket" in options[None]
    return options


def test_the_page_of_gesturectl_has_every_command_and_option(spoken):
    described, command = {None: set()}, None
    for line in page("gesturectl.1").splitlines():
        if line.startswith("# WHAT TO RECOGNIZE"):
            command = ["monitor", "replay"]
        elif match := re.fullmatch(r"\*([a-z][a-z-]*)\*(?: \[?_\w+_\]?)*", line):
            command = [match[1]]
            described[match[1]] = set()
        elif match := re.match(r"\t*(?:\*-h\*, )?\*(-[a-z-]+)\*", line):
            for name in command or [None]:
                described[name].add(match[1])
    assert described == spoken


# bash-completion asks for what is typed in these, as bash does when a key is pressed.
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
    """Types into a zsh, and reads the list that it shows."""
    child, terminal = pty.fork()
    if child == 0:
        path = f"{folder}:{os.environ['PATH']}"
        os.execvpe("zsh", ["zsh", "-f", "-i"], {**os.environ, "PATH": path, "TERM": "dumb", "COLUMNS": "200", "LINES": "500"})
    output = b""

    def until(mark):
        nonlocal output
        while mark not in output:
            assert select.select([terminal], [], [], 20)[0], f"zsh says no more after {output!r}"
            output += os.read(terminal, 4096)
        result, _, output = output.partition(mark)
        return result.decode()

    try:
        # The echo of a mark must not be one, so there is a gap in it.
        os.write(terminal, (
            f"fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D; PS1=; unsetopt prompt_sp\n"
            "zstyle ':completion:*' verbose no; LISTMAX=0; bindkey '^T' list-choices\n"
            "mark() print E''ND; zle -N mark; bindkey '^G' mark\n"
            "zle-line-init() print -n REA''DY; zle -N zle-line-init\n").encode())
        until(b"READY")
        os.write(terminal, line.encode() + b"\x14\x07")
        shown = re.sub(r"\x1b\[\S*?[a-z]", "", until(b"END"))
        # What was typed is shown before and behind the list.
        return set(shown.split()) - set(line.split())
    finally:
        os.close(terminal)
        os.waitpid(child, 0)


@pytest.fixture
def shell_folder(gesturectl, tmp_path):
    """A folder with gesturectl and what zsh is to find."""
    (tmp_path / "gesturectl").symlink_to(gesturectl)
    (tmp_path / "_gesturectl").symlink_to(PROJECT / "completions" / "gesturectl.zsh")
    return tmp_path


def test_bash_completes_every_command_and_option(spoken, shell_folder):
    commands = spoken.keys() - {None}
    assert completed_by_bash("gesturectl ", shell_folder) - spoken[None] == commands
    for command in commands:
        assert completed_by_bash(f"gesturectl {command} -", shell_folder) == spoken[command] | spoken[None], command


def test_zsh_completes_every_command_and_option(spoken, shell_folder):
    commands = spoken.keys() - {None}
    assert completed_by_zsh("gesturectl ", shell_folder) == commands
    for command in commands:
        shown = completed_by_zsh(f"gesturectl {command} -", shell_folder)
        assert shown == spoken[command] | spoken[None] | {"-h"}, command


@pytest.mark.parametrize("completed", [completed_by_bash, completed_by_zsh])
def test_a_shell_completes_the_ids_of_devices(completed, start, gesturectl, shell_folder):
    service = start(recording=evemu(tap(0)))
    [device] = service.devices()["devices"]
    program = shell_folder / "gesturectl"
    program.unlink()
    program.write_text(f"#!/bin/sh\nexec {gesturectl} --socket {service.socket} \"$@\"\n")
    program.chmod(0o755)
    front, _, end = device["id"].partition(":")
    assert completed("gesturectl grab ", shell_folder) == {device["id"]}
    # A colon ends a word in bash: it gets the rest of it.
    rest = end if completed is completed_by_bash else device["id"]
    assert completed(f"gesturectl monitor --devices {front}:", shell_folder) == {rest}


@pytest.mark.parametrize("completed", [completed_by_bash, completed_by_zsh])
def test_a_shell_runs_nothing_of_what_a_device_is_called(completed, shell_folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program = shell_folder / "gesturectl"
    program.unlink()
    program.write_text("#!/bin/sh\necho '  id        1:2@$(touch${IFS}run)`touch${IFS}run`/*'\n")
    program.chmod(0o755)
    # Should it be chosen, it is one word as it stands.
    [offered] = completed("gesturectl grab ", shell_folder)
    if completed is completed_by_bash:
        assert shlex.split(offered) == ["1:2@$(touch${IFS}run)`touch${IFS}run`/*"]
    completed("gesturectl monitor --devices 1:", shell_folder)
    assert not os.path.exists("run")


# MARK: The units


def test_systemd_finds_hardly_anything_that_the_service_is_not_denied():
    """Told as 1.0: what it needs of udev and of its own socket, and that it can tell who its clients are."""
    unit = PROJECT / "systemd" / "gestured.service"
    ended = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=10", "--no-pager", unit],
                           capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr


# MARK: The libraries


@pytest.mark.parametrize("program", ["gestured", "gesturectl"])
def test_the_programs_that_ship_load_these_libraries_and_no_other(program, request):
    if "embedded" not in str(request.config.getoption("--binaries")):
        pytest.skip("not the build that ships")
    binary = request.config.getoption("--binaries") / program
    # ldd follows the libraries of the libraries too.
    loaded = {line.split()[0] for line in subprocess.check_output(["ldd", binary], text=True).splitlines()}
    assert {pathlib.Path(name).name for name in loaded if "vdso" not in name and "ld-linux" not in name} == {
        "libevdev.so.2", "libudev.so.1", "libmtdev.so.1", "libjson-c.so.5", "libinih.so.1", "libc.so.6"}


# MARK: What building needs


def test_missing_packages_are_installed_also_while_another_apt_is_running(tmp_path):
    # The lists are locked at first, and nothing is installed.
    programs = {
        "swift": "", "sudo": 'exec "$@"', "sleep": "", "dpkg-query": "exit 1",
        "apt-get": f'echo "$@" >>{tmp_path}/calls; [ "$1" != update ] || [ -e {tmp_path}/tried ] || {{ touch {tmp_path}/tried; exit 100; }}',
    }
    for name, text in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    ended = subprocess.run([PROJECT / "scripts" / "prepare", "build"], capture_output=True, text=True, timeout=20,
                           env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"})
    assert ended.returncode == 0, ended.stderr
    first, second, install = (tmp_path / "calls").read_text().splitlines()
    assert first == second == "update -qq"
    assert install.startswith("install ") and "DPkg::Lock::Timeout=" in install and "libevdev-dev" in install


# MARK: The Debian package


@pytest.fixture(scope="module")
def package(request, tmp_path_factory):
    """A folder with the package of these binaries."""
    folder = tmp_path_factory.mktemp("package") / "deb"
    binaries = request.config.getoption("--binaries")
    ended = subprocess.run([PROJECT / "scripts" / "package", binaries, folder], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return folder


def test_lintian_has_nothing_to_say_of_the_package(package):
    [changes] = package.glob("*.changes")
    ended = subprocess.run(["lintian", "--pedantic", "--fail-on", "error,warning,pedantic", changes], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (0, "")


def test_the_package_has_the_version_of_the_programs(package, gestured):
    [path] = package.glob("*.deb")
    version = subprocess.run(["dpkg-deb", "--field", path, "Version"], capture_output=True, text=True, check=True).stdout
    assert f"gestured {version}" == subprocess.run([gestured, "--version"], capture_output=True, text=True).stdout


def test_the_package_has_all_that_make_installs(package, tmp_path, request):
    binaries = request.config.getoption("--binaries").resolve()
    subprocess.run(["make", "-s", "-C", PROJECT, "install", f"DESTDIR={tmp_path}", "PREFIX=/usr", f"BINARIES={binaries}"],
                   check=True, capture_output=True)
    installed = {path.name for path in tmp_path.rglob("*")}
    [path] = package.glob("*.deb")
    listing = subprocess.run(["dpkg-deb", "--contents", path], capture_output=True, text=True, check=True).stdout
    packaged = {pathlib.Path(line.split()[5]).name.removesuffix(".gz") for line in listing.splitlines()}
    # zsh looks elsewhere for what packages bring.
    assert "gestured.socket" in installed and installed - packaged == {"site-functions"}
