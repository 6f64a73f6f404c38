/// Takes palms that rest at the left and right ends of a touchpad out of what is recognized.
///
/// The zones are libinput's: on pads at least 70 mm wide, the outer 8 mm, or 8 % where that is less. What lands there is a palm
/// if it still rests there after 500 ms (has moved less than 1.5 mm), unless a finger beside the zones landed with it. A palm is
/// lost, and dead until it is lifted. So a tap at an end is a tap, and a finger that comes from there moves. libinput waits for
/// 200 ms alone, but people linger at an edge before they swipe from it; half a second is still before a long press.
struct EdgePalmFilter: Equatable, Sendable {
    private struct Contact: Equatable, Sendable {
        var id: ContactID
        var landed: Instant
        var origin: Vector
        var position: Vector
        var state: State

        enum State {
            /// It has landed in a zone, and rests there.
            case suspect
            case finger, palm
        }
    }

    private let middle: ClosedRange<Double>
    private var contacts: [Contact] = []
    private var filtered: [ContactChange] = []

    /// nil where the surface has no such ends.
    init?(on surface: Surface) {
        guard surface.kind == .touchpad, surface.size.x.reaches(Self.roomyWidth) else { return nil }
        let end = min(Self.end, surface.size.x * 0.08)
        middle = end...(surface.size.x - end)
    }

    /// Whether contacts are down, palms included.
    var isTouched: Bool { !contacts.isEmpty }

    /// When the first of those that may be palms is one.
    var deadline: Instant? {
        var first: Instant?
        for index in contacts.indices where contacts[index].state == .suspect {
            let deadline = contacts[index].landed + Self.patience
            first = min(deadline, first ?? deadline)
        }
        return first
    }

    /// Sets `changes` to the loss of those whose deadline this is.
    mutating func pass(deadline: Instant, into changes: inout [ContactChange]) {
        changes.removeAll(keepingCapacity: true)
        for index in contacts.indices
        where contacts[index].state == .suspect && contacts[index].landed + Self.patience == deadline {
            contacts[index].state = .palm
            changes.append(ContactChange(contacts[index].id, .cancel, at: contacts[index].position))
        }
    }

    /// Leaves out the changes of palms.
    mutating func filter(_ changes: inout [ContactChange], at now: Instant) {
        filtered.removeAll(keepingCapacity: true)
        for change in changes where change.action != .down { follow(change) }
        for change in changes where change.action == .down { land(change, at: now) }
        swap(&changes, &filtered)
    }

    private mutating func follow(_ change: ContactChange) {
        guard let index = contacts.firstIndex(where: { $0.id == change.contact }) else {
            filtered.append(change)
            return
        }
        contacts[index].position = change.position
        if contacts[index].state == .suspect, hasSetOut(contacts[index]) { contacts[index].state = .finger }
        if contacts[index].state != .palm { filtered.append(change) }
        if change.action != .move { contacts.remove(at: index) }
    }

    private func hasSetOut(_ contact: Contact) -> Bool {
        middle.contains(contact.position.x) || contact.position.distance(to: contact.origin).reaches(HandIntent.rest)
    }

    private mutating func land(_ change: ContactChange, at now: Instant) {
        guard !contacts.contains(where: { $0.id == change.contact }) else { return }
        let isBesideThem = middle.contains(change.position.x)
        var isFinger = isBesideThem
        // The fingers of one hand land together.
        for index in contacts.indices where now - contacts[index].landed <= Thresholds.together {
            if isBesideThem, contacts[index].state == .suspect { contacts[index].state = .finger }
            if contacts[index].state == .finger { isFinger = true }
        }
        contacts.append(
            Contact(
                id: change.contact, landed: now, origin: change.position, position: change.position,
                state: isFinger ? .finger : .suspect))
        filtered.append(change)
    }

    /// 8 mm in pt.
    private static let end: Points = 50.39
    /// 70 mm in pt.
    private static let roomyWidth: Points = 440.94
    private static let patience = Interval.milliseconds(500)
}
