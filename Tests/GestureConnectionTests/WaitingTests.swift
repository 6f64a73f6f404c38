import GestureCore
import Testing

@testable import GestureConnection

/// Times to wait, in ms.
@Suite struct WaitingTests {
    private static let longest = 1 << 30

    @Test func `a wait ends after the time has passed`() {
        let times: [Int64] = [.min, -1, 0, 1, 999, 1000, 1001, Int64(Self.longest) * 1000 - 1, .max]
        let timeouts = times.map { Interval(microseconds: $0).timeout }
        #expect(timeouts == [0, 0, 0, 1, 1, 1, 2, Self.longest, Self.longest])
    }
}
