import GestureCore
import Text

/// Reads gestures in the short notation, e.g. `swipe left 3 fingers` or `4 taps in top-left then hold 2s within 5s`. docs/actions.md has
/// the table of the notation.
package struct GestureReader {
    package var words: NotationWords
    /// The last gesture that was read.
    private var last: SingleGesture?
    /// The words so far that can be taken for something else.
    private var ambiguousWords: [SingleGesture.AmbiguousWord] = []

    package init(_ text: some Collection<UInt8>) { words = NotationWords(text) }

    /// Reads a list of gestures of which each is meant, separated by commas.
    package static func list(_ text: some Collection<UInt8>) throws(NotationError) -> [RequestedGesture] {
        var reader = GestureReader(text)
        var gestures: [RequestedGesture] = []
        var (count, strokes, hasIdle) = (0, 0, false)
        repeat {
            let first = reader.words
            let gesture = try reader.gesture()
            count += gesture.memberCount
            strokes += gesture.strokeCount
            guard gestures.count < [RequestedGesture].mostGestures, count <= GestureRoom.mostGestures,
                strokes <= GestureRoom.mostStrokes
            else {
                throw first.invalid(
                    "at most \([RequestedGesture].mostGestures) gestures, with \(GestureRoom.mostGestures) members and "
                        + "\(GestureRoom.mostStrokes) strokes")
            }
            if gesture.isActivity {
                guard !hasIdle else { throw first.invalid("idle at most once") }
                hasIdle = true
            }
            gestures.append(gesture)
        } while reader.words.take(",")
        try reader.finish()
        return gestures
    }

    // MARK: Compositions

    /// The words between the members of a composition.
    private enum Connector: CaseIterable, Named {
        case then, or, and

        var name: StaticString {
            switch self {
            case .then: "then"
            case .or: "or"
            case .and: "and"
            }
        }
    }

    /// Compositions in parentheses can be this deep.
    private static let largestDepth = 8

    /// Reads one gesture or composition, up to a word that belongs to neither.
    ///
    /// - Parameter commaIsThen: whether a comma means the same as `then`.
    package mutating func gesture(commaIsThen: Bool = false) throws(NotationError) -> RequestedGesture {
        let first = words
        var gesture = try composition(commaIsThen: commaIsThen, depth: 0)
        guard gesture.memberCount <= RequestedGesture.mostInComposition else {
            throw first.invalid("at most \(RequestedGesture.mostInComposition) gestures in one composition")
        }
        guard gesture.tapDurations.count <= 1 else {
            throw first.invalid("the same 'over' and 'under' for all taps of one composition")
        }
        var hasPriority = false
        while words.next == "as" || words.next == "priority" {
            guard gesture.isComposable else { throw words.invalid(Self.composable) }
            last = nil
            if words.next == "as" {
                guard gesture.name == nil else { throw words.invalid("only one name") }
                words.skip()
                gesture.name = try name(of: gesture)
            } else {
                guard !hasPriority else { throw words.invalid("only one priority") }
                hasPriority = true
                words.skip()
                guard let priority = words.next.flatMap({ GesturePriority(name: $0.bytes) }) else {
                    throw words.invalid("normal, simultaneous or high after 'priority'")
                }
                gesture.priority = priority
                words.skip()
            }
        }
        return gesture
    }

    private static let composable = "a gesture that can be part of another one: not press, touch or idle"

    private mutating func composition(commaIsThen: Bool, depth: Int) throws(NotationError) -> RequestedGesture {
        let first = words
        var members = [try member(commaIsThen: commaIsThen, depth: depth)]
        var connector: Connector?
        while let next = nextConnector(commaIsThen: commaIsThen) {
            guard next == connector ?? next else {
                throw words.invalid(
                    "parentheses, because '\(connector?.name ?? next.name)' and '\(next.name)' stand side by side")
            }
            connector = next
            if members.count == 1, !members[0].isComposable { throw first.invalid(Self.composable) }
            words.skip()
            let start = words
            members.append(try member(commaIsThen: commaIsThen, depth: depth))
            guard members[members.count - 1].isComposable else { throw start.invalid(Self.composable) }
            guard members.count <= RequestedGesture.mostMembers else {
                throw start.invalid("at most \(RequestedGesture.mostMembers) gestures in one composition")
            }
        }
        if members.count == 1, words.next == "within" { return try limited(members[0]) }
        let limit = try limit(of: connector)
        switch connector {
        case .then: return RequestedGesture(.sequence(members, within: limit))
        case .or: return RequestedGesture(.exclusive(members))
        case .and: return RequestedGesture(.simultaneous(members))
        case nil: return members[0]
        }
    }

    private func nextConnector(commaIsThen: Bool) -> Connector? {
        guard let word = words.next else { return nil }
        return commaIsThen && word == "," ? .then : Connector(name: word.bytes)
    }

    private mutating func member(commaIsThen: Bool, depth: Int) throws(NotationError) -> RequestedGesture {
        guard words.next == "(" else { return try single() }
        guard depth < Self.largestDepth else { throw words.invalid("at most \(Self.largestDepth) parentheses") }
        words.skip()
        let gesture = try composition(commaIsThen: commaIsThen, depth: depth + 1)
        guard words.take(")") else { throw words.next == nil ? words.invalid("')'") : unknownWord }
        return gesture
    }

    /// Takes the time limit of a sequence.
    private mutating func limit(of connector: Connector?) throws(NotationError) -> Interval? {
        guard words.next == "within" else { return nil }
        guard connector == .then else { throw words.invalid(Self.sequence) }
        words.skip()
        last = nil
        let first = words
        let limit = try words.duration(after: "within")
        let range = GesturePattern.Parameters.limitsOfSequences
        guard range.contains(limit.roundedMilliseconds) else {
            throw first.invalid("a time of 1ms to \(range.upperBound / 60_000)min")
        }
        return limit
    }

    private static let sequence = "two gestures or more, with 'then' between"

    /// Takes the time limit of a sequence in parentheses.
    private mutating func limited(_ gesture: RequestedGesture) throws(NotationError) -> RequestedGesture {
        switch gesture.form {
        case .sequence(let members, nil):
            return RequestedGesture(.sequence(members, within: try limit(of: .then)))
        case .sequence: throw words.invalid("only one 'within'")
        case .gesture(let pattern) where pattern.kind.parameters.contains(.maximumDuration):
            throw words.invalid(Self.sequence, hint: "under")
        case .gesture, .stroke, .exclusive, .simultaneous: throw words.invalid(Self.sequence)
        }
    }

    private mutating func name(of gesture: RequestedGesture) throws(NotationError) -> ByteString {
        if case .stroke = gesture.form { throw words.invalid("no other name for a stroke") }
        guard let name = words.next, 1...64 ~= name.bytes.count, name.isPlain else {
            throw words.invalid("a name of one word, 1 to 64 bytes, after 'as'")
        }
        words.skip()
        return name
    }

    // MARK: The end

    /// Rejects words that no gesture begins or continues with.
    package func finish() throws(NotationError) {
        if words.next != nil { throw unknownWord }
    }

    private var unknownWord: NotationError { last?.unknown(words) ?? words.invalid("the end") }

    /// A note for each word that can be taken for something else.
    package var notes: [String] { ambiguousWords.map { $0.note } }

    // MARK: One gesture

    /// Reads one gesture, up to a word that does not belong to it.
    package mutating func single() throws(NotationError) -> RequestedGesture {
        var gesture = try words.kind()
        while try gesture.take(&words) {}
        ambiguousWords += gesture.ambiguousWords
        last = gesture
        return gesture.request
    }
}

extension RequestedGesture {
    /// The number of gestures and compositions, with those in compositions.
    var memberCount: Int { members.reduce(1) { $0 + $1.memberCount } }

    fileprivate var strokeCount: Int {
        if case .stroke = form { 1 } else { members.reduce(0) { $0 + $1.strokeCount } }
    }

    /// The different conditions for the time of taps.
    fileprivate var tapDurations: [TapDurations] {
        if case .gesture(let pattern) = form, pattern.kind == .tap {
            return [TapDurations(least: pattern.minimumDuration, most: pattern.maximumDuration)]
        }
        var durations: [TapDurations] = []
        for member in members {
            for other in member.tapDurations where !durations.contains(other) { durations.append(other) }
        }
        return durations
    }

    private var members: [RequestedGesture] {
        switch form {
        case .gesture, .stroke: []
        case .exclusive(let members), .simultaneous(let members), .sequence(let members, _): members
        }
    }
}

private struct TapDurations: Equatable {
    var least: Interval?
    var most: Interval?
}

extension SingleGesture.AmbiguousWord {
    /// e.g. `'3' counts fingers here: write '3 fingers'`
    fileprivate var note: String {
        let isOne = word == "1" || word == "one"
        let fingers = "'\(word) finger\(isOne ? "" : "s")'"
        return switch meaning {
        case .fingers: "'\(word)' counts fingers here: write \(fingers)"
        case .taps:
            "'\(word)' counts taps here: write '\(word) tap\(isOne ? "" : "s")', or \(fingers) if you mean fingers"
        case .edge: "'\(word)' is the edge here: write 'from \(word)', or 'to \(word)' if you mean the direction"
        }
    }
}
