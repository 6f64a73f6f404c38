"""HID touch devices made with uhid from report descriptors: their drivers are the kernel's own, hid-multitouch among them."""

import contextlib
import os
import re
import struct
import threading

from harness import eventually, expect
from touches import FRAME, Touched

# MARK: Report descriptors

# The prefix of each item, but for its size (HID 1.11, 6.2.2); those in SIGNED may be negative.
ITEMS = {
    'Input': 0x80, 'Collection': 0xA0, 'Feature': 0xB0, 'End': 0xC0,
    'UsagePage': 0x04, 'LogicalMinimum': 0x14, 'LogicalMaximum': 0x24, 'PhysicalMinimum': 0x34, 'PhysicalMaximum': 0x44,
    'UnitExponent': 0x54, 'Unit': 0x64, 'ReportSize': 0x74, 'ReportID': 0x84, 'ReportCount': 0x94,
    'Usage': 0x08, 'UsageMinimum': 0x18, 'UsageMaximum': 0x28,
}
SIGNED = {'LogicalMinimum', 'LogicalMaximum', 'PhysicalMinimum', 'PhysicalMaximum'}
VALUES = {
    'Physical': 0, 'Application': 1, 'Logical': 2,
    'Data': 0x02, 'Constant': 0x03, 'Relative': 0x06,
    'GenericDesktop': 0x01, 'Button': 0x09, 'Digitizers': 0x0D, 'Microsoft': 0xFF00,
    'Pointer': 0x01, 'Mouse': 0x02, 'X': 0x30, 'Y': 0x31,
    'Pen': 0x02, 'TouchScreen': 0x04, 'TouchPad': 0x05, 'Configuration': 0x0E, 'Stylus': 0x20, 'Finger': 0x22,
    'TipPressure': 0x30, 'InRange': 0x32, 'Invert': 0x3C, 'TipSwitch': 0x42, 'BarrelSwitch': 0x44, 'Eraser': 0x45,
    'Confidence': 0x47, 'ContactIdentifier': 0x51, 'InputMode': 0x52, 'ContactCount': 0x54, 'ContactCountMaximum': 0x55,
    'ScanTime': 0x56, 'SurfaceSwitch': 0x57, 'ButtonSwitch': 0x58, 'ButtonType': 0x59, 'LatencyMode': 0x60,
    'CertificationBlob': 0xC5,
    'Centimetres': 0x11, 'Seconds': 0x1001,
}


def assembled(text):
    """The bytes of a descriptor, from its items: on each line a name and a value, several between ";"."""
    descriptor = b''
    for item in text.replace('\n', ';').split(';'):
        if not item.strip():
            continue
        name, *rest = item.split()
        if not rest:
            descriptor += bytes([ITEMS[name]])
            continue
        value = VALUES.get(rest[0])
        value = int(rest[0], 0) if value is None else value
        size = next(size for size in (1, 2, 4) if fits(value, size, name in SIGNED))
        descriptor += bytes([ITEMS[name] | (size if size < 4 else 3)])
        descriptor += value.to_bytes(size, 'little', signed=name in SIGNED)
    return descriptor


def fits(value, size, signed):
    bits = size * 8
    return -(1 << bits - 1) <= value < 1 << bits - 1 if signed else 0 <= value < 1 << bits


def flags(*usages):
    """A bit for each usage, filled up to a byte."""
    return f'''
        LogicalMinimum 0; LogicalMaximum 1; ReportSize 1; ReportCount 1
        {"".join(f"Usage {usage}; Input Data;" for usage in usages)}
        ReportCount {8 - len(usages)}; Input Constant
    '''


def position(size, counts):
    """X and Y of 16 bits; the size in mm is what they measure, so many counts each mm."""
    axes = ''.join(f'''
        Usage {axis}; LogicalMaximum {side * counts}; PhysicalMaximum {side}; Input Data
    ''' for axis, side in zip('XY', size))
    return f'''
        UsagePage GenericDesktop; LogicalMinimum 0; PhysicalMinimum 0; Unit Centimetres; UnitExponent 0x0F
        ReportSize 16; ReportCount 1 {axes}
        PhysicalMaximum 0; Unit 0; UnitExponent 0; UsagePage Digitizers
    '''


def finger(switches, size, counts):
    """A contact: its switches, its number, where it is."""
    return f'''
        Usage Finger; Collection Logical {flags(*switches)}
        LogicalMaximum 127; ReportSize 8; ReportCount 1; Usage ContactIdentifier; Input Data {position(size, counts)}
        End
    '''


SCAN_TIME = '''
    Unit Seconds; UnitExponent 0x0C; LogicalMinimum 0; LogicalMaximum 65535; PhysicalMaximum 65535
    ReportSize 16; ReportCount 1; Usage ScanTime; Input Data
    PhysicalMaximum 0; Unit 0; UnitExponent 0
'''
CONTACT_COUNT = 'LogicalMaximum 127; ReportSize 8; ReportCount 1; Usage ContactCount; Input Data'
# What Windows asks for before it takes a device for one of version 8, and by which the kernel knows one.
BLOB = '''
    UsagePage Microsoft; Usage CertificationBlob; LogicalMinimum 0; LogicalMaximum 255; ReportSize 8; ReportCount 256
    Feature Data; UsagePage Digitizers
'''
TOUCH, MAXIMUM, CERTIFICATION, MODE, SWITCHES, LATENCY, MOUSE, PEN = range(1, 9)


def touchscreen(size, counts, per_report, more=''):
    return f'''
        UsagePage Digitizers; Usage TouchScreen; Collection Application; ReportID {TOUCH}
            {finger(['TipSwitch'], size, counts) * per_report} {SCAN_TIME} {CONTACT_COUNT}
            ReportID {MAXIMUM}; LogicalMaximum 127; Usage ContactCountMaximum; Feature Data
            {more}
        End
    '''


def certified_touchscreen(size, counts, per_report):
    return touchscreen(size, counts, per_report, f'ReportID {CERTIFICATION} {BLOB}')


def touchpad(size, counts, per_report):
    """As "Windows Precision Touchpad Collection" wants it, with the collections that go with it: mouse and configuration."""
    return f'''
        UsagePage GenericDesktop; Usage Mouse; Collection Application; ReportID {MOUSE}
            Usage Pointer; Collection Physical
                UsagePage Button; UsageMinimum 1; UsageMaximum 2; LogicalMinimum 0; LogicalMaximum 1
                ReportSize 1; ReportCount 2; Input Data; ReportCount 6; Input Constant
                UsagePage GenericDesktop; Usage X; Usage Y; LogicalMinimum -127; LogicalMaximum 127
                ReportSize 8; ReportCount 2; Input Relative
            End
        End
        UsagePage Digitizers; Usage TouchPad; Collection Application; ReportID {TOUCH}
            {finger(['Confidence', 'TipSwitch'], size, counts) * per_report} {SCAN_TIME} {CONTACT_COUNT}
            UsagePage Button {flags(1)} UsagePage Digitizers
            ReportID {MAXIMUM}; LogicalMaximum 15; ReportSize 4; ReportCount 2
            Usage ContactCountMaximum; Usage ButtonType; Feature Data
            ReportID {LATENCY}; LogicalMaximum 1; ReportSize 8; ReportCount 1; Usage LatencyMode; Feature Data
            ReportID {CERTIFICATION} {BLOB}
        End
        Usage Configuration; Collection Application
            ReportID {MODE}; Usage Finger; Collection Logical
                LogicalMinimum 0; LogicalMaximum 10; ReportSize 8; ReportCount 1; Usage InputMode; Feature Data
            End
            ReportID {SWITCHES}; Usage Finger; Collection Physical
                LogicalMaximum 1; ReportSize 1; ReportCount 2; Usage SurfaceSwitch; Usage ButtonSwitch; Feature Data
                ReportCount 6; Feature Constant
            End
        End
    '''


def pen(size, counts):
    return f'''
        UsagePage Digitizers; Usage Pen; Collection Application; ReportID {PEN}
            Usage Stylus; Collection Physical
                {flags('TipSwitch', 'BarrelSwitch', 'Eraser', 'Invert', 'InRange')} {position(size, counts)}
                LogicalMaximum 1023; ReportSize 16; Usage TipPressure; Input Data
            End
        End
    '''


# MARK: Devices

DESTROY, STOP, GET_REPORT, GET_REPORT_REPLY, CREATE, INPUT, SET_REPORT, SET_REPORT_REPLY = 1, 3, 9, 10, 11, 12, 13, 14
EIO = 5
BUS_USB, VENDOR = 0x03, 0xF00D
CERTIFICATE = bytes(256)


class HidDevice(Touched):
    """A touch device of the kind that a subclass describes; a context manager, which unplugs it in the end.

    Fingers are in mm from the middle of its surface.
    """

    name = product = descriptor = None
    size = counts = None  # in mm, and counts each mm
    per_report = None  # how many contacts fit in a report
    features = {}  # what it answers when the kernel asks for a report: the bytes after its number

    def __init__(self):
        # By which its nodes are found.
        self.path = f'test-hid-{self.product:x}'
        self.settings = {}  # what the kernel set, by report
        self.plug()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.fd is not None:
            self.unplug()

    def plug(self):
        self.scan_time = 0
        self.places = []  # where each contact of the last frame was, in mm
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
        """Answers the kernel as the device, until it is unplugged."""
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
        """Its event nodes with which udev has dealt, and what udev says of each."""
        found = {}
        for entry in os.scandir('/sys/class/input'):
            # Nodes go while we look.
            with contextlib.suppress(OSError):
                with open(f'{entry.path}/device/phys') as phys, open(f'{entry.path}/dev') as number:
                    if phys.read().strip() == self.path and entry.name.startswith('event'):
                        with open(f'/run/udev/data/c{number.read().strip()}') as data:
                            properties = dict(re.findall('^E:(.*?)=(.*)$', data.read(), re.MULTILINE))
                        found[f'/dev/input/{entry.name}'] = properties
        return found

    def node(self, kind):
        """The node that udev takes for this kind, e.g. TOUCHSCREEN, as soon as it is there."""
        def found():
            return [node for node, properties in self.nodes().items() if properties.get(f'ID_INPUT_{kind}') == '1']
        nodes = eventually(found, f'udev takes a node of {self.name} for a {kind}')
        expect(len(nodes) == 1, f'{self.name}: {nodes}')
        return nodes[0]

    # MARK: Reports

    def write(self, data):
        os.write(self.fd, struct.pack('<IH', INPUT, len(data)) + data)

    def frame(self, tips):
        """The reports of one frame: as many contacts in each as fit, and their number in the first."""
        # A contact that is lifted is reported once more, where it was.
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
    """As made for Windows 7: two contacts in a report, more fingers in several reports, the first of which counts them."""

    name, product = 'Test Windows 7', 0x0007
    size, counts, per_report = (300, 200), 10, 2
    descriptor = touchscreen(size, counts, per_report)
    features = {MAXIMUM: bytes([4])}


class CertifiedTouchscreen(HidDevice):
    """As made for Windows 8: ten contacts in a report, and a certificate."""

    name, product = 'Test Windows 8', 0x0008
    size, counts, per_report = (344, 194), 40, 10
    descriptor = certified_touchscreen(size, counts, per_report)
    features = {MAXIMUM: bytes([10]), CERTIFICATION: CERTIFICATE}


class PrecisionTouchpad(HidDevice):
    """A pad that is a button. It says of each contact whether it takes it for a finger: of those in `palms` it does not."""

    name, product = 'Test Precision', 0x0009
    size, counts, per_report = (105, 65), 20, 5
    descriptor = touchpad(size, counts, per_report)
    # Five contacts; the pad is the button.
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
    """A touchscreen with a pen of its own, in one device."""

    name, product = 'Test Pen', 0x000A
    size, counts = CertifiedTouchscreen.size, CertifiedTouchscreen.counts
    descriptor = CertifiedTouchscreen.descriptor + pen(size, counts)

    def show_pen(self, place=None, pressure=0):
        """The pen is at a place, pressed or above it; nowhere: it goes out of range."""
        IN_RANGE, TIP = 1 << 4, 1
        state = IN_RANGE | (TIP if pressure else 0) if place else 0
        self.write(struct.pack('<BBHHH', PEN, state, *self.counted(place or (0, 0)), pressure))
