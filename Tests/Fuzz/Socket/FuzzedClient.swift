import GestureProtocol
import Glibc
import TestSupport

/// A connection, with all that went each way.
final class FuzzedClient {
    private let fd: CInt
    private var sent: [UInt8] = []
    private var received: [UInt8] = []
    /// Whether the service has closed the connection.
    private var isClosed = false
    private static let chunkSize = 65536

    init(_ service: FuzzedService) {
        fd = service.connect()
        service.run()
    }

    func close() {
        isClosed = true
        Glibc.close(fd)
    }

    /// Sends as much as the service takes.
    func send(_ bytes: [UInt8]) {
        guard !isClosed else { return }
        let count = Glibc.send(fd, bytes, bytes.count, CInt(MSG_NOSIGNAL))
        if count > 0 { sent += bytes[..<count] }
    }

    /// - Returns: whether anything had come.
    @discardableResult
    func read() -> Bool {
        var hasCome = false
        while !isClosed {
            let count = withUnsafeTemporaryAllocation(byteCount: Self.chunkSize, alignment: 1) { chunk in
                let count = recv(fd, chunk.baseAddress, chunk.count, 0)
                if count > 0 { received += chunk[..<count] }
                return count
            }
            if count < 0, errno == EAGAIN { break }
            if count <= 0 { isClosed = true }
            hasCome = true
        }
        return hasCome
    }

    /// The messages that came whole.
    var replies: [ArraySlice<UInt8>] { messages(received) }

    /// The name in the last state of a subscription.
    var subscription: [UInt8]? {
        for reply in replies.reversed() {
            guard let state = JSONDocument(Array(reply))?.root["parameters"]?["state"] else { continue }
            return state["subscription"]?.string
        }
        return nil
    }

    // MARK: What has to hold

    /// Whether nothing more has to come.
    var isAnswered: Bool { complaint == nil }

    func check() {
        let complaint = complaint
        demand(complaint == nil, "\(complaint ?? ""), sent: \(text(sent)), received: \(text(received.suffix(2000)))")
    }

    /// What is wrong with what came: each call gets one answer that is its last, in their order.
    private var complaint: String? {
        guard received.last ?? 0 == 0 else { return "half a message came" }
        var answers = replies[...]
        for message in messages(sent) {
            guard message.count <= FuzzedService.messageSize else { return complaintAboutEnd(answers) }
            guard let call = try? VarlinkCall(Array(message)) else { return complaintAboutEnd(answers) }
            guard !call.oneway else { continue }
            var continues: Bool
            repeat {
                guard let answer = answers.popFirst() else { return "a call has no answer" }
                guard let reply = JSONDocument(Array(answer))?.root else { return "no JSON: \(text(Array(answer)))" }
                if isLimit(reply), answers.isEmpty, isClosed { return nil }
                continues = reply["continues"]?.bool ?? false
                if continues, !call.more { return "more answers than one were not asked for" }
                // A stream that goes on is the last that is answered.
                if continues, answers.isEmpty { return isClosed ? "a stream ends without a word" : nil }
            } while continues
        }
        return isClosed || !answers.isEmpty || unfinished > FuzzedService.messageSize
            ? complaintAboutEnd(answers) : nil
    }

    /// What is wrong with what came last, where a limit has to have been reached, or what was sent is no call.
    private func complaintAboutEnd(_ answers: ArraySlice<ArraySlice<UInt8>>) -> String? {
        guard isClosed else { return "is open after what is too much, or no call" }
        guard answers.count == 1, let last = answers.first, let reply = JSONDocument(Array(last))?.root,
            isLimit(reply) || isInvalidMessage(reply)
        else { return "is closed for no reason that was told" }
        return nil
    }

    private func isInvalidMessage(_ reply: JSONValue) -> Bool {
        reply["error"]?.string.map { $0.elementsEqual("org.gestured.Gestures.InvalidMessage".utf8) } ?? false
    }

    private func isLimit(_ reply: JSONValue) -> Bool {
        reply["error"]?.string.map { $0.elementsEqual("org.gestured.Gestures.LimitExceeded".utf8) } ?? false
    }

    /// How many bytes of a call that is not whole were sent.
    private var unfinished: Int { sent.count - (sent.lastIndex(of: 0) ?? -1) - 1 }

    /// Without what has no end yet.
    private func messages(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    }

    private func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
}
