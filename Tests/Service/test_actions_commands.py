"""gesturectl actions --check, --print, --dry-run and --init, and the files that it refuses."""
import os
import pathlib
import re

import pytest

from programs import assert_refused
from touches import PALM, drag, evemu, palm, tap, turn

RECORDINGS = pathlib.Path(__file__).parents[3] / "shared" / "recordings"
TAPS = RECORDINGS / "evemu-devices" / "touchscreens" / "Atmel maXTouch Touchscreen.1-finger-fast-taps.events"
LARGEST = 256 * 1024
DESKTOPS = [
    ("sway", "sway"), ("Hyprland", "Hyprland"), ("labwc:wlroots", "labwc"), ("wlroots", "labwc"), ("GNOME", "GNOME"),
    ("ubuntu:GNOME", "GNOME"), ("KDE", "KDE Plasma"), ("XFCE", "any desktop"), ("", "any desktop"), (None, "any desktop")]


@pytest.fixture
def check(run_gesturectl, tmp_path):
    """Checks a file with this content."""
    def check(text, *options):
        path = tmp_path / "actions.conf"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path, run_gesturectl("actions", *(options or ["--check"]), "--config", path)

    return check


# MARK: --check


@pytest.mark.parametrize("text, count", [
    ("", "no gestures"), ("# a comment\n\n; another\n", "no gestures"), ("[actions]\ntap = true\n", "1 gesture"),
    ("[actions]\r\ntap = true\r\n\tdouble tap=true", "2 gestures"), ("[actions] # here\ntap = echo # a\n", "1 gesture"),
    ("[action menu]\ngesture = 5 taps in top-left, hold 2s in top-left\nwithin = 5s\ncooldown = 3s\nrun = true\n", "1 gesture"),
    ("[actions]\nidle 2min = true\nwake = true\n", "2 gestures"),
])
def test_a_correct_file_is_accepted(text, count, check):
    path, ended = check(text)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, f"{path}: {count} bound\n", "")


@pytest.mark.parametrize("text, line, words", [
    ("tap = true\n", 1, "expected a section such as [actions]"),
    ("[actons]\ntap = true\n", 1, "did you mean 'actions'?"),
    ("[actions\n", 1, "expected a section"),
    ("[application]\n", 1, "expected a name after 'application'"),
    ("[actions]\n\ntap\n", 3, "expected 'gesture = action'"),
    ("[actions]\nswipe lfet 3 = true\n", 2, "did you mean 'left'?"),
    ("[actions]\nswip left 3 = true\n", 2, "did you mean 'swipe'?"),
    ("[actions]\ntap =\n", 2, "the command is empty"),
    ("[actions]\ntap = 'a\n", 2, "a quote is not closed"),
    ("[actions]\ntap = key super+nokey\n", 2, "nokey"),
    ("[actions]\ntap = click sideways\n", 2, "sideways"),
    ("[actions]\ntap = true\n1 tap = true\n", 3, "line 2 already binds this gesture"),
    ("[actions]\ntap 11 fingers = true\n", 2, "11"),
    ("[actions]\nwake = true\n", 2, "wake: expected a time"),
    ("[action menu]\ngesture = tap\n", 1, "run"),
    ("[action menu]\ngesture = tap\nrun = true\nwink = b\n", 4, "wink"),
    (b"[actions]\ntap = a\0b\n", 2, "null bytes"),
    (b"[actions]\ntap \xff = a\n", 2, "expected"),
])
def test_a_mistake_is_reported_with_its_line(text, line, words, check):
    path, ended = check(text)
    first, last = ended.stderr.splitlines()
    assert (ended.returncode, ended.stdout) == (1, "")
    assert first.startswith(f"{path}:{line}: ") and words in first, first
    assert last == f"gesturectl: {path}: 1 mistake; see NOTATION in 'man gesturectl'"


def test_every_mistake_is_reported(check):
    path, ended = check("[actions]\nwink = true\ntap = true\nswipe sideways = true\n")
    assert [line.split(": ")[0] for line in ended.stderr.splitlines()[:-1]] == [f"{path}:2", f"{path}:4"]


def warnings(ended):
    """The lines and texts of the warnings, which are all that was printed as errors."""
    return [(int(line), text) for line, text in (
        re.fullmatch(r".*/actions\.conf:(\d+): warning: (.*)", line).groups() for line in ended.stderr.splitlines())]


@pytest.mark.parametrize("text, line, words", [
    ("tap = echo a | wc\n", 2, "'|' is shell syntax"),
    ("tap = no-such-program a\n", 2, "'no-such-program' is not on the PATH: "),
    ("tap = /no/such/program\n", 2, "'/no/such/program' does not exist: "),
    ("tap = /etc/passwd\n", 2, "'/etc/passwd' is not executable for this user: "),
    ("swipe left = true\nswipe left 3 fingers = true\n", 3, "'swipe left' in line 2 and 'swipe left 3 fingers' both run at one motion: "),
    ("edge top up = true\n", 2, "an edge swipe from the top edge cannot go up (did you mean 'down'?)"),
    ("[device touchsreen]\ntap = true\n", 2, "'touchsreen' is no kind of device (did you mean 'touchscreen'?)"),
])
def test_a_warning_is_no_mistake(text, line, words, check):
    path, ended = check(f"[actions]\n{text}")
    count = text.count(" = ")
    assert (ended.returncode, ended.stdout) == (0, f"{path}: {count} gesture{'s' * (count > 1)} bound, 1 warning\n")
    [(found, message)] = warnings(ended)
    assert found == line and words in message


def test_mistakes_and_warnings_are_counted_together(check):
    path, ended = check("[actions]\ntap = no-such-program\nwink = true\n")
    mistake, warning, last = ended.stderr.splitlines()
    assert (ended.returncode, ended.stdout) == (1, "")
    assert mistake.startswith(f"{path}:3: ") and warning.startswith(f"{path}:2: warning: ")
    assert last.startswith(f"gesturectl: {path}: 1 mistake, 1 warning; ")


@pytest.mark.parametrize("command", ["sh -c 'no-such-program'", "env A=1 no-such-program", "bin/here", "./here", "true"])
def test_only_the_program_itself_is_looked_for(command, check):
    assert warnings(check(f"[actions]\ntap = {command}\n")[1]) == []


def test_the_path_of_the_environment_counts(run_gesturectl, tmp_path):
    path = tmp_path / "actions.conf"
    path.write_text("[actions]\ntap = here\n")
    (tmp_path / "here").touch(0o755)

    def found(search):
        return warnings(run_gesturectl("actions", "--check", "--config", path, env={"PATH": search}))

    assert found(f"/none:{tmp_path}") == [] and found(":/none") == []
    assert [line for line, _ in found("/none")] == [2]


@pytest.mark.parametrize("action", ["key a", "click left"])
def test_keys_without_permission_are_a_warning_that_says_how_to_get_it(action, check):
    _, ended = check(f"[actions]\ntap = {action}\ndouble tap = {action}\n")
    if os.access("/dev/uinput", os.R_OK | os.W_OK):
        assert warnings(ended) == []
    else:
        [(line, text)] = warnings(ended)
        assert line == 2 and text.startswith("/dev/uinput: ") and text.endswith("/share/gestured/allow-keys")


@pytest.mark.parametrize("session, count", [("x11", 1), ("wayland", 0), ("tty", 0)])
def test_sections_for_applications_are_a_warning_where_nothing_reports_the_focus(session, count, run_gesturectl, tmp_path):
    path = tmp_path / "actions.conf"
    path.write_text("[actions]\ntap = true\n[application firefox]\ndouble tap = true\n[application foot]\ndouble tap = true\n")
    environment = {"PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(tmp_path), "XDG_SESSION_TYPE": session}
    found = warnings(run_gesturectl("actions", "--check", "--config", path, env=environment))
    assert [line for line, _ in found] == [3] * count
    assert all(text.startswith("sections for applications have no effect: ") for _, text in found)


def test_the_devices_of_the_service_count(run_gesturectl, start_with_devices, devices, tmp_path):
    devices.add(1, name="Acme Touch")  # 204.8 mm × 128 mm
    path = tmp_path / "actions.conf"
    path.write_text(
        "[device Acme Tuoch]\ntap = true\n[device Acme Touch]\nswipe left 204mm = true\nswipe up 204mm = true\n"
        "[device other]\ntap = true\n")
    socket = start_with_devices().socket
    assert warnings(run_gesturectl("--socket", socket, "actions", "--check", "--config", path)) == [
        (1, "no device 'Acme Tuoch' is connected now (did you mean 'Acme Touch'?)"),
        (5, "'swipe up 204mm': 204.0 mm is longer than the device, which has 128.0 mm"),
        (6, "no device 'other' is connected now; 'gesturectl devices' lists those that are")]


def test_only_a_check_looks_further(check):
    text = "[actions]\nswipe left = no-such-program\nswipe left 3 fingers = echo a | wc\n"
    path, ended = check(text, "--print")
    assert ended.returncode == 0
    assert ended.stderr.startswith(f"{path}:3: note: ") and ended.stderr.count("\n") == 1


@pytest.mark.parametrize("length, status", [(4095, 0), (4096, 0), (4097, 1)])
def test_a_line_has_at_most_4096_bytes(length, status, check):
    line = "tap = echo "
    path, ended = check(f"[actions]\n{line}{'x' * (length - len(line))}\n")
    assert ended.returncode == status
    assert (f"{path}:2: expected a line of at most 4096 bytes" in ended.stderr) == bool(status)


@pytest.mark.parametrize("count, status", [(255, 0), (256, 0), (257, 1)])
def test_a_file_has_at_most_256_bindings(count, status, check):
    gestures = [f"swipe left 3 fingers {length}mm" for length in range(1, count + 1)]
    path, ended = check("[actions]\n" + "".join(f"{gesture} = true\n" for gesture in gestures))
    assert ended.returncode == status, ended.stderr
    assert (f"{path}:258: expected at most 256 bindings" in ended.stderr) == bool(status)


# MARK: Refused files


@pytest.mark.parametrize("options", [["--check"], ["--print"], []])
@pytest.mark.parametrize("mode, status", [(0o644, 0), (0o600, 0), (0o664, 1), (0o646, 1), (0o666, 1)])
def test_a_file_that_others_can_write_to_is_refused(mode, status, options, run_gesturectl, tmp_path):
    path = tmp_path / "actions.conf"
    path.write_text("[actions]\ntap = true\n")
    path.chmod(mode)
    if status:
        assert_refused(run_gesturectl("actions", *options, "--config", path), 1, path, "fix: chmod go-w")
    elif options:
        assert run_gesturectl("actions", *options, "--config", path).returncode == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_is_refused(run_gesturectl, tmp_path):
    path = tmp_path / "actions.conf"
    path.write_text("[actions]\ntap = true\n")
    os.chown(path, 4000, 0)
    assert_refused(run_gesturectl("actions", "--check", "--config", path), 1, path, "belongs to another user")


def test_other_files_are_refused(run_gesturectl, tmp_path):
    def refused(path, *words):
        assert_refused(run_gesturectl("actions", "--check", "--config", path), 1, path, *words)

    refused(tmp_path, "not a regular file")
    refused(tmp_path / "none", "No such file or directory", "'gesturectl actions --init' writes an example")
    os.mkfifo(tmp_path / "pipe", 0o600)
    refused(tmp_path / "pipe", "not a regular file")


@pytest.mark.parametrize("size, status", [(LARGEST - 1, 0), (LARGEST, 0), (LARGEST + 1, 1)])
def test_a_file_has_at_most_256_kilobytes(size, status, check):
    path, ended = check(("#" + "x" * 99 + "\n") * (size // 101) + "\n" * (size % 101))
    assert ended.returncode == status
    assert (f"{path}: larger than {LARGEST} bytes" in ended.stderr) == bool(status)


# MARK: --print and --dry-run


def test_print_writes_a_file_that_means_the_same(check):
    text = (
        "[actions]\nswipe left 3 cooldown 3s = swaymsg workspace next\ndrag up 3 every 10mm = up\nhold on end = run key a\n"
        "idle 2min = printf '\t\x1b[2J'\nwake = on\n[application firefox]\nswipe right 3 = key alt+left\n[device touchpad]\ntap 2 = a\n"
        "[action both]\ngesture = tap 4 in top-left, hold 2s in top-left\nwithin = 5s\nlimit = 3\non = update\n"
        "application = firefox\ndevice = touchpad\nclick = left\n[action menu]\ngesture = tap 4, hold 2s\nwithin = 5s\nrun = menu\n")
    path, ended = check(text, "--print")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines() == [
        "[actions]", "swipe left 3 fingers cooldown 3s = swaymsg workspace next", "drag up 3 fingers every 10mm = up",
        "long press on end = run key a", "idle 2min = printf '\t\x1b[2J'", "wake = on", "[application firefox]", "swipe right 3 fingers = key alt+left", "[device touchpad]", "double tap = a",
        "[action both]", "gesture = 4 taps in top-left then long press 2s in top-left within 5s", "on = update", "limit = 3",
        "application = firefox", "device = touchpad", "click = left",
        "[action menu]", "gesture = 4 taps then long press 2s within 5s", "run = menu"]
    _, again = check(ended.stdout, "--print")
    assert again.stdout == ended.stdout


def test_a_dry_run_prints_what_would_run_and_when(check, tmp_path):
    recording = tmp_path / "touches.evemu"
    recording.write_text(evemu(tap(0) + drag(700, (500, 500), (700, 500), 100) + turn(2000, 100, 500)))
    marker = tmp_path / "marker"
    path, ended = check(
        f"[actions]\ntap = touch {marker}\nswipe right = two\nrotate clockwise every 30deg = three\n[device touchpad]\ntap = four\n",
        "--dry-run", recording)
    assert (ended.returncode, ended.stderr) == (0, "")
    found = [re.fullmatch(r"(\d+\.\d{3}) s  (.*):(\d+)  (.*)", line).groups() for line in ended.stdout.splitlines()]
    assert all(place == str(path) for _, place, _, _ in found)
    assert [line for _, _, line, _ in found] == ["2", "3", "4", "4", "4"]
    assert found[0][3] == f"tap: run touch {marker}"
    assert [text for *_, text in found[2:]] == [
        f"rotate clockwise every 30deg (step {step}, clockwise): run three" for step in (1, 2, 3)]
    times = [float(time) for time, *_ in found]
    assert times == sorted(times)
    assert not marker.exists()


@pytest.mark.skipif(not TAPS.exists(), reason=f"{TAPS} is not there")
def test_a_dry_run_of_a_real_recording_runs_something(check):
    _, ended = check("[actions]\ntap = one\ndrag = two\n", "--dry-run", TAPS)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout and all(line.endswith("  tap: run one") for line in ended.stdout.splitlines())


def test_a_dry_run_reports_an_invalid_recording(check, tmp_path):
    _, ended = check("[actions]\ntap = true\n", "--dry-run", tmp_path / "none")
    assert_refused(ended, 1, tmp_path / "none", "No such file or directory")


@pytest.mark.parametrize("first, second", [("--check", "--print"), ("--print", "--init"), ("--check", "--init")])
def test_modes_cannot_be_combined(first, second, run_gesturectl):
    assert_refused(run_gesturectl("actions", first, second), 2, f"actions: {first} cannot be combined with {second}")


# MARK: --init


def environment(home, desktop):
    """The environment of a login without a compositor."""
    return {"HOME": str(home), "PATH": os.environ["PATH"], **({} if desktop is None else {"XDG_CURRENT_DESKTOP": desktop})}


@pytest.mark.parametrize("desktop, name", DESKTOPS)
def test_init_writes_a_file_for_the_desktop_that_check_accepts(desktop, name, run_gesturectl, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    run = {"env": environment(home, desktop), "umask": 0o002}
    ended = run_gesturectl("actions", "--init", **run)
    path = home / ".config/gestured/actions.conf"
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith(f"{path}: written for {name}") and "systemctl --user enable" in ended.stdout
    checked = run_gesturectl("actions", "--check", **run)
    assert checked.returncode == 0 and not checked.stdout.startswith(f"{path}: no ")
    # The programs and the permission that this machine lacks.
    assert all(re.match("/dev/uinput|'[a-z]+' is not on the PATH", text) for _, text in warnings(checked))
    path.write_text("mine")
    assert_refused(run_gesturectl("actions", "--init", **run), 1, path, "File exists")
    assert path.read_text() == "mine"


def test_init_follows_the_option_and_the_folder_of_the_user(run_gesturectl, tmp_path):
    env = {**environment(tmp_path, "sway"), "XDG_CONFIG_HOME": str(tmp_path / "own")}
    assert run_gesturectl("actions", "--init", env=env).returncode == 0
    assert (tmp_path / "own/gestured/actions.conf").exists() and not (tmp_path / ".config").exists()
    other = tmp_path / "a folder/other.conf"
    assert run_gesturectl("actions", "--init", "--config", other, env=env).returncode == 0
    assert other.exists()


def test_init_needs_a_home_and_a_folder_that_can_be_written_to(run_gesturectl, tmp_path):
    assert_refused(run_gesturectl("actions", "--init", env={"PATH": os.environ["PATH"]}), 1, "HOME: not set")
    (tmp_path / ".config").write_text("")
    assert_refused(run_gesturectl("actions", "--init", env=environment(tmp_path, "sway")), 1, tmp_path / ".config")


# MARK: --dry-run and --try

BOUND = """[actions]
swipe left = one
swipe left 3 = three
hold 1s = held
swipe up cooldown 9s = up
tap 4 in top-left 10% then hold 1s in top-left 10% within 5s = menu
[application firefox]
tap 3 = fox
[device touchpad]
swipe right = pad
"""


@pytest.fixture
def attempted(check, run_gesturectl, tmp_path):
    """The lines of a trial with synthesized touches, without the path of the file."""
    def attempted(touches, text=BOUND):
        recording = tmp_path / "trial.evemu"
        recording.write_text(run_gesturectl("synthesize", touches).stdout)
        path, ended = check(text, "--try", recording)
        assert ended.returncode == 0, ended.stderr
        return [line.replace(f"{path}:", "") for line in ended.stdout.splitlines()]

    return attempted


def test_a_trial_prints_what_would_run(attempted):
    assert attempted("swipe left 3") == [
        "0.200 s  2  swipe left: run one", "0.200 s  3  swipe left 3: run three"]


@pytest.mark.parametrize("touches, line", [
    ("hold 600ms", "0.800 s  4  hold 1s: not run: lifted after 800 ms of 1000 ms: lift later, or write hold 750ms"),
    ("swipe left 2", "0.200 s  3  swipe left 3: not run: 2 fingers, requested: 3"),
    ("swipe up, wait 1s, swipe up", "1.400 s  5  swipe up cooldown 9s: not run: it ran 1200 ms ago, and has a cooldown of 9 s"),
    ("tap 3", "0.420 s  8  tap 3: not run: it is for firefox, and no application has the focus in a trial"),
    ("swipe right", "0.200 s  10  swipe right: not run: it is for touchpad, not for Sketched Touchscreen"),
    ("swipe down", "0.200 s  2  swipe left: not run: went down, expected left"),
])
def test_a_trial_says_what_was_missing(touches, line, attempted):
    assert line in attempted(touches)


def test_a_trial_has_a_line_for_a_touch_that_is_bound_to_nothing(attempted):
    assert attempted("tap", "[actions]\nswipe left = one\n") == ["0.060 s  nothing is bound to what 1 finger did"]


def test_a_trial_follows_sequences(attempted):
    recipe = "6  tap 4 in top-left 10% then hold 1s in top-left 10% within 5s: "
    complete = [line for line in attempted("tap 4 5% 5%, hold 1s 5% 5%") if recipe in line]
    assert [line.split(": ", 1)[1] for line in complete] == ["stage 1 of 2 is made", "run menu"]
    short = [line for line in attempted("tap 4 5% 5%, hold 600ms 5% 5%") if recipe in line]
    assert short[-1].endswith("not run: stage 2 of 2: lifted after 800 ms of 1000 ms: lift later, or write hold 750ms")


SEQUENCE = "tap 4 in top-left 10% then hold 1s in top-left 10% within 5s"


def test_a_trial_says_once_how_far_several_taps_came(attempted):
    assert attempted("tap 3 5% 5%, hold 1s 5% 5%", f"[actions]\n{SEQUENCE} = menu\n") == [
        f"0.420 s  2  {SEQUENCE}: not run: stage 1 of 2: 3 of 4 taps: no other landed within 300 ms",
        f"2.320 s  2  {SEQUENCE}: not run: stage 1 of 2: rested for 1000 ms, which makes a long press"]


def test_a_trial_says_why_a_sequence_ended_although_the_touch_ran_something_else(attempted):
    lines = attempted("tap 4 5% 5%, hold 1s 95% 5%", f"[actions]\n{SEQUENCE} = menu\nhold 1s = held\n")
    assert lines[-2:] == [
        "2.300 s  3  hold 1s: run held",
        f"2.500 s  2  {SEQUENCE}: not run: stage 2 of 2: landed at 95 % 5 %, outside the area of 0 to 10 % across and 0 to 10 % "
        "down: start inside the area"]


@pytest.mark.parametrize("touches, text, line", [
    # The distance is not all that is missing.
    ("swipe right 3 45mm", "swipe left 3 60mm", "0.200 s  2  swipe left 3 60mm: not run: went right, expected left"),
    ("tap 4 fingers", "swipe left 3", "0.060 s  nothing is bound to what 4 fingers did"),
    ("tap 50% 50%", SEQUENCE, "0.060 s  nothing is bound to what 1 finger did"),
    ("tap", "tap 3", "0.060 s  2  tap 3: not run: 1 of 3 taps: no other landed within 300 ms"),
    ("drag left 1 20mm", "drag left 1 every 30mm", "2  drag left 1 every 30mm: not run: no step of 30.0 mm left, the whole"),
    ("drag left while 1", "swipe left 2", "one finger moved 0.0 mm, more than 3.2 mm required: move all fingers"),
])
def test_a_trial_gives_no_advice_that_does_not_help(touches, text, line, attempted):
    assert line in "\n".join(attempted(touches, f"[actions]\n{text} = true\n"))


def test_a_trial_names_a_palm(check, tmp_path):
    recording = tmp_path / "palm.evemu"
    recording.write_text(PALM)
    _, ended = check("[actions]\ntap = true\n", "--try", recording)
    assert ended.stdout == "0.100 s  a finger was ignored: the contact was cancelled, not lifted: it is a palm\n"


def test_a_trial_tells_a_gesture_that_a_palm_ended_as_one(check, tmp_path):
    recording = tmp_path / "palm.evemu"
    touches = drag(0, (500, 500), (800, 500), 100)[:-1] + [(200, 0, "move", 802, 500)]
    recording.write_text(palm(evemu(touches), "1.200000"))
    path, ended = check("[actions]\ndrag on end = true\ndrag on cancel = false\n", "--try", recording)
    assert ended.stdout.replace(f"{path}:", "").splitlines() == [
        "0.200 s  3  drag on cancel: run false",
        "0.200 s  2  drag on end: not run: made, but without the 'end' that the action waits for"]


def test_a_recording_requires_a_trial(check, tmp_path):
    _, ended = check("[actions]\ntap = true\n", tmp_path / "touches.evemu")
    assert ended.returncode == 2 and "RECORDING requires --try" in ended.stderr


def test_a_dry_run_that_runs_nothing_says_so(check, run_gesturectl, tmp_path):
    recording = tmp_path / "touches.evemu"
    recording.write_text(run_gesturectl("synthesize", "tap").stdout)
    path, ended = check("[actions]\nswipe left = true\n", "--dry-run", recording)
    assert (ended.returncode, ended.stdout) == (0, "")
    assert ended.stderr == f"gesturectl: nothing in {path} is bound to what this recording shows\n"


def test_a_dry_run_counts_from_the_start_of_the_recording(check, run_gesturectl, tmp_path):
    recording = tmp_path / "touches.evemu"
    recording.write_text(run_gesturectl("synthesize", "tap, wait 2s, swipe left").stdout)
    _, ended = check("[actions]\nswipe left = true\n", "--dry-run", recording)
    assert ended.stdout.startswith("2.260 s  ")


def test_a_trial_uses_the_configuration_of_the_recording(check, run_gesturectl, tmp_path):
    recording = tmp_path / "touches.evemu"
    setting = "# gestured: setting\tgestures\tswipe-distance\t1000\tgestured.conf\t3\n"
    recording.write_text(run_gesturectl("synthesize", "swipe left").stdout.replace("N: ", setting + "N: ", 1))
    for option in ["--dry-run", "--try"]:
        _, ended = check("[actions]\nswipe left = one\n", option, recording)
        assert ": run one" not in ended.stdout
        missed = "swipe left: not run: 30.0 mm of 158.8 mm (swipe-distance = 1000 pt, gestured.conf:3): move farther"
        assert (missed in ended.stdout) == (option == "--try")
        _, ended = check("[actions]\nswipe left = one\n", option, recording, "--defaults")
        assert ": run one" in ended.stdout
