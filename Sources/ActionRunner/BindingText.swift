import GestureActions
import GestureCore
import Text

extension Binding {
    /// e.g. `run swaymsg workspace next` or `press super+w`
    var actionText: String {
        switch action {
        case .command: "run \(text)"
        case .keys: "press \(text)"
        case .click: "click \(text)"
        }
    }
}

extension Step {
    /// e.g. `20 mm left`
    var words: String {
        let suffix = direction.map { " \($0.name)" } ?? ""
        return switch size {
        case .distance(let distance): "\(millimetres(distance))\(suffix)"
        case .angle(let angle): "\(thousandths(angle)) degrees\(suffix)"
        case .scale(let factor): "\(thousandths((factor - 1) * 100)) %\(suffix)"
        }
    }
}
