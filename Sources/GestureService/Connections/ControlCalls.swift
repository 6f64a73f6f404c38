internal import CLinux
import GestureConfiguration
import GestureCore
import GestureProtocol
import System
import Text
import TouchDecoding

/// Calls of the methods of org.gestured.Control.
extension Service {
    /// - Parameter method: a method of the interface, which the client may call.
    func control(_ method: Method, _ call: VarlinkCall, _ connection: ClientConnection) {
        do throws(ControlError) {
            switch method {
            case .transform: try transform(call)
            case .grab: try grab(call)
            case .pulse:
                // Not logged: an on-screen keyboard may call it for every key.
                try pulse(call)
                reply(call, connection) { $0.reply(EmptyReply()) }
                return
            case .unlock: unlock()
            case .pause: pause()
            case .resume: resume()
            case .reload: try reloadConfiguration()
            case .lock:
                try lock(call, connection)
                return
            case .record:
                try record(call, connection)
                return
            case .recordLast:
                try recordLast(call, connection)
                return
            case .getInfo, .getInterfaceDescription, .subscribe, .setRegions, .listDevices, .getStatus:
                throw .failed(.methodNotFound(call.method))
            }
            note(call, connection)
            reply(call, connection) { $0.reply(EmptyReply()) }
        } catch {
            switch error {
            case .invalid(let parameter): fail(.invalidParameter(parameter), call, connection)
            case .failed(let error): fail(error, call, connection)
            }
        }
    }

    /// Logs which client called which method.
    private func note(_ call: VarlinkCall, _ connection: ClientConnection) {
        let method = String(decoding: call.method, as: UTF8.self)
        Log.info("called \(method)", .client(connection.peer))
    }

    private enum ControlError: Error {
        case invalid(InvalidParameter)
        case failed(VarlinkError)
    }

    private func required<Value>(_ parameter: Parameter<Value>, _ call: VarlinkCall) throws(ControlError) -> Value {
        do throws(InvalidParameter) {
            return try call.required(parameter)
        } catch {
            throw .invalid(error)
        }
    }

    private func optional<Value>(_ parameter: Parameter<Value>, _ call: VarlinkCall) throws(ControlError) -> Value? {
        do throws(InvalidParameter) {
            return try call.optional(parameter)
        } catch {
            throw .invalid(error)
        }
    }

    // MARK: Devices

    private func transform(_ call: VarlinkCall) throws(ControlError) {
        let name = try required(Method.Parameters.device, call)
        var options = DeviceOptions()
        let rotation = try optional(Method.Parameters.rotation, call)
        options.rotation = rotation.flatMap { Orientation.Rotation(degrees: $0) }
        let mirror = try optional(Method.Parameters.mirror, call)
        options.mirror = mirror.flatMap { Orientation.Mirror(name: $0) }
        options.output = try optional(Method.Parameters.output, call)
        guard let live else { throw .failed(.notAvailable) }
        guard live.transform(name, to: options) else { throw .failed(.deviceNotFound(name)) }
        // Events of touches that this cancels are sent before the reply.
        processTouches()
    }

    private func grab(_ call: VarlinkCall) throws(ControlError) {
        let name = try required(Method.Parameters.device, call)
        let wanted = try required(Method.Parameters.grab, call)
        guard let live else { throw .failed(.notAvailable) }
        guard let error = live.grab(name, wanted) else { throw .failed(.deviceNotFound(name)) }
        if error != 0 { throw .failed(.deviceBusy(name)) }
    }

    private func pulse(_ call: VarlinkCall) throws(ControlError) {
        let count = try optional(Method.Parameters.count, call) ?? 1
        guard let live, live.pulse(count) else { throw .failed(.notAvailable) }
    }

    private func record(_ call: VarlinkCall, _ connection: ClientConnection) throws(ControlError) {
        guard connection.rights.positions else { throw .failed(denied(.positions, connection)) }
        guard call.more, !call.oneway else { throw .failed(.expectedMore) }
        let name = try required(Method.Parameters.device, call)
        guard let live else { throw .failed(.notAvailable) }
        // Earlier touches are no part of the recording.
        processTouches()
        guard live.recordings(of: name) ?? 0 < LiveInput.mostRecordings else {
            throw .failed(.limitExceeded(.known(.recordings), LiveInput.mostRecordings))
        }
        guard let recording = live.record(name) else { throw .failed(.deviceNotFound(name)) }
        note(call, connection)
        connection.await(.recording(recording))
        connection.sendRecording()
    }

    private func recordLast(_ call: VarlinkCall, _ connection: ClientConnection) throws(ControlError) {
        guard connection.rights.positions else { throw .failed(denied(.positions, connection)) }
        guard call.more, !call.oneway else { throw .failed(.expectedMore) }
        let name = try optional(Method.Parameters.lastDevice, call)
        guard let live else { throw .failed(.notAvailable) }
        guard live.keptTime != nil else { throw .failed(.recorderOff) }
        processTouches()
        guard let recording = live.readLast(name) else {
            throw .failed(name.map { .deviceNotFound($0) } ?? .notAvailable)
        }
        Log.info("reads the last touches of \(recording.device)", .client(connection.peer))
        connection.await(.lastTouches(recording.reader))
        connection.sendLastTouches()
    }

    // MARK: The lock

    private func lock(_ call: VarlinkCall, _ connection: ClientConnection) throws(ControlError) {
        let wanted: RequestedLock
        do throws(InvalidParameter) {
            wanted = try RequestedLock(parameters: call.parameters)
        } catch {
            throw .invalid(error)
        }
        let request = try lockGestures(wanted, connection)
        let end = wanted.seconds.map { Interval.milliseconds($0 * 1000) }
        try checkLimits(request, connection)
        if hub.isLocked { unlock() }
        let time = processTouches()
        let waits = call.more && !call.oneway
        hub.lockTouches(
            until: request, of: connection.account, end: end.map { EventLoop.now + $0 }, at: time)
        followInputMode()
        note(call, connection)
        if waits { connection.await(.unlock) }
        reply(call, connection) { $0.reply(LockReply(locked: true), continues: waits) }
    }

    /// Refuses gestures that would exceed a limit: the lock recognizes them for all touches, like a subscription.
    private func checkLimits(_ request: CompiledSubscription?, _ connection: ClientConnection) throws(ControlError) {
        guard let request else { return }
        let limit = server.accounts.limitExceeded(
            by: request.cost(on: hub.devices), ofOnePerson: request.options.cost(),
            insteadOf: hub.lockCost(of: connection.account), connection.account, server.limits)
        guard let limit else { return }
        Log.warning(exceeded: limit, .client(connection.peer))
        throw .failed(limit)
    }

    /// Returns the gestures that open the lock; nil if only time does.
    private func lockGestures(
        _ lock: RequestedLock, _ connection: ClientConnection
    ) throws(ControlError) -> CompiledSubscription? {
        let thresholds = server.configuration.thresholds
        let request: CompiledSubscription
        do throws(InvalidParameter) {
            guard let compiled = try lock.compiled(thresholds) else { return nil }
            request = compiled
            try checkModifiers(request.options)
        } catch {
            throw .invalid(error)
        }
        if !connection.rights.positions,
            let parameter = request.options.parameterRevealingPositions(beyond: thresholds)
        {
            throw .failed(denied(.positions, for: parameter, connection))
        }
        return request
    }

    private func unlock() {
        processTouches()
        hub.unlockTouches()
        followInputMode()
    }

    // MARK: Pause and configuration

    private func pause() {
        hub.pause(at: processTouches())
        followInputMode()
    }

    private func resume() {
        // Touches that arrived before the call are ignored.
        processTouches()
        hub.resume()
        followInputMode()
        // A recording learns what was lost.
        processTouches()
    }

    private func reloadConfiguration() throws(ControlError) {
        let messages = reload()
        if !messages.isEmpty { throw .failed(.configurationInvalid(messages)) }
    }
}
