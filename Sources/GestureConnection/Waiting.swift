internal import CLinux
import GestureCore

extension Instant {
    /// CLOCK_MONOTONIC now, the clock of events.
    package static var now: Instant { Instant(microseconds: linux_monotonic_microseconds()) }
}

extension Interval {
    /// This time in ms as poll takes it: 0 … 2^30, and rounded up, so that it has passed after the wait.
    package var timeout: Int {
        let milliseconds = microseconds / 1000 + (microseconds % 1000 > 0 ? 1 : 0)
        return Int(Swift.min(Swift.max(0, milliseconds), 1 << 30))
    }
}
