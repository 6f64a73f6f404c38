"""Generates touches of hands, with a fixed seed.

A finger follows the path of least jerk (Flash and Hogan 1985). To it come the noise of the sensor, of at most 0.05 mm unless a class
says otherwise (the Windows requirements allow touchpads 0.5 mm), and uneven times of the frames. The devices report 80 to 140 frames
a second on touchpads and 60 to 120 on touchscreens, unless a class says otherwise. All lengths are in mm, all times in ms.

The docstring of a class is its row in docs/recognition.md: what the hand does, and where the ranges are from.
"""

import dataclasses
import math
import random
from dataclasses import replace
from typing import Callable

from touches import Device, Touch

PADS = (Device('Generated Touchpad', 'touchpad', 105, 68), Device('Generated Large Touchpad', 'touchpad', 130, 80),
        Device('Generated Small Touchpad', 'touchpad', 76, 52))
SCREENS = (Device('Generated Touchscreen', 'touchscreen', 344, 194, resolution=20),
           Device('Generated Kiosk', 'touchscreen', 531, 299, resolution=20),
           Device('Generated Small Touchscreen', 'touchscreen', 155, 87, resolution=20))


def with_setting(setting):
    """The touchscreens with a setting of gestured.conf."""
    return tuple(replace(screen, name=f'{screen.name}, {setting.split()[0]}', setting=setting) for screen in SCREENS)


WAYS = {'right': 0, 'down': 90, 'left': 180, 'up': 270}
# The distance that fingers keep from the rim, unless a class says otherwise.
MARGIN = 6


@dataclasses.dataclass
class Finger:
    """A finger that lands and is lifted, and its position while it is down."""
    land: float
    lift: float
    path: Callable


@dataclasses.dataclass
class Plan:
    """What a hand does once, and what it means."""
    fingers: list
    must: tuple
    may: tuple = ()
    rate: float = 0  # frames per second; 0 for the usual ones
    noise: float = 0  # mm; 0 for the usual one
    margin: float = MARGIN
    lost: int = -1  # the frame in which the first finger is not reported


@dataclasses.dataclass(frozen=True)
class Class:
    group: str
    what: str
    text: str
    devices: tuple
    plan: Callable


CLASSES = []
ON_PADS, ON_SCREENS, WITH_SETTING = 'generated, touchpads', 'generated, touchscreens', 'generated, with a setting'


def touch_class(what, devices):
    """Adds a function to the classes: it returns the plan of a hand for a device."""
    def add(plan):
        setting = devices[0].setting
        group = WITH_SETTING if setting else ON_PADS if devices is PADS else ON_SCREENS
        name = f'{what}, {setting}' if setting else what
        CLASSES.append(Class(group, name, ' '.join(plan.__doc__.split()), devices, plan))
        return plan
    return add


# MARK: Paths


def polar(angle, length):
    """Returns a vector from an angle in degrees, clockwise from the right."""
    return length * math.cos(math.radians(angle)), length * math.sin(math.radians(angle))


def plus(a, b):
    return a[0] + b[0], a[1] + b[1]


def progress(u):
    """The part of the way of least jerk that is done after a part of its time."""
    u = min(max(u, 0), 1)
    return u ** 3 * (10 - 15 * u + 6 * u * u)


def rest(place):
    return lambda time: place


def stroke(start, by, begin, duration, cut=1.0):
    """A way from `start` by a vector. `cut` is the part of the whole movement that is done at its end: below 1, it ends in motion."""
    def path(time):
        done = progress((time - begin) / duration * cut) / progress(cut) if time < begin + duration else 1
        return start[0] + by[0] * done, start[1] + by[1] * done
    return path


def arc(centre, radius, angle, by, begin, duration):
    """A way around a centre, by an angle in degrees."""
    return lambda time: plus(centre, polar(angle + by * progress((time - begin) / duration), radius))


def offset(path, by):
    """A path and another one, added."""
    return lambda time: plus(path(time), by(time))


def delayed(path, late):
    return lambda time: path(time - late)


def shaken(path, amplitude, frequency, phase, angle):
    """Adds the tremor of a hand, an ellipse twice as long as wide."""
    def tremor(time):
        wave = 2 * math.pi * frequency * time / 1000 + phase
        return plus(polar(angle, amplitude * math.sin(wave)), polar(angle + 90, amplitude / 2 * math.cos(wave)))
    return offset(path, tremor)


# MARK: Hands


class Hand:
    """Random numbers, and the places that a device has."""

    def __init__(self, rng, device):
        self.rng, self.device = rng, device
        self.between = rng.uniform

    def way(self, astray=15):
        """A direction, and an angle at most `astray` degrees off it."""
        name = self.rng.choice(list(WAYS))
        return name, WAYS[name] + self.between(-astray, astray)

    def place(self):
        return self.between(0, self.device.width), self.between(0, self.device.height)

    def low(self):
        """A place within the lowest 15 % of a touchpad, where thumbs rest."""
        return self.between(0.2, 0.8) * self.device.width, self.between(0.87, 0.95) * self.device.height

    def high(self):
        """A place for a thumb that rests above the lowest 15 % of a touchpad."""
        x, y = self.low()
        return x, y - self.between(0.1, 0.2) * self.device.height

    def row(self, count):
        """Places of fingers side by side, 14 to 22 mm apart. Of two, either is up to 14 mm higher; of more, the middle ones up to 8 mm."""
        x, y = self.place()
        gap = self.between(14, 22)
        if count == 2:
            # As far apart in height as the fingers of recorded scrolls; half of those are within 10 mm.
            return [(x, y), (x + gap, y + self.between(-14, 14))]
        return [(x + index * gap, y - (self.between(0, 8) if 0 < index < count - 1 else self.between(-2, 2)))
                for index in range(count)]

    def pair(self, span, angles=(25, 75)):
        """Places of a thumb and a finger above it to the right or left, at an angle to the horizontal."""
        thumb = self.place()
        angle = self.between(*angles)
        return thumb, plus(thumb, polar(-angle if self.rng.random() < 0.5 else angle - 180, span))

    def shake(self, path, amplitude, frequencies):
        return shaken(path, amplitude, self.between(*frequencies), self.between(0, 2 * math.pi), self.between(0, 180))


def heading(start, end):
    """The angle in degrees from a place to another."""
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))


def tap_fingers(hand, places, land=(0, 30), lift=(0, 30), drift=0.4):
    begin = hand.between(60, 130)
    fingers = []
    for place in places:
        down, up = hand.between(*land), begin + hand.between(*lift)
        fingers.append(Finger(down, up, stroke(place, polar(hand.between(0, 360), hand.between(0, drift)), down, up - down)))
    return fingers


def travel(hand, places, by, duration, land=(0, 30), lift=(0, 30), shares=(0.85, 1), cut=1.0, angle_spread=8):
    """Fingers that go the same way, each a share of it."""
    fingers = []
    begin = land[1] + hand.between(5, 60)
    length, angle = math.hypot(*by), math.degrees(math.atan2(by[1], by[0]))
    for place in places:
        share = hand.between(*shares)
        vector = polar(angle + hand.between(-angle_spread, angle_spread), length * share)
        fingers.append(Finger(hand.between(*land), begin + duration + hand.between(*lift),
                              stroke(place, vector, begin, duration, cut)))
    return fingers


def swipe(hand, count, length, shares=(0.85, 1), astray=15, **timing):
    name, angle = hand.way(astray)
    fingers = travel(hand, hand.row(count), polar(angle, hand.between(*length)), hand.between(90, 220), shares=shares, cut=0.75,
                     **timing)
    # The fingers leave in motion, almost together.
    return Plan(fingers, (f'swipe {name} {count}',), (f'drag {count}',))


def scroll(hand, length=(8, 35), **how):
    name, angle = hand.way()
    fingers = travel(hand, hand.row(2), polar(angle, hand.between(*length)), hand.between(180, 700), **how)
    return Plan(fingers, ('drag 2',), ('swipe * 2',))


def pinch(hand, thumb_share, thumb_begin=0.0, thumb_land=0.0, moved=(14, 30)):
    """A thumb and a finger. The thumb goes its share of the finger's way, later by `thumb_begin`."""
    is_out = hand.rng.random() < 0.5
    way = hand.between(*moved)
    narrow = hand.between(18, 28)
    thumb, finger = hand.pair(narrow if is_out else narrow + way * (1 + thumb_share))
    angle = heading(thumb, finger) + (0 if is_out else 180)
    duration = hand.between(250, 600)
    begin = 40 + hand.between(5, 60)
    finger_path = stroke(finger, polar(angle + hand.between(-10, 10), way), begin, duration)
    thumb_path = stroke(thumb, polar(angle + 180 + hand.between(-10, 10), way * thumb_share), begin + thumb_begin, duration)
    end = begin + thumb_begin + duration
    fingers = [Finger(hand.between(0, 30), end + hand.between(5, 60), finger_path),
               Finger(thumb_land or hand.between(0, 30), end + hand.between(5, 60), thumb_path)]
    return Plan(fingers, ('pinch out' if is_out else 'pinch in',), ('rotation',))


def rotation(hand, resting_thumb):
    thumb, finger = hand.pair(hand.between(28, 45))
    by = hand.rng.choice((-1, 1)) * hand.between(40, 80)
    duration, begin = hand.between(350, 800), 40 + hand.between(5, 60)
    angle, span = heading(thumb, finger), math.dist(thumb, finger)
    end = begin + duration
    if resting_thumb:
        paths = arc(thumb, span, angle, by, begin, duration), rest(thumb)
    else:
        centre = plus(thumb, polar(angle, span / 2))
        paths = [arc(centre, span / 2, angle + half, by, begin, duration) for half in (0, 180)]
    return Plan([Finger(hand.between(0, 30), end + hand.between(5, 60), path) for path in paths], ('rotation',), ('pinch *',))


def point(hand, thumb, thumb_land):
    """A finger that moves the pointer beside a thumb that has rested for a while and is lifted later."""
    name, angle = hand.way(45)
    start = hand.place()
    begin = thumb_land + hand.between(5, 60)
    duration = hand.between(150, 700)
    path = stroke(start, polar(angle, hand.between(8, 40)), begin, duration)
    # The finger is above the thumb.
    plan = Plan([Finger(thumb_land, begin + duration + 20, path), Finger(0, begin + duration + hand.between(50, 300), rest(thumb))],
                ('drag 1',), ('swipe * 1', 'longPress 1'))
    return plan if all(path(time)[1] < thumb[1] - 12 for time in (begin, begin + duration)) else None


# MARK: Touchpads


@touch_class('tap, one finger', PADS)
def tap_1(hand):
    """60 to 130 ms, within 0.4 mm (libinput allows 180 ms and 1.3 mm)"""
    return Plan(tap_fingers(hand, [hand.place()]), ('tap 1',))


@touch_class('double tap', PADS)
def tap_twice(hand):
    """80 to 200 ms between lift and landing (Android's limit is 300 ms)"""
    first, = tap_fingers(hand, [hand.place()])
    pause = first.lift + hand.between(80, 200)
    place = plus(first.path(0), polar(hand.between(0, 360), hand.between(0, 3)))
    return Plan([first, Finger(pause, pause + hand.between(60, 130), rest(place))], ('tap x2 1',))


@touch_class('tap, two fingers', PADS)
def tap_2(hand):
    """landings and lifts within 30 ms"""
    return Plan(tap_fingers(hand, hand.row(2)), ('tap 2',))


@touch_class('tap, two fingers, late ones', PADS)
def tap_2_late(hand):
    """the second lands and is lifted 40 to 100 ms after the first (libinput allows 100 ms)"""
    first, second = tap_fingers(hand, hand.row(2), land=(0, 0))
    second.land = hand.between(40, 100)
    first.lift = second.land + hand.between(20, 60)
    second.lift = first.lift + hand.between(40, 100)
    return Plan([first, second], ('tap 2',))


@touch_class('tap, three fingers', PADS)
def tap_3(hand):
    """landings and lifts within 30 ms"""
    return Plan(tap_fingers(hand, hand.row(3)), ('tap 3',))


@touch_class('tap, noisy sensor', PADS)
def tap_noisy(hand):
    """one finger, noise of 0.5 mm (as much as Windows allows)"""
    return Plan(tap_fingers(hand, [hand.place()]), ('tap 1',), noise=0.5)


@touch_class('three fingers that rest', PADS)
def drift_3(hand):
    """for 150 to 500 ms, drifting by 1 to 2.5 mm: no swipe"""
    name, angle = hand.way(45)
    fingers = travel(hand, hand.row(3), polar(angle, hand.between(1, 2.5)), hand.between(150, 500), shares=(0.6, 1), angle_spread=40)
    return Plan(fingers, (), ('tap 3', 'drag 3'))


@touch_class('pointing', PADS)
def pointing(hand):
    """8 to 40 mm"""
    name, angle = hand.way(45)
    fingers = travel(hand, [hand.place()], polar(angle, hand.between(8, 40)), hand.between(150, 700))
    return Plan(fingers, ('drag 1',), ('swipe * 1',))


@touch_class('pointing beside a low thumb', PADS)
def pointing_low(hand):
    """the thumb has rested in the lowest 15 % for 200 to 900 ms"""
    return point(hand, hand.low(), hand.between(200, 900))


@touch_class('pointing beside a high thumb', PADS)
def pointing_high(hand):
    """the thumb has rested above the lowest 15 % for 200 to 900 ms"""
    return point(hand, hand.high(), hand.between(200, 900))


@touch_class('pointing, thumb lands with it', PADS)
def pointing_together(hand):
    """the thumb lands within 100 ms, above the lowest 15 %, and rests"""
    return point(hand, hand.high(), hand.between(0, 95))


@touch_class('scroll', PADS)
def scrolling(hand):
    """8 to 35 mm in 180 to 700 ms, landings and lifts within 30 ms, fingers 14 to 22 mm apart"""
    return scroll(hand)


@touch_class('scroll, late landing', PADS)
def scrolling_late(hand):
    """the fingers land within 120 ms (libinput waits 150 ms for a decision)"""
    return scroll(hand, land=(0, 120))


@touch_class('scroll, late lift', PADS)
def scrolling_late_lift(hand):
    """the fingers are lifted within 150 ms (people exceed 100 ms in 6 of 89 recorded scrolls)"""
    return scroll(hand, lift=(0, 150))


@touch_class('scroll, jump at the landing', PADS)
def scrolling_jump(hand):
    """the second finger lands in the first half of the way, at least 20 ms after the first has set out, and jumps 1.5 to 2.8 mm
    against the direction within 20 to 45 ms (recorded: 2.4 mm in 37 ms)"""
    plan = scroll(hand, length=(12, 35))
    finger = plan.fingers[1]
    path, start, end = finger.path, finger.path(0), finger.path(1e6)
    begin = next(time for time in range(1000) if math.dist(path(time), start) > 0.1)
    finger.land = begin + hand.between(20, (finger.lift - begin) / 2)
    duration, by = hand.between(20, 45), polar(heading(end, start), hand.between(1.5, 2.8))
    jump, landed = stroke(path(finger.land), by, finger.land, duration), finger.land + duration
    behind = tuple(a - b for a, b in zip(jump(landed), path(landed)))
    finger.path = lambda time: jump(time) if time < landed else plus(path(time), behind)
    return plan


@touch_class('scroll, unequal fingers', PADS)
def scrolling_unequal(hand):
    """one goes 30 to 100 % of the way of the other"""
    return scroll(hand, length=(12, 35), shares=(0.3, 1))


@touch_class('scroll, 40 to 60 Hz', PADS)
def scrolling_slowly(hand):
    """old pads on PS/2 report 40 frames a second"""
    return replace(scroll(hand), rate=hand.between(40, 60))


@touch_class('scroll, noisy sensor', PADS)
def scrolling_noisily(hand):
    """noise of 0.5 mm"""
    return replace(scroll(hand), noise=0.5)


@touch_class('scroll, trembling hand', PADS)
def scrolling_trembling(hand):
    """8 to 12 Hz, 0.2 to 0.6 mm, of the whole hand (physiological tremor, enhanced)"""
    plan = scroll(hand)
    shake = hand.shake(rest((0, 0)), hand.between(0.2, 0.6), (8, 12))
    for finger in plan.fingers:
        finger.path = offset(finger.path, shake)
    return plan


@touch_class('swipe, three fingers', PADS)
def swiping_3(hand):
    """12 to 30 mm"""
    return swipe(hand, 3, (12, 30))


@touch_class('swipe, three fingers, short', PADS)
def swiping_3_short(hand):
    """5.5 to 8.5 mm (people travel 6 to 8 mm)"""
    return swipe(hand, 3, (5.5, 8.5))


@touch_class('swipe, three fingers, unequal ones', PADS)
def swiping_3_unequal(hand):
    """20 to 35° off an axis; one finger goes 20 to 40 % of the way"""
    name, angle = hand.way(35)
    while abs(angle - WAYS[name]) < 20:
        name, angle = hand.way(35)
    by = polar(angle, hand.between(12, 25))
    fingers = travel(hand, hand.row(3), by, hand.between(120, 260), cut=0.75)
    slow = hand.rng.choice(fingers)
    path, share = slow.path, hand.between(0.2, 0.4)
    start = path(0)
    slow.path = lambda time: tuple(a + (b - a) * share for a, b in zip(start, path(time)))
    return Plan(fingers, (f'swipe {name} 3',), ('drag 3',))


@touch_class('swipe, four fingers', PADS)
def swiping_4(hand):
    """8 to 25 mm"""
    return swipe(hand, 4, (8, 25))


@touch_class('pinch', PADS)
def pinching(hand):
    """thumb and finger go 14 to 30 mm and at least half of that, 25 to 75° to the horizontal"""
    return pinch(hand, hand.between(0.5, 1))


@touch_class('pinch, 40 to 60 Hz', PADS)
def pinching_slowly(hand):
    """the same on old pads"""
    return replace(pinching(hand), rate=hand.between(40, 60))


@touch_class('pinch, resting thumb', PADS)
def pinching_on_thumb(hand):
    """the thumb stays where it landed, with the finger"""
    return pinch(hand, 0)


@touch_class('pinch, thumb sets out late', PADS)
def pinching_late(hand):
    """150 to 300 ms after the finger"""
    return pinch(hand, hand.between(0.7, 1), thumb_begin=hand.between(150, 300))


@touch_class('pinch, thumb lands late', PADS)
def pinching_landing(hand):
    """150 to 300 ms after the finger, which rests until then"""
    late = hand.between(150, 300)
    plan = pinch(hand, hand.between(0.5, 1), thumb_land=late)
    for one in plan.fingers:
        one.path = delayed(one.path, late)
        one.lift += late
    return plan


@touch_class('pinch, thumb joins', PADS)
def pinching_joined(hand):
    """it lands 100 to 250 ms after the finger has set out, and then goes its own way"""
    late = hand.between(100, 250)
    plan = pinch(hand, hand.between(0.5, 1), thumb_begin=late, thumb_land=60 + late)
    plan.may += ('drag *',)
    return plan


@touch_class('pinch, three fingers', PADS)
def pinching_3(hand):
    """a thumb and two fingers beside each other"""
    plan = pinch(hand, hand.between(0.5, 1))
    finger, thumb = plan.fingers
    angle = heading(finger.path(0), finger.path(1e6)) + 90
    beside = polar(angle, hand.between(14, 20))
    plan.fingers.append(Finger(hand.between(0, 30), finger.lift, lambda time: plus(finger.path(time), beside)))
    return plan


@touch_class('pinch in, third contact at the end', PADS)
def pinching_ghost(hand):
    """for 8 to 20 ms as the fingers close, when one has just been lifted or is about to be; the other jumps by 1 to 2.5 mm meanwhile
    (recorded: 8 to 10 ms, 1.8 mm)"""
    plan = pinch(hand, hand.between(0.5, 1))
    while plan.must != ('pinch in',):
        plan = pinch(hand, hand.between(0.5, 1))
    finger, thumb = hand.rng.sample(plan.fingers, 2)
    finger.lift = thumb.lift - hand.between(25, 60)
    begin = finger.lift + hand.between(-10, 15)
    end = begin + hand.between(8, 20)
    near = plus(finger.path(begin), polar(hand.between(0, 360), hand.between(0, 3)))
    jump = polar(hand.between(0, 360), hand.between(1, 2.5))
    path = thumb.path
    thumb.path = lambda time: plus(path(time), jump) if begin - 5 <= time < end else path(time)
    plan.fingers.append(Finger(begin, end, rest(near)))
    return plan


@touch_class('rotation', PADS)
def rotating(hand):
    """40 to 80°, fingers 28 to 45 mm apart"""
    return rotation(hand, resting_thumb=False)


@touch_class('rotation, resting thumb', PADS)
def rotating_on_thumb(hand):
    """the finger goes around the thumb"""
    return rotation(hand, resting_thumb=True)


# MARK: Touchscreens


def screen_swipe(hand, count, length=(15, 70), **timing):
    plan = swipe(hand, count, length, **timing)
    plan.margin = 10
    # A picture on a touchscreen follows its fingers in every way at once.
    plan.may += ('rotation', 'pinch *') if count > 1 else ()
    return plan


@touch_class('tap', SCREENS)
def screen_tap(hand):
    """60 to 130 ms, within 0.4 mm"""
    return Plan(tap_fingers(hand, [hand.place()]), ('tap 1',))


@touch_class('double tap', SCREENS)
def screen_tap_twice(hand):
    """80 to 200 ms between lift and landing"""
    return tap_twice(hand)


@touch_class('tap, two fingers', SCREENS)
def screen_tap_2(hand):
    """landings and lifts within 30 ms"""
    return tap_2(hand)


@touch_class('tap, tremor to 1.5 mm', SCREENS)
def screen_tap_tremor(hand):
    """4 to 8 Hz, 0.5 to 1.5 mm, 100 to 300 ms (essential and Parkinsonian tremor)"""
    return trembling(hand, (0.5, 1.5), (100, 300), 'tap 1')


@touch_class('tap, tremor to 3 mm', SCREENS)
def screen_tap_strong_tremor(hand):
    """4 to 8 Hz, 1.5 to 3 mm, 100 to 300 ms"""
    return trembling(hand, (1.5, 3), (100, 300), 'tap 1')


@touch_class('long press, tremor to 1.5 mm', SCREENS)
def screen_hold_tremor(hand):
    """4 to 8 Hz, 0.5 to 1.5 mm, 800 to 1200 ms"""
    return trembling(hand, (0.5, 1.5), (800, 1200), 'longPress 1')


def trembling(hand, amplitude, duration, must):
    path = hand.shake(rest(hand.place()), hand.between(*amplitude), (4, 8))
    return Plan([Finger(0, hand.between(*duration), path)], (must,))


@touch_class('tap, thumb that rolls', SCREENS)
def screen_roll(hand):
    """by 3 to 5 mm while it is down for 100 to 250 ms"""
    path = stroke(hand.place(), polar(hand.between(0, 360), hand.between(3, 5)), 0, 250)
    return Plan([Finger(0, hand.between(100, 250), path)], ('tap 1',))


@touch_class('long press', SCREENS)
def screen_hold(hand):
    """700 to 1200 ms, within 0.4 mm"""
    up = hand.between(700, 1200)
    return Plan([Finger(0, up, stroke(hand.place(), polar(hand.between(0, 360), 0.4), 0, up))], ('longPress 1',))


@touch_class('drag', SCREENS)
def screen_drag(hand):
    """15 to 80 mm in 300 to 1200 ms, coming to rest"""
    name, angle = hand.way(45)
    fingers = travel(hand, [hand.place()], polar(angle, hand.between(15, 80)), hand.between(300, 1200))
    return Plan(fingers, ('drag 1',), ('swipe * 1',))


@touch_class('swipe', SCREENS)
def screen_swiping(hand):
    """15 to 70 mm in 90 to 220 ms"""
    return screen_swipe(hand, 1)


@touch_class('swipe, 30 to 60 Hz', SCREENS)
def screen_swiping_slowly(hand):
    """slow panels report 30 frames a second"""
    return replace(screen_swipe(hand, 1), rate=hand.between(30, 60))


@touch_class('swipe on wet glass', SCREENS)
def screen_swiping_wet(hand):
    """noise of 1.5 mm"""
    return replace(screen_swipe(hand, 1), noise=1.5)


@touch_class('drag on wet glass', SCREENS)
def screen_dragging_wet(hand):
    """noise of 1.5 mm; 15 to 80 mm in 300 to 1200 ms: a drag, and a swipe at its end"""
    plan = replace(screen_drag(hand), noise=1.5)
    plan.must += ('swipe * 1',)
    return plan


@touch_class('swipe, two fingers', SCREENS)
def screen_swiping_2(hand):
    """landings and lifts within 30 ms"""
    return screen_swipe(hand, 2)


@touch_class('swipe, two fingers, late lift', SCREENS)
def screen_swiping_2_late(hand):
    """one is lifted 100 to 150 ms after the other"""
    plan = screen_swipe(hand, 2)
    plan.fingers[1].lift = plan.fingers[0].lift + hand.between(100, 150)
    return plan


@touch_class('swipe, three fingers', SCREENS)
def screen_swiping_3(hand):
    """landings and lifts within 30 ms"""
    return screen_swipe(hand, 3)


@touch_class('edge swipe from outside', SCREENS)
def screen_edge(hand):
    """30 to 80 mm at 100 to 700 mm/s: the first frame is already inside"""
    name, angle = hand.way(12)
    width, height = hand.device.width, hand.device.height
    start = {'right': (0, hand.between(0.2, 0.8) * height), 'left': (width, hand.between(0.2, 0.8) * height),
             'down': (hand.between(0.2, 0.8) * width, 0), 'up': (hand.between(0.2, 0.8) * width, height)}[name]
    length, speed = hand.between(30, min(80, 0.7 * min(width, height))), hand.between(100, 700)
    up = length / speed * 1000
    # The clock of the panel is independent of the finger.
    path = (lambda time: plus(start, polar(angle, length * time / up)))
    return Plan([Finger(hand.between(0.5, 12), up, path)], (f'edgeSwipe {name} 1',), ('drag 1',), margin=0)


@touch_class('swipe from beside the edge', SCREENS)
def screen_beside_edge(hand):
    """15 to 70 mm in 90 to 220 ms inwards, from 4.5 to 12 mm inside"""
    name, angle = hand.way(12)
    width, height = hand.device.width, hand.device.height
    depth, along = hand.between(4.5, 12), hand.between(0.3, 0.7)
    start = {'right': (depth, along * height), 'left': (width - depth, along * height),
             'down': (along * width, depth), 'up': (along * width, height - depth)}[name]
    up = hand.between(90, 220)
    length = hand.between(15, min(70, 0.7 * min(width, height)))
    return Plan([Finger(0, up, stroke(start, polar(angle, length), 0, up))], (f'swipe {name} 1',), ('drag 1',), margin=0)


@touch_class('pinch', SCREENS)
def screen_pinching(hand):
    """thumb and finger go 14 to 30 mm and at least half of that"""
    plan = pinching(hand)
    plan.may += ('drag 2',)
    return plan


@touch_class('pinch, resting thumb', SCREENS)
def screen_pinching_on_thumb(hand):
    """the thumb stays where it landed"""
    plan = pinching_on_thumb(hand)
    plan.may += ('drag 2',)
    return plan


@touch_class('rotation', SCREENS)
def screen_rotating(hand):
    """40 to 80°, fingers 28 to 45 mm apart"""
    plan = rotating(hand)
    plan.may += ('drag 2',)
    return plan


@touch_class('ghost', SCREENS)
def screen_ghost(hand):
    """a contact for one frame, as of a drop of water"""
    return Plan([Finger(0, 4, rest(hand.place()))], (), rate=100)


@touch_class('drag, one frame lost', SCREENS)
def screen_lost(hand):
    """the contact is not reported in one frame, and comes back as another"""
    return replace(screen_drag(hand), lost=hand.rng.randint(8, 16))


@touch_class('tap beside a leaning hand', SCREENS)
def screen_leaning(hand):
    """which has rested on the glass for 1.5 to 4 s, 60 mm or more away"""
    return beside_leaning_hand(hand, tap_fingers(hand, [hand.place()]), ('tap 1',))


@touch_class('swipe beside a leaning hand', SCREENS)
def screen_swiping_leaning(hand):
    """the same; the other hand goes 15 to 70 mm in 90 to 220 ms"""
    plan = screen_swiping(hand)
    return beside_leaning_hand(hand, plan.fingers, plan.must, plan.may)


def beside_leaning_hand(hand, fingers, must, may=()):
    palm, begin = hand.place(), hand.between(1500, 4000)
    if math.dist(palm, fingers[0].path(fingers[0].land)) < 60:
        return None
    later = [Finger(begin + finger.land, begin + finger.lift, delayed(finger.path, begin)) for finger in fingers]
    return Plan([Finger(0, begin + 1500, rest(palm)), *later], must, (*may, 'longPress 1'))


# MARK: Settings


STEADY = with_setting('steady = yes')
touch_class('ghost', with_setting('hold-duration = 25'))(screen_ghost)
touch_class('drag, one frame lost', with_setting('lift-duration = 25'))(screen_lost)
for what, plan in (('tap, tremor to 1.5 mm', screen_tap_tremor), ('tap, tremor to 3 mm', screen_tap_strong_tremor),
                   ('long press, tremor to 1.5 mm', screen_hold_tremor), ('tap, thumb that rolls', screen_roll), ('tap', screen_tap),
                   ('double tap', screen_tap_twice), ('drag', screen_drag), ('swipe', screen_swiping)):
    touch_class(what, STEADY)(plan)


@touch_class('long press, tremor to 3 mm', STEADY)
def screen_hold_strong_tremor(hand):
    """4 to 8 Hz, 1.5 to 3 mm, 800 to 1200 ms"""
    return trembling(hand, (1.5, 3), (800, 1200), 'longPress 1')


# MARK: Sampling


def frames(hand, plan):
    """Yields the time of each frame and the positions of the fingers that are down, by their keys."""
    rng = hand.rng
    rate = plan.rate or (rng.uniform(80, 140) if hand.device.kind == 'touchpad' else rng.uniform(60, 120))
    noise = plan.noise or rng.uniform(0.01, 0.05)
    end = max(finger.lift for finger in plan.fingers)
    down, number = {}, 0
    time = min(finger.land for finger in plan.fingers)
    while down or time <= end:
        now = {}
        for index, finger in enumerate(plan.fingers):
            if finger.land <= time < finger.lift and not (index == 0 and number == plan.lost):
                x, y = finger.path(time)
                now[index, number > plan.lost >= 0] = clamp(hand.device, x + rng.gauss(0, noise / 2), y + rng.gauss(0, noise / 2))
        if now or down:
            yield time, now
            number += 1
        down = now
        time += 1000 / rate + rng.uniform(-0.3, 0.3)


def clamp(device, x, y):
    return min(max(x, 0), device.width), min(max(y, 0), device.height)


def fits(device, plan):
    """Whether all fingers stay on the device."""
    for finger in plan.fingers:
        for step in range(21):
            x, y = finger.path(finger.land + (finger.lift - finger.land) * step / 20)
            if not (plan.margin <= x <= device.width - plan.margin and plan.margin <= y <= device.height - plan.margin):
                return False
    return True


def make(touch_class, number):
    """Returns a touch of a class. The same number gives the same touch, whatever other classes there are."""
    rng = random.Random(f'{touch_class.group}, {touch_class.what}, {number}')
    device = touch_class.devices[number % len(touch_class.devices)]
    hand = Hand(rng, device)
    for _ in range(100_000):
        plan = touch_class.plan(hand)
        if plan and (plan.margin == 0 or fits(device, plan)):
            events = tuple(device.events(frames(hand, plan)))
            return Touch(f'{device.kind}: {touch_class.what} {number}', touch_class.group, touch_class.what, device.kind, device.header, events,
                         plan.must, plan.may, device.pixels, device.setting)
    raise RuntimeError(f'{touch_class.what}: no place on {device.name}')


def generate(variants):
    """Yields touches, those of one device together."""
    touches = [make(one, number) for one in CLASSES for number in range(variants)]
    return sorted(touches, key=lambda touch: touch.header)
