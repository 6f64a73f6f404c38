import GestureCore
import TestSupport
import Testing

/// Drags.
@Suite struct DragCases {
    private static let one: FingerSet = {
        var fingers = FingerSet.none
        fingers.insert(1)
        return fingers
    }()

    private static let zoom = TapGesture().sequenced(before: DragGesture(fingers: one), within: .milliseconds(500))
        .named("zoom")

    @Test(arguments: [
        Replay(
            "a drag after a tap can go in both directions until its lift",
            "0 down a 100,100; 50 up a; 150 down a 100,100; 160 move a by 0,30; 170 move a by 0,-60; 180 up a",
            """
            tap#1 ended x1 of zoom 1/2 @50; drag#2 began by 0,10 of zoom 2/2 @160
            drag#2 changed by 0,-50 of zoom 2/2 @170; drag#2 ended by 0,-50 of zoom 2/2 @180
            """, [zoom]),
        Replay(
            "a drag that begins just within the time limit counts",
            "0 down a 100,100; 50 up a; 150 down a 100,100; 499.999 move a by 0,30; 600 up a",
            """
            tap#1 ended x1 of zoom 1/2 @50
            drag#2 began by 0,10 of zoom 2/2 @499.999; drag#2 ended by 0,10 of zoom 2/2 @600
            """, [zoom]),
        Replay(
            "a drag that begins at the time limit counts",
            "0 down a 100,100; 50 up a; 150 down a 100,100; 500 move a by 0,30; 600 up a",
            """
            tap#1 ended x1 of zoom 1/2 @50
            drag#2 began by 0,10 of zoom 2/2 @500; drag#2 ended by 0,10 of zoom 2/2 @600
            """, [zoom]),
        Replay(
            "a drag that begins just after the time limit does not count",
            "0 down a 100,100; 50 up a; 150 down a 100,100; 500.001 move a by 0,30; 600 up a",
            "tap#1 ended x1 of zoom 1/2 @50", [zoom]),
        Replay(
            "a drag without a tap does not count", "0 down a 100,100; 10 move a by 0,30; 20 up a", "", [zoom]),
        Replay(
            "a second finger ends the drag that follows a tap",
            "0 down a 100,100; 50 up a; 150 down a 100,100; 160 move a by 0,30; 170 down b 500,500; 180 move a by 0,30; 190 up all",
            """
            tap#1 ended x1 of zoom 1/2 @50; drag#2 began by 0,10 of zoom 2/2 @160
            drag#2 ended by 0,10 of zoom 2/2 @170
            """, [zoom]),
        Replay(
            "a drag after a tap on a touchpad ends at its lift",
            "0 down a 100,100; 50 up a; 150 down a 100,100; 160 move a by 18,0; 170 up a",
            """
            tap#1 ended x1 of zoom 1/2 @50
            drag#2 began by 10,0 of zoom 2/2 @160; drag#2 ended by 10,0 of zoom 2/2 @170
            """, [zoom], on: .pad),
    ])
    func afterATap(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "movement across the axis is hidden up to one and a half times the slop",
            "0 down a 100,100; 10 move a by 40,30; 20 move a by 10,12; 30 up a",
            "drag#1 began by 24,0 @10; drag#1 changed by 34,0 @20; drag#1 ended by 34,0 @30"),
        Replay(
            "beyond one and a half times the slop, a drag leaves its axis without a jump",
            "0 down a 100,100; 10 move a by 40,30; 20 move a by 10,12.001; 30 move a by 5,5; 40 up a",
            """
            drag#1 began by 24,0 @10; drag#1 changed by 34,0 @20
            drag#1 changed by 39,5 @30; drag#1 ended by 39,5 @40
            """),
        Replay(
            "a drag that has left its axis does not return to it",
            "0 down a 100,100; 10 move a by 30,0; 20 move a by 0,30.001; 30 move a by 0,-30.001; 40 move a by 0,5; 50 up a",
            """
            drag#1 began by 10,0 @10; drag#1 changed by 10,0 @20; drag#1 changed by 10,-30.001 @30
            drag#1 changed by 10,-25.001 @40; drag#1 ended by 10,-25.001 @50
            """),
        Replay(
            "a direction of exactly 5 to 4 is locked",
            "0 down a 100,100; 10 move a by 50,40; 20 up a",
            "drag#1 began by 34.383,0 @10; drag#1 ended by 34.383,0 @20"
        ),
        Replay(
            "a direction just closer to the diagonal is not locked",
            "0 down a 100,100; 10 move a by 50,40.001; 20 up a",
            "drag#1 began by 34.383,27.507 @10; drag#1 ended by 34.383,27.507 @20"),
        Replay(
            "a drag can be locked to the vertical axis",
            "0 down a 100,100; 10 move a by 30,-40; 20 move a by 0,-10; 30 up a",
            "drag#1 began by 0,-24 @10; drag#1 changed by 0,-34 @20; drag#1 ended by 0,-34 @30"),
    ])
    func onItsAxis(_ replay: Replay) throws {
        let events = try replay.run(asking: "drag lock")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "three fingers at slop do not drag", Script.hand(3, at: 0) + "; 10 move a by 20,0 b by 20,0 c by 20,0",
            ""),
        Replay(
            "three fingers just beyond slop drag",
            Script.hand(3, at: 0) + "; 10 move a by 20.001,0 b by 20.001,0 c by 20.001,0; 20 up all",
            "drag#1 began f3 by 0.001,0 @10; drag#1 ended f3 by 0.001,0 @20"),
        Replay(
            "a drag continues while one of its fingers is up",
            Script.hand(3, at: 0)
                + "; 10 move a by 20,0 b by 20,0 c by 20,0; 20 up c; 120 down c 320,100; 130 move a by 9,0 b by 9,0 c by 9,0; 140 up all",
            "drag#1 began f3 by 12,0 @10; drag#1 changed f3 by 21,0 @130; drag#1 ended f3 by 21,0 @140", on: .pad),
        Replay(
            "a drag continues with the remaining fingers, and reports their number after 100 ms",
            Script.hand(3, at: 0)
                + "; 10 move a by 20,0 b by 20,0 c by 20,0; 20 up c; 120.001 move a by 9,0 b by 9,0; 140 up all",
            "drag#1 began f3 by 12,0 @10; drag#1 changed f2 by 21,0 @120.001; drag#1 ended f2 by 21,0 @140", on: .pad),
    ])
    func hand(_ replay: Replay) throws {
        let events = try replay.run(asking: "drag, swipe")
        #expect(events == replay.expected)
    }

    @Test func `a fling is the end of its drag, at the time of the lift`() throws {
        let replay = Replay(
            "65", "0 down a 100,100; glide a by 60,0 for 60; 65 up a",
            """
            drag#1 began by 10,0 speed 1000,0 @30; drag#1 changed by 20,0 speed 1000,0 @40
            drag#1 changed by 30,0 speed 1000,0 @50; drag#1 changed by 40,0 speed 1000,0 @60
            drag#1 ended by 40,0 speed 1000,0 @65
            """, asking: "drag", showing: .velocities)
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    private static let list = TrackedRegion(
        "list", Rectangle(x: 0, y: 0, width: 1, height: 1), suppressesTapWhileCoasting: true)
    private static let flung = """
        press#1 began in list @0; press#1 cancelled in list @20; drag#2 began by 20,0 in list @20
        drag#2 changed by 40,0 in list @30; drag#2 ended by 40,0 in list @30
        """

    /// Flung at 2000 pt/s, it keeps 0.998 of its speed each ms: after 2300 ms it makes 20.01 pt/s, a ms later 19.97.
    @Test(arguments: [
        Replay(
            "a finger that stops coasting is no tap; the next one is",
            "0 down a 100,600; glide a by 60,0 for 30; 30 up a; 300 down a 9,9; 350 up a; 900 down a 9,9; 950 up a",
            "\(flung); press#3 began in list @900; press#3 ended in list @950; tap#4 ended x1 in list @950"),
        Replay(
            "the finger that stopped coasting is not part of a run of taps",
            "0 down a 100,600; glide a by 60,0 for 30; 30 up a; 300 down a 9,9; 350 up a; 400 down a 9,9; 450 up a",
            "\(flung); press#3 began in list @400; press#3 ended in list @450; tap#4 ended x1 in list @450"),
        Replay(
            "a finger at the last moment of coasting stops it",
            "0 down a 100,600; glide a by 60,0 for 30; 30 up a; 2330 down a 9,9; 2350 up a",
            flung),
        Replay(
            "a finger just after coasting taps",
            "0 down a 100,600; glide a by 60,0 for 30; 30 up a; 2331 down a 9,9; 2350 up a",
            "\(flung); press#3 began in list @2331; press#3 ended in list @2350; tap#4 ended x1 in list @2350"),
        Replay(
            "the finger that stops coasting can drag",
            "0 down a 100,600; glide a by 60,0 for 30; 30 up a; 300 down a 100,600; 310 move a by 50,0; 350 up a",
            "\(flung); drag#3 began by 30,0 in list @310; drag#3 ended by 30,0 in list @350"),
        Replay(
            "a finger that rested before its lift starts no coasting",
            "0 down a 100,600; 10 move a by 60,0; 50 up a; 60 down a 9,9; 90 up a",
            """
            press#1 began in list @0; press#1 cancelled in list @10; drag#2 began by 40,0 in list @10
            drag#2 ended by 40,0 in list @50
            press#3 began in list @60; press#3 ended in list @90; tap#4 ended x1 in list @90
            """),
    ])
    func coasting(_ replay: Replay) throws {
        var replay = replay
        replay.regions = [Self.list]
        let events = try replay.run(asking: "press, tap, drag")
        #expect(events == replay.expected)
    }

    private static let held = LongPressGesture().exclusively(before: DragGesture()).named("either")
    private static let swiped = SwipeGesture().exclusively(before: DragGesture()).named("either")
    private static let dragged = DragGesture().exclusively(before: SwipeGesture()).named("either")

    @Test(arguments: [
        Replay(
            "the first of two exclusive gestures to be recognized has the touch",
            "0 down a 100,100; 700 move a by 60,0; 800 up a",
            """
            longPress#1 began of either @600; longPress#1 changed by 60,0 of either @700
            longPress#1 ended by 60,0 of either @800
            """, [held]),
        Replay(
            "the first to be recognized can be the second in the list", "0 down a 100,100; 10 move a by 60,0; 800 up a",
            "drag#1 began by 40,0 of either @10; drag#1 ended by 40,0 of either @800", [held]),
        Replay(
            "a gesture recognized at the last lift cancels those after it in the list",
            "0 down a 100,100; 50 move a by 60,0; 80 up a",
            """
            drag#1 began by 40,0 of either @50; drag#1 cancelled by 40,0 of either @80
            swipe#2 ended right by 60,0 of either @80
            """, [swiped]),
        Replay(
            "gestures after the winner in the list are never reported", "0 down a 100,100; 50 move a by 60,0; 80 up a",
            "drag#1 began by 40,0 of either @50; drag#1 ended by 40,0 of either @80", [dragged]),
    ])
    func excludingEachOther(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }
}
