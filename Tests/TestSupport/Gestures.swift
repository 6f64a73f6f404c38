import GestureCore
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

    public init(_ direction: SpreadDirection? = nil, fingers: FingerSet = .any, in area: Rectangle? = nil) {
        pattern.spreadDirection = direction
        pattern.fingers = fingers
        pattern.area = area
    }

    public var expression: GestureExpression { .gesture(pattern) }
}

public struct DragGesture: Gesture {
    public var pattern = GesturePattern(.drag)

    /// - Parameter direction: any direction if nil.
    public init(
        _ direction: Direction? = nil, fingers: FingerSet = .any, locksAxis: Bool = false, in area: Rectangle? = nil
    ) {
        pattern.direction = direction
        pattern.directions = direction?.minimumCount ?? .four
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

    public init(_ direction: SpreadDirection? = nil, fingers: FingerSet = .any, in area: Rectangle? = nil) {
        pattern.spreadDirection = direction
        pattern.fingers = fingers
        pattern.area = area
    }

    public var expression: GestureExpression { .gesture(pattern) }
}

public struct RotateGesture: Gesture {
    public var pattern = GesturePattern(.rotation)

    public init(_ direction: SpreadDirection? = nil, fingers: FingerSet = .any, in area: Rectangle? = nil) {
        pattern.spreadDirection = direction
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
