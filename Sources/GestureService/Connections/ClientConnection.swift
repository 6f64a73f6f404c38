internal import CLinux
import GestureConfiguration
import GestureCore
import GestureProtocol
import System

/// One client: reads its calls, and sends what is queued for it.
final class ClientConnection {
    let fd: CInt
    let peer: Peer
    let account: Account
    let queue: OutgoingQueue
    var rights: ClientRights
    private(set) var subscriber: Subscriber?
    private let server: SocketServer
    private var reader: CallReader
    private var watch: SocketWatch
    private var state = ConnectionState.open {
        didSet { server.connectionDeadlinesChanged() }
    }
    /// When what the client has sent counts as a message that a newline ends; nil if it does not end with one.
    private var newlineTimeout: Instant? {
        didSet { if newlineTimeout != oldValue { server.connectionDeadlinesChanged() } }
    }
    /// Since when the client has waited for its user's turn; nil if it does not wait.
    private var waitingSince: Instant?
    /// The last call, if it waits for an event; nil if it is answered.
    private(set) var waitingCall: WaitingCall?

    /// How long a client has to read its last message.
    private static let closeTimeout = Interval.milliseconds(2000)
    /// How long a message can lack its NUL after a newline: the NUL may follow in another write.
    private static let newlineTimeout = Interval.milliseconds(1000)

    /// Takes over the descriptor, and a place of the account.
    init(fd: CInt, _ peer: Peer, _ account: Account, server: SocketServer) throws(LoopError) {
        self.fd = fd
        self.peer = peer
        self.account = account
        self.server = server
        reader = CallReader(account)
        watch = SocketWatch(server.loop, fd: fd)
        rights = server.configuration.rights(uid: peer.uid, groups: peer.groups(fd))
        queue = OutgoingQueue(fd: fd, limit: server.limits.queueSize, attention: server.attention)
        if let turn = account.turn(at: EventLoop.now) {
            // The loop does not report that it hangs up either: a user who connects and closes again and again keeps his places.
            state = .postponed(until: turn)
            waitingSince = EventLoop.now
            server.connectionDeadlinesChanged()
            return
        }
        do throws(LoopError) {
            try watch.begin(.readable)
        } catch {
            server.accounts.close(account)
            linux_close_client(fd)
            throw error
        }
    }

    /// Whether further calls have to wait: forever, if the connection is a stream of events.
    private var isBusy: Bool { waitingCall != nil || subscriber != nil }

    /// Clients of one user share the memory that its subscriptions leave.
    func limitQueue() { queue.limit = server.limits.queueSize(of: account) }

    // MARK: Events

    /// Handles what has become possible.
    ///
    /// - Returns: the next call, or nil. The caller has to answer it, and to call ``finishAnswer()`` after that.
    func handle(_ readiness: Readiness) -> VarlinkCall? {
        if !readiness.isDisjoint(with: [.readable, .writable]), state.isReading, waitsForTurn() { return nil }
        if readiness.contains(.writable), !state.isClosed {
            queue.resume()
            attendQueue()
            if queue.isEmpty, state.isClosing { close() }
            if queue.isEmpty, state.isReading, let call = goOn() { return call }
        }
        if readiness.contains(.readable), state.isReading { return read() }
        if !readiness.isDisjoint(with: .hungUp), !state.isClosed { close() }
        return nil
    }

    /// Postpones what there is to do, if the user's clients have taken more than their share of the service's time.
    private func waitsForTurn() -> Bool {
        let now = EventLoop.now
        let since = waitingSince ?? now
        guard now - since < Account.longestWait, let turn = account.turn(at: now) else {
            waitingSince = nil
            return false
        }
        waitingSince = since
        postpone(until: min(turn, since + Account.longestWait))
        return true
    }

    /// Continues once everything is sent.
    private func goOn() -> VarlinkCall? {
        guard isReadingLastTouches else { return nextCall() }
        sendLastTouches()
        return nil
    }

    /// When ``handleDeadline()`` has something to do; nil if never.
    var nextDeadline: Instant? { state.deadline ?? newlineTimeout }

    /// Handles a deadline that has passed.
    ///
    /// - Returns: the next call, or nil. The caller has to answer it, and to call ``finishAnswer()`` after that.
    func handleDeadline() -> VarlinkCall? {
        switch state {
        case .closed: return nil
        case .open:
            newlineTimeout = nil
            // It is postponed with the rest if the user's turn is later.
            if !waitsForTurn(), reader.hasMessageWithoutNUL(server.limits) { reject(.unterminated(byNewline: true)) }
            return nil
        case .closing:
            close()
            return nil
        case .postponed:
            state = .open
            if waitsForTurn() { return nil }
            if queue.isWaiting {
                queue.resume()
                attendQueue()
            }
            if state.isOpen, queue.isEmpty,
                let call = isReadingLastTouches || reader.hasMessage ? goOn() : read()
            {
                return call
            }
            if !state.isClosed { updateWatch() }
            return nil
        }
    }

    /// Acts on the state of the queue: closes the connection if sending failed, else watches the socket for what comes next.
    func attendQueue() {
        queue.attend()
        switch queue.failure {
        case .disconnected: close()
        case .full where state.isOpen: dropAsTooSlow()
        case .full, nil: updateWatch()
        }
    }

    /// A client that does not read the reply to one call need not send another.
    private func updateWatch() {
        watch.change(to: state.isPostponed ? [] : queue.isWaiting ? .writable : state.isOpen ? .readable : [])
    }

    // MARK: Calls

    private func postpone(until instant: Instant) {
        state = .postponed(until: instant)
        updateWatch()
    }

    private func read() -> VarlinkCall? {
        guard reader.read(fd) else {
            if reader.count > 0, !reader.hasMessage, !isBusy, queue.isEmpty {
                send(.unterminated(byNewline: reader.endsWithNewline))
            } else {
                close()
            }
            return nil
        }
        return nextCall()
    }

    /// Returns the next complete call. A call that streams is the last one.
    private func nextCall() -> VarlinkCall? {
        if state.isOpen, !isBusy, queue.isEmpty, let message = reader.next(server.limits) {
            switch message {
            case .call(let call): return call
            case .refused(let error): refuse(error)
            case .invalid(let error): reject(error)
            }
        }
        postponeCalls()
        return nil
    }

    /// Sends the reply to the call that was returned last, and postpones those after it.
    func finishAnswer() {
        flush()
        postponeCalls()
        if !state.isClosed { updateWatch() }
    }

    /// Postpones further calls until touches and other clients have had their turn.
    private func postponeCalls() {
        guard state.isOpen else { return }
        newlineTimeout = !isBusy && reader.endsWithNewline ? EventLoop.now + Self.newlineTimeout : nil
        if !isBusy, queue.isEmpty, reader.hasMessage {
            postpone(until: EventLoop.now)
        } else if isBusy || queue.isEmpty, let limit = reader.limitExceeded(server.limits) {
            // Otherwise calls wait until the client reads earlier replies. They are complete, and do not count.
            refuse(limit)
        }
    }

    /// Sends what was appended to the queue, and acts on the outcome.
    private func flush() {
        queue.flush()
        if queue.needsAttention { attendQueue() }
    }

    /// Turns the connection into a stream of events.
    ///
    /// - Parameter time: the time up to which all input was processed.
    func subscribe(_ subscriber: Subscriber, at time: Instant) {
        self.subscriber = subscriber
        server.hub.add(subscriber, at: time)
    }

    // MARK: Calls that wait

    /// Whether the connection streams a recording.
    var isRecording: Bool { waitingCall?.isRecording ?? false }
    private var isReadingLastTouches: Bool { waitingCall?.isLastTouches ?? false }

    /// Answers no other call until ``finishCall(_:)``: replies are sent in the order of the calls.
    func await(_ call: WaitingCall) {
        waitingCall = call
        if isRecording { server.noteRecording() }
    }

    /// Sends the last reply of a call that had to wait, and continues with the calls after it.
    func finishCall(_ write: (inout JSONWriter) -> Void) {
        guard waitingCall != nil, state.isOpen else { return }
        waitingCall = nil
        write(&queue.messages.writer)
        flush()
        // The client may have disconnected.
        guard state.isOpen else { return }
        // Not at once: the caller may be answering another client.
        postpone(until: EventLoop.now)
    }

    /// Sends what was recorded since the last time, and finishes the call if the device is gone.
    func sendRecording() {
        while isRecording, let part = waitingCall?.nextPart() { send(part) }
    }

    /// Sends the next part of the last touches, and finishes the call with the last part. The next one follows once the client has
    /// read this one.
    func sendLastTouches() {
        guard isReadingLastTouches, let part = waitingCall?.nextPart() else { return }
        send(part)
        if isReadingLastTouches, queue.isEmpty { postpone(until: EventLoop.now) }
    }

    private func send(_ part: WaitingCall.Part) {
        switch part {
        case .more(let text):
            if text.isEmpty { return }
            queue.messages.writer.reply(RecordingReply(text), continues: true)
            flush()
        case .last(let text): finishCall { $0.reply(RecordingReply(text)) }
        case .overwritten: dropAsTooSlow()
        }
    }

    // MARK: The end

    private func dropAsTooSlow() {
        server.noteTooSlow(self)
        queue.replaceWaiting(by: .limitExceeded(.known(.queueSize), server.limits.queueSize))
        closeAfterFlush()
    }

    /// Sends the client the limit that it reached or the permission that it lacks, and closes.
    func refuse(_ error: VarlinkError) {
        Log.warning(exceeded: error, .client(peer))
        queue.messages.writer.errorReply(error)
        closeAfterFlush()
    }

    /// Tells the client why its message is no call, and closes.
    private func reject(_ error: InvalidMessage) {
        Log.warning("sent an invalid Varlink message: disconnected", .client(peer))
        send(error)
    }

    private func send(_ error: InvalidMessage) {
        queue.messages.writer.errorReply(.invalidMessage(error))
        closeAfterFlush()
    }

    private func closeAfterFlush() {
        guard state.isOpen else { return }
        state = .closing(timeout: EventLoop.now + Self.closeTimeout)
        leave()
        queue.flush()
        queue.attend()
        if queue.isEmpty || queue.failure == .disconnected { close() } else { updateWatch() }
    }

    /// Ends the subscription or recording.
    private func leave() {
        waitingCall?.cancel()
        waitingCall = nil
        guard let subscriber else { return }
        self.subscriber = nil
        server.hub.remove(subscriber)
    }

    func close() {
        guard !state.isClosed else { return }
        state = .closed
        let buffers = Int64(queue.messages.count + reader.count)
        let memory = GestureCost.baseMemory + (subscriber?.cost.memory ?? 0) + buffers
        leave()
        reader.discard()
        server.accounts.close(account)
        watch.end()
        linux_close_client(fd)
        server.remove(self, memory: memory)
    }
}
