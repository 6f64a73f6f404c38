"""What is installed: the unit, the programs, their texts and the Debian package; and what building needs."""
import hashlib
import os
import pathlib
import re
import subprocess
from datetime import datetime

import pytest
from spdx_tools.spdx.model import ChecksumAlgorithm, RelationshipType
from spdx_tools.spdx.parser.parse_anything import parse_file
from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document

PROJECT = pathlib.Path(__file__).parents[2]


# The exposure of each unit, 0 to 100, and what it needs.
EXPOSURE = {
    "systemd/gestured.service": 10,  # udev, its own socket, and the credentials of its clients
    "systemd/gestured-actions@.service": 92,  # runs any command of its user
    "Examples/kiosk/gestured-actions.conf": 53,  # the same unit on a kiosk, whose menu calls sudo
    "systemd/gestured-actions.service": 96,  # the same; a user's service manager can restrict little
    "Examples/kiosk/gestured-metrics.service": 5,  # the socket of the service
    "Examples/kiosk/kiosk-watch.service": 13,  # sway and the bridge
    "Examples/kiosk/kiosk.service": 28,  # a browser and a compositor
    "Examples/web/gestured-web.service": 13,  # compiles JavaScript while it runs
    "Examples/fleet/gestured-mqtt.service": 14,  # the network
}


@pytest.mark.parametrize("unit", EXPOSURE)
def test_systemd_rates_the_unit_no_worse_than_its_limit(unit, tmp_path):
    path = PROJECT / unit
    if path.suffix == ".conf":  # systemd reads a drop-in as if it followed the text of the unit.
        path = tmp_path / f"{path.stem}@kiosk.service"
        path.write_text((PROJECT / "systemd" / f"{path.stem[:-len('@kiosk')]}@.service").read_text() + (PROJECT / unit).read_text())
    ended = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE[unit]}", "--no-pager", path],
        capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_every_unit_has_a_limit():
    units = [path for folder in ("systemd", "Examples") for path in (PROJECT / folder).rglob("*.service")]
    assert {str(path.relative_to(PROJECT)) for path in units} == {unit for unit in EXPOSURE if unit.endswith(".service")}


def test_no_unit_runs_as_root_that_need_not():
    """Those of a user's service manager run as that user."""
    for unit in EXPOSURE:
        text = (PROJECT / unit).read_text()
        assert unit.endswith(("/gestured-actions.service", ".conf")) or re.search("^(User=|DynamicUser=yes)", text, re.M), unit


@pytest.mark.parametrize("program", ["gestured", "gesturectl"])
def test_shipped_programs_load_only_these_libraries(program, request):
    if "embedded" not in str(request.config.getoption("--binaries")):
        pytest.skip("not the build that ships")
    binary = request.getfixturevalue(program)
    # ldd follows the libraries of the libraries too.
    loaded = {line.split()[0] for line in subprocess.check_output(["ldd", binary], text=True).splitlines()}
    assert {pathlib.Path(name).name for name in loaded if "vdso" not in name and "ld-linux" not in name} == {
        "libevdev.so.2", "libudev.so.1", "libmtdev.so.1", "libjson-c.so.5", "libinih.so.1", "libc.so.6"}


def installed_texts(gestured, gesturectl):
    """Every text that an installed system shows to a person, by name."""
    texts = {}
    for pattern in ("man/*.scd", "gestured.conf", "Sources/**/*.varlink", "systemd/*", "udev-rules/*", "completions/*"):
        found = {path.name: path.read_text() for path in PROJECT.glob(pattern)}
        assert found, pattern
        texts |= found
    for program in (gestured, gesturectl):
        texts[f"{program.name} --help"] = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    return texts


def test_installed_files_refer_only_to_installed_files(gestured, gesturectl, tmp_path):
    subprocess.run(["make", "-s", "-C", PROJECT, "install", f"DESTDIR={tmp_path}", f"BINARIES={gestured.parent}"],
                   check=True, capture_output=True)
    pages = {path.name for path in (tmp_path / "usr/local/share/man").rglob("*.?")}
    for name, text in installed_texts(gestured, gesturectl).items():
        assert not re.search(r"README|\bmake (deb|install|man)\b|\.md\b|(docs|Sources|Tests|scripts|man)/", text), name
        for path in re.findall(r"/usr/local/[\w./-]*\w", text):
            assert (tmp_path / path[1:].rstrip("_")).exists(), f"{name}: {path}"
        for title, section in re.findall(r"\b(gesture[\w.-]*)\*?\((\d)\)", text):
            assert f"{title}.{section}" in pages, f"{name}: {title}({section})"


def prepare(folder, installed, **programs):
    """Runs `scripts/install-packages build` where dpkg knows the packages in `installed`; returns the calls of apt-get.

    :param installed: names, architectures and states of packages
    :param programs: shell scripts in place of programs
    """
    (folder / "info").mkdir()
    (folder / "updates").mkdir()
    (folder / "status").write_text("".join(
        f"Package: {name}\nStatus: {'install' if state == 'installed' else 'deinstall'} ok {state}\nArchitecture: {architecture}\n"
        f"Multi-Arch: {'foreign' if architecture == 'all' else 'same'}\nVersion: 1\nMaintainer: nobody\nDescription: none\n\n" for name, architecture, state in installed))
    programs = {"swift": "", "sudo": 'exec "$@"', "sleep": "", "apt-get": f'echo "$@" >>{folder}/calls'} | programs
    for name, text in programs.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    (folder / "calls").touch()
    ended = subprocess.run(
        [PROJECT / "scripts" / "install-packages", "build"], capture_output=True, text=True, timeout=20,
        env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "DPKG_ADMINDIR": str(folder)})
    assert ended.returncode == 0, ended.stderr
    return (folder / "calls").read_text().splitlines()


def test_prepare_installs_packages_while_another_apt_is_running(tmp_path):
    # At first the package lists are locked.
    first, second, install = prepare(tmp_path, installed=[], **{
        "apt-get": f'echo "$@" >>{tmp_path}/calls; [ "$1" != update ] || [ -e {tmp_path}/tried ] || {{ touch {tmp_path}/tried; exit 100; }}'})
    assert first == second == "update -qq"
    assert install.startswith("install ") and "DPkg::Lock::Timeout=" in install and "libevdev-dev" in install


NATIVE = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()


@pytest.mark.parametrize("states, is_missing", [
    ({NATIVE: "installed"}, False),
    ({"all": "installed"}, False),
    ({NATIVE: "installed", "s390x": "installed"}, False),
    ({"s390x": "installed"}, True),
    ({NATIVE: "config-files"}, True),
    ({NATIVE: "config-files", "s390x": "installed"}, True),
])
def test_prepare_installs_what_is_missing_for_this_machine(states, is_missing, tmp_path):
    others = {"pkg-config"} | set(subprocess.check_output([PROJECT / "scripts" / "library-packages"], text=True).split()) - {"libevdev-dev"}
    calls = prepare(tmp_path, installed=[(name, NATIVE, "installed") for name in sorted(others)] + [
        ("libevdev-dev", architecture, state) for architecture, state in states.items()])
    assert [call.split()[-1] for call in calls if call.startswith("install")] == (["libevdev-dev"] if is_missing else [])
    assert (calls == []) != is_missing


# MARK: The Debian package


@pytest.fixture(scope="module")
def package(request, tmp_path_factory):
    """Builds the packages of these binaries and returns their folder."""
    folder = tmp_path_factory.mktemp("package") / "deb"
    binaries = request.config.getoption("--binaries")
    ended = subprocess.run([PROJECT / "scripts" / "package", binaries, folder], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return folder


def test_lintian_finds_nothing(package):
    [changes] = package.glob("*.changes")
    ended = subprocess.run(["lintian", "--pedantic", "--fail-on", "error,warning,pedantic", changes], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (0, "")


def test_links_between_packaged_pages_resolve(package, tmp_path):
    [path] = package.glob("gestured_*.deb")
    subprocess.run(["dpkg-deb", "--extract", path, tmp_path], check=True)
    pages = list((tmp_path / "usr/share/doc/gestured").rglob("*.md"))
    assert {"gestures.md", "operation.md"} < {page.name for page in pages}
    links = [(page, target) for page in pages for target in re.findall(r"\]\(([^)#]+)", page.read_text())]
    assert [(page.name, target) for page, target in links
            if not target.startswith("https:") and not (page.parent / target).exists()] == []


def test_the_package_depends_on_the_libraries_that_the_programs_load(package, request):
    if "static" in str(request.config.getoption("--binaries")):
        pytest.skip("ordinary Swift needs more libraries")
    [path] = package.glob("gestured_*.deb")
    depends = subprocess.run(["dpkg-deb", "--field", path, "Depends"], capture_output=True, text=True, check=True).stdout
    names = {re.sub(r" \(.*?\)", "", dependency) for dependency in depends.strip().split(", ")}
    assert {name for name in names if name.startswith("lib")} == {
        "libevdev2", "libudev1", "libmtdev1 | libmtdev1t64", "libjson-c5", "libinih1", "libc6"}


def test_packaged_files_are_below_usr_and_etc(package):
    # Files in /lib are lost on systems where /lib is a link to /usr/lib if another package takes them over.
    [path] = package.glob("gestured_*.deb")
    listing = subprocess.run(["dpkg-deb", "--contents", path], capture_output=True, text=True, check=True).stdout
    files = {line.split()[5] for line in listing.splitlines()}
    assert {"./usr/lib/systemd/system/gestured.service", "./usr/lib/systemd/system/gestured.socket",
            "./usr/lib/udev/rules.d/80-gestured.rules", "./usr/lib/sysusers.d/gestured.conf"} < files
    assert {name.split("/")[1] for name in files} - {""} == {"usr", "etc"}


def test_the_package_has_the_version_of_the_programs(package, gestured):
    [path] = package.glob("gestured_*.deb")
    version = subprocess.run(["dpkg-deb", "--field", path, "Version"], capture_output=True, text=True, check=True).stdout
    assert f"gestured {version}" == subprocess.run([gestured, "--version"], capture_output=True, text=True).stdout


def test_the_package_has_every_file_that_make_installs(package, tmp_path, request):
    binaries = request.config.getoption("--binaries").resolve()
    subprocess.run(["make", "-s", "-C", PROJECT, "install", f"DESTDIR={tmp_path}", "PREFIX=/usr", f"BINARIES={binaries}"],
                   check=True, capture_output=True)
    installed = {path.name for path in tmp_path.rglob("*")}
    [path] = package.glob("gestured_*.deb")
    listing = subprocess.run(["dpkg-deb", "--contents", path], capture_output=True, text=True, check=True).stdout
    packaged = {pathlib.Path(line.split()[5]).name.removesuffix(".gz") for line in listing.splitlines()}
    # Packages install zsh completions into another folder.
    assert "gestured.socket" in installed and installed - packaged == {"site-functions"}


def test_the_python_package_has_the_module(package, tmp_path):
    [path] = package.glob("python3-gestured_*_all.deb")
    [program] = package.glob("gestured_*.deb")
    versions = {subprocess.check_output(["dpkg-deb", "--field", deb, "Version"], text=True) for deb in (path, program)}
    assert len(versions) == 1
    subprocess.run(["dpkg-deb", "--extract", path, tmp_path], check=True)
    folder = tmp_path / "usr/lib/python3/dist-packages"
    assert [file.name for file in folder.iterdir()] == ["gestured.py"]
    imported = subprocess.check_output(
        ["/usr/bin/python3", "-c", "import gestured; print(gestured.__file__)"], text=True,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"})
    assert imported == f"{folder}/gestured.py\n"


@pytest.fixture
def maintainer_script(tmp_path):
    """Runs a maintainer script on another root directory, where no program of the running system must be called, and returns the folder."""
    root, programs = tmp_path / "root", tmp_path / "programs"
    root.mkdir()
    programs.mkdir()
    for name in "udevadm", "systemctl", "setfacl", "chown", "deb-systemd-invoke":
        (programs / name).write_text(f"#!/bin/sh\necho {name} >>{tmp_path}/called\n")
        (programs / name).chmod(0o755)

    def run(name, *arguments):
        ended = subprocess.run(["sh", PROJECT / f"debian/gestured.{name}", *arguments], capture_output=True, text=True,
                               env={"PATH": f"{programs}:/usr/bin:/bin", "DPKG_ROOT": str(root)})
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
        assert not (tmp_path / "called").exists(), (tmp_path / "called").read_text()

    run.root = root
    return run


def test_removing_revokes_permissions_in_another_root_directory(maintainer_script):
    root = maintainer_script.root
    others = {root / "etc/udev/rules.d/99-other.rules", root / "etc/systemd/system/gestured.service.d/other.conf"}
    for script, *words in ("allow-filter",), ("allow-keys",), ("allow-keys", "--user", "kiosk"):
        # As in an image, where each may have written its files.
        kept = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
        environment = {"PATH": "/usr/bin:/bin", "DESTDIR": str(root)}
        subprocess.run([PROJECT / "udev-rules" / script, *words], env=environment, check=True)
        for path, content in kept.items():
            path.write_bytes(content)
    for path in others:
        path.write_text("")
    assert len([path for path in root.rglob("*") if path.is_file()]) == 8
    # Each script runs twice, as after an interruption.
    for name in "prerm", "prerm", "postrm", "postrm":
        maintainer_script(name, "remove")
    assert {path for path in root.rglob("*") if path.is_file()} == others


def test_purging_removes_what_the_administrator_enabled_in_another_root_directory(maintainer_script):
    root = maintainer_script.root
    links, rules = root / "etc/systemd/system/multi-user.target.wants", root / "etc/udev/rules.d"
    for folder in links, rules:
        folder.mkdir(parents=True)
    for name in "gestured-actions@kiosk.service", "other@kiosk.service":
        (links / name).symlink_to("/usr/lib/systemd/system/none")
    (rules / "82-gestured-modifiers.rules").write_text("")
    maintainer_script("postrm", "remove")
    assert len(list(links.iterdir())) == 2 and len(list(rules.iterdir())) == 1
    for _ in range(2):
        maintainer_script("postrm", "purge")
        assert [path.name for path in links.iterdir()] == ["other@kiosk.service"] and list(rules.iterdir()) == []


def test_installing_into_another_root_directory_leaves_the_running_system_alone(maintainer_script):
    for arguments in ("configure", ""), ("configure", "0.1"), ("abort-remove",), ("abort-upgrade", "0.1"):
        maintainer_script("postinst", *arguments)


# MARK: Releases


def test_both_changelogs_have_the_version_of_the_sources():
    version, date = re.search(r"^## (\S+) \((\S+)\)$", (PROJECT / "CHANGELOG.md").read_text(), re.M).groups()
    entry = (PROJECT / "debian/changelog").read_text()
    assert re.match(r"gestured \((\S+)\)", entry)[1] == version
    assert datetime.strptime(re.search("^ -- .*  (.*)$", entry, re.M)[1], "%a, %d %b %Y %H:%M:%S %z").date().isoformat() == date
    assert f'version: StaticString = "{version}"' in (PROJECT / "Sources/GestureProtocol/Varlink/Interfaces.swift").read_text()


def test_packaging_again_gives_the_same_bytes(package, request, tmp_path):
    folder = tmp_path / "another folder"
    subprocess.run([PROJECT / "scripts" / "package", request.config.getoption("--binaries"), folder], check=True, capture_output=True)
    first, second = ({path.name: path.read_bytes() for path in packages.glob("*.deb")} for packages in (package, folder))
    assert len(first) == 2 and first == second


def test_the_bill_of_materials_is_valid_and_names_what_the_programs_consist_of(package, request, tmp_path):
    if "static" in str(request.config.getoption("--binaries")):
        pytest.skip("not the build that ships")
    [path] = package.glob("gestured_*.deb")
    made = subprocess.run([PROJECT / "scripts" / "sbom", path], check=True, capture_output=True, text=True).stdout
    (tmp_path / "gestured.spdx.json").write_text(made)
    bill = parse_file(str(tmp_path / "gestured.spdx.json"))
    assert validate_full_spdx_document(bill) == []

    names = {element.spdx_id: element.name for element in [*bill.packages, *bill.files]}
    linked = {kind: {(names[link.spdx_element_id], names[link.related_spdx_element_id].partition(" (")[0])
                     for link in bill.relationships if link.relationship_type == kind}
              for kind in (RelationshipType.DYNAMIC_LINK, RelationshipType.STATIC_LINK)}
    programs = {"./usr/bin/gestured", "./usr/bin/gesturectl"}
    mtdev = {name for name in names.values() if name.startswith("libmtdev")}
    libraries = {"libevdev2", "libudev1", "libjson-c5", "libinih1", "libc6"} | mtdev
    assert len(mtdev) == 1
    assert linked[RelationshipType.DYNAMIC_LINK] == {(program, library) for program in programs for library in libraries}
    assert {(program, "Swift standard library") for program in programs} < linked[RelationshipType.STATIC_LINK]

    def sha256(element):
        return {sum.algorithm: sum.value for sum in element.checksums}[ChecksumAlgorithm.SHA256]

    [gestured] = [element for element in bill.packages if element.name == "gestured"]
    assert (gestured.file_name, sha256(gestured)) == (path.name, hashlib.sha256(path.read_bytes()).hexdigest())
    subprocess.run(["dpkg-deb", "--extract", path, tmp_path / "package"], check=True)
    extracted = {f"./{file.relative_to(tmp_path / 'package')}": hashlib.sha256(file.read_bytes()).hexdigest()
                 for file in (tmp_path / "package").rglob("*") if file.is_file()}
    assert programs < extracted.keys() and {file.name: sha256(file) for file in bill.files} == extracted
