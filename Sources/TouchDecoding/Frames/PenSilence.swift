import GestureCore

/// When touches do not count because a pen is near: the hand that holds it rests on the surface.
///
/// A value without a clock: pens are read before touches, and what they did takes effect in the order of the time stamps.
package struct PenSilence: Equatable, Sendable {
    private struct Change: Equatable, Sendable {
        var isNear: Bool
        var time: Instant
    }

    /// How long after the pen has gone touches still do not count, the last instant included. As in libinput, for the hand is lifted
    /// after the pen.
    package static let grace = Interval.milliseconds(90)

    /// What pens did that touches have not come to yet, in the order of time.
    private var changes: [Change] = []
    private var end = Instant.distantPast

    package init() { changes.reserveCapacity(16) }

    /// Takes down that a pen came near, or that the last has gone.
    package mutating func note(isNear: Bool, at time: Instant) {
        changes.append(Change(isNear: isNear, time: max(time, changes.last?.time ?? time)))
    }

    /// Whether pens did anything that is not taken in yet.
    package var isPending: Bool { !changes.isEmpty }

    /// Takes in what pens did up to `time`, up to the next that came near.
    ///
    /// - Returns: when it did; nil when all is taken in.
    package mutating func advance(to time: Instant) -> Instant? {
        while let change = changes.first, change.time <= time {
            changes.removeFirst()
            end = change.isNear ? .distantFuture : change.time + Self.grace
            if change.isNear { return change.time }
        }
        return nil
    }

    /// Whether touches at this instant do not count; not before it was advanced to.
    package func covers(_ time: Instant) -> Bool { time <= end }
}
