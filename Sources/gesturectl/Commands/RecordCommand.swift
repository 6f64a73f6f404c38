internal import CLinux
import GestureConfiguration
import GestureConnection
import GestureCore
import GestureProtocol
import ServiceAccess
import System
import Terminal
import Text
import TouchDecoding
import TouchDevices
import TouchRecordings

extension Command {
    static var record: Command {
        Command(
            name: "record", topic: .gestures,
            arguments: [
                Argument(
                    name: "NODE", isRequired: false, help: "a device node, or a device id with --service or --last",
                    completion: .node)
            ],
            options: [RecordCommand.file, RecordCommand.anonymous, RecordCommand.service, LastTouches.option],
            summary: "Record a touch device until interrupted.",
            details: """
                Writes the format of evemu-record(1), with the size of the device in comments. NODE is optional if there is only one touch
                device. With --last, it is the device that was touched last, unless specified.
                """,
            example: "sudo gesturectl record -o touches.evemu /dev/input/event3"
        ) { invocation throws(Failure) in try RecordCommand(invocation).run() }
    }
}

/// `gesturectl record`: records a touch device with its description.
struct RecordCommand {
    static let file = Option(
        "-o", "FILE", .file, help: "Write to FILE, which only its owner can read, instead of standard output.")
    static let anonymous = Option(
        "--anonymous",
        help: """
            Shift each touch by a random vector and omit the device's location, so that the recording does not reveal what was \
            typed.
            """)
    static let service = Option(
        "--service",
        help:
            "Let the service record, without access to the node and also from a grabbed device. NODE is an id or name.")

    private let socket: String
    private let isAnonymous: Bool
    private let usesService: Bool
    private let takesLast: Bool
    /// A node, or an id or name if the service records; nil for the only touch device.
    private let device: String?
    private let path: String?

    init(_ invocation: Invocation) throws(Failure) {
        socket = invocation.socket
        isAnonymous = invocation.has(Self.anonymous)
        usesService = invocation.has(Self.service)
        takesLast = invocation.has(LastTouches.option)
        device = invocation.arguments.first
        path = invocation.value(of: Self.file)
        guard !takesLast || !usesService else { throw .usage("--last cannot be combined with --service") }
    }

    func run() throws(Failure) {
        if takesLast {
            try writeLast()
        } else if usesService {
            try recordByService()
        } else {
            try recordNode()
        }
    }

    private func writeLast() throws(Failure) {
        let touches = try LastTouches(socket, device: device)
        let text = isAnonymous ? try touches.anonymousText() : touches.text
        try Destination(path).write(text)
    }

    // MARK: Recording a node

    private func recordNode() throws(Failure) {
        let node: String
        if let named = self.device { node = named } else { node = try onlyTouchNode() }
        let device: EvdevDevice
        do throws(EvdevError) {
            device = try EvdevDevice(path: ByteString(node))
        } catch {
            throw .failed(reason(node, error.errno))
        }
        let output = try Destination(path)
        let recorder = DeviceRecorder(
            device.description, context(of: node, device.description), DeviceSnapshot(device),
            isAnonymous: isAnonymous)
        output.write(recorder.take())
        catchEndingSignals()
        Console.error("recording \(node) (\(device.description.name)); press Ctrl-C to stop")

        var isGone = false
        while !isGone, linux_wait_readable_or_signal(device.fd) != 0 {
            isGone = readAll(device, recorder)
            output.write(recorder.take())
            if let message = device.takeMessage() { Console.error("\(node): \(message.line)") }
        }
        recorder.finish()
        output.write(recorder.take())
        if isGone { throw gone(node) }
    }

    private func gone(_ device: String) -> Failure {
        .failed("\(device): the device was unplugged; the recording is complete up to then")
    }

    /// - Returns: whether the device was unplugged.
    private func readAll(_ device: borrowing EvdevDevice, _ recorder: DeviceRecorder) -> Bool {
        while true {
            switch device.read() {
            case .event(let event): recorder.append(event)
            case .overrun(let time): recorder.append(overrunAt: time, DeviceSnapshot(device))
            case .empty: return false
            case .gone: return true
            }
        }
    }

    /// The properties of a node from udev and, if it runs, from the service.
    private func context(of node: String, _ description: DeviceDescription) -> DeviceContext {
        var context = DeviceContext(ofNode: node)
        let list = try? call(socket, .listDevices)
        // The files of this machine, if no service tells those that it has read. Of files with mistakes nothing is known.
        let settings = list?.configuredSettings ?? (try? ConfigurationFiles(path: nil))?.configuration.recognition
        context.settings = settings?.filter { $0.concerns(deviceNamed: description.names) }
        guard let device = list?.devices.first(where: { $0.node == ByteString(node) }) else { return context }
        let rotation = Orientation.Rotation(degrees: device.rotation) ?? .none
        let mirror = Orientation.Mirror(name: device.mirror.bytes) ?? .none
        let source: PhysicalSize.Source
        switch device.sizeSource {
        case "configuration": source = .configuration
        case "display": source = .display
        default: source = .assumed
        }
        let size = PhysicalSize(width: device.width, height: device.height, source: source)
        context.add(device.kind.known, size, Orientation(rotation: rotation, mirror: mirror), of: description)
        return context
    }

    private func onlyTouchNode() throws(Failure) -> String {
        var nodes: [String] = []
        do throws(DeviceMonitorError) {
            for node in try DeviceMonitor().presentNodes() {
                // A recording of a copy lacks what is withheld.
                if case .touch = node.classification, !node.isClone { nodes.append(node.path.description) }
            }
        } catch {
            throw .failed("udev is not available; specify a device, e.g. /dev/input/event3")
        }
        guard let first = nodes.first else {
            throw .failed("no touch device found; specify one, e.g. /dev/input/event3")
        }
        guard nodes.count == 1 else {
            throw .failed("there are several touch devices; specify one of \(joined(nodes))")
        }
        return first
    }

    private func reason(_ node: String, _ errno: CInt) -> String {
        switch errno {
        case EACCES: "\(node): \(errorMessage(errno)): run the command as root, or use --service"
        // The file does not support evdev's ioctls.
        case ENOTTY: "\(node): not an input device; specify one such as /dev/input/event3"
        default: "\(node): \(errorMessage(errno))"
        }
    }

    // MARK: Recording through the service

    /// Records without access to device nodes, and also a device that the service has grabbed.
    private func recordByService() throws(Failure) {
        let connection = try connect(socket)
        let device: String
        if let named = self.device { device = named } else { device = try onlyDevice(connection) }
        let head = try startRecording(device, connection)
        let output = try Destination(path)
        let recording = try ReceivedRecording(head, isAnonymous: isAnonymous)
        output.write(try recording.take(head))
        catchEndingSignals()
        Console.error("recording \(device); end it with Ctrl-C")
        let end = follow(connection, recording, to: output)
        output.write(recording.finish())
        switch end {
        case .interrupted: return
        case .deviceGone: throw gone(device)
        case .failed(let failure): throw failure
        }
    }

    private enum End {
        case interrupted, deviceGone
        case failed(Failure)
    }

    private func follow(_ connection: ServiceConnection, _ recording: ReceivedRecording, to output: Destination) -> End
    {
        do throws(Failure) {
            while true {
                let next: RecordingPart?
                do throws(ConnectionError) {
                    next = try connection.nextUnlessSignalled().map { RecordingPart($0) }
                } catch {
                    throw Failure(error)
                }
                guard let next else { return .interrupted }
                output.write(try recording.take(next))
                if !next.continues { return .deviceGone }
            }
        } catch {
            return .failed(error)
        }
    }

    private func onlyDevice(_ connection: ServiceConnection) throws(Failure) -> String {
        let devices = try listDevices(connection).devices
        guard let first = devices.first else { throw .failed("the service does not use any touch device") }
        guard devices.count == 1 else {
            throw .failed("there are several touch devices; specify one of \(joined(devices.map { "\($0.id)" }))")
        }
        return "\(first.id)"
    }
}

/// The recording that the service sends, anonymized if requested.
private struct ReceivedRecording {
    /// nil to write everything unchanged.
    private var recorder: DeviceRecorder?

    /// - Parameter head: the first part.
    init(_ head: RecordingPart, isAnonymous: Bool) throws(Failure) {
        guard isAnonymous else { return }
        let recording = try head.recording()
        guard let description = recording.description else { throw RecordingPart.invalid }
        recorder = DeviceRecorder(description, recording.context, start: recording.events, isAnonymous: true)
    }

    /// - Returns: the text to write after this part.
    func take(_ part: RecordingPart) throws(Failure) -> [UInt8] {
        guard let recorder else { return part.text }
        let recording = try part.recording()
        // The recorder already has the events of the first part.
        if recording.description == nil {
            for event in recording.events { recorder.append(event) }
        }
        return recorder.take()
    }

    /// - Returns: the text to write at the end.
    func finish() -> [UInt8] {
        recorder?.finish()
        return recorder?.take() ?? []
    }
}
