"""docs/laws.md: the laws that one can check in the programs. Others have tests of their own, which the page names."""
import pathlib
import runpy
import subprocess

import pytest

PROJECT = pathlib.Path(__file__).parents[2]
linked_objects = runpy.run_path(str(PROJECT / "scripts/merged-constants"))["linked_objects"]
# Part of the name of each function of a set or a dictionary.
HASH_TABLE = b"_HashTable"
# À, decomposed: the start of an entry in the tables of canonical equivalence.
DECOMPOSED = "A\u0300".encode()


@pytest.fixture
def embedded(request):
    """The folder of the programs, if they are Embedded Swift."""
    folder = request.config.getoption("--binaries").resolve()
    if b"swift5_" in (folder / "gestured").read_bytes():
        pytest.skip("holds for Embedded Swift: otherwise, the library has all of this anyway")
    return folder


@pytest.mark.parametrize("name", ["gestured", "gesturectl"])
def test_a_program_has_no_set_or_dictionary(name, embedded, tmp_path):
    (tmp_path / "set.swift").write_text("public func add(_ number: Int, to set: inout Set<Int>) { set.insert(number) }\n")
    subprocess.run(
        ["swiftc", "-wmo", "-O", "-enable-experimental-feature", "Embedded", "-parse-as-library", "-c", "set.swift", "-o", "set.o"],
        cwd=tmp_path, check=True)
    assert HASH_TABLE in (tmp_path / "set.o").read_bytes()
    assert [path.name for path in linked_objects(embedded / name) if HASH_TABLE in path.read_bytes()] == []


def test_the_service_compares_no_text_by_canonical_equivalence(embedded):
    archive = pathlib.Path(subprocess.run(
        [PROJECT / "scripts/embedded-library"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()).read_bytes()
    start = archive.index(DECOMPOSED)
    assert archive[start:start + 64] not in (embedded / "gestured").read_bytes(), "a String is compared: use ByteString"
