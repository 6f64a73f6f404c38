/// The values of an axis that can be positions.
///
/// Some devices report positions a little beyond the axis, where the glass is larger than the axis says; these are used as they are.
/// Beyond half of its length, a value is no position. Some firmware counts on below 0: a Chromebook reports −13 as 4083, in 12 bits,
/// on an axis that ends at 680. Other values are noise.
struct PositionRange: Equatable, Sendable {
    private let axis: ClosedRange<Int32>
    private let plausible: ClosedRange<Int32>

    init(_ axis: AxisRange) {
        self.axis = axis.minimum...max(axis.minimum, axis.maximum)
        let margin = Int64(axis.extent) / 2
        plausible =
            Int32(clamping: Int64(axis.minimum) - margin)...Int32(clamping: Int64(self.axis.upperBound) + margin)
    }

    /// Returns the position for a value.
    ///
    /// - Parameter last: the last position of the same contact; nil if it lands.
    func position(_ value: Int32, after last: @autoclosure () -> Int32?) -> Int32 {
        plausible.contains(value) ? value : mended(value, after: last())
    }

    @inline(never)  // rare
    private func mended(_ value: Int32, after last: Int32?) -> Int32 {
        guard value > plausible.upperBound else { return last ?? axis.lowerBound }
        // What is missing to the next power of two.
        let below = Int64(value) - (1 << Int64(Int32.bitWidth - value.leadingZeroBitCount))
        return below >= Int64(plausible.lowerBound) ? axis.lowerBound : last ?? axis.upperBound
    }
}
