import GestureCore
import TestSupport
import Testing

/// Only requested gestures are reported and compete.
@Suite struct SelectionTests {
    static let everything = """
        0 down a 100,100; 50 up a; 150 down a 100,100; 200 up a; 1000 down a 100,100; 1700 up a
        2000 down a 100,100 b 200,100; glide a by 200,0 b by 200,0 for 100; 2100 up all
        """

    @Test(arguments: [
        Replay("nothing", everything, "", asking: ""),
        Replay(
            "press", everything,
            """
            press#1 began @0; press#1 ended @50; press#2 began @150; press#2 ended @200
            press#3 began @1000; press#3 ended @1700
            """, asking: "press"),
        Replay(
            "tap", everything, "tap#1 ended x1 @50; tap#2 ended x1 run 2 @200; tap#3 ended x1 @1700", asking: "tap"),
        Replay(
            "longPress", everything, "longPress#1 began @1600; longPress#1 ended by 0,0 @1700", asking: "longPress"),
        Replay("swipe", everything, "swipe#1 ended right f2 by 200,0 @2100", asking: "swipe"),
        Replay(
            "drag of two fingers", everything,
            """
            drag#1 began f2 by 20,0 @2020; drag#1 changed f2 by 40,0 @2030; drag#1 changed f2 by 60,0 @2040
            drag#1 changed f2 by 80,0 @2050; drag#1 changed f2 by 100,0 @2060; drag#1 changed f2 by 120,0 @2070
            drag#1 changed f2 by 140,0 @2080; drag#1 changed f2 by 160,0 @2090; drag#1 changed f2 by 180,0 @2100
            drag#1 ended f2 by 180,0 @2100
            """, asking: "drag f2"),
    ])
    func onlyWhatIsAskedFor(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test func `the default selection has every kind`() throws {
        let standard = GestureSelection.standard
        #expect(
            try standard
                == GestureSelection(asking: "press, tap x1 x2 x3, longPress, drag, swipe, edgeSwipe, pinch, rotation"))
        #expect(GestureOptions() == GestureOptions(selection: standard, thresholds: Thresholds()))
        #expect(GestureSelection() != standard)
    }

    @Test func `a set of fingers accepts 1 to 10`() {
        var set = FingerSet.none
        for number in [Int.min, -1, 0, 11, 16, 64, .max] { set.insert(number) }
        #expect(set == .none && set.isEmpty)
        for number in 1...10 { set.insert(number) }
        #expect(set == .any && !set.isEmpty)
        #expect((-5...70).filter { set.contains($0) } == Array(1...10))
        var two = FingerSet.none
        two.insert(2)
        #expect((0...20).filter { two.contains($0) } == [2])
        var three = FingerSet.none
        three.insert(3)
        two.formUnion(three)
        #expect((0...20).filter { two.contains($0) } == [2, 3])
    }

    @Test func `a set of counts accepts 1 to 10`() {
        var counts = TapCounts()
        for count in [Int.min, -1, 0, 11, 16, 64, .max] { counts.insert(count) }
        #expect(counts == TapCounts() && counts.isEmpty && counts.highest() == 0)
        counts.insert(2)
        counts.insert(5)
        #expect((-5...70).filter { counts.contains($0) } == [2, 5])
        #expect([Int.min, 0, 1, 2, 4, 5, 11, .max].map { counts.highest(upTo: $0) } == [0, 0, 0, 2, 2, 5, 5, 5])
        #expect(counts.highest() == 5)
    }

    @Test func `counts of taps are separate for each number of fingers`() throws {
        let selection = try GestureSelection(asking: "tap x1 x3 f2")
        #expect(
            (-1...12).map { selection.tapCounts(fingers: $0).highest() } == [0, 0, 0, 3]
                + Array(repeating: 0, count: 10))
        #expect(try selection != GestureSelection(asking: "tap x1 x3 f3"))
        #expect(try selection == GestureSelection(asking: "tap x3 f2, tap x1 f2"))
    }
}
