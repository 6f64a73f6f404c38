internal import CLinux
import GestureConfiguration
import GestureProtocol

/// Reads what a client sends, and takes one call after the other from it.
struct CallReader {
    private var buffer = MessageBuffer()
    /// Counts the bytes that have arrived and are not answered yet.
    private let account: Account

    init(_ account: Account) { self.account = account }

    /// A complete message.
    enum Message {
        case call(VarlinkCall)
        /// It exceeds a limit, and is not parsed.
        case refused(VarlinkError)
        /// It is not a Varlink call.
        case invalid(InvalidMessage)
    }

    /// The number of bytes received but not taken.
    var count: Int { buffer.count }
    var hasMessage: Bool { buffer.hasMessage }
    /// Whether what was received may be a message that a newline ends.
    var endsWithNewline: Bool { buffer.endsWithNewline }

    /// Returns whether the client has sent a message that a newline ends: text to which nothing can be added to make it JSON.
    func hasMessageWithoutNUL(_ limits: Limits) -> Bool {
        guard endsWithNewline, let text = buffer.text else { return false }
        return VarlinkCall.mostValues(in: text) > limits.values || !JSONDocument.isIncomplete(text)
    }

    /// Reads once, at most 4096 bytes.
    ///
    /// - Returns: false if the client has disconnected.
    mutating func read(_ fd: CInt) -> Bool {
        let count = unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { chunk in
            let count = unsafe linux_receive(fd, chunk.baseAddress, chunk.count)
            if count > 0 {
                unsafe buffer.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
                account.unread += count
            }
            return count
        }
        let error = linux_errno()
        return count > 0 || (count < 0 && (error == EAGAIN || error == EINTR))
    }

    /// Takes the next message; nil if none is complete.
    mutating func next(_ limits: Limits) -> Message? {
        guard let message = buffer.next() else { return nil }
        account.unread -= message.count + 1
        if message.count > limits.messageSize {
            return .refused(.limitExceeded(.known(.messageSize), limits.messageSize))
        }
        if VarlinkCall.mostValues(in: message) > limits.values {
            return .refused(.limitExceeded(.known(.values), limits.values))
        }
        do throws(InvalidMessage) {
            return .call(try VarlinkCall(message))
        } catch {
            return .invalid(error)
        }
    }

    /// Returns the limit that the bytes that are not taken exceed; nil if there is room for more.
    func limitExceeded(_ limits: Limits) -> VarlinkError? {
        if buffer.count > limits.messageSize { return .limitExceeded(.known(.messageSize), limits.messageSize) }
        guard account.isLimited, account.unread > limits.unreadPerUser else { return nil }
        return .limitExceeded(.known(.memoryPerUser), limits.memoryPerUser)
    }

    /// Gives up what is not taken.
    mutating func discard() {
        account.unread -= buffer.count
        buffer = MessageBuffer()
    }
}
