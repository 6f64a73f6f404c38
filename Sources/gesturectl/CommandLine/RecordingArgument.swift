import GestureConfiguration
import Terminal
import TouchDecoding
import TouchRecordings

/// The recording that a command reads: a file, standard input or, with `--last`, what the service has kept.
struct RecordingArgument {
    static let file = Argument(
        name: "FILE", isRequired: false,
        help: "a recording, or - for standard input; with --last, the id or name of a device", completion: .file)
    static let description = Option(
        "--device", "FILE", .file,
        help: "Read the description of the device from FILE. getevent records none: a phone is assumed.")
    static let options = [description, LastTouches.option, MachineConfiguration.defaults]

    private let socket: String
    private let takesLast: Bool
    /// A file or, with `--last`, a device.
    private let source: String?
    private let descriptionPath: String?
    private let configuration: MachineConfiguration

    init(_ invocation: Invocation) throws(Failure) {
        socket = invocation.socket
        takesLast = invocation.has(LastTouches.option)
        source = invocation.arguments.first
        descriptionPath = invocation.value(of: Self.description)
        configuration = try MachineConfiguration(invocation)
        guard takesLast || source != nil else { throw .usage("FILE is required: \(Self.file.help)") }
        guard !takesLast || descriptionPath == nil else { throw .usage("--device cannot be combined with --last") }
    }

    /// The recording, for messages.
    var name: String { takesLast ? "the last touches" : source ?? "-" }

    /// The recording as a device that can be played, with the configuration that it is recognized by.
    func device() throws(Failure) -> (device: RecordedDevice, configuration: ConfigurationFiles) {
        let device = takesLast ? try LastTouches(socket, device: source).device(configuration) : try read()
        return (device, configuration.files(of: device))
    }

    private func read() throws(Failure) -> RecordedDevice {
        do throws(RecordingFileError) {
            return try RecordedDevice(
                path: source ?? "-", descriptionPath: descriptionPath, setup: configuration.setup)
        } catch {
            throw .failed(error.message)
        }
    }
}
