import GestureCore
import TestSupport
import Testing

/// The places of gestures in compositions: paths, and the stages of sequences.
@Suite struct CompositionPathTests {
    private static func sequence(_ members: GestureExpression..., within limit: Interval? = nil) -> GestureExpression {
        .sequence(members, within: limit)
    }

    private static let tap = TapGesture().expression
    private static let hold = LongPressGesture().expression
    private static let drag = DragGesture().expression
    /// A tap, a long press, and a drag by the same finger.
    private static let touches =
        "0 down a 500,500; 50 up a; 1000 down b 500,500; 1700 move b by 100,0; 1750 up b"

    private static func play(_ steps: [TouchScript.Step], _ expression: GestureExpression) -> [EngineEvent] {
        let gestures = GestureSet(
            selection: GestureSelection(), compositions: [Composition(name: "whole", expression)])
        var engine = GestureEngine(options: GestureOptions(gestures: gestures))
        var events = steps.flatMap { engine.play($0) }
        events += engine.play(.wake(at: .distantFuture))
        return events
    }

    /// The kind, the path and the stage of each recognition.
    private func places(_ expression: GestureExpression) throws -> [String] {
        Self.play(try TouchScript(Self.touches).steps, expression).filter { $0.phase == $0.kind.recognitionPhase }.map {
            event in
            let part = event.part!
            let stage = part.stage.map { " \($0)/\(part.stages!)" } ?? ""
            return "\(event.kind) \(expression.paths[part.node])\(stage)"
        }
    }

    @Test func `an event says which member of the composition it belongs to`() throws {
        #expect(try places(Self.tap) == ["tap []"])
        #expect(
            try places(.simultaneous([Self.drag, .exclusive([Self.hold, Self.tap])]))
                == ["tap [1, 1]", "longPress [1, 0]", "drag [0]"])
    }

    @Test func `the members of a sequence in a sequence have their own paths and common stages`() throws {
        let stages = ["1/3", "2/3", "3/3"]
        for (expression, paths) in [
            (Self.sequence(Self.tap, Self.hold, Self.drag), ["[0]", "[1]", "[2]"]),
            (Self.sequence(Self.sequence(Self.tap, Self.hold), Self.drag), ["[0, 0]", "[0, 1]", "[1]"]),
            (Self.sequence(Self.tap, Self.sequence(Self.hold, Self.drag)), ["[0]", "[1, 0]", "[1, 1]"]),
            // One with a time limit stays a sequence of its own.
            (
                Self.sequence(Self.tap, Self.sequence(Self.hold, Self.drag, within: .milliseconds(5000))),
                ["[0]", "[1, 0]", "[1, 1]"]
            ),
        ] {
            let kinds = ["tap", "longPress", "drag"]
            #expect(try places(expression) == kinds.indices.map { "\(kinds[$0]) \(paths[$0]) \(stages[$0])" })
        }
    }

    @Test func `if another composition separates two sequences, the outer one counts the stages`() throws {
        let inner = GestureExpression.exclusive([Self.sequence(Self.hold, Self.drag)])
        #expect(
            try places(Self.sequence(Self.tap, inner))
                == ["tap [0] 1/2", "longPress [1, 0, 0] 2/2", "drag [1, 0, 1] 2/2"])
    }

    @Test func `chained sequences recognize what one sequence does`() throws {
        let flat = Self.sequence(Self.tap, Self.hold, Self.drag)
        let chained = [
            Self.sequence(Self.sequence(Self.tap, Self.hold), Self.drag),
            Self.sequence(Self.tap, Self.sequence(Self.hold, Self.drag)),
            Self.sequence(Self.sequence(Self.sequence(Self.tap), Self.hold), Self.sequence(Self.drag)),
        ]
        var count = 0
        for seed in UInt64(0)..<100 {
            let steps = RandomTouches(seed: seed, frames: 1024).steps
            let expected = Self.play(steps, flat).map(Self.withoutPath)
            count += expected.count
            for expression in chained {
                #expect(Self.play(steps, expression).map(Self.withoutPath) == expected, "seed \(seed)")
            }
        }
        #expect(count > 1000, "the touches make such sequences")
    }

    private static func withoutPath(_ event: EngineEvent) -> EngineEvent {
        var event = event
        event.part?.node = 0
        return event
    }
}
