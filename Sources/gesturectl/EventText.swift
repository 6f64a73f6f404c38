import GestureProtocol
import Text

/// Events as lines for a person: a symbol and a colour for each kind.
struct EventText {
    var colours: Bool

    private enum Colour: String {
        case plain = "0"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case blue = "34"
        case purple = "35"
        case dim = "2"
    }

    /// What the service has at the start of what was asked for.
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
        var line = "watching " + (names.isEmpty ? "(no such touch device yet)" : joined(names))
        if state["paused"]?.bool == true { line += "; recognition is paused, 'gesturectl resume' goes on" }
        if state["locked"]?.bool == true { line += "; touches are locked, 'gesturectl unlock' frees them" }
        return painted(Output.printable(line), .dim) + [UInt8(ascii: "\n")]
    }

    /// e.g. `12.345 s  → swipe right  2 fingers  at 34 % 56 %  by 120 3 pt`
    func line(event: JSONValue) -> [UInt8] {
        let (symbol, colour) = look(of: event)
        var words = symbol + " " + title(of: event)
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
        if let name = event["name"] { words += "  of " + text(name) }
        if let stage = event["stage"]?.integer, let stages = event["stages"]?.integer { words += " \(stage)/\(stages)" }
        let modifiers = event["modifiers"]
        for index in 0..<(modifiers?.count ?? 0) { words += (index == 0 ? "  with " : "+") + text(modifiers?[index]) }
        let isFinal = event["phase"].map { text($0) } == "ended"
        let milliseconds = (event["time"]?.integer ?? 0) / 1000
        let stamp = pad("\(milliseconds / 1000).", after: "\(milliseconds % 1000)")
        return Output.printable(stamp + "  ") + painted(Output.printable(words), isFinal ? colour : .dim)
            + [UInt8(ascii: "\n")]
    }

    private func title(of event: JSONValue) -> String {
        let kind = text(event["kind"])
        let phase = text(event["phase"])
        switch kind {
        case "tap":
            let count = event["count"]?.integer ?? 1
            let name = count == 1 ? "tap" : count == 2 ? "double tap" : count == 3 ? "triple tap" : "\(count) taps"
            return phase == "ended" ? name : "\(name) \(phase)"
        case "swipe":
            return "swipe \(text(event["direction"]))"
        case "edgeSwipe":
            let section = event["section"].map { " " + text($0) } ?? ""
            return "edge swipe \(text(event["direction"])) from \(text(event["edge"]))\(section)"
        case "longPress":
            return "long press \(phase)"
        case "activity":
            return event["active"]?.bool ?? false ? "active" : "idle"
        default:
            return "\(kind) \(phase)"
        }
    }

    private func look(of event: JSONValue) -> (String, Colour) {
        switch text(event["kind"]) {
        case "swipe", "edgeSwipe":
            switch text(event["direction"]) {
            case "up": ("↑", .blue)
            case "down": ("↓", .green)
            case "left": ("←", .red)
            case "right": ("→", .yellow)
            case "upLeft": ("↖", .blue)
            case "upRight": ("↗", .blue)
            case "downLeft": ("↙", .green)
            default: ("↘", .green)
            }
        case "pinch": ("⤢", .plain)
        case "rotation": ("↻", .plain)
        case "tap": (event["count"]?.integer ?? 1) > 1 ? ("◎", .plain) : ("⊙", .plain)
        case "longPress": ("⏺", .purple)
        case "press": ("·", .plain)
        default: ("~", .plain)
        }
    }

    private func painted(_ text: [UInt8], _ colour: Colour) -> [UInt8] {
        colours ? Array("\u{1b}[\(colour.rawValue)m".utf8) + text + Array("\u{1b}[0m".utf8) : text
    }

    private func text(_ value: JSONValue?) -> String { String(decoding: value?.string ?? [], as: UTF8.self) }

    private func percent(_ value: JSONValue?) -> String { whole((value?.number ?? 0) * 100) + " %" }

    private func whole(_ value: JSONValue?) -> String { whole(value?.number ?? 0) }

    private func whole(_ number: Double) -> String { "\(rounded(number))" }

    /// Seconds to the left, three digits of milliseconds.
    private func pad(_ seconds: String, after digits: String) -> String {
        seconds + String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits + " s"
    }
}
