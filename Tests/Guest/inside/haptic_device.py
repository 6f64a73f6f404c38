"""A haptic device made with uinput, which counts its pulses."""

import contextlib
import fcntl
import os
import struct
import threading
import time

from harness import expect, run

NAME = 'Test Pulse'
EV_KEY, EV_FF, EV_UINPUT = 1, 0x15, 0x0101
FF_RUMBLE, BTN_SOUTH = 0x50, 0x130
EVENT = struct.Struct('@llHHi')


def request(number, size=0, direction=1):
    """An ioctl of uinput; 1 writes, 2 reads, 3 does both."""
    return direction << 30 | size << 16 | ord('U') << 8 | number


class HapticDevice:
    """A context manager for the device. `plays` has the times in s at which the kernel played an effect."""

    def __enter__(self):
        self.plays = []
        self.lengths = []
        self.fd = os.open('/dev/uinput', os.O_RDWR)
        for number, value in (100, EV_KEY), (101, BTN_SOUTH), (100, EV_FF), (107, FF_RUMBLE):
            fcntl.ioctl(self.fd, request(number, 4), value)
        setup = struct.pack('@4H80sI', 3, 0x4321, 0x8765, 1, NAME.encode(), 4)
        fcntl.ioctl(self.fd, request(3, len(setup)), setup)
        fcntl.ioctl(self.fd, request(1, direction=0))
        name = fcntl.ioctl(self.fd, request(44, 64, 2), bytes(64)).rstrip(b'\0').decode()
        self.thread = threading.Thread(target=self.answer, daemon=True)
        self.thread.start()
        [node] = [entry for entry in os.listdir(f'/sys/class/input/{name}') if entry.startswith('event')]
        self.node = f'/dev/input/{node}'
        run('udevadm', 'settle', '--timeout=60')
        return self

    def __exit__(self, *_):
        fcntl.ioctl(self.fd, request(2, direction=0))
        self.thread.join(10)
        os.close(self.fd)

    def answer(self):
        """Accepts each effect that is uploaded or erased. The caller blocks until then."""
        with contextlib.suppress(OSError):
            while True:
                seconds, microseconds, kind, code, value = EVENT.unpack(os.read(self.fd, EVENT.size))
                if kind == EV_UINPUT and code in (1, 2):
                    begin, end, size = (200, 201, 104) if code == 1 else (202, 203, 12)
                    asked = fcntl.ioctl(self.fd, request(begin, size, 3), struct.pack('@I', value).ljust(size, b'\0'))
                    if code == 1:
                        self.lengths.append(struct.unpack_from('@H', asked, 8 + 10)[0])
                    fcntl.ioctl(self.fd, request(end, size), asked)
                elif kind == EV_FF and value:
                    self.plays.append(seconds + microseconds / 1e6)

    def expect_plays(self, count, after):
        """Expects this many pulses since the last call, each of 20 ms and at least 75 ms after the end of the previous one."""
        time.sleep(1.5)
        plays, self.plays = self.plays, []
        expect(len(plays) == count, f'{len(plays)} pulses after {after}, not {count}')
        gaps = [after - before for before, after in zip(plays, plays[1:])]
        expect(all(0.095 <= gap < 0.2 for gap in gaps), f'{gaps} s between pulses')
