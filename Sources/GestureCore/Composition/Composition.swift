import Text

/// One gesture, or several that are recognized together. A composition is recognized independently: nothing outside of it
/// competes with its gestures.
public struct Composition: Hashable, Sendable {
    /// The name that events of the composition carry.
    public var name: ByteString?
    public var expression: GestureExpression
    public var priority: GesturePriority
    /// Whether the client requested the members one by one: the strokes of a list, of which only the most similar one is reported,
    /// or gestures that share recognizers and a priority. Their events have no path.
    public var joinsEntries: Bool

    public init(
        name: ByteString? = nil, _ expression: GestureExpression, priority: GesturePriority = .normal,
        joinsEntries: Bool = false
    ) {
        self.name = name
        self.priority = priority
        self.expression = expression
        self.joinsEntries = joinsEntries
    }
}

extension Composition {
    /// The priority where regions compete: gestures that start at an edge come before those of the regions inside.
    var effectivePriority: GesturePriority {
        guard priority == .normal, case .gesture(let pattern) = expression else { return priority }
        return pattern.kind == .edgeSwipe || pattern.edge != nil ? .high : .normal
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
