/// A kind of gesture, and further conditions that it has to meet.
public struct GesturePattern: Hashable, Sendable {
    public var kind: GestureKind
    /// For taps: the number of taps, 1 … 10.
    public var count = 1
    public var fingers = FingerSet.any
    /// For drags: true if a drag that sets out along an axis stays on it until it clearly leaves it.
    public var locksAxis = false
    /// For swipes: the number of directions to distinguish.
    public var directions = Direction.Count.four
    /// For activity: the time without a touch after which the surface is idle.
    public var idleTime: Interval?
    /// For strokes: the shape; without one, no stroke is recognized.
    public var shape: StrokeShape?

    /// The area in which the centre of the fingers has to land; anywhere if nil.
    public var area: Rectangle?
    /// The direction in which a swipe has to go, or a drag has to begin; any if nil.
    public var direction: Direction?
    /// The axis along which a drag has to begin, each with its two directions; any if nil.
    public var axis: Axis?
    /// The way in which a pinch or a rotation has to begin; any if nil.
    public var spreadDirection: SpreadDirection?
    /// The edge at which an edge swipe or a drag has to start, without the corners; any edge or corner if nil.
    public var edge: EdgeLocation.Edge?
    /// For long presses: the time for which the fingers have to rest, in place of ``Thresholds/longPress``. For taps and swipes: the
    /// shortest time from the first landing to the last lift; each of several taps has to last as long.
    public var minimumDuration: Interval?
    /// For taps and swipes: the longest time from the first landing to the last lift, for each of several taps.
    public var maximumDuration: Interval?
    /// For drags: the distance at which they begin, in pt, in place of the slop; 0 for the landing. For swipes: the shortest
    /// distance, in place of ``Thresholds/swipeDistance``.
    public var minimumDistance: Points?
    /// The modifier keys that have to be held when the gesture is recognized, and no others; any if nil.
    public var modifiers: EventModifiers?
    /// For taps and drags: the number of other fingers that have to rest on the region meanwhile.
    public var restingFingers = 0
    /// Whether the gesture claims its fingers when it is published: see ``GestureEngine/claims``.
    public var claims = false

    public init(_ kind: GestureKind) { self.kind = kind }

    /// Whether the pattern has conditions that a ``GestureSelection`` cannot express.
    public var isParticular: Bool {
        area != nil || direction != nil || axis != nil || spreadDirection != nil || edge != nil
            || minimumDuration != nil || maximumDuration != nil || minimumDistance != nil || modifiers != nil
            || restingFingers > 0 || claims
    }

    /// The recognizers that the gesture needs.
    var variant: RecognizerVariant {
        RecognizerVariant(
            longPress: kind == .longPress ? minimumDuration : nil, dragDistance: kind == .drag ? minimumDistance : nil,
            restingFingers: restingFingers)
    }

    /// The limits of the time from the first landing to the last lift.
    public var durations: ClosedRange<Interval> {
        let least = minimumDuration ?? .zero
        return least...max(least, maximumDuration ?? .max)
    }

    /// Returns whether the first event of a gesture of the right ``variant`` meets the pattern. The modifier keys are not checked.
    ///
    /// - Parameter thresholds: the thresholds of the subscription.
    func matches(_ event: EngineEvent, on surface: Surface, _ thresholds: Thresholds) -> Bool {
        violation(by: event, on: surface, thresholds) == nil
    }

    /// A condition of a pattern that an event does not meet, and the measured value.
    enum Violation: Equatable, Sendable {
        case kind, fingers, area
        /// The number of taps.
        case count
        case score(Double)
        case distance(Points)
        case duration(Interval)
        case direction
        /// The direction in which a drag begins.
        case axis(Direction)
        case edge
    }

    /// Returns the first condition that an event does not meet; nil if it meets the pattern. See ``matches(_:on:_:)``.
    func violation(by event: EngineEvent, on surface: Surface, _ thresholds: Thresholds) -> Violation? {
        guard event.kind == kind else { return .kind }
        guard fingers.contains(event.fingers) else { return .fingers }
        if let area {
            guard area.contains(surface.normalized(event.origin.low)),
                area.contains(surface.normalized(event.origin.high))
            else { return .area }
        }
        switch event.details {
        case .tap(let count, _, _): return count == self.count ? nil : .count
        case .stroke(_, let score): return score.reaches(shape?.threshold ?? 0) ? nil : .score(score)
        case .drag(_, let translation, _):
            if let axis {
                let begun = Direction(of: translation, among: .four)
                guard begun.axis == axis else { return .axis(begun) }
            }
            guard goesThere(translation) else { return .direction }
            if edge != nil {
                let location = EdgeLocation(of: event.origin.point, within: thresholds.edge, on: surface)
                guard starts(at: location) else { return .edge }
            }
            return nil
        case .pinch, .rotation: return spreadDirection?.isBegun(with: event.details) ?? true ? nil : .direction
        case .swipe(_, let travel, _): return violation(by: event, travel, on: surface, thresholds)
        case .edgeSwipe(let location, _, let travel, _):
            if let violation = violation(by: event, travel, on: surface, thresholds) { return violation }
            return edge == nil || starts(at: location) ? nil : .edge
        default: return nil
        }
    }

    private func violation(
        by swipe: EngineEvent, _ travel: Vector, on surface: Surface, _ thresholds: Thresholds
    ) -> Violation? {
        let length = travel.length
        guard length.reaches(shortest(of: swipe, on: surface, thresholds)) else { return .distance(length) }
        let duration = swipe.time - swipe.origin.time
        guard durations.contains(duration) else { return .duration(duration) }
        return goesThere(travel) ? nil : .direction
    }

    /// The shortest distance of a swipe that meets the pattern, in pt.
    func shortest(of swipe: EngineEvent, on surface: Surface, _ thresholds: Thresholds) -> Points {
        minimumDistance ?? thresholds.swipeDistance(fingers: swipe.fingers, on: surface.kind)
    }

    private func starts(at location: EdgeLocation?) -> Bool {
        if case .edge(let edge, _)? = location { edge == self.edge } else { false }
    }

    private func goesThere(_ travel: Vector) -> Bool {
        direction == nil || direction == Direction(of: travel, among: directions)
    }

    /// The details of a matching event, with the direction among as many as ``directions`` distinguishes.
    func details(_ details: EngineEvent.Details) -> EngineEvent.Details {
        switch details {
        case .swipe(_, let travel, let velocity):
            .swipe(Direction(of: travel, among: directions), translation: travel, velocity: velocity)
        case .edgeSwipe(let location, _, let travel, let velocity):
            .edgeSwipe(location, Direction(of: travel, among: directions), translation: travel, velocity: velocity)
        default: details
        }
    }
}
