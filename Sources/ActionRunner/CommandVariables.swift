import GestureActions
import GestureCore
import Text

/// The environment that a command gets in addition to that of this program. docs/actions.md describes the variables.
enum CommandVariables {
    /// Returns the variables as `NAME=value`.
    ///
    /// - Parameters:
    ///   - application: the application that has the focus.
    ///   - session: variables by which programs find the compositor.
    static func assignments(
        of run: ActionEngine.Run, _ binding: Binding, application: ByteString?,
        session: [(name: String, value: ByteString)]
    ) -> [[UInt8]] {
        session.map { assignment($0.name, $0.value) }
            + variables(of: run, binding, application: application).map { assignment("\($0.name)", $0.value) }
    }

    /// Returns the variables of the gesture.
    static func variables(
        of run: ActionEngine.Run, _ binding: Binding, application: ByteString?
    ) -> [Variable] {
        var variables = [Variable("GESTURE_BINDING", binding.name)]
        // The direction of a step replaces that of the event, if it has one.
        variables += (run.event?.variables ?? []).filter {
            run.direction == nil || $0.name.description != "GESTURE_DIRECTION"
        }
        if run.event == nil {
            variables.append(Variable("GESTURE_KIND", "idle"))
            variables.append(Variable("GESTURE_TIME", ByteString("\(run.time.microseconds)")))
        }
        if let step = run.step { variables.append(Variable("GESTURE_STEP", ByteString("\(step)"))) }
        if let direction = run.direction {
            variables.append(Variable("GESTURE_DIRECTION", ByteString("\(direction.name)")))
        }
        if let application { variables.append(Variable("GESTURE_APPLICATION", application)) }
        return variables
    }

    private static func assignment(_ name: String, _ value: ByteString) -> [UInt8] {
        Array(name.utf8) + [UInt8(ascii: "=")] + Array(value.bytes)
    }
}
