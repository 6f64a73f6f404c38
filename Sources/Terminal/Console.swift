internal import CLinux
import System
import Text

/// Standard output and standard error, unbuffered.
package enum Console {
    /// Writes immediately, so that the reader of a pipe gets each event in time.
    package static func write(_ text: String) { write(Array(text.utf8)) }

    package static func write(_ bytes: [UInt8]) { write(bytes, to: 1, named: "standard output") }

    package static func error(_ line: String) {
        write(printable(line) + [UInt8(ascii: "\n")], to: 2, named: "standard error")
    }

    /// Writes a line of a log to standard error. A log that cannot be written ends no program.
    package static func log(_ line: String) {
        let bytes = printable(line) + [UInt8(ascii: "\n")]
        _ = unsafe bytes.withUnsafeBytes { unsafe CLinux.write(2, $0.baseAddress, $0.count) }
    }

    package static var isTerminal: Bool { isatty(1) == 1 }

    /// Writes all bytes, or ends the program with an error.
    package static func write(_ bytes: [UInt8], to fd: CInt, named name: String) {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe CLinux.write(fd, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
            }
            let error = linux_errno()
            if count < 0, error == EINTR { continue }
            if count < 0, error == EPIPE { exit(0) }  // the reader has ended, as with `| head -1`
            guard count > 0 else {
                if fd != 2 { self.error("gesturectl: \(name): \(errorMessage(error))") }
                exit(1)
            }
            sent += count
        }
    }
}
