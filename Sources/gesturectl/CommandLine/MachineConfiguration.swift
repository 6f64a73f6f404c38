import Diagnosis
import GestureConfiguration
import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
import TouchDecoding
import TouchRecordings

/// The configuration that recognizes the touches of a recording: the one it was made with, else that of this machine.
struct MachineConfiguration {
    static let defaults = Option(
        "--defaults", help: "Ignore the configuration of the recording and of this machine: use the defaults.")

    /// nil to ignore all configuration.
    private let machine: ConfigurationFiles?

    /// Reads that of the service if a socket was named, which can have files of its own, else the files of this machine.
    init(_ invocation: Invocation) throws(Failure) {
        guard !invocation.has(Self.defaults) else {
            machine = nil
            return
        }
        if invocation.has(.socket), let list = try? call(invocation.socket, .listDevices) {
            machine = ConfigurationFiles(list.printable.configuredSettings)
            return
        }
        do throws(Failure) {
            machine = try readConfiguration(nil)
        } catch {
            throw .failed("\(error.message); \(Self.defaults.name) does without it")
        }
    }

    /// The configuration of a recording. Names what it has of settings that this version cannot read.
    func files(of recorded: RecordedDevice) -> ConfigurationFiles {
        let files = files(recorded.settings)
        guard machine != nil else { return files }
        for setting in recorded.settings ?? [] where !files.settings.contains(setting) {
            Console.error(
                "gesturectl: the recording was made with [\(setting.section)] \(setting.key) = \(setting.value), which is ignored: "
                    + "this version has no such setting, or no such value of it")
        }
        return files
    }

    /// - Parameter settings: those that a recording was made with; nil if it does not tell.
    private func files(_ settings: [ConfiguredSetting]?) -> ConfigurationFiles {
        guard let machine else { return ConfigurationFiles() }
        return settings.map { ConfigurationFiles($0) } ?? machine
    }

    func setup(of device: DeviceDescription, _ settings: [ConfiguredSetting]?) -> DeviceSetup {
        files(settings).configuration.options(of: device).setup()
    }
}
