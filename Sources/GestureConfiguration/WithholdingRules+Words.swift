import GestureCore
import Text
import TouchDecoding

extension WithholdingRules {
    /// Reads the value of the key `withhold`: `none`, or rules that are separated by commas.
    ///
    /// - Returns: nil if a rule is unknown, out of range, or given twice.
    init?(words text: String) {
        self.init()
        guard ByteString(text) != "none" else { return }
        for word in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard add(word.withoutSpaces) else { return nil }
        }
        // In one order, so that equal rules are equal.
        edges = EdgeLocation.Edge.allCases.filter { edges.contains($0) }
    }

    /// The rules as ``init(words:)`` reads them.
    var words: String {
        var words: [String] = []
        if wake { words.append("wake") }
        if let idleTime { words.append("idle:\(idleTime.microseconds / 1_000_000)s") }
        if edges.count == EdgeLocation.Edge.allCases.count {
            words.append("edges")
        } else {
            for row in Self.edgeWords where edges.contains(row.edge) { words.append("\(row.word)") }
        }
        if let fingers { words.append("fingers:\(fingers)+") }
        guard var text = words.first else { return "none" }
        for word in words.dropFirst() { text += ", " + word }
        return text
    }

    static let idleSeconds = 1...86_400
    static let fingerCounts = 2...10
    private static let edgeWords: [(word: ByteString, edge: EdgeLocation.Edge)] = [
        ("edge:left", .left), ("edge:right", .right), ("edge:top", .top), ("edge:bottom", .bottom),
    ]

    /// - Returns: false if the word is no rule, or the rule is given already.
    private mutating func add(_ word: Substring.UTF8View) -> Bool {
        if word == "wake" {
            defer { wake = true }
            return !wake
        }
        if word == "edges" {
            defer { edges = EdgeLocation.Edge.allCases }
            return edges.isEmpty
        }
        if let edge = Self.edgeWords.first(where: { word == $0.word })?.edge {
            defer { edges.append(edge) }
            return !edges.contains(edge)
        }
        if let seconds = word.number(after: "idle:", before: "s"), Self.idleSeconds ~= seconds {
            defer { idleTime = .milliseconds(Int64(seconds) * 1000) }
            return idleTime == nil
        }
        if let count = word.number(after: "fingers:", before: "+"), Self.fingerCounts ~= count {
            defer { fingers = count }
            return fingers == nil
        }
        return false
    }
}

extension Substring.UTF8View {
    fileprivate var withoutSpaces: Self {
        let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let tail = drop(while: isSpace)
        guard let last = tail.lastIndex(where: { !isSpace($0) }) else { return tail }
        return tail[...last]
    }

    /// The whole number between two texts, at most 999999; nil if the text has another form.
    fileprivate func number(after start: ByteString, before end: ByteString) -> Int? {
        guard starts(with: start.bytes), dropFirst(start.bytes.count).suffix(end.bytes.count) == end else { return nil }
        return parseInteger(dropFirst(start.bytes.count).dropLast(end.bytes.count), upTo: 999_999).map { Int($0) }
    }
}
