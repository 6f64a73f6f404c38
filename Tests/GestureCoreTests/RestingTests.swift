import GestureCore
import TestSupport
import Testing

/// A hand that leans on a touchscreen: after a second without movement, it does not count for fingers that land later.
@Suite struct RestingTests {
    private static let tap = "tap#1 ended x1 @1050"

    @Test(arguments: [
        Replay(
            "a tap beside a contact that has rested for longer than a second counts by itself",
            "0 down a 100,100; 1000.001 down b 600,600; 1050 up b", tap),
        Replay(
            "after exactly a second, the contact still counts",
            "0 down a 100,100; 1000 down b 600,600; 1050 up b", ""),
        Replay(
            "the second counts from its last movement",
            "0 down a 100,100; 500 move a by 16,0; 1050 down b 600,600; 1090 up b; 1600 down c 600,600; 1650 up c",
            "tap#1 ended x1 @1650"),
        Replay(
            "noise of three quarters of the slop is no movement",
            "0 down a 100,100; 500 move a by 15,0; 600 move a by -15,0; 1010 down b 600,600; 1050 up b", tap),
        Replay(
            "all parts of a leaning hand rest, whenever they landed",
            """
            0 down a 100,100; 200 down b 120,200; 1300 down c 140,300; 2600 down d 150,400
            3700 down e 600,600; 3750 up e
            """, "tap#1 ended x1 @3750"),
        Replay(
            "touches after the hand has left",
            "0 down a 100,100; 1100 down b 600,600; 1150 up b; 2000 up a; 9000 down c 600,600; 9050 up c",
            "tap#1 ended x1 @1150; tap#2 ended x1 @2000; tap#3 ended x1 @9050"),
        Replay(
            "two fingers tap together beside it",
            "0 down a 100,100; 1100 down b 600,600 c 700,600; 1150 up b c", "tap#1 ended x1 f2 @1150"),
        Replay(
            "on a touchpad, a resting contact counts",
            "0 down a 100,100; 1100 down b 300,100; 1150 up b", "", on: .pad),
    ])
    func taps(_ replay: Replay) throws {
        let events = try replay.run(asking: "tap")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "the press, the long press and the contact of the leaning hand go on",
            "0 down a 100,100; 1100 down b 600,600; 1150 up b; 1300 up a",
            """
            press#1 began @0; touch#2 began @0; longPress#3 began @600; press#4 began @1100; touch#5 began @1100
            press#4 ended @1150; touch#5 ended @1150; tap#6 ended x1 @1150
            press#1 ended @1300; touch#2 ended @1300; longPress#3 ended by 0,0 @1300
            """, asking: "press, touch, tap, longPress"),
        Replay(
            "the first tap of a double tap is followed by the second",
            "0 down a 100,100; 1100 down b 600,600; 1150 up b; 1300 down c 600,600; 1350 up c",
            "tap#1 possible x1 @1150; tap#1 ended x2 @1350", asking: "tap x1 x2"),
        Replay(
            "a long press beside it is one of one finger",
            "0 down a 100,100; 1100 down b 600,600; 1800 up b",
            """
            longPress#1 began @600; longPress#2 began @1700; longPress#2 ended by 0,0 @1800
            """, asking: "longPress"),
        Replay(
            "a drag, and the swipe at its end",
            "0 down a 100,100; 1100 down b 600,600; 1120 move b by 70,0; 1150 up b",
            "drag#1 began by 50,0 @1120; drag#1 ended by 50,0 @1150; swipe#2 ended right by 70,0 @1150",
            asking: "drag, swipe, pinch, rotation"),
        Replay(
            "a pinch of two fingers",
            "0 down a 100,100; 1100 down b 600,600 c 700,600; 1120 move b by -50,0 c by 50,0; 1150 up b c",
            "pinch#1 began f2 scale 1.429 @1120; pinch#1 ended f2 scale 1.429 @1150", asking: "drag, pinch"),
        Replay(
            "a drag whose finger pauses goes on beside a tap",
            """
            0 down a 100,100; 20 move a by 70,0; 1100 down b 600,600; 1150 up b; 1200 up a
            """,
            "drag#1 began by 50,0 @20; tap#2 ended x1 @1150; drag#1 ended by 50,0 @1200",
            asking: "drag, tap"),
        Replay(
            "the finger that lands later can rest in turn",
            "0 down a 100,100; 1100 down b 600,600; 2200 down c 900,600; 2250 up c",
            "tap#1 ended x1 @2250", asking: "tap"),
    ])
    func others(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Counting again

    @Test(arguments: [
        Replay(
            "once it has moved, it counts for the next finger",
            "0 down a 100,100; 1500 move a by 16,0; 1600 down b 600,600; 1650 up b", "", asking: "tap"),
        Replay(
            "a finger of a pinch that waits for the other joins it when it moves",
            """
            0 down a 500,500; 1500 down b 700,500; 1550 move b by 10,0; 1560 move a by -16,0 b by 10,0
            1570 move a by -34,0 b by 30,0; 1600 up all
            """,
            "pinch#1 began f2 scale 1.087 @1570; pinch#1 ended f2 scale 1.087 @1600",
            asking: "pinch"),
        Replay(
            "a finger that stays within three quarters of the slop does not",
            "0 down a 500,500; 1500 down b 700,500; 1520 move a by 15,0 b by 70,0; 1600 up b",
            "drag#1 began by 50,0 @1520; drag#1 ended by 50,0 @1600", asking: "drag f1, pinch"),
        Replay(
            "a finger that drags goes on to drag alone",
            "0 down a 100,100; 20 move a by 70,0; 1100 down b 600,600; 1120 move a by 30,0 b by 70,0; 1150 up all",
            """
            drag#1 began by 50,0 @20; drag#1 changed by 80,0 @1120; drag#2 began by 50,0 @1120
            drag#1 ended by 80,0 @1150; drag#2 ended by 50,0 @1150
            """, asking: "drag"),
    ])
    func moves(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Compositions, regions and reach

    private static let aside: Composition = {
        var tap = GesturePattern(.tap)
        tap.restingFingers = 1
        return Composition(name: "aside", .gesture(tap))
    }()
    private static let longHold: GesturePattern = {
        var hold = GesturePattern(.longPress)
        hold.minimumDuration = .milliseconds(2000)
        return hold
    }()
    private static let button = TrackedRegion("button", Rectangle(x: 0, y: 0, width: 0.25, height: 0.5), parent: "page")
    private static let halves = [
        TrackedRegion("left", Rectangle(x: 0, y: 0, width: 0.25, height: 1)),
        TrackedRegion("right", Rectangle(x: 0.25, y: 0, width: 0.75, height: 1)),
    ]
    private static let nested = [TrackedRegion("page", .whole), button]
    private static let reach: Thresholds = {
        var thresholds = Thresholds()
        thresholds.reach = 1000
        return thresholds
    }()

    @Test(arguments: [
        Replay(
            "a gesture of others beside a resting finger, however long it rests",
            "0 down a 100,100; 5000 down b 600,600; 5050 up b; 5100 up a", "tap#1 ended x1 of aside @5050", [aside]),
        Replay(
            "a hold, and then a tap, beside the hand",
            "0 down z 1500,1000; 2000 down a 100,100; 4200 up a; 4300 down b 100,100; 4350 up b",
            """
            longPress#1 began of s 1/2 @2000; longPress#2 began of s 1/2 @4000
            longPress#2 ended by 0,0 of s 1/2 @4200; tap#3 ended x1 of s 2/2 @4350
            """,
            [
                Composition(
                    name: "s", .sequence([.gesture(longHold), .gesture(GesturePattern(.tap))], within: nil))
            ]),
        Replay(
            "a button that nests in a page, on which a hand leans",
            "0 down z 1500,1000; 1100 down a 100,100; 1150 up a",
            """
            press#1 began in page @0; press#2 began in button @1100; press#2 ended in button @1150
            tap#3 ended x1 in button @1150
            """,
            asking: "press, tap", regions: nested),
        Replay(
            "a hand that leans on the button, and a page that scrolls",
            "0 down z 100,100; 1100 down a 1500,600; 1120 move a by 0,70; 1150 up a",
            "drag#1 began by 0,50 in page @1120; drag#1 ended by 0,50 in page @1150", asking: "drag", regions: nested),
        Replay(
            "a finger that moves out of its region joins the others there",
            "0 down a 495,100; 1500 down b 300,100; 1550 move a by 30,0 b by -30,0; 1600 up a b",
            "pinch#1 began f2 scale 1.085 in left @1550; pinch#1 ended f2 scale 1.085 in left @1600",
            asking: "pinch", regions: halves),
        Replay(
            "a finger that moves into another region joins nobody",
            "0 down a 495,100; 1500 down b 700,100; 1550 move a by 30,0 b by 30,0; 1600 up a b", "",
            asking: "pinch, tap f2, drag f2", regions: halves),
        Replay(
            "a finger that moves out of a button on a page joins the others on the page",
            "0 down a 495,100; 1500 down b 495,700; 1550 move a by 30,0 b by 30,0; 1600 up a b",
            "drag#1 began f2 by 10,0 in page @1550; drag#1 ended f2 by 10,0 in page @1600",
            asking: "drag f2", regions: nested),
        Replay(
            "another person within reach, and one beyond",
            "0 down z 100,100; 1100 down a 600,100 b 1900,100; 1150 up a b",
            "tap#1 ended x1 @1150; tap#2 ended x1 @1150", asking: "tap", thresholds: reach),
    ])
    func together(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test func `fingers that pass to another group stay the same contacts`() throws {
        let script = "0 down a 500,500; 1500 down b 700,500; 1560 move a by -50,0 b by 50,0; 1600 up all"
        let events = try Replay("", script, "", asking: "touch").run()
        #expect(events.count { $0.contains("began") } == 2 && events.count { $0.contains("ended") } == 2)
        #expect(!events.contains { $0.contains("cancelled") })
    }
}
