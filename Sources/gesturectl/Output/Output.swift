internal import CLinux
import GestureProtocol
import System
import Text

/// Standard output and standard error, unbuffered.
enum Output {
    /// Writes immediately, so that the reader of a pipe gets each event in time.
    static func write(_ text: String) { write(Array(text.utf8)) }

    static func write(_ bytes: [UInt8]) { write(bytes, to: 1, named: "standard output") }

    static func error(_ line: String) { write(printable(line) + [UInt8(ascii: "\n")], to: 2, named: "standard error") }

    /// Writes a line of a log to standard error. A log that cannot be written ends no program.
    static func log(_ line: String) {
        let bytes = printable(line) + [UInt8(ascii: "\n")]
        _ = unsafe bytes.withUnsafeBytes { unsafe CLinux.write(2, $0.baseAddress, $0.count) }
    }

    static var isTerminal: Bool { isatty(1) == 1 }

    /// Replaces terminal control characters in text from outside.
    static func printable(_ text: String) -> [UInt8] { printable(Array(text.utf8)) }

    /// Does the same for several lines, each ended by a line feed.
    static func printableLines(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            result += printable(Array(line)) + [UInt8(ascii: "\n")]
        }
        return result
    }

    static func printable(_ text: [UInt8]) -> [UInt8] { Text.printable(text) }

    /// Writes all bytes, or ends the program with an error.
    static func write(_ bytes: [UInt8], to fd: CInt, named name: String) {
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
