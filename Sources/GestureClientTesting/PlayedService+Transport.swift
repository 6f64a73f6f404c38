import GestureClient
import GestureCore
import GestureProtocol
internal import Glibc
import Text

extension PlayedService: Transport {
    /// Stands for the path of a socket in errors.
    private static let path = "TouchPlayer"

    var lost: GestureClientError { .connectionLost(path: Self.path) }

    func open(_ call: [UInt8], _ receiver: any MessageReceiver) throws(GestureClientError) -> any Connection {
        guard let call = try? VarlinkCall(call), let method = Method(name: call.method) else { throw .invalidMessage }
        let opened = state.withLock { state -> (subscription: [UInt8]?, [SubscriptionWaiter])? in
            guard state.isReachable else {
                if method == .subscribe { state.lost.append(receiver) }
                return nil
            }
            let subscription = state.answer(method, call, receiver)
            return (subscription, state.takeSatisfiedWaiters())
        }
        guard let (subscription, waiters) = opened else { throw .cannotConnect(path: Self.path, errno: ECONNREFUSED) }
        for waiter in waiters { waiter.continuation.resume(returning: true) }
        return PlayedConnection(service: self, subscription: subscription)
    }

    func retry(after delay: Double, _ action: @escaping @Sendable () -> Void) {
        let isReachable = state.withLock { state in
            if !state.isReachable { state.retries.append(action) }
            return state.isReachable
        }
        if isReachable { action() }
    }

    fileprivate func close(_ subscription: [UInt8]) {
        state.withLock { state in state.subscriptions.removeAll { $0.name == subscription } }
    }
}

private struct PlayedConnection: Connection {
    let service: PlayedService
    /// nil for other calls, after which nothing is left.
    let subscription: [UInt8]?

    func cancel() { if let subscription { service.close(subscription) } }

    /// Receivers have room for all messages of a step, and the player waits for them after each.
    func resume() {}
}

extension PlayedService.State {
    /// Replies to a call.
    ///
    /// - Returns: the name of the subscription, if the call began one.
    fileprivate mutating func answer(
        _ method: Method, _ call: VarlinkCall, _ receiver: any MessageReceiver
    ) -> [UInt8]? {
        var reply = JSONWriter()
        var subscription: PlayedSubscription?
        do throws(InvalidParameter) {
            try call.checkParameters(of: method)
            switch method {
            case .subscribe:
                let request = try CompiledSubscription(parameters: call.parameters, thresholds: Thresholds())
                subscription = newSubscription(request, receiver, &reply)
            case .setRegions: try setRegions(call, &reply)
            case .listDevices: reply.reply(DeviceList(devices: reports(), refused: []))
            case .getStatus: reply.reply(status)
            case .getInfo, .getInterfaceDescription, .transform, .grab, .lock, .unlock, .pause, .resume, .reload,
                .record, .recordLast, .pulse:
                reply.errorReply(.notAvailable)
            }
        } catch {
            reply.errorReply(.invalidParameter(error))
        }
        // Without the NUL at its end.
        _ = receiver.receive(reply.bytes.dropLast())
        guard let subscription else { return nil }
        subscriptions.append(subscription)
        for device in devices { attach(device, subscriptions.count - 1) }
        return subscription.name
    }

    private mutating func newSubscription(
        _ request: CompiledSubscription, _ receiver: any MessageReceiver, _ reply: inout JSONWriter
    ) -> PlayedSubscription {
        subscribed += 1
        let name = Array("\(subscribed)".utf8)
        let idleTime = request.options.gestures.selection.idleTime ?? SurfaceUse.defaultIdleTime
        var state = StateReport()
        state.instance = instance
        state.subscription = ByteString(name)
        state.contacts = devices.reduce(0) { $0 + $1.contactsDown }
        state.devices = reports(idleTime)
        reply.reply(SubscriptionReply(state: state), continues: true)
        return PlayedSubscription(request, name: name, receiver, modifiers, at: now)
    }

    private mutating func setRegions(_ call: VarlinkCall, _ reply: inout JSONWriter) throws(InvalidParameter) {
        let name = try call.required(Method.Parameters.subscription)
        let regions = try call.compiledRegions()
        guard let index = subscriptions.firstIndex(where: { $0.name == name }) else {
            reply.errorReply(.subscriptionNotFound(name))
            return
        }
        events += subscriptions[index].setRegions(regions, devices, at: now)
        reply.reply(EmptyReply())
    }

    private var instance: ByteString { "TouchPlayer-\(starts)" }

    private func reports(_ idleTime: Interval = SurfaceUse.defaultIdleTime) -> [DeviceReport] {
        devices.map { $0.report(at: now, idleTime: idleTime) }
    }

    private var status: StatusReport {
        var status = StatusReport()
        status.version = ByteString(word: version)
        status.instance = instance
        status.uptime = now - .milliseconds(0)
        status.clients = subscriptions.count + 1
        status.subscriptions = subscriptions.count
        status.frames = frames
        status.events = events
        status.coalesced = 0
        status.latency = LatencyReport()
        return status
    }
}
