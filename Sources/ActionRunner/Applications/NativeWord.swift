/// Numbers of 32 bits in messages of compositors. They are in the byte order of the machine, which is little-endian on all that
/// Swift and Debian support.
enum NativeWord {
    static let size = 4

    /// Returns the number at an index, which has at least four bytes behind it.
    static func read(_ bytes: [UInt8], at index: Int) -> UInt32 {
        var word: UInt32 = 0
        for byte in bytes[index..<index + size].reversed() { word = word << 8 | UInt32(byte) }
        return word
    }

    static func append(_ word: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
}
