import GestureCore
import GestureProtocol

/// The engine that recognizes the gestures of one subscription, or of several with the same request: a further one costs no more
/// than sending it the events.
///
/// A subscription that joins while the engine is at rest gets the events that it would get from an engine of its own.
final class SharedEngine {
    private(set) var request: SharedRequest
    var engine: GestureEngine
    private var labels: EventLabels
    /// The subscriptions. Prompt ones, those of users with few recognizers, come first.
    private(set) var members: [Subscriber] = []
    private var promptCount = 0
    /// The number of members that already got the events in ``pending``.
    private var servedCount = 0
    /// The events that are not sent to all members yet.
    let pending = PendingEvents()

    private init(_ request: SharedRequest, _ engine: GestureEngine, _ labels: EventLabels) {
        self.request = request
        self.engine = engine
        self.labels = labels
    }

    /// - Parameter time: the latest time that other engines have advanced to.
    convenience init(_ request: SharedRequest, at time: Instant) {
        let engine = GestureEngine(options: request.compiled.options)
        self.init(request, engine, EventLabels(engine))
        self.engine.advance(to: time)
    }

    /// Attaches a device if the request includes it. If the device is active at `time`, the engine's activity has begun.
    func attach(_ device: AttachedDevice, at time: Instant) {
        guard request.compiled.wants(deviceID: device.id, name: device.name) else { return }
        engine.attach(device.surface, device.use, at: time)
    }

    /// Returns whether a new engine with the same request would recognize the same gestures from `time` on.
    func isIdle(at time: Instant) -> Bool { pending.isEmpty && engine.isIdle(at: time) }

    // MARK: Events

    /// Adds the events of the engine's last call to ``pending``.
    ///
    /// - Returns: whether there are any.
    func collect(_ attached: AttachedDevices) -> Bool {
        let before = pending.count
        pending.startFrame()
        // By index: iterating copies each event, and counts references.
        for index in engine.events.indices where request.compiled.wants(engine.events[index].phase) {
            let surface = engine.events[index].surface
            for place in attached.devices.indices where attached.devices[place].surface.id == surface {
                pending.append(
                    engine.events[index], device: attached.devices[place].labels, labels: labels,
                    modifiers: engine.modifiers(at: engine.events[index].time),
                    includesPositions: request.includesPositions)
            }
        }
        return pending.count > before
    }

    /// Sends the pending events to the prompt members. Call ``flush()`` next, for the others.
    ///
    /// - Returns: the number of events times members, replaced events included.
    func flushPrompt() -> UInt64 {
        guard !pending.isEmpty else { return 0 }
        servedCount = promptCount
        return send(to: 0..<promptCount)
    }

    /// Sends the pending events to the members that have not got them yet.
    ///
    /// - Returns: the number of events times members, replaced events included.
    func flush() -> UInt64 {
        guard !pending.isEmpty else { return 0 }
        let sent = send(to: servedCount..<members.count)
        servedCount = 0
        pending.removeAll()
        return sent
    }

    private func send(to range: Range<Int>) -> UInt64 {
        for index in range { members[index].send(pending) }
        return pending.count * UInt64(range.count)
    }

    // MARK: Members

    /// Whether its events are sent first.
    var isPrompt: Bool { promptCount > 0 }

    /// Sorts the members: prompt ones first.
    ///
    /// - Returns: whether there are others.
    @discardableResult
    func sortMembers() -> Bool {
        promptCount = members.count { !$0.account.isHeavy }
        guard promptCount < members.count else { return false }
        members = members.filter { !$0.account.isHeavy } + members.filter { $0.account.isHeavy }
        return true
    }

    /// Adds a new member, while the engine is at rest.
    func add(_ member: Subscriber) {
        member.renumber(gesturesAfter: engine.gestureCount, insteadOf: 0)
        members.append(member)
    }

    /// Takes over all members of a twin.
    func takeOver(_ twin: SharedEngine) {
        for member in twin.members {
            member.renumber(gesturesAfter: engine.gestureCount, insteadOf: twin.engine.gestureCount)
        }
        members += twin.members
        twin.members.removeAll()
    }

    func remove(_ member: Subscriber) {
        members.removeAll { $0 === member }
        sortMembers()
    }

    /// Moves a member to an engine of its own, which continues from the same state.
    func split(off member: Subscriber) -> SharedEngine {
        remove(member)
        let own = SharedEngine(request, engine, labels)
        own.members = [member]
        return own
    }

    /// Replaces the request by one with other regions, which the engine already has.
    func replaceRequest(by request: SharedRequest) {
        self.request = request
        labels = labels.updated(engine)
    }
}
