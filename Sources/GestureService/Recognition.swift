import GestureCore
import GestureProtocol

/// What subscriptions ask for. There is one of it for all that ask for the same, so that it is cheap to see which do.
final class SharedRequest {
    let request: SubscriptionRequest
    /// Whether their clients learn where fingers are.
    let tellsPlaces: Bool

    init(_ request: SubscriptionRequest, tellsPlaces: Bool) {
        self.request = request
        self.tellsPlaces = tellsPlaces
    }

    func isSame(as request: SubscriptionRequest, tellsPlaces: Bool) -> Bool {
        self.tellsPlaces == tellsPlaces && self.request == request
    }
}

/// The recognition of what one subscription asks for, or several that ask for the same: a further one costs no more than to
/// be told.
///
/// Who comes to it while it is at rest gets from then on what it would get from one of its own.
final class Recognition {
    private(set) var shared: SharedRequest
    var engine: GestureEngine
    private var labels: EventLabels
    private(set) var members: [Subscriber] = []
    /// The events that are not sent to the members yet.
    let unsent = EventTexts()

    private init(_ shared: SharedRequest, _ engine: GestureEngine, _ labels: EventLabels) {
        self.shared = shared
        self.engine = engine
        self.labels = labels
    }

    /// - Parameter time: the latest that others know of.
    convenience init(_ shared: SharedRequest, on devices: [AttachedDevice], at time: Instant) {
        let engine = GestureEngine(options: shared.request.options)
        self.init(shared, engine, EventLabels(engine))
        for device in devices { attach(device) }
        self.engine.advance(to: time)
    }

    func attach(_ device: AttachedDevice) {
        guard shared.request.wants(deviceID: device.id, name: device.name) else { return }
        engine.attach(device.surface)
    }

    /// Whether it and another will recognize the same from `time` on.
    func isTwin(of other: Recognition, at time: Instant) -> Bool {
        shared === other.shared && unsent.isEmpty && other.unsent.isEmpty && engine.isAtRest(at: time)
            && other.engine.isAtRest(at: time)
    }

    /// Writes the events of the engine's last call; ``flush()`` sends them.
    ///
    /// - Returns: whether there are any.
    func collect(_ devices: [AttachedDevice], _ modifiers: ModifierHistory) -> Bool {
        let before = unsent.count
        unsent.startFrame()
        let events = engine.events
        // By index: iterating copies each event.
        for index in events.indices where shared.request.wants(events[index].phase) {
            let surface = events[index].surface
            guard let device = devices.first(where: { $0.surface.id == surface }) else { continue }
            unsent.append(
                events[index], device: device.labels, labels: labels,
                modifiers: modifiers.modifiers(at: events[index].time), tellsPlaces: shared.tellsPlaces)
        }
        return unsent.count > before
    }

    /// Sends the members what is not sent yet.
    ///
    /// - Returns: the number of events times members, replaced events included.
    func flush() -> UInt64 {
        guard !unsent.isEmpty else { return 0 }
        let sent = unsent.count * UInt64(members.count)
        // From the last: a member whose client turns out to be gone is removed.
        var index = members.count
        while index > 0 {
            index -= 1
            members[index].send(unsent)
        }
        unsent.removeAll()
        return sent
    }

    // MARK: Members

    /// Takes in one that is new, while it is at rest.
    func add(_ member: Subscriber) {
        member.count(gesturesAfter: engine.gestureCount, insteadOf: 0)
        members.append(member)
    }

    /// Takes in all of a twin.
    func takeOver(_ twin: Recognition) {
        for member in twin.members {
            member.count(gesturesAfter: engine.gestureCount, insteadOf: twin.engine.gestureCount)
        }
        members += twin.members
    }

    func remove(_ member: Subscriber) { members.removeAll { $0 === member } }

    /// - Returns: one for this member alone, which goes on from here.
    func split(off member: Subscriber) -> Recognition {
        remove(member)
        let own = Recognition(shared, engine, labels)
        own.members = [member]
        return own
    }

    /// Goes by a request with other regions, of which the engine knows already.
    func renew(_ shared: SharedRequest) {
        self.shared = shared
        labels.update(engine)
    }
}
