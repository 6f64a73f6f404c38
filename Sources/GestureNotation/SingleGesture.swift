import GestureCore
import GestureProtocol
import Text

/// One gesture of a text in the short notation, while its words are read.
struct SingleGesture {
    private var pattern: GesturePattern
    /// The name of the shape of a stroke.
    private var name: ByteString?
    /// The conditions that the words so far have set.
    private var given: GestureParameters = []

    init(_ kind: GestureKind) { pattern = GesturePattern(kind) }

    var request: RequestedGesture {
        guard pattern.kind == .stroke else { return RequestedGesture(.gesture(pattern)) }
        return RequestedGesture(
            .stroke(RequestedStroke(area: pattern.area, modifiers: pattern.modifiers)), name: name)
    }

    // MARK: The short form

    /// Takes what follows the colon of `tap:2` or `stroke:circle`.
    mutating func take(detail: ByteString, of word: ByteString) throws(NotationError) {
        if pattern.kind == .stroke { return try takeName(detail) }
        guard pattern.kind == .tap, let count = wholeNumber(detail) else {
            throw NotationError(
                word, expected: "a number of taps, as in tap:2, or a stroke, as in stroke:circle")
        }
        try takeCount(count, detail)
    }

    mutating func takeName(_ word: ByteString?) throws(NotationError) {
        guard let word, word != ",", word != "then" else {
            throw NotationError(nil, expected: "the name of a stroke, e.g. stroke circle")
        }
        guard BuiltInStroke(name: word.bytes) != nil else {
            throw NotationError(
                word, expected: "the name of a stroke, e.g. stroke circle",
                among: BuiltInStroke.allCases.map { ByteString("\($0.name)") })
        }
        name = word
    }

    /// Takes what follows the slash of `swipe/3`.
    mutating func takeFingers(_ text: ByteString, of word: ByteString) throws(NotationError) {
        guard let fingers = wholeNumber(text) else {
            throw NotationError(word, expected: "a number of fingers, as in swipe/3")
        }
        try takeFingers(fingers...fingers, word)
    }

    // MARK: Words

    /// Notes that a word says something about the gesture: once, and only what its kind has.
    private mutating func give(_ parameter: GestureParameters, _ word: ByteString) throws(NotationError) {
        guard pattern.kind.parameters.contains(parameter) else {
            throw NotationError(word, expected: "a word of \(GestureReader.word(for: pattern.kind))")
        }
        guard given.isDisjoint(with: parameter) else {
            throw NotationError(word, expected: "no second word of this sort in one gesture")
        }
        given.insert(parameter)
    }

    /// Takes a word, and those that belong to it.
    ///
    /// - Returns: false if the word is not one of this gesture.
    mutating func take(_ word: ByteString, _ words: inout NotationWords) throws(NotationError) -> Bool {
        if try takeNumber(word, &words) { return true }
        if try takeDirection(word, &words) { return true }
        switch word {
        case "under":
            try give(.maximumDuration, word)
            words.skip()
            pattern.maximumDuration = try words.duration(after: word)
        case "over":
            try give(.minimumDuration, word)
            words.skip()
            pattern.minimumDuration = try words.duration(after: word)
        case "in":
            try give(.area, word)
            words.skip()
            pattern.area = try area(&words)
        case "from":
            try give(.edge, word)
            words.skip()
            guard let edge = words.take().flatMap({ EdgeLocation.Edge(name: $0.bytes) }) else {
                throw NotationError("from", expected: "left, right, top or bottom after 'from'")
            }
            pattern.edge = edge
        case "with":
            try give(.modifiers, word)
            words.skip()
            pattern.modifiers = try Self.modifiers(words.take())
        case "while":
            try give(.restingFingers, word)
            words.skip()
            guard let fingers = words.take().flatMap({ wholeNumber($0) }) else {
                throw NotationError("while", expected: "a number of resting fingers after 'while'")
            }
            pattern.restingFingers = fingers
        default: return try takeQuantity(word, &words)
        }
        return true
    }

    /// Takes a number of taps or of fingers: `2`, `3 fingers`, `3+` or `2-4`.
    private mutating func takeNumber(_ word: ByteString, _ words: inout NotationWords) throws(NotationError) -> Bool {
        guard let range = Self.range(word) else { return false }
        let isFingers = words.second == "finger" || words.second == "fingers"
        words.skip()
        if isFingers { words.skip() }
        if pattern.kind == .tap, !given.contains(.count), !isFingers, let count = wholeNumber(word) {
            try takeCount(count, word)
        } else {
            try takeFingers(range, word)
        }
        return true
    }

    private static func range(_ word: ByteString) -> ClosedRange<Int>? {
        if let number = wholeNumber(word) { return number...number }
        if word.bytes.last == UInt8(ascii: "+"), let least = wholeNumber(ByteString(Array(word.bytes.dropLast()))) {
            return least...max(least, FingerSet.largest)
        }
        let ends = word.bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .map { wholeNumber(ByteString(Array($0))) }
        guard ends.count == 2, let least = ends[0], let most = ends[1], least <= most else { return nil }
        return least...most
    }

    private mutating func takeCount(_ count: Int, _ word: ByteString) throws(NotationError) {
        try give(.count, word)
        pattern.count = count
    }

    private mutating func takeFingers(_ range: ClosedRange<Int>, _ word: ByteString) throws(NotationError) {
        try give(.fingers, word)
        guard pattern.kind.minimumFingers...FingerSet.largest ~= range.lowerBound, range.upperBound <= FingerSet.largest
        else {
            throw NotationError(word, expected: "\(pattern.kind.minimumFingers) to \(FingerSet.largest) fingers")
        }
        pattern.fingers = .none
        for fingers in range { pattern.fingers.insert(fingers) }
    }

    private mutating func takeDirection(_ word: ByteString, _ words: inout NotationWords) throws(NotationError) -> Bool
    {
        if let axis = Axis(name: word.bytes) {
            try give(.axis, word)
            guard !given.contains(.direction) else {
                throw NotationError(word, expected: "either a direction or an axis")
            }
            pattern.axis = axis
        } else if pattern.kind == .edgeSwipe, pattern.edge == nil, let edge = EdgeLocation.Edge(name: word.bytes) {
            try give(.edge, word)
            pattern.edge = edge
        } else if pattern.kind == .pinch || pattern.kind == .rotation {
            // `in` can also begin an area.
            guard let direction = SpreadDirection(name: word.bytes), direction.kind == pattern.kind,
                direction != .inwards || !Self.isArea(words.second)
            else { return false }
            try give(.direction, word)
            pattern.spreadDirection = direction
        } else {
            guard let direction = Direction(notation: word) else { return false }
            guard pattern.axis == nil else { throw NotationError(word, expected: "either a direction or an axis") }
            guard pattern.kind.parameters.contains(.direction) else {
                throw NotationError("\(GestureReader.word(for: pattern.kind)) has no direction: '\(word)'")
            }
            try give(.direction, word)
            pattern.direction = direction
            if direction.minimumCount == .eight { pattern.directions = .eight }
        }
        words.skip()
        return true
    }

    /// Takes a time or a distance without a word before it.
    private mutating func takeQuantity(_ word: ByteString, _ words: inout NotationWords) throws(NotationError) -> Bool {
        if let time = Interval(notation: word), pattern.kind == .longPress {
            try give(.minimumDuration, word)
            pattern.minimumDuration = time
        } else if let time = Interval(notation: word), pattern.kind == .activity {
            try give(.idle, word)
            pattern.idleTime = time
        } else if let distance = points(notation: word), pattern.kind.parameters.contains(.minimumDistance) {
            try give(.minimumDistance, word)
            pattern.minimumDistance = distance
        } else {
            return false
        }
        words.skip()
        return true
    }

    // MARK: Areas and modifiers

    private static func isArea(_ word: ByteString?) -> Bool {
        guard let word else { return false }
        return NamedArea.named(word) != nil || percentages(notation: word) != nil
    }

    /// Takes `top-left`, `top-left 10%` or `0-50% 90-100%`.
    private func area(_ words: inout NotationWords) throws(NotationError) -> Rectangle {
        if let area = NamedArea.named(words.next) {
            words.skip()
            guard let share = words.next.flatMap({ fraction(notation: $0) }) else { return area.rectangle() }
            guard share > 0, share <= 1 else {
                throw NotationError(words.next, expected: "more than 0% and at most 100%")
            }
            words.skip()
            return area.rectangle(share: share)
        }
        guard let columns = words.next.flatMap({ percentages(notation: $0) }),
            let rows = words.second.flatMap({ percentages(notation: $0) })
        else {
            throw NotationError(
                words.next, expected: "an area after 'in', e.g. top-left, bottom 20% or 0-50% 90-100%",
                among: NamedArea.names)
        }
        words.skip()
        words.skip()
        return Rectangle(
            x: columns.lowerBound, y: rows.lowerBound, width: columns.upperBound - columns.lowerBound,
            height: rows.upperBound - rows.lowerBound)
    }

    private static func modifiers(_ word: ByteString?) throws(NotationError) -> EventModifiers {
        if word == "none" { return [] }
        var modifiers: EventModifiers = []
        for name in word?.bytes.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false) ?? [] {
            guard let known = EventModifiers.notation.first(where: { name == $0.name }) else {
                throw NotationError(
                    ByteString(Array(name)), expected: "ctrl, shift, alt, super or none after 'with'",
                    among: EventModifiers.notation.map { $0.name })
            }
            modifiers.insert(known.modifier)
        }
        guard !modifiers.isEmpty else { throw NotationError(nil, expected: "modifier keys, e.g. with ctrl+shift") }
        return modifiers
    }
}

extension EventModifiers {
    /// The names in the notation.
    static let notation: [(modifier: EventModifiers, name: ByteString)] = [
        (.control, "ctrl"), (.shift, "shift"), (.alt, "alt"), (.super, "super"), (.capsLock, "capslock"),
    ]
}
