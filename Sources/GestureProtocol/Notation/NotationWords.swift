import GestureCore
import Text

/// The words of a text in the short notation, read from the left.
///
/// Spaces, tabs and the ends of lines separate words. A comma and a parenthesis are words of their own. A number and the unit after it are one word, also
/// with a space between, as in `2 s`.
package struct NotationWords {
    private let text: [UInt8]
    /// The bytes of the next word; empty at the end.
    private var range = 0..<0
    /// The next word; nil at the end.
    package private(set) var next: ByteString?

    package init(_ text: some Collection<UInt8>) {
        self.text = Array(text)
        skip()
    }

    /// The position of the next word in the text, in bytes from 1; at the end, that after the text.
    package var column: Int { range.lowerBound + 1 }

    /// The word after the next.
    package var second: ByteString? {
        var rest = self
        rest.skip()
        return rest.next
    }

    package mutating func skip() {
        let start = firstOfWord(from: range.upperBound)
        var end = endOfWord(at: start)
        if isNumber(start..<end) {
            let unit = firstOfWord(from: end)
            let endOfUnit = endOfWord(at: unit)
            if Unit(text[unit..<endOfUnit]) != nil { end = endOfUnit }
        }
        range = start..<end
        next = range.isEmpty ? nil : ByteString(text[range])
    }

    package mutating func take() -> ByteString? {
        defer { skip() }
        return next
    }

    /// Takes the next word if it is `word`.
    package mutating func take(_ word: ByteString) -> Bool {
        guard next == word else { return false }
        skip()
        return true
    }

    /// Takes a time after a word that requires one.
    package mutating func duration(after word: ByteString) throws(NotationError) -> Interval {
        guard let time = next.flatMap({ Interval(notation: $0) }) else {
            if let error = unitError { throw error }
            throw invalid("a time after '\(word)', e.g. 2s or 600ms")
        }
        skip()
        return time
    }

    // MARK: Errors

    /// The error for the next word, or for its absence.
    ///
    /// - Parameters:
    ///   - expected: continues the sentence "expected …".
    ///   - hint: what was probably meant.
    package func invalid(_ expected: String, hint: String? = nil) -> NotationError {
        // Somebody else chooses the length of the word.
        let shown = next.map { "'\(ByteString(Array($0.bytes.prefix(64))))'" }
        let hint = hint.flatMap { next?.bytes.elementsEqual($0.utf8) ?? false ? nil : $0 }
        return NotationError(subject: shown ?? "at the end", expected: expected, hint: hint, column: column)
    }

    /// The error for a next word with a unit that has another name here; nil if it has none.
    var unitError: NotationError? {
        guard let word = next, let (hint, unit) = Unit.corrected(word) else { return nil }
        return invalid(unit.isTime ? Unit.expectedTime : Unit.expectedDistance, hint: hint)
    }

    // MARK: Bytes

    private func firstOfWord(from start: Int) -> Int {
        text[start...].firstIndex { !Self.isSpace($0) } ?? text.count
    }

    private func endOfWord(at start: Int) -> Int {
        if start < text.count, Self.isWord(text[start]) { return start + 1 }
        return text[start...].firstIndex {
            Self.isSpace($0) || Self.isWord($0)
        } ?? text.count
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }

    /// Whether a byte is a word of its own.
    private static func isWord(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")
    }

    private func isNumber(_ range: Range<Int>) -> Bool {
        !range.isEmpty
            && text[range].allSatisfy {
                digitValue($0, radix: 10) != nil || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
    }
}
