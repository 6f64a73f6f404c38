import GestureCore
import TestSupport
import Testing

/// Several people at one screen: fingers beyond reach of each other, 500 pt unless stated otherwise, are recognized separately.
@Suite struct ReachTests {
    static let reach: Thresholds = thresholds(500)

    static func thresholds(_ reach: Points?, _ change: (inout Thresholds) -> Void = { _ in }) -> Thresholds {
        var thresholds = Thresholds()
        thresholds.reach = reach
        change(&thresholds)
        return thresholds
    }

    private static func play(
        _ script: String, asking: String = "all", _ compositions: [Composition] = [], regions: [TrackedRegion] = [],
        on surface: Surface = .screen, thresholds: Thresholds = reach, showing parts: EventText.Parts = []
    ) throws -> [String] {
        try Replay(
            "", script, "", asking: asking, compositions, regions: regions, on: surface, thresholds: thresholds,
            showing: parts
        ).run()
    }

    private static func events(_ text: String) -> [String] { Replay("", "", text).expected }

    // MARK: How far

    @Test(
        "a finger within reach joins the other, and one beyond reach does not",
        arguments: [(599.999, true), (600, true), (600.001, false), (1900, false)])
    func distance(_ x: Double, joins: Bool) throws {
        let together = "tap#1 ended x1 f2 @50"
        let apart = "tap#1 ended x1 @50; tap#2 ended x1 @50"
        for script in ["0 down a 100,100 b \(x),100; 50 up a b", "0 down a 100,100; 10 down b \(x),100; 50 up a b"] {
            #expect(try Self.play(script, asking: "tap") == Self.events(joins ? together : apart))
        }
    }

    @Test("the distance counts in every direction", arguments: [("400,500", true), ("400.1,500", false)])
    func diagonal(_ place: String, joins: Bool) throws {
        let events = try Self.play("0 down a 100,100; 10 down b \(place); 50 up a b", asking: "press")
        // 300 and 400 make 500.
        #expect(
            events
                == Self.events(
                    joins
                        ? "press#1 began @0; press#1 cancelled @10"
                        : "press#1 began @0; press#2 began @10; press#1 ended @50; press#2 ended @50"))
    }

    @Test("the distance is that to where the finger is, not to where it landed")
    func moved() throws {
        let script = "0 down a 100,100; 10 move a 700,100; 20 down b 1100,100; 30 down c 100,100; 90 up all"
        let events = try Self.play(script, asking: "press, drag")
        #expect(
            events
                == Self.events(
                    """
                    press#1 began @0; press#1 cancelled @10; drag#2 began by 580,0 @10
                    press#3 began @30; press#3 ended @90; drag#2 ended f2 by 580,0 @90
                    """))
    }

    @Test(
        "fingers that form a chain land together, in whatever order the device reports them",
        arguments: [
            "a 100,100 b 600,100 c 1100,100", "a 100,100 c 1100,100 b 600,100", "b 600,100 c 1100,100 a 100,100",
        ])
    func chain(_ fingers: String) throws {
        #expect(
            try Self.play("0 down \(fingers); 50 up all", asking: "tap") == ["tap#1 ended x1 f3 @50"])
        // Without the middle one, they are two people.
        #expect(
            try Self.play("0 down a 100,100 c 1100,100; 50 up all", asking: "tap")
                == Self.events("tap#1 ended x1 @50; tap#2 ended x1 @50"))
    }

    @Test(
        "a finger between two people joins the nearer one",
        arguments: [
            (549, "tap#1 ended x1 f2 @50; tap#2 ended x1 @50"), (551, "tap#1 ended x1 @50; tap#2 ended x1 f2 @50"),
        ])
    func between(_ x: Int, expected: String) throws {
        let script = "0 down a 100,100; 5 down b 1000,100; 10 down c \(x),100; 50 up all"
        #expect(try Self.play(script, asking: "tap") == Self.events(expected))
        let together = "0 down a 100,100 b 1000,100; 10 down c \(x),100; 50 up all"
        #expect(try Self.play(together, asking: "tap") == Self.events(expected))
    }

    @Test("a finger does not change people when it moves to another")
    func keeps() throws {
        let script = "0 down a 100,100 b 1000,100; 10 move a 900,100; 20 move a 950,100; 60 up a b"
        #expect(
            try Self.play(script, asking: "drag, pinch, tap")
                == Self.events(
                    "drag#1 began by 780,0 @10; drag#1 changed by 830,0 @20; drag#1 ended by 830,0 @60; tap#2 ended x1 @60"
                ))
    }

    // MARK: Limits of the reach

    @Test(
        "a reach of the diagonal or more is unlimited",
        // The diagonal of 2000 × 1200 pt is 2332.38 pt.
        arguments: [(2332, true), (2333, false), (100_000, false)])
    func diagonal(_ reach: Points, isLimited: Bool) throws {
        let events = try Self.play(
            "0 down a 0,0 b 2000,1200; 50 up a b", asking: "tap", thresholds: Self.thresholds(reach))
        #expect(events.count == (isLimited ? 2 : 1))
        #expect((Surface.screen.reach(Self.thresholds(reach)) != nil) == isLimited)
    }

    @Test("a subscription overrides the reach of the device, except on a touchpad, where it is always unlimited")
    func surfaces() throws {
        let two = "0 down a 100,100 b 500,100; 50 up a b"
        var screen = Surface.screen
        #expect(try Self.play(two, asking: "tap", on: screen, thresholds: Self.thresholds(nil)).count == 1)
        screen.reach = 300
        #expect(try Self.play(two, asking: "tap", on: screen, thresholds: Self.thresholds(nil)).count == 2)
        #expect(try Self.play(two, asking: "tap", on: screen, thresholds: Self.thresholds(399)).count == 2)
        #expect(try Self.play(two, asking: "tap", on: screen, thresholds: Self.thresholds(400)).count == 1)
        var pad = Surface.pad
        pad.reach = 100
        #expect(try Self.play(two, asking: "tap", on: pad, thresholds: Self.thresholds(nil)).count == 1)
        #expect(try Self.play(two, asking: "tap", on: pad, thresholds: Self.thresholds(100)).count == 1)
    }

    @Test("with a reach of 0, only fingers at one place belong together")
    func none() throws {
        let events = try Self.play(
            "0 down a 100,100 b 101,100 c 101,100; 50 up all", asking: "tap", thresholds: Self.thresholds(0))
        #expect(events == Self.events("tap#1 ended x1 @50; tap#2 ended x1 f2 @50"))
    }

    // MARK: Every kind

    private static let liftAndDrag = Composition(
        name: "move", .sequence([.gesture(LongPressGesture().pattern), .gesture(DragGesture().pattern)], within: nil))
    private static let tapTwice = Composition(
        name: "twice", .sequence([.gesture(TapGesture().pattern), .gesture(TapGesture().pattern)], within: nil))

    @Test(arguments: [
        Replay(
            "a press is not cancelled by another person's finger",
            "0 down a 100,100; 10 down b 1000,100; 20 up b; 30 up a",
            "press#1 began @0; press#2 began @10; press#2 ended @20; press#1 ended @30", asking: "press"),
        Replay(
            "two people who tap at once make two taps", "0 down a 100,100 b 1000,100; 50 up a b",
            "tap#1 ended x1 @50; tap#2 ended x1 @50", asking: "tap"),
        Replay(
            "a double tap survives taps of another person in between",
            "0 down a 100,100; 50 up a; 80 down b 1000,100; 120 up b; 200 down a 100,100; 250 up a",
            """
            tap#1 possible x1 @50; tap#2 possible x1 @120; tap#1 ended x2 @250; tap#2 ended x1 @120 decided 420
            """, asking: "tap x1 x2"),
        Replay(
            "taps are counted for each person",
            "0 down a 100,100; 50 up a; 80 down b 1000,100; 120 up b; 200 down a 100,100; 250 up a; 300 down c 1000,100; 350 up c",
            """
            tap#1 ended x1 @50; tap#2 ended x1 @120; tap#3 ended x1 run 2 @250; tap#4 ended x1 run 2 @350
            """, asking: "tap"),
        Replay(
            "two people rest for a long press each", "0 down a 100,100; 200 down b 1000,100; 900 up a b",
            "longPress#1 began @600; longPress#2 began @800; longPress#1 ended by 0,0 @900; longPress#2 ended by 0,0 @900",
            asking: "longPress"),
        Replay(
            "two people drag in opposite directions",
            "0 down a 100,100 b 1000,100; 10 move a by 30,0 b by -40,0; 20 up a; 30 move b by -10,0; 40 up b",
            """
            drag#1 began by 10,0 @10; drag#2 began by -20,0 @10; drag#1 ended by 10,0 @20
            drag#2 changed by -30,0 @30; drag#2 ended by -30,0 @40
            """, asking: "drag"),
        Replay(
            "a swipe of one person while another rests",
            "0 down a 100,500; 20 down b 1000,500; 60 move b by 100,0; 80 up b; 700 up a",
            "swipe#1 ended right by 100,0 @80; longPress#2 began @600; longPress#2 ended by 0,0 @700",
            asking: "swipe, longPress"),
        Replay(
            "an edge swipe of one person while another swipes",
            "0 down a 5,600 b 1000,600; 60 move a by 100,0 b by 0,100; 80 up a b",
            """
            edgeSwipe#1 ended right from left middle by 100,0 @80; swipe#2 ended down by 0,100 @80
            """, asking: "swipe, edgeSwipe"),
        Replay(
            "a pinch of one person while another taps",
            "0 down a 100,100 b 300,100; 10 down c 1000,100; 20 move b by 100,0; 50 up c; 60 up a b",
            "pinch#1 began f2 scale 1.25 @20; tap#2 ended x1 @50; pinch#1 ended f2 scale 1.25 @60", asking: "tap, pinch"
        ),
        Replay(
            "two fingers of two people make no pinch and no rotation",
            "0 down a 100,100 b 1000,100; 10 move a by 0,-90 b by 0,90; 20 move a by 50,0 b by 200,0; 60 up a b", "",
            asking: "pinch, rotation"),
        Replay(
            "contacts are reported whoever they belong to",
            "0 down a 100,100 b 1000,100; 10 move a by 5,0; 20 up b; 30 cancel a",
            """
            touch#1 began @0; touch#2 began @0; touch#1 changed @10; touch#2 ended @20; touch#1 cancelled @30
            """, asking: "touch"),
        Replay(
            "activity is that of the device", "0 down a 100,100; 10 down b 1000,100; 20 up a; 500 up b",
            "activity#1 began active @0; activity#1 ended idle f0 @1500", asking: "activity i1000"),
        Replay(
            "a lost finger of one person cancels nothing of another",
            "0 down a 100,100 b 1000,100; 10 move a by 30,0; 20 cancel b; 30 up a",
            """
            press#1 began @0; press#2 began @0; press#1 cancelled @10; drag#3 began by 10,0 @10
            press#2 cancelled @20; drag#3 ended by 10,0 @30
            """, asking: "press, tap, drag"),
        Replay(
            "unplugging cancels the gestures of all people",
            "0 down a 100,100 b 1000,100; 10 move a by 30,0; 20 unplug",
            """
            press#1 began @0; press#2 began @0; press#1 cancelled @10; drag#3 began by 10,0 @10
            drag#3 cancelled by 10,0 @20; press#2 cancelled @20
            """, asking: "press, drag"),
        Replay(
            "each person has a sequence",
            "0 down a 100,100; 300 down b 1000,100; 700 move a by 30,0; 1000 move b by 40,0; 1100 up a b",
            """
            longPress#1 began of move 1/2 @600; longPress#1 changed by 30,0 of move 1/2 @700; drag#2 began by 10,0 of move 2/2 @700
            longPress#3 began of move 1/2 @900; longPress#3 changed by 40,0 of move 1/2 @1000; drag#4 began by 20,0 of move 2/2 @1000
            longPress#1 ended by 30,0 of move 1/2 @1100; drag#2 ended by 10,0 of move 2/2 @1100
            longPress#3 ended by 40,0 of move 1/2 @1100; drag#4 ended by 20,0 of move 2/2 @1100
            """, [liftAndDrag]),
        Replay(
            "a sequence waits for its person, and a tap of another starts one of its own",
            """
            0 down a 100,100; 50 up a; 5000 down b 1000,100; 5050 up b; 9000 down a 100,100; 9050 up a
            9500 down b 1000,100; 9550 up b
            """,
            """
            tap#1 ended x1 of twice 1/2 @50; tap#2 ended x1 of twice 1/2 @5050; tap#3 ended x1 of twice 2/2 @9050
            tap#4 ended x1 of twice 2/2 @9550
            """, [tapTwice]),
    ])
    func kinds(_ replay: Replay) throws {
        var replay = replay
        replay.thresholds = Self.reach
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: A finger that lands while a tap is in progress

    @Test(
        "within reach, a second finger makes a two-finger tap if it lands and lifts within 300 ms of the first",
        arguments: [
            ("0 down a 100,100; 300 down b 600,100; 400 up b; 700 up a", "tap#1 ended x1 f2 @700"),
            ("0 down a 100,100; 301 down b 600,100; 400 up b; 700 up a", ""),
            ("0 down a 100,100; 300 down b 600,100; 400 up b; 701 up a", ""),
            ("0 down a 100,100; 100 down b 600,100; 200 up a; 500 up b", "tap#1 ended x1 f2 @500"),
            ("0 down a 100,100; 100 down b 600,100; 200 up a; 501 up b", ""),
            // A third finger after one was lifted.
            ("0 down a 100,100; 50 down b 600,100; 100 up b; 150 down b 600,100; 200 up a b", ""),
        ])
    func second(_ script: String, expected: String) throws {
        #expect(try Self.play(script, asking: "tap") == Self.events(expected))
        // The press ends at the second landing.
        let presses = try Self.play(script, asking: "press")
        #expect(presses.count == 2 && presses[1].hasPrefix("press#1 cancelled"))
    }

    @Test(
        "beyond reach, a second finger leaves a tap as it is, whenever it lands and lifts",
        arguments: [
            "0 down a 100,100; 300 down b 601,100; 400 up b; 700 up a",
            "0 down a 100,100; 301 down b 601,100; 400 up b; 701 up a",
            "0 down a 100,100; 50 down b 601,100; 100 up b; 150 down b 601,100; 200 up a b",
            "0 down a 100,100; 10 down b 601,100; 20 move b by 90,0; 30 up a; 900 up b",
        ])
    func secondBeyond(_ script: String) throws {
        let lift = script.firstMatch(of: /([0-9]+) up a/)?.1 ?? "?"
        let expected = ["press#1 began @0", "press#1 ended @\(lift)", "tap#1 ended x1 @\(lift)"]
        let events = try Self.play(script, asking: "press, tap", showing: .places).filter { $0.contains("at 100,100") }
        #expect(
            events.map { $0.replacing(" at 100,100", with: "").replacing(/^tap#[0-9]/, with: "tap#1") } == expected)
    }

    // MARK: Regions

    private static let page = TrackedRegion("page", .whole)

    @Test("a region has several people, and each region its own")
    func regions() throws {
        let ok = TrackedRegion("ok", .ok)
        // b is within reach of a, but on another region that is not inside the page; c is on the page beyond reach of a.
        let script = "0 down a 450,400; 10 down b 600,400; 20 down c 1500,400; 50 up all"
        #expect(
            try Self.play(script, asking: "press, tap", regions: [Self.page, ok])
                == Self.events(
                    """
                    press#1 began in page @0; press#2 began in ok @10; press#3 began in page @20
                    press#1 ended in page @50; press#3 ended in page @50; press#2 ended in ok @50
                    tap#4 ended x1 in page @50; tap#5 ended x1 in page @50; tap#6 ended x1 in ok @50
                    """))
    }

    @Test("a press that reenters is each person's own")
    func reenter() throws {
        let button = TrackedRegion("button", .whole, tracking: .reenter)
        let script = "0 down a 100,100; 10 down b 1000,100; 20 move a 100,-100; 30 up b; 40 up a"
        #expect(
            try Self.play(script, asking: "press", regions: [button])
                == Self.events(
                    """
                    press#1 began in button @0; press#2 began in button @10; press#1 changed outside in button @20
                    press#2 ended in button @30; press#1 ended outside in button @40
                    """))
    }

    @Test("a disabled region recognizes the drags of each person")
    func disabled() throws {
        let off = TrackedRegion("off", .whole, isEnabled: false)
        let script = "0 down a 100,100 b 1000,100; 10 move a by 30,0; 20 up a b"
        #expect(
            try Self.play(script, asking: "press, tap, drag", regions: [off])
                == Self.events("drag#1 began by 10,0 in off @10; drag#1 ended by 10,0 in off @20"))
    }

    @Test(
        "content coasts for the person who flung it: only a finger within reach of the lift stops it",
        arguments: [(640, false), (641, true)])
    func coasting(_ x: Int, taps: Bool) throws {
        let list = TrackedRegion("list", .whole, suppressesTapWhileCoasting: true)
        // Lifted at 140,400.
        let script = "0 down a 100,400; 10 move a by 40,0; 20 up a; 100 down b \(x),400; 150 up b"
        let events = try Self.play(script, asking: "tap, drag", regions: [list]).filter { $0.hasPrefix("tap") }
        #expect(events == (taps ? ["tap#2 ended x1 in list @150"] : []))
    }

    @Test("a finger joins those that are down before those that were lifted")
    func downBeforeLifted() throws {
        var tap = GesturePattern(.tap)
        tap.area = Rectangle(x: 0, y: 0, width: 1, height: 1)
        let twice = Composition(name: "twice", .sequence([.gesture(tap), .gesture(tap)], within: nil))
        let script = """
            0 down a 100,100; 50 up a; 10000 down b 650,100; 10010 down c 350,100; 10050 move b by 50,0 c by -50,0
            10100 up b c
            """
        let events = try Self.play(script, asking: "pinch", [twice])
        #expect(events.contains { $0.hasPrefix("pinch") && $0.contains("ended") }, "\(events)")
    }

    @Test("people keep their gestures when the regions change")
    func change() throws {
        var engine = GestureEngine(
            options: GestureOptions(
                gestures: GestureSet(selection: try GestureSelection(asking: "press, tap, drag")),
                thresholds: Self.reach, regions: [Self.page]))
        var events: [String] = []
        let format = EventText()
        for step in try TouchScript("0 down a 100,100 b 1000,100; 10 move a by 30,0").steps {
            events += engine.play(step).map { format.text($0) }
        }
        var page = Self.page
        page.rectangle = Rectangle(x: 0, y: 0, width: 0.9, height: 0.9)
        engine.setRegions([page], at: .milliseconds(15))
        events += engine.events.map { format.text($0) }
        // The region goes, and both fingers stay with it.
        engine.setRegions([TrackedRegion("other", .whole)], at: .milliseconds(20))
        events += engine.events.map { format.text($0) }
        let contacts = [ContactID(1), ContactID(2)]
        engine.process(
            TouchFrame(
                surface: Surface.screen.id, time: .milliseconds(30),
                changes: [
                    ContactChange(contacts[0], .up, at: Vector(x: 130, y: 100)),
                    ContactChange(contacts[1], .up, at: Vector(x: 1000, y: 100)),
                    ContactChange(ContactID(3), .down, at: Vector(x: 1000, y: 100)),
                ]))
        events += engine.events.map { format.text($0) }
        #expect(
            events.map { $0.replacing(#/ in region [0-9]+/#, with: "") }
                == Self.events(
                    """
                    press#1 began @0; press#2 began @0; press#1 cancelled @10; drag#3 began by 10,0 @10
                    press#4 began @30; press#2 ended @30; drag#3 ended by 10,0 @30; tap#5 ended x1 @30
                    """))
        #expect(engine.regionIDs.count == 1)
    }

    // MARK: Many people

    /// Fingers 150 pt apart in each direction, on a screen with a reach of 100.
    private static func places(_ count: Int) -> [(name: String, place: String)] {
        (0..<count).map { index in
            ("\(UnicodeScalar(UInt8(ascii: "a") + UInt8(index)))", "\(100 + index % 6 * 150),\(100 + index / 6 * 150)")
        }
    }

    @Test(
        "ten people at once are told apart, and an eleventh joins the nearest",
        arguments: [(10, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), (11, [1, 1, 1, 1, 2, 1, 1, 1, 1, 1])])
    func most(_ count: Int, fingers: [Int]) throws {
        var script = ""
        for (index, finger) in Self.places(count).enumerated() {
            script += "\(index) down \(finger.name) \(finger.place); "
        }
        let events = try Self.play(script + "90 up all", asking: "tap", thresholds: Self.thresholds(100))
        #expect(events.map { $0.contains("f2") ? 2 : 1 } == fingers)
        let atOnce = "0 down " + Self.places(count).map { "\($0.name) \($0.place)" }.joined(separator: " ")
        #expect(
            try Self.play(atOnce + "; 90 up all", asking: "tap", thresholds: Self.thresholds(100)).count
                == fingers.count)
    }

    @Test("who has waited longest for the second tap gives way to an eleventh person")
    func waiting() throws {
        // a to k tap once, so that all but the first wait beyond the first group; then a, k, d and b tap again.
        var script = ""
        var time = 0
        for finger in Self.places(11) + [0, 10, 3, 1].map({ Self.places(11)[$0] }) {
            script += "\(time) down \(finger.name) \(finger.place); \(time + 20) up \(finger.name); "
            time += 40
        }
        let events = try Self.play(script, asking: "", [Self.tapTwice], thresholds: Self.thresholds(100))
        #expect(
            events.suffix(4)
                == Self.events(
                    """
                    tap#12 ended x1 run 2 of twice 2/2 @460; tap#13 ended x1 run 2 of twice 2/2 @500
                    tap#14 ended x1 run 2 of twice 2/2 @540; tap#15 ended x1 of twice 1/2 @580
                    """)[...])
        #expect(events.count == 15)
    }

    // MARK: Properties

    private static let runs = 120
    private static let batch = 10
    /// Two people so far apart that they do not meet.
    private static let table = Surface(
        id: Surface.screen.id, kind: .touchscreen, size: Vector(x: 1_002_000, y: 1200), reach: 100_000)

    /// Returns the frames of one person, on a screen at the left or the right end of the table.
    private static func person(_ seed: UInt64, isRight: Bool) -> [TouchFrame] {
        var now = Instant.distantPast
        return RandomTouches(seed: seed, frames: 700).steps.compactMap { step in
            guard case .frame(var frame) = step, frame.surface == Surface.screen.id else { return nil }
            now = max(now, frame.time)
            frame.time = now
            guard isRight else { return frame }
            for index in frame.changes.indices {
                frame.changes[index].position.x += 1_000_000
                frame.changes[index].contact.number += 1 << 40
            }
            return frame
        }
    }

    private static func play(_ frames: [TouchFrame], _ options: GestureOptions, on surface: Surface) -> [EngineEvent] {
        var engine = GestureEngine(options: options)
        engine.attach(surface)
        return (frames.map { TouchScript.Step.frame($0) } + [.wake(at: .distantFuture)]).flatMap { engine.play($0) }
    }

    private static func merged(_ left: [TouchFrame], _ right: [TouchFrame], seed: UInt64) -> [TouchFrame] {
        var random = SplitMix64(seed: seed)
        var (left, right) = (left[...], right[...])
        var frames: [TouchFrame] = []
        while let first = left.first, let second = right.first {
            if first.time == second.time, random.oneIn(2) {
                var both = first
                // The fingers of a person keep their order, on which rounding depends.
                both.changes = random.oneIn(2) ? first.changes + second.changes : second.changes + first.changes
                frames.append(both)
                left.removeFirst()
                right.removeFirst()
            } else if first.time < second.time || first.time == second.time && random.oneIn(2) {
                frames.append(left.removeFirst())
            } else {
                frames.append(right.removeFirst())
            }
        }
        return frames + left + right
    }

    private static func difference(_ found: [EngineEvent], _ expected: [EngineEvent]) -> String? {
        for (found, expected) in zip(found, expected) where found != expected {
            return "\(found) instead of \(expected)"
        }
        return found.count == expected.count ? nil : "\(found.count) events instead of \(expected.count)"
    }

    /// Regions over the whole width, so that both people touch the same ones.
    private static func options(_ seed: UInt64) -> GestureOptions {
        var options = GestureOptions.random(seed: seed)
        options.gestures.selection.idleTime = nil
        // The order of contacts in a frame changes.
        options.gestures.selection.touch = false
        options.thresholds.reach = nil
        for index in options.regions.indices {
            options.regions[index].rectangle.x = 0
            options.regions[index].rectangle.width = 1
            options.regions[index].gestures?.selection.touch = false
        }
        return options
    }

    @Test(arguments: randomRuns(runs / batch))
    func `the events of two people are those of each alone`(_ batch: Int) {
        var counts = (left: 0, right: 0, shared: 0)
        for seed in UInt64(batch * Self.batch)..<UInt64((batch + 1) * Self.batch) {
            let options = Self.options(seed)
            let left = Self.person(seed, isRight: false)
            let right = Self.person(seed &+ 5_000_000, isRight: true)
            let frames = Self.merged(left, right, seed: seed)
            counts.shared += left.count + right.count - frames.count
            let both = Self.play(frames, options, on: Self.table)
            var checker = BalanceChecker(options)
            checker.checkAll(both)
            #expect(checker.complaint == nil, "seed \(seed)")
            for (frames, isRight) in [(left, false), (right, true)] {
                let expected = Self.play(frames, options, on: Self.table)
                let found = both.filter { ($0.point.x > 500_000) == isRight }
                let difference = Self.difference(found.renumbered, expected.renumbered)
                #expect(difference == nil, "seed \(seed), \(isRight ? "right" : "left")")
                if isRight { counts.right += expected.count } else { counts.left += expected.count }
            }
        }
        #expect(counts.left > 200 && counts.right > 200 && counts.shared > 10, "\(counts)")
    }

    @Test(arguments: randomRuns(runs / batch))
    func `within reach, nothing changes`(_ batch: Int) {
        var count = 0
        for seed in UInt64(batch * Self.batch)..<UInt64((batch + 1) * Self.batch) {
            var options = GestureOptions.random(seed: seed)
            options.thresholds.reach = nil
            var unlimited = Self.table
            unlimited.reach = nil
            let frames = Self.person(seed, isRight: false)
            let expected = Self.play(frames, options, on: unlimited)
            let isSame = Self.play(frames, options, on: Self.table) == expected
            #expect(isSame, "seed \(seed)")
            count += expected.count
        }
        #expect(count > 500)
    }
}
