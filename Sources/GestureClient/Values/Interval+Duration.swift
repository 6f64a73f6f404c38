import GestureCore

extension Interval {
    /// Whole microseconds of a duration; at the ends of the range, the longest interval.
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, isTooLongWithRest) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        self.init(microseconds: isTooLong || isTooLongWithRest ? (seconds < 0 ? .min : .max) : sum)
    }
}
