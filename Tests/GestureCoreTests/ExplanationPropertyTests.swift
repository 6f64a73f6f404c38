import GestureCore
import TestSupport
import Testing

@Suite struct ExplanationPropertyTests {
    static let runs = 300
    static let batch = 15

    @Test(arguments: randomRuns(runs / batch))
    func `the explanations of random touches agree with the events`(_ batch: Int) {
        for seed in UInt64(batch * Self.batch)..<UInt64((batch + 1) * Self.batch) {
            var checker = ExplanationChecker(.random(seed: seed))
            checker.play(seed)
            #expect(checker.complaint == nil, "seed \(seed)")
            #expect(!checker.explanations.isEmpty, "seed \(seed)")
        }
    }

    @Test(arguments: randomRuns(runs / batch))
    func `the explanations of random touches on nested regions agree with the events`(_ batch: Int) {
        for seed in UInt64(batch * Self.batch)..<UInt64((batch + 1) * Self.batch) {
            var checker = ExplanationChecker(.randomHierarchy(seed: seed))
            checker.play(seed)
            #expect(checker.complaint == nil, "seed \(seed)")
            #expect(!checker.explanations.isEmpty, "seed \(seed)")
        }
    }
}

extension ExplanationChecker {
    fileprivate mutating func play(_ seed: UInt64) {
        for step in RandomTouches(seed: seed, frames: 512, rests: seed % 2 == 1).steps { play(step) }
        play(.wake(at: .distantFuture))
        finish()
    }
}
