"""The service is installed, and started when something needs it."""

import time

from client import Subscription
from devices import TouchDevice
from harness import check, expect, run
from service import service


@check('sysusers, systemctl and udevadm accept the installed files')
def installed():
    for command in (
        ['systemd-sysusers'],
        ['systemctl', 'daemon-reload'],
        ['udevadm', 'control', '--reload'],
        ['systemctl', 'enable', '--now', 'gestured.socket'],
    ):
        status, output = run(*command)
        expect(status == 0, f'{" ".join(command)}: {output}')
    status, output = run('systemd-analyze', '--man=no', 'verify', 'gestured.service', 'gestured.socket')
    expect(status == 0 and not output, output)


@check('without a touch device the socket listens and the service does not run')
def not_started():
    expect(run('systemctl', 'is-active', 'gestured.socket')[1] == 'active', 'the socket does not listen')
    expect(service.state == 'inactive', f'the service is {service.state}')


@check('a keyboard does not start the service')
def keyboard_starts_nothing():
    with TouchDevice('keyboard'):
        time.sleep(2)
        expect(service.state == 'inactive', f'the service is {service.state}')


@check('plugging in a touchscreen starts the service, which opens it')
def started_by_device():
    with TouchDevice() as screen:
        service.expect_started_by(screen)


@check('plugging in a touchpad starts the service, which opens it')
def started_by_touchpad():
    service.stop()
    with TouchDevice('touchpad', options=['--size', '100x60']) as pad:
        service.expect_started_by(pad)


@check('a connection starts the service')
def started_by_connection():
    service.stop()
    with Subscription():
        expect(service.state == 'active', f'the service is {service.state}')
