import GestureCore
import Text

/// A gesture or a composition as a client requests it: an object `Gesture` of the protocol. The service checks its limits.
package struct RequestedGesture: Hashable, Sendable {
    package indirect enum Form: Hashable, Sendable {
        /// A gesture of a kind other than stroke.
        case gesture(GesturePattern)
        case stroke(RequestedStroke)
        case exclusive([RequestedGesture])
        case simultaneous([RequestedGesture])
        case sequence([RequestedGesture], within: Interval?)
    }

    package var form: Form
    /// The name that events carry, 1 to 64 bytes. Required for strokes; not for other members of a composition.
    package var name: ByteString?
    /// Not for members of a composition.
    package var priority: GesturePriority

    package init(_ form: Form, name: ByteString? = nil, priority: GesturePriority = .normal) {
        self.form = form
        self.name = name
        self.priority = priority
    }
}

extension RequestedGesture {
    var isActivity: Bool { if case .gesture(let pattern) = form { pattern.kind == .activity } else { false } }
}

extension JSONWriter {
    package mutating func gestures(_ gestures: [RequestedGesture]) { array(gestures) { $1.gesture($0) } }

    /// Writes a gesture with those of its members that differ from the default.
    package mutating func gesture(_ gesture: RequestedGesture) {
        raw("{")
        switch gesture.form {
        case .gesture(let pattern): members(pattern)
        case .stroke(let stroke): members(stroke)
        case .exclusive(let members):
            member(GesturePattern.Parameters.exclusive, members) { $1.gestures($0) }
        case .simultaneous(let members):
            member(GesturePattern.Parameters.simultaneous, members) { $1.gestures($0) }
        case .sequence(let members, let limit):
            member(GesturePattern.Parameters.sequence, members) { $1.gestures($0) }
            member(GesturePattern.Parameters.within, limit)
        }
        member(GesturePattern.Parameters.name, gesture.name)
        member(GesturePattern.Parameters.priority, gesture.priority == .normal ? nil : gesture.priority)
        raw("}")
    }

    private mutating func members(_ pattern: GesturePattern) {
        typealias Parameters = GesturePattern.Parameters
        kind(pattern.kind)
        member(Parameters.fingers, pattern.fingers == .any ? nil : pattern.fingers) { fingers, writer in
            writer.array((1...FingerSet.largest).filter { fingers.contains($0) }) { $1.integer($0) }
        }
        member(Parameters.count, pattern.count == 1 ? nil : pattern.count)
        member(Parameters.axisLock, pattern.locksAxis ? true : nil)
        if pattern.kind.parameters.contains(.directions) {
            member(Parameters.directions.member, pattern.directions == .eight ? 8 : nil) { $1.integer($0) }
        }
        member(Parameters.direction, pattern.direction)
        member(Parameters.pinchDirection, pattern.spreadDirection)
        member(Parameters.axis, pattern.axis)
        member(Parameters.edge, pattern.edge)
        member(Parameters.area, pattern.area)
        member(Parameters.idle, pattern.idleTime)
        member(Parameters.minimumDuration, pattern.minimumDuration)
        member(Parameters.maximumDuration, pattern.maximumDuration)
        member(Parameters.minimumDistance, pattern.minimumDistance)
        member(Parameters.modifiers, pattern.modifiers)
        member(Parameters.restingFingers, pattern.restingFingers == 0 ? nil : pattern.restingFingers)
        member(Parameters.claim, pattern.claims ? true : nil)
    }

    /// Writes the first member of a gesture that is no composition.
    mutating func kind(_ kind: GestureKind) {
        member(GesturePattern.Parameters.kind, kind) { $1.word($0.name) }
    }
}
