/// The messages of sway's IPC socket, cut out of the bytes that arrive (sway-ipc(7), "MESSAGE AND REPLY FORMAT").
struct SwayMessages {
    /// A reply has the type of its request, an event one with the highest bit set.
    enum Kind {
        static let subscribe: UInt32 = 2
        static let tree: UInt32 = 4
        static let workspaceEvent: UInt32 = 0x8000_0000
        static let windowEvent: UInt32 = 0x8000_0003
    }

    struct Message: Equatable {
        var kind: UInt32
        /// JSON text.
        var payload: [UInt8]
    }

    enum Problem: Error, Equatable {
        case notIPC
        /// The size that the message announces, in bytes.
        case tooLarge(UInt32)
    }

    /// The largest payload in bytes. A window takes about 1.5 KB of the tree.
    static let largestPayload: UInt32 = 1 << 20

    private static let magic = "i3-ipc"
    private static let headerSize = magic.utf8.count + 2 * NativeWord.size

    private var incoming = IncomingBytes()

    static func request(_ kind: UInt32, _ payload: String = "") -> [UInt8] {
        var message = Array(magic.utf8)
        NativeWord.append(UInt32(payload.utf8.count), to: &message)
        NativeWord.append(kind, to: &message)
        return message + payload.utf8
    }

    mutating func append(_ chunk: [UInt8]) { incoming.append(chunk) }

    /// Removes and returns the next message; nil until it is complete.
    mutating func next() throws(Problem) -> Message? {
        guard incoming.count >= Self.headerSize else { return nil }
        guard incoming.rest.starts(with: Self.magic.utf8) else { throw .notIPC }
        let size = incoming.word(at: Self.magic.utf8.count)
        guard size <= Self.largestPayload else { throw .tooLarge(size) }
        guard incoming.count >= Self.headerSize + Int(size) else { return nil }
        let kind = incoming.word(at: Self.magic.utf8.count + NativeWord.size)
        _ = incoming.take(Self.headerSize)
        return Message(kind: kind, payload: Array(incoming.take(Int(size))))
    }
}
