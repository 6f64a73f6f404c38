import GestureCore
import GestureProtocol
import TestSupport
import Testing

@testable import GestureService

/// The events that clients get while recognition is paused, and after it.
@Suite struct PauseTests {
    /// An action between touches, before those of the same time.
    struct Action {
        var time: Instant
        var body: (GestureHub, Instant) -> Void

        static func pause(_ milliseconds: Int64) -> Action {
            Action(time: .milliseconds(milliseconds)) { $0.pause(at: $1) }
        }

        static func resume(_ milliseconds: Int64) -> Action {
            Action(time: .milliseconds(milliseconds)) { hub, _ in hub.resume() }
        }

        /// - Parameter asking: the gesture that opens the lock; nil if it only times out.
        static func lock(_ milliseconds: Int64, until asking: String? = nil, end: Int64? = nil) -> Action {
            Action(time: .milliseconds(milliseconds)) { hub, time in
                let selection = asking.map { try! GestureSelection(asking: $0) }
                hub.lockTouches(
                    until: selection.map { CompiledSubscription(options: GestureOptions(selection: $0)) },
                    end: end.map { .milliseconds($0) },
                    at: time)
            }
        }
    }

    /// Returns the events that a client reads, e.g. `tap ended @50`.
    private func heard(_ script: String, asking: String = "all", _ actions: Action..., hub: GestureHub = GestureHub())
        throws
        -> [String]
    {
        let client = try TestClient()
        hub.add(
            Subscriber(
                CompiledSubscription(options: GestureOptions(selection: try GestureSelection(asking: asking))),
                name: [],
                client: OutgoingQueue(fd: client.far, limit: 1 << 20, attention: QueueAttention())))
        var waiting = actions[...]
        for step in try TouchScript(script).steps {
            let time: Instant =
                switch step {
                case .plug: .distantPast
                case .unplug(_, let time), .wake(let time): time
                case .frame(let frame): frame.time
                }
            while let action = waiting.first, action.time <= time {
                action.body(hub, action.time)
                waiting.removeFirst()
            }
            hub.play(step)
        }
        for action in waiting { action.body(hub, action.time) }
        return try client.events().map { event in
            "\(event["kind"]!) \(event["phase"]!) @\(try #require(event["time"] as? Int) / 1000)"
        }
    }

    private static let tapAtThousand = "1000 down z 100,100; 1050 up z; 2000 wake"

    @Test func `a pause cancels all gestures`() throws {
        let hub = GestureHub()
        let other = try TestClient()
        hub.add(
            Subscriber(
                CompiledSubscription(options: GestureOptions(selection: try GestureSelection(asking: "touch"))),
                name: [],
                client: OutgoingQueue(fd: other.far, limit: 1 << 20, attention: QueueAttention())))
        #expect(
            try heard("0 down a 100,100; 10 move a by 50,0; 100 up a", .pause(50), hub: hub) == [
                "press began @0", "press cancelled @10", "drag began @10", "drag cancelled @50",
            ])
        #expect(try other.events().map { "\($0["phase"]!)" } == ["began", "changed", "cancelled"])
    }

    @Test func `touches during the pause are ignored`() throws {
        #expect(
            try heard(
                "0 down a 100,100; 50 up a; 500 down b 100,100; 510 move b by 200,0; 600 up b; \(Self.tapAtThousand)",
                asking: "press, tap, drag, swipe", .pause(0), .resume(900)) == [
                    "press began @1000", "press ended @1050", "tap ended @1050",
                ])
    }

    @Test func `a finger that is down at the end of the pause is ignored until it is lifted`() throws {
        #expect(
            try heard(
                "0 down a 100,100; 500 move a by 10,0; 600 move a by 200,0; 800 up a; \(Self.tapAtThousand)",
                asking: "press, tap, longPress, drag, swipe, touch", .pause(-1), .resume(400)) == [
                    "press began @1000", "touch began @1000", "press ended @1050", "touch ended @1050",
                    "tap ended @1050",
                ])
    }

    @Test func `a gesture from before the pause does not continue after it`() throws {
        #expect(
            try heard(
                "0 down a 100,100; 500 move a by 200,0; 800 up a; \(Self.tapAtThousand)", asking: "press, drag, swipe",
                .pause(100), .resume(200)) == [
                    "press began @0", "press cancelled @100", "press began @1000", "press ended @1050",
                ])
    }

    @Test func `a pending tap ends, and the next tap is not its second one`() throws {
        let heard = try heard(
            "0 down a 100,100; 50 up a; 200 down b 100,100; 250 up b; 1000 wake", asking: "tap x1 x2", .pause(100),
            .resume(150))
        #expect(heard == ["tap possible @50", "tap ended @50", "tap possible @250", "tap ended @250"])
    }

    @Test func `nothing has a deadline during the pause`() throws {
        let hub = GestureHub()
        hub.giveFeedback(HapticFeedback.Options(presses: false, taps: true, thresholds: Thresholds()))
        _ = try heard(
            "0 down a 100,100; 50 up a; 100 down b 900,900", asking: "press, tap x1 x2, longPress, activity",
            .pause(150),
            hub: hub)
        #expect(hub.nextDeadline == nil)
    }

    @Test func `a second pause or resume changes nothing`() throws {
        #expect(
            try heard(
                "0 down a 100,100; 50 up a; 500 down b 100,100; 600 up b; \(Self.tapAtThousand)", asking: "press",
                .pause(10),
                .pause(20), .resume(400), .resume(550)) == [
                    "press began @0", "press cancelled @10", "press began @500", "press ended @600",
                    "press began @1000",
                    "press ended @1050",
                ])
    }

    @Test func `taps during the pause do not pulse`() throws {
        let hub = GestureHub()
        hub.giveFeedback(HapticFeedback.Options(presses: false, taps: true, thresholds: Thresholds()))
        _ = try heard("0 down a 100,100; 50 up a; 800 wake", .pause(0), .resume(900), hub: hub)
        #expect(hub.takePulseCount() == nil)
        _ = try heard(Self.tapAtThousand, hub: hub)
        #expect(hub.takePulseCount() == 1 && hub.takePulseCount() == nil)
    }

    @Test func `no gesture opens a lock during the pause, and the lock remains after it`() throws {
        let hub = GestureHub()
        #expect(
            try heard(
                "0 down a 100,100; 50 up a; \(Self.tapAtThousand)", .lock(-2, until: "longPress"), .pause(-1),
                .resume(900),
                hub: hub) == [])
        #expect(hub.isLocked && !hub.isPaused)
    }

    @Test func `a pause cancels the gesture that would open a lock`() throws {
        let hub = GestureHub()
        _ = try heard(
            "0 down a 100,100; 700 wake; 800 up a", .lock(-1, until: "longPress"), .pause(100), .resume(200), hub: hub)
        #expect(hub.isLocked)
    }

    @Test func `a lock ends in time during the pause`() throws {
        let hub = GestureHub()
        #expect(
            try heard(
                "0 down a 100,100; 50 up a; 500 wake; \(Self.tapAtThousand)", asking: "tap", .lock(-2, end: 400),
                .pause(-1),
                .resume(900), hub: hub) == ["tap ended @1050"])
        #expect(!hub.isLocked)
    }
}
