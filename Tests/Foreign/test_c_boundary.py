"""Numbers and structures cross the boundary between Swift and C unchanged.

Swift is compiled for a machine without an operating system, and C for Linux: the two compilers must agree on how numbers are
passed and how large types are.
"""
import math
import pathlib
import re
import struct
import subprocess

import pytest

PROJECT = pathlib.Path(__file__).parents[2]

NUMBERS = [
    "0", "-0.0", "1", "-1", "0.5", "-2.5", "0.1", "-123456789.125", "2147483648", "-2147483649", "4294967296.5",
    "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808", "1e22", "1e300", "-1e300",
    "1.7976931348623157e308", "2.2250738585072014e-308", "5e-324", "-5e-324",
]


def bits(number):
    return int.from_bytes(struct.pack(">d", number), "big")


@pytest.mark.parametrize("program", ["run_here", "run_there"])
def test_numbers_cross_unchanged(program, request):
    run = request.getfixturevalue(program)
    lines = run("Boundary", "numbers", *NUMBERS, check=True, text=True).stdout.splitlines()
    assert len(lines) == len(NUMBERS)
    for text, line in zip(NUMBERS, lines):
        number = float(text)
        integer = int(max(min(number, 9e18), -9e18))
        expected = [f"{bits(number):016x}"] * 3 + [str(integer)] * 2
        expected += [f"{bits(float(value)):016x}" for value in (integer, bits(number), math.sqrt(abs(number)))]
        assert line.split() == expected, text


@pytest.mark.parametrize("program", ["run_here", "run_there"])
def test_types_have_the_same_layout(program, request):
    run = request.getfixturevalue(program)
    layouts = {"Swift": [], "C": []}
    for line in run("Boundary", "layouts", check=True, text=True).stdout.splitlines():
        language, *layout = line.split()
        layouts[language].append(layout)
    assert len(layouts["C"]) > 40
    assert layouts["Swift"] == layouts["C"]


# The functions whose numbers test_numbers_cross_unchanged() passes.
TESTED = {"json_object_get_double"}


@pytest.mark.parametrize("name", ["gestured", "gesturectl"])
def test_all_functions_with_floating_point_numbers_are_tested(name, arch):
    program = PROJECT / ".build" / arch / "release" / name
    dynamic = subprocess.run(["readelf", "-Wd", "--dyn-syms", program], capture_output=True, text=True, check=True).stdout
    assert not re.search(r"\(NEEDED\).*\[lib(m|gcc_s)\.so", dynamic), "the program needs functions of mathematics"
    imported = set(re.findall(r" FUNC +GLOBAL +DEFAULT +UND (\w+)", dynamic))
    declared = declarations()
    # Names with two underscores belong to the C library itself, for example a system call with times of 64 bits.
    assert {function for function in imported - declared.keys() if not function.startswith("__")} == set()
    takes_numbers = {function for function in imported & declared.keys() if re.search("double|float", declared[function])}
    assert takes_numbers == TESTED


def declarations():
    """The types of the functions in the C headers that Swift code imports, and in those of mathematics."""
    headers = sorted(PROJECT.glob("Sources/C*/shim.h")) + sorted(PROJECT.glob("Sources/C*/include/C*.h"))
    standard = ["math.h", "stdlib.h", "stdio.h", "malloc.h", "poll.h", "spawn.h", "getopt.h", "grp.h", "pwd.h", "ifaddrs.h",
                "sys/inotify.h", "sys/random.h", "sys/ioctl.h", "termios.h", "sys/signalfd.h", "sys/timerfd.h", "sys/auxv.h"]
    source = "#define _GNU_SOURCE\n" + "".join(f'#include "{header}"\n' for header in headers)
    source += "".join(f"#include <{header}>\n" for header in standard)
    flags = subprocess.run(["pkg-config", "--cflags", "libevdev", "libudev", "inih", "json-c"],
                           capture_output=True, text=True, check=True).stdout.split()
    tree = subprocess.run(["clang", "-fsyntax-only", "-Xclang", "-ast-dump", "-fno-color-diagnostics", "-x", "c", *flags, "-"],
                          input=source, capture_output=True, text=True, check=True).stdout
    return dict(re.findall(r"FunctionDecl .*? (\w+) '([^']*)'", tree))
