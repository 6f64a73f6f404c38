import GestureCore
import TestSupport
import Testing

/// What holds for every sequence of touches, tried on a million random frames.
///
/// Each seed is a run of its own with what a client may ask for; a seed that fails does so every time.
@Suite struct PropertyTests {
    static let runs = 1000
    static let framesPerRun = 1024
    /// Seeds handled by one test case.
    static let batch = 50

    @Test(arguments: 0..<(runs / batch))
    func everySequenceOfTouches(_ batch: Int) {
        for seed in UInt64(batch * Self.batch)..<UInt64((batch + 1) * Self.batch) {
            let touches = RandomTouches(seed: seed, frames: Self.framesPerRun)
            let options = GestureOptions.random(seed: seed)
            let (events, complaint) = Self.play(touches.steps, options)
            #expect(complaint == nil, "seed \(seed)")
            switch seed % 4 {
            case 0:
                let steps = Self.addingWakes(to: touches.steps, seed: seed)
                #expect(Self.play(steps, options).events == events, "letting time pass changes nothing, seed \(seed)")
            case 1:
                let shift: Int64 = 123_456_789_012_345
                let later = Self.play(touches.steps.map { $0.shifted(by: shift) }, options).events
                #expect(later.map { $0.shifted(by: -shift) } == events, "the hour does not matter, seed \(seed)")
            case 2:
                let steps = Self.permuted(touches.steps, seed: seed)
                #expect(
                    Self.play(steps, options).events == events, "the order of fingers does not matter, seed \(seed)")
            default:
                for kind in [GestureKind.press, .longPress, .drag, .swipe] where seed / 4 % 4 == kind.index {
                    let alone = Self.play(touches.steps, options.only(kind)).events
                    let expected = Self.renumbered(events.filter { $0.kind == kind })
                    #expect(alone == expected, "a \(kind) does not depend on what else is asked for, seed \(seed)")
                }
            }
        }
    }

    /// The touches are random, but not so random that nothing comes of them.
    @Test func theTouchesGiveEverything() {
        var seen: Set<String> = []
        for seed in 0..<UInt64(20) {
            let steps = RandomTouches(seed: seed, frames: Self.framesPerRun).steps
            for event in Self.play(steps, GestureOptions()).events {
                seen.insert("\(event.kind) \(event.phase)\(event.fingers > 1 ? " of several fingers" : "")")
                if case .tap(let count, let run, _) = event.details {
                    seen.insert("tap x\(count)")
                    if run > count { seen.insert("run") }
                }
                if case .swipe(let direction, _, _) = event.details { seen.insert("swipe \(direction)") }
            }
        }
        var expected: Set<String> = [
            "press began", "press ended", "press cancelled", "run", "tap x1", "tap x2", "tap x3",
        ]
        for direction in Direction.allCases { expected.insert("swipe \(direction)") }
        for hand in ["", " of several fingers"] {
            expected.formUnion(["tap possible\(hand)", "tap ended\(hand)", "swipe ended\(hand)"])
            for phase in [GesturePhase.began, .changed, .ended, .cancelled] {
                expected.formUnion(["longPress \(phase)\(hand)", "drag \(phase)\(hand)"])
            }
        }
        #expect(seen == expected)
    }

    private static func play(
        _ steps: [TouchScript.Step], _ options: GestureOptions
    ) -> (events: [GestureEvent], complaint: String?) {
        var engine = GestureEngine(options: options)
        var checker = BalanceChecker(options)
        var events: [GestureEvent] = []
        for step in steps { events += engine.play(step) }
        events += engine.play(.wake(at: .distantFuture))
        checker.check(events)
        checker.checkEnd(engine)
        return (events, checker.complaint)
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

    /// Other numbers for the contacts, and another order within each frame.
    private static func permuted(_ steps: [TouchScript.Step], seed: UInt64) -> [TouchScript.Step] {
        var random = SplitMix64(seed: ~seed)
        return steps.map { step in
            guard case .frame(var frame) = step else { return step }
            frame.changes.shuffle(using: &random)
            for index in frame.changes.indices { frame.changes[index].contact.number ^= 0x5555_5555 }
            return .frame(frame)
        }
    }

    private static func renumbered(_ events: [GestureEvent]) -> [GestureEvent] {
        var numbers: [UInt64: UInt64] = [:]
        return events.map { event in
            let number = numbers[event.gesture] ?? UInt64(numbers.count + 1)
            numbers[event.gesture] = number
            var event = event
            event.gesture = number
            return event
        }
    }
}

extension GestureKind {
    fileprivate var index: UInt64 {
        switch self {
        case .press: 0
        case .longPress: 1
        case .drag: 2
        case .swipe: 3
        case .tap: 4
        }
    }
}

extension GestureOptions {
    /// The same for one kind, and nothing else asked for.
    fileprivate func only(_ kind: GestureKind) -> GestureOptions {
        var options = GestureOptions(selection: GestureSelection(), thresholds: thresholds)
        switch kind {
        case .press: options.selection.press = selection.press
        case .tap: break
        case .longPress: options.selection.longPress = selection.longPress
        case .drag: options.selection.drag = selection.drag
        case .swipe: options.selection.swipe = selection.swipe
        }
        return options
    }
}

extension TouchScript.Step {
    var time: Instant? {
        switch self {
        case .plug: nil
        case .unplug(_, let time), .wake(let time): time
        case .frame(let frame): frame.time
        }
    }

    func shifted(by microseconds: Int64) -> TouchScript.Step {
        let shift = Interval(microseconds: microseconds)
        switch self {
        case .plug: return self
        case .unplug(let surface, let time): return .unplug(surface, at: time + shift)
        case .wake(let time): return .wake(at: time + shift)
        case .frame(var frame):
            frame.time = frame.time + shift
            return .frame(frame)
        }
    }
}
