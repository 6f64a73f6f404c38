import GestureCore

/// Counts in the frames of a device what faults of panels look like, so that somebody can be told of a setting against them.
///
/// Nobody taps for less than 25 ms: taps of people take 50 ms and more. 25 ms is one frame at 40 Hz, and less than two at 60 Hz.
package struct ContactFaults: Equatable, Sendable {
    /// The contacts that were there in one frame only, as drops of water and electrical noise cause them.
    package private(set) var ghosts: UInt64 = 0
    /// The contacts that were gone in one frame only, and came back within 10 mm.
    package private(set) var gaps: UInt64 = 0
    /// The last contact that landed, unless a later frame has changed it, and the last that was lifted. One of each is enough to count
    /// faults that come again and again.
    private var landing: Moment?
    private var lift: Moment?

    private struct Moment: Equatable, Sendable {
        var contact: ContactID
        var position: Vector
        var time: Instant

        func isRecent(at now: Instant) -> Bool { time < now && now - time <= ContactFaults.moment }
    }

    package init() {}

    package mutating func follow(_ frame: TouchFrame) {
        for index in frame.changes.indices where landing != nil || frame.changes[index].action != .move {
            follow(frame.changes[index], at: frame.time)
        }
    }

    @inline(never)  // most frames only move contacts
    private mutating func follow(_ change: ContactChange, at now: Instant) {
        let moment = Moment(contact: change.contact, position: change.position, time: now)
        switch change.action {
        case .down:
            if let lift, lift.isRecent(at: now), lift.position.distance(to: change.position) <= Self.nearby {
                gaps += 1
                self.lift = nil
            }
            landing = moment
        case .up:
            lift = moment
            guard let landing, landing.contact == change.contact else { return }
            if landing.isRecent(at: now) { ghosts += 1 }
            self.landing = nil
        case .move, .cancel:
            if landing?.contact == change.contact { landing = nil }
        }
    }

    /// The time for which a contact is a fault, and for which the settings against it should hold it back.
    package static let moment = Interval.milliseconds(25)
    /// 10 mm in pt.
    private static let nearby: Points = 63
}
