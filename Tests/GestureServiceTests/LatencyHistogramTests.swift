import GestureCore
import GestureProtocol
import Testing

@testable import GestureService

@Suite struct LatencyHistogramTests {
    private func report(of latencies: [Int64]) -> LatencyReport {
        var histogram = LatencyHistogram()
        for latency in latencies { histogram.add(Interval(microseconds: latency)) }
        return histogram.report
    }

    @Test func `the buckets double from 16 µs to a second`() {
        let ends = report(of: []).buckets.map(\.below)
        #expect(ends == (4...20).map { 1 << Int64($0) })
    }

    @Test(arguments: [
        (-1, 16), (0, 16), (15, 16), (16, 32), (17, 32), (31, 32), (32, 64), (1000, 1024), (1023, 1024), (1024, 2048),
        (1_048_575, 1_048_576),
    ])
    func `a latency is counted in the bucket that ends above it`(_ latency: Int64, _ end: Int64) {
        let filled = report(of: [latency]).buckets.filter { $0.count > 0 }
        #expect(filled == [LatencyReport.Bucket(below: end, count: 1)])
    }

    @Test(arguments: [1_048_576, 60_000_000, Int64.max])
    func `a latency longer than a second is counted as a sample, and in no bucket`(_ latency: Int64) {
        let report = report(of: [latency])
        #expect(report.samples == 1 && report.sum == latency && report.buckets.allSatisfy { $0.count == 0 })
    }

    @Test func `the sum saturates`() {
        #expect(report(of: [10, 20, 30, -5]).sum == 60)
        #expect(report(of: [.max, .max, 1]).sum == .max)
    }

    @Test func `a percentile is zero without samples`() {
        #expect(LatencyHistogram().report.p99 == 0)
    }

    @Test func `a percentile is at most an eighth too high`() {
        var histogram = LatencyHistogram()
        for latency in 1...10_000 { histogram.add(Interval(microseconds: Int64(latency))) }
        for (percent, truth) in [(50, 5000.0), (90, 9000), (99, 9900)] as [(UInt64, Double)] {
            let found = Double(histogram.percentile(percent))
            #expect(found >= truth && found <= truth * 1.125)
        }
        #expect(histogram.report.maximum == 10_000)
        #expect(histogram.samples == 10_000)
    }

    @Test(arguments: [Int64.min, -1, 0, 1, 15, 16, 17, 1 << 27, 1 << 40, .max])
    func `no latency traps`(microseconds: Int64) {
        var histogram = LatencyHistogram()
        histogram.add(Interval(microseconds: microseconds))
        #expect(histogram.percentile(50) <= max(0, microseconds))
    }
}
