import GestureCore
import TestSupport
import Testing

/// Properties of every sequence of touches on every hierarchy of regions, tested on a million random frames.
///
/// Each seed is a run with random regions and requests. A run can be repeated by its seed.
@Suite struct HierarchyPropertyTests {
    static let framesPerRun = 1024
    /// Seeds handled by one test case.
    static let batch = 50

    @Test(arguments: randomRuns(16))
    func `every sequence of touches on nested regions gives balanced gestures`(_ batch: Int) {
        for seed in UInt64(batch * Self.batch)..<UInt64((batch + 1) * Self.batch) {
            let options = GestureOptions.randomHierarchy(seed: seed)
            let frames = Self.play(
                RandomTouches(seed: seed, frames: Self.framesPerRun, rests: seed % 2 == 1).steps, options)
            var checker = BalanceChecker(options)
            // Numbers can have gaps and be out of order.
            checker.checkAll(frames.flatMap { $0 }.renumbered)
            #expect(checker.complaint == nil, "every gesture is closed, seed \(seed)")
            #expect(frames.allSatisfy { Self.overtakenPress(in: $0) == nil }, "no press is overtaken, seed \(seed)")
        }
    }

    /// A press that begins and is cancelled in the same frame: a control that lights up for nothing.
    private static func overtakenPress(in frame: [EngineEvent]) -> EngineEvent? {
        frame.first { event in
            event.kind == .press && event.phase == .cancelled
                && frame.contains { $0.gesture == event.gesture && $0.phase == .began }
        }
    }

    @Test(arguments: randomRuns(10))
    func `letting time pass more often changes nothing`(_ batch: Int) {
        for seed in UInt64(batch * 5)..<UInt64(batch * 5 + 5) {
            let options = GestureOptions.randomHierarchy(seed: seed)
            let steps = RandomTouches(seed: seed, frames: Self.framesPerRun).steps
            var woken: [TouchScript.Step] = []
            for step in steps {
                if let time = step.time { woken.append(.wake(at: time)) }
                woken.append(step)
            }
            let events = Self.play(steps, options).flatMap { $0 }
            #expect(Self.play(woken, options).flatMap { $0 } == events, "seed \(seed)")
        }
    }

    private static let besideResting: Composition = {
        var tap = GesturePattern(.tap)
        tap.restingFingers = 1
        return Composition(.gesture(tap))
    }()

    @Test(arguments: randomRuns(10))
    func `simultaneous gestures of each level are those of the level alone`(_ batch: Int) {
        var count = 0
        for seed in UInt64(batch * 8)..<UInt64(batch * 8 + 8) {
            let options = GestureOptions.randomSimultaneousHierarchy(seed: seed)
            let steps = Self.separatingLandings(in: RandomTouches(seed: seed, frames: Self.framesPerRun).steps)
            let events = Self.play(steps, options).flatMap { $0 }
            for (index, region) in options.regions.enumerated() {
                var flat = options
                flat.regions = [region]
                flat.regions[0].parent = nil
                if options.countsResting {
                    // With a gesture beside resting fingers in any region, these count in all.
                    flat.regions[0].gestures = region.gestures ?? options.gestures
                    flat.gestures.compositions = [Self.besideResting]
                }
                let alone = Self.play(steps, flat).flatMap { $0 }
                let level = events.filter { $0.region?.number == UInt64(index) + 1 }
                let difference = Self.firstDifference(Self.withoutRegions(level), Self.withoutRegions(alone))
                #expect(difference == nil, "region \(region.name), seed \(seed)")
                count += alone.count
            }
        }
        #expect(count > 1000)
    }

    @Test(arguments: randomRuns(8))
    func `each finger that is lifted is part of one tap`(_ batch: Int) {
        var counts: [Int: Int] = [:]
        for seed in UInt64(batch * 150)..<UInt64((batch + 1) * 150) {
            let options = GestureOptions.randomTapHierarchy(seed: seed)
            let touches = RandomTaps(seed: seed, touches: 200)
            var fingers = TapFingers(touches.fingers, options.regions)
            for event in Self.play(touches.steps, options).flatMap({ $0 }) where event.kind == .tap {
                guard event.phase == .ended else { continue }
                counts[event.fingers, default: 0] += 1
                guard fingers.take(event) else {
                    Issue.record("a finger is part of two taps, seed \(seed): \(event)")
                    break
                }
            }
        }
        for fingers in 1...3 { #expect(counts[fingers, default: 0] > 10, "taps of \(fingers) fingers") }
    }

    /// The random hierarchies must be deep, and all of their levels must recognize gestures.
    @Test func `random hierarchies give events on every level`() {
        var levels: [Int: Int] = [:]
        var kinds: Set<GestureKind> = []
        for seed in 0..<UInt64(200) {
            let options = GestureOptions.randomHierarchy(seed: seed)
            for event in Self.play(RandomTouches(seed: seed, frames: 256).steps, options).flatMap({ $0 }) {
                guard let region = event.region else { continue }
                kinds.insert(event.kind)
                var depth = 1
                var parent = options.regions[Int(region.number) - 1].parent
                while let name = parent {
                    depth += 1
                    parent = options.regions.first { $0.name == name }?.parent
                }
                levels[depth, default: 0] += 1
            }
        }
        for level in 1...8 { #expect(levels[level, default: 0] > 100, "level \(level)") }
        #expect(kinds.isSuperset(of: GestureKind.allCases.filter { $0.isStandard } + [.touch]))
    }

    /// - Returns: the events of each step.
    private static func play(_ steps: [TouchScript.Step], _ options: GestureOptions) -> [[EngineEvent]] {
        var engine = GestureEngine(options: options)
        var frames: [[EngineEvent]] = []
        for step in steps { frames.append(engine.play(step)) }
        frames.append(engine.play(.wake(at: .distantFuture)))
        #expect(engine.nextDeadline == nil, "nothing is awaited in the end")
        return frames
    }

    /// Splits frames with landings and other changes, as hierarchies process them.
    private static func separatingLandings(in steps: [TouchScript.Step]) -> [TouchScript.Step] {
        steps.flatMap { step in
            guard case .frame(let frame) = step else { return [step] }
            return [false, true].compactMap { isLanding in
                var part = frame
                part.changes = frame.changes.filter { ($0.action == .down) == isLanding }
                return part.changes.isEmpty ? nil : .frame(part)
            }
        }
    }

    private static func withoutRegions(_ events: [EngineEvent]) -> [EngineEvent] {
        events.renumbered.map { event in
            var event = event
            event.region = nil
            return event
        }
    }

    private static func firstDifference(_ found: [EngineEvent], _ expected: [EngineEvent]) -> String? {
        for (found, expected) in zip(found, expected) where found != expected {
            return "\(found) instead of \(expected)"
        }
        return found.count == expected.count ? nil : "\(found.count) events instead of \(expected.count)"
    }
}

extension GestureOptions {
    /// Random requests with nested regions that ask for presses and taps only, and none of them for one tap twice.
    fileprivate static func randomTapHierarchy(seed: UInt64) -> GestureOptions {
        var options = GestureOptions.randomHierarchy(seed: seed)
        var random = SplitMix64(seed: seed &* 49_979_687)
        options.gestures = .randomTaps(&random, isPlain: true)
        if random.oneIn(2) {
            // Two buttons on a page, so that several fingers often land on different ones.
            options.thresholds = Thresholds()
            options.regions = [
                TrackedRegion("page", Rectangle(x: 0, y: 0, width: 1, height: 1)),
                TrackedRegion("left", Rectangle(x: 0, y: 0, width: 0.5, height: 1), parent: "page"),
                TrackedRegion("right", Rectangle(x: 0.5, y: 0, width: 0.5, height: 1), parent: "page"),
            ]
            for index in options.regions.indices { options.regions[index].gestures = options.gestures }
        }
        for index in options.regions.indices where options.regions[index].gestures != nil {
            options.regions[index].gestures = .randomTaps(&random, isPlain: random.oneIn(2))
        }
        return options
    }
}

extension GestureSet {
    /// - Parameter isPlain: false for taps that are members of one composition, of any priority but simultaneous.
    fileprivate static func randomTaps(_ random: inout SplitMix64, isPlain: Bool) -> GestureSet {
        var set = GestureSet(selection: GestureSelection())
        set.selection.press = random.oneIn(2)
        var members: [GestureExpression] = []
        for count in 1...3 where random.oneIn(2) {
            var pattern = GesturePattern(.tap)
            pattern.count = count
            pattern.fingers = .none
            // A region that asks for much leaves little to others.
            pattern.fingers.insert([1, 1, 1, 2, 2, 3][random.below(6)])
            if isPlain { set.selection.insertTap(count: count, fingers: pattern.fingers) }
            members.append(.gesture(pattern))
        }
        guard !isPlain, !members.isEmpty else { return set }
        let expression = random.oneIn(2) ? GestureExpression.exclusive(members) : .simultaneous(members)
        set.compositions = [Composition(name: "taps", expression, priority: random.oneIn(2) ? .high : .normal)]
        return set
    }
}
