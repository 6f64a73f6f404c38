"""The units of the examples under systemd, with their sandboxes."""

import os
import shutil

from harness import HERE, check, eventually, expect, run

UNITS = '/run/systemd/system'


def install(unit, *settings):
    """Installs a unit of the kiosk, with further settings."""
    shutil.copy(f'{HERE}/kiosk/{unit}', UNITS)
    os.makedirs(f'{UNITS}/{unit}.d', exist_ok=True)
    with open(f'{UNITS}/{unit}.d/test.conf', 'w') as file:
        file.write('\n'.join(['[Service]', *settings, '']))
    status, output = run('systemctl', 'daemon-reload')
    expect(status == 0, output)


@check('the metrics are written without rights, to a folder of their own')
def metrics():
    install('gestured-metrics.service', 'User=nobody')
    for _ in range(2):
        status, output = run('systemctl', 'start', 'gestured-metrics')
        expect(status == 0, f'{output}\n{run("journalctl", "--unit=gestured-metrics", "--output=cat")[1]}')
    folder = '/run/gestured-metrics'
    # node_exporter is another user.
    expect(os.path.realpath(folder) == folder and os.stat(folder).st_mode & 0o005 == 0o005, 'other users cannot read the metrics')
    with open(f'{folder}/gestured.prom') as file:
        expect('\ngestured_up 1\n' in file.read(), 'the service does not answer')
    expect(os.listdir(folder) == ['gestured.prom'], f'left: {os.listdir(folder)}')
    found = os.stat(f'{folder}/gestured.prom')
    expect(found.st_uid != 0 and found.st_mode & 0o777 == 0o644, f'user {found.st_uid}, mode {found.st_mode:o}')


@check('kiosk-watch asks as the user of the kiosk, and restarts a kiosk that hangs')
def watch():
    # Stand for curl and sway: what they answer is in files.
    folder = '/run/by-hand/kiosk'
    os.makedirs(folder, exist_ok=True)
    for program in 'curl', 'swaymsg':
        with open(f'{folder}/{program}', 'w') as file:
            file.write(f'#!/bin/sh\nid -u >{folder}/asked-by\nexit $(cat {folder}/{program}-status)\n')
        os.chmod(f'{folder}/{program}', 0o755)
    with open(f'{folder}/asked-by', 'w'):
        os.chmod(f'{folder}/asked-by', 0o666)
    install('kiosk-watch.service', 'User=nobody', f'Environment=PATH={folder}:/usr/bin:/bin', f'ReadWritePaths={folder}')
    with open(f'{UNITS}/kiosk.service', 'w') as file:
        file.write('[Service]\nExecStart=/bin/sleep infinity\n')
    run('systemctl', 'daemon-reload')

    def process():
        return run('systemctl', 'show', '--value', '--property=MainPID', 'kiosk')[1]

    def watched(page, sway):
        """Whether a check with these answers has restarted the kiosk."""
        for program, status in ('curl', page), ('swaymsg', sway):
            with open(f'{folder}/{program}-status', 'w') as file:
                file.write(str(status))
        before = process()
        status, output = run('systemctl', 'start', 'kiosk-watch')
        expect(status == 0, output)
        return process() != before

    try:
        expect(not watched(22, 1) and process() == '0', 'a kiosk that does not run is started')
        run('systemctl', 'start', 'kiosk')
        eventually(lambda: process() != '0', 'the kiosk runs')
        expect(not watched(0, 0), 'a kiosk that answers is restarted')
        with open(f'{folder}/asked-by') as file:
            expect(file.read().strip() == '65534', 'somebody else asks')
        expect(not watched(7, 0), 'the kiosk is restarted because the bridge is gone')
        expect(watched(22, 0), 'a silent page is not restarted')
        expect(watched(0, 1), 'a sway that hangs is not restarted')
    finally:
        run('systemctl', 'stop', 'kiosk')
