"""The socket that gestured creates itself."""
import os
import signal
import socket
import stat

import pytest

from programs import assert_refused
from service import Service
from touches import DOUBLE_TAP_AND_SWIPE


def test_a_second_instance_exits_and_the_first_continues(start, run_gestured, private_options):
    service = start(recording=DOUBLE_TAP_AND_SWIPE)
    ended = run_gestured(*private_options[:2], "--socket", service.socket, "--recording", service.socket.parent / "recording.evemu")
    assert_refused(ended, 1, service.socket, f"pid {service.process.pid}", "already listens")
    assert service.status()["clients"] == 1


def test_a_stale_socket_is_taken_over(start, gestured, tmp_path):
    service = start(recording=DOUBLE_TAP_AND_SWIPE)
    service.process.send_signal(signal.SIGKILL)
    service.process.wait()
    assert stat.S_ISSOCK(service.socket.stat().st_mode)
    with Service(gestured, service.socket.parent, recording=DOUBLE_TAP_AND_SWIPE) as successor:
        assert successor.status()["clients"] == 1


@pytest.mark.parametrize("kind", ["file", "folder", "pipe", "link", "dangling link", "link to a dead socket"])
def test_a_file_that_is_not_a_socket_is_not_touched(kind, run_gestured, private_options, tmp_path):
    path = private_options[3]
    (tmp_path / "recording").write_text(DOUBLE_TAP_AND_SWIPE)
    (tmp_path / "precious").write_text("precious")
    match kind:
        case "file":
            path.write_text("precious")
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "link":
            path.symlink_to(tmp_path / "precious")
        case "dangling link":
            path.symlink_to(tmp_path / "nothing")
        case "link to a dead socket":
            with socket.socket(socket.AF_UNIX) as dead:
                dead.bind(str(tmp_path / "dead"))
            path.symlink_to(tmp_path / "dead")
    before = path.lstat()
    assert_refused(run_gestured(*private_options, "--recording", tmp_path / "recording"), 1, path, "is not a socket")
    assert path.lstat() == before
    assert (tmp_path / "precious").read_text() == "precious" and not (tmp_path / "nothing").exists()
    assert kind != "file" or path.read_text() == "precious"
    assert kind != "link to a dead socket" or stat.S_ISSOCK((tmp_path / "dead").stat().st_mode)


def test_the_socket_of_a_successor_is_not_removed(start, gestured):
    service = start(recording=DOUBLE_TAP_AND_SWIPE)
    service.socket.unlink()
    with Service(gestured, service.socket.parent, recording=DOUBLE_TAP_AND_SWIPE) as successor:
        assert service.stop() == 0
        assert successor.status()["clients"] == 1
    assert not service.socket.exists()


@pytest.mark.parametrize("path, words", [
    ("/no/such/folder/socket", "No such file or directory: create its folder"), ("/tmp/" + "x" * 120, "File name too long")])
def test_rejects_an_impossible_path(path, words, run_gestured, private_options, tmp_path):
    (tmp_path / "recording").write_text(DOUBLE_TAP_AND_SWIPE)
    ended = run_gestured(*private_options[:2], "--recording", tmp_path / "recording", "--socket", path)
    assert_refused(ended, 1, f"cannot listen on {path}", words)


def test_only_user_and_group_can_connect(start):
    assert stat.S_IMODE(start(recording=DOUBLE_TAP_AND_SWIPE).socket.stat().st_mode) == 0o660
