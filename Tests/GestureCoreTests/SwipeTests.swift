import GestureCore
import TestSupport
import Testing

/// Swipes: fingers that lift at a distance from where they landed.
@Suite struct SwipeTests {
    @Test(arguments: [
        Replay("just less than 50 pt is too short", "0 down a 100,100; 50 move a by 49.9,0; 80 up a", ""),
        Replay("0.001 pt less than 50 pt is too short", "0 down a 100,100; 50 move a by 49.999,0; 80 up a", ""),
        Replay(
            "exactly 50 pt is long enough", "0 down a 100,100; 50 move a by 50,0; 80 up a",
            "swipe#1 ended right by 50,0 @80"),
        Replay(
            "just more than 50 pt is long enough", "0 down a 100,100; 50 move a by 50.001,0; 80 up a",
            "swipe#1 ended right by 50.001,0 @80"),
        Replay(
            "exactly 50 pt is long enough in any direction", "0 down a 100,100; 50 move a by 40,30; 80 up a",
            "swipe#1 ended right by 40,30 @80"),
        Replay(
            "just less than 50 pt is too short in any direction", "0 down a 100,100; 50 move a by 39.999,30; 80 up a",
            ""),
        Replay(
            "exactly 50 pt is long enough on a touchpad", "0 down a 100,100; 50 move a by 0,-50; 80 up a",
            "swipe#1 ended up by 0,-50 @80",
            on: .pad),
        Replay(
            "just less than 50 pt is too short on a touchpad", "0 down a 100,100; 50 move a by 0,-49.9; 80 up a", "",
            on: .pad),
        Replay(
            "a movement out and back is no swipe",
            "0 down a 100,100; glide a by 100,0 for 50; 60 glide a by -100,0 for 50; 120 up a", ""),
        Replay(
            "the distance counts from landing to lift, not along the path",
            "0 down a 100,100; 10 move a by 0,60; 20 move a by 60,-60; 30 up a", "swipe#1 ended right by 60,0 @30"),
        Replay(
            "a swipe can reverse by half of its distance",
            "0 down a 100,100; 10 move a by 120,0; 20 move a by -60,0; 30 up a",
            "swipe#1 ended right by 60,0 @30"),
        Replay(
            "reversing more than half of the distance rejects it",
            "0 down a 100,100; 10 move a by 120.001,0; 20 move a by -60.001,0; 30 up a", ""),
        Replay(
            "a circle that is not quite closed is no swipe",
            "0 down a 500,500; 10 move a by 100,100; 20 move a by -100,100; 30 move a by -100,-100; 40 move a by 50,-50; 50 up a",
            ""),
        Replay(
            "a circle and a half is no swipe",
            """
            0 down a 500,500; 10 move a by 80,0; 20 move a by 0,60; 30 move a by -80,0; 40 move a by 0,-60
            50 move a by 80,0; 60 up a
            """, ""),
        Replay(
            "a path three times as long as the distance is a swipe",
            "0 down a 500,500; 10 move a by 60,0; 20 move a by 0,60; 30 move a by 0,-60; 40 up a",
            "swipe#1 ended right by 60,0 @40"),
        Replay(
            "a path just longer than three times the distance is no swipe",
            "0 down a 500,500; 10 move a by 90.001,0; 20 move a by -90.001,0; 30 move a by 0,60; 40 up a", ""),
        Replay(
            "the tremor of a resting finger does not count as path",
            "0 down a 100,100; 10 move a by 60,0; "
                + (2...100).map { "\($0)0 move a by 0,\($0 % 2 == 0 ? 4.9 : -4.9)" }
                .joined(separator: "; ") + "; 1010 up a",
            "swipe#1 ended right by 60,4.9 @1010"),
        Replay(
            "one of two fingers that reverses rejects the swipe",
            "0 down a 100,100 b 300,100; 10 move a by 120,0 b by 120.001,0; 20 move b by -60.001,0; 30 up all", ""),
        Replay(
            "an L with equal legs ends on the diagonal",
            "0 down a 100,100; 20 move a by 100,0; 40 move a by 0,100; 80 up a",
            "swipe#1 ended down by 100,100 @80"),
        Replay(
            "a swipe can be slow", "0 down a 100,100; 5000 move a by 25,0; 10000 move a by 25,0; 20000 up a",
            "swipe#1 ended right by 50,0 @20000"),
        Replay(
            "a swipe can be fast", "0 down a 100,100; 4 move a by 25,0; 8 move a by 25,0; 8.001 up a",
            "swipe#1 ended right by 50,0 @8.001"),
        Replay("a fast flick within slop is no swipe", "0 down a 100,100; 4 move a by 19,0; 5 up a", ""),
        Replay(
            "a swipe has the position of its lift", "0 down a 100,100; 50 move a by 60,0; 80 up a",
            "swipe#1 ended right by 60,0 at 160,100 @80", showing: .places),
        Replay(
            "a swipe has the velocity of its lift", "0 down a 100,100; glide a by 100,0 for 100; 110 up a",
            "swipe#1 ended right by 100,0 speed 1000,0 @110", showing: .velocities),
        Replay(
            "a swipe that rested before its lift has no velocity",
            "0 down a 100,100; glide a by 100,0 for 100; 200 up a",
            "swipe#1 ended right by 100,0 speed 0,0 @200", showing: .velocities),
    ])
    func distance(_ replay: Replay) throws {
        let events = try replay.run(asking: "swipe")
        #expect(events == replay.expected)
    }

    @Test(
        arguments: [
            ("left edge, at the buffer", "24,600", "60,0", false),
            ("left edge, just beyond it", "24.001,600", "60,0", true),
            ("left edge, within it", "10,600", "60,0", false), ("at the very edge", "0,600", "60,0", false),
            ("right edge, at the buffer", "1976,600", "-60,0", false),
            ("right edge, just beyond it", "1975.999,600", "-60,0", true),
            ("top edge, at the buffer", "1000,24", "0,60", false),
            ("top edge, just beyond it", "1000,24.001", "0,60", true),
            ("bottom edge, at the buffer", "1000,1176", "0,-60", false),
            ("bottom edge, just beyond it", "1000,1175.999", "0,-60", true),
            ("along an edge, within the buffer", "1000,24", "60,0", false),
            ("into the buffer", "100,600", "-90,0", true),
        ] as [(String, String, String, Bool)])
    func `a swipe starts beyond the edge buffer`(rule: String, start: String, way: String, isSwipe: Bool) throws {
        let lines = try Replay(rule, "0 down a \(start); 50 move a by \(way); 80 up a", "", asking: "swipe").run()
        #expect(lines.count == (isSwipe ? 1 : 0))
    }

    @Test(arguments: [
        Replay("touchpad, at the buffer", "0 down a 24,189; 50 move a by 60,0; 80 up a", "", on: .pad),
        Replay(
            "touchpad, just beyond it", "0 down a 24.001,189; 50 move a by 60,0; 80 up a",
            "swipe#1 ended right by 60,0 @80", on: .pad),
        Replay(
            "touchpad, at the buffer of the far side", "0 down a 606,189; 50 move a by -60,0; 80 up a", "", on: .pad),
        Replay(
            "the buffer applies to the centre of the fingers",
            "0 down a 10,100 b 60,100; 50 move a by 60,0 b by 60,0; 80 up all", "swipe#1 ended right f2 by 60,0 @80"),
        Replay(
            "fingers that start together within the buffer",
            "0 down a 10,100 b 38,100; 50 move a by 60,0 b by 60,0; 80 up all", ""),
    ])
    func edgeBufferElsewhere(_ replay: Replay) throws {
        let events = try replay.run(asking: "swipe")
        #expect(events == replay.expected)
    }

    @Test(arguments: 1...10)
    func `any number of fingers up to ten swipes`(_ fingers: Int) throws {
        let replay = Replay(
            "\(fingers) fingers",
            "\(Script.hand(fingers, at: 0)); \(Script.move(fingers, by: "0,60", at: 50)); 80 up all",
            "swipe#1 ended down\(fingers == 1 ? "" : " f\(fingers)") by 0,60 @80")
        let events = try replay.run(asking: "swipe")
        #expect(events == replay.expected)
        #expect(try replay.run(asking: "swipe f\(fingers)") == replay.expected)
        #expect(try replay.run(asking: fingers == 1 ? "swipe f2-10" : "swipe f1-\(fingers - 1)") == [])
    }

    @Test(arguments: 11...17)
    func `more than ten fingers do not swipe`(_ fingers: Int) throws {
        let script = "\(Script.hand(fingers, at: 0)); \(Script.move(fingers, by: "0,60", at: 50)); 80 up all"
        #expect(try Replay("", script, "").run(asking: "swipe") == [])
    }

    @Test(arguments: [
        Replay(
            "two fingers swipe in the same direction",
            "0 down a 100,100 b 300,100; 50 move a by 60,0 b by 60,0; 80 up all",
            "swipe#1 ended right f2 by 60,0 @80"),
        Replay(
            "two fingers in opposite directions do not swipe",
            "0 down a 300,100 b 500,100; 50 move a by -60,0 b by 60,0; 80 up all", ""),
        Replay(
            "two fingers at a right angle do not swipe",
            "0 down a 100,100 b 300,100; 50 move a by 200,0 b by 0,200; 80 up all", ""),
        Replay(
            "a finger just less than 45° off the mean takes part",
            "0 down a 100,100 b 300,100; 50 move a by 100,0 b by 0.01,100; 80 up all",
            "swipe#1 ended right f2 by 50.005,50 @80"),
        Replay(
            "one finger can move four times as far",
            "0 down a 100,100 b 300,100; 50 move a by 120,0 b by 30,0; 80 up all",
            "swipe#1 ended right f2 by 75,0 @80"),
        Replay(
            "a finger that stays at slop prevents the swipe",
            "0 down a 100,100 b 300,100; 50 move a by 120,0 b by 20,0; 80 up all", ""),
        Replay(
            "a finger just beyond slop takes part",
            "0 down a 100,100 b 300,100; 50 move a by 120,0 b by 20.002,0; 80 up all",
            "swipe#1 ended right f2 by 70.001,0 @80"),
        Replay(
            "a finger that stays at the slop of a touchpad prevents the swipe",
            "0 down a 100,100 b 300,100; 50 move a by 120,0 b by 8,0; 80 up all", "", on: .pad),
        Replay(
            "a finger just beyond the slop of a touchpad takes part",
            "0 down a 100,100 b 300,100; 50 move a by 120,0 b by 8.5,0; 80 up all",
            "swipe#1 ended right f2 by 64.25,0 @80", on: .pad),
        Replay(
            "a mean of less than 50 pt is too short",
            "0 down a 100,100 b 300,100; 50 move a by 49,0 b by 50.9,0; 80 up all", ""),
        Replay(
            "a mean of exactly 50 pt is long enough",
            "0 down a 100,100 b 300,100; 50 move a by 49,0 b by 51,0; 80 up all",
            "swipe#1 ended right f2 by 50,0 @80"),
        Replay(
            "one of four fingers in the other direction prevents the swipe",
            "0 down a 100,100 b 200,100 c 300,100 d 400,100; 50 move a by 0,90 b by 0,90 c by 0,90 d by 0,-30; 80 up all",
            ""),
        Replay(
            "fingers that lift within 200 ms of the last take part",
            "0 down a 100,100 b 300,100; 50 move a by 60,0 b by 60,0; 80 up a; 280 up b",
            "swipe#1 ended right f2 by 60,0 @280"),
        Replay(
            "a finger lifts more than 200 ms before the last",
            "0 down a 100,100 b 300,100; 50 move a by 60,0 b by 60,0; 80 up a; 280.001 up b", ""),
        Replay(
            "fingers on a touchpad that lift within 100 ms of the last take part",
            "0 down a 100,100 b 300,100; 50 move a by 60,0 b by 60,0; 80 up a; 180 up b",
            "swipe#1 ended right f2 by 60,0 @180", on: .pad),
        Replay(
            "a finger on a touchpad lifts more than 100 ms before the last",
            "0 down a 100,100 b 300,100; 50 move a by 60,0 b by 60,0; 80 up a; 180.001 up b", "", on: .pad),
        Replay(
            "a swipe whose fingers lift far apart has the velocity at the first lift",
            "0 down a 100,100 b 300,100; glide a by 100,0 b by 100,0 for 100; 110 up a; 250 up b",
            "swipe#1 ended right f2 by 100,0 speed 1000,0 @250", showing: .velocities),
        Replay(
            "a finger that lands after another was lifted prevents the swipe",
            """
            0 down a 100,100 b 300,100; 50 move a by 60,0 b by 60,0; 60 up b; 70 down b 300,100
            80 move a by 60,0 b by 60,0; 90 up all
            """, ""),
        Replay(
            "a finger that lands late can take part",
            "0 down a 100,100; 200 down b 300,100; 250 move a by 60,0 b by 60,0; 300 up all",
            "swipe#1 ended right f2 by 60,0 @300"),
        Replay(
            "fingers that lift one after the other make one swipe",
            "0 down a 100,100 b 300,100 c 500,100; 50 move a by 60,0 b by 60,0 c by 60,0; 60 up a; 70 up b; 80 up c",
            "swipe#1 ended right f3 by 60,0 at 360,100 @80", showing: .places),
    ])
    func hand(_ replay: Replay) throws {
        let events = try replay.run(asking: "swipe")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "a finger that is lost does not swipe", "0 down a 100,100; 50 move a by 60,0; 60 cancel a; 70 up a?", ""),
        Replay(
            "unplugging before the lift prevents the swipe", "0 down a 100,100; 50 move a by 60,0; 60 unplug; 70 up a",
            ""),
        Replay(
            "an overrun before the last lift prevents the swipe",
            "0 down a 100,100 b 300,100; 50 move a by 60,0 b by 60,0; 60 up a; 70 cancel b",
            ""),
        Replay(
            "a palm does not take part",
            "0 down a 100,100 b 900,100; 30 cancel b; 50 move a by 60,0; 80 up a", "swipe#1 ended right by 60,0 @80"),
        Replay(
            "an extra finger that rests prevents the swipe",
            "0 down a 100,100; 20 down b 900,100; 50 move a by 60,0; 80 up all", ""),
        Replay(
            "after a loss, the next finger swipes normally",
            "0 down a 100,100; 50 cancel a; 60 down b 100,100; 80 move b by -60,0; 90 up b",
            "swipe#1 ended left by -60,0 @90"),
    ])
    func interruption(_ replay: Replay) throws {
        let events = try replay.run(asking: "swipe")
        #expect(events == replay.expected)
    }

    @Test func `a drag can end as a swipe`() throws {
        let replay = Replay(
            "side by side", "0 down a 100,100; 50 move a by 60,0; 80 up a",
            "drag#1 began by 40,0 @50; drag#1 ended by 40,0 @80; swipe#2 ended right by 60,0 @80")
        let events = try replay.run(asking: "drag, swipe")
        #expect(events == replay.expected)
    }
}
