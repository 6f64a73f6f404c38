import GestureCore

/// Fingers that move. The gesture begins when they have moved beyond the slop, and goes on until they lift.
public struct DragGesture: Gesture {
    public struct Value: GestureValue, Hashable {
        public var context: EventContext
        /// The point from which the translation counts, in pt: where the fingers were when the drag began. nil if the program is not
        /// allowed to learn positions.
        public var startLocation: Vector?
        /// The distance travelled since the drag began, in pt. It excludes the slop, or the minimum distance.
        public var translation: Vector
        /// The velocity of the fingers, in pt per second.
        public var velocity: Vector
        /// The axis along which the drag started; nil until the fingers have moved beyond the slop.
        public var axis: Axis?
    }

    public typealias Body = Never

    var pattern = GesturePattern(.drag)

    /// - Parameters:
    ///   - direction: the direction in which the drag has to begin; any if nil. Not with a `minimumDistance` of 0.
    ///   - axis: the axis along which the drag has to begin, either way; any if nil. Not with a `direction` or a `minimumDistance` of 0.
    ///   - minimumDistance: the distance at which the drag begins, 0 … 10000 pt; beyond the slop if nil. With 0 it begins when the
    ///     fingers land.
    ///   - fingers: the accepted numbers of fingers, each 1 … 10.
    ///   - edge: the edge of the device at which the drag has to start, without the corners; anywhere if nil.
    ///   - locksAxis: if true, a drag that starts along an axis moves only along it, until the fingers clearly leave the axis.
    ///   - restingFingers: the number of other fingers that rest in the same region meanwhile, 0 … 9.
    ///   - area: the area in which the fingers have to land; anywhere if nil.
    public init(
        _ direction: Direction? = nil, axis: Axis? = nil, minimumDistance: Double? = nil, fingers: FingerSet = .any,
        from edge: Edge? = nil, locksAxis: Bool = false,
        whileResting restingFingers: Int = 0, in area: Rectangle? = nil
    ) {
        pattern.goes(direction)
        pattern.axis = axis
        pattern.minimumDistance = minimumDistance
        pattern.fingers = fingers
        pattern.edge = edge
        pattern.locksAxis = locksAxis
        pattern.restingFingers = restingFingers
        pattern.area = area
    }

    public var _recognition: GestureRecognition<Value> {
        GestureRecognition(pattern) { event, start in
            Value(
                context: event.context, startLocation: start.startLocation, translation: event.translation,
                velocity: event.velocity, axis: event.axis)
        }
    }
}

extension DragGesture.Value {
    /// The translation at which content would come to rest if the fingers lifted now, in pt.
    public var predictedEndTranslation: Vector { translation + velocity.coasting() }

    /// The location at which content would come to rest if the fingers lifted now, in pt; nil if the program is not allowed to learn
    /// positions.
    public var predictedEndLocation: Vector? { location.map { $0 + velocity.coasting() } }
}

extension Vector {
    /// UIScrollView's normal rate, and the service's default.
    public static let decelerationRate = 0.998
    /// Content that moves more slowly than this, in pt/s, rests.
    private static let slowest = 20.0

    /// The distance in pt that content travels after the fingers have lifted with this velocity in pt/s.
    ///
    /// Each millisecond keeps the same part of the speed, until it is below 20 pt/s: then the service counts the content as at rest.
    ///
    /// - Parameter rate: the part of the speed that each millisecond keeps, 0.9 … 0.9999, like the threshold ``GestureThresholds/decelerationRate``.
    public func coasting(decelerationRate rate: Double = decelerationRate) -> Vector {
        let speed = length
        guard speed > Self.slowest, 0..<1 ~= rate else { return .zero }
        // The sum of a geometric series from this speed down to the slowest.
        return self * ((speed - Self.slowest) / speed * rate / (1 - rate) / 1000)
    }
}
