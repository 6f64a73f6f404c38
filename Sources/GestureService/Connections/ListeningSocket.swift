internal import CLinux
import System

/// The socket that clients connect to: passed in by systemd, or bound here.
@safe
public struct ListeningSocket: ~Copyable {
    /// Owner and group only.
    private static let mode: mode_t = 0o660

    package let fd: CInt
    /// What to remove at the end; nil where the socket is systemd's.
    private let file: SocketFile?

    /// The socket that systemd passed (LISTEN_FDS), if it passed one.
    package static func inherited() throws(SocketError) -> ListeningSocket? {
        let names = environmentVariable("LISTEN_FDNAMES") ?? ""
        let count = Systemd.takePassedDescriptors()
        guard count != 0 else { return nil }
        let first = Systemd.firstPassedDescriptor
        guard count == 1, linux_is_listening(first) != 0 else {
            throw .notAStreamSocket(count: max(0, count), names: names)
        }
        // systemd leaves its sockets blocking.
        let status = linux_set_nonblocking(first)
        guard status == 0 else { throw .cannotListen(path: "the socket from systemd", errno: -status) }
        return ListeningSocket(fd: first, file: nil)
    }

    /// Binds `path`, which must be free, or left behind by a service that is gone.
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

    /// Removes the file of a socket on which nobody listens any more.
    private static func removeStale(_ path: String) throws(SocketError) {
        guard let file = SocketFile(path: path) else { throw .notASocket(path: path) }
        let fd = unsafe linux_connect(path)
        if fd >= 0 {
            let pid = Peer(fd).pid
            close(fd)
            throw .alreadyRunning(path: path, pid: pid)
        }
        guard fd == -ECONNREFUSED else { throw .cannotListen(path: path, errno: -fd) }
        // Where another service was faster, its socket is in the way of this one.
        guard file.remove() else { throw .cannotListen(path: path, errno: EADDRINUSE) }
    }
}

/// The file of a socket, and not what else has its name by now.
private struct SocketFile {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    /// The socket at `path`; nil where there is none, or only a link to one.
    init?(path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, linux_is_socket(status.st_mode) != 0 else { return nil }
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// - Returns: whether it was there, and is no more.
    func remove() -> Bool {
        guard let now = SocketFile(path: path), now.device == device, now.inode == inode else { return false }
        return unsafe unlink(path) == 0
    }
}

package enum SocketError: Error, Equatable, Sendable {
    /// Another service answers there.
    case alreadyRunning(path: String, pid: Int32)
    /// Something that is no socket has the name.
    case notASocket(path: String)
    case cannotListen(path: String, errno: CInt)
    /// systemd passed something else than one listening Unix stream socket: a number of descriptors with these names
    /// (LISTEN_FDNAMES).
    case notAStreamSocket(count: Int32, names: String)

    package var message: String {
        switch self {
        case .alreadyRunning(let path, let pid):
            "another gestured (pid \(pid)) already listens on \(path)"
        case .notASocket(let path):
            "\(path) exists and is not a socket: remove it, or choose another with --socket"
        case .cannotListen(let path, let errno):
            "cannot listen on \(path): \(errorMessage(errno)); choose another with --socket"
        case .notAStreamSocket(let count, let names):
            "systemd passed \(count) descriptors (\(names)) instead of one listening Unix stream socket: check the "
                + "Listen… lines and Sockets= of the units"
        }
    }
}
