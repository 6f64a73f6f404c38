"""Devices that the service filters: the permission, the configuration and the clone."""

import contextlib
import fcntl
import glob
import os
import struct

from client import call
from devices import TouchDevice
from harness import eventually, expect, run
from readers import ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID
from service import CONFIGURATION, configured, service

ALLOW_FILTER = '/usr/local/share/gestured/allow-filter'
NAME = 'Filtered Touchscreen'


@contextlib.contextmanager
def permitted():
    """Lets the service make clones."""
    status, output = run(ALLOW_FILTER)
    expect(status == 0, output)
    try:
        yield
    finally:
        status, output = run(ALLOW_FILTER, '--remove')
        expect(status == 0, output)


def configuration(withhold=None, name=NAME, **keys):
    """A configuration that filters a device, with other keys of it."""
    keys |= {'withhold': withhold} if withhold else {}
    return f'[device {name}]\nfilter = yes\n' + ''.join(f'{key} = {value}\n' for key, value in keys.items())


def reload_with(text):
    """Reloads the service with other text in gestured.conf."""
    with open(CONFIGURATION, 'w') as file:
        file.write(text)
    status, output = run('systemctl', 'reload', 'gestured.service')
    expect(status == 0, output)


@contextlib.contextmanager
def filtering(withhold=None, options=(), **keys):
    """Filters a touchscreen. Yields it and its clone."""
    with permitted(), configured(configuration(withhold, **keys)), TouchDevice(name=NAME, options=options) as screen:
        yield screen, Clone(screen)


def listed(node):
    """The service's description of a device, or None."""
    devices = call('org.gestured.Gestures.ListDevices')['parameters']['devices']
    return next((device for device in devices if device['node'] == node), None)


def is_filtered(node):
    return (listed(node) or {}).get('filtered')


def clone_of(node):
    """The node of the clone of a device, or None."""
    for path in glob.glob('/sys/class/input/event*/device/phys'):
        with contextlib.suppress(FileNotFoundError), open(path) as file:
            if file.read().strip() == f'gestured/{os.path.basename(node)}':
                return f'/dev/input/{path.split("/")[4]}'
    return None


class Clone:
    """The clone of a device, once the device is grabbed."""

    def __init__(self, original):
        """Waits for the clone of a device that has a `node`."""
        self.original = original.node
        self.wait()

    def wait(self):
        """Waits until there is a clone, e.g. after a restart of the service."""
        with explained_by_log():
            eventually(lambda: is_filtered(self.original), f'{self.original} is filtered', timeout=20)
            self.node = eventually(lambda: clone_of(self.original), f'a clone of {self.original}')
            run('udevadm', 'settle')

    def wait_for_end(self):
        eventually(lambda: clone_of(self.original) is None, 'the clone disappears')


@contextlib.contextmanager
def explained_by_log():
    """Adds the end of the service's log to a failure."""
    try:
        yield
    except Exception as error:
        raise type(error)(f'{error}\nlog:\n{service.log()[-1000:]}') from error


# MARK: A device as the kernel describes it


def described(node):
    """What programs learn about a device, apart from `phys`."""
    directory = f'/sys/class/input/{os.path.basename(node)}/device'
    found = {}
    for pattern in 'id/*', 'capabilities/*', 'name', 'properties':
        for path in glob.glob(f'{directory}/{pattern}'):
            with open(path) as file:
                found[os.path.relpath(path, directory)] = file.read().strip()
    bits = found['capabilities/abs'].split()
    mask = sum(int(word, 16) << 64 * place for place, word in enumerate(reversed(bits)))
    with open(node, 'rb') as file:
        for code in range(mask.bit_length()):
            if mask >> code & 1:
                found[f'axis {code:#x}'] = axis_range(file, code)
    return found


def axis_range(file, code):
    """Minimum, maximum, fuzz, flat and resolution."""
    EVIOCGABS = 0x80184540
    data = bytearray(24)
    fcntl.ioctl(file, EVIOCGABS + code, data)
    return struct.unpack('=6i', data)[1:]


def properties_of(node):
    """The udev properties of a device."""
    status, output = run('udevadm', 'info', '--query=property', f'--name={node}')
    expect(status == 0, output)
    return dict(line.split('=', 1) for line in output.splitlines())


def contacts_down(node):
    """The contacts that are down on a device with slots, as (slot, x, y) in the units of the device."""
    SLOTS = 10

    def values(code):
        EVIOCGMTSLOTS = 0x8000450a | (SLOTS + 1) * 4 << 16
        data = bytearray(struct.pack('=I', code) + bytes(SLOTS * 4))
        fcntl.ioctl(file, EVIOCGMTSLOTS, data)
        return struct.unpack(f'={SLOTS}i', data[4:])

    with open(node, 'rb') as file:
        rows = zip(values(ABS_MT_TRACKING_ID), values(ABS_MT_POSITION_X), values(ABS_MT_POSITION_Y))
        return [(slot, x, y) for slot, (tracking_id, x, y) in enumerate(rows) if tracking_id >= 0]


def keys_down(node):
    """The codes of the keys that are down on a device."""
    SIZE = 96
    EVIOCGKEY = 0x80004518 | SIZE << 16
    with open(node, 'rb') as file:
        data = bytearray(SIZE)
        fcntl.ioctl(file, EVIOCGKEY, data)
    return [code for code in range(SIZE * 8) if data[code // 8] >> code % 8 & 1]


def expect_same_state(original, clone):
    """Expects that the same contacts and keys are down on a device and its clone. Returns the contacts."""
    states = [(contacts_down(node), keys_down(node)) for node in (original, clone)]
    expect(states[0] == states[1], f'down: {states[0]}, on the clone {states[1]}')
    return states[0][0]
