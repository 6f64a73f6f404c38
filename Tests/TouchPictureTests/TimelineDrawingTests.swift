import GestureCore
import TestSupport
import Testing

@testable import TouchPicture

@Suite struct TimelineDrawingTests {
    private static func timeline(
        _ touches: [Touch], _ gestures: String
    ) throws -> (timeline: TimelineDrawing, drawing: Drawing) {
        let timeline = TimelineDrawing(try plot(touches, try GestureOptions(asking: gestures)), top: 100)
        return (timeline, try Drawing { timeline.write(to: &$0) })
    }

    private static let swipe = glide(from: 0, x: 100, by: 5, y: 80, steps: 10)

    // MARK: Time

    @Test func `the axis has round times`() throws {
        let (timeline, drawing) = try Self.timeline(Self.swipe, "drag")
        let labels = drawing.all("text", "small dim middle")
        #expect(labels.map { $0.text } == ["0", "0.05", "0.1", "0.15", "0.2"])
        #expect(labels.allSatisfy { $0.at.y == (timeline.axis + 18).inDrawing })
        #expect(drawing.all("line", "axis").last?.line[1...] == [timeline.axis, TimelineDrawing.right, timeline.axis])
    }

    @Test func `a long pause is a break with its length`() throws {
        let (timeline, drawing) = try Self.timeline(taps(2, every: 5000), "tap")
        let pause = try #require(drawing.all("rect", "pause").first)
        #expect(drawing.all("rect", "pause").count == 1)
        #expect(pause.box.width == TimeScale.pauseWidth - 8)
        // From 60 ms until 5 s, without the margins.
        #expect(drawing.texts("middle").contains("4.9 s"))
        #expect(timeline.scale.pauses.count == 1)
        #expect(drawing.texts("end").contains("pauses cut out"))
        let short = try Self.timeline(taps(2, every: 1000), "tap").drawing
        #expect(short.all("rect", "pause") == [] && !short.texts("end").contains("pauses cut out"))
    }

    @Test func `pauses without room have no length`() throws {
        let drawing = try Self.timeline(taps(30, every: 5000), "tap").drawing
        #expect(drawing.all("rect", "pause").count == 29)
        #expect(drawing.texts("middle").allSatisfy { !$0.hasSuffix(" s") })
    }

    // MARK: Contacts

    @Test func `contacts at the same time have lanes of their own`() throws {
        let two = together(Self.swipe, glide(slot: 1, from: 50, x: 150, by: 5, y: 120, steps: 10))
        let after = glide(slot: 0, from: 600, x: 100, by: 5, y: 80, steps: 10)
        let bars = try Self.timeline(two + after, "press").drawing.all("rect", "bar").map { $0.box }
        #expect(bars.map { $0.low.y } == [102, 121, 102])
        for (index, bar) in bars.enumerated() { #expect(!bars[(index + 1)...].contains { $0.overlaps(bar) }) }
    }

    @Test func `a contact has its number in the bar, or beside it if the bar is short`() throws {
        let drawing = try Self.timeline(Self.swipe + [(20_000, 0, (50, 50)), (20_001, 0, nil)], "drag").drawing
        let bars = drawing.all("rect", "bar").filter { $0.number("height") == 14 }.map { $0.box }
        let numbers = drawing.all("text", "number")
        #expect(numbers.map { $0.classes.contains("inside") } == [true, false])
        #expect(numbers[0].at.x > bars[0].low.x && numbers[0].at.x < bars[0].high.x)
        #expect(numbers[1].at.x > bars[1].high.x)
        #expect(bars.allSatisfy { $0.width >= 2 })
    }

    @Test func `a lost contact is hatched`() throws {
        let palm: [Touch] = [(0, 0, (50, 50)), (100, 0, (50, 51)), (300, 0, nil)]
        let timeline = TimelineDrawing(try plot(palm, palmsAt: [100]), top: 100)
        let drawing = try Drawing { timeline.write(to: &$0) }
        #expect(drawing.all("rect", "hatch90").count >= 1)
        #expect(drawing.all("rect", "bar") == [])
    }

    // MARK: Gestures

    @Test func `a tap is filled while the finger is down and hatched until its decision`() throws {
        let (timeline, drawing) = try Self.timeline(taps(1), "tap x1, tap x2")
        let whole = try #require(drawing.all("rect", "hatch36").first).box
        let filled = try #require(drawing.all("rect", "bar c36").last).box
        let mark = try #require(drawing.all("polygon").first).points.map { $0.x }
        let (down, up, decided) = (timeline.scale.x(0), timeline.scale.x(0.06), timeline.scale.x(0.36))
        let drawn = [whole.low.x, whole.high.x, filled.low.x, filled.high.x] + mark
        for (x, expected) in zip(drawn, [down, decided, down, up, decided - 4, decided + 4, decided]) {
            #expect(abs(x - expected) < 0.15)
        }
        let decision = try #require(drawing.all("line", "decision").first).line
        #expect(decision[0] == decided.inDrawing)
        #expect(decision[3] == timeline.axis.inDrawing)
    }

    @Test func `a gesture that is never decided has no mark`() throws {
        let drawing = try Self.timeline(Self.swipe, "press").drawing
        #expect(drawing.titles.contains { $0.hasPrefix("press, cancelled") })
        let undecided = try Self.timeline([(0, 0, (50, 50)), (30, 0, (50, 50))], "tap").drawing
        #expect(undecided.all("polygon") == [])
    }

    @Test(arguments: [(29, 29), (30, 30), (31, 0)])
    func `decisions of up to 30 gestures have a line`(count: Int, lines: Int) throws {
        let drawing = try Self.timeline(taps(count), "tap").drawing
        #expect(drawing.all("line", "decision").count == lines)
        #expect(drawing.all("polygon").count == count)
    }

    @Test func `without gestures there is no row of them`() throws {
        let (timeline, drawing) = try Self.timeline(taps(1), "swipe")
        #expect(drawing.texts("head") == ["contacts", "distance in mm"])
        // A lane of contacts, a gap and a curve.
        #expect(timeline.axis == 100 + 19 + 14 + CurveDrawing.height + 6)
        #expect(timeline.bottom == timeline.axis + 36)
    }
}

extension Double {
    /// A number as a drawing has it.
    var inDrawing: Double { (self * 10).rounded() / 10 }
}
