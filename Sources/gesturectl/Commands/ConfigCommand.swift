import Diagnosis
import GestureConfiguration
import GestureProtocol
import ServiceAccess
import Terminal
import Text

extension Command {
    static var config: Command {
        Command(
            name: "config", topic: .service,
            options: [ConfigCommand.effective, ConfigCommand.config],
            summary: "Print the effective configuration.",
            details: """
                Prints it in the format of gestured.conf(5), with the file and line of each value.
                """,
            example: "gesturectl config --effective /dev/input/event3"
        ) { invocation throws(Failure) in try ConfigCommand(invocation).run() }
    }
}

/// `gesturectl config`: prints the effective configuration, and the source of each value.
struct ConfigCommand {
    static let effective = Option(
        "--effective", "DEVICE", .device,
        help: "Print all settings of one device, by its name, id or node, with what the device or its display reports.")
    static let config = Option(
        "--config", "FILE", .file, help: "Read FILE instead of \(ConfigurationFiles.defaultPath).")

    private let socket: String
    private let path: String?
    /// The device whose settings are printed.
    private let device: String?

    init(_ invocation: Invocation) {
        socket = invocation.socket
        path = invocation.value(of: Self.config)
        device = invocation.value(of: Self.effective)
    }

    func run() throws(Failure) {
        let files = try readConfiguration(path)
        guard let device else {
            Console.write(printableLines(EffectiveText(files).text))
            return
        }
        let service = try? listDevices(connect(socket))
        let (input, used) = try InputDevice.find(
            device, InputSurvey.devices(files.configuration) ?? [], service?.devices ?? [])
        Console.write(printableLines(EffectiveText(files).text(of: input, used: used)))
    }
}
