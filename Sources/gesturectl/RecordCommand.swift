internal import CLinux
import GestureCore
import Platform
import TouchInput

/// `gesturectl record`: records a touch device with its description.
struct RecordCommand {
    private var node: String?
    private var path: String?

    init(_ arguments: inout ArgumentReader) throws(Failure) {
        while let word = arguments.next() {
            switch word {
            case "-o", "--output":
                path = try arguments.value(of: word)
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
        var writer = RecordingWriter()
        writer.write(device.description)
        writer.write(initialState: device)
        output.write(writer.bytes)
        Output.error("recording \(node) (\(device.description.name)); end it with Ctrl-C")

        linux_catch_signals()
        while linux_wait_readable_or_signal(device.fd) != 0 {
            writer.removeAll()
            let isGone = readAll(device, &writer)
            output.write(writer.bytes)
            if isGone { throw .failed("\(node): the device is gone; what was recorded until then is written") }
        }
    }

    /// - Returns: whether the device is gone.
    private func readAll(_ device: borrowing EvdevDevice, _ writer: inout RecordingWriter) -> Bool {
        while true {
            switch device.read() {
            case .event(let event): writer.write(event)
            case .overrun(let time): writer.write(overrunAt: time, of: device)
            case .empty: return false
            case .gone: return true
            }
        }
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

    private func joined(_ nodes: [String]) -> String {
        var text = ""
        for (index, node) in nodes.enumerated() { text += (index == 0 ? "" : ", ") + node }
        return text
    }

    private func reason(_ node: String, _ errno: CInt) -> String {
        let message = errorMessage(errno)
        return errno == EACCES ? "\(node): \(message): record as root" : "\(node): \(message)"
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
        if fd < 0 { throw .failed("\(path): \(errorMessage(error))") }
    }

    func write(_ bytes: [UInt8]) { Output.write(bytes, to: fd, named: name) }
}
