internal import CLinux
import GestureCore

/// Waits for the next event: one epoll instance, one timerfd for the next deadline, one signalfd for all signals.
///
/// It reports one event at a time. A descriptor that is closed while an event is handled is therefore never reported
/// afterwards. epoll reports ready descriptors in rotation, so a busy one does not keep the others waiting.
package final class EventLoop {
    private let epoll: CInt
    private let timer: CInt
    private var signals: CInt = -1
    /// The deadline that the timerfd is set to; nil while it is disarmed.
    private var alarm: Instant?

    package init() throws(LoopError) {
        timer = linux_create_timer()
        guard timer >= 0 else { throw LoopError(errno: -timer) }
        epoll = linux_create_epoll(timer)
        guard epoll >= 0 else {
            close(timer)
            throw LoopError(errno: -epoll)
        }
    }

    deinit {
        close(epoll)
        close(timer)
        if signals >= 0 { close(signals) }
    }

    /// CLOCK_MONOTONIC now.
    package static var now: Instant { Instant(microseconds: linux_monotonic_microseconds()) }

    /// Reports signals as events from now on, in place of their default actions. Call it once.
    func watchSignals(_ numbers: [CInt]) throws(LoopError) {
        precondition(signals < 0, "signals are watched already")
        let fd = unsafe linux_watch_signals(numbers, CInt(numbers.count))
        guard fd >= 0 else { throw LoopError(errno: -fd) }
        signals = fd
        let status = control(EPOLL_CTL_ADD, fd, .signal, .readable)
        if status < 0 { throw LoopError(errno: -status) }
    }

    /// Waits for the next event.
    ///
    /// - Parameters:
    ///   - deadline: reports ``ServiceEvent/Source/deadline`` at this instant; never if nil.
    ///   - blocks: false to return at once.
    /// - Returns: nil if a signal handler interrupted the call, or nothing is ready.
    func wait(until deadline: Instant?, blocks: Bool = true) throws(LoopError) -> ServiceEvent? {
        setAlarm(deadline)
        var tag: UInt64 = 0
        var readiness: UInt32 = 0
        let status = unsafe linux_wait_for_epoll(epoll, blocks ? 1 : 0, &tag, &readiness)
        guard status >= 0 else { throw LoopError(errno: -status) }
        guard status > 0, let event = ServiceEvent(tag: tag, readiness: readiness) else { return nil }
        // Setting the timerfd again discards the expiration, after which it is no longer readable.
        if event.source == .deadline { setAlarm(nil) }
        return event
    }

    private func setAlarm(_ deadline: Instant?) {
        guard deadline != alarm else { return }
        alarm = deadline
        linux_set_timer(timer, deadline.map { max(0, $0.microseconds) } ?? -1)
    }

    fileprivate func control(
        _ operation: CInt, _ fd: CInt, _ source: ServiceEvent.Source, _ readiness: Readiness
    ) -> CInt {
        linux_control_epoll(epoll, operation, fd, readiness.rawValue, ServiceEvent.tag(source, fd: fd))
    }
}

package struct LoopError: Error, Equatable, Sendable {
    package var errno: CInt
}

/// Has the loop watch a descriptor, which it does not own, until the watch is destroyed.
///
/// Destroy it before the descriptor is closed: by then the number may belong to another descriptor.
struct DescriptorWatch: ~Copyable {
    private let loop: EventLoop
    private let fd: CInt
    private let source: ServiceEvent.Source

    init(
        _ loop: EventLoop, fd: CInt, as source: ServiceEvent.Source, for readiness: Readiness
    ) throws(LoopError) {
        let status = loop.control(EPOLL_CTL_ADD, fd, source, readiness)
        if status < 0 { throw LoopError(errno: -status) }
        self.loop = loop
        self.fd = fd
        self.source = source
    }

    deinit { _ = loop.control(EPOLL_CTL_DEL, fd, source, []) }

    /// Watches for something else from now on. Hang-ups are always reported.
    func change(to readiness: Readiness) { _ = loop.control(EPOLL_CTL_MOD, fd, source, readiness) }
}

/// The earlier of two deadlines; nil stands for none.
func earlier(_ a: Instant?, _ b: Instant?) -> Instant? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
}
