"""The udev rule that lets the service read keyboards."""

import contextlib
import os
import shutil

from harness import run

RULE = '82-gestured-modifiers.rules'


@contextlib.contextmanager
def rule_installed():
    """Installs the udev rule, as docs/recipes.md describes."""
    path = f'/etc/udev/rules.d/{RULE}'
    shutil.copy(f'/usr/local/share/gestured/{RULE}', path)
    run('udevadm', 'control', '--reload')
    try:
        yield
    finally:
        os.remove(path)
        run('udevadm', 'control', '--reload')
