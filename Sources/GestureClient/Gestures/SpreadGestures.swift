import GestureCore

/// Two or more fingers that move apart or together.
public struct MagnifyGesture: Gesture {
    public struct Value: GestureValue, Hashable {
        public var context: EventContext
        /// The distance of the fingers, divided by their distance at the beginning; above 0.
        public var magnification: Double
        /// The change of the magnification per second.
        public var velocity: Double
        /// The centre of the fingers at the beginning in pt, and as fractions of the device; nil if the program is not allowed to
        /// learn positions.
        public var startLocation: Vector?
        public var startAnchor: UnitPoint?
    }

    public typealias Body = Never

    var pattern = GesturePattern(.pinch)

    /// The way in which the fingers have to begin to move.
    public enum Direction: Hashable, Sendable { case `in`, out }

    /// - Parameters:
    ///   - direction: the way in which the gesture has to begin; any if nil.
    ///   - fingers: the accepted numbers of fingers, each 2 … 10.
    ///   - area: the area in which the fingers have to land; anywhere if nil.
    public init(_ direction: Direction? = nil, fingers: FingerSet = .any, in area: Rectangle? = nil) {
        pattern.spreadDirection = direction.map { $0 == .in ? .inwards : .outwards }
        pattern.fingers = fingers
        pattern.area = area
    }

    public var _recognition: GestureRecognition<Value> {
        GestureRecognition(pattern) { event, start in
            Value(
                context: event.context, magnification: event.amount, velocity: event.amountVelocity,
                startLocation: start.context.location, startAnchor: start.context.position)
        }
    }
}

/// Two or more fingers that turn around each other.
public struct RotateGesture: Gesture {
    public struct Value: GestureValue, Hashable {
        public var context: EventContext
        /// The angle since the beginning, clockwise; two full turns are 720°.
        public var rotation: Angle
        /// The change of the rotation per second.
        public var velocity: Angle
        /// The centre of the fingers at the beginning in pt, and as fractions of the device; nil if the program is not allowed to
        /// learn positions.
        public var startLocation: Vector?
        public var startAnchor: UnitPoint?
    }

    public typealias Body = Never

    var pattern = GesturePattern(.rotation)

    /// The way in which the fingers have to begin to turn.
    public enum Direction: Hashable, Sendable { case clockwise, counterclockwise }

    /// - Parameters:
    ///   - direction: the way in which the gesture has to begin; any if nil.
    ///   - fingers: the accepted numbers of fingers, each 2 … 10.
    ///   - area: the area in which the fingers have to land; anywhere if nil.
    public init(_ direction: Direction? = nil, fingers: FingerSet = .any, in area: Rectangle? = nil) {
        pattern.spreadDirection = direction.map { $0 == .clockwise ? .clockwise : .counterclockwise }
        pattern.fingers = fingers
        pattern.area = area
    }

    public var _recognition: GestureRecognition<Value> {
        GestureRecognition(pattern) { event, start in
            Value(
                context: event.context, rotation: .degrees(event.amount), velocity: .degrees(event.amountVelocity),
                startLocation: start.context.location, startAnchor: start.context.position)
        }
    }
}
