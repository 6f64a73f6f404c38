import GestureActions
import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
import Text
import TouchRecordings

/// `gesturectl actions --dry-run`: what an actions file would do with the touches of a recording.
package struct DryRun {
    private let file: ActionsFile
    private let location: ActionsLocation

    package init(_ file: ActionsFile, _ location: ActionsLocation) {
        self.file = file
        self.location = location
    }

    /// - Parameter thresholds: those of the configuration that recognizes the touches.
    package func run(_ recorded: RecordedDevice, _ thresholds: Thresholds) throws(Failure) {
        let device = DeviceReport(recorded)
        if file.bindings.contains(where: { $0.scope.application != nil }) {
            Console.error(
                "gesturectl: no application has the focus in a recording; bindings for applications are not used")
        }
        let request = ActionEngine(file.bindings, at: .distantPast).request
        var replay = RecordingReplay(recorded, try compiled(request, thresholds))
        let start = recorded.firstTime ?? .distantPast
        var engine = ActionEngine(file.bindings, at: start)
        var hasRun = false
        while let event = replay.next() {
            for run in engine.advance(to: event.time) + engine.follow(event, from: device) {
                hasRun = true
                print(run, since: start)
            }
        }
        if !hasRun { Console.error("gesturectl: nothing in \(location.path) is bound to what this recording shows") }
    }

    private func compiled(
        _ request: RequestedSubscription, _ thresholds: Thresholds
    ) throws(Failure) -> CompiledSubscription {
        do throws(InvalidParameter) {
            return try CompiledSubscription(checking: request, thresholds: thresholds)
        } catch {
            throw .failed("\(location.path): \(error.name): expected \(error.expected)")
        }
    }

    /// e.g. `  1.234 s  actions.conf:3  swipe left 3: swaymsg workspace next`
    private func print(_ run: ActionEngine.Run, since start: Instant) {
        let binding = file.bindings[run.binding]
        let step = run.step.map { " (step \($0)\(run.direction.map { ", \($0.name)" } ?? ""))" } ?? ""
        // Time stamps of a recording can go back.
        let milliseconds = max(0, (run.time - start).microseconds / 1000)
        let digits = "\(milliseconds % 1000)"
        let time = "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - digits.utf8.count) + digits
        let line = "\(time) s  \(location.path):\(binding.line)  \(binding.name)\(step): \(binding.actionText)"
        Console.write(printable(line) + [UInt8(ascii: "\n")])
    }
}
