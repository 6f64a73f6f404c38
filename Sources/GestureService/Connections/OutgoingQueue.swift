internal import CLinux
import GestureProtocol

/// The messages to one client: sends at once what the socket takes, the rest when it takes more, up to a limit. Never blocks.
///
/// A failure is recorded, and the connection acts on it after the frame: nothing may change while the events of a frame are
/// sent.
final class OutgoingQueue {
    /// Append to it, then ``flush()``.
    var messages = WaitingMessages()
    private let fd: CInt
    /// How many bytes may wait beyond what one frame makes.
    var limit: Int
    /// The bytes that waited first: what a frame made for a client that had read everything. They are part of the cost of its
    /// subscription, and say nothing about whether it reads. Twice as many are allowed, because the `began` of a frame, and the
    /// `ended` of a later one, are replaced by nothing.
    private var burst = 0
    /// Why nothing more can be sent; nil if nothing has failed.
    private(set) var failure: Failure?
    /// Whether the queue has failed, or started or stopped to wait for the socket, and the connection has not acted on it yet.
    private(set) var needsAttention = false
    private let attention: QueueAttention

    enum Failure {
        case disconnected
        /// More bytes wait than are allowed.
        case full
    }

    /// - Parameter attention: learns that this queue, or another one, needs attention.
    init(fd: CInt, limit: Int, attention: QueueAttention) {
        self.fd = fd
        self.limit = limit
        self.attention = attention
    }

    var isEmpty: Bool { messages.isEmpty }
    var isWaiting: Bool { messages.isWaiting }

    /// Sends what was appended. If older messages wait, it waits, too, until ``resume()``: for a client that does not read, a
    /// frame costs no system call.
    func flush() {
        if failure != nil { return }
        if isWaiting { checkLimit() } else { send() }
    }

    /// Sends what waits: the socket takes more again.
    func resume() {
        if failure == nil { send() }
    }

    /// Notes that the connection has acted on what needed attention.
    func attend() { needsAttention = false }

    /// Replaces the messages that wait by a last one that says why.
    func replaceWaiting(by error: VarlinkError) {
        failure = nil
        messages.removeWaiting()
        messages.writer.errorReply(error)
    }

    private func send() {
        let wasWaiting = isWaiting
        var error: CInt = 0
        unsafe messages.send { [fd] bytes in
            while true {
                let count = unsafe CLinux.send(fd, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
                error = count < 0 ? linux_errno() : 0
                if error != EINTR { return count }
            }
        }
        guard isEmpty || error == EAGAIN else {
            fail(.disconnected)
            return
        }
        if isWaiting == wasWaiting {
            checkLimit()
        } else {
            burst = messages.count
            requestAttention()
        }
    }

    private func checkLimit() {
        if messages.count > limit + 2 * burst { fail(.full) }
    }

    private func fail(_ failure: Failure) {
        self.failure = failure
        requestAttention()
    }

    private func requestAttention() {
        needsAttention = true
        attention.request()
    }
}
