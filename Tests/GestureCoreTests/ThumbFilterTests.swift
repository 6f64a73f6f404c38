import GestureCore
import TestSupport
import Testing

/// The filters for several fingers on a touchpad: which of two is a thumb, and whether they scroll or
/// pinch.
///
/// The pad is 378 pt high: its lowest 15 % start at 321.3 pt, its lowest 8 % at 347.76 pt. 1.5 mm are 9.45 pt, 4 mm are
/// 25.2 pt, and 10 mm are 63 pt. Each case is also played mirrored, since left and right are treated alike.
@Suite struct ThumbFilterTests {
    /// Plays on the pad, unless the replay names another touchpad.
    private func events(_ replay: Replay, asking: String, mirrored: Bool) throws -> [String] {
        var engine = GestureEngine(
            options: GestureOptions(selection: try GestureSelection(asking: replay.asking ?? asking)))
        let surface = replay.surface == .screen ? .pad : replay.surface
        var events: [EngineEvent] = []
        for step in try TouchScript(replay.script, on: surface).steps + [.wake(at: .distantFuture)] {
            events += engine.play(mirrored ? step.mirrored : step)
        }
        #expect(engine.nextDeadline == nil)
        let format = EventText(surface: surface)
        return events.map { format.text(mirrored ? $0.mirrored : $0) }
    }

    // MARK: Thumbs

    @Test(
        "the lower of two fingers is a thumb if it rests while the other, at least 10 mm above it, goes 4 mm",
        arguments: [
            Replay(
                "exactly 4 mm, and exactly 10 mm above",
                "0 down t 320,163; 101 down a 300,100; 120 move a by 0,-25.2; 130 up a; 140 up t",
                "press#1 began @0; press#1 cancelled @101; drag#2 began by 0,-17.2 @120; drag#2 ended by 0,-17.2 @130"),
            Replay(
                "just less than 4 mm: nothing is decided",
                "0 down t 320,163; 101 down a 300,100; 120 move a by 0,-25.199; 130 up a; 140 up t",
                "press#1 began @0; press#1 cancelled @101"),
            Replay(
                "more than 4 mm", "0 down t 320,163; 101 down a 300,100; 120 move a by 0,-25.201; 130 up a; 140 up t",
                "press#1 began @0; press#1 cancelled @101; drag#2 began by 0,-17.201 @120; drag#2 ended by 0,-17.201 @130"
            ),
            Replay(
                "just less than 10 mm above: both drag",
                "0 down t 320,162.999; 101 down a 300,100; 120 move a by 25.2,0; 130 up a t",
                "press#1 began @0; press#1 cancelled @101; drag#2 began f2 by 4.6,0 @120; drag#2 ended f2 by 4.6,0 @130"
            ),
            Replay(
                "much more than 10 mm above", "0 down t 320,300; 101 down a 300,100; 120 move a by 0,-25.2; 130 up a t",
                "press#1 began @0; press#1 cancelled @101; drag#2 began by 0,-17.2 @120; drag#2 ended by 0,-17.2 @130"),
            Replay(
                "in any direction", "0 down t 320,163; 101 down a 300,100; 120 move a by 25.2,0; 130 up a t",
                "press#1 began @0; press#1 cancelled @101; drag#2 began by 17.2,0 @120; drag#2 ended by 17.2,0 @130"),
            Replay(
                "one after the other: the travel of the remaining finger is reset",
                """
                0 down t 320,163; 101 down a 300,100; 120 move a by 0,-20; 130 move a by 0,-5.2; 140 move a by 0,-5; 150 up a t
                """,
                "press#1 began @0; press#1 cancelled @101; drag#2 began by 0,-2.2 @140; drag#2 ended by 0,-2.2 @150"),
            Replay(
                "the upper finger is never a thumb", "0 down a 300,200 t 320,137; 10 move a by 0,25.2; 20 up a t",
                "drag#1 began f2 by 0,4.6 @10; drag#1 ended f2 by 0,4.6 @20"),
            Replay(
                "just less than 1.5 mm counts as rest",
                "0 down t 320,163; 101 down a 300,100; 120 move a by 0,-25.2 t by 0,-9.449; 130 up a t",
                "press#1 began @0; press#1 cancelled @101; drag#2 began by 0,-17.2 @120; drag#2 ended by 0,-17.2 @130"),
            Replay(
                "a contact that moves 1.5 mm is a finger",
                "0 down t 320,163; 101 down a 300,100; 120 move a by 0,-25.2 t by 0,-9.45; 130 up a t",
                "press#1 began @0; press#1 cancelled @101; drag#2 began f2 by 0,-9.325 @120; drag#2 ended f2 by 0,-9.325 @130"
            ),
            Replay(
                "movement before the other finger landed does not count",
                "0 down t 320,250; 10 move t by 0,20; 120 down a 300,100; 130 move a by 0,-25.2; 140 up a; 150 up t",
                """
                press#1 began @0; press#1 cancelled @10; drag#2 began by 0,12 @10; drag#2 changed by 0,-13.2 @130
                drag#2 ended by 0,-13.2 @140
                """),
            Replay(
                "none of three fingers is a thumb",
                "0 down a 300,100 b 400,100 t 320,300; 10 move a by 0,-30 b by 0,-30; 20 up all",
                ""),
        ], [false, true])
    func resting(_ replay: Replay, mirrored: Bool) throws {
        #expect(try events(replay, asking: "press, drag, tap f1", mirrored: mirrored) == replay.expected)
    }

    @Test(
        "the lower of two fingers is a thumb if it rests in the lowest 15 % when the other lands more than 100 ms later",
        arguments: [
            Replay(
                "just within the lowest 15 %, just more than 100 ms later",
                "0 down t 300,321.301; 100.001 down a 280,100; 150 up a; 200 up t",
                """
                press#1 began @0; press#1 cancelled @100.001; press#2 began @100.001; press#2 ended @150
                tap#3 ended x1 @150
                """),
            Replay(
                "just above the lowest 15 %", "0 down t 300,321.299; 100.001 down a 280,100; 150 up a; 200 up t",
                "press#1 began @0; press#1 cancelled @100.001"),
            Replay(
                "100 ms later", "0 down t 300,370; 100 down a 280,100; 150 up a; 200 up t",
                "press#1 began @0; press#1 cancelled @100"),
            Replay(
                "just less than 100 ms later", "0 down t 300,370; 99.999 down a 280,100; 150 up a; 200 up t",
                "press#1 began @0; press#1 cancelled @99.999"),
            Replay(
                "much later", "0 down t 300,370; 60000 down a 280,100; 60050 up a; 70000 up t",
                "press#1 began @0; press#1 cancelled @60000; press#2 began @60000; press#2 ended @60050; tap#3 ended x1 @60050"
            ),
            Replay(
                "just less than 1.5 mm counts as rest",
                "0 down t 300,340; 50 move t by 9.449,0; 200 down a 280,100; 250 up a; 300 up t",
                """
                press#1 began @0; press#1 cancelled @50; drag#2 began by 1.449,0 @50
                press#3 began @200; drag#2 cancelled by 1.449,0 @200; press#3 ended @250; tap#4 ended x1 @250
                """),
            Replay(
                "a contact that moves 1.5 mm is a finger",
                "0 down t 300,340; 50 move t by 9.45,0; 200 down a 280,100; 250 up a t",
                """
                press#1 began @0; press#1 cancelled @50; drag#2 began by 1.45,0 @50
                drag#2 ended f2 by 1.45,0 @250
                """),
            Replay(
                "not if the other lands below it", "0 down t 300,325; 200 down a 280,345; 250 up a t",
                "press#1 began @0; press#1 cancelled @200"),
            Replay(
                "not if two fingers land", "0 down t 300,370; 200 down a 200,100 b 300,100; 250 up all",
                "press#1 began @0; press#1 cancelled @200"),
        ], [false, true])
    func restingLow(_ replay: Replay, mirrored: Bool) throws {
        #expect(try events(replay, asking: "press, drag, tap f1", mirrored: mirrored) == replay.expected)
    }

    @Test(
        "the lower of two fingers is a thumb if it lands in the lowest 8 % more than 100 ms after the other",
        arguments: [
            Replay(
                "just within the lowest 8 %, just more than 100 ms later",
                "0 down a 280,100; 100.001 down t 300,347.761; 150 up a; 200 up t",
                "press#1 began @0; press#1 ended @150; tap#2 ended x1 @150"),
            Replay(
                "just above the lowest 8 %", "0 down a 280,100; 100.001 down t 300,347.759; 150 up a t",
                "press#1 began @0; press#1 cancelled @100.001"),
            Replay(
                "100 ms after the other", "0 down a 280,100; 100 down t 300,370; 150 up a t",
                "press#1 began @0; press#1 cancelled @100"),
            Replay(
                "just less than 100 ms after the other", "0 down a 280,100; 99.999 down t 300,370; 150 up a t",
                "press#1 began @0; press#1 cancelled @99.999"),
            Replay(
                "beside a finger that travels",
                "0 down a 280,200; 10 move a by 0,-40; 200 down t 300,360; 210 move a by 0,-40; 220 up a; 300 up t",
                """
                press#1 began @0; press#1 cancelled @10; drag#2 began by 0,-32 @10; drag#2 changed by 0,-72 @210
                drag#2 ended by 0,-72 @220
                """),
            Replay(
                "not if it is less than 10 mm below the other",
                "0 down a 280,325; 200 down t 300,360; 250 up a; 300 up t",
                "press#1 began @0; press#1 cancelled @200"),
            Replay(
                "not if it lands above the current position of the other",
                "0 down a 280,300; 50 move a 280,375; 200 down t 300,350; 250 up a t",
                """
                press#1 began @0; press#1 cancelled @50; drag#2 began by 0,67 @50
                drag#2 ended f2 by 0,67 @250
                """),
            Replay(
                "not as the third finger",
                "0 down a 200,100 b 300,100; 200 down t 250,370; 210 move a by 0,-60 b by 0,-60 t by 0,-60; 220 up all",
                "drag#1 began f3 by 0,-52 @210; drag#1 ended f3 by 0,-52 @220"),
        ], [false, true])
    func landingLow(_ replay: Replay, mirrored: Bool) throws {
        #expect(try events(replay, asking: "press, drag, tap f1", mirrored: mirrored) == replay.expected)
    }

    /// A touchpad of 630 pt width.
    private static func pad(height: Points) -> Surface {
        Surface(id: Surface.pad.id, kind: .touchpad, size: Vector(x: 630, y: height))
    }

    @Test(
        "the position of a thumb does not count on touchpads less than 50 mm high",
        arguments: [
            Replay(
                "resting low, on a pad of 50 mm", "0 down t 300,314; 200 down a 280,100; 250 up a; 300 up t",
                "press#1 began @0; press#1 cancelled @200; press#2 began @200; press#2 ended @250; tap#3 ended x1 @250",
                on: pad(height: 314.96)),
            Replay(
                "resting low, on a pad just less than 50 mm high", "0 down t 300,314; 200 down a 280,100; 250 up a t",
                "press#1 began @0; press#1 cancelled @200", on: pad(height: 314.959)),
            Replay(
                "landing low, on a pad of 50 mm", "0 down a 280,100; 200 down t 300,314; 250 up a; 300 up t",
                "press#1 began @0; press#1 ended @250; tap#2 ended x1 @250", on: pad(height: 314.96)),
            Replay(
                "landing low, on a pad just less than 50 mm high", "0 down a 280,100; 200 down t 300,314; 250 up a t",
                "press#1 began @0; press#1 cancelled @200", on: pad(height: 314.959)),
            Replay(
                "its movement still counts", "0 down t 320,163; 101 down a 300,100; 120 move a by 0,-25.2; 130 up a t",
                "press#1 began @0; press#1 cancelled @101; drag#2 began by 0,-17.2 @120; drag#2 ended by 0,-17.2 @130",
                on: pad(height: 200)),
        ], [false, true])
    func lowPad(_ replay: Replay, mirrored: Bool) throws {
        #expect(try events(replay, asking: "press, drag, tap f1", mirrored: mirrored) == replay.expected)
    }

    @Test(
        "a thumb is ignored until it is lifted",
        arguments: [
            Replay(
                "its movement is ignored if it sets out later",
                """
                0 down t 320,300; 101 down a 300,100; 120 move a by 0,-40; 420.001 move t by 0,-150; 430 move a by 0,-10
                440 up a; 450 up t
                """,
                """
                press#1 began @0; press#1 cancelled @101; drag#2 began by 0,-32 @120; drag#2 changed by 0,-42 @430
                drag#2 ended by 0,-42 @440
                """),
            Replay(
                "the next finger is recognized alone",
                """
                0 down t 320,300; 101 down a 300,100; 120 move a by 0,-40; 130 up a; 410 down b 300,100; 460 up b; 510 up t
                """,
                """
                press#1 began @0; press#1 cancelled @101; drag#2 began by 0,-32 @120; drag#2 ended by 0,-32 @130
                press#3 began @410; press#3 ended @460; tap#4 ended x1 @460
                """),
            Replay(
                "the next finger is not a second thumb, even if it lands low",
                """
                0 down t 320,300; 101 down a 300,100; 120 move a by 0,-40; 130 up a; 410 down b 300,370; 460 up b; 510 up t
                """,
                """
                press#1 began @0; press#1 cancelled @101; drag#2 began by 0,-32 @120; drag#2 ended by 0,-32 @130
                press#3 began @410; press#3 ended @460; tap#4 ended x1 @460
                """),
            Replay(
                "after its lift, it lands as a finger",
                """
                0 down t 320,300; 101 down a 300,100; 120 move a by 0,-40; 130 up a; 140 up t; 410 down t 320,300; 460 up t
                """,
                """
                press#1 began @0; press#1 cancelled @101; drag#2 began by 0,-32 @120; drag#2 ended by 0,-32 @130
                press#3 began @410; press#3 ended @460; tap#4 ended x1 @460
                """),
            Replay(
                "two fingers beside it drag as two",
                """
                0 down t 320,300; 101 down a 300,100; 120 move a by 0,-40; 130 up a; 410 down b 250,100 c 350,100; 420 move b by 0,20 c by 0,20; 430 up b c; 510 up t
                """,
                """
                press#1 began @0; press#1 cancelled @101; drag#2 began by 0,-32 @120; drag#2 ended by 0,-32 @130
                drag#3 began f2 by 0,12 @420; drag#3 ended f2 by 0,12 @430
                """),
        ], [false, true])
    func dead(_ replay: Replay, mirrored: Bool) throws {
        #expect(try events(replay, asking: "press, drag, tap f1", mirrored: mirrored) == replay.expected)
    }

    @Test(
        "a thumb that sets out within 300 ms and goes 4 mm is a finger, from where it rested",
        arguments: [
            Replay(
                "against the finger: a pinch",
                """
                0 down t 300,300; 101 down a 300,100; 110 move a by 0,-30; 410 move t by 0,9.45; 700 move t by 0,15.75
                710 move t by 0,20; 720 move a by 0,-20; 730 up a t
                """,
                """
                drag#1 began by 0,-22 @110; drag#1 cancelled f2 by 0,-22 @710
                pinch#2 began f2 scale 1.119 @710; pinch#2 changed f2 scale 1.2 @720; pinch#2 ended f2 scale 1.2 @730
                """),
            Replay(
                "with the finger: a scroll",
                """
                0 down t 300,300; 101 down a 300,100; 110 move a by 0,-30; 410 move t by 0,-9.45; 700 move t by 0,-15.75
                710 move a by 0,-20 t by 0,-20; 720 up a t
                """,
                """
                drag#1 began by 0,-22 @110; drag#1 changed f2 by 0,-54.6 @710; drag#1 ended f2 by 0,-54.6 @720
                """),
            Replay(
                "it sets out just later",
                """
                0 down t 300,300; 101 down a 300,100; 110 move a by 0,-30; 410.001 move t by 0,9.45; 700 move t by 0,40
                710 move t by 0,20; 730 up a t
                """,
                "drag#1 began by 0,-22 @110; drag#1 ended by 0,-22 @730"),
            Replay(
                "it goes just less than 1.5 mm in time",
                """
                0 down t 300,300; 101 down a 300,100; 110 move a by 0,-30; 410 move t by 0,9.449; 700 move t by 0,40
                710 move t by 0,20; 730 up a t
                """,
                "drag#1 began by 0,-22 @110; drag#1 ended by 0,-22 @730"),
            Replay(
                "it goes just less than 4 mm",
                """
                0 down t 300,300; 101 down a 300,100; 110 move a by 0,-30; 410 move t by 0,9.45; 700 move t by 0,15.749
                730 up a t
                """,
                "drag#1 began by 0,-22 @110; drag#1 ended by 0,-22 @730"),
            Replay(
                "it takes 300 ms more to go 4 mm",
                """
                0 down t 300,300; 101 down a 300,100; 110 move a by 0,-30; 410 move t by 0,9.45; 710 move t by 0,15.75
                720 move t by 0,20; 730 up a t
                """,
                """
                drag#1 began by 0,-22 @110; drag#1 cancelled f2 by 0,-22 @720
                pinch#2 began f2 scale 1.119 @720; pinch#2 ended f2 scale 1.119 @730
                """),
            Replay(
                "it takes just longer",
                """
                0 down t 300,300; 101 down a 300,100; 110 move a by 0,-30; 410 move t by 0,9.45; 710.001 move t by 0,15.75
                720 move t by 0,20; 730 up a t
                """,
                "drag#1 began by 0,-22 @110; drag#1 ended by 0,-22 @730"),
            Replay(
                "it goes three eighths of the way of the finger",
                """
                0 down t 300,300; 101 down a 300,180; 110 move a by 0,-80; 120 move t by 0,30; 130 move t by 0,10; 140 up a t
                """,
                """
                drag#1 began by 0,-72 @110; drag#1 cancelled f2 by 0,-72 @130
                pinch#2 began f2 scale 1.111 @130; pinch#2 ended f2 scale 1.111 @140
                """),
            Replay(
                "it goes just less",
                """
                0 down t 300,300; 101 down a 300,180; 110 move a by 0,-80; 120 move t by 0,29.999; 140 up a t
                """,
                "drag#1 began by 0,-72 @110; drag#1 ended by 0,-72 @140; swipe#2 ended up by 0,-80 @140"),
            Replay(
                "one that landed in the lowest 8 %",
                """
                0 down a 300,100; 101 down t 300,350; 110 move a by 0,-30; 120 move t by 0,26; 130 move a by 0,-20 t by 0,1
                140 up a t
                """,
                """
                drag#1 began by 0,-22 @110; drag#1 cancelled f2 by 0,-22 @130
                pinch#2 began f2 scale 1.105 @130; pinch#2 ended f2 scale 1.105 @140
                """),
            Replay(
                "it makes no tap and no long press",
                "0 down t 300,300; 101 down a 300,100; 110 move a by 0,-30; 120 move t by 0,26; 130 up a; 140 up t",
                "press#1 began @0; press#1 cancelled @101", asking: "press, tap, longPress"),
        ], [false, true])
    func setsOut(_ replay: Replay, mirrored: Bool) throws {
        let events = try events(replay, asking: "drag, swipe, pinch, rotation", mirrored: mirrored)
        #expect(events == replay.expected)
    }

    /// 1.7 mm are 10.7 pt, and 28.53 pt are eight thirds of that; 3 mm are 18.9 pt.
    @Test(
        "a thumb that slips once is no pinch and no rotation",
        arguments: [
            Replay(
                "sideways: the finger drags and swipes",
                """
                0 down t 320,300; 101 down a 300,100; 120 move a by -20,0 t by 10.7,0; 130 move a by -20,0; 140 move a by -20,0; 150 move a by -20,0; 160 up a; 170 up t
                """,
                """
                rotation#1 began f2 turn -4.272 @120; rotation#1 cancelled f2 turn -4.272 @130; drag#2 began by -12,0 @130
                drag#2 changed by -32,0 @140; drag#2 changed by -52,0 @150; drag#2 ended by -52,0 @160
                swipe#3 ended left by -80,0 @160
                """),
            Replay(
                "away from the finger",
                """
                0 down t 300,300; 101 down a 300,100; 120 move a by 0,-20 t by 0,10.7; 130 move a by 0,-20; 140 up a t
                """,
                """
                pinch#1 began f2 scale 1.068 @120; pinch#1 cancelled f2 scale 1.068 @130; drag#2 began by 0,-12 @130
                drag#2 ended by 0,-12 @140
                """),
            Replay(
                "by just less than three eighths of the finger's travel",
                """
                0 down t 300,300; 101 down a 300,100; 120 move a by 0,-20 t by 0,10.7; 130 move a by 0,-8.534; 140 up a t
                """,
                """
                pinch#1 began f2 scale 1.068 @120; pinch#1 cancelled f2 scale 1.068 @130; drag#2 began by 0,-0.534 @130
                drag#2 ended by 0,-0.534 @140
                """),
            Replay(
                "not by half of the finger's travel",
                "0 down a 300,100 t 300,300; 10 move a by 0,-24 t by 0,12; 20 move a by 0,-8; 30 up a t",
                "pinch#1 began f2 scale 1.093 @10; pinch#1 changed f2 scale 1.13 @20; pinch#1 ended f2 scale 1.13 @30"),
            Replay(
                "not by more",
                "0 down a 300,100 t 300,300; 10 move a by 0,-24 t by 0,12.1; 20 move a by 0,-8; 30 up a t",
                "pinch#1 began f2 scale 1.093 @10; pinch#1 changed f2 scale 1.13 @20; pinch#1 ended f2 scale 1.13 @30"),
            Replay(
                "by just less than 3 mm",
                """
                0 down t 300,300; 101 down a 300,100; 120 move a by 0,-24 t by 0,18.899; 130 move a by 0,-60; 140 up a t
                """,
                """
                pinch#1 began f2 scale 1.125 @120; pinch#1 cancelled f2 scale 1.125 @130; drag#2 began by 0,-52 @130
                drag#2 ended by 0,-52 @140; swipe#3 ended up by 0,-84 @140
                """),
            Replay(
                "not by 3 mm, however far the finger goes",
                "0 down a 300,100 t 300,300; 10 move a by 0,-24 t by 0,18.9; 20 move a by 0,-60; 30 up a t",
                "pinch#1 began f2 scale 1.125 @10; pinch#1 changed f2 scale 1.402 @20; pinch#1 ended f2 scale 1.402 @30"
            ),
            Replay(
                "not by 3 mm, even if it comes back",
                """
                0 down a 300,100 t 300,300; 10 move a by 0,-24 t by 0,18.9; 20 move t by 0,-18.9; 30 move a by 0,-60
                40 up a t
                """,
                """
                pinch#1 began f2 scale 1.125 @10; pinch#1 changed f2 scale 1.037 @20; pinch#1 changed f2 scale 1.315 @30
                pinch#1 ended f2 scale 1.315 @40
                """),
            Replay(
                "not just less than 10 mm below the finger",
                "0 down a 300,100 t 400,162.999; 10 move a by -20,0 t by 10.7,0; 20 move a by -20,0; 30 up a t",
                """
                pinch#1 began f2 scale 1.081 @10; pinch#1 changed f2 scale 1.217 @20; pinch#1 ended f2 scale 1.217 @30
                """, asking: "drag, pinch"),
        ], [false, true])
    func slipping(_ replay: Replay, mirrored: Bool) throws {
        let events = try events(replay, asking: "drag, swipe, pinch, rotation", mirrored: mirrored)
        #expect(events == replay.expected)
    }

    @Test("a touchscreen has no thumb filter")
    func touchscreen() throws {
        let replay = Replay(
            "", "0 down a 300,100; 200 down t 320,1190; 210 move a by 0,-80; 220 up all",
            "drag#1 began f2 by 0,-20 @210; drag#1 ended f2 by 0,-20 @220")
        #expect(try replay.run(asking: "drag") == replay.expected)
    }

    // MARK: Scroll or pinch

    @Test(
        "two fingers scroll or pinch",
        arguments: [
            Replay(
                "each moving 1.5 mm in the same direction is a scroll",
                "0 down a 200,200 b 300,200; 10 move a by 0,9.45 b by 0,9.45; 20 up all",
                "drag#1 began f2 by 0,1.45 @10; drag#1 ended f2 by 0,1.45 @20"),
            Replay(
                "each moving just less is undecided",
                "0 down a 200,200 b 300,200; 10 move a by 0,9.449 b by 0,9.449; 20 up all", ""),
            Replay(
                "one moving just less than 1.5 mm is undecided",
                "0 down a 200,200 b 300,200; 10 move a by 0,20 b by 0,9.449; 20 up all", ""),
            Replay(
                "one moving 4 mm while the other rests is a scroll",
                "0 down a 200,200 b 300,200; 10 move b by 25.2,0; 20 up all",
                "drag#1 began f2 by 4.6,0 @10; drag#1 ended f2 by 4.6,0 @20"),
            Replay(
                "one moving just less than 4 mm while the other rests is undecided",
                "0 down a 200,200 b 300,200; 10 move b by 25.199,0; 20 up all", ""),
            Replay(
                "each moving 1.5 mm apart is a pinch",
                "0 down a 200,200 b 300,200; 10 move a by -9.45,0 b by 9.45,0; 20 up all",
                "pinch#1 began f2 scale 1.025 @10; pinch#1 ended f2 scale 1.025 @20"),
            Replay(
                "each moving 1.5 mm together is a pinch",
                "0 down a 200,200 b 300,200; 10 move a by 9.45,0 b by -9.45,0; 20 up all",
                "pinch#1 began f2 scale 0.965 @10; pinch#1 ended f2 scale 0.965 @20"),
            Replay(
                "each moving just less than 1.5 mm apart is undecided",
                "0 down a 200,200 b 300,200; 10 move a by -9.449,0 b by 9.449,0; 20 up all", ""),
            // A turn of 21.801° at 107.703 pt; of the 8.512° within slop, 13.29 ninetieths are added back.
            Replay(
                "moving around each other is a rotation",
                "0 down a 200,200 b 300,200; 10 move a by 0,-20 b by 0,20; 20 up all",
                "rotation#1 began f2 turn 14.547 @10; rotation#1 ended f2 turn 14.547 @20"),
            Replay(
                "movements 73.74° apart count as the same direction",
                "0 down a 200,150 b 200,250; 10 move a by 16,-12 b by 16,12; 20 up all",
                "drag#1 began f2 by 8,0 @10; drag#1 ended f2 by 8,0 @20"),
            Replay(
                "movements farther apart are a pinch",
                "0 down a 200,150 b 200,250; 10 move a by 16,-12.01 b by 16,12.01; 20 up all",
                "pinch#1 began f2 scale 1.069 @10; pinch#1 ended f2 scale 1.069 @20"),
            Replay(
                "the decision is corrected within 300 ms",
                "0 down a 200,200 b 300,200; 10 move a by 10,0 b by 10,0; 300 move a by -40,0 b by 40,0; 310 up all",
                """
                drag#1 began f2 by 2,0 @10; drag#1 cancelled f2 by 2,0 @300
                pinch#2 began f2 scale 1.552 @300; pinch#2 ended f2 scale 1.552 @310
                """),
            Replay(
                "the decision stands after 300 ms",
                "0 down a 200,200 b 300,200; 10 move a by 10,0 b by 10,0; 300.001 move a by -40,0 b by 40,0; 310 up all",
                "drag#1 began f2 by 2,0 @10; drag#1 changed f2 by 2,0 @300.001; drag#1 ended f2 by 2,0 @310"),
            Replay(
                "a pinch never becomes a scroll",
                "0 down a 200,200 b 300,200; 10 move a by -20,0 b by 20,0; 20 move a by 0,60 b by 0,60; 30 up all",
                """
                pinch#1 began f2 scale 1.207 @10; pinch#1 changed f2 scale 1.207 @20; pinch#1 ended f2 scale 1.207 @30
                """),
            Replay(
                "the next touch is decided independently",
                """
                0 down a 200,200 b 300,200; 10 move a by -20,0 b by 20,0; 20 up all
                30 down a 200,200 b 300,200; 40 move a by 0,20 b by 0,20; 50 up all
                """,
                """
                pinch#1 began f2 scale 1.207 @10; pinch#1 ended f2 scale 1.207 @20
                drag#2 began f2 by 0,12 @40; drag#2 ended f2 by 0,12 @50
                """),
            Replay(
                "a scroll is decided again when a third finger lands",
                """
                0 down a 200,200 b 300,200; 10 move a by 20,0 b by 20,0; 20 down c 400,200
                30 move a by -40,0 c by 40,0; 40 up all
                """,
                """
                drag#1 began f2 by 12,0 @10; drag#1 cancelled f3 by 12,0 @30
                pinch#2 began f3 scale 1.266 @30; pinch#2 ended f3 scale 1.266 @40
                """),
            Replay(
                "a pinch is not decided again when a third finger lands",
                """
                0 down a 200,200 b 300,200; 10 move a by -20,0 b by 20,0; 20 down c 400,200
                30 move a by 0,40 b by 0,40 c by 0,40; 40 up all
                """,
                "pinch#1 began f2 scale 1.207 @10; pinch#1 ended f2 scale 1.207 @20", asking: "drag, pinch f2"),
        ], [false, true])
    func two(_ replay: Replay, mirrored: Bool) throws {
        #expect(try events(replay, asking: "drag, swipe, pinch, rotation", mirrored: mirrored) == replay.expected)
    }

    @Test(
        "of two fingers, the lower one that rests is the pivot of a pinch or a rotation",
        arguments: [
            Replay(
                "landed together, 10 mm below: a pinch of the finger that goes 4 mm",
                "0 down t 300,200; 100 down a 300,137; 110 move a by 0,-25.2; 120 up a t",
                "pinch#1 began f2 scale 1.116 @110; pinch#1 ended f2 scale 1.116 @120"),
            Replay(
                "just less than 4 mm: nothing is decided",
                "0 down t 300,200; 100 down a 300,137; 110 move a by 0,-25.199; 120 up a t", ""),
            Replay(
                "towards it", "0 down t 300,300 a 300,100; 10 move a by 0,40; 20 up a t",
                "pinch#1 began f2 scale 0.87 @10; pinch#1 ended f2 scale 0.87 @20"),
            Replay(
                "around it", "0 down t 300,200 a 300,137; 10 move a by 25.2,0; 20 up a t",
                "rotation#1 began f2 turn 9.535 @10; rotation#1 ended f2 turn 9.535 @20"),
            Replay(
                "landed just later: a thumb",
                "0 down t 300,200; 100.001 down a 300,137; 110 move a by 0,-25.2; 120 up a t",
                "drag#1 began by 0,-17.2 @110; drag#1 ended by 0,-17.2 @120"),
            Replay(
                "a thumb that lands later, beside a finger that rests",
                "0 down a 300,100; 300 down t 300,300; 310 move a by 0,-40; 320 up a t",
                "pinch#1 began f2 scale 1.111 @310; pinch#1 ended f2 scale 1.111 @320"),
            Replay(
                "a thumb that lands later, beside a finger that has moved by 0.5 mm",
                "0 down a 300,140; 200 move a by 0,-3.15; 300 down t 300,300; 310 move a by 0,-40; 320 up a t",
                "drag#1 began by 0,-32 @310; drag#1 ended by 0,-32 @320"),
            Replay(
                "a thumb that lands later, beside a finger that has moved by less",
                "0 down a 300,140; 200 move a by 0,-3.149; 300 down t 300,300; 310 move a by 0,-40; 320 up a t",
                "pinch#1 began f2 scale 1.134 @310; pinch#1 ended f2 scale 1.134 @320"),
            Replay(
                "a thumb that lands later, just above the lowest 15 %",
                "0 down a 300,100; 300 down t 300,321.299; 310 move a by 0,-40; 320 up a t",
                "pinch#1 began f2 scale 1.101 @310; pinch#1 ended f2 scale 1.101 @320"),
            Replay(
                "a thumb that lands later in the lowest 15 %",
                "0 down a 300,100; 300 down t 300,321.301; 310 move a by 0,-40; 320 up a t",
                "drag#1 began by 0,-32 @310; drag#1 ended by 0,-32 @320"),
            Replay(
                "one that lands there 100 ms later",
                "0 down a 300,100; 100 down t 300,321.301; 110 move a by 0,-40; 120 up a t",
                "pinch#1 began f2 scale 1.101 @110; pinch#1 ended f2 scale 1.101 @120"),
            Replay(
                "both just above the lowest 8 %",
                "0 down t 300,347.7 a 300,200; 10 move a by 0,-40; 20 up a t",
                "pinch#1 began f2 scale 1.147 @10; pinch#1 ended f2 scale 1.147 @20"),
            Replay(
                "in the lowest 8 %, it is a thumb", "0 down t 300,347.8 a 300,200; 10 move a by 0,-40; 20 up a t",
                "drag#1 began by 0,-32 @10; drag#1 ended by 0,-32 @20"),
            Replay(
                "8 mm below, and the other moves away from it at 29.8°",
                "0 down t 388,200 a 300,149.6; 10 move a by -30,0; 20 up a t",
                "pinch#1 began f2 scale 1.093 @10; pinch#1 ended f2 scale 1.093 @20"),
            Replay(
                "8 mm below, and the other moves away from it at 30.4°: a scroll",
                "0 down t 386,200 a 300,149.6; 10 move a by -30,0; 20 up a t",
                "drag#1 began f2 by -7,0 @10; drag#1 ended f2 by -7,0 @20"),
            Replay(
                "8 mm below, and the other moves away from it",
                "0 down t 350,200 a 300,149.6; 10 move a by -30,-30; 20 up a t",
                "pinch#1 began f2 scale 1.304 @10; pinch#1 ended f2 scale 1.304 @20"),
            Replay(
                "just less than 8 mm below: a scroll",
                "0 down t 350,200 a 300,149.601; 10 move a by -30,-30; 20 up a t",
                "drag#1 began f2 by -9.343,-9.343 @10; drag#1 ended f2 by -9.343,-9.343 @20"),
            Replay(
                "8 mm below, and the other moves past it: a scroll",
                "0 down t 350,200 a 300,149.6; 10 move a by 0,-30; 20 up a t",
                "drag#1 began f2 by 0,-7 @10; drag#1 ended f2 by 0,-7 @20"),
            Replay(
                "if it follows within 300 ms, both scroll",
                "0 down t 300,200 a 300,100; 10 move a by 0,-40; 310 move a by 0,-10 t by 0,-30; 320 up a t",
                """
                pinch#1 began f2 scale 1.207 @10; pinch#1 cancelled f2 scale 1.207 @310; drag#2 began f2 by 0,-32 @310
                drag#2 ended f2 by 0,-32 @320
                """, asking: "drag, pinch"),
            Replay(
                "if it follows later, the pinch goes on",
                "0 down t 300,200 a 300,100; 10 move a by 0,-40; 310.001 move a by 0,-10 t by 0,-30; 320 up a t",
                """
                pinch#1 began f2 scale 1.207 @10; pinch#1 changed f2 scale 1.034 @310.001
                pinch#1 ended f2 scale 1.034 @320
                """, asking: "drag, pinch"),
        ], [false, true])
    func pivot(_ replay: Replay, mirrored: Bool) throws {
        let events = try events(replay, asking: "drag, pinch, rotation", mirrored: mirrored)
        #expect(events == replay.expected)
    }

    @Test(
        "a finger that jumps when it lands makes no pinch",
        arguments: [
            Replay(
                "a spread of just less than 3 mm is taken back when both go the same way",
                "0 down a 200,200 b 300,200; 10 move a by -18.899,0 b by 18.899,0; 310 move a by 50,0 b by 10,0; 320 up all",
                """
                pinch#1 began f2 scale 1.188 @10; pinch#1 cancelled f2 scale 1.188 @310; drag#2 began f2 by 22,0 @310
                drag#2 ended f2 by 22,0 @320
                """),
            Replay(
                "one of 3 mm stays",
                "0 down a 200,200 b 300,200; 10 move a by -18.9,0 b by 18.9,0; 310 move a by 50,0 b by 10,0; 320 up all",
                """
                pinch#1 began f2 scale 1.188 @10; pinch#1 changed f2 scale 0.843 @310; pinch#1 ended f2 scale 0.843 @320
                """),
            Replay(
                "just later, it stays",
                "0 down a 200,200 b 300,200; 10 move a by -10,0 b by 10,0; 310.001 move a by 50,0 b by 10,0; 320 up all",
                """
                pinch#1 began f2 scale 1.034 @10; pinch#1 changed f2 scale 0.69 @310.001
                pinch#1 ended f2 scale 0.69 @320
                """),
            Replay(
                "51° apart is the same way",
                "0 down a 200,200 b 300,200; 10 move a by -9.5,0 b by 9.5,0; 20 move a by 0,20 b by 0,20; 30 up all",
                """
                pinch#1 began f2 scale 1.026 @10; pinch#1 cancelled f2 scale 1.026 @20; drag#2 began f2 by 0,12 @20
                drag#2 ended f2 by 0,12 @30
                """),
            Replay(
                "53° apart is not",
                "0 down a 200,200 b 300,200; 10 move a by -10,0 b by 10,0; 20 move a by 0,20 b by 0,20; 30 up all",
                """
                pinch#1 began f2 scale 1.034 @10; pinch#1 changed f2 scale 1.034 @20; pinch#1 ended f2 scale 1.034 @30
                """),
            Replay(
                "beside a moving finger, it is no spread while it goes less than 3 mm",
                """
                0 down a 200,300; 10 move a by 0,-20; 200 down b 300,300; 210 move a by 0,-30 b by 0,18.899
                220 move a by 0,-30 b by 0,-40; 230 up all
                """,
                """
                drag#1 began by 0,-12 @10; drag#1 changed f2 by 0,-17.551 @210; drag#1 changed f2 by 0,-52.551 @220
                drag#1 ended f2 by 0,-52.551 @230
                """, asking: "drag, pinch, rotation"),
            Replay(
                "beside a moving finger, it is a spread from 3 mm",
                "0 down a 200,300; 10 move a by 0,-20; 200 down b 300,300; 210 move a by 0,-30 b by 0,18.9; 230 up all",
                """
                drag#1 began by 0,-12 @10; drag#1 cancelled f2 by 0,-12 @210
                pinch#2 began f2 scale 1.029 @210; rotation#3 began f2 turn 17.025 @210
                rotation#3 ended f2 turn 17.025 @230; pinch#2 ended f2 scale 1.029 @230
                """, asking: "drag, pinch, rotation"),
            Replay(
                "beside a finger that goes less than 3 mm more, the same",
                """
                0 down a 200,260; 10 move a by 0,-40; 200 down b 200,320; 210 move a by 0,-12 b by 0,18.9; 220 move b by 0,20
                230 up all
                """,
                """
                drag#1 began by 0,-32 @10; drag#1 cancelled f2 by 0,-32 @210; pinch#2 began f2 scale 1.128 @210
                pinch#2 changed f2 scale 1.301 @220; pinch#2 ended f2 scale 1.301 @230
                """, asking: "drag, pinch"),
            Replay(
                "beside a finger that turns back with it, it is no spread",
                """
                0 down a 200,300; 10 move a by 0,-40; 200 down b 300,300; 210 move a by 0,5 b by 0,20
                220 move a by 0,20 b by 0,20; 230 up all
                """,
                """
                drag#1 began by 0,-32 @10; drag#1 changed f2 by 0,-19.5 @210; drag#1 changed f2 by 0,0.5 @220
                drag#1 ended f2 by 0,0.5 @230
                """, asking: "drag, pinch"),
            Replay(
                "beside a finger that has stopped, it is a spread from 3 mm against its movement",
                "0 down a 200,260; 10 move a by 0,-40; 200 down b 200,320; 210 move b by 0,18.9; 220 move b by 0,20; 230 up all",
                """
                drag#1 began by 0,-32 @10; drag#1 cancelled f2 by 0,-32 @210; pinch#2 began f2 scale 1.025 @210
                pinch#2 changed f2 scale 1.197 @220; pinch#2 ended f2 scale 1.197 @230
                """, asking: "drag, pinch"),
        ], [false, true])
    func jump(_ replay: Replay, mirrored: Bool) throws {
        let events = try events(replay, asking: "drag, pinch", mirrored: mirrored)
        #expect(events == replay.expected)
    }

    @Test(
        "a hand that leaves a pinch does not drag",
        arguments: [
            Replay(
                "100 ms after the lift",
                "0 down a 200,200 b 300,200; 10 move a by -40,0 b by 40,0; 20 up b; 120 move a by 0,20; 130 up a",
                "pinch#1 began f2 scale 1.552 @10; pinch#1 ended f2 scale 1.552 @20"),
            Replay(
                "just later",
                "0 down a 200,200 b 300,200; 10 move a by -40,0 b by 40,0; 20 up b; 120.001 move a by 0,20; 130 up a",
                """
                pinch#1 began f2 scale 1.552 @10; pinch#1 ended f2 scale 1.552 @20
                drag#2 began by 0,12 @120.001; drag#2 ended by 0,12 @130
                """),
            Replay(
                "when the sensor reports the lifted finger again for a frame, and the other jumps",
                """
                0 down a 200,200 b 300,200; 10 move a by 30,0 b by -30,0; 20 up b; 30 move a by 12,0; 30 down c 271,200
                40 move a by -12,0; 40 up c; 50 up a
                """,
                "pinch#1 began f2 scale 0.476 @10; pinch#1 ended f2 scale 0.476 @20"),
        ], [false, true])
    func leaving(_ replay: Replay, mirrored: Bool) throws {
        let events = try events(replay, asking: "drag, pinch", mirrored: mirrored)
        #expect(events == replay.expected)
    }

    @Test(
        "three fingers swipe or pinch",
        arguments: [
            Replay(
                "each moving 2 mm in the same direction is a drag",
                "0 down a 200,200 b 300,200 c 400,200; 10 move a by 0,12.6 b by 0,12.6 c by 0,12.6; 20 up all",
                "drag#1 began f3 by 0,4.6 @10; drag#1 ended f3 by 0,4.6 @20"),
            Replay(
                "one moving just less than 2 mm is undecided",
                "0 down a 200,200 b 300,200 c 400,200; 10 move a by 0,12.599 b by 0,12.6 c by 0,12.6; 20 up all", ""),
            Replay(
                "one moving 6 mm while another rests is a pinch",
                "0 down a 200,200 b 300,200 c 400,200; 10 move c by 37.8,0; 20 up all",
                "pinch#1 began f3 scale 1.118 @10; pinch#1 ended f3 scale 1.118 @20"),
            Replay(
                "one moving just less than 6 mm while another rests is undecided",
                "0 down a 200,200 b 300,200 c 400,200; 10 move c by 37.799,0; 20 up all", ""),
            Replay(
                "one following at a fifth of 6 mm is a drag",
                "0 down a 200,200 b 300,200 c 400,200; 10 move a by 30,0 b by 7.56,0 c by 37.8,0; 20 up all",
                "drag#1 began f3 by 17.12,0 @10; drag#1 ended f3 by 17.12,0 @20"),
            Replay(
                "one following at just less is a pinch",
                "0 down a 200,200 b 300,200 c 400,200; 10 move a by 30,0 b by 7.559,0 c by 37.8,0; 20 up all",
                "", asking: "drag"),
            Replay(
                "moving apart is a pinch",
                "0 down a 200,200 b 300,200 c 400,200; 10 move a by -40,0 c by 40,0; 20 up all",
                "pinch#1 began f3 scale 1.25 @10; pinch#1 ended f3 scale 1.25 @20"),
        ], [false, true])
    func three(_ replay: Replay, mirrored: Bool) throws {
        #expect(try events(replay, asking: "drag, swipe, pinch, rotation", mirrored: mirrored) == replay.expected)
    }

    @Test(
        "four fingers swipe or pinch",
        arguments: [
            Replay(
                "each moving 2.5 mm in the same direction is a drag",
                "0 down a 150,200 b 250,200 c 350,200 d 450,200; 10 move a by 0,15.75 b by 0,15.75 c by 0,15.75 d by 0,15.75; 20 up all",
                "drag#1 began f4 by 0,7.75 @10; drag#1 ended f4 by 0,7.75 @20"),
            Replay(
                "one moving just less than 2.5 mm is undecided",
                "0 down a 150,200 b 250,200 c 350,200 d 450,200; 10 move a by 0,15.749 b by 0,15.75 c by 0,15.75 d by 0,15.75; 20 up all",
                ""),
            Replay(
                "one moving 8 mm while another rests is a pinch",
                "0 down a 150,200 b 250,200 c 350,200 d 450,200; 10 move d by 50.4,0; 20 up all",
                "pinch#1 began f4 scale 1.043 @10; pinch#1 ended f4 scale 1.043 @20"),
            Replay(
                "one moving just less than 8 mm while another rests is undecided",
                "0 down a 150,200 b 250,200 c 350,200 d 450,200; 10 move d by 50.399,0; 20 up all", ""),
            Replay(
                "moving apart is a pinch",
                "0 down a 150,200 b 250,200 c 350,200 d 450,200; 10 move a by -40,0 b by -40,0 c by 40,0 d by 40,0; 20 up all",
                "pinch#1 began f4 scale 1.296 @10; pinch#1 ended f4 scale 1.296 @20"),
            Replay(
                "a thumb against three fingers is no drag and no swipe",
                "0 down a 150,200 b 250,200 c 350,200 d 450,200; 10 move a by 0,60 b by 0,-60 c by 0,-60 d by 0,-60; 20 up all",
                "", asking: "drag, swipe"),
        ], [false, true])
    func four(_ replay: Replay, mirrored: Bool) throws {
        #expect(try events(replay, asking: "drag, swipe, pinch, rotation", mirrored: mirrored) == replay.expected)
    }

    @Test("two fingers swipe from 50 pt, more from 25 pt", arguments: 2...5, [false, true])
    func swipe(_ fingers: Int, mirrored: Bool) throws {
        let shortest = fingers > 2 ? 25 : 50
        let hand = Script.hand(fingers, at: 0)
        let swipe = Replay(
            "", hand + ";" + Script.move(fingers, by: "\(shortest),0", at: 10) + "; 20 up all",
            """
            drag#1 began f\(fingers) by \(shortest - 8),0 @10; drag#1 ended f\(fingers) by \(shortest - 8),0 @20
            swipe#2 ended right f\(fingers) by \(shortest),0 @20
            """)
        #expect(try events(swipe, asking: "drag, swipe, pinch, rotation", mirrored: mirrored) == swipe.expected)
        let short = Replay(
            "", hand + ";" + Script.move(fingers, by: "\(shortest - 1).999,0", at: 10) + "; 20 up all",
            """
            drag#1 began f\(fingers) by \(shortest - 9).999,0 @10
            drag#1 ended f\(fingers) by \(shortest - 9).999,0 @20
            """)
        #expect(try events(short, asking: "drag, swipe, pinch, rotation", mirrored: mirrored) == short.expected)
    }
}
