import Text

/// The reason why text is not a gesture in the short notation.
package struct NotationError: Error, Equatable, Sendable {
    /// The mistake and the expected text, e.g. `'lefft': expected a direction (did you mean 'left'?)`.
    package var message: String

    package init(_ message: String) { self.message = message }

    /// - Parameters:
    ///   - word: the word that is wrong; nil at the end of the text.
    ///   - known: the words of which one can be meant.
    package init(_ word: ByteString?, expected: String, among known: [ByteString] = []) {
        guard let word else {
            self.init("expected \(expected) at the end")
            return
        }
        // Somebody else chooses the length of the word.
        let shown = ByteString(Array(word.bytes.prefix(64)))
        self.init("'\(shown)': expected \(expected)\(suggestion(for: word.bytes, among: known))")
    }
}
