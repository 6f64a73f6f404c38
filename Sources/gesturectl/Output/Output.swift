internal import CLinux
import GestureProtocol
import System
import Text

/// Standard output and standard error, without a buffer in between.
enum Output {
    /// Writes at once: who reads a pipe wants each event when it comes.
    static func write(_ text: String) { write(Array(text.utf8)) }

    static func write(_ bytes: [UInt8]) { write(bytes, to: 1, named: "standard output") }

    static func error(_ line: String) { write(printable(line) + [UInt8(ascii: "\n")], to: 2, named: "standard error") }

    static var isTerminal: Bool { isatty(1) == 1 }

    /// Text that came from outside, with everything taken out that could steer a terminal.
    static func printable(_ text: String) -> [UInt8] { printable(Array(text.utf8)) }

    /// The same of several lines, each of which has its end.
    static func printableLines(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            result += printable(Array(line)) + [UInt8(ascii: "\n")]
        }
        return result
    }

    static func printable(_ text: [UInt8]) -> [UInt8] { Text.printable(text) }

    /// Ends the program where it cannot write.
    static func write(_ bytes: [UInt8], to fd: CInt, named name: String) {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe CLinux.write(fd, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
            }
            let error = linux_errno()
            if count < 0, error == EINTR { continue }
            if count < 0, error == EPIPE { exit(0) }  // nobody reads any more, as behind `| head -1`
            guard count > 0 else {
                if fd != 2 { self.error("gesturectl: \(name): \(errorMessage(error))") }
                exit(1)
            }
            sent += count
        }
    }
}
