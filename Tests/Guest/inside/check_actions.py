"""gesturectl actions: gestures run commands, keys and clicks in a session of sway."""

import contextlib
import os
import re
import signal

from client import GET_STATUS, call
from compositor import RUNTIME_DIRECTORY, USER, Session
from devices import TouchDevice
from harness import check, eventually, expect, run
from service import service

LOG = f'{RUNTIME_DIRECTORY}/actions'
SCREEN, PAD = (300, 200), (100, 60)
SMALL = ['--size', '100x60']


def logging(text):
    """A command that appends a line to LOG. The shell replaces variables in it."""
    return f"""sh -c 'echo "{text}" >> {LOG}'"""


def logged():
    """The lines of LOG."""
    with contextlib.suppress(FileNotFoundError), open(LOG) as file:
        return file.read().splitlines()
    return []


def expect_logged(*lines):
    """Waits until the bindings have run, and forgets that they have."""
    eventually(lambda: len(logged()) >= len(lines), f'{list(lines)}, only {logged()}')
    expect(logged() == list(lines), f'expected {list(lines)}, got {logged()}')
    os.remove(LOG)


# MARK: Touches, for a surface of this size in mm


def tap(x, y, ms=60):
    return f'down 0 {x} {y}; sync; wait {ms}; up 0; sync'


def swipe(size, x, y=0, fingers=3):
    """Fingers side by side move through the middle, by these shares of the surface."""
    width, height = size
    starts = [(width * (0.5 - x / 2) + 8 * (finger - fingers / 2), height * (0.5 - y / 2)) for finger in range(fingers)]
    downs = '; '.join(f'down {finger} {left} {top}' for finger, (left, top) in enumerate(starts))
    ends = ' '.join(f'{finger} {left + width * x} {top + height * y}' for finger, (left, top) in enumerate(starts))
    ups = '; '.join(f'up {finger}' for finger in range(fingers))
    # The pause lets the compositor's answers to what happened before arrive.
    return 'wait 100', f'{downs}; sync', f'glide 150 {ends}', f'{ups}; sync', 'wait 400'


def pinch(start, end):
    """Two fingers move from one distance to another, in mm."""
    return (f'down 0 {150 - start / 2} 100; down 1 {150 + start / 2} 100; sync',
            f'glide 400 0 {150 - end / 2} 100 1 {150 + end / 2} 100', 'wait 200', 'up 0; up 1; sync', 'wait 400')


# MARK: The program


@contextlib.contextmanager
def actions(session, text, **changes):
    """Runs gesturectl actions as the user of a session, with these bindings. `changes` are to its variables; None removes one."""
    path = f'{session.directory}/actions.conf'
    with open(path, 'w') as file:
        file.write(text)
    with contextlib.suppress(FileNotFoundError):
        os.remove(LOG)
    subscriptions = lambda: call(GET_STATUS)['parameters']['subscriptions']
    before = subscriptions()
    variables = {name: value for name, value in {**session.environment, **changes}.items() if value is not None}
    command = session.as_user('gesturectl', 'actions', '--config', path)
    with session.running(*command, name='actions', environment=variables) as process:
        with session.explained('actions'):
            eventually(lambda: subscriptions() > before, 'it subscribes')
            yield process


# MARK: The checks


@check('a swipe of three fingers on a touchscreen or touchpad changes the workspace of sway')
def swipe_changes_workspace():
    bindings = '[actions]\nswipe left 3 = swaymsg workspace 2\nswipe right 3 = swaymsg workspace 1\n'
    with Session() as session, TouchDevice() as screen, TouchDevice('touchpad', options=SMALL) as pad:
        for device in screen, pad:
            session.reads(device)
            device.opened_by(service)
        with actions(session, bindings):
            for device, size in (screen, SCREEN), (pad, PAD):
                expect(session.workspace() == '1', f'workspace {session.workspace()}')
                for way, name in (-0.5, '2'), (0.5, '1'):
                    device.play(*swipe(size, way))
                    eventually(lambda: session.workspace() == name, f'workspace {name} after a swipe on the {device.name}')


@check('each step of a pinch runs its command, in order, outwards and inwards')
def pinch_in_steps():
    bindings = '[actions]\n' + ''.join(f'pinch {way} 2 every 20% = {logging(f"{way} $GESTURE_STEP")}\n' for way in ('out', 'in'))
    with Session() as session, TouchDevice() as screen:
        screen.opened_by(service)
        with actions(session, bindings):
            for word, ends in ('out', (40, 100)), ('in', (100, 40)):
                screen.play(*pinch(*ends))
                eventually(lambda: len(logged()) >= 3, f'three steps {word}, only {logged()}')
                steps = logged()
                expect_logged(*(f'{word} {number}' for number in range(1, len(steps) + 1)))


@check('five taps and a hold in a corner open a service menu, and nothing like it does')
def service_menu():
    bindings = f'''
[actions]
swipe left 3 = {logging('end')}
[action service-menu]
gesture = tap 5 in top-left, hold 2s in top-left
within = 10s
run = {logging('menu')}
'''
    corner, middle = (30, 20), (150, 100)

    def taps(count, place):
        return *(line for _ in range(count) for line in (tap(*place), 'wait 100')), 'wait 500'

    def hold(ms, place=corner):
        return tap(*place, ms), 'wait 500'

    near_misses = {
        'four taps': (*taps(4, corner), *hold(2300)),
        'six taps': (*taps(6, corner), *hold(2300)),
        'taps elsewhere': (*taps(5, middle), *hold(2300)),
        'a hold elsewhere': (*taps(5, corner), *hold(2300, middle)),
        'a short hold': (*taps(5, corner), *hold(1700)),
        'no hold': taps(5, corner),
        'only a hold': hold(2300),
        'a late hold': (*taps(5, corner), 'wait 11000', *hold(2300)),
    }
    with Session() as session, TouchDevice() as screen:
        screen.opened_by(service)
        with actions(session, bindings):
            for name, touches in near_misses.items():
                # What was begun ends with `within`.
                screen.play(*touches, 'wait 11000', *swipe(SCREEN, -0.5))
                eventually(lambda: 'end' in logged(), f'the end of {name}')
                expect(logged() == ['end'], f'{name}: {logged()}')
                os.remove(LOG)
            screen.play(*taps(5, corner), *hold(2300))
            expect_logged('menu')


APPLICATIONS = f'''
[actions]
swipe left 3 = {logging('any')}
swipe right 3 = {logging('right')}
[application first]
swipe left 3 = {logging('first $GESTURE_APPLICATION')}
'''


def expect_application_bindings(session, screen):
    with session.window('first'), session.window('second'):
        for application, line in ('second', 'any'), ('first', 'first first'), ('second', 'any'):
            session.focus(application)
            screen.play(*swipe(SCREEN, -0.5))
            expect_logged(line)
        session.focus('first')
        screen.play(*swipe(SCREEN, 0.5))
        expect_logged('right')
    screen.play(*swipe(SCREEN, -0.5))
    expect_logged('any')


@check('the bindings of an application replace others while sway says that it has the focus')
def application_of_sway():
    with Session() as session, TouchDevice() as screen:
        screen.opened_by(service)
        with actions(session, APPLICATIONS):
            expect_application_bindings(session, screen)


@check('without the socket of sway, the list of windows of the compositor says which application has the focus')
def application_of_window_list():
    with Session() as session, TouchDevice() as screen:
        screen.opened_by(service)
        with session.hidden_socket(), actions(session, APPLICATIONS, SWAYSOCK=None):
            expect_application_bindings(session, screen)


@check('keys and clicks need a permission, which allow-keys gives, and reach a window')
def keys_and_clicks():
    allow_keys = '/usr/local/share/gestured/allow-keys'
    bindings = '[actions]\nswipe left 3 = key ctrl+w\nhold 1s 1 = click right\n'
    with Session() as session, TouchDevice() as screen:
        session.reads(screen)
        screen.opened_by(service)
        with actions(session, bindings):
            screen.play(*swipe(SCREEN, -0.5))
            eventually(lambda: allow_keys in session.read('actions'), 'the error names the script')
        status, output = run(allow_keys, '--user', USER)
        expect(status == 0, output)
        try:
            with actions(session, bindings), session.running(*session.as_user('stdbuf', '-oL', 'wev'), name='wev'):
                eventually(lambda: 'wl_keyboard] enter' in session.read('wev'), 'the window has the focus')
                eventually(lambda: session.virtual_devices() == 2, 'sway opens the virtual keyboard and pointer')
                screen.play(*swipe(SCREEN, -0.5))
                with session.explained('wev'):
                    # In this order, so that the key was typed while control was held.
                    eventually(lambda: re.search(r': Control\b.* sym: w ', session.read('wev'), re.DOTALL), 'the key arrives')
                    screen.play(tap(150, 100, 1500))
                    eventually(lambda: re.search(r'button: 273\b.*pressed', session.read('wev')), 'the right click arrives')
        finally:
            run(allow_keys, '--remove')


@check('SIGTERM ends the commands that run')
def sigterm_ends_commands():
    def sleeping():
        return run('pgrep', '-u', USER, '-x', 'sleep')[0] == 0

    with Session() as session, TouchDevice() as screen:
        screen.opened_by(service)
        with actions(session, '[actions]\nswipe left 3 = sleep 1000\n') as process:
            screen.play(*swipe(SCREEN, -0.5))
            eventually(sleeping, 'the command runs')
            process.send_signal(signal.SIGTERM)
            process.wait(20)
            eventually(lambda: not sleeping(), 'the command has ended')


@check('the system unit runs the commands of a user in the session, also after the compositor was restarted')
def system_unit():
    unit = f'gestured-actions@{USER}.service'
    with Session() as session, TouchDevice() as screen:
        screen.opened_by(service)
        path = '/etc/gestured/actions.conf'
        with contextlib.suppress(FileNotFoundError):
            os.remove(LOG)
        os.makedirs('/etc/gestured', exist_ok=True)
        with open(path, 'w') as file:
            file.write(f'[actions]\nswipe left 3 = swaymsg workspace 2\nswipe right 3 = {logging("$XDG_RUNTIME_DIR $USER")}\n')
        status, output = run('systemctl', 'start', unit)
        expect(status == 0, output)
        try:
            eventually(lambda: call(GET_STATUS)['parameters']['subscriptions'] > 0, 'it subscribes')
            screen.play(*swipe(SCREEN, 0.5))
            expect_logged(f'{RUNTIME_DIRECTORY} {USER}')
            for restart in False, True:
                if restart:
                    session.stop_compositor()
                    session.start_compositor()
                screen.play(*swipe(SCREEN, -0.5))
                eventually(lambda: session.workspace() == '2', 'workspace 2')
            expect(run('systemctl', 'show', '--value', '-p', 'NRestarts', unit)[1] == '0', 'the unit was restarted')
        finally:
            run('systemctl', 'stop', unit)
            os.remove(path)
