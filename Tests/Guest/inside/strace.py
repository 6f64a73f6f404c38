"""The reads and ioctls of a process, traced by strace."""

import contextlib
import os
import re
import signal
import struct
import subprocess

from harness import eventually
from service import status_of

EVENT = struct.Struct('@llHHi')


@contextlib.contextmanager
def traced(pid, path='/tmp/trace'):
    """Traces the reads and ioctls of a process into a file."""
    trace = subprocess.Popen(['strace', '-f', '-xx', '-s', '4096', '-e', 'trace=openat,read,ioctl', '-o', path, '-p', str(pid)],
                             stderr=subprocess.DEVNULL)
    eventually(lambda: status_of(pid)['TracerPid'] != '0', 'strace follows it')
    try:
        yield path
    finally:
        trace.send_signal(signal.SIGINT)
        trace.wait(timeout=20)


def descriptor_of(pid, node):
    for fd in os.listdir(f'/proc/{pid}/fd'):
        if os.readlink(f'/proc/{pid}/fd/{fd}') == node:
            return fd


def events(data):
    """Returns (type, code, value) of each event."""
    return [event[2:] for event in EVENT.iter_unpack(data)]


def reads(trace, fd):
    """Returns all events that were read from a descriptor."""
    found = re.findall(rf'^\d+ +read\({fd}, "((?:\\x[0-9a-f]{{2}})+)"', trace, re.M)
    return [event for data in found for event in events(bytes.fromhex(data.replace('\\x', '')))]


def requests(trace, fd):
    """Returns the names of the ioctls on a descriptor, in order."""
    return [re.sub(r'\W.*', '', name) for name in re.findall(rf'^\d+ +ioctl\({fd}, ([^,]+)', trace, re.M)]


def since_opened(trace, node, fd):
    """The part of a trace in which a descriptor belongs to a node. Before and after, its number can be that of another file."""
    name = ''.join(f'\\x{byte:02x}' for byte in node.encode())
    begin = trace.rindex(f'"{name}"')
    return re.split(rf'^\d+ +openat\(.*\) = {fd}$', trace[trace.index('\n', begin):], flags=re.M)[0]
