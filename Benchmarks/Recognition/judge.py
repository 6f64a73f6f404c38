"""What a program recognized in a touch, and whether that is right.

A gesture is a text of words: KIND FINGERS, except
    tap xCOUNT FINGERS          from the second tap on
    swipe DIRECTION FINGERS     also edgeSwipe
    pinch in, pinch out, rotation
    TAPS COUNT                  in a label only: COUNT taps in all, be they single, double or further taps
In a label, a word can be * for any word, or several separated by |. Only gestures that ended count: what a program takes back, it has
not recognized.
"""

import collections
import dataclasses
import json
import re

# The distance in mm from which a movement of the pointer or a scroll of libinput counts, as the slop of a touchpad. A unit of a scroll
# is about 1/1000 inch, and one of the pointer that of the x axis.
LIBINPUT_SLOP = 1.3
SCROLL_UNITS = 1000 / 25.4
X_AXIS = re.compile(r'^A: 00 \d+ \d+ \d+ \d+ (\d+)', re.MULTILINE)
# The angle in degrees from which a pinch of libinput counts as a rotation, which it reports together.
LIBINPUT_TURN = 10
# In the order of the columns.
PROGRAMS = ('gestured', 'libinput', 'lisgd')


@dataclasses.dataclass
class Verdict:
    found: list
    missing: list
    invented: list
    unclosed: bool

    @property
    def is_right(self):
        return not (self.missing or self.invented or self.unclosed)


# MARK: Reading what programs print


def gestured(lines, touch):
    """Returns the gestures in lines of `gesturectl monitor --json`, and whether any was left open."""
    fingers, phases, found = {}, {}, []
    for event in map(json.loads, (line for line in lines if line.startswith('{"sequence"'))):
        key, kind = event['gesture'], event['kind']
        fingers[key] = max(fingers.get(key, 0), event['fingers'])
        phases.setdefault(key, []).append(event['phase'])
        if event['phase'] != 'ended' or kind == 'press':
            continue
        if kind == 'tap':
            found.append(f'tap {fingers[key]}' if event['count'] == 1 else f'tap x{event["count"]} {fingers[key]}')
        elif kind in ('swipe', 'edgeSwipe'):
            found.append(f'{kind} {event["direction"]} {fingers[key]}')
        elif kind == 'pinch':
            found.append('pinch out' if event['scale'] > 1 else 'pinch in')
        else:
            found.append('rotation' if kind == 'rotation' else f'{kind} {fingers[key]}')
    return found, any(phase[-1] not in ('ended', 'cancelled') or sum(one in ('ended', 'cancelled') for one in phase) != 1
                      for phase in phases.values())


BUTTONS = {'BTN_LEFT': 'tap 1', 'BTN_RIGHT': 'tap 2', 'BTN_MIDDLE': 'tap 3'}
NUMBER = r'([+-]?[\d.]+)'
VECTOR = re.compile(rf'\(\s*{NUMBER}/\s*{NUMBER}(?: unaccelerated)?\)')
PINCH = re.compile(rf'\)\s+{NUMBER}\s+@\s+{NUMBER}')
SCROLL = re.compile(rf'vert {NUMBER}.*horiz {NUMBER}')


def libinput(lines, touch):
    """Returns the gestures in lines of `libinput debug-events`, and whether any was left open.

    A scroll before a pinch of the same fingers does not count, because libinput corrects itself by it.
    """
    found, is_open, place, moved, scroll, scrolled = [], False, 0, 0, 0, 0
    x = y = turn = 0
    scale = 1
    units = int(X_AXIS.search(touch.header)[1])
    for line in lines:
        name, *words = line.lstrip('- ').split()[1:] or ['']
        kind, _, step = name.removeprefix('GESTURE_').rpartition('_')
        vector = VECTOR.search(line)
        if name == 'POINTER_MOTION' and vector:
            place += complex(*map(float, vector.groups())) / units
            moved = max(moved, abs(place))
        elif name == 'POINTER_SCROLL_FINGER' and (amounts := SCROLL.search(line)):
            scroll += complex(*map(float, amounts.groups())) / SCROLL_UNITS
            scrolled = max(scrolled, abs(scroll))
        elif name == 'POINTER_BUTTON' and 'pressed' in line:
            found += [gesture for button, gesture in BUTTONS.items() if button in line]
        elif name.startswith('GESTURE_') and kind in ('SWIPE', 'PINCH'):
            if step == 'BEGIN':
                is_open, x, y, scale, turn = True, 0, 0, 1, 0
                if kind == 'PINCH':
                    scroll = scrolled = 0
            elif step == 'UPDATE':
                x, y = x + float(vector[1]), y + float(vector[2])
                if pinch := PINCH.search(line):
                    scale, turn = float(pinch[1]), turn + float(pinch[2])
            else:
                is_open = False
                if 'cancelled' not in line:
                    if kind == 'SWIPE':
                        way = ('right' if x > 0 else 'left') if abs(x) > abs(y) else ('down' if y > 0 else 'up')
                        found.append(f'swipe {way} {words[1]}')
                    else:
                        found.append('pinch out' if scale > 1 else 'pinch in')
                        found += ['rotation'] * (abs(turn) >= LIBINPUT_TURN)
    if moved > LIBINPUT_SLOP:
        found.append('drag 1')
    if scrolled > LIBINPUT_SLOP:
        found.append('drag 2')
    return found, is_open


def lisgd(lines, touch):
    """Returns the gestures in lines that commands of lisgd print: the gestures themselves."""
    return [line.strip() for line in lines], False


READERS = {'gestured': gestured, 'libinput': libinput, 'lisgd': lisgd}


# MARK: Comparing with labels


def reports(program, gesture):
    """Whether a program has such gestures."""
    kind, fingers = gesture.split()[0].split('|')[0], gesture.split()[-1]
    if program == 'libinput':
        return kind in ('drag', 'pinch', 'rotation') and fingers not in '3456789' or kind in ('tap', 'TAPS') \
            or kind == 'swipe' and fingers in '3456789*'
    if program == 'lisgd':
        return kind in ('swipe', 'edgeSwipe')
    return True


def label(touch, program):
    """Returns the label of a touch for a program: without the gestures that it does not have; or None if it has none of them."""
    if program == 'lisgd' and touch.kind != 'touchscreen' or program == 'libinput' and touch.kind != 'touchpad':
        return None
    must = [gesture for gesture in touch.must if reports(program, gesture)]
    if touch.must and not must or program == 'lisgd' and not must:
        return None
    # libinput passes on the clicks of a button as it does taps.
    if program == 'libinput' and not touch.must and any(' 0001 0110 1' in line for line in touch.events):
        return None
    may = list(touch.may)
    if program == 'libinput':
        must = [one for gesture in must for one in clicks(gesture)]
        # A swipe that it reports is what is a drag here.
        may += [gesture for gesture in touch.must if gesture.startswith('drag')]
    if program == 'lisgd':
        must = [gesture.replace('edgeSwipe', 'swipe') for gesture in must]
        may = [gesture for gesture in may if reports(program, gesture)]
    return must, may


def clicks(gesture):
    """Returns a tap as libinput reports it: without a count."""
    found = re.fullmatch(r'tap x(\d+) (\d+)', gesture)
    return [f'tap {found[2]}'] * int(found[1]) if found else [gesture]


def matches(wanted, found):
    words, have = wanted.split(), found.split()
    return len(words) == len(have) and all(one in ('*', word) or word in one.split('|') for one, word in zip(words, have))


def count(tap):
    found = re.search(r'x(\d+)', tap)
    return int(found[1]) if found else 1


def judge(touch, program, lines):
    """Returns the verdict about the output of a program; None if it has no such gestures."""
    wanted = label(touch, program)
    if wanted is None:
        return None
    must, may = wanted
    found, is_open = READERS[program](lines, touch)
    left, missing = list(found), []
    for gesture in must:
        if gesture.startswith('TAPS '):
            taps = sum(count(one) for one in left if one.startswith('tap '))
            left = [one for one in left if not one.startswith('tap ')]
            if taps != int(gesture.split()[1]):
                missing.append(gesture)
            continue
        hit = next((one for one in left if matches(gesture, one)), None)
        if hit:
            left.remove(hit)
        else:
            missing.append(gesture)
    invented = [one for one in left if not any(matches(gesture, one) for gesture in may)]
    return Verdict(found, missing, invented, is_open)


@dataclasses.dataclass
class Tally:
    touches: int = 0
    right: int = 0
    missed: int = 0
    invented: int = 0
    unclosed: int = 0

    def add(self, verdict):
        self.touches += 1
        self.right += verdict.is_right
        self.missed += bool(verdict.missing)
        self.invented += bool(verdict.invented)
        self.unclosed += verdict.unclosed

    def merge(self, other):
        for field in dataclasses.fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


def tally(touches, outputs):
    """Returns the tallies by group, class and program. `outputs` has the lines of each program by touch and program."""
    tallies = collections.defaultdict(lambda: collections.defaultdict(Tally))
    for touch in touches:
        for program in outputs[touch.name]:
            verdict = judge(touch, program, outputs[touch.name][program])
            if verdict:
                tallies[touch.group, touch.what][program].add(verdict)
    return tallies
