/// Keys that change what others mean: which of them are held, on any keyboard.
public struct EventModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let alt = EventModifiers(rawValue: 1 << 0)
    /// The lock itself, not its key.
    public static let capsLock = EventModifiers(rawValue: 1 << 1)
    public static let control = EventModifiers(rawValue: 1 << 2)
    public static let shift = EventModifiers(rawValue: 1 << 3)
    /// The key with the logo.
    public static let `super` = EventModifiers(rawValue: 1 << 4)
}

/// Which modifiers were held when: an event that is told late has those of its own time.
///
/// Remembers the last changes, ``room`` of them, and never allocates after it was made.
public struct ModifierHistory: Equatable, Sendable {
    private struct Change: Equatable, Sendable {
        var time: Instant
        var modifiers: EventModifiers
    }

    /// More changes than fingers make in the seconds that an event may be held back.
    static let room = 64

    /// A ring: `next` is where the oldest is, which goes first.
    private var changes = [Change](repeating: Change(time: .distantPast, modifiers: []), count: Self.room)
    private var next = 0
    /// What was held before the oldest change.
    private var before: EventModifiers = []

    public init() {}

    /// What is held since the last change.
    public var latest: EventModifiers { changes[(next + Self.room - 1) % Self.room].modifiers }

    /// Takes down what is held from `time` on; a time that goes back counts as that of the last change.
    public mutating func note(_ modifiers: EventModifiers, at time: Instant) {
        guard modifiers != latest else { return }
        let last = changes[(next + Self.room - 1) % Self.room].time
        before = changes[next].modifiers
        changes[next] = Change(time: max(time, last), modifiers: modifiers)
        next = (next + 1) % Self.room
    }

    /// What was held at an instant, changes at that very instant included.
    public func modifiers(at time: Instant) -> EventModifiers {
        for age in 1...Self.room {
            let change = changes[(next + Self.room - age) % Self.room]
            if change.time <= time { return change.modifiers }
        }
        return before
    }
}
