import GestureCore
import Testing
import TouchDecoding

@testable import GestureService

/// The time that a clone needs before it can stand for its device.
@Suite struct DeviceFilterTests {
    private static let made = Instant(microseconds: 5_000_000)

    private func filter(isWanted: Bool = true) -> DeviceFilter {
        var filter = DeviceFilter()
        if isWanted { filter.settings = FilterSettings(rules: WithholdingRules(), thresholds: Thresholds()) }
        filter.addClone(at: Self.made)
        return filter
    }

    @Test func `a device without a clone is not ready and waits for nothing`() {
        var filter = DeviceFilter()
        filter.settings = FilterSettings(rules: WithholdingRules(), thresholds: Thresholds())
        #expect(!filter.isReady && !filter.hasClone && filter.settlingEnd == nil)
        let isOver = filter.advance(to: .distantFuture)
        #expect(!isOver)
    }

    @Test(arguments: [(999_999, false), (1_000_000, true), (1_000_001, true)] as [(Int64, Bool)])
    func `a clone is ready one second after it was made`(microseconds: Int64, isReady: Bool) {
        var filter = filter()
        #expect(!filter.isReady && filter.hasClone)
        let isOver = filter.advance(to: Self.made + Interval(microseconds: microseconds))
        #expect(isOver == isReady && filter.isReady == isReady && (filter.settlingEnd == nil) == isReady)
    }

    @Test func `other programs are given time once`() {
        var filter = filter()
        let isOver = [filter.advance(to: .distantFuture), filter.advance(to: .distantFuture)]
        #expect(isOver == [true, false])
    }

    @Test func `a clone that the settings no longer ask for is not ready`() {
        var filter = filter(isWanted: false)
        _ = filter.advance(to: .distantFuture)
        #expect(!filter.isReady && filter.hasClone)
    }

    @Test func `a removed clone is waited for no longer`() {
        var filter = filter()
        filter.removeClone()
        #expect(!filter.hasClone && filter.settlingEnd == nil && !filter.isReady)
    }
}
