import GestureCore
import TestSupport
import Testing

/// Taps of one finger, and when they become final.
@Suite struct TapTests {
    @Test(arguments: [
        Replay(
            "a single tap is final at once if only single taps are requested", "0 down a 100,100; 50 up a",
            "tap#1 ended x1 @50"),
        Replay(
            "two taps are two single taps if only these are requested",
            "0 down a 100,100; 50 up a; 150 down a 100,100; 200 up a", "tap#1 ended x1 @50; tap#2 ended x1 run 2 @200"),
        Replay(
            "a tap waits for the gap if a double tap can follow", "0 down a 100,100; 50 up a",
            "tap#1 possible x1 @50; tap#1 ended x1 @50 decided 350", asking: "tap x1 x2"),
        Replay(
            "the gap counts from the lift, however long the press",
            "0 down a 100,100; 350 up a; 650 down a 100,100; 700 up a",
            "tap#1 possible x1 @350; tap#1 ended x2 @700", asking: "tap x1 x2"),
        Replay(
            "a second tap makes a double tap and no single tap",
            "0 down a 100,100; 50 up a; 150 down a 100,100; 200 up a",
            "tap#1 possible x1 @50; tap#1 ended x2 @200", asking: "tap x1 x2"),
        Replay(
            "a third tap after a double tap is a single tap",
            "0 down a 100,100; 50 up a; 150 down a 100,100; 200 up a; 300 down a 100,100; 350 up a",
            """
            tap#1 possible x1 @50; tap#1 ended x2 @200
            tap#2 possible x1 run 3 @350; tap#2 ended x1 run 3 @350 decided 650
            """, asking: "tap x1 x2"),
        Replay(
            "two double taps in a row",
            "0 down a 9,9; 10 up a; 20 down a 9,9; 30 up a; 40 down a 9,9; 50 up a; 60 down a 9,9; 70 up a",
            "tap#1 possible x1 @10; tap#1 ended x2 @30; tap#2 possible x1 run 3 @50; tap#2 ended x2 run 4 @70",
            asking: "tap x1 x2"),
        Replay(
            "of three counts, one tap is a single tap after the gap", "0 down a 100,100; 50 up a",
            "tap#1 possible x1 @50; tap#1 ended x1 @50 decided 350", asking: "tap x1 x2 x3"),
        Replay(
            "of three counts, two taps are a double tap after the gap",
            "0 down a 100,100; 50 up a; 150 down a 100,100; 200 up a",
            "tap#1 possible x1 @50; tap#1 possible x2 @200; tap#1 ended x2 @200 decided 500", asking: "tap x1 x2 x3"),
        Replay(
            "of three counts, three taps are a triple tap at once",
            "0 down a 100,100; 50 up a; 150 down a 100,100; 200 up a; 300 down a 100,100; 350 up a",
            "tap#1 possible x1 @50; tap#1 possible x2 @200; tap#1 ended x3 @350", asking: "tap x1 x2 x3"),
        Replay(
            "a second press can last any time if no long press is requested",
            "0 down a 100,100; 50 up a; 150 down a 100,100; 5000 up a",
            "tap#1 possible x1 @50; tap#1 ended x2 @5000", asking: "tap x1 x2"),
        Replay(
            "there is no shortest gap: a finger may land as the other lifts",
            "0 down a 100,100; 50 up a; down b 100,100; 90 up b", "tap#1 possible x1 @50; tap#1 ended x2 @90",
            asking: "tap x1 x2"),
    ])
    func counts(_ replay: Replay) throws {
        let events = try replay.run(asking: "tap")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "one tap is not reported if only double taps are requested", "0 down a 9,9; 50 up a", "", asking: "tap x2"),
        Replay(
            "the first tap is not reported if only double taps are requested",
            "0 down a 9,9; 50 up a; 150 down a 9,9; 200 up a", "tap#1 ended x2 @200", asking: "tap x2"),
        Replay(
            "two taps are not reported if only triple taps are requested",
            "0 down a 9,9; 50 up a; 150 down a 9,9; 200 up a",
            "",
            asking: "tap x3"),
        Replay(
            "with single and triple taps, two taps are two single taps after the gap",
            "0 down a 9,9; 50 up a; 150 down a 9,9; 200 up a",
            "tap#1 possible x1 @50; tap#1 ended x1 @50 decided 500; tap#2 ended x1 run 2 @200 decided 500",
            asking: "tap x1 x3"),
        Replay(
            "with double and triple taps, two taps are a double tap after the gap",
            "0 down a 9,9; 50 up a; 150 down a 9,9; 200 up a",
            "tap#1 possible x2 @200; tap#1 ended x2 @200 decided 500", asking: "tap x2 x3"),
        Replay(
            "with double and triple taps, one tap is not reported", "0 down a 9,9; 50 up a", "", asking: "tap x2 x3"),
        Replay(
            "with double and fivefold taps, three taps are one double tap",
            "0 down a 9,9; 10 up a; 20 down a 9,9; 30 up a; 40 down a 9,9; 50 up a",
            "tap#1 possible x2 @30; tap#1 ended x2 @30 decided 350", asking: "tap x2 x5"),
        Replay(
            "with single, double and fourfold taps, three taps are a double and a single tap",
            "0 down a 9,9; 10 up a; 20 down a 9,9; 30 up a; 40 down a 9,9; 50 up a",
            """
            tap#1 possible x1 @10; tap#1 possible x2 @30
            tap#1 ended x2 @30 decided 350; tap#2 ended x1 run 3 @50 decided 350
            """, asking: "tap x1 x2 x4"),
        Replay("a tap is not reported if no taps are requested", "0 down a 9,9; 50 up a", "", asking: "swipe"),
    ])
    func countsAskedFor(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test func `ten taps can be requested as one gesture`() throws {
        let script = (0..<10).map { "\($0 * 200) down a 9,9; \($0 * 200 + 50) up a" }.joined(separator: "; ")
        let replay = Replay("ten taps", script, "tap#1 ended x10 @1850", asking: "tap x10")
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "a second press just within the gap", "0 down a 9,9; 50 up a; 349.999 down a 9,9; 400 up a",
            "tap#1 possible x1 @50; tap#1 ended x2 @400"),
        Replay(
            "a second press at the end of the gap", "0 down a 9,9; 50 up a; 350 down a 9,9; 400 up a",
            "tap#1 possible x1 @50; tap#1 ended x2 @400"),
        Replay(
            "a second press just after the gap", "0 down a 9,9; 50 up a; 350.001 down a 9,9; 400 up a",
            """
            tap#1 possible x1 @50; tap#1 ended x1 @50 decided 350
            tap#2 possible x1 run 2 @400; tap#2 ended x1 run 2 @400 decided 700
            """),
        Replay(
            "a second press just within the distance",
            "0 down a 100,100; 50 up a; 100 down a 199.999,100; 150 up a",
            "tap#1 possible x1 @50; tap#1 ended x2 @150"),
        Replay(
            "a second press exactly at the distance makes a double tap",
            "0 down a 100,100; 50 up a; 100 down a 160,180; 150 up a",
            "tap#1 possible x1 @50; tap#1 ended x2 @150"),
        Replay(
            "a second press just beyond the distance makes the first final",
            "0 down a 100,100; 50 up a; 100 down a 200.001,100; 150 up a",
            """
            tap#1 possible x1 @50; tap#1 ended x1 @50 decided 100
            tap#2 possible x1 @150; tap#2 ended x1 @150 decided 450
            """),
        Replay(
            "the distance is from press to press, not from the lift",
            "0 down a 100,100; 20 move a 120,100; 50 up a; 100 down a 200,100; 150 up a",
            "tap#1 possible x1 @50; tap#1 ended x2 @150"),
        Replay(
            "the distance is from press to press, though the lift was near",
            "0 down a 100,100; 20 move a 120,100; 50 up a; 100 down a 200.001,100; 150 up a",
            """
            tap#1 possible x1 @50; tap#1 ended x1 @50 decided 100
            tap#2 possible x1 @150; tap#2 ended x1 @150 decided 450
            """),
        Replay(
            "each press of three is near the one before it",
            "0 down a 100,100; 50 up a; 100 down a 200,100; 150 up a; 200 down a 300,100; 250 up a",
            "tap#1 ended x3 @250", asking: "tap x3"),
        Replay(
            "two taps elsewhere make a double tap of their own",
            "0 down a 100,100; 50 up a; 100 down a 500,100; 150 up a; 200 down a 500,100; 250 up a",
            "tap#1 possible x1 @50; tap#1 ended x1 @50 decided 100; tap#2 possible x1 @150; tap#2 ended x2 @250"),
        Replay(
            "after a slow gap, the second and the third tap make a double tap",
            "0 down a 9,9; 50 up a; 400 down a 9,9; 450 up a; 500 down a 9,9; 550 up a",
            """
            tap#1 possible x1 @50; tap#1 ended x1 @50 decided 350
            tap#2 possible x1 run 2 @450; tap#2 ended x2 run 3 @550
            """),
    ])
    func gapAndDistance(_ replay: Replay) throws {
        let events = try replay.run(asking: "tap x1 x2")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay("a finger within slop taps", "0 down a 100,100; 10 move a by 19.999,0; 50 up a", "tap#1 ended x1 @50"),
        Replay(
            "a finger that moves to slop and back taps",
            "0 down a 100,100; 10 move a by 20,0; 20 move a by -20,0; 50 up a",
            "tap#1 ended x1 @50"),
        Replay(
            "a finger that moves diagonally to slop taps", "0 down a 100,100; 10 move a by -12,16; 50 up a",
            "tap#1 ended x1 @50"),
        Replay(
            "a finger that moves just beyond slop and back does not tap",
            "0 down a 100,100; 10 move a by 20.001,0; 20 move a by -20.001,0; 50 up a",
            ""),
        Replay(
            "a finger that moves far and back does not tap",
            "0 down a 100,100; 10 move a by 100,0; 20 move a by -100,0; 50 up a", ""),
        Replay(
            "slop is measured from the landing, not along the path",
            "0 down a 100,100; 10 move a by 20,0; 20 move a by -40,0; 30 move a by 20,20; 50 up a", "tap#1 ended x1 @50"
        ),
        Replay(
            "a finger within slop of a touchpad taps", "0 down a 100,100; 10 move a by 8,0; 50 up a",
            "tap#1 ended x1 @50", on: .pad),
        Replay(
            "a finger just beyond slop of a touchpad does not tap", "0 down a 100,100; 10 move a by 8.001,0; 50 up a",
            "", on: .pad),
    ])
    func slop(_ replay: Replay) throws {
        let events = try replay.run(asking: "tap")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "a pause of 500 ms continues the run", "0 down a 9,9; 50 up a; 550 down a 9,9; 600 up a",
            "tap#1 ended x1 @50; tap#2 ended x1 run 2 @600"),
        Replay(
            "a pause of just more than 500 ms ends the run", "0 down a 9,9; 50 up a; 550.001 down a 9,9; 600 up a",
            "tap#1 ended x1 @50; tap#2 ended x1 @600"),
        Replay(
            "a tap elsewhere starts a run of its own", "0 down a 100,100; 50 up a; 100 down a 300,100; 150 up a",
            "tap#1 ended x1 @50; tap#2 ended x1 @150"),
        Replay(
            "a touch that is no tap ends the run",
            "0 down a 9,9; 50 up a; 100 down a 9,9; 120 move a by 30,0; 150 up a; 200 down a 9,9; 250 up a",
            "tap#1 ended x1 @50; tap#2 ended x1 @250"),
        Replay(
            "a finger that is lost ends the run",
            "0 down a 9,9; 50 up a; 100 down a 9,9; 120 cancel a; 200 down a 9,9; 250 up a",
            "tap#1 ended x1 @50; tap#2 ended x1 @250"),
        Replay(
            "a tap with another number of fingers ends the run",
            "0 down a 9,9; 50 up a; 100 down a 9,9 b 59,9; 150 up all; 200 down a 9,9; 250 up a",
            "tap#1 ended x1 @50; tap#2 ended x1 f2 @150; tap#3 ended x1 @250"),
        Replay(
            "a run counts through single and double taps",
            "0 down a 9,9; 50 up a; 450 down a 9,9; 500 up a; 550 down a 9,9; 600 up a",
            """
            tap#1 possible x1 @50; tap#1 ended x1 @50 decided 350
            tap#2 possible x1 run 2 @500; tap#2 ended x2 run 3 @600
            """, asking: "tap x1 x2"),
    ])
    func run(_ replay: Replay) throws {
        let events = try replay.run(asking: "tap")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "a drag makes it final, in the frame in which it begins",
            "0 down a 9,9; 50 up a; 100 down a 9,9; 120 move a by 21,0; 200 up a",
            """
            tap#1 possible x1 @50; tap#1 ended x1 @50 decided 120
            drag#2 began by 1,0 @120; drag#2 ended by 1,0 @200
            """, asking: "tap x1 x2, drag"),
        Replay(
            "a long press makes it final, at its deadline", "0 down a 9,9; 50 up a; 100 down a 9,9; 800 up a",
            """
            tap#1 possible x1 @50; tap#1 ended x1 @50 decided 700
            longPress#2 began @700; longPress#2 ended by 0,0 @800
            """, asking: "tap x1 x2, longPress"),
        Replay(
            "a tap elsewhere makes it final, when its finger lands",
            "0 down a 9,9; 50 up a; 100 down a 300,9; 150 up a",
            """
            press#1 began @0; press#1 ended @50; tap#2 possible x1 @50
            press#3 began @100; tap#2 ended x1 @50 decided 100
            press#3 ended @150; tap#4 possible x1 @150; tap#4 ended x1 @150 decided 450
            """,
            asking: "press, tap x1 x2"),
        Replay(
            "more fingers make it final, when they land",
            "0 down a 9,9; 50 up a; 100 down a 9,9; 110 down b 59,9; 150 up all",
            "tap#1 possible x1 @50; tap#1 ended x1 @50 decided 110; tap#2 possible x1 f2 @150; tap#2 ended x1 f2 @150 decided 450",
            asking: "tap x1 x2"),
        Replay(
            "a second finger that is lost makes it final, and does not tap",
            "0 down a 9,9; 50 up a; 100 down a 9,9; 120 cancel a; 130 up a?",
            "tap#1 possible x1 @50; tap#1 ended x1 @50 decided 120", asking: "tap x1 x2"),
        Replay(
            "unplugging makes it final", "0 down a 9,9; 50 up a; 120 unplug",
            "tap#1 possible x1 @50; tap#1 ended x1 @50 decided 120", asking: "tap x1 x2"),
        Replay(
            "unplugging under a second finger makes it final", "0 down a 9,9; 50 up a; 100 down a 9,9; 120 unplug",
            "tap#1 possible x1 @50; tap#1 ended x1 @50 decided 120", asking: "tap x1 x2"),
        Replay(
            "two taps of three are final as a double tap when a drag begins",
            "0 down a 9,9; 50 up a; 100 down a 9,9; 150 up a; 200 down a 9,9; 220 move a by 30,0; 250 up a",
            """
            tap#1 possible x1 @50; tap#1 possible x2 @150; tap#1 ended x2 @150 decided 220
            drag#2 began by 10,0 @220; drag#2 ended by 10,0 @250
            """, asking: "tap x1 x2 x3, drag"),
        Replay(
            "a tap becomes final before the next touch is over",
            "0 down a 9,9; 50 up a; 100 down a 9,9; 120 move a by 21,0; 900 up a",
            "tap#1 possible x1 @50; tap#1 ended x1 @50 decided 120", asking: "tap x1 x2"),
        Replay(
            "a final tap keeps the position and the time of its own lift",
            "0 down a 100,100; 20 move a 110,100; 50 up a; 100 down a 150,100; 120 move a by 21,0; 200 up a",
            "tap#1 possible x1 at 110,100 @50; tap#1 ended x1 at 110,100 @50 decided 120", asking: "tap x1 x2",
            showing: .places),
        Replay(
            "a double tap has the position of its second lift",
            "0 down a 100,100; 50 up a; 100 down a 150,100; 120 move a by 5,0; 200 up a",
            "tap#1 possible x1 at 100,100 @50; tap#1 ended x2 at 155,100 @200", asking: "tap x1 x2", showing: .places),
    ])
    func heldBack(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "without a long press, a tap can last any time", "0 down a 9,9; 3600000 up a", "tap#1 ended x1 @3600000",
            asking: "tap"),
        Replay(
            "with a long press of two fingers, a tap of one can last any time", "0 down a 9,9; 3600000 up a",
            "tap#1 ended x1 @3600000", asking: "tap, longPress f2"),
        Replay("a lift just before a long press is a tap", "0 down a 9,9; 599.999 up a", "tap#1 ended x1 @599.999"),
        Replay("a lift at the instant of a long press is a tap", "0 down a 9,9; 600 up a", "tap#1 ended x1 @600"),
        Replay(
            "a lift just after a long press began is no tap", "0 down a 9,9; 600.001 up a",
            "longPress#1 began @600; longPress#1 ended by 0,0 @600.001"),
    ])
    func duration(_ replay: Replay) throws {
        let events = try replay.run(asking: "tap, longPress")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay("a finger that is lost is no tap", "0 down a 9,9; 30 cancel a", ""),
        Replay("the lift after the loss is ignored", "0 down a 9,9; 30 cancel a; 50 up a?", ""),
        Replay("a lift without a landing is ignored", "50 up a?", ""),
        Replay("unplugging before the lift prevents the tap", "0 down a 9,9; 30 unplug; 50 up a", ""),
        Replay(
            "after an overrun, the next finger taps normally",
            "0 down a 9,9; 30 cancel all; 40 up a?; 60 down b 9,9; 90 up b", "tap#1 ended x1 @90"),
        Replay(
            "a tap just after a drag is a tap", "0 down a 9,9; 10 move a by 50,0; 20 up a; 30 down a 9,9; 40 up a",
            "tap#1 ended x1 @40"),
        Replay(
            "a lift and a landing in one frame are two taps",
            "0 down a 9,9; 40 up a; down b 9,9; 80 up b", "tap#1 ended x1 @40; tap#2 ended x1 run 2 @80"),
        Replay(
            "plugging the device in again starts a new run",
            "0 down a 9,9; 30 up a; 40 unplug; 50 plug; 60 down a 9,9; 90 up a",
            "tap#1 ended x1 @30; tap#2 ended x1 @90"),
    ])
    func interruption(_ replay: Replay) throws {
        let events = try replay.run(asking: "tap")
        #expect(events == replay.expected)
    }
}
