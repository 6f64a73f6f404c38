import Text

/// Returns a note if a command contains syntax of the shell, which has no meaning in it; nil otherwise.
///
/// That is `| & ; < > $ *` and backquotes outside quotes, `$` and backquotes in `"…"`, `~/` at the start of a word, and `NAME=value`
/// as the first word.
package func shellHint(for command: some Collection<UInt8>) -> String? {
    shellSyntax(in: command).map { "'\($0)' is shell syntax, and the command is not run by a shell: write sh -c '…'" }
}

/// Returns the first shell syntax in a command; nil if it has none.
private func shellSyntax(in command: some Collection<UInt8>) -> String? {
    var scanner = CommandScanner()
    /// The bytes of the current word so far, up to its first quote.
    var word: [UInt8] = []
    var (isFirstWord, isUnquoted, isAtStart) = (true, true, true)
    for byte in command {
        let state = scanner.state
        let token = scanner.take(byte)
        if token == .space {
            isFirstWord = isFirstWord && isAtStart
            (word, isUnquoted, isAtStart) = ([], true, true)
            continue
        }
        isAtStart = false
        switch (state, byte) {
        case (.plain, UInt8(ascii: "|")), (.plain, UInt8(ascii: "&")), (.plain, UInt8(ascii: ";")),
            (.plain, UInt8(ascii: "<")), (.plain, UInt8(ascii: ">")), (.plain, UInt8(ascii: "*")),
            (.plain, UInt8(ascii: "$")), (.plain, UInt8(ascii: "`")),
            (.double, UInt8(ascii: "$")), (.double, UInt8(ascii: "`")):
            return "\(UnicodeScalar(byte))"
        case (.plain, UInt8(ascii: "/")) where isUnquoted && word == [UInt8(ascii: "~")]: return "~/"
        case (.plain, UInt8(ascii: "=")) where isUnquoted && isFirstWord && isVariableName(word):
            return "\(ByteString(word))="
        case (.plain, _), (.afterBackslash, _), (.single, _), (.double, _), (.doubleAfterBackslash, _): break
        }
        if token == .syntax || state != .plain { isUnquoted = false }
        if isUnquoted { word.append(byte) }
    }
    return nil
}

private func isVariableName(_ word: [UInt8]) -> Bool {
    guard let first = word.first, digitValue(first, radix: 10) == nil else { return false }
    return word.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
