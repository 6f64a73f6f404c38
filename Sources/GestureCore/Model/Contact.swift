/// Numbers one contact from landing to lift. A number is never reused while the service runs.
public struct ContactID: Hashable, Sendable {
    public var number: UInt64

    public init(_ number: UInt64) { self.number = number }
}

/// The pressure and size of a contact, as far as the device reports them.
public struct ContactShape: Equatable, Sendable {
    /// The pressure, from 0 for the lightest touch to 1 for the hardest one that the device can measure.
    public var pressure: Double?
    /// The longer diameter of the contact area, in pt.
    public var major: Points?

    public init(pressure: Double? = nil, major: Points? = nil) {
        self.pressure = pressure
        self.major = major
    }
}

/// The change of one contact in one frame.
public struct ContactChange: Equatable, Sendable {
    /// The actions, in the order in which the changes of one frame are processed.
    public enum Action: Equatable, Sendable, CaseIterable {
        /// The contact was lost without a clean lift: the device was unplugged, the contact was recognized as a palm, or it
        /// disappeared during an overrun.
        case cancel
        /// The finger moved while down, or its pressure or size changed.
        case move
        /// The finger was lifted cleanly.
        case up
        /// The finger landed.
        case down
    }

    /// The set of actions in a list of changes. Most frames contain only moves.
    struct Actions: Equatable, Sendable {
        private var bits: UInt8 = 0

        init(of changes: [ContactChange]) {
            for index in changes.indices { bits |= Self.bit(changes[index].action) }
        }

        mutating func formUnion(_ other: Actions) { bits |= other.bits }

        func contains(_ action: Action) -> Bool { bits & Self.bit(action) != 0 }

        var areMovesAlone: Bool { bits == Self.bit(.move) }

        private static func bit(_ action: Action) -> UInt8 {
            switch action {
            case .cancel: 1
            case .move: 2
            case .up: 4
            case .down: 8
            }
        }
    }

    public var contact: ContactID
    public var action: Action
    /// The current or last position, in pt from the top left corner of the surface.
    public var position: Vector
    public var shape: ContactShape
    /// Whether the device reports a position for this contact. Some devices count more fingers than they can locate; the extra
    /// contacts have the position of another finger and move with it.
    public var hasOwnPosition: Bool
    /// True for a landing that is reported late because the finger was taken for a palm. Such a landing makes no press, tap or
    /// long press.
    var isLate = false
    /// True for a landing that was held back: the finger may have moved before.
    var wasHeld = false

    public init(
        _ contact: ContactID, _ action: Action, at position: Vector, shape: ContactShape = ContactShape(),
        hasOwnPosition: Bool = true
    ) {
        self.contact = contact
        self.action = action
        self.position = position
        self.shape = shape
        self.hasOwnPosition = hasOwnPosition
    }
}
