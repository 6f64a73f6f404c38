import GestureCore

/// The facts that the events of all gestures carry.
public struct EventContext: Hashable, Sendable {
    /// The number of the event in its subscription, from 1. A gap means that a later `changed` replaced others.
    public var sequence: Int
    /// The number of the gesture: the same in all of its events.
    public var gesture: Int
    /// The id of the device.
    public var device: String
    /// The display of the device, if known, for example `HDMI-A-1`.
    public var output: String?
    /// The name of the region that contains the fingers, if the subscription has regions.
    public var region: String?
    /// The name that ``GestureSource/named(_:)`` gave the gesture.
    public var name: String?
    /// The modifier keys held at this time; empty if the service does not read them.
    public var modifiers: EventModifiers
    /// The kernel's time stamp of the input that caused the event, or the deadline that passed, since the start of CLOCK_MONOTONIC.
    /// For a tap, the time of the lift.
    public var time: Duration
    /// The number of fingers.
    public var fingers: Int
    /// The centre of the fingers in pt; nil if the program is not allowed to learn positions.
    public var location: Vector?
    /// The centre of the fingers as fractions of the device; nil if the program is not allowed to learn positions.
    public var position: UnitPoint?
}

/// The value of a gesture that is not composed of others.
public protocol GestureValue: Equatable, Sendable {
    var context: EventContext { get }
}

extension GestureValue {
    /// The kernel's time stamp of the input that caused the event, or the deadline that passed, since the start of CLOCK_MONOTONIC.
    public var time: Duration { context.time }
    /// The centre of the fingers in pt; nil if the program is not allowed to learn positions.
    public var location: Vector? { context.location }
    /// The centre of the fingers as fractions of the device; nil if the program is not allowed to learn positions.
    public var position: UnitPoint? { context.position }
    /// The number of fingers.
    public var fingers: Int { context.fingers }
    /// The modifier keys held at this time; empty if the service does not read them.
    public var modifiers: EventModifiers { context.modifiers }
}
