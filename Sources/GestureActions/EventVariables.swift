import GestureCore
import GestureProtocol
import Text

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

extension Event {
    /// The variables that the commands of an event get. docs/actions.md describes them.
    package var variables: [Variable] {
        var list = VariableList()
        list.add("GESTURE_KIND", kind.text)
        list.add("GESTURE_PHASE", phase.text)
        list.add("GESTURE_FINGERS", fingers)
        list.add("GESTURE_DEVICE", device)
        list.add("GESTURE_OUTPUT", output)
        list.add("GESTURE_X", x, places: Event.fractionPlaces)
        list.add("GESTURE_Y", y, places: Event.fractionPlaces)
        list.add("GESTURE_POINT_X", "GESTURE_POINT_Y", points)
        list.add("GESTURE_DIRECTION", direction?.text)
        list.add("GESTURE_EDGE", edge)
        list.add("GESTURE_SECTION", section)
        list.add("GESTURE_AXIS", axis?.text)
        list.add("GESTURE_TRANSLATION_X", "GESTURE_TRANSLATION_Y", translation)
        list.add("GESTURE_VELOCITY_X", "GESTURE_VELOCITY_Y", velocity)
        list.add("GESTURE_SCALE", scale, places: Event.measurePlaces)
        list.add("GESTURE_ROTATION", rotation, places: Event.measurePlaces)
        list.add("GESTURE_COUNT", count)
        list.add("GESTURE_RUN", run)
        list.add("GESTURE_SCORE", score, places: Event.measurePlaces)
        list.add("GESTURE_TIME", ByteString("\(time.microseconds)"))
        list.add("GESTURE_MODIFIERS", modifiers.map { Self.joined($0) })
        // The other names are those that the subscription gave.
        if kind.known == .stroke, path == nil { list.add("GESTURE_NAME", name) }
        return list.variables
    }

    private static func joined(_ keys: [ByteString]) -> ByteString {
        var text: [UInt8] = []
        for (index, key) in keys.enumerated() { text += (index == 0 ? [] : [UInt8(ascii: "+")]) + Array(key.bytes) }
        return ByteString(text)
    }
}

private struct VariableList {
    private(set) var variables: [Variable] = []

    mutating func add(_ name: StaticString, _ value: ByteString?) {
        guard let value, !value.isEmpty else { return }
        // A null byte would end the variable.
        variables.append(Variable(name, ByteString(value.bytes.filter { $0 != 0 })))
    }

    mutating func add(_ name: StaticString, _ value: Int?) { add(name, value.map { ByteString("\($0)") }) }

    /// Adds a number as it is in messages.
    mutating func add(_ name: StaticString, _ value: Double?, places: Int) {
        guard let value else { return }
        var writer = JSONWriter()
        writer.decimal(value, places: places)
        add(name, ByteString(writer.bytes))
    }

    mutating func add(_ x: StaticString, _ y: StaticString, _ value: Vector?) {
        add(x, value?.x, places: Event.lengthPlaces)
        add(y, value?.y, places: Event.lengthPlaces)
    }
}
