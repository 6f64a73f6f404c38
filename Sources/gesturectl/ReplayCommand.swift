import GestureCore
import GestureProtocol
import TouchDecoding
import TouchRecordings

/// `gesturectl replay`: prints what would be recognized in a recording.
struct ReplayCommand {
    private var path: String?
    private var descriptionPath: String?
    private var options = SubscriptionOptions()

    init(_ arguments: inout ArgumentReader) throws(Failure) {
        while let word = arguments.next() {
            if try options.take(word, &arguments) { continue }
            switch word {
            case "--device":
                descriptionPath = try arguments.value(of: word)
            default:
                let isOption = word.utf8.starts(with: "-".utf8) && word.utf8.count > 1
                guard path == nil, !isOption else {
                    throw .unknownArgument(word, of: "replay")
                }
                path = word
            }
        }
    }

    func run() throws(Failure) {
        guard let path else { throw .usage("replay wants a recording") }
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
            // Time goes on after the recording: what was held back becomes final.
            engine.advance(to: .distantFuture)
        } else {
            // Nobody knows what became of the fingers that are still down.
            engine.detach(surface, at: device.lastTime ?? .distantPast)
        }
        print()
    }
}
