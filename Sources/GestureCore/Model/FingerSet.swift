/// A set of finger counts, each 1 … 10.
public struct FingerSet: Hashable, Sendable {
    public static let largest = 10
    private var bits: UInt16

    private init(bits: UInt16) { self.bits = bits }

    public static let none = FingerSet(bits: 0)
    public static let any = FingerSet(bits: 0b111_1111_1110)
    package static let one = FingerSet(bits: 0b10)

    /// Adds a finger count; one outside 1 … 10 is ignored.
    public mutating func insert(_ fingers: Int) {
        guard 1...Self.largest ~= fingers else { return }
        bits |= 1 << UInt16(fingers)
    }

    public mutating func formUnion(_ other: FingerSet) { bits |= other.bits }

    public func contains(_ fingers: Int) -> Bool { 1...Self.largest ~= fingers && bits & 1 << UInt16(fingers) != 0 }
    public var isEmpty: Bool { bits == 0 }
}

/// The requested tap counts, each 1 … 10, which a tap has to be distinguished from.
public struct TapCounts: Hashable, Sendable {
    public static let largest = 10
    private var bits: UInt16 = 0

    public init() {}

    /// Adds a count; one outside 1 … 10 is ignored.
    public mutating func insert(_ count: Int) {
        guard 1...Self.largest ~= count else { return }
        bits |= 1 << UInt16(count)
    }

    public func contains(_ count: Int) -> Bool { 1...Self.largest ~= count && bits & 1 << UInt16(count) != 0 }
    public var isEmpty: Bool { bits == 0 }

    public mutating func formUnion(_ other: TapCounts) { bits |= other.bits }

    /// The counts below `limit`.
    func below(_ limit: Int) -> TapCounts {
        var counts = self
        counts.bits &= limit > 0 ? 1 << UInt16(limit) - 1 : 0
        return counts
    }

    /// The lowest requested count; nil if there is none.
    var lowest: Int? { isEmpty ? nil : bits.trailingZeroBitCount }

    /// The highest requested count that is at most `limit`, or 0.
    public func highest(upTo limit: Int = largest) -> Int {
        var count = min(max(limit, 0), Self.largest)
        while count > 0, !contains(count) { count -= 1 }
        return count
    }
}
