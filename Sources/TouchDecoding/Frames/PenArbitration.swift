import GestureCore

/// Decides when touches are ignored because a pen is near: the hand that holds it rests on the surface.
///
/// A value without a clock: pens are read before touches, and their changes take effect in the order of the time stamps.
package struct PenArbitration: Equatable, Sendable {
    private struct Change: Equatable, Sendable {
        var isNear: Bool
        var time: Instant
    }

    /// How long touches are ignored after the pen leaves, the last instant included: the hand is lifted after the pen. The same as
    /// in libinput.
    package static let grace = Interval.milliseconds(90)

    /// The changes that have not taken effect yet, oldest first.
    private var changes: [Change] = []
    private var end = Instant.distantPast

    package init() { changes.reserveCapacity(16) }

    /// Notes that a pen came near, or that the last one left.
    package mutating func note(isNear: Bool, at time: Instant) {
        changes.append(Change(isNear: isNear, time: max(time, changes.last?.time ?? time)))
    }

    /// Whether there are changes that have not taken effect yet.
    var isPending: Bool { !changes.isEmpty }

    /// Applies changes up to `time`, but stops after a pen that came near.
    ///
    /// - Returns: when that pen came near; nil if all changes up to `time` are applied.
    package mutating func advance(to time: Instant) -> Instant? {
        while let change = changes.first, change.time <= time {
            changes.removeFirst()
            end = change.isNear ? .distantFuture : change.time + Self.grace
            if change.isNear { return change.time }
        }
        return nil
    }

    /// Returns whether touches at this instant are ignored. It must not be later than the last ``advance(to:)``.
    package func ignoresTouches(at time: Instant) -> Bool { time <= end }
}
