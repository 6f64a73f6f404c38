import GestureCore
import TestSupport
import Testing

/// Idle engines: from then on, a new engine would report the same.
@Suite struct RestTests {
    // MARK: The rules

    /// Touches, and the last ms at which the engine is not idle.
    struct Scene: Sendable, CustomTestStringConvertible {
        var replay: Replay
        var last: Int64

        init(
            _ rule: String, _ script: String, asking: String = "", _ compositions: [Composition] = [],
            regions: [TrackedRegion] = [], on surface: Surface = .screen, thresholds: Thresholds = Thresholds(),
            until last: Int64
        ) {
            replay = Replay(
                rule, script, "", asking: asking, compositions, regions: regions, on: surface, thresholds: thresholds)
            self.last = last
        }

        var testDescription: String { replay.rule }

        /// Returns the engine after the touches, with its time advanced to `time`.
        func engine(at time: Instant) throws -> GestureEngine {
            let gestures = GestureSet(
                selection: try GestureSelection(asking: replay.asking ?? ""), compositions: replay.compositions)
            var engine = GestureEngine(
                options: GestureOptions(
                    gestures: gestures, thresholds: replay.thresholds, regions: replay.regions))
            for step in try TouchScript(replay.script, on: replay.surface).steps { _ = engine.play(step) }
            engine.advance(to: time)
            return engine
        }
    }

    private static let tap = "0 down a 600,400; 50 up a"
    private static let fling = "0 down a 600,400; 10 move a by 40,0"
    private static let drag = "\(fling); 20 up a"
    private static let spreading = "0 down a 600,400 b 700,400; 10 move b by 90,90"
    private static let spread = "\(spreading); 90 up a b"
    private static let palm = "0 down a 5,100; 600 wake;"
    private static let thumb = "0 down a 300,340; 200 down b 300,100; 210 move b by 60,0;"
    private static let menu = Composition(
        .sequence([.gesture(TapGesture().pattern), .gesture(LongPressGesture().pattern)], within: nil))
    private static let pickUp = Composition(
        .sequence([.gesture(LongPressGesture().pattern), .gesture(DragGesture().pattern)], within: nil))
    private static let either = Composition(
        .exclusive([.gesture(SwipeGesture().pattern), .gesture(DragGesture().pattern)]))
    private static let both = Composition(
        .simultaneous([.gesture(LongPressGesture().pattern), .gesture(DragGesture().pattern)]))
    private static let forever: Int64 = 1_000_000

    private static var list: TrackedRegion {
        var region = TrackedRegion.ok
        region.suppressesTapWhileCoasting = true
        return region
    }

    private static func thresholds(_ change: (inout Thresholds) -> Void) -> Thresholds {
        var thresholds = Thresholds()
        change(&thresholds)
        return thresholds
    }

    @Test(arguments: [
        Scene("a finger is down", "0 down a 600,400", asking: "press", until: forever),
        Scene("idle after a press", tap, asking: "press", until: 49),
        Scene("idle after a contact", tap, asking: "touch", until: 49),
        Scene("idle after a long press", "0 down a 600,400; 900 up a", asking: "longPress", until: 899),
        Scene("idle after a drag", drag, asking: "drag", until: 19),
        Scene("idle after a swipe", "0 down a 600,400; 80 up a", asking: "swipe, edgeSwipe", until: 79),
        Scene("idle after a pinch", spread, asking: "pinch, rotation", until: 89),
        Scene("idle after a lost finger", "0 down a 600,400; 50 cancel a", asking: "all", until: 49),
        Scene("a tap may be the first of a run", tap, asking: "tap", until: 550),
        Scene("a tap that is held back may be the first of a run", tap, asking: "tap x1 x2", until: 550),
        Scene(
            "a run continues within the gap if the gap is longer", tap, asking: "tap",
            thresholds: thresholds { $0.tapGap = .milliseconds(700) }, until: 750),
        Scene(
            "a drag ends a run of taps", "\(tap); 100 down b 600,400; 110 move b by 50,0; 120 up b",
            asking: "tap", until: 119),
        Scene("a tap is not waited for if no taps are requested", tap, asking: "drag", until: 49),
        Scene("a surface is active until it is idle", tap, asking: "activity i1000", until: 1050),
        Scene("a list coasts", drag, asking: "drag", regions: [list], until: 2666),
        Scene("coasting is not waited for if no tap is suppressed", drag, asking: "drag", regions: [.ok], until: 19),
        Scene(
            "a list does not coast if the finger rested before its lift", "\(fling); 200 up a", asking: "drag",
            regions: [list], until: 199),
        Scene("a finger in no region is ignored", "0 down a 10,10", asking: "all", regions: [.ok], until: -1),
        Scene("one of two fingers is still down", "\(spreading); 90 up a", asking: "press", until: forever),
        Scene("a finger on another surface", "\(tap); 60 down pad:b 100,100", asking: "press", until: forever),
        Scene(
            "a finger on a surface that was unplugged", "\(tap); 60 down pad:b 100,100; 70 unplug pad", asking: "press",
            until: 69),
        Scene("a palm that rests", palm, asking: "press", on: .pad, until: forever),
        Scene("a palm that is lifted", "\(palm) 700 up a", asking: "press", on: .pad, until: 699),
        Scene("a thumb that rests", "\(thumb) 300 up b", asking: "press", on: .pad, until: forever),
        Scene("a thumb that is lifted", "\(thumb) 300 up b; 400 up a", asking: "press", on: .pad, until: 399),
        Scene("a sequence that has begun waits without a time limit", tap, [menu], until: forever),
        Scene(
            "a sequence is reset by a touch that does not continue it",
            "\(tap); 100 down b 600,400; 110 move b by 50,0; 120 up b",
            [menu], until: 119),
        Scene("idle after a complete sequence", "\(tap); 100 down b 600,400; 800 up b", [menu], until: 799),
        Scene("a sequence of one touch ends with it", "0 down a 600,400; 700 wake; 720 up a", [pickUp], until: 719),
        Scene("an exclusive composition is idle after its winner", drag, [either], until: 19),
        Scene("a simultaneous composition is idle after its last gesture", drag, [both], until: 19),
        Scene(
            "a tap of a composition may be the first of a run", tap, [Composition(.gesture(TapGesture().pattern))],
            until: 550),
    ])
    func rests(_ scene: Scene) throws {
        for milliseconds in [scene.last, scene.last + 1] where milliseconds < Self.forever {
            let time = Instant.milliseconds(milliseconds)
            // Never before the last of the touches: a time that goes back begins no new touch.
            #expect(try scene.engine(at: time).isIdle(at: time) == (milliseconds > scene.last), "\(milliseconds) ms")
        }
        if scene.last == Self.forever {
            let time = Instant.milliseconds(scene.last)
            #expect(try !scene.engine(at: time).isIdle(at: time))
        }
    }

    @Test func `a new engine is idle, with and without surfaces`() {
        var engine = GestureEngine(options: .random(seed: 1))
        #expect(engine.isIdle(at: .distantPast))
        engine.attach(.pad)
        #expect(engine.isIdle(at: .distantPast) && engine.gestureCount == 0)
    }

    // MARK: A new engine takes over

    static let runs = 600
    static let batch = 30

    /// A new engine that took over from an idle one.
    private struct Successor {
        var engine: GestureEngine
        /// The number of gestures that the other engine had recognized.
        var gestures: UInt64
        var names: RegionNames
        var told = 0
    }

    /// The names of all regions so far, including removed ones.
    private struct RegionNames {
        private var names: [RegionID: String] = [:]

        mutating func add(_ engine: GestureEngine) {
            for (id, region) in zip(engine.regionIDs, engine.options.regions) { names[id] = "\(region.name)" }
        }

        /// Returns an event without numbers that differ between engines, and the name of its region.
        func common(_ event: EngineEvent, after gestures: UInt64) -> (EngineEvent, String?) {
            var event = event
            let name = event.region.flatMap { names[$0] }
            event.region = nil
            event.gesture -= gestures
            return (event, name)
        }
    }

    /// Whenever an engine is idle during a million frames, a new one may take over.
    @Test(arguments: randomRuns(runs / batch))
    func `an idle engine behaves like a new one`(_ batch: Int) {
        var (rests, told) = (0, 0)
        for seed in UInt64(batch * Self.batch)..<UInt64((batch + 1) * Self.batch) {
            var trial = Trial(seed: seed)
            let complaint = trial.run()
            #expect(complaint == nil, "seed \(seed)")
            rests += trial.rests
            told += trial.told
        }
        #expect(rests > 300 && told > 10_000, "\(rests) rests, \(told) events")
    }

    private struct Trial {
        private static let mostSuccessors = 3
        private let seed: UInt64
        private var random: SplitMix64
        private var engine: GestureEngine
        private var names = RegionNames()
        private var surfaces: [Surface] = []
        /// The positions of fingers that are down.
        private var down: [SurfaceID: [ContactID: Vector]] = [:]
        private var successors: [Successor] = []
        /// The latest time so far.
        private var now = Instant.milliseconds(0)
        private(set) var rests = 0
        private(set) var told = 0

        init(seed: UInt64) {
            self.seed = seed
            random = SplitMix64(seed: seed &* 104_729)
            engine = GestureEngine(options: .random(seed: seed))
            names.add(engine)
        }

        /// - Returns: the first difference between the engine and the engine that took over; nil if both agree.
        mutating func run() -> String? {
            // All three surfaces, or only one, which is idle more often.
            let only = [nil, Surface.screen.id, Surface.pad.id][Int(seed % 3)]
            var delay: Int64 = 0
            for step in RandomTouches(seed: seed, frames: 1700, rests: seed % 2 == 1).steps {
                if case .frame(let frame) = step, let only, frame.surface != only { continue }
                if random.oneIn(60) { delay += Int64(random.below(6_000_000)) }
                let step = step.shifted(by: delay)
                // A new engine can take over just before a step, and just after it.
                if let time = step.time { succeed(at: max(now, time)) }
                if let complaint = play(step) ?? playMore() { return complaint }
                succeed(at: now)
            }
            return play(.wake(at: .distantFuture))
        }

        /// Lets a new engine take over at `time` if the current one is idle.
        private mutating func succeed(at time: Instant) {
            guard engine.isIdle(at: time), !(successors.last.map { $0.told == 0 } ?? false) else { return }
            rests += 1
            var successor = Successor(
                engine: GestureEngine(options: engine.options), gestures: engine.gestureCount, names: RegionNames())
            successor.names.add(successor.engine)
            for surface in surfaces { successor.engine.attach(surface) }
            successor.engine.advance(to: time)
            // Some continue to the end.
            if successors.count == Self.mostSuccessors { successors.remove(at: random.below(successors.count)) }
            successors.append(successor)
        }

        private mutating func play(_ step: TouchScript.Step) -> String? {
            switch step {
            case .plug(let surface):
                if !surfaces.contains(surface) { surfaces.append(surface) }
            case .unplug(let id, _): surfaces.removeAll { $0.id == id }
            case .frame(let frame): down[frame.surface, default: [:]].note(frame.changes)
            case .wake: break
            }
            return play(at: step.time) { $0.play(step) }
        }

        /// Performs an action on all engines and compares their events.
        private mutating func play(
            at time: Instant?, _ action: (inout GestureEngine) -> [EngineEvent]
        ) -> String? {
            if let time, time < .distantFuture { now = max(now, time) }
            let expected = action(&engine)
            names.add(engine)
            for index in successors.indices {
                let found = action(&successors[index].engine)
                successors[index].names.add(successors[index].engine)
                successors[index].told += found.count
                told += found.count
                guard found.count == expected.count else {
                    return "\(found.count) events instead of \(expected.count) at \(now): \(found) \(expected)"
                }
                for (found, expected) in zip(found, expected) {
                    let found = successors[index].names.common(found, after: 0)
                    let expected = names.common(expected, after: successors[index].gestures)
                    if found != expected { return "\(found) instead of \(expected)" }
                }
            }
            return nil
        }

        /// Sometimes advances the time, lifts all fingers, changes the regions, or unplugs all surfaces.
        private mutating func playMore() -> String? {
            switch random.below(200) {
            case 0...5: return play(.wake(at: now + .milliseconds(Int64(random.below(100)))))
            case 6...12:
                // Lifts all fingers at once; later steps of the script move unknown contacts.
                for surface in surfaces {
                    let changes = down[surface.id, default: [:]].map { ContactChange($0.key, .up, at: $0.value) }
                    let frame = TouchFrame(surface: surface.id, time: now, changes: changes)
                    if let complaint = play(.frame(frame)) { return complaint }
                }
                return nil
            case 13, 14:
                // Mostly the same regions with one difference.
                var regions = engine.options.regions
                if regions.isEmpty || random.oneIn(3) {
                    regions = GestureOptions.random(seed: random.next() % 100_000).regions
                } else if random.oneIn(2) {
                    regions.remove(at: regions.count - 1)
                } else {
                    regions[0].suppressesTapWhileCoasting.toggle()
                }
                let (time, next) = (now, regions)
                return play(at: time) {
                    $0.setRegions(next, at: time)
                    return $0.events
                }
            case 15:
                let time = now
                for surface in surfaces {
                    if let complaint = play(.unplug(surface.id, at: time)) ?? play(.plug(surface)) { return complaint }
                }
                return nil
            default: return nil
            }
        }
    }
}

extension [ContactID: Vector] {
    fileprivate mutating func note(_ changes: [ContactChange]) {
        for change in changes {
            let isDown = change.action == .down || (change.action == .move && self[change.contact] != nil)
            self[change.contact] = isDown ? change.position : nil
        }
    }
}
