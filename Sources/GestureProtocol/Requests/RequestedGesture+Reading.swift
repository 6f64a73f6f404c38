import GestureCore
import Text

extension [RequestedGesture] {
    static let mostGestures = 256

    /// Reads a list of gestures.
    ///
    /// - Parameter room: what the call can still contain.
    init(_ value: JSONValue, room: inout GestureRoom) throws(InvalidParameter) {
        guard value.kind == .array, value.count <= Self.mostGestures else {
            throw InvalidParameter(
                RequestedSubscription.gestureList.name, expected: "an array of at most \(Self.mostGestures) gestures")
        }
        self.init()
        reserveCapacity(value.count)
        for index in 0..<value.count {
            var roomInComposition = RequestedGesture.mostInComposition
            do throws(InvalidParameter) {
                append(try RequestedGesture(value[index], room: &roomInComposition))
            } catch {
                throw error.inGesture(at: "\(RequestedSubscription.gestureList.name)[\(index)]")
            }
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
    static let mostInComposition = 64
    /// The largest number of members of one composition.
    static let mostMembers = 32

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
                RequestedSubscription.gestureList.name,
                expected: "at most \(mostInComposition) gestures in one composition")
        }
        guard value.kind == .object else {
            throw InvalidParameter(
                RequestedSubscription.gestureList.name,
                expected: "an object such as {\"kind\": \"tap\", \"count\": 2}")
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
                RequestedSubscription.gestureList.name,
                expected: "a kind, or one of exclusive, simultaneous and sequence")
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
        guard value.kind == .array, 1...mostMembers ~= value.count else {
            throw InvalidParameter(name, expected: "an array of 1 to \(mostMembers) gestures")
        }
        var members: [RequestedGesture] = []
        members.reserveCapacity(value.count)
        for index in 0..<value.count {
            do throws(InvalidParameter) {
                members.append(try RequestedGesture(member: value[index], room: &room))
            } catch {
                throw error.inGesture(at: "\(name)[\(index)]")
            }
        }
        return members
    }

    /// Whether every kind in it can be part of a composition.
    var isComposable: Bool {
        switch form {
        case .gesture(let pattern): pattern.kind.isComposable
        case .stroke: true
        case .exclusive(let members), .simultaneous(let members), .sequence(let members, _):
            members.allSatisfy { $0.isComposable }
        }
    }
}
