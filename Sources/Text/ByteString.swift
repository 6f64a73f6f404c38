/// Text that is equal to other text if the bytes are: names, paths and identifiers.
///
/// `String` compares by canonical equivalence, which the kernel, udev and the file system do not, and which needs Unicode's tables
/// in programs that are built as Embedded Swift.
public struct ByteString: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// For messages.
    public var description: String

    public init(_ text: String) { description = text }
    public init(stringLiteral text: String) { description = text }
    /// Invalid UTF-8 becomes U+FFFD.
    public init(_ bytes: some Collection<UInt8>) { description = String(decoding: bytes, as: UTF8.self) }

    public var bytes: String.UTF8View { description.utf8 }
    public var isEmpty: Bool { bytes.isEmpty }

    public static func == (left: ByteString, right: ByteString) -> Bool {
        left.bytes.elementsEqual(right.bytes)
    }

    /// Compares with text that is still part of a message.
    public static func == (left: some Collection<UInt8>, right: ByteString) -> Bool {
        left.elementsEqual(right.bytes)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes.count)
        for byte in bytes { hasher.combine(byte) }
    }
}
