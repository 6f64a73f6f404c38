import GestureCore
import TestSupport
import Testing

@testable import TouchPicture

@Suite struct GestureLabelTests {
    /// The labels of the gestures of a recording.
    private static func labels(
        _ touches: [Touch], _ gestures: String
    ) throws -> [(label: GestureLabel, bar: ClosedRange<Double>)] {
        let plotted = try plot(touches, try GestureOptions(asking: gestures))
        let scale = TimelineDrawing(plotted, top: 0).scale
        return plotted.gestures.map { gesture in
            let (low, high) = (scale.x(gesture.interval.lowerBound), scale.x(gesture.interval.upperBound))
            return (GestureLabel(gesture, (low, high), plotted.activeParts(of: gesture), scale), low...high)
        }
    }

    /// A finger that rests for a while and lifts, and one that taps before or after it.
    private static func touches(tapAt start: Int, restAt rest: Int, for time: Int) -> [Touch] {
        together([(start, 0, (50, 50)), (start + 50, 0, nil)], [(rest, 1, (200, 50)), (rest + time, 1, nil)])
    }

    private static let long = String(repeating: "n", count: 20)

    @Test func `a label is right of its bar if there is room`() throws {
        let (label, bar) = try #require(try Self.labels(Self.touches(tapAt: 0, restAt: 500, for: 400), "tap").first)
        #expect(label.left == bar.upperBound + 7)
        #expect(label.right == label.left + PlotSymbol.width + textWidth("tap", size: 12))
    }

    @Test func `a label is in its bar if that fills the axis`() throws {
        let (label, bar) = try #require(
            try Self.labels(glide(from: 0, x: 100, by: 5, y: 80, steps: 10), "drag at 0 as \(Self.long)").first)
        #expect(bar.lowerBound < label.left && label.right < bar.upperBound)
        #expect(abs(label.left + label.right - bar.lowerBound - bar.upperBound) < 1e-9)
    }

    @Test func `a label is left of a short bar at the end of the axis`() throws {
        let (label, bar) = try #require(
            try Self.labels(Self.touches(tapAt: 950, restAt: 0, for: 500), "tap x1 as \(Self.long)").last)
        #expect(label.right == bar.lowerBound - 7)
        #expect(label.left >= TimelineDrawing.left)
    }

    @Test(arguments: ["n", long, String(repeating: "n", count: 200)])
    func `a label is on its bar if there is no room beside it and not enough of the bar is filled`(
        name: String
    ) throws {
        let cancelled = glide(from: 0, x: 100, by: 5, y: 80, steps: 10).dropLast()
        let press: [Touch] = [(0, 0, (50, 50)), (700, 0, nil)]
        for (touches, gesture) in [(Array(cancelled), "drag at 0"), (press, "longPress")] {
            let (label, bar) = try #require(try Self.labels(touches, "\(gesture) as \(name)").first)
            if label.left > bar.upperBound { continue }
            #expect(label.left == bar.lowerBound + 7)
            #expect(label.right <= PlotPage.width - PlotPage.margin)
        }
    }

    @Test func `labels of one lane do not overlap each other or a bar`() throws {
        let touches = together(
            taps(12, every: 400), glide(slot: 1, from: 100, x: 100, by: 5, y: 80, steps: 100),
            glide(slot: 2, from: 900, x: 250, by: -5, y: 150, steps: 30))
        let plotted = try plot(touches, try GestureOptions(asking: "tap, touch, press, drag f1 as wide"))
        let timeline = TimelineDrawing(plotted, top: 0)
        let drawing = try Drawing { timeline.write(to: &$0) }
        var boxes: [Box] = []
        for index in drawing.elements.indices where drawing.elements[index].name == "text" {
            let text = drawing.elements[index]
            guard text.classes.contains("outside"), !text.classes.contains("symbol") else { continue }
            let width = textWidth(text.text, size: 12)
            boxes.append(
                Box(
                    x: text.classes.contains("end") ? text.at.x - width : text.at.x, y: text.at.y - 8, width: width,
                    height: 8))
        }
        boxes += drawing.all("rect", "thin").map { $0.box }
        #expect(boxes.count > 20)
        for (index, box) in boxes.enumerated() { #expect(!boxes[(index + 1)...].contains { $0.overlaps(box) }) }
    }
}
