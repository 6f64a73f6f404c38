import GestureCore

/// Modifier keys, with the names of SwiftUI.
///
/// ```swift
/// let zoom = MagnifyGesture().modifiers(.control)
/// ```
///
/// ``numericPad`` and ``function`` exist so that code written for SwiftUI compiles. The service never reports them.
public struct EventModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The state of the lock, not of its key.
    public static let capsLock = EventModifiers(rawValue: 1 << 0)
    public static let shift = EventModifiers(rawValue: 1 << 1)
    public static let control = EventModifiers(rawValue: 1 << 2)
    /// The Alt key.
    public static let option = EventModifiers(rawValue: 1 << 3)
    /// The key with the logo (Super).
    public static let command = EventModifiers(rawValue: 1 << 4)
    /// A key of the numeric keypad. Never set: reading these keys would mean reading PINs.
    public static let numericPad = EventModifiers(rawValue: 1 << 5)
    /// The Fn key. Never set: most keyboards do not report it.
    public static let function = EventModifiers(rawValue: 1 << 6)
    /// All of the above, including those that are never set.
    public static let all: EventModifiers = [.capsLock, .shift, .control, .option, .command, .numericPad, .function]

    /// The keys that the service reads.
    private static let keys: [(EventModifiers, GestureCore.EventModifiers)] = [
        (.capsLock, .capsLock), (.shift, .shift), (.control, .control), (.option, .alt), (.command, .super),
    ]

    init(_ core: GestureCore.EventModifiers) {
        self.init(Self.keys.filter { core.contains($0.1) }.map(\.0))
    }

    /// The same modifiers in the core; nil if one of them is not read by the service.
    package var core: GestureCore.EventModifiers? {
        let keys = Self.keys.filter { contains($0.0) }
        return self == EventModifiers(keys.map(\.0)) ? GestureCore.EventModifiers(keys.map(\.1)) : nil
    }
}
