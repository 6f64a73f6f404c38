import GestureCore

/// Counts in the frames of a device what faults of panels look like, so that somebody can be told of a setting against them.
///
/// Nobody taps for less than 25 ms: taps of people take 50 ms and more. 25 ms is one frame at 40 Hz, and less than two at 60 Hz.
package struct ContactFaults: Equatable, Sendable {
    /// All contacts that have landed.
    package private(set) var landings: UInt64 = 0
    /// The contacts that were there for no longer than ``moment``, as drops of water and electrical noise cause them.
    package private(set) var ghosts: UInt64 = 0
    /// The contacts that were gone for no longer, and came back within 10 mm.
    package private(set) var gaps: UInt64 = 0
    /// The last contact that landed, and the last that was lifted. One of each is enough to count faults that come again and again.
    private var landing: Moment?
    private var lift: Moment?

    private struct Moment: Equatable, Sendable {
        var contact: ContactID
        var position: Vector
        var time: Instant

        func isRecent(at now: Instant) -> Bool { time < now && now - time <= ContactFaults.moment }
    }

    package init() {}

    /// Follows a frame in which contacts landed or left.
    @inline(never)  // most frames only move contacts
    package mutating func follow(_ frame: TouchFrame) {
        for change in frame.changes {
            let moment = Moment(contact: change.contact, position: change.position, time: frame.time)
            switch change.action {
            case .down:
                landings += 1
                if let lift, lift.isRecent(at: frame.time), lift.position.distance(to: change.position) <= Self.nearby {
                    gaps += 1
                    self.lift = nil
                }
                landing = moment
            case .up:
                lift = moment
                if let landing, landing.contact == change.contact, landing.isRecent(at: frame.time) { ghosts += 1 }
            case .move, .cancel: break
            }
        }
    }

    /// The time for which a contact is a fault, and for which the settings against it should hold it back.
    package static let moment = Interval.milliseconds(25)
    /// 10 mm in pt.
    private static let nearby: Points = 63
}
