"""systemd's varlinkctl as a client of the service."""

import json
import shutil
import subprocess

from client import GET_STATUS, SOCKET, call
from devices import TAP, TouchDevice
from harness import Skipped, check, eventually, expect, run
from service import service

INTERFACES = ('org.gestured.Control', 'org.gestured.Gestures', 'org.varlink.service')


def varlinkctl(*arguments):
    if not shutil.which('varlinkctl'):
        raise Skipped('varlinkctl is not installed; Debian has it since 13')
    return run('varlinkctl', *arguments)


@check('varlinkctl understands the description of the service and of each interface')
def varlinkctl_introspects():
    status, output = varlinkctl('info', SOCKET)
    expect(status == 0 and all(text in output for text in ('gestured', *INTERFACES)), output)
    status, output = varlinkctl('list-interfaces', SOCKET)
    expect(status == 0 and sorted(output.split()) == sorted(INTERFACES), output)
    for interface in INTERFACES:
        status, output = varlinkctl('introspect', SOCKET, interface)
        expect(status == 0 and f'interface {interface}' in output.splitlines(), f'{interface}: {output}')


@check('varlinkctl calls methods, and reports the errors of the service')
def varlinkctl_calls():
    status, output = varlinkctl('call', '--json=short', SOCKET, GET_STATUS, '{}')
    expect(status == 0 and json.loads(output).keys() == call(GET_STATUS)['parameters'].keys(), output)
    status, output = varlinkctl('call', SOCKET, 'org.gestured.Control.Grab', '{"device": "none", "grab": true}')
    expect(status != 0 and 'org.gestured.Control.DeviceNotFound' in output, output)


@check('varlinkctl receives the events of a subscription')
def varlinkctl_subscribes():
    varlinkctl('--version')
    request = json.dumps({'gestures': [{'kind': 'tap'}], 'phases': ['ended']})
    command = ['varlinkctl', 'call', '--more', '--json=short', SOCKET, 'org.gestured.Gestures.Subscribe', request]
    with TouchDevice() as screen:
        screen.opened_by(service)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as client:
            def reply():
                """The next reply: a record of a JSON text sequence (RFC 7464)."""
                return json.loads(client.stdout.readline().removeprefix('\x1e'))

            try:
                expect('state' in reply(), 'the first reply is not the state')
                screen.play(TAP)
                event = reply()['event']
                expect((event['kind'], event['phase'], event['count']) == ('tap', 'ended', 1), f'{event}')
            finally:
                client.terminate()
    eventually(lambda: call(GET_STATUS)['parameters']['subscriptions'] == 0, 'the subscription ends with its client')
