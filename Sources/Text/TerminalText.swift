extension Unicode.Scalar {
    /// Whether a terminal does not just show this character: controls (C0, DEL and C1), line and paragraph separators, and
    /// characters that change the direction of text, so that one name can look like another.
    package var isTerminalControl: Bool {
        switch value {
        case 0..<0x20, 0x7f...0x9f, 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}

/// Returns text from outside with `?` in place of terminal control characters, and U+FFFD in place of invalid UTF-8.
package func printable(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    forEachScalar(of: text) { scalar in bytes.append(utf8Of: scalar.isTerminalControl ? "?" : scalar) }
    return bytes
}

/// Returns a line of text from outside in the same way.
package func printable(_ line: String) -> [UInt8] { printable(Array(line.utf8)) }

/// Does the same for several lines, each ended by a line feed.
package func printableLines(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
        result += printable(Array(line)) + [UInt8(ascii: "\n")]
    }
    return result
}

extension ByteString {
    package var printable: ByteString { ByteString(Text.printable(Array(bytes))) }
}

package func forEachScalar(of text: some Sequence<UInt8>, _ body: (Unicode.Scalar) -> Void) {
    var (rest, decoder) = (text.makeIterator(), UTF8())
    while true {
        switch decoder.decode(&rest) {
        case .scalarValue(let scalar): body(scalar)
        case .error: body("\u{fffd}")
        case .emptyInput: return
        }
    }
}

extension [UInt8] {
    package mutating func append(utf8Of scalar: Unicode.Scalar) {
        UTF8.encode(scalar) { append($0) }
    }
}
