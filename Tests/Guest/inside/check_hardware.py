"""What the service makes of every device that libinput's tests describe, and of fingers on those that are for touch."""

import contextlib
import fnmatch

from client import Subscription, call, device_at, stated_size
from described import AXES, DescribedDevice, describe_to_udev, descriptions
from devices import TouchDevice
from fingers import expected, gestures, heard
from harness import check, eventually, expect, run
from service import nodes_open_in, service

# Where the service may differ from what the descriptions say, and then has to: devices, patterns of gestures, and why.
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
    'it has one position and no BTN_TOUCH to say when that is of a finger':
        PAD | {'keys': ['BTN_TOOL_FINGER'], 'abs': AXES},
    'it has neither ABS_MT_POSITION_X and ABS_MT_POSITION_Y nor ABS_X and ABS_Y':
        PAD | {'abs': AXES[2:]},
}


def kind_of(description):
    """What libinput's tests take it for: touchscreen, touchpad, or not for touch."""
    features = {name.removeprefix('LITEST_') for name in description['features']}
    if 'TOUCHPAD' in features:
        return 'touchpad'
    return 'touchscreen' if features & {'TOUCH', 'PROTOCOL_A', 'SINGLE_TOUCH'} else None


def folds(description):
    """Whether it has a switch that says that nobody can touch a touchpad."""
    return any(name in ('SW_LID', 'SW_TABLET_MODE') for _, name in description.get('other', []))


def slots_of(device):
    """How many contacts it tells apart: of protocol A, as many as libmtdev does."""
    return {'slots': device.slots, 'anonymous': 32}.get(device.protocol, 1)


def told():
    """What the service says of each node: how it uses it, or why it refuses it."""
    reply = call('org.gestured.Gestures.ListDevices')['parameters']
    return {device['node']: device for device in (*reply['devices'], *reply['refused'])}


def kinds():
    """All devices at once: device, what is compared, what it has to be, what the service says, why it differs."""
    known = descriptions()
    describe_to_udev(known)
    with contextlib.ExitStack() as devices:
        made = {name: devices.enter_context(DescribedDevice(description)) for name, description in known.items()}
        refused = {reason: devices.enter_context(DescribedDevice(description | {'name': f'Unusable {number}'}))
                   for number, (reason, description) in enumerate(UNUSABLE.items())}
        # The service hears of a device that is made now after all others.
        run('udevadm', 'settle')
        devices.enter_context(TouchDevice(name='Last')).opened_by(service)
        by_node, opened = told(), nodes_open_in(service.pid)
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


@check('every device described is taken for what it is, with its size and its slots')
def hardware_kinds():
    wrong = compare(kinds(), EXPECTED_KINDS)
    expect(not wrong, '\n'.join(wrong))


# MARK: What fingers do on them


def played():
    """Each touch device in turn: device, gesture, what has to be told, what the service tells, why it differs."""
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


@check('on each touch device, taps and swipes of one to three fingers are told, and nothing else')
def hardware_gestures():
    wrong = compare(played(), [name for name, *_ in EXPECTED_GESTURES])
    expect(not wrong, '\n'.join(wrong))


# MARK: The comparison


def compare(differences, expected):
    """Prints what differs, and returns what of it is not as it has to be: each of the devices `expected` has to differ."""
    wrong, devices = [], set()
    for name, what, wanted, got, reason in differences:
        devices.add(name)
        if wanted == got and not reason:
            continue
        row = f'# {name}, {what}: described as {wanted}, told as {got}' + (f': {reason}' if reason else '')
        print(row, flush=True)
        if (wanted == got) == bool(reason):
            wrong.append(row)
    print(f'# {len(devices)} devices', flush=True)
    return wrong + [f'expected, and never met: {name}' for name in expected if name not in devices]
