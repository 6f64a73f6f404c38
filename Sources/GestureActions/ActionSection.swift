import GestureProtocol
import Text

/// A section `[action NAME]` while its lines are read.
struct ActionSection {
    let line: Int
    private var draft: BindingDraft
    private var keys: [ByteString] = []
    /// The line of the gesture.
    private(set) var gestureLine: Int
    /// Whether a line of it has a mistake, which was reported.
    private var isInvalid = false

    init(name: ByteString, line: Int) {
        self.line = line
        gestureLine = line
        draft = BindingDraft(name: name, line: line)
    }

    private static let known: [ByteString] = [
        "gesture", "within", "every", "on", "limit", "cooldown", "application", "device", "run", "key", "click",
    ]

    /// Reads a line of the section.
    mutating func read(_ key: ByteString, _ value: ArraySlice<UInt8>, line: Int) throws(NotationError) {
        do throws(NotationError) {
            try take(key, value, line: line)
        } catch {
            isInvalid = true
            throw error
        }
    }

    private mutating func take(_ key: ByteString, _ value: ArraySlice<UInt8>, line: Int) throws(NotationError) {
        guard Self.known.contains(where: { $0 == key }) else {
            throw NotationError(key, expected: "a key such as gesture, run or cooldown", among: Self.known)
        }
        guard !keys.contains(where: { $0 == key }) else { throw NotationError("'\(key)': expected each key once") }
        keys.append(key)
        let text = ByteString(Array(value))
        if let verb = BindingDraft.Verb(name: key.bytes) {
            guard !draft.hasAction else { throw NotationError("'\(key)': expected one of run, key and click") }
            return try draft.readAction(verb, value)
        }
        switch key {
        case "gesture":
            gestureLine = line
            try draft.readGesture(value, allowsOptions: false)
        case "within":
            var words = NotationWords(value)
            draft.within = try words.duration(after: key)
            if words.next != nil { throw words.invalid("only a time after 'within'") }
        case "application": draft.scope.application = try name(text, key)
        case "device": draft.scope.device = try name(text, key)
        default: try draft.readOption(key, text)
        }
    }

    private func name(_ text: ByteString, _ key: ByteString) throws(NotationError) -> ByteString {
        guard 1...255 ~= text.bytes.count else { throw NotationError("'\(key)': expected a name") }
        return text
    }

    var notes: [String] { draft.notes }

    /// - Returns: nil if a line of the section has a mistake: what seems to be missing may be in that line.
    func binding() throws(NotationError) -> Binding? {
        if isInvalid { return nil }
        guard draft.hasGesture else { throw NotationError("expected the key 'gesture' in the section") }
        guard draft.hasAction else { throw NotationError("expected one of the keys run, key and click in the section") }
        return try draft.binding()
    }
}
