import GestureActions
import GestureCore
import GestureNotation
import Text

/// Describes bindings in words for people.
package enum BindingText {
    /// A line for each binding, with the section before those of another scope.
    package static func lines(_ bindings: [Binding]) -> String {
        var text = ""
        for binding in bindings {
            var line = "\(binding.gestureText): \(binding.actionText)"
            if let application = binding.scope.application { line = "in \(application), " + line }
            if let device = binding.scope.device { line = "on \(device), " + line }
            text += line + "\n"
        }
        return text
    }
}

extension Binding {
    /// e.g. `swipe left with 3 fingers, at most every 3 s`
    var gestureText: String {
        var text =
            switch trigger {
            case .gesture(let gesture): gesture.words
            case .idle(let time): "no touch for \(time.words)"
            case .wake(let time?): "the first touch after \(time.words)"
            case .wake(nil): "the first touch after that"
            }
        if let step { text += ", every \(step.words)" }
        switch moment {
        case .begin: text += ", when it begins"
        case .update: text += ", with each movement"
        case .end: text += ", when it ends"
        case .cancel: text += ", when it is cancelled"
        case nil: break
        }
        if let limit { text += ", at most \(times(limit)) in a gesture" }
        if let cooldown { text += ", at most once in \(cooldown.words)" }
        return text
    }

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
