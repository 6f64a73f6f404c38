"""The documentation: examples run as written except for the path of the socket, links resolve, tables match the code."""
import json
import os
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

import pytest

from importers import assert_accepted, assert_possible
from service import Client, until
from shell_lines import assert_gesturectl_accepts, gesturectl_calls
from touches import drag, evemu, pinch, stroke, tap, turn

PROJECT = pathlib.Path(__file__).parents[2]
SOCKET = "/run/gestured/gestured.sock"
PAGES = sorted(page for page in PROJECT.rglob("*.md") if not page.relative_to(PROJECT).parts[0].startswith("."))

# The touches for each example, by the heading above it and in order.
TOUCHES = {
    "Connecting": [tap(0)],
    "press": [tap(0) + drag(500, (500, 500), (700, 500), 100)],
    "tap": [tap(0) + tap(700) + tap(850)],
    "longPress": [tap(0, hold=700)],
    "drag": [drag(0, (500, 500), (500, 700), 100)],
    "swipe": [drag(0, (500, 500), (500, 700), 100) + drag(500, (500, 500), (700, 500), 100, fingers=3)],
    "edgeSwipe": [drag(0, (0, 1000), (200, 1000), 100) + drag(500, (10, 10), (200, 250), 100)],
    "pinch": [pinch(0, (200, 300))],
    "rotation": [turn(0, 720, duration=800)],
    "stroke": [stroke(0, (500, 700), (560, 800), (800, 520)) + stroke(700, (500, 500), (600, 700), (550, 600), (500, 700))],
    "touch": [tap(0)],
    "activity": [tap(0)],
    "Compositions": [
        drag(0, (500, 500), (500, 700), 100), turn(0, 90) + pinch(500, (200, 300)),
        drag(0, (500, 500), (600, 500), 100, rest=700),
    ],
    "Conditions": [
        tap(0, hold=3200), drag(0, (500, 500), (540, 500), 40), drag(0, (10, 1000), (140, 1000), 20),
        [(0, 0, "down", 500, 500), (600, 0, "up", 500, 500)]
        + [(at + time, 1, action, 700, 500) for at in (200, 300) for time, action in ((0, "down"), (50, "up"))],
    ],
    "Several people": [
        [(0, 0, "down", 300, 500), (0, 1, "down", 1500, 500), (50, 0, "up", 300, 500), (50, 1, "up", 1500, 500)]
        + tap(700, 300, fingers=2)],
    "Regions": [tap(0, 1000, 125) + drag(500, (1000, 125), (1000, 425), 150)],
    "Changing regions": [tap(0) + tap(700)],
    "A hidden service menu": [
        sum((tap(at, 50, 50) for at in range(0, 600, 150)), []) + tap(600, 50, 50, hold=800),
        tap(0, 50, 50) + tap(700, 1950, 50),
    ],
    "People with tremor": [tap(0, hold=100) + tap(500, hold=500) + tap(1100, hold=500)],
    "Subscribe": [tap(0) + tap(150)],
}


def examples(path):
    """Returns the examples of a page: the heading above it, the code, and the documented output or None."""
    heading, found = None, []
    for block in re.finditer(r"^#+ ([^\n]*)$|^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", path.read_text(), re.M | re.S):
        if block[1]:
            heading = block[1]
        else:
            found.append((heading, block[2], block[3]))
    return found


EXAMPLES = [
    example for page in [PROJECT / "README.md", PROJECT / "docs/gestures.md", PROJECT / "docs/recipes.md"]
    for example in examples(page)
]
# The module that the examples import.
MODULE = (PROJECT / "Python/gestured.py").read_text()


def numbered():
    counts = {}
    for heading, code, output in EXAMPLES:
        counts[heading] = counts.get(heading, -1) + 1
        yield pytest.param(heading, counts[heading], code, output, id=f"{heading} {counts[heading] + 1}")


@pytest.mark.parametrize("heading, number, code, output", list(numbered()))
def test_an_example_runs_and_prints_the_documented_output(heading, number, code, output, start, tmp_path):
    service = start(recording=evemu(TOUCHES[heading][number], lead=500))
    assert MODULE.count(SOCKET) == 1
    (tmp_path / "gestured.py").write_text(MODULE.replace(SOCKET, str(service.socket)))
    with subprocess.Popen(
            [sys.executable, "-u", "-c", code], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "PYTHONPATH": str(tmp_path)}) as example:
        try:
            for run in "first", "after a restart":
                until(lambda: service.status()["subscriptions"] or example.poll() is not None, f"it subscribes, {run}")
                service.wait_for_log("the recording is over")
                printed = "".join(read_output(example, output, service.status()["coalesced"]))
                assert printed and "Traceback" not in printed, run
                service.kill()
                if run == "first":
                    service.launch()
        finally:
            example.kill()
        assert "Traceback" not in example.stdout.read()


def read_output(example, output, coalesced):
    """Returns the lines that an example prints: those that are documented, or one if none are.

    If the service was late, `coalesced` events were replaced by a later one of the same gesture, and have no line.
    """
    if not output:
        return [example.stdout.readline()]
    documented, lines = output.splitlines(keepends=True), []
    while documented:
        lines.append(example.stdout.readline())
        assert lines[-1] in documented[:coalesced + 1], "".join(lines)
        replaced = documented.index(lines[-1])
        coalesced -= replaced
        del documented[:replaced + 1]
    return lines


def test_every_gesture_has_an_example():
    assert sorted(heading for heading, _, _ in EXAMPLES) == sorted(heading for heading, touches in TOUCHES.items() for _ in touches)


def test_every_example_uses_the_module():
    """The module reconnects, so no example has to."""
    assert EXAMPLES and [code for _, code, _ in EXAMPLES if not code.startswith("import gestured\n") or "varlink" in code] == []


# MARK: README.md


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", (PROJECT / "README.md").read_text(), re.M | re.S)


def test_the_readme_is_short():
    assert len((PROJECT / "README.md").read_text().splitlines()) <= 150


def test_the_service_sends_the_exchange_of_the_readme(start):
    """But for numbers that differ in each run, and for what … leaves out."""
    [exchange] = [block for block in blocks("") if block.startswith("→ ")]
    lines = exchange.splitlines()
    [call] = [line[2:] for line in lines if line.startswith("→ ")]
    expected = [line[2:] for line in lines if line.startswith("← ")]
    service = start("--recording", PROJECT / "Tests" / "Fixtures" / "touchscreen.evemu")
    with Client(service.socket) as client:
        client.socket.sendall(call.encode() + b"\0")
        received = b""
        while received.count(b"\0") < len(expected):
            received += client.socket.recv(65536)
    for line, reply in zip(expected, received.decode().split("\0")):
        pattern = re.escape(re.sub(r'("(?:instance|subscription)":")[^"]*|("(?:time|decided)":)\d+', r"\1\2…", line)).replace("…", ".*")
        assert re.fullmatch(pattern, reply), f"{line}\n{reply}"


@pytest.mark.slow
def test_the_picture_in_the_readme_is_what_monitor_prints(request):
    """But for the times."""
    def words(svg):
        root = xml.etree.ElementTree.fromstring(svg)
        lines = ["".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text")]
        return [re.sub(r"^[\d.]+ s", "", line) for line in lines]

    command = [PROJECT / "scripts" / "monitor-picture", "--binaries", request.config.getoption("--binaries")]
    drawn = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert words(drawn) == words((PROJECT / "docs" / "monitor.svg").read_text())
    assert len(words(drawn)) > 10


def test_the_readme_lists_every_folder():
    text = (PROJECT / "README.md").read_text()
    listed = set(re.findall(r"`Sources/(\w+)`", text))
    folders = {folder.name for folder in (PROJECT / "Sources").iterdir() if any(folder.rglob("*.swift"))}
    assert listed == folders


# MARK: All pages


def anchors(page):
    """Headings as GitHub names them in links."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [pytest.param(page, id=str(page.relative_to(PROJECT))) for page in PAGES])
def test_links_resolve(page):
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
    broken = []
    for target in re.findall(r"\]\(([^)]*)\)", text):
        path, _, anchor = target.partition("#")
        if re.match(r"https?:", target):
            continue
        file = page.parent / path if path else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            broken.append(target)
    assert broken == []


def gesturectl_lines():
    """Yields the indented lines that call gesturectl, except those of operation.md, where words about the line follow it."""
    for page in PAGES:
        if page.name != "operation.md":
            text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.M | re.S)
            yield from re.findall(r"^    ((?:sudo )?gesturectl .*)$", text, re.M)


@pytest.mark.parametrize("line", sorted(set(gesturectl_lines())))
def test_a_shell_and_gesturectl_accept_a_line(line, gesturectl, tmp_path):
    calls = gesturectl_calls(line, tmp_path)
    assert calls
    for call in calls:
        assert_gesturectl_accepts(call, gesturectl)


# MARK: docs/gestures.md


def described_fields():
    """Returns the name, the type and the kinds of each field in the table of the page."""
    section = (PROJECT / "docs" / "gestures.md").read_text().partition("\n## Fields of events\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \| `(.*?)` \| (.*?) \|", section, re.M)


def test_the_page_about_gestures_has_every_field_of_an_event():
    interface = (PROJECT / "Sources" / "GestureProtocol" / "org.gestured.Gestures.varlink").read_text()
    [members] = re.findall(r"^type Event \(\n(.*?)^\)", interface, re.M | re.S)
    assert [field[:2] for field in described_fields()] == re.findall(r"^  (\w+): (.*?),?$", members, re.M)


def test_events_of_a_kind_have_the_fields_in_the_table(gesturectl):
    kinds = {"press", "tap", "hold", "drag", "swipe", "edge", "pinch", "rotate", "stroke check", "touch", "idle 1s"}
    found = {}
    for touches in (touches for group in TOUCHES.values() for touches in group):
        command = [gesturectl, "replay", "--defaults", "--json", "--gestures", ", ".join(sorted(kinds)), "-"]
        for line in subprocess.run(command, input=evemu(touches), capture_output=True, text=True, check=True).stdout.splitlines():
            event = json.loads(line)
            for field in event:
                found.setdefault(field, set()).add(event["kind"])
    assert len(found["kind"]) == len(kinds)
    for field, _, words in described_fields():
        if described := set(re.findall(r"`(\w+)`", words)) & found["kind"]:
            # The device of these touches reports neither.
            assert found.get(field) == (None if field in ("pressure", "major") else described), field


# MARK: docs/actions.md


ACTIONS = (PROJECT / "docs" / "actions.md").read_text()


@pytest.mark.parametrize("text", re.findall(r"^```ini\n(.*?)^```$", ACTIONS, re.M | re.S), ids=lambda text: text.splitlines()[1])
def test_an_actions_file_is_accepted(text, gesturectl, tmp_path):
    assert_possible(assert_accepted(gesturectl, text, tmp_path / "actions.conf"))


def assert_each_is_accepted(gestures, gesturectl, path):
    """In sections of their own, because a file cannot have the same gesture twice."""
    text = "".join(f"[application a{number}]\n{gesture} = true\n" for number, gesture in enumerate(gestures))
    assert_accepted(gesturectl, text, path)


def test_gestures_in_tables_are_accepted(gesturectl, tmp_path):
    table = ACTIONS.partition("## Gestures")[2].partition("Conditions:")[0]
    gestures = [gesture for row in re.findall(r"^\|.*\| (`.*`) \|$", table, re.M) for gesture in re.findall("`([^`]*)`", row)]
    assert len(gestures) > 15
    assert_each_is_accepted(gestures, gesturectl, tmp_path / "actions.conf")


# MARK: docs/migrating.md


@pytest.mark.parametrize("program", ["touchegg", "libinput-gestures", "fusuma", "lisgd"])
def test_gestures_in_place_of_those_of_another_program_are_accepted(program, gesturectl, tmp_path):
    page = (PROJECT / "docs" / "migrating.md").read_text()
    section = page.partition(f"## {program}\n")[2].partition("\n## ")[0]
    kinds = "tap|hold|swipe|edge|drag|pinch|rotate"
    gestures = []
    for row in re.findall(r"^\|.*\| ([^|]*) \|$", section, re.M)[2:]:
        gestures += [text.partition(" =")[0] for text in re.findall(f"`((?:{kinds}) [^`…]*)`", row)]
    assert len(gestures) > 3
    assert_each_is_accepted(gestures, gesturectl, tmp_path / "actions.conf")


# MARK: docs/test-scripts.md


def test_the_page_about_scripts_has_every_verb():
    page = (PROJECT / "docs" / "test-scripts.md").read_text()
    rows = re.findall(r"^\| (`.*?) \|", page.partition("## Touches")[2].partition("## Events")[0], re.M)
    described = {word for row in rows for word in re.findall(r"`(\w+)", row)}
    reader = (PROJECT / "Sources" / "TouchScripts" / "ScriptReader.swift").read_text()
    [verbs] = re.findall(r'default: throw expected\("([^"]*)"\)', reader)
    assert described == set(re.split(r", | or ", verbs))
