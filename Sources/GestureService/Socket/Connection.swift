internal import CLinux
import GestureConfiguration
import GestureCore
import GestureProtocol

/// One client: reads its calls, sends what is queued for it.
final class Connection {
    let peer: Peer
    let queue: OutgoingQueue
    private(set) var rights: ClientRights
    private(set) var subscriber: Subscriber?
    private let fd: CInt
    private var buffer = MessageBuffer()
    private var source: DescriptorSource?
    private var farewell: TimerSource?
    private var resumption: TimerSource?
    private var state = State.open
    private var isWaiting = false
    /// Called when the client goes before the answer for which it waits.
    private var onGone: (() -> Void)?
    /// Whether calls that come have to wait: for ever, where the connection is a stream.
    private var isBusy: Bool { isWaiting || subscriber != nil }
    private let server: SocketServer

    private enum State {
        case open
        /// Says what is left to say, reads no more.
        case closing
        case closed
    }

    /// How long a client has to take its last message.
    private static let farewellTime = Interval.milliseconds(2000)

    /// Takes over the descriptor.
    init(fd: CInt, server: SocketServer) throws(LoopError) {
        self.fd = fd
        self.server = server
        peer = Peer(fd)
        rights = server.configuration.rights(uid: peer.uid, groups: peer.groups)
        queue = OutgoingQueue(fd: fd, limit: server.limits.queueSize)
        do throws(LoopError) {
            source = try DescriptorSource(server.loop, fd: fd, .readable) { [self] in
                handle($0)
                server.letTouchesPass()
            }
        } catch {
            CLinux.close(fd)
            throw error
        }
        queue.onWaitingChanged = { [self] waiting in watch(writable: waiting) }
        queue.onFailure = { [self] failure in handle(failure) }
    }

    /// Holds the client to another configuration from now on.
    func configure(_ configuration: Configuration) {
        queue.limit = configuration.limits.queueSize
        rights = configuration.rights(uid: peer.uid, groups: peer.groups)
        // A stream that tells more than its client may learn from now on ends.
        if !rights.positions, onGone != nil || subscriber?.tellsPlaces ?? false {
            refuse(.permissionDenied(.positions))
        } else if onGone != nil, !server.mayControl(self) {
            refuse(.permissionDenied(.control))
        }
    }

    private func watch(writable: Bool) {
        // A client that does not read what it asked for need not ask for more.
        source?.watch(for: writable ? .writable : state == .open ? .readable : [])
    }

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.writable), state != .closed {
            queue.resume()
            if queue.isEmpty, state == .closing { close() }
            if queue.isEmpty, state == .open { handleCalls() }
        }
        if readiness.contains(.readable), state == .open {
            read()
        } else if !readiness.isDisjoint(with: .hungUp), state != .closed {
            close()
        }
    }

    // MARK: Calls

    private func read() {
        let count = unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { chunk in
            let count = unsafe recv(fd, chunk.baseAddress, chunk.count, CInt(MSG_DONTWAIT))
            if count > 0 { unsafe buffer.append(UnsafeRawBufferPointer(rebasing: chunk[..<count])) }
            return count
        }
        let error = linux_errno()
        if count == 0 || (count < 0 && error != EAGAIN && error != EINTR) {
            close()
            return
        }
        handleCalls()
    }

    /// Answers all calls that are whole, in order. One that streams is the last that is answered.
    private func handleCalls() {
        while state == .open, !isBusy, queue.isEmpty, let message = buffer.next() {
            guard message.count <= server.limits.messageSize else {
                refuse(.limitExceeded("messageSize", server.limits.messageSize))
                return
            }
            guard VarlinkCall.mostValues(in: message) <= server.limits.values else {
                refuse(.limitExceeded("values", server.limits.values))
                return
            }
            guard let call = VarlinkCall(message) else {
                Log.warning("sent what is no Varlink call: disconnected", .client(peer))
                closeAfterFlush()
                return
            }
            server.answer(call, from: self)
            queue.flush()
        }
        // Calls that wait for the client to read the answers before are whole, and no matter.
        if state == .open, isBusy || queue.isEmpty, buffer.count > server.limits.messageSize {
            refuse(.limitExceeded("messageSize", server.limits.messageSize))
        }
    }

    /// Answers no other call until ``endWait(_:)``: replies come in the order of the calls.
    ///
    /// - Parameter onGone: called if the client goes, or has to, before that.
    func wait(onGone: (() -> Void)? = nil) {
        isWaiting = true
        self.onGone = onGone
    }

    /// Gives the last answer of a call that had to wait, and goes on with those that came after it.
    func endWait(_ write: (inout JSONWriter) -> Void) {
        guard isWaiting, state == .open else { return }
        isWaiting = false
        onGone = nil
        write(&queue.messages.writer)
        queue.flush()
        // The client may turn out to be gone.
        guard state == .open else { return }
        // Not at once: whoever ended the wait may be in the middle of something.
        resumption = TimerSource(server.loop) { [self] in
            handleCalls()
            server.letTouchesPass()
        }
        resumption?.arm(at: EventLoop.now)
    }

    /// Turns the connection into a stream.
    func subscribe(_ subscriber: Subscriber) {
        self.subscriber = subscriber
        server.hub.add(subscriber)
    }

    // MARK: The end

    /// Tells the client what limit it reached, and closes.
    func refuse(_ error: VarlinkError) {
        if case .limitExceeded(let limit, let maximum) = error {
            Log.warning("refused: the limit \(limit) of \(maximum) is reached", .client(peer))
        }
        queue.messages.writer.errorReply(error)
        closeAfterFlush()
    }

    private func closeAfterFlush() {
        guard state == .open else { return }
        state = .closing
        leave()
        watch(writable: queue.isWaiting)
        queue.flush()
        guard state == .closing else { return }
        if queue.isEmpty {
            close()
            return
        }
        farewell = TimerSource(server.loop) { [self] in close() }
        farewell?.arm(at: EventLoop.now + Self.farewellTime)
    }

    private func handle(_ failure: OutgoingQueue.Failure) {
        switch failure {
        case .disconnected:
            close()
        case .tooSlow:
            guard state == .open else { return }
            server.noteTooSlow(self)
            queue.replaceWaiting(by: .limitExceeded("queueSize", server.limits.queueSize))
            closeAfterFlush()
        }
    }

    private func leave() {
        let onGone = onGone
        self.onGone = nil
        onGone?()
        guard let subscriber else { return }
        self.subscriber = nil
        server.hub.remove(subscriber)
    }

    func close() {
        guard state != .closed else { return }
        state = .closed
        leave()
        source?.stop()
        source = nil
        farewell = nil
        resumption = nil
        queue.onWaitingChanged = nil
        queue.onFailure = nil
        CLinux.close(fd)
        server.remove(self)
    }
}
