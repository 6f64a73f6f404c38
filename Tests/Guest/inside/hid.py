"""HID touch devices made with uhid from report descriptors, for the kernel's own drivers such as hid-multitouch."""

import contextlib
import os
import re
import struct
import threading

from harness import eventually, expect
from hid_descriptors import (
    CERTIFICATION, LATENCY, MAXIMUM, MODE, PEN, SWITCHES, TOUCH, assembled, certified_touchscreen, pen, touchpad, touchscreen)
from touches import FRAME, Touched

DESTROY, STOP, GET_REPORT, GET_REPORT_REPLY, CREATE, INPUT, SET_REPORT, SET_REPORT_REPLY = 1, 3, 9, 10, 11, 12, 13, 14
EIO = 5
BUS_USB, VENDOR = 0x03, 0xF00D
CERTIFICATE = bytes(256)


class HidDevice(Touched):
    """A context manager for a touch device. Subclasses describe the kind.

    Fingers are in mm from the middle of its surface.
    """

    name = product = descriptor = None
    size = counts = None  # in mm, and counts/mm
    per_report = None  # the number of contacts in a report
    features = {}  # the replies to report requests of the kernel, by report: the bytes after its number

    def __init__(self):
        # The physical path, by which its nodes are found.
        self.path = f'test-hid-{self.product:x}'
        self.settings = {}  # the feature reports that the kernel has set
        self.plug()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.fd is not None:
            self.unplug()

    def plug(self):
        self.scan_time = 0
        self.places = []  # the positions of the contacts in the last frame, in mm
        self.fd = os.open('/dev/uhid', os.O_RDWR | os.O_CLOEXEC)
        descriptor = assembled(self.descriptor)
        texts = struct.pack('128s64s64s', self.name.encode(), self.path.encode(), b'')
        ids = struct.pack('<HHIIII', len(descriptor), BUS_USB, VENDOR, self.product, 0, 0)
        os.write(self.fd, struct.pack('<I', CREATE) + texts + ids + descriptor.ljust(4096, b'\0'))
        self.answering = threading.Thread(target=self.answer, args=(self.fd,), daemon=True)
        self.answering.start()

    def unplug(self):
        fd, self.fd = self.fd, None
        os.write(fd, struct.pack('<I', DESTROY))
        self.answering.join()
        os.close(fd)

    def answer(self, fd):
        """Answers the requests of the kernel until the device is unplugged."""
        while True:
            event = os.read(fd, 4380)
            kind, = struct.unpack_from('<I', event)
            if kind == STOP and self.fd is None:
                return
            if kind == GET_REPORT:
                request, report = struct.unpack_from('<IB', event, 4)
                answer = bytes([report]) + self.features[report] if report in self.features else b''
                header = struct.pack('<IIHH', GET_REPORT_REPLY, request, 0 if answer else EIO, len(answer))
                os.write(fd, header + answer)
            elif kind == SET_REPORT:
                request, report, _, length = struct.unpack_from('<IBBH', event, 4)
                self.settings[report] = event[13:12 + length]
                os.write(fd, struct.pack('<IIH', SET_REPORT_REPLY, request, 0))

    # MARK: Its nodes

    def nodes(self):
        """Its event nodes and their udev properties, as far as udev has processed them."""
        found = {}
        for entry in os.scandir('/sys/class/input'):
            # Nodes can vanish meanwhile.
            with contextlib.suppress(OSError):
                with open(f'{entry.path}/device/phys') as phys, open(f'{entry.path}/dev') as number:
                    if phys.read().strip() == self.path and entry.name.startswith('event'):
                        with open(f'/run/udev/data/c{number.read().strip()}') as data:
                            properties = dict(re.findall('^E:(.*?)=(.*)$', data.read(), re.MULTILINE))
                        found[f'/dev/input/{entry.name}'] = properties
        return found

    def node(self, kind):
        """Waits for the node of this kind, e.g. TOUCHSCREEN, and returns it."""
        def found():
            return [node for node, properties in self.nodes().items() if properties.get(f'ID_INPUT_{kind}') == '1']
        nodes = eventually(found, f'udev takes a node of {self.name} for a {kind}')
        expect(len(nodes) == 1, f'{self.name}: {nodes}')
        return nodes[0]

    # MARK: Reports

    def write(self, data):
        os.write(self.fd, struct.pack('<IH', INPUT, len(data)) + data)

    def frame(self, tips):
        """Yields the reports of one frame. Only the first has the number of contacts."""
        # A lifted contact is reported once more at its last position.
        places = tips + self.places[len(tips):]
        self.places = list(tips)
        contacts = [CONTACT.pack(self.switches(number, number < len(tips)), number, *self.counted(place))
                    for number, place in enumerate(places)]
        for first in range(0, max(len(contacts), 1), self.per_report):
            data = b''.join(contacts[first:first + self.per_report]).ljust(self.per_report * CONTACT.size, b'\0')
            yield bytes([TOUCH]) + data + struct.pack('<HB', self.scan_time, 0 if first else len(contacts)) + self.buttons()
        # In 0.1 ms.
        self.scan_time = (self.scan_time + round(FRAME * 10_000)) % 65536

    def counted(self, place):
        return [round((mm + side / 2) * self.counts) for mm, side in zip(place, self.size)]

    def switches(self, number, is_down):
        return int(is_down)

    def buttons(self):
        return b''


CONTACT = struct.Struct('<BBHH')


class SplitTouchscreen(HidDevice):
    """A touchscreen for Windows 7: two contacts per report. The first of several reports has the number of fingers."""

    name, product = 'Test Windows 7', 0x0007
    size, counts, per_report = (300, 200), 10, 2
    descriptor = touchscreen(size, counts, per_report)
    features = {MAXIMUM: bytes([4])}


class CertifiedTouchscreen(HidDevice):
    """A touchscreen for Windows 8: ten contacts per report, and a certificate."""

    name, product = 'Test Windows 8', 0x0008
    size, counts, per_report = (344, 194), 40, 10
    descriptor = certified_touchscreen(size, counts, per_report)
    features = {MAXIMUM: bytes([10]), CERTIFICATION: CERTIFICATE}


class PrecisionTouchpad(HidDevice):
    """A touchpad that is a button. It reports the contacts in `palms` without confidence."""

    name, product = 'Test Precision', 0x0009
    size, counts, per_report = (105, 65), 20, 5
    descriptor = touchpad(size, counts, per_report)
    # Five contacts, and the pad is a button.
    features = {MAXIMUM: bytes([0x05]), CERTIFICATION: CERTIFICATE, LATENCY: b'\0', MODE: b'\0', SWITCHES: b'\3'}

    def __init__(self):
        self.palms = set()
        self.is_clicked = False
        super().__init__()

    def switches(self, number, is_down):
        return (number not in self.palms) | is_down << 1

    def buttons(self):
        return bytes([self.is_clicked])


class PenTouchscreen(CertifiedTouchscreen):
    """A touchscreen and a pen in one device."""

    name, product = 'Test Pen', 0x000A
    size, counts = CertifiedTouchscreen.size, CertifiedTouchscreen.counts
    descriptor = CertifiedTouchscreen.descriptor + pen(size, counts)

    def show_pen(self, place=None, pressure=0):
        """Moves the pen to a position, pressed or hovering, or out of range without a position."""
        IN_RANGE, TIP = 1 << 4, 1
        state = IN_RANGE | (TIP if pressure else 0) if place else 0
        self.write(struct.pack('<BBHHH', PEN, state, *self.counted(place or (0, 0)), pressure))
