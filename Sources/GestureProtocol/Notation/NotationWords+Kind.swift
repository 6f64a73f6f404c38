import GestureCore
import Text

extension NotationWords {
    /// Takes the kind of a gesture, with what belongs to its first word: `tap:2/3` stands for `double tap 3 fingers`.
    mutating func kind() throws(NotationError) -> SingleGesture {
        guard let word = next else { throw invalid(Self.expectedGesture) }
        if let gesture = try taps(word) { return gesture }
        let first = self
        let parts = word.bytes.split(separator: UInt8(ascii: "/"), maxSplits: 1, omittingEmptySubsequences: false)
        let head = parts[0].split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let kind: GestureKind
        if word == "long", second == "press" {
            skip()
            kind = .longPress
        } else if let known = GestureKind(notation: ByteString(Array(head[0]))) {
            kind = known
        } else {
            throw unknownKind(word)
        }
        skip()
        if kind == .edgeSwipe, word == "edge" { _ = take("swipe") }
        var gesture = SingleGesture(kind)
        if head.count > 1 {
            try gesture.take(detail: ByteString(Array(head[1])), first)
        } else if kind == .stroke {
            try gesture.takeName(next, self)
            skip()
        }
        if parts.count > 1 { try gesture.takeFingers(ByteString(Array(parts[1])), first) }
        return gesture
    }

    private static let expectedGesture = "a gesture, e.g. double tap, swipe left or hold 2s"

    /// Takes `double tap`, `triple tap` or `3 taps`.
    private mutating func taps(_ word: ByteString) throws(NotationError) -> SingleGesture? {
        let first = self
        let isMultiple = word == "double" || word == "triple"
        let number = word == "double" ? 2 : word == "triple" ? 3 : wholeNumber(word)
        guard let number, isMultiple || second == "taps" || second == "tap" else { return nil }
        skip()
        guard take("tap") || take("taps") else { throw invalid("'tap' after '\(word)'") }
        var gesture = SingleGesture(.tap)
        try gesture.takeCount(number, first)
        return gesture
    }

    private func unknownKind(_ word: ByteString) -> NotationError {
        if Direction(notation: word) != nil, let kind = kindAfter() {
            return invalid("the gesture before its direction", hint: "\(kind) \(word)")
        }
        // 3-finger
        let number = word.bytes.prefix { $0 != UInt8(ascii: "-") }
        if let fingers = wholeNumber(ByteString(Array(number))), let kind = kindAfter() {
            return invalid(
                "the gesture before its fingers", hint: "\(kind) \(fingers) finger\(fingers == 1 ? "" : "s")")
        }
        return invalid(Self.expectedGesture, hint: Self.likelyKind(word))
    }

    /// The kind that follows, as in `3 finger swipe`.
    private func kindAfter() -> String? {
        var rest = self
        for _ in 0..<2 {
            rest.skip()
            guard let word = rest.next else { return nil }
            if rest.second == "tap", word == "double" || word == "triple" { return "\(word) tap" }
            if rest.second == "press", word == "long" { return GestureKind.longPress.notation }
            if let kind = GestureKind(notation: word) { return kind.notation }
        }
        return nil
    }

    private static func likelyKind(_ word: ByteString) -> String? {
        if let (kind, taps) = GestureKind.elsewhere(word.bytes) {
            return kind == .tap ? kind.title(taps: taps) : kind.notation
        }
        if BuiltInStroke(name: word.bytes) != nil { return "stroke \(word)" }
        let lowercase = word.bytes.prefix(64).map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        return likelyText(for: ByteString(lowercase), among: GestureKind.words)
    }
}
