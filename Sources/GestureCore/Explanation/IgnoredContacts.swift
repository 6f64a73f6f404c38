/// The contacts that are down and reach no recognizer, and those that were removed from a touch before they were lifted.
struct IgnoredContacts: Equatable, Sendable {
    struct Contact: Equatable, Sendable {
        var surface: SurfaceID
        var id: ContactID
        var number: Int
        var landed: Instant
        var origin: Vector
        var position: Vector
        var reason: Reason
        /// Whether the contact was part of a touch, whose explanation mentions it.
        var wasFollowed = false
    }

    private var contacts: [Contact] = []

    /// The most contacts: those that are down on several devices.
    private static let most = 256

    func contains(_ id: ContactID) -> Bool { contacts.contains { $0.id == id } }

    /// The number of the touch that a contact would have been; nil if it was part of one, or is not ignored.
    func number(of id: ContactID) -> Int? { contacts.first { $0.id == id && !$0.wasFollowed }?.number }

    /// The lowest number of a contact that was never part of a touch.
    var firstNumber: Int? { contacts.lazy.filter { !$0.wasFollowed }.map { $0.number }.min() }

    mutating func add(_ contact: Contact) {
        guard contacts.count < Self.most, !contains(contact.id) else { return }
        contacts.append(contact)
    }

    mutating func move(_ id: ContactID, to position: Vector) {
        for index in contacts.indices where contacts[index].id == id { contacts[index].position = position }
    }

    mutating func remove(where isMeant: (Contact) -> Bool) -> [Contact] {
        let removed = contacts.filter(isMeant)
        if !removed.isEmpty { contacts.removeAll(where: isMeant) }
        return removed
    }
}

extension IgnoredContacts.Contact {
    func explanation(at now: Instant) -> TouchExplanation {
        var reason = reason
        if reason.rule == .heldBack { reason.measured = Double((now - landed).microseconds) / 1000 }
        return TouchExplanation(
            surface: surface, region: nil, number: number, began: landed, ended: now, fingers: 1, contacts: [id],
            origin: origin, travel: position - origin, ignored: reason)
    }
}

extension SurfaceTracker {
    /// Returns why a contact that landed in this frame reached no recognizer; nil if one follows it.
    func reasonIgnoring(_ landing: ContactChange, at now: Instant) -> Reason? {
        if follows(accommodations?.identity(of: landing.contact) ?? landing.contact) { return nil }
        if let reason = accommodations?.reasonIgnoring(landing.contact, at: now) { return reason }
        if let reason = reasonRemoving(landing.contact) { return reason }
        if let reason = reasonMasking(landing.position) { return reason }
        return regionIndex(at: landing.position) == nil
            ? Reason(.outsideRegions) : Reason(.lost, "the sensor merged contacts, or there are too many")
    }

    /// Returns why a filter ignores a contact; nil if none does.
    func reasonRemoving(_ contact: ContactID) -> Reason? {
        if palms?.contacts.contains(where: { $0.last.contact == contact && $0.state == .palm }) ?? false {
            return Reason(.edgePalm)
        }
        for tracker in trackers
        where tracker.thumbs?.fingers.contains(where: { $0.contact == contact && $0.isThumb }) ?? false {
            return Reason(.thumb)
        }
        return nil
    }

    /// Returns whether a contact has left a group of fingers to join those that landed after it had rested.
    func hasJoined(_ contact: ContactID, others tracker: RegionTracker) -> Bool {
        for other in trackers where other.root == tracker.root && other.group.number != tracker.group.number {
            if other.sequence.isDown(contact) { return true }
        }
        return false
    }

    /// Returns whether a contact is down in a touch.
    func follows(_ contact: ContactID) -> Bool { trackers.contains { $0.sequence.isDown(contact) } }
}

extension AccommodationFilter {
    fileprivate func reasonIgnoring(_ id: ContactID, at now: Instant) -> Reason? {
        guard let contact = contacts.first(where: { $0.last.contact == id }) else { return nil }
        switch contact.state {
        case .accepted, .lifted: return nil
        case .held: return Reason(.heldBack, now - contact.landed, of: accommodations.holdDuration)
        case .dropped:
            var since = Interval.max
            for lift in lifts where !lift.position.distance(to: contact.last.position).exceeds(Self.nearby) {
                since = min(since, contact.landed - lift.time)
            }
            return Reason(.repeated, since, of: accommodations.ignoreRepeat)
        }
    }
}
