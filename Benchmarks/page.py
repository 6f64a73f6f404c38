"""The generated blocks of docs/performance.md: the run that measures a block writes it, with the commit that it measured.

A block stands between two comments. The first names the commit, the digest of the budget if the block has budgeted rows, and the
digest of its text. Tests/Service/test_budget.py compares them.
"""

import hashlib
import os
import re
import subprocess
import sys

PROJECT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
PAGE = 'docs/performance.md'
# Files that measurements write, and the budget, which changes in the same commit as the page.
WRITTEN = (PAGE, 'docs/core.svg', 'Benchmarks/budget')

BLOCK = re.compile(r'<!-- begin (?P<name>[\w-]+): commit (?P<commit>[0-9a-f]{12})(?:, budget (?P<budget>[0-9a-f]{12}))?, '
                   r'text (?P<digest>[0-9a-f]{12}) -->\n(?P<text>.*?)<!-- end (?P=name) -->\n', re.DOTALL)


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def block(name, commit, command, budget, body):
    """Returns a block with its comments. `budget` is the digest of the budget, or None."""
    text = f'\n{body.strip()}\n\nMeasured on commit `{commit}` by `{command}`.\n\n'
    of_budget = f', budget {budget}' if budget else ''
    return f'<!-- begin {name}: commit {commit}{of_budget}, text {digest(text)} -->\n{text}<!-- end {name} -->\n'


def replaced(page, name, new):
    """Returns the page with another version of the block, which must be there."""
    start, end = f'<!-- begin {name}:', f'<!-- end {name} -->\n'
    before, _, rest = page.partition(start)
    _, found, after = rest.partition(end)
    if not found:
        raise ValueError(f'{PAGE}: no block "{name}"')
    return before + new + after


def write(bodies, command, budget=None):
    """Writes blocks into the page, and returns True, if all files are as in the last commit, except those that runs write."""
    def git(*arguments):
        return subprocess.run(['git', *arguments], cwd=PROJECT, check=True, stdout=subprocess.PIPE, text=True).stdout

    try:
        changed = [line[3:] for line in git('status', '--porcelain').splitlines() if line[3:] not in WRITTEN]
        commit = git('rev-parse', '--short=12', 'HEAD').strip()
    except (OSError, subprocess.CalledProcessError):
        changed = ['no commit']
    if changed:
        print(f'{PAGE} is not written, because the work tree differs from the last commit: {", ".join(changed)}', file=sys.stderr)
        return False
    with open(f'{PROJECT}/{PAGE}') as file:
        page = file.read()
    for name, body in bodies.items():
        page = replaced(page, name, block(name, commit, command, budget, body))
    with open(f'{PROJECT}/{PAGE}', 'w') as file:
        file.write(page)
    print(f'{PAGE}: wrote {", ".join(bodies)}', file=sys.stderr)
    return True
