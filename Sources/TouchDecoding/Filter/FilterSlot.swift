import GestureCore

/// One slot of a filtered device: its contact on the original, and how much of it the clone has.
struct FilterSlot {
    enum State: Equatable {
        /// No contact is in the slot.
        case empty
        /// The clone has the contact.
        case passing
        /// The contact may become an edge swipe. The clone does not have it yet.
        case held
        /// The contact is kept from the clone until it is lifted.
        case withheld
    }

    /// The values of the axes of a contact on the original, by the distance of their codes from ABS_MT_TOUCH_MAJOR.
    typealias Values = InlineArray<14, Int32>

    var values = Values(repeating: 0)
    /// The values with which the contact landed. Used while it is held.
    var landing = Values(repeating: 0)
    /// A bit for each axis that has changed since the last frame.
    var changedAxes: UInt16 = 0
    /// The tracking id of the contact on the original now, and after the last frame; -1 if there is none.
    var id: Int32 = -1
    var formerID: Int32 = -1
    /// The tracking id of the contact on the clone; -1 if there is none.
    var cloneID: Int32 = -1
    /// Whether the clone may have other values than the original. They are sent when the next contact lands.
    var isStale = true
    var state = State.empty
    var hasLandedInFrame = false
    /// The edges in whose band the contact landed, as long as it can become a swipe from there.
    var swipeEdges = EdgeSet()
    /// The place where the contact landed, in pt, and the time.
    var start = Vector.zero
    var landed = Instant.distantPast

    var isOccupied: Bool { id >= 0 }

    static func index(of code: UInt16) -> Int { Int(code - EventCode.absMTTouchMajor) }

    mutating func set(_ code: UInt16, _ value: Int32) {
        let index = Self.index(of: code)
        values[index] = value
        changedAxes |= 1 << UInt16(truncatingIfNeeded: index)
    }

    func value(_ code: UInt16) -> Int32 { values[Self.index(of: code)] }
}

/// Edges of a surface.
struct EdgeSet: Equatable, Sendable {
    private var bits: UInt8 = 0

    init() {}

    init(_ edges: [EdgeLocation.Edge]) {
        for edge in edges { bits |= Self.bit(edge) }
    }

    var isEmpty: Bool { bits == 0 }

    func intersection(_ other: EdgeSet) -> EdgeSet {
        var result = self
        result.bits &= other.bits
        return result
    }

    /// Returns the edges of the surface that are at most `band` pt from a point.
    static func near(_ point: Vector, band: Points, size: Vector) -> EdgeSet {
        var edges = EdgeSet()
        if !point.x.exceeds(band) { edges.bits |= bit(.left) }
        if !(size.x - point.x).exceeds(band) { edges.bits |= bit(.right) }
        if !point.y.exceeds(band) { edges.bits |= bit(.top) }
        if !(size.y - point.y).exceeds(band) { edges.bits |= bit(.bottom) }
        return edges
    }

    /// Returns whether a direction leads from one of the edges into the surface.
    func leadsInwards(_ direction: Direction) -> Bool {
        let from: EdgeLocation.Edge? =
            switch direction {
            case .right: .left
            case .left: .right
            case .down: .top
            case .up: .bottom
            case .upLeft, .upRight, .downLeft, .downRight: nil
            }
        return from.map { bits & Self.bit($0) != 0 } ?? false
    }

    private static func bit(_ edge: EdgeLocation.Edge) -> UInt8 {
        switch edge {
        case .left: 1
        case .right: 2
        case .top: 4
        case .bottom: 8
        }
    }
}

/// The keys of a device that are down.
struct KeySet: Equatable {
    private var words = InlineArray<12, UInt64>(repeating: 0)

    static func == (left: KeySet, right: KeySet) -> Bool {
        left.words.indices.allSatisfy { left.words[$0] == right.words[$0] }
    }

    mutating func set(_ code: UInt16, isDown: Bool) {
        let (word, bit) = (Int(code / 64), UInt64(1) << UInt64(code % 64))
        guard word < words.count else { return }
        words[word] = isDown ? words[word] | bit : words[word] & ~bit
    }

    func contains(_ code: UInt16) -> Bool {
        let word = Int(code / 64)
        return word < words.count && words[word] & (1 << UInt64(code % 64)) != 0
    }

    /// Calls `body` with each key that differs, and whether it is down in the other set.
    func differences(to other: KeySet, _ body: (_ code: UInt16, _ isDown: Bool) -> Void) {
        for index in words.indices {
            var difference = words[index] ^ other.words[index]
            while difference != 0 {
                let bit = difference.trailingZeroBitCount
                body(UInt16(truncatingIfNeeded: index * 64 + bit), other.words[index] & (1 << UInt64(bit)) != 0)
                difference &= difference - 1
            }
        }
    }
}
