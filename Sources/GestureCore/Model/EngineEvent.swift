/// The state of a gesture. A discrete gesture is recognized by `ended`.
public enum GesturePhase: Hashable, Sendable, CaseIterable {
    /// The gesture can still become another one: a second tap can follow a tap.
    case possible
    case began, changed, ended, cancelled
}

/// One event of one gesture.
public struct EngineEvent: Equatable, Sendable {
    /// The data that only some kinds carry.
    public enum Details: Equatable, Sendable {
        case none
        /// `inside` is true if the finger is inside the region: on `ended`, and on `changed` when the finger leaves or comes back.
        case press(inside: Bool)
        /// The contact, and its pressure and size.
        case touch(ContactID, ContactShape)
        /// `isActive` is true if the surface is touched, or was touched within the idle time.
        case activity(isActive: Bool)
        /// The number of taps in this gesture (1 single, 2 double, …), the position of the last one in the run of taps, and the
        /// time at which the gesture became final; nil while it is only `possible`.
        case tap(count: Int, run: Int, decided: Instant?)
        /// The translation in pt and the velocity in pt/s.
        case motion(translation: Vector, velocity: Velocity)
        /// The same, and the axis along which the drag set out; nil until it has moved beyond slop.
        case drag(Axis?, translation: Vector, velocity: Velocity)
        case swipe(Direction, translation: Vector, velocity: Velocity)
        case edgeSwipe(EdgeLocation, Direction, translation: Vector, velocity: Velocity)
        /// The span of the fingers as a multiple of the span when the gesture began, and the change of that scale per second.
        case pinch(scale: Double, velocity: Double)
        /// The angle in degrees that the fingers have turned, clockwise and not limited to a full turn, and its change in
        /// degrees/s.
        case rotation(degrees: Double, velocity: Double)
        /// The index of the shape among the different shapes of the composition, and its similarity to the stroke, 0 … 1.
        case stroke(shape: Int, score: Double)
    }

    public var kind: GestureKind
    public var phase: GesturePhase
    /// The index of the recognizers that found the gesture, while a composition decides on the event.
    var group: Int {
        get { Int(groupIndex) }
        set { groupIndex = UInt8(truncatingIfNeeded: newValue) }
    }
    /// Stored in a byte, which the alignment of the next member leaves free.
    private var groupIndex: UInt8 = 0
    /// The number of the gesture, which all of its events share. A subscription numbers its gestures from 1 in the order in
    /// which they start.
    public var gesture: UInt64
    public var surface: SurfaceID
    /// The region that the fingers belong to; nil for activity, and if the subscription has no regions.
    public var region: RegionID?
    /// The composition that the event is part of; nil if the gesture was requested by itself.
    public var part: CompositionPart?
    /// The time stamp of the input, or the instant of the deadline, that the event reports. A tap that was held back has the
    /// time of its last lift.
    public var time: Instant
    public var fingers: Int
    /// The centre of the fingers in pt.
    public var point: Vector
    /// The same as fractions of the whole surface, 0…1.
    public var position: UnitPoint
    public var details: Details
    /// The landing point of the fingers, and the time of the first landing.
    public var origin: Origin

    public struct Origin: Equatable, Sendable {
        /// The centre of the landing points in pt; for several taps in one gesture, that of the last tap.
        public var point: Vector
        public var time: Instant
        /// The corners of the rectangle around the centres of all taps in the gesture.
        public var low: Vector
        public var high: Vector

        public init(point: Vector, time: Instant) {
            self.point = point
            self.time = time
            low = point
            high = point
        }

        /// Includes the landing point and time of an earlier tap.
        mutating func formUnion(earlier: Origin) {
            time = min(time, earlier.time)
            low = Vector(x: min(low.x, earlier.low.x), y: min(low.y, earlier.low.y))
            high = Vector(x: max(high.x, earlier.high.x), y: max(high.y, earlier.high.y))
        }
    }

    /// - Parameter origin: `point` at `time` if nil.
    public init(
        kind: GestureKind, phase: GesturePhase, gesture: UInt64, surface: SurfaceID, time: Instant, fingers: Int,
        point: Vector, position: UnitPoint, details: Details, origin: Origin? = nil, region: RegionID? = nil,
        part: CompositionPart? = nil
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
        self.origin = origin ?? Origin(point: point, time: time)
        self.region = region
        self.part = part
    }

    init(
        kind: GestureKind, phase: GesturePhase, gesture: UInt64, surface: SurfaceID, time: Instant, fingers: Int,
        point: Vector, position: UnitPoint, details: Details, origin: Origin, region: RegionID?, group: Int
    ) {
        self.init(
            kind: kind, phase: phase, gesture: gesture, surface: surface, time: time, fingers: fingers, point: point,
            position: position, details: details, origin: origin, region: region)
        self.group = group
    }
}

/// The main axis of a drag.
public enum Axis: Sendable, Equatable, CaseIterable {
    case horizontal, vertical

    /// The axis along which a displacement is longer; horizontal if both are equal.
    init(of travel: Vector) {
        self = travel.y.magnitude.exceeds(travel.x.magnitude) ? .vertical : .horizontal
    }
}

extension Direction {
    /// The name in words, e.g. `up-left`.
    package var words: StaticString {
        switch self {
        case .up: "up"
        case .down: "down"
        case .left: "left"
        case .right: "right"
        case .upLeft: "up-left"
        case .upRight: "up-right"
        case .downLeft: "down-left"
        case .downRight: "down-right"
        }
    }
}

/// A position along the rim of a surface.
public enum EdgeLocation: Sendable, Equatable {
    case edge(Edge, Third)
    case corner(Corner)

    public enum Edge: Sendable, Hashable, CaseIterable {
        case left, right, top, bottom
    }

    /// A third of an edge, counted from the left or from the top.
    public enum Third: Sendable, Equatable, CaseIterable {
        case first, middle, last
    }

    public enum Corner: Sendable, Equatable, CaseIterable {
        case topLeft, topRight, bottomLeft, bottomRight
    }

    /// The location of `point` along the rim; nil if `point` is farther than `buffer` from every edge.
    init?(of point: Vector, within buffer: Points, on surface: Surface) {
        let size = surface.size
        let isLeft = !point.x.exceeds(buffer)
        let isRight = !(size.x - point.x).exceeds(buffer)
        let isTop = !point.y.exceeds(buffer)
        let isBottom = !(size.y - point.y).exceeds(buffer)
        switch (isLeft, isRight, isTop, isBottom) {
        case (true, _, true, _): self = .corner(.topLeft)
        case (_, true, true, _): self = .corner(.topRight)
        case (true, _, _, true): self = .corner(.bottomLeft)
        case (_, true, _, true): self = .corner(.bottomRight)
        case (true, _, _, _): self = .edge(.left, Self.third(point.y, of: size.y))
        case (_, true, _, _): self = .edge(.right, Self.third(point.y, of: size.y))
        case (_, _, true, _): self = .edge(.top, Self.third(point.x, of: size.x))
        case (_, _, _, true): self = .edge(.bottom, Self.third(point.x, of: size.x))
        case (false, false, false, false): return nil
        }
    }

    private static func third(_ coordinate: Points, of length: Points) -> Third {
        if (length / 3).exceeds(coordinate) { return .first }
        return (length * 2 / 3).exceeds(coordinate) ? .middle : .last
    }
}

extension EdgeLocation.Edge {
    /// The direction away from the edge.
    package var inwards: Direction {
        switch self {
        case .left: .right
        case .right: .left
        case .top: .down
        case .bottom: .up
        }
    }
}
