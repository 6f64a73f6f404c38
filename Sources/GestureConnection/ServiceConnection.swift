internal import CLinux
import GestureCore
import GestureProtocol

/// A blocking Varlink connection to the service.
///
/// ``send(_:parameters:more:)`` sends a call, ``next(timeout:)`` waits for a reply. Replies come in the order of the calls. Use a
/// connection from one thread at a time. For gestures, ``GestureStream`` is simpler.
@safe
public final class ServiceConnection {
    private let fd: CInt
    private let path: String
    private var buffer = MessageBuffer()

    /// Connects to the socket at `path`.
    ///
    /// - Throws: ``ConnectionError/cannotConnect(path:errno:)``.
    public init(path: String = defaultSocket) throws(ConnectionError) {
        let fd = unsafe linux_connect(path)
        guard fd >= 0 else { throw .cannotConnect(path: path, errno: -fd) }
        self.fd = fd
        self.path = path
    }

    /// Connects without waiting. The service accepts the connection later if it is busy.
    ///
    /// - Throws: ``ConnectionError/cannotConnect(path:errno:)``, with EAGAIN if too many connections wait to be accepted.
    package init(withoutWaiting path: String) throws(ConnectionError) {
        let fd = unsafe linux_connect_nonblocking(path)
        guard fd >= 0 else { throw .cannotConnect(path: path, errno: -fd) }
        _ = linux_set_blocking(fd)
        self.fd = fd
        self.path = path
    }

    /// The descriptor, for a loop that waits until there is something for ``next(timeout:)``.
    package var descriptor: CInt { fd }

    deinit { close(fd) }

    /// The process that created the socket: the service, or systemd with socket activation. 0 if the kernel does not report it.
    public var listener: Int32 {
        var (pid, uid, gid) = (pid_t(0), uid_t(0), gid_t(0))
        return unsafe linux_peer(fd, &pid, &uid, &gid) == 0 ? pid : 0
    }

    /// Sends a call. If the service closed the connection, the next ``next(timeout:)`` reports it.
    ///
    /// - Parameters:
    ///   - method: the name with its interface, e.g. `org.gestured.Gestures.ListDevices`.
    ///   - parameters: a JSON object; nil for none.
    ///   - more: accepts more than one reply, as Subscribe requires.
    public func send(_ method: StaticString, parameters: [UInt8]? = nil, more: Bool = false) {
        send(VarlinkCall.message(method, parameters, more: more))
    }

    /// Sends a call whose replies have a type.
    package func send<Reply: Message>(_ call: Call<Reply>) { send(call.message) }

    /// - Parameter call: without its NUL.
    private func send(_ call: [UInt8]) {
        let message = call + [0]
        var sent = 0
        while sent < message.count {
            let count = unsafe message.withUnsafeBytes { buffer in
                unsafe CLinux.send(
                    fd, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, CInt(MSG_NOSIGNAL))
            }
            let error = linux_errno()
            if count < 0, error == EINTR { continue }
            // The service closed the connection, but can have sent the reason before.
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Waits for the next reply.
    ///
    /// - Parameter timeout: in ms; nil to wait without limit.
    /// - Throws: ``ConnectionError/refused(error:parameters:)`` if the reply is an error, ``ConnectionError/timedOut``,
    ///   ``ConnectionError/lost(path:)``, ``ConnectionError/notVarlink`` or ``ConnectionError/tooLarge(path:limit:)``.
    public func next(timeout: Int? = nil) throws(ConnectionError) -> Reply {
        try next(until: timeout.map { Instant.now + .milliseconds(Int64($0)) })
    }

    /// Waits for the next item of a subscription. Replies of later versions are skipped.
    func next(
        of course: inout SubscriptionCourse, until end: Instant?
    ) throws(ConnectionError) -> SubscriptionReply.Content {
        while true {
            if let item = course.receive(try next(until: end).parameters) { return item }
        }
    }

    private func next(until end: Instant?) throws(ConnectionError) -> Reply {
        while true {
            if let message = buffer.next() { return try Reply(message) }
            if let end {
                let ready = linux_wait_readable(fd, CInt((end - Instant.now).timeout))
                let error = linux_errno()
                if ready < 0, error == EINTR { continue }
                guard ready > 0 else { throw .timedOut }
            }
            try receive()
        }
    }

    /// Makes a call with one reply.
    ///
    /// - Parameter timeout: in ms.
    /// - Throws: as ``next(timeout:)``, and ``ConnectionError/notVarlink`` for a reply without parameters.
    package func call<Answer: Message>(_ call: Call<Answer>, timeout: Int) throws(ConnectionError) -> Answer {
        send(call)
        return try next(of: call, timeout: timeout)
    }

    /// Waits for the next reply to a call.
    package func next<Answer: Message>(
        of call: Call<Answer>, timeout: Int? = nil
    ) throws(ConnectionError) -> Answer {
        guard let parameters = try next(timeout: timeout).parameters else { throw .notVarlink }
        return Answer(parameters)
    }

    /// Waits for the next reply, or for one of the signals that `catchEndingSignals()` catches.
    ///
    /// - Returns: nil if a signal came.
    /// - Throws: as ``next(timeout:)``.
    public func nextUnlessSignalled() throws(ConnectionError) -> Reply? {
        while true {
            if let message = buffer.next() { return try Reply(message) }
            guard linux_wait_readable_or_signal(fd) != 0 else { return nil }
            try receive()
        }
    }

    /// Reads what has arrived, at most a chunk. Call it only if no complete message is left.
    private func receive() throws(ConnectionError) {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(fd, $0.baseAddress, $0.count, 0) }
        let error = linux_errno()
        if count < 0, error == EINTR { return }
        guard count > 0 else { throw .lost(path: path) }
        buffer.append(chunk[..<count])
        guard buffer.count <= MessageBuffer.largestReply || buffer.hasMessage else {
            throw .tooLarge(path: path, limit: MessageBuffer.largestReply)
        }
    }
}

/// One reply of the service.
public struct Reply {
    /// A JSON object; nil if the reply has none.
    public let parameters: JSONValue?
    /// Whether more replies to the same call follow.
    public let continues: Bool

    fileprivate init(_ message: [UInt8]) throws(ConnectionError) {
        guard let reply = VarlinkReply(message) else { throw .notVarlink }
        if let error = reply.error {
            throw .refused(
                error: String(decoding: error, as: UTF8.self),
                parameters: String(decoding: reply.parameters?.text ?? [], as: UTF8.self))
        }
        parameters = reply.parameters
        continues = reply.continues
    }
}
