"""The script that permits filters, as it prepares the image of another system, and the program that its rule runs."""
import configparser
import os
import pathlib
import re
import subprocess

import pytest

RULES = pathlib.Path(__file__).parents[2] / "udev-rules"
SCRIPT = RULES / "allow-filter"
PROPERTIES = RULES / "filter-properties"
RULE = "etc/udev/rules.d/72-gestured-filter.rules"
MODULES = "etc/modules-load.d/gestured-filter.conf"
DROP_IN = "etc/systemd/system/gestured.service.d/filter.conf"


def run(script, root, *words):
    environment = {"PATH": "/usr/bin:/bin", "DESTDIR": str(root)}
    return subprocess.run([script, *words], env=environment, capture_output=True, text=True)


def files(root):
    return {str(path.relative_to(root)): path.read_text() for path in root.rglob("*") if path.is_file()}


def test_the_service_gets_access_in_its_sandbox(tmp_path):
    assert run(SCRIPT, tmp_path).returncode == 0
    written = files(tmp_path)
    assert written.keys() == {RULE, MODULES, DROP_IN} and written[MODULES] == "uinput\n"
    assert [line for line in written[RULE].splitlines() if not line.startswith("#")] == [
        'ACTION!="remove", SUBSYSTEM=="misc", KERNEL=="uinput", OWNER="gestured", OPTIONS+="static_node=uinput"',
        'ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ATTRS{phys}=="gestured/event[0-9]*", '
        f'IMPORT{{program}}="{PROPERTIES} $attr{{phys}}"']
    unit = configparser.ConfigParser()
    unit.optionxform = str
    unit.read_string(written[DROP_IN])
    assert {name: dict(unit[name]) for name in unit.sections()} == {
        "Service": {"DeviceAllow": "/dev/uinput w", "ReadOnlyPaths": "/dev"}}
    # The seat rules at 73 act on ID_SEAT.
    assert int(re.search(r"/(\d+)-", RULE)[1]) < 73


def test_systemd_rates_the_unit_as_safe_with_it(tmp_path):
    """The exposure is at most 1.0, as without it."""
    assert run(SCRIPT, tmp_path).returncode == 0
    unit = tmp_path / "etc/systemd/system/gestured.service"
    unit.write_text((RULES.parent / "systemd/gestured.service").read_text())
    ended = subprocess.run(["systemd-analyze", "security", "--offline=true", "--threshold=10", "--no-pager", f"--root={tmp_path}", unit.name],
                           capture_output=True, text=True)
    assert ended.returncode == 0 and "/dev/uinput:w" in ended.stdout, ended.stdout + ended.stderr


def test_it_is_undone(tmp_path):
    assert run(SCRIPT, tmp_path).returncode == 0
    assert run(SCRIPT, tmp_path).returncode == 0
    assert run(SCRIPT, tmp_path, "--remove").returncode == 0
    assert files(tmp_path) == {} and not (tmp_path / DROP_IN).parent.exists()
    assert run(SCRIPT, tmp_path, "--remove").returncode == 0


def test_other_drop_ins_stay(tmp_path):
    other = (tmp_path / DROP_IN).with_name("other.conf")
    assert run(SCRIPT, tmp_path).returncode == 0
    other.write_text("[Service]\n")
    assert run(SCRIPT, tmp_path, "--remove").returncode == 0
    assert list(files(tmp_path)) == [str(other.relative_to(tmp_path))]


@pytest.mark.parametrize("words", [(), ("--user", "kiosk")])
@pytest.mark.parametrize("order", [("filter", "keys"), ("keys", "filter")])
def test_neither_permission_takes_the_other(order, words, tmp_path):
    scripts = {"filter": (SCRIPT,), "keys": (RULES / "allow-keys", *words)}
    alone = {}
    for name, (script, *words) in scripts.items():
        assert run(script, tmp_path / name, *words).returncode == 0
        alone[name] = files(tmp_path / name)
    both = tmp_path / "both"
    for name in order:
        script, *words = scripts[name]
        assert run(script, both, *words).returncode == 0
    assert files(both) == alone["filter"] | alone["keys"]
    first, second = order
    assert run(scripts[first][0], both, "--remove").returncode == 0
    assert files(both) == alone[second]


@pytest.mark.parametrize("words", [("x",), ("--user", "a"), ("--remove", "x"), ("",)])
def test_other_words_give_the_usage(words, tmp_path):
    ended = run(SCRIPT, tmp_path, *words)
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", "usage: allow-filter [--remove]\n")
    assert files(tmp_path) == {}


def test_it_says_how_to_run_it(tmp_path):
    ended = run(SCRIPT, tmp_path, "--help")
    assert (ended.returncode, ended.stdout) == (0, "usage: allow-filter [--remove]\n")
    nobody = ["setpriv", "--reuid=65534", "--clear-groups"] if os.getuid() == 0 else []
    ended = subprocess.run([*nobody, "sh"], input=SCRIPT.read_text(), capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (1, "allow-filter: permission denied: run it with sudo\n")


@pytest.mark.skipif(os.getuid() != 0, reason="needs root")
@pytest.mark.parametrize("words", [("allow-filter",), ("allow-filter", "--remove"), ("allow-keys", "--user", "root"), ("allow-keys", "--remove")])
def test_without_udev_nothing_is_changed(words, tmp_path):
    """As in a container. The script sees another /etc, and programs that fail."""
    script, *words = words
    hide = "mount -t tmpfs tmpfs /run && mount --bind $1 /etc && shift && exec $@"
    for name in "passwd", "group", "nsswitch.conf":
        (tmp_path / name).write_bytes(pathlib.Path("/etc", name).read_bytes())
    for name in "udevadm", "modprobe", "systemctl", "chown", "setfacl":
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    before = files(tmp_path)
    ended = subprocess.run(["unshare", "--mount", "sh", "-c", hide, "-", tmp_path, RULES / script, *words],
                           env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (1, f"{script}: udev does not run here: set DESTDIR=/ to change only the files\n")
    assert files(tmp_path) == before


def test_a_path_that_would_change_the_rule_is_refused(tmp_path):
    folder = tmp_path / 'a "b"'
    folder.mkdir()
    for script in SCRIPT, PROPERTIES:
        (folder / script.name).write_bytes(script.read_bytes())
        (folder / script.name).chmod(0o755)
    ended = run(folder / SCRIPT.name, tmp_path / "root")
    assert (ended.returncode, ended.stderr) == (
        1, f"allow-filter: '{folder}/filter-properties' is not a path for a udev rule\n")
    (folder / PROPERTIES.name).unlink()
    folder = folder.rename(tmp_path / "b")
    ended = run(folder / SCRIPT.name, tmp_path / "root")
    assert (ended.returncode, ended.stderr) == (1, f"allow-filter: {folder}/filter-properties not found\n")


# MARK: The properties of a copy


@pytest.fixture
def properties(tmp_path):
    """Runs filter-properties where udevadm prints what it was asked, and properties of a device."""
    udevadm = tmp_path / "udevadm"
    udevadm.write_text("""#!/bin/sh
cat <<'EOF'
DEVNAME=/dev/input/event5
DEVPATH=/devices/pci/event5
ID_BUS=usb
ID_INPUT=1
ID_INPUT_KEYBOARD=1
ID_INPUT_TOUCHSCREEN=1
ID_INPUT_WIDTH_MM=344
ID_INPUT_HEIGHT_MM=194
ID_SEAT=seat-kiosk
ID_SEATS=x
LIBINPUT_CALIBRATION_MATRIX=0 -1 1 1 0 0
LIBINPUT_DEVICE_GROUP=3/1/2:usb-1
SYSTEMD_WANTS=gestured.service
TAGS=:systemd:
WL_OUTPUT=HDMI-A-1
XLIBINPUT_A=1
EOF
echo "LIBINPUT_ASKED=$*"
""")
    udevadm.chmod(0o755)
    return lambda *words: subprocess.run(
        [PROPERTIES, *words], env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, capture_output=True, text=True)


def test_a_copy_gets_the_seat_the_calibration_and_the_display(properties):
    ended = properties("gestured/event5")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines() == [
        "ID_INPUT_TOUCHSCREEN=1", "ID_INPUT_WIDTH_MM=344", "ID_INPUT_HEIGHT_MM=194", "ID_SEAT=seat-kiosk",
        "LIBINPUT_CALIBRATION_MATRIX=0 -1 1 1 0 0", "WL_OUTPUT=HDMI-A-1",
        "LIBINPUT_ASKED=info --query=property --name=/dev/input/event5"]


@pytest.mark.parametrize("words", [
    (), ("",), ("5",), ("event5",), ("gestured/event",), ("gestured/event123456",), ("gestured/eventx",),
    ("gestured/event5 ",), ("gestured/event5/../mouse0",), ("gestured/event-1",), ("gestured/event5\n6",),
    ("gestured/event5;id",), ("x/gestured/event5",), ("gestured/event5", "6"), ("--help",),
])
def test_other_text_than_a_node_is_refused(words, properties):
    ended = properties(*words)
    assert (ended.returncode, ended.stdout, ended.stderr) == (
        1, "", "filter-properties: expected gestured/eventN\n")
