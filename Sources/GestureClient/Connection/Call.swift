import GestureProtocol

/// A call in Varlink's format.
struct Call {
    let message: [UInt8]

    /// - Parameter more: accepts more than one reply.
    init(_ method: Method, more: Bool = false, _ parameters: (inout JSONWriter) -> Void = { $0.raw("{}") }) {
        var writer = JSONWriter()
        writer.raw("{\"method\":\"")
        writer.raw(method.name)
        writer.raw("\",\"parameters\":")
        parameters(&writer)
        writer.raw(more ? ",\"more\":true}" : "}")
        message = writer.bytes
    }
}

/// A reply in Varlink's format.
struct Reply {
    let parameters: JSONValue?
    /// True if more replies to the same call follow.
    let continues: Bool

    init(_ message: [UInt8]) throws(GestureClientError) {
        guard let root = JSONDocument(reply: message)?.root else { throw .invalidMessage }
        if let error = root["error"]?.string {
            throw GestureClientError(error: error, parameters: root["parameters"])
        }
        parameters = root["parameters"]
        continues = root["continues"]?.bool ?? false
    }
}
