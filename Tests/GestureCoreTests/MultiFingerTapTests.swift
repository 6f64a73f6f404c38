import GestureCore
import TestSupport
import Testing

/// Taps of several fingers.
@Suite struct MultiFingerTapTests {
    @Test(arguments: 1...10)
    func `any number of fingers up to ten taps`(_ fingers: Int) throws {
        let replay = Replay(
            "\(fingers) fingers", Script.hand(fingers, at: 0) + "; 50 up all",
            fingers == 1 ? "tap#1 ended x1 @50" : "tap#1 ended x1 f\(fingers) @50")
        let events = try replay.run(asking: "tap")
        #expect(events == replay.expected)
        #expect(try replay.run(asking: "tap f\(fingers)") == replay.expected)
        #expect(try replay.run(asking: fingers == 1 ? "tap f2-10" : "tap f1-\(fingers - 1)") == [])
    }

    @Test(arguments: 11...17)
    func `more than ten fingers make no tap`(_ fingers: Int) throws {
        #expect(try Replay("", Script.hand(fingers, at: 0) + "; 50 up all", "").run(asking: "tap") == [])
    }

    @Test(arguments: [
        Replay(
            "fingers land and lift one after the other, first in first out",
            "0 down a 100,100; 10 down b 200,100; 50 up a; 60 up b", "tap#1 ended x1 f2 @60"),
        Replay(
            "fingers land and lift one after the other, first in last out",
            "0 down a 100,100; 10 down b 200,100; 50 up b; 60 up a", "tap#1 ended x1 f2 @60"),
        Replay(
            "one finger lifts just within 300 ms of the other",
            "0 down a 100,100 b 200,100; 50 up a; 350 up b", "tap#1 ended x1 f2 @350"),
        Replay(
            "one finger that lifts more than 300 ms after the other prevents the tap",
            "0 down a 100,100 b 200,100; 50 up a; 350.001 up b", ""),
        Replay(
            "one finger lands just within 300 ms of the other",
            "0 down a 100,100; 300 down b 200,100; 350 up all", "tap#1 ended x1 f2 @350"),
        Replay(
            "a tap beside a finger that rests longer than 300 ms is no tap of two",
            "0 down a 100,100; 300.001 down b 200,100; 350 up all", ""),
        Replay(
            "each finger can move by its own slop",
            "0 down a 100,100 b 200,100; 10 move a by -20,0 b by 20,0; 50 up all", "tap#1 ended x1 f2 @50"),
        Replay(
            "one finger that moves beyond slop and back prevents the tap",
            "0 down a 100,100 b 200,100; 10 move b by 20.001,0; 20 move b by -20,0; 50 up all",
            ""),
        Replay(
            "one finger beyond slop on a touchpad prevents the tap",
            "0 down a 100,100 b 200,100; 10 move b by 0,8.001; 50 up all", "",
            on: .pad),
        Replay(
            "fingers within slop of their landing do not pinch after another finger has tapped",
            """
            0 down a 300,400 b 400,400; 10 move a by -15,0 b by 15,0; 20 down c 350,600; 30 up c
            40 move a by 30,0 b by -30,0; 50 up a b
            """, "tap#1 ended x1 f3 @50", asking: "tap, pinch"),
        Replay(
            "fingers at slop on a touchpad tap", "0 down a 100,100 b 200,100; 10 move a by 8,0 b by 0,8; 50 up all",
            "tap#1 ended x1 f2 @50", on: .pad),
        Replay(
            "a finger that lands after another was lifted prevents the tap",
            "0 down a 100,100 b 200,100; 30 up b; 40 down b 200,100; 60 up all",
            ""),
        Replay(
            "fingers that tap in turn, each down before the last is up, do not tap",
            "0 down a 100,100; 40 down b 200,100; 60 up a; 100 down a 100,100; 120 up b; 160 up a", ""),
        Replay(
            "a clean tap after such taps counts",
            "0 down a 100,100; 40 down b 200,100; 60 up a; 100 down a 100,100; 120 up b; 160 up a; 200 down a 100,100; 250 up a",
            "tap#1 ended x1 @250"),
        Replay(
            "a palm leaves a tap of the other fingers", "0 down a 100,100 b 200,100; 30 cancel b; 50 up a",
            "tap#1 ended x1 @50"),
        Replay(
            "a finger that lands after the palm counts",
            "0 down a 100,100 b 200,100; 30 cancel b; 40 down c 300,100; 50 up all",
            "tap#1 ended x1 f2 @50"),
        Replay("losing all fingers makes no tap", "0 down a 100,100 b 200,100; 30 cancel all", ""),
        Replay("unplugging before the lift makes no tap", "0 down a 100,100 b 200,100; 30 unplug; 40 up all", ""),
        Replay(
            "the position is the centre of the fingers", "0 down a 100,100 b 200,160; 50 up all",
            "tap#1 ended x1 f2 at 150,130 @50",
            showing: .places),
        Replay(
            "two fingers tap if three are requested as well", Script.hand(2, at: 0) + "; 50 up all",
            "tap#1 ended x1 f2 @50", asking: "tap x1 f2, tap x1 x2 f3"),
    ])
    func hand(_ replay: Replay) throws {
        let events = try replay.run(asking: "tap")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "a double tap of two fingers",
            "0 down a 100,100 b 200,100; 50 up all; 350 down a 100,100 b 200,100; 400 up all",
            "tap#1 possible x1 f2 @50; tap#1 ended x2 f2 @400"),
        Replay(
            "a second press just after the gap makes two taps",
            "0 down a 100,100 b 200,100; 50 up all; 350.001 down a 100,100 b 200,100; 400 up all",
            """
            tap#1 possible x1 f2 @50; tap#1 ended x1 f2 @50 decided 350
            tap#2 possible x1 run 2 f2 @400; tap#2 ended x1 run 2 f2 @400 decided 700
            """),
        Replay(
            "the first tap is final if one finger of the second press is missing for 300 ms",
            "0 down a 100,100 b 200,100; 50 up all; 300 down a 100,100; 9000 up a",
            """
            tap#1 possible x1 f2 @50; tap#1 ended x1 f2 @50 decided 600
            tap#2 possible x1 @9000; tap#2 ended x1 @9000 decided 9300
            """),
        Replay(
            "the missing finger can land at exactly 300 ms",
            "0 down a 100,100 b 200,100; 50 up all; 300 down a 100,100; 600 down b 200,100; 650 up all",
            "tap#1 possible x1 f2 @50; tap#1 ended x2 f2 @650"),
        Replay(
            "the fingers can land in another order",
            "0 down a 100,100 b 300,100; 50 up all; 100 down a 300,100; 105 down b 100,100; 150 up all",
            "tap#1 possible x1 f2 @50; tap#1 ended x2 f2 @150"),
        Replay(
            "each finger of a double tap is at most the distance from one of the first tap",
            "0 down a 100,100 b 400,100; 50 up all; 100 down a 200,100 b 500,100; 150 up all",
            "tap#1 possible x1 f2 @50; tap#1 ended x2 f2 @150"),
        Replay(
            "one finger just beyond the distance makes two taps",
            "0 down a 100,100 b 400,100; 50 up all; 100 down a 200,100 b 500.001,100; 150 up all",
            """
            tap#1 possible x1 f2 @50; tap#1 ended x1 f2 @50 decided 100
            tap#2 possible x1 f2 @150; tap#2 ended x1 f2 @150 decided 450
            """),
        Replay(
            "a tap of fewer fingers makes the first tap final when they lift",
            "0 down a 100,100 b 200,100; 50 up all; 100 down a 100,100; 150 up a",
            """
            tap#1 possible x1 f2 @50; tap#1 ended x1 f2 @50 decided 150
            tap#2 possible x1 @150; tap#2 ended x1 @150 decided 450
            """),
        Replay(
            "the second finger of the second press can land after the gap",
            "0 down a 100,100 b 200,100; 50 up all; 350 down a 100,100; 400 down b 200,100; 450 up all",
            "tap#1 possible x1 f2 @50; tap#1 ended x2 f2 @450"),
        Replay(
            "waits only for the taps that are requested for that number of fingers",
            "0 down a 100,100 b 200,100; 50 up all; 500 down a 100,100; 550 up a",
            "tap#1 ended x1 f2 @50; tap#2 possible x1 @550; tap#2 ended x1 @550 decided 850",
            asking: "tap x1 f2, tap x1 x2 f1"),
    ])
    func counts(_ replay: Replay) throws {
        let events = try replay.run(asking: "tap x1 x2")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "two fingers that the sensor merges are cancelled, and the merged one is ignored",
            "0 down a 100,100 b 150,100; 1000 up a b; down c 100,120; 1010 up c", ""),
        Replay(
            "merging cancels a drag of the two fingers",
            "0 down a 100,100 b 150,100; 10 move a by 30,0 b by 30,0; 20 up a b; down c 150,100; 30 move c by 50,0; 40 up c",
            "drag#1 began f2 by 10,0 @10; drag#1 cancelled f2 by 10,0 @20"),
        Replay(
            "a finger that lands beyond slop of both is a new touch",
            "0 down a 100,100 b 150,100; 1000 up a b; down c 100,120.001; 1010 up c",
            "press#1 began @1000; tap#2 ended x1 f2 @1000; press#1 ended @1010; tap#3 ended x1 @1010"),
        Replay(
            "a finger that replaces one is a new touch", "0 down a 100,100; 1000 up a; down c 100,100; 1010 up c",
            """
            press#1 began @0; press#1 ended @1000; press#2 began @1000; tap#3 ended x1 @1000
            press#2 ended @1010; tap#4 ended x1 run 2 @1010
            """),
        Replay(
            "two fingers that replace two are new touches",
            "0 down a 100,100 b 150,100; 1000 up a b; down c 100,100 d 150,100; 1010 up c d",
            "tap#1 ended x1 f2 @1000; tap#2 ended x1 run 2 f2 @1010"),
    ])
    func mergedFingers(_ replay: Replay) throws {
        let events = try replay.run(asking: "press, tap, drag")
        #expect(events == replay.expected)
    }
}
