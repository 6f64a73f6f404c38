/// A call from a client.
package struct VarlinkCall {
    /// e.g. `org.gestured.Gestures.Subscribe`
    package var method: [UInt8]
    package var parameters: JSONValue?
    /// Whether the client accepts more than one reply.
    package var more: Bool
    /// Whether the client expects no reply.
    package var oneway: Bool

    /// Reads a message without its NUL.
    package init(_ message: [UInt8]) throws(InvalidMessage) {
        guard let root = JSONDocument(message)?.root else {
            throw JSONDocument.error(in: message) ?? InvalidMessage(expected: InvalidMessage.call)
        }
        guard let method = root["method"]?.string else { throw InvalidMessage(expected: InvalidMessage.call) }
        let parameters = root["parameters"]
        guard parameters == nil || parameters?.kind == .object else {
            throw InvalidMessage(expected: "parameters that are an object")
        }
        for flag in ["more", "oneway", "upgrade"] {
            guard let value = root[flag] else { continue }
            guard value.kind == .bool else {
                throw InvalidMessage(expected: "'\(flag)' to be true or false")
            }
        }
        self.method = method
        self.parameters = parameters
        more = root["more"]?.bool ?? false
        oneway = root["oneway"]?.bool ?? false
    }

    /// Writes a call as a message without its NUL.
    ///
    /// - Parameters:
    ///   - method: the name with its interface.
    ///   - parameters: a JSON object; nil for none.
    ///   - more: accepts more than one reply.
    package static func message(_ method: StaticString, _ parameters: [UInt8]?, more: Bool) -> [UInt8] {
        var call = JSONWriter()
        call.raw("{\"method\":")
        call.word(method)
        if let parameters {
            call.raw(",\"parameters\":")
            call.raw(parameters)
        }
        call.raw(more ? ",\"more\":true}" : "}")
        return call.bytes
    }

    /// An upper bound of the number of JSON values in a message, without parsing it: each value follows a comma or a bracket.
    package static func mostValues(in message: [UInt8]) -> Int {
        message.count {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[")
        }
    }

    /// The interface of the method: the text before its last dot.
    package var interface: [UInt8] {
        guard let dot = method.lastIndex(of: UInt8(ascii: ".")) else { return [] }
        return Array(method[..<dot])
    }
}

/// The reason why a message is no call.
package struct InvalidMessage: Error, Equatable, Sendable {
    package var expected: String
    /// The position of the mistake in the message, in bytes from 1.
    package var column: Int?

    package init(expected: String, column: Int? = nil) {
        self.expected = expected
        self.column = column
    }

    fileprivate static let call =
        "an object with a string method, e.g. {\"method\": \"org.gestured.Gestures.GetStatus\"}"

    /// The error for a message that its sender has not ended.
    package static func unterminated(byNewline: Bool) -> InvalidMessage {
        InvalidMessage(
            expected: "a NUL byte at the end of the message" + (byNewline ? "; a newline does not end it" : ""))
    }
}

/// Splits received bytes into messages, each ended by a NUL.
///
/// It has no limit of its own: a reader appends one chunk at a time, takes the complete messages, and gives up if ``count`` is
/// larger than its limit. The buffer then contains the beginning of one message.
package struct MessageBuffer: Sendable {
    /// The largest message that a client accepts, in bytes without the NUL. A client reads no further.
    ///
    /// The largest reply that does not repeat what a client sent is the description of org.gestured.Gestures, with 28 kB. An event
    /// repeats the name of its gesture and those of its regions, and an error repeats a value: together at most a few times
    /// `message-size`, which is 128 KiB by default. A part of a recording has what a device reports while the service is busy, at
    /// most a few thousand lines of 32 bytes.
    package static let largestReply = 1 << 20

    private var bytes: [UInt8] = []
    /// The index of the first byte that was not returned. Those before it are removed with the next chunk, all at once: moving
    /// the rest after each message would take quadratic time if many small ones arrive together.
    private var start = 0
    /// The index of the first byte that was not searched for a NUL.
    private var searched = 0

    package init() {}

    package mutating func append(_ chunk: some Collection<UInt8>) {
        bytes.removeFirst(start)
        searched -= start
        start = 0
        bytes.append(contentsOf: chunk)
    }

    /// Whether a message is complete.
    package var hasMessage: Bool { bytes[searched...].contains(0) }

    /// Removes the first complete message and returns it without its NUL; nil if none is complete.
    package mutating func next() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: 0) else {
            searched = bytes.count
            return nil
        }
        let message = Array(bytes[start..<end])
        start = end + 1
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
            start = 0
        }
        searched = start
        return message
    }

    /// The capacity in bytes above which memory is released after a call.
    private static let keptCapacity = 16_384

    /// Whether the bytes that were not returned are no complete message, and end with a newline.
    package var endsWithNewline: Bool { count > 0 && bytes.last == UInt8(ascii: "\n") && !hasMessage }

    /// The bytes that were not returned, if they contain more than white space.
    package var text: [UInt8]? {
        bytes[start...].contains { $0 > UInt8(ascii: " ") } ? Array(bytes[start...]) : nil
    }

    /// The number of bytes received but not returned.
    package var count: Int { bytes.count - start }
}

extension JSONDocument {
    /// The most JSON values in a message that clients read: those of a thousand devices, twice. json-c takes about 100 bytes for a value
    /// of two.
    private static let mostReplyValues = 65_536

    /// Reads a message of the service; nil if it is not valid JSON, or has too many values.
    package convenience init?(reply message: [UInt8]) {
        guard VarlinkCall.mostValues(in: message) <= Self.mostReplyValues else { return nil }
        self.init(message)
    }
}
