import GestureCore
import Text

/// The number of gestures that a call can still contain, including those in regions and compositions. It is limited because the service
/// does nothing else while it reads.
struct GestureRoom {
    private var gestures = 512
    private var strokes = 64
    private var templates = 256

    /// - Parameter shapes: those of the strokes among the gestures.
    mutating func take(_ gestures: Int, shapes: [StrokeShape?]) throws(InvalidParameter) {
        self.gestures -= gestures
        guard self.gestures >= 0 else {
            throw InvalidParameter("gestures", expected: "at most 512 gestures, in compositions too, in one call")
        }
        for case let shape? in shapes {
            strokes -= 1
            templates -= shape.templates.count
        }
        guard strokes >= 0, templates >= 0 else {
            throw InvalidParameter("gestures", expected: "at most 64 strokes with 256 templates in one call")
        }
    }
}

extension StrokeShape {
    /// The members of a stroke in a call.
    enum Parameters {
        static let templates = Parameter<[StrokeTemplate]>(
            "gestures.templates", "?[][][]float",
            expected: """
                1 to \(StrokeShape.mostTemplates) arrays of 2 to 256 points [x, y], each a path whose ends are at most \
                \(Int(StrokeTemplate.straightness * 100)) % of its length apart
                """
        ) { StrokeShape.templates($0) }
        static let rotation = Parameter<Double>("gestures.rotation", "?float", expected: "degrees, 0 … 180") {
            $0.number.flatMap { 0...180 ~= $0 ? $0 : nil }
        }
        static let score = Parameter<Double>("gestures.score", "?float", expected: "a number, 0 … 1") {
            $0.number.flatMap { 0...1 ~= $0 ? $0 : nil }
        }
    }

    /// Reads the shape of a stroke: its templates, or the name of a built-in shape.
    convenience init(_ value: JSONValue) throws(InvalidParameter) {
        let rotation = try value.optional(Parameters.rotation)
        let threshold = try value.optional(Parameters.score) ?? Self.defaultThreshold
        let templates = try value.optional(Parameters.templates)
        let name = try value.optional(GesturePattern.Parameters.name)
        if let name, let templates {
            self.init(name, templates, rotation: rotation ?? Self.defaultRotation, threshold: threshold)
        } else if let name, let shape = BuiltInStroke(name: name.bytes) {
            self.init(name, shape.templates, rotation: rotation ?? shape.rotation, threshold: threshold)
        } else {
            throw InvalidParameter(
                "gestures.name", expected: "a name with templates, or one of \(Self.builtInNames)",
                hint: name.flatMap { .nearest(to: Array($0.bytes), among: BuiltInStroke.allCases.map { $0.name }) })
        }
    }

    /// The names of all built-in shapes, separated by commas.
    private static var builtInNames: String {
        var names = ""
        for shape in BuiltInStroke.allCases { names += "\(names.isEmpty ? "" : ", ")\(shape.name)" }
        return names
    }

    private static func templates(_ value: JSONValue) -> [StrokeTemplate]? {
        guard 1...mostTemplates ~= value.count else { return nil }
        var templates: [StrokeTemplate] = []
        var path: [Vector] = []
        for index in 0..<value.count {
            let points = value[index]
            guard StrokeTemplate.pointCounts ~= points.count else { return nil }
            path.removeAll(keepingCapacity: true)
            for index in 0..<points.count {
                let point = points[index]
                guard point.count == 2, let x = point[0].number, let y = point[1].number else { return nil }
                path.append(Vector(x: x, y: y))
            }
            guard let template = StrokeTemplate(path) else { return nil }
            templates.append(template)
        }
        return templates
    }
}
