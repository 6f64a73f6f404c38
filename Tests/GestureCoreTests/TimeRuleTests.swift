import TestSupport
import Testing

@testable import GestureCore

/// The order of input and deadlines, late wake-ups, and time stamps that go back.
@Suite struct TimeRuleTests {
    @Test(arguments: [
        Replay(
            "woken late, a lift stamped after the deadline comes after the long press",
            "0 down a 100,100; 610 up a; 640 wake", "longPress#1 began @600; longPress#1 ended by 0,0 @610"),
        Replay(
            "woken late, a lift stamped before the deadline is a tap", "0 down a 100,100; 590 up a; 640 wake",
            "tap#1 possible x1 @590; tap#1 ended x1 @590 decided 890"),
        Replay(
            "input at the instant of a deadline comes first",
            "0 down a 9,9; 50 up a; 350 wake; 350 down a 9,9; 400 up a",
            "tap#1 possible x1 @50; tap#1 ended x2 @400"),
        Replay(
            "a deadline passes just after its instant",
            "0 down a 9,9; 50 up a; 350.001 wake; 350.001 down a 9,9; 400 up a",
            """
            tap#1 possible x1 @50; tap#1 ended x1 @50 decided 350
            tap#2 possible x1 run 2 @400; tap#2 ended x1 run 2 @400 decided 700
            """),
        Replay(
            "a deadline before a frame fires before it, even without a wake-up",
            "0 down a 9,9; 50 up a; 450 down a 900,900; 500 up a",
            """
            tap#1 possible x1 @50; tap#1 ended x1 @50 decided 350
            tap#2 possible x1 @500; tap#2 ended x1 @500 decided 800
            """),
        Replay(
            "repeated wake-ups change nothing",
            "0 wake; 0 down a 9,9; 0 wake; 20 wake; 50 up a; 50 wake; 51 wake; 51 wake; 200 wake; 350 wake; 350 down a 9,9; 350 wake; 400 up a; 400 wake; 700 wake",
            "tap#1 possible x1 @50; tap#1 ended x2 @400"),
        Replay(
            "a wake-up at an earlier time changes nothing",
            "0 down a 9,9; 500 wake; 10 wake; 600 up a; 300 wake; 900.001 wake",
            "tap#1 possible x1 @600; tap#1 ended x1 @600 decided 900"),
        Replay(
            "a time stamp that goes back counts as the latest so far",
            "0 down a 9,9; 500 move a by 5,0; 100 up a; 700 down a 9,9; 750 up a",
            "tap#1 possible x1 @500; tap#1 ended x2 @750"),
        Replay(
            "a time stamp before all others counts as the latest", "1000 down a 9,9; 0 up a",
            "tap#1 possible x1 @1000; tap#1 ended x1 @1000 decided 1300"),
        Replay(
            "frames with equal time stamps keep their order",
            "0 down a 9,9 | 0 up a | 0 down a 9,9 | 0 up a", "tap#1 possible x1 @0; tap#1 ended x2 @0"),
        Replay(
            "moves with equal time stamps do not change the velocity",
            "0 down a 100,100; 10 move a by 30,0 | 10 move a by 30,0 | 10 up a",
            """
            drag#1 began by 10,0 speed 3000,0 @10; drag#1 changed by 40,0 speed 6000,0 @10
            drag#1 ended by 40,0 speed 6000,0 @10
            """, asking: "drag", showing: .velocities),
    ])
    func order(_ replay: Replay) throws {
        let events = try replay.run(asking: "tap x1 x2, longPress")
        #expect(events == replay.expected)
    }

    /// Returns the next deadline after each step of a script.
    @Test func `the next deadline is the earliest`() throws {
        var engine = GestureEngine(options: GestureOptions(selection: try .init(asking: "tap x1 x2, longPress")))
        let script = try TouchScript(
            """
            0 down a 9,9; 50 up a; 100 down a 9,9; 110 move a by 50,0; 120 up a
            200 down a 9,9; 250 up a; 250 wake; 550 wake; 550.001 wake; 600 down a 9,9; 1200 wake; 1200.001 wake; 1300 up a
            """)
        let deadlines = script.steps.map { step -> Int64? in
            _ = engine.play(step)
            return engine.nextDeadline.map { $0.microseconds / 1000 }
        }
        #expect(deadlines == [nil, 600, 350, 700, nil, nil, 800, 550, 550, 550, nil, 1200, 1200, nil, nil])
    }

    @Test func `an idle engine has no deadline`() {
        #expect(GestureEngine().nextDeadline == nil)
        var engine = GestureEngine()
        engine.attach(.screen)
        #expect(engine.nextDeadline == nil && engine.events == [])
    }

    @Test(arguments: [
        Replay(
            "with a gap of 0, only a press at the same instant makes a double tap",
            "0 down a 9,9; 50 up a | 50 down a 9,9; 60 up a; 60.001 down a 9,9; 70 up a",
            "tap#1 possible x1 @50; tap#1 ended x2 @60; tap#2 possible x1 run 3 @70; tap#2 ended x1 run 3 @70",
            asking: "tap x1 x2", thresholds: .with { $0.tapGap = .milliseconds(0) }),
        Replay(
            "a gap can be longer than the pause that ends a run",
            "0 down a 9,9; 50 up a; 850 down a 9,9; 900 up a; 1700.001 down a 9,9; 1750 up a",
            "tap#1 ended x2 @900", asking: "tap x2",
            thresholds: .with { $0.tapGap = .milliseconds(800) }),
        Replay(
            "with a pause of 0, each tap starts a run", "0 down a 9,9; 50 up a; 351 down a 9,9; 400 up a",
            "tap#1 ended x1 @50; tap#2 ended x1 @400",
            asking: "tap", thresholds: .with { $0.tapRun = .milliseconds(0) }),
        Replay(
            "with a duration of 0, a long press begins at once", "0 down a 9,9; 50 up a",
            "longPress#1 began @0; longPress#1 ended by 0,0 @50",
            asking: "tap, longPress", thresholds: .with { $0.longPress = .milliseconds(0) }),
        Replay(
            "a short long press of several fingers begins when the last has landed",
            "0 down a 100,100; 90 down b 200,100; 200 up all",
            "longPress#1 began f2 @90; longPress#1 ended f2 by 0,0 @200", asking: "longPress f2",
            thresholds: .with { $0.longPress = .milliseconds(50) }),
        Replay(
            "with a slop of 0, a still finger taps", "0 down a 9,9; 10 move a by 0,0; 50 up a", "tap#1 ended x1 @50",
            asking: "tap", thresholds: .with { $0.slop = 0 }),
        Replay(
            "with a slop of 0, any movement is a drag", "0 down a 9,9; 10 move a by 0.001,0; 50 up a",
            "drag#1 began by 0.001,0 @10; drag#1 ended by 0.001,0 @50", asking: "tap, drag",
            thresholds: .with { $0.slop = 0 }),
        Replay(
            "a touchpad has its own slop",
            "0 down a 99,99; 10 move a by 3,4; 50 up a; 60 down a 99,99; 70 move a by 3,4.001; 80 up a",
            "tap#1 ended x1 @50", asking: "tap", on: .pad, thresholds: .with { $0.touchpadSlop = 5 }),
    ])
    func thresholds(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    /// Recordings can have any time stamps.
    @Test(
        arguments: [
            Int64.min, .min + 1, -10_000_000, -1, 0, 1, 1_700_000_000_000_000, .max - 20_000_000,
        ] as [Int64])
    func anyEpoch(_ start: Int64) throws {
        let script = try TouchScript(
            """
            0 down a 100,100; 50 up a; 100 down a 100,100; 150 up a; 1000 down a 100,100; 2000 up a
            3000 down a 100,100; glide a by 300,0 for 100; 3100 up a
            """)
        var engine = GestureEngine()
        var shifted = GestureEngine()
        engine.attach(.screen)
        shifted.attach(.screen)
        for frame in script.frames {
            var later = frame
            later.time = Instant(microseconds: start + frame.time.microseconds)
            engine.process(frame)
            shifted.process(later)
            #expect(shifted.events == engine.events.map { $0.shifted(by: start) })
        }
        engine.advance(to: .distantFuture)
        shifted.advance(to: .distantFuture)
        #expect(shifted.events == engine.events.map { $0.shifted(by: start) })
    }

    @Test func `instants saturate`() {
        #expect(Instant.distantFuture + .milliseconds(1) == .distantFuture)
        #expect(Instant.distantPast + .milliseconds(-1) == .distantPast)
        #expect(Instant.distantFuture - .distantPast == Interval(microseconds: .max))
        #expect(Instant.distantPast - .distantFuture == Interval(microseconds: .min))
        #expect(Interval.milliseconds(.max) == Interval(microseconds: .max))
        #expect(Interval.milliseconds(.min) == Interval(microseconds: .min))
        #expect(Instant.milliseconds(5) - .milliseconds(7) == .milliseconds(-2))
    }
}

extension Thresholds {
    static func with(_ change: (inout Thresholds) -> Void) -> Thresholds {
        var thresholds = Thresholds()
        change(&thresholds)
        return thresholds
    }
}
