internal import CLinux
import GestureCore

/// The event loop of the service: one thread, one epoll instance, one timerfd for all timers, one signalfd for all signals.
///
/// A turn handles one ready source. A handler may therefore stop or release any source, its own included: one that was stopped is
/// not called any more. epoll reports ready descriptors in rotation, so a busy one does not keep the others waiting.
///
/// A source keeps its handler until it is released. If the handler refers to the owner of the source, the owner has to release
/// the source itself when it is closed.
@safe
package final class EventLoop {
    fileprivate let epoll: CInt
    private let timerFD: CInt
    private var signalFD: CInt = -1
    private var signalHandler: ((CInt) -> Void)?
    fileprivate var timers = TimerHeap()
    /// The instant that the timerfd is set to; nil while it is disarmed.
    private var alarm: Instant?
    private var exitCode: CInt?

    package init() throws(LoopError) {
        timerFD = linux_create_timer()
        guard timerFD >= 0 else { throw LoopError(errno: -timerFD) }
        epoll = linux_create_epoll(timerFD)
        guard epoll >= 0 else {
            close(timerFD)
            throw LoopError(errno: -epoll)
        }
    }

    deinit {
        close(epoll)
        close(timerFD)
        if signalFD >= 0 { close(signalFD) }
    }

    /// Runs until ``quit(_:)``.
    ///
    /// - Returns: the code passed to ``quit(_:)``, or a negative errno.
    package func run() -> CInt {
        while true {
            if let exitCode { return exitCode }
            let status = turn(waits: true)
            if status < 0 { return status }
        }
    }

    /// Handles one source if one is ready.
    ///
    /// - Returns: whether one was ready: there may be more.
    func step() -> Bool { turn(waits: false) > 0 }

    /// Ends ``run()`` after the current turn.
    package func quit(_ code: CInt) { exitCode = code }

    /// CLOCK_MONOTONIC now.
    package static var now: Instant { Instant(microseconds: linux_monotonic_microseconds()) }

    /// Handles signals from now on in place of their default actions. To be called once.
    func handleSignals(_ signals: [CInt], handler: @escaping (_ signal: CInt) -> Void) throws(LoopError) {
        precondition(signalFD < 0, "signals are handled already")
        let fd = unsafe linux_watch_signals(signals, CInt(signals.count))
        guard fd >= 0 else { throw LoopError(errno: -fd) }
        signalFD = fd
        signalHandler = handler
        let status = unsafe linux_control_epoll(epoll, EPOLL_CTL_ADD, fd, Readiness.readable.rawValue, context)
        if status < 0 { throw LoopError(errno: -status) }
    }

    /// The context by which epoll reports the signalfd. The timerfd has none, and each other descriptor its source.
    private var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    private func turn(waits: Bool) -> CInt {
        setAlarm()
        var source: UnsafeMutableRawPointer?
        var events: UInt32 = 0
        let status = unsafe linux_wait_for_epoll(epoll, waits ? 1 : 0, &source, &events)
        guard status > 0 else { return status }
        if let source = unsafe source {
            if unsafe source == context {
                signalHandler?(linux_take_signal(signalFD))
            } else {
                let source = unsafe Unmanaged<DescriptorSource>.fromOpaque(source).takeUnretainedValue()
                source.handler(Readiness(rawValue: events))
            }
        } else {
            callTimer()
        }
        return status
    }

    /// Sets the timerfd to the earliest timer, if that has changed since the last turn.
    private func setAlarm() {
        let next = timers.earliest?.deadline
        guard next != alarm else { return }
        alarm = next
        linux_set_timer(timerFD, next.map { max(0, $0.microseconds) } ?? -1)
    }

    private func callTimer() {
        // Setting the timerfd again discards the expiration. If more timers have expired, it becomes readable at once.
        linux_set_timer(timerFD, -1)
        alarm = nil
        guard let timer = timers.earliest, let deadline = timer.deadline, deadline <= Self.now else { return }
        timer.arm(at: nil)
        timer.handler()
    }
}

package struct LoopError: Error, Equatable, Sendable {
    package var errno: CInt
}

/// The states of a descriptor that epoll reports.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: UInt32(EPOLLIN.rawValue))
    package static let writable = Readiness(rawValue: UInt32(EPOLLOUT.rawValue))
    package static let hungUp = Readiness(rawValue: UInt32(EPOLLHUP.rawValue | EPOLLERR.rawValue))
    /// Edge-triggered (EPOLLET): reports only that something new has arrived. The handler has to read until nothing is left. This
    /// saves the kernel from polling the descriptor again each time the loop waits.
    package static let edges = Readiness(rawValue: UInt32(EPOLLET.rawValue))
}

/// Watches a descriptor, which it does not own.
///
/// Stop it before the descriptor is closed: by then the number may be another descriptor's.
@safe
package final class DescriptorSource {
    private let loop: EventLoop
    private let fd: CInt
    private var isWatching = true
    fileprivate let handler: (Readiness) -> Void

    package init(
        _ loop: EventLoop, fd: CInt, _ readiness: Readiness, handler: @escaping (Readiness) -> Void
    ) throws(LoopError) {
        self.loop = loop
        self.fd = fd
        self.handler = handler
        let status = control(EPOLL_CTL_ADD, readiness)
        if status < 0 {
            isWatching = false
            throw LoopError(errno: -status)
        }
    }

    deinit { stop() }

    /// The handler is not called any more.
    package func stop() {
        guard isWatching else { return }
        isWatching = false
        _ = control(EPOLL_CTL_DEL, [])
    }

    /// Replaces what the descriptor is watched for. Hang-ups are always reported.
    package func watch(for readiness: Readiness) {
        if isWatching { _ = control(EPOLL_CTL_MOD, readiness) }
    }

    private func control(_ operation: CInt, _ readiness: Readiness) -> CInt {
        unsafe linux_control_epoll(
            loop.epoll, operation, fd, readiness.rawValue, Unmanaged.passUnretained(self).toOpaque())
    }
}

/// Calls once at an instant of CLOCK_MONOTONIC.
@safe
package final class TimerSource {
    private let loop: EventLoop
    fileprivate let handler: () -> Void
    /// The instant at which it expires; nil while it is disarmed.
    private(set) var deadline: Instant?
    /// Its index in the heap of the loop while it is armed.
    fileprivate(set) var index = 0

    package init(_ loop: EventLoop, handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = handler
    }

    deinit { arm(at: nil) }

    /// Calls the handler once at `instant`, or never if it is nil; replaces what was set before.
    package func arm(at instant: Instant?) {
        guard instant != deadline else { return }
        if deadline != nil { loop.timers.remove(self) }
        deadline = instant
        if instant != nil { loop.timers.insert(self) }
    }
}

/// The armed timers as a binary heap, in which each knows its index: arming and disarming one takes a time that grows with the
/// logarithm of their number.
@safe
private struct TimerHeap {
    /// Not retained: a timer disarms itself when it is released.
    private var timers: [Unmanaged<TimerSource>] = unsafe []

    var earliest: TimerSource? { unsafe timers.first?.takeUnretainedValue() }

    mutating func insert(_ timer: TimerSource) {
        unsafe timers.append(Unmanaged.passUnretained(timer))
        timer.index = unsafe timers.count - 1
        moveUp(from: timer.index)
    }

    mutating func remove(_ timer: TimerSource) {
        let index = timer.index
        let last = unsafe timers.count - 1
        exchange(index, last)
        _ = unsafe timers.removeLast()
        guard index < last else { return }
        moveUp(from: index)
        moveDown(from: index)
    }

    private mutating func moveUp(from start: Int) {
        var index = start
        while index > 0, comesBefore(index, (index - 1) / 2) {
            exchange(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func moveDown(from start: Int) {
        let count = unsafe timers.count
        var index = start
        while true {
            var first = index
            for child in 2 * index + 1...2 * index + 2 where child < count && comesBefore(child, first) {
                first = child
            }
            guard first != index else { return }
            exchange(index, first)
            index = first
        }
    }

    private func comesBefore(_ a: Int, _ b: Int) -> Bool {
        deadline(a) < deadline(b)
    }

    private func deadline(_ index: Int) -> Instant {
        unsafe timers[index].takeUnretainedValue().deadline ?? .distantFuture
    }

    private mutating func exchange(_ a: Int, _ b: Int) {
        unsafe timers.swapAt(a, b)
        unsafe timers[a].takeUnretainedValue().index = a
        unsafe timers[b].takeUnretainedValue().index = b
    }
}
