import GestureCore
import TestSupport
import Testing

/// Drags.
@Suite struct DragTests {
    @Test(arguments: ["20,0", "-20,0", "0,20", "0,-20", "12,16", "-16,12"])
    func `a finger at slop does not drag`(_ way: String) throws {
        #expect(try Replay("", "0 down a 100,100; 10 move a by \(way); 20 up a", "").run(asking: "drag") == [])
    }

    @Test(arguments: [
        ("20.001,0", "0.001,0"), ("-20.001,0", "-0.001,0"), ("0,20.001", "0,0.001"), ("0,-20.001", "0,-0.001"),
        ("30,40", "18,24"), ("-40,30", "-24,18"),
    ])
    func `a finger just beyond slop drags`(_ way: String, translation: String) throws {
        let replay = Replay(
            "", "0 down a 100,100; 10 move a by \(way); 20 up a",
            "drag#1 began by \(translation) @10; drag#1 ended by \(translation) @20")
        let events = try replay.run(asking: "drag")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "slop is subtracted once, in the direction of the first movement",
            "0 down a 100,100; 10 move a by 48,0; 20 move a by 10,0; 30 move a by 0,5; 40 up a",
            "drag#1 began by 28,0 @10; drag#1 changed by 38,0 @20; drag#1 changed by 38,5 @30; drag#1 ended by 38,5 @40"
        ),
        Replay(
            "on a touchpad, at slop", "0 down a 100,100; 10 move a by 8,0; 20 up a", "", on: .pad),
        Replay(
            "on a touchpad, just beyond slop", "0 down a 100,100; 10 move a by 8.001,0; 20 up a",
            "drag#1 began by 0.001,0 @10; drag#1 ended by 0.001,0 @20", on: .pad),
        Replay(
            "small moves add up",
            "0 down a 100,100; 10 move a by 19.75,0; 20 move a by 0.25,0; 30 move a by 0.25,0; 40 move a by 0.25,0; 50 up a",
            "drag#1 began by 0.25,0 @30; drag#1 changed by 0.5,0 @40; drag#1 ended by 0.5,0 @50"),
        Replay(
            "a frame that moves nothing is no change",
            "0 down a 100,100; 10 move a by 30,0; 20 move a by 0,0; 30 up a",
            "drag#1 began by 10,0 @10; drag#1 ended by 10,0 @30"),
        Replay(
            "a drag can reverse beyond its start",
            "0 down a 100,100; 10 move a by 30,0; 20 move a by -90,0; 30 up a",
            "drag#1 began by 10,0 @10; drag#1 changed by -80,0 @20; drag#1 ended by -80,0 @30"),
        Replay(
            "a drag can rest", "0 down a 100,100; 10 move a by 30,0; 60000 move a by 1,0; 60010 up a",
            "drag#1 began by 10,0 @10; drag#1 changed by 11,0 @60000; drag#1 ended by 11,0 @60010"),
        Replay(
            "the position is that of the finger, including slop", "0 down a 100,100; 10 move a by 30,0; 20 up a",
            "drag#1 began by 10,0 at 130,100 @10; drag#1 ended by 10,0 at 130,100 @20", showing: .places),
        Replay(
            "each drag is a gesture of its own",
            "0 down a 100,100; 10 move a by 30,0; 20 up a; 30 down a 100,100; 40 move a by 0,30; 50 up a",
            "drag#1 began by 10,0 @10; drag#1 ended by 10,0 @20; drag#2 began by 0,10 @40; drag#2 ended by 0,10 @50"),
    ])
    func oneFinger(_ replay: Replay) throws {
        let events = try replay.run(asking: "drag")
        #expect(events == replay.expected)
    }

    @Test(arguments: 1...10)
    func `any number of fingers up to ten drags`(_ fingers: Int) throws {
        let count = fingers == 1 ? "" : " f\(fingers)"
        let replay = Replay(
            "\(fingers) fingers",
            "\(Script.hand(fingers, at: 0)); \(Script.move(fingers, by: "0,30", at: 10)); 20 up all",
            "drag#1 began\(count) by 0,10 @10; drag#1 ended\(count) by 0,10 @20")
        let events = try replay.run(asking: "drag")
        #expect(events == replay.expected)
        #expect(try replay.run(asking: "drag f\(fingers)") == replay.expected)
        #expect(try replay.run(asking: fingers == 1 ? "drag f2-10" : "drag f1-\(fingers - 1)") == [])
    }

    @Test(arguments: 11...17)
    func `more than ten fingers do not drag`(_ fingers: Int) throws {
        let script = "\(Script.hand(fingers, at: 0)); \(Script.move(fingers, by: "0,30", at: 10)); 20 up all"
        #expect(try Replay("", script, "").run(asking: "drag") == [])
    }

    @Test(arguments: [
        Replay(
            "the centre of two fingers at slop does not drag",
            "0 down a 100,100 b 300,100; 10 move a by 40,0; 20 up all", ""),
        Replay(
            "the centre of two fingers just beyond slop drags",
            "0 down a 100,100 b 300,100; 10 move a by 40.002,0; 20 up all",
            "drag#1 began f2 by 0.001,0 @10; drag#1 ended f2 by 0.001,0 @20"),
        Replay(
            "fingers that move apart do not drag",
            "0 down a 300,100 b 500,100; 10 move a by -100,0 b by 100,0; 20 up all",
            ""),
        Replay(
            "a second finger causes no jump, and both share the centre from then on",
            "0 down a 100,100; 10 move a by 30,0; 20 down b 500,300; 30 move a by 10,0; 40 move a by 10,0 b by 10,0; 50 up all",
            """
            drag#1 began by 10,0 @10; drag#1 changed f2 by 15,0 @30
            drag#1 changed f2 by 25,0 @40; drag#1 ended f2 by 25,0 @50
            """),
        Replay(
            "a lift causes no jump, and the drag continues with the other finger",
            "0 down a 100,100 b 500,100; 10 move a by 50,0 b by 10,0; 20 up b; 130 move a by 10,0; 140 up a",
            "drag#1 began f2 by 10,0 @10; drag#1 changed by 20,0 @130; drag#1 ended by 20,0 @140"),
        Replay(
            "a finger counts until 100 ms after its lift",
            "0 down a 100,100 b 500,100; 10 move a by 30,0 b by 30,0; 20 up b; 120 move a by 10,0; 120.001 move a by 10,0; 140 up a",
            """
            drag#1 began f2 by 10,0 @10; drag#1 changed f2 by 20,0 @120
            drag#1 changed by 30,0 @120.001; drag#1 ended by 30,0 @140
            """),
        Replay(
            "a finger that was lifted before the drag begins does not take part",
            "0 down a 100,100 b 300,100; 10 up b; 120 move a by 50,0; 130 move a by 10,0; 140 up a",
            "drag#1 began by 30,0 @120; drag#1 changed by 40,0 @130; drag#1 ended by 40,0 @140", asking: "drag f1"),
        Replay(
            "a finger that lands and moves in one frame with the other causes no jump",
            "0 down a 100,100; 10 move a by 30,0; 20 move a by 10,0; down b 500,300; 30 move a by 2,0 b by 2,0; 40 up all",
            """
            drag#1 began by 10,0 @10; drag#1 changed by 20,0 @20
            drag#1 changed f2 by 22,0 @30; drag#1 ended f2 by 22,0 @40
            """),
        Replay(
            "a finger lifted and another landed in one frame cause no jump",
            "0 down a 100,100 b 300,100; 10 move a by 30,0 b by 30,0; 20 up b; down c 900,900; 30 move a by 4,0 c by 4,0; 40 up all",
            "drag#1 began f2 by 10,0 @10; drag#1 changed f2 by 14,0 @30; drag#1 ended f2 by 14,0 @40"),
        Replay(
            "a lost finger causes no jump, and the drag continues with the other finger",
            "0 down a 100,100 b 500,100; 10 move a by 50,0 b by 10,0; 20 cancel b; 30 move a by 10,0; 40 up a",
            "drag#1 began f2 by 10,0 @10; drag#1 changed by 20,0 @30; drag#1 ended by 20,0 @40"),
        Replay(
            "before a drag begins, a second finger resets its travel",
            "0 down a 100,100; 10 move a by 15,0; 20 down b 500,100; 30 move a by 20,0 b by 20,0; 40 up all", ""),
        Replay(
            "before a drag begins, a lift resets its travel",
            "0 down a 100,100 b 500,100; 10 move a by 15,0 b by 15,0; 20 up b; 130 move a by 20,0; 140 up a", ""),
        Replay(
            "a finger within slop of its landing does not drag after another finger has tapped",
            "0 down a 100,100; 10 move a by 15,0; 20 down b 500,100; 30 up b; 40 move a by -30,0; 50 up a",
            "tap#1 ended x1 f2 @50", asking: "drag, tap"),
    ])
    func hand(_ replay: Replay) throws {
        let events = try replay.run(asking: "drag")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "of two fingers: one does not drag", "0 down a 100,100; 10 move a by 100,0; 20 up a", "", asking: "drag f2"),
        Replay(
            "of two fingers: begins with the travel of both",
            "0 down a 100,100; 10 move a by 100,0; 20 down b 500,100; 30 move a by 30,0 b by 30,0; 40 up all",
            "drag#1 began f2 by 10,0 @30; drag#1 ended f2 by 10,0 @40", asking: "drag f2"),
        Replay(
            "of two fingers: ends when one is lifted",
            "0 down a 100,100 b 500,100; 10 move a by 30,0 b by 30,0; 20 up b; 30 move a by 50,0; 40 up a",
            "drag#1 began f2 by 10,0 @10; drag#1 ended f2 by 10,0 @20", asking: "drag f2"),
        Replay(
            "of two fingers: ends when a third lands",
            "0 down a 100,100 b 500,100; 10 move a by 30,0 b by 30,0; 20 down c 700,100; 30 move a by 50,0; 40 up all",
            "drag#1 began f2 by 10,0 @10; drag#1 ended f2 by 10,0 @20", asking: "drag f2"),
        Replay(
            "of two fingers: cancelled, never ended, when one is lost",
            "0 down a 100,100 b 500,100; 10 move a by 30,0 b by 30,0; 20 cancel b; 30 move a by 50,0; 40 up a",
            "drag#1 began f2 by 10,0 @10; drag#1 cancelled f2 by 10,0 @20", asking: "drag f2"),
        Replay(
            "a drag of one finger ends when a second lands, and another begins when the finger is alone and leaves slop again",
            """
            0 down a 100,100; 10 move a by 30,0; 20 down b 500,100; 30 move a by 50,0; 40 up b; 150 move a by 20,0
            160 move a by 1,0; 170 up a
            """,
            """
            drag#1 began by 10,0 @10; drag#1 ended by 10,0 @20
            drag#2 began by 1,0 @160; drag#2 ended by 1,0 @170
            """, asking: "drag f1"),
        Replay(
            "a lifted finger counts 100 ms after its lift",
            "0 down a 100,100 b 300,100; 10 up b; 110 move a by 50,0; 120 up a", "", asking: "drag f1"),
        Replay(
            "a lifted finger does not count later",
            "0 down a 100,100 b 300,100; 10 up b; 110.001 move a by 50,0; 120 up a",
            "drag#1 began by 30,0 @110.001; drag#1 ended by 30,0 @120", asking: "drag f1"),
    ])
    func numbersAskedFor(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "a lost finger cancels the drag", "0 down a 100,100; 10 move a by 30,0; 20 cancel a; 30 up a?",
            "drag#1 began by 10,0 @10; drag#1 cancelled by 10,0 @20"),
        Replay(
            "losing the last finger cancels the drag",
            "0 down a 100,100 b 500,100; 10 move a by 30,0 b by 30,0; 20 up a; 30 cancel b",
            "drag#1 began f2 by 10,0 @10; drag#1 cancelled f2 by 10,0 @30"),
        Replay(
            "an overrun cancels the drag", "0 down a 100,100 b 500,100; 10 move a by 30,0 b by 30,0; 20 cancel all",
            "drag#1 began f2 by 10,0 @10; drag#1 cancelled f2 by 10,0 @20"),
        Replay(
            "unplugging cancels the drag exactly once",
            "0 down a 100,100; 10 move a by 30,0; 20 unplug; 20 up a; 30 unplug",
            "drag#1 began by 10,0 @10; drag#1 cancelled by 10,0 @20"),
        Replay(
            "a finger lost within slop makes no drag", "0 down a 100,100; 10 move a by 20,0; 20 cancel a", ""),
        Replay(
            "after a loss, the next finger drags normally",
            "0 down a 100,100; 10 move a by 30,0; 20 cancel a; 30 down b 100,100; 40 move b by 30,0; 50 up b",
            """
            drag#1 began by 10,0 @10; drag#1 cancelled by 10,0 @20
            drag#2 began by 10,0 @40; drag#2 ended by 10,0 @50
            """),
        Replay(
            "a contact that changed in an overrun is another finger",
            "0 down a 100,100; 10 move a by 30,0; 20 cancel a | 20 down b 600,600; 30 move b by 10,0; 40 up b",
            "drag#1 began by 10,0 @10; drag#1 cancelled by 10,0 @20"),
    ])
    func interruption(_ replay: Replay) throws {
        let events = try replay.run(asking: "drag")
        #expect(events == replay.expected)
    }

    /// Only the last event is compared: the end of the drag.
    @Test(arguments: [
        Replay(
            "a drag ends with its velocity", "0 down a 100,100; glide a by 100,0 for 200; 210 up a",
            "drag#1 ended by 80,0 speed 500,0 @210"),
        Replay(
            "two fingers have the velocity of their centre",
            "0 down a 100,100 b 300,100; glide a by 100,0 for 200; 200 up all",
            "drag#1 ended f2 by 30,0 speed 250,0 @200"),
        Replay(
            "a rest of just less than 40 ms keeps the velocity",
            "0 down a 100,100; glide a by 100,0 for 200; 239.999 up a",
            "drag#1 ended by 80,0 speed 500,0 @239.999"),
        Replay(
            "a rest of 40 ms has no velocity", "0 down a 100,100; glide a by 100,0 for 200; 240 up a",
            "drag#1 ended by 80,0 speed 0,0 @240"),
        Replay(
            "a flick back has the velocity of the way back",
            "0 down a 100,100; glide a by 300,0 for 200; 210 glide a by -90,0 for 90; 300 up a",
            "drag#1 ended by 190,0 speed -1147,0 @300"),
        Replay(
            "landings and lifts cause no velocity",
            """
            0 down a 100,100; glide a by 100,0 for 100; down b 900,900; glide a by 20,0 b by 20,0 for 20
            125 up b; 130 move a by 10,0; 131 up a
            """,
            "drag#1 ended f2 by 110,0 speed 1000,0 @131"),
        Replay(
            "a second finger on a drag of one finger ends it without velocity",
            "0 down a 100,100; glide a by 100,0 for 100; down b 400,400; 200 up all",
            "drag#1 ended by 80,0 speed 0,0 @100", asking: "drag f1"),
        Replay(
            "two frames at once after a gap give no velocity",
            "0 down a 100,100; glide a by 100,0 for 100; 150 move a by 50,0; 150.001 move a by 10,0; 151 up a",
            "drag#1 ended by 140,0 speed 0,0 @151"),
        Replay(
            "one frame after a gap gives no velocity",
            "0 down a 100,100; glide a by 100,0 for 100; 150 move a by 50,0; 151 up a",
            "drag#1 ended by 130,0 speed 0,0 @151"),
        Replay(
            "the velocity is limited to 30,000 pt/s",
            "0 down a 100,100; 10 move a by 400,0; 11 up a", "drag#1 ended by 380,0 speed 30000,0 @11"),
        Replay(
            "a cancelled drag has no velocity", "0 down a 100,100; glide a by 100,0 for 200; 200 cancel a",
            "drag#1 cancelled by 80,0 speed 0,0 @200"),
    ])
    func velocity(_ replay: Replay) throws {
        var replay = replay
        replay.parts = .velocities
        let last = try replay.run(asking: "drag").suffix(1)
        #expect(Array(last) == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "no drag of two fingers if one is lifted in the frame in which it would begin",
            "0 down a 100,100 b 300,100; 10 move b by 60,0; up a; 20 up b", "", asking: "drag f2"),
        Replay(
            "a drag of two fingers if one is lifted in the next frame",
            "0 down a 100,100 b 300,100; 10 move b by 60,0; 10.001 up a; 20 up b",
            "drag#1 began f2 by 10,0 @10; drag#1 ended f2 by 10,0 @10.001", asking: "drag f2"),
        Replay(
            "no drag of one finger if a second lands in that frame",
            "0 down a 100,100; 10 move a by 60,0; down b 300,100; 20 up all", "", asking: "drag f1"),
        Replay(
            "a drag continues if any number of fingers is requested",
            "0 down a 100,100 b 300,100; 10 move b by 60,0; up a; 20 move b by 60,0; 30 up b",
            "drag#1 began f2 by 10,0 @10; drag#1 changed f2 by 70,0 @20; drag#1 ended f2 by 70,0 @30"),
    ])
    func `a drag does not begin in the frame in which it would end`(_ replay: Replay) throws {
        let events = try replay.run(asking: "drag")
        #expect(events == replay.expected)
    }

    @Test func `changes report the velocity`() throws {
        let lines = try Replay(
            "", "0 down a 100,100; glide a by 60,0 for 60; 60 up a", "", asking: "drag", showing: .velocities
        ).run()
        #expect(
            lines == [
                "drag#1 began by 10,0 speed 1000,0 @30", "drag#1 changed by 20,0 speed 1000,0 @40",
                "drag#1 changed by 30,0 speed 1000,0 @50", "drag#1 changed by 40,0 speed 1000,0 @60",
                "drag#1 ended by 40,0 speed 1000,0 @60",
            ])
    }
}
