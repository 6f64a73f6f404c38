"""The gestures that libinput and the service recognize in the same touches, on touchpads made from descriptions."""

import fnmatch
import math
import os
import re
import subprocess

from client import Subscription
from described import DescribedDevice, descriptions
from harness import check, eventually, expect
from service import nodes_open_in, service
from touches import DIRECTIONS, direction_of, moved

# Touchpads of different size, resolution and bus, with pressure and without. All have at least four slots except the last, which
# has two slots, counts five fingers, and has axes that do not start at 0.
TOUCHPADS = {
    'alps': 'ALPS_3FG',
    'acer': 'ACER_HAWAII_TOUCHPAD',
    'atmel': 'ATMEL_HOVER',
    'elan': 'SYNAPTICS_PHANTOMCLICKS',
    'synaptics': 'SYNAPTICS_RMI4',
    'wacom': 'WACOM_INTUOS5_FINGER',
    'synaptics-2': 'SYNAPTICS_TOPBUTTONPAD',
}

# Expected differences: patterns of touchpads and gestures, and the reason. Each must occur.
EXPECTED = [
    ('synaptics-2', 'pinch [34]*', 'of fingers beyond the slots both see only that they travel'),
    ('synaptics-2', 'hold [34]', 'libinput takes fingers beyond the slots for a swipe at once, and tells nothing of a rest'),
]

# MARK: The touches, in mm from the middle of the touchpad

TRAVEL = 27
# The tips of fingers side by side, and the directions from the centre of a pinch to the thumb and fingers. libinput compares the
# lowest finger with the highest, and recognizes a swipe unless their movements are well over 90° apart.
ROW = {1: [(0, 0)], 2: [(-8, 1), (8, -1)], 3: [(-17, 2), (0, -2), (17, 0)], 4: [(-26, 3), (-9, -2), (9, -2), (26, 1)]}
FAN = {2: [205, 25], 3: [205, 70, 15], 4: [205, 70, 40, 10]}
CLOSED, OPEN = 14, 28


def fan(fingers, radius):
    """The fingertips of a pinch, placed so that the open hand is centred."""
    rays = [(math.cos(math.radians(angle)), -math.sin(math.radians(angle))) for angle in FAN[fingers]]
    middle = [(min(axis) + max(axis)) / 2 * OPEN for axis in zip(*rays)]
    return [(x * radius - middle[0], y * radius - middle[1]) for x, y in rays]


def gestures():
    """The gestures by name: where the fingers land, where they are lifted, and the seconds between."""
    found = {}
    for name, fingers in ('scroll', 2), ('swipe', 3), ('swipe', 4):
        for word in DIRECTIONS:
            ends = (moved(ROW[fingers], word, way) for way in (-TRAVEL / 2, TRAVEL / 2))
            found[f'{name} {fingers} {word}'] = *ends, 0.25
    for fingers in FAN:
        found[f'pinch {fingers} in'] = fan(fingers, OPEN), fan(fingers, CLOSED), 0.25
        found[f'pinch {fingers} out'] = fan(fingers, CLOSED), fan(fingers, OPEN), 0.25
    for fingers in ROW:
        found[f'hold {fingers}'] = ROW[fingers], ROW[fingers], 0.9
    return found


# MARK: The recognized gestures, in the words in which the gestures are named, without what was cancelled


def change_of(scale):
    return 'out' if scale > 1 else 'in'


class Libinput:
    """A context manager that runs `libinput debug-events` on one device."""

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

    def gestures(self):
        """The gestures that libinput reported since the last call."""
        found = set()
        x, y, scale = 0, 0, 1
        for kind, text in self.LINE.findall(self.read()):
            if 'cancelled' in text:
                continue
            numbers = [float(word) for word in self.NUMBER.findall(text)]
            match kind:
                case 'GESTURE_SWIPE_UPDATE':
                    x, y = x + numbers[0], y + numbers[1]
                case 'GESTURE_SWIPE_END':
                    found.add(f'swipe {text} {direction_of(x, y)}')
                case 'GESTURE_PINCH_UPDATE':
                    scale = numbers[4]
                case 'GESTURE_PINCH_END':
                    found.add(f'pinch {text} {change_of(scale)}')
                case 'GESTURE_HOLD_END':
                    found.add(f'hold {text}')
                case 'POINTER_SCROLL_FINGER' if any(numbers):
                    x, y = x + numbers[2], y + numbers[0]
                case 'POINTER_SCROLL_FINGER':
                    found.add(f'scroll 2 {direction_of(x, y)}')
                case 'POINTER_MOTION':
                    found.add('pointer')
        return found


def gestures_of_service(events):
    """The gestures that the service reported, from the events that end them."""
    found = set()
    pinched = any(event['kind'] == 'pinch' for event in events)
    for event in events:
        fingers = event['fingers']
        match event['kind']:
            # libinput's pinch includes moving and turning.
            case 'drag' | 'rotation' if pinched:
                pass
            case 'drag' | 'swipe':
                found.add(f'{"scroll" if fingers == 2 else "swipe"} {fingers} {direction_of(**event["translation"])}')
            case 'pinch':
                found.add(f'pinch {fingers} {change_of(event["scale"])}')
            case 'longPress':
                found.add(f'hold {fingers}')
            case 'tap' | 'rotation' as kind:
                found.add(f'{kind} {fingers}')
    return found


# MARK: The comparison


def recognized():
    """Plays every gesture on every touchpad. Yields touchpad, gesture, and the gestures of libinput and of the service."""
    known = descriptions()
    for name, litest in TOUCHPADS.items():
        with DescribedDevice(known[litest]) as touchpad, Subscription({'phases': ['ended']}) as client:
            eventually(lambda: touchpad.node in nodes_open_in(service.pid), f'the service opens {touchpad.node}')
            with Libinput(touchpad.node) as libinput:
                for gesture, touches in gestures().items():
                    touchpad.play(*touches)
                    # Longer than every time limit, such as that of a double tap.
                    events = client.collect(quiet=0.5)
                    yield name, gesture, libinput.gestures(), gestures_of_service(events)
                    events.clear()


@check('libinput and the service recognize the same swipes, scrolls, pinches and holds, except for known differences')
def libinput_agrees():
    """Prints a table of the recognized gestures."""
    line = '# {:12} {:14} {:14} {:14} {}'.format
    print(line('touchpad', 'gesture', 'libinput', 'gestured', ''))
    wrong, met = [], set()
    for touchpad, gesture, *both in recognized():
        reason = next((reason for touchpads, names, reason in EXPECTED
                       if fnmatch.fnmatch(touchpad, touchpads) and fnmatch.fnmatch(gesture, names)), None)
        met.add(reason)
        agree = all(seen == {gesture} for seen in both)
        result = 'agree' if agree else 'disagree'
        if reason:
            result += f', although {reason}' if agree else f': {reason}'
        row = line(touchpad, gesture, *(', '.join(sorted(seen)) or '-' for seen in both), result)
        print(row, flush=True)
        if agree == bool(reason):
            wrong.append(row)
    wrong += [f'expected, and never met: {reason}' for _, _, reason in EXPECTED if reason not in met]
    expect(not wrong, '\n'.join(wrong))
