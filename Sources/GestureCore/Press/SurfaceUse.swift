/// The contacts on a surface, and the last time that one landed or was lifted: whether somebody is there.
///
/// Every contact counts, also those that recognizers ignore: palms, thumbs, and touches too short to be accepted.
public struct SurfaceUse: Equatable, Sendable {
    private var contacts: [ContactID] = []
    /// The last time that a contact landed or was lifted; nil before the first.
    private(set) var lastTouch: Instant?
    /// The point where it landed or was lifted, in pt; the centre if there were several.
    private(set) var point = Vector.zero

    /// The default of the time without touches after which a surface is idle.
    public static let defaultIdleTime = Interval.milliseconds(60_000)

    public init() {}

    package var contactCount: Int { contacts.count }

    /// Returns whether a contact is down at `time`, or was within the idle time.
    public func isActive(at time: Instant, idleTime: Interval) -> Bool {
        if !contacts.isEmpty { return true }
        guard let lastTouch else { return false }
        return time <= lastTouch + idleTime
    }

    /// Processes the changes of a frame. Contacts that landed before the first frame are unknown, and do not count.
    public mutating func follow(_ changes: [ContactChange], at now: Instant) {
        var sum = Vector.zero
        var count = 0
        for index in changes.indices where changes[index].action != .move {
            let contact = changes[index].contact
            let known = contacts.firstIndex(of: contact)
            switch (changes[index].action, known) {
            case (.down, nil): contacts.append(contact)
            case (.up, let known?), (.cancel, let known?): contacts.remove(at: known)
            case (.down, _), (.up, nil), (.cancel, nil), (.move, _): continue
            }
            sum += changes[index].position
            count += 1
        }
        guard count > 0 else { return }
        lastTouch = now
        point = sum / Double(count)
    }

    /// Handles the loss of all contacts: nobody touches the surface, and nobody did.
    public mutating func lose() {
        contacts.removeAll(keepingCapacity: true)
        lastTouch = nil
    }
}
