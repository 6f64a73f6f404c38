"""The labelled recordings in ../shared/recordings beside the project, where they exist.

Only those are used whose labels say which gestures they show: people's and robots' touches on Chromebooks.
"""

import json
import os
import re

from touches import Touch

CHROMEBOOKS = os.path.join(os.path.dirname(os.path.realpath(__file__)), '../../../shared/recordings/chromium-os')
GROUPS = 'recorded, people', 'recorded, a robot'
DIRECT = re.compile(r'^P: (?:[0-9a-f][2367abef])', re.MULTILINE)


def read(directory=CHROMEBOOKS):
    """Yields the labelled recordings, those of one device together; none if the directory is not there."""
    path = f'{directory}/labels.json'
    if not os.path.exists(path):
        return
    with open(path) as file:
        labels = json.load(file)['labels']
    for label in sorted(labels, key=lambda label: label['device']):
        with open(f'{directory}/recordings/{label["file"]}.evemu') as file:
            lines = file.read().splitlines()
        header = [line for line in lines if line and line[0] != 'E']
        events = tuple(line.split('\t')[0].rstrip() for line in lines if line.startswith('E:'))
        text = '\n'.join(header) + '\n'
        kind = 'touchscreen' if DIRECT.search(text) else 'touchpad'
        what = re.sub(r' (up|down|left|right)\b.*| \((in|out)\)', '', label['what'])
        yield Touch(label['file'], GROUPS[label['by'] != 'person'], what, kind, text, events,
                    *([swipe(gesture) for gesture in label[key]] for key in ('must', 'may')), pixels(text) if kind == 'touchscreen' else (0, 0))


def swipe(gesture):
    """Returns the gesture of a label: its swipes can start at an edge."""
    return gesture.replace('swipe ', 'swipe|edgeSwipe ')


def pixels(header):
    """Returns the pixels of a screen, at 160 per inch."""
    axes = [re.search(rf'^A: {code} \d+ (\d+) \d+ \d+ (\d+)', header, re.MULTILINE) for code in ('35', '36')]
    return tuple(round(int(axis[1]) / int(axis[2]) / 25.4 * 160) for axis in axes)
