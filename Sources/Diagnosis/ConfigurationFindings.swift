import GestureConfiguration
import GestureCore
import GestureProtocol
import Text
import TouchDecoding

/// The findings about the configuration.
struct ConfigurationFindings {
    var files: Result<ConfigurationFiles, ConfigurationError>
    /// The files, and their folder, that this user can read but the service cannot.
    var unreadable: [String] = []
    /// nil if udev is not available.
    var devices: [InputDevice]?
    var service: DeviceList?

    var all: [Finding] {
        switch files {
        case .failure(let error):
            return error.messages.map {
                .problem($0, "fix it: the service does not start with an invalid configuration")
            }
        case .success(let files):
            if files.paths.isEmpty {
                return [.ok("\(ConfigurationFiles.defaultPath) does not exist: all settings have their defaults")]
            }
            return unreadable.map {
                .problem(
                    "\($0): not readable for the service, which therefore does not start",
                    "sudo chmod a+rX \($0)")
            } + files.paths.filter { !unreadable.contains($0) }.map { .ok("\($0) is valid") }
                + files.denialsByName.map { .note("\($0.path):\($0.line): \($0.weakness)", $0.remedy) }
                + recorder(files)
                + files.configuration.devices.filter { !matches($0) }.map { section in
                    .note(
                        "[device \(section.device)] in the configuration matches no connected device",
                        "'gesturectl devices' lists the connected ones"
                            + (names.isEmpty ? "" : ": \(joined(names))"))
                }
        }
    }

    private func recorder(_ files: ConfigurationFiles) -> [Finding] {
        guard let keep = files.configuration.recorderKeep else { return [] }
        return [
            .note(
                "the flight recorder keeps the last \(keep.microseconds / 1_000_000) s of touches, which clients with the rights to "
                    + "control and positions can read",
                "once nothing is left to find out, remove 'keep' from [recorder] in the configuration")
        ]
    }

    private var names: [String] { touch.map { $0.description.name } }

    private var touch: [InputDevice] { (devices ?? []).filter { $0.mayBeTouch } }

    private func matches(_ section: Configuration.DeviceSection) -> Bool {
        var alone = Configuration()
        alone.devices = [section]
        return touch.contains { alone.options(of: $0.description) != DeviceOptions() }
            || (service?.devices ?? []).contains { $0.name == section.device || $0.id == section.device }
    }
}
