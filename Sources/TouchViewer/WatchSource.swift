import GestureCore
import Terminal

/// Where the events of the live view come from: the service, or a recording.
protocol WatchSource {
    /// True once there is something to show.
    var isReady: Bool { get }

    /// When to call ``work(_:_:at:)`` again even if nothing can be read, of the clock; nil to wait.
    var deadline: Instant? { get }

    /// The time after which the events of an instant have arrived.
    var settlingTime: Interval { get }

    /// The time of the model at a time of the clock.
    func time(at now: Instant) -> Instant

    /// When the model's time will be `time`, of the clock; nil if it stands still.
    func clock(at time: Instant) -> Instant?

    /// Gives the model all events up to now, within limits.
    ///
    /// - Returns: whether anything has changed.
    mutating func work(
        _ model: inout WatchModel, _ status: inout WatchStatus, at now: Instant
    ) throws(Failure) -> Bool

    /// Handles a key.
    mutating func press(_ key: UInt8, _ model: inout WatchModel, _ status: inout WatchStatus, at now: Instant)
}
