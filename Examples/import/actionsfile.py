"""What both importers share: names of keys, commands, and writing a file for `gesturectl actions`."""
import re
import shlex
import sys

LARGEST_FILE = 1 << 20
LONGEST_NAME = 100
# The limits of gesturectl actions.
LONGEST_LINE = 4096
MOST_BINDINGS = 256
MOST_WORDS = 64
MOST_KEYS = 8
MOST_CHORDS = 16

# X11 keysyms in lower case, and what `key` calls them.
KEYS = {
    **{f"f{number}": f"f{number}" for number in range(1, 25)},
    **{f"kp_{digit}": f"kp{digit}" for digit in range(10)},
    **{name: name for name in "abcdefghijklmnopqrstuvwxyz0123456789"},
    **{name: name for name in (
        "left", "right", "up", "down", "home", "end", "insert", "delete", "tab", "space", "backspace", "pause", "escape",
        "minus", "plus", "equal", "comma", "period", "slash", "semicolon", "apostrophe", "grave", "backslash",
    )},
    "page_up": "pageup", "prior": "pageup", "page_down": "pagedown", "next": "pagedown",
    "return": "enter", "kp_enter": "kpenter", "print": "printscreen", "menu": "compose",
    "bracketleft": "leftbrace", "bracketright": "rightbrace",
    "kp_add": "kpplus", "kp_subtract": "kpminus", "kp_multiply": "kpasterisk", "kp_divide": "kpslash", "kp_decimal": "kpdot",
    "xf86audioraisevolume": "volumeup", "xf86audiolowervolume": "volumedown", "xf86audiomute": "mute",
    "xf86audiomicmute": "micmute", "xf86audioplay": "playpause", "xf86audionext": "nextsong", "xf86audioprev": "previoussong",
    "xf86audiostop": "stopcd", "xf86monbrightnessup": "brightnessup", "xf86monbrightnessdown": "brightnessdown",
    "xf86back": "back", "xf86forward": "forward", "xf86homepage": "homepage", "xf86search": "search", "xf86sleep": "sleep",
    "shift": "shift", "shift_l": "shift", "shift_r": "rightshift",
    "control": "ctrl", "ctrl": "ctrl", "control_l": "ctrl", "control_r": "rightctrl",
    "alt": "alt", "alt_l": "alt", "alt_r": "altgr", "iso_level3_shift": "altgr",
    "super": "super", "super_l": "super", "super_r": "rightmeta", "meta": "super", "meta_l": "super",
}
BUTTONS = {"1": "left", "2": "middle", "3": "right"}

# Words without characters that have a meaning for a shell, or with them between quotes.
PLAIN = re.compile(r"(?:'[^']*'|\"[^\"$`\\!]*\"|[A-Za-z0-9_@%+=:,./ \t-])+")
SHELL_WORDS = {
    ".", ":", "alias", "case", "cd", "command", "eval", "exec", "exit", "export", "for", "if", "read", "set", "shift", "source", "trap",
    "type", "ulimit", "umask", "unset", "until", "wait", "while",
}


def fingers_text(number):
    """Returns a number of fingers as gesturectl writes it."""
    return "1 finger" if int(number) == 1 else f"{number} fingers"


def time_text(milliseconds):
    """Returns a time as gesturectl writes it, for example 1500ms, 2s or 1min."""
    if milliseconds % 1000:
        return f"{milliseconds}ms"
    return f"{milliseconds // 60_000}min" if milliseconds % 60_000 == 0 else f"{milliseconds // 1000}s"


def distance_text(points):
    """Returns a distance in mm or pt as gesturectl writes it: the shorter text."""
    return min(f"{points * 0.15875:.10g}mm", f"{points}pt", key=len)


class Refused(Exception):
    """A file that cannot be translated at all."""


class Untranslatable(Exception):
    """One gesture that cannot be said in the other notation, and why."""


def read(path):
    """Returns the text of a file of at most 1 MB."""
    try:
        with (sys.stdin.buffer if path == "-" else open(path, "rb")) as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from None
    if len(content) > LARGEST_FILE:
        raise Refused(f"{path}: larger than 1 MB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(f"{path}: not UTF-8 text (byte {error.start})") from None
    if "\0" in text:
        raise Refused(f"{path}: a binary file")
    return text


def is_name(text):
    """Returns whether an application or a device can be named in the title of a section."""
    return 0 < len(text.encode()) <= LONGEST_NAME and text.isprintable() and not re.search(r"[\[\]]", text)


def printable(text):
    """Returns text for a comment: one line, without control characters."""
    shown = "".join(character if character.isprintable() else " " for character in text)
    return shown if len(shown) <= 200 else shown[:200] + "..."


def chord(keysyms, shifted_letters):
    """Returns the chord of X11 keysyms that are pressed together.

    With `shifted_letters`, as in xdotool, an upper-case letter includes shift.
    """
    keys = []
    for keysym in keysyms:
        name = KEYS.get(keysym.strip().lower())
        if not name:
            raise Untranslatable(f'no name for the key "{printable(keysym)}"')
        if shifted_letters and len(keysym) == 1 and keysym.isupper():
            keys.append("shift")
        keys.append(name)
    if not 0 < len(set(keys)) <= MOST_KEYS:
        raise Untranslatable(f"not 1 to {MOST_KEYS} keys")
    return "+".join(dict.fromkeys(keys))


def without_shell(command):
    """Returns a command that was run without a shell: gesturectl splits it into the same words as shlex."""
    if len(shlex.split(command)) > MOST_WORDS:
        raise Untranslatable(f"more than {MOST_WORDS} words: write a script, and run that")
    return f"run {command}" if re.match(r"(key|click|run)(\s|$)", command) else command


def with_shell(command, notes):
    """Returns a command that was run by a shell: in a shell only if it needs one."""
    if not needs_shell(command):
        return without_shell(command)
    notes.append("needs a shell")
    return f"sh -c {shlex.quote(command)}"


def needs_shell(command):
    """Returns true unless gesturectl surely splits a command into the same words as a shell."""
    if not PLAIN.fullmatch(command):
        return True
    first = command.split()[0]
    return bool(re.search("['\"=]", first)) or first in SHELL_WORDS


class ActionsFile:
    """Collects bindings and comments by section, and writes them with the lines that they come from."""

    def __init__(self, source, introduction):
        self.introduction = [f"Made from {printable(source)}. The numbers are its lines.", *introduction]
        self.sections = {}
        # The line that each gesture of a section comes from.
        self.lines = {}
        self.counts = {"translated": 0, "not exactly the same": 0, "not translated": 0}

    def add(self, section, line, binding, notes):
        """Adds a binding, a list of lines; the notes say what is not exactly the same."""
        if not all(part.replace("\t", " ").isprintable() for part in binding):
            raise Untranslatable("contains control characters or several lines: write a script, and run that")
        if any(len(part.encode()) > LONGEST_LINE for part in binding):
            raise Untranslatable(f"longer than {LONGEST_LINE} bytes: write a script, and run that")
        gesture = (section, binding[0].partition(" = ")[0])
        if gesture in self.lines:
            raise Untranslatable(f"line {self.lines[gesture]} is the same gesture here")
        self.lines[gesture] = line
        self.counts["not exactly the same" if notes else "translated"] += 1
        if sum(self.counts.values()) - self.counts["not translated"] > MOST_BINDINGS:
            raise Refused(f"more than {MOST_BINDINGS} gestures")
        comment = f"# {line}: {'; '.join(notes)}" if notes else f"# {line}"
        self.sections.setdefault(section, []).extend([comment, *binding])

    def skip(self, section, line, reason, original):
        """Adds a comment in place of a binding."""
        self.counts["not translated"] += 1
        self.sections.setdefault(section, []).extend(
            [f"# {line}: NOT TRANSLATED: {reason}", f"#   {printable(original)}"])

    def text(self):
        parts = ["".join(f"# {line}\n" for line in self.introduction)]
        for section, lines in self.sections.items():
            parts.append("".join(f"{line}\n" for line in (f"[{section}]", *lines)))
        return "\n".join(parts)

    def summary(self):
        return ", ".join(f"{count} {what}" for what, count in self.counts.items())


def main(translate, defaults, options):
    """Runs an importer: the translation to standard output, the summary to standard error."""
    path = options.file or next((str(path) for path in defaults if path.exists()), str(defaults[0]))
    try:
        result = translate(path, read(path), options)
    except Refused as error:
        sys.exit(str(error))
    sys.stdout.write(result.text())
    print(f"{printable(path)}: {result.summary()}", file=sys.stderr)
