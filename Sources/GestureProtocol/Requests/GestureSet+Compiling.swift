import GestureCore
import Text

extension GestureSet {
    /// Compiles a list of gestures. Plain gestures share recognizers, those of each priority; a gesture with a name or further
    /// conditions is tracked separately, like a composition. Strokes of one priority compete in one composition.
    ///
    /// - Parameter room: what the call can still contain.
    init(_ gestures: [RequestedGesture], room: inout GestureRoom) throws(InvalidParameter) {
        self.init(selection: GestureSelection())
        var joined = JoinedEntries()
        for (index, gesture) in gestures.enumerated() {
            do throws(InvalidParameter) {
                try insert(gesture, joined: &joined, room: &room)
            } catch {
                throw error.inGesture(at: "\(RequestedSubscription.gestureList.name)[\(index)]")
            }
        }
        for priority in GesturePriority.allCases {
            let plain = joined.plain.filter { $0.priority == priority }.map { $0.expression }
            let strokes = joined.strokes.filter { $0.priority == priority }.map { $0.expression }
            if !plain.isEmpty {
                compositions.append(Composition(.simultaneous(plain), priority: priority, joinsEntries: true))
            }
            if !strokes.isEmpty {
                compositions.append(Composition(.exclusive(strokes), priority: priority, joinsEntries: true))
            }
        }
    }

    /// The entries of a list that become one composition for each priority.
    private struct JoinedEntries {
        typealias Entry = (priority: GesturePriority, expression: GestureExpression)
        var plain: [Entry] = []
        var strokes: [Entry] = []
    }

    private mutating func insert(
        _ gesture: RequestedGesture, joined: inout JoinedEntries, room: inout GestureRoom
    ) throws(InvalidParameter) {
        let expression = try GestureExpression(gesture)
        try room.take(expression.shapes)
        if case .stroke = gesture.form {
            joined.strokes.append((gesture.priority, expression))
            return
        }
        guard case .gesture(let pattern) = expression, gesture.name == nil, !pattern.isParticular else {
            guard gesture.isComposable else {
                throw InvalidParameter(
                    GesturePattern.Parameters.kindPath,
                    expected: "press, touch and activity only without a name and outside compositions")
            }
            // They are decided together.
            guard expression.distinct({ $0.kind == .tap ? $0.durations : nil }).count <= 1 else {
                throw InvalidParameter(
                    RequestedSubscription.gestureList.name,
                    expected: "the same minimumDuration and maximumDuration for all taps of a composition")
            }
            compositions.append(Composition(name: gesture.name, expression, priority: gesture.priority))
            return
        }
        guard gesture.priority == .normal else {
            joined.plain.append((gesture.priority, expression))
            return
        }
        if pattern.kind == .activity, selection.idleTime != nil {
            throw InvalidParameter(GesturePattern.Parameters.kindPath, expected: "activity at most once")
        }
        selection.insert(pattern)
    }
}

extension GestureExpression {
    fileprivate init(_ gesture: RequestedGesture) throws(InvalidParameter) {
        switch gesture.form {
        case .gesture(let pattern): self = .gesture(pattern)
        case .stroke(let stroke): self = .gesture(try stroke.compiled(named: gesture.name))
        case .exclusive(let members): self = .exclusive(try Self.compiled(members))
        case .simultaneous(let members): self = .simultaneous(try Self.compiled(members))
        case .sequence(let members, let limit): self = .sequence(try Self.compiled(members), within: limit)
        }
    }

    private static func compiled(_ members: [RequestedGesture]) throws(InvalidParameter) -> [GestureExpression] {
        var expressions: [GestureExpression] = []
        expressions.reserveCapacity(members.count)
        for member in members { expressions.append(try GestureExpression(member)) }
        return expressions
    }
}
