import GestureCore
import Text

extension GesturePattern {
    /// The members of a gesture in a call.
    package enum Parameters {
        static let kind = Member("kind", "?string")
        static let kindPath = "gestures.kind"
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
        /// In ms.
        static let longestDuration: Int64 = 60_000
        static let longestDistance: Points = 10_000
        static var minimumDuration: Parameter<Interval> {
            .milliseconds("gestures.minimumDuration", 0...longestDuration)
        }
        static var maximumDuration: Parameter<Interval> {
            .milliseconds("gestures.maximumDuration", 1...longestDuration)
        }
        static var minimumDistance: Parameter<Points> { .points("gestures.minimumDistance", 0...longestDistance) }
        package static let modifiers = Parameter<EventModifiers>(
            "gestures.modifiers", "?[]string", expected: "an array of alt, capsLock, control, shift and super"
        ) { EventModifiers($0) }
        static let restingFingerCounts: ClosedRange<Int64> = 1...9
        static let restingFingers = Parameter.count(
            "gestures.while", restingFingerCounts, expected: "a whole number, 1 … 9")
        package static let claim = Parameter.flag("gestures.claim")
        static let templates = StrokeShape.Parameters.templates
        static let rotation = StrokeShape.Parameters.rotation
        static let score = StrokeShape.Parameters.score
        static let exclusive = Member("exclusive", "?[]Gesture")
        static let simultaneous = Member("simultaneous", "?[]Gesture")
        static let sequence = Member("sequence", "?[]Gesture")
        /// In ms.
        static let limitsOfSequences: ClosedRange<Int64> = 1...3_600_000
        static var within: Parameter<Interval> { .milliseconds("gestures.within", limitsOfSequences) }
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
                Parameters.kindPath, expected: "one of \(Self.kinds())", hint: name.flatMap { Self.hint(for: $0) })
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
    private static func hint(for name: [UInt8]) -> String? {
        if let (kind, taps) = GestureKind.elsewhere(name) {
            return taps == 1 ? "\(kind.name)" : "\"kind\": \"\(kind.name)\", \"count\": \(taps)"
        }
        return InvalidParameter.nearest(to: name, among: GestureKind.allCases.map { $0.name })
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
        let path = "gestures.\(Parameters.fingers.name)"
        let expected = "a whole number, \(kind.minimumFingers) … \(FingerSet.largest)"
        guard value.kind == .array, value.count > 0 else {
            throw InvalidParameter(
                path, expected: "an array of whole numbers, \(kind.minimumFingers) … \(FingerSet.largest)",
                hint: value.integer.flatMap {
                    Int64(kind.minimumFingers)...Int64(FingerSet.largest) ~= $0 ? "[\($0)]" : nil
                })
        }
        var fingers = FingerSet.none
        for index in 0..<value.count {
            guard let number = value[index].integer, Int64(kind.minimumFingers)...Int64(FingerSet.largest) ~= number
            else {
                throw InvalidParameter("\(path)[\(index)]", expected: expected)
            }
            fingers.insert(Int(number))
        }
        return fingers
    }
}
