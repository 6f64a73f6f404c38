"""Every gesture that a page, a help text, an example file or the interface shows is read back, and has one form.

A number in it says what it counts, except where the text is about bare numbers.
"""
import pathlib
import re
import subprocess

import pytest

from touches import evemu

PROJECT = pathlib.Path(__file__).parents[2]
PAGES = sorted([PROJECT / "README.md", *(PROJECT / "docs").glob("*.md"), *(PROJECT / "man").glob("*.scd")])
SUFFIXES = (".c", ".conf", ".cpp", ".go", ".html", ".js", ".md", ".mjs", ".py", ".rs", ".service", ".sh")
EXAMPLES = sorted(path for path in (PROJECT / "Examples").rglob("*") if path.suffix in SUFFIXES)
ACTIONS_FILES = [*(PROJECT / "Sources" / "ActionRunner" / "Examples").glob("*.conf"), PROJECT / "Examples" / "kiosk" / "actions.conf"]
INTERFACE = PROJECT / "Sources" / "GestureProtocol" / "org.gestured.Gestures.varlink"

# The text says what the words in these mean that can be taken for something else.
BARE = {
    "docs/actions.md": {"tap 3", "swipe left 3", "edge left"},
    "man/gesturectl.1.scd": {"tap 3", "swipe left 3"},
}
# A mistake on purpose, in examples of errors.
WRONG = {"man/gestured-varlink.7.scd": {"double tap, swipe lefft"}}

# Words in backticks that are no gestures, or touches of synthesize, which test_texts_of_synthesize has.
OTHER = {
    "docs/actions.md": {"rotation 30deg"},
    "docs/tools.md": {"tap 5% 5%", "tap x4", "tap, wait 100ms, tap"},
    "docs/recipes.md": {"idle:120s", "edge:left", "edge:right", "edge:top", "edge:bottom"},
}

KINDS = (
    "press|touch|tap|double tap|triple tap|[0-9]+ taps|hold|long press|longPress|drag|swipe|edge|edge swipe|edgeSwipe|pinch|rotate|"
    "rotation")
GESTURE = rf"\(?(?:{KINDS})(?![\w-])[^`…=]*|(?:idle|wake|activity) [0-9][^`…=]*|stroke [a-z][^`…=]*|\w+[:/]\w+(?:/\w+)?"


def name(path):
    return path.relative_to(PROJECT).as_posix()


def bindings(text):
    """Returns the gestures of the lines of an actions file, also of those that are commented out, without options."""
    found, section = [], None
    for line in text.splitlines():
        line = re.sub(r"^# ?(?=\[|[a-z]+\b.* = )", "", line.strip())
        if match := re.fullmatch(r"\[(\w+).*\]", line):
            section = match[1]
        elif section in ("actions", "application", "device") and re.match(rf"(?:{GESTURE})\s*=", line):
            found.append(line.partition(" =")[0].strip())
        elif section == "action" and (match := re.match(r"gesture\s*=\s*(.*)", line)):
            found.append(match[1].replace(", ", " then "))
    return found


def actions_files():
    """Yields the name and the text of each actions file, also of those in pages."""
    for path in ACTIONS_FILES:
        yield name(path), path.read_text()
    for path in PAGES:
        for block in re.findall(r"^```(?:ini)?\n(.*?)^```$", path.read_text(), re.M | re.S):
            is_section = re.match(r"\[(?:actions|action|application|device) ?[^\]]*\]\n", block)
            if is_section and re.search(rf"^(?:gesture|{GESTURE})\s*=", block, re.M):
                yield name(path), block


def arguments(text):
    """Returns the lists in which commas separate gestures: the arguments of gesturectl, and notation."""
    text = re.sub(r"[*_](--[a-z]+)[*_] ", r"\1 ", text)
    found = re.findall(r"--(?:gestures|until) '([^'<…]+)'", text) + re.findall(r"--(?:gestures|until) (?!and\b)([a-z:/,0-9]+)", text)
    return found + re.findall(r"""notation\\?["']?(?:=|:\s?)\\?["']([^"'\\…]+)""", text)


def table_gestures(text):
    """Returns the gestures in backticks in a page, those of its tables and those of its text."""
    return [words for words in re.findall(r"`([^`\n]+)`", text) if re.fullmatch(GESTURE, words)]


def notation_of_the_manual():
    """Returns the gestures in italics of the section NOTATION, of which a line can end in the middle."""
    section = (PROJECT / "man" / "gesturectl.1.scd").read_text().partition("# NOTATION\n")[2].partition("\n# ")[0]
    words = [" ".join(text.split()) for text in re.findall(r"(?<!\w)_([^_]+)_(?!\w)", section)]
    return [text for text in words if re.fullmatch(GESTURE, text) and text != "stroke NAME"]


def help_texts(gesturectl):
    def printed(*words):
        return subprocess.run([gesturectl, *words], capture_output=True, text=True, check=True).stdout

    commands = re.findall(r"^  ([a-z]+) ", printed("help"), re.M)
    assert len(commands) > 15
    return {command: " ".join(printed("help", command).split()) for command in commands}


def gestures(text):
    """Splits a list at the commas between gestures."""
    return [gesture.strip() for gesture in text.split(",")]


def check(gesturectl, found, path):
    """Asserts that an actions file can have each gesture, and that the form which it prints is read as the same form.

    Returns the notes of --check.
    """
    def write(lines):
        path.write_text("".join(f"[application a{number}]\n{line} = true\n" for number, line in enumerate(lines)))

    def run(option):
        ended = subprocess.run([gesturectl, "actions", "--config", path, option], capture_output=True, text=True)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended

    write(found)
    notes = [line for line in run("--check").stderr.splitlines() if ": note: " in line]
    printed = [line.removesuffix(" = true") for line in run("--print").stdout.splitlines() if line.endswith(" = true")]
    assert len(printed) == len(found)
    write(printed)
    assert [line for line in run("--print").stdout.splitlines() if line.endswith(" = true")] == [f"{form} = true" for form in printed]
    assert ": note: " not in run("--check").stderr
    return notes


def assert_requests_can_have(gesturectl, found):
    for gesture in found:
        if not gesture.startswith("wake") and not re.search(r" (?:every|on|limit|cooldown) ", gesture):
            command = [gesturectl, "replay", "--defaults", "--gestures", gesture, "-"]
            ended = subprocess.run(command, input=evemu([]), capture_output=True, text=True)
            assert ended.returncode == 0, ended.stderr


def assert_say_what_they_count(gesturectl, found, page, path):
    found = list(dict.fromkeys(found))
    assert_requests_can_have(gesturectl, found)
    # An actions file has no names of single gestures.
    found = list(dict.fromkeys(re.sub(r" as [\w-]+$", "", gesture) for gesture in found))
    bare = [gesture for gesture in found if gesture in BARE.get(page, ())]
    rest = [gesture for gesture in found if gesture not in bare and not gesture.startswith("touch")]
    for part in (rest[start:start + 200] for start in range(0, len(rest), 200)):
        assert check(gesturectl, part, path) == []
    if bare:
        assert len(check(gesturectl, bare, path)) == len(bare), "each gesture in BARE has a note"


@pytest.mark.parametrize("page, text", [pytest.param(*file, id=f"{file[0]} {number}") for number, file in enumerate(actions_files())])
def test_actions_files(page, text, gesturectl, tmp_path):
    found = bindings(text)
    assert found
    assert_say_what_they_count(gesturectl, found, page, tmp_path / "actions.conf")


@pytest.mark.parametrize("path", [*PAGES, *EXAMPLES], ids=name)
def test_arguments_and_requests(path, gesturectl, tmp_path):
    found = [gesture for text in arguments(path.read_text()) if text not in WRONG.get(name(path), ()) for gesture in gestures(text)]
    assert_say_what_they_count(gesturectl, found, name(path), tmp_path / "actions.conf")


@pytest.mark.parametrize("page", ["docs/actions.md", "docs/migrating.md", "docs/tools.md", "docs/gestures.md", "docs/recipes.md"])
def test_words_in_backticks(page, gesturectl, tmp_path):
    text = (PROJECT / page).read_text()
    if page == "docs/migrating.md":
        # The other column has the words of other programs.
        text = "\n".join(re.findall(r"^\|.*\| ([^|]*) \|$", text, re.M))
    found = [words for words in table_gestures(text) if words not in OTHER.get(page, ())]
    assert_say_what_they_count(gesturectl, found, page, tmp_path / "actions.conf")


def test_the_notation_of_the_manual(gesturectl, tmp_path):
    found = notation_of_the_manual()
    assert len(found) > 15
    assert_say_what_they_count(gesturectl, found, "man/gesturectl.1.scd", tmp_path / "actions.conf")


def test_help_texts(gesturectl, tmp_path):
    found = []
    for text in help_texts(gesturectl).values():
        for quoted in re.findall(r"(?<!\w)'([^']+)'", text):
            words = quoted.partition(" = ")[0]
            if re.match(rf"(?:{GESTURE})", words) and "%" not in words:
                found += gestures(words)
    assert len(found) > 5
    assert_say_what_they_count(gesturectl, found, "help", tmp_path / "actions.conf")


def test_comments_of_the_interface(gesturectl, tmp_path):
    quoted = re.findall(r'in the short notation.*?"([^"]+)"', re.sub(r"\n *# ", " ", INTERFACE.read_text()))
    assert quoted
    assert_say_what_they_count(gesturectl, [part for text in quoted for part in gestures(text)], "interface", tmp_path / "actions.conf")


def test_texts_of_synthesize(gesturectl):
    found = {text for path in PAGES for text in re.findall(r"gesturectl synthesize '([^']+)'", path.read_text())}
    assert len(found) > 3
    for text in found:
        touches = subprocess.run([gesturectl, "synthesize", text], capture_output=True, text=True)
        assert touches.returncode == 0 and "note" not in touches.stderr, touches.stderr
        assert len(touches.stdout) > len(evemu([]))
        for gesture in re.split(r", | then ", text):
            gesture = re.sub(r" [0-9.]+% [0-9.]+%| x[0-9]+", "", gesture)
            assert not re.search(r" [0-9]+\+?$", gesture), text
