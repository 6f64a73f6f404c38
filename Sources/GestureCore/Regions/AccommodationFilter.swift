/// Holds back touches until they have lasted for a while, and drops touches that repeat another, for people whose hands shake.
///
/// A contact that is held back lands once it has been down for longer than ``TouchAccommodations/holdDuration``: at that time, and
/// where it is then, however far it has moved, so that a finger can be corrected while it slides onto the target. All other times
/// and distances count from there. A contact that lifts before that was never there.
///
/// A contact is dropped, and ignored until it is lifted, if it lands within ``TouchAccommodations/ignoreRepeat`` and 10 mm of the
/// last lift. The lift of a dropped contact counts too, so that all bounces of a finger make one touch, as with the bounce keys
/// of the X server. The lift of a contact that was held back does not count, so that one can try again at once.
///
/// A contact that lands in the frame in which an accepted one lifts nearby continues that touch: the device has given the finger
/// another number, or has merged two.
///
/// | state    | moves      | hold duration is over | is lifted                      | is lost   |
/// |----------|------------|-----------------------|--------------------------------|-----------|
/// | held     | –          | lands here, accepted  | forgotten                      | forgotten |
/// | dropped  | –          | –                     | forgotten, repeats are dropped | forgotten |
/// | accepted | passed on  | –                     | passed on, repeats are dropped | passed on |
struct AccommodationFilter: Equatable, Sendable {
    struct Contact: Equatable, Sendable {
        /// The last change of the contact.
        var last: ContactChange
        var landed: Instant
        var state: State

        enum State { case held, dropped, accepted }
    }

    struct Lift: Equatable, Sendable {
        var position: Vector
        var time: Instant
        var wasAccepted: Bool

        func isOver(at now: Instant, after ignoreRepeat: Interval) -> Bool { now - time > ignoreRepeat }
    }

    let accommodations: TouchAccommodations
    private(set) var contacts: [Contact] = []
    /// The lifts that a landing can still repeat or continue, the oldest first.
    private(set) var lifts: [Lift] = []
    private var filtered: [ContactChange] = []

    /// Returns nil if nothing is filtered.
    ///
    /// - Parameter options: override the settings of the surface.
    init?(_ options: GestureOptions, on surface: Surface) {
        accommodations = TouchAccommodations(
            holdDuration: options.holdDuration ?? surface.accommodations.holdDuration,
            ignoreRepeat: options.ignoreRepeat ?? surface.accommodations.ignoreRepeat)
        guard accommodations != TouchAccommodations() else { return nil }
    }

    /// Returns whether a new filter would handle a touch at `now` or later in the same way.
    func isIdle(at now: Instant) -> Bool {
        contacts.isEmpty && lifts.allSatisfy { $0.isOver(at: now, after: accommodations.ignoreRepeat) }
    }

    /// The time at which the first contact has been held back for long enough.
    var deadline: Instant? {
        var first: Instant?
        for index in contacts.indices where contacts[index].state == .held {
            let deadline = contacts[index].landed + accommodations.holdDuration
            first = min(deadline, first ?? deadline)
        }
        return first
    }

    /// Accepts the contacts whose deadline this is, and sets `changes` to their landings.
    mutating func pass(deadline: Instant, into changes: inout [ContactChange]) {
        changes.removeAll(keepingCapacity: true)
        for index in contacts.indices
        where contacts[index].state == .held && contacts[index].landed + accommodations.holdDuration == deadline {
            contacts[index].state = .accepted
            var landing = contacts[index].last
            landing.action = .down
            changes.append(landing)
        }
    }

    /// Removes the changes of contacts that are not accepted from `changes`.
    mutating func filter(_ changes: inout [ContactChange], at now: Instant) {
        let ignoreRepeat = accommodations.ignoreRepeat
        if !lifts.isEmpty { lifts.removeAll { $0.isOver(at: now, after: ignoreRepeat) } }
        filtered.removeAll(keepingCapacity: true)
        for change in changes where change.action != .down { follow(change, at: now) }
        for change in changes where change.action == .down { land(change, at: now) }
        swap(&changes, &filtered)
    }

    private mutating func follow(_ change: ContactChange, at now: Instant) {
        // A contact that was down before the first frame is unknown, but its lift can be repeated.
        let index = contacts.firstIndex { $0.last.contact == change.contact }
        let state = index.map { contacts[$0].state } ?? .accepted
        if state == .accepted { filtered.append(change) }
        if change.action == .up, state != .held { note(change, at: now, wasAccepted: state == .accepted) }
        guard let index else { return }
        if change.action == .move { contacts[index].last = change } else { contacts.remove(at: index) }
    }

    /// Notes the lifts of touches that only wake the display: their repeats are dropped, too.
    mutating func noteLifts(_ changes: [ContactChange], at now: Instant) {
        for change in changes where change.action == .up { note(change, at: now, wasAccepted: false) }
    }

    private mutating func note(_ lift: ContactChange, at now: Instant, wasAccepted: Bool) {
        if lifts.count == Self.mostLifts { lifts.removeFirst() }
        lifts.append(Lift(position: lift.position, time: now, wasAccepted: wasAccepted))
    }

    private mutating func land(_ change: ContactChange, at now: Instant) {
        guard !contacts.contains(where: { $0.last.contact == change.contact }) else { return }
        let state = stateOfLanding(at: change.position, now)
        contacts.append(Contact(last: change, landed: now, state: state))
        if state == .accepted { filtered.append(change) }
    }

    private func stateOfLanding(at position: Vector, _ now: Instant) -> Contact.State {
        var isRepeat = false
        for index in lifts.indices where !lifts[index].position.distance(to: position).exceeds(Self.nearby) {
            if lifts[index].time == now, lifts[index].wasAccepted { return .accepted }
            isRepeat = true
        }
        if isRepeat, accommodations.ignoreRepeat > .zero { return .dropped }
        return accommodations.holdDuration > .zero ? .held : .accepted
    }

    /// The largest distance of a landing that repeats a lift: 10 mm in pt.
    static let nearby: Points = 62.99
    /// The number of lifts to remember: several times the fingers of two hands.
    private static let mostLifts = 32
}
