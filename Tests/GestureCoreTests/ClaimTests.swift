import GestureCore
import TestSupport
import Testing
import Text

/// Gestures that claim their fingers: which contacts, and when.
@Suite struct ClaimTests {
    struct Case: CustomTestStringConvertible {
        var rule: String
        var script: String
        /// The calls with claims, e.g. `@40 a b`: the time of the gesture, and its fingers.
        var expected: String
        var compositions: [Composition]
        var regions: [TrackedRegion]
        var reach: Points?

        init(
            _ rule: String, _ script: String, _ expected: String, _ expressions: GestureExpression...,
            regions: [TrackedRegion] = [], reach: Points? = nil
        ) {
            self.rule = rule
            self.script = script
            self.expected = expected
            compositions = expressions.map { Composition($0) }
            self.regions = regions
            self.reach = reach
        }

        var testDescription: String { rule }
    }

    private static func gesture(
        _ kind: GestureKind, claims: Bool = true, _ change: (inout GesturePattern) -> Void = { _ in }
    ) -> GestureExpression {
        var pattern = GesturePattern(kind)
        pattern.claims = claims
        change(&pattern)
        return .gesture(pattern)
    }

    private static func region(_ name: ByteString, from x: Double, _ gestures: GestureExpression...) -> TrackedRegion {
        var region = TrackedRegion(name, Rectangle(x: x, y: 0, width: 0.5, height: 1))
        region.gestures = GestureSet(
            selection: GestureSelection(), compositions: gestures.map { Composition($0) })
        return region
    }

    private static let drag = gesture(.drag)
    private static let pinch = gesture(.pinch)
    private static let hold = gesture(.longPress)
    private static let oneDrag = "0 down a 500,500; 20 move a by 20,0; 40 move a by 1,0; 60 move a by 9,0; 80 up a"
    private static let apart = "0 down a 500,500 b 600,500; 20 move a by -40,0 b by 40,0; 40 move a by -9,0; 60 up a b"

    /// The slop is 20 pt.
    private static let cases = [
        Case("a drag claims its finger when it begins, and once", oneDrag, "@40 a", drag),
        Case(
            "a drag with two fingers claims both", "0 down a 500,500 b 600,500; 20 move a by 40,0 b by 40,0", "@20 a b",
            drag),
        Case(
            "a drag that begins at the landing claims its finger there", oneDrag, "@0 a",
            gesture(.drag) { $0.minimumDistance = 0 }),
        Case(
            "each gesture claims its own finger", "\(oneDrag); 1000 down b 500,500; 1020 move b by 30,0",
            "@40 a; @1020 b", drag),
        Case("a gesture without claim claims nothing", oneDrag, "", gesture(.drag, claims: false) { $0.area = .whole }),
        Case("only the gesture with claim decides", oneDrag, "@40 a", gesture(.drag, claims: false), drag),
        Case(
            "a finger that lands later is not claimed",
            "0 down a 500,500; 20 move a by 30,0; 40 down b 600,500; 60 move a by 30,0 b by 30,0", "@20 a", drag),
        Case("a pinch claims two contacts when it begins", apart, "@20 a b", pinch),
        Case(
            "a finger that was lifted before is not claimed",
            "0 down a 500,500 b 600,500 c 550,600; 20 up c; 200 move a by -40,0 b by 40,0", "@200 a b", pinch),
        Case(
            "two gestures that begin in one frame claim each contact once", apart, "@20 a b", pinch,
            gesture(.pinch) { $0.area = .whole }),
        Case("a long press claims its finger at its deadline", "0 down a 500,500; 1000 up a", "@600 a", hold),
        Case(
            "a long press claims its finger at its deadline, before the next frame", "0 down a 500,500; 601 up a",
            "@600 a", hold),
        Case(
            "a finger that is lifted at the deadline of a long press is not claimed", "0 down a 500,500; 600 up a", "",
            hold),
        Case("a tap claims nothing", "0 down a 500,500; 50 up a", "", gesture(.tap)),
        Case(
            "a tap that was held back claims nothing of the next touch",
            "0 down a 500,500; 50 up a; 100 down b 1500,500; 900 up b", "",
            .exclusive([gesture(.tap) { $0.count = 2 }, gesture(.tap)])),
        Case(
            "a swipe claims nothing, because its finger is lifted",
            "0 down a 500,500; glide a by 200,0 for 80; 90 up a", "", gesture(.swipe), gesture(.edgeSwipe)),
        Case(
            "a stroke claims nothing", "0 down a 500,700; glide a 560,800 for 80; 90 glide a 800,520 for 100; 200 up a",
            "",
            gesture(.stroke) { $0.shape = .init("check", BuiltInStroke.check.templates, rotation: 25, threshold: 0.7) }),
        Case(
            "resting fingers are not claimed", "0 down a 300,300; 200 down b 600,600; 220 move b by 40,0", "@220 b",
            gesture(.drag) { $0.restingFingers = 1 }),

        Case(
            "the winner of an exclusive composition claims", oneDrag, "@40 a",
            .exclusive([gesture(.longPress, claims: false), drag])),
        Case(
            "the loser of an exclusive composition claims nothing", oneDrag, "",
            .exclusive([hold, gesture(.drag, claims: false)])),
        Case(
            "a gesture that comes too late in an exclusive composition claims nothing",
            "0 down a 500,500; 700 move a by 40,0; 800 up a", "",
            .exclusive([gesture(.longPress, claims: false), drag])),
        Case(
            "a gesture that is overruled later has claimed", "0 down a 500,500; glide a by 200,0 for 80; 90 up a",
            "@10 a",
            .exclusive([gesture(.swipe, claims: false), drag])),
        Case(
            "members of a simultaneous composition claim each contact once", apart, "@20 a b",
            .simultaneous([pinch, gesture(.pinch)])),
        Case(
            "a member of a sequence claims in its turn",
            "0 down a 500,500; 50 up a; 150 down b 500,500; 170 move b by 40,0", "@170 b",
            .sequence([gesture(.tap, claims: false), drag], within: nil)),
        Case(
            "a member of a sequence claims nothing before its turn", oneDrag, "",
            .sequence([gesture(.tap, claims: false), drag], within: nil)),
        Case(
            "a long press and the drag after it claim one after the other",
            "0 down a 500,500; 650 wake; 700 move a by 40,0; 800 up a",
            "@600 a; @700 a", .sequence([hold, drag], within: nil)),

        Case(
            "of two people, one claims",
            "0 down a 100,100 b 1500,100; 20 move a by 5,0 b by 40,0; 40 move a by 5,0 b by 5,0", "@20 b", drag,
            reach: 500),
        Case(
            "two people claim each their fingers", "0 down a 100,100 b 1500,100; 20 move b by 40,0; 40 move a by 40,0",
            "@20 b; @40 a", drag, reach: 500),
        Case(
            "a gesture of a region claims only its fingers",
            "0 down a 100,500 b 200,500 c 1500,500; 20 move a by 40,0 b by 40,0 c by 40,0", "@20 a b",
            regions: [region("left", from: 0, drag), region("right", from: 0.5, gesture(.drag, claims: false))]),
        Case(
            "long presses on two surfaces claim both at once", "0 down a 500,500 pad:b 200,100; 1000 up all",
            "@600 pad:b a", hold),
    ]

    /// Contacts that the screen loses for a frame.
    private static let lossy = [
        Case(
            "a contact that continues a claimed one is claimed, too",
            "0 down a 500,500; 20 move a by 40,0; 40 up a; 50 down b 540,500; 60 move b by 30,0; 80 up b",
            "@20 a; @50 b", drag),
        Case(
            "a gesture that begins later claims the contact of the device",
            "0 down a 500,500; 40 up a; 50 down b 500,500; 60 move b by 40,0; 80 up b", "@60 b", drag),
        Case(
            "a long press that begins meanwhile claims the contact that comes back",
            "0 down a 500,500; 590 up a; 605 wake; 610 down b 500,500; 700 up b", "@600 a; @610 b", hold),
        Case(
            "after that time, a contact is not claimed",
            "0 down a 500,500; 20 move a by 40,0; 40 up a; 65.001 down b 540,500; 80 up b", "@20 a", drag),
    ]

    @Test(arguments: lossy)
    func continuedClaims(_ claims: Case) throws {
        var screen = Surface.screen
        screen.accommodations.liftDuration = .milliseconds(25)
        #expect(try Self.play(claims, on: screen) == claims.expected.split(separator: "; ").map { String($0) })
    }

    @Test(arguments: cases)
    func claims(_ claims: Case) throws {
        #expect(try Self.play(claims) == claims.expected.split(separator: "; ").map { String($0) })
    }

    private static func play(_ claims: Case, on screen: Surface = .screen) throws -> [String] {
        var options = GestureOptions(
            gestures: GestureSet(selection: GestureSelection(), compositions: claims.compositions),
            regions: claims.regions)
        options.thresholds.reach = claims.reach
        var engine = GestureEngine(options: options)
        var lines: [String] = []
        for step in try TouchScript(claims.script, on: screen).steps + [.wake(at: .distantFuture)] {
            let events = engine.play(step)
            guard !engine.claims.isEmpty else { continue }
            let time = try #require(events.first { $0.phase == .began }?.time ?? step.time)
            // Fingers land in the order of their names.
            lines.append(
                "@\(time.microseconds / 1000) "
                    + engine.claims.map {
                        let name = Character(Unicode.Scalar(UInt8(96 + $0.contact.number)))
                        return $0.surface == Surface.pad.id ? "pad:\(name)" : "\(name)"
                    }.joined(separator: " "))
        }
        return lines
    }

    // MARK: Random touches

    /// Has every gesture in an expression claim its fingers.
    private static func claiming(_ expression: GestureExpression) -> GestureExpression {
        switch expression {
        case .gesture(var pattern):
            pattern.claims = true
            return .gesture(pattern)
        case .exclusive(let members): return .exclusive(members.map { claiming($0) })
        case .simultaneous(let members): return .simultaneous(members.map { claiming($0) })
        case .sequence(let members, let limit): return .sequence(members.map { claiming($0) }, within: limit)
        }
    }

    private static func claiming(_ set: GestureSet) -> GestureSet {
        var set = set
        for index in set.compositions.indices {
            set.compositions[index].expression = claiming(set.compositions[index].expression)
        }
        return set
    }

    @Test(arguments: randomRuns(10))
    func `claims change no event, and concern fingers that are down`(_ batch: Int) {
        var count = 0
        for seed in UInt64(batch * 20)..<UInt64(batch * 20 + 20) {
            let plain = GestureOptions.random(seed: seed)
            var options = plain
            options.gestures = Self.claiming(options.gestures)
            for index in options.regions.indices {
                options.regions[index].gestures = options.regions[index].gestures.map { Self.claiming($0) }
            }
            var (engine, other) = (GestureEngine(options: options), GestureEngine(options: plain))
            var down: Set<ContactID> = []
            for step in RandomTouches(seed: seed, frames: 512).steps {
                var changes: [ContactChange] = []
                if case .frame(let frame) = step { changes = frame.changes }
                for change in changes where change.action == .down { down.insert(change.contact) }
                #expect(engine.play(step) == other.play(step), "seed \(seed)")
                #expect(other.claims.isEmpty)
                #expect(engine.claims.allSatisfy { down.contains($0.contact) }, "seed \(seed)")
                #expect(engine.claims.isEmpty || engine.events.contains { $0.part != nil && $0.phase == .began })
                count += engine.claims.count
                for change in changes where change.action == .up || change.action == .cancel {
                    down.remove(change.contact)
                }
            }
        }
        #expect(count > 4)
    }
}
