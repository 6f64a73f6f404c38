"""What libinput says of touches and what the service says of the same ones, on touchpads made after descriptions."""

import ctypes
import fnmatch
import functools
import json
import math
import os
import re
import struct
import subprocess
import time

from harness import HERE, Skipped, Subscription, eventually, expect, nodes_open_in

DESCRIPTIONS = f'{HERE}/devices.json'

# Of different size, resolution and bus, with pressure and without. All but the last tell at least four fingers apart; that
# one tells two apart and counts five, and its axes do not start at 0.
TOUCHPADS = {
    'alps': 'LITEST_ALPS_3FG',
    'acer': 'LITEST_ACER_HAWAII_TOUCHPAD',
    'atmel': 'LITEST_ATMEL_HOVER',
    'elan': 'LITEST_SYNAPTICS_PHANTOMCLICKS',
    'synaptics': 'LITEST_SYNAPTICS_RMI4',
    'wacom': 'LITEST_WACOM_INTUOS5_FINGER',
    'synaptics-2': 'LITEST_SYNAPTICS_TOPBUTTONPAD',
}

# Where the two may disagree, and then have to: patterns of touchpads and of gestures, and why.
EXPECTED = [
    ('synaptics-2', 'pinch [34]*', 'of fingers beyond the slots both see only that they travel'),
    ('synaptics-2', 'hold [34]', 'libinput takes fingers beyond the slots for a swipe at once, and tells nothing of a rest'),
]

# MARK: The touches, in mm from the middle of the touchpad

DIRECTIONS = {'left': (-1, 0), 'right': (1, 0), 'up': (0, -1), 'down': (0, 1)}
TRAVEL = 27
# The tips of fingers side by side, and the directions in which a thumb and fingers lie around what they pinch: libinput
# compares the lowest finger with the highest, and takes them for a swipe when their ways are not much over 90° apart.
ROW = {1: [(0, 0)], 2: [(-8, 1), (8, -1)], 3: [(-17, 2), (0, -2), (17, 0)], 4: [(-26, 3), (-9, -2), (9, -2), (26, 1)]}
FAN = {2: [205, 25], 3: [205, 70, 15], 4: [205, 70, 40, 10]}
CLOSED, OPEN = 14, 28


def row(fingers, direction=(0, 0), way=0.0):
    return [(x + direction[0] * way, y + direction[1] * way) for x, y in ROW[fingers]]


def fan(fingers, radius):
    """The tips around what they pinch, placed so that the open hand is in the middle."""
    rays = [(math.cos(math.radians(angle)), -math.sin(math.radians(angle))) for angle in FAN[fingers]]
    middle = [(min(axis) + max(axis)) / 2 * OPEN for axis in zip(*rays)]
    return [(x * radius - middle[0], y * radius - middle[1]) for x, y in rays]


def gestures():
    """By their names: where the fingers land, where they are lifted, and the seconds between."""
    found = {}
    for name, fingers in ('scroll', 2), ('swipe', 3), ('swipe', 4):
        for word, direction in DIRECTIONS.items():
            found[f'{name} {fingers} {word}'] = row(fingers, direction, -TRAVEL / 2), row(fingers, direction, TRAVEL / 2), 0.25
    for fingers in FAN:
        found[f'pinch {fingers} in'] = fan(fingers, OPEN), fan(fingers, CLOSED), 0.25
        found[f'pinch {fingers} out'] = fan(fingers, CLOSED), fan(fingers, OPEN), 0.25
    for fingers in ROW:
        found[f'hold {fingers}'] = row(fingers), row(fingers), 0.9
    return found


def between(start, end, share):
    return tuple(a + (b - a) * share for a, b in zip(start, end))


# MARK: The touchpads

FRAME = 0.01
EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
INPUT_EVENT = struct.Struct('@llHHi')
FINGER_TOOLS = [f'BTN_TOOL_{count}' for count in ('FINGER', 'DOUBLETAP', 'TRIPLETAP', 'QUADTAP', 'QUINTTAP')]
# How much of their ranges a finger's pressure and size take: less than a palm's, more than those of a finger that hovers.
GENTLE = 0.3

libevdev = ctypes.CDLL('libevdev.so.2')
libevdev.libevdev_new.restype = ctypes.c_void_p
libevdev.libevdev_uinput_get_devnode.restype = ctypes.c_char_p


class AxisRange(ctypes.Structure):
    """struct input_absinfo"""
    _fields_ = [(name, ctypes.c_int32) for name in ('value', 'minimum', 'maximum', 'fuzz', 'flat', 'resolution')]


@functools.cache
def number(name):
    """The number of an event code, from the kernel's name for it."""
    return libevdev.libevdev_event_code_from_code_name(name.encode())


class Touchpad:
    """A touchpad made after a description; a context manager, which unplugs it in the end."""

    def __init__(self, description):
        self.keys = description['keys']
        self.axes = {axis['code']: axis for axis in description['abs']}
        self.slots = self.axes['ABS_MT_SLOT']['max'] + 1
        self.down = []  # the tracking id in each slot
        self.next_id = 0
        self.uinput = self.make(description)
        self.node = libevdev.libevdev_uinput_get_devnode(self.uinput).decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        libevdev.libevdev_uinput_destroy(self.uinput)

    def make(self, description):
        device = ctypes.c_void_p(libevdev.libevdev_new())
        libevdev.libevdev_set_name(device, description['name'].encode())
        for field, value in description['id'].items():
            getattr(libevdev, f'libevdev_set_id_{field}')(device, value)
        for name in description['props']:
            libevdev.libevdev_enable_property(device, libevdev.libevdev_property_from_name(name.encode()))
        for name in self.keys:
            libevdev.libevdev_enable_event_code(device, EV_KEY, number(name), None)
        for name, axis in self.axes.items():
            axis_range = AxisRange(0, *(axis[field] for field in ('min', 'max', 'fuzz', 'flat', 'res')))
            libevdev.libevdev_enable_event_code(device, EV_ABS, number(name), ctypes.byref(axis_range))
        uinput = ctypes.c_void_p()
        LIBEVDEV_UINPUT_OPEN_MANAGED = -2
        status = libevdev.libevdev_uinput_create_from_device(device, LIBEVDEV_UINPUT_OPEN_MANAGED, ctypes.byref(uinput))
        libevdev.libevdev_free(device)
        expect(status == 0, f'{description["name"]}: {os.strerror(-status)}')
        return uinput

    def play(self, start, end, duration):
        """Fingers land one after the other, go from start to end, and are lifted one after the other."""
        steps = round(duration / FRAME)
        frames = [start[:count] for count in range(1, len(start))]
        frames += [[between(*way, step / steps) for way in zip(start, end)] for step in range(steps + 1)]
        frames += [end[:count] for count in reversed(range(len(end)))]
        # Put together before, so that it takes no time from the pace at which they are played.
        frames = [b''.join(self.frame(tips)) for tips in frames]
        fd = libevdev.libevdev_uinput_get_fd(self.uinput)
        for frame in frames:
            os.write(fd, frame)
            time.sleep(FRAME)

    def frame(self, tips):
        """The events by which a driver reports these fingers; those beyond the slots are only counted."""
        placed = tips[:self.slots]
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
            yield from self.position('ABS_MT_POSITION', tip)
            for name in 'ABS_MT_PRESSURE', 'ABS_MT_TOUCH_MAJOR', 'ABS_MT_TOUCH_MINOR':
                yield from self.strength(name, GENTLE)
        yield INPUT_EVENT.pack(0, 0, EV_KEY, number('BTN_TOUCH'), bool(tips))
        for count, name in enumerate(FINGER_TOOLS, start=1):
            if name in self.keys:
                yield INPUT_EVENT.pack(0, 0, EV_KEY, number(name), count == len(tips))
        if tips:
            yield from self.position('ABS', tips[0])
        yield from self.strength('ABS_PRESSURE', GENTLE if tips else 0)
        yield INPUT_EVENT.pack(0, 0, EV_SYN, 0, 0)

    def absolute(self, name, value):
        if name in self.axes:
            yield INPUT_EVENT.pack(0, 0, EV_ABS, number(name), round(value))

    def position(self, prefix, tip):
        for letter, mm in zip('XY', tip):
            axis = self.axes[f'{prefix}_{letter}']
            yield from self.absolute(axis['code'], (axis['min'] + axis['max']) / 2 + mm * axis['res'])

    def strength(self, name, share):
        if name in self.axes:
            yield from self.absolute(name, self.axes[name]['max'] * share)


# MARK: The opinions, in the words in which the gestures are named, without what was cancelled


def direction_of(x, y):
    return max(DIRECTIONS, key=lambda word: x * DIRECTIONS[word][0] + y * DIRECTIONS[word][1])


def change_of(scale):
    return 'out' if scale > 1 else 'in'


class Libinput:
    """`libinput debug-events` on one device; a context manager, which ends it."""

    # e.g. " event1   GESTURE_PINCH_UPDATE    +9.879s\t2  0.00/ 0.00 ( 0.00/ 0.00 unaccelerated)  0.98 @ -0.05"
    LINE = re.compile(r'((?:GESTURE|POINTER)_\w+).*?\+[\d.]+s\t(.*)')
    NUMBER = re.compile(r'-?\d+\.\d+')

    def __init__(self, node):
        self.process = subprocess.Popen(['stdbuf', '-oL', 'libinput', 'debug-events', '--device', node],
                                        stdout=subprocess.PIPE, bufsize=0)
        os.set_blocking(self.process.stdout.fileno(), False)
        eventually(lambda: 'DEVICE_ADDED' in self.read(), f'libinput opens {node}')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def read(self):
        return (self.process.stdout.read() or b'').decode()

    def opinion(self):
        """What it said since it was last asked."""
        said = set()
        x, y, scale = 0, 0, 1
        for kind, text in self.LINE.findall(self.read()):
            if 'cancelled' in text:
                continue
            numbers = [float(word) for word in self.NUMBER.findall(text)]
            match kind:
                case 'GESTURE_SWIPE_UPDATE':
                    x, y = x + numbers[0], y + numbers[1]
                case 'GESTURE_SWIPE_END':
                    said.add(f'swipe {text} {direction_of(x, y)}')
                case 'GESTURE_PINCH_UPDATE':
                    scale = numbers[4]
                case 'GESTURE_PINCH_END':
                    said.add(f'pinch {text} {change_of(scale)}')
                case 'GESTURE_HOLD_END':
                    said.add(f'hold {text}')
                case 'POINTER_SCROLL_FINGER' if any(numbers):
                    x, y = x + numbers[2], y + numbers[0]
                case 'POINTER_SCROLL_FINGER':
                    said.add(f'scroll 2 {direction_of(x, y)}')
                case 'POINTER_MOTION':
                    said.add('pointer')
        return said


def opinion_of_service(events):
    """What the service said, from the events that end gestures."""
    said = set()
    pinched = any(event['kind'] == 'pinch' for event in events)
    for event in events:
        fingers = event['fingers']
        match event['kind']:
            # In libinput's words a pinch also moves and turns.
            case 'drag' | 'rotation' if pinched:
                pass
            case 'drag' | 'swipe':
                said.add(f'{"scroll" if fingers == 2 else "swipe"} {fingers} {direction_of(**event["translation"])}')
            case 'pinch':
                said.add(f'pinch {fingers} {change_of(event["scale"])}')
            case 'longPress':
                said.add(f'hold {fingers}')
            case 'tap' | 'rotation' as kind:
                said.add(f'{kind} {fingers}')
    return said


# MARK: The comparison


def opinions(service):
    """Plays every gesture on every touchpad: touchpad, gesture, what libinput said, what the service said."""
    with open(DESCRIPTIONS) as file:
        descriptions = {description['litest']: description for description in json.load(file)['devices']}
    for name, litest in TOUCHPADS.items():
        with Touchpad(descriptions[litest]) as touchpad, Subscription({'phases': ['ended']}) as client:
            eventually(lambda: touchpad.node in nodes_open_in(service.pid), f'the service opens {touchpad.node}')
            with Libinput(touchpad.node) as libinput:
                for gesture, touches in gestures().items():
                    touchpad.play(*touches)
                    # Longer than anything waits, as a tap does for another.
                    events = client.collect(quiet=0.5)
                    yield name, gesture, libinput.opinion(), opinion_of_service(events)
                    events.clear()


def compare(service):
    """Prints a table of the opinions, and returns what of it is not as it has to be."""
    if not os.path.exists(DESCRIPTIONS):
        raise Skipped('there is no ../shared/recordings/devices.json beside the project, which describes the touchpads')
    line = '# {:12} {:14} {:14} {:14} {}'.format
    print(line('touchpad', 'gesture', 'libinput', 'gestured', ''))
    wrong, met = [], set()
    for touchpad, gesture, *both in opinions(service):
        reason = next((reason for touchpads, names, reason in EXPECTED
                       if fnmatch.fnmatch(touchpad, touchpads) and fnmatch.fnmatch(gesture, names)), None)
        met.add(reason)
        agree = all(opinion == {gesture} for opinion in both)
        verdict = 'agree' if agree else 'disagree'
        if reason:
            verdict += f', although {reason}' if agree else f': {reason}'
        row = line(touchpad, gesture, *(', '.join(sorted(opinion)) or '-' for opinion in both), verdict)
        print(row, flush=True)
        if agree == bool(reason):
            wrong.append(row)
    return wrong + [f'expected, and never met: {reason}' for _, _, reason in EXPECTED if reason not in met]
