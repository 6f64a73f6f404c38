internal import CLinux
import GestureProtocol

/// A connection to the service, for programs that wait for what it says.
@safe
public final class ServiceConnection {
    private let fd: CInt
    private let path: String
    private var buffer = MessageBuffer()

    /// - Throws: why the service cannot be reached at `path`.
    public init(path: String = defaultSocket) throws(ConnectionError) {
        let fd = unsafe linux_connect(path)
        guard fd >= 0 else { throw .cannotConnect(path: path, errno: -fd) }
        self.fd = fd
        self.path = path
    }

    deinit { close(fd) }

    /// The process that listens at the socket, which with socket activation is systemd; 0 if the kernel does not say.
    public var listener: Int32 {
        var (pid, uid, gid) = (pid_t(0), uid_t(0), gid_t(0))
        return unsafe linux_peer(fd, &pid, &uid, &gid) == 0 ? pid : 0
    }

    /// Sends a call.
    ///
    /// - Parameters:
    ///   - parameters: a JSON object.
    ///   - more: whether any number of replies is welcome.
    public func send(_ method: StaticString, parameters: [UInt8]? = nil, more: Bool = false) {
        var call = JSONWriter()
        call.raw("{\"method\":\"")
        call.raw(method)
        call.raw("\"")
        if let parameters {
            call.raw(",\"parameters\":")
            call.raw(parameters)
        }
        if more { call.raw(",\"more\":true") }
        call.raw("}\0")
        var sent = 0
        while sent < call.bytes.count {
            let count = unsafe call.bytes.withUnsafeBytes { buffer in
                unsafe CLinux.send(
                    fd, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, CInt(MSG_NOSIGNAL))
            }
            let error = linux_errno()
            if count < 0, error == EINTR { continue }
            // The service has closed the connection, but may have said why: the next reply tells.
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Waits for the next reply and gives its parameters.
    ///
    /// - Parameter timeout: in ms; waits for ever if nil.
    /// - Throws: ``ConnectionError/refused(error:parameters:)`` when the reply is an error, ``ConnectionError/lost(path:)``
    ///   when the service has closed the connection.
    public func next(timeout: Int? = nil) throws(ConnectionError) -> Reply {
        let end = timeout.map { linux_monotonic_microseconds() + Int64($0) * 1000 }
        while true {
            if let message = buffer.next() { return try Reply(message) }
            if let end {
                let left = (end - linux_monotonic_microseconds() + 999) / 1000
                guard left > 0, linux_wait_readable(fd, CInt(min(left, 1 << 30))) > 0 else { throw .timedOut }
            }
            try receive()
        }
    }

    /// Waits for the next reply, or for one of the signals that `catchEndingSignals()` caught.
    ///
    /// - Returns: nil where a signal came.
    /// - Throws: as ``next(timeout:)``.
    public func nextUnlessSignalled() throws(ConnectionError) -> Reply? {
        while true {
            if let message = buffer.next() { return try Reply(message) }
            guard linux_wait_readable_or_signal(fd) != 0 else { return nil }
            try receive()
        }
    }

    private func receive() throws(ConnectionError) {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(fd, $0.baseAddress, $0.count, 0) }
        let error = linux_errno()
        if count < 0, error == EINTR { return }
        guard count > 0 else { throw .lost(path: path) }
        buffer.append(chunk[..<count])
    }
}

/// One reply of the service.
public struct Reply {
    /// nil where the reply has none.
    public let parameters: JSONValue?
    /// Whether others follow.
    public let continues: Bool

    fileprivate init(_ message: [UInt8]) throws(ConnectionError) {
        guard let root = JSONDocument(message)?.root else { throw .notVarlink }
        if let error = root["error"]?.string {
            throw .refused(
                error: String(decoding: error, as: UTF8.self),
                parameters: String(decoding: root["parameters"]?.text ?? [], as: UTF8.self))
        }
        parameters = root["parameters"]
        continues = root["continues"]?.bool ?? false
    }
}
