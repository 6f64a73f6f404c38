import GestureClient
import Testing

/// The phases of compositions, and the shapes of their values.
struct CompositionTests {
    static let tap = TapGesture()
    static let doubleTap = TapGesture(count: 2)
    static let longPress = LongPressGesture()
    static let drag = DragGesture()
    static let pinch = MagnifyGesture()
    static let rotation = RotateGesture()

    static let oneTap = "0 down a 100,100; 50 up a"
    static let twoTaps = "0 down a 100,100; 50 up a; 150 down a 100,100; 200 up a"
    static let rest = "0 down a 100,100; 700 up a"
    static let restAndMove = "0 down a 100,100; 700 move a by 40,0; 720 move a by 10,0; 740 up a"
    static let move = "0 down a 100,100; 20 move a by 40,0; 40 move a by 10,0; 60 up a"
    static let tapAndMove = "0 down a 100,100; 50 up a; 150 down a 100,100; 170 move a by 40,0; 190 up a"
    static let turnAndSpread =
        "0 down a 900,600 b 1100,600; 20 move a 700,400 b 1300,800; 40 move a 690,390 b 1310,810; 60 up all"

    @Test(arguments: [
        Case(
            "the first gesture wins", doubleTap.exclusively(before: tap), twoTaps,
            "possible second(x1); ended first(x2)"),
        Case(
            "the second is final once the first is impossible", doubleTap.exclusively(before: tap), oneTap,
            "possible second(x1); ended second(x1)"),
        Case(
            "the one that is recognized first wins", drag.exclusively(before: longPress), restAndMove,
            "began second(rest); changed second(rest by 40,0); changed second(rest by 50,0); ended second(rest by 50,0)"
        ),
        Case(
            "the other one, if it is recognized first", drag.exclusively(before: longPress), move,
            "began first(by 20,0); changed first(by 30,0); ended first(by 30,0)"),
        Case(
            "a chain keeps its shape", doubleTap.exclusively(before: longPress).exclusively(before: drag), move,
            "began second(by 20,0); changed second(by 30,0); ended second(by 30,0)"),
        Case(
            "a chain, its first member", doubleTap.exclusively(before: longPress).exclusively(before: drag), twoTaps,
            "ended first(first(x2))"),
        Case(
            "a chain, its second member", doubleTap.exclusively(before: longPress).exclusively(before: drag), rest,
            "began first(second(rest)); ended first(second(rest))"),
        Case(
            "a chain to the right", doubleTap.exclusively(before: longPress.exclusively(before: drag)), rest,
            "began second(first(rest)); ended second(first(rest))"),
    ])
    func `exclusive gestures`(_ example: Case) async throws { try await example.check() }

    @Test(arguments: [
        Case(
            "a drag after a long press", longPress.sequenced(before: drag), restAndMove,
            "began second(rest, –); changed second(rest by 40,0, –); changed second(rest by 40,0, by 20,0); changed second(rest by 50,0, by 30,0); ended second(rest by 50,0, by 30,0)"
        ),
        Case(
            "a long press alone", longPress.sequenced(before: drag), rest,
            "began second(rest, –); changed second(rest, –); cancelled second(rest, –)"),
        Case("a drag alone", longPress.sequenced(before: drag), move, ""),
        Case(
            "a drag after a tap", tap.sequenced(before: drag), tapAndMove,
            "possible second(x1, –); began second(x1, by 20,0); ended second(x1, by 20,0)"),
        Case("a tap alone", tap.sequenced(before: drag), oneTap, "possible second(x1, –)"),
        Case(
            "two taps, then a drag", tap.sequenced(before: drag),
            "\(oneTap); 150 down b 100,100; 200 up b; 300 down c 100,100; 320 move c by 40,0; 340 up c",
            "possible second(x1, –)"),
        Case(
            "a drag after a drag", drag.sequenced(before: drag),
            "0 down a 100,100; 20 move a by 40,0; 40 up a; 200 down b 300,300; 220 move b by 0,40; 240 up b",
            "began first(by 20,0); changed second(by 20,0, –); cancelled second(by 20,0, –); began second(by 20,0, by 0,20); ended second(by 20,0, by 0,20)"
        ),
        Case(
            "a drag alone, before another", drag.sequenced(before: drag), move,
            "began first(by 20,0); changed first(by 30,0); changed second(by 30,0, –); cancelled second(by 30,0, –)"),
        Case(
            "within its time", tap.sequenced(before: drag, within: .milliseconds(170)), tapAndMove,
            "possible second(x1, –); began second(x1, by 20,0); ended second(x1, by 20,0)"),
        Case(
            "too late", tap.sequenced(before: drag, within: .milliseconds(169)), tapAndMove, "possible second(x1, –)"),
        Case(
            "the same fingers begin the first gesture again before the second begins",
            DragGesture(minimumDistance: 0).sequenced(before: longPress),
            "0 down a 100,100; 50 up a; 150 down b 100,100; 800 up b",
            "began first(by 0,0); changed second(by 0,0, –); cancelled second(by 0,0, –); began second(by 0,0, rest); ended second(by 0,0, rest)"
        ),
        Case(
            "a second gesture that is cancelled", longPress.sequenced(before: drag),
            "0 down a 100,100; 700 move a by 40,0; 740 cancel a",
            "began second(rest, –); changed second(rest by 40,0, –); changed second(rest by 40,0, by 20,0); cancelled second(rest by 40,0, by 20,0)"
        ),
        Case(
            "a first gesture that is cancelled", longPress.sequenced(before: drag), "0 down a 100,100; 700 cancel a",
            "began second(rest, –); cancelled second(rest, –)"),
        Case(
            "a chain of three", longPress.sequenced(before: drag).sequenced(before: tap),
            "\(restAndMove); 800 down b 300,300; 850 up b",
            "began first(second(rest, –)); changed first(second(rest by 40,0, –)); changed first(second(rest by 40,0, by 20,0)); changed first(second(rest by 50,0, by 30,0)); changed second(second(rest by 50,0, by 30,0), –); cancelled second(second(rest by 50,0, by 30,0), –); ended second(second(rest by 50,0, by 30,0), x1)"
        ),
        Case(
            "a chain to the right", longPress.sequenced(before: drag.sequenced(before: tap)),
            "\(restAndMove); 800 down b 300,300; 850 up b",
            "began second(rest, –); changed second(rest by 40,0, –); changed second(rest by 40,0, first(by 20,0)); changed second(rest by 50,0, first(by 30,0)); changed second(rest by 50,0, second(by 30,0, –)); cancelled second(rest by 50,0, second(by 30,0, –)); ended second(rest by 50,0, second(by 30,0, x1))"
        ),
    ])
    func `sequences`(_ example: Case) async throws { try await example.check() }

    @Test(arguments: [
        Case(
            "both", pinch.simultaneously(with: rotation), turnAndSpread,
            "began (scale 3.0046, –); changed (scale 3.0046, turn 31.5893°); changed (scale 3.1203, turn 31.5893°); changed (scale 3.1203, turn 32.0287°); changed (scale 3.1203, turn 32.0287°); ended (scale 3.1203, turn 32.0287°)"
        ),
        Case(
            "one alone", pinch.simultaneously(with: rotation),
            "0 down a 900,600 b 1100,600; 20 move a by -50,0 b by 50,0; 60 up all",
            "began (scale 1.25, –); ended (scale 1.25, –)"),
        Case(
            "cancelled", pinch.simultaneously(with: rotation),
            "0 down a 900,600 b 1100,600; 20 move a by -50,0 b by 50,0; 60 cancel all",
            "began (scale 1.25, –); cancelled (scale 1.25, –)"),
        Case("a tap beside a long press", tap.simultaneously(with: longPress), oneTap, "ended (x1, –)"),
        Case(
            "a long press beside a drag", longPress.simultaneously(with: drag), restAndMove,
            "began (rest, –); changed (rest by 40,0, –); changed (rest by 40,0, by 20,0); changed (rest by 50,0, by 20,0); changed (rest by 50,0, by 30,0); changed (rest by 50,0, by 30,0); ended (rest by 50,0, by 30,0)"
        ),
        Case(
            "three", pinch.simultaneously(with: rotation).simultaneously(with: drag), turnAndSpread,
            "began ((scale 3.0046, –), –); changed ((scale 3.0046, turn 31.5893°), –); changed ((scale 3.1203, turn 31.5893°), –); changed ((scale 3.1203, turn 32.0287°), –); changed ((scale 3.1203, turn 32.0287°), –); ended ((scale 3.1203, turn 32.0287°), –)"
        ),
    ])
    func `simultaneous gestures`(_ example: Case) async throws { try await example.check() }

    @Test(arguments: [
        Case(
            "a sequence in an exclusive gesture", longPress.sequenced(before: drag).exclusively(before: tap),
            restAndMove,
            "began first(second(rest, –)); changed first(second(rest by 40,0, –)); changed first(second(rest by 40,0, by 20,0)); changed first(second(rest by 50,0, by 30,0)); ended first(second(rest by 50,0, by 30,0))"
        ),
        Case(
            "its alternative", longPress.sequenced(before: drag).exclusively(before: tap), oneTap, "ended second(x1)"),
        Case(
            "simultaneous gestures after a long press", longPress.sequenced(before: pinch.simultaneously(with: drag)),
            restAndMove,
            "began second(rest, –); changed second(rest by 40,0, –); changed second(rest by 40,0, (–, by 20,0)); changed second(rest by 50,0, (–, by 30,0)); ended second(rest by 50,0, (–, by 30,0))"
        ),
        Case(
            "an exclusive gesture in a simultaneous one", tap.exclusively(before: longPress).simultaneously(with: drag),
            restAndMove,
            "began (second(rest), –); changed (second(rest by 40,0), –); changed (second(rest by 40,0), by 20,0); changed (second(rest by 50,0), by 20,0); changed (second(rest by 50,0), by 30,0); changed (second(rest by 50,0), by 30,0); ended (second(rest by 50,0), by 30,0)"
        ),
        Case(
            "a tap after a drag that is also a swipe", drag.simultaneously(with: SwipeGesture()).sequenced(before: tap),
            "0 down a 100,100; 20 move a by 100,0; 40 up a; 300 down b 100,100; 340 up b",
            "began first((by 80,0, –)); changed first((by 80,0, –)); cancelled first((by 80,0, –)); possible first((–, right by 100,0)); ended second((–, right by 100,0), x1)"
        ),
        Case(
            "a long press with either a drag or a tap after it",
            longPress.sequenced(before: drag.exclusively(before: tap)), "\(rest); 800 down b 100,100; 850 up b",
            "began second(rest, –); changed second(rest, –); cancelled second(rest, –); ended second(rest, second(x1))"),
    ])
    func `nested compositions`(_ example: Case) async throws { try await example.check() }
}
