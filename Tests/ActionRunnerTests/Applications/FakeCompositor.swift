import Foundation
import Testing

@testable import ActionRunner

/// A folder with listening sockets whose messages the tests write. Everything runs in one thread: the kernel accepts connections
/// and keeps messages until they are read.
final class FakeCompositor {
    /// A listening socket, and the connection that was accepted last.
    private struct Listener {
        let name: String
        let fd: CInt
        var client: CInt = -1
    }

    let folder: String
    private var listeners: [Listener] = []

    init(_ names: String...) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in names { try listen(name) }
    }

    deinit {
        for listener in listeners { close(listener) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The variables of a session with this folder alone.
    var environment: SessionEnvironment { SessionEnvironment(runtimeFolder: .init(folder)) }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func listen(_ name: String, backlog: CInt = 8) throws {
        let path = path(name)
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        let fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, Foundation.listen(fd, backlog) == 0 else { throw CocoaError(.fileWriteUnknown) }
        listeners.append(Listener(name: name, fd: fd))
    }

    /// Accepts the connection that is not merely a look whether anybody listens: the one that the client keeps open.
    func accept(_ name: String) {
        let index = index(name)
        while true {
            let fd = Foundation.accept(listeners[index].fd, nil, nil)
            guard fd >= 0 else {
                Issue.record("nobody has connected to \(name)")
                return
            }
            var byte: UInt8 = 0
            let count = unsafe recv(fd, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK))
            if count != 0 {
                listeners[index].client = fd
                return
            }
            Foundation.close(fd)
        }
    }

    func write(_ bytes: [UInt8], to name: String) {
        let count = unsafe bytes.withUnsafeBytes {
            unsafe send(
                listeners[index(name)].client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        if count != bytes.count { Issue.record("the client does not read \(name)") }
    }

    func write(_ text: String, to name: String) { write(Array(text.utf8), to: name) }

    /// Everything that the client has sent so far.
    func read(_ name: String) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe recv(listeners[index(name)].client, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
        }
        return Array(bytes.prefix(max(0, count)))
    }

    /// Returns whether the client has closed the connection.
    func isLeft(_ name: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe recv(listeners[index(name)].client, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count <= 0 { return count == 0 }
        }
    }

    func disconnect(_ name: String) {
        Foundation.close(listeners[index(name)].client)
        listeners[index(name)].client = -1
    }

    /// Stops listening as a compositor does that crashes: the socket's file remains.
    func stop(_ name: String) { close(listeners.remove(at: index(name))) }

    private func close(_ listener: Listener) {
        Foundation.close(listener.fd)
        if listener.client >= 0 { Foundation.close(listener.client) }
    }

    private func index(_ name: String) -> Int { listeners.firstIndex { $0.name == name } ?? 0 }
}

extension ApplicationWatcher {
    /// A watcher that retries only when it is read.
    convenience init(_ compositor: FakeCompositor) throws {
        try self.init(environment: compositor.environment, retryInterval: 3_600_000_000)
    }

    /// Waits at most this long for something to do, in ms.
    func isReadable(within milliseconds: CInt = 0) -> Bool {
        var descriptor = pollfd(fd: fd, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&descriptor, 1, milliseconds) > 0
    }

    /// Reads until nothing is left to do.
    func readAll() -> [Update] {
        var updates: [Update] = []
        repeat { updates.append(read()) } while isReadable()
        return updates.filter { $0 != .unchanged }
    }
}
