/// Tells keys from the escape sequences of function keys and arrows, which have no meaning here.
struct KeyReader {
    private enum State {
        case key
        /// After ESC.
        case escape
        /// After ESC and `[` or `O`.
        case sequence
    }

    private var state = State.key

    /// Returns whether a byte from the terminal is a key of its own. Sequences can come in parts.
    mutating func isKey(_ byte: UInt8) -> Bool {
        switch state {
        case .key:
            if byte == 0x1b { state = .escape }
            return byte != 0x1b
        case .escape:
            // Anything else is a key together with Alt.
            state = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .sequence : byte == 0x1b ? .escape : .key
            return false
        case .sequence:
            // Parameters come before the final byte: ECMA-48, 5.4.
            if 0x40...0x7e ~= byte { state = .key }
            return false
        }
    }
}
