import GestureCore
import GestureProtocol
import Text

/// Formats events as lines of text.
package struct EventText {
    private let terminal: Terminal
    private let start: Instant

    /// - Parameter start: the time from which the lines count.
    package init(terminal: Terminal, start: Instant) {
        self.terminal = terminal
        self.start = start
    }

    /// The line about the state at the start of a subscription.
    func line(state: StateReport, of request: CompiledSubscription) -> EventLine {
        let wanted = state.devices.filter { request.wants(deviceID: $0.id.bytes, name: $0.name.bytes) }
        var line = "watching "
        line += wanted.isEmpty ? "(no such touch device)" : joined(wanted.map { $0.name.description })
        if wanted.isEmpty, let missing = request.devices?.first {
            line += suggestion(for: missing.bytes, among: state.devices.flatMap { [$0.name, $0.id] })
        }
        if state.isPaused { line += "; recognition is paused, 'gesturectl resume' resumes it" }
        if state.isLocked { line += "; touches are locked, 'gesturectl unlock' unlocks them" }
        return EventLine(stamp: [], words: text(line), colour: .plain, isDim: true)
    }

    /// The line about what a touch was not, e.g. `  1.234 s  × no swipe: 6.8 mm of 7.9 mm`.
    package func line(miss: String, at time: Instant) -> EventLine {
        EventLine(stamp: paddedStamp(time), words: text("× " + miss), colour: .plain, isDim: false)
    }

    /// e.g. ` 12.345 s  → swipe right  2 fingers  at 34 % 56 %  by 19 0 mm`
    package func line(event: Event) -> EventLine {
        let appearance = GestureAppearance(event)
        var words = "\(appearance.symbol(on: terminal)) " + title(of: event)
        if event.fingers > 1 { words += "  \(event.fingers) fingers" }
        if let section = event.section { words += "  \(section) third" }
        if let x = event.x, let y = event.y { words += "  at \(rounded(x * 100)) % \(rounded(y * 100)) %" }
        if let translation = event.translation.map({ $0 * Points.millimetresPerPoint }) {
            let (x, y) = (rounded(translation.x), rounded(translation.y))
            if x != 0 || y != 0 { words += "  by \(x) \(y) mm" }
        }
        if let scale = event.scale { words += "  × " + hundredths(scale) }
        if let rotation = event.rotation { words += "  \(rotationWords(rotation))" }
        if let inside = event.inside, !inside { words += "  outside" }
        if let region = event.region { words += "  in \(region)" }
        if let score = event.score { words += "  score " + hundredths(score) }
        if let name = event.name, event.kind.known != .stroke || event.path != nil { words += "  of \(name)" }
        if let stage = event.stage, let stages = event.stages { words += " \(stage)/\(stages)" }
        for (index, key) in (event.modifiers ?? []).enumerated() { words += (index == 0 ? "  with " : "+") + "\(key)" }
        let phase = event.phase.known
        return EventLine(
            stamp: paddedStamp(event.time), words: text(words), colour: appearance.colour,
            isDim: phase == .possible || phase == .cancelled)
    }

    /// The kind in words, with the fields that distinguish one gesture of that kind from another, and the phase.
    private func title(of event: Event) -> String {
        let kind = event.kind.known
        var title = kind.map { $0.title(taps: event.count ?? 1) } ?? event.kind.description
        if let isActive = event.active { return isActive ? "active" : "idle" }
        // The name of a stroke says which one it is, unless it is the name of a composition.
        if kind == .stroke, let name = event.name, event.path == nil { title += " \(name)" }
        if let edge = event.edge.flatMap({ EdgeLocation.Edge(name: $0.bytes) }) {
            var pattern = GesturePattern(.edgeSwipe)
            (pattern.edge, pattern.direction) = (edge, event.direction?.known)
            title = pattern.notation
        } else if let corner = event.edge {
            title += " from " + place(corner)
            title += event.direction.map { " " + ($0.known.map { "\($0.phrase)" } ?? $0.description) } ?? ""
        } else if let direction = event.direction {
            title += " " + (direction.known.map { "\($0.words)" } ?? direction.description)
        }
        return kind?.recognitionPhase == .ended && event.phase.known == .ended ? title : "\(title) \(event.phase)"
    }

    /// An edge or a corner in words, e.g. `the left edge`.
    private func place(_ name: ByteString) -> String {
        let places =
            EdgeLocation.Edge.allCases.map { EdgeLocation.edge($0, .middle) }
            + EdgeLocation.Corner.allCases.map { .corner($0) }
        return places.first { ByteString("\($0.name)") == name }.map { "\($0.phrase)" } ?? name.description
    }

    /// Text from outside, as it can be written to the terminal.
    private func text(_ text: String) -> [UInt8] { terminal.showable(printable(text)) }

    /// e.g. `  1.234 s  `
    private func paddedStamp(_ time: Instant) -> [UInt8] {
        let text = stamp(time, since: start)
        return [UInt8](repeating: UInt8(ascii: " "), count: max(0, 9 - text.utf8.count)) + Array("\(text)  ".utf8)
    }
}

extension GestureAppearance {
    package init(_ event: Event) {
        guard let kind = event.kind.known else {
            self = .unknown
            return
        }
        self.init(kind, direction: event.direction?.known, count: event.count ?? 1)
    }
}

/// The text of one event.
package struct EventLine: Equatable {
    /// The time, in ASCII; empty for lines without a time.
    package var stamp: [UInt8]
    package var words: [UInt8]
    package var colour: Colour
    var isDim: Bool

    /// One row, which is cut at the width of the terminal.
    func row(on terminal: Terminal) -> [UInt8] { painted(terminal.truncated(stamp + words), terminal) }

    /// As many rows as are necessary on a terminal, each with a line feed; one row elsewhere.
    package func rows(on terminal: Terminal) -> [UInt8] {
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
