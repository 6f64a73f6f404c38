import GestureCore
import TestSupport
import Testing

@Suite(.needsRecordings) struct RecordedPinchTableTests {
    /// Two fingers that move towards each other pinch, and make no other gesture: their centre does not move, and the line
    /// between them does not turn.
    ///
    /// libinput skips sideways pinches on the smallest pad, where the fingers start less than 45 mm apart; this project does not.
    @Test(arguments: try GestureTable.read("pinch_2fg"), Pad.sizes)
    func pinch(_ table: GestureTable, on pad: Pad) throws {
        var engine = GestureEngine()
        let events = engine.play(table.rows(on: pad), on: pad)
        let summary = events.filter { $0.phase != .changed }.map(\.summary)
        #expect(summary == ["pinch#1 began f2", "pinch#1 ended f2"])

        let scales = events.compactMap { event in
            if case .pinch(let scale, _) = event.details { scale } else { nil }
        }
        #expect(scales.count == events.count)
        // The fingers lift where they moved last, so the end repeats the last scale.
        let travelling = scales.dropLast()
        let first = try #require(travelling.first)
        #expect(abs(first - 1) <= 0.1)
        #expect(travelling.count > 1 && zip(travelling, travelling.dropFirst()).allSatisfy { $0 > $1 })
        #expect(scales.last == travelling.last)
    }
}
