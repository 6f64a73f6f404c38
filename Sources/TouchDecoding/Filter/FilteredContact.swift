import GestureCore

/// The decision on the contact in one slot of a filtered device.
struct FilteredContact {
    enum State: Equatable {
        /// No contact is in the slot.
        case empty
        /// The clone has the contact.
        case passing
        /// The contact may become an edge swipe. The clone does not have it yet.
        case held
        /// The contact is kept from the clone until it is lifted.
        case withheld
    }

    var state = State.empty
    var hasLandedInFrame = false
    /// The edges in whose band the contact landed, as long as it can become a swipe from there.
    var swipeEdges = EdgeSet()
    /// The place where the contact landed, in pt, and the time.
    var start = Vector.zero
    var landed = Instant.distantPast
}
