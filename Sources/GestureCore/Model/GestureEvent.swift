/// Where a gesture stands. A discrete gesture is recognized by `ended`.
public enum GesturePhase: Hashable, Sendable, CaseIterable {
    /// It may yet become another gesture, as a tap that a second may follow.
    case possible
    case began, changed, ended, cancelled
}

/// One step of one gesture.
public struct GestureEvent: Equatable, Sendable {
    /// What only some kinds carry.
    public enum Details: Equatable, Sendable {
        case none
        /// Whether the finger is inside: on `ended`, and on `changed` where it left or came back.
        case press(inside: Bool)
        /// The contact itself.
        case touch(ContactID, ContactShape)
        /// Whether somebody touches the surface, or has a short while ago.
        case activity(isActive: Bool)
        /// How many taps make this one (1 single, 2 double, …), which tap in a row the last of them was, and when it became
        /// final; while it is only `possible`, it is not.
        case tap(count: Int, run: Int, decided: Instant?)
        /// How far it has travelled in pt, and how fast it goes in pt/s.
        case motion(translation: Vector, velocity: Velocity)
        /// The same, and the axis along which it set out.
        case drag(Axis, translation: Vector, velocity: Velocity)
        case swipe(Direction, translation: Vector, velocity: Velocity)
        case edgeSwipe(EdgeLocation, Direction, translation: Vector, velocity: Velocity)
        /// How many times as far apart the fingers are as when it began, and how much that grows in a second.
        case pinch(scale: Double, velocity: Double)
        /// By how many degrees the fingers have turned, clockwise, further than a full turn too, and how fast in degrees/s.
        case rotation(degrees: Double, velocity: Double)
    }

    public var kind: GestureKind
    public var phase: GesturePhase
    /// Joins the events of one gesture, from 1 up, in the order in which the gestures of a subscription started.
    public var gesture: UInt64
    public var surface: SurfaceID
    /// The region that has the fingers; nil where no regions are asked for.
    public var region: RegionID?
    /// Of which composition asked for it is part; nil for what was asked for by itself.
    public var part: CompositionPart?
    /// The stamp of the input, or the instant of the deadline, that this event tells of.
    public var time: Instant
    public var fingers: Int
    /// The centre of the fingers in pt.
    public var point: Vector
    /// The same as parts of the whole surface, 0…1.
    public var position: UnitPoint
    public var details: Details
    /// Where its fingers landed, and when the first of them did.
    public var origin: Origin

    public struct Origin: Equatable, Sendable {
        /// The centre of the places, in pt; of taps that belong together, that of the last.
        public var point: Vector
        public var time: Instant
        /// The corners of the rectangle around the centres of all of them.
        public var low: Vector
        public var high: Vector

        public init(point: Vector, time: Instant) {
            self.point = point
            self.time = time
            low = point
            high = point
        }

        /// Takes in where an earlier tap landed, and when.
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
}

/// One of the two ways of a drag.
public enum Axis: Sendable, Equatable, CaseIterable {
    case horizontal, vertical

    /// The one along which a displacement is longer; of both alike the horizontal.
    init(of travel: Vector) {
        self = travel.y.magnitude.exceeds(travel.x.magnitude) ? .vertical : .horizontal
    }
}

/// Where along the rim of a surface something starts.
public enum EdgeLocation: Sendable, Equatable {
    case edge(Edge, Third)
    case corner(Corner)

    public enum Edge: Sendable, Hashable, CaseIterable {
        case left, right, top, bottom
    }

    /// Which third of an edge, from the left or from the top.
    public enum Third: Sendable, Equatable, CaseIterable {
        case first, middle, last
    }

    public enum Corner: Sendable, Equatable, CaseIterable {
        case topLeft, topRight, bottomLeft, bottomRight
    }

    /// Where `point` is along the rim; nil if it is farther than `buffer` from every edge.
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
