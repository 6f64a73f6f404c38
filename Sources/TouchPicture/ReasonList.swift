import GestureCore
import Terminal

/// Tells for each touch why it was not what it nearly was.
struct ReasonList {
    private var rows: [(contacts: String, lines: [String], colour: Colour)] = []
    private var others = 0
    private let top: Double

    private static let row = 17.0
    private static let mostLines = 14

    init(_ recording: PlottedRecording, top: Double) {
        self.top = top
        var lines = 0
        for touch in recording.touches {
            for (contacts, text) in Self.reasons(of: touch) {
                guard lines + text.count <= Self.mostLines else {
                    others += 1
                    continue
                }
                lines += text.count
                let numbers = ranges(of: contacts.map { recording.contacts[$0].number })
                rows.append((numbers, text, recording.colour(of: contacts[0])))
            }
        }
    }

    /// The contacts of a touch that were ignored, by their reasons, and what the others nearly were.
    static func reasons(of touch: PlottedTouch) -> [(contacts: [Int], text: [String])] {
        var reasons: [(contacts: [Int], text: [String])] = []
        for (contact, reason) in touch.ignored {
            let text = ["ignored: " + reason]
            if let index = reasons.firstIndex(where: { $0.text == text }) {
                reasons[index].contacts.append(contact)
            } else {
                reasons.append(([contact], text))
            }
        }
        let others = touch.contacts.filter { contact in !touch.ignored.contains { $0.contact == contact } }
        if !others.isEmpty, !touch.nearMisses.isEmpty { reasons.append((others, touch.nearMisses)) }
        return reasons
    }

    /// In px; the same as the upper edge if there is nothing to tell.
    var bottom: Double {
        if rows.isEmpty { return top }
        return top + 12 + Self.row * Double(rows.reduce(others > 0 ? 1 : 0) { $0 + $1.lines.count })
    }

    func write(to svg: inout SVGWriter) {
        guard !rows.isEmpty else { return }
        svg.text("why not", at: Vector(x: PlotPage.margin, y: top + 12), "head")
        let (number, left) = (TimelineDrawing.left - 10, TimelineDrawing.left)
        let width = PlotPage.width - PlotPage.margin - left
        var y = top + 12
        for row in rows {
            svg.text(
                shortened(row.contacts, to: 60, size: 11), at: Vector(x: number, y: y),
                "number small end \(PlotStyle.of(row.colour))")
            for line in row.lines {
                svg.text(shortened(line, to: width, size: 11), at: Vector(x: left, y: y), "small")
                y += Self.row
            }
        }
        if others > 0 {
            svg.text(
                "\(others) more: see 'gesturectl explain'", at: Vector(x: left, y: y), "small dim")
        }
    }
}
