"""docs/architecture.md says what the package is made of."""
import json
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]

# Modules of the Swift toolchain, which a module imports without depending on a target.
TOOLCHAIN = {"Dispatch", "Glibc", "Synchronization"}


@pytest.fixture(scope="module")
def targets():
    """The modules below Sources, and what each depends on, as SwiftPM understands Package.swift."""
    dumped = subprocess.run(["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, check=True).stdout
    return {
        target["name"]: {dependency["byName"][0] for dependency in target["dependencies"]}
        for target in json.loads(dumped)["targets"]
        if not target.get("path") and target["type"] != "test"
    }


def rows():
    """The rows of the table of modules: the modules of a row, and their imports."""
    page = (ROOT / "docs/architecture.md").read_text()
    table = page.split("| module | imports | task |\n", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
    for row in table:
        modules, imports, _ = [re.findall(r"`(\w+)`", cell) for cell in row.strip("|").split("|", 2)]
        for module in modules:
            yield module, set(imports)


def test_the_table_of_modules_matches_the_package(targets):
    assert dict(rows()) == targets


def test_modules_are_listed_after_what_they_import():
    known = set()
    for module, imports in rows():
        assert imports <= known, module
        known.add(module)


def test_every_folder_of_sources_is_a_module(targets):
    assert {folder.name for folder in (ROOT / "Sources").iterdir()} == set(targets)


def test_modules_import_exactly_what_they_depend_on(targets):
    """SwiftPM itself lets a module import whatever is built before it."""
    for module, dependencies in targets.items():
        imported = {
            name
            for file in (ROOT / "Sources" / module).rglob("*.swift")
            for name in re.findall(r"^(?:\w+ )?import (\w+)$", file.read_text(), re.M)
        } - TOOLCHAIN
        if imported:
            assert imported == dependencies, module
