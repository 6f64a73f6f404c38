"""Touches to play: a device, its events, and the gestures that they should be taken for."""

import dataclasses

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_LEFT, BTN_TOOL_FINGER, BTN_TOUCH = 0x110, 0x145, 0x14a
# BTN_TOOL_FINGER and its relatives, by the number of fingers.
TOOLS = {1: BTN_TOOL_FINGER, 2: 0x14d, 3: 0x14e, 4: 0x14f, 5: 0x148}
ABS_X, ABS_Y, MT_SLOT, MT_X, MT_Y, MT_ID = 0x00, 0x01, 0x2f, 0x35, 0x36, 0x39
INPUT_PROP_POINTER, INPUT_PROP_DIRECT, INPUT_PROP_BUTTONPAD = 0, 1, 2


@dataclasses.dataclass(frozen=True)
class Touch:
    """A recording or a generated touch.

    `header` describes the device in the format of evemu(7), without events. `events` are lines of the same format. `must` has the
    gestures that have to be recognized, in any order, and `may` those that can be recognized as well; see judge.py.
    """
    name: str
    group: str
    what: str
    kind: str  # touchpad or touchscreen
    header: str
    events: tuple
    must: tuple
    may: tuple = ()
    # The pixels of the screen, at 160 per inch; 0 for a touchpad.
    pixels: tuple = (0, 0)
    # A setting of the device in gestured.conf; empty for none.
    setting: str = ''

    @property
    def section(self):
        """The section of the device in gestured.conf."""
        name = next(line for line in self.header.splitlines() if line.startswith('N: '))[3:]
        return f'[device {name}]\n{self.setting}\n'

    @property
    def recording(self):
        return self.header + ''.join(f'{line}\n' for line in self.events)


@dataclasses.dataclass(frozen=True)
class Device:
    """A device of the generator. Lengths are in mm."""
    name: str
    kind: str
    width: float
    height: float
    slots: int = 10
    resolution: int = 40  # units per mm
    setting: str = ''  # a line of gestured.conf

    @property
    def header(self):
        """The description of the device in the format of evemu(7)."""
        is_pad = self.kind == 'touchpad'
        properties = (INPUT_PROP_POINTER, INPUT_PROP_BUTTONPAD) if is_pad else (INPUT_PROP_DIRECT,)
        keys = (BTN_LEFT, BTN_TOUCH, *TOOLS.values()) if is_pad else (BTN_TOUCH,)
        ends = {ABS_X: self.width, ABS_Y: self.height, MT_X: self.width, MT_Y: self.height}
        axes = {code: (round(end * self.resolution), self.resolution) for code, end in ends.items()}
        axes |= {MT_SLOT: (self.slots - 1, 0), MT_ID: (65535, 0)}
        lines = ['# EVEMU 1.3', f'N: {self.name}', 'I: 0018 1234 5678 0001', *(f'P: {part}' for part in octets(properties))]
        for kind, codes in (EV_SYN, (EV_SYN, EV_KEY, EV_ABS)), (EV_KEY, keys), (EV_ABS, axes):
            lines += [f'B: {kind:02x} {part}' for part in octets(codes)]
        lines += [f'A: {code:02x} 0 {maximum} 0 0 {resolution}' for code, (maximum, resolution) in sorted(axes.items())]
        return '\n'.join(lines) + '\n'

    @property
    def pixels(self):
        return tuple(round(length / 25.4 * 160) for length in (self.width, self.height)) if self.kind == 'touchscreen' else (0, 0)

    def events(self, frames):
        """Yields lines of evemu(7) for frames: a time in ms, and the positions of the fingers in mm by their keys."""
        slots, number, count = {}, 0, 0
        for time, fingers in frames:
            stamp = 'E: {}.{:06d}'.format(*divmod(round(time * 1000) + 1_000_000, 1_000_000))
            changes = []
            for finger in [finger for finger in slots if finger not in fingers]:
                changes += [(EV_ABS, MT_SLOT, slots.pop(finger)), (EV_ABS, MT_ID, -1)]
            for finger, place in fingers.items():
                x, y = (round(length * self.resolution) for length in place)
                if finger not in slots:
                    slots[finger] = next(slot for slot in range(self.slots) if slot not in slots.values())
                    changes += [(EV_ABS, MT_SLOT, slots[finger]), (EV_ABS, MT_ID, number)]
                    number += 1
                changes += [(EV_ABS, MT_SLOT, slots[finger]), (EV_ABS, MT_X, x), (EV_ABS, MT_Y, y)]
            if (len(fingers) > 0) != (count > 0):
                changes.append((EV_KEY, BTN_TOUCH, int(len(fingers) > 0)))
            if self.kind == 'touchpad' and len(fingers) != count:
                changes += [(EV_KEY, tool, int(fingers_of == len(fingers))) for fingers_of, tool in TOOLS.items()
                            if fingers_of in (count, len(fingers))]
            count = len(fingers)
            if fingers:
                x, y = next(iter(fingers.values()))
                changes += [(EV_ABS, ABS_X, round(x * self.resolution)), (EV_ABS, ABS_Y, round(y * self.resolution))]
            yield from (f'{stamp} {kind:04x} {code:04x} {value}' for kind, code, value in (*changes, (EV_SYN, 0, 0)))


def octets(numbers):
    """Returns a set of bits as lines of evemu(7): eight octets each, in hexadecimal."""
    parts = max(numbers) // 64 + 1
    text = sum(1 << number for number in set(numbers)).to_bytes(parts * 8, 'little').hex(' ')
    return [text[part * 24:part * 24 + 23] for part in range(parts)]
