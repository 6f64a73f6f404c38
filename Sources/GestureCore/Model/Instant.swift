/// A time of CLOCK_MONOTONIC in integer microseconds, the unit in which the kernel stamps input events.
public struct Instant: Comparable, Hashable, Sendable {
    /// Microseconds since the start of the clock. Every value is valid, including those of recordings.
    public var microseconds: Int64

    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Later than every event: the time to advance to when no input can follow.
    public static let distantFuture = Instant(microseconds: .max)
    public static let distantPast = Instant(microseconds: .min)

    public static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }

    /// Saturates at the ends of the range, because time stamps come from outside and must not trap.
    public static func + (instant: Instant, interval: Interval) -> Instant {
        let (sum, overflow) = instant.microseconds.addingReportingOverflow(interval.microseconds)
        return overflow ? (interval.microseconds < 0 ? .distantPast : .distantFuture) : Instant(microseconds: sum)
    }

    /// Saturates as `+` does.
    public static func - (left: Instant, right: Instant) -> Interval {
        let (difference, overflow) = left.microseconds.subtractingReportingOverflow(right.microseconds)
        return Interval(microseconds: overflow ? (left < right ? .min : .max) : difference)
    }
}

/// A length of time in integer microseconds.
public struct Interval: Comparable, Hashable, Sendable {
    public var microseconds: Int64

    public init(microseconds: Int64) { self.microseconds = microseconds }

    public static let zero = Interval(microseconds: 0)
    /// Longer than any time between two events.
    public static let max = Interval(microseconds: .max)

    public static func milliseconds(_ count: Int64) -> Interval {
        let (product, overflow) = count.multipliedReportingOverflow(by: 1000)
        return Interval(microseconds: overflow ? (count < 0 ? .min : .max) : product)
    }

    public static func < (left: Interval, right: Interval) -> Bool { left.microseconds < right.microseconds }

    public var seconds: Double { Double(microseconds) / 1_000_000 }
}
