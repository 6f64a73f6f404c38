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

    /// Returns whether all gestures in the expression meet a condition.
    func isMadeOf(_ condition: (GestureKind) -> Bool) -> Bool { !contains { !condition($0.kind) } }

    /// The gestures that can be the first of a touch on a region at rest: those of sequences only if they begin them.
    func forEachFirst(_ body: (GesturePattern) -> Void) {
        switch self {
        case .gesture(let pattern): body(pattern)
        case .exclusive(let members), .simultaneous(let members): for member in members { member.forEachFirst(body) }
        case .sequence(let members, _): members.first?.forEachFirst(body)
        }
    }

    /// Returns whether a gesture in the expression meets a condition.
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
