"""The manual pages fit a terminal, and name every key, option, method, error and command."""
import errno
import json
import os
import pathlib
import re
import subprocess
import sys
import textwrap

import pytest

from service import CONTROL, GESTURES, Client
from shell_lines import assert_gesturectl_accepts, gesturectl_calls
from touches import evemu, tap

PROJECT = pathlib.Path(__file__).parents[2]
PAGES = ["gestured.8", "gesturectl.1", "gestured.conf.5", "gestured-varlink.7"]


def page(name):
    return (PROJECT / "man" / f"{name}.scd").read_text()


def rendered(name):
    return render(page(name))


def render(text):
    """A page as man shows it in a terminal of 80 columns, without bold and underlined text."""
    source = subprocess.run(["scdoc"], input=text, capture_output=True, text=True, check=True).stdout
    # man leaves a margin of a fortieth.
    text = subprocess.run(["groff", "-t", "-man", "-K", "utf8", "-T", "utf8", "-P-cbou", "-rLL=78n"], input=source,
                          capture_output=True, text=True, check=True)
    assert not text.stderr
    return text.stdout


@pytest.mark.parametrize("name", PAGES)
def test_every_line_of_a_page_fits_80_columns(name):
    assert [line for line in rendered(name).splitlines() if len(line) > 80] == []


# MARK: Shell examples


SHELL = re.compile(r"(?:cd|gesturectl|journalctl|sudo|varlinkctl) ")
# Messages, dumps, configuration files, udev rules, directions and Python.
OTHER = re.compile(r'[{[]|(?:[0-9a-f]{2} +){8}|ACTION!=|right, down |import ')


def shell_examples():
    """Yields the page and the source of each shell example."""
    for name in PAGES:
        for number, (indent, block) in enumerate(re.findall(r"^(\t*)```\n(.*?)^\1```$", page(name), re.M | re.S), 1):
            source = re.sub(rf"^{indent}", "", block, flags=re.M)
            is_shell, is_other = bool(SHELL.match(source)), bool(OTHER.match(source))
            assert is_shell != is_other, f"{name}: neither in SHELL nor in OTHER: {source}"
            if is_shell:
                yield pytest.param(name, source, id=f"{name} {number}")


def stripped(text):
    return "\n".join(line.strip() for line in text.strip().splitlines())


@pytest.mark.parametrize("name, source", list(shell_examples()))
def test_a_shell_accepts_an_example_as_printed(name, source, gesturectl, tmp_path):
    # On a page of its own, between the heading and the footer.
    printed = render(f"page(1)\n\n# EXAMPLE\n\n```\n{source}```\n").partition("\nEXAMPLE\n")[2].strip("\n").rpartition("\n")[0]
    assert stripped(printed) in stripped(rendered(name))
    calls = gesturectl_calls(textwrap.dedent(printed), tmp_path)
    assert bool(calls) == bool(re.search(r"\bgesturectl\b", printed))
    for call in calls:
        assert_gesturectl_accepts(call, gesturectl)


# MARK: gestured.conf(5)


def shipped_keys():
    """Yields (section, key, value) of gestured.conf, including lines that are commented out."""
    section = None
    for line in (PROJECT / "gestured.conf").read_text().splitlines():
        if match := re.fullmatch(r"(?:# )?\[(\w+).*\]", line):
            section = match[1]
        elif match := re.fullmatch(r"(?:# )?([a-z-]+) = (.*)", line):
            yield section, match[1], match[2]


def described_keys():
    """Yields (section, key, value, text) of gestured.conf(5), where example values are underlined."""
    for section, body in re.findall(r"^# (\w+)[^\n]*\n(.*?)(?=^# )", page("gestured.conf.5"), re.M | re.S):
        for key, value, text in re.findall(r"^\*([a-z-]+)\* = (.*)\n((?:\t.*\n|\n(?=\t))+)", body, re.M):
            yield section.lower(), key, value.strip("_"), " ".join(text.replace("_", "").split())


def test_gestured_conf_has_every_key_with_its_default():
    # Users and groups have the same keys, which are described once.
    shipped = [("user" if section == "group" else section, key, value) for section, key, value in shipped_keys()]
    assert shipped and sorted(shipped) == sorted(key[:3] for key in described_keys())


@pytest.mark.parametrize("section, key, text", [
    # Any text is a valid device name.
    pytest.param(section, key, text, id=f"{section} {key}")
    for section, key, _, text in described_keys() if (section, key) != ("haptics", "device")
])
def test_gestured_conf_has_the_values_that_the_service_expects(section, key, text, gestured, tmp_path):
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


def explained_lines():
    """The parts of log lines that the page of the service explains."""
    section = re.search(r"^# LOG\n(.*?)^# ", page("gestured.8"), re.M | re.S)[1]
    for heading in re.findall(r"^_.*_$", section, re.M):
        yield from re.findall(r"_(.+?)_(?:, |$)", heading)


def test_gestured_explains_lines_that_the_service_logs():
    sources = "".join(path.read_text() for path in (PROJECT / "Sources").rglob("*.swift"))
    kinds = {"using touchscreen", "using touchpad"}
    parts = set(explained_lines())
    assert kinds < parts and 'Log.info("using \\(' in sources
    # The kernel's words are not in the sources.
    assert [part for part in parts - kinds - {os.strerror(errno.EACCES)} if part not in sources] == []


def test_gestured_has_every_option(gestured):
    help_text = subprocess.run([gestured, "--help"], capture_output=True, text=True, check=True).stdout
    options = re.findall(r"^  (--[a-z-]+)", help_text, re.M)
    assert options and sorted(options) == sorted(re.findall(r"^\*(--[a-z-]+)\*", page("gestured.8"), re.M))


@pytest.mark.parametrize("interface", ["org.gestured.Gestures", "org.gestured.Control"])
def test_gestured_varlink_has_every_method_and_error(interface):
    text = (PROJECT / "Sources" / "GestureProtocol" / f"{interface}.varlink").read_text()
    methods, errors = (re.findall(rf"^{kind} (\w+)", text, re.M) for kind in ("method", "error"))
    described = page("gestured-varlink.7")
    section = re.search(rf"^# {interface.upper()}\n(.*?)^# ", described, re.M | re.S)[1]
    assert methods and sorted(methods) == sorted(re.findall(r"^\*(\w+)\*$", section, re.M))
    assert sorted(errors) == sorted(re.findall(rf"^_{re.escape(interface)}\.(\w+)_$", described, re.M))


def exchanges():
    """Yields each call of the page, and the documented error or None."""
    for block in re.findall(r"^(\t?)```\n(.*?)^\1```$", page("gestured-varlink.7"), re.M | re.S):
        messages = block[1].split("\\\\0\n")
        if messages[0].lstrip().startswith('{"method"'):
            error = re.match(r'\s*{"error":"(.*?)"', messages[1])
            yield pytest.param(json.loads(messages[0]), error and error[1], id=json.loads(messages[0])["method"])


@pytest.mark.parametrize("call, error", list(exchanges()))
def test_the_service_accepts_the_calls_of_gestured_varlink(call, error, start):
    with Client(start(recording=evemu(tap(0))).socket) as client:
        client.send(call)
        reply = client.receive()
        # The calls name subscriptions and devices that do not exist here.
        elsewhere = [f"{GESTURES}.SubscriptionNotFound", f"{CONTROL}.DeviceNotFound", f"{CONTROL}.NotAvailable"]
        assert reply.get("error") in ([error] if error else [None, *elsewhere]), reply


def test_the_example_of_the_protocol_reconnects(start):
    code = re.search(r"^```\n(import .*?)^```$", page("gestured-varlink.7"), re.M | re.S)[1]
    service = start(recording=evemu(tap(0), lead=500))
    assert code.count("gestured.stream(") == 1
    code = code.replace("gestured.stream(", f"gestured.Service({str(service.socket)!r}).stream(")
    environment = {**os.environ, "PYTHONPATH": str(PROJECT / "Python")}
    with subprocess.Popen(
            [sys.executable, "-u", "-c", code], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment) as example:
        try:
            for _ in "first", "after a restart":
                lines = [example.stdout.readline() for _ in range(3)]
                assert lines[0].startswith("connected to ") and lines[1:] == ["possible\n", "ended\n"]
                service.kill()
                assert example.stdout.readline() == "unfinished gestures are cancelled\n"
                service.launch()
        finally:
            example.kill()


def test_the_service_answers_with_the_bytes_of_gestured_varlink(start):
    """The dumps that begin with a call, each with its reply."""
    dumps = re.findall(r"^```\n((?:[0-9a-f]{2} .*\n)+)\n((?:[0-9a-f]{2} .*\n)+)```$", page("gestured-varlink.7"), re.M)
    assert len(dumps) == 2
    service = start(recording=evemu(tap(0)))
    for dump in dumps:
        call, reply = (b"".join(bytes.fromhex(line[:48]) for line in part.splitlines()) for part in dump)
        with Client(service.socket) as client:
            client.socket.sendall(call)
            received = b""
            while not received.endswith(b"\0"):
                received += client.socket.recv(65536)
        assert received == reply


# MARK: gesturectl(1)


def test_gesturectl_has_every_command_and_option(help_options):
    described, command = {None: set()}, None
    for line in page("gesturectl.1").splitlines():
        if line.startswith("# GESTURE OPTIONS"):
            command = ["watch", "monitor", "replay"]
        elif match := re.fullmatch(r"\*([a-z][a-z-]*)\*(?: \[?_\w+_\]?)*", line):
            command = [match[1]]
            described[match[1]] = set()
        elif match := re.match(r"\t*(?:\*-h\*, )?\*(-[a-z-]+)\*", line):
            for name in command or [None]:
                described[name].add(match[1])
    assert described == help_options
