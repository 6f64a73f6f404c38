/// The values of an axis that can be positions.
///
/// Some devices report positions a little beyond the axis, where the glass is larger than the axis says; these are used as they are.
/// Beyond half of its length, a value is no position. Some firmware counts on below 0: a Chromebook reports −13 as 4083, in 12 bits,
/// on an axis that ends at 680. Values that are not as near to 0, 1/16 of the length, are noise.
struct PositionRange: Equatable, Sendable {
    private let first: Int32
    private let last: Int32
    /// The first value that can be a position, and how many follow it.
    private let lowest: Int32
    private let width: UInt32

    init(_ axis: AxisRange) {
        first = axis.minimum
        last = max(axis.minimum, axis.maximum)
        let margin = axis.extent / 2
        lowest = Int32(clamping: Int64(first) - margin)
        width = UInt32(Int64(Int32(clamping: Int64(last) + margin)) - Int64(lowest))
    }

    /// Returns the position for a value.
    ///
    /// - Parameter last: the last position of the same contact; nil if it lands.
    func position(_ value: Int32, after last: @autoclosure () -> Int32?) -> Int32 {
        UInt32(bitPattern: value &- lowest) <= width ? value : mended(value, after: last())
    }

    @inline(never)  // rare
    private func mended(_ value: Int32, after before: Int32?) -> Int32 {
        guard value > last else { return before ?? first }
        // The number that the same bits are if they count on below 0.
        let below = Int64(value) - (1 << Int64(Int32.bitWidth - value.leadingZeroBitCount))
        let isBelow = below >= Int64(first) - (Int64(last) - Int64(first)) / 16
        return isBelow ? first : before ?? last
    }
}
