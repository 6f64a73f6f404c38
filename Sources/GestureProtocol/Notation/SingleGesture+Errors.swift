import GestureCore
import Text

// What was probably meant by words that are not part of the gesture.

extension SingleGesture {
    /// The error for a word that is not one of this gesture.
    func unknown(_ words: NotationWords) -> NotationError {
        guard let word = words.next else { return words.invalid("a gesture") }
        let parameters = kind.parameters
        if NamedArea.named(word) != nil, parameters.contains(.area), pattern.area == nil {
            return words.invalid("'in' before an area", hint: "in \(word)")
        }
        let parts = word.bytes.split(separator: UInt8(ascii: "-"), maxSplits: 1)
        if parts.count == 2, let number = wholeNumber(ByteString(Array(parts[0]))),
            Self.fingerWords.contains(where: { parts[1].elementsEqual($0.bytes) })
        {
            return unknown(words, hint: "\(number) finger\(number == 1 ? "" : "s")")
        }
        return quantityError(word, words) ?? unknown(words, hint: likelyText(for: word, among: knownWords))
    }

    private func unknown(_ words: NotationWords, hint: String?) -> NotationError {
        words.invalid("a word that belongs to '\(kind.notation)', or the end", hint: hint)
    }

    /// The error for a word that begins like a number.
    private func quantityError(_ word: ByteString, _ words: NotationWords) -> NotationError? {
        let isNegative = word.bytes.first == UInt8(ascii: "-")
        guard let digit = isNegative ? word.bytes.dropFirst().first : word.bytes.first,
            digitValue(digit, radix: 10) != nil, word.bytes.last.map({ digitValue($0, radix: 10) == nil }) ?? false
        else { return nil }
        let corrected = Unit.corrected(word)
        if kind.parameters.contains(.minimumDistance), corrected.map({ !$0.unit.isTime }) ?? true {
            if isNegative { return words.invalid("a distance of 0 or more") }
            return words.invalid(Unit.expectedDistance, hint: corrected?.text)
        }
        if kind == .longPress || kind == .activity { return words.invalid(Unit.expectedTime, hint: corrected?.text) }
        guard kind.parameters.contains(.maximumDuration), let corrected, corrected.unit.isTime else { return nil }
        return words.invalid("'over' or 'under' before a time", hint: "under \(corrected.text)")
    }

    /// The words that can follow.
    private var knownWords: [ByteString] {
        var known: [ByteString] = ["then", "within", "fingers", "or", "and", "as"]
        for (word, parameter) in GestureParameter.otherWords where kind.parameters.contains(.init(parameter)) {
            known.append(word)
        }
        for parameter in GestureParameter.allCases where kind.parameters.contains(.init(parameter)) {
            known.append(ByteString("\(parameter.name)"))
        }
        if kind.parameters.contains(.axis) { known += ["horizontal", "vertical"] }
        if kind == .pinch { known += ["in", "out"] }
        if kind == .tap { known += ["double tap", "3 taps"] }
        if kind.parameters.contains([.direction]), kind.minimumFingers == 1 {
            known += Direction.allCases.map { $0.notation }
        }
        return areaName == nil ? known : known + ["50%"]
    }

    /// What was probably meant by a condition that the kind does not have.
    func hint(insteadOf parameter: GestureParameter, _ words: NotationWords) -> String? {
        switch parameter {
        case .edge where kind == .swipe:
            var rest = words
            rest.skip()
            _ = rest.take("the")
            let edge = rest.next.flatMap { EdgeLocation.Edge(name: $0.bytes) } ?? .left
            return "edge swipe from \(edge.name)"
        case .direction:
            guard let word = words.next, kind.isComposable, NamedArea.named(word) != nil else {
                return nil
            }
            guard let areaName else { return "in \(word)" }
            let corner = ByteString("\(areaName)-\(word)")
            return NamedArea.named(corner).map { _ in corner.description }
        default: return nil
        }
    }
}
