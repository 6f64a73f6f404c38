/// Excludes palms that rest at the left and right ends of a touchpad from recognition.
///
/// The zones are libinput's: on pads at least 70 mm wide, the outer 8 mm, or 8 % of the width if that is less. A contact that
/// lands in a zone is a palm if it still rests there after 500 ms (has moved less than 1.5 mm), unless a finger in the middle
/// landed with it. A tap at an end is therefore a tap, and a finger that sets out from an end moves as usual. libinput waits
/// only 200 ms, but people linger at an edge before they swipe from it; half a second is still before a long press.
///
/// A palm is cancelled, and ignored until it is lifted or proves to be a finger by travelling far and straight: 8 mm without
/// coming back by more than 0.3 mm. ChromeOS distinguishes a pointing finger at the edge from a palm by these distances ("Palm
/// Pointing Min Move Distance" and "Palm Pointing Max Reverse Move Distance"), but only along the axes; here they apply in
/// every direction. One finger proves that the contacts that landed with it are fingers too, because the fingers of one hand
/// land together.
///
/// Such a finger is reported late, as if it landed where it set out. A swipe is therefore complete, but the finger makes no
/// press, tap or long press.
///
/// | state   | is in the middle | has moved 1.5 mm | has gone far and straight | landed with a finger  | 500 ms after landing |
/// |---------|------------------|------------------|---------------------------|-----------------------|----------------------|
/// | suspect | finger           | moving           | finger                    | finger                | palm, cancelled      |
/// | moving  | finger           | –                | finger                    | finger                | –                    |
/// | palm    | –                | –                | finger, reported late     | finger, reported late | –                    |
/// | finger  | –                | –                | –                         | –                     | –                    |
struct EdgePalmFilter: Equatable, Sendable {
    struct Contact: Equatable, Sendable {
        /// The last change of the contact.
        var last: ContactChange
        var landed: Instant
        var origin: Vector
        /// The point where the contact set out: where it landed, or last turned back.
        var start: Vector
        /// The largest distance of the contact from `start` so far, in pt.
        var farthest: Points = 0
        var state = State.suspect

        enum State {
            /// The contact landed in a zone, and rests there.
            case suspect
            /// The contact landed in a zone, and moved in time.
            case moving
            case finger, palm
        }

        init(_ landing: ContactChange, at now: Instant) {
            last = landing
            landed = now
            origin = landing.position
            start = landing.position
        }

        func landed(with other: Contact) -> Bool {
            max(landed, other.landed) - min(landed, other.landed) <= Thresholds.together
        }

        /// - Returns: whether the contact has gone far and straight.
        mutating func travel() -> Bool {
            let distance = last.position.distance(to: start)
            if (farthest - distance).exceeds(EdgePalmFilter.reverse) {
                start = last.position
                farthest = 0
            } else {
                farthest = max(farthest, distance)
            }
            return farthest.reaches(EdgePalmFilter.far)
        }
    }

    private let middle: ClosedRange<Double>
    private(set) var contacts: [Contact] = []
    private var filtered: [ContactChange] = []

    /// Returns nil on a touchscreen, and on a touchpad less than 70 mm wide.
    init?(on surface: Surface) {
        guard surface.kind == .touchpad, surface.size.x.reaches(Self.roomyWidth) else { return nil }
        let end = min(Self.end, surface.size.x * 0.08)
        middle = end...(surface.size.x - end)
    }

    /// Whether contacts are down, palms included.
    var isTouched: Bool { !contacts.isEmpty }

    /// The time at which the first suspect becomes a palm.
    var deadline: Instant? {
        var first: Instant?
        for index in contacts.indices where contacts[index].state == .suspect {
            let deadline = contacts[index].landed + Self.patience
            first = min(deadline, first ?? deadline)
        }
        return first
    }

    /// Makes palms of the suspects whose deadline this is, and sets `changes` to their cancellation.
    mutating func pass(deadline: Instant, into changes: inout [ContactChange]) {
        changes.removeAll(keepingCapacity: true)
        for index in contacts.indices
        where contacts[index].state == .suspect && contacts[index].landed + Self.patience == deadline {
            contacts[index].state = .palm
            changes.append(ContactChange(contacts[index].last.contact, .cancel, at: contacts[index].last.position))
        }
    }

    /// Removes the changes of palms from `changes`.
    ///
    /// - Parameter landings: set to the late landings of palms that proved to be fingers. Process them before the changes.
    mutating func filter(_ changes: inout [ContactChange], returning landings: inout [ContactChange], at now: Instant) {
        filtered.removeAll(keepingCapacity: true)
        landings.removeAll(keepingCapacity: true)
        for change in changes where change.action != .down { follow(change, returning: &landings) }
        for change in changes where change.action == .down { land(change, returning: &landings, at: now) }
        for landing in landings { catchUp(landing.contact) }
        swap(&changes, &filtered)
    }

    private mutating func follow(_ change: ContactChange, returning landings: inout [ContactChange]) {
        guard let index = contacts.firstIndex(where: { $0.last.contact == change.contact }) else {
            filtered.append(change)
            return
        }
        if change.action == .move {
            contacts[index].last = change
            if contacts[index].state != .finger { judge(index, returning: &landings) }
        }
        if contacts[index].state != .palm { filtered.append(change) }
        if change.action != .move { contacts.remove(at: index) }
    }

    private mutating func judge(_ index: Int, returning landings: inout [ContactChange]) {
        let isPalm = contacts[index].state == .palm
        if contacts[index].travel() || !isPalm && middle.contains(contacts[index].last.position.x) {
            trust(index, returning: &landings)
        } else if !isPalm,
            contacts[index].last.position.distance(to: contacts[index].origin).reaches(FingerMotion.minimumMove)
        {
            contacts[index].state = .moving
        }
    }

    /// Accepts a contact as a finger, and with it those that landed together with it.
    private mutating func trust(_ index: Int, returning landings: inout [ContactChange]) {
        let finger = contacts[index]
        for index in contacts.indices where contacts[index].landed(with: finger) {
            if contacts[index].state == .palm {
                var landing = contacts[index].last
                landing.action = .down
                landing.position = contacts[index].start
                landing.isLate = true
                landings.append(landing)
            }
            contacts[index].state = .finger
        }
    }

    /// Adds the current position of a finger that is reported late, unless its change in this frame was kept.
    private mutating func catchUp(_ id: ContactID) {
        guard !filtered.contains(where: { $0.contact == id }),
            var change = contacts.first(where: { $0.last.contact == id })?.last
        else { return }
        change.action = .move
        filtered.append(change)
    }

    private mutating func land(_ change: ContactChange, returning landings: inout [ContactChange], at now: Instant) {
        guard !contacts.contains(where: { $0.last.contact == change.contact }) else { return }
        let contact = Contact(change, at: now)
        let isWithFinger = contacts.contains {
            $0.landed(with: contact) && ($0.state == .finger || $0.state == .moving)
        }
        contacts.append(contact)
        filtered.append(change)
        if middle.contains(change.position.x) {
            trust(contacts.count - 1, returning: &landings)
        } else if isWithFinger {
            contacts[contacts.count - 1].state = .finger
        }
    }

    /// The width of a zone: 8 mm in pt.
    private static let end: Points = 50.39
    /// The smallest width of a pad with zones: 70 mm in pt.
    private static let roomyWidth: Points = 440.94
    private static let patience = Interval.milliseconds(500)
    /// The distance that a palm has to travel to count as a finger: 8 mm in pt.
    private static let far: Points = 50.39
    /// The largest distance by which a palm can come back on the way: 0.3 mm in pt.
    private static let reverse: Points = 1.89
}
