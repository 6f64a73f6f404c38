import GestureCore

extension GestureSelection {
    /// Reads what a client asks for: kinds with counts of taps and numbers of fingers, separated by commas.
    ///
    /// ```
    /// press, tap x1 x2, tap x1 f2, longPress f1-3, drag
    /// ```
    ///
    /// `x1` is a single tap; taps without a count are single. Where no number of fingers is said, any will do. `all` is what
    /// a client gets that asks for nothing in particular.
    public init(asking text: String) throws(ScriptError) {
        self.init()
        for item in text.split(separator: ",") {
            var words = item.split(separator: " ")[...]
            let kind = words.popFirst()
            var counts: [Int] = []
            var fingers = FingerSet.none
            for word in words {
                let bounds = word.dropFirst().split(separator: "-").compactMap { Int($0) }
                switch (word.first, bounds.count) {
                case ("x", 1): counts.append(bounds[0])
                case ("f", 1): fingers.insert(bounds[0])
                case ("f", 2) where bounds[0] <= bounds[1]:
                    for number in bounds[0]...bounds[1] { fingers.insert(number) }
                default: throw ScriptError(statement: String(item), expected: "x1 or f1 or f1-3")
                }
            }
            if fingers.isEmpty { fingers = .any }
            switch kind {
            case "press": press = true
            case "tap": for count in counts.isEmpty ? [1] : counts { insertTap(count: count, fingers: fingers) }
            case "longPress": longPress.formUnion(fingers)
            case "drag": drag.formUnion(fingers)
            case "swipe": swipe.formUnion(fingers)
            case "all": self = .standard
            default: throw ScriptError(statement: String(item), expected: "press, tap, longPress, drag, swipe or all")
            }
        }
    }
}
