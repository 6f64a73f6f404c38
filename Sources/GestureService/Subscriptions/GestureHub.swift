import GestureCore
import GestureProtocol

/// A device that is in use.
package final class AttachedDevice {
    package let surface: Surface
    package let name: [UInt8]
    let id: [UInt8]
    let labels: DeviceLabels
    let report: () -> DeviceReport

    /// - Parameter output: the display that it belongs to.
    package init(
        surface: Surface, id: String, name: String, output: String? = nil,
        report: @escaping (DeviceLabels) -> DeviceReport
    ) {
        self.surface = surface
        self.id = Array(id.utf8)
        self.name = Array(name.utf8)
        let labels = DeviceLabels(id: id, output: output)
        self.labels = labels
        self.report = { report(labels) }
    }

    /// Whether a client means it.
    func isCalled(_ name: [UInt8]) -> Bool { id == name || self.name == name }
}

/// Brings frames to subscriptions and their events to clients.
package final class GestureHub {
    private(set) var devices: [AttachedDevice] = []
    /// What is there and cannot be used.
    var refused: [RefusedDeviceReport] = []
    /// Which modifier keys were held when; none, where no keyboard is read.
    var modifiers = ModifierHistory()
    /// Each with the subscriptions that share it. Those with a member whose user has little recognized come first.
    private(set) var recognitions: [Recognition] = []
    /// The number of those, whose events of a frame are sent before the others see the frame; all unless a user has much
    /// recognized.
    private var promptCount = 0
    /// Whether a user with much recognized is among the members.
    private var hasHeavyMembers = false
    /// Whether there may be some that will be one once they are at rest.
    private var mayUnite = false
    /// Whether events are being recognized or sent: subscribers that turn out to be gone then are removed at the end.
    private var isStepping = false
    private var gone: [Subscriber] = []
    /// The latest time that all of them know of.
    private var now = Instant.distantPast
    /// The times of the frames of this wake-up that had events.
    private var unsentFrames: [Instant] = []
    /// Whom the service itself listens by; comes after all subscribers.
    var listener: TapListener? {
        didSet { for device in devices { listener?.attach(device.surface) } }
    }
    /// While it is there, it gets all touches, and nobody else does.
    private var lock: TouchLock?
    /// While it is so, nobody gets anything; what the lock waits for is time alone then.
    private(set) var isPaused = false
    /// Called when touches are locked or recognition is paused, and when that is over.
    var onReceptionChanged: (() -> Void)?
    private var nextSurface: UInt32 = 0
    private var latency = LatencyHistogram()
    private var frames: UInt64 = 0
    private var events: UInt64 = 0
    /// Of devices that are gone.
    private var pastOverruns = 0
    /// Of subscriptions that are over.
    private var pastCoalesced: UInt64 = 0
    private let started = EventLoop.now
    /// Names this run of the service.
    let instance: [UInt8]
    /// Called when the first subscriber has come.
    var onFirstSubscriber: (() -> Void)?

    package init() {
        var writer = JSONWriter()
        writer.integer(EventLoop.now.microseconds)
        writer.raw("-")
        writer.integer(Int(processID()))
        instance = writer.bytes
        unsentFrames.reserveCapacity(512)
    }

    // MARK: Devices

    func newSurfaceID() -> SurfaceID {
        nextSurface += 1
        return SurfaceID(nextSurface)
    }

    /// An id that no other device in use has.
    func uniqueID(_ wanted: String) -> String {
        var id = wanted
        var number = 1
        while devices.contains(where: { $0.id.elementsEqual(id.utf8) }) {
            number += 1
            id = "\(wanted)#\(number)"
        }
        return id
    }

    func attach(_ device: AttachedDevice) {
        devices.append(device)
        lock?.attach(device.surface)
        for recognition in recognitions { recognition.attach(device) }
        listener?.attach(device.surface)
    }

    /// - Parameter isGone: false where it is attached again at once, and goes on to count its overruns.
    func detach(_ id: SurfaceID, at time: Instant, isGone: Bool = true) {
        lock?.detach(id, at: time)
        step(at: time) { $0.detach(id, at: time) }
        listener?.detach(id, at: time)
        devices.removeAll { device in
            guard device.surface.id == id else { return false }
            if isGone { pastOverruns += device.report().overruns }
            return true
        }
    }

    func contactsDown() -> Int { devices.reduce(0) { $0 + $1.report().contacts } }

    /// The device with an id, or the only one with a name.
    func device(called name: [UInt8]) -> AttachedDevice? {
        let called = devices.filter { $0.isCalled(name) }
        return called.count == 1 ? called[0] : called.first { $0.id == name }
    }

    // MARK: The lock

    var isLocked: Bool { lock != nil }

    /// Keeps all touches from everybody until a gesture is recognized that `options` ask for, or until `end`. One that was
    /// there before is opened.
    func lockTouches(until options: GestureOptions?, end: Instant?, at time: Instant, onOpen: @escaping () -> Void) {
        unlockTouches()
        cancelAll(at: time)
        flush()
        let lock = TouchLock(until: options, end: end, onOpen: onOpen)
        for device in devices { lock.attach(device.surface) }
        self.lock = lock
        onReceptionChanged?()
    }

    /// Fingers that are down remain unknown to everybody until they are lifted.
    func unlockTouches() {
        guard let lock else { return }
        self.lock = nil
        onReceptionChanged?()
        lock.onOpen()
    }

    // MARK: The pause

    /// Cancels what is under way, and lets nobody have a touch from then on.
    ///
    /// - Parameter time: up to when all input was processed.
    func pause(at time: Instant) {
        guard !isPaused else { return }
        isPaused = true
        cancelAll(at: time)
        flush()
        onReceptionChanged?()
    }

    /// Fingers that are down remain unknown to everybody until they are lifted.
    func resume() {
        guard isPaused else { return }
        isPaused = false
        onReceptionChanged?()
    }

    /// What is under way is lost for everybody.
    private func cancelAll(at time: Instant) {
        for device in devices {
            let surface = device.surface
            lock?.detach(surface.id, at: time)
            lock?.attach(surface)
            step(at: time) { $0.detach(surface.id, at: time) }
            for recognition in recognitions { recognition.attach(device) }
            listener?.detach(surface.id, at: time)
            listener?.attach(surface)
        }
    }

    // MARK: Subscribers

    var subscriptionCount: Int { recognitions.reduce(0) { $0 + $1.members.count } }

    func add(_ subscriber: Subscriber) {
        // It gets no events from before its time.
        flush()
        subscriber.account.add(subscriber.cost)
        let shared = sharedRequest(subscriber.request, tellsPlaces: subscriber.tellsPlaces)
        if let recognition = recognitions.first(where: { $0.shared === shared && $0.engine.isAtRest(at: now) }) {
            recognition.add(subscriber)
        } else {
            let recognition = Recognition(shared, on: devices, at: now)
            recognition.add(subscriber)
            recognitions.append(recognition)
            mayUnite = true
        }
        arrange()
        if subscriptionCount == 1 { onFirstSubscriber?() }
    }

    func remove(_ subscriber: Subscriber) {
        if isStepping {
            subscriber.isGone = true
            gone.append(subscriber)
            return
        }
        pastCoalesced += subscriber.client.messages.coalesced
        guard let recognition = recognition(of: subscriber) else { return }
        subscriber.account.remove(subscriber.cost)
        recognition.remove(subscriber)
        if recognition.members.isEmpty { recognitions.removeAll { $0 === recognition } }
        arrange()
    }

    /// Brings those forward whose users have little recognized.
    private func arrange() {
        hasHeavyMembers = false
        for recognition in recognitions where recognition.arrange() { hasHeavyMembers = true }
        promptCount = recognitions.count { $0.isPrompt }
        guard promptCount < recognitions.count else { return }
        recognitions = recognitions.filter { $0.isPrompt } + recognitions.filter { !$0.isPrompt }
    }

    private func removeGone() {
        for subscriber in gone { remove(subscriber) }
        gone.removeAll()
    }

    func subscriber(named name: [UInt8]) -> Subscriber? {
        for recognition in recognitions {
            for member in recognition.members where member.name == name { return member }
        }
        return nil
    }

    func recognition(of subscriber: Subscriber) -> Recognition? {
        recognitions.first { $0.members.contains { $0 === subscriber } }
    }

    /// The same request of another subscriber, or else a new one.
    private func sharedRequest(_ request: SubscriptionRequest, tellsPlaces: Bool) -> SharedRequest {
        let wanted = SharedRequest(request, tellsPlaces: tellsPlaces)
        return recognitions.first { $0.shared.isSame(as: wanted) }?.shared ?? wanted
    }

    /// Gives a subscription other regions, which its account has room for.
    ///
    /// - Parameter time: up to when all input was processed.
    func setRegions(_ regions: [Region], of subscriber: Subscriber, at time: Instant) {
        flush()
        guard var recognition = recognition(of: subscriber) else { return }
        if recognition.members.count > 1 {
            recognition = recognition.split(off: subscriber)
            recognitions.append(recognition)
        }
        recognition.engine.setRegions(regions, at: time)
        // Events that this makes final carry the names of the regions before.
        _ = collect(recognition)
        flush()
        // Its client may turn out to be gone, and what it costs to be given back.
        guard self.recognition(of: subscriber) === recognition else { return }
        var request = recognition.shared.request
        request.options.regions = regions
        recognition.renew(sharedRequest(request, tellsPlaces: recognition.shared.tellsPlaces))
        subscriber.account.remove(subscriber.cost)
        // Releases the regions that it had.
        subscriber.request = recognition.shared.request
        subscriber.cost = request.options.cost
        subscriber.account.add(subscriber.cost)
        mayUnite = true
        arrange()
    }

    /// Unites those that will recognize the same from `time` on.
    private func uniteTwins(at time: Instant) {
        mayUnite = false
        var isUnited = false
        for recognition in recognitions { recognition.shared.recognitions = 0 }
        for recognition in recognitions {
            let shared = recognition.shared
            if recognition.isAtRest(at: time) {
                if let twin = shared.resting {
                    twin.takeOver(recognition)
                    isUnited = true
                    continue
                }
                shared.resting = recognition
            }
            shared.recognitions += 1
            if shared.recognitions > 1 { mayUnite = true }
        }
        for recognition in recognitions { recognition.shared.resting = nil }
        guard isUnited else { return }
        recognitions.removeAll { $0.members.isEmpty }
        arrange()
    }

    // MARK: The way of a frame

    /// The earliest instant at which time alone decides something for a subscriber.
    var nextDeadline: Instant? {
        var next = lock?.nextDeadline
        if let deadline = listener?.nextDeadline { next = min(deadline, next ?? deadline) }
        for recognition in recognitions {
            guard let deadline = recognition.engine.nextDeadline else { continue }
            next = min(deadline, next ?? deadline)
        }
        return next
    }

    func process(_ frame: TouchFrame) {
        frames += 1
        if isPaused { return }
        if lock != nil, isSwallowed(frame) { return }
        if mayUnite { uniteTwins(at: frame.time) }
        if step(at: frame.time, { $0.process(frame) }) { unsentFrames.append(frame.time) }
        if listener != nil { listener?.process(frame) }
    }

    /// Whether a lock keeps a frame from everybody.
    private func isSwallowed(_ frame: TouchFrame) -> Bool {
        // A frame after its end does not belong to the lock.
        if let lock, lock.advance(to: frame.time) { unlockTouches() }
        guard let lock else { return false }
        if lock.process(frame) { unlockTouches() }
        return true
    }

    func advance(to time: Instant) {
        if let lock, lock.advance(to: time) { unlockTouches() }
        step(at: time) { $0.advance(to: time) }
        listener?.advance(to: time)
    }

    /// Has every recognition do the same, and keeps what comes of it for ``flush()``.
    ///
    /// - Returns: whether there is anything to send.
    @discardableResult
    private func step(at time: Instant, _ body: (inout GestureEngine) -> Void) -> Bool {
        now = max(now, time)
        isStepping = true
        var hasEvents = false
        for index in recognitions.indices {
            if index == promptCount, hasEvents { send(0..<index) }
            let recognition = recognitions[index]
            body(&recognition.engine)
            if collect(recognition) { hasEvents = true }
            if recognition.unsent.isLarge { send(index..<index + 1) }
        }
        isStepping = false
        if !gone.isEmpty { removeGone() }
        return hasEvents
    }

    private func collect(_ recognition: Recognition) -> Bool {
        !recognition.engine.events.isEmpty && recognition.collect(devices, modifiers)
    }

    /// Sends the clients what was recognized since the last call: at the end of each wake-up, when all frames that it found and
    /// all deadlines that have passed are processed.
    func flush() {
        isStepping = true
        send(recognitions.indices)
        isStepping = false
        if !gone.isEmpty { removeGone() }
        guard !unsentFrames.isEmpty else { return }
        let now = EventLoop.now
        for time in unsentFrames { latency.add(now - time) }
        unsentFrames.clear()
    }

    /// - Parameter range: the indices of recognitions, which do not change meanwhile.
    private func send(_ range: Range<Int>) {
        if hasHeavyMembers {
            for index in range { events += recognitions[index].flushPrompt() }
        }
        for index in range { events += recognitions[index].flush() }
    }

    // MARK: Reports

    func status(clients: Int, droppedClients: UInt64, refusedClients: UInt64) -> StatusReport {
        var status = StatusReport()
        status.version = version
        status.instance = instance
        status.uptime = EventLoop.now - started
        status.paused = isPaused
        status.locked = isLocked
        status.clients = clients
        status.subscriptions = subscriptionCount
        status.frames = frames
        status.events = events
        status.coalesced = recognitions.reduce(pastCoalesced) { sum, recognition in
            recognition.members.reduce(sum) { $0 + $1.client.messages.coalesced }
        }
        status.droppedClients = droppedClients
        status.refusedClients = refusedClients
        status.overruns = UInt64(devices.reduce(pastOverruns) { $0 + $1.report().overruns })
        status.latency = latency.report
        return status
    }
}
