import Testing

@testable import GestureCore
@testable import Terminal

@Suite struct NearMissesTests {
    /// Returns the near misses of a touch that went 40 pt from its landing in 1.2 s and, if it was recognized, was a drag.
    private static func misses(
        _ reasons: [(GestureKind, Reason)], recognized: Bool = true, reach: Points = 40, milliseconds: Int64 = 1200,
        fingers: Int = 1, travel: Points = 0
    ) -> NearMisses {
        let start = Instant(microseconds: 0)
        let event = EngineEvent(
            kind: .drag, phase: .began, gesture: 9, surface: SurfaceID(1), time: start, fingers: fingers, point: .zero,
            position: UnitPoint(x: 0, y: 0), details: .none)
        var verdicts = reasons.map { kind, reason in
            Verdict(kind: kind, instant: start, outcome: .ruledOut(reason))
        }
        if recognized {
            let gesture = RecognizedGesture(first: event, last: event)
            verdicts.append(Verdict(kind: .drag, instant: start, outcome: .recognized(gesture)))
        }
        let touch = TouchExplanation(
            surface: SurfaceID(1), number: 1, began: start, ended: start + .milliseconds(milliseconds),
            fingers: fingers,
            contacts: [ContactID(5)], origin: .zero, travel: Vector(x: travel, y: 0), verdicts: verdicts)
        return NearMisses(touch, reach: reach)
    }

    @Test(arguments: [
        (Reason(.distance, 24.9, of: 50), false), (Reason(.distance, 25, of: 50), true),
        (Reason(.distance, 25.1, of: 50), true), (Reason(.distance, 0, of: 50), false),
        (Reason(.stayed, 20, of: 20), false), (Reason(.inEdgeBand, 1, of: 24), true),
        (Reason(.tapGap, 601, of: 300), false), (Reason(.tapGap, 600, of: 300), true),
        (Reason(.tapGap, 599, of: 300), true),
        (Reason(.diverged, 90.1, of: 45), false), (Reason(.diverged, 90, of: 45), true),
        (Reason(.fingerCount), false), (Reason(.lostToMember), false),
        // All other conditions were met.
        (Reason(.area), true), (Reason(.direction), true), (Reason(.landedAfterLift), true),
    ])
    func `half of a limit is near`(reason: Reason, isNear: Bool) {
        #expect(Self.misses([(.swipe, reason)]).nearest == (isNear ? ["no swipe: \(reason.text)"] : []))
    }

    @Test(arguments: [(39.9, true), (40, true), (40.1, false)])
    func `a movement beyond the slop counts with its farthest point`(reach: Points, isNear: Bool) {
        let misses = Self.misses([(.tap, Reason(.movedTooFar, 20.1, of: 20))], reach: reach)
        #expect(misses.nearest.isEmpty == !isNear)
    }

    @Test(arguments: [(1199, true), (1200, true), (1201, false)])
    func `a rest beyond the long press counts with its whole time`(time: Int64, isNear: Bool) {
        let misses = Self.misses([(.tap, Reason(.longPress, 600, of: 600))], milliseconds: time)
        #expect(misses.nearest.isEmpty == !isNear)
    }

    @Test func `the three nearest are shown, the nearest first`() {
        let reasons = [(GestureKind.tap, 30.0), (.swipe, 45), (.edgeSwipe, 40), (.drag, 10), (.longPress, 26)]
            .map { ($0.0, Reason(.distance, $0.1, of: 50)) }
        let misses = Self.misses(reasons)
        #expect(
            misses.nearest == [
                "no swipe: 7.1 mm of 7.9 mm", "no edge swipe: 6.4 mm of 7.9 mm", "no tap: 4.8 mm of 7.9 mm",
            ])
        #expect(
            misses.all == [
                "no swipe: 7.1 mm of 7.9 mm", "no edge swipe: 6.4 mm of 7.9 mm", "no tap: 4.8 mm of 7.9 mm",
                "no long press: 4.1 mm of 7.9 mm", "no drag: 1.6 mm of 7.9 mm",
            ])
    }

    @Test func `equally near ones stay in the order of the request`() {
        let misses = Self.misses([
            (.swipe, Reason(.distance, 40, of: 50)), (.tap, Reason(.liftedEarly, 400, of: 500)),
            (.pinch, Reason(.span, 16, of: 20)),
        ])
        #expect(misses.all.map { $0.prefix { $0 != ":" } } == ["no swipe", "no tap", "no pinch"])
    }

    @Test func `gestures that share a reason share a line`() {
        let (short, far) = (Reason(.distance, 40, of: 50), Reason(.movedTooFar, 40, of: 20))
        let misses = Self.misses([(.swipe, short), (.tap, far), (.edgeSwipe, short), (.longPress, far)])
        #expect(
            misses.all == [
                "no swipe, edge swipe: 6.4 mm of 7.9 mm", "no tap, long press: moved 6.4 mm, at most 3.2 mm allowed",
            ])
        #expect(misses.nearest.first == "no swipe: 6.4 mm of 7.9 mm")
    }

    @Test func `patterns of the same kind share a name`() {
        let reasons = [(GestureKind.swipe, Reason(.direction)), (.swipe, Reason(.direction))]
        #expect(Self.misses(reasons).all == ["no swipe: not in the requested direction"])
    }

    @Test func `a gesture of the same kind meets the conditions of another`() {
        #expect(Self.misses([(.drag, Reason(.direction))]).nearest == [])
        #expect(Self.misses([(.drag, Reason(.distance, 40, of: 50))]).nearest == ["no drag: 6.4 mm of 7.9 mm"])
    }

    @Test(arguments: [(1, false), (2, true), (3, true)])
    func `several fingers nearly make a gesture of another number`(fingers: Int, isNear: Bool) {
        #expect(Self.misses([(.swipe, Reason(.fingerCount))], fingers: fingers).nearest.isEmpty == !isNear)
    }

    @Test(arguments: [(0.0, "0.0"), (1, "0.2"), (20, "3.2")])
    func `a finger that stays behind the others nearly swipes`(moved: Points, millimetres: String) {
        func nearest(_ words: String) -> [String] {
            Self.misses([(.swipe, Reason(.stayed, moved, of: 20, words))], fingers: 2, travel: 100).nearest
        }
        #expect(nearest("one finger ") == ["no swipe: one finger moved \(millimetres) mm, more than 3.2 mm required"])
        #expect(nearest("").isEmpty)
    }

    @Test func `a touch that was no gesture has a reason in any case`() {
        let far = [(GestureKind.swipe, Reason(.distance, 1, of: 50)), (.tap, Reason(.lost))]
        #expect(Self.misses(far, recognized: false).nearest == ["no swipe: 0.2 mm of 7.9 mm"])
        #expect(Self.misses(far, recognized: true).nearest == [])
        #expect(Self.misses([], recognized: false).nearest == [])
    }
}
