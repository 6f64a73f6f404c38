/// The modifier keys that are held, on any keyboard.
public struct EventModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let alt = EventModifiers(rawValue: 1 << 0)
    /// The state of the lock, not of its key.
    public static let capsLock = EventModifiers(rawValue: 1 << 1)
    public static let control = EventModifiers(rawValue: 1 << 2)
    public static let shift = EventModifiers(rawValue: 1 << 3)
    /// The key with the logo.
    public static let `super` = EventModifiers(rawValue: 1 << 4)
}

/// The modifiers over time. An event that is reported late has the modifiers of its own time.
///
/// Keeps the last ``room`` changes, and allocates only when it is created.
public struct ModifierHistory: Equatable, Sendable {
    private struct Change: Equatable, Sendable {
        var time: Instant
        var modifiers: EventModifiers
    }

    /// The number of changes kept: more than fingers make in the seconds for which an event can be held back.
    static let room = 64

    /// A ring buffer. `next` is the index of the oldest change, which is replaced first.
    private var changes = [Change](repeating: Change(time: .distantPast, modifiers: []), count: Self.room)
    private var next = 0
    /// The modifiers before the oldest change.
    private var before: EventModifiers = []

    public init() {}

    /// The modifiers since the last change.
    public var latest: EventModifiers { changes[(next + Self.room - 1) % Self.room].modifiers }

    /// Records the modifiers from `time` on. A time before the last change counts as the time of the last change.
    public mutating func note(_ modifiers: EventModifiers, at time: Instant) {
        guard modifiers != latest else { return }
        let last = changes[(next + Self.room - 1) % Self.room].time
        before = changes[next].modifiers
        changes[next] = Change(time: max(time, last), modifiers: modifiers)
        next = (next + 1) % Self.room
    }

    /// The modifiers at an instant, including a change at that very instant.
    public func modifiers(at time: Instant) -> EventModifiers {
        for age in 1...Self.room {
            let change = changes[(next + Self.room - age) % Self.room]
            if change.time <= time { return change.modifiers }
        }
        return before
    }
}
