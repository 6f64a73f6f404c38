internal import CLibsystemd
internal import CLinux
import GestureCore

/// The one loop of the service: sd-event, one thread.
///
/// A handler is kept until its source is released; a source that is owned by what its handler refers to is released by
/// hand, when that is closed.
@safe
public final class EventLoop {
    fileprivate let event: OpaquePointer

    public init() throws(LoopError) {
        var pointer: OpaquePointer?
        let status = unsafe sd_event_new(&pointer)
        guard status >= 0, let event = unsafe pointer else { throw LoopError(errno: -status) }
        unsafe self.event = event
        // Does nothing unless systemd asks for signs of life (WatchdogSec=).
        _ = unsafe sd_event_set_watchdog(event, 1)
    }

    deinit { _ = unsafe sd_event_unref(event) }

    /// Runs until ``quit(_:)``.
    ///
    /// - Returns: the code given there, or a negative errno.
    public func run() -> CInt { unsafe sd_event_loop(event) }

    /// Handles what is ready, without waiting for it.
    ///
    /// - Returns: whether there may be more.
    func step() -> Bool { unsafe sd_event_run(event, 0) > 0 }

    public func quit(_ code: CInt) { _ = unsafe sd_event_exit(event, code) }

    /// When it last found something ready, of CLOCK_MONOTONIC: a moment ago, and already known.
    var woken: Instant {
        var time: UInt64 = 0
        _ = unsafe sd_event_now(event, CLOCK_MONOTONIC, &time)
        return Instant(microseconds: Int64(clamping: time))
    }

    /// CLOCK_MONOTONIC now.
    public static var now: Instant { Instant(microseconds: linux_monotonic_microseconds()) }
}

public struct LoopError: Error, Equatable, Sendable {
    public var errno: CInt
}

/// What a descriptor is ready for.
public struct Readiness: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let readable = Readiness(rawValue: UInt32(EPOLLIN.rawValue))
    public static let writable = Readiness(rawValue: UInt32(EPOLLOUT.rawValue))
    public static let hungUp = Readiness(rawValue: UInt32(EPOLLHUP.rawValue | EPOLLERR.rawValue))
}

/// Watches a descriptor, which it does not own.
///
/// Stop it by hand before the descriptor is closed: in a handler it is alive until the handler returns, and by then the
/// number may be another descriptor's.
@safe
public final class DescriptorSource {
    private var source: OpaquePointer?
    private let handler: (Readiness) -> Void

    public init(
        _ loop: EventLoop, fd: CInt, _ readiness: Readiness, handler: @escaping (Readiness) -> Void
    ) throws(LoopError) {
        self.handler = handler
        let status = unsafe sd_event_add_io(
            loop.event, &source, fd, readiness.rawValue,
            { _, _, events, context in
                guard let context = unsafe context else { return 0 }
                let source = unsafe Unmanaged<DescriptorSource>.fromOpaque(context).takeUnretainedValue()
                source.handler(Readiness(rawValue: events))
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        if status < 0 { throw LoopError(errno: -status) }
    }

    deinit { stop() }

    public func stop() {
        _ = unsafe sd_event_source_disable_unref(source)
        unsafe source = nil
    }

    public func watch(for readiness: Readiness) {
        _ = unsafe sd_event_source_set_io_events(source, readiness.rawValue)
    }
}

/// Calls at an instant of CLOCK_MONOTONIC.
@safe
public final class TimerSource {
    private var source: OpaquePointer?
    private let handler: () -> Void
    private var armed: Instant?

    public init(_ loop: EventLoop, handler: @escaping () -> Void) throws(LoopError) {
        self.handler = handler
        // Accuracy 1: sd-event takes 0 for a quarter of a second.
        let status = unsafe sd_event_add_time(
            loop.event, &source, CLOCK_MONOTONIC, UInt64.max, 1,
            { _, _, context in
                guard let context = unsafe context else { return 0 }
                let source = unsafe Unmanaged<TimerSource>.fromOpaque(context).takeUnretainedValue()
                source.armed = nil
                source.handler()
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        if status < 0 { throw LoopError(errno: -status) }
        _ = unsafe sd_event_source_set_enabled(source, CInt(SD_EVENT_OFF))
    }

    deinit { _ = unsafe sd_event_source_disable_unref(source) }

    /// Calls once at `instant`; never, if nil.
    public func arm(at instant: Instant?) {
        guard instant != armed else { return }
        armed = instant
        guard let instant else {
            _ = unsafe sd_event_source_set_enabled(source, CInt(SD_EVENT_OFF))
            return
        }
        _ = unsafe sd_event_source_set_time(source, UInt64(max(0, instant.microseconds)))
        _ = unsafe sd_event_source_set_enabled(source, CInt(SD_EVENT_ONESHOT))
    }
}

/// Calls on a signal, which is no longer delivered in any other way.
@safe
public final class SignalSource {
    private var source: OpaquePointer?
    private let handler: () -> Void

    public init(_ loop: EventLoop, _ signal: CInt, handler: @escaping () -> Void) throws(LoopError) {
        self.handler = handler
        let status = unsafe sd_event_add_signal(
            loop.event, &source, signal | CInt(SD_EVENT_SIGNAL_PROCMASK),
            { _, _, context in
                guard let context = unsafe context else { return 0 }
                unsafe Unmanaged<SignalSource>.fromOpaque(context).takeUnretainedValue().handler()
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
        if status < 0 { throw LoopError(errno: -status) }
    }

    deinit { _ = unsafe sd_event_source_disable_unref(source) }
}

/// Calls when the machine has slept.
public final class SleepSource {
    private let fd: CInt
    private var source: DescriptorSource?
    private var asleep = linux_asleep_microseconds()

    public init(_ loop: EventLoop, handler: @escaping () -> Void) throws(LoopError) {
        fd = linux_watch_clock()
        guard fd >= 0 else { throw LoopError(errno: -fd) }
        source = try DescriptorSource(loop, fd: fd, .readable) { [self] _ in
            _ = linux_watch_clock_again(fd)
            let now = linux_asleep_microseconds()
            // A clock that was set is no sleep; and the two clocks are not read at the very same instant.
            let hasSlept = now - asleep > 10_000
            asleep = now
            if hasSlept { handler() }
        }
    }

    deinit {
        source?.stop()
        close(fd)
    }
}
