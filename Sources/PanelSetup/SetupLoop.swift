internal import CLinux
import GestureConnection
import GestureCore
import ServiceAccess
import System
import Terminal

/// Waits for touches, typed lines and signals at once.
final class SetupLoop {
    enum Event {
        /// A touch of the panel with this index.
        case touch(PanelTouch, panel: Int)
        case line([UInt8])
        /// Nothing happened for ``SetupDialogue/patience``.
        case silence
    }

    /// The descriptor that became ready, as a tag of the loop. Panels have the highest ones.
    private enum Source {
        static let input: UInt64 = 1
        static let signals: UInt64 = 2
        static let firstPanel: UInt64 = 3
    }

    private let panels: [PanelInput]
    private let loop: EventLoop
    /// Events that are not returned yet.
    private var pending: [Event] = []
    /// A line without its end.
    private var typed: [UInt8] = []

    /// The length of the longest line; more is cut off.
    private static let longestLine = 4096

    init(_ panels: [PanelInput]) throws(Failure) {
        self.panels = panels
        // From now on, signals do not end the program, so that it never ends between two steps of writing a file.
        loop = try makeLoop()
        try loop.takeSignals([SIGINT, SIGTERM, SIGHUP], tag: Source.signals)
        guard loop.add(0, tag: Source.input) == 0 else {
            // A regular file, for example.
            throw .failed("standard input: not a terminal; 'gesturectl setup' asks questions")
        }
        for (index, panel) in panels.enumerated() { loop.add(panel.fd, tag: Source.firstPanel + UInt64(index)) }
    }

    /// Waits for the next event.
    ///
    /// - Parameter isTimed: whether silence is an event.
    /// - Throws: if a panel is unplugged, the service ends, the input ends, or a signal came.
    func next(isTimed: Bool) throws(Failure) -> Event {
        let end = Instant.now + SetupDialogue.patience
        while pending.isEmpty {
            guard let tag = try loop.next(until: isTimed ? end : nil)?.tag else { continue }
            switch tag {
            case EventLoop.timerTag: pending.append(.silence)
            case Source.input: try readLines()
            case Source.signals:
                _ = loop.takeSignal()
                throw .failed("interrupted")
            default:
                let index = Int(tag - Source.firstPanel)
                pending += try panels[index].read().map { .touch($0, panel: index) }
            }
        }
        return pending.removeFirst()
    }

    private func readLines() throws(Failure) {
        var chunk = [UInt8](repeating: 0, count: 1024)
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe CLinux.read(0, $0.baseAddress, $0.count) }
        let error = linux_errno()
        if count < 0, error == EINTR || error == EAGAIN { return }
        guard count > 0 else { throw .failed("the input has ended") }
        for byte in chunk[..<count] {
            if byte == UInt8(ascii: "\n") {
                pending.append(.line(typed))
                typed = []
            } else if typed.count < Self.longestLine {
                typed.append(byte)
            }
        }
    }
}
