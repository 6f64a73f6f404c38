"""The list of checks, and functions to write them with."""

import contextlib
import os
import signal
import subprocess
import time
import traceback

HERE = os.path.dirname(os.path.realpath(__file__))


class Failure(Exception):
    """A check has failed."""


class Skipped(Exception):
    """A check cannot run, for this reason."""


class Checks:
    """The checks, named by the rules that they show, in the order of registration."""

    def __init__(self):
        self.checks = []

    def __call__(self, rule):
        def register(function):
            self.checks.append((rule, function))
            return function
        return register

    def run(self, wanted=(), always=None):
        """Runs all checks, or those whose functions or topics have the names `wanted`, and prints a line for each.

        Returns the exit status.
        """
        passed = failed = skipped = 0
        for rule, function in self.checks:
            topic = function.__module__.removeprefix('check_')
            if wanted and function.__name__ not in wanted and topic not in wanted and function is not always:
                continue
            try:
                function()
            except Skipped as reason:
                skipped += 1
                print(f'skipped - {rule}: {reason}', flush=True)
            except Exception as error:
                failed += 1
                print(f'not ok - {rule}')
                text = str(error) if isinstance(error, Failure) else traceback.format_exc()
                print('\n'.join(f'    {line}' for line in text.splitlines()), flush=True)
            else:
                passed += 1
                print(f'ok - {rule}', flush=True)
        if failed:
            print('The end of the journal:', run('journalctl', '--no-pager', '-o', 'short-monotonic', '-n', '60')[1], sep='\n')
        print(f'{passed} passed, {failed} failed, {skipped} skipped')
        return 1 if failed else 0


# The checks of this program: those of all modules that it imports, in the order of the imports.
check = Checks()


def expect(condition, message):
    if not condition:
        raise Failure(message)


def eventually(condition, message, timeout=10, interval=0.05):
    """Waits until `condition()` is true and returns its result."""
    end = time.monotonic() + timeout
    while not (result := condition()):
        expect(time.monotonic() < end, f'not within {timeout} s: {message}')
        time.sleep(interval)
    return result


def run(*command, **options):
    """Runs a program and returns its status and its output (both streams)."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, **options)
    return done.returncode, done.stdout.strip()


def run_as(user, groups, *command):
    """Runs a program as another user, by name or number, in these groups only."""
    groups = f'--groups={groups}' if groups else '--clear-groups'
    return run('setpriv', f'--reuid={user}', f'--regid={user}', groups, '--', *command)


@contextlib.contextmanager
def stopped(pid):
    """Keeps a process from running."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)
