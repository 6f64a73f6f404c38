internal import CLinux
import GestureProtocol

/// Sends to one client: at once what the socket takes, the rest when it takes more, up to a limit; never waits.
final class OutgoingQueue {
    /// Append to it, then ``flush()``.
    var messages = WaitingMessages()
    private let fd: CInt
    /// How many bytes may wait.
    var limit: Int
    /// Called when the queue starts or stops to wait for the socket.
    var onWaitingChanged: ((Bool) -> Void)?
    /// Called when the client cannot be reached any more, or does not read.
    var onFailure: ((Failure) -> Void)?
    private var hasFailed = false

    enum Failure {
        case disconnected
        /// It let more than the limit wait.
        case tooSlow
    }

    init(fd: CInt, limit: Int) {
        self.fd = fd
        self.limit = limit
    }

    var isEmpty: Bool { messages.isEmpty }
    var isWaiting: Bool { messages.isWaiting }

    /// Sends what was appended. Where something waits already, it does too, until ``resume()``: for a client that does not
    /// read, a frame costs no system call.
    func flush() {
        if hasFailed {
            messages.removeAll()
        } else if isWaiting {
            checkLimit()
        } else {
            send()
        }
    }

    /// Sends what waits: the socket takes more again.
    func resume() {
        if !hasFailed { send() }
    }

    /// Gives up on what waits, for a last message that says why.
    func replaceWaiting(by error: VarlinkError) {
        hasFailed = false
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
        if isWaiting != wasWaiting { onWaitingChanged?(isWaiting) }
        checkLimit()
    }

    private func checkLimit() {
        if messages.count > limit { fail(.tooSlow) }
    }

    private func fail(_ failure: Failure) {
        guard !hasFailed else { return }
        hasFailed = true
        onFailure?(failure)
    }
}
