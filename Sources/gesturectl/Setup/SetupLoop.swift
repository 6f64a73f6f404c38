internal import CLinux
import GestureCore
import System
import Text

/// Waits for touches, typed lines and signals at once.
final class SetupLoop {
    enum Event {
        /// A touch of the panel with this index.
        case touch(PanelTouch, panel: Int)
        case line([UInt8])
        /// Nothing happened for ``SetupDialogue/patience``.
        case silence
    }

    /// The descriptor that became ready, as a tag of epoll. 0 is the timer; panels have the highest ones.
    private enum Source {
        static let input: UInt64 = 1
        static let signals: UInt64 = 2
        static let firstPanel: UInt64 = 3
    }

    private let panels: [PanelInput]
    private let timer: CInt
    private let epoll: CInt
    private let signals: CInt
    /// Events that are not returned yet.
    private var pending: [Event] = []
    /// A line without its end.
    private var typed: [UInt8] = []

    /// The length of the longest line; more is cut off.
    private static let longestLine = 4096

    init(_ panels: [PanelInput]) throws(Failure) {
        self.panels = panels
        // From now on, signals do not end the program, so that it never ends between two steps of writing a file.
        signals = unsafe linux_watch_signals([SIGINT, SIGTERM, SIGHUP], 3)
        timer = linux_create_timer()
        epoll = linux_create_epoll(timer)
        guard signals >= 0, timer >= 0, epoll >= 0 else {
            throw .failed("cannot create descriptors: too many are open")
        }
        guard linux_control_epoll(epoll, EPOLL_CTL_ADD, 0, EPOLLIN.rawValue, Source.input) == 0 else {
            // A regular file, for example.
            throw .failed("standard input: not a terminal; 'gesturectl setup' asks questions")
        }
        _ = linux_control_epoll(epoll, EPOLL_CTL_ADD, signals, EPOLLIN.rawValue, Source.signals)
        for (index, panel) in panels.enumerated() {
            _ = linux_control_epoll(
                epoll, EPOLL_CTL_ADD, panel.fd, EPOLLIN.rawValue, Source.firstPanel + UInt64(index))
        }
    }

    deinit {
        for fd in [epoll, timer, signals] where fd >= 0 { close(fd) }
    }

    /// Waits for the next event.
    ///
    /// - Parameter isTimed: whether silence is an event.
    /// - Throws: if a panel is unplugged, the service ends, the input ends, or a signal came.
    func next(isTimed: Bool) throws(Failure) -> Event {
        let end = linux_monotonic_microseconds() + SetupDialogue.patience.microseconds
        while pending.isEmpty {
            linux_set_timer(timer, isTimed ? end : -1)
            var tag: UInt64 = 0
            var events: UInt32 = 0
            guard unsafe linux_wait_for_epoll(epoll, 1, &tag, &events) > 0 else { continue }
            switch tag {
            case 0: pending.append(.silence)
            case Source.input: try readLines()
            case Source.signals:
                _ = linux_take_signal(signals)
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
