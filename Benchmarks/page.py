"""The generated blocks of pages: the run that measures a block writes it, with the commit that it measured.

A block stands between two comments. The first names the commit, the digest of the budget if the block has budgeted rows, and the
digest of its text. Tests/Service/test_budget.py compares them.
"""

import hashlib
import os
import re
import subprocess
import sys

PROJECT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
RECOGNITION = 'docs/recognition.md'
# Each has blocks of its own: a name stands in one page only.
PAGES = ('docs/performance.md', 'docs/measurements.md', RECOGNITION)
# Files that measurements write, and the budget, which changes in the same commit as the pages.
WRITTEN = (*PAGES, 'docs/core.svg', 'Benchmarks/budget')

BLOCK = re.compile(r'<!-- begin (?P<name>[\w-]+): commit (?P<commit>[0-9a-f]{12})(?:, budget (?P<budget>[0-9a-f]{12}))?, '
                   r'text (?P<digest>[0-9a-f]{12}) -->\n(?P<text>.*?)<!-- end (?P=name) -->\n', re.DOTALL)


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def block(name, commit, command, budget, body):
    """Returns a block with its comments. `budget` is the digest of the budget, or None."""
    text = f'\n{body.strip()}\n\nMeasured on commit `{commit}` by `{command}`.\n\n'
    of_budget = f', budget {budget}' if budget else ''
    return f'<!-- begin {name}: commit {commit}{of_budget}, text {digest(text)} -->\n{text}<!-- end {name} -->\n'


def aligned(lines, of_text=False):
    """Returns the lines of a table in Markdown. All columns but the first have numbers, or text too."""
    widths = [max(map(len, column)) for column in zip(*lines)]
    lines.insert(1, ['-' * widths[0]] + ['-' * width if of_text else '-' * (width - 1) + ':' for width in widths[1:]])

    def cells(name, *others):
        return [name.ljust(widths[0]), *(cell.ljust(width) if of_text else cell.rjust(width)
                                         for cell, width in zip(others, widths[1:]))]

    return [f'| {" | ".join(cells(*line))} |' for line in lines]


def replaced(page, name, new):
    """Returns the text of a page with another version of the block, which must be there."""
    start, end = f'<!-- begin {name}:', f'<!-- end {name} -->\n'
    before, _, rest = page.partition(start)
    _, found, after = rest.partition(end)
    if not found:
        raise ValueError(f'no block "{name}" in the page')
    return before + new + after


def with_blocks(pages, blocks):
    """Returns the texts of pages with other versions of blocks, each in the page that has it."""
    pages = dict(pages)
    for name, new in blocks.items():
        path = next((path for path, text in pages.items() if f'<!-- begin {name}:' in text), None)
        if path is None:
            raise ValueError(f'no page has a block "{name}"')
        pages[path] = replaced(pages[path], name, new)
    return pages


def write(bodies, command, budget=None):
    """Writes blocks into their pages, and returns True, if all files are as in the last commit, except those that runs write."""
    def git(*arguments):
        return subprocess.run(['git', *arguments], cwd=PROJECT, check=True, stdout=subprocess.PIPE, text=True).stdout

    try:
        changed = [line[3:] for line in git('status', '--porcelain').splitlines() if line[3:] not in WRITTEN]
        commit = git('rev-parse', '--short=12', 'HEAD').strip()
    except (OSError, subprocess.CalledProcessError):
        changed = ['no commit']
    if changed:
        print(f'{", ".join(bodies)}: not written, because the work tree differs from the last commit: {", ".join(changed)}', file=sys.stderr)
        return False
    pages = {}
    for path in PAGES:
        with open(f'{PROJECT}/{path}') as file:
            pages[path] = file.read()
    for path, text in with_blocks(pages, {name: block(name, commit, command, budget, body) for name, body in bodies.items()}).items():
        if text != pages[path]:
            with open(f'{PROJECT}/{path}', 'w') as file:
                file.write(text)
            print(f'{path}: written', file=sys.stderr)
    return True
