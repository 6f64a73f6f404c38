"""What developers start with: the Makefile, the checklists, the settings of editors and of a public forge."""
import json
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text()


def test_help_lists_every_target():
    printed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    listed = re.findall(r"^make (\S+)  ?", printed.replace("make  ", "make build "), re.M)
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.M)[1].split()
    assert sorted(listed) == sorted(set(phony) - {"all"})
    for target in phony:
        assert re.search(rf"^{target}:", MAKEFILE, re.M), target


@pytest.mark.parametrize("page", ["docs/changes.md", "docs/development.md", "CONTRIBUTING.md"])
def test_named_files_exist(page):
    text = re.sub(r"^```.*?^```$", "", (ROOT / page).read_text(), flags=re.M | re.S)
    folders = r"(?:Sources|Tests|docs|man|scripts|Examples|Benchmarks)/"
    names = {name for name in re.findall(rf"`({folders}[\w./+-]*\w/?)[` ]", text)}
    assert names
    assert [name for name in names if not (ROOT / name).exists()] == []


def test_tests_in_the_checklists_exist():
    page = (ROOT / "docs/changes.md").read_text()
    python = "".join(path.read_text() for path in (ROOT / "Tests/Service").glob("test_*.py"))
    swift = "".join(path.read_text() for path in (ROOT / "Tests").glob("*Tests/**/*.swift"))
    for name in re.findall(r"`(test_\w+)`", page):
        assert f"def {name}(" in python, name
    for name in re.findall(r"`(\w+Tests)`", page):
        assert f"struct {name}" in swift, name


def editor_settings(pattern):
    text = (ROOT / ".editorconfig").read_text()
    return dict(re.findall(r"^(\w+) = (.*)$", text.partition(f"\n[{pattern}]\n")[2].partition("\n[")[0], re.M))


def test_editors_indent_and_wrap_like_the_formatter():
    style = json.loads((ROOT / ".swift-format").read_text())
    settings = {**editor_settings("*"), **editor_settings("*.swift")}
    assert settings["indent_size"] == str(style["indentation"]["spaces"])
    assert settings["max_line_length"] == str(style["lineLength"])


def test_other_places_name_the_same_version_of_swift():
    version = (ROOT / ".swift-version").read_text().strip()
    release = version.rpartition(".")[0]
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    for name in files:
        if name.endswith((".md", ".scd", ".yml")) or name.startswith("scripts/"):
            for found in re.findall(r"\bSwift (\d+\.[\d.]*\d)", (ROOT / name).read_text(errors="replace")):
                assert found in (version, release), name
    assert release in subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout


def test_python_packages_are_pinned_in_one_place():
    pinned = re.findall(r"^([\w-]+)==[\w.]+$", (ROOT / "Tests/requirements.txt").read_text(), re.M)
    assert {"pytest", "varlink", "check-jsonschema"} <= set(pinned)
    for script in (ROOT / "scripts").iterdir():
        for name in re.findall(r"pip install (.*)", script.read_text()):
            assert "--requirement Tests/requirements.txt" in name, script


@pytest.mark.parametrize("schema, files", [
    ("github-workflows", ".github/workflows/*.yml"),
    ("github-issue-forms", ".github/ISSUE_TEMPLATE/*_*.yml"),
    ("github-issue-config", ".github/ISSUE_TEMPLATE/config.yml"),
])
def test_files_for_a_public_forge_are_valid(schema, files):
    paths = sorted(ROOT.glob(files))
    assert paths
    check = pathlib.Path(sys.executable).with_name("check-jsonschema")
    run = subprocess.run([check, "--builtin-schema", f"vendor.{schema}", *paths], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_workflows_call_the_scripts_of_developers():
    for path in (ROOT / ".github/workflows").iterdir():
        text = path.read_text()
        assert text.startswith("# Has not run on this forge yet."), path
        commands = re.findall(r"^ *(?:- )?run: (.*)$", text, re.M)
        assert commands[-1] in ("make test", ".ci/run"), path
