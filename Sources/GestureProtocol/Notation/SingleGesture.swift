import GestureCore
import Text

/// One gesture of a text in the short notation, while its words are read.
struct SingleGesture {
    private var pattern: GesturePattern
    /// The name of the shape of a stroke.
    private var name: ByteString?
    private var rotation: Double?
    private var score: Double?
    /// The conditions that the words so far have set.
    private var given: GestureParameters = []
    /// The name of the area.
    private var areaName: ByteString?
    /// The numbers that do not say what they count.
    private(set) var bareNumbers: [BareNumber] = []

    init(_ kind: GestureKind) { pattern = GesturePattern(kind) }

    private var kind: GestureKind { pattern.kind }

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
        if parameter == .modifiers, let number = words.second, Self.range(number) != nil {
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
            guard let name = words.next, try takeDirection(name, &words, afterName: true) else {
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
        case .idle: pattern.idleTime = try words.duration(after: word)
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
    private mutating func give(
        _ parameter: GestureParameter, _ words: NotationWords
    ) throws(NotationError) {
        guard kind.parameters.contains(.init(parameter)) else {
            throw words.invalid(parameter.notWith(kind), hint: hint(insteadOf: parameter, words))
        }
        guard !given.contains(.init(parameter)) else { throw words.invalid(parameter.onlyOne(of: kind)) }
        given.insert(.init(parameter))
    }

    /// What was probably meant by a condition that the kind does not have.
    private func hint(insteadOf parameter: GestureParameter, _ words: NotationWords) -> String? {
        switch parameter {
        case .edge where kind == .swipe:
            var rest = words
            rest.skip()
            _ = rest.take("the")
            let edge = rest.next.flatMap { EdgeLocation.Edge(name: $0.bytes) } ?? .left
            return "edge swipe from \(edge.name)"
        case .direction:
            guard let word = words.next, kind.isComposable || kind == .press, NamedArea.named(word) != nil else {
                return nil
            }
            guard let areaName else { return "in \(word)" }
            let corner = ByteString("\(areaName)-\(word)")
            return NamedArea.named(corner).map { _ in corner.description }
        default: return nil
        }
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

    // MARK: Numbers

    /// A number that does not say what it counts.
    struct BareNumber {
        var word: ByteString
        var isTaps: Bool
    }

    private static let fingerWords: [ByteString] = ["fingers", "finger"]
    private static let tapWords: [ByteString] = ["taps", "tap"]
    private static let directionWords: [ByteString] = ["directions", "direction"]

    /// Takes a number of taps, fingers or directions: `2`, `3 fingers`, `3+ fingers`, `2-4 fingers` or `2 or 4 fingers`.
    private mutating func takeNumbers(_ words: inout NotationWords) throws(NotationError) -> Bool {
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
        if let number, let noun = words.next, Self.tapWords.contains(where: { $0 == noun }) {
            words.skip()
            try takeCount(number, first)
        } else if let number, let noun = words.next, Self.directionWords.contains(where: { $0 == noun }) {
            words.skip()
            try takeDirections(number, first)
        } else {
            let isTaps = kind == .tap && !given.contains(.count) && number != nil
            bareNumbers.append(BareNumber(word: word, isTaps: isTaps))
            if let number, isTaps { try takeCount(number, first) } else { try takeFingers([ranges[0]], first) }
        }
        return true
    }

    /// Takes the number after the name of a parameter, e.g. `fingers 3`.
    private mutating func takeNumber(
        after word: ByteString, of parameter: GestureParameter, _ words: inout NotationWords
    ) throws(NotationError) {
        guard let range = words.next.flatMap({ Self.range($0) }), range.least <= range.most else {
            throw words.invalid("a number after '\(word)'")
        }
        let first = words
        words.skip()
        switch parameter {
        case .count: try takeCount(range.least, first)
        case .directions: try takeDirections(range.least, first)
        default: try takeFingers([range.least...range.most], first)
        }
    }

    /// Reads `3`, `three`, `3+` or `2-4`. The second number can be the smaller one.
    private static func range(_ word: ByteString) -> (least: Int, most: Int)? {
        if let number = wholeNumber(word) { return (number, number) }
        if word.bytes.last == UInt8(ascii: "+"), let least = wholeNumber(ByteString(Array(word.bytes.dropLast()))) {
            return (least, max(least, FingerSet.largest))
        }
        let ends = word.bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            .map { wholeNumber(ByteString(Array($0))) }
        guard ends.count == 2, let least = ends[0], let most = ends[1] else { return nil }
        return (least, most)
    }

    private mutating func takeFingers(_ ranges: [ClosedRange<Int>], _ words: NotationWords) throws(NotationError) {
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
        pattern.directions = count == 8 ? .eight : .four
    }

    // MARK: Directions

    /// - Parameter afterName: whether the name of the parameter precedes the word, which can then be no edge.
    private mutating func takeDirection(
        _ word: ByteString, _ words: inout NotationWords, afterName: Bool = false
    ) throws(NotationError) -> Bool {
        if let axis = Axis(name: word.bytes) {
            try give(.axis, words)
            guard !given.contains(.direction) else { throw words.invalid("a direction or an axis, not both") }
            pattern.axis = axis
        } else if !afterName, isEdge(word, words) {
            try give(.edge, words)
            pattern.edge = EdgeLocation.Edge(name: word.bytes)
        } else if kind == .pinch || kind == .rotation {
            return try takeSpread(word, &words)
        } else {
            guard let direction = Direction(notation: word) else { return false }
            guard pattern.axis == nil else { throw words.invalid("a direction or an axis, not both") }
            try give(.direction, words)
            pattern.direction = direction
            if direction.minimumCount == .eight { pattern.directions = .eight }
        }
        if pattern.minimumDistance == 0 { throw words.invalid("a distance above 0 together with a direction or an axis") }
        words.skip()
        return true
    }

    /// Whether a word is the edge of an edge swipe, as in `edge left`. In `edge swipe right from left`, the first is the direction.
    private func isEdge(_ word: ByteString, _ words: NotationWords) -> Bool {
        kind == .edgeSwipe && pattern.edge == nil && EdgeLocation.Edge(name: word.bytes) != nil && words.second != "from"
    }

    private mutating func takeSpread(_ word: ByteString, _ words: inout NotationWords) throws(NotationError) -> Bool {
        guard let direction = SpreadDirection(name: word.bytes), direction.kind == kind else {
            let known: [ByteString] = kind == .pinch ? ["in", "out"] : ["clockwise", "counterclockwise"]
            let turn = word == "left" ? known[1] : word == "right" ? known[0] : nil
            let hint = kind == .rotation ? turn?.description ?? likelyText(for: word, among: known) : nil
            guard hint != nil || Direction(notation: word) != nil || SpreadDirection(name: word.bytes) != nil,
                // It begins an area, or belongs to another gesture.
                word != "in"
            else { return false }
            throw words.invalid("\(known[0]) or \(known[1])", hint: hint)
        }
        // `in` can also begin an area.
        if direction == .inwards, Self.isArea(words.second) { return false }
        try give(.direction, words)
        pattern.spreadDirection = direction
        words.skip()
        return true
    }

    // MARK: Times and distances

    private static let longest = Interval.milliseconds(GesturePattern.Parameters.longestDuration)

    /// Takes a time or a distance without a word before it.
    private mutating func takeQuantity(_ word: ByteString, _ words: inout NotationWords) throws(NotationError) -> Bool {
        if let time = Interval(notation: word) {
            switch kind {
            case .longPress:
                try give(.minimumDuration, words)
                pattern.minimumDuration = try Self.checked(time, from: .zero, words)
            case .activity:
                try give(.idle, words)
                guard time > .zero else { throw words.invalid("a time above 0, e.g. idle 2min") }
                pattern.idleTime = time
            case _ where kind.parameters.contains(.maximumDuration):
                throw words.invalid("'over' or 'under' before a time", hint: "under \(time.notation)")
            default: return false
            }
            words.skip()
        } else if points(notation: word) != nil {
            try give(.minimumDistance, words)
            pattern.minimumDistance = try distance(&words)
        } else {
            return false
        }
        return true
    }

    private static func checked(
        _ time: Interval, from least: Interval, _ words: NotationWords
    ) throws(NotationError) -> Interval {
        guard time <= longest else { throw words.invalid("at most \(longest.roundedMilliseconds / 1000)s") }
        guard time >= least else { throw words.invalid("at least \(least.notation)") }
        return time
    }

    /// Takes the time after `under`.
    private func longestDuration(after word: ByteString, _ words: inout NotationWords) throws(NotationError) -> Interval {
        if let next = words.next, points(notation: next) != nil {
            throw words.invalid("a time after '\(word)', e.g. 2s or 600ms; distances have no upper limit")
        }
        let first = words
        let time = try Self.checked(try words.duration(after: word), from: .milliseconds(1), first)
        if let least = pattern.minimumDuration, time < least {
            throw first.invalid("at least the time after 'over'")
        }
        return time
    }

    /// Takes the time after `over`.
    private func leastDuration(after word: ByteString, _ words: inout NotationWords) throws(NotationError) -> Interval {
        if let next = words.next, points(notation: next) != nil {
            let hint = kind.parameters.contains(.minimumDistance) ? next.description : nil
            throw words.invalid("a time after '\(word)', e.g. 2s or 600ms", hint: hint)
        }
        let first = words
        let time = try Self.checked(try words.duration(after: word), from: .zero, first)
        if let most = pattern.maximumDuration, time > most { throw first.invalid("at most the time after 'under'") }
        return time
    }

    private func distance(_ words: inout NotationWords) throws(NotationError) -> Points {
        guard let distance = words.next.flatMap({ points(notation: $0) }) else {
            throw words.invalid(Unit.expectedDistance)
        }
        guard distance <= GesturePattern.Parameters.longestDistance else {
            throw words.invalid("at most \(notation(GesturePattern.Parameters.longestDistance))")
        }
        guard distance > 0 || kind != .drag || pattern.direction == nil && pattern.axis == nil else {
            throw words.invalid("a distance above 0 together with a direction or an axis")
        }
        words.skip()
        return distance
    }

    private func value(
        _ range: ClosedRange<Double>, _ expected: String, _ words: inout NotationWords,
        _ read: (ByteString) -> Double?
    ) throws(NotationError) -> Double {
        guard let value = words.next.flatMap({ read($0) }), range.contains(value) else {
            throw words.invalid(expected)
        }
        words.skip()
        return value
    }

    private func restingFingers(_ words: inout NotationWords) throws(NotationError) -> Int {
        guard let fingers = words.next.flatMap({ wholeNumber($0) }),
            GesturePattern.Parameters.restingFingerCounts.contains(Int64(fingers))
        else { throw words.invalid("1 to 9 resting fingers after 'while'") }
        words.skip()
        if let noun = words.next, Self.fingerWords.contains(where: { $0 == noun }) { words.skip() }
        if words.next == "rests" || words.next == "rest" { words.skip() }
        return fingers
    }

    // MARK: Edges, areas and modifiers

    /// Takes `left` or `the left edge`.
    private func edge(after word: ByteString, _ words: inout NotationWords) throws(NotationError) -> EdgeLocation.Edge {
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

    private static func isArea(_ word: ByteString?) -> Bool {
        guard let word else { return false }
        return NamedArea.named(word) != nil || percentages(notation: word) != nil
    }

    /// Takes `top-left`, `top-left 10%` or `0-50% 90-100%`.
    private mutating func takeArea(_ words: inout NotationWords) throws(NotationError) {
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
                hint: "\(millionths(range.end * 100))-\(millionths(range.start * 100))%")
        }
        words.skip()
        return range.start...range.end
    }

    private static func modifiers(_ words: inout NotationWords) throws(NotationError) -> EventModifiers {
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

    // MARK: Other words

    /// The error for a word that is not one of this gesture.
    func unknown(_ words: NotationWords) -> NotationError {
        guard let word = words.next else { return words.invalid("a gesture") }
        let parameters = kind.parameters
        if NamedArea.named(word) != nil, parameters.contains(.area), pattern.area == nil {
            return words.invalid("'in' before an area", hint: "in \(word)")
        }
        if let error = quantityError(word, words) { return error }
        let parts = word.bytes.split(separator: UInt8(ascii: "-"), maxSplits: 1)
        if parts.count == 2, let number = wholeNumber(ByteString(Array(parts[0]))),
            Self.fingerWords.contains(where: { parts[1].elementsEqual($0.bytes) })
        {
            return unknown(words, hint: "\(number) finger\(number == 1 ? "" : "s")")
        }
        return unknown(words, hint: likelyText(for: word, among: knownWords))
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
        let takesDistance = kind.parameters.contains(.minimumDistance)
        if isNegative, takesDistance { return words.invalid("a distance of 0 or more") }
        if let error = words.unitError { return error }
        if takesDistance { return words.invalid(Unit.expectedDistance) }
        return kind == .longPress || kind == .activity ? words.invalid(Unit.expectedTime) : nil
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
}
