import GestureCore
import Text

/// Reads the regions of ``Surface/screen`` from text, one on each line.
///
/// ```
/// page 0,0 2000x1200 suppresses: drag vertical; pinch
///   row 0,100 2000x100 slop 40: press, tap x1 x2 high
/// label in page 20,120 100x60:
/// ```
///
/// A line is a name, the corner and the size in pt, and options. A line that is indented more than one before it is a child of that
/// region; `in page` names the parent instead. After the colon follow the gestures, separated by commas or semicolons; a region
/// that asks for nothing has only the colon, and one without a colon has no gestures of its own.
///
/// | option                                        | meaning                                   |
/// |-----------------------------------------------|-------------------------------------------|
/// | `disabled`                                    | ``TrackedRegion/isEnabled`` is false             |
/// | `mask none`, `mask gesture`, `mask subviews`  | ``TrackedRegion/mask``                           |
/// | `slop 100`                                    | ``TrackedRegion/slop``                           |
/// | `reenter`                                     | ``TrackedRegion/Tracking/reenter``               |
/// | `suppresses`, `coasting 40`                   | taps while coasting, the slop meanwhile   |
public struct RegionText {
    private struct Line {
        var indent: Int
        var name: ByteString
    }

    private var lines: [Line] = []
    private(set) var regions: [TrackedRegion] = []

    private mutating func read(_ text: Substring) throws(ScriptError) {
        let indent = text.prefix { $0 == " " }.count
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var words = Words(halves[0])
        let name = ByteString(String(try words.next("a name")))
        while let last = lines.last, last.indent >= indent { lines.removeLast() }
        var parent = lines.last?.name
        if words.skip("in") { parent = ByteString(String(try words.next("the parent"))) }
        var region = TrackedRegion(name, try words.rectangle(on: .screen), parent: parent)
        while let option = words.pop() {
            switch option {
            case "disabled": region.isEnabled = false
            case "reenter": region.tracking = .reenter
            case "suppresses": region.suppressesTapWhileCoasting = true
            case "slop": region.slop = try words.number()
            case "coasting": region.slopWhileCoasting = try words.number()
            case "mask": region.mask = try words.case(of: GestureMask.allCases)
            default: throw words.expected("an option of a region")
            }
        }
        if halves.count == 2 { region.gestures = try GestureSet(asking: String(halves[1])) }
        lines.append(Line(indent: indent, name: name))
        regions.append(region)
    }

    package static func regions(_ text: String) throws(ScriptError) -> [TrackedRegion] {
        var reader = RegionText()
        for line in text.split(separator: "\n") where line.contains(where: { $0 != " " }) { try reader.read(line) }
        return reader.regions
    }
}

/// The words of one statement.
private struct Words {
    private var text: Substring
    private var words: ArraySlice<Substring>

    init(_ text: Substring) {
        self.text = text
        words = text.split(separator: " ")[...]
    }

    var isEmpty: Bool { words.isEmpty }

    mutating func pop() -> Substring? { words.popFirst() }

    mutating func skip(_ word: Substring) -> Bool {
        guard words.first == word else { return false }
        words.removeFirst()
        return true
    }

    mutating func next(_ what: String) throws(ScriptError) -> Substring {
        guard let word = words.popFirst() else { throw expected(what) }
        return word
    }

    mutating func number() throws(ScriptError) -> Double {
        guard let number = Double(try next("a number")) else { throw expected("a number") }
        return number
    }

    mutating func `case`<Value>(of cases: [Value]) throws(ScriptError) -> Value {
        let word = try next("one of \(cases)")
        guard let value = cases.first(where: { "\($0)" == word }) else { throw expected("one of \(cases)") }
        return value
    }

    /// Reads `0,100 2000x100`.
    mutating func rectangle(on surface: Surface) throws(ScriptError) -> Rectangle {
        let numbers = try next("a corner").split(separator: ",") + next("a size").split(separator: "x")
        let values = numbers.compactMap { Double($0) }
        guard numbers.count == 4, values.count == 4 else { throw expected("x,y WIDTHxHEIGHT") }
        return Rectangle(
            x: values[0] / surface.size.x, y: values[1] / surface.size.y, width: values[2] / surface.size.x,
            height: values[3] / surface.size.y)
    }

    func expected(_ what: String) -> ScriptError { ScriptError(statement: String(text), expected: what) }
}

extension GestureSet {
    /// Reads gestures with priorities and conditions, as a client would request them.
    ///
    /// Each is written as ``GestureSelection/init(asking:)`` reads it, followed by any of these:
    ///
    /// | words                                        | meaning                                                    |
    /// |----------------------------------------------|------------------------------------------------------------|
    /// | `high`, `simultaneous`                       | the priority                                               |
    /// | `left`, `right`, `up`, `down`                | ``GesturePattern/direction``                               |
    /// | `horizontal`, `vertical`                     | ``GesturePattern/axis``                                    |
    /// | `edge left`                                  | ``GesturePattern/edge``                                    |
    /// | `at 0`                                       | ``GesturePattern/minimumDistance``                         |
    /// | `after 300`, `within 300`                    | ``GesturePattern/minimumDuration``, `maximumDuration`      |
    /// | `while 1`                                    | ``GesturePattern/restingFingers``                          |
    /// | `claims`                                     | ``GesturePattern/claims``                                  |
    /// | `as move`                                    | the name of the composition                                |
    ///
    /// `hold 300` is a long press after 300 ms, and `stroke caret` a built-in stroke. `A then B` is a sequence, `A or B` exclusive.
    /// Gestures without conditions share one selection, or one composition for each other priority.
    package init(asking text: String) throws(ScriptError) {
        self.init(selection: GestureSelection())
        var plain: [(GestureExpression, GesturePriority)] = []
        for item in text.split(whereSeparator: { ",;".contains($0) }) where item.contains(where: { $0 != " " }) {
            var entry = Entry()
            let expression = try entry.read(item)
            if case .gesture(let pattern)? = expression.first, expression.count == 1,
                pattern.isParticular || pattern.shape != nil
                    || entry.name != nil
            {
                compositions.append(Composition(name: entry.name, expression[0], priority: entry.priority))
            } else if entry.isComposition {
                compositions.append(Composition(name: entry.name, expression[0], priority: entry.priority))
            } else if entry.priority == .normal {
                try insert(plain: entry.plainWords)
            } else {
                plain += expression.map { ($0, entry.priority) }
            }
        }
        for priority in GesturePriority.allCases {
            let members = plain.filter { $0.1 == priority }.map { $0.0 }
            guard !members.isEmpty else { continue }
            compositions.append(Composition(.simultaneous(members), priority: priority, joinsEntries: true))
        }
    }

    /// Adds gestures to the selection.
    private mutating func insert(plain words: String) throws(ScriptError) {
        let more = try GestureSelection(asking: words)
        for kind in GestureKind.allCases where kind != .tap && kind != .activity {
            selection[kind].formUnion(more[kind])
        }
        selection.axisLockedDrag.formUnion(more.axisLockedDrag)
        selection.idleTime = more.idleTime ?? selection.idleTime
        for fingers in 1...FingerSet.largest {
            for count in 1...10 where more.tapCounts(fingers: fingers).contains(count) {
                var single = FingerSet.none
                single.insert(fingers)
                selection.insertTap(count: count, fingers: single)
            }
        }
    }

    /// One entry of the list.
    private struct Entry {
        var priority = GesturePriority.normal
        var name: ByteString?
        var isComposition = false
        /// The entry without priority, for ``GestureSelection/init(asking:)``.
        var plainWords = ""

        /// - Returns: one expression, or one for each tap count.
        mutating func read(_ item: Substring) throws(ScriptError) -> [GestureExpression] {
            var parts: [[Substring]] = [[]]
            var joint: Substring?
            for word in item.split(separator: " ") {
                guard word == "then" || word == "or" else {
                    parts[parts.count - 1].append(word)
                    continue
                }
                guard joint == nil || joint == word else {
                    throw ScriptError(statement: String(item), expected: "one of then and or")
                }
                joint = word
                parts.append([])
            }
            var expressions: [GestureExpression] = []
            for part in parts { expressions += try patterns(part, of: item).map { .gesture($0) } }
            guard let joint else { return expressions }
            isComposition = true
            return [joint == "then" ? .sequence(expressions, within: nil) : .exclusive(expressions)]
        }

        private mutating func patterns(
            _ all: [Substring], of item: Substring
        ) throws(ScriptError) -> [GesturePattern] {
            var words = Words(item)
            words = Words(Substring(all.joined(separator: " ")))
            var kind = try words.next("a kind of gesture")
            var pattern = GesturePattern(.press)
            if kind == "hold" {
                kind = "longPress"
                pattern.minimumDuration = .milliseconds(Int64(try words.number()))
            } else if kind == "stroke" {
                let stroke = try words.case(of: BuiltInStroke.allCases)
                pattern.shape = StrokeShape(
                    ByteString("\(stroke)"), stroke.templates, rotation: stroke.rotation,
                    threshold: StrokeShape.defaultThreshold)
            }
            guard let found = GestureKind.allCases.first(where: { "\($0)" == kind }) else {
                throw words.expected("a kind of gesture")
            }
            pattern.kind = found
            var plain = [String(kind)]
            while let word = words.pop() {
                if try !read(word, &words, into: &pattern) { plain.append(String(word)) }
            }
            plainWords = plain.joined(separator: " ")
            return try patterns(of: pattern)
        }

        /// Returns false for a word of ``GestureSelection/init(asking:)``.
        private mutating func read(
            _ word: Substring, _ words: inout Words, into pattern: inout GesturePattern
        ) throws(ScriptError) -> Bool {
            switch word {
            case "high": priority = .high
            case "simultaneous": priority = .simultaneous
            case "left", "right", "up", "down": pattern.direction = Direction.allCases.first { "\($0)" == word }
            case "horizontal": pattern.axis = .horizontal
            case "vertical": pattern.axis = .vertical
            case "edge": pattern.edge = try words.case(of: EdgeLocation.Edge.allCases)
            case "at": pattern.minimumDistance = try words.number()
            case "after": pattern.minimumDuration = .milliseconds(Int64(try words.number()))
            case "within": pattern.maximumDuration = .milliseconds(Int64(try words.number()))
            case "while": pattern.restingFingers = Int(try words.number())
            case "claims": pattern.claims = true
            // The size of an area in the top left corner: a comma would end the gesture.
            case "in":
                let size = Surface.screen.size
                let (width, height) = (try words.number(), try words.number())
                pattern.area = Rectangle(x: 0, y: 0, width: width / size.x, height: height / size.y)
            case "as": name = ByteString(String(try words.next("a name")))
            default: return false
            }
            return true
        }

        /// Adds the fingers and the tap counts of the plain words.
        private func patterns(of pattern: GesturePattern) throws(ScriptError) -> [GesturePattern] {
            guard pattern.kind != .stroke, pattern.kind != .activity else { return [pattern] }
            let selection = try GestureSelection(asking: plainWords)
            var pattern = pattern
            guard pattern.kind == .tap else {
                pattern.fingers = selection[pattern.kind]
                pattern.locksAxis = !selection.axisLockedDrag.isEmpty
                return [pattern]
            }
            var patterns: [GesturePattern] = []
            for count in 1...10 {
                pattern.fingers = .none
                pattern.count = count
                for fingers in 1...FingerSet.largest where selection.tapCounts(fingers: fingers).contains(count) {
                    pattern.fingers.insert(fingers)
                }
                if !pattern.fingers.isEmpty { patterns.append(pattern) }
            }
            return patterns
        }
    }
}
