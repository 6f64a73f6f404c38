import Text

/// A shape to draw with one finger, with the strokes that count as this shape.
///
/// A class, so that a copy of a pattern counts one reference.
public final class StrokeShape: Hashable, Sendable {
    /// The largest number of templates of one shape.
    public static let mostTemplates = 16
    /// In degrees. People seldom draw a shape further off upright.
    public static let defaultRotation = 25.0
    /// About 97 % of what other people draw reaches it.
    public static let defaultThreshold = 0.75

    public let name: ByteString
    public let templates: [StrokeTemplate]
    /// The angle by which the drawn stroke can be turned.
    public let rotation: StrokeRotation
    /// The smallest similarity that is reported, 0 … 1.
    public let threshold: Double

    /// - Parameter rotation: in degrees, 0 … 180.
    public init(
        _ name: ByteString, _ templates: [StrokeTemplate], rotation: Double = defaultRotation,
        threshold: Double = defaultThreshold
    ) {
        self.name = name
        self.templates = templates
        self.rotation = StrokeRotation(degrees: rotation)
        self.threshold = threshold
    }

    /// The similarity of a stroke to the nearest template, at most 1; below any other if there is no template.
    public func similarity(of stroke: StrokeTemplate) -> Float {
        var best = -Float.infinity
        for index in templates.indices { best = max(best, stroke.similarity(to: templates[index], within: rotation)) }
        return best
    }

    /// Returns whether the same strokes are as similar to both shapes.
    func isDrawn(like other: StrokeShape) -> Bool { rotation == other.rotation && templates == other.templates }

    public static func == (left: StrokeShape, right: StrokeShape) -> Bool {
        left.name == right.name && left.threshold == right.threshold && left.isDrawn(like: right)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(templates)
    }
}
