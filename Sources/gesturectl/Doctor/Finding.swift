/// One thing that the doctor has to say.
struct Finding: Equatable {
    enum Level: String {
        case ok
        /// As it may be meant, or not.
        case note
        /// Something does not work, or not as it should.
        case problem
    }

    var level: Level
    var text: String
    /// What to do, in lines; there is some for all that is not ok.
    var advice: [String]

    static func ok(_ text: String) -> Finding { Finding(level: .ok, text: text, advice: []) }
    static func note(_ text: String, _ advice: String...) -> Finding {
        Finding(level: .note, text: text, advice: advice)
    }
    static func problem(_ text: String, _ advice: String...) -> Finding {
        Finding(level: .problem, text: text, advice: advice)
    }

    /// As it is printed: the mark, the text, and below it what to do.
    var lines: [String] {
        let mark = level.rawValue
        var lines = [mark + String(repeating: " ", count: Self.indent - mark.utf8.count) + text]
        for (index, line) in advice.enumerated() {
            lines.append(String(repeating: " ", count: Self.indent) + (index == 0 ? "→ " : "  ") + line)
        }
        return lines
    }

    private static let indent = 9
}
