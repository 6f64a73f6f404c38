"""The script that permits virtual keyboards and mice, as it prepares the image of another system."""
import os
import pathlib
import re
import subprocess

import pytest

SCRIPT = pathlib.Path(__file__).parents[2] / "udev-rules/allow-keys"
SEAT = "etc/udev/rules.d/70-gestured-actions.rules"
USER = "etc/udev/rules.d/80-gestured-actions.rules"
MODULES = "etc/modules-load.d/gestured-actions.conf"


def allow_keys(root, *words):
    return subprocess.run([SCRIPT, *words], env={"PATH": "/usr/bin:/bin", "DESTDIR": str(root)}, capture_output=True, text=True)


def files(root):
    return {str(path.relative_to(root)): path.read_text() for path in root.rglob("*") if path.is_file()}


def rule(text):
    """The lines of a rule file without comments."""
    return [line for line in text.splitlines() if not line.startswith("#")]


def test_the_person_at_the_seat_gets_access(tmp_path):
    assert allow_keys(tmp_path).returncode == 0
    written = files(tmp_path)
    assert written.keys() == {SEAT, MODULES} and written[MODULES] == "uinput\n"
    assert rule(written[SEAT]) == [
        'ACTION!="remove", SUBSYSTEM=="misc", KERNEL=="uinput", TAG+="uaccess", OPTIONS+="static_node=uinput"']
    # udev's own rules at 73 act on the tag.
    assert int(re.search(r"/(\d+)-", SEAT)[1]) < 73


def test_a_named_user_gets_access_instead(tmp_path):
    assert allow_keys(tmp_path).returncode == 0
    assert allow_keys(tmp_path, "--user", "kiosk-1").returncode == 0
    written = files(tmp_path)
    assert written.keys() == {USER, MODULES}
    assert rule(written[USER]) == [
        'ACTION!="remove", SUBSYSTEM=="misc", KERNEL=="uinput", '
        'RUN{program}+="/usr/bin/setfacl --modify user:kiosk-1:rw $devnode"']


@pytest.mark.parametrize("words", [(), ("--user", "kiosk")])
def test_it_is_undone(words, tmp_path):
    assert allow_keys(tmp_path, *words).returncode == 0
    assert allow_keys(tmp_path, "--remove").returncode == 0
    assert files(tmp_path) == {}
    assert allow_keys(tmp_path, "--remove").returncode == 0


@pytest.mark.parametrize("name", ["a b", 'x"', "-r", "1x", "x;y", "x$y", "x\ny", "x/y"])
def test_other_text_than_a_name_does_not_get_into_the_rule(name, tmp_path):
    ended = allow_keys(tmp_path, "--user", name)
    assert (ended.returncode, ended.stderr) == (1, f"allow-keys: '{name}' is not the name of a user\n")
    assert files(tmp_path) == {}


@pytest.mark.parametrize("words", [("x",), ("--user",), ("--user", ""), ("--remove", "x"), ("--user", "a", "b"), ("",)])
def test_other_words_give_the_usage(words, tmp_path):
    ended = allow_keys(tmp_path, *words)
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", "usage: allow-keys [--user NAME | --remove]\n")
    assert files(tmp_path) == {}


def test_it_says_how_to_run_it(tmp_path):
    ended = allow_keys(tmp_path, "--help")
    assert (ended.returncode, ended.stdout) == (0, "usage: allow-keys [--user NAME | --remove]\n")
    nobody = ["setpriv", "--reuid=65534", "--clear-groups"] if os.getuid() == 0 else []
    ended = subprocess.run([*nobody, "sh"], input=SCRIPT.read_text(), capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (1, "allow-keys: permission denied: run it with sudo\n")
