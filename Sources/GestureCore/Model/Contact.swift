/// One finger from down to up; the number is never reused while the service runs.
public struct ContactID: Hashable, Sendable {
    public var number: UInt64

    public init(_ number: UInt64) { self.number = number }
}

/// How firmly and how broadly a finger touches, as far as the device says.
public struct ContactShape: Equatable, Sendable {
    /// From the lightest touch, 0, to the hardest that the device can tell, 1.
    public var pressure: Double?
    /// The longer diameter of what touches, in pt.
    public var major: Points?

    public init(pressure: Double? = nil, major: Points? = nil) {
        self.pressure = pressure
        self.major = major
    }
}

/// What happened to one contact in one frame.
public struct ContactChange: Equatable, Sendable {
    /// In the order in which they are taken when they come in one frame.
    public enum Action: Equatable, Sendable, CaseIterable {
        /// The finger is lost without a clean lift: unplugged, recognized as a palm, or gone from sight in an overrun.
        case cancel
        /// The finger moved while down, or touches more or less firmly.
        case move
        /// The finger was lifted cleanly.
        case up
        /// The finger landed.
        case down
    }

    /// Which actions there are among some changes: most frames have moves alone.
    struct Actions: Equatable, Sendable {
        private var bits: UInt8 = 0

        init(of changes: [ContactChange]) {
            for index in changes.indices { bits |= Self.bit(changes[index].action) }
        }

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
    /// Where the contact is now, or was last, in pt from the top left corner of its surface.
    public var position: Vector
    public var shape: ContactShape
    /// Whether the position is its own. Some devices count more fingers than they can place: those are where another is, and
    /// go where it goes.
    public var hasOwnPosition: Bool
    /// Whether this is a landing that is reported late, because the finger was taken for a palm: it makes no press, tap or long
    /// press.
    var isLate = false

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
