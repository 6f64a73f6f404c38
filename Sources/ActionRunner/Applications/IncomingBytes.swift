/// Bytes that have arrived, and are taken from the front once a message is complete.
struct IncomingBytes {
    private var bytes: [UInt8] = []
    /// Where the bytes that were not taken start. Those before it are removed with the next chunk, all at once.
    private var start = 0

    var count: Int { bytes.count - start }

    /// The bytes that were not taken.
    var rest: ArraySlice<UInt8> { bytes[start...] }

    /// Returns the number of 32 bits at an offset, which has at least four bytes behind it.
    func word(at offset: Int) -> UInt32 { NativeWord.read(bytes, at: start + offset) }

    mutating func append(_ chunk: [UInt8]) {
        bytes.removeFirst(start)
        start = 0
        bytes += chunk
    }

    mutating func take(_ count: Int) -> ArraySlice<UInt8> {
        defer { start += count }
        return bytes[start..<(start + count)]
    }
}
