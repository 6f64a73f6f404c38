import GestureCore

/// The fingers that a device counts (BTN_TOOL_DOUBLETAP, …) but reports no position for. They move with another finger.
struct CountedFingers: Equatable, Sendable {
    private struct Finger: Equatable, Sendable {
        var contact: ContactID
        var position: Vector
    }

    /// The keys that are down while one, two, three, four, and five or more fingers are.
    static let keys = [
        EventCode.btnToolFinger, EventCode.btnToolDoubleTap, EventCode.btnToolTripleTap, EventCode.btnToolQuadTap,
        EventCode.btnToolQuintTap,
    ]

    /// A bit for each of ``keys`` that is down, from bit 1.
    private var down: UInt8 = 0
    private var fingers: [Finger] = []

    init() { fingers.reserveCapacity(Self.keys.count) }

    var isEmpty: Bool { fingers.isEmpty }
    /// How many are reported.
    var reported: Int { fingers.count }
    /// How many fingers the device counts, those with a position included; 0 for a device that does not count.
    var total: Int { UInt8.bitWidth - 1 - (down | 1).leadingZeroBitCount }

    /// Takes over whether a key is down.
    ///
    /// - Returns: false if it is not one of ``keys``.
    mutating func set(_ code: UInt16, isDown: Bool) -> Bool {
        guard let index = Self.keys.firstIndex(of: code) else { return false }
        let bit: UInt8 = 1 << UInt8(index + 1)
        down = isDown ? down | bit : down & ~bit
        return true
    }

    mutating func releaseKeys() { down = 0 }

    /// Reports the fingers as lifted or cancelled until `count` are left.
    mutating func remove(downTo count: Int, _ action: ContactChange.Action, in frame: inout TouchFrame) {
        while fingers.count > count { Self.report(fingers.removeLast(), action, in: &frame) }
    }

    mutating func move(by distance: Vector, in frame: inout TouchFrame) {
        for index in fingers.indices {
            fingers[index].position += distance
            Self.report(fingers[index], .move, in: &frame)
        }
    }

    mutating func add(_ contact: ContactID, at position: Vector, in frame: inout TouchFrame) {
        let finger = Finger(contact: contact, position: position)
        fingers.append(finger)
        Self.report(finger, .down, in: &frame)
    }

    private static func report(_ finger: Finger, _ action: ContactChange.Action, in frame: inout TouchFrame) {
        frame.changes.append(ContactChange(finger.contact, action, at: finger.position, hasOwnPosition: false))
    }
}
