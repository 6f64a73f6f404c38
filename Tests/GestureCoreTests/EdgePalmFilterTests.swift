import GestureCore
import TestSupport
import Testing

/// What rests at the ends of a touchpad. The pad is 630 pt wide: 8 % are 50.4 pt, a hair more than 8 mm, which are 50.39 pt.
/// Left and right must make no difference: each rule is tried in a mirror too.
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
        var events: [GestureEvent] = []
        for step in try TouchScript(script, on: surface).steps + [.wake(at: .distantFuture)] {
            events += engine.play(mirrored ? step.mirrored : step)
        }
        #expect(engine.nextDeadline == nil)
        let format = EventText(surface: surface)
        return events.map { format.text(mirrored ? $0.mirrored : $0) }
    }

    @Test(arguments: [
        Replay(
            "what rests there is a palm after 500 ms, and nothing from then on",
            "0 down a 50,100; 900 move a by 40,0; 1000 up a", "press#1 began @0; press#1 cancelled @500"),
        Replay(
            "in the middle it is a finger", "0 down a 51,100; 550 up a",
            "press#1 began @0; press#1 ended @550; tap#2 ended x1 @550"),
        Replay(
            "at the very line too", "0 down a 50.39,100; 550 up a",
            "press#1 began @0; press#1 ended @550; tap#2 ended x1 @550"),
        Replay("just before the line", "0 down a 50.389,100; 550 up a", "press#1 began @0; press#1 cancelled @500"),
        Replay(
            "a tap there is a tap", "0 down a 10,100; 500 up a",
            "press#1 began @0; press#1 ended @500; tap#2 ended x1 @500"),
        Replay(
            "one that lasts longer fails", "0 down a 10,100; 500.001 up a", "press#1 began @0; press#1 cancelled @500"
        ),
        Replay(
            "who leaves in time is a finger", "0 down a 48,100; 500 move a by 5,0; 550 up a",
            "press#1 began @0; press#1 ended @550; tap#2 ended x1 @550"),
        Replay(
            "who leaves too late is a palm", "0 down a 48,100; 500.001 move a by 5,0; 550 up a",
            "press#1 began @0; press#1 cancelled @500"),
        Replay(
            "who sets out in time is a finger",
            "0 down a 10,100; 500 move a by 0,9.45; 700 move a by 0,20; 800 up a",
            "press#1 began @0; press#1 cancelled @500; drag#2 began by 0,1.45 @500; drag#2 changed by 0,21.45 @700; drag#2 ended by 0,21.45 @800"
        ),
        Replay(
            "who goes less far rests", "0 down a 10,100; 500 move a by 0,9.449; 700 move a by 0,20; 800 up a",
            "press#1 began @0; press#1 cancelled @500; drag#2 began by 0,1.449 @500; drag#2 cancelled by 0,1.449 @500"),
        Replay(
            "a swipe from the edge",
            "0 down a 5,100; 50 move a by 30,0; 100 move a by 60,0; 150 move a by 20,0; 400 up a",
            """
            press#1 began @0; press#1 cancelled @50; drag#2 began by 22,0 @50; drag#2 changed by 82,0 @100
            drag#2 changed by 102,0 @150; drag#2 ended by 102,0 @400; edgeSwipe#3 ended right from left first by 110,0 @400
            """),
        Replay(
            "a finger beside the zone that lands with it makes it one",
            "0 down a 10,100; 100 down b 100,100; 600 move a by 0,20 b by 0,20; 700 up a b",
            "press#1 began @0; press#1 cancelled @100; drag#2 began f2 by 0,12 @600; drag#2 ended f2 by 0,12 @700"),
        Replay(
            "so does one that landed just before it",
            "0 down b 100,100; 100 down a 10,100; 650 up a b",
            "press#1 began @0; press#1 cancelled @100; longPress#2 began f2 @600; longPress#2 ended f2 by 0,0 @650"),
        Replay(
            "a palm that rests and a finger that taps later",
            "0 down a 10,100; 700 down b 300,100; 750 up b; 900 up a",
            "press#1 began @0; press#1 cancelled @500; press#2 began @700; press#2 ended @750; tap#3 ended x1 @750"),
        Replay(
            "two that rest there are two palms", "0 down a 10,100 b 20,300; 900 up a b", ""),
        Replay(
            "unplugged meanwhile", "0 down a 10,100; 100 unplug", "press#1 began @0; press#1 cancelled @100"),
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
                "along the edge, just less far", "0 down a 10,100; 900 move a by 0,50.389; 1000 up a",
                "press#1 began @0; press#1 cancelled @500"),
            Replay(
                "along the edge, as far", "0 down a 10,100; 900 move a by 0,50.39; 1000 up a",
                """
                press#1 began @0; press#1 cancelled @500; drag#2 began by 0,42.39 @900; drag#2 ended by 0,42.39 @1000
                edgeSwipe#3 ended down from left first by 0,50.39 @1000
                """),
            Replay(
                "along the edge, just farther", "0 down a 10,100; 900 move a by 0,50.391; 1000 up a",
                """
                press#1 began @0; press#1 cancelled @500; drag#2 began by 0,42.391 @900; drag#2 ended by 0,42.391 @1000
                edgeSwipe#3 ended down from left first by 0,50.391 @1000
                """),
            Replay(
                "from the edge",
                "0 down a 10,100; 900 move a by 30,0; 950 move a by 30,0; 1000 move a by 30,0; 1100 up a",
                """
                press#1 began @0; press#1 cancelled @500; drag#2 began by 52,0 @950; drag#2 changed by 82,0 @1000
                drag#2 ended by 82,0 @1100; edgeSwipe#3 ended right from left first by 90,0 @1100
                """),
            Replay(
                "aslant", "0 down a 10,100; 900 move a by 32,40; 1000 up a",
                """
                press#1 began @0; press#1 cancelled @500; drag#2 began by 27.002,33.753 @900
                drag#2 ended by 27.002,33.753 @1000; edgeSwipe#3 ended down from left first by 32,40 @1000
                """),
            Replay(
                "however slowly",
                "0 down a 10,100; 5000 move a by 0,20; 9000 move a by 0,20; 20000 move a by 0,20; 21000 up a",
                """
                press#1 began @0; press#1 cancelled @500; drag#2 began by 0,52 @20000; drag#2 ended by 0,52 @21000
                edgeSwipe#3 ended down from left first by 0,60 @21000
                """),
            Replay(
                "coming back by 0.3 mm",
                "0 down a 10,100; 900 move a by 0,30; 950 move a by 0,-1.89; 960 move a by 0,22.28; 1000 up a",
                """
                press#1 began @0; press#1 cancelled @500; drag#2 began by 0,42.39 @960; drag#2 ended by 0,42.39 @1000
                edgeSwipe#3 ended down from left first by 0,50.39 @1000
                """),
            Replay(
                "not coming back by more",
                "0 down a 10,100; 900 move a by 0,30; 950 move a by 0,-1.891; 960 move a by 0,50.389; 1000 up a",
                "press#1 began @0; press#1 cancelled @500"),
            Replay(
                "after coming back it sets out again from there",
                "0 down a 10,100; 900 move a by 0,30; 950 move a by 0,-20; 960 move a by 0,50.39; 1000 up a",
                """
                press#1 began @0; press#1 cancelled @500; drag#2 began by 0,42.39 @960; drag#2 ended by 0,42.39 @1000
                edgeSwipe#3 ended down from left first by 0,50.39 @1000
                """),
            Replay(
                "that rocks to and fro rests, however long",
                "0 down a 10,100; 900 move a by 10,40; 1500 move a by -10,-40; 2000 move a by 5,45; 2500 move a by 0,-45; 9000 up a",
                "press#1 began @0; press#1 cancelled @500"),
            Replay(
                "and is lifted at once: it swipes",
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
                "unplugged then", "0 down a 10,100; 900 move a by 0,60; 950 unplug",
                "press#1 began @0; press#1 cancelled @500; drag#2 began by 0,52 @900; drag#2 cancelled by 0,52 @950"),
        ])
    func travels(_ replay: Replay) throws {
        for mirrored in [false, true] {
            let events = try events(replay.script, mirrored: mirrored)
            #expect(events == replay.expected)
        }
    }

    @Test(
        "those that landed with it are fingers too",
        arguments: [
            Replay(
                "two along the edge",
                "0 down a 10,100; 100 down b 20,200; 900 move a by 0,60 b by 0,40; 1000 move a by 0,10 b by 0,10; 1100 up all",
                """
                press#1 began @0; press#1 cancelled @100; drag#2 began f2 by 0,42 @900
                drag#2 changed f2 by 0,52 @1000; drag#2 ended f2 by 0,52 @1100
                edgeSwipe#3 ended down from left middle f2 by 0,60 @1100
                """),
            Replay(
                "whichever of them goes far",
                "0 down a 10,100; 100 down b 20,200; 900 move a by 0,40 b by 0,60; 1100 up all",
                """
                press#1 began @0; press#1 cancelled @100; drag#2 began f2 by 0,42 @900; drag#2 ended f2 by 0,42 @1100
                edgeSwipe#3 ended down from left middle f2 by 0,50 @1100
                """),
            Replay(
                "those that landed just later are not",
                "0 down a 10,100; 100.001 down b 20,200; 900 move a by 0,60 b by 0,40; 1100 up all",
                """
                press#1 began @0; press#1 cancelled @100.001; drag#2 began by 0,52 @900; drag#2 ended by 0,52 @1100
                edgeSwipe#3 ended down from left first by 0,60 @1100
                """),
            Replay(
                "one that rests while the other reaches the middle in time",
                "0 down a 10,100 b 40,100; 300 move b by 60,0; 900 move b by 60,0; 1000 up all",
                """
                drag#1 began f2 by 22,0 @300; drag#1 changed f2 by 52,0 @900; drag#1 ended f2 by 52,0 @1000
                """),
            Replay(
                "one that is a palm already when the other reaches the middle",
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

    /// Whatever the slop, and whatever else is tapped meanwhile.
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
                "lifted at once", "0 down a 10,100; 900 move a by 0,60; 900 up a",
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

    @Test func `a narrow pad has no room for palms, and a screen no ends`() throws {
        let held = "0 down a 10,100; 550 up a"
        let tapped = ["press#1 began @0", "press#1 ended @550", "tap#2 ended x1 @550"]
        let narrow = Surface(id: SurfaceID(2), kind: .touchpad, size: Vector(x: 440.9, y: 300))
        let wide = Surface(id: SurfaceID(2), kind: .touchpad, size: Vector(x: 440.94, y: 300))
        #expect(try events(held, on: narrow, mirrored: false) == tapped)
        #expect(try events(held, on: wide, mirrored: false) == ["press#1 began @0", "press#1 cancelled @500"])
        #expect(try events(held, on: .screen, mirrored: false) == tapped)
    }
}
