internal import CLinux
import System
import Text

/// The file that a recording, or what is made of one, is written to.
package struct Destination {
    private let fd: CInt
    private let name: String

    package init(_ path: String?) throws(Failure) {
        guard let path, !["-", "/dev/stdout"].contains(ByteString(path)) else {
            (fd, name) = (1, "standard output")
            return
        }
        name = path
        // Root makes recordings, and they can reveal what was typed. So do not follow links, and do not write into files of other
        // users.
        var fd = unsafe linux_create(path, O_WRONLY | O_EXCL | O_NOFOLLOW, Self.mode)
        var error = linux_errno()
        if fd < 0, error == EEXIST {
            // O_NONBLOCK: do not wait for the reader of a pipe.
            fd = unsafe linux_open(path, O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK)
            error = linux_errno()
            if fd >= 0 { try Self.takeOver(fd, path) }
        }
        self.fd = fd
        guard fd < 0 else { return }
        switch error {
        case ELOOP: throw .failed("\(path): is a symbolic link, and links are not followed; use another file name")
        // A pipe without a reader, a socket, or an unplugged device.
        case ENXIO: throw Self.notRegular(path)
        default: throw .failed("\(path): \(errorMessage(error))")
        }
    }

    /// Empties an existing file of this user, and makes it as private as a new one.
    private static func takeOver(_ fd: CInt, _ path: String) throws(Failure) {
        var status = stat()
        guard unsafe fstat(fd, &status) == 0, linux_is_regular(status.st_mode) != 0 else { throw notRegular(path) }
        guard status.st_uid == geteuid() else {
            throw .failed("\(path): belongs to another user; use another file name")
        }
        let isTaken = fchmod(fd, mode) == 0 && ftruncate(fd, 0) == 0
        let error = linux_errno()
        guard isTaken else { throw .failed("\(path): \(errorMessage(error))") }
    }

    private static func notRegular(_ path: String) -> Failure {
        .failed("\(path): not a regular file; specify another file, or omit -o to write to standard output")
    }

    /// Accessible only to the owner.
    private static let mode: mode_t = 0o600

    package func write(_ bytes: [UInt8]) { Console.write(bytes, to: fd, named: name) }
}
