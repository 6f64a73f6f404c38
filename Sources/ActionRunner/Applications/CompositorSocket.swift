internal import CLinux
import System

/// A connection to a socket of a compositor. Nothing here blocks, even if the compositor has stopped.
final class CompositorSocket {
    /// The most that one ``receive()`` returns, in bytes.
    static let chunkSize = 65_536

    private let fd: CInt
    private let path: String

    /// Connects, and adds the connection to a loop, which has an event while it is readable.
    init(_ path: String, loop: EventLoop) throws(CompositorError) {
        let fd = unsafe linux_connect_nonblocking(path)
        guard fd >= 0 else { throw CompositorError(path, errorMessage(-fd)) }
        let status = loop.add(fd, tag: EventLoop.timerTag)
        guard status == 0 else {
            close(fd)
            throw CompositorError(path, errorMessage(-status))
        }
        (self.fd, self.path) = (fd, path)
    }

    // Also removes it from the loop.
    deinit { close(fd) }

    /// Returns whether a program accepts connections at a path, or would if it ran.
    static func isServed(_ path: String) -> Bool {
        let fd = unsafe linux_connect_nonblocking(path)
        if fd >= 0 { close(fd) }
        return fd >= 0 || fd == -EAGAIN
    }

    /// Sends a whole request.
    ///
    /// - Throws: also if the socket's buffer is full. It has room for more requests than are ever unanswered, so the compositor has
    ///   not read for a long time.
    func send(_ bytes: [UInt8]) throws(CompositorError) {
        if bytes.isEmpty { return }
        let count = unsafe bytes.withUnsafeBytes { buffer in
            unsafe CLinux.send(fd, buffer.baseAddress, buffer.count, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
        }
        let error = linux_errno()
        if count == bytes.count { return }
        throw failure(count < 0 && error != EAGAIN ? errorMessage(error) : "does not read requests")
    }

    /// Returns what has arrived, or nothing if nothing has; nil once the compositor has closed the connection.
    func receive() throws(CompositorError) -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
        let count = unsafe chunk.withUnsafeMutableBytes { buffer in
            unsafe recv(fd, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT))
        }
        let error = linux_errno()
        if count < 0 {
            switch error {
            case EAGAIN, EINTR: return []
            // The compositor has not read all requests.
            case ECONNRESET: return nil
            default: throw failure(errorMessage(error))
            }
        }
        if count == 0 { return nil }
        chunk.removeLast(chunk.count - count)
        return chunk
    }

    /// As ``receive()``, and throws once the compositor has closed the connection.
    func receiveOrFail() throws(CompositorError) -> [UInt8] {
        guard let bytes = try receive() else { throw failure("closed the connection") }
        return bytes
    }

    func failure(_ problem: String) -> CompositorError { CompositorError(path, problem) }
}
