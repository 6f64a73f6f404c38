"""Examples/web: a bridge from the service to pages, and a page, in a real browser."""
import http.client
import json
import os
import pathlib
import pwd
import re
import shutil
import signal
import socket
import subprocess
import urllib.parse

import pytest

from devtools import Browser
from service import until
from touches import drag, evemu, tap

pytestmark = [pytest.mark.slow, pytest.mark.extra]

FOLDER = pathlib.Path(__file__).parents[2] / "Examples" / "web"
SWIPE = drag(0, (500, 1000), (1500, 1000), 100)
MENU = sum((tap(2000 + at, 50, 50) for at in range(0, 600, 150)), []) + tap(2600, 50, 50, hold=800)


# For this bridge, a second lasts a millisecond.
HURRY = "--import", "data:text/javascript," + urllib.parse.quote(
    "const now = performance.now.bind(performance); performance.now = () => 1000 * now();")


def get(port, path="/", method="GET", **headers):
    """The reply to a request: its status, its headers, and the response to read from."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request(method, path, headers=headers)
    response = connection.getresponse()
    response.connection = connection
    return response


def events(**parameters):
    return "/events?parameters=" + urllib.parse.quote(json.dumps(parameters))


def test_the_page_draws_swipes_and_opens_the_menu_also_after_a_restart(start, bridge, tmp_path):
    service = start(recording=evemu(SWIPE + MENU, lead=1000))
    with Browser() as browser:
        browser.open(f"http://127.0.0.1:{bridge(service)}/")
        for run in "first", "after a restart":
            until(lambda: browser.value("document.querySelector('#status').textContent") == "swipe right", f"a swipe, {run}", 20)
            # The line goes from a quarter of the width to three quarters, at half of the height.
            shown = browser.value("""(() => {
                const canvas = document.querySelector("canvas"), pen = canvas.getContext("2d");
                return [0.2, 0.3, 0.5, 0.7].map((x) => pen.getImageData(x * canvas.width, canvas.height / 2, 1, 1).data[3] > 0);
            })()""")
            assert shown == [False, True, True, True], run
            browser.screenshot(tmp_path / "swipe.png")
            until(lambda: browser.value("document.querySelector('dialog').open"), f"the menu, {run}", 20)
            browser.screenshot(tmp_path / "menu.png")
            browser.value("document.querySelector('dialog button').click()")
            assert not browser.value("document.querySelector('dialog').open")
            service.kill()
            status = "document.querySelector('#status').textContent"
            until(lambda: browser.value(status) == "waiting for the service", "the page sees that the service has ended")
            service.launch()


def test_the_state_comes_first(start, bridge):
    response = get(bridge(start(recording=evemu(tap(0), lead=100))), events(gestures=[{"kind": "tap"}]))
    assert (response.status, response.headers["Content-Type"]) == (200, "text/event-stream")
    lines = [response.readline().decode() for _ in range(6)]
    assert [line.split(":")[0] for line in lines] == ["event", "data", "\n"] * 2
    assert (lines[0], lines[3]) == ("event: state\n", "event: gesture\n")
    assert json.loads(lines[1][6:])["paused"] is False
    assert json.loads(lines[4][6:])["kind"] == "tap"


@pytest.mark.parametrize("headers, status", [
    ({}, 200),
    ({"Host": "localhost:PORT"}, 200),
    ({"Host": "kiosk.example:PORT"}, 421),
    ({"Host": "127.0.0.1"}, 421),
    ({"Origin": "http://127.0.0.1:PORT"}, 200),
    ({"Origin": "https://kiosk.example"}, 200),
    ({"Origin": "https://other.example"}, 403),
    ({"Origin": "https://kiosk.example.other"}, 403),
    ({"Origin": "null"}, 403),
    ({"Sec-Fetch-Site": "cross-site"}, 403),
    ({"Sec-Fetch-Site": "same-site"}, 403),
    ({"Sec-Fetch-Site": "same-origin"}, 200),
])
def test_only_allowed_pages_subscribe(headers, status, start, bridge):
    port = bridge(start(recording=evemu(tap(0))), "--origin", "https://kiosk.example/")
    headers = {name: value.replace("PORT", str(port)) for name, value in headers.items()}
    response = get(port, events(), **headers)
    assert response.status == status, response.read()
    assert response.headers["Access-Control-Allow-Origin"] == (headers.get("Origin") if status == 200 else None)


@pytest.mark.parametrize("path, status, text", [
    ("/", 200, "<!DOCTYPE html>"),
    ("/gestured.js", 200, "class Gestures"),
    ("/bridge.mjs", 404, "/bridge.mjs not found"),
    ("/../bridge.mjs", 404, "not found"),
    ("//", 400, "expected a path"),
    ("/events?parameters={", 400, "parameters: "),
    (events(gestures=[{"kind": "tpa"}]), 400, "InvalidParameter"),
    (events(gestures="all"), 400, "InvalidParameter"),
    ("/events?parameters=5", 400, "InvalidMessage"),
])
def test_replies(path, status, text, start, bridge):
    response = get(bridge(start(recording=evemu(tap(0)))), path)
    assert response.status == status
    assert text in response.read().decode()


def test_a_page_that_leaves_ends_its_subscription_and_many_pages_are_refused(start, bridge):
    service = start(recording=evemu(tap(0)))
    port = bridge(service)
    responses = [get(port, events()) for _ in range(4)]
    assert [response.status for response in responses] == [200] * 4
    assert get(port, events()).status == 503
    for response in responses:
        response.close()
        response.connection.close()
    until(lambda: service.status()["subscriptions"] == 0, "all subscriptions have ended")
    assert get(port, events()).status == 200


def test_only_allowed_pages_report(start, bridge):
    port = bridge(start(recording=evemu(tap(0))), node=HURRY)
    until(lambda: get(port, "/alive").status == 503, "no page has reported for long")
    silent = get(port, "/alive")
    assert (silent.status, silent.read()) == (503, b"no page reports\n")
    assert get(port, "/alive", "POST", Origin="https://other.example").status == 403
    assert get(port, "/alive", "POST", Host="kiosk.example").status == 421
    assert get(port, "/", "POST").status == 405
    assert get(port, "/alive").status == 503
    assert get(port, "/alive", "POST", Origin=f"http://127.0.0.1:{port}").status == 204


def test_a_page_counts_as_alive_for_a_while_after_its_report(start, bridge):
    port = bridge(start(recording=evemu(tap(0))), node=HURRY)
    until(lambda: get(port, "/alive").status == 503, "no page has reported for long")
    # On a busy machine, a second for this bridge can be shorter than the way from a report to the question.
    until(lambda: get(port, "/alive", "POST").status == 204 and get(port, "/alive").status == 204, "the page counts as alive")
    until(lambda: get(port, "/alive").status == 503, "the page counts as silent")


def test_a_bridge_that_has_just_started_gives_the_page_time_to_report(start, bridge):
    assert get(bridge(start(recording=evemu(tap(0)))), "/alive").status == 204


def test_a_missing_page_is_not_found(start, bridge, tmp_path):
    shutil.copy(FOLDER / "bridge.mjs", tmp_path)
    port = bridge(start(recording=evemu(tap(0))), folder=tmp_path)
    assert get(port, "/").status == 404
    assert get(port, "/alive").status == 204


def test_without_a_service_the_page_is_refused_and_tries_again(start, bridge):
    service = start(recording=evemu(tap(0)))
    port = bridge(service)
    service.kill()
    assert get(port, events()).status == 503
    service.launch()
    assert get(port, events()).status == 200


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be several users")
@pytest.mark.parametrize("user", ["daemon", str(pwd.getpwnam("daemon").pw_uid)])
def test_only_the_given_users_can_connect_and_others_take_no_place(user, start, bridge):
    service = start(recording=evemu(tap(0)))
    port = bridge(service, "--user", user)
    daemon, other = pwd.getpwnam("daemon").pw_uid, pwd.getpwnam("bin").pw_uid

    # Loads the encoding of host names, whose file other users need not be able to read.
    "".encode("idna")

    def as_user(uid, path=events(), method="GET"):
        os.seteuid(uid)
        try:
            return get(port, path, method)
        finally:
            os.seteuid(0)

    refused = [as_user(other) for _ in range(20)] + [as_user(other, "/alive", "POST"), as_user(other, "/")]
    assert [response.status for response in refused] == [403] * 22
    assert refused[0].read() == b"this user is not allowed: see --user\n"
    assert service.status()["subscriptions"] == 0
    assert [as_user(daemon).status, as_user(0).status] == [200, 200]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be several users")
def test_a_connection_that_is_closed_already_counts_as_nobodys(start, bridge):
    """The kernel lists it as one of root."""
    port = bridge(start(recording=evemu(tap(0))), node=HURRY)
    until(lambda: get(port, "/alive").status == 503, "no page has reported for long")
    [process] = bridge.processes
    process.send_signal(signal.SIGSTOP)
    os.seteuid(pwd.getpwnam("bin").pw_uid)
    try:
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.sendall(f"POST /alive HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    finally:
        os.seteuid(0)
        process.send_signal(signal.SIGCONT)
    assert get(port, "/alive").status == 503


def test_only_this_machine_can_connect(start, bridge):
    port = bridge(start(recording=evemu(tap(0))))
    listening = pathlib.Path("/proc/net/tcp").read_text() + pathlib.Path("/proc/net/tcp6").read_text()
    addresses = re.findall(rf"^ *\d+: ([0-9A-F]+):{port:04X} 0+:0000 0A ", listening, re.M)
    assert addresses == ["0100007F"]


@pytest.mark.parametrize("options, text", [
    (["--prot", "1"], "Unknown option '--prot'"),
    (["--port", "abc"], "--port abc: expected a number up to 65535"),
    (["--port", "65536"], "--port 65536: expected a number up to 65535"),
    (["--origin", "kiosk.example"], "--origin kiosk.example: expected a scheme and a host, as in https://kiosk.example"),
    (["--origin", "https://kiosk.example/page"], "--origin https://kiosk.example/page: expected a scheme and a host"),
    (["--port", "PORT"], "address already in use 127.0.0.1:PORT"),
    (["--user", "nobody-has-this-name"], "--user nobody-has-this-name: no such user"),
])
def test_options_that_do_not_work_are_named_in_one_line(options, text, start, bridge):
    port = str(bridge(start(recording=evemu(tap(0)))))
    options = [option.replace("PORT", port) for option in options]
    ended = subprocess.run(["node", FOLDER / "bridge.mjs", *options], capture_output=True, text=True, timeout=30)
    assert ended.returncode == 1
    [line] = ended.stderr.splitlines()
    assert line.startswith("bridge: ") and text.replace("PORT", port) in line


def test_the_unit_starts_the_bridge():
    unit = (FOLDER / "gestured-web.service").read_text()
    [command] = re.findall(r"^ExecStart=(.*)$", unit, re.M)
    assert pathlib.Path(command.split()[1]).name == "bridge.mjs"
    verify = subprocess.run(
        ["systemd-analyze", "verify", FOLDER / "gestured-web.service"], capture_output=True, text=True, env={**os.environ})
    assert "Unknown" not in verify.stderr, verify.stderr
