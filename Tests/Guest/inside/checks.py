#!/usr/bin/python3
"""Checks the installed service on a running system with udev and systemd. Prints a line for each check, then the totals.

The checks are in the modules check_*.py. They run in the order of TOPICS.
"""

import importlib
import sys

from harness import check

TOPICS = [
    'installation', 'privileges', 'modifiers', 'gestures', 'libinput', 'hardware', 'hid', 'switches', 'haptics', 'hotplug',
    'interruptions', 'grab', 'displays', 'filter', 'withholding', 'filter_faults', 'pause', 'recording', 'varlinkctl', 'actions',
    'cost', 'attacks', 'faults', 'restart', 'journal', 'configuration', 'setup', 'examples',
]

modules = {topic: importlib.import_module(f'check_{topic}') for topic in TOPICS}
sys.exit(check.run(sys.argv[1:], always=modules['installation'].installed))
