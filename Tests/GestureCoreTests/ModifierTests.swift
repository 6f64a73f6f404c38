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
            ("nothing is held before the first change", 9.999, []), ("a change holds at its very instant", 10, .shift),
            ("and from then on", 19.999, .shift), ("up to the next one", 20, [.shift, .control]),
            ("which leaves nothing", 30, []), ("the last one holds", 1000, []),
        ] as [(Comment, Double, EventModifiers)])
    func `an event has the modifiers of its own time`(rule: Comment, at time: Double, held: EventModifiers) {
        let history = history([(10, .shift), (20, [.shift, .control]), (30, [])])
        #expect(history.modifiers(at: Instant(microseconds: Int64(time * 1000))) == held, rule)
    }

    @Test func `of two changes at one time the later holds`() {
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

    @Test func `64 changes are remembered, and what was held before the oldest of them`() {
        let changes = (0..<1000).map { (Int64($0), $0.isMultiple(of: 2) ? EventModifiers.shift : .alt) }
        let history = history(changes)
        for time in 936..<1000 {
            #expect(history.modifiers(at: .milliseconds(Int64(time))) == changes[time].1, "\(time)")
        }
        #expect(history.modifiers(at: .milliseconds(935)) == .alt)
        #expect(history.modifiers(at: .milliseconds(934)) == .alt)
    }

    @Test func `what changes nothing takes no room`() {
        var history = history([(10, .shift)])
        for time in 11..<1000 { history.note(.shift, at: .milliseconds(Int64(time))) }
        #expect(history.modifiers(at: .milliseconds(9)) == [])
    }
}
