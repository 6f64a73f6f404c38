import GestureProtocol
import Terminal
import Text
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
            options: RequestOptions.all + [WatchCommand.replay, RecordingArgument.description],
            summary: "Show touches and gestures as a picture in the terminal.",
            details: """
                Shows the device that was touched last, or DEVICE. Needs a terminal with at least 60 columns and 16 rows, and UTF-8; \
                a smaller one shows a list.
                """,
            example: "gesturectl watch --gestures 'swipe, tap 2'"
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
    /// Whether the request has the default gestures.
    private let isStandard: Bool

    init(_ invocation: Invocation) throws(Failure) {
        socket = invocation.socket
        replayed = invocation.value(of: Self.replay)
        description = invocation.value(of: RecordingArgument.description)
        guard description == nil || replayed != nil else { throw .usage("--device requires --replay") }
        var options = try RequestOptions(invocation)
        device = invocation.arguments.first
        if let device {
            guard replayed == nil else { throw .usage("DEVICE cannot be combined with --replay") }
            try options.select(device: device)
        }
        self.options = options
        isStandard = !invocation.has(RequestOptions.gestures) && !invocation.has(RequestOptions.parameters)
    }

    func run() throws(Failure) {
        let requested = try options.request()
        let request = try requested.compiled()
        let terminal = Terminal.current
        guard terminal.isPresent, terminal.canMoveCursor else {
            throw .failed(
                replayed == nil
                    ? "a terminal that can show pictures is required; 'gesturectl monitor' prints gestures as text"
                    : "a terminal that can show pictures is required; 'gesturectl replay' prints gestures as text")
        }
        let view = LiveView(requested, request, device: device, listsPresses: !isStandard, on: terminal)
        guard let replayed else { return try view.run(socket: socket) }
        let recorded: RecordedDevice
        do throws(RecordingFileError) {
            recorded = try RecordedDevice(path: replayed, descriptionPath: description)
        } catch {
            throw .failed(error.message)
        }
        try view.run(playing: recorded)
    }
}
