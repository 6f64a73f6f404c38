import Text

/// Writes JSON into a buffer that is kept: in the steady state nothing is allocated.
package struct JSONWriter: Sendable {
    package var bytes: [UInt8] = []

    package init() {}

    /// Appends text that is JSON already.
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
    /// What is not finite, which JSON cannot say, becomes 0; what is beyond ±10^9 is clamped.
    package mutating func decimal(_ value: Double, places: Int) {
        bytes.append(upTo: 21) { $0.decimal(value, places: places) }
    }

    /// Writes a string with its quotes. What steers a terminal is escaped, so that who shows the text as it is comes to no
    /// harm; what is no UTF-8 becomes U+FFFD.
    package mutating func string(_ text: some Sequence<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        forEachScalar(of: text) { scalar in
            if scalar == "\"" || scalar == "\\" {
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else if scalar.steersTerminal {
                escape(scalar)
            } else {
                bytes.append(utf8Of: scalar)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// None that is escaped has more than four digits.
    private mutating func escape(_ scalar: Unicode.Scalar) {
        raw("\\u")
        for shift in [12, 8, 4, 0] {
            let digit = UInt8(truncatingIfNeeded: scalar.value >> UInt32(shift)) & 0xf
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
