import GestureCore
import Text

/// The number of gestures that a call can still contain, including those in regions and compositions. It is limited because the service
/// does nothing else while it reads.
struct GestureRoom {
    private var gestures = 512
    private var strokes = 64
    private var templates = 256

    mutating func take(_ gestures: Int) throws(InvalidParameter) {
        self.gestures -= gestures
        guard self.gestures >= 0 else {
            throw InvalidParameter(
                RequestedSubscription.gestureList.name,
                expected: "at most 512 gestures, in compositions too, in one call")
        }
    }

    /// - Parameter shapes: those of the strokes among the gestures.
    mutating func take(_ shapes: [StrokeShape?]) throws(InvalidParameter) {
        for case let shape? in shapes {
            strokes -= 1
            templates -= shape.templates.count
        }
        guard strokes >= 0, templates >= 0 else {
            throw InvalidParameter(
                RequestedSubscription.gestureList.name, expected: "at most 64 strokes with 256 templates in one call")
        }
    }
}

// MARK: Reading

extension [RequestedGesture] {
    private static let mostGestures = 256

    /// Reads a list of gestures.
    ///
    /// - Parameter room: what the call can still contain.
    init(_ value: JSONValue, room: inout GestureRoom) throws(InvalidParameter) {
        guard value.kind == .array, value.count <= Self.mostGestures else {
            throw InvalidParameter(
                RequestedSubscription.gestureList.name, expected: "an array of at most 256 gestures")
        }
        self.init()
        reserveCapacity(value.count)
        for index in 0..<value.count {
            var roomInComposition = RequestedGesture.mostInComposition
            append(try RequestedGesture(value[index], room: &roomInComposition))
            try room.take(RequestedGesture.mostInComposition - roomInComposition)
        }
    }
}

extension [RequestedGesture] {
    /// Reads a gesture or a list of gestures.
    ///
    /// - Returns: nil if it is not JSON.
    package init?(_ text: [UInt8]) throws(InvalidParameter) {
        let isOne = text.first { !" \t\n\r".utf8.contains($0) } == UInt8(ascii: "{")
        let list = isOne ? [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")] : text
        // A document is an object.
        guard let value = JSONDocument([UInt8]("{\"a\":".utf8) + list + [UInt8]("}".utf8))?.root["a"] else {
            return nil
        }
        var room = GestureRoom()
        try self.init(value, room: &room)
    }
}

extension RequestedGesture {
    /// The largest number of gestures and compositions in one composition.
    fileprivate static let mostInComposition = 64

    /// The form of a gesture: the member that it has exactly one of.
    private enum FormName: CaseIterable {
        case kind, exclusive, simultaneous, sequence

        var key: String {
            switch self {
            case .kind: GesturePattern.Parameters.kind.name
            case .exclusive: GesturePattern.Parameters.exclusive.name
            case .simultaneous: GesturePattern.Parameters.simultaneous.name
            case .sequence: GesturePattern.Parameters.sequence.name
            }
        }
    }

    private static let formNames = FormName.allCases
    private static let expected = "an object with one of kind, exclusive, simultaneous and sequence"

    /// - Parameter room: the number of gestures that the composition can still contain.
    fileprivate init(_ value: JSONValue, room: inout Int) throws(InvalidParameter) {
        let form = try Self.form(value, room: &room)
        let priority = try value.optional(GesturePattern.Parameters.priority)
        self.init(form, name: try value.optional(GesturePattern.Parameters.name), priority: priority ?? .normal)
        guard priority == nil || isComposable else {
            throw InvalidParameter(
                GesturePattern.Parameters.priority.path, expected: "not with press, touch and activity")
        }
    }

    /// Reads a member of a composition.
    private init(member value: JSONValue, room: inout Int) throws(InvalidParameter) {
        let form = try Self.form(value, room: &room)
        guard value[GesturePattern.Parameters.priority.member.name] == nil else {
            throw InvalidParameter(
                GesturePattern.Parameters.priority.path, expected: "a priority only for the whole composition")
        }
        // The name of a stroke says which one it is.
        guard case .stroke = form else {
            guard value[GesturePattern.Parameters.name.member.name] == nil else {
                throw InvalidParameter(
                    GesturePattern.Parameters.name.path, expected: "a name only for the whole composition")
            }
            self.init(form)
            return
        }
        self.init(form, name: try value.optional(GesturePattern.Parameters.name))
    }

    private static func form(_ value: JSONValue, room: inout Int) throws(InvalidParameter) -> Form {
        room -= 1
        guard room >= 0 else {
            throw InvalidParameter(
                RequestedSubscription.gestureList.name, expected: "at most 64 gestures in one composition")
        }
        guard value.kind == .object else {
            throw InvalidParameter(
                RequestedSubscription.gestureList.name,
                expected: "objects such as {\"kind\": \"tap\", \"count\": 2}")
        }
        try value.checkMembers(GesturePattern.Parameters.members, of: RequestedSubscription.gestureList.name)
        var found: (name: FormName, value: JSONValue)?
        for name in formNames {
            guard let value = value[name.key] else { continue }
            guard found == nil else {
                throw InvalidParameter(RequestedSubscription.gestureList.name, expected: expected)
            }
            found = (name, value)
        }
        guard let found else {
            throw InvalidParameter(
                "gestures.kind", expected: "a kind, or one of exclusive, simultaneous and sequence")
        }
        try checkKeys(of: value, found.name)
        switch found.name {
        case .kind:
            let pattern = try GesturePattern(value)
            return pattern.kind == .stroke ? .stroke(try RequestedStroke(value, pattern)) : .gesture(pattern)
        case .exclusive: return .exclusive(try members(found.value, "gestures.exclusive", room: &room))
        case .simultaneous: return .simultaneous(try members(found.value, "gestures.simultaneous", room: &room))
        case .sequence:
            let limit = try value.optional(GesturePattern.Parameters.within)
            return .sequence(try members(found.value, "gestures.sequence", room: &room), within: limit)
        }
    }

    /// Rejects the members of other forms.
    private static func checkKeys(of value: JSONValue, _ form: FormName) throws(InvalidParameter) {
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

    private static func members(
        _ value: JSONValue, _ name: String, room: inout Int
    ) throws(InvalidParameter) -> [RequestedGesture] {
        guard value.kind == .array, 1...32 ~= value.count else {
            throw InvalidParameter(name, expected: "an array of 1 to 32 gestures")
        }
        var members: [RequestedGesture] = []
        members.reserveCapacity(value.count)
        for index in 0..<value.count { members.append(try RequestedGesture(member: value[index], room: &room)) }
        return members
    }

    /// Whether every kind in it can be part of a composition.
    fileprivate var isComposable: Bool {
        switch form {
        case .gesture(let pattern): pattern.kind.isComposable
        case .stroke: true
        case .exclusive(let members), .simultaneous(let members), .sequence(let members, _):
            members.allSatisfy { $0.isComposable }
        }
    }
}

// MARK: Compiling

extension GestureSet {
    /// Compiles a list of gestures. Plain gestures share recognizers, those of each priority; a gesture with a name or further
    /// conditions is tracked separately, like a composition. Strokes of one priority compete in one composition.
    ///
    /// - Parameter room: what the call can still contain.
    init(_ gestures: [RequestedGesture], room: inout GestureRoom) throws(InvalidParameter) {
        self.init(selection: GestureSelection())
        var joined = JoinedEntries()
        for gesture in gestures { try insert(gesture, joined: &joined, room: &room) }
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
        _ gesture: RequestedGesture, joined: inout JoinedEntries, room: inout GestureRoom
    ) throws(InvalidParameter) {
        let expression = try GestureExpression(gesture)
        try room.take(expression.shapes)
        if case .stroke = gesture.form {
            joined.strokes.append((gesture.priority, expression))
            return
        }
        guard case .gesture(let pattern) = expression, gesture.name == nil, !pattern.isParticular else {
            guard gesture.isComposable else {
                throw InvalidParameter(
                    "gestures.kind", expected: "press, touch and activity only without a name and outside compositions")
            }
            // They are decided together.
            guard expression.distinct({ $0.kind == .tap ? $0.durations : nil }).count <= 1 else {
                throw InvalidParameter(
                    RequestedSubscription.gestureList.name,
                    expected: "the same minimumDuration and maximumDuration for all taps of a composition")
            }
            compositions.append(Composition(name: gesture.name, expression, priority: gesture.priority))
            return
        }
        guard gesture.priority == .normal else {
            joined.plain.append((gesture.priority, expression))
            return
        }
        if pattern.kind == .activity, selection.idleTime != nil {
            throw InvalidParameter("gestures.kind", expected: "activity at most once")
        }
        selection.insert(pattern)
    }
}

extension GestureExpression {
    fileprivate init(_ gesture: RequestedGesture) throws(InvalidParameter) {
        switch gesture.form {
        case .gesture(let pattern): self = .gesture(pattern)
        case .stroke(let stroke): self = .gesture(try stroke.compiled(named: gesture.name))
        case .exclusive(let members): self = .exclusive(try Self.compiled(members))
        case .simultaneous(let members): self = .simultaneous(try Self.compiled(members))
        case .sequence(let members, let limit): self = .sequence(try Self.compiled(members), within: limit)
        }
    }

    private static func compiled(_ members: [RequestedGesture]) throws(InvalidParameter) -> [GestureExpression] {
        var expressions: [GestureExpression] = []
        expressions.reserveCapacity(members.count)
        for member in members { expressions.append(try GestureExpression(member)) }
        return expressions
    }
}

// MARK: Gestures with a kind

extension GesturePattern {
    /// The members of a gesture in a call.
    package enum Parameters {
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
        package static let modifiers = Parameter<EventModifiers>(
            "gestures.modifiers", "?[]string", expected: "an array of alt, capsLock, control, shift and super"
        ) { EventModifiers($0) }
        static let restingFingers = Parameter.count("gestures.while", 1...9, expected: "a whole number, 1 … 9")
        package static let claim = Parameter.flag("gestures.claim")
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

    /// Reads a gesture with a kind. For strokes, ``RequestedStroke`` reads the rest.
    init(_ value: JSONValue) throws(InvalidParameter) {
        let name = value["kind"]?.string
        guard let name, let kind = GestureKind(name: name) else {
            throw InvalidParameter(
                "gestures.kind", expected: "one of \(Self.kinds())", hint: name.flatMap { Self.hint(for: $0) })
        }
        self.init(kind)
        guard value.memberCount > 1 else {
            if kind == .activity { idleTime = SurfaceUse.defaultIdleTime }
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
