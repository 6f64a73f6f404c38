import GestureConfiguration
import TouchDecoding

/// What is to be said of the configuration.
struct ConfigurationFindings {
    var files: Result<ConfigurationFiles, ConfigurationError>
    /// What of the files, and of the folder beside them, the service may not read though we may.
    var unreadable: [String] = []
    /// nil where udev cannot be reached.
    var devices: [InputDevice]?
    var service: DeviceList?

    var all: [Finding] {
        switch files {
        case .failure(let error):
            return error.messages.map { .problem($0, "mend it: the service does not start with it") }
        case .success(let files):
            if files.paths.isEmpty {
                return [.ok("\(ConfigurationFiles.defaultPath) is not there: all is at its default")]
            }
            return unreadable.map {
                .problem(
                    "\($0): the user that the service runs as may not read it, and the service does not start without it",
                    "sudo chmod a+rX \($0)")
            } + files.paths.filter { path in !unreadable.contains { same($0, path) } }.map { .ok("\($0) is right") }
                + files.denialsByName.map { .note("\($0.path):\($0.line): \($0.weakness)", $0.remedy) }
                + files.configuration.devices.filter { !matches($0) }.map { section in
                    .note(
                        "[device \(section.device)] in the configuration is no device that is there now",
                        "'gesturectl devices' lists the names and ids of those that are"
                            + (names.isEmpty ? "" : ": \(joined(names))"))
                }
        }
    }

    private var names: [String] { touch.map { $0.description.name } }

    private var touch: [InputDevice] { (devices ?? []).filter { $0.mayBeTouch } }

    private func matches(_ section: Configuration.DeviceSection) -> Bool {
        var alone = Configuration()
        alone.devices = [section]
        return touch.contains { alone.options(of: $0.description) != DeviceOptions() }
            || (service?.devices ?? []).contains { same($0.name, section.device) || same($0.id, section.device) }
    }
}
