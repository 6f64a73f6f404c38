import TestSupport
import Testing

@testable import GestureCore

/// Several surfaces, and surfaces that are plugged in and unplugged.
@Suite struct SurfaceTests {
    @Test(arguments: [
        Replay(
            "a tap on each of two surfaces is no double tap",
            "0 down a 100,100; 50 up a; 100 down pad:a 100,100; 150 up pad:a",
            """
            tap#1 possible x1 @50; tap#2 possible x1 on pad @150
            tap#1 ended x1 @50 decided 350; tap#2 ended x1 on pad @150 decided 450
            """, asking: "tap x1 x2"),
        Replay(
            "taps on one surface do not end the run on another",
            "0 down a 9,9; 50 up a; 100 down pad:a 9,9; 150 up pad:a; 200 down a 9,9; 250 up a; 300 down pad:a 9,9; 350 up pad:a",
            "tap#1 possible x1 @50; tap#2 possible x1 on pad @150; tap#1 ended x2 @250; tap#2 ended x2 on pad @350",
            asking: "tap x1 x2"),
        Replay(
            "fingers on two surfaces do not tap together", "0 down a 100,100 pad:a 100,100; 50 up all",
            "tap#1 ended x1 @50; tap#2 ended x1 on pad @50", asking: "tap"),
        Replay(
            "each surface has its own press", "0 down a 100,100; 20 down pad:a 100,100; 50 up all",
            "press#1 began @0; press#2 began on pad @20; press#1 ended @50; press#2 ended on pad @50", asking: "press"),
        Replay(
            "deadlines of one instant fire in the order in which the surfaces were attached",
            "0 down pad:a 100,100; down a 100,100; 700 up a; up pad:a",
            """
            longPress#1 began on pad @600; longPress#2 began @600
            longPress#2 ended by 0,0 @700; longPress#1 ended by 0,0 on pad @700
            """, asking: "longPress"),
        Replay(
            "deadlines fire in the order of time", "0 down a 100,100; 10 down pad:a 100,100; 20 up a; 5000 up pad:a",
            """
            tap#1 possible x1 @20; tap#1 ended x1 @20 decided 320
            longPress#2 began on pad @610; longPress#2 ended by 0,0 on pad @5000
            """, asking: "tap x1 x2, longPress"),
        Replay(
            "each surface has its own slop",
            "0 down a 100,100 pad:a 100,100; 10 move a by 10,0 pad:a by 10,0; 50 up all",
            "tap#1 ended x1 @50", asking: "tap"),
        Replay(
            "a time stamp of one surface lets the deadlines of the other pass",
            "0 down a 9,9; 50 up a; 400 down pad:a 9,9; 450 up pad:a",
            """
            tap#1 possible x1 @50; tap#1 ended x1 @50 decided 350
            tap#2 possible x1 on pad @450; tap#2 ended x1 on pad @450 decided 750
            """, asking: "tap x1 x2"),
    ])
    func twoSurfaces(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "unplugging cancels open gestures and reports held-back taps",
            "0 down a 9,9; 50 up a; 100 down a 9,9; 750 move a by 40,0; 760 unplug",
            """
            press#1 began @0; press#1 ended @50; tap#2 possible x1 @50; press#3 began @100
            tap#2 ended x1 @50 decided 700; longPress#4 began @700; press#3 cancelled @750
            longPress#4 changed by 40,0 @750; drag#5 began by 20,0 @750
            longPress#4 cancelled by 40,0 @760; drag#5 cancelled by 20,0 @760
            """, asking: "all"),
        Replay(
            "a deadline before unplugging fires first", "0 down a 100,100; 700 unplug",
            "longPress#1 began @600; longPress#1 cancelled by 0,0 @700", asking: "longPress"),
        Replay(
            "a deadline at the instant of unplugging does not fire", "0 down a 100,100; 600 unplug", "",
            asking: "longPress"),
        Replay(
            "unplugging a surface does not affect another",
            "0 down a 100,100 pad:a 100,100; 50 unplug pad; 60 up a; 70 up pad:a",
            "press#1 began @0; press#2 began on pad @0; press#2 cancelled on pad @50; press#1 ended @60",
            asking: "press"),
        Replay(
            "frames of an unplugged surface are ignored",
            "0 unplug; 10 down a 100,100; 20 up a; 30 plug; 40 down a 100,100; 50 up a",
            "press#1 began @40; press#1 ended @50", asking: "press"),
        Replay(
            "frames of a surface that is not yet attached are ignored",
            "0 unplug; 5 plug pad; 10 down a 100,100; 20 up a; 30 down pad:a 100,100; 40 up pad:a",
            "press#1 began on pad @30; press#1 ended on pad @40", asking: "press"),
        Replay(
            "attaching an attached surface changes nothing",
            "0 down a 9,9; 50 up a; 60 plug; 100 down a 9,9; 110 plug; 150 up a",
            "tap#1 possible x1 @50; tap#1 ended x2 @150",
            asking: "tap x1 x2"),
        Replay(
            "a surface that is plugged in again has no earlier state",
            "0 down a 9,9; 50 up a; 60 unplug; 70 plug; 100 down a 9,9; 150 up a",
            """
            tap#1 possible x1 @50; tap#1 ended x1 @50 decided 60
            tap#2 possible x1 @150; tap#2 ended x1 @150 decided 450
            """, asking: "tap x1 x2"),
        Replay(
            "unplugging twice cancels only once", "0 down a 9,9; 10 unplug; 20 unplug",
            "press#1 began @0; press#1 cancelled @10",
            asking: "press"),
    ])
    func `surfaces can be attached and detached at any time`(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test func `positions are fractions of the surface`() throws {
        var engine = GestureEngine(options: GestureOptions(selection: try .init(asking: "press")))
        let events = engine.play(try TouchScript("0 down a 500,900; 10 down pad:a 315,94.5"))
        #expect(events.map(\.point) == [Vector(x: 500, y: 900), Vector(x: 315, y: 94.5)])
        #expect(events.map(\.position) == [UnitPoint(x: 0.25, y: 0.75), UnitPoint(x: 0.5, y: 0.25)])
    }

    @Test func `an event has every field`() throws {
        var engine = GestureEngine(options: GestureOptions(selection: try .init(asking: "swipe")))
        let events = engine.play(try TouchScript("0 down a 500,600; glide a by 0,-60 for 60; 65 up a"))
        #expect(
            events == [
                EngineEvent(
                    kind: .swipe, phase: .ended, gesture: 1, surface: SurfaceID(1), time: .milliseconds(65), fingers: 1,
                    point: Vector(x: 500, y: 540), position: UnitPoint(x: 0.25, y: 0.45),
                    details: .swipe(.up, translation: Vector(x: 0, y: -60), velocity: events[0].velocity),
                    origin: .init(point: Vector(x: 500, y: 600), time: .milliseconds(0)))
            ])
        #expect(events[0].velocity.x.magnitude < 1e-6 && (events[0].velocity.y + 1000).magnitude < 1e-6)
    }
}

extension EngineEvent {
    var velocity: Velocity {
        switch details {
        case .motion(_, let velocity), .drag(_, _, let velocity), .swipe(_, _, let velocity),
            .edgeSwipe(_, _, _, let velocity):
            velocity
        case .none, .press, .touch, .activity, .tap, .pinch, .rotation, .stroke: .zero
        }
    }
}
