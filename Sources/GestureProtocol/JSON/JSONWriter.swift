import Text

/// Writes JSON into a buffer that is reused, so that nothing is allocated in the steady state.
package struct JSONWriter: Sendable {
    package var bytes: [UInt8] = []

    package init() {}

    /// Appends JSON text.
    package mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { buffer in unsafe bytes.append(contentsOf: buffer) }
    }

    package mutating func raw(_ text: [UInt8]) { bytes.append(contentsOf: text) }

    package mutating func bool(_ value: Bool) { value ? raw("true") : raw("false") }

    package mutating func integer(_ value: Int) { integer(Int64(value)) }
    package mutating func integer(_ value: Int64) { bytes.append(upTo: 20) { $0.integer(value) } }
    package mutating func integer(_ value: UInt64) { bytes.append(upTo: 20) { $0.integer(value) } }

    /// Writes a number with at most `places` decimals (0 … 6) and no zeros at the end.
    ///
    /// Numbers that are not finite, which JSON lacks, become 0; numbers beyond ±10^9 are clamped.
    package mutating func decimal(_ value: Double, places: Int) {
        bytes.append(upTo: 21) { $0.decimal(value, places: places) }
    }

    /// Writes a string with its quotes. Terminal control characters are escaped, so that the message can be printed safely; invalid
    /// UTF-8 becomes U+FFFD.
    package mutating func string(_ text: some Sequence<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        forEachScalar(of: text) { scalar in
            if scalar == "\"" || scalar == "\\" {
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else if scalar.isTerminalControl {
                escape(scalar)
            } else {
                bytes.append(utf8Of: scalar)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// All escaped scalars have at most four digits.
    private mutating func escape(_ scalar: Unicode.Scalar) {
        raw("\\u")
        for shift in [12, 8, 4, 0] {
            let digit = UInt8(truncatingIfNeeded: scalar.value >> UInt32(shift)) & 0xf
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
