import TestSupport
import Testing

@testable import GestureCore
@testable import TouchPicture

@Suite struct PlottedTouchTests {
    /// A touch of one contact that went 40 pt from its landing in 1.2 s, with verdicts.
    private static func touch(
        _ reasons: [(GestureKind, Reason)], recognized: Bool = true, in place: String = "", reach: Points = 40,
        milliseconds: Int64 = 1200
    ) -> PlottedTouch {
        var contact = PlottedContact(number: 1, id: ContactID(5), landed: 0, at: .zero)
        contact.move(to: Vector(x: reach, y: 0), at: 0.1)
        contact.finish(.lifted, at: Double(milliseconds) / 1000)
        let start = Instant(microseconds: 0)
        let event = EngineEvent(
            kind: .drag, phase: .began, gesture: 9, surface: SurfaceID(1), time: start, fingers: 1, point: .zero,
            position: UnitPoint(x: 0, y: 0), details: .none)
        var verdicts = reasons.map { kind, reason in
            Verdict(kind: kind, instant: start, outcome: .ruledOut(reason))
        }
        if recognized {
            let gesture = RecognizedGesture(first: event, last: event)
            verdicts.append(Verdict(kind: .drag, instant: start, outcome: .recognized(gesture)))
        }
        let explanation = TouchExplanation(
            surface: SurfaceID(1), number: 1, began: start, ended: start + .milliseconds(milliseconds), fingers: 1,
            contacts: [ContactID(5), ContactID(6)], origin: .zero, travel: .zero, verdicts: verdicts)
        return PlottedTouch(explanation, [contact], in: place, began: 0)
    }

    @Test(arguments: [
        (Reason(.distance, 24.9, of: 50), false), (Reason(.distance, 25, of: 50), true),
        (Reason(.distance, 25.1, of: 50), true), (Reason(.distance, 0, of: 50), false),
        (Reason(.stayed, 9.9, of: 20), false), (Reason(.stayed, 10, of: 20), true),
        (Reason(.tapGap, 601, of: 300), false), (Reason(.tapGap, 600, of: 300), true),
        (Reason(.tapGap, 599, of: 300), true),
        (Reason(.diverged, 90.1, of: 45), false), (Reason(.diverged, 90, of: 45), true),
        (Reason(.fingerCount, 2, of: 2), false), (Reason(.area), false),
    ])
    func `half of a limit is near`(reason: Reason, isNear: Bool) {
        #expect(Self.touch([(.swipe, reason)]).nearMisses == (isNear ? ["no swipe: \(reason.text)"] : []))
    }

    @Test(arguments: [(39.9, true), (40, true), (40.1, false)])
    func `a movement beyond the slop counts with its farthest point`(reach: Points, isNear: Bool) {
        let touch = Self.touch([(.tap, Reason(.movedTooFar, 20.1, of: 20))], reach: reach)
        #expect(touch.nearMisses.isEmpty == !isNear)
    }

    @Test(arguments: [(1199, true), (1200, true), (1201, false)])
    func `a rest beyond the long press counts with its whole time`(time: Int64, isNear: Bool) {
        let touch = Self.touch([(.tap, Reason(.longPress, 600, of: 600))], milliseconds: time)
        #expect(touch.nearMisses.isEmpty == !isNear)
    }

    @Test func `the two nearest are shown, the nearest first`() {
        let reasons = [(GestureKind.tap, 30.0), (.swipe, 45), (.edgeSwipe, 40), (.drag, 10)]
            .map { ($0.0, Reason(.distance, $0.1, of: 50)) }
        let touch = Self.touch(reasons)
        #expect(touch.nearMisses == ["no swipe: 45 pt of 50 pt", "no edge swipe: 40 pt of 50 pt"])
        #expect(
            touch.reasons == [
                "no swipe: 45 pt of 50 pt", "no edge swipe: 40 pt of 50 pt", "no tap: 30 pt of 50 pt",
                "no drag: 10 pt of 50 pt",
            ])
    }

    @Test func `equally near ones stay in the order of the request`() {
        let touch = Self.touch([
            (.swipe, Reason(.distance, 40, of: 50)), (.tap, Reason(.liftedEarly, 400, of: 500)),
            (.pinch, Reason(.span, 16, of: 20)),
        ])
        #expect(touch.reasons.map { $0.prefix { $0 != ":" } } == ["no swipe", "no tap", "no pinch"])
    }

    @Test func `gestures that share a reason share a line`() {
        let (short, far) = (Reason(.distance, 40, of: 50), Reason(.movedTooFar, 40, of: 20))
        let touch = Self.touch([(.swipe, short), (.tap, far), (.edgeSwipe, short), (.longPress, far)])
        #expect(
            touch.reasons == [
                "no swipe, edge swipe: 40 pt of 50 pt", "no tap, long press: moved 40 pt, more than the slop of 20 pt",
            ])
    }

    @Test func `a touch that was no gesture has a reason in any case`() {
        let far = [(GestureKind.swipe, Reason(.distance, 1, of: 50)), (.tap, Reason(.area))]
        #expect(Self.touch(far, recognized: false).nearMisses == ["no swipe: 1 pt of 50 pt"])
        #expect(Self.touch(far, recognized: true).nearMisses == [])
        #expect(Self.touch([], recognized: false).nearMisses == [])
    }

    @Test func `a touch has the plotted contacts and the recognized gestures`() {
        let touch = Self.touch([])
        #expect(touch.contacts == [0])
        #expect(touch.gestures == [9])
    }

    // MARK: In touches

    private static let short = glide(from: 0, x: 20, by: 1.5, y: 20, steps: 5)

    @Test(arguments: [
        ("page 0,0 2000x1200", ["no swipe: 47.2 pt of 50 pt"]),
        ("page 0,0 2000x1200\n row 0,0 1000x600: press", ["page: no swipe: 47.2 pt of 50 pt"]),
    ])
    func `only with nested regions a reason has the name of its region`(regions: String, reasons: [String]) throws {
        let plotted = try plot(Self.short, try GestureOptions(asking: "swipe", regions: regions))
        let misses = plotted.touches.flatMap { $0.nearMisses }
        #expect(misses == reasons)
    }

    @Test func `a contact beside all regions is ignored with the reason`() throws {
        let plotted = try plot(taps(1, x: 200), try GestureOptions(asking: "tap", regions: "a 0,0 1000x600"))
        #expect(plotted.contacts[0].ignored == "landed outside all regions")
        #expect(
            plotted.title(of: 0)
                == "contact 1: ignored: landed outside all regions, 0 s to 0.06 s, at most 0.0 mm from its landing")
        #expect(plotted.colour(of: 0) == .grey)
    }

    @Test func `the title of a contact has its gesture, its times and what it was not`() throws {
        let plotted = try plot(Self.short, try GestureOptions(asking: "drag, swipe"))
        #expect(
            plotted.title(of: 0) == """
                contact 1: drag, 0 s to 0.11 s, at most 7.5 mm from its landing
                no swipe: 47.2 pt of 50 pt
                """)
    }
}
