"""The devices described by libinput's tests: their kinds, and gestures on the touch devices."""

import contextlib
import fnmatch

from client import Subscription, call, device_at, stated_size
from described import AXES, DescribedDevice, describe_to_udev, descriptions
from devices import TouchDevice
from fingers import expected, gestures, heard
from harness import check, eventually, expect, run
from service import nodes_open_in, service

# Expected differences from the descriptions: devices, patterns of gestures, and the reason. Each must occur.
EXPECTED_KINDS = {
    'ABSINFO_OVERRIDE': ('touchpad', 'its feature says that libinput\'s tests for all devices leave it out'),
    'TOUCHPAD_PALMPRESSURE_ZERO': ('touchpad', 'the same'),
    'DELL_CANVAS_TOTEM': (None, 'a dial that is put on the screen, and so refused; udev calls it a touchscreen'),
}
EXPECTED_GESTURES = [
    ('GENERIC_SINGLETOUCH', 'tap [23]', 'one position that jumps where fingers come, and no count of them: it moved'),
    ('SYNAPTICS_TOUCHPAD', 'tap 3', 'the same'),
]


# MARK: What they are


PAD = {'id': {}, 'props': ['INPUT_PROP_POINTER', 'INPUT_PROP_SEMI_MT'], 'keys': ['BTN_TOOL_FINGER', 'BTN_TOUCH']}
UNUSABLE = {
    'an axis has an empty range':
        {'id': {}, 'props': ['INPUT_PROP_DIRECT'], 'keys': ['BTN_TOUCH'],
         'abs': [axis | {'max': 0} if axis['code'] == 'ABS_MT_POSITION_Y' else axis for axis in AXES]},
    'it reports one position, but has neither BTN_TOUCH nor BTN_TOOL_FINGER to say when it is touched':
        {'id': {}, 'props': ['INPUT_PROP_DIRECT'], 'keys': ['KEY_POWER'], 'abs': AXES[:2]},
    'it has neither ABS_MT_POSITION_X and ABS_MT_POSITION_Y nor ABS_X and ABS_Y':
        PAD | {'abs': AXES[2:]},
}


def kind_of(description):
    """The kind in libinput's tests: touchscreen, touchpad, or None."""
    features = {name.removeprefix('LITEST_') for name in description['features']}
    if 'TOUCHPAD' in features:
        return 'touchpad'
    return 'touchscreen' if features & {'TOUCH', 'PROTOCOL_A', 'SINGLE_TOUCH'} else None


def folds(description):
    """Returns whether the device has a lid or tablet-mode switch."""
    return any(name in ('SW_LID', 'SW_TABLET_MODE') for _, name in description.get('other', []))


def slots_of(device):
    """The expected number of slots. With protocol A it is that of libmtdev."""
    return {'slots': device.slots, 'anonymous': 32}.get(device.protocol, 1)


def reported():
    """The service's description of each node that it uses or refuses."""
    reply = call('org.gestured.Gestures.ListDevices')['parameters']
    return {device['node']: device for device in (*reply['devices'], *reply['refused'])}


def kinds():
    """Makes all devices at once. Yields device, property, expected value, reported value, and the reason for a difference."""
    known = descriptions()
    describe_to_udev(known)
    with contextlib.ExitStack() as devices:
        made = {name: devices.enter_context(DescribedDevice(description)) for name, description in known.items()}
        refused = {reason: devices.enter_context(DescribedDevice(description | {'name': f'Unusable {number}'}))
                   for number, (reason, description) in enumerate(UNUSABLE.items())}
        # The service learns of this device after all others.
        run('udevadm', 'settle')
        devices.enter_context(TouchDevice(name='Last')).opened_by(service)
        by_node, opened = reported(), nodes_open_in(service.pid)
        for name, device in made.items():
            what = by_node.get(device.node, {})
            _, reason = EXPECTED_KINDS.get(name, (None, None))
            yield name, 'kind', kind_of(known[name]), what.get('kind') or what.get('reason'), reason
            yield name, 'open', 'kind' in what or folds(known[name]), device.node in opened, None
            if 'kind' in what:
                yield name, 'size', device.size and tuple(round(side, 3) for side in device.size), stated_size(what), None
                yield name, 'slots', slots_of(device), what['slots'], None
        for reason, device in refused.items():
            yield device.name, 'reason', f'{device.name}: {reason}', by_node.get(device.node, {}).get('reason'), None


@check('every described device gets its kind, size and slots')
def hardware_kinds():
    wrong = compare(kinds(), EXPECTED_KINDS)
    expect(not wrong, '\n'.join(wrong))


# MARK: What fingers do on them


def played():
    """Makes each touch device in turn. Yields device, gesture, expected and reported events, and the reason for a difference."""
    known = descriptions()
    describe_to_udev(known)
    for name, description in known.items():
        if not EXPECTED_KINDS.get(name, (kind_of(description),))[0]:
            continue
        with DescribedDevice(description) as device:
            eventually(lambda: device.node in nodes_open_in(service.pid), f'the service opens {name}')
            what = device_at(device.node)
            device.assume((what['width'], what['height']))
            with Subscription() as client:
                for gesture, touches in gestures():
                    words = ' '.join(str(word) for word in gesture).strip()
                    reason = next((reason for device_name, pattern, reason in EXPECTED_GESTURES
                                   if device_name == name and fnmatch.fnmatch(words, pattern)), None)
                    yield name, words, expected(*gesture, device.can_count), heard(client, device, touches), reason
                client.expect_all_closed()


@check('every touch device reports taps and swipes of one to three fingers, and nothing else')
def hardware_gestures():
    wrong = compare(played(), [name for name, *_ in EXPECTED_GESTURES])
    expect(not wrong, '\n'.join(wrong))


# MARK: The comparison


def compare(differences, expected):
    """Prints the differences and returns the unexpected ones. Each of the devices `expected` must differ."""
    wrong, devices = [], set()
    for name, what, wanted, got, reason in differences:
        devices.add(name)
        if wanted == got and not reason:
            continue
        row = f'# {name}, {what}: described as {wanted}, reported as {got}' + (f': {reason}' if reason else '')
        print(row, flush=True)
        if (wanted == got) == bool(reason):
            wrong.append(row)
    print(f'# {len(devices)} devices', flush=True)
    return wrong + [f'expected, and never met: {name}' for name in expected if name not in devices]
