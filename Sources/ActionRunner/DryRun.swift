import GestureActions
import GestureConfiguration
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

    /// - Parameter configuration: what recognizes the touches.
    package func run(_ recorded: RecordedDevice, _ configuration: ConfigurationFiles) throws(Failure) {
        let device = DeviceReport(recorded)
        let request = ActionEngine(file.bindings, at: .distantPast).request
        var replay = RecordingReplay(recorded, try location.compiled(request, configuration.configuration.thresholds))
        let start = recorded.firstTime ?? .distantPast
        let line = TrialLine(file: file, location: location, start: start)
        line.noteApplications(in: "recording")
        var engine = ActionEngine(file.bindings, at: start)
        var hasRun = false
        while let event = replay.next() {
            for run in engine.advance(to: event.time) + engine.follow(event, from: device) {
                hasRun = true
                line.write(run)
            }
        }
        if !hasRun { Console.error("gesturectl: nothing in \(location.path) is bound to what this recording shows") }
    }
}
