import GestureCore
import TestSupport
import Testing

@testable import TouchPicture

@Suite struct PlotKeyTests {
    private static func key(
        _ touches: [Touch], _ gestures: String, palmsAt palms: [Int] = [], hasPauses: Bool = false
    ) throws -> (bottom: Double, drawing: Drawing) {
        let plotted = try plot(touches, try GestureOptions(asking: gestures), palmsAt: palms)
        let key = PlotKey(plotted, hasPauses: hasPauses, top: 700)
        return (key.bottom, try Drawing { key.write(to: &$0) })
    }

    private static let always = ["a finger lands", "lifts", "a movement begins beyond 3.2 mm (slop)"]

    @Test(arguments: [
        ("swipe", []), ("tap", ["not decided yet", "decided"]), ("drag", ["not decided yet", "decided"]),
        ("edgeSwipe", ["edge band 3.8 mm"]), ("swipe in 200 200", ["where a gesture has to start"]),
    ])
    func `only marks of the picture are explained`(gestures: String, more: [String]) throws {
        let touches = gestures == "drag" ? glide(from: 0, x: 100, by: 1, y: 80, steps: 5) : taps(1)
        #expect(try Self.key(touches, gestures).drawing.texts() == Self.always + more)
    }

    @Test func `a swipe is decided, and never waits`() throws {
        let swipe = glide(from: 0, x: 100, by: 5, y: 80, steps: 10)
        #expect(try Self.key(swipe, "swipe").drawing.texts() == Self.always + ["decided"])
    }

    @Test func `lost contacts and pauses are explained if there are any`() throws {
        let palm: [Touch] = [(0, 0, (50, 50)), (100, 0, (50, 51)), (300, 0, nil)]
        let texts = try Self.key(palm, "swipe", palmsAt: [100], hasPauses: true).drawing.texts()
        #expect(
            texts == [
                "a finger lands", "lifts", "cancelled or ignored, e.g. a palm",
                "a movement begins beyond 3.2 mm (slop)",
                "pause of more than 1 s, cut out",
            ])
    }

    @Test func `a key without room goes on in the next row`() throws {
        let palm: [Touch] = [(0, 0, (50, 50)), (100, 0, (50, 51)), (300, 0, nil)]
        let touches = palm + taps(1).map { ($0.time + 1000, $0.slot, $0.place) }
        let (bottom, drawing) = try Self.key(
            touches, "tap x1 in 2000 1200, tap x2, edgeSwipe", palmsAt: [100], hasPauses: true)
        let texts = drawing.all("text")
        #expect(texts.count == 9)
        #expect(Set(texts.map { $0.at.y }) == [700, 720])
        #expect(bottom == 740)
        let boxes = texts.map { Box(x: $0.at.x - 26, y: $0.at.y, width: textWidth($0.text, size: 11) + 26, height: 20) }
        for (index, box) in boxes.enumerated() {
            #expect(box.low.x >= PlotPage.margin && box.high.x <= PlotPage.width - PlotPage.margin)
            #expect(!boxes[(index + 1)...].contains { $0.overlaps(box) })
        }
    }
}
