import GestureClient

/// A value that tests compare as short text.
protocol Textual: Sendable {
    var text: String { get }
}

extension GestureEvent where Value: Textual {
    var text: String {
        switch self {
        case .connected: "connected"
        case .possible(let value): "possible \(value.text)"
        case .began(let value): "began \(value.text)"
        case .changed(let value): "changed \(value.text)"
        case .ended(let value): "ended \(value.text)"
        case .cancelled(let value): "cancelled \(value.text)"
        case .disconnected: "disconnected"
        }
    }
}

extension String: Textual {
    var text: String { self }
}

extension TapGesture.Value: Textual {
    var text: String { "x\(count)\(count == run ? "" : " run \(run)")\(fingersText)" }
}

extension LongPressGesture.Value: Textual {
    var text: String { (translation == .zero ? "rest" : "rest by \(translation.text)") + fingersText }
}

extension DragGesture.Value: Textual {
    var text: String { "by \(translation.text)\(fingersText)" }
}

extension SwipeGesture.Value: Textual {
    var text: String { "\(direction) by \(translation.text)\(fingersText)" }
}

extension EdgeSwipeGesture.Value: Textual {
    var text: String {
        let start = edge.map { "\($0) \(section.map { "\($0)" } ?? "?")" } ?? corner.map { "\($0)" } ?? "?"
        return "\(direction) from \(start) by \(translation.text)\(fingersText)"
    }
}

extension MagnifyGesture.Value: Textual {
    var text: String { "scale \(magnification)" }
}

extension RotateGesture.Value: Textual {
    var text: String { "turn \(rotation)" }
}

extension StrokeGesture.Value: Textual {
    var text: String { shape }
}

extension PressGesture.Value: Textual {
    var text: String { isInside ? "inside" : "outside" }
}

extension TouchGesture.Value: Textual {
    var text: String { "contact \(contact)" }
}

extension GestureClient.Activity: Textual {
    var text: String { "fingers \(fingers)" }
}

extension ExclusiveGesture.Value: Textual where First.Value: Textual, Second.Value: Textual {
    var text: String {
        switch self {
        case .first(let value): "first(\(value.text))"
        case .second(let value): "second(\(value.text))"
        }
    }
}

extension SequenceGesture.Value: Textual where First.Value: Textual, Second.Value: Textual {
    var text: String {
        switch self {
        case .first(let value): "first(\(value.text))"
        case .second(let first, let second): "second(\(first.text), \(second?.text ?? "–"))"
        }
    }
}

extension SimultaneousGesture.Value: Textual where First.Value: Textual, Second.Value: Textual {
    var text: String { "(\(first?.text ?? "–"), \(second?.text ?? "–"))" }
}

extension GestureValue {
    fileprivate var fingersText: String { fingers == 1 ? "" : " f\(fingers)" }
}

extension Vector {
    fileprivate var text: String { "\(x.short),\(y.short)" }
}

extension Double {
    fileprivate var short: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}
