import GestureCore
import TestSupport
import Testing

/// Swipes that start at an edge of the surface, which is 2000 × 1200 pt.
@Suite struct EdgeSwipeTests {
    private static func swipe(from start: String, by way: String) -> String {
        "0 down a \(start); 50 move a by \(way); 80 up a"
    }

    @Test(arguments: [
        Replay(
            "from the end of the buffer", swipe(from: "24,600", by: "50,0"),
            "edgeSwipe#1 ended right from left middle by 50,0 @80"),
        Replay(
            "from just beyond the buffer it is a swipe", swipe(from: "24.01,600", by: "50,0"),
            "swipe#1 ended right by 50,0 @80"),
        Replay(
            "from the right edge", swipe(from: "1976,600", by: "-50,0"),
            "edgeSwipe#1 ended left from right middle by -50,0 @80"),
        Replay(
            "from just beyond the buffer of the right edge it is a swipe", swipe(from: "1975.99,600", by: "-50,0"),
            "swipe#1 ended left by -50,0 @80"),
        Replay(
            "from the top edge", swipe(from: "1000,0", by: "0,50"), "edgeSwipe#1 ended down from top middle by 0,50 @80"
        ),
        Replay(
            "from the bottom edge", swipe(from: "1000,1200", by: "0,-50"),
            "edgeSwipe#1 ended up from bottom middle by 0,-50 @80"),
        Replay("a movement of less than 50 pt is no swipe", swipe(from: "0,600", by: "49.9,0"), ""),
        Replay(
            "from the end of the first third", swipe(from: "0,399.9", by: "50,0"),
            "edgeSwipe#1 ended right from left first by 50,0 @80"
        ),
        Replay(
            "from the start of the middle third", swipe(from: "0,400", by: "50,0"),
            "edgeSwipe#1 ended right from left middle by 50,0 @80"),
        Replay(
            "from the start of the last third", swipe(from: "0,800", by: "50,0"),
            "edgeSwipe#1 ended right from left last by 50,0 @80"),
        Replay(
            "from the last third of the top edge", swipe(from: "1400,0", by: "0,50"),
            "edgeSwipe#1 ended down from top last by 0,50 @80"),
        Replay(
            "from the top left corner", swipe(from: "24,24", by: "50,60"),
            "edgeSwipe#1 ended down from topLeft by 50,60 @80"),
        Replay(
            "from just beyond the corner", swipe(from: "24,24.01", by: "50,0"),
            "edgeSwipe#1 ended right from left first by 50,0 @80"),
        Replay(
            "from the top right corner", swipe(from: "2000,0", by: "-60,50"),
            "edgeSwipe#1 ended left from topRight by -60,50 @80"),
        Replay(
            "from the bottom left corner", swipe(from: "0,1200", by: "60,-50"),
            "edgeSwipe#1 ended right from bottomLeft by 60,-50 @80"),
        Replay(
            "from the bottom right corner", swipe(from: "2000,1200", by: "-60,-50"),
            "edgeSwipe#1 ended left from bottomRight by -60,-50 @80"),
        Replay(
            "along the edge", swipe(from: "10,600", by: "0,300"),
            "edgeSwipe#1 ended down from left middle by 0,300 @80"),
        Replay(
            "with two fingers", "0 down a 10,600 b 20,700; 50 move a by 60,0 b by 60,0; 80 up all",
            "edgeSwipe#1 ended right from left middle f2 by 60,0 @80"),
        Replay(
            "in one of eight directions", swipe(from: "0,0", by: "50,50"),
            "edgeSwipe#1 ended downRight from topLeft by 50,50 @80", asking: "edgeSwipe d8"),
        Replay("not reported if only swipes are requested", swipe(from: "0,600", by: "50,0"), "", asking: "swipe"),
        Replay(
            "other swipes are not reported if only edge swipes are requested", swipe(from: "900,600", by: "50,0"), "",
            asking: "edgeSwipe"),
        Replay(
            "on a touchpad", "0 down a 0,100; 50 move a by 50,0; 80 up a",
            "edgeSwipe#1 ended right from left first by 50,0 @80", on: .pad),
    ])
    func start(_ replay: Replay) throws {
        let events = try replay.run(asking: "swipe, edgeSwipe")
        #expect(events == replay.expected)
    }

    // MARK: From outside

    private static let isEdge = "edgeSwipe#1 ended right from left middle by 80,0 @80"
    private static let isInside = "swipe#1 ended right by 80,0 @80"

    /// A finger that moves by these steps, 10 ms each.
    private static func steps(from start: Double, _ steps: Double...) -> String {
        let moves = steps.enumerated().map { "\($0.offset * 10 + 10) move a by \($0.element),0" }.joined(
            separator: "; ")
        return "0 down a \(start),600; \(moves); 80 up a"
    }

    @Test(arguments: [
        Replay("a step that leads out again", steps(from: 40, 40, 40), isEdge),
        Replay("a step that leads to the rim of 1 mm", steps(from: 46.3, 40, 40), isEdge),
        Replay("a step that does not", steps(from: 46.31, 40, 40), isInside),
        Replay("a finger that slows down", steps(from: 40, 45, 35), isEdge),
        Replay("a finger that sets out from rest", steps(from: 30, 26, 54), isInside),
        Replay("a finger that gains little speed", steps(from: 40, 38, 42), isEdge),
        Replay("a step of 12 mm", steps(from: 75.6, 75.6, 4.4), isEdge),
        Replay("a longer one is no step of a finger", steps(from: 75.6, 75.61, 4.39), isInside),
        Replay(
            "a step within 40 ms", "0 down a 40,600; 40 move a by 40,0; 75 move a by 40,0; 80 up a", isEdge),
        Replay(
            "a later one is no step from one frame to the next",
            "0 down a 40,600; 40.001 move a by 40,0; 75 move a by 40,0; 80 up a", isInside),
        Replay(
            "a finger that goes along the edge", "0 down a 30,600; 10 move a by 0,40; 20 move a by 0,40; 80 up a",
            "swipe#1 ended down by 0,80 @80"),
        Replay(
            "a touchpad, whose rim nobody comes from",
            "0 down a 40,189; 10 move a by 40,0; 20 move a by 40,0; 80 up a", isInside, on: .pad),
    ])
    func outside(_ replay: Replay) throws {
        let events = try replay.run(asking: "swipe, edgeSwipe")
        #expect(events == replay.expected)
    }

    @Test func `without a zone, nothing comes from outside`() throws {
        var thresholds = Thresholds()
        thresholds.edge = 0
        let replay = Replay("", Self.steps(from: 35, 40, 40), Self.isInside, thresholds: thresholds)
        #expect(try replay.run(asking: "swipe, edgeSwipe") == replay.expected)
    }

    @Test func `a finger that was held back does not come from outside`() throws {
        var replay = Replay("", "0 down a 20,600; 40 move a by 20,0; 60 move a by 40,0; 70 move a by 40,0; 80 up a", "")
        replay.holdDuration = .milliseconds(50)
        #expect(try replay.run(asking: "swipe, edgeSwipe") == ["swipe#1 ended right by 80,0 @80"])
    }
}
