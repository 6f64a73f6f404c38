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
        replay(device, request)
    }

    private func replay(_ recorded: RecordedDevice, _ request: SubscriptionRequest) {
        var device = recorded
        let name = Array(device.description.name.utf8)
        let id = Array(device.description.stableID.utf8)
        guard request.wants(deviceID: id, name: name) else { return }
        let surface = SurfaceID(1)
        let deviceLabels = DeviceLabels(id: device.description.stableID)
        var engine = GestureEngine(options: request.options)
        let labels = EventLabels(engine)
        engine.attach(device.geometry.surface(surface))
        var contacts = ContactNumbers()
        var frame = TouchFrame(surface: surface, time: .distantPast)
        var lines = JSONWriter()
        var sequence: UInt64 = 0

        func print() {
            for event in engine.events where request.wants(event.phase) {
                sequence += 1
                lines.event(event, sequence: sequence, device: deviceLabels, labels: labels)
                lines.raw("\n")
            }
            Output.write(lines.bytes)
            lines.bytes.removeAll(keepingCapacity: true)
        }
        while device.next(contacts: &contacts, into: &frame) {
            engine.process(frame)
            print()
        }
        if device.contactsDown == 0 {
            // Time passes after the recording: pending taps become final.
            engine.advance(to: .distantFuture)
        } else {
            // The recording does not contain the end of these touches.
            engine.detach(surface, at: device.lastTime ?? .distantPast)
        }
        print()
    }
}
