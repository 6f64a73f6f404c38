/// One finger from down to up; the number is never reused while the service runs.
public struct ContactID: Hashable, Sendable {
    public var number: UInt64

    public init(_ number: UInt64) { self.number = number }
}

/// What happened to one contact in one frame.
public struct ContactChange: Equatable, Sendable {
    public enum Action: Equatable, Sendable {
        /// The finger landed.
        case down
        /// The finger moved while down.
        case move
        /// The finger was lifted cleanly.
        case up
        /// The finger is lost without a clean lift: unplugged, recognized as a palm, or gone from sight in an overrun.
        case cancel
    }

    public var contact: ContactID
    public var action: Action
    /// Where the contact is now, or was last, in pt from the top left corner of its surface.
    public var position: Vector

    public init(_ contact: ContactID, _ action: Action, at position: Vector) {
        self.contact = contact
        self.action = action
        self.position = position
    }
}
