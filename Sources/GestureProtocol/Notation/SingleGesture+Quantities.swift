import GestureCore
import Text

// Times, distances and other values.

extension SingleGesture {
    private static let longest = Interval.milliseconds(GesturePattern.Parameters.longestDuration)

    /// Takes a time or a distance without a word before it.
    mutating func takeQuantity(_ word: ByteString, _ words: inout NotationWords) throws(NotationError) -> Bool {
        if let time = Interval(notation: word) {
            switch kind {
            case .longPress:
                try give(.minimumDuration, words)
                pattern.minimumDuration = try Self.checked(time, from: .zero, words)
            case .activity:
                try give(.idle, words)
                pattern.idleTime = try idleTime(after: word, &words)
                return true
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
    func longestDuration(after word: ByteString, _ words: inout NotationWords) throws(NotationError) -> Interval {
        if let next = words.next, points(notation: next) != nil {
            throw words.invalid("a time after '\(word)', e.g. 2s or 600ms: a distance has no upper limit")
        }
        let first = words
        let time = try Self.checked(try words.duration(after: word), from: .milliseconds(1), first)
        if let least = pattern.minimumDuration, time < least {
            throw first.invalid("at least the time after 'over'")
        }
        return time
    }

    /// Takes the time after `over`.
    func leastDuration(after word: ByteString, _ words: inout NotationWords) throws(NotationError) -> Interval {
        if let next = words.next, points(notation: next) != nil {
            let rest = kind.parameters.contains(.minimumDistance) ? ": a distance stands alone" : ""
            throw words.invalid("a time after '\(word)', e.g. 2s or 600ms\(rest)")
        }
        let first = words
        let time = try Self.checked(try words.duration(after: word), from: .zero, first)
        if let most = pattern.maximumDuration, time > most { throw first.invalid("at most the time after 'under'") }
        return time
    }

    func idleTime(after word: ByteString, _ words: inout NotationWords) throws(NotationError) -> Interval {
        let first = words
        let time = try words.duration(after: word)
        guard time > .zero else { throw first.invalid("a time above 0, e.g. idle 2min") }
        return time
    }

    func distance(_ words: inout NotationWords) throws(NotationError) -> Points {
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

    func value(
        _ range: ClosedRange<Double>, _ expected: String, _ words: inout NotationWords,
        _ read: (ByteString) -> Double?
    ) throws(NotationError) -> Double {
        guard let value = words.next.flatMap({ read($0) }), range.contains(value) else {
            throw words.invalid(expected)
        }
        words.skip()
        return value
    }

    func restingFingers(_ words: inout NotationWords) throws(NotationError) -> Int {
        guard let fingers = words.next.flatMap({ wholeNumber($0) }),
            GesturePattern.Parameters.restingFingerCounts.contains(Int64(fingers))
        else { throw words.invalid("1 to 9 resting fingers after 'while'") }
        words.skip()
        if let noun = words.next, Self.fingerWords.contains(where: { $0 == noun }) { words.skip() }
        if words.next == "rests" || words.next == "rest" { words.skip() }
        return fingers
    }
}
