"""Fingers and their movements, in mm from the centre of a surface."""

import time

FRAME = 0.01
DIRECTIONS = {'left': (-1, 0), 'right': (1, 0), 'up': (0, -1), 'down': (0, 1)}


def between(start, end, share):
    return tuple(a + (b - a) * share for a, b in zip(start, end))


def moved(tips, direction, way):
    """The same fingertips, moved by `way` mm in a direction."""
    x, y = DIRECTIONS[direction]
    return [(tip[0] + x * way, tip[1] + y * way) for tip in tips]


def direction_of(x, y):
    return max(DIRECTIONS, key=lambda word: x * DIRECTIONS[word][0] + y * DIRECTIONS[word][1])


class Touched:
    """A device on which fingers play. Subclasses define `frame(tips)` and `write(data)`."""

    def play(self, start, end, duration, together=False):
        """Fingers land one after the other or together, move from start to end, and are lifted the same way."""
        steps = round(duration / FRAME)
        frames = [] if together else [start[:count] for count in range(1, len(start))]
        frames += [[between(*way, step / steps) for way in zip(start, end)] for step in range(steps + 1)]
        frames += [[]] if together else [end[:count] for count in reversed(range(len(end)))]
        self.show(*frames)

    def show(self, *frames):
        """Reports frames of fingertips, one every 10 ms."""
        # Assembled in advance, so that it does not slow down playing.
        for writes in [list(self.frame(tips)) for tips in frames]:
            for data in writes:
                self.write(data)
            time.sleep(FRAME)
