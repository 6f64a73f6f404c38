import GestureCore
import GestureProtocol
import Text

/// An event of the service, with the members that actions use.
package struct ActionEvent: Equatable, Sendable {
    package var kind: GestureKind
    package var phase: GesturePhase
    /// The number of the gesture.
    var gesture: Int64
    package var time: Instant
    /// The id of the device.
    package var device: ByteString
    /// The name of the gesture in the subscription; empty if it has none.
    var name: ByteString
    var path: [Int]
    /// True unless it is an event of a sequence before its last member.
    var completes: Bool
    /// The centre of the fingers as fractions of the device; nil for a client that is not allowed to learn positions.
    package var position: UnitPoint?
    var translation: Vector?
    var axis: Axis?
    var scale: Double?
    /// In degrees.
    var rotation: Double?
    /// For activity.
    var isActive: Bool
    /// The members of the event as variables of the environment.
    package private(set) var variables: [Variable] = []

    /// A variable of the environment of a command.
    package struct Variable: Equatable, Sendable {
        package var name: StaticString
        package var value: ByteString

        package init(_ name: StaticString, _ value: ByteString) {
            self.name = name
            self.value = value
        }

        package static func == (left: Variable, right: Variable) -> Bool {
            left.name.description == right.name.description && left.value == right.value
        }
    }

    /// - Parameter event: an `Event` of org.gestured.Gestures; nil if it has a kind or phase that this version does not know.
    package init?(_ event: JSONValue) {
        guard let kind = event["kind"]?.string.flatMap({ GestureKind(name: $0) }),
            let phase = event["phase"]?.string.flatMap({ GesturePhase(name: $0) })
        else { return nil }
        self.kind = kind
        self.phase = phase
        gesture = event["gesture"]?.integer ?? 0
        time = Instant(microseconds: event["time"]?.integer ?? 0)
        device = ByteString(event["device"]?.string ?? [])
        name = ByteString(event["name"]?.string ?? [])
        let places = event["path"]
        path = (0..<(places?.count ?? 0)).map { Int(clamping: places?[$0].integer ?? 0) }
        completes = event["stage"]?.integer == event["stages"]?.integer
        if let x = event["x"]?.number, let y = event["y"]?.number { position = UnitPoint(x: x, y: y) }
        translation = event["translation"].flatMap { Vector($0) }
        axis = event["axis"]?.string.flatMap { Axis(name: $0) }
        scale = event["scale"]?.number
        rotation = event["rotation"]?.number
        isActive = event["active"]?.bool ?? false
        variables = Self.variables(event)
        // The other names are those that the subscription gave.
        if kind == .stroke, path.isEmpty, !name.isEmpty { variables.append(Variable("GESTURE_NAME", name)) }
    }

    // MARK: Variables

    /// The member of an event that each variable contains. docs/actions.md describes them.
    private static let members: [(variable: StaticString, member: String, inner: String?)] = [
        ("GESTURE_KIND", "kind", nil), ("GESTURE_PHASE", "phase", nil), ("GESTURE_FINGERS", "fingers", nil),
        ("GESTURE_DEVICE", "device", nil), ("GESTURE_OUTPUT", "output", nil), ("GESTURE_X", "x", nil),
        ("GESTURE_Y", "y", nil), ("GESTURE_POINT_X", "points", "x"), ("GESTURE_POINT_Y", "points", "y"),
        ("GESTURE_DIRECTION", "direction", nil), ("GESTURE_EDGE", "edge", nil), ("GESTURE_SECTION", "section", nil),
        ("GESTURE_AXIS", "axis", nil), ("GESTURE_TRANSLATION_X", "translation", "x"),
        ("GESTURE_TRANSLATION_Y", "translation", "y"), ("GESTURE_VELOCITY_X", "velocity", "x"),
        ("GESTURE_VELOCITY_Y", "velocity", "y"), ("GESTURE_SCALE", "scale", nil),
        ("GESTURE_ROTATION", "rotation", nil), ("GESTURE_COUNT", "count", nil), ("GESTURE_RUN", "run", nil),
        ("GESTURE_SCORE", "score", nil), ("GESTURE_TIME", "time", nil),
    ]

    private static func variables(_ event: JSONValue) -> [Variable] {
        var variables: [Variable] = []
        for (variable, member, inner) in members {
            guard let outer = event[member], let value = inner.map({ outer[$0] }) ?? outer else { continue }
            variables.append(Variable(variable, text(value)))
        }
        let modifiers = event["modifiers"]
        var names: [UInt8] = []
        for index in 0..<(modifiers?.count ?? 0) {
            names += (index == 0 ? [] : [UInt8(ascii: "+")]) + (modifiers?[index].string ?? [])
        }
        if !names.isEmpty { variables.append(Variable("GESTURE_MODIFIERS", ByteString(names))) }
        return variables
    }

    private static func text(_ value: JSONValue) -> ByteString {
        // A null byte would end the variable.
        ByteString((value.string ?? value.text).filter { $0 != 0 })
    }
}

extension Vector {
    fileprivate init?(_ value: JSONValue) {
        guard let x = value["x"]?.number, let y = value["y"]?.number else { return nil }
        self.init(x: x, y: y)
    }
}
