"""Emulates input devices with umockdev. Reads commands as JSON lines on standard input and answers each on standard output.

Runs under libumockdev-preload in the system's Python, which has the bindings. The first line of output is the root folder of
the devices.
"""
import json
import os
import struct
import sys

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev

SYN, KEY, ABS, SWITCH, TOUCH = 0, 1, 3, 5, 0x14A
SLOTS = 10
# The number of events in one write: the kernel's terminal buffers take about 1800 bytes.
WHOLE = 64
# The maximum and the counts/mm of each axis.
AXES = {
    0x00: (4095, 20), 0x01: (4095, 32), 0x2F: (SLOTS - 1, 0), 0x35: (4095, 20), 0x36: (4095, 32), 0x39: (65535, 0)}
PEN_KEYS = (0x140, 0x141, TOUCH)
# Keys and axes of devices with one position.
SINGLE = {"TABLET": (PEN_KEYS, (0x00, 0x01)), "MOUSE": ((0x110, 0x111), (0x00, 0x01))}
MULTITOUCH_STATE = (0x35, 0x36, 0x39)
# Lid and tablet mode.
SWITCHES = (0, 1)


def bits(codes, size):
    """A bitmap in hexadecimal, as ioctls return it."""
    return sum(1 << code for code in codes).to_bytes(size, "little").hex().upper()


def ioctls(node, name, down, resolution, phys, width, kind):
    """The ioctl replies of a device that is `width` counts wide.

    With `down` a finger is on the device, the pen is near, or these switches are on.
    """
    pen = kind == "TABLET"
    keys, axes = codes(kind)
    switches = SWITCHES if kind == "SWITCH" else ()
    def text(string):
        return f"{len(string) + 1} {string.encode().ljust(255, bytes(1)).hex().upper()}"

    lines = [
        f"@DEV {node}", f"EVIOCGNAME(0) {text(name)}", f"EVIOCGPHYS(0) {text(phys)}",
        f"EVIOCGUNIQ(0) {text('')}", "EVIOCGID 0 0300341278561101", "EVIOCGVERSION 0 01000100",
        f"EVIOCGPROP(0) 8 {bits([1], 8)}", f"EVIOCGBIT(0) 8 {bits([SYN, KEY, SWITCH if switches else ABS], 8)}",
        f"EVIOCGBIT({KEY}) 96 {bits(keys, 96)}", f"EVIOCGBIT({ABS}) 8 {bits(axes, 8)}",
        f"EVIOCGBIT({SWITCH}) 8 {bits(switches, 8)}"]
    lines += [f"EVIOCGBIT({type}) {size} {bits([], size)}" for type, size in
              ((2, 8), (4, 8), (17, 8), (18, 8), (20, 8), (21, 16))]
    held = bits(PEN_KEYS[:1] if pen and down else [], 96)
    on = bits(down if switches and down else [], 8)
    lines += ["EVIOCGKEY(0) 96 " + held, "EVIOCGLED(0) 8 " + "00" * 8, "EVIOCGSW(0) 8 " + on]
    for code, (maximum, counts) in AXES.items():
        request = f"EVIOCGABS({code})" if code else "EVIOCGABS"
        maximum = width if code in (0x00, 0x35) else maximum
        lines.append(f"{request} 0 {struct.pack('<6i', 0, 0, maximum, 0, 0, counts if resolution else 0).hex().upper()}")
    for code in MULTITOUCH_STATE if 0x2F in axes else ():
        slots = [-1 if code == 0x39 else 0] * SLOTS
        slots[0] = {0x35: 1000, 0x36: 1000, 0x39: 7}[code] if down else slots[0]
        lines.append(f"EVIOCGMTSLOTS(0) 0 {struct.pack(f'<I{SLOTS}i', code, *slots).hex().upper()}")
    return "\n".join(lines) + "\n"


def codes(kind):
    """The keys and axes of a device."""
    return {"KEYBOARD": (range(1, 128), []), "SWITCH": ([], []), **SINGLE}.get(kind, ([TOUCH], AXES))


def words(codes):
    """A bitmap in the format of sysfs: 64-bit words in hexadecimal, the highest first."""
    bitmap = sum(1 << code for code in codes)
    return " ".join(reversed([f"{bitmap >> shift & (1 << 64) - 1:x}" for shift in range(0, max(bitmap.bit_length(), 1), 64)]))


def udev(number, name, kind, phys, inhibited, properties):
    """The device in udev and sysfs. Without a kind it has no udev properties."""
    known = {"ID_INPUT": 1, f"ID_INPUT_{kind}": 1} if kind else {}
    keys, axes = codes(kind)
    parent = os.path.dirname(paths[number])
    above = os.path.dirname(parent)
    is_new = above.startswith("/devices/body") and not os.path.exists(f"{root}/sys{above}")
    body = f"P: {above}\nE: SUBSYSTEM=hid\n\n" if is_new else ""
    return f"""{body}P: {parent}
E: SUBSYSTEM=input
A: name={name}
A: phys={phys}
A: inhibited={int(inhibited)}
A: id/bustype=0003
A: id/vendor=1234
A: id/product=5678
A: id/version=0111
A: properties={words([1] if axes else [])}
A: capabilities/ev={words([SYN, KEY, ABS] if axes else [SYN, KEY])}
A: capabilities/key={words(keys)}
A: capabilities/abs={words(axes)}
A: capabilities/sw={words(SWITCHES if kind == "SWITCH" else [])}

P: {paths[number]}
N: input/event{number}
E: DEVNAME=/dev/input/event{number}
{"".join(f"E: {key}={value}{chr(10)}" for key, value in {**known, **properties}.items())}E: SUBSYSTEM=input
A: dev=13:{64 + number}

"""


testbed = UMockdev.Testbed.new()
root = testbed.get_root_dir()
print(root, flush=True)


# The path of each device in sysfs.
paths = {}


def system_path(number):
    return f"/sys{paths[number]}"


def answer(number, name="Mock", down=False, resolution=True, phys=None, width=4095, kind=None):
    path = os.path.join(root, f"{number}.ioctl")
    phys = f"event{number}" if phys is None else phys
    with open(path, "w") as file:
        file.write(ioctls(f"/dev/input/event{number}", name, down, resolution, phys, width, kind))
    testbed.load_ioctl(None, path)


def show(number, name="HDMI-A-1", size=None, dpms="On"):
    """Adds or changes a connector with a display. The size is in mm."""
    path = f"/devices/card0/drm/card0/card0-{name}"
    edid = bytearray(128)
    edid[:8] = bytes.fromhex("00ffffffffffff00")
    if size:
        edid[54], edid[66], edid[67] = 1, size[0] & 0xFF, size[1] & 0xFF
        edid[68] = (size[0] >> 8) << 4 | size[1] >> 8
    edid[127] = -sum(edid) & 0xFF
    if os.path.exists(f"{root}/sys{path}"):
        testbed.set_attribute(f"/sys{path}", "dpms", dpms + "\n")
        testbed.set_attribute_binary(f"/sys{path}", "edid", bytes(edid))
    else:
        testbed.add_from_string(
            f"P: {path}\nE: SUBSYSTEM=drm\nA: status=connected\\n\nA: dpms={dpms}\\n\nH: edid={edid.hex().upper()}\n\n")
    testbed.uevent(f"/sys{path}", "change")


def handle(command, number, **options):
    match command:
        case "add":
            name, kind = options.pop("name", "Mock"), options.pop("kind", "TOUCHSCREEN")
            inhibited, properties = options.pop("inhibited", False), options.pop("properties", {})
            # Devices with the same `body` belong to one HID device.
            parent = f"body{options.pop('body')}" if "body" in options else f"usb{number}"
            paths[number] = f"/devices/{parent}/input{number}/event{number}"
            if options.pop("answers", True):
                answer(number, name, kind=kind, **options)
            phys = options.get("phys", f"event{number}")
            testbed.add_from_string(udev(number, name, kind, phys, inhibited, properties))
        case "display":
            show(number, **options)
        case "backlight":
            testbed.add_from_string(
                f"P: /devices/backlight/light{number}\nE: SUBSYSTEM=backlight\nA: bl_power={options['power']}\\n\n")
        case "change":
            answer(number, **options)
            testbed.uevent(system_path(number), "change")
        case "again":
            testbed.uevent(system_path(number), "add")
        case "remove":
            testbed.uevent(system_path(number), "remove")
        case "vanish":
            os.remove(os.path.join(root, f"dev/input/event{number}"))
        case "spoil":
            # A link to itself: examining it fails, even with "not found".
            os.symlink(f"event{number}", f"{root}/sys/class/input/event{number}")
        case "write":
            data = [struct.pack("@llHHi", *divmod(time, 1_000_000), *event) for time, *event in options["events"]]
            # The terminal that umockdev makes of a device truncates longer writes, possibly within an event.
            for begin in range(0, len(data), WHOLE):
                os.write(testbed.get_dev_fd(f"/dev/input/event{number}"), b"".join(data[begin:begin + WHOLE]))
        case _:
            raise ValueError(command)


for line in sys.stdin:
    handle(**json.loads(line))
    print("done", flush=True)
