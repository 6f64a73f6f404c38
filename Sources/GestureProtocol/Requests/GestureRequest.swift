import GestureCore
import Text

extension GestureSet {
    private static let mostGestures = 256

    /// Reads a list of gestures. Plain gestures share recognizers, those of each priority; a gesture with a name or further
    /// conditions is tracked separately, like a composition. Strokes of one priority compete in one composition.
    ///
    /// - Parameter room: what the call can still contain.
    init(_ value: JSONValue, room: inout GestureRoom) throws(InvalidParameter) {
        guard value.kind == .array, value.count <= Self.mostGestures else {
            throw InvalidParameter("gestures", expected: "an array of at most 256 gestures")
        }
        self.init(selection: GestureSelection())
        var joined = JoinedEntries()
        for index in 0..<value.count { try insert(value[index], joined: &joined, room: &room) }
        for priority in GesturePriority.allCases {
            let plain = joined.plain.filter { $0.priority == priority }.map { $0.expression }
            let strokes = joined.strokes.filter { $0.priority == priority }.map { $0.expression }
            if !plain.isEmpty {
                compositions.append(Composition(.simultaneous(plain), priority: priority, joinsEntries: true))
            }
            if !strokes.isEmpty {
                compositions.append(Composition(.exclusive(strokes), priority: priority, joinsEntries: true))
            }
        }
    }

    /// The entries of a list that become one composition for each priority.
    private struct JoinedEntries {
        typealias Entry = (priority: GesturePriority, expression: GestureExpression)
        var plain: [Entry] = []
        var strokes: [Entry] = []
    }

    private mutating func insert(
        _ value: JSONValue, joined: inout JoinedEntries, room: inout GestureRoom
    ) throws(InvalidParameter) {
        var roomInComposition = Self.mostInComposition
        let expression = try GestureExpression(value, room: &roomInComposition)
        try room.take(Self.mostInComposition - roomInComposition, shapes: expression.shapes)
        let priority = try value.optional(GesturePattern.Parameters.priority) ?? .normal
        if case .gesture(let pattern) = expression, pattern.kind == .stroke {
            joined.strokes.append((priority, expression))
            return
        }
        let name = try value.optional(GesturePattern.Parameters.name)
        guard value["priority"] == nil || expression.isComposable else {
            throw InvalidParameter("gestures.priority", expected: "not with press, touch and activity")
        }
        guard case .gesture(let pattern) = expression, name == nil, !pattern.isParticular else {
            guard expression.isComposable else {
                throw InvalidParameter(
                    "gestures.kind", expected: "press, touch and activity only without a name and outside compositions")
            }
            // They are decided together.
            guard expression.distinct({ $0.kind == .tap ? $0.durations : nil }).count <= 1 else {
                throw InvalidParameter(
                    "gestures", expected: "the same minimumDuration and maximumDuration for all taps of a composition")
            }
            compositions.append(Composition(name: name, expression, priority: priority))
            return
        }
        guard priority == .normal else {
            joined.plain.append((priority, expression))
            return
        }
        if pattern.kind == .activity, selection.idleTime != nil {
            throw InvalidParameter("gestures.kind", expected: "activity at most once")
        }
        selection.insert(pattern)
    }

    /// The largest number of gestures and compositions in one composition.
    private static let mostInComposition = 64
}

extension GestureExpression {
    /// The form of a gesture: the member that it has exactly one of.
    private enum Form: CaseIterable {
        case kind, exclusive, simultaneous, sequence

        var key: String {
            switch self {
            case .kind: "kind"
            case .exclusive: "exclusive"
            case .simultaneous: "simultaneous"
            case .sequence: "sequence"
            }
        }
    }

    private static let forms = Form.allCases
    private static let expected = "an object with one of kind, exclusive, simultaneous and sequence"

    /// - Parameter room: the number of gestures that it can still contain.
    fileprivate init(_ value: JSONValue, room: inout Int) throws(InvalidParameter) {
        room -= 1
        guard room >= 0 else { throw InvalidParameter("gestures", expected: "at most 64 gestures in one composition") }
        guard value.kind == .object else {
            throw InvalidParameter("gestures", expected: "objects such as {\"kind\": \"tap\", \"count\": 2}")
        }
        try value.checkMembers(GesturePattern.Parameters.members, of: "gestures")
        var found: (form: Form, value: JSONValue)?
        for form in Self.forms {
            guard let value = value[form.key] else { continue }
            guard found == nil else { throw InvalidParameter("gestures", expected: Self.expected) }
            found = (form, value)
        }
        guard let found else {
            throw InvalidParameter(
                "gestures.kind", expected: "a kind, or one of exclusive, simultaneous and sequence")
        }
        try Self.checkKeys(of: value, found.form)
        switch found.form {
        case .kind: self = .gesture(try GesturePattern(value))
        case .exclusive: self = .exclusive(try Self.members(found.value, "gestures.exclusive", room: &room))
        case .simultaneous: self = .simultaneous(try Self.members(found.value, "gestures.simultaneous", room: &room))
        case .sequence:
            let limit = try value.optional(GesturePattern.Parameters.within)
            self = .sequence(try Self.members(found.value, "gestures.sequence", room: &room), within: limit)
        }
    }

    /// Rejects the members of other forms.
    private static func checkKeys(of value: JSONValue, _ form: Form) throws(InvalidParameter) {
        guard value.memberCount > 1 else { return }
        if form != .kind {
            for parameter in GestureParameter.allCases where value[parameter.name.description] != nil {
                throw InvalidParameter("gestures.\(parameter.name)", expected: "only with kind")
            }
        }
        if form != .sequence, value["within"] != nil {
            throw InvalidParameter("gestures.within", expected: "only with sequence")
        }
    }

    private var isStroke: Bool {
        if case .gesture(let pattern) = self { pattern.kind == .stroke } else { false }
    }

    /// Whether every kind in it can be part of a composition.
    fileprivate var isComposable: Bool {
        switch self {
        case .gesture(let pattern): pattern.kind.isComposable
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
        members.reserveCapacity(value.count)
        for index in 0..<value.count {
            let member = try GestureExpression(value[index], room: &room)
            guard value[index]["priority"] == nil else {
                throw InvalidParameter("gestures.priority", expected: "a priority only for the whole composition")
            }
            // The name of a stroke says which one it is.
            guard value[index]["name"] == nil || member.isStroke else {
                throw InvalidParameter("gestures.name", expected: "a name only for the whole composition")
            }
            members.append(member)
        }
        return members
    }
}

extension GesturePattern {
    /// The members of a gesture in a call.
    enum Parameters {
        static let kind = Member("kind", "?string")
        static let fingers = Member("fingers", "?[]int")
        static let count = Parameter.count(
            "gestures.count", 1...Int64(TapCounts.largest), expected: "a whole number, 1 … \(TapCounts.largest)")
        static let axisLock = Parameter.flag("gestures.axisLock")
        static let directions = Parameter<Direction.Count>("gestures.directions", "?int", expected: "4 or 8") {
            $0.integer == 4 ? .four : $0.integer == 8 ? .eight : nil
        }
        static let direction = Parameter<Direction>.word(
            "gestures.direction", expected: "right, downRight, down, downLeft, left, upLeft, up or upRight")
        /// The direction of a pinch and that of a rotation.
        static let pinchDirection = Parameter<SpreadDirection>.word("gestures.direction", expected: "in or out")
        static let rotationDirection = Parameter<SpreadDirection>.word(
            "gestures.direction", expected: "clockwise or counterclockwise")
        static let axis = Parameter<Axis>.word("gestures.axis", expected: "horizontal or vertical")
        static let edge = Parameter<EdgeLocation.Edge>.word("gestures.edge", expected: "left, right, top or bottom")
        static let area = Parameter.rectangle("gestures.area", "?Rectangle")
        static var idle: Parameter<Interval> { .milliseconds("gestures.idle", 1...86_400_000) }
        static var minimumDuration: Parameter<Interval> { .milliseconds("gestures.minimumDuration", 0...60_000) }
        static var maximumDuration: Parameter<Interval> { .milliseconds("gestures.maximumDuration", 1...60_000) }
        static var minimumDistance: Parameter<Points> { .points("gestures.minimumDistance", 0...10_000) }
        static let modifiers = Parameter<EventModifiers>(
            "gestures.modifiers", "?[]string", expected: "an array of alt, capsLock, control, shift and super"
        ) { EventModifiers($0) }
        static let restingFingers = Parameter.count("gestures.while", 1...9, expected: "a whole number, 1 … 9")
        static let claim = Parameter.flag("gestures.claim")
        static let templates = StrokeShape.Parameters.templates
        static let rotation = StrokeShape.Parameters.rotation
        static let score = StrokeShape.Parameters.score
        static let exclusive = Member("exclusive", "?[]Gesture")
        static let simultaneous = Member("simultaneous", "?[]Gesture")
        static let sequence = Member("sequence", "?[]Gesture")
        static var within: Parameter<Interval> { .milliseconds("gestures.within", 1...3_600_000) }
        static let name = Parameter.name("gestures.name")
        static let priority = Parameter<GesturePriority>.word(
            "gestures.priority", expected: "normal, simultaneous or high")

        static let members = [
            kind, fingers, count.member, axisLock.member, directions.member, direction.member, axis.member, edge.member,
            area.member, idle.member, minimumDuration.member, maximumDuration.member, minimumDistance.member,
            modifiers.member, restingFingers.member, claim.member, templates.member, rotation.member, score.member,
            exclusive, simultaneous, sequence, within.member, name.member, priority.member,
        ]
    }

    init(_ value: JSONValue) throws(InvalidParameter) {
        let name = value["kind"]?.string
        guard let name, let kind = GestureKind(name: name) else {
            throw InvalidParameter(
                "gestures.kind", expected: "one of \(Self.kinds())", hint: name.flatMap { Self.hint(for: $0) })
        }
        self.init(kind)
        guard value.memberCount > 1 else {
            if kind == .activity { idleTime = SurfaceUse.defaultIdleTime }
            if kind == .stroke { shape = try StrokeShape(value) }
            return
        }
        let given = Self.parameters(in: value)
        for parameter in GestureParameter.allCases
        where given.contains(.init(parameter)) && !kind.parameters.contains(.init(parameter)) {
            throw InvalidParameter(
                "gestures.\(parameter.name)", expected: "only with \(Self.kinds(with: .init(parameter)))")
        }
        if given.contains(.fingers) { fingers = try Self.fingers(value["fingers"], of: kind) }
        if given.contains(.count) { count = try value.required(Parameters.count) }
        if given.contains(.axisLock) { locksAxis = try value.required(Parameters.axisLock) }
        if given.contains(.directions) { directions = try value.required(Parameters.directions) }
        if given.contains(.direction) { try readDirection(value) }
        if given.contains(.axis) { axis = try value.required(Parameters.axis) }
        guard axis == nil || direction == nil else {
            throw InvalidParameter("gestures.axis", expected: "only without a direction")
        }
        if given.contains(.edge) { edge = try value.required(Parameters.edge) }
        if given.contains(.area) { area = try value.required(Parameters.area) }
        if !given.isDisjoint(with: .durations) { try readDurations(value) }
        if given.contains(.minimumDistance) { minimumDistance = try value.required(Parameters.minimumDistance) }
        guard kind != .drag || direction == nil && axis == nil || minimumDistance != 0 else {
            throw InvalidParameter(
                "gestures.minimumDistance", expected: "more than 0 for a drag with a direction or an axis")
        }
        if given.contains(.modifiers) { modifiers = try value.required(Parameters.modifiers) }
        if given.contains(.restingFingers) { restingFingers = try value.required(Parameters.restingFingers) }
        if given.contains(.claim) { claims = try value.required(Parameters.claim) }
        if kind == .activity { idleTime = try value.optional(Parameters.idle) ?? SurfaceUse.defaultIdleTime }
        if kind == .stroke { shape = try StrokeShape(value) }
    }

    /// The parameters that a gesture with a kind has. Most have few, and a call can have hundreds of gestures: the search ends with
    /// the last.
    private static func parameters(in value: JSONValue) -> GestureParameters {
        var parameters: GestureParameters = []
        var left = value.memberCount - 1 - (value["name"] == nil ? 0 : 1) - (value["priority"] == nil ? 0 : 1)
        for parameter in GestureParameter.allCases where left > 0 && value[parameter.name.description] != nil {
            parameters.insert(.init(parameter))
            left -= 1
        }
        return parameters
    }

    private mutating func readDirection(_ value: JSONValue) throws(InvalidParameter) {
        if kind.minimumFingers > 1 {
            let parameter = kind == .pinch ? Parameters.pinchDirection : Parameters.rotationDirection
            let direction = try value.required(parameter)
            guard direction.kind == kind else { throw parameter.invalid(nil) }
            spreadDirection = direction
            return
        }
        let direction = try value.required(Parameters.direction)
        self.direction = direction
        guard direction.minimumCount == .eight else { return }
        guard value["directions"] == nil || directions == .eight else {
            throw InvalidParameter("gestures.direction", expected: "one of four directions")
        }
        directions = .eight
    }

    private mutating func readDurations(_ value: JSONValue) throws(InvalidParameter) {
        minimumDuration = try value.optional(Parameters.minimumDuration)
        maximumDuration = try value.optional(Parameters.maximumDuration)
        if let minimumDuration, let maximumDuration, minimumDuration > maximumDuration {
            throw InvalidParameter("gestures.maximumDuration", expected: "at least minimumDuration")
        }
    }

    /// Suggests a kind in place of an unknown one: a kind with a similar name, or one that other recognizers call by this name.
    private static func hint(for name: [UInt8]) -> InvalidParameter.Hint? {
        // Compares without regard to the case of letters, hyphens and underscores.
        let letters = name.prefix(64).filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }.map { $0 | 0x20 }
        for (other, meant) in namesElsewhere where letters.elementsEqual(other.utf8) {
            return InvalidParameter.Hint(text: meant)
        }
        return .nearest(to: name, among: GestureKind.allCases.map { $0.name })
    }

    /// Names that other gesture recognizers use, and what they are here.
    private static var namesElsewhere: [(name: String, meant: String)] {
        [
            ("doubletap", "'tap' with \"count\": 2"), ("tripletap", "'tap' with \"count\": 3"), ("click", "'tap'"),
            ("doubleclick", "'tap' with \"count\": 2"), ("hold", "'longPress'"), ("pan", "'drag'"),
            ("scroll", "'drag'"),
            ("flick", "'swipe'"), ("fling", "'swipe'"), ("zoom", "'pinch'"), ("magnify", "'pinch'"),
            ("rotate", "'rotation'"), ("edge", "'edgeSwipe'"),
        ]
    }

    /// The names of all kinds, or of those that take a parameter, separated by commas.
    private static func kinds(with parameter: GestureParameters = []) -> String {
        var names = JSONWriter()
        for kind in GestureKind.allCases where kind.parameters.isSuperset(of: parameter) {
            if !names.bytes.isEmpty { names.raw(", ") }
            names.raw(kind.name)
        }
        return String(decoding: names.bytes, as: UTF8.self)
    }

    private static func fingers(_ value: JSONValue?, of kind: GestureKind) throws(InvalidParameter) -> FingerSet {
        guard let value else { return .any }
        let least = Int64(kind.minimumFingers)
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
