import GestureClient
import GestureCore
import GestureProtocol
import TouchRecordings
import TouchScripts

#if !THREAD_SANITIZER
    import Synchronization
#endif

/// A service inside the process, which reads touches from a ``TouchPlayer``.
///
/// Messages are delivered while the state is locked, so that they arrive in order. Receivers only store them.
final class PlayedService: Sendable {
    struct State: Sendable {
        var devices: [PlayedDevice] = []
        var subscriptions: [PlayedSubscription] = []
        /// The number of subscriptions so far.
        var subscribed = 0
        /// The number of events, and of all messages of subscriptions, so far.
        var events: UInt64 = 0
        var delivered: UInt64 { events + UInt64(subscribed) }
        var frames: UInt64 = 0
        var modifiers: GestureCore.EventModifiers = []
        /// The latest time that all engines have advanced to.
        var now = Instant.milliseconds(0)
        var lastContact: UInt64 = 0
        var lastSurface: UInt32 = 16
        var reader = ScriptReader(surface: .screen)
        var isReachable = true
        /// The number of times that the service was started.
        var starts = 1
        /// What waits for a connection: those of earlier connections, and actions that connect again.
        var lost: [any MessageReceiver] = []
        var retries: [@Sendable () -> Void] = []
        var waiters: [SubscriptionWaiter] = []
        var lastWaiter = 0
    }

    let state = Mutex(State())

    init() {
        state.withLock { state in
            for step in state.reader.takeSteps() { state.perform(step) }
        }
    }

    // MARK: Touches

    /// Reads a script that begins at ``nextStart``.
    func read(_ script: String) throws(ScriptError) -> [TouchScript.Step] {
        let (old, start) = state.withLock { state in
            var reader = state.reader
            reader.lastContact = state.lastContact
            return (reader, state.nextStart)
        }
        var reader = old
        try reader.read(script, from: start)
        let steps = reader.takeSteps()
        state.withLock { [reader] state in
            state.reader = reader
            state.lastContact = reader.lastContact
        }
        return steps
    }

    func perform(_ step: TouchScript.Step) { state.withLock { $0.perform(step) } }

    /// Plugs in the device of a recording.
    func plug(_ recording: RecordedDevice, path: String) -> SurfaceID {
        state.withLock { state in
            state.lastSurface += 1
            let surface = SurfaceID(state.lastSurface)
            state.plug(PlayedDevice(recording, surface, path: path))
            return surface
        }
    }

    func unplug(_ surface: SurfaceID) { state.withLock { $0.unplug(surface, at: $0.now) } }

    func advance(to time: Instant) { state.withLock { state in state.step(at: time) { $0.advance(to: time) } } }

    func hold(_ modifiers: GestureCore.EventModifiers) { state.withLock { $0.hold(modifiers) } }

    var nextDeadline: Instant? { state.withLock { $0.subscriptions.compactMap(\.nextDeadline).min() } }

    /// The begin of the next script or recording.
    var nextStart: Instant { state.withLock { $0.nextStart } }
    var lastContact: UInt64 { state.withLock { $0.lastContact } }

    // MARK: Connections

    var receivers: [any MessageReceiver] { state.withLock { $0.subscriptions.map(\.receiver) } }
    var delivered: UInt64 { state.withLock { $0.delivered } }
    var isReachable: Bool { state.withLock { $0.isReachable } }

    /// Closes all connections, and refuses others.
    ///
    /// - Returns: the receivers of the closed connections.
    func disconnect() -> [any MessageReceiver] {
        state.withLock { state in
            state.isReachable = false
            let receivers = state.subscriptions.map(\.receiver)
            state.lost += receivers
            state.subscriptions = []
            for receiver in receivers { receiver.close(lost) }
            return receivers
        }
    }

    /// Accepts connections again, and has programs connect.
    ///
    /// - Returns: the receivers of all who wait for that.
    func reconnect() -> [any MessageReceiver] {
        let (lost, retries) = state.withLock { state in
            let waiting = (state.lost, state.retries)
            if !state.isReachable { state.starts += 1 }
            state.isReachable = true
            state.lost = []
            state.retries = []
            return waiting
        }
        for retry in retries { retry() }
        return lost
    }
}

extension PlayedService.State {
    /// 0, or a multiple of 10 s that is at least 4 s later than all touches before.
    var nextStart: Instant {
        guard now > .milliseconds(0) || frames > 0 else { return .milliseconds(0) }
        let period: Int64 = 10_000_000
        let (count, rest) = (now + .milliseconds(4000)).microseconds.quotientAndRemainder(dividingBy: period)
        let (start, isTooLate) = (rest > 0 ? count + 1 : count).multipliedReportingOverflow(by: period)
        return isTooLate ? .distantFuture : Instant(microseconds: start)
    }

    mutating func perform(_ step: TouchScript.Step) {
        switch step {
        case .plug(let surface): plug(PlayedDevice(surface))
        case .unplug(let surface, let time): unplug(surface, at: time)
        case .frame(let frame):
            frames += 1
            for change in frame.changes { lastContact = max(lastContact, change.contact.number) }
            self.step(at: frame.time) { $0.process(frame) }
            for index in devices.indices where devices[index].surface.id == frame.surface {
                devices[index].note(frame, at: now)
            }
        case .wake(let time): self.step(at: time) { $0.advance(to: time) }
        }
    }

    mutating func plug(_ device: PlayedDevice) {
        guard !devices.contains(where: { $0.surface.id == device.surface.id }) else { return }
        devices.append(device)
        for index in subscriptions.indices { attach(device, index) }
    }

    /// Attaches a device to an engine, unless the subscription is about others.
    mutating func attach(_ device: PlayedDevice, _ index: Int) {
        guard subscriptions[index].wants(device) else { return }
        events += subscriptions[index].step(devices) { [now] in device.attach(to: &$0, at: now) }
    }

    mutating func unplug(_ surface: SurfaceID, at time: Instant) {
        step(at: time) { $0.detach(surface, at: time) }
        devices.removeAll { $0.surface.id == surface }
    }

    /// Has every engine do the same.
    mutating func step(at time: Instant, _ body: (inout GestureEngine) -> Void) {
        now = max(now, time)
        for index in subscriptions.indices { events += subscriptions[index].step(devices, body) }
    }

    mutating func hold(_ modifiers: GestureCore.EventModifiers) {
        self.modifiers = modifiers
        for index in subscriptions.indices { subscriptions[index].note(modifiers, at: now) }
    }
}
