import GestureCore
import GestureProtocol
import Text

/// A shape that one finger draws. The gesture is recognized when it lifts.
///
/// All strokes of a list or of a composition compete: only the one that is most similar to what was drawn is reported.
public struct StrokeGesture: Gesture {
    public struct Value: GestureValue, Hashable {
        public var context: EventContext
        /// The name of the shape.
        public var shape: String
        /// The similarity of what was drawn to the shape, 0 … 1.
        public var score: Double
    }

    public typealias Body = Never

    private let name: String
    private let stroke: RequestedStroke

    /// A shape that the service knows.
    ///
    /// - Parameters:
    ///   - rotation: the largest angle by which the stroke can be turned either way, 0 … 180°. 25° if nil; 180° for circle and spiral.
    ///   - score: the smallest score that is reported, 0 … 1. 0.75 if nil.
    ///   - area: the area in which the finger has to land; anywhere if nil.
    public init(_ shape: BuiltInStroke, rotation: Angle? = nil, score: Double? = nil, in area: Rectangle? = nil) {
        name = "\(shape.name)"
        stroke = RequestedStroke(rotation: rotation?.degrees, score: score, area: area)
    }

    /// A shape of the program.
    ///
    /// - Parameters:
    ///   - name: 1 … 64 bytes.
    ///   - templates: 1 … 16 paths that count as the shape, each of 2 … 256 points in any unit, x to the right and y down.
    ///   - rotation: the largest angle by which the stroke can be turned either way, 0 … 180°. 25° if nil.
    ///   - score: the smallest score that is reported, 0 … 1. 0.75 if nil.
    ///   - area: the area in which the finger has to land; anywhere if nil.
    public init(
        _ name: String, templates: [[Vector]], rotation: Angle? = nil, score: Double? = nil, in area: Rectangle? = nil
    ) {
        self.name = name
        stroke = RequestedStroke(templates: templates, rotation: rotation?.degrees, score: score, area: area)
    }

    public var _recognition: GestureRecognition<Value> {
        GestureRecognition(RequestedGesture(.stroke(stroke), name: ByteString(name))) { [name] in
            EventDecoder(completion: .ended) { event, _ in
                Value(context: event.context, shape: name, score: event.score)
            }
        }
    }
}
