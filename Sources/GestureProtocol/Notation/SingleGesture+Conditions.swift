import GestureCore
import Text

// Edges, areas and modifier keys.

extension SingleGesture {
    /// Takes `left` or `the left edge`.
    func edge(after word: ByteString, _ words: inout NotationWords) throws(NotationError) -> EdgeLocation.Edge {
        _ = words.take("the")
        guard let edge = words.next.flatMap({ EdgeLocation.Edge(name: $0.bytes) }) else {
            let known = EdgeLocation.Edge.allCases.map { ByteString("\($0.name)") }
            throw words.invalid(
                "left, right, top or bottom after '\(word)'",
                hint: words.next.flatMap { likelyText(for: $0, among: known) })
        }
        words.skip()
        _ = words.take("edge")
        return edge
    }

    static func isArea(_ word: ByteString?) -> Bool {
        guard let word else { return false }
        return NamedArea.named(word) != nil || percentages(notation: word) != nil
    }

    /// Takes `top-left`, `top-left 10%` or `0-50% 90-100%`.
    mutating func takeArea(_ words: inout NotationWords) throws(NotationError) {
        if let area = NamedArea.named(words.next) {
            areaName = words.take()
            guard let share = words.next.flatMap({ fraction(notation: $0) }) else {
                pattern.area = area.rectangle()
                return
            }
            guard share > 0, share <= 1 else { throw words.invalid("more than 0% and at most 100%") }
            words.skip()
            pattern.area = area.rectangle(share: share)
            return
        }
        guard words.next.flatMap({ percentages(notation: $0) }) != nil else {
            throw words.invalid(
                "an area after 'in', e.g. top-left, bottom 20% or 0-50% 90-100%",
                hint: words.next.flatMap { likelyText(for: $0, among: NamedArea.names) })
        }
        let columns = try range(&words)
        guard words.next.flatMap({ percentages(notation: $0) }) != nil else {
            throw words.invalid("the range of the height after that of the width, e.g. 0-50% 90-100%")
        }
        let rows = try range(&words)
        pattern.area = Rectangle(
            x: columns.lowerBound, y: rows.lowerBound, width: columns.upperBound - columns.lowerBound,
            height: rows.upperBound - rows.lowerBound)
    }

    private func range(_ words: inout NotationWords) throws(NotationError) -> ClosedRange<Double> {
        guard let range = words.next.flatMap({ percentages(notation: $0) }) else { return 0...1 }
        guard range.start < range.end else {
            throw words.invalid(
                "a smaller number before a larger one",
                hint: "\(thousandths(range.end * 100))-\(thousandths(range.start * 100))%")
        }
        words.skip()
        return range.start...range.end
    }

    static func modifiers(_ words: inout NotationWords) throws(NotationError) -> EventModifiers {
        if words.take("none") { return [] }
        let expected = "ctrl, shift, alt, super, capslock or none after 'with'"
        guard let word = words.next else { throw words.invalid("\(expected), e.g. ctrl+shift") }
        var modifiers: EventModifiers = []
        for name in word.bytes.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false) {
            let name = ByteString(Array(name))
            guard let key = EventModifiers(notation: name) else {
                let hint = likelyText(for: name, among: EventModifiers.notation.map { $0.name })
                throw words.invalid(expected, hint: hint)
            }
            modifiers.insert(key)
        }
        words.skip()
        if let other = words.next, EventModifiers(notation: other) != nil {
            throw words.invalid("'+' between modifier keys", hint: "\(word)+\(other)")
        }
        return modifiers
    }
}
