internal import CLinux

/// Waits for the next event: one epoll instance, one timerfd for the next deadline, one signalfd for all signals.
///
/// It reports one event at a time. A descriptor that is closed while an event is handled is therefore never reported afterwards. epoll
/// reports ready descriptors in rotation, so a busy one does not keep the others waiting.
package final class EventLoop {
    /// A descriptor that is ready.
    package struct Ready {
        /// The number that the descriptor was added with; ``EventLoop/timerTag`` for the deadline.
        package var tag: UInt64
        package var readiness: Readiness
    }

    package static let timerTag: UInt64 = 0

    /// The epoll instance. It is readable while an event waits, so that a loop can be part of another one.
    package let descriptor: CInt
    private let timer: CInt
    private var signals: CInt = -1
    /// The deadline that the timerfd is set to; nil while it is disarmed.
    private var alarm: Int64?

    package init() throws(LoopError) {
        timer = linux_create_timer()
        guard timer >= 0 else { throw LoopError(errno: -timer) }
        descriptor = linux_create_epoll(timer)
        guard descriptor >= 0 else {
            close(timer)
            throw LoopError(errno: -descriptor)
        }
    }

    deinit {
        close(descriptor)
        close(timer)
        if signals >= 0 { close(signals) }
    }

    /// CLOCK_MONOTONIC now, in µs.
    package static var microseconds: Int64 { linux_monotonic_microseconds() }

    // MARK: Descriptors

    /// Watches a descriptor, which the loop does not own.
    ///
    /// - Returns: 0, or minus an error number.
    @discardableResult
    package func add(_ fd: CInt, tag: UInt64, for readiness: Readiness = .readable) -> CInt {
        linux_control_epoll(descriptor, EPOLL_CTL_ADD, fd, readiness.rawValue, tag)
    }

    /// Watches a descriptor for something else from now on. Hang-ups are always reported.
    package func change(_ fd: CInt, tag: UInt64, to readiness: Readiness) {
        _ = linux_control_epoll(descriptor, EPOLL_CTL_MOD, fd, readiness.rawValue, tag)
    }

    /// Watches a descriptor no longer. The kernel does it by itself when the last copy of the descriptor is closed.
    package func remove(_ fd: CInt) { _ = linux_control_epoll(descriptor, EPOLL_CTL_DEL, fd, 0, 0) }

    // MARK: Signals

    /// Reports signals as events from now on, in place of their default actions. Call it once.
    package func watchSignals(_ numbers: [CInt], tag: UInt64) throws(LoopError) {
        precondition(signals < 0, "signals are watched already")
        let fd = unsafe linux_watch_signals(numbers, CInt(numbers.count))
        guard fd >= 0 else { throw LoopError(errno: -fd) }
        signals = fd
        let status = add(fd, tag: tag)
        if status < 0 { throw LoopError(errno: -status) }
    }

    /// Takes the next pending signal.
    ///
    /// - Returns: its number; 0 if none is pending.
    package func takeSignal() -> CInt { linux_take_signal(signals) }

    // MARK: Waiting

    /// Waits for the next event.
    ///
    /// - Parameters:
    ///   - deadline: reports ``timerTag`` at this time, in µs of CLOCK_MONOTONIC; never if nil.
    ///   - blocks: false to return at once.
    /// - Returns: nil if a signal handler interrupted the call, or nothing is ready.
    package func wait(until deadline: Int64?, blocks: Bool = true) throws(LoopError) -> Ready? {
        setAlarm(deadline)
        var tag: UInt64 = 0
        var readiness: UInt32 = 0
        let status = unsafe linux_wait_for_epoll(descriptor, blocks ? 1 : 0, &tag, &readiness)
        guard status >= 0 else { throw LoopError(errno: -status) }
        guard status > 0 else { return nil }
        // Setting the timerfd again discards the expiration, after which it is no longer readable.
        if tag == Self.timerTag { setAlarm(nil) }
        return Ready(tag: tag, readiness: Readiness(rawValue: readiness))
    }

    /// Sets the deadline at which ``descriptor`` becomes readable, for a loop that is part of another one; nil for none.
    package func setAlarm(_ deadline: Int64?) {
        guard deadline != alarm else { return }
        alarm = deadline
        linux_set_timer(timer, deadline.map { max(0, $0) } ?? -1)
    }
}

package struct LoopError: Error, Equatable, Sendable {
    package var errno: CInt

    package init(errno: CInt) { self.errno = errno }
}

/// The states of a descriptor that epoll reports.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: UInt32(EPOLLIN.rawValue))
    package static let writable = Readiness(rawValue: UInt32(EPOLLOUT.rawValue))
    package static let hungUp = Readiness(rawValue: UInt32(EPOLLHUP.rawValue | EPOLLERR.rawValue))
    /// Edge-triggered (EPOLLET): reports only that something new has arrived. The owner has to read until nothing is left. This saves
    /// the kernel from polling the descriptor again each time the loop waits.
    package static let edges = Readiness(rawValue: UInt32(EPOLLET.rawValue))
}
