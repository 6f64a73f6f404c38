import Foundation

/// A listening socket whose replies the tests write. Everything runs in one thread: the kernel accepts connections and keeps
/// calls until they are read.
final class FakeService {
    let path: String
    private var listener: CInt
    /// The connection that was accepted last.
    private var client: CInt = -1

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "gestured-\(UUID()).sock").path
        listener = -1
        try listen()
    }

    deinit {
        disconnect()
        if listener >= 0 { close(listener) }
        unlink(path)
    }

    private func listen() throws {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, Foundation.listen(listener, 8) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func accept() { client = unsafe Foundation.accept(listener, nil, nil) }

    func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe bytes.withUnsafeBytes {
            unsafe Foundation.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Everything that the client has sent so far.
    func read() -> String {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe recv(client, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
        }
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    func disconnect() {
        if client >= 0 { close(client) }
        client = -1
    }

    /// Stops listening like the service: the socket file remains.
    func stop() {
        disconnect()
        close(listener)
        listener = -1
    }

    func restart() throws {
        unlink(path)
        try listen()
    }
}
