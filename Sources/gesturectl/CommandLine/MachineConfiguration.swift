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
            Console.error("\(Self.defaults.name) ignores the configuration of this machine, which has mistakes:")
            throw error
        }
    }

    /// - Parameter settings: those that a recording was made with; nil if it does not tell.
    func files(_ settings: [ConfiguredSetting]?) -> ConfigurationFiles {
        guard let machine else { return ConfigurationFiles() }
        return settings.map { ConfigurationFiles($0) } ?? machine
    }

    func setup(of device: DeviceDescription, _ settings: [ConfiguredSetting]?) -> DeviceSetup {
        files(settings).configuration.options(of: device).setup()
    }
}
