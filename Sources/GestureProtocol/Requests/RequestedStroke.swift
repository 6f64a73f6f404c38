import GestureCore

/// A stroke as a client requests it. ``StrokeShape`` no longer contains the paths from which it was made.
package struct RequestedStroke: Hashable, Sendable {
    /// The paths that count as the shape, in any unit, x to the right and y down; nil for those of the built-in shape with the name
    /// of the gesture.
    package var templates: [[Vector]]?
    /// The largest angle by which the stroke can be turned either way, in degrees (0 … 180); nil for the default of the shape.
    package var rotation: Double?
    /// The smallest similarity that is reported, 0 … 1; nil for ``StrokeShape/defaultThreshold``.
    package var score: Double?
    /// The area in which the stroke has to start; anywhere if nil.
    package var area: Rectangle?
    /// The modifier keys that have to be held, and no others; any if nil.
    package var modifiers: EventModifiers?
    /// As ``GesturePattern/claims``.
    package var claims: Bool

    package init(
        templates: [[Vector]]? = nil, rotation: Double? = nil, score: Double? = nil, area: Rectangle? = nil,
        modifiers: EventModifiers? = nil, claims: Bool = false
    ) {
        self.templates = templates
        self.rotation = rotation
        self.score = score
        self.area = area
        self.modifiers = modifiers
        self.claims = claims
    }
}

extension JSONWriter {
    /// Writes the members of a stroke, apart from its name.
    mutating func members(_ stroke: RequestedStroke) {
        kind(.stroke)
        member(StrokeShape.Parameters.templates.member, stroke.templates) { templates, writer in
            writer.array(templates) { path, writer in
                writer.array(path) { point, writer in writer.array([point.x, point.y]) { $1.number($0) } }
            }
        }
        member(StrokeShape.Parameters.rotation, stroke.rotation)
        member(StrokeShape.Parameters.score, stroke.score)
        member(GesturePattern.Parameters.area, stroke.area)
        member(GesturePattern.Parameters.modifiers, stroke.modifiers)
        member(GesturePattern.Parameters.claim, stroke.claims ? true : nil)
    }
}
