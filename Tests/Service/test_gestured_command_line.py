"""The command line of gestured, and how it ends."""
import re
import signal

import pytest

from programs import assert_refused
from service import Client
from touches import DOUBLE_TAP_AND_SWIPE


def test_help_lists_every_option(run_gestured):
    ended = run_gestured("--help")
    assert (ended.returncode, ended.stderr) == (0, "")
    for option in ("--config", "--socket", "--recording", "--loop", "--version", "--help"):
        assert option in ended.stdout


def test_both_programs_have_the_same_version(run_gestured, run_gesturectl):
    ended = run_gestured("--version")
    assert re.fullmatch(r"gestured \d+\.\d+\.\d+\n", ended.stdout) and ended.returncode == 0
    assert run_gesturectl("--version").stdout == ended.stdout.replace("gestured", "gesturectl")


@pytest.mark.parametrize("arguments, words", [
    (["--wink"], "unknown argument '--wink'"),
    (["wink"], "unknown argument 'wink'"),
    ([""], "unknown argument ''"),
    (["--config"], "--config requires a value"),
    (["--socket"], "--socket requires a value"),
    (["--recording"], "--recording requires a value"),
    (["--loop"], "--loop requires --recording"),
    (["--loop=3"], "unknown argument '--loop=3'"),
    (["\x1b[31m"], "unknown argument '?[31m'"),
])
def test_an_invalid_command_line_exits_with_2(arguments, words, run_gestured):
    assert_refused(run_gestured(*arguments), 2, words, "--help")


def test_the_value_of_an_option_can_follow_an_equals_sign(run_gestured):
    assert_refused(run_gestured("--config=/missing"), 78, "/missing: No such file or directory")


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_with_status_0_and_removes_the_socket(by, start):
    service = start(recording=DOUBLE_TAP_AND_SWIPE)
    with Client(service.socket) as client:
        client.subscribe()
        service.process.send_signal(by)
        assert service.process.wait(10) == 0
        assert client.receive() is None
    assert not service.socket.exists()
