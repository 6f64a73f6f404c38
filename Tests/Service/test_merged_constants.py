"""scripts/merged-constants finds constant arrays of the same name that differ between modules: docs/laws.md, "Constant arrays"."""
import pathlib
import subprocess

import pytest

PROJECT = pathlib.Path(__file__).parents[2]
CHECK = PROJECT / "scripts" / "merged-constants"
# The compiler numbers the arrays of `paths` in the order in which it optimizes them: in the library those of `a` first, and in the
# program those of `b`. All are of the same size.
LIBRARY = """
public enum Shape {
    case a, b
    public var paths: [[Int]] {
        switch self {
        case .a: [[1, 2, 3], [4, 5, 6]].map { $0.map { $0 + 1 } }
        case .b: [[7, 8, 9], [10, 11, 12]]
        }
    }
}
"""
PROGRAM = """
for shape in [Shape.a, .b] { for path in shape.paths { for number in path { print(number) } } }
"""
NUMBERS = "2 3 4 5 6 7 7 8 9 10 11 12".split()
# `Merged` and `Separate` are the same program. `Empty` has no array.
PACKAGE = """// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableExperimentalFeature("Embedded"), .unsafeFlags(["-wmo", "-num-threads", "2"]),
]
let library = settings + [.unsafeFlags(["-Xfrontend", "-emit-empty-object-file"])]

let package = Package(
    name: "Constants",
    targets: [
        .target(name: "WithCode", swiftSettings: settings),
        .executableTarget(name: "Merged", dependencies: ["WithCode"], swiftSettings: settings),
        .target(name: "WithoutCode", swiftSettings: library),
        .executableTarget(name: "Separate", dependencies: ["WithoutCode"], swiftSettings: settings),
        .executableTarget(name: "Empty", swiftSettings: settings),
    ])
"""
FILES = {
    "Package.swift": PACKAGE,
    "Sources/WithCode/Shape.swift": LIBRARY, "Sources/Merged/main.swift": "import WithCode\n" + PROGRAM,
    "Sources/WithoutCode/Shape.swift": LIBRARY, "Sources/Separate/main.swift": "import WithoutCode\n" + PROGRAM,
    "Sources/Empty/main.swift": 'print("nothing")\n',
    # In a module of one file, the arrays would be local symbols, which the linker does not merge.
    **{f"Sources/{name}/Other.swift": "func other() {}\n" for name in ["WithCode", "WithoutCode", "Merged", "Separate"]},
}


@pytest.fixture(scope="module")
def build(tmp_path_factory):
    """The build folder of a package with a merge, and of the same without."""
    package = tmp_path_factory.mktemp("constants")
    for path, text in FILES.items():
        (package / path).parent.mkdir(parents=True, exist_ok=True)
        (package / path).write_text(text)
    built = subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", package], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert built.returncode == 0, built.stdout
    return package / ".build" / "release"


def check(*programs):
    return subprocess.run([CHECK, *programs], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def numbers(program):
    return subprocess.run([program], stdout=subprocess.PIPE, text=True, check=True).stdout.split()


def test_a_merge_is_found(build):
    assert numbers(build / "Merged") != NUMBERS, "the program prints the right numbers, so nothing was merged"
    checked = check(build / "Merged")
    assert (checked.returncode, checked.stdout) == (1, "")
    assert " of Shape.paths.getter (" in checked.stderr
    assert " bytes in Merged/" in checked.stderr and " bytes in WithCode/Shape.swift.o" in checked.stderr


def test_libraries_without_machine_code_have_no_merge(build):
    assert numbers(build / "Separate") == NUMBERS
    checked = check(build / "Separate")
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_program_without_arrays_proves_nothing(build):
    checked = check(build / "Empty")
    assert (checked.returncode, checked.stdout) == (1, "")
    assert "no constant array" in checked.stderr


def test_a_program_that_is_not_built_is_an_error(tmp_path):
    assert "scripts/build first" in check(tmp_path / "gestured").stderr


def test_the_programs_have_no_merge(request):
    folder = request.config.getoption("--binaries")
    if folder.resolve().name == "debug":
        pytest.skip("holds for optimized builds: others have no constant arrays")
    checked = check(folder / "gestured", folder / "gesturectl")
    assert (checked.returncode, checked.stderr) == (0, "")
