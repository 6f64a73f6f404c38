import GestureCore

extension GestureSet {
    private static let mostGestures = 256

    /// Reads a list of gestures. Those that are plain are recognized side by side; one that has a name, or of which more has to
    /// hold than a kind can say, is watched by itself, as compositions are.
    init(_ value: JSONValue) throws(InvalidParameter) {
        guard value.kind == .array, value.count <= Self.mostGestures else {
            throw InvalidParameter("gestures", expected: "an array of at most 256 gestures")
        }
        self.init(selection: GestureSelection())
        for index in 0..<value.count { try insert(value[index]) }
    }

    private mutating func insert(_ value: JSONValue) throws(InvalidParameter) {
        var room = Self.mostInComposition
        let expression = try GestureExpression(value, room: &room)
        let name = try value["name"].map { value throws(InvalidParameter) in try String(name: value, "gestures.name") }
        guard case .gesture(let pattern) = expression, name == nil, !pattern.isParticular else {
            guard expression.isComposable else {
                throw InvalidParameter(
                    "gestures.kind", expected: "press, touch and activity without a name, not in a composition")
            }
            compositions.append(Composition(name: name, expression))
            return
        }
        if pattern.kind == .activity, selection.idleTime != nil {
            throw InvalidParameter("gestures.kind", expected: "activity at most once")
        }
        selection.insert(pattern)
    }

    /// How many gestures and compositions of them one composition may have.
    private static let mostInComposition = 64
}

extension GestureExpression {
    /// The keys of which each gesture has one, and those that go with each.
    private static let forms: [(key: String, more: [String])] = [
        ("kind", GesturePattern.keys), ("exclusive", []), ("simultaneous", []), ("sequence", ["within"]),
    ]
    private static let expected = "an object with one of kind, exclusive, simultaneous and sequence"

    /// - Parameter room: how many more it may have below.
    fileprivate init(_ value: JSONValue, room: inout Int) throws(InvalidParameter) {
        room -= 1
        guard room >= 0 else { throw InvalidParameter("gestures", expected: "at most 64 gestures in one composition") }
        guard value.kind == .object else {
            throw InvalidParameter("gestures", expected: "objects such as {\"kind\": \"tap\", \"count\": 2}")
        }
        let present = Self.forms.filter { value[$0.key] != nil }
        guard let form = present.first else {
            throw InvalidParameter(
                "gestures.kind", expected: "a kind, or instead one of exclusive, simultaneous and sequence")
        }
        guard present.count == 1 else { throw InvalidParameter("gestures", expected: Self.expected) }
        for other in Self.forms {
            for key in other.more where value[key] != nil && !form.more.contains(key) {
                throw InvalidParameter("gestures.\(key)", expected: "only with \(other.key)")
            }
        }
        if let members = value["exclusive"] {
            self = .exclusive(try Self.members(members, "gestures.exclusive", room: &room))
        } else if let members = value["simultaneous"] {
            self = .simultaneous(try Self.members(members, "gestures.simultaneous", room: &room))
        } else if let members = value["sequence"] {
            let limit = try value["within"]?.interval("gestures.within", 1...3_600_000)
            self = .sequence(try Self.members(members, "gestures.sequence", room: &room), within: limit)
        } else {
            self = .gesture(try GesturePattern(value))
        }
    }

    /// Whether it has nothing that says no more than that there are fingers.
    fileprivate var isComposable: Bool {
        switch self {
        case .gesture(let pattern):
            switch pattern.kind {
            case .press, .touch, .activity: false
            case .tap, .longPress, .drag, .swipe, .edgeSwipe, .pinch, .rotation: true
            }
        case .exclusive(let members), .simultaneous(let members), .sequence(let members, _):
            members.allSatisfy { $0.isComposable }
        }
    }

    private static func members(
        _ value: JSONValue, _ name: String, room: inout Int
    ) throws(InvalidParameter) -> [GestureExpression] {
        guard value.kind == .array, 1...32 ~= value.count else {
            throw InvalidParameter(name, expected: "an array of 1 to 32 gestures")
        }
        var members: [GestureExpression] = []
        for index in 0..<value.count {
            guard value[index]["name"] == nil else {
                throw InvalidParameter("gestures.name", expected: "a name for the whole composition alone")
            }
            members.append(try GestureExpression(value[index], room: &room))
        }
        return members
    }
}

extension GesturePattern {
    private static let kinds =
        "press, tap, longPress, drag, swipe, edgeSwipe, pinch, rotation, touch or activity"

    /// What may be said of a kind.
    fileprivate static let keys = ["fingers", "count", "axisLock", "directions", "direction", "edge", "area", "idle"]

    /// Which kinds a key is for.
    private static func owners(of key: String) -> [GestureKind] {
        switch key {
        case "count": [.tap]
        case "axisLock": [.drag]
        case "directions", "direction": [.swipe, .edgeSwipe]
        case "edge": [.edgeSwipe]
        case "idle": [.activity]
        default: [.tap, .longPress, .drag, .swipe, .edgeSwipe, .pinch, .rotation]
        }
    }

    init(_ value: JSONValue) throws(InvalidParameter) {
        guard let name = value["kind"]?.string, let kind = GestureKind(name: name) else {
            throw InvalidParameter("gestures.kind", expected: Self.kinds)
        }
        self.init(kind)
        for key in Self.keys where value[key] != nil && !Self.owners(of: key).contains(kind) {
            var owners = JSONWriter()
            for (index, kind) in Self.owners(of: key).enumerated() {
                if index > 0 { owners.raw(", ") }
                owners.raw(kind.name)
            }
            throw InvalidParameter(
                "gestures.\(key)", expected: "only with \(String(decoding: owners.bytes, as: UTF8.self))")
        }
        fingers = try Self.fingers(value["fingers"], of: kind)
        if let count = value["count"] { self.count = try Self.count(count) }
        locksAxis = try value["axisLock"]?.flag("gestures.axisLock") ?? locksAxis
        if let directions = value["directions"] {
            switch directions.integer {
            case 4: rose = .four
            case 8: rose = .eight
            default: throw InvalidParameter("gestures.directions", expected: "4 or 8")
            }
        }
        direction = try value["direction"]?.word(
            "gestures.direction", expected: "right, downRight, down, downLeft, left, upLeft, up or upRight")
        if let direction, direction.leastRose == .eight {
            guard value["directions"] == nil || rose == .eight else {
                throw InvalidParameter("gestures.direction", expected: "one of four directions")
            }
            rose = .eight
        }
        edge = try value["edge"]?.word("gestures.edge", expected: "left, right, top or bottom")
        if let area = value["area"] { self.area = try Rectangle(area, "gestures.area") }
        if kind == .activity {
            idleTime = try value["idle"]?.interval("gestures.idle", 1...86_400_000) ?? .milliseconds(60_000)
        }
    }

    private static func count(_ value: JSONValue) throws(InvalidParameter) -> Int {
        guard let count = value.integer, 1...Int64(TapCounts.largest) ~= count else {
            throw InvalidParameter("gestures.count", expected: "a whole number, 1 … 10")
        }
        return Int(count)
    }

    private static func fingers(_ value: JSONValue?, of kind: GestureKind) throws(InvalidParameter) -> FingerSet {
        guard let value else { return .any }
        let least: Int64 = kind == .pinch || kind == .rotation ? 2 : 1
        let expected = "an array of whole numbers, \(least) … 10"
        var fingers = FingerSet.none
        for index in 0..<value.count {
            guard let number = value[index].integer, least...Int64(FingerSet.largest) ~= number else {
                throw InvalidParameter("gestures.fingers", expected: expected)
            }
            fingers.insert(Int(number))
        }
        guard !fingers.isEmpty else { throw InvalidParameter("gestures.fingers", expected: expected) }
        return fingers
    }
}
