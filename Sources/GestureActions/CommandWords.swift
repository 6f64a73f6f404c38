import Text

/// The words of a command that is run without a shell.
///
/// Words are separated by spaces and tabs. `'…'` takes everything literally. In `"…"`, a backslash quotes `"` and `\`. Elsewhere a
/// backslash quotes the next byte. Nothing is expanded.
package struct CommandWords: Equatable, Sendable {
    /// At least one; the first is the program. None contains a null byte.
    package var words: [[UInt8]]

    /// The most words of a command.
    static let mostWords = 64
    /// The length of a command in bytes.
    static let mostBytes = 4096

    package init(_ text: some Collection<UInt8>) throws(CommandError) {
        guard text.count <= Self.mostBytes else { throw .tooLong }
        var scanner = CommandScanner()
        var words: [[UInt8]] = []
        var word: [UInt8]?
        for byte in text {
            guard byte != 0 else { throw .nullByte }
            switch scanner.take(byte) {
            case .literal(let byte): word = (word ?? []) + [byte]
            case .literalAfterBackslash(let byte): word = (word ?? []) + [UInt8(ascii: "\\"), byte]
            // A pair of quotes is a word, even if it is empty.
            case .syntax: word = word ?? []
            case .space:
                if let ended = word { words.append(ended) }
                word = nil
                guard words.count <= Self.mostWords else { throw .tooManyWords }
            }
        }
        switch scanner.state {
        case .plain: break
        case .single: throw .unclosed(UInt8(ascii: "'"))
        case .double, .doubleAfterBackslash: throw .unclosed(UInt8(ascii: "\""))
        case .afterBackslash: throw .backslashAtEnd
        }
        if let word { words.append(word) }
        guard words.count <= Self.mostWords else { throw .tooManyWords }
        guard let program = words.first, !program.isEmpty else { throw .empty }
        self.words = words
    }
}

/// Why text is not a command.
package enum CommandError: Error, Equatable, Sendable {
    case empty
    /// The opening quote.
    case unclosed(UInt8)
    case backslashAtEnd
    case nullByte
    case tooManyWords
    case tooLong

    /// The end of an error message: the mistake, and the expected text.
    package var message: String {
        switch self {
        case .empty: "the command is empty: expected a program and its arguments"
        case .unclosed(let quote):
            "a quote is not closed: expected another \(UnicodeScalar(quote)) "
                + "(for the character itself, write \\\(UnicodeScalar(quote)))"
        case .backslashAtEnd:
            "expected a character after the backslash at the end (for the backslash itself, write \\\\)"
        case .nullByte: "expected a command without null bytes"
        case .tooManyWords: "expected at most \(CommandWords.mostWords) words"
        case .tooLong: "expected at most \(CommandWords.mostBytes) bytes"
        }
    }
}

/// Reads a command byte by byte, and knows what is quoted.
///
/// | state                | space  | `'`     | `"`     | `\`                  | other                    |
/// |----------------------|--------|---------|---------|----------------------|--------------------------|
/// | plain                | space  | single  | double  | afterBackslash       | literal                  |
/// | afterBackslash       | plain, literal | plain, literal | plain, literal | plain, literal | plain, literal    |
/// | single               | literal | plain  | literal | literal              | literal                  |
/// | double               | literal | literal | plain  | doubleAfterBackslash | literal                  |
/// | doubleAfterBackslash | double, both literal | double, both literal | double, literal | double, literal | double, both literal |
struct CommandScanner {
    enum State: Equatable {
        case plain
        case afterBackslash
        case single
        case double
        case doubleAfterBackslash
    }

    enum Token: Equatable {
        /// A byte of a word.
        case literal(UInt8)
        /// Two bytes of a word: a backslash that quotes nothing, and this one.
        case literalAfterBackslash(UInt8)
        /// Separates words.
        case space
        /// A quote or a backslash that quotes.
        case syntax
    }

    private(set) var state = State.plain

    mutating func take(_ byte: UInt8) -> Token {
        switch (state, byte) {
        case (.plain, UInt8(ascii: " ")), (.plain, UInt8(ascii: "\t")): return .space
        case (.plain, UInt8(ascii: "'")): state = .single
        case (.plain, UInt8(ascii: "\"")): state = .double
        case (.plain, UInt8(ascii: "\\")): state = .afterBackslash
        case (.afterBackslash, _):
            state = .plain
            return .literal(byte)
        case (.single, UInt8(ascii: "'")), (.double, UInt8(ascii: "\"")): state = .plain
        case (.double, UInt8(ascii: "\\")): state = .doubleAfterBackslash
        case (.doubleAfterBackslash, UInt8(ascii: "\"")), (.doubleAfterBackslash, UInt8(ascii: "\\")):
            state = .double
            return .literal(byte)
        case (.doubleAfterBackslash, _):
            state = .double
            return .literalAfterBackslash(byte)
        case (.plain, _), (.single, _), (.double, _): return .literal(byte)
        }
        return .syntax
    }
}
