"""HID report descriptors of touchscreens, touchpads and pens, assembled from their items."""

# The prefix of each item without its size (HID 1.11, 6.2.2). Those in SIGNED can be negative.
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
    """The bytes of a descriptor. `text` has a name and a value per line, or several separated by ";"."""
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
    """A bit for each usage, padded to a byte."""
    return f'''
        LogicalMinimum 0; LogicalMaximum 1; ReportSize 1; ReportCount 1
        {"".join(f"Usage {usage}; Input Data;" for usage in usages)}
        ReportCount {8 - len(usages)}; Input Constant
    '''


def position(size, counts):
    """X and Y with 16 bits each, for a size in mm and a number of counts/mm."""
    axes = ''.join(f'''
        Usage {axis}; LogicalMaximum {side * counts}; PhysicalMaximum {side}; Input Data
    ''' for axis, side in zip('XY', size))
    return f'''
        UsagePage GenericDesktop; LogicalMinimum 0; PhysicalMinimum 0; Unit Centimetres; UnitExponent 0x0F
        ReportSize 16; ReportCount 1 {axes}
        PhysicalMaximum 0; Unit 0; UnitExponent 0; UsagePage Digitizers
    '''


def finger(switches, size, counts):
    """A contact: switches, number and position."""
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
# The certificate that Windows 8 requires, by which the kernel recognizes such a device.
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
    """A "Windows Precision Touchpad Collection" with its mouse and configuration collections."""
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
