import GestureCore
import Text
import TouchDecoding

/// e.g. `42 %`
func percent(_ part: Double) -> String { "\(rounded(part * 100)) %" }

extension PanelTouch.Flaw {
    var text: String {
        switch self {
        case .severalFingers: "That was more than one finger. Use one."
        case .moved: "The finger moved. Touch briefly, without moving."
        case .cancelled: "The panel cancelled the touch, as it does with a palm. Use a fingertip."
        }
    }
}

extension CornerTouches.Refusal {
    var lines: [String] {
        switch self {
        case .noCorner(let place):
            [
                "That was no corner: the panel reports \(percent(place.x)) of its first axis and "
                    + "\(percent(place.y)) of its second.",
                "Touch within a finger's breadth of the corner.",
            ]
        case .again(let corner): ["That is where you touched the \(corner.name) corner."]
        case .noOrientation: ["Corners in this order fit no way to mount a panel. Start again with the first."]
        }
    }
}

extension CardMeasurement.Refusal {
    func text(ofWidth isWidth: Bool) -> String {
        switch self {
        case .notFarther: "That was not \(isWidth ? "to the right of" : "below") the first touch. Repeat both."
        case .tooNear: "The two touches are too near to each other. Repeat both."
        case .screenTooSmall: "The screen is too small for a card. Measure it with a ruler."
        }
    }
}

extension Orientation {
    /// e.g. `turned clockwise by 90°`
    var words: String {
        var parts: [String] = []
        if mirror != .none { parts.append("mirrored (\(mirror.name))") }
        if rotation != .none { parts.append("turned clockwise by \(rotation.degrees)°") }
        return parts.isEmpty ? "mounted upright, and not mirrored" : joined(parts, " and ")
    }
}
