import Text

/// The reason why text is not a gesture in the short notation.
package struct NotationError: Error, Equatable, Sendable {
    /// The word that is wrong, in quotes, or `at the end`; empty if ``expected`` is a whole message.
    private let subject: String
    /// The valid text, as it continues "expected …".
    package let expected: String
    /// What was probably meant.
    package let hint: String?
    /// The position of the word in the text, in bytes from 1; nil if it is not known.
    package let column: Int?

    init(subject: String, expected: String, hint: String?, column: Int?) {
        self.subject = subject
        self.expected = expected
        self.hint = hint
        self.column = column
    }

    package init(_ message: String) { self.init(subject: "", expected: message, hint: nil, column: nil) }

    /// - Parameters:
    ///   - word: the word that is wrong; nil at the end of the text.
    ///   - known: the words of which one can be meant.
    package init(_ word: ByteString?, expected: String, among known: [ByteString] = []) {
        // Somebody else chooses the length of the word.
        let shown = word.map { "'\(ByteString(Array($0.bytes.prefix(64))))'" }
        let hint = word.flatMap { likelyText(for: $0, among: known) }
        self.init(subject: shown ?? "at the end", expected: expected, hint: hint, column: nil)
    }

    /// The mistake and the expected text, e.g. `'lefft': expected a direction (did you mean 'left'?)`.
    package var message: String {
        guard !subject.utf8.isEmpty else { return expected }
        return "\(subject): expected \(expected)" + (hint.map { " (did you mean '\($0)'?)" } ?? "")
    }
}
