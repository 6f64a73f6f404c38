internal import CLinux
import GestureConnection
import ServiceAccess
import System
import Terminal
import Text
import TouchDecoding
import TouchDevices
import TouchRecordings

/// The touches of one panel: from the service, which works even if it has grabbed the panel, or from the node if no service runs.
final class PanelInput {
    let description: DeviceDescription
    /// udev's calibration, which the service applies before the orientation.
    let calibration: Affine?
    private let name: String
    private var reader: PanelReader
    /// nil to read the node.
    private let connection: ServiceConnection?
    /// nil to read from the service.
    private let node: OpenNode?
    private var pending: [PanelTouch] = []

    /// An optional value that cannot be copied would have to be moved out to be used.
    private final class OpenNode {
        let device: EvdevDevice

        init(_ device: consuming EvdevDevice) { self.device = device }
    }

    /// Lets the service record the panel.
    ///
    /// - Parameter id: of a device in use.
    init(socket: String, id: String, name: String) throws(Failure) {
        let connection = try connect(socket)
        let head = try startRecording(id, connection)
        let recording = try head.recording()
        guard let description = recording.description else { throw RecordingPart.invalid }
        self.description = description
        self.name = name
        calibration = recording.context.completing(DeviceSetup()).calibration
        reader = try Self.reader(description, calibration, name)
        self.connection = connection
        node = nil
        // The positions before the first touch.
        for event in recording.events { _ = reader.handle(event) }
    }

    /// Opens the node of the panel.
    init(path: ByteString, name: String) throws(Failure) {
        let device: EvdevDevice
        do throws(EvdevError) {
            device = try EvdevDevice(path: path)
        } catch {
            let hint = error.errno == EACCES ? ": run the command with sudo" : ""
            throw .failed("\(path): \(errorMessage(error.errno))\(hint)")
        }
        description = device.description
        self.name = name
        calibration = DeviceContext(ofNode: path.description).completing(DeviceSetup()).calibration
        reader = try Self.reader(device.description, calibration, name)
        reader.seed(from: DeviceSnapshot(device))
        node = OpenNode(device)
        connection = nil
    }

    private static func reader(
        _ description: DeviceDescription, _ calibration: Affine?, _ name: String
    ) throws(Failure) -> PanelReader {
        do throws(UnusableDevice) {
            return try PanelReader(description, calibration: calibration)
        } catch {
            throw .failed("\(name): \(error.message)")
        }
    }

    /// For epoll.
    var fd: CInt { connection?.descriptor ?? node?.device.fd ?? -1 }

    /// Returns the touches that are complete by now.
    ///
    /// - Throws: if the panel is unplugged, or the service has ended.
    func read() throws(Failure) -> [PanelTouch] {
        pending = []
        if let connection { try readParts(connection) } else { try readNode() }
        return pending
    }

    private func readParts(_ connection: ServiceConnection) throws(Failure) {
        while true {
            let part: RecordingPart
            do throws(ConnectionError) {
                part = RecordingPart(try connection.next(timeout: 0))
            } catch .timedOut {
                return
            } catch {
                throw Failure(error)
            }
            for event in try part.recording().events { take(reader.handle(event)) }
            guard part.continues else { throw gone }
        }
    }

    private func readNode() throws(Failure) {
        // Enough for every queue of the kernel. A device that floods must not keep signals from being noticed.
        for _ in 0..<Self.mostEvents {
            guard let node else { return }
            switch node.device.read() {
            case .event(let event): take(reader.handle(event))
            case .overrun(let time): take(reader.lose(at: time, DeviceSnapshot(node.device)))
            case .empty: return
            case .gone: throw gone
            }
        }
    }

    private static let mostEvents = 4096

    private func take(_ touch: PanelTouch?) {
        if let touch { pending.append(touch) }
    }

    private var gone: Failure { .failed("\(name): the panel was unplugged") }
}
