import ActionRunner
import GestureProtocol
import System
import Terminal

/// The finding about the file of `gesturectl actions`.
enum ActionFindings {
    /// - Parameter service: the devices and settings that the service tells; nil if it cannot be asked.
    /// - Returns: nothing if neither this user nor the machine has an actions file.
    static func all(service: DeviceList?) -> [Finding] {
        let location = ActionsLocation(nil)
        guard !isMissing(location.path) else { return [] }
        do throws(Failure) {
            let check = ActionsCheck(location, try location.read(), service: service)
            let text = "actions: \(check.summary)"
            if check.hasMistakes { return [Finding(level: .problem, text: text, advice: check.messages)] }
            return [check.hasWarnings ? Finding(level: .note, text: text, advice: check.messages) : .ok(text)]
        } catch {
            return [.problem("actions: \(error.message)", "'gesturectl actions' does not start with this file")]
        }
    }
}
