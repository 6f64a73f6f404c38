import GestureCore

/// Fingers that cross a distance and lift. The gesture is recognized when they lift.
public struct SwipeGesture: Gesture {
    public struct Value: GestureValue, Hashable {
        public var context: EventContext
        /// The direction of travel, as the person sees it.
        public var direction: Direction
        /// The point at which the fingers landed, in pt; nil if the program is not allowed to learn positions.
        public var startLocation: Vector?
        /// The distance travelled, in pt.
        public var translation: Vector
        /// The velocity at the lift, in pt per second.
        public var velocity: Vector
    }

    public typealias Body = Never

    var pattern = GesturePattern(.swipe)

    /// - Parameters:
    ///   - direction: the only accepted direction; any if nil.
    ///   - directions: the number of directions to distinguish: four, or eight with the diagonals. A diagonal `direction` implies eight.
    ///   - fingers: the accepted numbers of fingers, each 1 … 10.
    ///   - minimumDistance: the shortest distance, 0 … 10000 pt, at least the slop. As configured if nil: 50 pt.
    ///   - minimumDuration: the shortest time from the first landing to the last lift, 0 … 60 s; in whole milliseconds.
    ///   - maximumDuration: the longest such time, 1 ms … 60 s; unlimited if nil.
    ///   - area: the area in which the fingers have to land; anywhere if nil.
    public init(
        _ direction: Direction? = nil, among directions: Direction.Count = .four, fingers: FingerSet = .any,
        minimumDistance: Double? = nil, minimumDuration: Duration? = nil, maximumDuration: Duration? = nil,
        in area: Rectangle? = nil
    ) {
        pattern.goes(direction, among: directions)
        pattern.fingers = fingers
        pattern.minimumDistance = minimumDistance
        pattern.minimumDuration = minimumDuration.map { Interval($0) }
        pattern.maximumDuration = maximumDuration.map { Interval($0) }
        pattern.area = area
    }

    public var _recognition: GestureRecognition<Value> {
        GestureRecognition(pattern) { event, _ in
            Value(
                context: event.context, direction: event.direction, startLocation: event.startLocation,
                translation: event.translation, velocity: event.velocity)
        }
    }
}

/// A swipe that starts at an edge or in a corner of the device.
public struct EdgeSwipeGesture: Gesture {
    public struct Value: GestureValue, Hashable {
        public var context: EventContext
        /// The edge at which the swipe started; nil if it started in a corner.
        public var edge: Edge?
        /// The corner in which the swipe started; nil if it started at an edge.
        public var corner: Corner?
        /// The third of the edge; nil in a corner, or if the program is not allowed to learn positions.
        public var section: Third?
        /// The direction of travel, as the person sees it.
        public var direction: Direction
        /// The point at which the fingers landed, in pt; nil if the program is not allowed to learn positions.
        public var startLocation: Vector?
        /// The distance travelled, in pt.
        public var translation: Vector
        /// The velocity at the lift, in pt per second.
        public var velocity: Vector
    }

    public typealias Body = Never

    var pattern = GesturePattern(.edgeSwipe)

    /// - Parameters:
    ///   - edge: the only accepted edge, without its corners; any edge or corner if nil.
    ///   - direction: the only accepted direction; any if nil.
    ///   - directions: the number of directions to distinguish: four, or eight with the diagonals. A diagonal `direction` implies eight.
    ///   - fingers: the accepted numbers of fingers, each 1 … 10.
    ///   - minimumDistance: the shortest distance, 0 … 10000 pt, at least the slop. As configured if nil: 50 pt.
    ///   - minimumDuration: the shortest time from the first landing to the last lift, 0 … 60 s; in whole milliseconds.
    ///   - maximumDuration: the longest such time, 1 ms … 60 s; unlimited if nil.
    ///   - area: the area in which the fingers have to land; anywhere if nil.
    public init(
        from edge: Edge? = nil, _ direction: Direction? = nil, among directions: Direction.Count = .four,
        fingers: FingerSet = .any, minimumDistance: Double? = nil, minimumDuration: Duration? = nil,
        maximumDuration: Duration? = nil, in area: Rectangle? = nil
    ) {
        pattern.edge = edge
        pattern.goes(direction, among: directions)
        pattern.fingers = fingers
        pattern.minimumDistance = minimumDistance
        pattern.minimumDuration = minimumDuration.map { Interval($0) }
        pattern.maximumDuration = maximumDuration.map { Interval($0) }
        pattern.area = area
    }

    public var _recognition: GestureRecognition<Value> {
        GestureRecognition(pattern) { event, _ in
            Value(
                context: event.context, edge: event.edge, corner: event.corner, section: event.section,
                direction: event.direction, startLocation: event.startLocation, translation: event.translation,
                velocity: event.velocity)
        }
    }
}

extension GesturePattern {
    mutating func goes(_ direction: Direction?, among directions: Direction.Count = .four) {
        self.direction = direction
        self.directions = direction?.minimumCount == .eight ? .eight : directions
    }
}
