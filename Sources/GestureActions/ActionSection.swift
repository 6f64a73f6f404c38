import GestureNotation
import Text

/// A section `[action NAME]` while its lines are read.
struct ActionSection {
    let line: Int
    private var draft: BindingDraft
    private var keys: [ByteString] = []

    init(name: ByteString, line: Int) {
        self.line = line
        draft = BindingDraft(name: name, line: line)
    }

    private static let known: [ByteString] = [
        "gesture", "within", "every", "on", "limit", "cooldown", "application", "device", "run", "key", "click",
    ]

    mutating func read(_ key: ByteString, _ value: ArraySlice<UInt8>, line: Int) throws(NotationError) {
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
        case "gesture": try draft.readGesture(value, allowsOptions: false)
        case "within":
            var words = NotationWords(value)
            draft.within = try words.duration(after: key)
            if let word = words.next { throw NotationError(word, expected: "only a time after 'within'") }
        case "application": draft.scope.application = try name(text, key)
        case "device": draft.scope.device = try name(text, key)
        default: try draft.readOption(key, text)
        }
    }

    private func name(_ text: ByteString, _ key: ByteString) throws(NotationError) -> ByteString {
        guard 1...255 ~= text.bytes.count else { throw NotationError("'\(key)': expected a name") }
        return text
    }

    func binding() throws(NotationError) -> Binding {
        guard draft.hasGesture else { throw NotationError("expected the key 'gesture' in the section") }
        guard draft.hasAction else { throw NotationError("expected one of the keys run, key and click in the section") }
        return try draft.binding()
    }
}
