import GestureCore
import TestSupport
import Testing

/// Properties of every sequence of touches, tested on a million random frames.
///
/// Each seed is a run with random requests. A run can be repeated by its seed.
@Suite struct PropertyTests {
    static let runs = 1000
    static let framesPerRun = 1024
    /// Seeds handled by one test case.
    static let batch = 50

    @Test(arguments: randomRuns(runs / batch))
    func `every sequence of touches gives balanced and reproducible gestures`(_ batch: Int) {
        for seed in UInt64(batch * Self.batch)..<UInt64((batch + 1) * Self.batch) {
            let rests = seed % 4 == 3
            let steps = RandomTouches(seed: seed, frames: Self.framesPerRun, rests: rests).steps
            let options = GestureOptions.random(seed: seed)
            let events = Self.play(steps, options)

            var checker = BalanceChecker(options)
            // Numbers can have gaps and be out of order where regions are nested.
            checker.checkAll(options.regions.contains { $0.parent != nil } ? events.renumbered : events)
            #expect(checker.complaint == nil, "every gesture is closed, seed \(seed)")

            let woken = Self.play(Self.addingWakes(to: steps, seed: seed), options)
            #expect(woken == events, "letting time pass more often changes nothing, seed \(seed)")

            let shift: Int64 = 123_456_789_012_345
            let later = Self.play(steps.map { $0.shifted(by: shift) }, options)
            #expect(later.map { $0.shifted(by: -shift) } == events, "the hour does not matter, seed \(seed)")

            let permuted = Self.play(Self.permuted(steps, seed: seed), options)
            let difference = Self.firstDifference(Self.withoutTouches(permuted), Self.withoutTouches(events))
            #expect(difference == nil, "the order and the numbers of fingers do not matter, seed \(seed)")

            let mirrored = Self.play(steps.map { $0.mirrored }, options.mirrored).map { $0.mirrored }
            #expect(Self.firstDifference(mirrored, events) == nil, "left and right are alike, seed \(seed)")

            Self.checkPlace(steps, options, seed)
            // With limited reach and beside resting fingers, a finger joins a group that waits for its next tap. Only gestures ask to wait.
            if !rests { Self.checkIndependence(steps, options, events, seed) }
        }
    }

    private static func checkPlace(_ steps: [TouchScript.Step], _ options: GestureOptions, _ seed: UInt64) {
        // Regions and areas do not move with the touches.
        var options = options
        options.regions = []
        options.gestures.compositions = []
        let (margin, way) = (Vector(x: 4000, y: 4000), Vector(x: 776, y: -1234))
        let here = play(steps.map { $0.moved(by: margin) }, options)
        let there = play(steps.map { $0.moved(by: margin + way) }, options).map { $0.moved(by: way * -1) }
        #expect(firstDifference(there, here) == nil, "away from the edges, the place does not matter, seed \(seed)")

        guard seed % 4 == 0 else { return }
        let plain = play(steps, options)
        options.regions = [TrackedRegion("all", Rectangle(x: 0, y: 0, width: 1, height: 1))]
        let inRegion = play(steps, options).map { event in
            var event = event
            event.region = nil
            return event
        }
        #expect(inRegion == plain, "one region over all is as none, seed \(seed)")
    }

    private static func checkIndependence(
        _ steps: [TouchScript.Step], _ options: GestureOptions, _ events: [EngineEvent], _ seed: UInt64
    ) {
        // Only taps depend on other kinds: they compete with each other and with long presses. A finger that stops a fling
        // depends on drags.
        let kinds = GestureKind.allCases.filter { $0 != .tap }
        let kind = kinds[Int(seed) % kinds.count]
        // A finger joins a group within reach that waits for its next tap rather than one that is farther away.
        // Regions of one chain compete. With a gesture beside resting fingers, these count however long they rest.
        let isFree =
            !options.regions.contains { $0.parent != nil }
            && !options.regions.contains { $0.suppressesTapWhileCoasting || $0.slopWhileCoasting != nil }
            && options.thresholds.reach == nil && !options.countsResting
        guard isFree else { return }
        let alone = play(steps, options.only(kind))
        #expect(
            alone.renumbered == events.filter { $0.kind == kind && $0.part == nil }.renumbered,
            "a \(kind) does not depend on what else is asked for, seed \(seed)")
        let plain = play(steps, options.withoutCompositions)
        #expect(
            plain.renumbered == events.filter { $0.part == nil }.renumbered,
            "compositions are watched by themselves, seed \(seed)")
    }

    /// The random touches must make gestures.
    @Test func `random touches give every kind of event`() {
        var seen: Set<String> = []
        var options = GestureOptions()
        options.gestures.selection.touch = true
        options.gestures.selection.idleTime = .milliseconds(300)
        for seed in 0..<UInt64(80) {
            let steps = RandomTouches(seed: seed, frames: Self.framesPerRun).steps
            for event in Self.play(steps, options) {
                seen.insert("\(event.kind) \(event.phase)\(event.fingers > 1 ? " of several fingers" : "")")
                if case .tap(let count, let run, _) = event.details {
                    seen.insert("tap x\(count)")
                    if run > count { seen.insert("run") }
                }
                if case .swipe(let direction, _, _) = event.details { seen.insert("swipe \(direction)") }
                if case .edgeSwipe(.edge(let edge, _), _, _, _) = event.details { seen.insert("from \(edge)") }
            }
        }
        var expected: Set<String> = ["run", "tap x1", "tap x2", "tap x3"]
        for direction in [Direction.up, .down, .left, .right] { expected.insert("swipe \(direction)") }
        for edge in EdgeLocation.Edge.allCases { expected.insert("from \(edge)") }
        for phase in [GesturePhase.began, .changed, .ended, .cancelled] {
            for kind in [GestureKind.touch, .longPress, .drag] { expected.insert("\(kind) \(phase)") }
            for kind in [GestureKind.longPress, .drag, .pinch, .rotation] {
                expected.insert("\(kind) \(phase) of several fingers")
            }
            if phase != .changed { expected.formUnion(["press \(phase)", "activity \(phase)"]) }
        }
        for hand in ["", " of several fingers"] {
            expected.formUnion(["tap possible\(hand)", "tap ended\(hand)", "swipe ended\(hand)"])
        }
        #expect(expected.subtracting(seen).isEmpty)
    }

    /// The random requests must use compositions and regions.
    @Test func `random compositions and regions give events`() {
        var parts: [String: Int] = [:]
        for seed in 0..<UInt64(200) {
            let steps = RandomTouches(seed: seed, frames: Self.framesPerRun).steps
            for event in Self.play(steps, .random(seed: seed)) {
                if let part = event.part { parts[part.stage.map { "stage \($0)" } ?? "no sequence", default: 0] += 1 }
                if event.region != nil { parts["region", default: 0] += 1 }
            }
        }
        for part in ["no sequence", "stage 1", "stage 2", "region"] {
            #expect(parts[part, default: 0] > 4, "\(part)")
        }
    }

    @Test(arguments: [GestureKind.tap, .drag])
    func `random touches rest while others act`(_ kind: GestureKind) {
        var pattern = GesturePattern(kind)
        pattern.restingFingers = 1
        let gestures = GestureSet(selection: GestureSelection(), compositions: [Composition(.gesture(pattern))])
        var count = 0
        for seed in 0..<UInt64(80) {
            let steps = RandomTouches(seed: seed, frames: Self.framesPerRun).steps
            count += Self.play(steps, GestureOptions(gestures: gestures)).count { $0.phase == kind.recognitionPhase }
        }
        #expect(count > 4)
    }

    private static func play(_ steps: [TouchScript.Step], _ options: GestureOptions) -> [EngineEvent] {
        var engine = GestureEngine(options: options)
        var events: [EngineEvent] = []
        for step in steps { events += engine.play(step) }
        events += engine.play(.wake(at: .distantFuture))
        #expect(engine.nextDeadline == nil, "nothing is awaited in the end")
        return events
    }

    // MARK: The same touches, otherwise

    /// Lets time pass between the steps, at random instants up to the next.
    private static func addingWakes(to steps: [TouchScript.Step], seed: UInt64) -> [TouchScript.Step] {
        var random = SplitMix64(seed: ~seed)
        var more: [TouchScript.Step] = []
        var now: Int64 = 0
        for step in steps {
            if let time = step.time?.microseconds {
                let next = max(now, time)
                for _ in 0..<random.below(3) {
                    let wake = random.oneIn(4) ? next : now + Int64(random.below(Int(next - now) + 1))
                    more.append(.wake(at: Instant(microseconds: wake)))
                }
                now = next
            }
            more.append(step)
        }
        return more
    }

    /// Changes the numbers of contacts and their order within each frame.
    private static func permuted(_ steps: [TouchScript.Step], seed: UInt64) -> [TouchScript.Step] {
        var random = SplitMix64(seed: ~seed)
        return steps.map { step in
            guard case .frame(var frame) = step else { return step }
            frame.changes.shuffle(using: &random)
            for index in frame.changes.indices { frame.changes[index].contact.number ^= 0x5555_5555 }
            return .frame(frame)
        }
    }

    /// Removes raw contacts, whose order is that of the frame.
    private static func withoutTouches(_ events: [EngineEvent]) -> [EngineEvent] {
        events.filter { $0.kind != .touch }.renumbered
    }

    /// Returns the first difference between two lists, except for rounding.
    private static func firstDifference(_ found: [EngineEvent], _ expected: [EngineEvent]) -> String? {
        for (found, expected) in zip(found, expected) where !found.isNearly(expected) {
            return "\(found) instead of \(expected)"
        }
        return found.count == expected.count ? nil : "\(found.count) events instead of \(expected.count)"
    }
}

extension GestureOptions {
    /// The same options with only one kind of gesture.
    fileprivate func only(_ kind: GestureKind) -> GestureOptions {
        var options = self
        options.gestures = gestures.only(kind)
        for index in regions.indices { options.regions[index].gestures = regions[index].gestures?.only(kind) }
        return options
    }

    fileprivate var withoutCompositions: GestureOptions {
        var options = self
        options.gestures.compositions = []
        for index in regions.indices { options.regions[index].gestures?.compositions = [] }
        return options
    }
}

extension GestureSet {
    fileprivate func only(_ kind: GestureKind) -> GestureSet {
        var only = GestureSelection()
        switch kind {
        case .activity: only.idleTime = selection.idleTime
        case .tap: break
        default: only[kind] = selection[kind]
        }
        if kind == .drag { only.axisLockedDrag = selection.axisLockedDrag }
        only.swipeDirections = selection.swipeDirections
        only.edgeSwipeDirections = selection.edgeSwipeDirections
        return GestureSet(selection: only)
    }
}
