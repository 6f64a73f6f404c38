internal import CLinux
import GestureProtocol

/// What waits to be sent to one client: sends at once what the socket takes, keeps the rest up to a limit, never waits.
final class OutgoingQueue {
    /// Append to it, then ``flush()``.
    var writer = JSONWriter()
    private let fd: CInt
    /// How many bytes may wait.
    var limit: Int
    private var sent = 0
    /// Called when the queue starts or stops to wait for the socket.
    var onWaitingChanged: ((Bool) -> Void)?
    /// Called when the client cannot be reached any more, or does not read.
    var onFailure: ((Failure) -> Void)?
    private var isWaiting = false
    private var hasFailed = false

    enum Failure {
        case disconnected
        /// It let more than the limit wait.
        case tooSlow
    }

    init(fd: CInt, limit: Int) {
        self.fd = fd
        self.limit = limit
        writer.bytes.reserveCapacity(4096)
    }

    var isEmpty: Bool { writer.bytes.count == sent }

    func flush() {
        guard !hasFailed else {
            writer.bytes.removeAll(keepingCapacity: true)
            sent = 0
            return
        }
        while !isEmpty {
            let count = unsafe writer.bytes.withUnsafeBytes { buffer in
                unsafe send(
                    fd, buffer.baseAddress?.advanced(by: sent), buffer.count - sent,
                    CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            let error = linux_errno()
            if count > 0 {
                sent += count
            } else if error == EINTR {
                continue
            } else if error == EAGAIN {
                keepRest()
                return
            } else {
                fail(.disconnected)
                return
            }
        }
        writer.bytes.removeAll(keepingCapacity: true)
        sent = 0
        setWaiting(false)
    }

    /// Gives up on what waits, for a last message that says why.
    func replaceWaiting(by error: VarlinkError) {
        hasFailed = false
        setWaiting(false)
        // A message that is half sent has to be finished, or the client could not read the last one.
        var end = sent
        if sent > 0, writer.bytes[sent - 1] != 0 {
            while end < writer.bytes.count, writer.bytes[end] != 0 { end += 1 }
            end = min(end + 1, writer.bytes.count)
        }
        writer.bytes.removeSubrange(end...)
        writer.errorReply(error)
    }

    private func keepRest() {
        if sent > 0 {
            // Only the tail of the last message may be split off: keep what marks where a message starts.
            let kept = max(0, sent - 1)
            writer.bytes.removeFirst(kept)
            sent -= kept
        }
        if writer.bytes.count - sent > limit { fail(.tooSlow) } else { setWaiting(true) }
    }

    private func setWaiting(_ waiting: Bool) {
        guard waiting != isWaiting else { return }
        isWaiting = waiting
        onWaitingChanged?(waiting)
    }

    private func fail(_ failure: Failure) {
        guard !hasFailed else { return }
        hasFailed = true
        onFailure?(failure)
    }
}
