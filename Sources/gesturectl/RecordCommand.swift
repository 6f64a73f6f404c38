internal import CLinux
import GestureClient
import GestureCore
import GestureProtocol
import Platform
import TouchInput

/// `gesturectl record`: records a touch device with its description.
struct RecordCommand {
    private let socket: String
    private var isAnonymous = false
    private var node: String?
    private var path: String?

    init(_ arguments: inout ArgumentReader, socket: String) throws(Failure) {
        self.socket = socket
        while let word = arguments.next() {
            switch word {
            case "-o":
                path = try arguments.value(of: word)
            case "--anonymous":
                isAnonymous = true
            default:
                guard node == nil, !word.utf8.starts(with: "-".utf8) else {
                    throw .usage("record: unknown argument '\(word)'")
                }
                node = word
            }
        }
    }

    func run() throws(Failure) {
        let node: String
        if let named = self.node { node = named } else { node = try onlyTouchNode() }
        let device: EvdevDevice
        do throws(EvdevError) {
            device = try EvdevDevice(path: node)
        } catch {
            throw .failed(reason(node, error.errno))
        }
        let output = try Destination(path)
        var events = EventsToRecord(device, surroundings(of: node), isAnonymous: isAnonymous)
        output.write(events.take())
        linux_catch_signals()
        Output.error("recording \(node) (\(device.description.name)); end it with Ctrl-C")

        var isGone = false
        while !isGone, linux_wait_readable_or_signal(device.fd) != 0 {
            isGone = readAll(device, &events)
            output.write(events.take())
        }
        events.finish()
        output.write(events.take())
        if isGone { throw .failed("\(node): the device is gone; what was recorded until then is written") }
    }

    /// - Returns: whether the device is gone.
    private func readAll(_ device: borrowing EvdevDevice, _ events: inout EventsToRecord) -> Bool {
        while true {
            switch device.read() {
            case .event(let event): events.append(event)
            case .overrun(let time): events.append(overrunAt: time, of: device)
            case .empty: return false
            case .gone: return true
            }
        }
    }

    /// What udev and, where it runs, the service know of a node.
    private func surroundings(of node: String) -> DeviceSurroundings {
        var surroundings = DeviceSurroundings(ofNode: node)
        guard let device = serviceDevice(at: node) else { return surroundings }
        let rotation = device["rotation"]?.integer.flatMap { Orientation.Rotation(degrees: Int($0)) } ?? .none
        let mirror = device["mirror"]?.string.flatMap { Orientation.Mirror(name: $0) } ?? .none
        surroundings.orientation = Orientation(rotation: rotation, mirror: mirror)
        let source: PhysicalSize.Source
        switch string(device["sizeSource"]) {
        case "configuration": source = .configuration
        case "display": source = .display
        // The device says it itself, or it is a guess.
        default: return surroundings
        }
        if let width = device["width"]?.number, let height = device["height"]?.number {
            // The service says what the person sees.
            let seen = PhysicalSize(width: width, height: height, source: source)
            surroundings.size = surroundings.orientation.swapsSides ? seen.turned : seen
        }
        return surroundings
    }

    /// What the service says of a node; nil where it does not use it, or none runs.
    private func serviceDevice(at node: String) -> JSONValue? {
        guard let connection = try? connect(socket),
            let devices = try? call(connection, "org.gestured.Gestures.ListDevices")["devices"]
        else { return nil }
        for index in 0..<devices.count where devices[index]["node"]?.string?.elementsEqual(node.utf8) ?? false {
            return devices[index]
        }
        return nil
    }

    private func onlyTouchNode() throws(Failure) -> String {
        var nodes: [String] = []
        do throws(DeviceMonitorError) {
            for node in try DeviceMonitor().presentNodes() {
                if case .touch = node.verdict { nodes.append(node.path) }
            }
        } catch {
            throw .failed("cannot reach udev: name the device, e.g. /dev/input/event3")
        }
        guard let first = nodes.first else { throw .failed("no touch device found: name one, e.g. /dev/input/event3") }
        guard nodes.count == 1 else { throw .failed("there are several touch devices: name one of \(joined(nodes))") }
        return first
    }

    private func reason(_ node: String, _ errno: CInt) -> String {
        switch errno {
        case EACCES: "\(node): \(errorMessage(errno)): record as root"
        // It knows nothing of what evdev can be asked.
        case ENOTTY: "\(node): it is no input device, e.g. /dev/input/event3"
        default: "\(node): \(errorMessage(errno))"
        }
    }
}

/// Makes the text of a recording from what a device sends.
private struct EventsToRecord {
    private var writer = RecordingWriter()
    private var leftovers: LeftoverFilter
    /// nil where all is recorded as it is.
    private var anonymizer: TouchAnonymizer?
    private var random = SystemRandomNumberGenerator()

    init(_ device: borrowing EvdevDevice, _ surroundings: DeviceSurroundings, isAnonymous: Bool) {
        let description = device.description
        let state = DeviceState(device)
        let kind = surroundings.surfaceKind(of: description)
        // As it is built, like all that is recorded.
        var setup = surroundings.completing(DeviceSetup())
        setup.orientation = Orientation()
        let geometry = try? TouchGeometry(description, kind: kind ?? .touchscreen, setup: setup)
        leftovers = LeftoverFilter(description, state)
        if isAnonymous {
            writer.write(description.anonymous, surroundings.anonymous, size: geometry?.size)
            anonymizer = TouchAnonymizer(description, size: geometry?.surface(SurfaceID(0)).size ?? .zero)
        } else {
            writer.write(description, surroundings, size: geometry?.size)
        }
        for event in state.startEvents { anonymizer?.take(event, using: &random) }
        writer.write(start: anonymizer?.takeEvents() ?? state.startEvents)
    }

    mutating func append(_ event: RawEvent) {
        guard !leftovers.hides(event) else { return }
        if anonymizer != nil { anonymizer?.take(event, using: &random) } else { writer.write(event) }
    }

    mutating func append(overrunAt time: Instant, of device: borrowing EvdevDevice) {
        for event in DeviceState(device).overrunEvents(at: time, of: device.description) { append(event) }
    }

    /// Nothing follows.
    mutating func finish() { anonymizer?.finish(using: &random) }

    /// What is to be written now.
    mutating func take() -> [UInt8] {
        for event in anonymizer?.takeEvents() ?? [] { writer.write(event) }
        defer { writer.removeAll() }
        return writer.bytes
    }
}

/// Where the recording goes.
private struct Destination {
    private let fd: CInt
    private let name: String

    init(_ path: String?) throws(Failure) {
        name = path ?? "standard output"
        guard let path else {
            fd = 1
            return
        }
        // A name that is a link to somewhere else is not followed: recordings are made as root. And what was touched may be
        // what was typed.
        fd = unsafe linux_create(path, O_WRONLY | O_TRUNC | O_NOFOLLOW, 0o600)
        let error = linux_errno()
        if fd < 0 {
            throw .failed(
                "\(path): \(error == ELOOP ? "it is a symbolic link, to which nothing is written" : errorMessage(error))"
            )
        }
    }

    func write(_ bytes: [UInt8]) { Output.write(bytes, to: fd, named: name) }
}
