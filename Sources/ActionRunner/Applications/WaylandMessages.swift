/// The messages of a Wayland connection, cut out of the bytes that arrive (The Wayland Protocol, "Wire Format").
///
/// Each is the number of an object, a word with the size in the upper and the event in the lower half, and arguments of whole words.
struct WaylandMessages {
    struct Message: Equatable {
        var object: UInt32
        /// The number of the event in its interface.
        var event: UInt16
        var arguments: WaylandArguments
    }

    struct InvalidSize: Error, Equatable {}

    private static let headerSize = 2 * NativeWord.size

    private var incoming = IncomingBytes()

    static func request(_ object: UInt32, _ request: UInt16, _ arguments: WaylandArguments = WaylandArguments())
        -> [UInt8]
    {
        var message: [UInt8] = []
        NativeWord.append(object, to: &message)
        NativeWord.append(UInt32(headerSize + arguments.bytes.count) << 16 | UInt32(request), to: &message)
        return message + arguments.bytes
    }

    mutating func append(_ chunk: [UInt8]) { incoming.append(chunk) }

    /// Removes and returns the next message; nil until it is complete. A message has at most 64 KB.
    mutating func next() throws(InvalidSize) -> Message? {
        guard incoming.count >= Self.headerSize else { return nil }
        let object = incoming.word(at: 0)
        let word = incoming.word(at: NativeWord.size)
        let size = Int(word >> 16)
        guard size >= Self.headerSize, size % NativeWord.size == 0 else { throw InvalidSize() }
        guard incoming.count >= size else { return nil }
        let arguments = WaylandArguments(Array(incoming.take(size).dropFirst(Self.headerSize)))
        return Message(object: object, event: UInt16(truncatingIfNeeded: word), arguments: arguments)
    }
}

/// The arguments of a message, taken from the front.
struct WaylandArguments: Equatable {
    private(set) var bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    /// Removes and returns a number; nil if none is left.
    mutating func word() -> UInt32? {
        guard bytes.count - position >= NativeWord.size else { return nil }
        defer { position += NativeWord.size }
        return NativeWord.read(bytes, at: position)
    }

    /// Removes and returns an array; nil if it is longer than the message.
    mutating func array() -> [UInt8]? {
        guard let count = word(), UInt64(count) <= UInt64(bytes.count - position) else { return nil }
        let end = position + Int(count)
        defer { position = min(end + Self.padding(Int(count)), bytes.count) }
        return Array(bytes[position..<end])
    }

    /// Removes and returns a string, which is an array that ends in a null byte.
    mutating func string() -> [UInt8]? {
        guard let array = array(), array.last == 0 else { return nil }
        return array.dropLast()
    }

    mutating func append(_ word: UInt32) { NativeWord.append(word, to: &bytes) }

    mutating func append(array: [UInt8]) {
        append(UInt32(array.count))
        bytes += array
        for _ in 0..<Self.padding(array.count) { bytes.append(0) }
    }

    mutating func append(string: [UInt8]) { append(array: string + [0]) }

    /// The null bytes up to the next whole word.
    private static func padding(_ count: Int) -> Int { (NativeWord.size - count % NativeWord.size) % NativeWord.size }
}
