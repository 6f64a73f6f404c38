import GestureCore
import TestSupport
import Testing

/// Pinches: fingers that move together or apart.
@Suite struct PinchTests {
    /// Two fingers land 200 pt apart.
    private static let hand = "0 down a 400,500 b 600,500; "

    @Test(arguments: [
        Replay("a change of exactly twice the slop is no pinch", hand + "10 move b by 40,0; 20 up all", ""),
        Replay(
            "a change just beyond twice the slop is a pinch that begins without a jump",
            hand + "10 move b by 40.24,0; 20 up all",
            "pinch#1 began f2 scale 1.001 @10; pinch#1 ended f2 scale 1.001 @20"),
        Replay("moving together by exactly twice the slop is no pinch", hand + "10 move b by -40,0; 20 up all", ""),
        Replay(
            "moving together by just more than twice the slop is a pinch", hand + "10 move b by -40.16,0; 20 up all",
            "pinch#1 began f2 scale 0.999 @10; pinch#1 ended f2 scale 0.999 @20"),
        Replay(
            "fingers less than 10 mm apart may be one", "0 down a 500,500 b 502,500; 10 move b by 60.9,0; 20 up all",
            ""),
        Replay(
            "fingers 10 mm apart are two", "0 down a 500,500 b 502,500; 10 move b by 61,0; 20 up all",
            "pinch#1 began f2 scale 1.5 @10; pinch#1 ended f2 scale 1.5 @20"),
        Replay(
            "a broad finger that the device reports as two does not pinch",
            "0 down a 500,500 b 520,500; 10 move b by 42,0; 20 up all", ""),
        Replay(
            "a pinch continues however close the fingers come",
            hand + "10 move b by -100,0; 20 move b by -80,0; 30 up all",
            "pinch#1 began f2 scale 0.625 @10; pinch#1 changed f2 scale 0.125 @20; pinch#1 ended f2 scale 0.125 @30"),
        Replay(
            "fingers at the same position have a finite scale",
            hand + "10 move b by -200,0; 20 move b by 160,0; 30 up all",
            "pinch#1 began f2 scale 0.006 @10; pinch#1 changed f2 scale 1 @20; pinch#1 ended f2 scale 1 @30"),
        Replay(
            "both fingers can move", hand + "10 move a by -30,0 b by 30,0; 20 up all",
            "pinch#1 began f2 scale 1.083 @10; pinch#1 ended f2 scale 1.083 @20"),
        Replay("a change of one hundredth is no pinch", hand + "10 move b by 2,0; 20 up all", ""),
        Replay("one finger does not pinch", "0 down a 400,500; 10 move a by 100,0; 20 up a", ""),
        Replay(
            "lifting one finger ends it", hand + "10 move b by 88,0; 20 up b; 30 move a by -90,0; 40 up a",
            "pinch#1 began f2 scale 1.2 @10; pinch#1 ended f2 scale 1.2 @20"),
        Replay(
            "a lost finger cancels it", hand + "10 move b by 88,0; 20 cancel b; 30 up a",
            "pinch#1 began f2 scale 1.2 @10; pinch#1 cancelled f2 scale 1.2 @20"),
        Replay(
            "unplugging cancels it", hand + "10 move b by 88,0; 20 unplug",
            "pinch#1 began f2 scale 1.2 @10; pinch#1 cancelled f2 scale 1.2 @20"),
        Replay(
            "a third finger causes no jump",
            hand + "10 move b by 88,0; 20 down c 500,900; 30 move a by 0,0.001; 40 up all",
            """
            pinch#1 began f2 scale 1.2 @10; pinch#1 changed f3 scale 1.2 @30; pinch#1 ended f3 scale 1.2 @40
            """),
        Replay(
            "a third finger lifts, and the pinch continues",
            """
            0 down a 400,500 b 600,500 c 500,700; 10 move b by 88,0; 10 move a by -88,0; 10 move c by 0,88
            200 up c; 400 move b by 0,0.001; 410 move a by -37.6,0; 420 up all
            """,
            """
            pinch#1 began f3 scale 1.416 @10; pinch#1 changed f2 scale 1.416 @400; pinch#1 changed f2 scale 1.558 @410
            pinch#1 ended f2 scale 1.558 @420
            """),
        Replay(
            "the fingers lift one after the other", hand + "10 move b by 88,0; 20 up a; 60 up b",
            "pinch#1 began f2 scale 1.2 @10; pinch#1 ended f2 scale 1.2 @20"),
        Replay(
            "a pinch can begin again",
            hand + "10 move b by 88,0; 20 up b; 30 down b 600,500; 40 move b by 88,0; 50 up all",
            """
            pinch#1 began f2 scale 1.2 @10; pinch#1 ended f2 scale 1.2 @20
            pinch#2 began f2 scale 1.2 @40; pinch#2 ended f2 scale 1.2 @50
            """),
        Replay(
            "two fingers do not pinch if three are requested", hand + "10 move b by 88,0; 20 up all", "",
            asking: "pinch f3"),
        Replay(
            "a third finger ends a pinch of two", hand + "10 move b by 88,0; 20 down c 500,900; 30 up all",
            "pinch#1 began f2 scale 1.2 @10; pinch#1 ended f2 scale 1.2 @20", asking: "pinch f2"),
        Replay(
            "the position is the centre of the fingers", hand + "10 move b by 88,0; 20 up all",
            "pinch#1 began f2 scale 1.2 at 544,500 @10; pinch#1 ended f2 scale 1.2 at 544,500 @20", showing: .places),
        Replay(
            "the slop of a touchpad is smaller", "0 down a 200,200 b 400,200; 10 move a by -10,0 b by 10,0; 20 up all",
            "pinch#1 began f2 scale 1.019 @10; pinch#1 ended f2 scale 1.019 @20", on: .pad),
    ])
    func span(_ replay: Replay) throws {
        let events = try replay.run(asking: "pinch")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "no pinch if one of two is lifted in the frame in which it would begin",
            Self.hand + "10 move b by 42,0; up a; 20 up b", ""),
        Replay(
            "a pinch if it is lifted in the next frame", Self.hand + "10 move b by 42,0; 10.001 up a; 20 up b",
            "pinch#1 began f2 scale 1.008 @10; pinch#1 ended f2 scale 1.008 @10.001"),
        Replay(
            "no pinch of two fingers if a third lands in that frame",
            Self.hand + "10 move b by 42,0; down c 500,900; 20 up all", "", asking: "pinch f2"),
        Replay(
            "no pinch if a finger is replaced in that frame",
            Self.hand + "10 move b by 42,0; up a; down c 400,500; 20 up all", ""),
        Replay(
            "a pinch if enough fingers stay",
            "0 down a 400,500 b 600,500 c 500,700; 10 move b by 100,0; up c; 20 up all",
            "pinch#1 began f3 scale 1.074 @10; pinch#1 ended f3 scale 1.074 @20", asking: "pinch f2 f3"),
        Replay(
            "no pinch if too few fingers stay",
            "0 down a 400,500 b 600,500 c 500,700; 10 move b by 100,0; up c; 20 up all", "", asking: "pinch f3"),
    ])
    func `a pinch does not begin in the frame in which it would end`(_ replay: Replay) throws {
        let events = try replay.run(asking: "pinch")
        #expect(events == replay.expected)
    }

    @Test func `the velocity is that of the scale`() throws {
        let replay = Replay(
            "", "0 down a 400,500 b 600,500; glide b by 240,0 for 100; 105 up all", "", showing: .velocities)
        let events = try replay.run(asking: "pinch")
        // 2400 pt/s, of a span of 240 pt when it began.
        #expect(events.last == "pinch#1 ended f2 scale 1.833 speed 10 @105")
    }

    @Test func `after a pause, a pinch has no velocity`() throws {
        let replay = Replay(
            "", "0 down a 400,500 b 600,500; glide b by 240,0 for 100; 140 up all", "", showing: .velocities)
        #expect(try replay.run(asking: "pinch").last == "pinch#1 ended f2 scale 1.833 speed 0 @140")
    }

    /// The span is 240 pt when it begins, and fingers of 30,000 pt/s change it by 600 pt in 10 ms.
    @Test(arguments: [
        Replay(
            "just less than the fastest fingers", Self.hand + "10 move b by 100,0; 20 move b by 597.6,0; 21 up all",
            "pinch#1 ended f2 scale 3.74 speed 249 @21"),
        Replay(
            "as fast as the fastest fingers", Self.hand + "10 move b by 100,0; 20 move b by 600,0; 21 up all",
            "pinch#1 ended f2 scale 3.75 speed 250 @21"),
        Replay(
            "limited to the speed of the fastest fingers",
            Self.hand + "10 move b by 100,0; 20 move b by 624,0; 21 up all",
            "pinch#1 ended f2 scale 3.85 speed 250 @21"),
        Replay(
            "limited in the other direction, too",
            "0 down a 400,500 b 1400,500; 10 move b by -100,0; 20 move b by -700,0; 21 up all",
            "pinch#1 ended f2 scale 0.208 speed -62.5 @21"),
        Replay(
            "two frames at once after a gap give no velocity",
            Self.hand + "glide b by 240,0 for 100; 150 move b by 100,0; 150.001 move b by 10,0; 151 up all",
            "pinch#1 ended f2 scale 2.292 speed 0 @151"),
    ])
    func `the velocity of a pinch is at most that of the fastest fingers`(_ replay: Replay) throws {
        var replay = replay
        replay.parts = .velocities
        #expect(try replay.run(asking: "pinch").suffix(1) == replay.expected[...])
    }

    @Test(arguments: [
        Replay(
            "it begins within a drag and ends before it",
            "0 down a 400,500 b 600,500; 10 move a by 0,30 b by 0,30; 20 move b by 88,0; 30 up all",
            """
            drag#1 began f2 by 0,10 @10; drag#1 changed f2 by 44,10 @20; pinch#2 began f2 scale 1.2 @20
            pinch#2 ended f2 scale 1.2 @30; drag#1 ended f2 by 44,10 @30
            """),
        Replay(
            "both begin and end in one frame", "0 down a 400,500 b 600,500; 10 move a by -100,0 b by 200,0; 20 up all",
            """
            drag#1 began f2 by 30,0 @10; pinch#2 began f2 scale 2.083 @10
            pinch#2 ended f2 scale 2.083 @20; drag#1 ended f2 by 30,0 @20
            """),
    ])
    func besideADrag(_ replay: Replay) throws {
        let events = try replay.run(asking: "drag, pinch")
        #expect(events == replay.expected)
    }

    /// A third finger that is only counted has the position of the first.
    @Test(arguments: [Surface.screen, .pad])
    func `fingers of which one is only counted drag and do not pinch`(_ surface: Surface) throws {
        var engine = GestureEngine()
        engine.attach(surface)
        var found: [String] = []
        func frame(_ time: Int64, _ action: ContactChange.Action, _ places: (Double, Double)) {
            let changes = [
                ContactChange(ContactID(1), action, at: Vector(x: places.0, y: 200)),
                ContactChange(ContactID(2), action, at: Vector(x: places.1, y: 200)),
                ContactChange(ContactID(3), action, at: Vector(x: places.0, y: 200), hasOwnPosition: false),
            ]
            engine.process(TouchFrame(surface: surface.id, time: .milliseconds(time), changes: changes))
            found += engine.events.filter { $0.phase != .changed }.map { EventText(surface: surface).text($0) }
        }
        frame(0, .down, (300, 400))
        // The fingers with a position move apart; the centre of all three moves a third of that.
        frame(10, .move, (240, 460))
        frame(20, .move, (180, 520))
        frame(30, .up, (180, 520))
        #expect(!found.contains { $0.hasPrefix("pinch") || $0.hasPrefix("rotation") })
        #expect(found.first { $0.hasPrefix("drag") }?.contains("began f3 by -") == true)
        #expect(found.last?.hasPrefix("drag") == true && found.last?.contains("ended f3") == true)
    }
}
