"""The Swift library as its users build it: the examples of docs/swift.md, and Examples/Board.

They are packages that depend on this one by path. They are built in the folder of this package, where `scripts/unit-tests build` has
already compiled the library: that takes seconds, and minutes in a folder of their own.
"""
import fcntl
import os
import pathlib
import pty
import re
import subprocess
import termios
import textwrap

import pytest

from service import until
from touches import evemu, tap

PROJECT = pathlib.Path(__file__).parents[2]
BOARD = PROJECT / "Examples" / "Board"
PAGE = (PROJECT / "docs" / "swift.md").read_text()
BUILD = PROJECT / ".build"
DEPENDENCY = f'.package(name: "gestured", path: "{PROJECT}")'
# The packages of the page's examples: the first program, and all others.
HELLO, SNIPPETS = (BUILD / "swift-examples" / name for name in ("hello", "snippets"))

MANIFEST, PROGRAM, *EXAMPLES = re.findall(r"^```swift\n(.*?)^```$", PAGE, re.M | re.S)
OUTPUT = re.search(r"^```text\n(.*?)^```$", PAGE, re.M | re.S)[1]

# Begins late enough for all subscriptions of a program, which connect again within two seconds.
DOUBLE_TAP = evemu(tap(0, 1000, 1800) + tap(150, 1000, 1800), lead=3000)


def function(number, example):
    """An example as a function, because several of them declare the same names."""
    return f"@MainActor func example{number}(_ client: GestureClient) async throws {{\n{textwrap.indent(example, '    ')}}}\n"


def write(package, files):
    for path, text in files.items():
        path = package / path
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)


def swift(command, package):
    # The same variables as in scripts/unit-tests, because others would change the manifest of this package.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GESTURED_")}
    environment["GESTURED_UNIT_TESTS"] = "1"
    options = subprocess.run([PROJECT / "scripts/unit-tests", "options"], stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    run = subprocess.run(
        ["swift", *command, *options, "--package-path", package, "--scratch-path", BUILD],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    assert run.returncode == 0, run.stdout
    return run.stdout


@pytest.fixture(scope="session")
def built():
    """Builds all packages, and runs their own tests."""
    tests = [example for example in EXAMPLES if "import Testing" in example]
    functions = [function(number, example) for number, example in enumerate(EXAMPLES) if example not in tests]
    assert DEPENDENCY not in MANIFEST and '.package(path: "../gestured")' in MANIFEST
    BUILD.mkdir(exist_ok=True)
    with open(BUILD / "swift-examples.lock", "w") as lock:
        # Another run of the tests, on the other binaries, waits here.
        fcntl.flock(lock, fcntl.LOCK_EX)
        write(HELLO, {
            "Package.swift": MANIFEST.replace('.package(path: "../gestured")', DEPENDENCY),
            # The path by a variable, so that the program is not built again for each socket.
            "Sources/hello/main.swift": PROGRAM.replace("GestureClient()", "GestureClient(socket: CommandLine.arguments[1])"),
        })
        write(SNIPPETS, {
            "Package.swift": f"""// swift-tools-version: 6.2
import PackageDescription

let products: [Target.Dependency] = ["GestureClient", "GestureClientTesting"].map {{ .product(name: $0, package: "gestured") }}
let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let package = Package(
    name: "snippets",
    dependencies: [{DEPENDENCY}],
    targets: [
        .target(name: "Snippets", dependencies: products, swiftSettings: settings),
        .testTarget(name: "SnippetsTests", dependencies: ["Snippets"] + products, swiftSettings: settings),
    ]
)
""",
            "Sources/Snippets/Snippets.swift": "import GestureClient\n\n" + "\n".join(functions),
            **{f"Tests/SnippetsTests/Snippet{number}.swift": test for number, test in enumerate(tests)},
        })
        return {
            HELLO: swift(["build"], HELLO),
            **{package: swift(["test", "--disable-xctest"], package) for package in (SNIPPETS, BOARD)},
        }


@pytest.mark.slow
@pytest.mark.parametrize("package, tests", [(SNIPPETS, 1), (BOARD, 7)], ids=["docs", "board"])
def test_the_tests_of_examples_pass(built, package, tests):
    assert f"Test run with {tests} test" in built[package]


@pytest.mark.slow
def test_the_first_program_prints_the_documented_output(built, start):
    assert len((MANIFEST + PROGRAM).replace("\n\n", "\n").splitlines()) <= 15
    service = start(recording=DOUBLE_TAP)
    with subprocess.Popen(
            ["stdbuf", "-oL", BUILD / "debug" / "hello", service.socket], stdout=subprocess.PIPE, text=True) as program:
        try:
            assert "".join(program.stdout.readline() for _ in OUTPUT.splitlines()) == OUTPUT
        finally:
            program.kill()


def test_the_readme_shows_the_first_program():
    assert f"```swift\n{PROGRAM}```\n" in (PROJECT / "README.md").read_text()


@pytest.mark.slow
def test_the_board_shows_touches_and_leaves_the_terminal_as_it_was(built, start):
    # Between the notes and the list of papers at the bottom.
    service = start(recording=evemu(tap(0, 1000, 1400) + tap(150, 1000, 1400), lead=3000))
    terminal, end = pty.openpty()
    before = termios.tcgetattr(end)
    with subprocess.Popen([BUILD / "debug" / "board", "--socket", service.socket], stdin=end, stdout=end) as board:
        os.set_blocking(terminal, False)
        shown = b""

        def shows(text):
            nonlocal shown
            try:
                shown += os.read(terminal, 65536)
            except BlockingIOError:
                pass
            return text in shown

        try:
            until(lambda: shows(b"note 3"), "it draws the notes")
            assert termios.tcgetattr(end) != before
            service.kill()
            assert not shows(b"note 4")
            until(lambda: shows(b"the service closed the connection"), "it says that the service is gone")
            service.launch()
            until(lambda: shows(b"note 4"), "a double tap adds a note")
            board.terminate()
            until(lambda: shows(b"\x1b[?1049l"), "it restores the screen")
            assert board.wait(10) == 128 + 15
            assert termios.tcgetattr(end) == before
        finally:
            board.kill()
    os.close(terminal)
    os.close(end)


def members(declaration):
    """The members of a type or the parameters of a method in the interface."""
    interface = (PROJECT / "Sources" / "GestureProtocol" / "org.gestured.Gestures.varlink").read_text()
    [body] = re.findall(rf"^{declaration} ?\(\n(.*?)^\)", interface, re.M | re.S)
    return re.findall(r"^  (\w+):", body, re.M)


@pytest.mark.parametrize("declaration, heading", [
    ("method Subscribe", "Subscribe"), ("type Gesture", "member of a gesture"), ("type Region", "member of a region"),
    ("type Thresholds", "threshold"),
])
def test_the_map_to_swift_has_every_member(declaration, heading):
    table = PAGE.split(f"\n| {heading} | Swift |\n|---|---|\n", 1)[1].split("\n\n", 1)[0]
    named = [name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(named) == sorted(members(declaration))
