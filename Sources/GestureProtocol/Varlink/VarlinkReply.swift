/// A reply of the service, as clients read it.
package struct VarlinkReply {
    /// The name of the error; nil if the call succeeded.
    package let error: [UInt8]?
    package let parameters: JSONValue?
    /// Whether more replies to the same call follow.
    package let continues: Bool

    /// Reads a message without its NUL; nil if it is not a reply.
    package init?(_ message: [UInt8]) {
        guard let root = JSONDocument(reply: message)?.root else { return nil }
        error = root.member("error")?.string
        parameters = root.member("parameters")
        continues = root.member("continues")?.bool ?? false
    }
}
