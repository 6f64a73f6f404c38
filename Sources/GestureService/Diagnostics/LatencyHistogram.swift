import GestureCore
import GestureProtocol

/// Counts latencies in buckets that grow with the value: eight per doubling, so that a percentile is at most 12 % too high.
struct LatencyHistogram {
    private static let bucketsPerDoubling = 8
    private static let doublings = 28
    private var counts = [UInt64](repeating: 0, count: bucketsPerDoubling * doublings)
    private(set) var samples: UInt64 = 0
    /// In µs; saturates.
    private(set) var sum: Int64 = 0
    private(set) var maximum: Int64 = 0

    /// Adds a latency. One below 0, from a device with a clock of its own, counts as 0.
    mutating func add(_ latency: Interval) {
        let microseconds = max(0, latency.microseconds)
        samples += 1
        let (sum, overflow) = sum.addingReportingOverflow(microseconds)
        self.sum = overflow ? .max : sum
        maximum = max(maximum, microseconds)
        counts[Self.bucket(of: microseconds)] += 1
    }

    /// Returns the upper end in µs of the bucket with the given percentile.
    func percentile(_ percent: UInt64) -> Int64 {
        guard samples > 0 else { return 0 }
        let rank = (samples * percent + 99) / 100
        var seen: UInt64 = 0
        for (bucket, count) in counts.enumerated() {
            seen += count
            if seen >= rank { return min(Self.upperEnd(of: bucket), maximum) }
        }
        return maximum
    }

    var report: LatencyReport {
        var report = LatencyReport()
        report.samples = samples
        report.sum = sum
        report.p50 = percentile(50)
        report.p90 = percentile(90)
        report.p99 = percentile(99)
        report.maximum = maximum
        report.buckets = coarseBuckets
        return report
    }

    /// One bucket per doubling, from 16 µs to a second.
    private var coarseBuckets: [LatencyReport.Bucket] {
        var buckets: [LatencyReport.Bucket] = []
        var first = 0
        for exponent in 4...20 {
            let end = Self.bucket(of: 1 << exponent)
            var count: UInt64 = 0
            for bucket in first..<end { count += counts[bucket] }
            buckets.append(LatencyReport.Bucket(below: 1 << exponent, count: count))
            first = end
        }
        return buckets
    }

    /// Below 16 µs each value has a bucket. Above, the three bits after the leading one select it.
    private static func bucket(of value: Int64) -> Int {
        guard value >= 16 else { return Int(value) }
        let exponent = 63 - value.leadingZeroBitCount
        let step = Int(value >> Int64(exponent - 3)) & 7
        return min(16 + (exponent - 4) * bucketsPerDoubling + step, bucketsPerDoubling * doublings - 1)
    }

    private static func upperEnd(of bucket: Int) -> Int64 {
        guard bucket >= 16 else { return Int64(bucket) }
        let exponent = (bucket - 16) / bucketsPerDoubling + 4
        let step = (bucket - 16) % bucketsPerDoubling
        return (Int64(9 + step) << Int64(exponent - 3)) - 1
    }
}
