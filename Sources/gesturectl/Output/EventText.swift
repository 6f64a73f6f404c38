import GestureCore
import GestureProtocol
import Text

/// Formats events as lines of text.
struct EventText {
    var terminal: Terminal
    /// The time from which the lines count, in µs on the clock of the events.
    var start: Int64

    /// The line about the state at the start of a subscription.
    func line(state: JSONValue, of request: SubscriptionRequest) -> EventLine {
        var (names, known): ([String], [ByteString]) = ([], [])
        let devices = state["devices"]
        for index in 0..<(devices?.count ?? 0) {
            let device = devices?[index]
            let name = device?["name"]?.string ?? []
            let id = device?["id"]?.string ?? []
            known += [ByteString(name), ByteString(id)]
            if request.wants(deviceID: id, name: name) { names.append(String(decoding: name, as: UTF8.self)) }
        }
        var line = "watching " + (names.isEmpty ? "(no such touch device)" : joined(names))
        if names.isEmpty, let wanted = request.devices?.first { line += suggestion(for: wanted, among: known) }
        if state["paused"]?.bool == true { line += "; recognition is paused, 'gesturectl resume' resumes it" }
        if state["locked"]?.bool == true { line += "; touches are locked, 'gesturectl unlock' unlocks them" }
        return EventLine(stamp: [], words: text(line), colour: .plain, isDim: true)
    }

    /// e.g. ` 12.345 s  → swipe right  2 fingers  at 34 % 56 %  by 120 3 pt`
    func line(event: JSONValue) -> EventLine {
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
        let phase = event["phase"]?.string.flatMap { GesturePhase(name: $0) }
        return EventLine(
            stamp: stamp(of: event["time"]?.integer ?? 0), words: text(words), colour: appearance.colour,
            isDim: phase == .possible || phase == .cancelled)
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

    /// e.g. `  1.234 s  `
    private func stamp(of time: Int64) -> [UInt8] {
        let milliseconds = max(0, (Instant(microseconds: time) - Instant(microseconds: start)).microseconds / 1000)
        let (seconds, fraction) = ("\(milliseconds / 1000)", "\(milliseconds % 1000)")
        func padding(_ width: Int, _ text: String, _ character: UInt8) -> [UInt8] {
            [UInt8](repeating: character, count: max(0, width - text.utf8.count)) + Array(text.utf8)
        }
        return padding(3, seconds, UInt8(ascii: " ")) + [UInt8(ascii: ".")] + padding(3, fraction, UInt8(ascii: "0"))
            + Array(" s  ".utf8)
    }
}

/// The text of one event.
struct EventLine: Equatable {
    /// The time, in ASCII; empty for lines without a time.
    var stamp: [UInt8]
    var words: [UInt8]
    var colour: Colour
    var isDim: Bool

    /// One row, which is cut at the width of the terminal.
    func row(on terminal: Terminal) -> [UInt8] { painted(terminal.truncated(stamp + words), terminal) }

    /// As many rows as are necessary on a terminal, each with a line feed; one row elsewhere.
    func rows(on terminal: Terminal) -> [UInt8] {
        let line = stamp + words
        let rows =
            terminal.isPresent
            ? wrapped(line, to: terminal.size.columns, indent: max(stamp.count, 2), gap: stamp.isEmpty ? 1 : 2) : [line]
        return rows.flatMap { painted($0, terminal) + [UInt8(ascii: "\n")] }
    }

    private func painted(_ row: [UInt8], _ terminal: Terminal) -> [UInt8] {
        row.prefix(stamp.count) + terminal.painted(Array(row.dropFirst(stamp.count)), colour, isDim: isDim)
    }
}
