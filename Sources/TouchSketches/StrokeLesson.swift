import GestureCore
import GestureProtocol
import Text

/// Collects examples of a stroke from the contacts of a device.
package struct StrokeLesson {
    private struct Example {
        var path: [Vector]
        var template: StrokeTemplate
    }

    private let name: ByteString
    private let count: Int
    /// Strokes that the new one has to differ from.
    private let known: [StrokeShape]
    private var examples: [Example] = []
    /// The contacts that are down.
    private var down: [UInt64] = []
    /// The path of the finger; nil if it is no example, because another finger landed meanwhile.
    private var path: [Vector]?

    package init(name: ByteString, count: Int, known: [StrokeShape]) {
        (self.name, self.count, self.known) = (name, count, known)
    }

    package var isComplete: Bool { examples.count >= count }

    /// Asks for the next example.
    package var invitation: String { "draw \(name) with one finger: \(examples.count + 1) of \(count)" }

    /// Follows an event of kind touch.
    ///
    /// - Returns: lines for the person who draws.
    package mutating func follow(_ event: Event) -> [String] {
        guard !isComplete, let contact = event.contact, let point = event.points else { return [] }
        switch event.phase.known {
        case .began:
            path = down.isEmpty ? [] : nil
            down.append(contact)
        case .ended, .cancelled:
            down.removeAll { $0 == contact }
            // The other fingers are no example either.
            if event.phase.known == .cancelled { path = nil }
        case .changed, .possible, nil: break
        }
        // A long drawing is cut off. It is no shape that anybody would draw twice.
        if let length = path?.count, length < 10_000 { path?.append(point) }
        guard down.isEmpty else { return [] }
        defer { path = nil }
        guard let path else { return ["ignored: more than one finger, or a palm; \(invitation)"] }
        return add(path)
    }

    private mutating func add(_ path: [Vector]) -> [String] {
        let own = examples.isEmpty ? [] : [StrokeShape(name, examples.map { $0.template })]
        switch StrokeMatcher(own).result(for: path) {
        case .tooSmall: return ["ignored: smaller than 5 mm; \(invitation)"]
        case .tooStraight: return ["ignored: a line or an arc, like a swipe; \(invitation)"]
        case .match, .different: break
        }
        guard let template = StrokeTemplate(path) else { return ["ignored: no shape; \(invitation)"] }
        var lines = warnings(template, own.first)
        examples.append(Example(path: path, template: template))
        if !isComplete { lines.append(invitation) }
        return lines
    }

    /// Compares a new example with the others and with the known strokes.
    private func warnings(_ template: StrokeTemplate, _ own: StrokeShape?) -> [String] {
        var lines: [String] = []
        let number = examples.count + 1
        let similarity = own.map { Double($0.similarity(of: template)) }
        if let similarity, similarity < StrokeShape.defaultThreshold {
            lines.append("warning: example \(number) differs from those before: similarity \(percent(similarity))")
        }
        for shape in known where shape.name != name {
            let other = Double(shape.similarity(of: template))
            // A stroke that is closer to another shape than to its own would be reported as the other.
            guard other >= max(min(similarity ?? 1, Self.near), shape.threshold) else { continue }
            lines.append(
                "warning: example \(number) is similar to \(shape.name): similarity \(percent(other))"
                    + (similarity.map { ", to the other examples \(percent($0))" } ?? ""))
        }
        return lines
    }

    /// The similarity at which strokes of one person are mixed up.
    private static let near = 0.9

    private func percent(_ similarity: Double) -> String { "\(Int(max(similarity, 0) * 100 + 0.5)) %" }

    /// The stroke as a gesture of a subscription, with coordinates from 0 to 100.
    package var gesture: [UInt8] {
        let templates = examples.map { example in
            Self.sketch(example.path).map { Vector(x: Double(rounded($0.x)), y: Double(rounded($0.y))) }
        }
        var writer = JSONWriter()
        writer.gesture(RequestedGesture(.stroke(RequestedStroke(templates: templates)), name: name))
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// A path with at most ``pointCount`` points, from 0 to 100 on its longer side.
    static func sketch(_ path: [Vector]) -> [Vector] {
        guard let (low, high) = path.corners else { return [] }
        var length = 0.0
        for index in path.indices.dropFirst() { length += path[index].distance(to: path[index - 1]) }
        let scale = 100 / max(high.x - low.x, high.y - low.y)
        var points: [Vector] = []
        var (travelled, next) = (0.0, 0.0)
        for index in path.indices {
            if index > 0 { travelled += path[index].distance(to: path[index - 1]) }
            guard travelled >= next || index == path.count - 1 else { continue }
            points.append((path[index] - low) * scale)
            next = travelled + length / Double(pointCount - 2)
        }
        return points
    }

    /// The largest number of points of a printed template: more than are compared, and few enough for dozens of strokes in a call.
    static let pointCount = 24
}
