/// What is recognized.
public enum GestureKind: Equatable, Sendable, CaseIterable {
    case press, tap, longPress, drag, swipe
}

/// Where a gesture stands. A discrete gesture is recognized by `ended`.
public enum GesturePhase: Equatable, Sendable, CaseIterable {
    /// It may yet become another gesture, as a tap that a second may follow.
    case possible
    case began, changed, ended, cancelled
}

/// One step of one gesture.
public struct GestureEvent: Equatable, Sendable {
    /// What only some kinds carry.
    public enum Details: Equatable, Sendable {
        case none
        /// Whether the finger was inside when it was lifted: on `ended`.
        case press(inside: Bool)
        /// How many taps make this one (1 single, 2 double, …), which tap in a row the last of them was, and when it became
        /// final; while it is only `possible`, it is not.
        case tap(count: Int, run: Int, decided: Instant?)
        /// How far it has travelled in pt, and how fast it goes in pt/s.
        case motion(translation: Vector, velocity: Vector)
        case swipe(Direction, translation: Vector, velocity: Vector)
    }

    public var kind: GestureKind
    public var phase: GesturePhase
    /// Joins the events of one gesture, from 1 up, in the order in which the gestures of a subscription started.
    public var gesture: UInt64
    public var surface: SurfaceID
    /// The stamp of the input, or the instant of the deadline, that this event tells of.
    public var time: Instant
    public var fingers: Int
    /// The centre of the fingers in pt.
    public var point: Vector
    /// The same as parts of the whole surface, 0…1.
    public var position: Vector
    public var details: Details

    public init(
        kind: GestureKind, phase: GesturePhase, gesture: UInt64, surface: SurfaceID, time: Instant, fingers: Int,
        point: Vector, position: Vector, details: Details
    ) {
        self.kind = kind
        self.phase = phase
        self.gesture = gesture
        self.surface = surface
        self.time = time
        self.fingers = fingers
        self.point = point
        self.position = position
        self.details = details
    }
}
