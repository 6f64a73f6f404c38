internal import CLinux
import GestureConfiguration
import GestureCore
import GestureProtocol
import TouchDecoding

/// The methods of org.gestured.Control.
extension SocketServer {
    /// - Parameter method: one of the interface, which the client may call.
    func control(_ method: Method, _ call: VarlinkCall, _ connection: Connection) {
        do throws(ControlError) {
            switch method {
            case .transform: try transform(call)
            case .grab: try grab(call)
            case .pulse:
                // Nothing is logged of it: a keyboard on the screen may ask for one with every key.
                try pulse(call)
                reply(call, connection) { $0.emptyReply() }
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
            case .getInfo, .getInterfaceDescription, .subscribe, .setRegions, .listDevices, .getStatus:
                throw .failed(.methodNotFound(call.method))
            }
            note(call, connection)
            reply(call, connection) { $0.emptyReply() }
        } catch {
            switch error {
            case .invalid(let parameter): fail(.invalidParameter(parameter), call, connection)
            case .failed(let error): fail(error, call, connection)
            }
        }
    }

    /// Whoever may signal the service may tell it what to do as well.
    func mayControl(_ connection: Connection) -> Bool {
        connection.rights.control || connection.peer.uid == geteuid()
    }

    /// Says in the log who did what.
    private func note(_ call: VarlinkCall, _ connection: Connection) {
        let method = String(decoding: call.method, as: UTF8.self)
        Log.info("called \(method)", .client(connection.peer))
    }

    private enum ControlError: Error {
        case invalid(InvalidParameter)
        case failed(VarlinkError)
    }

    private func read<Value>(_ parameters: () throws(InvalidParameter) -> Value) throws(ControlError) -> Value {
        do throws(InvalidParameter) {
            return try parameters()
        } catch {
            throw .invalid(error)
        }
    }

    private func device(_ call: VarlinkCall) throws(ControlError) -> [UInt8] {
        try read { () throws(InvalidParameter) in try call.required(Method.Parameters.device) }
    }

    private func transform(_ call: VarlinkCall) throws(ControlError) {
        let name = try device(call)
        let options = try read { () throws(InvalidParameter) in
            var options = DeviceOptions()
            let rotation = try call.optional(Method.Parameters.rotation)
            options.rotation = rotation.flatMap { Orientation.Rotation(degrees: $0) }
            options.mirror = try call.optional(Method.Parameters.mirror).flatMap { Orientation.Mirror(name: $0) }
            options.output = try call.optional(Method.Parameters.output)
            return options
        }
        guard let live else { throw .failed(.notAvailable) }
        guard live.transform(name, to: options) else { throw .failed(.deviceNotFound(name)) }
        // What that cancels is sent before the reply.
        _ = readInput()
    }

    private func grab(_ call: VarlinkCall) throws(ControlError) {
        let name = try device(call)
        let wanted = try read { () throws(InvalidParameter) in try call.required(Method.Parameters.grab) }
        guard let live else { throw .failed(.notAvailable) }
        guard let error = live.grab(name, wanted) else { throw .failed(.deviceNotFound(name)) }
        if error != 0 { throw .failed(.deviceBusy(name)) }
    }

    private func pulse(_ call: VarlinkCall) throws(ControlError) {
        let count = try read { () throws(InvalidParameter) in try call.optional(Method.Parameters.count) } ?? 1
        guard let live, live.pulse(count) else { throw .failed(.notAvailable) }
    }

    private func record(_ call: VarlinkCall, _ connection: Connection) throws(ControlError) {
        guard connection.rights.positions else { throw .failed(.permissionDenied(.positions)) }
        guard call.more, !call.oneway else { throw .failed(.expectedMore) }
        let name = try device(call)
        guard let live else { throw .failed(.notAvailable) }
        // What came before is no part of it.
        _ = readInput()
        let recording = live.record(
            name,
            onText: { text in
                connection.queue.messages.writer.recordReply(text, continues: true)
                connection.queue.flush()
            }, onEnd: { connection.endWait { $0.recordReply([], continues: false) } })
        guard let recording else { throw .failed(.deviceNotFound(name)) }
        note(call, connection)
        connection.wait(onGone: { live.stop(recording) })
        recording.send()
    }

    // MARK: The lock

    private func lock(_ call: VarlinkCall, _ connection: Connection) throws(ControlError) {
        let options = try lockGestures(call, connection)
        let seconds = try read { () throws(InvalidParameter) in try call.optional(Method.Parameters.seconds) }
        let end = seconds.map { Interval.milliseconds(Int64($0) * 1000) }
        guard options != nil || end != nil else {
            throw .invalid(InvalidParameter("gestures", expected: "gestures or seconds, for touches to be free again"))
        }
        let time = readInput()
        let waits = call.more && !call.oneway
        hub.lockTouches(until: options, end: end.map { EventLoop.now + $0 }, at: time) {
            Log.info("touches are free again")
            if waits { connection.endWait { $0.lockReply(locked: false, continues: false) } }
        }
        note(call, connection)
        onChange()
        if waits { connection.wait() }
        reply(call, connection) { $0.lockReply(locked: true, continues: waits) }
    }

    /// nil where no gesture opens the lock.
    private func lockGestures(
        _ call: VarlinkCall, _ connection: Connection
    ) throws(ControlError) -> GestureOptions? {
        guard let gestures = call.parameters?["gestures"] else { return nil }
        var options: GestureOptions
        do throws(InvalidParameter) {
            options = try SubscriptionRequest(parameters: call.parameters, thresholds: thresholds).options
            // They are of the whole device here.
            options.regions = []
            let selection = options.gestures.selection
            guard gestures.count > 0, !selection.press, !selection.touch, selection.idleTime == nil else {
                throw InvalidParameter("gestures", expected: "gestures, and none of press, touch and activity")
            }
        } catch {
            throw .invalid(error)
        }
        guard connection.rights.positions || !options.findsPlaces(beside: thresholds) else {
            throw .failed(.permissionDenied(.positions))
        }
        return options
    }

    private func unlock() {
        _ = readInput()
        hub.unlockTouches()
        onChange()
    }

    // MARK: Pause and configuration

    private func pause() {
        hub.pause(at: readInput())
        onChange()
    }

    private func resume() {
        // What came before is nobody's.
        _ = readInput()
        hub.resume()
        // A recording learns what was lost.
        _ = readInput()
    }

    private func reloadConfiguration() throws(ControlError) {
        guard let reload else { throw .failed(.notAvailable) }
        let messages = reload()
        if !messages.isEmpty { throw .failed(.configurationInvalid(messages)) }
    }
}
