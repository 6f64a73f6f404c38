/// Holds back touches until they have lasted for a while, and drops touches that repeat another, for people whose hands shake; and
/// continues touches that a panel loses for a moment.
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
/// With a ``TouchAccommodations/liftDuration``, so does a contact that lands within that time after the lift: within 10 mm of where
/// the other was, or of where it would be by now at its last speed. It is passed on as the same contact, which has moved.
///
/// | state    | moves      | its time is over      | is lifted                              | is lost   | another lands there  |
/// |----------|------------|-----------------------|----------------------------------------|-----------|----------------------|
/// | held     | –          | lands here, accepted  | forgotten                              | forgotten | –                    |
/// | dropped  | –          | –                     | forgotten, repeats are dropped         | forgotten | –                    |
/// | accepted | passed on  | –                     | passed on, repeats are dropped; lifted | passed on | –                    |
/// | lifted   | –          | the lift is passed on | –                                      | –         | accepted as the same |
struct AccommodationFilter: Equatable, Sendable {
    struct Contact: Equatable, Sendable {
        /// The last change of the contact.
        var last: ContactChange
        var landed: Instant
        var state: State
        /// The contact as which it is passed on: that which it continues, if there is one.
        var identity: ContactID
        /// The contact of the device that a gesture claimed; nil if none did.
        var claimed: ContactID?
        /// The time of the last movement, and the velocity then in pt/s.
        var moved: Instant
        var velocity = Vector.zero
        /// The time of the lift that is held back.
        var lifted = Instant.distantPast

        enum State { case held, dropped, accepted, lifted }

        init(_ landing: ContactChange, at now: Instant, _ state: State) {
            last = landing
            landed = now
            self.state = state
            identity = landing.contact
            moved = now
        }

        /// Takes over a change of an accepted contact, or of one that continues it.
        mutating func follow(_ change: ContactChange, at now: Instant) {
            if moved < now { velocity = (change.position - last.position) / (now - moved).seconds }
            last = change
            moved = now
        }

        /// The distance of a landing from where the contact was, or would be by now, in pt.
        func distance(to landing: Vector, at now: Instant) -> Points {
            // A finger that stood still reported nothing.
            let wasMoving = lifted - moved <= AccommodationFilter.pause
            let expected = wasMoving ? last.position + velocity * (now - moved).seconds : last.position
            return min(landing.distance(to: last.position), landing.distance(to: expected))
        }
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
            liftDuration: surface.accommodations.liftDuration,
            ignoreRepeat: options.ignoreRepeat ?? surface.accommodations.ignoreRepeat)
        guard accommodations != TouchAccommodations() else { return nil }
    }

    /// Returns whether a new filter would handle a touch at `now` or later in the same way.
    func isIdle(at now: Instant) -> Bool {
        contacts.isEmpty && lifts.allSatisfy { $0.isOver(at: now, after: accommodations.ignoreRepeat) }
    }

    /// The time at which the first landing or lift has been held back for long enough.
    var deadline: Instant? {
        var first: Instant?
        for index in contacts.indices {
            guard let deadline = deadline(of: contacts[index]) else { continue }
            first = min(deadline, first ?? deadline)
        }
        return first
    }

    private func deadline(of contact: Contact) -> Instant? {
        switch contact.state {
        case .held: contact.landed + accommodations.holdDuration
        case .lifted: contact.lifted + accommodations.liftDuration
        case .dropped, .accepted: nil
        }
    }

    /// Accepts the contacts whose deadline this is, or lets them go, and sets `changes` to their landings and lifts.
    mutating func pass(deadline: Instant, into changes: inout [ContactChange]) {
        changes.removeAll(keepingCapacity: true)
        for index in contacts.indices where self.deadline(of: contacts[index]) == deadline {
            var change = contacts[index].last
            change.contact = contacts[index].identity
            if contacts[index].state == .held {
                contacts[index].state = .accepted
                change.action = .down
                change.wasHeld = true
            } else {
                note(change, at: contacts[index].lifted, wasAccepted: true)
            }
            changes.append(change)
        }
        contacts.removeAll { $0.state == .lifted && $0.lifted + accommodations.liftDuration == deadline }
    }

    /// The contact as which a contact is passed on.
    func identity(of contact: ContactID) -> ContactID {
        contacts.first { $0.last.contact == contact }?.identity ?? contact
    }

    /// Gives claims the contact numbers of the device, and also claims a contact that continues a claimed one.
    mutating func follow(_ claims: inout [ContactClaim], on surface: SurfaceID) {
        guard accommodations.liftDuration > .zero else { return }
        for claim in claims.indices where claims[claim].surface == surface {
            guard let index = contacts.firstIndex(where: { $0.identity == claims[claim].contact }) else { continue }
            claims[claim].contact = contacts[index].last.contact
            contacts[index].claimed = contacts[index].last.contact
        }
        for index in contacts.indices where contacts[index].state == .accepted {
            guard let claimed = contacts[index].claimed, claimed != contacts[index].last.contact else { continue }
            claims.append(ContactClaim(surface: surface, contact: contacts[index].last.contact))
            contacts[index].claimed = contacts[index].last.contact
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
        if let index, state == .accepted, change.action == .up, accommodations.liftDuration > .zero {
            contacts[index].last = change
            contacts[index].lifted = now
            contacts[index].state = .lifted
            return
        }
        if state == .accepted {
            filtered.append(change)
            if let index { filtered[filtered.count - 1].contact = contacts[index].identity }
        }
        if change.action == .up, state != .held { note(change, at: now, wasAccepted: state == .accepted) }
        guard let index else { return }
        if change.action == .move { contacts[index].follow(change, at: now) } else { contacts.remove(at: index) }
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
        if let index = contactContinued(by: change, at: now) {
            contacts[index].follow(change, at: now)
            contacts[index].state = .accepted
            filtered.append(change)
            filtered[filtered.count - 1].contact = contacts[index].identity
            filtered[filtered.count - 1].action = .move
            return
        }
        let state = stateOfLanding(at: change.position, now)
        contacts.append(Contact(change, at: now, state))
        if state == .accepted { filtered.append(change) }
    }

    /// Finds the lifted contact that a landing continues: the nearest of those that are near enough. Returns its index, or nil.
    private func contactContinued(by landing: ContactChange, at now: Instant) -> Int? {
        var nearest: (index: Int, distance: Points)?
        for index in contacts.indices where contacts[index].state == .lifted {
            let distance = contacts[index].distance(to: landing.position, at: now)
            guard !distance.exceeds(Self.nearby), distance < nearest?.distance ?? .infinity else { continue }
            nearest = (index, distance)
        }
        return nearest?.index
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
    /// The time after the last movement from which a finger stands still.
    private static let pause = Interval.milliseconds(40)
    /// The number of lifts to remember: several times the fingers of two hands.
    private static let mostLifts = 32
}
