internal import CLinux
import GestureConfiguration
import GestureCore
import GestureProtocol
import Text

/// Answers Varlink calls on a Unix socket.
package final class SocketServer {
    let loop: EventLoop
    let hub: GestureHub
    private(set) var configuration: Configuration
    var limits: Limits { configuration.limits }
    /// Of subscriptions that choose none.
    var thresholds: Thresholds { configuration.thresholds }
    private let listener: CInt
    /// Called when a subscription has ended, and with it maybe the next deadline. May be in the middle of a frame.
    let onChange: () -> Void
    /// Processes all input that has come, and says up to when.
    let readInput: () -> Instant
    /// The devices that Control deals with; nil where a recording is played.
    var live: LiveInput?
    /// Reads the configuration anew and gives what is wrong with it, for a person; nil until it can be done.
    var reload: (() -> [String])?
    private var source: DescriptorSource?
    private var connections: [Connection] = []
    let accounts = Accounts()
    /// Bytes that clients who are gone have freed and the allocator may still keep.
    private var freed = 0
    private var release: TimerSource?
    private static let keptFreed = 1 << 20
    private static let releaseDelay = Interval.milliseconds(1000)
    private var droppedClients: UInt64 = 0
    private var refusedClients: UInt64 = 0
    /// Kept to have one to give up when no descriptor is left: a connection that cannot be accepted would wake the loop
    /// for ever.
    private var spare: CInt
    /// Clients get the descriptors below this one: the rest is for devices, which have to open whatever clients do.
    private let descriptorsOfClients: Int
    private static let descriptorsOfDevices = 32

    /// - Parameter listener: a listening socket; stays the caller's.
    package init(
        _ loop: EventLoop, hub: GestureHub, listener: CInt, configuration: Configuration,
        onChange: @escaping () -> Void,
        readInput: @escaping () -> Instant
    ) throws(LoopError) {
        self.loop = loop
        self.hub = hub
        self.listener = listener
        self.onChange = onChange
        self.readInput = readInput
        self.configuration = configuration
        spare = unsafe linux_open("/dev/null", O_RDONLY)
        let descriptors = sysconf(CInt(_SC_OPEN_MAX))
        descriptorsOfClients = max(descriptors - Self.descriptorsOfDevices, descriptors / 2)
        source = try DescriptorSource(loop, fd: listener, .readable) { [self] _ in
            accept()
            letTouchesPass()
        }
    }

    /// After one client, and before the next: of many that ask without end, touches wait for one alone.
    func letTouchesPass() { _ = readInput() }

    /// Holds clients to another configuration from now on; a subscription keeps the thresholds that it began with.
    func configure(_ configuration: Configuration) {
        self.configuration = configuration
        for connection in connections { connection.configure(configuration) }
    }

    /// Who connects again and again, as fast as that goes, keeps neither touches nor other clients waiting.
    private static let mostAcceptedAtOnce = 4

    private func accept() {
        for _ in 0..<Self.mostAcceptedAtOnce {
            let fd = linux_accept(listener)
            if fd == -EMFILE || fd == -ENFILE, turnAway() { continue }
            guard fd >= 0 else { return }
            guard let connection = try? Connection(fd: fd, server: self) else { continue }
            connections.append(connection)
            if let limit = limitReached(by: connection.account, fd) {
                refusedClients += 1
                connection.refuse(limit)
            } else {
                shareQueues(of: connection.account)
            }
        }
    }

    /// The limit that is exceeded with a client that has come last, by its descriptor; nil where there is room for it.
    private func limitReached(by account: Account, _ fd: CInt) -> VarlinkError? {
        // Root has other ways to keep users out, and has to get in whatever they do: it is counted apart.
        guard accounts.connections(ofRoot: account.owner == .root) <= limits.connections else {
            return .limitExceeded("connections", limits.connections)
        }
        if Int(fd) >= descriptorsOfClients { return .limitExceeded("descriptors", descriptorsOfClients) }
        guard account.isLimited, account.connections > limits.connectionsPerUser else { return nil }
        return .limitExceeded("connectionsPerUser", limits.connectionsPerUser)
    }

    private func shareQueues(of account: Account) {
        for connection in connections where connection.account === account { connection.limitQueue() }
    }

    /// Accepts a client that there is no descriptor for, to close the connection at once.
    ///
    /// - Returns: whether there was one. The kernel looks for a descriptor before it looks for a client, and says that it
    ///   has none in either case.
    private func turnAway() -> Bool {
        if spare >= 0 { close(spare) }
        let unwanted = linux_accept(listener)
        guard unwanted >= 0 else {
            spare = unsafe linux_open("/dev/null", O_RDONLY)
            return false
        }
        let peer = Peer(unwanted)
        close(unwanted)
        spare = unsafe linux_open("/dev/null", O_RDONLY)
        refusedClients += 1
        Log.warning("refused: no file descriptor is left", .client(peer))
        return true
    }

    /// - Parameter memory: about what the connection has taken, in bytes.
    func remove(_ connection: Connection, memory: Int) {
        connections.removeAll { $0 === connection }
        shareQueues(of: connection.account)
        noteFreed(memory)
        onChange()
    }

    /// Has the memory of large subscriptions given back to the system a while after they have ended: at most once a second, because
    /// the allocator looks at all that is free.
    private func noteFreed(_ bytes: Int) {
        freed += bytes
        guard freed > Self.keptFreed, release?.deadline == nil else { return }
        if release == nil {
            release = TimerSource(loop) { [self] in
                freed = 0
                linux_release_memory()
                letTouchesPass()
            }
        }
        release?.arm(at: EventLoop.now + Self.releaseDelay)
    }

    func noteTooSlow(_ connection: Connection) {
        droppedClients += 1
        Log.warning("does not read its events: disconnected", .client(connection.peer))
    }

    // MARK: Methods

    func answer(_ call: VarlinkCall, from connection: Connection) {
        guard let interface = Interface(name: call.interface) else {
            fail(.interfaceNotFound(call.interface), call, connection)
            return
        }
        if interface == .control, !mayControl(connection) {
            Log.warning("refused: it may not tell the service what to do", .client(connection.peer))
            fail(.permissionDenied(.control), call, connection)
            return
        }
        guard let method = Method(name: call.method) else {
            fail(.methodNotFound(call.method), call, connection)
            return
        }
        switch method {
        case .getInfo: reply(call, connection) { $0.infoReply() }
        case .getInterfaceDescription: describe(call, connection)
        case .subscribe: subscribe(call, connection)
        case .setRegions: setRegions(call, connection)
        case .listDevices:
            reply(call, connection) { $0.deviceListReply(hub.devices.map { $0.report() }, refused: hub.refused) }
        case .getStatus:
            let status = hub.status(
                clients: connections.count, droppedClients: droppedClients, refusedClients: refusedClients)
            reply(call, connection) { $0.statusReply(status) }
        case .transform, .grab, .lock, .unlock, .pause, .resume, .reload, .record, .pulse:
            control(method, call, connection)
        }
    }

    func reply(_ call: VarlinkCall, _ connection: Connection, _ write: (inout JSONWriter) -> Void) {
        if !call.oneway { write(&connection.queue.messages.writer) }
    }

    func fail(_ error: VarlinkError, _ call: VarlinkCall, _ connection: Connection) {
        reply(call, connection) { $0.errorReply(error) }
    }

    private func describe(_ call: VarlinkCall, _ connection: Connection) {
        let name: [UInt8]
        do throws(InvalidParameter) {
            name = try call.required(Method.Parameters.interface)
        } catch {
            fail(.invalidParameter(error), call, connection)
            return
        }
        guard let interface = Interface(name: name) else {
            fail(.interfaceNotFound(name), call, connection)
            return
        }
        reply(call, connection) { $0.interfaceDescriptionReply(interface) }
    }

    private func subscribe(_ call: VarlinkCall, _ connection: Connection) {
        guard call.more, !call.oneway else {
            fail(.expectedMore, call, connection)
            return
        }
        guard mayAskForRegions(call, connection) else { return }
        do throws(InvalidParameter) {
            let request = try SubscriptionRequest(parameters: call.parameters, thresholds: thresholds)
            let tellsPlaces = connection.rights.positions
            guard tellsPlaces || !request.options.findsPlaces(beside: thresholds) else {
                fail(.permissionDenied(.positions), call, connection)
                return
            }
            let subscriber = Subscriber(
                request, name: newSubscriptionName(), client: connection.queue, tellsPlaces: tellsPlaces,
                account: connection.account)
            if let limit = accounts.limitExceeded(by: subscriber.cost, connection.account, limits) {
                refuse(limit, call, connection)
                return
            }
            connection.queue.messages.writer.stateReply(
                instance: hub.instance, subscription: subscriber.name, paused: hub.isPaused, locked: hub.isLocked,
                contacts: hub.contactsDown(),
                devices: hub.devices.map { $0.report() })
            connection.subscribe(subscriber)
            shareQueues(of: connection.account)
        } catch {
            fail(.invalidParameter(error), call, connection)
        }
    }

    /// Refuses a call that would exceed a limit.
    private func refuse(_ error: VarlinkError, _ call: VarlinkCall, _ connection: Connection) {
        Log.warning(exceeded: error, .client(connection.peer))
        fail(error, call, connection)
    }

    /// 128 random bits: whoever knows it may change the subscription.
    private func newSubscriptionName() -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return hexadecimal(random.next(), digits: 16) + hexadecimal(random.next(), digits: 16)
    }

    /// Says so where there are more regions than the limit.
    private func mayAskForRegions(_ call: VarlinkCall, _ connection: Connection) -> Bool {
        guard let regions = call.parameters?["regions"], regions.count > limits.regions else { return true }
        fail(.limitExceeded("regions", limits.regions), call, connection)
        return false
    }

    private func setRegions(_ call: VarlinkCall, _ connection: Connection) {
        guard mayAskForRegions(call, connection) else { return }
        do throws(InvalidParameter) {
            let name = try call.required(Method.Parameters.subscription)
            let regions = try call.parameters?["regions"].map { value throws(InvalidParameter) in
                try [Region](regions: value)
            }
            // Fingers that are on their way land on the regions that were.
            let time = readInput()
            guard let subscriber = hub.subscriber(named: name) else {
                fail(.subscriptionNotFound(name), call, connection)
                return
            }
            // Nor may somebody else find them out for a client that may not.
            guard connection.rights.positions, subscriber.tellsPlaces else {
                fail(.permissionDenied(.positions), call, connection)
                return
            }
            var options = subscriber.request.options
            options.regions = regions ?? []
            if let limit = accounts.limitExceeded(
                by: options.cost, insteadOf: subscriber.cost, subscriber.account, limits)
            {
                refuse(limit, call, connection)
                return
            }
            noteFreed(subscriber.cost.memory)
            hub.setRegions(options.regions, of: subscriber, at: time)
            shareQueues(of: subscriber.account)
            onChange()
            reply(call, connection) { $0.emptyReply() }
        } catch {
            fail(.invalidParameter(error), call, connection)
        }
    }
}
