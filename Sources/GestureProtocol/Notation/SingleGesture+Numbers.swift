import GestureCore
import Text

// Numbers of taps, fingers and directions.

extension SingleGesture {
    /// A word that can be taken for something else.
    struct AmbiguousWord {
        enum Meaning { case fingers, taps, edge }

        var word: ByteString
        var meaning: Meaning
    }

    static let fingerWords: [ByteString] = ["fingers", "finger"]
    static let tapWords: [ByteString] = ["taps", "tap"]
    static let directionWords: [ByteString] = ["directions", "direction"]

    /// Takes a number of taps, fingers or directions: `2`, `3 fingers`, `3+ fingers`, `2-4 fingers` or `2 or 4 fingers`.
    mutating func takeNumbers(_ words: inout NotationWords) throws(NotationError) -> Bool {
        guard let word = words.next, let range = Self.range(word) else { return false }
        guard range.least <= range.most else {
            throw words.invalid("a smaller number before a larger one", hint: "\(range.most)-\(range.least)")
        }
        let first = words
        let number = wholeNumber(word)
        var ranges = [range.least...range.most]
        var rest = words
        rest.skip()
        while rest.next == "or", let next = rest.second.flatMap({ Self.range($0) }), next.least <= next.most {
            rest.skip()
            rest.skip()
            ranges.append(next.least...next.most)
        }
        if let noun = rest.next, Self.fingerWords.contains(where: { $0 == noun }) {
            rest.skip()
            words = rest
            try takeFingers(ranges, first)
            return true
        }
        words.skip()
        if number == nil, let noun = words.next, (Self.tapWords + Self.directionWords).contains(where: { $0 == noun }) {
            throw first.invalid("one number of \(noun)")
        }
        if let number, let noun = words.next, Self.tapWords.contains(where: { $0 == noun }) {
            words.skip()
            try takeCount(number, first)
        } else if let number, let noun = words.next, Self.directionWords.contains(where: { $0 == noun }) {
            words.skip()
            try takeDirections(number, first)
        } else {
            let isTaps = kind == .tap && !given.contains(.count) && number != nil
            ambiguousWords.append(AmbiguousWord(word: word, meaning: isTaps ? .taps : .fingers))
            if let number, isTaps { try takeCount(number, first) } else { try takeFingers([ranges[0]], first) }
        }
        return true
    }

    /// Takes the number after the name of a parameter, e.g. `fingers 3`.
    mutating func takeNumber(
        after word: ByteString, of parameter: GestureParameter, _ words: inout NotationWords
    ) throws(NotationError) {
        guard let range = words.next.flatMap({ Self.range($0) }), range.least <= range.most else {
            throw words.invalid("a number after '\(word)'")
        }
        let first = words
        let number = words.next.flatMap { wholeNumber($0) }
        words.skip()
        switch (parameter, number) {
        case (.count, let number?): try takeCount(number, first)
        case (.directions, let number?): try takeDirections(number, first)
        case (.count, nil), (.directions, nil): throw first.invalid("one number after '\(word)'")
        default: try takeFingers([range.least...range.most], first)
        }
    }

    /// Reads `3`, `three`, `3+` or `2-4`. The second number can be the smaller one.
    static func range(_ word: ByteString) -> (least: Int, most: Int)? {
        if let number = wholeNumber(word) { return (number, number) }
        if word.bytes.last == UInt8(ascii: "+"), let least = wholeNumber(ByteString(Array(word.bytes.dropLast()))) {
            return (least, max(least, FingerSet.largest))
        }
        let ends = word.bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .map { wholeNumber(ByteString(Array($0))) }
        guard ends.count == 2, let least = ends[0], let most = ends[1] else { return nil }
        return (least, most)
    }

    mutating func takeFingers(_ ranges: [ClosedRange<Int>], _ words: NotationWords) throws(NotationError) {
        try give(.fingers, words)
        let possible = kind.minimumFingers...FingerSet.largest
        pattern.fingers = .none
        for range in ranges {
            guard possible.contains(range.lowerBound), possible.contains(range.upperBound) else {
                throw words.invalid("\(possible.lowerBound) to \(possible.upperBound) fingers")
            }
            for fingers in range { pattern.fingers.insert(fingers) }
        }
    }

    private mutating func takeDirections(_ count: Int, _ words: NotationWords) throws(NotationError) {
        try give(.directions, words)
        guard count == 4 || count == 8 else { throw words.invalid("4 or 8 directions") }
        guard count == 8 || pattern.direction?.minimumCount != .eight else {
            throw words.invalid("8 directions, because one of them is given")
        }
        pattern.directions = count == 8 ? .eight : .four
    }
}
