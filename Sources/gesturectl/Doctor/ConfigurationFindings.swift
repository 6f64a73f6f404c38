import GestureConfiguration
import TouchInput

/// What is to be said of the configuration.
struct ConfigurationFindings {
    enum File: Equatable {
        case absent
        case wrong(message: String)
        case read(Configuration)
    }

    var path: String
    var file: File
    /// nil where udev cannot be reached.
    var devices: [InputDevice]?
    var service: DeviceList?

    var all: [Finding] {
        switch file {
        case .absent:
            return [.ok("\(path) is not there: all is at its default")]
        case .wrong(let message):
            return [.problem(message, "mend it: the service does not start with it")]
        case .read(let configuration):
            return [.ok("\(path) is right")]
                + configuration.devices.filter { !matches($0) }.map { section in
                    .note(
                        "\(path): [device \(section.device)] is no device that is there now",
                        "'gesturectl devices' lists the names and ids of those that are"
                            + (names.isEmpty ? "" : ": \(joined(names))"))
                }
        }
    }

    private var names: [String] { touch.map { $0.description.name } }

    private var touch: [InputDevice] { (devices ?? []).filter { $0.isTouch } }

    private func matches(_ section: Configuration.DeviceSection) -> Bool {
        var alone = Configuration()
        alone.devices = [section]
        return touch.contains { alone.options(of: $0.description) != DeviceOptions() }
            || (service?.devices ?? []).contains { same($0.name, section.device) || same($0.id, section.device) }
    }
}
