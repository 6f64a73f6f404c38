import GestureCore
import Testing

@Suite struct ModifierTests {
    private func history(_ changes: [(Int64, EventModifiers)]) -> ModifierHistory {
        var history = ModifierHistory()
        for (time, modifiers) in changes { history.note(modifiers, at: .milliseconds(time)) }
        return history
    }

    @Test(
        arguments: [
            ("nothing is held before the first change", 9.999, []), ("a change applies at its own time", 10, .shift),
            ("a change applies until the next", 19.999, .shift),
            ("the next change applies at its own time", 20, [.shift, .control]),
            ("a change can release all modifiers", 30, []), ("the last change applies from then on", 1000, []),
        ] as [(Comment, Double, EventModifiers)])
    func `an event has the modifiers of its own time`(rule: Comment, at time: Double, held: EventModifiers) {
        let history = history([(10, .shift), (20, [.shift, .control]), (30, [])])
        #expect(history.modifiers(at: Instant(microseconds: Int64(time * 1000))) == held, rule)
    }

    @Test func `the later of two changes at one time applies`() {
        let history = history([(10, .shift), (10, .alt)])
        #expect(history.modifiers(at: .milliseconds(9)) == [])
        #expect(history.modifiers(at: .milliseconds(10)) == .alt)
    }

    @Test func `a time that goes back counts as that of the last change`() {
        let history = history([(10, .shift), (5, .alt)])
        #expect(history.modifiers(at: .milliseconds(9)) == [])
        #expect(history.modifiers(at: .milliseconds(10)) == .alt)
        #expect(history.latest == .alt)
    }

    @Test func `keeps the last 64 changes and the modifiers before them`() {
        let changes = (0..<1000).map { (Int64($0), $0.isMultiple(of: 2) ? EventModifiers.shift : .alt) }
        let history = history(changes)
        for time in 936..<1000 {
            #expect(history.modifiers(at: .milliseconds(Int64(time))) == changes[time].1, "\(time)")
        }
        #expect(history.modifiers(at: .milliseconds(935)) == .alt)
        #expect(history.modifiers(at: .milliseconds(934)) == .alt)
    }

    @Test func `a change to the same modifiers is not stored`() {
        var history = history([(10, .shift)])
        for time in 11..<1000 { history.note(.shift, at: .milliseconds(Int64(time))) }
        #expect(history.modifiers(at: .milliseconds(9)) == [])
    }
}
