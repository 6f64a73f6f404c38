import GestureCore
import TestSupport
import Testing

/// Fingers that land on a coasting region that suppresses their taps.
///
/// The fling is always the same: 40 pt in 10 ms, lifted at 20 ms with 4000 pt/s. It is slower than 20 pt/s after
/// ln(20 / 4000) / ln(rate) ms.
@Suite struct CoastingTests {
    private static let fling = "0 down a 600,400; 10 move a by 40,0; 20 up a;"
    private static let flung = """
        press#1 began in ok @0; press#1 cancelled in ok @10; drag#2 began by 20,0 in ok @10; drag#2 ended by 20,0 in ok @20;
        """

    private static var list: TrackedRegion {
        var region = TrackedRegion.ok
        region.suppressesTapWhileCoasting = true
        return region
    }

    private static func play(
        _ script: String, asking: String = "press, drag, tap", regions: [TrackedRegion] = [list], rate: Double = 0.998
    ) throws -> [String] {
        var thresholds = Thresholds()
        thresholds.decelerationRate = rate
        return try Replay("", script, "", regions: regions, thresholds: thresholds).run(asking: asking)
    }

    private static func events(_ text: String) -> [String] { Replay("", "", text).expected }

    @Test(
        "a region coasts until it is slower than 20 pt/s",
        // ln(200) = 5.2983; by −ln(rate): 2646.5, 527.2, 50.3 and 52980.5 ms.
        arguments: [(0.998, 2646), (0.99, 527), (0.9, 50), (0.9999, 52980)])
    func end(_ rate: Double, lasts: Int) throws {
        let (last, next) = (20 + lasts, 20 + lasts + 1)
        #expect(
            try Self.play(Self.fling + "\(last) down b 600,400; \(last + 30) up b", rate: rate)
                == Self.events(Self.flung))
        #expect(
            try Self.play(Self.fling + "\(next) down b 600,400; \(next + 30) up b", rate: rate)
                == Self.events(
                    Self.flung
                        + """
                        press#3 began in ok @\(next); press#3 ended in ok @\(next + 30); tap#4 ended x1 in ok @\(next + 30)
                        """))
    }

    @Test("a fling at half the speed coasts 346 ms less")
    func slower() throws {
        // 40 pt in 20 ms: 2000 pt/s; ln(100) / −ln(0.998) = 2300.3 ms.
        let fling = "0 down a 600,400; 20 move a by 40,0; 30 up a;"
        let flung = Self.flung.replacing("@20", with: "@30").replacing("@10", with: "@20")
        #expect(try Self.play(fling + "2330 down b 600,400; 2350 up b") == Self.events(flung))
        #expect(
            try Self.play(fling + "2331 down b 600,400; 2350 up b")
                == Self.events(
                    flung + "press#3 began in ok @2331; press#3 ended in ok @2350; tap#4 ended x1 in ok @2350"))
    }

    @Test(arguments: [
        Replay(
            "a finger that rested before its lift starts no coasting",
            "0 down a 600,400; 10 move a by 40,0; 50 up a; 60 down b 600,400; 80 up b",
            """
            press#1 began in ok @0; press#1 cancelled in ok @10; drag#2 began by 20,0 in ok @10
            drag#2 ended by 20,0 in ok @50
            press#3 began in ok @60; press#3 ended in ok @80; tap#4 ended x1 in ok @80
            """),
        Replay(
            "a lost finger starts no coasting",
            "0 down a 600,400; 10 move a by 40,0; 20 cancel a; 30 down b 600,400; 80 up b",
            """
            press#1 began in ok @0; press#1 cancelled in ok @10; drag#2 began by 20,0 in ok @10
            drag#2 cancelled by 20,0 in ok @20
            press#3 began in ok @30; press#3 ended in ok @80; tap#4 ended x1 in ok @80
            """),
        Replay(
            "a tap starts no coasting", "0 down a 600,400; 20 up a; 30 down b 600,400; 80 up b",
            """
            press#1 began in ok @0; press#1 ended in ok @20; tap#2 ended x1 in ok @20
            press#3 began in ok @30; press#3 ended in ok @80; tap#4 ended x1 run 2 in ok @80
            """),
        Replay(
            "a finger that stops it makes no long press", fling + "30 down b 600,400; 5000 up b", flung,
            asking: "press, drag, longPress"),
        Replay(
            "a finger that stops it is not the first of a double tap",
            fling + "30 down b 600,400; 50 up b; 70 down b 600,400; 90 up b; 110 down b 600,400; 130 up b",
            flung + """
                press#3 began in ok @70; press#3 ended in ok @90; tap#4 possible x1 in ok @90
                press#5 began in ok @110; press#5 ended in ok @130; tap#4 ended x2 in ok @130
                """, asking: "press, drag, tap x1 x2"),
        Replay(
            "a finger that stops it makes no tap with a second finger",
            fling + "30 down b 600,400; 40 down c 700,400; 60 up all; 80 down b 600,400 c 700,400; 100 up all",
            flung + "tap#3 ended x1 f2 in ok @100"),
        Replay(
            "a finger that stops it can fling it again",
            fling
                + "30 down b 600,400; 40 move b by -40,0; 50 up b; 100 down c 600,400; 120 up c; 140 down d 600,400; 160 up d",
            flung + """
                drag#3 began by -20,0 in ok @40; drag#3 ended by -20,0 in ok @50
                press#4 began in ok @140; press#4 ended in ok @160; tap#5 ended x1 in ok @160
                """),
        Replay(
            "a finger that stops it can be lost",
            fling + "30 down b 600,400; 40 cancel b; 60 down b 600,400; 80 up b",
            flung + "press#3 began in ok @60; press#3 ended in ok @80; tap#4 ended x1 in ok @80"),
        Replay(
            "a finger that lands at the last moment of coasting stops it, however long it rests",
            fling + "2666 down b 600,400; 9000 up b", flung),
    ])
    func stopped(_ replay: Replay) throws {
        var replay = replay
        replay.regions = [Self.list]
        #expect(try replay.run(asking: "press, drag, tap") == replay.expected)
    }

    @Test("other regions respond while one coasts, which continues")
    func others() throws {
        let other = TrackedRegion(
            "other", Rectangle(x: 0.5, y: 0.25, width: 0.25, height: 0.25), suppressesTapWhileCoasting: true)
        let script =
            Self.fling
            + "30 down b 1200,400; 40 down c 600,400; 60 up b; 80 up c; 100 down d 600,400; 120 up d"
        #expect(
            try Self.play(script, regions: [Self.list, other])
                == Self.events(
                    Self.flung + """
                        press#3 began in other @30; press#3 ended in other @60; tap#4 ended x1 in other @60
                        press#5 began in ok @100; press#5 ended in ok @120; tap#6 ended x1 in ok @120
                        """))
    }

    @Test("a finger on a child of a coasting list only stops it, and the next one is recognized")
    func children() throws {
        let button = TrackedRegion(
            "button", Rectangle(x: 0.375, y: 0.25, width: 0.125, height: 0.25), parent: "ok")
        #expect(
            try Self.play(
                Self.fling + "30 down b 800,400; 50 up b; 100 down c 800,400; 150 up c", regions: [Self.list, button])
                == Self.events(
                    Self.flung
                        + "press#3 began in button @100; press#3 ended in button @150; tap#4 ended x1 in button @150"))
    }
}

/// Fingers that land on a coasting region with a slop of 40 pt for them. At rest, the slop is 20 pt.
@Suite struct SlopWhileCoastingTests {
    private static let fling = "0 down a 600,400; 10 move a by 40,0; 20 up a;"
    private static let flung = """
        press#1 began in ok @0; press#1 cancelled in ok @10; drag#2 began by 20,0 in ok @10; drag#2 ended by 20,0 in ok @20;
        """

    private static func tapped(_ time: Int) -> String {
        """
        press#3 began in ok @\(time); press#3 ended in ok @\(time + 60); tap#4 ended x1 in ok @\(time + 60)
        """
    }

    private static func dragged(_ time: Int) -> String {
        """
        press#3 began in ok @\(time); press#3 cancelled in ok @\(time + 20); drag#4 began by 0.001,0 in ok @\(time + 20)
        drag#4 ended by 0.001,0 in ok @\(time + 60)
        """
    }

    private static func slide(by distance: Double, at time: Int) -> String {
        "\(time) down b 600,400; \(time + 20) move b by \(distance),0; \(time + 60) up b"
    }

    private static func region(_ slop: Points?, suppresses: Bool = false) -> TrackedRegion {
        TrackedRegion("ok", .ok, suppressesTapWhileCoasting: suppresses, slopWhileCoasting: slop)
    }

    @Test(arguments: [
        Replay("just below the slop while coasting", fling + slide(by: 39.999, at: 30), flung + tapped(30)),
        Replay("at the slop while coasting", fling + slide(by: 40, at: 30), flung + tapped(30)),
        Replay("just above the slop while coasting", fling + slide(by: 40.001, at: 30), flung + dragged(30)),
        Replay("at the last moment of coasting", fling + slide(by: 40, at: 2666), flung + tapped(2666)),
        Replay("above it at the last moment of coasting", fling + slide(by: 40.001, at: 2666), flung + dragged(2666)),
        Replay("just below the slop at rest", fling + slide(by: 19.999, at: 2667), flung + tapped(2667)),
        Replay("at the slop at rest", fling + slide(by: 20, at: 2667), flung + tapped(2667)),
        Replay("just above the slop at rest", fling + slide(by: 20.001, at: 2667), flung + dragged(2667)),
        Replay(
            "a touch after the one that stopped the fling",
            fling + "25 down c 600,400; 28 cancel c;" + slide(by: 20.001, at: 1000),
            flung + "press#3 began in ok @25; press#3 cancelled in ok @28"
                + dragged(1000).replacing("#4", with: "#5").replacing("#3", with: "#4").replacing(
                    "press#4", with: "; press#4")),
        Replay(
            "a landing in the frame in which the fling ends",
            "0 down a 600,400; 10 move a by 40,0; 20 up a; down b 600,400; 40 move b by 40,0; 80 up b",
            flung + tapped(20)),
        Replay(
            "a long press", fling + "30 down b 600,400; 50 move b by 40,0; 630.001 up b",
            """
            drag#1 began by 20,0 in ok @10; drag#1 ended by 20,0 in ok @20
            longPress#2 began in ok @630; longPress#2 ended by 0,0 in ok @630.001
            """, asking: "longPress, drag"),
    ])
    func slop(_ replay: Replay) throws {
        var replay = replay
        replay.regions = [Self.region(40)]
        let events = try replay.run(asking: "press, drag, tap")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay("a slop below that at rest", fling + slide(by: 5.001, at: 30), flung + dragged(30)),
        Replay("at a slop below that at rest", fling + slide(by: 5, at: 30), flung + tapped(30)),
    ])
    func smaller(_ replay: Replay) throws {
        var replay = replay
        replay.regions = [Self.region(5)]
        let events = try replay.run(asking: "press, drag, tap")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay("at the slop, a touch without taps does nothing", fling + slide(by: 40, at: 30), flung),
        Replay(
            "above it, it drags", fling + slide(by: 40.001, at: 30),
            flung + "drag#3 began by 0.001,0 in ok @50; drag#3 ended by 0.001,0 in ok @90"),
    ])
    func suppressed(_ replay: Replay) throws {
        var replay = replay
        replay.regions = [Self.region(40, suppresses: true)]
        let events = try replay.run(asking: "press, drag, tap")
        #expect(events == replay.expected)
    }

    private static let either = Composition(
        name: "either", .exclusive([.gesture(DragGesture().pattern), .gesture(TapGesture().pattern)]))

    @Test(arguments: [
        Replay(
            "a composition, at the slop", fling + slide(by: 40, at: 30), "tap#2 ended x1 in ok of either @90", [either]),
        Replay(
            "a composition, above the slop", fling + slide(by: 40.001, at: 30),
            "drag#2 began by 0.001,0 in ok of either @50; drag#2 ended by 0.001,0 in ok of either @90", [either]),
        Replay(
            "a composition, above the slop at rest", fling + slide(by: 20.001, at: 2667),
            "drag#2 began by 0.001,0 in ok of either @2687; drag#2 ended by 0.001,0 in ok of either @2727", [either]),
    ])
    func composition(_ replay: Replay) throws {
        var replay = replay
        replay.regions = [Self.region(40)]
        let events = try replay.run()
        #expect(Array(events.dropFirst(2)) == replay.expected)
    }

    @Test func `regions with another slop while coasting are different regions`() throws {
        var engine = GestureEngine(options: GestureOptions(regions: [Self.region(40)]))
        let before = engine.regionIDs
        engine.setRegions([Self.region(40)], at: .milliseconds(1))
        #expect(engine.regionIDs == before)
        engine.setRegions([Self.region(41)], at: .milliseconds(2))
        #expect(engine.regionIDs != before)
    }
}
