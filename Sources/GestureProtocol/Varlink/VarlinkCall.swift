/// A call that a client made.
package struct VarlinkCall {
    /// e.g. `org.gestured.Gestures.Subscribe`
    package var method: [UInt8]
    package var parameters: JSONValue?
    /// The client takes more than one reply.
    package var more: Bool
    /// The client takes no reply at all.
    package var oneway: Bool

    /// Reads a message without its NUL; nil when it is no call.
    package init?(_ message: [UInt8]) {
        guard let root = JSONDocument(message)?.root, let method = root["method"]?.string else { return nil }
        let parameters = root["parameters"]
        guard parameters == nil || parameters?.kind == .object else { return nil }
        for flag in ["more", "oneway", "upgrade"] {
            if let value = root[flag], value.kind != .bool { return nil }
        }
        self.method = method
        self.parameters = parameters
        more = root["more"]?.bool ?? false
        oneway = root["oneway"]?.bool ?? false
    }

    /// How many values the JSON of a message has at most, found without reading it: before each but the first of an array or
    /// an object stands a comma, before those a bracket.
    package static func mostValues(in message: [UInt8]) -> Int {
        message.count {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[")
        }
    }

    /// The interface of the method: what stands before its last dot.
    package var interface: [UInt8] {
        guard let dot = method.lastIndex(of: UInt8(ascii: ".")) else { return [] }
        return Array(method[..<dot])
    }
}

/// Cuts what arrives on a connection into messages, each ended by a NUL.
package struct MessageBuffer: Sendable {
    private var bytes: [UInt8] = []
    /// Up to where there is no NUL.
    private var searched = 0

    package init() {}

    package mutating func append(_ chunk: some Collection<UInt8>) { bytes.append(contentsOf: chunk) }

    /// Whether a message is complete.
    package var hasMessage: Bool { bytes[searched...].contains(0) }

    /// Takes the first whole message, without its NUL; nil when none is complete.
    package mutating func next() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: 0) else {
            searched = bytes.count
            return nil
        }
        let message = Array(bytes[..<end])
        if end + 1 == bytes.count, bytes.capacity > Self.keptCapacity {
            bytes = []
        } else {
            bytes.removeFirst(end + 1)
        }
        searched = 0
        return message
    }

    /// Beyond this the memory of a large call is released, in bytes.
    private static let keptCapacity = 16_384

    /// How many bytes wait.
    package var count: Int { bytes.count }
}
