import GestureCore
import GestureProtocol
import Text

extension ActionsFile {
    /// The bindings as an actions file that means the same, with each gesture in the form that tools write.
    package var notation: String {
        var text = ""
        var scope: Binding.Scope?
        for binding in bindings {
            if binding.isSection {
                text += binding.section
                scope = nil
                continue
            }
            if scope != binding.scope { text += binding.scope.header + "\n" }
            scope = binding.scope
            text += binding.assignment + "\n"
        }
        return text
    }
}

extension Binding.Scope {
    fileprivate var header: String {
        application.map { "[application \($0)]" } ?? device.map { "[device \($0)]" } ?? "[actions]"
    }
}

extension Binding {
    /// Whether it needs a section of its own: for its name, or for an application together with a device.
    fileprivate var isSection: Bool {
        if scope.application != nil, scope.device != nil { return true }
        var draft = BindingDraft(name: name, line: line)
        return (try? draft.readGesture(Array(name.bytes)[...], allowsOptions: true)) == nil
    }

    fileprivate var section: String {
        var text = "[action \(name)]\ngesture = \(gestureNotation)\n"
        for (key, value) in options { text += "\(key) = \(value)\n" }
        if let application = scope.application { text += "application = \(application)\n" }
        if let device = scope.device { text += "device = \(device)\n" }
        return text + "\(actionKey) = \(self.text)\n"
    }

    /// e.g. `swipe left 3 fingers = swaymsg workspace next`
    fileprivate var assignment: String {
        var text = gestureNotation
        for (key, value) in options { text += " \(key) \(value)" }
        let isPlain: Bool
        if case .command = action {
            // A program can have the name of another action.
            isPlain =
                BindingDraft.Verb(name: self.text.bytes.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") })
                == nil
        } else {
            isPlain = false
        }
        return "\(text) = \(isPlain ? "" : "\(actionKey) ")\(self.text)"
    }

    fileprivate var actionKey: StaticString {
        switch action {
        case .command: BindingDraft.Verb.run.name
        case .keys: BindingDraft.Verb.key.name
        case .click: BindingDraft.Verb.click.name
        }
    }

    /// The gesture in the form that tools write, without options.
    package var gestureNotation: String {
        switch trigger {
        case .gesture(let gesture): return directed(gesture).notation
        case .idle(let time): return "idle \(time.notation)"
        case .wake(let time): return "wake" + (time.map { " \($0.notation)" } ?? "")
        }
    }

    /// The gesture with the direction that its steps have.
    private func directed(_ gesture: RequestedGesture) -> RequestedGesture {
        guard let direction = step?.direction, case .gesture(var pattern) = gesture.form else { return gesture }
        switch direction {
        case .travel(let direction): (pattern.direction, pattern.locksAxis) = (direction, false)
        case .spread(let direction): pattern.spreadDirection = direction
        }
        var gesture = gesture
        gesture.form = .gesture(pattern)
        return gesture
    }

    /// The options with their values.
    fileprivate var options: [(key: StaticString, value: String)] {
        var options: [(key: StaticString, value: String)] = []
        if let step { options.append((BindingDraft.Option.every.name, step.size.notation)) }
        if let moment { options.append((BindingDraft.Option.on.name, "\(moment.name)")) }
        if let limit { options.append((BindingDraft.Option.limit.name, "\(limit)")) }
        if let cooldown { options.append((BindingDraft.Option.cooldown.name, cooldown.notation)) }
        return options
    }
}

extension Step.Size {
    /// e.g. `10mm`, `15deg` or `20%`
    fileprivate var notation: String {
        switch self {
        case .distance(let distance): GestureProtocol.notation(distance)
        case .angle(let angle): "\(thousandths(angle))deg"
        case .scale(let factor): "\(thousandths((factor - 1) * 100))%"
        }
    }
}
