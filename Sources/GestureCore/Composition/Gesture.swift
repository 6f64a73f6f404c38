import Text

/// Gestures as values, to be composed:
///
/// ```
/// TapGesture(count: 2).exclusively(before: DragGesture())
/// LongPressGesture().sequenced(before: DragGesture()).named("move")
/// ```
public protocol Gesture: Equatable, Sendable {
    var expression: GestureExpression { get }
}

/// What a composition is made of.
public indirect enum GestureExpression: Hashable, Sendable {
    case gesture(GesturePattern)
    /// One of its members for each touch: the first that is recognized; of several in one frame the first in order.
    case exclusive([GestureExpression])
    /// All of its members, side by side.
    case simultaneous([GestureExpression])
    /// One member after the other, all within a time from the first landing if there is one.
    case sequence([GestureExpression], within: Interval?)
}

/// One kind of gesture, and what else has to hold of it.
public struct GesturePattern: Hashable, Sendable {
    public var kind: GestureKind
    /// Of taps, 1 … 10.
    public var count = 1
    public var fingers = FingerSet.any
    /// Of drags: whether one that sets out along an axis stays on it until it clearly leaves.
    public var locksAxis = false
    /// Of swipes: among how many directions they are told apart.
    public var directions = Direction.Count.four
    /// Of activity: after how long without a touch the surface is idle.
    public var idleTime: Interval?

    /// Where the centre of the fingers has to land.
    public var area: Rectangle?
    /// Where to a swipe has to go.
    public var direction: Direction?
    /// Where an edge swipe has to start: on this edge, corners excepted.
    public var edge: EdgeLocation.Edge?

    public init(_ kind: GestureKind) { self.kind = kind }

    /// Whether more has to hold than a selection of kinds can say.
    public var isParticular: Bool { area != nil || direction != nil || edge != nil }

    /// Whether an event tells of this.
    func matches(_ event: GestureEvent, on surface: Surface) -> Bool {
        guard event.kind == kind, fingers.contains(event.fingers) else { return false }
        if let area {
            guard area.contains(surface.normalized(event.origin.low)),
                area.contains(surface.normalized(event.origin.high))
            else { return false }
        }
        switch event.details {
        case .tap(let count, _, _): return count == self.count
        case .swipe(_, let travel, _): return goesThere(travel)
        case .edgeSwipe(let location, _, let travel, _):
            guard goesThere(travel) else { return false }
            guard let edge else { return true }
            if case .edge(edge, _) = location { return true }
            return false
        default: return true
        }
    }

    private func goesThere(_ travel: Vector) -> Bool {
        direction == nil || direction == Direction(of: travel, among: directions)
    }

    /// An event that matches, with the direction among as many as are asked for here.
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

/// One gesture or several that were asked for together, watched by themselves: nothing else competes with them.
public struct Composition: Hashable, Sendable {
    /// What events say that they belong to.
    public var name: ByteString?
    public var expression: GestureExpression

    public init(name: ByteString? = nil, _ expression: GestureExpression) {
        self.name = name
        self.expression = expression
    }
}

/// Of which composition an event is part.
public struct CompositionPart: Equatable, Sendable {
    /// Its place in the list that was asked for; the list of the region's own gestures, if it has any.
    public var composition: Int
    /// Of a sequence: which of its stages, from 1, and of how many. The outermost sequence, if there are several.
    public var stage: Int?
    public var stages: Int?

    public init(composition: Int, stage: Int? = nil, stages: Int? = nil) {
        self.composition = composition
        self.stage = stage
        self.stages = stages
    }
}

// MARK: The kinds

public struct TapGesture: Gesture {
    public var pattern = GesturePattern(.tap)

    /// - Parameters:
    ///   - count: 1 … 10.
    ///   - area: where it has to be, as parts of the surface.
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

    /// - Parameter direction: any if nil.
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

// MARK: Their compositions

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
    /// One of both: the first to be recognized, in one frame this.
    public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
        ExclusiveGesture(first: self, second: other)
    }

    /// Both, side by side.
    public func simultaneously<Other: Gesture>(with other: Other) -> SimultaneousGesture<Self, Other> {
        SimultaneousGesture(first: self, second: other)
    }

    /// The other after this.
    ///
    /// - Parameter limit: how long both may take from the first landing on.
    public func sequenced<Other: Gesture>(
        before other: Other, within limit: Interval? = nil
    ) -> SequenceGesture<Self, Other> {
        SequenceGesture(first: self, second: other, limit: limit)
    }

    /// To be asked for under a name.
    public func named(_ name: ByteString) -> Composition { Composition(name: name, expression) }
}
