import GestureProtocol

/// The replies to one call, for one consumer. The connection is closed when the stream is destroyed.
final class ReplyStream<Answer: Message> {
    struct Element {
        var answer: Answer
        /// Whether more replies follow.
        var continues: Bool
    }

    private let transport: any Transport
    private let inbox = Inbox<Result<[UInt8], GestureClientError>>()
    private let connection: any Connection

    init(_ call: Call<Answer>, over transport: any Transport) throws(GestureClientError) {
        self.transport = transport
        connection = try transport.open(call.message, Receiver(inbox: inbox))
    }

    deinit { connection.cancel() }

    /// Waits for the next reply.
    ///
    /// - Throws: the error that the service replied with; ``GestureClientError/cancelled`` if the task is cancelled.
    nonisolated(nonsending) func next() async throws(GestureClientError) -> Element {
        guard let message = await inbox.next() else {
            connection.cancel()
            throw Task.isCancelled ? .cancelled : transport.lost
        }
        let reply = try VarlinkReply(reading: message.get())
        guard let parameters = reply.parameters else { throw .invalidMessage }
        return Element(answer: Answer(parameters), continues: reply.continues)
    }
}

private struct Receiver: MessageReceiver {
    let inbox: Inbox<Result<[UInt8], GestureClientError>>

    func receive(_ message: [UInt8]) -> Bool { inbox.put(.success(message), size: message.count) }
    func resumeOnceEmptier(_ connection: any Connection) { inbox.resumeOnceEmptier(connection) }
    func close(_ reason: GestureClientError) {
        inbox.put(.failure(reason))
        inbox.close()
    }
    func whenConsumed() async { await inbox.whenConsumed() }
}

extension VarlinkReply {
    /// Reads a reply.
    ///
    /// - Throws: the error that it contains, or ``GestureClientError/invalidMessage``.
    init(reading message: [UInt8]) throws(GestureClientError) {
        guard let reply = VarlinkReply(message) else { throw .invalidMessage }
        if let error = reply.error { throw GestureClientError(error: error, parameters: reply.parameters) }
        self = reply
    }
}
