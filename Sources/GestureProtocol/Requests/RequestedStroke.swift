import GestureCore
import Text

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

extension StrokeShape {
    /// The members of a stroke in a call.
    enum Parameters {
        static let templates = Parameter<[[Vector]]>(
            "gestures.templates", "?[][][]float",
            expected: """
                1 to \(StrokeShape.mostTemplates) arrays of 2 to 256 points [x, y], each a path whose ends are at most \
                \(Int(StrokeTemplate.straightness * 100)) % of its length apart
                """
        ) { StrokeShape.paths($0) }
        static let rotation = Parameter<Double>("gestures.rotation", "?float", expected: "degrees, 0 … 180") {
            $0.number.flatMap { 0...180 ~= $0 ? $0 : nil }
        }
        static let score = Parameter<Double>("gestures.score", "?float", expected: "a number, 0 … 1") {
            $0.number.flatMap { 0...1 ~= $0 ? $0 : nil }
        }
    }

    /// Reads the paths of templates; nil if they are not valid arrays of points.
    private static func paths(_ value: JSONValue) -> [[Vector]]? {
        guard 1...mostTemplates ~= value.count else { return nil }
        var paths: [[Vector]] = []
        for index in 0..<value.count {
            let points = value[index]
            guard StrokeTemplate.pointCounts ~= points.count else { return nil }
            var path: [Vector] = []
            path.reserveCapacity(points.count)
            for index in 0..<points.count {
                let point = points[index]
                guard point.count == 2, let x = point[0].number, let y = point[1].number else { return nil }
                path.append(Vector(x: x, y: y))
            }
            paths.append(path)
        }
        return paths
    }
}

// MARK: Writing

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

// MARK: Reading

extension RequestedStroke {
    /// - Parameter pattern: what the stroke has in common with other gestures.
    init(_ value: JSONValue, _ pattern: GesturePattern) throws(InvalidParameter) {
        self.init(area: pattern.area, modifiers: pattern.modifiers, claims: pattern.claims)
        rotation = try value.optional(StrokeShape.Parameters.rotation)
        score = try value.optional(StrokeShape.Parameters.score)
        templates = try value.optional(StrokeShape.Parameters.templates)
    }
}

// MARK: Compiling

extension RequestedStroke {
    /// - Parameter name: that of the gesture.
    func compiled(named name: ByteString?) throws(InvalidParameter) -> GesturePattern {
        var pattern = GesturePattern(.stroke)
        pattern.area = area
        pattern.modifiers = modifiers
        pattern.claims = claims
        pattern.shape = try shape(named: name)
        return pattern
    }

    private func shape(named name: ByteString?) throws(InvalidParameter) -> StrokeShape {
        let threshold = score ?? StrokeShape.defaultThreshold
        if let name, let templates {
            return StrokeShape(
                name, try Self.compiled(templates), rotation: rotation ?? StrokeShape.defaultRotation,
                threshold: threshold)
        }
        guard let name, let shape = BuiltInStroke(name: name.bytes) else {
            throw InvalidParameter(
                GesturePattern.Parameters.name.path,
                expected: "a name with templates, or one of \(Self.builtInNames)",
                hint: name.flatMap {
                    InvalidParameter.nearest(to: Array($0.bytes), among: BuiltInStroke.allCases.map { $0.name })
                })
        }
        return StrokeShape(name, shape.templates, rotation: rotation ?? shape.rotation, threshold: threshold)
    }

    private static func compiled(_ paths: [[Vector]]) throws(InvalidParameter) -> [StrokeTemplate] {
        var templates: [StrokeTemplate] = []
        for path in paths {
            guard let template = StrokeTemplate(path) else { throw StrokeShape.Parameters.templates.invalid(nil) }
            templates.append(template)
        }
        return templates
    }

    /// The names of all built-in shapes, separated by commas.
    private static var builtInNames: String {
        var names = ""
        for shape in BuiltInStroke.allCases { names += "\(names.isEmpty ? "" : ", ")\(shape.name)" }
        return names
    }
}
