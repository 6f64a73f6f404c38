import GestureCore

extension GestureSelection {
    /// Reads a request: kinds with counts of taps and numbers of fingers, separated by commas.
    ///
    /// ```
    /// press, tap x1 x2, tap x1 f2, longPress f1-3, drag, activity i1000
    /// ```
    ///
    /// `x1` is a single tap; taps without a count are single. The default of fingers is any number. `i1000`: idle after
    /// 1000 ms. `d8`: eight directions of swipes. `lock`: drags that stay on their axis. `all`: the default of a subscription.
    package init(asking text: String) throws(ScriptError) {
        self.init()
        for item in text.split(separator: ",") {
            var words = item.split(separator: " ")[...]
            let kind = words.popFirst()
            var counts: [Int] = []
            var fingers = FingerSet.none
            var idle: Int?
            var isLocked = false
            var directions = Direction.Count.four
            for word in words {
                if word == "lock" {
                    isLocked = true
                    continue
                }
                let bounds = word.dropFirst().split(separator: "-").compactMap { Int($0) }
                switch (word.first, bounds.count) {
                case ("x", 1): counts.append(bounds[0])
                case ("i", 1): idle = bounds[0]
                case ("d", 1): directions = bounds[0] == 8 ? .eight : .four
                case ("f", 1): fingers.insert(bounds[0])
                case ("f", 2) where bounds[0] <= bounds[1]:
                    for number in bounds[0]...bounds[1] { fingers.insert(number) }
                default: throw ScriptError(statement: String(item), expected: "x1 or f1 or f1-3")
                }
            }
            if fingers.isEmpty { fingers = .any }
            switch kind {
            case "tap": for count in counts.isEmpty ? [1] : counts { insertTap(count: count, fingers: fingers) }
            case "activity": idleTime = .milliseconds(Int64(idle ?? 60_000))
            case "all": self = .standard
            default:
                guard let kind, let found = GestureKind.allCases.first(where: { "\($0)" == kind }) else {
                    throw ScriptError(statement: String(item), expected: "a kind of gesture, or all")
                }
                var pattern = GesturePattern(found)
                (pattern.fingers, pattern.locksAxis, pattern.directions) = (fingers, isLocked, directions)
                insert(pattern)
            }
        }
    }
}
