import GestureConfiguration
import GestureCore
import GestureProtocol
import ServiceAccess
import Terminal
import Text
import TouchDecoding
import TouchRecordings
import TouchViewer

extension Command {
    static var watch: Command {
        Command(
            name: "watch", topic: .gestures,
            arguments: [
                Argument(
                    name: Argument.device.name, isRequired: false, help: Argument.device.help, completion: .device)
            ],
            options: RequestOptions.all + [
                WatchCommand.replay, RecordingArgument.description, MachineConfiguration.defaults,
            ],
            summary: "Show touches and gestures as a picture in the terminal.",
            details: """
                Shows the device that was touched last, or DEVICE. Needs a terminal with at least 60 columns and 16 rows, and UTF-8; \
                a smaller one shows a list.
                """,
            example: "gesturectl watch --gestures 'swipe, double tap'"
        ) { invocation throws(Failure) in try WatchCommand(invocation).run() }
    }
}

/// `gesturectl watch`: shows touches and gestures as a picture in the terminal.
struct WatchCommand {
    static let replay = Option(
        "--replay", "FILE", .file, help: "Play a recording at its own pace, without the service; - is standard input.")

    private let socket: String
    private let replayed: String?
    private let description: String?
    /// An id or a name; nil for all devices.
    private let device: String?
    private let options: RequestOptions
    /// nil without a recording: the service tells its own.
    private let configuration: MachineConfiguration?

    init(_ invocation: Invocation) throws(Failure) {
        socket = invocation.socket
        replayed = invocation.value(of: Self.replay)
        configuration = replayed == nil ? nil : try MachineConfiguration(invocation)
        description = invocation.value(of: RecordingArgument.description)
        for option in [RecordingArgument.description, MachineConfiguration.defaults] {
            guard !invocation.has(option) || replayed != nil else { throw .usage("\(option.name) requires --replay") }
        }
        var options = try RequestOptions(invocation)
        device = invocation.arguments.first
        if let device {
            guard replayed == nil else { throw .usage("DEVICE cannot be combined with --replay") }
            try options.select(device: device)
        }
        self.options = options
    }

    func run() throws(Failure) {
        let requested = try options.request()
        let terminal = Terminal.current
        guard terminal.isPresent, terminal.canMoveCursor else {
            throw .failed(
                replayed == nil
                    ? "the live view requires a terminal that can move its cursor; 'gesturectl monitor' prints gestures as text"
                    : "the live view requires a terminal that can move its cursor; 'gesturectl replay' prints gestures as text"
            )
        }
        guard let replayed, let configuration else {
            let settings = try listDevices(connect(socket)).configuredSettings
            return try view(requested, ConfigurationFiles(settings), on: terminal).run(socket: socket)
        }
        let recorded: RecordedDevice
        do throws(RecordingFileError) {
            recorded = try RecordedDevice(path: replayed, descriptionPath: description, setup: configuration.setup)
        } catch {
            throw .failed(error.message)
        }
        try view(requested, configuration.files(of: recorded), on: terminal).run(playing: recorded)
    }

    private func view(
        _ requested: RequestedSubscription, _ files: ConfigurationFiles, on terminal: Terminal
    ) throws(Failure) -> LiveView {
        let request = try requested.compiled(files.configuration.thresholds)
        return LiveView(requested, request, files, device: device, on: terminal)
    }
}
