import Text

/// The words of a text in the short notation, read from the left.
///
/// Spaces and tabs separate words. A comma is a word of its own. In the first word of a gesture, `tap:2/3` stands for
/// `tap 2 3 fingers`.
package struct NotationWords {
    private let words: [ByteString]
    /// The position of each word in the text, from 1; after the last, that of the end.
    private let columns: [Int]
    private var position = 0

    package init(_ text: some Collection<UInt8>) {
        var words: [ByteString] = []
        var columns: [Int] = []
        var word: [UInt8] = []
        var column = 0
        func end() {
            guard !word.isEmpty else { return }
            words.append(ByteString(word))
            columns.append(column - word.count)
            word.removeAll()
        }
        for byte in text {
            column += 1
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"): end()
            case UInt8(ascii: ","):
                end()
                words.append(",")
                columns.append(column)
            default: word.append(byte)
            }
        }
        column += 1
        end()
        self.words = words
        self.columns = columns + [column]
    }

    /// The position of the next word in the text, in bytes from 1.
    package var column: Int { columns[min(position, words.count)] }
    /// The next word; nil at the end.
    package var next: ByteString? { position < words.count ? words[position] : nil }
    /// The word after the next.
    package var second: ByteString? { position + 1 < words.count ? words[position + 1] : nil }

    package mutating func skip() { position += 1 }

    package mutating func take() -> ByteString? {
        defer { position += 1 }
        return next
    }

    /// Takes the next word if it is `word`.
    package mutating func take(_ word: ByteString) -> Bool {
        guard next == word else { return false }
        position += 1
        return true
    }
}
