import GestureCore
import GestureProtocol
import Text
import TouchDecoding
import TouchRecordings

extension Command {
    static var replay: Command {
        Command(
            name: "replay", topic: .gestures,
            arguments: [
                Argument(
                    name: "FILE", isRequired: true, help: "a recording, or - for standard input", completion: .file)
            ],
            options: SubscriptionOptions.all + [ReplayCommand.device],
            summary: "Print the gestures in a recording as lines of JSON.",
            details: """
                Reads what evemu-record(1), libinput-record(1) and Android's 'getevent -lt' write; - is standard input. Needs no service.
                """,
            example: "gesturectl replay --gestures tap touches.evemu | jq -c '[.kind, .phase]'"
        ) { invocation throws(Failure) in try ReplayCommand(invocation).run() }
    }
}

/// `gesturectl replay`: prints the gestures in a recording.
struct ReplayCommand {
    static let device = Option(
        "--device", "FILE", .file,
        help: "Read the description of the device from FILE. getevent records none: a phone is assumed.")

    private let path: String
    private let descriptionPath: String?
    private let options: SubscriptionOptions

    init(_ invocation: Invocation) {
        path = invocation.arguments[0]
        descriptionPath = invocation.value(of: Self.device)
        options = SubscriptionOptions(invocation)
    }

    func run() throws(Failure) {
        let request = try options.request()
        let device: RecordedDevice
        do throws(RecordingFileError) {
            device = try RecordedDevice(path: path, descriptionPath: descriptionPath)
        } catch {
            throw .failed(error.message)
        }
        RecordingReplay(device, request).run { _, event in Output.write(event + [UInt8(ascii: "\n")]) }
    }
}
