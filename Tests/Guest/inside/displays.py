"""The display of the virtual machine."""

import contextlib
import glob

from harness import expect, run


def connected():
    """Loads the driver of the display and returns the folder of its connector, Virtual-1."""
    status, output = run('modprobe', 'bochs')
    expect(status == 0, output)
    pattern = '/sys/class/drm/card*-Virtual-1'
    found = glob.glob(pattern)
    expect(len(found) == 1, f'{pattern}: {found}')
    return found[0]


@contextlib.contextmanager
def dark(connector):
    """Switches the display off in the block."""
    def blank(level):
        with open('/sys/class/graphics/fb0/blank', 'w') as file:
            file.write(str(level))

    blank(4)
    try:
        with open(f'{connector}/dpms') as file:
            state = file.read().strip()
        expect(state == 'Off', state)
        yield
    finally:
        blank(0)
