"""scripts/gestured.ld, which places the functions that the service executes side by side."""
import pathlib
import re
import runpy

import pytest

ROOT = pathlib.Path(__file__).parents[2]
REMEDY = "run scripts/order-functions"
read_map = runpy.run_path(str(ROOT / "scripts/order-functions"))["read_map"]


@pytest.fixture(scope="module")
def listed():
    names = re.findall(r"\*\((\.text\.[^*)]+)\)", (ROOT / "scripts/gestured.ld").read_text())
    assert len(names) > 500 and len(set(names)) == len(names)
    return names


@pytest.fixture(scope="module")
def linked(request):
    """The address and the size of each function in the program, by the name of its section."""
    path = request.config.getoption("--binaries").parent / "gestured.map"
    if not path.exists():
        pytest.skip("only Embedded Swift has an order")
    return {name: (start, end - start) for start, end, name in read_map(path)}


def share(listed, linked):
    """The part of the listed functions that are in the program."""
    return sum(name in linked for name in listed) / len(listed)


def test_the_program_has_the_listed_functions(listed, linked):
    missing = [name for name in listed if name not in linked]
    assert share(listed, linked) >= 0.95, f"{len(missing)} of {len(listed)} functions are not there, as {missing[0]}: {REMEDY}"


def test_a_tenth_of_missing_functions_is_noticed(listed, linked):
    kept = len(listed) * 9 // 10
    assert share([*listed[:kept], *(f"{name}.renamed" for name in listed[kept:])], linked) < 0.95


def test_the_listed_functions_are_side_by_side(listed, linked):
    placed = sorted(linked[name] for name in listed if name in linked)
    between = placed[-1][0] + placed[-1][1] - placed[0][0] - sum(size for _, size in placed)
    # Functions begin at multiples of 16 bytes.
    assert between < 16 * len(placed), f"{between} bytes of other functions are among them: {REMEDY}"
