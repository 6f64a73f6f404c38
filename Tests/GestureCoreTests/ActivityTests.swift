import GestureCore
import TestSupport
import Testing

/// Activity on a surface, which is idle a second after the last lift.
@Suite struct ActivityTests {
    @Test(arguments: [
        Replay(
            "a surface is active from the landing until a second after the lift", "0 down a 100,100; 50 up a",
            "activity#1 began active @0; activity#1 ended idle f0 @1050"),
        Replay(
            "movement changes nothing", "0 down a 100,100; 10 move a by 500,0; 20 move a by 500,500; 50 up a",
            "activity#1 began active @0; activity#1 ended idle f0 @1050"),
        Replay(
            "a surface is not idle while a finger rests", "0 down a 100,100; 1000 wake; 60000 wake; 3600000 up a",
            "activity#1 began active @0; activity#1 ended idle f0 @3601000"),
        Replay(
            "a surface is not idle while one of several fingers rests",
            "0 down a 100,100 b 300,100; 50 up a; 5000 up b",
            "activity#1 began active f2 @0; activity#1 ended idle f0 @6000"),
        Replay(
            "a lost finger counts as lifted", "0 down a 100,100; 50 cancel a",
            "activity#1 began active @0; activity#1 ended idle f0 @1050"),
        Replay(
            "a landing after just less than a second continues the activity",
            "0 down a 100,100; 50 up a; 1049.999 down a 9,9; 1100 up a",
            "activity#1 began active @0; activity#1 ended idle f0 @2100"),
        Replay(
            "a landing after exactly a second continues the activity",
            "0 down a 100,100; 50 up a; 1050 down a 9,9; 1100 up a",
            "activity#1 began active @0; activity#1 ended idle f0 @2100"),
        Replay(
            "a landing after just more than a second starts a new activity",
            "0 down a 100,100; 50 up a; 1050.001 down a 9,9; 1100 up a",
            """
            activity#1 began active @0; activity#1 ended idle f0 @1050
            activity#2 began active @1050.001; activity#2 ended idle f0 @2100
            """),
        Replay(
            "a finger that replaces another in one frame continues the activity",
            "0 down a 9,9; 50 up a; down b 9,9; 5000 up b",
            "activity#1 began active @0; activity#1 ended idle f0 @6000"),
        Replay(
            "unplugging cancels while a finger is down", "0 down a 100,100; 50 unplug",
            "activity#1 began active @0; activity#1 cancelled idle f0 @50"),
        Replay(
            "unplugging cancels before the second is over", "0 down a 100,100; 50 up a; 500 unplug; 2000 plug",
            "activity#1 began active @0; activity#1 cancelled idle f0 @500"),
        Replay(
            "unplugging an idle surface reports nothing", "0 down a 100,100; 50 up a; 1050.001 unplug",
            "activity#1 began active @0; activity#1 ended idle f0 @1050"),
        Replay(
            "a finger that never landed is ignored", "0 move a? 100,100; 50 up a?", ""),
        Replay(
            "a finger that never landed does not delay idle",
            "0 down a 100,100; 50 up a; 500 move b? 300,100; 600 up b?",
            "activity#1 began active @0; activity#1 ended idle f0 @1050"),
        Replay(
            "each surface has its own activity", "0 down a 100,100; 50 up a; 500 down pad:a 9,9; 600 up pad:a",
            """
            activity#1 began active @0; activity#2 began active on pad @500
            activity#1 ended idle f0 @1050; activity#2 ended idle f0 on pad @1600
            """),
        Replay(
            "a resting thumb keeps the surface active",
            "0 down a 300,100 t 320,300; 10 move a by 0,-40; 20 up a; 5000 up t",
            "activity#1 began active f2 @0; activity#1 ended idle f0 @6000", on: .pad),
        Replay(
            "a palm keeps the surface active",
            "0 down p 10,300; 5000 up p", "activity#1 began active @0; activity#1 ended idle f0 @6000",
            on: Surface(id: SurfaceID(1), kind: .touchpad, size: Vector(x: 600, y: 400))),
        Replay(
            "regions do not matter", "0 down a 600,400; 50 up a; 500 down b 100,100; 600 up b",
            "activity#1 began active @0; activity#1 ended idle f0 @1600", regions: [.ok]),
        Replay(
            "reported after the press and before the tap of its frame", "0 down a 600,400; 50 up a",
            """
            press#1 began in ok @0; activity#2 began active @0; press#1 ended in ok @50; tap#3 ended x1 in ok @50
            activity#2 ended idle f0 @1050
            """, asking: "activity i1000, press, tap", regions: [.ok]),
    ])
    func activity(_ replay: Replay) throws {
        #expect(try replay.run(asking: "activity i1000") == replay.expected)
    }

    @Test("has a deadline only between the last lift and idle")
    func deadlines() throws {
        var engine = GestureEngine(
            options: GestureOptions(selection: try GestureSelection(asking: "activity i1000")))
        var awaited: [Instant?] = []
        let script = try TouchScript("0 down a 100,100; 20 move a by 5,0; 50 up a; 1050 wake; 1050.001 wake; 9000 wake")
        for step in script.steps {
            _ = engine.play(step)
            awaited.append(engine.nextDeadline)
        }
        // After plug, down and move; after the lift and at the deadline; past it.
        #expect(awaited == [nil, nil, nil, .milliseconds(1050), .milliseconds(1050), nil, nil])
    }

    @Test("a surface is idle after the requested time", arguments: [0, 1, 60_000])
    func idleTime(_ milliseconds: Int) throws {
        let replay = Replay(
            "", "0 down a 100,100; 50 up a",
            "activity#1 began active @0; activity#1 ended idle f0 @\(50 + milliseconds)")
        #expect(try replay.run(asking: "activity i\(milliseconds)") == replay.expected)
    }
}
