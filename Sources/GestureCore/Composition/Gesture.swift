import Text

/// A gesture as a value that can be composed with others:
///
/// ```
/// TapGesture(count: 2).exclusively(before: DragGesture())
/// LongPressGesture().sequenced(before: DragGesture()).named("move")
/// ```
public protocol Gesture: Equatable, Sendable {
    var expression: GestureExpression { get }
}

/// A gesture, or a composition of gestures.
public indirect enum GestureExpression: Hashable, Sendable {
    case gesture(GesturePattern)
    /// One member for each touch: the first that is recognized. If one frame has several, the first in the list wins.
    case exclusive([GestureExpression])
    /// All members, side by side.
    case simultaneous([GestureExpression])
    /// One member after the other. With a limit, all of them within that time from the first landing.
    case sequence([GestureExpression], within: Interval?)
}

extension GestureExpression {
    /// The number of gestures and compositions in the expression.
    var nodeCount: Int {
        switch self {
        case .gesture: 1
        case .exclusive(let members), .simultaneous(let members), .sequence(let members, _):
            members.reduce(1) { $0 + $1.nodeCount }
        }
    }

    /// Returns true if a gesture in the expression meets a condition.
    func contains(where condition: (GesturePattern) -> Bool) -> Bool {
        switch self {
        case .gesture(let pattern): condition(pattern)
        case .exclusive(let members), .simultaneous(let members), .sequence(let members, _):
            members.contains { $0.contains(where: condition) }
        }
    }

    /// The different recognizers that the gestures need.
    var variants: [RecognizerVariant] { distinct { $0.variant } }

    /// The different values of a property of the gestures in the expression. Not as a set, which needs the C library for mathematics.
    public func distinct<Value: Equatable>(_ value: (GesturePattern) -> Value?) -> [Value] {
        switch self {
        case .gesture(let pattern): return value(pattern).map { [$0] } ?? []
        case .exclusive(let members), .simultaneous(let members), .sequence(let members, _):
            var values: [Value] = []
            for member in members {
                for value in member.distinct(value) where !values.contains(value) { values.append(value) }
            }
            return values
        }
    }

    /// The shapes of the strokes in the expression, in the order of ``paths``; nil for other gestures and for compositions.
    public var shapes: [StrokeShape?] {
        switch self {
        case .gesture(let pattern): [pattern.shape]
        case .exclusive(let members), .simultaneous(let members), .sequence(let members, _):
            members.reduce(into: [nil]) { $0 += $1.shapes }
        }
    }

    /// The number of templates of all strokes in the expression.
    public var templateCount: Int { shapes.reduce(0) { $0 + ($1?.templates.count ?? 0) } }

    /// The way from the root to each gesture and composition in the expression, as indices of members: first the root, whose way
    /// is empty, and each composition before its members.
    public var paths: [[Int]] {
        var paths: [[Int]] = [[]]
        switch self {
        case .gesture: break
        case .exclusive(let members), .simultaneous(let members), .sequence(let members, _):
            for (index, member) in members.enumerated() { paths += member.paths.map { [index] + $0 } }
        }
        return paths
    }
}

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
    /// The direction in which a swipe has to go; any if nil.
    public var direction: Direction?
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

    public init(_ kind: GestureKind) { self.kind = kind }

    /// True if the pattern has conditions that a ``GestureSelection`` cannot express.
    public var isParticular: Bool {
        area != nil || direction != nil || edge != nil || minimumDuration != nil || maximumDuration != nil
            || minimumDistance != nil || modifiers != nil || restingFingers > 0
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

    /// Returns true if an event of the right ``variant`` meets the pattern. The modifier keys are not checked.
    ///
    /// - Parameter thresholds: the thresholds of the subscription.
    func matches(_ event: GestureEvent, on surface: Surface, _ thresholds: Thresholds) -> Bool {
        guard event.kind == kind, fingers.contains(event.fingers) else { return false }
        if let area {
            guard area.contains(surface.normalized(event.origin.low)),
                area.contains(surface.normalized(event.origin.high))
            else { return false }
        }
        switch event.details {
        case .tap(let count, _, _): return count == self.count
        case .stroke(_, let score): return score.reaches(shape?.threshold ?? 0)
        case .drag:
            return edge == nil || starts(at: EdgeLocation(of: event.origin.point, within: thresholds.edge, on: surface))
        case .swipe(_, let travel, _): return goesThere(travel, event, thresholds)
        case .edgeSwipe(let location, _, let travel, _):
            return goesThere(travel, event, thresholds) && (edge == nil || starts(at: location))
        default: return true
        }
    }

    private func starts(at location: EdgeLocation?) -> Bool {
        if case .edge(let edge, _)? = location { edge == self.edge } else { false }
    }

    private func goesThere(_ travel: Vector, _ swipe: GestureEvent, _ thresholds: Thresholds) -> Bool {
        travel.length.reaches(minimumDistance ?? thresholds.swipeDistance)
            && durations.contains(swipe.time - swipe.origin.time)
            && (direction == nil || direction == Direction(of: travel, among: directions))
    }

    /// The details of a matching event, with the direction among as many as ``directions`` distinguishes.
    func details(_ details: GestureEvent.Details) -> GestureEvent.Details {
        switch details {
        case .swipe(_, let travel, let velocity):
            .swipe(Direction(of: travel, among: directions), translation: travel, velocity: velocity)
        case .edgeSwipe(let location, _, let travel, let velocity):
            .edgeSwipe(location, Direction(of: travel, among: directions), translation: travel, velocity: velocity)
        default: details
        }
    }
}

/// One gesture, or several that are recognized together. A composition is recognized independently: nothing outside of it
/// competes with its gestures.
public struct Composition: Hashable, Sendable {
    /// The name that events of the composition carry.
    public var name: ByteString?
    public var expression: GestureExpression
    /// True if the client requested the members one by one: the strokes of a list, of which only the most similar one is reported.
    /// Their events have no path.
    public var joinsEntries: Bool

    public init(name: ByteString? = nil, _ expression: GestureExpression, joinsEntries: Bool = false) {
        self.name = name
        self.expression = expression
        self.joinsEntries = joinsEntries
    }
}

/// The composition that an event is part of.
public struct CompositionPart: Equatable, Sendable {
    /// The index of the composition in the requested list: the list of the region's own gestures, if the region has any.
    public var composition: Int
    /// The position of the gesture among all gestures and compositions in the expression, each before its members: the index in
    /// ``GestureExpression/paths``.
    public var node: Int
    /// For a sequence: the current stage, from 1, and the number of stages. A sequence that is a member of a sequence adds its
    /// stages to those of the other; of other nested sequences, the outermost counts.
    public var stage: Int?
    public var stages: Int?

    public init(composition: Int, node: Int = 0, stage: Int? = nil, stages: Int? = nil) {
        self.composition = composition
        self.node = node
        self.stage = stage
        self.stages = stages
    }
}

// MARK: Kinds

public struct TapGesture: Gesture {
    public var pattern = GesturePattern(.tap)

    /// - Parameters:
    ///   - count: 1 … 10.
    ///   - area: the area in which the taps have to be, in fractions of the surface; anywhere if nil.
    public init(count: Int = 1, fingers: FingerSet = .any, in area: Rectangle? = nil) {
        pattern.count = count
        pattern.fingers = fingers
        pattern.area = area
    }

    public var expression: GestureExpression { .gesture(pattern) }
}

public struct LongPressGesture: Gesture {
    public var pattern = GesturePattern(.longPress)

    public init(fingers: FingerSet = .any, in area: Rectangle? = nil) {
        pattern.fingers = fingers
        pattern.area = area
    }

    public var expression: GestureExpression { .gesture(pattern) }
}

public struct DragGesture: Gesture {
    public var pattern = GesturePattern(.drag)

    public init(fingers: FingerSet = .any, locksAxis: Bool = false, in area: Rectangle? = nil) {
        pattern.fingers = fingers
        pattern.locksAxis = locksAxis
        pattern.area = area
    }

    public var expression: GestureExpression { .gesture(pattern) }
}

public struct SwipeGesture: Gesture {
    public var pattern = GesturePattern(.swipe)

    /// - Parameter direction: any direction if nil.
    public init(
        _ direction: Direction? = nil, among directions: Direction.Count = .four, fingers: FingerSet = .any,
        in area: Rectangle? = nil
    ) {
        pattern.direction = direction
        pattern.directions = directions
        pattern.fingers = fingers
        pattern.area = area
    }

    public var expression: GestureExpression { .gesture(pattern) }
}

public struct EdgeSwipeGesture: Gesture {
    public var pattern = GesturePattern(.edgeSwipe)

    /// - Parameter edge: any edge or corner if nil.
    public init(from edge: EdgeLocation.Edge? = nil, fingers: FingerSet = .any) {
        pattern.edge = edge
        pattern.fingers = fingers
    }

    public var expression: GestureExpression { .gesture(pattern) }
}

public struct MagnifyGesture: Gesture {
    public var pattern = GesturePattern(.pinch)

    public init(fingers: FingerSet = .any, in area: Rectangle? = nil) {
        pattern.fingers = fingers
        pattern.area = area
    }

    public var expression: GestureExpression { .gesture(pattern) }
}

public struct RotateGesture: Gesture {
    public var pattern = GesturePattern(.rotation)

    public init(fingers: FingerSet = .any, in area: Rectangle? = nil) {
        pattern.fingers = fingers
        pattern.area = area
    }

    public var expression: GestureExpression { .gesture(pattern) }
}

/// Use it in one composition with all other strokes that can be meant, because only strokes of one composition compete.
public struct StrokeGesture: Gesture {
    public var pattern = GesturePattern(.stroke)

    public init(_ shape: StrokeShape, in area: Rectangle? = nil) {
        pattern.shape = shape
        pattern.area = area
    }

    public var expression: GestureExpression { .gesture(pattern) }
}

// MARK: Compositions

public struct ExclusiveGesture<First: Gesture, Second: Gesture>: Gesture {
    public var first: First
    public var second: Second

    public var expression: GestureExpression { .exclusive([first.expression, second.expression]) }
}

public struct SimultaneousGesture<First: Gesture, Second: Gesture>: Gesture {
    public var first: First
    public var second: Second

    public var expression: GestureExpression { .simultaneous([first.expression, second.expression]) }
}

public struct SequenceGesture<First: Gesture, Second: Gesture>: Gesture {
    public var first: First
    public var second: Second
    public var limit: Interval?

    public var expression: GestureExpression { .sequence([first.expression, second.expression], within: limit) }
}

extension Gesture {
    /// Recognizes one of both gestures: the first that is recognized, or this one if both are recognized in one frame.
    public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
        ExclusiveGesture(first: self, second: other)
    }

    /// Recognizes both gestures, side by side.
    public func simultaneously<Other: Gesture>(with other: Other) -> SimultaneousGesture<Self, Other> {
        SimultaneousGesture(first: self, second: other)
    }

    /// Recognizes the other gesture after this one.
    ///
    /// - Parameter limit: the longest time for both, from the first landing.
    public func sequenced<Other: Gesture>(
        before other: Other, within limit: Interval? = nil
    ) -> SequenceGesture<Self, Other> {
        SequenceGesture(first: self, second: other, limit: limit)
    }

    /// Makes a composition with a name.
    public func named(_ name: ByteString) -> Composition { Composition(name: name, expression) }
}
