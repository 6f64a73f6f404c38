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

    func write(_ text: String, at time: Instant) {
        // Time stamps of a recording can go back.
        let milliseconds = max(0, (time - start).microseconds / 1000)
        let digits = "\(milliseconds % 1000)"
        let seconds = "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
        Console.write(printable("\(seconds) s  " + text) + [UInt8(ascii: "\n")])
    }
}
