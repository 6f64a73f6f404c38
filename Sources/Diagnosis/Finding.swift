import Terminal

/// One line of the doctor's report, with advice.
package struct Finding: Equatable {
    package enum Level: String {
        case ok
        /// Possibly intentional.
        case note
        /// Something does not work as it should.
        case problem
    }

    package var level: Level
    var text: String
    /// What to do, in lines. Every finding that is not ok has advice.
    var advice: [String]

    static func ok(_ text: String) -> Finding { Finding(level: .ok, text: text, advice: []) }
    static func note(_ text: String, _ advice: String...) -> Finding {
        Finding(level: .note, text: text, advice: advice)
    }
    static func problem(_ text: String, _ advice: String...) -> Finding {
        Finding(level: .problem, text: text, advice: advice)
    }

    /// The printed paragraphs: the mark, the text, and the advice below.
    package var paragraphs: [Paragraph] {
        let mark = level.rawValue
        let margin = String(repeating: " ", count: Self.indent)
        let label = mark + String(repeating: " ", count: Self.indent - mark.utf8.count)
        var paragraphs = [Paragraph(label, text, colour: level.colour)]
        for (index, line) in advice.enumerated() {
            paragraphs.append(Paragraph(margin + (index == 0 ? "→ " : "  "), line))
        }
        return paragraphs
    }

    private static let indent = 9
}

extension Finding.Level {
    fileprivate var colour: Colour {
        switch self {
        case .ok: .green
        case .note: .yellow
        case .problem: .red
        }
    }
}
