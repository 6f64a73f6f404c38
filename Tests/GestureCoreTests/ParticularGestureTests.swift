import GestureCore
import TestSupport
import Testing

/// Gestures with durations, distances, edges, modifier keys or resting fingers of their own.
@Suite struct ParticularGestureTests {
    private static func gesture(
        _ kind: GestureKind, _ change: (inout GesturePattern) -> Void
    ) -> GestureExpression {
        var pattern = GesturePattern(kind)
        change(&pattern)
        return .gesture(pattern)
    }

    private static func named(
        _ name: String, _ kind: GestureKind, _ change: (inout GesturePattern) -> Void
    ) -> Composition { Composition(name: .init(name), gesture(kind, change)) }

    private static let hold = named("hold", .longPress) { $0.minimumDuration = .milliseconds(3000) }
    private static let administrator = gesture(.longPress) { $0.minimumDuration = .milliseconds(3000) }
    private static let tap = GestureExpression.gesture(GesturePattern(.tap))

    // MARK: Long presses

    @Test(arguments: [
        Replay("no long press before its time", "0 down a 500,500; 2999 up a", "", [hold]),
        Replay("no long press if the finger is lifted at its time", "0 down a 500,500; 3000 up a", "", [hold]),
        Replay(
            "a long press after its time", "0 down a 500,500; 3001 up a",
            "longPress#1 began of hold @3000; longPress#1 ended by 0,0 of hold @3001", [hold]),
        Replay(
            "two long presses of different durations fit into one subscription", "0 down a 500,500; 3001 up a",
            """
            longPress#1 began @600; longPress#2 began of hold @3000; longPress#1 ended by 0,0 @3001
            longPress#2 ended by 0,0 of hold @3001
            """, asking: "longPress", [hold]),
        Replay(
            "two long presses of different durations fit into one composition", "0 down a 500,500; 3001 up a",
            """
            longPress#1 began of both @600; longPress#2 began of both @3000; longPress#2 ended by 0,0 of both @3001
            longPress#1 ended by 0,0 of both @3001
            """,
            [Composition(name: "both", .simultaneous([administrator, .gesture(GesturePattern(.longPress))]))]),
        Replay(
            "a tap that ends before the long press", "0 down a 500,500; 2999 up a", "tap#1 ended x1 of one @2999",
            [Composition(name: "one", .exclusive([administrator, tap]))]),
        Replay(
            "the long press rejects the tap", "0 down a 500,500; 3001 up a",
            "longPress#1 began of both @3000; longPress#1 ended by 0,0 of both @3001",
            [Composition(name: "both", .simultaneous([tap, administrator]))]),
        Replay(
            "the long press makes a tap final that was held back",
            "0 down a 500,500; 50 up a; 100 down a 500,500; 3200 up a",
            """
            tap#1 possible x1 of one @50; tap#1 ended x1 of one @50 decided 3100
            longPress#2 began of one @3100; longPress#2 ended by 0,0 of one @3200
            """,
            [
                Composition(
                    name: "one", .exclusive([TapGesture(count: 2).expression, TapGesture().expression, administrator]))
            ]),
        Replay(
            "a drag after a long press of its own duration", "0 down a 500,500; 3010 move a by 40,0; 3020 up a",
            """
            longPress#1 began of move 1/2 @3000; longPress#1 changed by 40,0 of move 1/2 @3010
            drag#2 began by 20,0 of move 2/2 @3010; longPress#1 ended by 40,0 of move 1/2 @3020
            drag#2 ended by 20,0 of move 2/2 @3020
            """,
            [Composition(name: "move", .sequence([administrator, DragGesture().expression], within: nil))]),
    ])
    func `a long press has a duration of its own`(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Durations of taps and swipes

    private static let quick = named("quick", .tap) { $0.maximumDuration = .milliseconds(200) }
    private static let slow = named("slow", .tap) { $0.minimumDuration = .milliseconds(100) }
    private static let quickDouble = named("double", .tap) {
        $0.count = 2
        $0.maximumDuration = .milliseconds(200)
    }
    private static let flick = named("flick", .swipe) {
        $0.minimumDuration = .milliseconds(50)
        $0.maximumDuration = .milliseconds(200)
    }

    @Test(arguments: [
        Replay("quick enough", "0 down a 500,500; 199 up a", "tap#1 ended x1 of quick @199", [quick]),
        Replay("at the longest", "0 down a 500,500; 200 up a", "tap#1 ended x1 of quick @200", [quick]),
        Replay("too slow", "0 down a 500,500; 201 up a", "", [quick]),
        Replay("too quick", "0 down a 500,500; 99 up a", "", [slow]),
        Replay("at the shortest", "0 down a 500,500; 100 up a", "tap#1 ended x1 of slow @100", [slow]),
        Replay("slow enough", "0 down a 500,500; 101 up a", "tap#1 ended x1 of slow @101", [slow]),
        Replay(
            "the duration counts from the first landing", "0 down a 500,500; 50 down b 600,500; 201 up all", "",
            [quick]),
        Replay(
            "each tap of a double tap has to be quick", "0 down a 500,500; 50 up a; 100 down a 500,500; 301 up a", "",
            [quickDouble]),
        Replay(
            "a double tap of quick taps", "0 down a 500,500; 200 up a; 300 down a 500,500; 500 up a",
            "tap#1 ended x2 of double @500", [quickDouble]),
        Replay("a swipe too quick", "0 down a 500,500; 49 move a by 100,0; 49 up a", "", [flick]),
        Replay(
            "a swipe at the shortest", "0 down a 500,500; 50 move a by 100,0; 50 up a",
            "swipe#1 ended right by 100,0 of flick @50", [flick]),
        Replay(
            "a swipe at the longest", "0 down a 500,500; 50 move a by 100,0; 200 up a",
            "swipe#1 ended right by 100,0 of flick @200", [flick]),
        Replay("a swipe too slow", "0 down a 500,500; 50 move a by 100,0; 201 up a", "", [flick]),
    ])
    func `a tap or a swipe lasts as long as it has to`(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Distances

    private static let far = named("far", .swipe) { $0.minimumDistance = 200 }
    private static let near = named("near", .swipe) { $0.minimumDistance = 30 }
    private static let nearEdge = named("near", .edgeSwipe) { $0.minimumDistance = 30 }
    private static let thumb = named("thumb", .drag) { $0.minimumDistance = 0 }
    private static let oneThumb = named("thumb", .drag) {
        $0.fingers = .none
        $0.fingers.insert(1)
        $0.minimumDistance = 0
    }
    private static let pair = named("pair", .drag) {
        $0.fingers = .none
        $0.fingers.insert(2)
        $0.minimumDistance = 0
    }
    private static let rail = named("rail", .drag) {
        $0.minimumDistance = 0
        $0.locksAxis = true
    }
    private static let ten = named("ten", .drag) { $0.minimumDistance = 10 }
    private static let hundred = named("hundred", .drag) { $0.minimumDistance = 100 }

    @Test(arguments: [
        Replay("too short", "0 down a 500,500; 50 move a by 199,0; 80 up a", "", [far]),
        Replay(
            "just long enough", "0 down a 500,500; 50 move a by 200,0; 80 up a",
            "swipe#1 ended right by 200,0 of far @80", [far]),
        Replay("shorter than by default: too short", "0 down a 500,500; 50 move a by 29,0; 80 up a", "", [near]),
        Replay(
            "shorter than by default", "0 down a 500,500; 50 move a by 30,0; 80 up a",
            "swipe#1 ended right by 30,0 of near @80", [near]),
        Replay(
            "an edge swipe", "0 down a 0,600; 50 move a by 30,0; 80 up a",
            "edgeSwipe#1 ended right from left middle by 30,0 of near @80", [nearEdge]),
        Replay(
            "of two members, each has its own distance", "0 down a 500,500; 50 move a by 40,0; 80 up a",
            "swipe#1 ended right by 40,0 of two @80",
            [Composition(name: "two", .exclusive([SwipeGesture().expression, near.expression]))]),
    ])
    func `a swipe has a distance of its own`(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "cancelled when the tap is decided, and not when it happened",
            "0 down a 500,500; 50 up a; 50 down b 500,500; 80 move b by 10,0; 100 cancel b",
            """
            drag#1 began by 0,0 of one @0; tap#2 possible x1 of one @50; drag#1 ended by 0,0 of one @50
            drag#3 began by 0,0 of one @50; drag#3 changed by 10,0 of one @80; drag#3 cancelled by 10,0 of one @100
            tap#2 ended x1 of one @50 decided 100
            """,
            [
                Composition(
                    name: "one",
                    .exclusive([TapGesture(count: 2).expression, TapGesture().expression, thumb.expression]))
            ])
    ])
    func `a late tap overrules a drag`(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "from the landing", "0 down a 500,500; 10 move a by 1,0; 20 move a by 30,0; 30 up a",
            """
            drag#1 began along no axis by 0,0 of thumb @0; drag#1 changed along no axis by 1,0 of thumb @10
            drag#1 changed along horizontal by 31,0 of thumb @20; drag#1 ended along horizontal by 31,0 of thumb @30
            """, [thumb], showing: .axes),
        Replay(
            "a finger that does not move", "0 down a 500,500; 30 up a",
            "drag#1 began by 0,0 of thumb @0; drag#1 ended by 0,0 of thumb @30", [thumb]),
        Replay(
            "the axis is known beyond slop", "0 down a 500,500; 10 move a by 0,20; 20 move a by 0,1; 30 up a",
            """
            drag#1 began along no axis by 0,0 of thumb @0; drag#1 changed along no axis by 0,20 of thumb @10
            drag#1 changed along vertical by 0,21 of thumb @20; drag#1 ended along vertical by 0,21 of thumb @30
            """, [thumb], showing: .axes),
        Replay(
            "a second finger ends it if only one is accepted", "0 down a 500,500; 10 down b 600,500; 20 up all",
            "drag#1 began by 0,0 of thumb @0; drag#1 ended by 0,0 of thumb @10", [oneThumb]),
        Replay(
            "two fingers that land at once are no drag with one",
            "0 down a 500,500 b 600,500; 10 move a by 30,0 b by 30,0; 20 up all", "", [oneThumb]),
        Replay(
            "a drag with two fingers begins with the second", "0 down a 500,500; 10 down b 600,500; 20 up all",
            "drag#1 began f2 by 0,0 of pair @10; drag#1 ended f2 by 0,0 of pair @20", [pair]),
        Replay(
            "it stays on its axis", "0 down a 500,500; 10 move a by 40,8; 20 up a",
            "drag#1 began by 0,0 of rail @0; drag#1 changed by 40,0 of rail @10; drag#1 ended by 40,0 of rail @20",
            [rail]),
        Replay(
            "a tap remains a tap", "0 down a 500,500; 10 move a by 15,0; 20 up a",
            """
            drag#1 began by 0,0 of thumb @0; drag#1 changed by 15,0 of thumb @10; tap#2 ended x1 @20
            drag#1 ended by 15,0 of thumb @20
            """, asking: "tap", [thumb]),
        Replay("shorter than the slop: below", "0 down a 500,500; 10 move a by 9,0; 20 up a", "", [ten]),
        Replay(
            "shorter than the slop: at", "0 down a 500,500; 10 move a by 10,0; 20 move a by 1,0; 30 up a",
            "drag#1 began by 0,0 of ten @10; drag#1 changed by 1,0 of ten @20; drag#1 ended by 1,0 of ten @30", [ten]),
        Replay("longer than the slop: below", "0 down a 500,500; 10 move a by 99,0; 20 up a", "", [hundred]),
        Replay(
            "longer than the slop: at", "0 down a 500,500; 10 move a by 100,0; 20 up a",
            "drag#1 began by 0,0 of hundred @10; drag#1 ended by 0,0 of hundred @20", [hundred]),
        Replay(
            "the other drags keep their distance", "0 down a 500,500; 10 move a by 30,0; 20 up a",
            """
            drag#1 began by 0,0 of both @0; drag#2 began by 10,0 of both @10; drag#1 changed by 30,0 of both @10
            drag#2 ended by 10,0 of both @20; drag#1 ended by 30,0 of both @20
            """, [Composition(name: "both", .simultaneous([DragGesture().expression, thumb.expression]))]),
        Replay(
            "on a touchpad, two fingers first have to travel",
            "0 down a 100,100 b 200,100; 10 move a by 5,0 b by 5,0; 20 move a by 5,0 b by 5,0; 30 up all",
            "drag#1 began f2 by 10,0 of pair @20; drag#1 ended f2 by 10,0 of pair @30", [pair], on: .pad),
    ])
    func `a drag begins at a distance of its own`(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Edges

    private static let drawer = named("drawer", .drag) { $0.edge = .left }

    @Test(arguments: [
        Replay(
            "in the band", "0 down a 24,600; 10 move a by 30,0; 20 move a by 10,0; 30 up a",
            "drag#1 began by 10,0 of drawer @10; drag#1 changed by 20,0 of drawer @20; drag#1 ended by 20,0 of drawer @30",
            [drawer]),
        Replay("beside the band", "0 down a 24.1,600; 10 move a by 30,0; 30 up a", "", [drawer]),
        Replay("at another edge", "0 down a 600,0; 10 move a by 30,0; 30 up a", "", [drawer]),
        Replay("in a corner", "0 down a 0,24; 10 move a by 30,0; 30 up a", "", [drawer]),
        Replay(
            "before other drags", "0 down a 0,600; 10 move a by 30,0; 30 up a",
            "drag#1 began by 10,0 of one @10; drag#1 ended by 10,0 of one @30",
            [Composition(name: "one", .exclusive([drawer.expression, DragGesture().expression]))]),
        Replay(
            "an edge band of its own", "0 down a 25,600; 10 move a by 30,0; 30 up a",
            "drag#1 began by 10,0 of drawer @10; drag#1 ended by 10,0 of drawer @30", [drawer],
            thresholds: {
                var thresholds = Thresholds()
                thresholds.edge = 25
                return thresholds
            }()),
    ])
    func `a drag can start at an edge`(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Beside resting fingers

    private static let aside = named("aside", .tap) { $0.restingFingers = 1 }
    private static let doubleAside = named("aside", .tap) {
        $0.count = 2
        $0.restingFingers = 1
    }
    private static let dragAside = named("aside", .drag) { $0.restingFingers = 1 }
    private static let besideTwo = named("aside", .tap) { $0.restingFingers = 2 }
    private static let either = Composition(
        name: "either", .exclusive([gesture(.tap) { $0.restingFingers = 1 }, gesture(.drag) { $0.restingFingers = 1 }]))

    @Test(arguments: [
        Replay(
            "a tap beside a resting finger", "0 down a 500,500; 101 down b 700,500; 150 up b; 300 up a",
            "tap#1 ended x1 of aside @150", [aside]),
        Replay(
            "a finger of the same hand does not rest", "0 down a 500,500; 100 down b 700,500; 150 up b; 300 up a", "",
            [aside]),
        Replay("a tap alone", "0 down a 500,500; 50 up a", "", [aside]),
        Replay(
            "a finger at its slop still rests",
            "0 down a 500,500; 10 move a by 20,0; 200 down b 700,500; 250 up b; 300 up a",
            "tap#1 ended x1 of aside @250", [aside]),
        Replay(
            "a finger beyond its slop does not",
            "0 down a 500,500; 10 move a by 21,0; 200 down b 700,500; 250 up b; 300 up a", "", [aside]),
        Replay(
            "a finger that moves meanwhile disturbs the tap",
            "0 down a 500,500; 200 down b 700,500; 210 move a by 21,0; 250 up b; 300 up a", "", [aside]),
        Replay(
            "a finger that is lifted meanwhile disturbs the tap",
            "0 down a 500,500; 200 down b 700,500; 210 up a; 250 up b", "", [aside]),
        Replay(
            "both lifted at once", "0 down a 500,500; 200 down b 700,500; 250 up all", "tap#1 ended x1 of aside @250",
            [aside]),
        Replay(
            "one tap after the other",
            "0 down a 500,500; 200 down b 700,500; 250 up b; 400 down b 700,500; 450 up b; 500 up a",
            "tap#1 ended x1 of aside @250; tap#2 ended x1 run 2 of aside @450", [aside]),
        Replay(
            "a double tap", "0 down a 500,500; 200 down b 700,500; 250 up b; 400 down b 700,500; 450 up b; 500 up a",
            "tap#1 ended x2 of aside @450", [doubleAside]),
        Replay(
            "a tap with two fingers",
            "0 down a 500,500; 200 down b 700,500; 210 down c 800,500; 250 up b c; 300 up a",
            "tap#1 ended x1 f2 of aside @250", [aside]),
        Replay(
            "not beside one finger if two have to rest", "0 down a 500,500; 200 down b 700,500; 250 up b; 300 up a", "",
            [besideTwo]),
        Replay(
            "beside two fingers", "0 down a 500,500 c 500,700; 200 down b 700,500; 250 up b; 300 up a c",
            "tap#1 ended x1 of aside @250", [besideTwo]),
        Replay(
            "not beside two fingers if one has to rest",
            "0 down a 500,500 c 500,700; 200 down b 700,500; 250 up b; 300 up a c", "", [aside]),
        Replay(
            "a drag beside a resting finger",
            "0 down a 500,500; 200 down b 700,500; 210 move b by 30,0; 220 move b by 10,0; 250 up b; 300 up a",
            """
            drag#1 began by 10,0 of aside @210; drag#1 changed by 20,0 of aside @220; drag#1 ended by 20,0 of aside @250
            """, [dragAside]),
        Replay(
            "a drag is cancelled if the rest ends",
            "0 down a 500,500; 200 down b 700,500; 210 move b by 30,0; 220 up a; 230 move b by 10,0; 250 up b",
            "drag#1 began by 10,0 of aside @210; drag#1 cancelled by 10,0 of aside @220", [dragAside]),
        Replay(
            "a drag is cancelled if the resting finger is lost",
            "0 down a 500,500; 200 down b 700,500; 210 move b by 30,0; 220 cancel a; 230 move b by 10,0; 250 up b",
            "drag#1 began by 10,0 of aside @210; drag#1 cancelled by 10,0 of aside @220", [dragAside]),
        Replay(
            "each touch beside the finger has a winner of its own",
            """
            0 down a 500,500; 200 down b 700,500; 250 up b; 700 down b 700,500; 710 move b by 30,0; 720 up b; 800 up a
            """,
            """
            tap#1 ended x1 of either @250; drag#2 began by 10,0 of either @710; drag#2 ended by 10,0 of either @720
            """, [either]),
        Replay(
            "a tap is final when the rest is over, and does not compete with the next touch",
            "0 down a 500,500; 200 down b 700,500; 250 up b; 300 up a; 350 down c 300,300; 400 move c by 50,0; 700 up c",
            """
            tap#1 possible x1 of one @250; tap#1 ended x1 of one @250 decided 300; drag#2 began by 30,0 of one @400
            drag#2 ended by 30,0 of one @700
            """,
            [
                Composition(
                    name: "one", .exclusive([aside.expression, doubleAside.expression, DragGesture().expression]))
            ]),
        Replay(
            "a tap is final when the resting finger moves",
            "0 down a 500,500; 200 down b 700,500; 250 up b; 300 move a by 21,0; 700 up a",
            "tap#1 possible x1 of one @250; tap#1 ended x1 of one @250 decided 300",
            [Composition(name: "one", .exclusive([aside.expression, doubleAside.expression]))]),
        Replay(
            "what the resting finger has won stays won",
            "0 down a 500,500; 700 down b 700,500; 720 move a by 5,0; 740 up b; 900 up a",
            """
            longPress#1 began of one @600; longPress#1 changed by 5,0 of one @720; longPress#1 ended by 5,0 of one @900
            """,
            [
                Composition(
                    name: "one", .exclusive([LongPressGesture().expression, aside.expression]))
            ]),
        Replay(
            "a sequence goes on whatever acts beside it",
            """
            0 down a 500,500; 700 down b 700,500; 720 move b by 60,0; 750 up b; 900 up a; 1000 down a 500,500; 1050 up a
            """,
            """
            longPress#1 began of both 1/2 @600; drag#2 began by 40,0 of both @720; drag#2 ended by 40,0 of both @750
            longPress#1 ended by 0,0 of both 1/2 @900; tap#3 ended x1 of both 2/2 @1050
            """,
            [
                Composition(
                    name: "both",
                    .simultaneous([
                        .sequence([LongPressGesture().expression, TapGesture().expression], within: nil),
                        dragAside.expression,
                    ]))
            ]),
        Replay(
            "the other gestures are as without it", "0 down a 500,500; 200 down b 700,500; 250 up b; 700 up a",
            "press#1 began @0; press#1 cancelled @200; tap#2 ended x1 of aside @250", asking: "press", [aside]),
    ])
    func `fingers act while others rest`(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Modifier keys

    @Test(
        arguments: [
            ([.shift], "tap#1 ended x1 of shifted @50"), ([.shift, .control], ""), ([.control], ""), ([], ""),
        ] as [(EventModifiers, String)])
    func `exactly the modifier keys of the gesture have to be held`(held: EventModifiers, expected: String) throws {
        let composition = Self.named("shifted", .tap) { $0.modifiers = .shift }
        #expect(try Self.play("0 down a 500,500; 50 up a", composition, [(-100, held)]) == expected)
    }

    @Test(
        arguments: [
            ("pressed after the tap", [(51, EventModifiers.shift)], ""),
            ("pressed with the lift", [(50, .shift)], "tap#1 ended x1 of shifted @50"),
            ("released after the tap", [(0, .shift), (51, [])], "tap#1 ended x1 of shifted @50"),
            ("released with the lift", [(0, .shift), (50, [])], ""),
        ] as [(Comment, [(Int64, EventModifiers)], String)])
    func `the keys count at the time of the lift, even if a tap is decided later`(
        rule: Comment, _ held: [(Int64, EventModifiers)], expected: String
    ) throws {
        let composition = Self.named("shifted", .tap) { $0.modifiers = .shift }
        #expect(try Self.play("0 down a 500,500; 50 up a", composition, held) == expected, rule)
    }

    @Test func `a drag goes on when the keys are released`() throws {
        let events = try Self.play(
            "0 down a 500,500; 10 move a by 30,0; 30 move a by 10,0; 40 up a",
            Self.named("shifted", .drag) { $0.modifiers = .shift }, [(0, .shift), (20, [])])
        #expect(
            events
                == "drag#1 began by 10,0 of shifted @10; drag#1 changed by 20,0 of shifted @30; drag#1 ended by 20,0 of shifted @40"
        )
    }

    @Test(arguments: [([], "tap#1 ended x1 of plain @50"), ([.capsLock], "")] as [(EventModifiers, String)])
    func `an empty set means no key`(held: EventModifiers, expected: String) throws {
        let composition = Self.named("plain", .tap) { $0.modifiers = [] }
        #expect(try Self.play("0 down a 500,500; 50 up a", composition, [(-100, held)]) == expected)
    }

    /// Plays a script while modifier keys change at the given times, in ms.
    private static func play(
        _ script: String, _ composition: Composition, _ modifiers: [(Int64, EventModifiers)]
    ) throws -> String {
        var engine = GestureEngine(
            options: GestureOptions(gestures: GestureSet(selection: GestureSelection(), compositions: [composition])))
        for (time, held) in modifiers { engine.note(held, at: .milliseconds(time)) }
        let format = EventText(surface: .screen, compositions: [composition.name])
        return engine.play(try TouchScript(script, on: .screen)).map { format.text($0) }.joined(separator: "; ")
    }
}
