"""Runs programs in the test guest, and measures them for bench and check-budget.

The guest counts one nanosecond per instruction, so the results repeat on any host.
"""

import concurrent.futures
import os
import subprocess
import sys
import tempfile
from typing import NamedTuple

HERE = os.path.dirname(os.path.realpath(__file__))
PROJECT = os.path.dirname(HERE)
GUEST = f'{PROJECT}/Tests/Guest'

# The arguments of Guest/measure that start each program and connect to it. {what} is the scenario.
PROGRAMS = {
    'read': '--ready {{}} {what} /tmp/socket /bench/relay /tmp/socket {{}} raw',
    'relay': '--ready {{}} {what} /tmp/socket /bench/relay /tmp/socket {{}}',
    'relay-masked': '--ready {{}} {what} /tmp/socket /bench/relay /tmp/socket {{}} masked',
    'libinput-fixed': '--ready {{}} {what} /tmp/socket /bench/libinput-server /tmp/socket fixed',
    'libinput-text': '--ready {{}} {what} /tmp/socket /bench/libinput-server /tmp/socket text',
    'libinput': '--ready Benchmark {what} - libinput debug-events',
    # The size prevents lisgd from asking a display for it.
    'lisgd': '{what} - lisgd -d {{}} -w 4096 -h 4096 ' + ' '.join(
        f"-g '{fingers},{direction},*,*,R,echo swipe'" for fingers in (1, 10) for direction in ('LR', 'RL')),
}
GESTURED = '--ready {{}} {what} /tmp/socket /bench/builds/{program}/gestured --config /bench/gestured.conf --socket /tmp/socket'
# Programs that send a message for each frame.
RELAYS = ('read', 'relay', 'relay-masked')

CROWD = 1000
# Rules of the filter mode that withhold none of the touches of a scenario.
RULES = {'drags': 'edges, fingers:3+', 'fingers': 'edges'}
CONFIGURATIONS = {
    # The default limit would refuse most clients of the crowd.
    'gestured': f'[limits]\nconnections = {CROWD + 100}\n',
    'filter': '[device Benchmark]\nfilter = yes\n',
    **{f'filter{what}': f'[device Benchmark]\nfilter = yes\nwithhold = {rules}\n' for what, rules in RULES.items()},
}


class Failed(Exception):
    """A run that gave no valid results."""


class Case(NamedTuple):
    what: str
    clients: int
    program: str

    def arguments(self):
        """Returns the arguments of Guest/measure. With many clients, fewer frames suffice, because each takes longer."""
        words = PROGRAMS.get(self.program, GESTURED).format(what=self.what, program=self.program)
        return f'--clients {self.clients} --strokes {10 if self.clients > 1 else 100} {words}'

    def __str__(self):
        return f'{self.what}, {self.clients} client(s), {self.program}'


def measure(arch, image, builds, cases, runs=1):
    """Measures all cases in each of several virtual machines at once.

    `builds` has the directory of each build of gestured by its label. `cases` has the arguments of Guest/measure by case.
    Returns the figures of each run, by case and key.
    """
    return in_guests(arch, image, runs, lambda bench: build(arch, bench, builds, cases), measured)


def in_guests(arch, image, count, build, results):
    """Runs several virtual machines at once, and returns the results of each.

    `build(bench)` makes their directory /bench. `results(tree, image, number)` runs a command in one of them, see `lines`.
    """
    try:
        subprocess.run([f'{GUEST}/build-image', image, arch], check=True)
        with tempfile.TemporaryDirectory() as tree, concurrent.futures.ThreadPoolExecutor(count) as threads:
            os.mkdir(f'{tree}/bench')
            build(f'{tree}/bench')
            return list(threads.map(lambda number: results(tree, image, number), range(1, count + 1)))
    except subprocess.CalledProcessError as error:
        raise Failed(f'{error.cmd[0]} failed with status {error.returncode}') from None


def compile_program(arch, bench, program, sources, libraries=''):
    """Builds a program for the guest from C sources in Guest and Tests/Guest."""
    subprocess.run([f'{GUEST}/compile', arch, libraries, '-I', GUEST, '-o', f'{bench}/{program}', *sources, '-lm'], check=True)


def lines(tree, image, number, command):
    """Yields the lines that a command prints in a virtual machine, as they come."""
    with tempfile.TemporaryFile('w+') as errors:
        guest = subprocess.Popen(
            [f'{GUEST}/run-guest', '--image', image, '--icount', '--timeout', '3000', '--files', tree, command],
            stdout=subprocess.PIPE, stderr=errors, text=True)
        yield from guest.stdout
        if guest.wait() != 0:
            errors.seek(0)
            raise Failed(f'run {number} failed:\n{errors.read()[-2000:]}')


def build(arch, bench, builds, cases):
    """Builds the programs for the guest, and copies them and their configuration."""
    source = f'{HERE}/Guest'
    with open(f'{bench}/all', 'w') as script:
        script.write('set -e\n')
        for (what, clients, program), words in cases.items():
            script.write(f"printf '{what} {clients} {program} '; /bench/measure {words}\n")

    def link(program, *sources, libraries=''):
        if program == 'measure' or any(f' /bench/{program} ' in words for words in cases.values()):
            compile_program(arch, bench, program, sources, libraries)

    link('measure', f'{source}/measure.c', f'{source}/crowd.c', f'{source}/program.c', f'{GUEST}/virtual-device.c')
    link('relay', f'{source}/relay.c', f'{source}/clients.c', libraries='libevdev')
    link('copy', f'{source}/copy.c', libraries='libevdev')
    link('libinput-server', f'{source}/libinput-server.c', f'{source}/clients.c', libraries='libinput libudev')
    for name, text in CONFIGURATIONS.items():
        with open(f'{bench}/{name}.conf', 'w') as file:
            file.write(text)
    for label, binaries in builds.items():
        subprocess.run(['install', '-D', '-t', f'{bench}/builds/{label}', f'{binaries}/gestured'], check=True)


def measured(tree, image, number):
    """Measures in one virtual machine. Returns the figures of each case by key."""
    found = {}
    for line in lines(tree, image, number, 'sh /bench/all'):
        what, clients, program, *words = line.split()
        if words:
            case = Case(what, int(clients), program)
            found[case] = {key: float(value) for key, value in (word.split('=') for word in words)}
            print(f'run {number}: {case}', file=sys.stderr)
    for case, figures in found.items():
        passes_all = case.program in RELAYS or case.what.startswith('filter-')
        if passes_all and sum(value for key, value in figures.items() if key.endswith('silent')):
            raise Failed(f'{case}: lost frames: the results are not valid')
    return found
