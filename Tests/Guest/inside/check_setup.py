"""gesturectl setup: a person touches a panel that is mounted in any way, and types on a terminal."""

import contextlib
import os
import re

from client import Subscription, device_at
from devices import TouchDevice
from harness import check, expect, run
from service import service
from terminals import Dialogue

# A panel of touch-device as it was built, in mm.
WIDTH, HEIGHT = 300, 200
# A bank card.
CARD = 85.60, 53.98
CORNERS = {'top left': (0, 0), 'top right': (1, 0), 'bottom right': (1, 1), 'bottom left': (0, 1)}
EDGES = {'right': (1, 0.5), 'bottom': (0.5, 1), 'left': (0, 0.5), 'top': (0.5, 0)}
DROP_INS = '/etc/gestured/gestured.conf.d'


class MountedPanel:
    """A panel that does not report its size. Places are in mm from the top left corner as the person sees it."""

    def __init__(self, screen, rotation=0, mirrored=False):
        self.screen, self.rotation, self.mirrored = screen, rotation, mirrored
        self.width, self.height = (WIDTH, HEIGHT) if rotation % 180 == 0 else (HEIGHT, WIDTH)

    def built(self, x, y):
        """The place on the panel as it was built, for touch-device."""
        x, y = {0: (x, y), 90: (y, self.width - x), 180: (self.width - x, self.height - y), 270: (self.height - y, x)}[
            self.rotation]
        return f'{WIDTH - x if self.mirrored else x} {y}'

    def touch(self, x, y):
        self.screen.play('wait 300', f'down 0 {self.built(x, y)}; sync; wait 60; up 0; sync')

    def touch_part(self, x, y):
        """Touches a place in parts of both sides, 8 mm from the border at least."""
        place = (x * self.width, y * self.height)
        self.touch(*(min(max(at, 8), side - 8) for at, side in zip(place, (self.width, self.height))))

    def swipe(self, direction):
        x, y = self.width / 2, self.height / 2
        end = {'right': (x + 50, y), 'down': (x, y + 50)}[direction]
        self.screen.play(
            'wait 500', f'down 0 {self.built(x, y)}; sync', f'glide 120 0 {self.built(*end)}', 'up 0; sync', 'wait 500')


@contextlib.contextmanager
def mounted(name, rotation=0, mirrored=False):
    with TouchDevice(name=name, options=['--sizeless']) as screen:
        yield MountedPanel(screen.opened_by(service), rotation, mirrored)


def set_up(*arguments):
    return Dialogue('gesturectl', 'setup', *arguments, env={**os.environ, 'LC_ALL': 'C.UTF-8'})


def touch_corners(dialogue, panel):
    for name, place in CORNERS.items():
        dialogue.wait_for(f'Touch the {name} corner')
        panel.touch_part(*place)


def skip_display(dialogue):
    """Answers the question for the display, if one is connected."""
    if dialogue.wait_for('of the display', 'card ').endswith('display'):
        dialogue.type('no')
        dialogue.wait_for('card ')


def measure(dialogue, panel):
    dialogue.type('card')
    x, y = panel.width / 4, panel.height / 4
    for words, place in (('right side.', (x, y)), ('right side.', (x + CARD[0], y)),
                         ('lower side.', (x, y)), ('lower side.', (x, y + CARD[1]))):
        dialogue.wait_for(words)
        panel.touch(*place)


def finish(dialogue, panel):
    place = re.search(r'middle of the (\w+) edge$', dialogue.wait_for(' edge'))[1]
    panel.touch_part(*EDGES[place])
    dialogue.wait_for('[yes]')
    dialogue.type('')
    status, text = dialogue.end()
    expect(status == 0 and 'The service uses the settings.' in text, text)


def is_right(panel):
    """Swipes in two directions have the direction that the person sees, and the size is right."""
    used = device_at(panel.screen.node)
    for side, expected in (('width', panel.width), ('height', panel.height)):
        expect(abs(used[side] / expected - 1) < 0.02, f'{side} {used[side]} and not {expected}')
    with Subscription({'gestures': [{'kind': 'swipe'}], 'phases': ['ended']}) as client:
        for direction in 'right', 'down':
            panel.swipe(direction)
            event = client.wait_for(kind='swipe')
            expect(event['direction'] == direction, f'{direction}: {event["direction"]}')


def drop_ins():
    return sorted(name for name in os.listdir(DROP_INS) if 'setup' in name) if os.path.isdir(DROP_INS) else []


@check('a panel mounted in any of eight ways is set up, its gestures and size are right, and undo restores it')
def all_orientations():
    for rotation in 0, 90, 180, 270:
        for mirrored in False, True:
            with mounted(f'Panel {rotation} {mirrored}', rotation, mirrored) as panel:
                before = device_at(panel.screen.node)
                expect(before['sizeSource'] != 'resolution', f'{before}')
                with set_up(panel.screen.node) as dialogue:
                    touch_corners(dialogue, panel)
                    skip_display(dialogue)
                    measure(dialogue, panel)
                    finish(dialogue, panel)
                is_right(panel)
                expect(run('systemctl', 'reload', 'gestured.service') == (0, ''), 'reload')
                is_right(panel)
                status, output = run('gesturectl', 'setup', '--undo', panel.screen.name)
                expect(status == 0, output)
                after = device_at(panel.screen.node)
                for key in 'rotation', 'mirror', 'width', 'height', 'sizeSource':
                    expect(after[key] == before[key], f'{key}: {after[key]} and not {before[key]}')
                expect(drop_ins() == [], f'{drop_ins()}')


@check('touches that make no sense are refused, and a missing one is reported')
def nonsense():
    with mounted('Panel', 180) as panel, set_up() as dialogue:
        dialogue.wait_for('top left')
        panel.touch_part(0.5, 0.5)
        dialogue.wait_for('That was no corner')
        panel.screen.play(
            'wait 300', 'down 0 10 10; sync; down 1 50 50; sync; wait 50; up 0; sync; up 1; sync')
        dialogue.wait_for('more than one finger')
        panel.screen.play('wait 300', 'down 0 10 10; sync', 'glide 100 0 100 10', 'up 0; sync')
        dialogue.wait_for('The finger moved')
        dialogue.wait_for('No touch has come for a minute', timeout=90)
        panel.touch_part(0, 0)
        dialogue.wait_for('top right')
        panel.touch_part(0, 0)
        dialogue.wait_for('touched the top left')
        panel.touch_part(1, 1)
        dialogue.wait_for('fit no way')
        touch_corners(dialogue, panel)
        dialogue.wait_for('turned clockwise by 180°')
        skip_display(dialogue)
        dialogue.type('card')
        dialogue.wait_for('right side.')
        panel.touch(100, 100)
        dialogue.wait_for('right side.')
        panel.touch(50, 100)
        dialogue.wait_for('not to the right')
        dialogue.interrupt()
        status, text = dialogue.end()
        expect(status == 1 and 'interrupted; nothing was changed' in text, text)
    expect(drop_ins() == [], f'{drop_ins()}')


@check('unplugging the panel ends its setup, and changes nothing')
def unplugged():
    with mounted('Panel') as panel, set_up('Panel') as dialogue:
        dialogue.wait_for('top left')
        panel.touch_part(0, 0)
        dialogue.wait_for('top right')
        panel.screen.play('unplug')
        status, text = dialogue.end()
        expect(status == 1 and 'Panel: the panel was unplugged; nothing was changed' in text, text)
    expect(drop_ins() == [], f'{drop_ins()}')


@check('a panel is set up without the service, which uses the settings when it starts')
def without_service():
    with mounted('Panel', 180) as panel:
        for unit in 'gestured.socket', 'gestured.service':
            run('systemctl', 'stop', unit)
        try:
            with set_up() as dialogue:
                touch_corners(dialogue, panel)
                skip_display(dialogue)
                measure(dialogue, panel)
                place = re.search(r'middle of the (\w+) edge$', dialogue.wait_for(' edge'))[1]
                panel.touch_part(*EDGES[place])
                dialogue.wait_for('[yes]')
                dialogue.type('')
                status, text = dialogue.end()
                expect(status == 0 and 'No service runs' in text, text)
        finally:
            run('systemctl', 'start', 'gestured.socket')
            service.start()
        panel.screen.opened_by(service)
        is_right(panel)
        status, output = run('gesturectl', 'setup', '--undo')
        expect(status == 0 and drop_ins() == [], output)
