"""The answers to gestures and requests as people write them: tables in Tests/Fixtures/Language."""
import ast
import json
import os
import pathlib
import subprocess

import pytest

from service import GESTURES, Client
from touches import evemu, tap

TABLES = pathlib.Path(__file__).parent.parent / "Fixtures" / "Language"


def table(name):
    """The rows of a table: what somebody writes, and the lines of the answer."""
    blocks = [[]]
    for line in (TABLES / name).read_text().splitlines():
        if not line:
            blocks.append([])
        elif not line.startswith("#"):
            blocks[-1].append(line)
    return [(block[0], block[1:]) for block in blocks if block]


BINDINGS, REQUESTS = table("bindings.txt"), table("requests.txt")


def test_the_tables_are_large():
    assert len(BINDINGS) >= 100 and len(REQUESTS) >= 60
    assert len(dict(BINDINGS)) == len(BINDINGS) and len(dict(REQUESTS)) == len(REQUESTS)


@pytest.mark.parametrize("gesture, answer", BINDINGS, ids=[gesture for gesture, _ in BINDINGS])
def test_a_binding_gets_its_answer(gesture, answer, gesturectl, tmp_path):
    file = tmp_path / "actions.conf"
    file.write_text(f"[actions]\n{gesture} = true\n")

    def actions(option):
        # No service, so that nothing depends on its devices.
        return subprocess.run(
            [gesturectl, "--socket", tmp_path / "none", "actions", option, "--config", file], capture_output=True, text=True,
            timeout=20, env={**os.environ, "LC_ALL": "C.UTF-8"})

    check = actions("--check")
    messages = [line.removeprefix(f"{file}:2: ") for line in check.stderr.splitlines()]
    if answer[0].startswith("! "):
        assert check.returncode == 1 and messages[0] == answer[0][2:] and len(messages) == 2, messages
        return
    assert check.returncode == 0, messages
    assert [message for message in messages if message.startswith("note: ")] == [f"note: {line[5:]}" for line in answer[1:]]
    printed = actions("--print").stdout.splitlines()
    assert printed == ["[actions]", f"{answer[0][2:]} = true"]
    # What is printed means the same, and needs no note.
    file.write_text("\n".join(printed) + "\n")
    assert actions("--print").stdout.splitlines() == printed
    assert "note: " not in actions("--check").stderr


@pytest.fixture(scope="module")
def socket_path(gestured, tmp_path_factory):
    from service import Service
    with Service(gestured, tmp_path_factory.mktemp("answers"), recording=evemu(tap(0), lead=1500)) as service:
        yield service.socket


@pytest.mark.parametrize("request_text, answer", REQUESTS, ids=[text[:60] for text, _ in REQUESTS])
def test_a_request_gets_its_answer(request_text, answer, socket_path):
    with Client(socket_path) as client:
        if request_text.startswith("bytes "):
            client.send(ast.literal_eval(request_text[6:]))
        else:
            call = {"method": f"{GESTURES}.Subscribe", "more": True, "parameters": json.loads(request_text)}
            client.send(json.dumps(call).encode() + b"\0")
        reply = client.receive()
    assert reply is not None, "the connection ends without an answer"
    if answer[0] == "=":
        assert "state" in reply["parameters"], reply
        return
    name, _, rest = answer[0][2:].partition(" ")
    if not name.endswith(":"):
        assert reply == {"error": name, "parameters": json.loads(rest)}
        return
    more = {{"?": "hint", "@": "column"}[line[0]]: line[2:] for line in answer[1:]}
    if "column" in more:
        more["column"] = int(more["column"])
    parameters = reply["parameters"]
    assert reply["error"] == "org.varlink.service.InvalidParameter"
    if rest.endswith("…") and parameters.get("expected", "").startswith(rest[:-1]):
        rest = parameters["expected"]
    assert parameters == {"parameter": name[:-1], "expected": rest, **more}
