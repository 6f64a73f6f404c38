import GestureCore
import GestureProtocol
import Text

/// Formats events as lines of text.
struct EventText {
    var terminal: Terminal

    /// The line about the state at the start of a subscription.
    func line(state: JSONValue, of request: SubscriptionRequest) -> [UInt8] {
        var names: [String] = []
        let devices = state["devices"]
        for index in 0..<(devices?.count ?? 0) {
            let device = devices?[index]
            let name = device?["name"]?.string ?? []
            if request.wants(deviceID: device?["id"]?.string ?? [], name: name) {
                names.append(String(decoding: name, as: UTF8.self))
            }
        }
        var line = "watching " + (names.isEmpty ? "(no such touch device)" : joined(names))
        if state["paused"]?.bool == true { line += "; recognition is paused, 'gesturectl resume' resumes it" }
        if state["locked"]?.bool == true { line += "; touches are locked, 'gesturectl unlock' unlocks them" }
        return terminal.painted(text(line), .plain, isDim: true) + [UInt8(ascii: "\n")]
    }

    /// e.g. `12.345 s  → swipe right  2 fingers  at 34 % 56 %  by 120 3 pt`
    func line(event: JSONValue) -> [UInt8] {
        let appearance = appearance(of: event)
        var words = "\(appearance.symbol(on: terminal)) " + title(of: event)
        let fingers = event["fingers"]?.integer ?? 1
        if fingers > 1 { words += "  \(fingers) fingers" }
        if let x = event["x"], let y = event["y"] { words += "  at " + percent(x) + " " + percent(y) }
        if let translation = event["translation"] {
            words += "  by " + whole(translation["x"]) + " " + whole(translation["y"]) + " pt"
        }
        if let scale = event["scale"]?.number { words += "  × " + hundredths(scale) }
        if let rotation = event["rotation"] { words += "  " + whole(rotation) + "°" }
        if let inside = event["inside"]?.bool, !inside { words += "  outside" }
        if let region = event["region"] { words += "  in " + text(region) }
        if let score = event["score"]?.number { words += "  score " + hundredths(score) }
        if let name = event["name"], kind(of: event) != .stroke || event["path"] != nil {
            words += "  of " + text(name)
        }
        if let stage = event["stage"]?.integer, let stages = event["stages"]?.integer { words += " \(stage)/\(stages)" }
        let modifiers = event["modifiers"]
        for index in 0..<(modifiers?.count ?? 0) { words += (index == 0 ? "  with " : "+") + text(modifiers?[index]) }
        let isFinal = event["phase"].map { text($0) } == "ended"
        let milliseconds = (event["time"]?.integer ?? 0) / 1000
        let stamp = pad("\(milliseconds / 1000).", after: "\(milliseconds % 1000)")
        return Array((stamp + "  ").utf8)
            + terminal.painted(text(words), isFinal ? appearance.colour : .plain, isDim: !isFinal) + [
                UInt8(ascii: "\n")
            ]
    }

    /// The kind in words, with the fields that distinguish one gesture of that kind from another, and the phase.
    private func title(of event: JSONValue) -> String {
        let kind = kind(of: event)
        var title = kind.map { $0.title.description } ?? text(event["kind"])
        if kind == .tap {
            switch event["count"]?.integer ?? 1 {
            case 1: break
            case 2: title = "double tap"
            case 3: title = "triple tap"
            case let count: title = "\(count) taps"
            }
        }
        if let isActive = event["active"]?.bool { return isActive ? "active" : "idle" }
        // The name of a stroke says which one it is, unless it is the name of a composition.
        if kind == .stroke, let name = event["name"], event["path"] == nil { title += " " + text(name) }
        if let direction = event["direction"] { title += " " + text(direction) }
        if let edge = event["edge"] { title += " from " + text(edge) }
        if let section = event["section"] { title += " " + text(section) }
        let phase = text(event["phase"])
        return kind?.recognitionPhase == .ended && phase == "ended" ? title : title + " " + phase
    }

    private func kind(of event: JSONValue) -> GestureKind? { event["kind"]?.string.flatMap { GestureKind(name: $0) } }

    private func appearance(of event: JSONValue) -> GestureAppearance {
        guard let kind = kind(of: event) else { return .unknown }
        return GestureAppearance(
            kind, direction: event["direction"]?.string.flatMap { Direction(name: $0) },
            count: Int(clamping: event["count"]?.integer ?? 1))
    }

    /// Text from outside, as it can be written to the terminal.
    private func text(_ text: String) -> [UInt8] { terminal.showable(Output.printable(text)) }

    private func text(_ value: JSONValue?) -> String { String(decoding: value?.string ?? [], as: UTF8.self) }

    private func percent(_ value: JSONValue?) -> String { whole((value?.number ?? 0) * 100) + " %" }

    private func whole(_ value: JSONValue?) -> String { whole(value?.number ?? 0) }

    private func whole(_ number: Double) -> String { "\(rounded(number))" }

    /// Seconds with three digits of milliseconds.
    private func pad(_ seconds: String, after digits: String) -> String {
        seconds + String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits + " s"
    }
}
