"""A session of the compositor sway, without a screen, as an unprivileged user who gets gestures."""

import contextlib
import glob
import json
import os
import shutil
import signal
import subprocess
import tempfile

from devices import TouchDevice
from harness import Skipped, eventually, expect, run

USER, UID = 'visitor', 4100
RUNTIME_DIRECTORY = f'/run/user/{UID}'

CONFIGURATION = '''
xwayland disable
default_border none
output * bg #000000 solid_color
output HEADLESS-1 pos 0 0
'''


class Session:
    """A context manager that runs seatd and sway, and programs of their user."""

    def __init__(self):
        if not shutil.which('sway'):
            raise Skipped('this system has no sway')
        for line in f'u {USER} {UID} - /home/{USER} /bin/sh', f'm {USER} gestured':
            status, output = run('systemd-sysusers', '--inline', line)
            expect(status == 0, output)
        for directory in RUNTIME_DIRECTORY, f'/home/{USER}':
            os.makedirs(directory, exist_ok=True)
            os.chmod(directory, 0o700)
            shutil.chown(directory, USER, USER)
        self.closing = contextlib.ExitStack()
        self.environment = {
            'PATH': os.environ['PATH'], 'HOME': f'/home/{USER}', 'USER': USER, 'LC_ALL': 'C.UTF-8',
            'XDG_RUNTIME_DIR': RUNTIME_DIRECTORY, 'XDG_CURRENT_DESKTOP': 'sway',
        }

    def __enter__(self):
        with self.closing:
            self.directory = self.closing.enter_context(tempfile.TemporaryDirectory(prefix='session.'))
            os.chmod(self.directory, 0o755)
            # wlroots gives up if there is no input device.
            self.closing.enter_context(TouchDevice('keyboard'))
            # SEATD_VTBOUND: the guest has no virtual terminals.
            self.closing.enter_context(self.running('seatd', '-u', USER, environment={**os.environ, 'SEATD_VTBOUND': '0'}))
            eventually(lambda: os.path.exists('/run/seatd.sock'), 'seatd listens')
            self.start_compositor()
            self.closing = self.closing.pop_all()
        return self

    def __exit__(self, *_):
        self.closing.close()

    # MARK: The compositor

    def start_compositor(self):
        path = f'{self.directory}/sway.conf'
        with open(path, 'w') as file:
            file.write(CONFIGURATION)
        self.compositor = self.closing.enter_context(contextlib.ExitStack())
        self.compositor.enter_context(self.running(*self.as_user('sway', '-c', path), name='sway', environment={
            **self.environment, 'WLR_BACKENDS': 'headless,libinput', 'WLR_RENDERER': 'pixman', 'LIBSEAT_BACKEND': 'seatd'}))

        def answers():
            # A compositor that was killed leaves its socket.
            for path in glob.glob(f'{RUNTIME_DIRECTORY}/sway-ipc.*.sock'):
                self.environment['SWAYSOCK'] = path
                if self.run('swaymsg', '-t', 'get_version')[0] == 0:
                    return True
            return False

        with self.explained('sway'):
            eventually(answers, 'sway answers', timeout=60, interval=0.2)
        [display] = glob.glob(f'{RUNTIME_DIRECTORY}/wayland-*[0-9]')
        self.environment['WAYLAND_DISPLAY'] = os.path.basename(display)

    def stop_compositor(self):
        self.compositor.close()
        self.environment.pop('SWAYSOCK')
        for path in glob.glob(f'{RUNTIME_DIRECTORY}/sway-ipc.*.sock'):
            os.remove(path)

    @contextlib.contextmanager
    def hidden_socket(self):
        """Moves the socket of sway to where only this class finds it."""
        path = self.environment['SWAYSOCK']
        self.environment['SWAYSOCK'] = f'{RUNTIME_DIRECTORY}/hidden'
        os.rename(path, self.environment['SWAYSOCK'])
        try:
            yield
        finally:
            os.rename(self.environment['SWAYSOCK'], path)
            self.environment['SWAYSOCK'] = path

    def message(self, *words):
        """Runs swaymsg and returns its JSON."""
        status, output = self.run('swaymsg', '--raw', *words)
        expect(status == 0, f'swaymsg {" ".join(words)}: {output}')
        return json.loads(output)

    def workspace(self):
        """The name of the focused workspace."""
        [name] = [workspace['name'] for workspace in self.message('-t', 'get_workspaces') if workspace['focused']]
        return name

    def focused(self):
        """The app_id of the focused window, or None."""
        nodes = [self.message('-t', 'get_tree')]
        while nodes:
            node = nodes.pop()
            if node['focused']:
                return node.get('app_id')
            nodes += node['nodes'] + node['floating_nodes']
        return None

    def reads(self, device):
        """Waits until the compositor has a touch device."""
        eventually(lambda: device.name in self.input_names(), f'sway opens {device.name}')

    def input_names(self):
        return [device['name'] for device in self.message('-t', 'get_inputs')]

    def virtual_devices(self):
        """How many keyboards and pointers of gesturectl actions the compositor has."""
        return sum(name.startswith('gestured actions') for name in self.input_names())

    # MARK: Programs of the user

    def as_user(self, *command):
        return 'setpriv', f'--reuid={USER}', f'--regid={USER}', '--init-groups', '--', *command

    def run(self, *command):
        """Runs a program as the user and returns its status and its output."""
        return run(*self.as_user(*command), env=self.environment)

    @contextlib.contextmanager
    def running(self, *command, name=None, environment=None):
        """Runs a program until the end of the block; its output is in a file. Yields the process."""
        with open(self.output(name or command[0]), 'w') as output:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                       env=environment or self.environment)
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)

    def output(self, name):
        return f'{self.directory}/{name}.log'

    def read(self, name):
        """The output of a program so far."""
        with open(self.output(name)) as file:
            return file.read()

    @contextlib.contextmanager
    def explained(self, name):
        """Adds the output of a program to a failure."""
        try:
            yield
        except Exception as error:
            raise type(error)(f'{error}\n{name}:\n{self.read(name)}') from error

    @contextlib.contextmanager
    def window(self, application):
        """Shows a window of an application, which gets the focus."""
        command = self.as_user('foot', f'--app-id={application}', 'sleep', 'infinity')
        with self.running(*command, name=application), self.explained(application):
            eventually(lambda: self.focused() == application, f'a window of {application} has the focus', timeout=30)
            yield

    def focus(self, application):
        self.message(f'[app_id="{application}"] focus')
        expect(self.focused() == application, f'{self.focused()} has the focus')
