import GestureCore
import TestSupport
import Testing

/// Contacts that rest at the left or right end of a touchpad. The pad is 630 pt wide: the zone is 8 mm, 50.39 pt.
/// Each case is also played mirrored, since left and right are treated alike.
@Suite struct EdgePalmFilterTests {
    private func events(
        _ script: String, on surface: Surface = .pad, slop: Points = Thresholds().touchpadSlop, mirrored: Bool
    ) throws -> [String] {
        var thresholds = Thresholds()
        thresholds.touchpadSlop = slop
        var engine = GestureEngine(
            options: GestureOptions(
                selection: try GestureSelection(asking: "press, tap x1, longPress, drag, edgeSwipe"),
                thresholds: thresholds))
        var events: [EngineEvent] = []
        for step in try TouchScript(script, on: surface).steps + [.wake(at: .distantFuture)] {
            events += engine.play(mirrored ? step.mirrored : step)
        }
        #expect(engine.nextDeadline == nil)
        let format = EventText(surface: surface)
        return events.map { format.text(mirrored ? $0.mirrored : $0) }
    }

    @Test(arguments: [
        Replay(
            "a contact that rests at the end is a palm after 500 ms, and ignored from then on",
            "0 down a 50,100; 900 move a by 40,0; 1000 up a", "press#1 began @0; press#1 cancelled @500"),
        Replay(
            "a contact that rests away from the end is a finger", "0 down a 51,100; 550 up a",
            "press#1 began @0; press#1 ended @550; tap#2 ended x1 @550"),
        Replay(
            "a contact that rests exactly at the border is a finger", "0 down a 50.39,100; 550 up a",
            "press#1 began @0; press#1 ended @550; tap#2 ended x1 @550"),
        Replay(
            "a contact that rests just inside the zone is a palm", "0 down a 50.389,100; 550 up a",
            "press#1 began @0; press#1 cancelled @500"),
        Replay(
            "a contact at the end can tap within 500 ms", "0 down a 10,100; 500 up a",
            "press#1 began @0; press#1 ended @500; tap#2 ended x1 @500"),
        Replay(
            "a tap at the end fails if it lasts longer than 500 ms", "0 down a 10,100; 500.001 up a",
            "press#1 began @0; press#1 cancelled @500"
        ),
        Replay(
            "a contact that leaves the zone within 500 ms is a finger", "0 down a 48,100; 500 move a by 5,0; 550 up a",
            "press#1 began @0; press#1 ended @550; tap#2 ended x1 @550"),
        Replay(
            "a contact that leaves the zone later is a palm", "0 down a 48,100; 500.001 move a by 5,0; 550 up a",
            "press#1 began @0; press#1 cancelled @500"),
        Replay(
            "a contact that has moved 1.5 mm within 500 ms is a finger",
            "0 down a 10,100; 500 move a by 0,9.45; 700 move a by 0,20; 800 up a",
            "press#1 began @0; press#1 cancelled @500; drag#2 began by 0,1.45 @500; drag#2 changed by 0,21.45 @700; drag#2 ended by 0,21.45 @800"
        ),
        Replay(
            "a contact that has moved less within 500 ms is a palm",
            "0 down a 10,100; 500 move a by 0,9.449; 700 move a by 0,20; 800 up a",
            "press#1 began @0; press#1 cancelled @500; drag#2 began by 0,1.449 @500; drag#2 cancelled by 0,1.449 @500"),
        Replay(
            "a swipe from the edge",
            "0 down a 5,100; 50 move a by 30,0; 100 move a by 60,0; 150 move a by 20,0; 400 up a",
            """
            press#1 began @0; press#1 cancelled @50; drag#2 began by 22,0 @50; drag#2 changed by 82,0 @100
            drag#2 changed by 102,0 @150; drag#2 ended by 102,0 @400; edgeSwipe#3 ended right from left first by 110,0 @400
            """),
        Replay(
            "a finger that lands outside the zone within 100 ms makes it a finger",
            "0 down a 10,100; 100 down b 100,100; 600 move a by 0,20 b by 0,20; 700 up a b",
            "press#1 began @0; press#1 cancelled @100; drag#2 began f2 by 0,12 @600; drag#2 ended f2 by 0,12 @700"),
        Replay(
            "a finger that landed outside the zone just before makes it a finger",
            "0 down b 100,100; 100 down a 10,100; 650 up a b",
            "press#1 began @0; press#1 cancelled @100; longPress#2 began f2 @600; longPress#2 ended f2 by 0,0 @650"),
        Replay(
            "a palm that rests and a finger that taps later",
            "0 down a 10,100; 700 down b 300,100; 750 up b; 900 up a",
            "press#1 began @0; press#1 cancelled @500; press#2 began @700; press#2 ended @750; tap#3 ended x1 @750"),
        Replay(
            "two contacts that rest at the end are two palms", "0 down a 10,100 b 20,300; 900 up a b", ""),
        Replay(
            "unplugging before 500 ms cancels its press", "0 down a 10,100; 100 unplug",
            "press#1 began @0; press#1 cancelled @100"),
    ])
    func rules(_ replay: Replay) throws {
        for mirrored in [false, true] {
            let events = try events(replay.script, mirrored: mirrored)
            #expect(events == replay.expected)
        }
    }

    /// 0.3 mm are 1.89 pt.
    @Test(
        "a palm that travels 8 mm straight is a finger",
        arguments: [
            Replay(
                "along the edge, just less than 8 mm is not enough",
                "0 down a 10,100; 900 move a by 0,50.389; 1000 up a",
                "press#1 began @0; press#1 cancelled @500"),
            Replay(
                "along the edge, exactly 8 mm", "0 down a 10,100; 900 move a by 0,50.39; 1000 up a",
                """
                press#1 began @0; press#1 cancelled @500; drag#2 began by 0,42.39 @900; drag#2 ended by 0,42.39 @1000
                edgeSwipe#3 ended down from left first by 0,50.39 @1000
                """),
            Replay(
                "along the edge, just more than 8 mm", "0 down a 10,100; 900 move a by 0,50.391; 1000 up a",
                """
                press#1 began @0; press#1 cancelled @500; drag#2 began by 0,42.391 @900; drag#2 ended by 0,42.391 @1000
                edgeSwipe#3 ended down from left first by 0,50.391 @1000
                """),
            Replay(
                "away from the edge",
                "0 down a 10,100; 900 move a by 30,0; 950 move a by 30,0; 1000 move a by 30,0; 1100 up a",
                """
                press#1 began @0; press#1 cancelled @500; drag#2 began by 52,0 @950; drag#2 changed by 82,0 @1000
                drag#2 ended by 82,0 @1100; edgeSwipe#3 ended right from left first by 90,0 @1100
                """),
            Replay(
                "diagonally", "0 down a 10,100; 900 move a by 32,40; 1000 up a",
                """
                press#1 began @0; press#1 cancelled @500; drag#2 began by 27.002,33.753 @900
                drag#2 ended by 27.002,33.753 @1000; edgeSwipe#3 ended down from left first by 32,40 @1000
                """),
            Replay(
                "at any speed",
                "0 down a 10,100; 5000 move a by 0,20; 9000 move a by 0,20; 20000 move a by 0,20; 21000 up a",
                """
                press#1 began @0; press#1 cancelled @500; drag#2 began by 0,52 @20000; drag#2 ended by 0,52 @21000
                edgeSwipe#3 ended down from left first by 0,60 @21000
                """),
            Replay(
                "after coming back by 0.3 mm",
                "0 down a 10,100; 900 move a by 0,30; 950 move a by 0,-1.89; 960 move a by 0,22.28; 1000 up a",
                """
                press#1 began @0; press#1 cancelled @500; drag#2 began by 0,42.39 @960; drag#2 ended by 0,42.39 @1000
                edgeSwipe#3 ended down from left first by 0,50.39 @1000
                """),
            Replay(
                "not after coming back by more",
                "0 down a 10,100; 900 move a by 0,30; 950 move a by 0,-1.891; 960 move a by 0,50.389; 1000 up a",
                "press#1 began @0; press#1 cancelled @500"),
            Replay(
                "after coming back, the distance starts again from there",
                "0 down a 10,100; 900 move a by 0,30; 950 move a by 0,-20; 960 move a by 0,50.39; 1000 up a",
                """
                press#1 began @0; press#1 cancelled @500; drag#2 began by 0,42.39 @960; drag#2 ended by 0,42.39 @1000
                edgeSwipe#3 ended down from left first by 0,50.39 @1000
                """),
            Replay(
                "a palm that rocks to and fro stays a palm",
                "0 down a 10,100; 900 move a by 10,40; 1500 move a by -10,-40; 2000 move a by 5,45; 2500 move a by 0,-45; 9000 up a",
                "press#1 began @0; press#1 cancelled @500"),
            Replay(
                "it swipes even if it lifts in the same frame",
                "0 down a 10,100; 900 move a by 0,60; 900 up a",
                """
                press#1 began @0; press#1 cancelled @500; drag#2 began by 0,52 @900; drag#2 ended by 0,52 @900
                edgeSwipe#3 ended down from left first by 0,60 @900
                """),
            Replay(
                "beside a finger", "0 down a 10,100; 700 down b 300,100; 800 move a by 0,60 b by 0,60; 900 up all",
                """
                press#1 began @0; press#1 cancelled @500; press#2 began @700; press#2 cancelled @800
                drag#3 began f2 by 0,52 @800; drag#3 ended f2 by 0,52 @900
                """),
            Replay(
                "unplugging cancels its drag", "0 down a 10,100; 900 move a by 0,60; 950 unplug",
                "press#1 began @0; press#1 cancelled @500; drag#2 began by 0,52 @900; drag#2 cancelled by 0,52 @950"),
        ])
    func travels(_ replay: Replay) throws {
        for mirrored in [false, true] {
            let events = try events(replay.script, mirrored: mirrored)
            #expect(events == replay.expected)
        }
    }

    @Test(
        "contacts that landed within 100 ms of it become fingers, too",
        arguments: [
            Replay(
                "two contacts along the edge",
                "0 down a 10,100; 100 down b 20,200; 900 move a by 0,60 b by 0,40; 1000 move a by 0,10 b by 0,10; 1100 up all",
                """
                press#1 began @0; press#1 cancelled @100; drag#2 began f2 by 0,42 @900
                drag#2 changed f2 by 0,52 @1000; drag#2 ended f2 by 0,52 @1100
                edgeSwipe#3 ended down from left middle f2 by 0,60 @1100
                """),
            Replay(
                "either of the two can travel 8 mm",
                "0 down a 10,100; 100 down b 20,200; 900 move a by 0,40 b by 0,60; 1100 up all",
                """
                press#1 began @0; press#1 cancelled @100; drag#2 began f2 by 0,42 @900; drag#2 ended f2 by 0,42 @1100
                edgeSwipe#3 ended down from left middle f2 by 0,50 @1100
                """),
            Replay(
                "a contact that landed just more than 100 ms later does not",
                "0 down a 10,100; 100.001 down b 20,200; 900 move a by 0,60 b by 0,40; 1100 up all",
                """
                press#1 began @0; press#1 cancelled @100.001; drag#2 began by 0,52 @900; drag#2 ended by 0,52 @1100
                edgeSwipe#3 ended down from left first by 0,60 @1100
                """),
            Replay(
                "a resting contact, if the other leaves the zone within 500 ms",
                "0 down a 10,100 b 40,100; 300 move b by 60,0; 900 move b by 60,0; 1000 up all",
                """
                drag#1 began f2 by 22,0 @300; drag#1 changed f2 by 52,0 @900; drag#1 ended f2 by 52,0 @1000
                """),
            Replay(
                "a palm, if the other leaves the zone after 500 ms",
                "0 down a 10,100 b 20,100; 300 move b by 12,0; 600 move b by 60,0; 700 move b by 60,0; 1000 up all",
                """
                drag#1 began f2 by 22,0 @600; drag#1 changed f2 by 52,0 @700; drag#1 ended f2 by 52,0 @1000
                """),
        ])
    func together(_ replay: Replay) throws {
        for mirrored in [false, true] {
            let events = try events(replay.script, mirrored: mirrored)
            #expect(events == replay.expected)
        }
    }

    /// With a large slop, and beside another finger that would tap.
    @Test(
        "a finger that was taken for a palm makes no press, tap or long press",
        arguments: [
            Replay(
                "alone", "0 down a 10,100; 900 move a by 0,60; 1000 up a",
                "press#1 began @0; press#1 cancelled @500"),
            Replay(
                "held", "0 down a 10,100; 900 move a by 0,60; 5000 up a",
                "press#1 began @0; press#1 cancelled @500"),
            Replay(
                "lifted in the same frame", "0 down a 10,100; 900 move a by 0,60; 900 up a",
                "press#1 began @0; press#1 cancelled @500"),
            Replay(
                "beside a finger that would tap", "0 down a 10,100; 700 down b 300,100; 750 move a by 0,60; 800 up all",
                "press#1 began @0; press#1 cancelled @500; press#2 began @700; press#2 cancelled @750"),
        ])
    func taps(_ replay: Replay) throws {
        for mirrored in [false, true] {
            let events = try events(replay.script, slop: 100, mirrored: mirrored)
            #expect(events.filter { !$0.hasPrefix("edgeSwipe") } == replay.expected)
        }
    }

    @Test func `narrow touchpads and touchscreens have no palm zones`() throws {
        let held = "0 down a 10,100; 550 up a"
        let tapped = ["press#1 began @0", "press#1 ended @550", "tap#2 ended x1 @550"]
        let narrow = Surface(id: SurfaceID(2), kind: .touchpad, size: Vector(x: 440.9, y: 300))
        let wide = Surface(id: SurfaceID(2), kind: .touchpad, size: Vector(x: 440.94, y: 300))
        #expect(try events(held, on: narrow, mirrored: false) == tapped)
        #expect(try events(held, on: wide, mirrored: false) == ["press#1 began @0", "press#1 cancelled @500"])
        #expect(try events(held, on: .screen, mirrored: false) == tapped)
    }
}
