"""Benchmarks/budget, how a measurement is compared with it, and the tables that measurements write into pages."""
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "Benchmarks"))
import budgets
import page
from budgets import Figure

BUDGET = "Benchmarks/budget"
BUDGETED = {"summary", "comparison", "goals", "filter"}
BLOCKS = {
    "docs/performance.md": {"summary", "filter", "arm64", "armhf", "clients"},
    "docs/measurements.md": {"comparison", "goals", "core"},
    "docs/recognition.md": {"classes", "recorded", "settings", "touchpads", "touchscreens"},
}
RAISE = re.compile(r"Raise the budget of .+ for .+")


def blocks():
    return {match["name"]: match for path in page.PAGES for match in page.BLOCK.finditer((ROOT / path).read_text())}


# The pages


def test_runs_write_these_pages():
    assert set(page.PAGES) == BLOCKS.keys()


@pytest.mark.parametrize("path", BLOCKS)
def test_a_page_has_every_generated_block(path):
    text = (ROOT / path).read_text()
    assert sorted(match["name"] for match in page.BLOCK.finditer(text)) == sorted(BLOCKS[path])
    assert text.count("<!-- begin ") == len(BLOCKS[path]), "a comment before a block was edited"


@pytest.mark.parametrize("name", sorted(set().union(*BLOCKS.values())))
def test_a_generated_block_is_not_edited(name):
    assert blocks()[name]["digest"] == page.digest(blocks()[name]["text"]), f"{name} was edited: measure it again"


@pytest.mark.parametrize("name", sorted(BUDGETED))
def test_a_block_is_measured_after_the_last_change_of_a_budget(name):
    rows = budgets.read((ROOT / BUDGET).read_text())["amd64"]
    assert blocks()[name]["budget"] == budgets.digest(rows), "the budget has changed since: run `make bench`"


def test_a_written_block_replaces_the_old_one():
    old = page.block("table", "0" * 12, "make bench", None, "| old |")
    new = page.block("table", "1" * 12, "make bench", "2" * 12, "| new |")
    assert page.replaced(f"before\n{old}after\n", "table", new) == f"before\n{new}after\n"
    match = page.BLOCK.fullmatch(new)
    assert (match["commit"], match["budget"], match["digest"]) == ("1" * 12, "2" * 12, page.digest(match["text"]))


def test_a_missing_block_is_not_written():
    with pytest.raises(ValueError, match='no block "table"'):
        page.replaced("before\nafter\n", "table", "")


def test_each_page_gets_its_own_blocks():
    old, new = (page.block("table", "0" * 12, "make bench", None, text) for text in ("| old |", "| new |"))
    pages = {"first.md": "nothing\n", "second.md": f"before\n{old}"}
    assert page.with_blocks(pages, {"table": new}) == {"first.md": "nothing\n", "second.md": f"before\n{new}"}


def test_a_block_that_no_page_has_is_not_written():
    with pytest.raises(ValueError, match='no page has a block "table"'):
        page.with_blocks({"first.md": "nothing\n"}, {"table": ""})


# The history


@pytest.fixture
def git():
    def run(*arguments):
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    try:
        found = run("rev-parse", "--show-toplevel", "--is-shallow-repository").split("\n")
    except (OSError, subprocess.CalledProcessError):
        found = []
    if found[:2] != [str(ROOT), "false"]:
        pytest.skip("needs the complete history")
    return run


def test_blocks_name_commits_of_this_history(git):
    history = {commit[:12] for commit in git("rev-list", "HEAD").split()}
    assert {block["commit"] for block in blocks().values()} <= history


def test_a_budget_rises_only_in_a_commit_of_its_own(git):
    for commit in git("rev-list", "HEAD", "--", BUDGET).split()[:-1]:
        before, after = (budgets.read(git("show", f"{version}:{BUDGET}")) for version in (f"{commit}^", commit))
        if budgets.raised(before, after):
            subject, *files = git("show", "--format=%s", "--name-only", commit).split("\n")
            assert RAISE.fullmatch(subject), commit
            assert set(filter(None, files)) <= {BUDGET, *page.PAGES}, commit


# The comparison


def failures(budget, measured):
    return [failure for _, failure in budgets.check({"amd64": budget}, measured) if failure]


def check(budget, figure):
    """The line and the failure of one row."""
    (result,) = budgets.check({"amd64": {"drags-cpu": budget}}, {("amd64", "drags-cpu"): figure})
    return result


@pytest.mark.parametrize(("value", "fails"), [(10190, False), (10200, False), (10201, True), (10210, True)])
def test_more_than_two_percent_worse_fails(value, fails):
    _, failure = check(Figure(10000, 6000), Figure(value, 6000))
    assert bool(failure) == fails


def test_a_failure_names_the_row_the_figures_and_the_remedy():
    _, failure = check(Figure(10000, 6000), Figure(10300, 6000))
    assert failure.startswith("amd64 drags-cpu: 10300 is 3.0 % worse than the budget of 10000")
    assert 'commit nothing but a higher budget as "Raise the budget of drags-cpu for <feature>"' in failure


@pytest.mark.parametrize(("value", "asks"), [(9810, False), (9800, False), (9799, True)])
def test_more_than_two_percent_better_asks_to_lower_the_budget(value, asks):
    line, failure = check(Figure(10000, 6000), Figure(value, 6000))
    assert line.endswith("lower the budget") == asks
    assert not failure


def test_a_change_of_the_relay_does_not_count():
    assert budgets.change(Figure(10000, 6000), Figure(11000, 7000)) == 0
    _, failure = check(Figure(10000, 6000), Figure(9800, 5500))
    assert "3.0 % worse" in failure and "(relay: 5500, then 6000)" in failure


def test_a_size_has_no_relay():
    assert budgets.change(Figure(1000), Figure(1021)) == pytest.approx(2.1)


def test_a_row_that_is_not_measured_fails():
    budget = {"start": Figure(10), "resident": Figure(20)}
    assert failures(budget, {("amd64", "start"): Figure(10)}) == [
        "amd64 resident: has a budget, but was not measured: remove the row"]


def test_a_row_without_a_budget_fails():
    measured = {("amd64", "start"): Figure(10, 5), ("arm64", "gestured-size"): Figure(20)}
    assert failures({"start": Figure(10, 5)}, measured) == [
        'arm64 gestured-size: has no budget: add "arm64 gestured-size 20"']


def test_budgets_of_an_architecture_that_was_not_measured_do_not_matter():
    measured = {("arm64", "gestured-size"): Figure(20)}
    assert list(budgets.check({"amd64": {"start": Figure(10)}, "arm64": {"gestured-size": Figure(20)}}, measured)) == [
        (f"{'arm64 gestured-size':24}        20        20   +0.0 %", None)]


# The file


def test_the_budget_is_well_formed():
    assert budgets.read((ROOT / BUDGET).read_text()).keys() >= {"amd64", "arm64"}


def test_reads_rows_with_and_without_a_relay():
    assert budgets.read("# a comment\n\namd64 start 20 5\narm64 gestured-size  30\n") == {
        "amd64": {"start": Figure(20, 5)}, "arm64": {"gestured-size": Figure(30, 0)}}


@pytest.mark.parametrize("line", ["amd64", "amd64 start", "amd64 start 2 %", "amd64 start -2", "amd64 start 0", "amd64 start 1 2 3"])
def test_rejects_a_malformed_row(line):
    with pytest.raises(budgets.Malformed, match=f'^Benchmarks/budget:2: expected an architecture, .*, not "{line}"$'):
        budgets.read(f"# a comment\n{line}\n")


def test_rejects_a_second_budget_of_a_row():
    with pytest.raises(budgets.Malformed, match="^Benchmarks/budget:2: amd64 start has a budget already$"):
        budgets.read("amd64 start 2\namd64 start 3\n")


def test_lowers_only_rows_that_are_more_than_two_percent_better():
    text = "# rows\namd64 start     10000 6000\namd64 resident    100\narm64 start     10000 6000\n"
    measured = {("amd64", "start"): Figure(9900, 6500), ("amd64", "resident"): Figure(99)}
    assert budgets.lowered(text, measured) == text.replace("start     10000", "start      9400", 1)


def test_lowering_never_raises_a_budget():
    text = "amd64 start 10000 6000\n"
    for figure in Figure(10300, 6000), Figure(10100, 6000), Figure(9900, 5500), Figure(9850, 6000):
        assert budgets.lowered(text, {("amd64", "start"): figure}) == text


def test_a_budget_is_raised_if_its_difference_to_the_relay_grows():
    before = {"amd64": {"start": Figure(100, 60), "resident": Figure(50)}}
    assert budgets.raised(before, {"amd64": {"start": Figure(101, 60), "resident": Figure(50)}}) == ["amd64 start"]
    assert budgets.raised(before, {"amd64": {"start": Figure(100, 59), "resident": Figure(50)}}) == ["amd64 start"]
    assert budgets.raised(before, {"amd64": {"start": Figure(90, 60), "anonymous": Figure(70)}}) == []
