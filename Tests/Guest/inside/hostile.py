"""Devices and events as a hostile program or a broken driver makes them, and what the service uses meanwhile."""

import contextlib
import fcntl
import glob
import os
import struct
import time

from described import EV_ABS, EV_KEY, INPUT_EVENT, REPORT
from harness import eventually, expect, run
from readers import ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID, BTN_TOUCH
from service import nodes_open_in, service, status_of

ABS_X, ABS_Y, ABS_MT_SLOT = 0, 1, 0x2f
INT_MIN, INT_MAX = -1 << 31, (1 << 31) - 1


def packed(*events):
    """Events (type, code, value) as a program writes them."""
    return b''.join(INPUT_EVENT.pack(0, 0, *event) for event in events)


def contact(slot, tracking_id, x=2000, y=1000):
    return packed((EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, tracking_id), (EV_ABS, ABS_MT_POSITION_X, x),
                  (EV_ABS, ABS_MT_POSITION_Y, y))


class HostileDevice:
    """A context manager for a touchscreen of 200 mm × 200 mm. It takes any name, and does not wait for udev."""

    MAXIMUM, RESOLUTION = 4000, 20

    def __init__(self, name=b'Hostile Touchscreen', slots=10, product=1):
        UI_DEV_CREATE, UI_DEV_SETUP, UI_ABS_SETUP = 0x5501, 0x405c5503, 0x401c5504
        UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_PROPBIT, UI_GET_SYSNAME = 0x40045564, 0x40045565, 0x4004556e, 0x8040552c
        INPUT_PROP_DIRECT = 1
        self.fd = os.open('/dev/uinput', os.O_RDWR)
        for request, value in ((UI_SET_EVBIT, EV_KEY), (UI_SET_EVBIT, EV_ABS), (UI_SET_KEYBIT, BTN_TOUCH),
                               (UI_SET_PROPBIT, INPUT_PROP_DIRECT)):
            fcntl.ioctl(self.fd, request, value)
        ranges = dict.fromkeys((ABS_X, ABS_Y, ABS_MT_POSITION_X, ABS_MT_POSITION_Y), (self.MAXIMUM, self.RESOLUTION))
        for code, (maximum, resolution) in {**ranges, ABS_MT_SLOT: (slots - 1, 0), ABS_MT_TRACKING_ID: (0xffff, 0)}.items():
            fcntl.ioctl(self.fd, UI_ABS_SETUP, struct.pack('=HH6i', code, 0, 0, 0, maximum, 0, 0, resolution))
        fcntl.ioctl(self.fd, UI_DEV_SETUP, struct.pack('=4H80sI', 3, 0x666, product, 1, name, 0))
        fcntl.ioctl(self.fd, UI_DEV_CREATE)
        sysname = fcntl.ioctl(self.fd, UI_GET_SYSNAME, bytes(64)).rstrip(b'\0').decode()
        [path] = glob.glob(f'/sys/class/input/{sysname}/event*')
        self.node = f'/dev/input/{os.path.basename(path)}'

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.unplug()

    def unplug(self):
        if self.fd >= 0:
            os.close(self.fd)
        self.fd = -1

    def write(self, data):
        os.write(self.fd, data)

    def opened(self):
        """Waits until the service has this device open."""
        eventually(lambda: self.node in nodes_open_in(service.pid), f'the service opens {self.node}')
        return self

    def change_axis(self, code, minimum, maximum, fuzz=0, resolution=0):
        """Changes the range of an axis, for which a program needs no more than to read the device."""
        EVIOCSABS = 0x401845c0
        with open(self.node, 'rb') as file:
            fcntl.ioctl(file, EVIOCSABS + code, struct.pack('=6i', 0, minimum, maximum, fuzz, 0, resolution))


def change(node, times=1):
    """Has the kernel report that a node has changed."""
    for _ in range(times):
        with open(f'/sys/class/input/{os.path.basename(node)}/uevent', 'w') as file:
            file.write('change')


@contextlib.contextmanager
def small_queues():
    """Runs the service with a queue that a few events of udev fill: filling a usual one takes a minute in the guest."""
    # The usual size, and the largest that libudev can ask for.
    paths = [f'/proc/sys/net/core/rmem_{name}' for name in ('default', 'max')]
    usual = []
    for path in paths:
        with open(path) as file:
            usual.append(file.read())

    def use(sizes):
        for path, size in zip(paths, sizes):
            with open(path, 'w') as file:
                file.write(size)

    service.stop()
    use(['4608', '4608'])
    try:
        service.start()
    finally:
        # Other programs get the usual queue.
        use(usual)
    try:
        yield
    finally:
        service.stop()
        service.start()


class Usage:
    """The descriptors, the memory and the log lines of the service, from now on."""

    def __init__(self):
        # Until the service has closed the connection of the last call.
        time.sleep(1)
        self.pid = service.pid
        self.descriptors = self.count()
        self.memory = self.resident()
        self.lines = len(service.log().splitlines())

    def count(self):
        return len(os.listdir(f'/proc/{self.pid}/fd'))

    def resident(self):
        """In kB."""
        return int(status_of(self.pid)['VmRSS'].split()[0])

    def expect_the_same(self, growth, lines):
        """Expects the same process and descriptors, at most `growth` kB more of memory, and at most `lines` log lines."""
        expect(service.pid == self.pid, f'the service was restarted:\n{service.log()[-1000:]}')
        eventually(lambda: self.count() == self.descriptors, f'{self.count()} descriptors, {self.descriptors} before')
        grown, logged = self.resident() - self.memory, len(service.log().splitlines()) - self.lines
        print(f'# {grown} kB, {logged} log lines')
        expect(grown <= growth, f'{self.memory} kB, {grown} kB more after')
        expect(logged <= lines, f'{logged} log lines')


def settle():
    run('udevadm', 'settle', '--timeout=60')
