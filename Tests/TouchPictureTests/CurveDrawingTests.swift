import GestureCore
import TestSupport
import Testing

@testable import TouchPicture

@Suite struct CurveDrawingTests {
    /// The curves of a recording, each with its upper edge at 100.
    private static func curves(_ touches: [Touch], _ gestures: String) throws -> [Drawing] {
        let plotted = try plot(touches, try GestureOptions(asking: gestures))
        let scale = TimeScale(
            plotted.contacts.map { $0.interval }, from: TimelineDrawing.left, to: TimelineDrawing.right)
        return try CurveDrawing.all(plotted).map { curve in try Drawing { curve.write(scale, top: 100, to: &$0) } }
    }

    private static func titles(_ touches: [Touch], _ gestures: String) throws -> [String] {
        try curves(touches, gestures).flatMap { $0.texts("head") }
    }

    /// The texts right of a curve.
    private static func labels(_ drawing: Drawing) -> [Drawing.Element] {
        drawing.all("text").filter { $0.at.x > TimelineDrawing.right }
    }

    private static let swipe = glide(from: 0, x: 100, by: 5, y: 80, steps: 10)

    /// Two fingers, 40 mm apart, that move apart by `distance` mm altogether.
    private static func spread(by distance: Double) -> [Touch] {
        together(
            glide(slot: 0, from: 0, x: 100, by: -distance / 20, y: 100, steps: 10),
            glide(slot: 1, from: 5, x: 140, by: distance / 20, y: 100, steps: 10))
    }

    /// Two fingers, 40 mm apart, one of which moves by `distance` mm across the line between them.
    private static func turn(by distance: Double) -> [Touch] {
        let start: [Touch] = [(0, 0, (100, 100)), (5, 1, (140, 100))]
        return start + (1...10).map { (5 + $0 * 20, 1, (140, 100 + distance * Double($0) / 10)) }
            + [(300, 0, nil), (305, 1, nil)]
    }

    // MARK: Distances

    @Test(arguments: [
        ("tap", ["slop 3.2 mm"]), ("swipe", ["slop 3.2 mm", "swipe 7.9 mm"]),
        ("swipe at 30, edgeSwipe at 40", ["slop 3.2 mm", "swipe 4.8 mm"]),
        ("pinch, rotation", ["slop 3.2 mm"]),
    ])
    func `only limits of requested gestures are drawn`(gestures: String, limits: [String]) throws {
        let drawing = try #require(try Self.curves(Self.swipe, gestures).first)
        #expect(Self.labels(drawing).map { $0.text } == limits)
        #expect(drawing.all("line", "limit").count == limits.count)
    }

    @Test(arguments: [20.5, 22, 25, 90])
    func `labels of limits that are close do not overlap`(distance: Points) throws {
        let labels = Self.labels(try #require(try Self.curves(Self.swipe, "swipe at \(distance)").first))
        #expect(labels.count == 2)
        #expect(labels[0].at.y - labels[1].at.y >= 12)
        #expect(labels.allSatisfy { $0.at.y > 100 })
    }

    @Test func `a distance begins at the bottom and ends below the top`() throws {
        let points = try #require(
            try Self.curves(glide(from: 0, x: 100, by: 2, y: 80, steps: 10), "swipe").first?.all("polyline", "curve")
                .first
        ).points
        #expect(points.first?.y == 100 + CurveDrawing.height)
        #expect(points.allSatisfy { $0.y > 100 && $0.y <= 100 + CurveDrawing.height })
        #expect(points.last?.y == points.map { $0.y }.min())
    }

    @Test(arguments: [(2.0, 1.0), (4, 2)])
    func `distances are linear`(distance: Double, half: Double) throws {
        func rise(_ distance: Double) throws -> Double {
            // The second finger sets the scale.
            let touches = together(
                glide(slot: 0, from: 0, x: 100, by: distance, y: 80, steps: 1),
                glide(slot: 1, from: 5, x: 100, by: 8, y: 120, steps: 1))
            let curve = try #require(try Self.curves(touches, "tap").first?.all("polyline", "curve").first).points
            return 100 + CurveDrawing.height - (curve.map { $0.y }.min() ?? .nan)
        }
        #expect(abs(try rise(distance) - 2 * (try rise(half))) < 0.2)
    }

    @Test func `a distance of more than three times the limits is cut off, and the title says so`() throws {
        // There and back, 50 mm.
        let there = (0...10).map { ($0 * 20, 0, (100 + Double($0) * 5, 80.0)) as Touch }
        let back = (1...10).map { (200 + $0 * 20, 0, (150 - Double($0) * 5, 80.0)) as Touch }
        let drawing = try #require(try Self.curves(there + back + [(410, 0, nil)], "swipe").first)
        let curves = drawing.all("polyline", "curve").map { $0.points }
        #expect(curves.count == 2)
        #expect(curves.map { $0.last?.y } == [100, 100 + CurveDrawing.height])
        #expect(curves.map { $0.first?.y } == [100 + CurveDrawing.height, 100])
        #expect(drawing.texts("small dim").contains("cut off at 23.8 mm"))
    }

    @Test func `each contact has a curve in its colour`() throws {
        let curves = try Self.curves(Self.spread(by: 30), "pinch, rotation")
        #expect(curves.map { $0.all("polyline", "curve").count } == [2, 1])
        #expect(curves.flatMap { $0.all("polyline", "curve") }.allSatisfy { $0.classes == ["curve", "c95"] })
    }

    // MARK: Scales and angles

    // At 40 mm, a pinch begins 40 pt = 6.35 mm from there. Half of it are 3.175 mm.
    @Test(arguments: [(3.0, false), (3.1, false), (3.2, true), (30, true)])
    func `the scale is drawn if it comes halfway to a pinch`(distance: Double, isShown: Bool) throws {
        #expect(
            try Self.titles(Self.spread(by: distance), "pinch") == ["distance in mm"] + (isShown ? ["scale in ×"] : []))
        #expect(try Self.titles(Self.spread(by: distance), "rotation, drag") == ["distance in mm"])
        #expect(
            try Self.titles(Self.spread(by: -distance), "pinch") == ["distance in mm"] + (isShown ? ["scale in ×"] : [])
        )
    }

    // At 40 mm, a rotation begins 20 pt / 20 mm = 9.1° from there. Half of it are 3.18 mm.
    @Test(arguments: [(3.1, false), (3.3, true), (30, true)])
    func `the angle is drawn if it comes halfway to a rotation`(distance: Double, isShown: Bool) throws {
        #expect(
            try Self.titles(Self.turn(by: distance), "rotation") == ["distance in mm"] + (isShown ? ["angle in °"] : [])
        )
        #expect(
            try Self.titles(Self.turn(by: -distance), "rotation") == ["distance in mm"]
                + (isShown ? ["angle in °"] : []))
        #expect(try Self.titles(Self.turn(by: distance), "pinch, drag").contains("angle in °") == false)
    }

    @Test func `one finger has neither scale nor angle`() throws {
        #expect(try Self.titles(Self.swipe, "pinch, rotation") == ["distance in mm"])
    }

    @Test func `a scale has limits on both sides, and the upper one has the label`() throws {
        let scale = try #require(try Self.curves(Self.spread(by: 30), "pinch").last)
        let limits = scale.all("polyline", "limit").compactMap { $0.points.last?.y }
        #expect(limits.count == 2)
        let label = try #require(Self.labels(scale).first)
        #expect(label.text == "pinch begins")
        #expect(abs(label.at.y - 4 - (limits.min() ?? .nan)) < 0.15)
        #expect(scale.texts("end").allSatisfy { $0.hasPrefix("× ") })
        let angle = try #require(try Self.curves(Self.turn(by: 30), "rotation").last)
        #expect(Self.labels(angle).map { $0.text } == ["rotation begins"])
        #expect(angle.texts("end").allSatisfy { $0.hasSuffix("°") })
    }

    @Test func `values at the left edge are round and inside`() throws {
        for drawing in try Self.curves(Self.turn(by: 30), "pinch, rotation, swipe") {
            let values = drawing.all("text", "end")
            #expect(values.count >= 2)
            #expect(values.allSatisfy { $0.at.y - 4 >= 99.9 && $0.at.y - 4 <= 100.1 + CurveDrawing.height })
        }
    }
}
