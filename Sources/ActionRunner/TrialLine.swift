import GestureActions
import GestureCore
import Terminal
import Text

/// Writes lines about the bindings of a file, each with its time, e.g. `1.234 s  actions.conf:3  swipe left 3: run firefox`.
struct TrialLine {
    let file: ActionsFile
    let location: ActionsLocation
    /// The time that is shown as 0.
    let start: Instant

    func write(_ run: ActionEngine.Run) {
        let binding = file.bindings[run.binding]
        let step = run.step.map { " (step \($0)\(run.direction.map { ", \($0.name)" } ?? ""))" } ?? ""
        write(run.binding, step + ": " + binding.actionText, at: run.time)
    }

    /// - Parameter text: what follows the gesture.
    func write(_ binding: Int, _ text: String, at time: Instant) {
        write("\(location.path):\(file.bindings[binding].line)  \(file.bindings[binding].name)" + text, at: time)
    }

    /// Says that bindings for applications are not used.
    ///
    /// - Parameter place: where no application has the focus.
    func noteApplications(in place: String) {
        guard file.bindings.contains(where: { $0.scope.application != nil }) else { return }
        Console.error("gesturectl: no application has the focus in a \(place); bindings for applications are not used")
    }

    func write(_ text: String, at time: Instant) {
        Console.write(printable("\(stamp(time, since: start))  " + text) + [UInt8(ascii: "\n")])
    }
}
