internal import CLinux
import GestureCore

/// The descriptors that the live view waits for: the service, the terminal, signals and a timer.
final class WatchDescriptors {
    /// The kind of descriptor that became ready.
    enum Ready {
        case signals, screen
        /// The timer, the service, or nothing.
        case other
    }

    /// The tags of epoll. 0 is the timer.
    private enum Tag {
        static let signals: UInt64 = 1
        static let screen: UInt64 = 2
    }

    /// With which epoll reports what subscriptions have received.
    static let touchTag: UInt64 = 3
    static let gestureTag: UInt64 = 4

    let epoll: CInt
    private let timer: CInt
    private let signals: CInt

    init() throws(Failure) {
        let caught = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]
        signals = unsafe linux_watch_signals(caught, CInt(caught.count))
        timer = linux_create_timer()
        epoll = linux_create_epoll(timer)
        guard signals >= 0, timer >= 0, epoll >= 0 else {
            throw .failed("cannot create descriptors: too many are open")
        }
        _ = linux_control_epoll(epoll, EPOLL_CTL_ADD, signals, EPOLLIN.rawValue, Tag.signals)
    }

    /// Watches the terminal for keys, and for room for output.
    func watch(_ fd: CInt, forOutput: Bool, isNew: Bool = false) {
        let events = EPOLLIN.rawValue | (forOutput ? EPOLLOUT.rawValue : 0)
        _ = linux_control_epoll(epoll, isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, fd, events, Tag.screen)
    }

    func setTimer(_ instant: Instant?) { linux_set_timer(timer, instant.map { max($0.microseconds, 0) } ?? -1) }

    /// Waits until something is ready.
    ///
    /// - Parameter isReady: true to look only.
    func wait(unlessReady isReady: Bool) -> Ready {
        var tag: UInt64 = 0
        var events: UInt32 = 0
        guard unsafe linux_wait_for_epoll(epoll, isReady ? 0 : 1, &tag, &events) > 0 else { return .other }
        return switch tag {
        case Tag.signals: .signals
        case Tag.screen: .screen
        default: .other
        }
    }

    /// Returns the number of the next pending signal; 0 if no signal is pending.
    func takeSignal() -> CInt { linux_take_signal(signals) }
}
