internal import CLinux
import GestureCore
import GestureProtocol
import System
import Text

/// Writes log lines: to the journal with the device or client in fields, if standard error is connected to it; else to standard
/// error.
///
/// Call it where a decision is made, never for a frame, and only from the thread of the loop. It never blocks: a line for which
/// the journal has no room is lost.
package enum Log {
    /// A device or client that a line is about. The message begins with its subjects.
    enum Subject {
        /// A device by its node, and its name if that is known.
        case device(_ node: ByteString, name: String = "")
        case client(Peer)
    }

    /// Logs why the service exits, or ignores a new configuration. Never suppressed.
    package static func error(_ message: String) { write("3", message, []) }

    static func warning(
        _ message: @autoclosure () -> String, _ subjects: Subject..., file: String = #fileID, line: UInt = #line
    ) {
        write("4", message, subjects, LogLimiter.Kind(file, line, subjects))
    }

    static func info(
        _ message: @autoclosure () -> String, _ subjects: Subject..., file: String = #fileID, line: UInt = #line
    ) {
        write("6", message, subjects, LogLimiter.Kind(file, line, subjects))
    }

    // MARK: Repeated lines

    private nonisolated(unsafe) static var limiter = LogLimiter()
    /// When suppressed lines have to be reported next; nil if there are none.
    private(set) nonisolated(unsafe) static var nextDeadline: Instant?

    /// Reports suppressed lines if that is due.
    static func advance(to now: Instant) {
        if let due = unsafe nextDeadline, due <= now { reportSuppressed(until: now) }
    }

    /// Reports how many lines were suppressed, of each kind whose interval was over at an instant.
    static func reportSuppressed(until end: Instant) {
        for suppressed in unsafe limiter.takeEnded(at: end) {
            write(
                suppressed.priority, "\(suppressed.message): \(suppressed.count) similar messages suppressed",
                suppressed.subjects)
        }
        unsafe nextDeadline = limiter.nextEnd
    }

    private static func write(
        _ priority: StaticString, _ message: () -> String, _ subjects: [Subject], _ kind: LogLimiter.Kind
    ) {
        reportSuppressed(until: EventLoop.now)
        switch unsafe limiter.admit(kind, at: EventLoop.now) {
        case .written:
            write(priority, message(), subjects)
        case .last:
            let message = message()
            write(priority, message, subjects)
            unsafe limiter.note(
                LogLimiter.Suppressed(priority: priority, message: message, subjects: subjects), of: kind)
        case .suppressed:
            unsafe nextDeadline = limiter.nextEnd
        }
    }

    // MARK: Output

    private static func write(_ priority: StaticString, _ message: String, _ subjects: [Subject]) {
        var text = ""
        for subject in subjects { text += subject.text + ": " }
        text += message
        let isJournal = Journal.isStream(2)
        if isJournal, !subjects.isEmpty, send(priority, text, subjects) { return }
        // A line without a subject needs no fields. Through the stream, the journal attributes it to the service even if that
        // has exited by then.
        var line = LogLine()
        if isJournal {
            line.append("<")
            line.append(priority)
            line.append(">")
        } else {
            line.append("gestured: ")
        }
        line.append(value: text)
        line.append("\n")
        guard linux_is_writable(2) != 0 else { return }
        unsafe line.bytes.withUnsafeBytes { _ = unsafe CLinux.write(2, $0.baseAddress, $0.count) }
    }

    /// Sends a line with fields.
    ///
    /// - Returns: whether the journal took it.
    private static func send(_ priority: StaticString, _ text: String, _ subjects: [Subject]) -> Bool {
        var entry = LogLine()
        entry.append("SYSLOG_IDENTIFIER=gestured\nPRIORITY=")
        entry.append(priority)
        entry.field("MESSAGE", text)
        for subject in subjects {
            switch subject {
            case .device(let node, let name):
                entry.field("GESTURED_DEVICE", node.description)
                if !name.utf8.isEmpty { entry.field("GESTURED_DEVICE_NAME", name) }
            case .client(let peer):
                entry.field("GESTURED_CLIENT_PID", "\(peer.pid)")
                entry.field("GESTURED_CLIENT_UID", "\(peer.uid)")
            }
        }
        entry.append("\n")
        return Journal.send(entry.bytes)
    }
}

extension Log.Subject {
    fileprivate var text: String {
        switch self {
        case .device(let node, _): node.description
        case .client(let peer): "client pid \(peer.pid) uid \(peer.uid)"
        }
    }
}

/// The bytes of a line, or of a journal entry.
private struct LogLine {
    var bytes: [UInt8] = []

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { buffer in unsafe bytes.append(contentsOf: buffer) }
    }

    /// Appends a value without control characters: the name of a device must not start another line or field, or control a
    /// terminal.
    mutating func append(value: String) {
        bytes += printable(value.utf8)
    }

    mutating func field(_ name: StaticString, _ value: String) {
        append("\n")
        append(name)
        append("=")
        append(value: value)
    }
}
