"""The manual pages name every key, option, method and error."""
import json
import pathlib
import re
import subprocess

import pytest

from service import CONTROL, GESTURES, Client
from touches import evemu, tap

PROJECT = pathlib.Path(__file__).parents[2]


# MARK: gestured.conf(5)


def page(name):
    return (PROJECT / "man" / f"{name}.scd").read_text()


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


# MARK: gesturectl(1)


def test_the_page_of_gesturectl_has_every_command_and_option(help_options):
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
    assert described == help_options
