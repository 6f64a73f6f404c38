/// What a touch on a region can make beside movements: less than all where regions are nested, the region is disabled, or the touch
/// stops a fling.
struct TouchPermits: OptionSet, Sendable {
    let rawValue: UInt8

    static let press = TouchPermits(rawValue: 1 << 0)
    /// Taps of one finger.
    static let taps = TouchPermits(rawValue: 1 << 1)
    /// Long presses, and taps of several fingers.
    static let holds = TouchPermits(rawValue: 1 << 2)
    /// Drags that begin before the finger has moved beyond slop.
    static let earlyDrags = TouchPermits(rawValue: 1 << 3)

    /// What a disabled region does not recognize.
    static let actions: TouchPermits = [.press, .taps, .holds]
    static let all: TouchPermits = [.actions, .earlyDrags]
}

/// The state of a movement that other fingers can join.
enum Movement: Equatable, Sendable {
    case none
    case accepts
    case refuses
}
