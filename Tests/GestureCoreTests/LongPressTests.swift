import GestureCore
import TestSupport
import Testing

/// Long presses: fingers that rest.
@Suite struct LongPressTests {
    @Test(arguments: [
        Replay("a lift just before the time makes no long press", "0 down a 100,100; 599.999 up a", ""),
        Replay("a lift at the time makes no long press", "0 down a 100,100; 600 up a", ""),
        Replay(
            "a lift just after the time ends a long press", "0 down a 100,100; 600.001 up a",
            "longPress#1 began @600; longPress#1 ended by 0,0 @600.001"),
        Replay(
            "a finger that stays down begins a long press", "0 down a 100,100", "longPress#1 began @600"),
        Replay(
            "a finger at slop rests", "0 down a 100,100; 599 move a by 20,0; 700 up a",
            "longPress#1 began @600; longPress#1 ended by 0,0 @700"),
        Replay(
            "a finger that leaves slop just before the time does not rest",
            "0 down a 100,100; 599.999 move a by 20.001,0; 700 up a", ""),
        Replay(
            "a finger that leaves slop at the time does not rest", "0 down a 100,100; 600 move a by 20.001,0; 700 up a",
            ""),
        Replay(
            "a finger that leaves slop for one frame does not rest",
            "0 down a 100,100; 10 move a by 21,0; 20 move a by -21,0; 700 up a", ""),
        Replay(
            "a finger at the slop of a touchpad rests", "0 down a 100,100; 10 move a by 8,0; 700 up a",
            "longPress#1 began @600; longPress#1 ended by 0,0 @700", on: .pad),
        Replay(
            "a finger just beyond the slop of a touchpad does not rest",
            "0 down a 100,100; 10 move a by 8.001,0; 700 up a", "", on: .pad),
        Replay("a fast flick is no long press", "0 down a 100,100; glide a by 200,0 for 50; 60 up a", ""),
        Replay(
            "a long press can move anywhere after its beginning",
            "0 down a 100,100; 700 move a by 5,0; 710 move a by 300,0; 800 up a",
            """
            longPress#1 began at 100,100 @600; longPress#1 changed by 5,0 at 105,100 @700
            longPress#1 changed by 305,0 at 405,100 @710; longPress#1 ended by 305,0 at 405,100 @800
            """, showing: .places),
        Replay(
            "movement before the beginning is not counted",
            "0 down a 100,100; 10 move a by 15,0; 700 move a by 5,0; 800 up a",
            "longPress#1 began @600; longPress#1 changed by 5,0 @700; longPress#1 ended by 5,0 @800"),
    ])
    func oneFinger(_ replay: Replay) throws {
        let events = try replay.run(asking: "longPress")
        #expect(events == replay.expected)
    }

    @Test(arguments: 1...10)
    func `any number of fingers up to ten makes a long press`(_ fingers: Int) throws {
        let count = fingers == 1 ? "" : " f\(fingers)"
        let replay = Replay(
            "\(fingers) fingers", Script.hand(fingers, at: 0) + "; 700 up all",
            "longPress#1 began\(count) @600; longPress#1 ended\(count) by 0,0 @700")
        let events = try replay.run(asking: "longPress")
        #expect(events == replay.expected)
        #expect(try replay.run(asking: "longPress f\(fingers)") == replay.expected)
        #expect(try replay.run(asking: fingers == 1 ? "longPress f2-10" : "longPress f1-\(fingers - 1)") == [])
    }

    @Test(arguments: 11...17)
    func `more than ten fingers make no long press`(_ fingers: Int) throws {
        #expect(try Replay("", Script.hand(fingers, at: 0) + "; 700 up all", "").run(asking: "longPress") == [])
    }

    @Test(arguments: [
        Replay(
            "fingers that land within 100 ms have rested since the first",
            "0 down a 100,100; 99.999 down b 200,100; 700 up all",
            "longPress#1 began f2 @600; longPress#1 ended f2 by 0,0 @700"),
        Replay(
            "fingers that land 100 ms apart have rested since the first",
            "0 down a 100,100; 100 down b 200,100; 700 up all",
            "longPress#1 began f2 @600; longPress#1 ended f2 by 0,0 @700"),
        Replay(
            "a finger that lands later restarts the wait", "0 down a 100,100; 100.001 down b 200,100; 800 up all",
            "longPress#1 began f2 @700.001; longPress#1 ended f2 by 0,0 @800"),
        Replay(
            "a third finger that lands later restarts the wait",
            "0 down a 100,100; 80 down b 200,100; 160 down c 300,100; 800 up all",
            "longPress#1 began f3 @760; longPress#1 ended f3 by 0,0 @800"),
        Replay(
            "a second finger prevents a long press of one", "0 down a 100,100; 300 down b 200,100; 1000 up all",
            "",
            asking: "longPress f1"),
        Replay(
            "a second finger prevents a long press of one even if it lifts",
            "0 down a 100,100; 100 down b 200,100; 200 up b; 1000 up a", "", asking: "longPress f1"),
        Replay(
            "one of two fingers that lifts before the time prevents it",
            "0 down a 100,100 b 200,100; 500 up b; 1500 up a", ""),
        Replay(
            "a finger that lands after another was lifted does not rest",
            "0 down a 100,100 b 200,100; 100 up b; 200 down b 200,100; 1500 up all", ""),
        Replay(
            "one of two fingers that leaves slop prevents it",
            "0 down a 100,100 b 200,100; 500 move b by 20.001,0; 1500 up all", ""),
        Replay(
            "a finger that lands after another left slop does not rest",
            "0 down a 100,100; 30 move a by 21,0; 50 down b 200,100; 1500 up all", ""),
        Replay(
            "one of two fingers that lifts after the time ends it",
            "0 down a 100,100 b 200,100; 700 up b; 800 move a by 50,0; 900 up a",
            "longPress#1 began f2 @600; longPress#1 ended f2 by 0,0 @700"),
        Replay(
            "a finger that lands later does not take part",
            "0 down a 100,100; 700 down b 200,100; 800 up b; 900 up a",
            "longPress#1 began @600; longPress#1 ended by 0,0 @900"),
        Replay(
            "a later finger that is lost ends nothing",
            "0 down a 100,100; 700 down b 200,100; 800 cancel b; 900 up a",
            "longPress#1 began @600; longPress#1 ended by 0,0 @900"),
        Replay(
            "a long press ends with its own finger, even if a later one stays",
            "0 down a 100,100; 700 down b 200,100; 800 up a; 900 up b",
            "longPress#1 began @600; longPress#1 ended by 0,0 @800"),
        Replay(
            "the position is the centre of the fingers",
            "0 down a 100,100 b 200,100; 700 move b by 10,0; 800 up all",
            """
            longPress#1 began f2 at 150,100 @600; longPress#1 changed f2 by 5,0 at 155,100 @700
            longPress#1 ended f2 by 5,0 at 155,100 @800
            """, showing: .places),
    ])
    func hand(_ replay: Replay) throws {
        let events = try replay.run(asking: "longPress")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay("a finger lost before the time makes no long press", "0 down a 100,100; 300 cancel a; 700 up a?", ""),
        Replay("unplugging before the time prevents the long press", "0 down a 100,100; 300 unplug", ""),
        Replay(
            "a finger lost before the time does not count",
            "0 down a 100,100 b 200,100; 300 cancel b; 1500 up a",
            "longPress#1 began @600; longPress#1 ended by 0,0 @1500"),
        Replay(
            "a later palm does not count", "0 down a 100,100; 300 down b 200,100; 310 cancel b; 601 up a",
            "longPress#1 began @600; longPress#1 ended by 0,0 @601", asking: "tap, longPress f1"),
        Replay(
            "losing one of two fingers does not shorten the wait",
            "0 down a 100,100 b 200,100; 300 cancel b; 600 up a", "", asking: "longPress f1"),
        Replay(
            "the movement of a later finger is not counted",
            "0 down a 100,100; 700 down b 500,100; 710 move b by 50,0; 720 move a by 5,0; 730 up b; 740 up a",
            "longPress#1 began @600; longPress#1 changed by 5,0 @720; longPress#1 ended by 5,0 @740"),
        Replay(
            "a finger that is lost cancels it; the lift after that is ignored",
            "0 down a 100,100; 700 cancel a; 800 up a?", "longPress#1 began @600; longPress#1 cancelled by 0,0 @700"),
        Replay(
            "one of two is lost", "0 down a 100,100 b 200,100; 700 cancel b; 800 up a",
            "longPress#1 began f2 @600; longPress#1 cancelled f2 by 0,0 @700"),
        Replay(
            "unplugging cancels it exactly once", "0 down a 100,100; 700 unplug; 710 up a; 720 unplug",
            "longPress#1 began @600; longPress#1 cancelled by 0,0 @700"),
        Replay(
            "after a loss, the next finger can make a long press",
            "0 down a 100,100; 300 cancel a; 400 down b 100,100; 1100 up b",
            "longPress#1 began @1000; longPress#1 ended by 0,0 @1100"),
        Replay(
            "a finger that was down before the surface came does not rest",
            "0 down a 100,100; 20 unplug; 30 plug; 40 move a? 101,100; 900 up a?", ""),
    ])
    func interruption(_ replay: Replay) throws {
        let events = try replay.run(asking: "longPress")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "a long press is no tap", "0 down a 100,100; 700 up a",
            "longPress#1 began @600; longPress#1 ended by 0,0 @700", asking: "tap x1 x2, longPress"),
        Replay(
            "a tap, then a hold: the tap is final when the hold is a long press",
            "0 down a 100,100; 50 up a; 150 down a 100,100; 900 up a",
            """
            tap#1 possible x1 @50; tap#1 ended x1 @50 decided 750
            longPress#2 began @750; longPress#2 ended by 0,0 @900
            """, asking: "tap x1 x2, longPress"),
        Replay(
            "a tap after a long press starts a row of its own",
            "0 down a 100,100; 700 up a; 750 down a 100,100; 800 up a",
            """
            longPress#1 began @600; longPress#1 ended by 0,0 @700
            tap#2 possible x1 @800; tap#2 ended x1 @800 decided 1100
            """, asking: "tap x1 x2, longPress"),
        Replay(
            "a long press can continue as a drag, which starts beyond slop",
            "0 down a 100,100; 700 move a by 30,0; 800 up a",
            """
            longPress#1 began @600; longPress#1 changed by 30,0 @700; drag#2 began by 10,0 @700
            longPress#1 ended by 30,0 @800; drag#2 ended by 10,0 @800
            """, asking: "longPress, drag"),
        Replay(
            "a long press does not end the press", "0 down a 100,100; 700 up a",
            "press#1 began @0; longPress#2 began @600; press#1 ended @700; longPress#2 ended by 0,0 @700",
            asking: "press, longPress"),
    ])
    func besideOthers(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }
}
