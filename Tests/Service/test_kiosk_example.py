"""Examples/kiosk: the files that docs/kiosk.md installs. Tests/Kiosk carries out the whole page in a virtual machine."""
import http.server
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading

import pytest

from devtools import Browser
from service import until
from touches import evemu, tap

pytestmark = [pytest.mark.slow, pytest.mark.extra]

PROJECT = pathlib.Path(__file__).parents[2]
FOLDER = PROJECT / "Examples" / "kiosk"
HIDDEN = "document.querySelector('#attract').hidden"
ANSWER = "document.querySelector('output').textContent"
GTK = ["/usr/bin/python3", "-c", "import gi; gi.require_version('Gtk', '4.0')"]
needs_gtk = pytest.mark.skipif(subprocess.run(GTK, capture_output=True).returncode != 0, reason="GTK 4 for Python is missing")
needs_chromium = pytest.mark.skipif(not shutil.which("chromium") or os.geteuid() != 0, reason="needs chromium and root")
needs_sway = pytest.mark.skipif(not shutil.which("sway"), reason="sway is missing")


def test_the_page_for_kiosks_uses_files_that_exist_and_all_of_them():
    page = (PROJECT / "docs/kiosk.md").read_text()
    commands = " ".join(re.findall(r"^    (.*)", page, re.MULTILINE))
    for path in FOLDER.iterdir():
        assert re.search(rf"[ /]{re.escape(path.name)} ", commands), f"no command copies {path.name}"
    for name in re.findall(r"\.\./web/[\w.-]+", commands):
        assert (FOLDER / name).exists(), name


def test_the_units_are_valid(tmp_path):
    units = [path for path in FOLDER.iterdir() if path.suffix in {".service", ".timer"}]
    units.append(PROJECT / "Examples/web/gestured-web.service")
    assert len(units) == 6
    verified = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True)
    # The machine of the tests need not have all programs and units of a kiosk.
    mistakes = [line for line in verified.stderr.splitlines() if line.startswith(str(PROJECT)) and "is not executable" not in line]
    assert mistakes == []


def test_the_configurations_are_valid(run_gesturectl, tmp_path):
    actions = run_gesturectl("actions", "--check", "--config", FOLDER / "actions.conf")
    # This machine need not have all programs of a kiosk.
    assert actions.returncode == 0 and actions.stdout.startswith(f"{FOLDER}/actions.conf: 3 gestures bound")
    configuration = tmp_path / "gestured.conf"
    # This machine has no user kiosk.
    configuration.write_text((FOLDER / "gestured.conf").read_text().replace("[user kiosk]", "[user root]"))
    checked = run_gesturectl("check-config", configuration)
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, f"{configuration}: ok\n", "")


@pytest.fixture
def kiosk(bridge, tmp_path):
    """Serves the page as docs/kiosk.md says, but with another time after which the next visitor begins, and returns its port."""
    def kiosk(service, idle):
        page = (FOLDER / "index.html").read_text()
        assert page.count("idle 1min") == 1
        folder = tmp_path / "web"
        folder.mkdir()
        (folder / "index.html").write_text(page.replace("idle 1min", f"idle {idle}ms"))
        for name in "bridge.mjs", "gestured.js":
            shutil.copy(PROJECT / "Examples" / "web" / name, folder)
        return bridge(service, folder=folder)

    return kiosk


def click(browser, place):
    x, y = browser.value(f"(() => {{ const r = {place}.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()")
    for kind in "mousePressed", "mouseReleased":
        browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


def test_the_first_touch_of_a_visitor_presses_no_button(start, kiosk, tmp_path):
    port = kiosk(start(recording=evemu(tap(0, hold=3_600_000))), 60_000)
    airport = "document.querySelectorAll('main button')[1]"
    with Browser() as browser:
        browser.open(f"http://127.0.0.1:{port}/")
        assert browser.value(HIDDEN) is False
        browser.screenshot(tmp_path / "attract.png")
        click(browser, airport)
        until(lambda: browser.value(HIDDEN), "the attract page leaves")
        assert browser.value(ANSWER) == ""
        click(browser, airport)
        until(lambda: browser.value(ANSWER) == "One ticket: Airport", "a ticket")
        browser.screenshot(tmp_path / "ticket.png")
        alive = subprocess.run(["curl", "-sf", f"http://127.0.0.1:{port}/alive"])
        assert alive.returncode == 0
        # A right click asks for the menu like a long press.
        browser.value("addEventListener('contextmenu', (event) => { window.refused = event.defaultPrevented; })")
        for kind in "mousePressed", "mouseReleased":
            browser.call("Input.dispatchMouseEvent", type=kind, x=9, y=9, button="right", clickCount=1)
        assert browser.value("window.refused") is True


def test_when_nobody_touches_the_next_visitor_starts_from_the_beginning(start, kiosk):
    service = start(recording=evemu(sum((tap(at) for at in range(0, 60_000, 1_000)), [])))
    with Browser() as browser:
        browser.open(f"http://127.0.0.1:{kiosk(service, 300)}/")
        browser.value("document.querySelector('#attract').hidden = true")
        browser.value(f"{ANSWER} = 'One ticket: City'")
        until(lambda: browser.value(f"[{HIDDEN}, {ANSWER}]") == [False, ""], "the attract page", 30)


@pytest.fixture
def address():
    """The address of the page, where another page is."""
    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def policies(address, tmp_path):
    """The policies of the kiosk for the page at this address, and what DevTools and the page of policies need to look at them."""
    text = (FOLDER / "policies.json").read_text()
    assert text.count('"http://127.0.0.1:8642"') == 1
    paths = tmp_path / "policies.json", tmp_path / "inspection.json"
    paths[0].write_text(text.replace("127.0.0.1:8642", address))
    paths[1].write_text(json.dumps({"DeveloperToolsAvailability": 1, "URLAllowlist": [f"http://{address}", "chrome://policy"]}))
    return paths


@needs_chromium
def test_the_policies_refuse_all_addresses_but_that_of_the_page(policies, address):
    others = [
        "http://127.0.0.1:1/", f"http://localhost:{address.split(':')[1]}/", f"http://{address.replace(':', '.example.org:')}/", "https://example.org/",
        "file:///etc/passwd", f"view-source:http://{address}/", "data:text/html,x", f"filesystem:http://{address}/temporary/x",
        "mailto:a@example.org", "tel:1", "devtools://devtools/bundled/inspector.html", "chrome-untrusted://print",
        # Chromium would start a program for it.
        f"ftp://{address}/",
        # The viewer of PDF files.
        "chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html",
        *(f"chrome://{name}" for name in (
            "settings", "history", "downloads", "flags", "version", "inspect", "newtab", "extensions", "net-export", "print", "gpu"))]
    with Browser(policies=policies) as browser:
        def error(url):
            answer = browser.call("Page.navigate", url=url)
            # Chromium crashes if DevTools leaves a page of errors that is not yet complete.
            until(lambda: browser.value("document.readyState") == "complete", url)
            return answer.get("errorText")

        assert error(f"http://{address}/") is None
        assert {url: error(url) for url in others} == dict.fromkeys(others, "net::ERR_BLOCKED_BY_ADMINISTRATOR")


@needs_chromium
def test_the_policies_let_the_page_ask_for_nothing(policies, address):
    """A question of Chromium would lie above the page, and answer a visitor's touch with files or devices of the machine."""
    rights = ["camera", "microphone", "geolocation", "notifications", "clipboard-read", "local-fonts", "window-management"]
    # Without the policies, the question of each waits for an answer.
    questions = [
        "showOpenFilePicker()", "navigator.mediaDevices.getDisplayMedia()", "navigator.usb.requestDevice({filters: []})",
        "navigator.hid.requestDevice({filters: []})", "navigator.serial.requestPort()"]
    with Browser(policies=policies) as browser:
        browser.open(f"http://{address}/")
        states = {name: browser.value(f"navigator.permissions.query({{name: '{name}'}}).then(({{state}}) => state)") for name in rights}
        assert states == dict.fromkeys(rights, "denied")
        for question in questions:
            ended = browser.value(f"{question}.then((found) => found.length, ({{name}}) => name)")
            assert ended in (0, "NotAllowedError", "NotFoundError", "SecurityError"), f"{question}: {ended}"


@needs_chromium
def test_chromium_knows_all_policies(policies):
    """Chromium ignores an unknown policy, and reports it only on its page of policies."""
    texts = """(() => {
        const texts = (node) => [node.shadowRoot, ...node.childNodes].filter((child) => child).flatMap(
            (child) => child.nodeType === 3 ? [child.data.trim()] : texts(child));
        const rows = (node) => [node.shadowRoot, ...node.childNodes].filter((child) => child).flatMap(
            (child) => child.nodeName === "POLICY-ROW" ? [texts(child).filter((text) => text)] : rows(child));
        return rows(document);
    })()"""
    names = set(json.loads(policies[0].read_text()))
    with Browser(policies=policies) as browser:
        browser.open("chrome://policy")

        def rows():
            return {row[0]: row for row in browser.value(texts) if row[0] in names}

        until(lambda: rows().keys() == names, "all policies are listed")
        unknown = [name for name, row in rows().items() if any("Unknown policy" in text for text in row)]
    assert unknown == []


@needs_chromium
def test_the_policies_forbid_devtools(policies):
    with pytest.raises(AssertionError, match="Not allowed"), Browser(policies=policies[:1]):
        pass


class Session:
    """A folder for the sessions of a user without privileges, because sway refuses root."""

    def __init__(self, folder):
        self.folder = folder
        self.user = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
        if self.user:
            shutil.chown(folder, "nobody", "nogroup")
        folder.chmod(0o700)
        for name in "sway.conf", "service-menu":
            shutil.copy(FOLDER / name, folder)
        self.environment = {
            "PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder),
            "SWAYSOCK": f"{folder}/sway.sock", "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}

    def start(self, *command, **options):
        return subprocess.Popen(command, env=self.environment, cwd=self.folder, **self.user, **options)

    def workspace(self):
        """The workspace that is shown."""
        asked = self.start("swaymsg", "-r", "-t", "get_workspaces", stdout=subprocess.PIPE)
        return next(found["name"] for found in json.loads(asked.communicate()[0]) if found["focused"])


@pytest.fixture
def session():
    with tempfile.TemporaryDirectory() as folder:
        yield Session(pathlib.Path(folder))


@pytest.fixture
def sway(session):
    """A session in which the compositor runs with the configuration of the kiosk, without a display and a browser."""
    path = session.folder / "sway.conf"
    text = path.read_text()
    [browser] = re.findall(r'^exec "(?:.*\\\n)*.*"\n', text, re.MULTILINE)
    path.write_text(text.replace(browser, ""))
    with open(session.folder / "sway.log", "w") as log:
        process = session.start("sway", "--config", path, stdout=log, stderr=log)
    until(lambda: (session.folder / "sway.sock").exists() and list(session.folder.glob("wayland-?")), "sway runs", 30)
    session.environment["WAYLAND_DISPLAY"] = next(session.folder.glob("wayland-?")).name
    yield session
    process.kill()
    process.wait()


@needs_sway
def test_the_configuration_of_sway_is_valid(session):
    checked = session.start("sway", "--validate", "--config", "sway.conf", stderr=subprocess.PIPE, text=True)
    errors = checked.communicate()[1]
    assert checked.returncode == 0 and "Error" not in errors, errors


@needs_sway
@needs_gtk
@pytest.mark.parametrize("end", ["the menu is killed", "gesturectl ends it"])
def test_the_page_is_shown_again_however_the_menu_ends(sway, end):
    [command] = re.findall(r"^run *= (.*)$", (FOLDER / "actions.conf").read_text(), re.MULTILINE)
    command = command.replace("/run/kiosk", str(sway.folder))
    menu = sway.start("sh", "-c", command, start_new_session=True)
    until(lambda: sway.workspace() == "menu", "the menu", 60)
    # It opens once.
    assert sway.start("sh", "-c", command).wait(30) == 0
    assert sway.workspace() == "menu"
    if end == "the menu is killed":
        subprocess.run(["pkill", "-KILL", "--session", str(menu.pid), "--full", "^/usr/bin/python3 .*service-menu$"], check=True)
    else:
        os.killpg(menu.pid, signal.SIGTERM)
    until(lambda: sway.workspace() == "1", "the page", 30)
    menu.wait(30)


# Runs the menu with one more button, presses it, and prints a JSON line each time the menu has changed, until the buttons are back
# or the menu closes. A second lasts as many milliseconds as the first argument says.
PRESS = """
import json, sys
text, second, command = open("service-menu").read().replace("Menu().loop.run()", ""), int(sys.argv[1]), sys.argv[2:]
exec(compile(text, "service-menu", "exec"))
GLib.timeout_add_seconds = lambda seconds, call: GLib.timeout_add(second * seconds, call)
COMMANDS["Try"] = command
menu = Menu()
def report(*_):
    height, _ = menu.buttons.get_parent().get_preferred_size()
    print(json.dumps([menu.label.get_label(), menu.buttons.get_visible(), height.height]), flush=True)
    if menu.buttons.get_visible():
        menu.loop.quit()
button = menu.buttons.get_last_child().get_prev_sibling()
assert button.get_label() == "Try"
report()
menu.buttons.connect("notify::visible", report)
GLib.idle_add(lambda: button.emit("clicked"))
menu.loop.run()
"""


@needs_sway
@needs_gtk
@pytest.mark.parametrize("second, command, labels", [
    (1000, ["true"], ["Service"]),
    (1000, ["sh", "-c", "echo wrong >&2; exit 1"], ["wrong"]),
    (1000, ["false"], ["The command failed."]),
    (1000, ["missing-program"], ["Failed to execute child process “missing-program”"]),
    (20, ["sh", "-c", "exec sleep 60 >/dev/null"], []),
])
def test_the_menu_says_what_failed_and_closes_by_itself(sway, second, command, labels):
    menu = sway.start("/usr/bin/python3", "-c", PRESS, str(second), *command, stdout=subprocess.PIPE, text=True)
    shown = [json.loads(line) for line in menu.communicate(timeout=60)[0].splitlines()]
    assert menu.returncode == 0
    # The reason in parentheses depends on the folders that the user may read.
    assert [[label.split(" (")[0], buttons] for label, buttons, _ in shown] == [
        ["Service", True], ["…", False], *([label, True] for label in labels)]
    # With one button more than usual, it fits on a small display.
    assert shown[0][2] < 480
