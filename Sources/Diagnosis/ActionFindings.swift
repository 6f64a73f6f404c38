import ActionRunner
import GestureProtocol
import System
import Terminal

/// The finding about the file of `gesturectl actions`.
enum ActionFindings {
    /// - Parameter devices: those that are connected; nil if the service cannot be asked.
    /// - Returns: nothing if neither this user nor the machine has an actions file.
    static func all(devices: [DeviceReport]?) -> [Finding] {
        let location = ActionsLocation(nil)
        guard !isMissing(location.path) else { return [] }
        do throws(Failure) {
            let check = ActionsCheck(location, try location.read(), devices: devices)
            let text = "actions: \(check.summary)"
            if check.hasMistakes { return [Finding(level: .problem, text: text, advice: check.messages)] }
            return [check.hasWarnings ? Finding(level: .note, text: text, advice: check.messages) : .ok(text)]
        } catch {
            return [.problem("actions: \(error.message)", "'gesturectl actions' does not start with this file")]
        }
    }
}
