internal import CLinux
import GestureProtocol

/// One line to standard error, which systemd takes to the journal.
///
/// Called where a decision is made, never for a frame.
public enum Log {
    public static func error(_ message: String) { write("<3>", message) }
    public static func warning(_ message: String) { write("<4>", message) }
    public static func info(_ message: String) { write("<6>", message) }

    /// systemd reads the level from the front of the line; a person need not.
    private static func write(_ level: String, _ message: String) {
        var line = Array((linux_is_journal(2) != 0 ? level : "gestured: ").utf8)
        // What devices call themselves must not start a line of its own or steer a terminal.
        line += printable(message.utf8)
        line.append(UInt8(ascii: "\n"))
        unsafe line.withUnsafeBytes { _ = unsafe CLinux.write(2, $0.baseAddress, $0.count) }
    }
}
