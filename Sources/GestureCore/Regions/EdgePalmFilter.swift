/// Takes palms that rest at the left and right ends of a touchpad out of what is recognized.
///
/// The zones are libinput's: on pads at least 70 mm wide, the outer 8 mm, or 8 % where that is less. What lands there is a palm
/// if it still rests there after 500 ms (has moved less than 1.5 mm), unless a finger in the middle landed with it. So a tap at
/// an end is a tap, and a finger that comes from there moves. libinput waits for 200 ms alone, but people linger at an edge before
/// they swipe from it; half a second is still before a long press.
///
/// A palm is lost, and dead until it is lifted or proves to be a finger: it travels far and straight, which is 8 mm without coming
/// back by more than 0.3 mm. ChromeOS tells a pointing finger at the edge from a palm by these distances ("Palm Pointing Min Move
/// Distance" and "Palm Pointing Max Reverse Move Distance"), along the axes alone; here they hold in every direction. One finger
/// proves that those that landed with it are fingers too: the fingers of one hand land together.
///
/// The finger is reported late, as landing where it set out: a swipe is complete, and there is no press, tap or long press.
///
/// | state   | is in the middle | has gone 1.5 mm | has gone far and straight | landed with a finger  | 500 ms after the landing |
/// |---------|------------------|-----------------|---------------------------|-----------------------|--------------------------|
/// | suspect | finger           | moving          | finger                    | finger                | palm, lost               |
/// | moving  | finger           | –               | finger                    | finger                | –                        |
/// | palm    | –                | –               | finger, reported late     | finger, reported late | –                        |
/// | finger  | –                | –               | –                         | –                     | –                        |
struct EdgePalmFilter: Equatable, Sendable {
    private struct Contact: Equatable, Sendable {
        /// Its last change.
        var last: ContactChange
        var landed: Instant
        var origin: Vector
        /// Where it set out: where it landed, or last turned back; and the farthest that it has been from there.
        var start: Vector
        var way: Points = 0
        var state = State.suspect

        enum State {
            /// It has landed in a zone, and rests there.
            case suspect
            /// It has landed in a zone, and moved in time.
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

        /// - Returns: whether it has gone far and straight.
        mutating func travel() -> Bool {
            let distance = last.position.distance(to: start)
            if (way - distance).exceeds(EdgePalmFilter.reverse) {
                start = last.position
                way = 0
            } else {
                way = max(way, distance)
            }
            return way.reaches(EdgePalmFilter.far)
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
            changes.append(ContactChange(contacts[index].last.contact, .cancel, at: contacts[index].last.position))
        }
    }

    /// Leaves out the changes of palms.
    ///
    /// - Parameter landings: set to the late landings of palms that proved to be fingers, which come before the changes.
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

    /// Takes one for a finger, and with it those that landed with it.
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

    /// Adds where a finger is that is reported late, unless its change in this frame was kept.
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

    /// 8 mm in pt.
    private static let end: Points = 50.39
    /// 70 mm in pt.
    private static let roomyWidth: Points = 440.94
    private static let patience = Interval.milliseconds(500)
    /// How far a palm has to travel to count as a finger: 8 mm in pt.
    private static let far: Points = 50.39
    /// How far it may come back meanwhile: 0.3 mm in pt.
    private static let reverse: Points = 1.89
}
