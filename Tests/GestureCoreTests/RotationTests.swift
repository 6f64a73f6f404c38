import GestureCore
import TestSupport
import Testing

/// Rotations: fingers that move around each other.
@Suite struct RotationTests {
    /// Of 20 pt at a radius of 100 pt, in degrees.
    private static let hidden = 11.459155902616466

    private static func turned(by degrees: Double, fingers: Int = 2, radius: Double = 100) -> String {
        Script.circle("down", fingers, radius: radius, angle: 0, at: 0) + "; "
            + Script.turn(fingers, radius: radius, by: degrees, from: 0) + "; 5000 up all"
    }

    private func play(_ script: String, asking: String = "rotation", on surface: Surface = .screen) throws
        -> [EngineEvent]
    {
        var engine = GestureEngine(options: GestureOptions(selection: try .init(asking: asking)))
        return engine.play(try TouchScript(script, on: surface))
    }

    private func degrees(_ event: EngineEvent?) -> Double? {
        if case .rotation(let degrees, _) = event?.details { degrees } else { nil }
    }

    @Test func `an arc within slop is no rotation, an arc just beyond it is`() throws {
        #expect(try play(Self.turned(by: Self.hidden)).isEmpty)
        #expect(try play(Self.turned(by: -Self.hidden)).isEmpty)
        let events = try play(Self.turned(by: Self.hidden + 0.01))
        #expect(events.map(\.phase) == [.began, .ended])
        #expect(events.map(\.fingers) == [2, 2])
        // The movement within slop causes no jump.
        #expect(degrees(events[0])! > 0 && degrees(events[0])! < 0.02)
    }

    @Test func `close fingers must turn by a larger angle`() throws {
        #expect(try play(Self.turned(by: 22, radius: 50)).isEmpty)
        #expect(try !play(Self.turned(by: 23, radius: 50)).isEmpty)
        #expect(try play(Self.turned(by: 5, radius: 200)).isEmpty)
        #expect(try !play(Self.turned(by: 6, radius: 200)).isEmpty)
    }

    @Test func `fingers less than 10 mm apart have no angle`() throws {
        #expect(try play(Self.turned(by: 300, radius: 31.4)).isEmpty)
        #expect(try !play(Self.turned(by: 300, radius: 31.6)).isEmpty)
    }

    @Test(arguments: [90.0, 180, 190, 360, 720, 1080, -90, -180, -200, -720], [2, 3, 5])
    func `turns add up beyond a full one`(_ turn: Double, fingers: Int) throws {
        let events = try play(Self.turned(by: turn, fingers: fingers))
        let last = try #require(degrees(events.last))
        // The movement within slop is added back over a quarter turn.
        let expected =
            abs(turn) >= 90 + Self.hidden ? turn : turn - Self.hidden * (1 - (90 - Self.hidden) / 90) * turn.sign
        #expect(abs(last - expected) < 1e-6)
        #expect(events.last?.phase == .ended && events.last?.fingers == fingers)
        // No jumps: a frame turns by 5°, and adds back at most a part of that.
        let steps = zip(events, events.dropFirst()).map { abs(degrees($1)! - degrees($0)!) }
        #expect(steps.allSatisfy { $0 < 5.7 })
        #expect(abs(degrees(events.first)!) < 5)
    }

    @Test func `turning back reduces the angle`() throws {
        let there = (1...20).map { Script.circle("move", radius: 100, angle: Double($0) * 3, at: $0 * 10) }
        let back = (0..<20).reversed().map {
            Script.circle("move", radius: 100, angle: Double($0) * 3, at: 400 - $0 * 10)
        }
        let script = ([Script.circle("down", radius: 100, angle: 0, at: 0)] + there + back + ["500 up all"])
        let events = try play(script.joined(separator: "; "))
        // The angle is negative by the movement within slop.
        #expect(abs(degrees(events.last)! + Self.hidden) < 1e-6)
    }

    @Test func `replacing a finger does not turn`() throws {
        let script =
            Self.turned(by: 100).replacing("; 5000 up all", with: "")
            + "; 300 up b; 350 down c 900,900; 360 move c 900,900.5; 400 up all"
        let events = try play(script, asking: "rotation")
        // Lifting one of two fingers ends the rotation; the next one starts at 0 and does not turn.
        #expect(events.filter { $0.phase != .changed }.map(\.phase) == [.began, .ended])
        let three =
            Script.circle("down", 3, radius: 100, angle: 0, at: 0) + "; "
            + Script.turn(3, radius: 100, by: 150, from: 0)
            + "; 400 up c; 450 down d 900,900; 460 move d 900,900.5; 500 up all"
        let turned = try play(three)
        #expect(turned.filter { $0.phase != .changed }.map(\.phase) == [.began, .ended])
        #expect(abs(degrees(turned.last)! - 150) < 0.2)
    }

    @Test(arguments: [
        Replay(
            "does not begin if one of two fingers lifts in that frame",
            "0 down a 400,500 b 600,500; 10 move a 400,462; 20 move a 400,458; up b; 30 up a", ""),
        Replay(
            "begins if it lifts in the next frame",
            "0 down a 400,500 b 600,500; 10 move a 400,462; 20 move a 400,458; 20.001 up b; 30 up a",
            "rotation#1 began f2 turn 0.726 @20; rotation#1 ended f2 turn 0.726 @20.001"),
        Replay(
            "does not begin if a finger is replaced in that frame",
            "0 down a 400,500 b 600,500; 10 move a 400,462; 20 move a 400,458; up b; down c 600,500; 30 up all", ""),
        Replay(
            "begins if enough fingers stay",
            "0 down a 400,500 b 600,500 c 500,700; 10 move a 400,420 b 600,580; up c; 20 up all",
            "rotation#1 began f3 turn 11.556 @10; rotation#1 ended f3 turn 11.556 @20", asking: "rotation f2 f3"),
    ])
    func `a rotation that would begin in the frame of a lift`(_ replay: Replay) throws {
        let events = try replay.run(asking: "rotation")
        #expect(events == replay.expected)
    }

    @Test func `a rotation reports its angular velocity`() throws {
        let events = try play(Self.turned(by: 180).replacing("5000 up all", with: "365 up all"))
        guard case .rotation(_, let velocity) = events.last?.details else { throw Missing() }
        #expect(abs(velocity - 500) < 1)
        guard case .rotation(_, let rested) = try play(Self.turned(by: 180)).last?.details else { throw Missing() }
        #expect(rested == 0)
    }

    /// Fingers of 30,000 pt/s turn by 300 radians a second at a radius of 100 pt: 17188.73°, or 171.89° in 10 ms.
    @Test(arguments: [(171.8, 17180), (171.887338, 17188.7338), (172, 17188.7338), (-172, -17188.7338)])
    func `the angular velocity is at most that of the fastest fingers`(_ turn: Double, velocity expected: Double) throws
    {
        let events = try play(
            Self.turned(by: 180).replacing("5000 up all", with: "")
                + Script.circle("move", radius: 100, angle: 181, at: 460) + "; "
                + Script.circle("move", radius: 100, angle: 181 + turn, at: 470) + "; 471 up all")
        guard case .rotation(_, let velocity) = events.last?.details else { throw Missing() }
        #expect(abs(velocity - expected) < 0.01)
    }

    @Test func `two frames at once after a gap give no velocity`() throws {
        let events = try play(
            Self.turned(by: 180).replacing("5000 up all", with: "")
                + Script.circle("move", radius: 100, angle: 190, at: 460) + "; 460.001 "
                + Script.circle("move", radius: 100, angle: 195, at: 460).dropFirst(4) + "; 461 up all")
        guard case .rotation(_, let velocity) = events.last?.details else { throw Missing() }
        #expect(velocity == 0)
    }

    @Test func `lost fingers cancel a rotation`() throws {
        let script = Self.turned(by: 90).replacing("5000 up all", with: "5000 cancel a; 5010 up b")
        #expect(try play(script).filter { $0.phase != .changed }.map(\.phase) == [.began, .cancelled])
    }

    @Test func `fingers that move apart do not turn`() throws {
        #expect(try play("0 down a 400,500 b 600,500; glide a by -200,0 b by 200,0 for 100; 200 up all").isEmpty)
    }

    @Test func `on a touchpad fingers that scroll do not turn`() throws {
        let script = "0 down a 200,100 b 400,100; glide a by 0,100 b by 0,140 for 200; 300 up all"
        #expect(try play(script, on: .pad).isEmpty)
        #expect(try !play(script).isEmpty)
    }

    private struct Missing: Error {}
}

extension Double {
    fileprivate var sign: Double { self < 0 ? -1 : 1 }
}
