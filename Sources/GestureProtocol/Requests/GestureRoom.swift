import GestureCore
import Text

/// The number of gestures that a call can still contain, including those in regions and compositions. It is limited because the service
/// does nothing else while it reads.
struct GestureRoom {
    static let mostGestures = 512
    static let mostStrokes = 64

    private var gestures = mostGestures
    private var strokes = mostStrokes
    private var templates = 256

    mutating func take(_ gestures: Int) throws(InvalidParameter) {
        self.gestures -= gestures
        guard self.gestures >= 0 else {
            throw InvalidParameter(
                RequestedSubscription.gestureList.name,
                expected: "at most \(Self.mostGestures) gestures, in compositions too, in one call")
        }
    }

    /// - Parameter shapes: those of the strokes among the gestures.
    mutating func take(_ shapes: [StrokeShape?]) throws(InvalidParameter) {
        for case let shape? in shapes {
            strokes -= 1
            templates -= shape.templates.count
        }
        guard strokes >= 0, templates >= 0 else {
            throw InvalidParameter(
                RequestedSubscription.gestureList.name,
                expected: "at most \(Self.mostStrokes) strokes with 256 templates in one call")
        }
    }
}
