"""Recordings in the evemu format, made from touches: (ms, finger, "down" | "move" | "up", x, y), x and y in pt."""
import math

# 127 counts/pt are exactly 800 counts/mm.
COUNTS = 127
# The side of the square touchscreen, in pt.
SIDE = 2000

DESCRIPTION = f"""# EVEMU 1.3
N: Phone
I: 0018 0000 0000 0000
P: 02 00 00 00 00 00 00 00
B: 03 00 00 00 00 00 80 60 02
A: 2f 0 9 0 0 0
A: 35 0 {SIDE * COUNTS} 0 0 800
A: 36 0 {SIDE * COUNTS} 0 0 800
A: 39 0 65535 0 0 0
"""


def tap(at, x=500, y=500, hold=50, fingers=1):
    """Fingers side by side, 100 pt apart, that are lifted after `hold` ms."""
    down = [(at, finger, "down", x + 100 * finger, y) for finger in range(fingers)]
    return down + [(at + hold, finger, "up", x, y) for _, finger, _, x, y in down]


def drag(at, start, end, duration, fingers=1, rate=100, rest=0):
    """Fingers that rest for `rest` ms, move from `start` to `end` in `duration` ms at `rate` frames/s, and lift."""
    steps = max(1, duration * rate // 1000)
    touches = [(at, finger, "down", start[0] + 100 * finger, start[1]) for finger in range(fingers)]
    for step in range(1, steps + 1):
        time = at + rest + duration * step / steps
        x, y = (a + (b - a) * step / steps for a, b in zip(start, end))
        touches += [(time, finger, "move", x + 100 * finger, y) for finger in range(fingers)]
    return touches + [(time + 1000 / rate, finger, "up", x + 100 * finger, y) for finger in range(fingers)]


def stroke(at, *corners, duration=100, rate=100):
    """One finger that draws lines from corner to corner, each in `duration` ms."""
    touches = [(at, 0, "down", *corners[0])]
    for start, end in zip(corners, corners[1:]):
        line = drag(touches[-1][0], start, end, duration, rate=rate)
        touches += line[1:-1]
    return touches + [(touches[-1][0] + 1000 / rate, 0, "up", *corners[-1])]


def circles(at, duration, fingers=1, rate=250):
    """Fingers that circle. Every frame moves each of them."""
    touches = []
    for step in range(duration * rate // 1000):
        angle = 2 * math.pi * step / rate
        x, y = 500 + 200 * math.cos(angle), 500 + 200 * math.sin(angle)
        action = "move" if step else "down"
        touches += [(at + 1000 * step / rate, finger, action, x + 100 * finger, y) for finger in range(fingers)]
    return touches + [(at + duration, finger, "up", x + 100 * finger, y) for finger in range(fingers)]


def around(at, duration, radius, angle, fingers=2, centre=(800, 800), rate=100):
    """Fingers spaced evenly on a circle whose radius and angle change."""
    steps = max(1, duration * rate // 1000)
    touches = []
    for step in range(steps + 1):
        part = step / steps
        distance, turn = (a + (b - a) * part for a, b in (radius, angle))
        for finger in range(fingers):
            radians = math.radians(turn + 360 * finger / fingers)
            x, y = centre[0] + distance * math.cos(radians), centre[1] + distance * math.sin(radians)
            touches.append((at + duration * part, finger, "move" if step else "down", x, y))
    return touches + [(at + duration + 1000 / rate, finger, "up", 0, 0) for finger in range(fingers)]


def pinch(at, radius, duration=200, fingers=2, rate=100):
    """Fingers that move from one radius to another."""
    return around(at, duration, radius, (0, 0), fingers, rate=rate)


def turn(at, degrees, duration=200, fingers=2, rate=100, radius=200):
    """Fingers that turn clockwise about their centre."""
    return around(at, duration, (radius, radius), (0, degrees), fingers, rate=rate)


# The duration of a round of busy(), in ms.
ROUND = 1600


def busy(fingers, rounds, rate=1000):
    """Rounds of every gesture: taps, a drag that ends as a swipe, circles, a long press that moves, and with several fingers
    a pinch and a rotation."""
    touches = []
    for at in range(0, rounds * ROUND, ROUND):
        touches += tap(at, hold=20, fingers=fingers) + tap(at + 40, hold=20, fingers=fingers)
        touches += drag(at + 100, (400, 500), (700, 500), 150, fingers, rate)
        touches += circles(at + 300, 250, fingers, rate)
        touches += drag(at + 560, (500, 500), (501, 500), 620, fingers, rate)
        if fingers > 1:
            touches += pinch(at + 1200, (200, 400), 180, fingers, rate) + turn(at + 1400, 90, 180, fingers, rate)
        else:
            touches += drag(at + 1200, (0, 500), (700, 500), 180, fingers, rate) + circles(at + 1400, 180, 1, rate)
    return touches


def evemu(touches, lead=0):
    """Returns a recording with one frame for each time.

    It begins with `lead` ms of nothing, so that other clients can join: playing starts with the first subscription.
    """
    lines, slots, number, previous = [DESCRIPTION, "E: 1.000000 0000 0000 0\n"], {}, 0, None
    for milliseconds, finger, action, x, y in sorted(touches, key=lambda touch: touch[0]):
        stamp = "E: %d.%06d" % divmod(round((milliseconds + lead) * 1000) + 1_000_000, 1_000_000)
        if previous not in (None, stamp):
            lines.append(f"{previous} 0000 0000 0\n")
        previous = stamp
        if action == "down":
            slots[finger] = next(slot for slot in range(10) if slot not in slots.values())
            number += 1
        lines.append(f"{stamp} 0003 002f {slots[finger]}\n")
        if action == "down":
            lines.append(f"{stamp} 0003 0039 {number}\n")
        if action == "up":
            lines.append(f"{stamp} 0003 0039 -1\n")
            del slots[finger]
        else:
            lines += [f"{stamp} 0003 0035 {round(x * COUNTS)}\n", f"{stamp} 0003 0036 {round(y * COUNTS)}\n"]
    if previous:
        lines.append(f"{previous} 0000 0000 0\n")
    return "".join(lines)


def palm(recording, time):
    """Lets the panel take the finger of a recording for a palm (MT_TOOL_PALM) at a time, e.g. "1.100000"."""
    return recording.replace("A: 39", "A: 37 0 2 0 0 0\nA: 39").replace(
        f"E: {time}", f"E: {time} 0003 0037 2\nE: {time}", 1)


PALM = palm(evemu([(0, 0, "down", 800, 800), (100, 0, "move", 802, 800), (200, 0, "up", 802, 800)]), "1.100000")
# A double tap, and a swipe to the right.
DOUBLE_TAP_AND_SWIPE = evemu(tap(0) + tap(150) + drag(700, (500, 500), (700, 500), 100))
