"""What a filtered device passes on, as the readers of its clone see it."""

import itertools
import time

from described import EV_ABS, EV_KEY
from filtered import NAME, listed
from harness import eventually, expect
from readers import ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID, BTN_TOUCH, EventReader, frames
from recordings import events_in, recording

RECORDING = '/tmp/filtered.evemu'

# The panel is 300 mm wide and 200 mm high; the edge band is 3.8 mm wide, and an edge swipe goes 7.9 mm.
EDGE_SWIPE = 'down 0 1 100; sync', 'glide 150 0 60 100', 'up 0; sync'
EDGE_TAP = 'down 0 1 100; sync; wait 60; up 0; sync'
SWIPE_OF_THREE = ('down 0 100 100; sync; wait 20; down 1 120 100; sync; wait 20; down 2 140 100; sync',
                  'glide 150 0 180 100 1 200 100 2 220 100', 'up 0; sync; wait 10; up 1; up 2; sync')
TEN_FINGERS = ('; '.join(f'down {slot} {30 + 24 * slot} {80 + 8 * (slot % 3)}' for slot in range(10)) + '; sync',
               'glide 200 ' + ' '.join(f'{slot} {40 + 22 * slot} 120' for slot in range(10)),
               '; '.join(f'up {slot}; sync' for slot in range(10)))
SWIPE_OF_TWO = 'down 0 150 100; down 1 180 100; sync', 'glide 150 0 200 100 1 230 100', 'up 0; up 1; sync'


def let_readers_read():
    """Waits longer than a finger is held back, and until libinput and sway have read."""
    time.sleep(1)


def downs_and_ups(fingers):
    """What libinput reports of fingers that land and are lifted in order of their slots."""
    return [f'{word} {slot}' for word in ('down', 'up') for slot in range(fingers)]


DOWN_UP = downs_and_ups(1)


def sway_reads(session, count=2):
    """Waits until sway has opened the device and its clone."""
    eventually(lambda: session.input_names().count(NAME) == count, f'sway opens {count} devices')
    let_readers_read()


def begins(event):
    """Returns whether an event is the begin of a contact, or of a touch on a panel without slots."""
    return event[:2] == (EV_ABS, ABS_MT_TRACKING_ID) and event[2] >= 0 or event == (EV_KEY, BTN_TOUCH, 1)


def played(screen, clone, *touches):
    """Plays touches. Returns the frames of the device, as the service records them, and those of its clone."""
    with recording(RECORDING, '--service', listed(screen.node)['id']), EventReader(clone.node) as reader:
        screen.play(*touches)
        let_readers_read()
        passed = frames(reader.read())
    original = frames(events_in(RECORDING))
    # A recording starts with the state of the device.
    return [list(itertools.dropwhile(lambda frame: not any(map(begins, frame)), found)) for found in (original, passed)]


def expect_same_frames(screen, clone, *touches, name):
    """Plays touches and expects that the clone reports the same frames as the device. Returns them."""
    original, passed = played(screen, clone, *touches)
    for number, (one, other) in enumerate(zip(original, passed)):
        expect(one == other, f'{name}: frame {number}: {one}, on the clone {other}')
    expect(original and len(original) == len(passed), f'{name}: {len(original)} frames, {len(passed)} on the clone')
    return passed


def expect_same_ends(screen, clone, *touches, name):
    """Plays a touch and expects that it begins and ends in the same places on the clone and on the device.

    The frames in which it was held back are missing in between.
    """
    original, passed = played(screen, clone, *touches)
    ends = [[(values[0], values[-1]) for axis in (ABS_MT_POSITION_X, ABS_MT_POSITION_Y) if (values := values_of(axis, found))]
            for found in (original, passed)]
    expect(len(ends[0]) == 2 and ends[0] == ends[1], f'{name}: {ends[0]}, on the clone {ends[1]}')


def values_of(axis, found):
    return [event[2] for frame in found for event in frame if event[:2] == (EV_ABS, axis)]
