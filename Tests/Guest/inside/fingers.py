"""Taps and swipes of one to three fingers, and what the service reports of them."""

from touches import direction_of, moved

# Fingers side by side, in mm.
ROW = {1: [(0, 0)], 2: [(-8, 1), (8, -1)], 3: [(-12, 2), (0, -2), (12, 0)]}
TAP_SECONDS, TRAVEL = 0.06, 20


def tap_on(device):
    device.play(ROW[1], ROW[1], TAP_SECONDS)


def gestures():
    """Yields kind, fingers and direction of gestures, and where fingers land, where they are lifted, and the seconds between."""
    for fingers, row in ROW.items():
        yield ('tap', fingers, ''), (row, row, TAP_SECONDS)
    for fingers, direction in (1, 'right'), (2, 'left'), (3, 'right'):
        ends = (moved(ROW[fingers], direction, way) for way in (-TRAVEL / 2, TRAVEL / 2))
        yield ('swipe', fingers, direction), (*ends, 0.2)


def expected(kind, fingers, direction, most=10):
    """The events expected for a gesture, on a device that counts at most `most` fingers."""
    fingers = min(fingers, most)
    return [f'tap {fingers}'] if kind == 'tap' else [f'drag {fingers} {direction}', f'swipe {fingers} {direction}']


def said(events):
    """The ended gestures among events, without presses."""
    words = []
    for event in events:
        if event['phase'] == 'ended' and event['kind'] != 'press':
            direction = f' {direction_of(**event["translation"])}' if event['kind'] in ('drag', 'swipe') else ''
            words.append(f'{event["kind"]} {event["fingers"]}{direction}')
    return sorted(words)


def heard(client, device, touches):
    """Plays touches and returns the gestures that the service reports."""
    before = len(client.events)
    device.play(*touches)
    # Longer than every time limit, such as that of a double tap.
    return said(client.collect(quiet=0.6)[before:])
