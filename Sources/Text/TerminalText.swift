extension Unicode.Scalar {
    /// Whether a terminal that is sent this does something else than to show it: the controls (C0, DEL and C1), and what
    /// starts a new line or turns the direction of the text around it, so that a name may look like another.
    package var steersTerminal: Bool {
        switch value {
        case 0..<0x20, 0x7f...0x9f, 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}

/// Text that came from outside with a `?` for all that could steer a terminal; what is no UTF-8 becomes U+FFFD.
package func printable(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    forEachScalar(of: text) { scalar in bytes.append(utf8Of: scalar.steersTerminal ? "?" : scalar) }
    return bytes
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
