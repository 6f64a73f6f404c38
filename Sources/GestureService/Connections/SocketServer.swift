internal import CLinux
import GestureConfiguration
import GestureCore
import GestureProtocol
import System

/// The connections of all clients, and their limits.
final class SocketServer {
    let loop: EventLoop
    let hub: GestureHub
    private(set) var configuration: Configuration
    var limits: Limits { configuration.limits }
    let accounts = Accounts()
    private var meter = WorkMeter()
    private let listener: CInt
    private var watch: DescriptorWatch?
    private(set) var connections: [ClientConnection] = []
    /// Is shared by the queues of all connections.
    let attention = QueueAttention()
    /// The earliest deadline of a connection, unless ``hasNewDeadlines``.
    private var connectionDeadline: Instant?
    private var hasNewDeadlines = false
    /// The bytes that disconnected clients have freed and that the allocator may still keep.
    private var freed: Int64 = 0
    /// When memory is given back to the system; nil if that is not planned.
    private var releaseTime: Instant?
    private static let keptFreed = 1 << 20
    private static let releaseDelay = Interval.milliseconds(1000)
    private(set) var droppedClients: UInt64 = 0
    private(set) var refusedClients: UInt64 = 0
    /// A descriptor to give up when no other is left: a connection that cannot be accepted would wake the loop forever.
    private var spare: CInt
    /// Clients get the descriptors below this one. The rest is for devices, which the service has to open whatever clients do.
    private let descriptorsOfClients: Int
    private static let descriptorsOfDevices = 32

    /// - Parameter listener: a listening socket. The caller continues to own it.
    init(_ loop: EventLoop, hub: GestureHub, listener: CInt, configuration: Configuration) throws(LoopError) {
        self.loop = loop
        self.hub = hub
        self.listener = listener
        self.configuration = configuration
        spare = unsafe linux_open("/dev/null", O_RDONLY)
        let descriptors = sysconf(CInt(_SC_OPEN_MAX))
        descriptorsOfClients = max(descriptors - Self.descriptorsOfDevices, descriptors / 2)
        watch = try DescriptorWatch(loop, fd: listener, as: .listener, for: .readable)
    }

    /// Applies another configuration. Subscriptions keep the thresholds that they began with.
    func configure(_ configuration: Configuration) {
        self.configuration = configuration
        for connection in connections {
            connection.configure(configuration)
        }
    }

    /// Returns whether the client of a subscription may control the service.
    func mayControl(_ subscriber: Subscriber) -> Bool {
        connections.contains { $0.subscriber === subscriber && $0.mayControl }
    }

    // MARK: Clients that come and go

    /// The most connections that one wake-up accepts, and the most that it refuses, which takes less: a user who connects as fast
    /// as possible must not keep touches or other clients waiting.
    private static let mostAcceptedAtOnce = 4
    private static let mostRefusedAtOnce = 16

    func accept() {
        meter.begin()
        var (accepted, refused) = (0, 0)
        while accepted < Self.mostAcceptedAtOnce, refused < Self.mostRefusedAtOnce {
            let fd = linux_accept(listener)
            if fd == -EMFILE || fd == -ENFILE, turnAway() {
                refused += 1
                continue
            }
            guard fd >= 0 else { return }
            if admit(fd) { accepted += 1 } else { refused += 1 }
        }
    }

    /// - Returns: false if the client was refused.
    private func admit(_ fd: CInt) -> Bool {
        let peer = Peer(fd)
        let account = accounts.open(peer.uid, at: EventLoop.now)
        meter.note(account)
        if let limit = limitReached(by: account, fd) {
            accounts.close(account)
            refuse(fd, peer, limit)
            return false
        }
        guard (try? add(fd, peer, account)) != nil else { return false }
        shareQueues(of: account)
        return true
    }

    /// Adds a client by its descriptor, which belongs to the connection from now on.
    ///
    /// - Parameter account: its account, which counts the connection already.
    @discardableResult
    func add(_ fd: CInt, _ peer: Peer, _ account: Account) throws(LoopError) -> ClientConnection {
        let connection = try ClientConnection(fd: fd, peer, account, server: self)
        connections.append(connection)
        return connection
    }

    /// Returns the limit that is exceeded by a client that has just connected; nil if there is room for it.
    private func limitReached(by account: Account, _ fd: CInt) -> VarlinkError? {
        if Int(fd) >= descriptorsOfClients { return .limitExceeded(.known(.descriptors), descriptorsOfClients) }
        return accounts.limitExceeded(byConnectionOf: account, limits)
    }

    /// Tells a client that has just connected which limit is reached, and closes. Nothing is kept for it: who connects again and
    /// again must not cost more than the kernel takes for it. The message fits into a new socket.
    private func refuse(_ fd: CInt, _ peer: Peer, _ limit: VarlinkError) {
        refusedClients += 1
        Log.warning(exceeded: limit, .client(peer))
        var writer = JSONWriter()
        writer.errorReply(limit)
        unsafe writer.bytes.withUnsafeBytes { bytes in
            _ = unsafe send(fd, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        linux_close_client(fd)
    }

    func shareQueues(of account: Account) {
        for connection in connections where connection.account === account { connection.limitQueue() }
    }

    /// Accepts a client for which no descriptor is left, to close the connection at once.
    ///
    /// - Returns: whether a client was waiting. The kernel looks for a descriptor first, and reports that none is left in either
    ///   case.
    private func turnAway() -> Bool {
        if spare >= 0 { close(spare) }
        let unwanted = linux_accept(listener)
        guard unwanted >= 0 else {
            spare = unsafe linux_open("/dev/null", O_RDONLY)
            return false
        }
        let peer = Peer(unwanted)
        linux_close_client(unwanted)
        spare = unsafe linux_open("/dev/null", O_RDONLY)
        refusedClients += 1
        Log.warning("refused: no file descriptor is left", .client(peer))
        return true
    }

    /// - Parameter memory: about how many bytes the connection has used.
    func remove(_ connection: ClientConnection, memory: Int64) {
        connections.removeAll { $0 === connection }
        shareQueues(of: connection.account)
        noteFreed(memory)
    }

    func noteTooSlow(_ connection: ClientConnection) {
        droppedClients += 1
        Log.warning("does not read its events: disconnected", .client(connection.peer))
    }

    // MARK: Events

    /// Handles an event of a client.
    ///
    /// - Returns: the call to answer; nil if there is none.
    func handle(_ event: ServiceEvent) -> ReceivedCall? {
        meter.begin()
        guard let connection = connections.first(where: { $0.fd == event.fd }) else { return nil }
        meter.note(connection.account)
        return connection.handle(event.readiness).map { ReceivedCall(call: $0, connection: connection) }
    }

    /// Charges the users that the last event was for. Call it before touches are processed.
    func charge() { meter.end(EventLoop.now) }

    /// Charges nobody for what has been done since the last event.
    func chargeNobody() { meter.stop() }

    /// Acts on queues that failed, or started or stopped to wait, while the events of frames were sent.
    @inline(__always)  // called in every wake-up, and has something to do in few
    func reap() {
        if attention.take() { attendQueues() }
    }

    @inline(never)
    private func attendQueues() {
        for connection in connections where connection.queue.needsAttention { connection.attendQueue() }
    }

    /// Whether any connection streams a recording.
    private(set) var hasRecordings = false

    func noteRecording() { hasRecordings = true }

    /// Sends the text of recordings, and finishes those whose device is gone.
    func sendRecordings() {
        for connection in connections { connection.sendRecording() }
        hasRecordings = connections.contains { $0.isRecording }
    }

    /// Answers the calls that wait for the end of the touch lock.
    func finishLockCalls() {
        for connection in connections where connection.waitingCall?.isUnlock ?? false {
            connection.finishCall { $0.reply(LockReply(locked: false)) }
        }
    }

    // MARK: Deadlines

    func connectionDeadlinesChanged() { hasNewDeadlines = true }

    var nextDeadline: Instant? {
        if hasNewDeadlines {
            hasNewDeadlines = false
            connectionDeadline = connections.reduce(nil) { earlier($0, $1.nextDeadline) }
        }
        return earlier(connectionDeadline, releaseTime)
    }

    /// Handles deadlines that have passed: of one connection only, so that touches and other clients have their turn in between.
    ///
    /// - Returns: the call to answer; nil if there is none.
    func advance(to now: Instant) -> ReceivedCall? {
        if let releaseTime, releaseTime <= now { releaseMemory() }
        guard let deadline = connectionDeadline, deadline <= now else { return nil }
        var next: (connection: ClientConnection, deadline: Instant)?
        for connection in connections {
            guard let deadline = connection.nextDeadline, deadline <= now else { continue }
            if let earliest = next?.deadline, earliest <= deadline { continue }
            next = (connection, deadline)
        }
        guard let connection = next?.connection else { return nil }
        meter.begin()
        meter.note(connection.account)
        return connection.handleDeadline().map { ReceivedCall(call: $0, connection: connection) }
    }

    /// Plans to give the memory of large subscriptions back to the system some time after they have ended: at most once a
    /// second, because the allocator visits all free memory.
    func noteFreed(_ bytes: Int64) {
        freed += bytes
        if freed > Self.keptFreed, releaseTime == nil { releaseTime = EventLoop.now + Self.releaseDelay }
    }

    private func releaseMemory() {
        freed = 0
        releaseTime = nil
        linux_release_memory()
    }
}
