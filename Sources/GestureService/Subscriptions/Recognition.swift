import GestureCore
import GestureProtocol

/// What subscriptions ask for. There is one of it for all that ask for the same, so that it is cheap to see which do.
final class SharedRequest {
    let request: SubscriptionRequest
    /// Whether their clients learn where fingers are.
    let tellsPlaces: Bool
    /// Differs for nearly all requests that differ, which are long to compare. Nobody can choose requests with the same, for it
    /// depends on a secret of this run.
    private let fingerprint: Int
    private static let secret = SystemRandomNumberGenerator.twoNumbers()

    // For the search of twins alone.
    /// One of those with this request that are at rest.
    var resting: Recognition?
    var recognitions = 0

    init(_ request: SubscriptionRequest, tellsPlaces: Bool) {
        self.request = request
        self.tellsPlaces = tellsPlaces
        var hasher = Hasher()
        hasher.combine(Self.secret.0)
        hasher.combine(Self.secret.1)
        hasher.combine(request)
        fingerprint = hasher.finalize()
    }

    func isSame(as other: SharedRequest) -> Bool {
        fingerprint == other.fingerprint && tellsPlaces == other.tellsPlaces && request == other.request
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
    /// Those whose users have little recognized come first.
    private(set) var members: [Subscriber] = []
    /// The number of those.
    private var promptCount = 0
    /// The number of members that were sent what others are not sent yet.
    private var served = 0
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

    /// Whether a new one with the same request would recognize the same from `time` on.
    func isAtRest(at time: Instant) -> Bool { unsent.isEmpty && engine.isAtRest(at: time) }

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

    /// Sends what is not sent yet to the members that come first; ``flush()``, which has to follow, to the others.
    ///
    /// - Returns: the number of events times members, replaced events included.
    func flushPrompt() -> UInt64 {
        guard !unsent.isEmpty else { return 0 }
        served = promptCount
        return send(to: 0..<promptCount)
    }

    /// Sends the members what is not sent yet.
    ///
    /// - Returns: the number of events times members, replaced events included.
    func flush() -> UInt64 {
        guard !unsent.isEmpty else { return 0 }
        let sent = send(to: served..<members.count)
        served = 0
        unsent.removeAll()
        return sent
    }

    private func send(to range: Range<Int>) -> UInt64 {
        for index in range { members[index].send(unsent) }
        return unsent.count * UInt64(range.count)
    }

    // MARK: Members

    /// Whether its events are sent first.
    var isPrompt: Bool { promptCount > 0 }

    /// Brings those forward whose users have little recognized.
    ///
    /// - Returns: whether there are others.
    @discardableResult
    func arrange() -> Bool {
        promptCount = members.count { !$0.account.isHeavy }
        guard promptCount < members.count else { return false }
        members = members.filter { !$0.account.isHeavy } + members.filter { $0.account.isHeavy }
        return true
    }

    /// Takes in one that is new, while it is at rest.
    func add(_ member: Subscriber) {
        member.count(gesturesAfter: engine.gestureCount, insteadOf: 0)
        members.append(member)
    }

    /// Takes in all of a twin, which is left without any.
    func takeOver(_ twin: Recognition) {
        for member in twin.members {
            member.count(gesturesAfter: engine.gestureCount, insteadOf: twin.engine.gestureCount)
        }
        members += twin.members
        twin.members.removeAll()
    }

    func remove(_ member: Subscriber) {
        members.removeAll { $0 === member }
        arrange()
    }

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

extension SystemRandomNumberGenerator {
    fileprivate static func twoNumbers() -> (UInt64, UInt64) {
        var random = SystemRandomNumberGenerator()
        return (random.next(), random.next())
    }
}
