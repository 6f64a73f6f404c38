"""The budgets in Benchmarks/budget, and how a measurement compares with them."""

import os
import re
from typing import NamedTuple

import page

PATH = os.path.join(os.path.dirname(os.path.realpath(__file__)), 'budget')
TOLERANCE = 2  # percent of the budget


class Malformed(Exception):
    """A line that is no row of the budget."""


class Figure(NamedTuple):
    """The figure of gestured, and that of relay from the same run. A size has no relay."""

    value: int
    relay: int = 0

    @property
    def added(self):
        """The cost beyond that of relay, which changes with the kernel and the libraries in the guest."""
        return self.value - self.relay


def read(text, name='Benchmarks/budget'):
    """Returns the budget of each row by architecture."""
    budgets = {}
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words or words[0].startswith('#'):
            continue
        if len(words) not in (3, 4) or not all(word.isdecimal() for word in words[2:]) or int(words[2]) == 0:
            raise Malformed(f'{name}:{number}: expected an architecture, a row, a budget above 0 and, if the row is measured '
                            f'in the guest, the figure of relay, not "{line}"')
        arch, row, *figures = words
        if row in budgets.setdefault(arch, {}):
            raise Malformed(f'{name}:{number}: {arch} {row} has a budget already')
        budgets[arch][row] = Figure(*map(int, figures))
    return budgets


def digest(rows):
    """Returns the digest of the budget of one architecture."""
    return page.digest(''.join(f'{row} {figure.value} {figure.relay}\n' for row, figure in rows.items()))


def change(budget, measured):
    """Returns how much worse the cost beyond relay became, in percent of the budget."""
    return 100 * (measured.added - budget.added) / budget.value


def raised(before, after):
    """Returns the rows that have a higher budget after a change."""
    return [f'{arch} {row}' for arch, rows in after.items() for row, figure in rows.items()
            if row in before.get(arch, {}) and figure.added > before[arch][row].added]


def lowered(text, measured):
    """Returns the text of the budget with lower values for the rows that are better by more than the tolerance."""
    for arch, rows in read(text).items():
        for row, budget in rows.items():
            figure = measured.get((arch, row))
            if figure and change(budget, figure) < -TOLERANCE:
                value = str(budget.relay + figure.added)
                text = re.sub(rf'(?m)^({arch}[ \t]+{row}[ \t]+){budget.value}\b',
                              lambda match: match[1] + value.rjust(len(str(budget.value))), text)
    return text


def check(budgets, measured):
    """Compares figures by architecture and row. Yields the line of each row, and its failure or None."""
    archs = {arch for arch, _ in measured}
    expected = {(arch, row): figure for arch in budgets if arch in archs for row, figure in budgets[arch].items()}
    for arch, row in dict.fromkeys((*expected, *measured)):
        budget, figure = expected.get((arch, row)), measured.get((arch, row))
        name = f'{arch} {row}'
        if not figure:
            yield f'{name:24} {"–":>9} {budget.value:9}', f'{name}: has a budget, but was not measured: remove the row'
        elif not budget:
            row = ' '.join(map(str, (name, *filter(None, figure))))
            yield f'{name:24} {figure.value:9} {"–":>9}', f'{name}: has no budget: add "{row}"'
        else:
            worse = change(budget, figure)
            line, failure = f'{name:24} {figure.value:9} {budget.value:9} {worse:+6.1f} %', None
            if worse > TOLERANCE:
                drift = f' (relay: {figure.relay}, then {budget.relay})' if budget.relay else ''
                failure = (f'{name}: {figure.value} is {worse:.1f} % worse than the budget of {budget.value}{drift}: make it '
                           f'cheaper, or commit nothing but a higher budget as "Raise the budget of {row} for <feature>"')
            elif worse < -TOLERANCE:
                line += '  lower the budget'
            yield line, failure
