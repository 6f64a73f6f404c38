import GestureCore

/// Counts in the frames of a device what faults of panels look like, so that somebody can be told of a setting against them.
///
/// Nobody taps for less than 25 ms: taps of people take 50 ms and more. 25 ms is one frame at 40 Hz, and less than two at 60 Hz.
package struct ContactFaults: Equatable, Sendable {
    /// The contacts that were there in one frame only, as drops of water and electrical noise cause them.
    package private(set) var ghosts: UInt64 = 0
    /// The contacts that were gone in one frame only, and came back within 10 mm.
    package private(set) var gaps: UInt64 = 0
    /// The contacts that no frame after their landing has changed.
    private var landings: [Moment] = []
    private var lifts: [Moment] = []

    private struct Moment: Equatable, Sendable {
        var contact: ContactID
        var position: Vector
        var time: Instant
    }

    package init() {}

    package mutating func follow(_ frame: TouchFrame) {
        for index in frame.changes.indices where !landings.isEmpty || frame.changes[index].action != .move {
            follow(frame.changes[index], at: frame.time)
        }
    }

    @inline(never)  // most frames only move contacts
    private mutating func follow(_ change: ContactChange, at now: Instant) {
        let moment = Moment(contact: change.contact, position: change.position, time: now)
        landings.removeAll { now - $0.time > Self.moment }
        switch change.action {
        case .down:
            lifts.removeAll { now - $0.time > Self.moment }
            if let lift = lifts.firstIndex(where: {
                $0.time < now && $0.position.distance(to: change.position) <= Self.nearby
            }) {
                gaps += 1
                lifts.remove(at: lift)
            }
            if landings.count < Self.most { landings.append(moment) }
        case .up:
            if landings.contains(where: { $0.contact == change.contact && $0.time < now }) { ghosts += 1 }
            if lifts.count == Self.most { lifts.removeFirst() }
            lifts.append(moment)
        case .move, .cancel: break
        }
        if change.action != .down { landings.removeAll { $0.contact == change.contact } }
    }

    /// The time for which a contact is a fault, and for which the settings against it should hold it back.
    package static let moment = Interval.milliseconds(25)
    /// 10 mm in pt.
    private static let nearby: Points = 63
    private static let most = 16
}
