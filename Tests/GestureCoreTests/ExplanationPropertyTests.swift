import GestureCore
import TestSupport
import Testing

@Suite struct ExplanationPropertyTests {
    static let runs = 300
    static let recipes = 1000
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

    @Test(arguments: randomRuns(recipes / 50))
    func `the explanations of random recipes agree with the events`(_ batch: Int) {
        var events = 0
        for seed in UInt64(batch * 50)..<UInt64((batch + 1) * 50) {
            let options = GestureOptions.randomRecipes(seed: seed)
            var checker = ExplanationChecker(options)
            checker.play(RandomHands(seed: seed, touches: 40, options).steps)
            #expect(checker.complaint == nil, "seed \(seed)")
            events += checker.stages
        }
        #expect(events > 5, "sequences reach their second stage")
    }
}

extension ExplanationChecker {
    fileprivate mutating func play(_ seed: UInt64) {
        play(RandomTouches(seed: seed, frames: 512, rests: seed % 2 == 1).steps)
    }

    fileprivate mutating func play(_ steps: [TouchScript.Step]) {
        for step in steps { play(step) }
        play(.wake(at: .distantFuture))
        finish()
    }
}
