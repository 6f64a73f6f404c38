import GestureCore
import GestureProtocol

/// Gives frames to the engines of all subscriptions, and sends their events to clients.
package final class GestureHub {
    private let attached = AttachedDevices()
    private var sharing = SharedEngines()
    private var gate = InputGate()
    /// nil unless the haptic device pulses for presses or taps.
    private var feedback: HapticFeedback?
    /// The modifier keys that are held; none unless keyboards are read.
    private var modifiers: EventModifiers = []
    private var statistics = ServiceStatistics()
    /// The latest time that all engines have advanced to.
    private var now = Instant.distantPast
    /// The contacts that gestures have claimed since they were taken, each once for each subscription.
    private var claims: [ContactClaim] = []

    package init() {}

    // MARK: The way of a frame

    /// Has all engines process a frame. ``flush()`` sends the events.
    func process(_ frame: TouchFrame) {
        statistics.frames += 1
        guard gate.admits(frame) else { return }
        if sharing.mayMerge { sharing.mergeTwins(at: frame.time) }
        if step(at: frame.time, { $0.process(frame) }) { statistics.noteUnsentFrame(at: frame.time) }
        attached.note(frame, at: now)
        feedback?.process(frame)
    }

    /// The earliest deadline of an engine or of the lock.
    var nextDeadline: Instant? {
        var next = sharing.nextDeadline
        if gate.isLocked { next = earlier(next, gate.nextDeadline) }
        if let feedback { next = earlier(next, feedback.nextDeadline) }
        return next
    }

    /// Has all engines handle the deadlines before `time`.
    func advance(to time: Instant) {
        gate.advance(to: time)
        step(at: time) { $0.advance(to: time) }
        feedback?.advance(to: time)
    }

    /// Has every engine do the same, and collects the events for ``flush()``.
    ///
    /// - Returns: whether there are any.
    @discardableResult
    private func step(at time: Instant, _ body: (inout GestureEngine) -> Void) -> Bool {
        now = max(now, time)
        var hasEvents = false
        for index in sharing.engines.indices {
            if index == sharing.promptCount, hasEvents { send(0..<index) }
            let shared = sharing.engines[index]
            body(&shared.engine)
            if collect(shared) { hasEvents = true }
            if shared.pending.isLarge { send(index..<index + 1) }
        }
        return hasEvents
    }

    private func collect(_ shared: SharedEngine) -> Bool {
        guard !shared.engine.events.isEmpty else { return false }
        // A claim comes with an event, whatever phases the subscription wants.
        if !shared.engine.claims.isEmpty { claims += shared.engine.claims }
        return shared.collect(attached)
    }

    /// Whether ``takeClaims(_:)`` has contacts to pass on.
    var hasClaims: Bool { !claims.isEmpty }

    /// Passes on the contacts that gestures have claimed, and forgets them. Call it after each frame, and after each call of
    /// ``advance(to:)``: ``flush()`` forgets those that were not taken.
    ///
    /// A contact can be passed on repeatedly, and when it is lifted already or its device is gone.
    func takeClaims(_ body: (ContactClaim) -> Void) {
        for index in claims.indices { body(claims[index]) }
        claims.removeAll(keepingCapacity: true)
    }

    /// Sends the events since the last call to the clients. Call it in each wake-up when all frames that it found are processed, and
    /// again if deadlines have passed.
    func flush() {
        send(sharing.engines.indices)
        statistics.noteSent()
        if !claims.isEmpty { claims.removeAll(keepingCapacity: true) }
    }

    /// - Parameter range: indices of engines.
    private func send(_ range: Range<Int>) {
        if sharing.hasHeavyMembers {
            for index in range { statistics.events += sharing.engines[index].flushPrompt() }
        }
        for index in range { statistics.events += sharing.engines[index].flush() }
    }

    // MARK: Devices

    var devices: [AttachedDevice] { attached.devices }
    /// The number of contacts on all devices.
    var contactsDown: Int { attached.contactsDown }

    /// Returns the state of each device.
    ///
    /// - Parameters:
    ///   - idleTime: the time without touches after which a device is not active.
    ///   - time: the time up to which all input was processed.
    func deviceReports(idleTime: Interval = SurfaceUse.defaultIdleTime, at time: Instant) -> [DeviceReport] {
        let time = max(now, time)
        return devices.map { $0.report(at: time, idleTime: idleTime) }
    }

    func newSurfaceID() -> SurfaceID { attached.newSurfaceID() }
    func uniqueID(_ wanted: String) -> String { attached.uniqueID(wanted) }
    func device(called name: [UInt8]) -> AttachedDevice? { attached.device(called: name) }

    func attach(_ device: AttachedDevice) {
        attached.attach(device)
        gate.attach(device.surface)
        for shared in sharing.engines { shared.attach(device, at: now) }
        feedback?.attach(device.surface)
        recount()
    }

    /// - Parameter isGone: false if the same device is attached again, and continues to count its overruns.
    func detach(_ id: SurfaceID, at time: Instant, isGone: Bool = true) {
        gate.detach(id, at: time)
        step(at: time) { $0.detach(id, at: time) }
        feedback?.detach(id, at: time)
        attached.detach(id, isGone: isGone)
        recount()
    }

    private func recount() {
        sharing.recount(on: attached.devices)
        gate.recount(on: attached.devices)
    }

    // MARK: Modifier keys

    func note(_ modifiers: EventModifiers, at time: Instant) {
        self.modifiers = modifiers
        gate.note(modifiers, at: time)
        for shared in sharing.engines { shared.engine.note(modifiers, at: time) }
    }

    func forgetModifiers() { note([], at: now) }

    // MARK: The lock and the pause

    var isLocked: Bool { gate.isLocked }
    var isPaused: Bool { gate.isPaused }

    /// Returns the change of the lock or the pause since the last call; nil if there is none.
    func takeInputModeChange() -> InputModeChange? { gate.takeChange() }

    /// Keeps all touches from subscriptions until one of the requested gestures is recognized, or until `end`. Replaces the lock that
    /// there was.
    ///
    /// - Parameters:
    ///   - account: is charged for the gestures until the lock ends. It must have room for them.
    ///   - time: the time up to which all input was processed.
    func lockTouches(
        until request: CompiledSubscription?, of account: Account = Account(), end: Instant?, at time: Instant
    ) {
        cancelAll(at: time)
        flush()
        gate.close(TouchLock(until: request, of: account, end: end, on: devices))
        gate.note(modifiers, at: .distantPast)
        for device in devices { gate.attach(device.surface) }
    }

    /// The cost that an account has for the lock.
    func lockCost(of account: Account) -> GestureCost { gate.cost(of: account) }

    /// Ends the lock. Fingers that are down are ignored until they are lifted.
    func unlockTouches() { gate.open() }

    /// Cancels all gestures, and keeps all touches from subscriptions from now on.
    ///
    /// - Parameter time: the time up to which all input was processed.
    func pause(at time: Instant) {
        guard !isPaused else { return }
        gate.setPaused(true)
        cancelAll(at: time)
        flush()
    }

    /// Ends the pause. Fingers that are down are ignored until they are lifted.
    func resume() {
        if isPaused { gate.setPaused(false) }
    }

    private func cancelAll(at time: Instant) {
        attached.loseTouches()
        for device in devices {
            let surface = device.surface
            gate.detach(surface.id, at: time)
            gate.attach(surface)
            step(at: time) { $0.detach(surface.id, at: time) }
            for shared in sharing.engines { shared.attach(device, at: now) }
            feedback?.detach(surface.id, at: time)
            feedback?.attach(surface)
        }
    }

    // MARK: Feedback by the haptic device

    /// Recognizes what the haptic device pulses for; nil to stop.
    func giveFeedback(_ options: HapticFeedback.Options?) {
        // A tap may be under way.
        guard feedback?.options != options else { return }
        feedback = options.map { HapticFeedback($0) }
        for device in devices { feedback?.attach(device.surface) }
    }

    /// Returns the number of pulses for the presses and taps since the last call; nil if there were none.
    func takePulseCount() -> Int? { feedback?.takeCount() }

    // MARK: Subscriptions

    var hasSubscribers: Bool { !sharing.engines.isEmpty }
    var subscriptionCount: Int { sharing.subscriptionCount }
    var engines: [SharedEngine] { sharing.engines }

    func subscriber(named name: [UInt8]) -> Subscriber? { sharing.subscriber(named: name) }
    func engine(of subscriber: Subscriber) -> SharedEngine? { sharing.engine(of: subscriber) }

    /// Adds a subscription, and sends it the activity that has begun already.
    ///
    /// - Parameter time: the time up to which all input was processed.
    func add(_ subscriber: Subscriber, at time: Instant = .distantPast) {
        // It gets no earlier events.
        flush()
        if let engine = sharing.add(subscriber, on: devices, modifiers, at: now) {
            for device in devices {
                engine.attach(device, at: max(now, time))
                _ = collect(engine)
            }
            flush()
        }
    }

    /// Call it between frames only, as the engines must not change while events are sent.
    func remove(_ subscriber: Subscriber) {
        statistics.pastCoalesced += subscriber.client.messages.coalesced
        sharing.remove(subscriber)
    }

    /// Replaces the regions of a subscription. Its account must have room for them.
    ///
    /// - Parameter time: the time up to which all input was processed.
    func setRegions(_ regions: [TrackedRegion], of subscriber: Subscriber, at time: Instant) {
        flush()
        guard let shared = sharing.separate(subscriber) else { return }
        shared.engine.setRegions(regions, at: time)
        // Events that this makes final carry the names of the old regions.
        _ = collect(shared)
        flush()
        sharing.replaceRegions(of: subscriber, shared, by: regions, on: attached.devices)
    }

    // MARK: Status

    /// The number of frames so far.
    var frameCount: UInt64 { statistics.frames }

    /// Names this run of the service.
    var instance: [UInt8] { statistics.instance }

    func status(clients: Int, droppedClients: UInt64, refusedClients: UInt64) -> StatusReport {
        var status = statistics.report
        status.isPaused = isPaused
        status.isLocked = isLocked
        status.clients = clients
        status.subscriptions = subscriptionCount
        status.coalesced = status.coalesced.map { $0 + sharing.coalesced }
        status.droppedClients = droppedClients
        status.refusedClients = refusedClients
        status.overruns = attached.overruns
        return status
    }
}
