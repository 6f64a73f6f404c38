import GestureCore
import GestureProtocol
import Text

/// Reads gestures in the short notation, e.g. `swipe left 3` or `tap 4 in top-left then hold 2s within 5s`. docs/actions.md has the
/// table of the notation.
///
/// The limits of numbers are those of the protocol: whoever receives the request checks them.
package struct GestureReader {
    package var words: NotationWords

    package init(_ text: some Collection<UInt8>) { words = NotationWords(text) }

    /// Reads a list of gestures of which each is meant, separated by commas.
    package static func list(_ text: some Collection<UInt8>) throws(NotationError) -> [RequestedGesture] {
        var reader = GestureReader(text)
        var gestures: [RequestedGesture] = []
        repeat { gestures.append(try reader.gesture()) } while reader.words.take(",")
        try reader.finish()
        return gestures
    }

    /// Reads one gesture, or several with `then` between them as a sequence, up to a word that belongs to neither.
    ///
    /// - Parameter commaIsThen: whether a comma means the same as `then`.
    package mutating func gesture(commaIsThen: Bool = false) throws(NotationError) -> RequestedGesture {
        var members = [try single()]
        while words.take("then") || (commaIsThen && words.take(",")) { members.append(try single()) }
        guard words.next == "within" else {
            return members.count == 1 ? members[0] : RequestedGesture(.sequence(members, within: nil))
        }
        guard members.count > 1 else {
            throw NotationError("within", expected: "two gestures or more, with 'then' between")
        }
        words.skip()
        return RequestedGesture(.sequence(members, within: try words.duration(after: "within")))
    }

    /// Rejects words that no gesture begins or continues with.
    package func finish() throws(NotationError) {
        if let word = words.next {
            throw NotationError(word, expected: "the end, or a word of the gesture before", among: Self.conditions)
        }
    }

    // MARK: One gesture

    /// Reads one gesture, up to a word that does not belong to it.
    mutating func single() throws(NotationError) -> RequestedGesture {
        let first = words.take() ?? ""
        let parts = first.bytes.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        let head = parts[0].split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = Self.kind(ByteString(Array(head[0]))) else {
            throw NotationError(
                first.isEmpty ? nil : ByteString(Array(head[0])),
                expected: "a gesture, e.g. tap 2, swipe left 3 or hold 2s",
                among: Self.kinds.map { $0.word })
        }
        var gesture = SingleGesture(kind)
        if head.count > 1 { try gesture.take(detail: ByteString(Array(head[1])), of: first) }
        if kind == .stroke, head.count == 1 { try gesture.takeName(words.take()) }
        if parts.count > 1 { try gesture.takeFingers(ByteString(Array(parts[1])), of: first) }
        while let word = words.next, try gesture.take(word, &words) {}
        return gesture.request
    }

    // MARK: Words

    /// The words for kinds: those of the notation before those of the protocol.
    private static var kinds: [(word: ByteString, kind: GestureKind)] {
        [
            ("hold", .longPress), ("edge", .edgeSwipe), ("rotate", .rotation), ("idle", .activity),
        ] + GestureKind.allCases.map { (ByteString("\($0.name)"), $0) }
    }

    private static func kind(_ word: ByteString) -> GestureKind? { kinds.first { $0.word == word }?.kind }

    /// The word of the notation for a kind.
    package static func word(for kind: GestureKind) -> ByteString { kinds.first { $0.kind == kind }?.word ?? "" }

    private static let conditions: [ByteString] =
        [
            "then", "within", "fingers", "under", "over", "in", "out", "from", "with", "while", "clockwise",
            "counterclockwise", "horizontal", "vertical",
        ] + Direction.allCases.map { $0.notation }
}

extension NotationWords {
    /// Takes a time after a word that requires one.
    package mutating func duration(after word: ByteString) throws(NotationError) -> Interval {
        guard let time = next.flatMap({ Interval(notation: $0) }) else {
            throw NotationError(next, expected: "a time after '\(word)', e.g. 2s or 600ms")
        }
        skip()
        return time
    }
}

extension Direction {
    /// The name in the notation, e.g. `up-left`.
    package var notation: ByteString { ByteString("\(words)") }

    /// Also accepts the names of the protocol, e.g. `upLeft`.
    init?(notation word: ByteString) {
        for direction in Self.allCases where direction.notation == word || ByteString("\(direction.name)") == word {
            self = direction
            return
        }
        return nil
    }
}
