"""Who gets gestures: members of the group gestured."""

import json
import threading

from client import GET_STATUS, call
from devices import TAP
from harness import eventually, expect, run_as


def expect_only_members_get_taps(screen):
    """Plays a tap on a device that the service uses, to a member of the group gestured, and then tries another user."""
    command = ['gesturectl', 'monitor', '--json', '--gestures', 'tap', '--phases', 'ended', '--count', '1', '--timeout', '60']
    seen = []
    member = threading.Thread(target=lambda: seen.append(run_as('4000', 'gestured', *command)))
    member.start()
    eventually(lambda: call(GET_STATUS)['parameters']['subscriptions'] == 1, 'it subscribes')
    screen.play(TAP)
    member.join()
    [(status, output)] = seen
    expect(status == 0 and json.loads(output)['kind'] == 'tap', output)
    status, output = run_as('4000', '', *command)
    expect(status == 1 and 'permission denied' in output and 'tap' not in output, f'another user was let in: {output}')
