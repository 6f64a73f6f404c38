"""Devices made with uinput from descriptions of real devices, and fingers on them in the protocol of each."""

import ctypes
import functools
import json
import os
import struct

from harness import HERE, Skipped, expect, run
from touches import Touched

DESCRIPTIONS = f'{HERE}/devices.json'
RULES = '/run/udev/rules.d/70-descriptions.rules'
EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT, SYN_MT_REPORT = 0, 2
INPUT_EVENT = struct.Struct('@llHHi')
REPORT = INPUT_EVENT.pack(0, 0, EV_SYN, SYN_REPORT, 0)
FINGER_TOOLS = [f'BTN_TOOL_{count}' for count in ('FINGER', 'DOUBLETAP', 'TRIPLETAP', 'QUADTAP', 'QUINTTAP')]
# Pressure and size of a finger as fractions of their ranges: less than a palm, more than a hovering finger.
GENTLE = 0.3
# The size of a finger in mm, for devices with a resolution.
FINGERTIP = 9

libevdev = ctypes.CDLL('libevdev.so.2')
libevdev.libevdev_new.restype = ctypes.c_void_p
libevdev.libevdev_uinput_get_devnode.restype = ctypes.c_char_p
code_name = libevdev.libevdev_event_code_get_name
code_name.restype = ctypes.c_char_p


class AxisRange(ctypes.Structure):
    """struct input_absinfo"""
    _fields_ = [(name, ctypes.c_int32) for name in ('value', 'minimum', 'maximum', 'fuzz', 'flat', 'resolution')]


@functools.cache
def number(name):
    """The number of an event code, by its kernel name."""
    return libevdev.libevdev_event_code_from_code_name(name.encode())


# The keys of a description without keys: a keyboard that has all of them.
ALL_KEYS = [name.decode() for code in range(0x2ff) if (name := code_name(EV_KEY, code)) and name.startswith(b'KEY_')]


def descriptions():
    """The descriptions in ../shared/recordings/devices.json, by their names in libinput's tests."""
    if not os.path.exists(DESCRIPTIONS):
        raise Skipped('there is no ../shared/recordings/devices.json beside the project, which describes the devices')
    with open(DESCRIPTIONS) as file:
        return {description['litest'].removeprefix('LITEST_'): description for description in json.load(file)['devices']}


def describe_to_udev(known):
    """Writes udev rules that set the described properties for kind and axis ranges."""
    lines = []
    for description in known.values():
        properties = {name: value for name, value in description['udev'].items()
                      if name.startswith(('ID_INPUT', 'EVDEV_ABS'))}
        if properties:
            line = ['ACTION!="remove"', 'KERNEL=="event*"', f'ATTRS{{name}}=="{description["name"]}"']
            line += [f'ENV{{{name}}}="{value}"' for name, value in properties.items()]
            # This builtin sets the ranges of axes.
            lines.append(', '.join([*line, 'RUN{builtin}+="keyboard"']))
    os.makedirs(os.path.dirname(RULES), exist_ok=True)
    with open(RULES, 'w') as file:
        file.writelines(line + '\n' for line in lines)
    status, output = run('udevadm', 'control', '--reload')
    expect(status == 0, output)


class DescribedDevice(Touched):
    """A context manager for a device made from a description."""

    def __init__(self, description):
        self.name = description['name'] or description['litest']
        self.keys = description['keys'] if 'keys' in description else ALL_KEYS
        self.axes = {axis['code']: dict(axis) for axis in description.get('abs', [])}
        self.protocol = self.protocol_of(description)
        self.slots = 0 if self.protocol == 'single' else self.axes['ABS_MT_SLOT']['max'] + 1 if self.has_slots else 10
        self.down = []  # the tracking id in each slot
        self.next_id = 0
        self.lifts = 0
        self.uinput = self.make(description)
        self.node = libevdev.libevdev_uinput_get_devnode(self.uinput).decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.unplug()

    def unplug(self):
        libevdev.libevdev_uinput_destroy(self.uinput)

    def make(self, description):
        device = ctypes.c_void_p(libevdev.libevdev_new())
        libevdev.libevdev_set_name(device, self.name.encode())
        for field, value in description['id'].items():
            getattr(libevdev, f'libevdev_set_id_{field}')(device, value)
        for name in description.get('props', []):
            libevdev.libevdev_enable_property(device, libevdev.libevdev_property_from_name(name.encode()))
        for kind, name in [('EV_KEY', name) for name in self.keys] + description.get('other', []):
            kind = libevdev.libevdev_event_type_from_name(kind.encode())
            libevdev.libevdev_enable_event_code(device, kind, number(name), None)
        for name, axis in self.axes.items():
            axis_range = AxisRange(0, *(axis[field] for field in ('min', 'max', 'fuzz', 'flat', 'res')))
            libevdev.libevdev_enable_event_code(device, EV_ABS, number(name), ctypes.byref(axis_range))
        uinput = ctypes.c_void_p()
        LIBEVDEV_UINPUT_OPEN_MANAGED = -2
        status = libevdev.libevdev_uinput_create_from_device(device, LIBEVDEV_UINPUT_OPEN_MANAGED, ctypes.byref(uinput))
        libevdev.libevdev_free(device)
        expect(status == 0, f'{self.name}: {os.strerror(-status)}')
        return uinput

    # MARK: What it can tell

    def protocol_of(self, description):
        if 'INPUT_PROP_SEMI_MT' in (description.get('props', [])):
            return 'semi'
        if 'ABS_MT_POSITION_X' not in self.axes:
            return 'single'
        return 'slots' if 'ABS_MT_SLOT' in self.axes else 'anonymous'

    @property
    def has_slots(self):
        return 'ABS_MT_SLOT' in self.axes

    @property
    def can_count(self):
        """The largest number of fingers that the device counts."""
        counted = [count for count, name in enumerate(FINGER_TOOLS, start=1) if name in self.keys]
        return max(self.slots, 1, *counted)

    @property
    def size(self):
        """The size in mm by the resolution of the axes, or None without one."""
        prefix = 'ABS' if self.protocol in ('semi', 'single') else 'ABS_MT_POSITION'
        axes = [self.axes[f'{prefix}_{letter}'] for letter in 'XY']
        if all(axis['res'] for axis in axes):
            return tuple((axis['max'] - axis['min']) / axis['res'] for axis in axes)
        return None

    def assume(self, size):
        """Sets the missing resolutions of the axes from this size in mm."""
        for name, axis in self.axes.items():
            if name.endswith(('_X', '_Y')) and not axis['res']:
                axis['res'] = (axis['max'] - axis['min']) / size['XY'.index(name[-1])]

    # MARK: Fingers

    def write(self, data):
        os.write(libevdev.libevdev_uinput_get_fd(self.uinput), data)

    def frame(self, tips):
        yield b''.join(self.events(tips))

    def events(self, tips):
        """The events with which a driver reports these fingers. Fingers beyond the slots are only counted."""
        if self.protocol == 'anonymous':
            yield from self.anonymous(tips)
        elif self.has_slots:
            yield from self.in_slots(tips)
        # On a panel that reports as a mouse, the left button is the touch.
        if touch := next((name for name in ('BTN_TOUCH', 'BTN_LEFT') if name in self.keys), None):
            yield INPUT_EVENT.pack(0, 0, EV_KEY, number(touch), bool(tips))
        for count, name in enumerate(FINGER_TOOLS, start=1):
            if name in self.keys:
                yield INPUT_EVENT.pack(0, 0, EV_KEY, number(name), count == len(tips))
        if tips:
            yield from self.position('ABS', self.one_of(tips))
        yield from self.strength('ABS_PRESSURE', GENTLE if tips else 0)
        yield REPORT

    def in_slots(self, tips):
        placed = tips[:self.slots]
        if self.protocol == 'semi' and len(tips) > 1:
            # Two corners of the bounding rectangle.
            placed = [tuple(extreme(axis) for axis in zip(*tips)) for extreme in (min, max)]
        while len(self.down) > len(placed):
            self.down.pop()
            yield from self.absolute('ABS_MT_SLOT', len(self.down))
            yield from self.absolute('ABS_MT_TRACKING_ID', -1)
        for slot, tip in enumerate(placed):
            yield from self.absolute('ABS_MT_SLOT', slot)
            if slot == len(self.down):
                self.down.append(self.next_id)
                self.next_id += 1
                yield from self.absolute('ABS_MT_TRACKING_ID', self.down[slot])
            yield from self.contact(tip)

    def anonymous(self, tips):
        for tip in tips:
            yield from self.contact(tip)
            yield INPUT_EVENT.pack(0, 0, EV_SYN, SYN_MT_REPORT, 0)
        if not tips:
            self.lifts += 1
            # With BTN_TOUCH a driver can omit the empty contact. This one does so every other time.
            if self.lifts % 2 or 'BTN_TOUCH' not in self.keys:
                yield INPUT_EVENT.pack(0, 0, EV_SYN, SYN_MT_REPORT, 0)

    def contact(self, tip):
        yield from self.position('ABS_MT_POSITION', tip)
        yield from self.strength('ABS_MT_PRESSURE', GENTLE)
        for name in 'ABS_MT_TOUCH_MAJOR', 'ABS_MT_TOUCH_MINOR':
            if name in self.axes and (counts := self.axes[name]['res']):
                yield from self.absolute(name, FINGERTIP * counts)
            else:
                yield from self.strength(name, GENTLE)

    def one_of(self, tips):
        """The single position: that of the first finger, or the average on devices without slots."""
        return tuple(sum(axis) / len(tips) for axis in zip(*tips)) if self.protocol == 'single' else tips[0]

    def absolute(self, name, value):
        if name in self.axes:
            yield INPUT_EVENT.pack(0, 0, EV_ABS, number(name), round(value))

    def position(self, prefix, tip):
        for letter, mm in zip('XY', tip):
            if axis := self.axes.get(f'{prefix}_{letter}'):
                yield from self.absolute(axis['code'], (axis['min'] + axis['max']) / 2 + mm * axis['res'])

    def strength(self, name, share):
        if name in self.axes:
            axis = self.axes[name]
            # A range of 0 to 1 means touched or not touched.
            yield from self.absolute(name, share and max(axis['max'] * share, 1))


# MARK: Descriptions made up

AXES = [{'code': code, 'min': 0, 'max': 4 if code == 'ABS_MT_SLOT' else 1000, 'fuzz': 0, 'flat': 0, 'res': 10}
        for code in ('ABS_X', 'ABS_Y', 'ABS_MT_SLOT', 'ABS_MT_POSITION_X', 'ABS_MT_POSITION_Y', 'ABS_MT_TRACKING_ID')]

# A relative mouse, and a panel that reports as a mouse.
BUTTONS = ['BTN_LEFT', 'BTN_RIGHT', 'BTN_MIDDLE']
MOUSE = {'name': 'Mouse', 'id': {}, 'keys': BUTTONS, 'other': [('EV_REL', 'REL_X'), ('EV_REL', 'REL_Y')]}
TILL = {'name': 'Till', 'id': {}, 'keys': BUTTONS, 'abs': AXES[:2]}
# The panel of the Touch Display 2 for Raspberry Pi. Its driver declares keys for buttons beside the glass.
GOODIX = {'name': '10-005d Goodix Capacitive TouchScreen', 'id': {'vendor': 0x0416, 'product': 0x038f}, 'abs': AXES,
          'props': ['INPUT_PROP_DIRECT'], 'keys': ['BTN_TOUCH', 'KEY_LEFTMETA', *(f'KEY_F{key}' for key in range(1, 7))]}
