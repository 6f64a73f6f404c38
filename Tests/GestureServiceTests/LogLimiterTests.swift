import GestureCore
import Testing

@testable import GestureService

@Suite struct LogLimiterTests {
    private let minute = LogLimiter.interval

    private func kind(line: UInt = 1, of subject: Log.Subject = .device("/dev/input/event1")) -> LogLimiter.Kind {
        LogLimiter.Kind("Input.swift", line, [subject])
    }

    private func client(pid: Int32, uid: UInt32) -> Log.Subject { .client(Peer(pid: pid, uid: uid, gid: uid)) }

    /// Returns how many of `lines` lines at the same time are written.
    private func written(_ lines: Int, _ kind: LogLimiter.Kind, at time: Instant, _ limiter: inout LogLimiter) -> Int {
        var written = 0
        for _ in 0..<lines {
            switch limiter.admit(kind, at: time) {
            case .written: written += 1
            case .last:
                written += 1
                limiter.note(.init(priority: "6", message: "gone", subjects: []), of: kind)
            case .suppressed: break
            }
        }
        return written
    }

    private let start = Instant(microseconds: 5_000_000)

    @Test(arguments: [(9, 9), (10, 10), (11, 10), (1000, 10)])
    func `ten lines of a kind are written`(_ lines: Int, _ expected: Int) {
        var limiter = LogLimiter()
        #expect(written(lines, kind(), at: start, &limiter) == expected)
    }

    @Test(arguments: [(10, [Int]()), (11, [1]), (1000, [990])])
    func `suppressed lines are reported once the minute is over`(_ lines: Int, _ expected: [Int]) {
        var limiter = LogLimiter()
        _ = written(lines, kind(), at: start, &limiter)
        #expect(limiter.nextEnd == (expected.isEmpty ? nil : start + minute))
        #expect(limiter.takeEnded(at: Instant(microseconds: 64_999_999)).isEmpty)
        #expect(limiter.takeEnded(at: start + minute).map(\.count) == expected)
        #expect(limiter.takeEnded(at: .distantFuture).isEmpty && limiter.nextEnd == nil)
    }

    @Test func `suppressed lines are reported by the text of the last line`() {
        var limiter = LogLimiter()
        _ = written(12, kind(), at: start, &limiter)
        #expect(limiter.takeEnded(at: .distantFuture).map { "\($0.priority) \($0.message)" } == ["6 gone"])
    }

    @Test func `lines are written again after the minute`() {
        var limiter = LogLimiter()
        _ = written(20, kind(), at: start, &limiter)
        _ = limiter.takeEnded(at: start + minute)
        #expect(written(20, kind(), at: start + minute, &limiter) == 10)
    }

    @Test func `a kind is a location in the code with a device or a user`() {
        var limiter = LogLimiter()
        let kinds = [
            kind(), kind(line: 2), kind(of: .device("/dev/input/event2")), kind(of: client(pid: 1, uid: 1000)),
            kind(of: client(pid: 1, uid: 1001)),
        ]
        for kind in kinds { #expect(written(11, kind, at: start, &limiter) == 10) }
        #expect(limiter.takeEnded(at: .distantFuture).map(\.count) == [1, 1, 1, 1, 1])
    }

    @Test func `processes of a user are one kind, and so are names of a device`() {
        var limiter = LogLimiter()
        _ = written(10, kind(of: client(pid: 1, uid: 1000)), at: start, &limiter)
        #expect(written(1, kind(of: client(pid: 2, uid: 1000)), at: start, &limiter) == 0)
        _ = written(10, kind(of: .device("/dev/input/event1", name: "A")), at: start, &limiter)
        #expect(written(1, kind(of: .device("/dev/input/event1", name: "B")), at: start, &limiter) == 0)
    }

    @Test(arguments: [(63, 10), (64, 10), (65, 10), (66, 0)])
    func `all kinds after 64 count as one`(_ kinds: Int, _ expected: Int) {
        var limiter = LogLimiter()
        var last = 0
        for uid in 0..<kinds { last = written(10, kind(of: client(pid: 1, uid: UInt32(uid))), at: start, &limiter) }
        #expect(last == expected)
        // Kinds that are already counted stay separate.
        #expect(written(1, kind(of: client(pid: 1, uid: 0)), at: start, &limiter) == 0)
    }
}
