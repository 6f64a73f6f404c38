import GestureCore
import Text

extension RequestedGesture {
    /// The gesture in the short notation, in the form that tools write, e.g. `swipe left 3 fingers`.
    ///
    /// The notation has no templates of strokes and no names with spaces.
    package var notation: String {
        var text = formNotation
        if let name, !isStroke, name.isPlain { text += " as \(name)" }
        if priority != .normal { text += " priority \(priority.name)" }
        return text
    }

    package var isStroke: Bool { if case .stroke = form { true } else { false } }

    private var formNotation: String {
        switch form {
        case .gesture(let pattern): return pattern.notation
        case .stroke(let stroke):
            var pattern = GesturePattern(.stroke)
            (pattern.area, pattern.modifiers, pattern.claims) = (stroke.area, stroke.modifiers, stroke.claims)
            var text = "\(GestureKind.stroke.notation) \(name ?? "")"
            if let rotation = stroke.rotation { text += " rotation \(thousandths(rotation))deg" }
            if let score = stroke.score { text += " score \(thousandths(score))" }
            return text + pattern.conditions
        case .exclusive(let members): return Self.joined(members, " or ")
        case .simultaneous(let members): return Self.joined(members, " and ")
        case .sequence(let members, let limit):
            // The time of one gesture is not limited.
            let limit = members.count > 1 ? limit : nil
            return Self.joined(members, " then ") + (limit.map { " within \($0.notation)" } ?? "")
        }
    }

    private static func joined(_ members: [RequestedGesture], _ separator: String) -> String {
        var text = ""
        for (index, member) in members.enumerated() {
            text += index == 0 ? "" : separator
            switch member.form {
            case .gesture, .stroke: text += member.formNotation
            case .exclusive, .simultaneous, .sequence: text += "(\(member.formNotation))"
            }
        }
        return text
    }
}

extension GesturePattern {
    /// The gesture in the short notation, in the form that tools write.
    package var notation: String {
        let name = kind == .tap ? kind.title(taps: count) : kind.notation
        return name + (shape.map { " \($0.name)" } ?? "") + conditions
    }

    fileprivate var conditions: String {
        var text = ""
        if let edge { text += " from \(edge.name)" }
        if let direction {
            // After an edge, or in place of it, `left` needs a word before it.
            let isLikeEdge = kind == .edgeSwipe || edge != nil
            text += isLikeEdge && (direction == .left || direction == .right) ? " to" : ""
            text += " \(direction.notation)"
        }
        if let spreadDirection { text += " \(spreadDirection.name)" }
        if let axis { text += " \(axis.name)" }
        if kind == .longPress, let time = minimumDuration { text += " \(time.notation)" }
        if locksAxis { text += " axis-lock" }
        if direction?.minimumCount != .eight, directions == .eight, kind.parameters.contains(.directions) {
            text += " 8 directions"
        }
        if fingers != .any, kind.parameters.contains(.fingers) { text += " \(fingers.notation)" }
        if restingFingers > 0 {
            text += " while \(restingFingers) \(restingFingers == 1 ? "finger rests" : "fingers rest")"
        }
        if let area { text += " in \(NamedArea.notation(area))" }
        if let distance = minimumDistance { text += " \(GestureProtocol.notation(distance))" }
        if kind != .longPress, let time = minimumDuration { text += " over \(time.notation)" }
        if let time = maximumDuration { text += " under \(time.notation)" }
        if let time = idleTime, kind == .activity { text += " \(time.notation)" }
        if let modifiers { text += " with \(modifiers.notation)" }
        return text + (claims ? " claim" : "")
    }
}

extension FingerSet {
    /// e.g. `3 fingers`, `3+ fingers` or `2-4 or 6 fingers`
    fileprivate var notation: String {
        var ranges: [ClosedRange<Int>] = []
        for count in 1...Self.largest where contains(count) {
            if let last = ranges.last, last.upperBound == count - 1 {
                ranges[ranges.count - 1] = last.lowerBound...count
            } else {
                ranges.append(count...count)
            }
        }
        if ranges == [1...1] { return "1 finger" }
        let texts = ranges.map { range in
            if range.count == 1 { return "\(range.lowerBound)" }
            return range.upperBound == Self.largest ? "\(range.lowerBound)+" : "\(range.lowerBound)-\(range.upperBound)"
        }
        return "\(joined(texts, " or ")) fingers"
    }
}

extension EventModifiers {
    /// e.g. `ctrl+shift`, or `none`
    fileprivate var notation: String {
        let names = Self.notation.filter { contains($0.modifier) }.map { "\($0.name)" }
        return names.isEmpty ? "none" : joined(names, "+")
    }
}

extension ByteString {
    /// Whether it is one word of the notation.
    var isPlain: Bool { !bytes.contains { " \t\r\n,()".utf8.contains($0) } }
}
