import Text

// Words for people that several commands print.

/// Returns a length in mm, e.g. `7.9 mm`.
package func millimetres(_ length: Points, places: Int = 1) -> String {
    fixed(length * Points.millimetresPerPoint, places: places) + " mm"
}

extension FingerSet {
    /// e.g. `1`, `2 or 3`, `2 to 4`, `3 or more`
    ///
    /// - Parameter least: the smallest number to mention.
    package func text(from least: Int) -> String {
        let counts = (least...FingerSet.largest).filter { contains($0) }
        guard let first = counts.first, let last = counts.last else { return "none" }
        if counts.count == 1 { return "\(first)" }
        if counts.count == last - first + 1, counts.count > 2 {
            return last == FingerSet.largest ? "\(first) or more" : "\(first) to \(last)"
        }
        var text = "\(first)"
        for count in counts.dropFirst() { text += (count == last ? " or " : ", ") + "\(count)" }
        return text
    }

    /// e.g. `1 finger`, `2 or 3 fingers`, `3 or more fingers`
    package var words: String {
        if isEmpty { return counted(0, "finger") }
        return self == .one ? counted(1, "finger") : text(from: 1) + " fingers"
    }
}

extension Direction {
    /// The direction after another word, e.g. `to the left` or `up`.
    package var phrase: StaticString {
        switch self {
        case .up: "up"
        case .down: "down"
        case .left: "to the left"
        case .right: "to the right"
        case .upLeft: "up to the left"
        case .upRight: "up to the right"
        case .downLeft: "down to the left"
        case .downRight: "down to the right"
        }
    }
}

extension EdgeLocation {
    /// e.g. `the left edge` or `the top left corner`
    package var phrase: StaticString {
        switch self {
        case .edge(let edge, _): edge.phrase
        case .corner(.topLeft): "the top left corner"
        case .corner(.topRight): "the top right corner"
        case .corner(.bottomLeft): "the bottom left corner"
        case .corner(.bottomRight): "the bottom right corner"
        }
    }
}

extension EdgeLocation.Edge {
    /// e.g. `the left edge`
    package var phrase: StaticString {
        switch self {
        case .left: "the left edge"
        case .right: "the right edge"
        case .top: "the top edge"
        case .bottom: "the bottom edge"
        }
    }
}

/// Returns how far something has turned, e.g. `11° counterclockwise`.
package func rotationWords(_ degrees: Double) -> String {
    let angle = rounded(degrees)
    return "\(angle.magnitude)°" + (angle > 0 ? " clockwise" : angle < 0 ? " counterclockwise" : "")
}
