import Foundation
import GestureProtocol
import TestSupport

@testable import GestureService

/// Both ends of a socket pair: a client, and the service's end.
final class TestClient {
    let far: CInt
    private let near: CInt
    private(set) var bytes: [UInt8] = []
    private var chunk = [UInt8](repeating: 0, count: 65536)

    init() throws {
        var ends: [CInt] = [0, 0]
        guard unsafe socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw CocoaError(.fileNoSuchFile)
        }
        (near, far) = (ends[0], ends[1])
    }

    deinit {
        close(near)
        close(far)
    }

    func send(_ text: String) {
        var text = text
        _ = text.withUTF8 { unsafe Foundation.send(near, $0.baseAddress, $0.count, 0) }
    }

    func read() {
        while true {
            let count = unsafe recv(near, &chunk, chunk.count, CInt(MSG_DONTWAIT))
            guard count > 0 else { return }
            bytes += chunk[..<count]
        }
    }

    /// The messages read so far, without their NUL. The last one is empty if the one before it is complete.
    var messages: [String] {
        bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the received events as JSON objects.
    func events() throws -> [[String: Any]] {
        read()
        return try bytes.split(separator: 0).compactMap { message in
            let reply = try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any]
            return (reply?["parameters"] as? [String: Any])?["event"] as? [String: Any]
        }
    }
}

extension GestureHub {
    /// Plays a step of a script and sends its events, as one wake-up does.
    func play(_ step: TouchScript.Step) {
        take(step)
        flush()
    }

    /// Plays a step of a script without sending its events. A surface that is already attached is not attached again.
    func take(_ step: TouchScript.Step) {
        switch step {
        case .plug(let surface):
            guard !devices.contains(where: { $0.surface.id == surface.id }) else { return }
            attach(AttachedDevice(surface: surface, id: "\(surface.id.number)", name: "") { DeviceReport($0) })
        case .unplug(let surface, let time): detach(surface, at: time)
        case .frame(let frame): process(frame)
        case .wake(let time): advance(to: time)
        }
    }
}
