"""Shell lines of pages: bash parses them, and gesturectl accepts each call that they make."""
import re
import subprocess

from touches import evemu

# Replaces gesturectl by a function that writes its arguments, and runs no other program. Each process of a pipeline has a file of its own.
PRELUDE = """
PATH=/nonexistent
cd() { :; }
sudo() { if [ "$1" = gesturectl ]; then "$@"; fi; }
gesturectl() { printf '%s\\0' "$@" $'\\n' >> "calls.$BASHPID"; }
command_not_found_handle() { :; }
"""


def gesturectl_calls(script, folder):
    """Returns the arguments of each call of gesturectl in a script, as bash passes them."""
    subprocess.run(["bash", "-n"], input=script, text=True, check=True)
    # A command with a path would run, since bash does not look for it.
    assert not re.search(r"^\s*[./]", script, re.M), script
    subprocess.run(["bash", "-c", PRELUDE + script], cwd=folder, stdin=subprocess.DEVNULL, timeout=20)
    written = [path.read_text() for path in folder.glob("calls.*")]
    return [call.split("\0")[:-1] for calls in written for call in calls.split("\n\0")[:-1]]


def assert_gesturectl_accepts(call, gesturectl):
    """Asserts that gesturectl has the command and the options of a call, and takes as many arguments, without running it."""
    # With --help, gesturectl reads the options of a command, and then only describes it.
    ended = subprocess.run([gesturectl, "--help", *call], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    usage, *text = ended.stdout.splitlines()
    options = dict(re.match(r"  (?:-\w, )?(-[\w-]+)( [A-Z]+)?", line).groups() for line in text if re.match(r"  -", line))
    arguments, words = [], iter(call[1:])
    for word in words:
        if word.startswith("-") and word != "-":
            value = next(words) if options[word] else None
            assert_value_is_accepted(word, value, gesturectl)
        else:
            arguments.append(word)
    required, optional = re.fullmatch(r"Usage: gesturectl \S+(?: \[OPTION\]\.\.\.)?((?: [A-Z]+)*)((?: \[[A-Z]+\])*)", usage).groups()
    least = len(required.split())
    assert least <= len(arguments) <= least + len(optional.split()), f"{call}: {usage}"
    if call[0] == "synthesize":
        subprocess.run([gesturectl, *call[:1], *arguments], capture_output=True, check=True)


def assert_value_is_accepted(option, value, gesturectl):
    """Asserts that gestures in the short notation, and parameters that are not in a file, have no mistake."""
    if option == "--gestures" or option == "--parameters" and value.startswith("{"):
        subprocess.run([gesturectl, "replay", "--defaults", option, value, "-"], input=evemu([]), text=True, check=True)
