"""A client of a Wayland compositor, without a library: a window that notes which touches it gets."""

import array
import contextlib
import os
import socket
import struct
import time

from compositor import RUNTIME_DIRECTORY
from harness import Failure, eventually, expect

DISPLAY, REGISTRY = 1, 2
# Versions of the interfaces that this client binds. Every compositor offers newer ones.
VERSIONS = {'wl_compositor': 4, 'wl_shm': 1, 'wl_seat': 5, 'xdg_wm_base': 1}
HAS_TOUCH = 4


def string(text):
    data = text.encode() + b'\0'
    return struct.pack('=I', len(data)) + data + bytes(-len(data) % 4)


def string_in(data):
    [size] = struct.unpack_from('=I', data)
    return data[4:3 + size].decode()


class TouchWindow:
    """A context manager for a fullscreen window in a session of sway.

    The socket belongs to the user of the session, but root can connect to it.
    """

    def __init__(self, session):
        self.session = session
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(f'{RUNTIME_DIRECTORY}/{session.environment["WAYLAND_DISPLAY"]}')
        self.socket.setblocking(False)
        self.buffer = b''
        self.last_id = REGISTRY
        self.handlers = {DISPLAY: self.handle_display, REGISTRY: self.handle_registry}
        self.globals = {}
        self.touch = None
        self.size = 0, 0
        self.noted = []
        # Where the last finger landed, as fractions of the window.
        self.landed = None

    def __enter__(self):
        with contextlib.ExitStack() as closing:
            closing.callback(self.socket.close)
            self.send(DISPLAY, 1, REGISTRY)
            eventually(lambda: self.receive() or VERSIONS.keys() <= self.globals.keys(), f'{list(VERSIONS)}')
            self.objects = {interface: self.bind(interface) for interface in VERSIONS}
            self.handlers[self.objects['wl_seat']] = self.handle_seat
            self.handlers[self.objects['xdg_wm_base']] = self.handle_shell
            self.show()
            eventually(lambda: self.receive() or self.touch, 'sway has a touch device')
            # The first size is left to the window, the second is that of the display.
            eventually(lambda: self.receive() or all(self.size), 'the window fills the display')
            eventually(lambda: self.session.focused() == 'touches', 'the window has the focus')
            time.sleep(0.5)
            closing.pop_all()
        return self

    def __exit__(self, *_):
        self.socket.close()

    def touches(self):
        """What happened since the last call: 'down ID', 'up ID' and 'cancel'. Motion is left out."""
        self.receive()
        noted, self.noted = self.noted, []
        return noted

    # MARK: The protocol

    def send(self, target, opcode, *arguments, fd=None):
        """Sends a request. Its arguments are numbers and encoded strings."""
        data = b''.join(part if isinstance(part, bytes) else struct.pack('=I', part) for part in arguments)
        data = struct.pack('=II', target, (8 + len(data)) << 16 | opcode) + data
        ancillary = [] if fd is None else [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [fd]))]
        expect(self.socket.sendmsg([data], ancillary) == len(data), 'the compositor reads no requests')

    def create(self, target, opcode, *arguments, fd=None):
        """Sends a request that creates an object, whose id is its first argument, and returns the id."""
        self.last_id += 1
        self.send(target, opcode, self.last_id, *arguments, fd=fd)
        return self.last_id

    def bind(self, interface):
        self.last_id += 1
        self.send(REGISTRY, 0, self.globals[interface], string(interface), VERSIONS[interface], self.last_id)
        return self.last_id

    def receive(self):
        """Handles the events that have arrived."""
        with contextlib.suppress(BlockingIOError):
            while data := self.socket.recv(65536):
                self.buffer += data
        while len(self.buffer) >= 8:
            source, word = struct.unpack_from('=II', self.buffer)
            size = word >> 16
            if len(self.buffer) < size:
                break
            event, self.buffer = self.buffer[8:size], self.buffer[size:]
            if handler := self.handlers.get(source):
                handler(word & 0xFFFF, event)

    # MARK: Events

    def handle_display(self, opcode, data):
        if opcode == 0:
            raise Failure(f'the compositor reports an error: {string_in(data[8:])}')

    def handle_registry(self, opcode, data):
        if opcode == 0:
            self.globals[string_in(data[4:])] = struct.unpack_from('=I', data)[0]

    def handle_seat(self, opcode, data):
        if opcode == 0:
            has_touch = struct.unpack('=I', data)[0] & HAS_TOUCH
            if has_touch and not self.touch:
                self.touch = self.create(self.objects['wl_seat'], 2)
                self.handlers[self.touch] = self.handle_touch
            elif not has_touch and self.touch:
                self.send(self.touch, 0)
                self.touch = None

    def handle_touch(self, opcode, data):
        if opcode == 0:
            _, _, _, contact, x, y = struct.unpack_from('=4I2i', data)
            self.noted.append(f'down {contact}')
            # In 1/256 of a pixel.
            self.landed = x / 256 / self.size[0], y / 256 / self.size[1]
        elif opcode == 1:
            self.noted.append(f'up {struct.unpack_from("=3I", data)[2]}')
        elif opcode == 4:
            self.noted.append('cancel')

    def handle_shell(self, opcode, data):
        if opcode == 0:
            self.send(self.objects['xdg_wm_base'], 3, data)

    # MARK: The window

    def show(self):
        self.surface = self.create(self.objects['wl_compositor'], 0)
        self.shell_surface = self.create(self.objects['xdg_wm_base'], 2, self.surface)
        self.handlers[self.shell_surface] = self.handle_configure
        window = self.create(self.shell_surface, 1)
        self.handlers[window] = self.handle_window
        self.send(window, 3, string('touches'))
        self.send(window, 11, 0)
        self.send(self.surface, 6)

    def handle_window(self, opcode, data):
        if opcode == 0:
            self.size = struct.unpack_from('=II', data)

    def handle_configure(self, opcode, data):
        self.send(self.shell_surface, 4, data)
        width, height = (length or 100 for length in self.size)
        fd = os.memfd_create('window')
        try:
            os.ftruncate(fd, width * height * 4)
            pool = self.create(self.objects['wl_shm'], 0, width * height * 4, fd=fd)
        finally:
            os.close(fd)
        XRGB8888 = 1
        buffer = self.create(pool, 0, 0, width, height, width * 4, XRGB8888)
        self.send(pool, 1)
        self.send(self.surface, 1, buffer, 0, 0)
        self.send(self.surface, 2, 0, 0, width, height)
        self.send(self.surface, 6)
