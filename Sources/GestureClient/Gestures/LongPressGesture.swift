import GestureCore

/// Fingers that rest for a while. The gesture begins after that time, and goes on until the fingers lift, while they can move.
public struct LongPressGesture: Gesture {
    public struct Value: GestureValue, Hashable {
        public var context: EventContext
        /// The distance travelled since the gesture began, in pt.
        public var translation: Vector
        /// The velocity of the fingers, in pt per second.
        public var velocity: Vector
    }

    public typealias Body = Never

    var pattern = GesturePattern(.longPress)

    /// - Parameters:
    ///   - minimumDuration: the time that the fingers have to rest, 0 … 60 s; in whole milliseconds. As configured if nil: 600 ms.
    ///   - fingers: the accepted numbers of fingers, each 1 … 10.
    ///   - area: the area in which the fingers have to land; anywhere if nil.
    public init(minimumDuration: Duration? = nil, fingers: FingerSet = .any, in area: Rectangle? = nil) {
        pattern.minimumDuration = minimumDuration.map { Interval($0) }
        pattern.fingers = fingers
        pattern.area = area
    }

    public var _recognition: GestureRecognition<Value> {
        GestureRecognition(pattern) { event, _ in
            Value(context: event.context, translation: event.translation, velocity: event.velocity)
        }
    }
}
