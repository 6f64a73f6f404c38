import GestureConfiguration
import GestureCore
import GestureProtocol
import Text
import TouchDecoding

/// Calls of the methods of org.varlink.service and org.gestured.Gestures.
extension Service {
    /// Appends the reply to a call to the connection's queue, or has the connection wait for it.
    func answer(_ call: VarlinkCall, from connection: ClientConnection) {
        guard let interface = Interface(name: call.interface) else {
            fail(.interfaceNotFound(call.interface, hint: Method.hint(for: call.method)), call, connection)
            return
        }
        if interface == .control, !connection.mayControl {
            refuse(lacking: .control, call, connection)
            return
        }
        guard let method = Method(name: call.method) else {
            fail(.methodNotFound(call.method, hint: Method.hint(for: call.method)), call, connection)
            return
        }
        do throws(InvalidParameter) {
            try call.checkParameters(of: method)
        } catch {
            fail(.invalidParameter(error), call, connection)
            return
        }
        switch method {
        case .getInfo: reply(call, connection) { $0.reply(InfoReply.ofService) }
        case .getInterfaceDescription: describe(call, connection)
        case .subscribe: subscribe(call, connection)
        case .setRegions: setRegions(call, connection)
        case .listDevices:
            let time = processTouches()
            reply(call, connection) {
                $0.reply(
                    DeviceList(
                        devices: hub.deviceReports(at: time), refused: live?.refusedDevices ?? [],
                        settings: server.configuration.recognition.map { SettingReport($0) }))
            }
        case .getStatus:
            reply(call, connection) { $0.reply(status(for: connection.rights)) }
        case .transform, .grab, .lock, .unlock, .pause, .resume, .reload, .record, .recordLast, .pulse:
            control(method, call, connection)
        }
    }

    func reply(_ call: VarlinkCall, _ connection: ClientConnection, _ write: (inout JSONWriter) -> Void) {
        if !call.oneway { write(&connection.queue.messages.writer) }
    }

    func fail(_ error: VarlinkError, _ call: VarlinkCall, _ connection: ClientConnection) {
        reply(call, connection) { $0.errorReply(error) }
    }

    /// Refuses a call that only clients with a right can make.
    ///
    /// - Parameter parameter: the parameter whose value requires it; nil if the method does.
    private func refuse(
        lacking right: Right, for parameter: String? = nil, _ call: VarlinkCall, _ connection: ClientConnection
    ) {
        fail(denied(right, for: parameter, connection), call, connection)
    }

    /// Logs that a client lacks a right, and returns the error.
    func denied(_ right: Right, for parameter: String? = nil, _ connection: ClientConnection) -> VarlinkError {
        let cause = parameter.map { " for \($0)" } ?? ""
        Log.warning("permission denied (\(right.name) required\(cause))", .client(connection.peer))
        return .permissionDenied(.known(right), for: parameter)
    }

    /// Refuses a call that would exceed a limit.
    private func refuse(_ error: VarlinkError, _ call: VarlinkCall, _ connection: ClientConnection) {
        Log.warning(exceeded: error, .client(connection.peer))
        fail(error, call, connection)
    }

    private func status(for rights: ClientRights) -> StatusReport {
        var status = hub.status(
            clients: server.connections.count, droppedClients: server.droppedClients,
            refusedClients: server.refusedClients)
        if !rights.positions { (status.events, status.coalesced, status.latency) = (nil, nil, nil) }
        status.keptTime = live?.keptTime
        return status
    }

    private func describe(_ call: VarlinkCall, _ connection: ClientConnection) {
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
        reply(call, connection) { $0.reply(InterfaceDescriptionReply(interface)) }
    }

    // MARK: Subscriptions

    private func subscribe(_ call: VarlinkCall, _ connection: ClientConnection) {
        guard call.more, !call.oneway else {
            fail(.expectedMore, call, connection)
            return
        }
        guard fitsRegionLimit(call, connection) else { return }
        do throws(InvalidParameter) {
            let thresholds = server.configuration.thresholds
            let request = try CompiledSubscription(parameters: call.parameters, thresholds: thresholds)
            try checkModifiers(request.options)
            let includesPositions = connection.rights.positions
            if !includesPositions, let parameter = request.options.parameterRevealingPositions(beyond: thresholds) {
                refuse(lacking: .positions, for: parameter, call, connection)
                return
            }
            guard connection.mayControl || !request.options.claims else {
                refuse(lacking: .control, for: GesturePattern.Parameters.claim.path, call, connection)
                return
            }
            let subscriber = Subscriber(
                request, name: newSubscriptionName(), client: connection.queue,
                includesPositions: includesPositions, account: connection.account)
            let cost = request.cost(on: hub.devices)
            if let limit = server.accounts.limitExceeded(
                by: cost, ofOnePerson: request.options.cost(), connection.account, server.limits)
            {
                refuse(limit, call, connection)
                return
            }
            // Whether a device is active depends on the time, and on all touches so far.
            let time = processTouches()
            let idleTime = request.options.gestures.selection.idleTime ?? SurfaceUse.defaultIdleTime
            let state = state(of: subscriber, idleTime: idleTime, at: time)
            connection.queue.messages.writer.reply(SubscriptionReply(state: state), continues: true)
            connection.subscribe(subscriber, at: time)
            server.shareQueues(of: connection.account)
        } catch {
            fail(.invalidParameter(error), call, connection)
        }
    }

    private func state(of subscriber: Subscriber, idleTime: Interval, at time: Instant) -> StateReport {
        var state = StateReport()
        state.instance = ByteString(hub.instance)
        state.subscription = ByteString(subscriber.name)
        state.isPaused = hub.isPaused
        state.isLocked = hub.isLocked
        state.contacts = hub.contactsDown
        state.devices = hub.deviceReports(idleTime: idleTime, at: time)
        return state
    }

    /// Refuses gestures that depend on modifier keys, unless the service reads them.
    func checkModifiers(_ options: GestureOptions) throws(InvalidParameter) {
        guard options.usesModifiers, !server.configuration.readsModifiers else { return }
        throw InvalidParameter(
            GesturePattern.Parameters.modifiers.path,
            expected: "a service that reads modifier keys: modifiers = yes in gestured.conf")
    }

    /// Returns 128 random bits in hexadecimal: any client that knows the name can change the subscription.
    private func newSubscriptionName() -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return hexadecimal(random.next(), digits: 16) + hexadecimal(random.next(), digits: 16)
    }

    /// Refuses a call with more regions than the limit.
    private func fitsRegionLimit(_ call: VarlinkCall, _ connection: ClientConnection) -> Bool {
        guard call.regionCount > server.limits.regions else { return true }
        fail(.limitExceeded(.known(.regions), server.limits.regions), call, connection)
        return false
    }

    private func setRegions(_ call: VarlinkCall, _ connection: ClientConnection) {
        guard fitsRegionLimit(call, connection) else { return }
        do throws(InvalidParameter) {
            let name = try call.required(Method.Parameters.subscription)
            let regions = try call.compiledRegions()
            // Fingers that landed before the call belong to the old regions.
            let time = processTouches()
            guard let subscriber = hub.subscriber(named: name) else {
                fail(.subscriptionNotFound(name), call, connection)
                return
            }
            // Regions reveal positions: neither client may lack that right.
            guard connection.rights.positions, subscriber.includesPositions else {
                refuse(lacking: .positions, call, connection)
                return
            }
            var request = subscriber.request
            request.options.regions = regions
            try checkModifiers(request.options)
            // The stream of a client that loses the right to control ends only if its gestures claim fingers.
            guard !request.options.claims || connection.mayControl && server.mayControl(subscriber) else {
                refuse(lacking: .control, for: GesturePattern.Parameters.claim.path, call, connection)
                return
            }
            if let limit = server.accounts.limitExceeded(
                by: request.cost(on: hub.devices), ofOnePerson: request.options.cost(), insteadOf: subscriber.cost,
                subscriber.account, server.limits)
            {
                refuse(limit, call, connection)
                return
            }
            server.noteFreed(subscriber.cost.memory)
            hub.setRegions(request.options.regions, of: subscriber, at: time)
            server.shareQueues(of: subscriber.account)
            reply(call, connection) { $0.reply(EmptyReply()) }
        } catch {
            fail(.invalidParameter(error), call, connection)
        }
    }
}
