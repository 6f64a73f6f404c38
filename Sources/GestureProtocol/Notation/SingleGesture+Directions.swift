import GestureCore
import Text

// Directions and axes.

extension SingleGesture {
    /// - Parameter afterName: whether the name of the parameter precedes the word, which can then be no edge.
    mutating func takeDirection(
        _ word: ByteString, _ words: inout NotationWords, afterName: Bool = false
    ) throws(NotationError) -> Bool {
        if let axis = Axis(name: word.bytes) {
            try give(.axis, words)
            guard !given.contains(.direction) else { throw words.invalid("a direction or an axis, not both") }
            pattern.axis = axis
        } else if !afterName, isEdge(word, words) {
            try give(.edge, words)
            pattern.edge = EdgeLocation.Edge(name: word.bytes)
            if Direction(notation: word) != nil { ambiguousWords.append(AmbiguousWord(word: word, meaning: .edge)) }
        } else if kind == .pinch || kind == .rotation {
            return try takeSpread(word, &words)
        } else {
            guard let direction = Direction(notation: word) else { return false }
            guard pattern.axis == nil else { throw words.invalid("a direction or an axis, not both") }
            try give(.direction, words)
            pattern.direction = direction
            if direction.minimumCount == .eight {
                guard !given.contains(.directions) || pattern.directions == .eight else {
                    throw words.invalid("one of four directions")
                }
                pattern.directions = .eight
            }
        }
        if kind == .drag, pattern.minimumDistance == 0 {
            throw words.invalid("a distance above 0 together with a direction or an axis")
        }
        words.skip()
        return true
    }

    /// Whether a word is the edge of an edge swipe, as in `edge left`. If an edge follows, as in `edge swipe right from left`, it is the
    /// direction.
    private func isEdge(_ word: ByteString, _ words: NotationWords) -> Bool {
        guard kind == .edgeSwipe, pattern.edge == nil, EdgeLocation.Edge(name: word.bytes) != nil else { return false }
        guard Direction(notation: word) != nil else { return true }
        var rest = words
        while let next = rest.next, ![",", ")", "then", "or", "and"].contains(next) {
            if next == "from" { return false }
            rest.skip()
        }
        return true
    }

    private mutating func takeSpread(_ word: ByteString, _ words: inout NotationWords) throws(NotationError) -> Bool {
        guard let direction = SpreadDirection(name: word.bytes), direction.kind == kind else {
            let known: [ByteString] = kind == .pinch ? ["in", "out"] : ["clockwise", "counterclockwise"]
            let turn = word == "left" ? known[1] : word == "right" ? known[0] : nil
            let hint = kind == .rotation ? turn?.description ?? likelyText(for: word, among: known) : nil
            guard hint != nil || Direction(notation: word) != nil || SpreadDirection(name: word.bytes) != nil,
                // It begins an area, or belongs to another gesture.
                word != "in"
            else { return false }
            throw words.invalid("\(known[0]) or \(known[1])", hint: hint)
        }
        // `in` can also begin an area.
        if direction == .inwards, Self.isArea(words.second) { return false }
        try give(.direction, words)
        pattern.spreadDirection = direction
        words.skip()
        return true
    }
}
