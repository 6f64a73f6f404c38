"""Filter mode: touches that are kept from other programs."""

import time

from client import Subscription, call
from compositor import Session
from devices import TAP
from displays import connected, dark
from filtered import expect_same_state, filtering, is_filtered
from harness import Skipped, check, expect
from passing import (DOWN_UP, EDGE_SWIPE, SWIPE_OF_THREE, SWIPE_OF_TWO, downs_and_ups, expect_same_ends,
                     expect_same_frames, let_readers_read, sway_reads)
from readers import LibinputTouches
from wayland import TouchWindow

# MARK: Withholding


@check('withhold = wake: the touch on a dark display reaches neither programs nor subscriptions, the next one both')
def withholds_wake():
    connector = connected()
    with filtering('wake', output='Virtual-1') as (screen, clone), Session() as session:
        sway_reads(session)
        wanted = [{'kind': 'press'}, {'kind': 'tap'}, {'kind': 'activity', 'idle': 200}]
        with LibinputTouches(clone.node) as libinput, TouchWindow(session) as window, \
                Subscription({'gestures': wanted}) as client:
            with dark(connector):
                # Several fingers: until all are lifted.
                for touches in [TAP], SWIPE_OF_THREE:
                    screen.play(*touches)
                    client.wait_for(kind='activity', phase='ended')
                    let_readers_read()
                    expect(set(client.summary()) == {'activity began', 'activity ended'}, f'{client.summary()}')
                    expect((seen := libinput.touches(clone.node) + window.touches()) == [], f'{seen}')
            client.events.clear()
            screen.play(TAP)
            client.wait_for(kind='tap', phase='ended')
            let_readers_read()
            expect((seen := libinput.touches(clone.node)) == DOWN_UP, f'libinput: {seen}')
            expect((seen := window.touches()) == DOWN_UP, f'the window: {seen}')


@check('withhold = idle: the first touch after the time without any is withheld')
def withholds_after_idle():
    with filtering('idle:5s') as (screen, clone), LibinputTouches(clone.node) as libinput:
        screen.play(TAP, 'wait 4000')
        libinput.events()
        for wait, expected in (0, DOWN_UP), (4500, DOWN_UP), (5500, []), (4000, DOWN_UP):
            screen.play(f'wait {wait}', TAP)
            # Less than what remains of the next time.
            time.sleep(0.3)
            expect((seen := libinput.touches(clone.node)) == expected, f'after {wait} ms: {seen}')


@check('withhold = edges: an edge swipe reaches subscriptions only; other touches at the edge are passed on complete')
def withholds_edge_swipes():
    with filtering('edges') as (screen, clone), LibinputTouches(clone.node) as libinput:
        with Subscription({'gestures': [{'kind': 'edgeSwipe'}], 'phases': ['ended']}) as client:
            swipes = {
                'left': EDGE_SWIPE,
                'right': ('down 0 299 100; sync', 'glide 150 0 240 100', 'up 0; sync'),
                'top': ('down 0 150 1; sync', 'glide 150 0 150 60', 'up 0; sync'),
                'bottom': ('down 0 150 199; sync', 'glide 150 0 150 140', 'up 0; sync'),
            }
            for edge, touches in swipes.items():
                screen.play(*touches)
                client.wait_for(kind='edgeSwipe', edge=edge)
                let_readers_read()
                expect((seen := libinput.events()) == [], f'{edge}: {seen}')
        # Each begins elsewhere, because the kernel reports changes.
        touches = {
            'a tap': ('down 0 1 100; sync; wait 60; up 0; sync',),
            'a drag along the edge': ('down 0 1.2 50; sync', 'glide 1500 0 1.5 150', 'up 0; sync'),
            'a slow drag inwards': ('down 0 1.6 51; sync', 'wait 500', 'glide 3000 0 5 51.5', 'up 0; sync'),
            'a swipe from the middle': ('down 0 100 100; sync', 'glide 150 0 150 101', 'up 0; sync'),
            'a long press': ('down 0 1.7 52; sync; wait 1000; up 0; sync',),
        }
        for name, touch in touches.items():
            expect_same_ends(screen, clone, *touch, name=name)
            expect((seen := libinput.touches(clone.node)) == DOWN_UP, f'{name}: {seen}')
        # A second finger in the middle frees the first.
        screen.play('down 0 1 100; sync; wait 30; down 1 150 100; sync; wait 30; up 0; sync; up 1; sync; wait 100')
        expect((seen := libinput.touches(clone.node)) == ['down 0', 'down 1', 'up 0', 'up 1'], f'a second finger: {seen}')


@check('a finger that is held back at an edge is passed on when it rests, not only when it is lifted')
def edge_rest():
    with filtering('edges') as (screen, clone), LibinputTouches(clone.node) as libinput:
        screen.play('down 0 1 100; sync; wait 200')
        expect((seen := libinput.touches(clone.node)) == [], f'after 200 ms: {seen}')
        screen.play('wait 200')
        expect((seen := libinput.touches(clone.node)) == ['down 0'], f'after 400 ms: {seen}')
        screen.play('up 0; sync')
        let_readers_read()
        expect((seen := libinput.touches(clone.node)) == ['up 0'], f'{seen}')


@check('a finger that rests at an edge and then makes an edge swipe is cancelled on the clone')
def edge_swipe_after_rest():
    with filtering('edges') as (screen, clone), LibinputTouches(clone.node) as libinput:
        with Subscription({'gestures': [{'kind': 'edgeSwipe'}], 'phases': ['ended']}) as client:
            screen.play('down 0 1 100; sync; wait 400', 'glide 150 0 60 100', 'up 0; sync')
            client.wait_for(kind='edgeSwipe')
        let_readers_read()
        expect((seen := libinput.touches(clone.node)) == ['down 0', 'cancel 0'], f'{seen}')


@check('withhold = edge:left: swipes from other edges are passed on')
def withholds_one_edge():
    with filtering('edge:left') as (screen, clone), LibinputTouches(clone.node) as libinput:
        screen.play(*EDGE_SWIPE)
        let_readers_read()
        expect((seen := libinput.events()) == [], f'{seen}')
        touches = 'down 0 299 101; sync', 'glide 150 0 240 102', 'up 0; sync'
        expect_same_frames(screen, clone, *touches, name='from the right')
        expect((seen := libinput.touches(clone.node)) == DOWN_UP, f'{seen}')


@check('withhold = fingers:3+: the third finger cancels the touches in libinput, and nothing more comes until all are lifted')
def withholds_three_fingers():
    with filtering('fingers:3+') as (screen, clone), LibinputTouches(clone.node) as libinput:
        with Subscription({'gestures': [{'kind': 'swipe', 'fingers': [3]}], 'phases': ['ended']}) as client:
            screen.play(*SWIPE_OF_THREE)
            client.wait_for(kind='swipe', fingers=3, direction='right')
        let_readers_read()
        expect((seen := libinput.touches(clone.node)) == ['down 0', 'down 1', 'cancel 0', 'cancel 1'], f'{seen}')
        expect(expect_same_state(screen.node, clone.node) == [], 'a contact is left')
        # Two fingers stay, and one lands again.
        screen.play('down 0 100 100; down 1 120 100; down 2 140 100; sync; wait 50; up 2; sync; wait 50',
                    'down 2 150 110; sync; wait 50; up 1; up 2; sync; wait 50; move 0 110 100; sync; up 0; sync')
        let_readers_read()
        expect((seen := libinput.touches(clone.node)) in ([], ['down 0', 'down 1', 'cancel 0', 'cancel 1']), f'{seen}')
        for name, fingers, touches in ('a tap', 1, [TAP]), ('two fingers', 2, SWIPE_OF_TWO):
            screen.play(*touches)
            let_readers_read()
            expect((seen := libinput.touches(clone.node)) == downs_and_ups(fingers), f'{name}: {seen}')
        expect_same_frames(screen, clone, *SWIPE_OF_TWO, name='two fingers')


@check('sway passes the cancelled touches on to a window, which sees no finger lifted')
def cancels_in_sway():
    with filtering('fingers:3+') as (screen, clone), Session() as session:
        sway_reads(session)
        version = session.message('-t', 'get_version')
        with TouchWindow(session) as window:
            screen.play(*SWIPE_OF_THREE)
            let_readers_read()
            seen = window.touches()
            expect('up 0' not in seen and 'up 1' not in seen and 'down 2' not in seen, f'{seen}')
            screen.play(TAP)
            let_readers_read()
            expect((tap := window.touches()) == DOWN_UP, f'the next tap: {tap}')
            if (version['major'], version['minor']) < (1, 9):
                raise Skipped(f'sway {version["human_readable"]} does not pass cancelled touches on; the window saw {seen}')
            expect(seen[:2] == ['down 0', 'down 1'] and set(seen[2:]) == {'cancel'}, f'{seen}')


@check('a pinch that a client claims is cancelled on the clone when it begins; without the claim it is passed on')
def claims():
    pinch = ('down 0 130 100; down 1 170 100; sync', 'glide 400 0 100 100 1 200 100', 'wait 100', 'up 0; up 1; sync')
    with filtering() as (screen, clone), LibinputTouches(clone.node) as libinput:
        for claim, ends in (True, ['cancel 0', 'cancel 1']), (False, ['up 0', 'up 1']):
            with Subscription({'gestures': [{'kind': 'pinch', **({'claim': True} if claim else {})}]}) as client:
                screen.play(*pinch)
                client.wait_for(kind='pinch', phase='ended')
                let_readers_read()
                expect((seen := libinput.touches(clone.node)) == ['down 0', 'down 1', *ends], f'claim {claim}: {seen}')
                screen.play(TAP)
                let_readers_read()
                expect((seen := libinput.touches(clone.node)) == DOWN_UP, f'the next tap: {seen}')


# MARK: Lock and pause


@check('while touches are locked, a filtered device withholds all; while recognition is paused, it passes on all')
def filter_locked_and_paused():
    with filtering('fingers:3+, edges') as (screen, clone), LibinputTouches(screen.node, clone.node) as libinput:
        call('org.gestured.Control.Lock', seconds=600)
        screen.play(TAP, 'wait 500', *SWIPE_OF_THREE)
        let_readers_read()
        expect((seen := libinput.events()) == [], f'locked: {seen}')
        call('org.gestured.Control.Unlock')
        screen.play(TAP)
        let_readers_read()
        expect((seen := libinput.touches(clone.node)) == DOWN_UP, f'unlocked: {seen}')
        call('org.gestured.Control.Pause')
        with Subscription() as client:
            for name, count, touches in ('tap', 1, [TAP]), ('edge swipe', 1, EDGE_SWIPE), ('three fingers', 3, SWIPE_OF_THREE):
                screen.play(*touches)
                let_readers_read()
                seen = [event for _, event in libinput.events()]
                expect(seen == downs_and_ups(count), f'{name}: {seen}')
            call('org.gestured.Control.Resume')
            client.expect_summary()
            screen.play(TAP)
            client.wait_for(kind='tap', phase='ended')
        let_readers_read()
        seen = libinput.events()
        expect([event for _, event in seen if event not in ('added', 'removed')] == DOWN_UP, f'resumed: {seen}')
        expect(is_filtered(screen.node), 'no longer filtered')


@check('a lock cancels the touches that are down on the clone, and a touch that began locked stays withheld')
def locks_in_mid_touch():
    with filtering() as (screen, clone), LibinputTouches(clone.node) as libinput:
        screen.play('down 0 150 100; sync; wait 50')
        call('org.gestured.Control.Lock', seconds=600)
        screen.play('wait 50; up 0; sync')
        let_readers_read()
        seen = libinput.touches(clone.node)
        # Either the lock waits for the end of the touch, or it cancels it.
        expect(seen in (['down 0', 'cancel 0'], DOWN_UP), f'locked: {seen}')
        screen.play('down 0 150 100; sync; wait 50')
        call('org.gestured.Control.Unlock')
        screen.play('wait 50; move 0 160 100; sync; up 0; sync')
        let_readers_read()
        expect((seen := libinput.touches(clone.node)) == [], f'unlocked: {seen}')
        screen.play(TAP)
        let_readers_read()
        expect((seen := libinput.touches(clone.node)) == DOWN_UP, f'the next tap: {seen}')
