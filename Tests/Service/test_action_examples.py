"""What people start with: the files of actions --init, and both importers without a file."""
import pathlib
import re
import subprocess
import sys

import pytest

from importers import LIBINPUT_GESTURES, TOUCHEGG, assert_accepted, assert_possible

PROJECT = pathlib.Path(__file__).parents[2]
FILES = sorted((PROJECT / "Sources/ActionRunner/Examples").glob("*.conf"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("commented", [True, False], ids=["as it is", "with everything that is commented out"])
def test_an_example_file_is_accepted(path, commented, gesturectl, tmp_path):
    text = path.read_text(encoding="ascii")
    if not commented:
        text = re.sub(r"^#(?=[\[a-z])", "", text, flags=re.M)
    assert_possible(assert_accepted(gesturectl, text, tmp_path / "actions.conf"))


def test_example_files_are_short_and_begin_alike():
    assert [path.stem for path in FILES] == ["generic", "gnome", "hyprland", "kde", "labwc", "sway"]
    assert all(len(path.read_text().splitlines()) < 80 for path in FILES)
    [head] = {tuple(path.read_text().splitlines()[1:10]) for path in FILES}
    assert head[-1] == "# Remove the # in front of a gesture to use it. Changes apply as soon as you save."


@pytest.mark.parametrize("importer", [TOUCHEGG, LIBINPUT_GESTURES])
def test_a_missing_file_is_reported(importer):
    result = subprocess.run(
        [sys.executable, importer, "/nonexistent/file"], capture_output=True, text=True, env={"PYTHONDONTWRITEBYTECODE": "1"})
    assert (result.returncode, result.stdout, result.stderr) == (1, "", "/nonexistent/file: No such file or directory\n")
