internal import CLinux
import GestureConfiguration
import GestureCore
import GestureProtocol

/// One client: reads its calls, sends what is queued for it.
final class Connection {
    let peer: Peer
    let account: Account
    let queue: OutgoingQueue
    private(set) var rights: ClientRights
    private(set) var subscriber: Subscriber?
    private let fd: CInt
    private var buffer = MessageBuffer()
    private var source: DescriptorSource?
    private var farewell: TimerSource?
    private var resumption: TimerSource?
    /// Whether a call that has arrived waits for ``resumption``. Until then nothing more is read.
    private var isPending = false
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
        account = server.accounts.open(peer.uid, at: EventLoop.now)
        do throws(LoopError) {
            source = try DescriptorSource(server.loop, fd: fd, .readable) { [self] in
                handle($0)
                server.letTouchesPass()
            }
        } catch {
            server.accounts.close(account)
            CLinux.close(fd)
            throw error
        }
        resumption = TimerSource(server.loop) { [self] in
            resume()
            server.letTouchesPass()
        }
        queue.onWaitingChanged = { [self] waiting in watch(writable: waiting) }
        queue.onFailure = { [self] failure in handle(failure) }
    }

    /// Holds the client to another configuration from now on.
    func configure(_ configuration: Configuration) {
        limitQueue()
        rights = configuration.rights(uid: peer.uid, groups: peer.groups)
        // A stream that tells more than its client may learn from now on ends.
        if !rights.positions, onGone != nil || subscriber?.tellsPlaces ?? false {
            refuse(.permissionDenied(.positions))
        } else if onGone != nil, !server.mayControl(self) {
            refuse(.permissionDenied(.control))
        }
    }

    /// Clients of one user share the memory that its subscriptions leave.
    func limitQueue() {
        queue.limit = server.limits.queueSize(of: account)
    }

    private func watch(writable: Bool) {
        // A client that does not read what it asked for need not ask for more.
        source?.watch(for: writable ? .writable : state == .open && !isPending ? .readable : [])
    }

    private func handle(_ readiness: Readiness) {
        if readiness.contains(.writable), state != .closed {
            queue.resume()
            if queue.isEmpty, state == .closing { close() }
            if queue.isEmpty, state == .open, !isPending { serve { handleCall() } }
        }
        if readiness.contains(.readable), state == .open, !isPending {
            serve { read() }
        } else if !readiness.isDisjoint(with: .hungUp), state != .closed {
            close()
        }
    }

    // MARK: Calls

    /// Does work for the client, or has it wait if its user's calls have taken more than their share of the service's time.
    private func serve(_ work: () -> Void) {
        if let turn = account.turn(at: EventLoop.now) {
            postpone(until: turn)
            return
        }
        let start = linux_thread_microseconds()
        work()
        account.charge(Interval(microseconds: linux_thread_microseconds() - start), at: EventLoop.now)
    }

    private func postpone(until instant: Instant) {
        isPending = true
        watch(writable: queue.isWaiting)
        resumption?.arm(at: instant)
    }

    private func resume() {
        guard state == .open else { return }
        isPending = false
        serve { if buffer.hasMessage { handleCall() } else { read() } }
        if !isPending, state == .open { watch(writable: queue.isWaiting) }
    }

    private func read() {
        let count = unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { chunk in
            let count = unsafe recv(fd, chunk.baseAddress, chunk.count, CInt(MSG_DONTWAIT))
            if count > 0 {
                unsafe buffer.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
                account.unread += count
            }
            return count
        }
        let error = linux_errno()
        if count == 0 || (count < 0 && error != EAGAIN && error != EINTR) {
            close()
            return
        }
        handleCall()
    }

    /// Answers the next call that is whole, and has those after it wait until touches and other clients have had their turn. A
    /// call that streams is the last that is answered.
    private func handleCall() {
        if state == .open, !isBusy, queue.isEmpty, let message = buffer.next() {
            account.unread -= message.count + 1
            answer(message)
        }
        guard state == .open else { return }
        if !isBusy, queue.isEmpty, buffer.hasMessage {
            postpone(until: EventLoop.now)
        } else if isBusy || queue.isEmpty {
            // Calls that wait for the client to read the answers before are whole, and no matter.
            checkUnread()
        }
    }

    private func checkUnread() {
        if buffer.count > server.limits.messageSize {
            refuse(.limitExceeded("messageSize", server.limits.messageSize))
        } else if account.isLimited, account.unread > server.limits.unreadPerUser {
            refuse(.limitExceeded("memoryPerUser", server.limits.memoryPerUser))
        }
    }

    private func answer(_ message: [UInt8]) {
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
        postpone(until: EventLoop.now)
    }

    /// Turns the connection into a stream.
    func subscribe(_ subscriber: Subscriber) {
        self.subscriber = subscriber
        server.hub.add(subscriber)
    }

    // MARK: The end

    /// Tells the client what limit it reached, and closes.
    func refuse(_ error: VarlinkError) {
        Log.warning(exceeded: error, .client(peer))
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
        let memory = GestureCost.baseMemory + (subscriber?.cost.memory ?? 0) + queue.messages.count + buffer.count
        leave()
        account.unread -= buffer.count
        server.accounts.close(account)
        source?.stop()
        source = nil
        farewell = nil
        resumption = nil
        queue.onWaitingChanged = nil
        queue.onFailure = nil
        CLinux.close(fd)
        server.remove(self, memory: memory)
    }
}

extension Log {
    /// Reports that a client has reached a limit; nothing for another error.
    static func warning(exceeded error: VarlinkError, _ subject: Subject) {
        guard case .limitExceeded(let limit, let maximum) = error else { return }
        warning("refused: the limit \(limit) of \(maximum) is reached", subject)
    }
}

extension Limits {
    /// Bytes of calls of one user that are not complete: a quarter of its memory.
    fileprivate var unreadPerUser: Int { memoryPerUser / 4 }

    /// Bytes that may wait for one client. The clients of one user share the memory that its subscriptions and calls leave.
    fileprivate func queueSize(of account: Account) -> Int {
        guard account.isLimited else { return queueSize }
        let left = memoryPerUser - unreadPerUser - account.cost.memory
        return min(queueSize, max(left / max(account.connections, 1), Self.leastQueueSize))
    }

    private static let leastQueueSize = 16_384
}
