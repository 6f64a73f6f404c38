import GestureCore
import TestSupport
import Testing

/// Compositions: exclusive, simultaneous and sequenced gestures.
@Suite struct CompositionTests {
    private static let corner = Rectangle(x: 0, y: 0, width: 0.1, height: 0.1)
    private static let otherCorner = Rectangle(x: 0.9, y: 0, width: 0.1, height: 0.1)

    // MARK: Exclusive

    @Test(arguments: [
        Replay(
            "the first to be recognized wins: a drag begins long before a swipe ends",
            "0 down a 500,500; 50 move a by 100,0; 80 up a",
            "drag#1 began by 80,0 of one @50; drag#1 ended by 80,0 of one @80",
            [DragGesture().exclusively(before: SwipeGesture()).named("one")]),
        Replay(
            "a gesture decided at the lift wins over those after it in order",
            "0 down a 500,500; 50 move a by 100,0; 80 up a",
            "drag#1 began by 80,0 of one @50; drag#1 cancelled by 80,0 of one @80; swipe#2 ended right by 100,0 of one @80",
            [SwipeGesture().exclusively(before: DragGesture()).named("one")]),
        Replay(
            "a drag that does not become a swipe ends as a drag", "0 down a 500,500; 50 move a by 40,0; 80 up a",
            "drag#1 began by 20,0 of one @50; drag#1 ended by 20,0 of one @80",
            [SwipeGesture().exclusively(before: DragGesture()).named("one")]),
        Replay(
            "the first in order wins if two are recognized in one frame",
            "0 down a 400,500 b 600,500; 10 move b 600,650; 20 move b by 0,10; 30 up all",
            "pinch#1 began f2 scale 1.042 of one @10; pinch#1 changed f2 scale 1.067 of one @20; pinch#1 ended f2 scale 1.067 of one @30",
            [MagnifyGesture().exclusively(before: RotateGesture()).named("one")]),
        Replay(
            "the first in order wins in the reverse order, too",
            "0 down a 400,500 b 600,500; 10 move b 600,650; 30 up all",
            "rotation#1 began f2 turn 30.524 of one @10; rotation#1 ended f2 turn 30.524 of one @30",
            [RotateGesture().exclusively(before: MagnifyGesture()).named("one")]),
        Replay(
            "the next touch can have another winner",
            "0 down a 500,500; 50 move a by 100,0; 80 up a; 2000 down a 500,500; 2050 up a",
            "drag#1 began by 80,0 of one @50; drag#1 ended by 80,0 of one @80; tap#2 ended x1 of one @2050",
            [DragGesture().exclusively(before: TapGesture()).named("one")]),
        Replay(
            "a tap that a drag elsewhere makes final does not compete with it",
            "0 down a 500,500; 50 up a; 150 down a 900,500; 200 move a by 100,0; 250 up a",
            """
            tap#1 possible x1 of one @50; tap#1 ended x1 of one @50 decided 150
            drag#2 began by 80,0 of one @200; drag#2 ended by 80,0 of one @250
            """,
            [
                TapGesture(count: 2).exclusively(before: TapGesture()).exclusively(before: DragGesture()).named("one")
            ]),
        Replay(
            "a single tap waits for a double tap", "0 down a 500,500; 50 up a",
            "tap#1 possible x1 of one @50; tap#1 ended x1 of one @50 decided 350",
            [TapGesture(count: 2).exclusively(before: TapGesture()).named("one")]),
        Replay(
            "nested: one of a pinch and a rotation, beside a drag",
            "0 down a 400,500 b 600,500; 10 move a by -50,0 b by 100,0; 20 up all",
            """
            drag#1 began f2 by 5,0 of both @10; pinch#2 began f2 scale 1.458 of both @10
            pinch#2 ended f2 scale 1.458 of both @20; drag#1 ended f2 by 5,0 of both @20
            """,
            [
                MagnifyGesture().exclusively(before: RotateGesture()).simultaneously(with: DragGesture()).named("both")
            ]),
    ])
    func exclusive(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Simultaneous

    @Test(arguments: [
        Replay(
            "both gestures are reported", "0 down a 500,500; 50 move a by 100,0; 80 up a",
            """
            drag#1 began by 80,0 of both @50; drag#1 ended by 80,0 of both @80; swipe#2 ended right by 100,0 of both @80
            """, [DragGesture().simultaneously(with: SwipeGesture()).named("both")]),
        Replay(
            "two compositions are independent", "0 down a 500,500; 50 up a",
            "tap#1 possible x1 of slow @50; tap#2 ended x1 of quick @50; tap#1 ended x1 of slow @50 decided 350",
            [
                TapGesture(count: 2).exclusively(before: TapGesture()).named("slow"),
                Composition(name: "quick", TapGesture().expression),
            ]),
        Replay(
            "a composition does not delay the selection", "0 down a 500,500; 50 up a",
            "tap#1 ended x1 @50", asking: "tap", [Composition(name: "five", TapGesture(count: 5).expression)]),
        Replay(
            "a tap counts only in its area", "0 down a 100,100; 50 up a; 2000 down a 300,300; 2050 up a",
            "tap#1 ended x1 of corner @50", [Composition(name: "corner", TapGesture(in: corner).expression)]),
        Replay(
            "a swipe counts only in its direction",
            "0 down a 500,500; 50 move a by 100,0; 80 up a; 2000 down a 500,500; 2050 move a by -100,0; 2080 up a",
            "swipe#1 ended left by -100,0 of back @2080", [Composition(name: "back", SwipeGesture(.left).expression)]),
        Replay(
            "an edge swipe counts only from its edge",
            "0 down a 0,600; 50 move a by 100,0; 80 up a; 1000 down a 0,0; 1050 move a by 100,0; 1080 up a",
            "edgeSwipe#1 ended right from left middle by 100,0 of drawer @80",
            [Composition(name: "drawer", EdgeSwipeGesture(from: .left).expression)]),
    ])
    func simultaneous(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Sequenced

    private static let pickUp = LongPressGesture().sequenced(before: DragGesture()).named("move")

    @Test(arguments: [
        Replay(
            "the finger of the long press drags", "0 down a 500,500; 700 move a by 30,0; 710 move a by 10,0; 720 up a",
            """
            longPress#1 began of move 1/2 @600; longPress#1 changed by 30,0 of move 1/2 @700
            drag#2 began by 10,0 of move 2/2 @700; longPress#1 changed by 40,0 of move 1/2 @710
            drag#2 changed by 20,0 of move 2/2 @710; longPress#1 ended by 40,0 of move 1/2 @720
            drag#2 ended by 20,0 of move 2/2 @720
            """, [pickUp]),
        Replay("no drag without a long press", "0 down a 500,500; 10 move a by 30,0; 700 up a", "", [pickUp]),
        Replay(
            "no drag in the touch after a long press",
            "0 down a 500,500; 700 up a; 800 down a 500,500; 850 move a by 100,0; 900 up a",
            "longPress#1 began of move 1/2 @600; longPress#1 ended by 0,0 of move 1/2 @700", [pickUp]),
        Replay(
            "the sequence can be repeated",
            "0 down a 500,500; 700 move a by 30,0; 720 up a; 1000 down a 500,500; 1700 move a by 30,0; 1720 up a",
            """
            longPress#1 began of move 1/2 @600; longPress#1 changed by 30,0 of move 1/2 @700
            drag#2 began by 10,0 of move 2/2 @700; longPress#1 ended by 30,0 of move 1/2 @720
            drag#2 ended by 10,0 of move 2/2 @720
            longPress#3 began of move 1/2 @1600; longPress#3 changed by 30,0 of move 1/2 @1700
            drag#4 began by 10,0 of move 2/2 @1700; longPress#3 ended by 30,0 of move 1/2 @1720
            drag#4 ended by 10,0 of move 2/2 @1720
            """, [pickUp]),
        Replay(
            "unplugging cancels the sequence",
            "0 down a 500,500; 650 unplug; 700 plug; 800 down b 500,500; 850 move b by 100,0; 900 up b",
            "longPress#1 began of move 1/2 @600; longPress#1 cancelled by 0,0 of move 1/2 @650", [pickUp]),
    ])
    func longPressThenDrag(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    private static let zoom = TapGesture().sequenced(before: DragGesture(), within: .milliseconds(500)).named("zoom")

    @Test(arguments: [
        Replay(
            "the second press can drag",
            "0 down a 500,500; 50 up a; 150 down a 500,500; 200 move a by 0,30; 250 move a by 0,-10; 300 up a",
            """
            tap#1 ended x1 of zoom 1/2 @50; drag#2 began by 0,10 of zoom 2/2 @200
            drag#2 changed by 0,0 of zoom 2/2 @250; drag#2 ended by 0,0 of zoom 2/2 @300
            """, [zoom]),
        Replay(
            "just in time", "0 down a 500,500; 50 up a; 450 down a 500,500; 500 move a by 0,30; 510 up a",
            "tap#1 ended x1 of zoom 1/2 @50; drag#2 began by 0,10 of zoom 2/2 @500; drag#2 ended by 0,10 of zoom 2/2 @510",
            [zoom]),
        Replay(
            "too late", "0 down a 500,500; 50 up a; 450 down a 500,500; 500.001 move a by 0,30; 510 up a",
            "tap#1 ended x1 of zoom 1/2 @50", [zoom]),
        Replay(
            "a second tap in place of the drag starts the sequence again",
            "0 down a 500,500; 50 up a; 100 down a 500,500; 150 up a; 300 down a 500,500; 600 move a by 0,30; 610 up a",
            """
            tap#1 ended x1 of zoom 1/2 @50; tap#2 ended x1 run 2 of zoom 1/2 @150
            drag#3 began by 0,10 of zoom 2/2 @600; drag#3 ended by 0,10 of zoom 2/2 @610
            """,
            [
                TapGesture().sequenced(
                    before: DragGesture().exclusively(before: TapGesture(count: 1, in: corner)),
                    within: .milliseconds(500)
                ).named("zoom")
            ]),
    ])
    func tapThenDrag(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    private static let heldTap = TapGesture(count: 2).exclusively(before: TapGesture())
        .sequenced(before: DragGesture()).named("s")

    @Test(arguments: [
        Replay(
            "a drag that makes a tap final begins in the same frame",
            "0 down a 100,100; 50 up a; 150 down a 100,100; 160 move a by 0,30; 170 up a",
            """
            tap#1 possible x1 of s 1/2 @50; tap#1 ended x1 of s 1/2 @50 decided 160
            drag#2 began by 0,10 of s 2/2 @160; drag#2 ended by 0,10 of s 2/2 @170
            """, [heldTap]),
        Replay(
            "a drag follows a tap that is already final",
            "0 down a 100,100; 50 up a; 500 down a 100,100; 510 move a by 0,30; 520 up a",
            """
            tap#1 possible x1 of s 1/2 @50; tap#1 ended x1 of s 1/2 @50 decided 350
            drag#2 began by 0,10 of s 2/2 @510; drag#2 ended by 0,10 of s 2/2 @520
            """, [heldTap]),
        Replay(
            "a long press that makes a tap final comes after it",
            "0 down a 100,100; 50 up a; 150 down a 100,100; 760 up a",
            """
            tap#1 possible x1 of s 1/2 @50; tap#1 ended x1 of s 1/2 @50 decided 750
            longPress#2 began of s 2/2 @750; longPress#2 ended by 0,0 of s 2/2 @760
            """,
            [
                TapGesture(count: 2).exclusively(before: TapGesture()).sequenced(before: LongPressGesture()).named("s")
            ]),
    ])
    func heldTapThenDrag(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Hidden service menus

    private static let fiveTaps = TapGesture(count: 4, in: corner)
        .sequenced(before: LongPressGesture(in: corner), within: .milliseconds(5000)).named("menu")

    /// This number of taps, 150 ms apart.
    private static func taps(_ count: Int, at place: String = "50,50") -> String {
        (0..<count).map { "\($0 * 150) down a \(place); \($0 * 150 + 50) up a; " }.joined()
    }

    @Test(arguments: [
        Replay(
            "five taps in a corner with the last one held open the menu", taps(4) + "600 down a 50,50; 1300 up a",
            """
            tap#1 ended x4 of menu 1/2 @500; longPress#2 began of menu 2/2 @1200; longPress#2 ended by 0,0 of menu 2/2 @1300
            """, [fiveTaps]),
        Replay(
            "three taps and a held one do not", taps(3) + "450 down a 50,50; 1200 up a", "",
            [fiveTaps]),
        Replay(
            "four taps are only the first stage", taps(3) + "450 down a 50,50; 1050 up a",
            "tap#1 ended x4 of menu 1/2 @1050", [fiveTaps]),
        Replay(
            "five taps before the held one do not",
            taps(5) + "750 down a 50,50; 1400 up a", "tap#1 ended x4 of menu 1/2 @500", [fiveTaps]),
        Replay(
            "four taps and a fifth that is not held do not", taps(4) + "600 down a 50,50; 1199 up a",
            "tap#1 ended x4 of menu 1/2 @500",
            [fiveTaps]),
        Replay(
            "taps outside of the corner do not", taps(4, at: "500,500") + "600 down a 50,50; 1300 up a", "", [fiveTaps]),
        Replay(
            "a last tap held elsewhere does not", taps(4) + "600 down a 500,50; 1300 up a",
            "tap#1 ended x4 of menu 1/2 @500", [fiveTaps]),
        Replay(
            "a swipe between does not",
            taps(4) + "600 down a 900,500; 650 move a by 100,0; 700 up a; 800 down a 50,50; 1500 up a",
            "tap#1 ended x4 of menu 1/2 @500", [fiveTaps]),
        Replay(
            "just in time", taps(4) + "4400 down a 50,50; 5001 up a",
            """
            tap#1 ended x4 of menu 1/2 @500; longPress#2 began of menu 2/2 @5000; longPress#2 ended by 0,0 of menu 2/2 @5001
            """, [fiveTaps]),
        Replay(
            "too late", taps(4) + "4400.001 down a 50,50; 5100 up a", "tap#1 ended x4 of menu 1/2 @500", [fiveTaps]),
    ])
    func fiveTapsInACorner(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    private static let corners = TapGesture(in: corner)
        .sequenced(before: TapGesture(in: otherCorner), within: .milliseconds(2000)).named("corners")

    @Test(arguments: [
        Replay(
            "taps in both corners in order", "0 down a 50,50; 50 up a; 500 down a 1950,50; 550 up a",
            "tap#1 ended x1 of corners 1/2 @50; tap#2 ended x1 of corners 2/2 @550", [corners]),
        Replay(
            "not in the reverse order", "0 down a 1950,50; 50 up a; 500 down a 50,50; 550 up a",
            "tap#1 ended x1 of corners 1/2 @550", [corners]),
        Replay(
            "a second tap in the first corner starts again",
            "0 down a 50,50; 50 up a; 500 down a 50,50; 550 up a; 2500 down a 1950,50; 2500 up a",
            "tap#1 ended x1 of corners 1/2 @50; tap#2 ended x1 run 2 of corners 1/2 @550; tap#3 ended x1 of corners 2/2 @2500",
            [corners]),
        Replay(
            "not with a tap between",
            "0 down a 50,50; 50 up a; 300 down a 900,900; 350 up a; 500 down a 1950,50; 550 up a",
            "tap#1 ended x1 of corners 1/2 @50", [corners]),
        Replay(
            "not with a swipe between",
            "0 down a 50,50; 50 up a; 300 down a 900,900; 320 move a by 100,0; 350 up a; 500 down a 1950,50; 550 up a",
            "tap#1 ended x1 of corners 1/2 @50", [corners]),
        Replay(
            "just in time", "0 down a 50,50; 50 up a; 1900 down a 1950,50; 2000 up a",
            "tap#1 ended x1 of corners 1/2 @50; tap#2 ended x1 of corners 2/2 @2000", [corners]),
        Replay(
            "too late", "0 down a 50,50; 50 up a; 1900 down a 1950,50; 2000.001 up a",
            "tap#1 ended x1 of corners 1/2 @50", [corners]),
        Replay(
            "not with a palm between",
            "0 down a 50,50; 50 up a; 300 down a 900,900; 350 cancel a; 500 down a 1950,50; 550 up a",
            "tap#1 ended x1 of corners 1/2 @50", [corners]),
        Replay(
            "again after the first time",
            """
            0 down a 50,50; 50 up a; 500 down a 1950,50; 550 up a
            1000 down a 1950,50; 1050 up a; 1500 down a 50,50; 1550 up a; 1600 down a 1950,50; 1650 up a
            """,
            """
            tap#1 ended x1 of corners 1/2 @50; tap#2 ended x1 of corners 2/2 @550
            tap#3 ended x1 of corners 1/2 @1550; tap#4 ended x1 of corners 2/2 @1650
            """, [corners]),
    ])
    func cornersInOrder(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test func `a sequence can contain sequences`() throws {
        let twice = TapGesture().sequenced(before: TapGesture())
        let replay = Replay(
            "",
            "0 down a 50,50; 50 up a; 500 down a 50,50; 550 up a; 1000 down a 50,50; 1050 up a; 1500 down a 50,50; 1550 up a",
            """
            tap#1 ended x1 of four 1/4 @50; tap#2 ended x1 run 2 of four 2/4 @550
            tap#3 ended x1 run 3 of four 3/4 @1050; tap#4 ended x1 run 4 of four 4/4 @1550
            """, [twice.sequenced(before: twice).named("four")])
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test func `a sequence can begin with two gestures in any order`() throws {
        let both = TapGesture(in: Self.corner).simultaneously(with: TapGesture(in: Self.otherCorner))
        let composition = both.sequenced(before: SwipeGesture(.up)).named("all")
        for (first, second) in [("50,50", "1950,50"), ("1950,50", "50,50")] {
            let replay = Replay(
                "",
                "0 down a \(first); 50 up a; 500 down a \(second); 550 up a; 900 down a 500,500; 950 move a by 0,-90; 960 up a",
                """
                tap#1 ended x1 of all 1/2 @50; tap#2 ended x1 of all 1/2 @550; swipe#3 ended up by 0,-90 of all 2/2 @960
                """, [composition])
            let events = try replay.run()
            #expect(events == replay.expected)
        }
    }

    // MARK: Special cases

    private static func tap(_ at: Int, _ place: String) -> String { "\(at) down a \(place); \(at + 50) up a; " }

    @Test(arguments: [
        Replay(
            "a rotation in a sequence starts at 0",
            "0 down a 400,500 b 600,500; 700 move a 600,500 b 400,500; 710 up all; "
                + "1000 down a 400,500 b 600,500; 1700 move a 401,500; 1710 up all",
            """
            longPress#1 began f2 of r 1/2 @600; rotation#2 began f2 turn 180 of r 2/2 @700
            longPress#1 ended f2 by 0,0 of r 1/2 @710; rotation#2 ended f2 turn 180 of r 2/2 @710
            longPress#3 began f2 of r 1/2 @1600; longPress#3 changed f2 by 0.5,0 of r 1/2 @1700
            longPress#3 ended f2 by 0.5,0 of r 1/2 @1710
            """,
            [LongPressGesture().sequenced(before: RotateGesture()).named("r")]),
        Replay(
            "a tap can belong to both simultaneous members",
            tap(0, "500,500") + "150 down a 500,500; 200 move a by 0,120; 210 up a",
            """
            tap#1 ended x1 of s @50; tap#2 ended x1 of s 1/2 @50
            drag#3 began by 0,100 of s 2/2 @200; drag#3 ended by 0,100 of s 2/2 @210
            """,
            [TapGesture().simultaneously(with: TapGesture().sequenced(before: DragGesture())).named("s")]),
        Replay(
            "a gesture that is not recognized ends no other",
            tap(0, "500,500")
                + "1000 down a 500,500; 1010 move a by 60,0; 1020 down b 700,500; 1030 move b by 90,0; 1040 up b; "
                + "1200 move a by 10,0; 1210 up a; " + tap(1500, "500,500"),
            """
            tap#1 ended x1 of s 1/3 @50; drag#2 began by 40,0 of s 2/3 @1010; drag#2 changed f2 by 85,0 of s 2/3 @1030
            drag#2 changed by 95,0 of s 2/3 @1200; drag#2 ended by 95,0 of s 2/3 @1210; tap#3 ended x1 of s 3/3 @1550
            """,
            [
                TapGesture().sequenced(
                    before: DragGesture().exclusively(before: MagnifyGesture()).sequenced(before: TapGesture())
                )
                .named("s")
            ]),
        Replay(
            "the time counts from the very first landing",
            tap(0, "500,500") + tap(900, "500,500") + tap(1700, "500,500"),
            "tap#1 ended x1 of s 1/3 @50; tap#2 ended x1 of s 2/3 @950; tap#3 ended x1 of s 1/3 @1750",
            [
                Composition(
                    name: "s",
                    .sequence(
                        [TapGesture().sequenced(before: TapGesture()).expression, TapGesture().expression],
                        within: .milliseconds(1000)))
            ]),
        Replay(
            "half of a first stage is discarded by a touch that does not continue it",
            tap(0, "50,50") + tap(500, "900,900") + tap(1000, "1950,50")
                + "1500 down a 500,500; 1550 move a by 0,-90; 1560 up a",
            "tap#1 ended x1 of s 1/2 @50; tap#2 ended x1 of s 1/2 @1050",
            [
                TapGesture(in: corner).simultaneously(with: TapGesture(in: otherCorner)).sequenced(
                    before: SwipeGesture()
                )
                .named("s")
            ]),
        Replay(
            "only one member is recognized in a touch",
            "0 down a 500,500 b 600,500; 50 move a by 90,0 b by 90,0; 80 up a; 90 up b",
            "drag#1 began f2 by 70,0 of one @50; drag#1 ended f2 by 70,0 of one @80",
            [
                SwipeGesture().exclusively(before: DragGesture(fingers: .two)).named("one")
            ]),
        Replay(
            "a tap held back from an earlier touch does not compete",
            "0 down a 500,500 b 600,500; 50 up a b; 150 down c 500,500; 200 up c",
            "tap#1 possible x1 f2 of one @50; tap#1 ended x1 f2 of one @50 decided 200; tap#2 ended x1 of one @200",
            [
                TapGesture(fingers: .two).exclusively(before: TapGesture(count: 2, fingers: .two))
                    .exclusively(before: TapGesture(fingers: .one)).named("one")
            ]),
        Replay(
            "a drag after a long press needs the same finger",
            "0 down a 500,500; 700 down b 700,500; 710 up a; 720 move b by 90,0; 900 move b by 10,0; 910 up b",
            "longPress#1 began of s 1/2 @600; longPress#1 ended by 0,0 of s 1/2 @710",
            [LongPressGesture(fingers: .one).sequenced(before: DragGesture()).named("s")]),
        Replay(
            "a long press that is cancelled does not count", "0 down a 500,500; 700 cancel a; " + tap(1000, "500,500"),
            "longPress#1 began of s 1/2 @600; longPress#1 cancelled by 0,0 of s 1/2 @700",
            [LongPressGesture().sequenced(before: TapGesture()).named("s")]),
        Replay(
            "each of several taps has to be in the area",
            tap(0, "210,50") + tap(150, "190,50") + tap(300, "190,50") + tap(450, "190,50"), "",
            [Composition(name: "corner", TapGesture(count: 4, in: corner).expression)]),
        Replay(
            "each of several taps is in the area",
            tap(0, "199.9,50") + tap(150, "190,50"), "tap#1 ended x2 of corner @200",
            [Composition(name: "corner", TapGesture(count: 2, in: corner).expression)]),
        Replay(
            "a tap that makes the first stage final is judged by the second",
            "0 down a 500,500 b 600,500 c 700,500; 50 up all; 150 down a 500,500 b 600,500; 200 up all",
            "tap#1 possible x1 f3 of s 1/2 @50; tap#1 ended x1 f3 of s 1/2 @50 decided 200",
            [
                TapGesture(fingers: .two).exclusively(before: TapGesture(count: 3)).exclusively(before: TapGesture())
                    .sequenced(before: TapGesture(count: 2)).named("s")
            ]),
        Replay(
            "a swipe of four and one of eight in one composition",
            "0 down a 500,500; 50 move a by 100,80; 60 up a; 1000 down a 500,500; 1050 move a by -100,-80; 1060 up a",
            "swipe#1 ended right by 100,80 of s @60; swipe#2 ended upLeft by -100,-80 of s @1060",
            [SwipeGesture(.right).exclusively(before: SwipeGesture(.upLeft, among: .eight)).named("s")]),
    ])
    func traps(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }
}

extension FingerSet {
    fileprivate static let one = only(1)
    fileprivate static let two = only(2)

    private static func only(_ fingers: Int) -> FingerSet {
        var set = FingerSet.none
        set.insert(fingers)
        return set
    }
}
