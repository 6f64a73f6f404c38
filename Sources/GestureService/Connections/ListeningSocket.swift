internal import CLinux
import System

/// The socket that clients connect to: passed in by systemd, or bound here.
@safe
public struct ListeningSocket: ~Copyable {
    /// Owner and group only.
    private static let mode: mode_t = 0o660

    package let fd: CInt
    /// The file to remove at the end; nil if systemd owns the socket.
    private let file: SocketFile?

    /// Returns the socket that systemd passed (LISTEN_FDS); nil if it passed none.
    package static func inherited() throws(SocketError) -> ListeningSocket? {
        let names = environmentVariable("LISTEN_FDNAMES") ?? ""
        let count = Systemd.takePassedDescriptors()
        guard count != 0 else { return nil }
        let first = Systemd.firstPassedDescriptor
        guard count == 1, linux_is_listening(first) != 0 else {
            throw .notAStreamSocket(count: max(0, count), names: names)
        }
        _ = linux_limit_queue(first)
        // systemd leaves its sockets blocking.
        let status = linux_set_nonblocking(first)
        guard status == 0 else { throw .cannotListen(path: "the socket from systemd", errno: -status) }
        return ListeningSocket(fd: first, file: nil)
    }

    /// Binds `path`. A socket that a former service left there is removed.
    package init(path: String) throws(SocketError) {
        var fd = unsafe linux_listen(path, Self.mode)
        if fd == -EADDRINUSE {
            try Self.removeStale(path)
            fd = unsafe linux_listen(path, Self.mode)
        }
        guard fd >= 0 else { throw .cannotListen(path: path, errno: -fd) }
        self.fd = fd
        file = SocketFile(path: path)
    }

    private init(fd: CInt, file: SocketFile?) {
        self.fd = fd
        self.file = file
    }

    deinit {
        close(fd)
        _ = file?.remove()
    }

    /// Removes the file of a socket on which no process listens.
    private static func removeStale(_ path: String) throws(SocketError) {
        guard let file = SocketFile(path: path) else { throw .notASocket(path: path) }
        let fd = unsafe linux_connect(path)
        if fd >= 0 {
            let pid = Peer(fd).pid
            close(fd)
            throw .alreadyRunning(path: path, pid: pid)
        }
        guard fd == -ECONNREFUSED else { throw .cannotListen(path: path, errno: -fd) }
        // Another service may have bound the path meanwhile.
        guard file.remove() else { throw .cannotListen(path: path, errno: EADDRINUSE) }
    }
}

/// The file of one particular socket, which another file may have replaced.
private struct SocketFile {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// Finds the socket at `path`; nil if there is none, or only a link to one.
    init?(path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, linux_is_socket(status.st_mode) != 0 else { return nil }
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// Removes the file, unless another one has replaced it.
    ///
    /// - Returns: whether it was removed.
    func remove() -> Bool {
        guard let now = SocketFile(path: path), now.device == device, now.inode == inode else { return false }
        return unsafe unlink(path) == 0
    }
}

package enum SocketError: Error, Equatable, Sendable {
    /// Another service listens there.
    case alreadyRunning(path: String, pid: Int32)
    /// Another kind of file has the name.
    case notASocket(path: String)
    case cannotListen(path: String, errno: CInt)
    /// systemd passed something else than one listening Unix stream socket: `count` descriptors with these names
    /// (LISTEN_FDNAMES).
    case notAStreamSocket(count: Int32, names: String)

    package var message: String {
        switch self {
        case .alreadyRunning(let path, let pid):
            "another gestured (pid \(pid)) already listens on \(path)"
        case .notASocket(let path):
            "\(path) exists and is not a socket: remove it, or choose another with --socket"
        case .cannotListen(let path, ENOENT):
            "cannot listen on \(path): \(errorMessage(ENOENT)): create its folder, owned by the user of the service, or choose "
                + "another with --socket"
        case .cannotListen(let path, let errno):
            "cannot listen on \(path): \(errorMessage(errno)); choose another with --socket"
        case .notAStreamSocket(let count, let names):
            "systemd passed \(count) descriptors (\(names)) instead of one listening Unix stream socket: check the "
                + "Listen… lines and Sockets= of the units"
        }
    }
}
