import GestureCore

/// One or several taps.
///
/// A tap is reported as `possible` when the finger lifts, if a tap with a higher count can follow, and `ended` when it is final.
public struct TapGesture: Gesture {
    public struct Value: GestureValue, Hashable {
        public var context: EventContext
        /// The number of presses: 1 for a single tap, 2 for a double tap.
        public var count: Int
        /// The number of this tap among taps in a row, from 1.
        public var run: Int
        /// The time at which the tap became final, since the start of CLOCK_MONOTONIC; nil while it is only possible.
        public var decided: Duration?
    }

    public typealias Body = Never

    var pattern = GesturePattern(.tap)

    /// - Parameters:
    ///   - count: the number of taps, 1 … 10.
    ///   - fingers: the accepted numbers of fingers, each 1 … 10.
    ///   - minimumDuration: the shortest time from the first landing to the last lift of each tap, 0 … 60 s; in whole milliseconds.
    ///   - maximumDuration: the longest such time, 1 ms … 60 s; unlimited if nil.
    ///   - restingFingers: the number of other fingers that rest in the same region meanwhile, 0 … 9.
    ///   - area: the area in which each tap has to land; anywhere if nil.
    public init(
        count: Int = 1, fingers: FingerSet = .any, minimumDuration: Duration? = nil, maximumDuration: Duration? = nil,
        whileResting restingFingers: Int = 0, in area: Rectangle? = nil
    ) {
        pattern.count = count
        pattern.fingers = fingers
        pattern.minimumDuration = minimumDuration.map { Interval($0) }
        pattern.maximumDuration = maximumDuration.map { Interval($0) }
        pattern.restingFingers = restingFingers
        pattern.area = area
    }

    public var _recognition: GestureRecognition<Value> {
        GestureRecognition(pattern) { event, _ in
            Value(context: event.context, count: event.count, run: event.run, decided: event.decided)
        }
    }
}
