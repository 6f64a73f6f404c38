import GestureCore
import Text

/// One gesture of a text in the short notation, while its words are read.
struct SingleGesture {
    var pattern: GesturePattern
    /// The name of the shape of a stroke.
    var name: ByteString?
    var rotation: Double?
    var score: Double?
    /// The conditions that the words so far have set.
    var given: GestureParameters = []
    /// The name of the area.
    var areaName: ByteString?
    /// The words that can be taken for something else.
    var ambiguousWords: [AmbiguousWord] = []

    init(_ kind: GestureKind) { pattern = GesturePattern(kind) }

    var kind: GestureKind { pattern.kind }

    var request: RequestedGesture {
        guard kind == .stroke else { return RequestedGesture(.gesture(pattern)) }
        return RequestedGesture(
            .stroke(
                RequestedStroke(
                    rotation: rotation, score: score, area: pattern.area, modifiers: pattern.modifiers,
                    claims: pattern.claims)),
            name: name)
    }

    // MARK: Words

    /// Takes the next word if it is one of this gesture, and those that belong to it.
    ///
    /// - Returns: false if the word is not one of this gesture.
    mutating func take(_ words: inout NotationWords) throws(NotationError) -> Bool {
        guard let word = words.next else { return false }
        if try takeNumbers(&words) { return true }
        if try takeDirection(word, &words) { return true }
        if let parameter = GestureParameter(notation: word) {
            try take(parameter, word, &words)
            return true
        }
        return try takeQuantity(word, &words)
    }

    private mutating func take(
        _ parameter: GestureParameter, _ word: ByteString, _ words: inout NotationWords
    ) throws(NotationError) {
        if word == "with", let number = words.second, Self.range(number) != nil {
            words.skip()
            _ = try takeNumbers(&words)
            return
        }
        switch parameter {
        case .fingers, .count, .directions:
            words.skip()
            try takeNumber(after: word, of: parameter, &words)
            return
        case .direction, .axis:
            words.skip()
            if word == "to" { _ = words.take("the") }
            guard let name = words.next, (Axis(name: name.bytes) != nil) == (parameter == .axis),
                try takeDirection(name, &words, afterName: true)
            else {
                throw words.invalid("\(parameter == .axis ? "horizontal or vertical" : "a direction") after '\(word)'")
            }
            return
        default: break
        }
        try give(parameter, words)
        words.skip()
        switch parameter {
        case .maximumDuration: pattern.maximumDuration = try longestDuration(after: word, &words)
        case .minimumDuration: pattern.minimumDuration = try leastDuration(after: word, &words)
        case .idle: pattern.idleTime = try idleTime(after: word, &words)
        case .minimumDistance: pattern.minimumDistance = try distance(&words)
        case .area: try takeArea(&words)
        case .edge: pattern.edge = try edge(after: word, &words)
        case .modifiers: pattern.modifiers = try Self.modifiers(&words)
        case .restingFingers: pattern.restingFingers = try restingFingers(&words)
        case .axisLock: pattern.locksAxis = true
        case .claim: pattern.claims = true
        case .rotation:
            rotation = try value(0...180, "an angle up to 180deg after 'rotation'", &words) { degrees(notation: $0) }
        case .score: score = try value(0...1, "a number up to 1 after 'score'", &words) { parseDecimal($0.bytes) }
        case .fingers, .count, .directions, .direction, .axis, .templates: break
        }
    }

    /// Notes that a word says something about the gesture: once, and only what its kind has.
    mutating func give(
        _ parameter: GestureParameter, _ words: NotationWords
    ) throws(NotationError) {
        guard kind.parameters.contains(.init(parameter)) else {
            throw words.invalid(parameter.notWith(kind), hint: hint(insteadOf: parameter, words))
        }
        guard !given.contains(.init(parameter)) else { throw words.invalid(parameter.onlyOne(of: kind)) }
        given.insert(.init(parameter))
    }

    // MARK: Kind

    /// Takes what follows the colon of `tap:2` or `stroke:circle`.
    mutating func take(detail: ByteString, _ words: NotationWords) throws(NotationError) {
        if kind == .stroke { return try takeName(detail, words) }
        guard kind == .tap, let count = wholeNumber(detail) else {
            throw words.invalid("a number of taps, as in tap:2, or a stroke, as in stroke:circle")
        }
        try takeCount(count, words)
    }

    /// - Parameter words: for an error.
    mutating func takeName(_ name: ByteString?, _ words: NotationWords) throws(NotationError) {
        guard let name, BuiltInStroke(name: name.bytes) != nil else {
            let known = BuiltInStroke.allCases.map { ByteString("\($0.name)") }
            throw words.invalid(
                "the name of a stroke, e.g. stroke circle", hint: name.flatMap { likelyText(for: $0, among: known) })
        }
        self.name = name
    }

    /// Takes what follows the slash of `swipe/3`.
    mutating func takeFingers(_ text: ByteString, _ words: NotationWords) throws(NotationError) {
        guard let fingers = wholeNumber(text) else {
            throw words.invalid("a number of fingers, as in swipe/3")
        }
        try takeFingers([fingers...fingers], words)
    }

    mutating func takeCount(_ count: Int, _ words: NotationWords) throws(NotationError) {
        try give(.count, words)
        guard 1...TapCounts.largest ~= count else { throw words.invalid("1 to \(TapCounts.largest) taps") }
        pattern.count = count
    }
}
