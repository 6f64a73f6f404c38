import GestureCore
import TestSupport
import Testing

@testable import TouchPicture

@Suite struct GestureListTests {
    private static func list(_ taps: [Touch], _ gestures: String = "tap") throws -> (list: GestureList, Drawing) {
        let list = GestureList(try plot(taps, try GestureOptions(asking: gestures)), at: Vector(x: 600, y: 76))
        return (list, try Drawing { list.write(to: &$0) })
    }

    @Test(arguments: [
        (1, 1, nil), (17, 17, nil), (18, 18, nil), (19, 18, "and 1 more on the time axis"),
        (30, 18, "and 12 more on the time axis"),
    ])
    func `18 gestures have a row`(count: Int, rows: Int, last: String?) throws {
        let (list, drawing) = try Self.list(taps(count))
        #expect(list.height == Double(rows + 2) * 21)
        #expect(drawing.titles.count == rows)
        let heads = ["gesture", "contacts", "at"]
        #expect(drawing.texts("dim") == heads + (last.map { [$0] } ?? []))
        for text in drawing.all("text") { #expect(text.at.y >= 76 && text.at.y <= 76 + list.height) }
    }

    @Test func `a row has the gesture, its contacts and its landing`() throws {
        let drawing = try Self.list(taps(2, every: 150), "tap x2").1
        #expect(
            drawing.all("text").filter { !$0.classes.contains("dim") }.map { $0.text }
                == ["∞", "double tap", "1, 2", "0.00 s"])
        #expect(drawing.titles == ["double tap: 0 s to 0.21 s, decided at 0.21 s"])
    }

    @Test func `a long press has its symbol`() throws {
        let drawing = try Self.list([(0, 0, (50, 50)), (900, 0, nil)], "longPress").1
        #expect(drawing.texts("symbol") == ["●"])
    }

    @Test func `a list without gestures tells that there are none`() throws {
        let (list, drawing) = try Self.list(taps(3), "swipe")
        #expect(list.height == 42)
        #expect(drawing.texts().last == "no gesture was recognized")
    }

    @Test func `a long name leaves room for the contacts`() throws {
        let name = String(repeating: "wide", count: 60)
        let drawing = try Self.list(taps(1), "tap x1 as \(name)").1
        let title = try #require(drawing.all("text").first { $0.text.hasPrefix("tap ") })
        let contacts = try #require(drawing.all("text").first { $0.text == "1" })
        #expect(title.text.hasSuffix("…"))
        #expect(title.at.x + textWidth(title.text, size: 12) < contacts.at.x - textWidth("1", size: 12))
    }
}

@Suite struct ReasonListTests {
    /// Touches that are nearly swipes, one every 2 s.
    private static func short(_ count: Int) -> [Touch] {
        (0..<count).flatMap { glide(from: $0 * 2000, x: 50, by: 1.5, y: 50, steps: 5) }
    }

    private static func list(_ touches: [Touch], _ gestures: String = "swipe") throws -> (list: ReasonList, Drawing) {
        let list = ReasonList(try plot(touches, try GestureOptions(asking: gestures)), top: 500)
        return (list, try Drawing { list.write(to: &$0) })
    }

    private static let reason = "no swipe: 7.5 mm of 7.9 mm"

    @Test(arguments: [(1, 1, 0), (13, 13, 0), (14, 14, 0), (15, 14, 1), (20, 14, 6)])
    func `14 lines fit`(count: Int, lines: Int, others: Int) throws {
        let (list, drawing) = try Self.list(Self.short(count))
        let more = others > 0 ? ["\(others) more: see 'gesturectl explain'"] : []
        #expect(
            drawing.all("text").filter { $0.at.x == TimelineDrawing.left }.map { $0.text }
                == Array(repeating: Self.reason, count: lines) + more)
        #expect(drawing.texts("number") == (1...lines).map { "\($0)" })
        #expect(list.bottom == 512 + 17 * Double(lines + more.count))
        for text in drawing.all("text") { #expect(text.at.y > 500 && text.at.y < list.bottom) }
    }

    @Test func `a touch with one reason fits where one with two does not`() throws {
        // 27 pt are near 50 pt, but not near 60 pt.
        func touch(_ number: Int, by distance: Double) -> [Touch] {
            glide(from: number * 2000, x: 50, by: distance, y: 50, steps: 5)
        }
        let touches = (0..<13).flatMap { touch($0, by: 0.86) } + touch(13, by: 1.5) + touch(14, by: 0.86)
        let drawing = try Self.list(touches, "swipe, drag at 60").1
        #expect(drawing.texts("number") == (1...13).map { "\($0)" } + ["15"])
        #expect(drawing.texts().last == "1 more: see 'gesturectl explain'")
        let both = try Self.list(touch(0, by: 1.5), "swipe, drag at 60").1.texts()
        #expect(both == ["why not", "1", Self.reason, "no drag: 7.5 mm of 9.5 mm"])
    }

    @Test func `nothing is written without a reason`() throws {
        let (list, drawing) = try Self.list(taps(2), "tap")
        #expect(drawing.all("text") == [])
        #expect(list.bottom == 500)
    }

    @Test func `contacts that were ignored for the same reason share a line`() throws {
        let palms: [Touch] = [(5, 1, (250, 150)), (6, 2, (280, 150)), (45, 1, (250, 150)), (46, 2, (280, 150))]
        let finger = glide(from: 0, x: 100, by: 1, y: 80, steps: 7)
        let plotted = try plot(together(finger, palms), try GestureOptions(asking: "swipe"), palmsAt: [45, 46])
        let reasons = ReasonList.reasons(of: try #require(plotted.touches.first))
        #expect(reasons.map { $0.contacts } == [[1, 2], [0]])
        let drawing = try Drawing { ReasonList(plotted, top: 0).write(to: &$0) }
        #expect(drawing.texts("number") == ["2, 3", "1"])
        #expect(drawing.all("text", "number").map { $0.classes.contains("c90") } == [true, false])
    }
}
