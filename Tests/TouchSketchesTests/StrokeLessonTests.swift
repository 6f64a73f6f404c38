import GestureCore
import GestureProtocol
import Testing
import Text

@testable import TouchSketches

/// `gesturectl learn`: examples of strokes, drawn as events of contacts.
@Suite struct StrokeLessonTests {
    private static let z: [(Double, Double)] = [(100, 100), (300, 100), (100, 300), (300, 300)]
    private static let caret: [(Double, Double)] = [(100, 300), (200, 100), (300, 300)]
    private static let square: [(Double, Double)] = [(100, 100), (300, 100), (300, 300), (100, 300), (100, 100)]

    private static func lesson(_ count: Int = 3, known: [StrokeShape] = []) -> StrokeLesson {
        StrokeLesson(name: "z", count: count, known: known)
    }

    /// The points of a path with corners, 5 pt apart.
    private static func points(_ corners: [(Double, Double)]) -> [Vector] {
        let corners = corners.map { Vector(x: $0.0, y: $0.1) }
        return zip(corners, corners.dropFirst()).flatMap { from, to in
            (0..<40).map { from + (to - from) * (Double($0) / 40) }
        } + corners.suffix(1)
    }

    private static func shape(_ name: ByteString, _ corners: [(Double, Double)]) throws -> StrokeShape {
        StrokeShape(name, [try #require(StrokeTemplate(points(corners)))])
    }

    private static func event(_ phase: String, _ contact: Int, _ point: Vector) throws -> Event {
        let text = """
            {"kind":"touch","phase":"\(phase)","contact":\(contact),"points":{"x":\(point.x),"y":\(point.y)}}
            """
        return Event(try #require(JSONDocument(Array(text.utf8))).root)
    }

    /// Draws a path with one finger.
    private static func draw(
        _ corners: [(Double, Double)], on lesson: inout StrokeLesson, ending phase: String = "ended"
    ) throws -> [String] {
        let path = points(corners)
        var lines = lesson.follow(try event("began", 1, path[0]))
        for point in path.dropFirst() { lines += lesson.follow(try event("changed", 1, point)) }
        return lines + lesson.follow(try event(phase, 1, path[path.count - 1]))
    }

    private static func matcher(of gesture: [UInt8]) throws -> (StrokeMatcher, [StrokeShape]) {
        let document = try #require(JSONDocument(Array("{\"gestures\":[".utf8) + gesture + Array("]}".utf8)))
        let request = try CompiledSubscription(parameters: document.root, thresholds: Thresholds())
        let shapes = request.options.gestures.compositions.flatMap { $0.expression.shapes.compactMap { $0 } }
        return (StrokeMatcher(shapes), shapes)
    }

    @Test func `three examples make a gesture that a subscription recognizes`() throws {
        var lesson = Self.lesson()
        #expect(lesson.invitation == "draw z with one finger: 1 of 3")
        #expect(try Self.draw(Self.z, on: &lesson) == ["draw z with one finger: 2 of 3"])
        #expect(try Self.draw(Self.z, on: &lesson) == ["draw z with one finger: 3 of 3"])
        #expect(!lesson.isComplete)
        #expect(try Self.draw(Self.z, on: &lesson) == [])
        #expect(lesson.isComplete)
        let (matcher, shapes) = try Self.matcher(of: lesson.gesture)
        #expect(shapes.map { $0.name } == ["z"])
        #expect(shapes[0].templates.count == 3)
        guard case .match(0, let score) = matcher.result(for: Self.points(Self.z)) else {
            Issue.record("the stroke is not recognized")
            return
        }
        #expect(score > 0.99)
    }

    @Test func `what follows the last example is ignored`() throws {
        var lesson = Self.lesson(1)
        #expect(try Self.draw(Self.z, on: &lesson) == [])
        let gesture = lesson.gesture
        #expect(try Self.draw(Self.caret, on: &lesson) == [])
        #expect(lesson.gesture == gesture)
    }

    @Test(
        arguments: [
            ([(100, 100), (400, 100)], "ignored: a line or an arc, like a swipe"),
            ([(100, 100), (131, 100), (131, 131), (100, 100)], "ignored: smaller than 5 mm"),
            ([(100, 100), (100, 100)], "ignored: smaller than 5 mm"),
        ] as [([(Double, Double)], String)])
    func `what is no stroke is ignored, and asked for again`(path: [(Double, Double)], reason: String) throws {
        var lesson = Self.lesson(1)
        #expect(try Self.draw(path, on: &lesson) == ["\(reason); draw z with one finger: 1 of 1"])
        #expect(!lesson.isComplete)
        #expect(try Self.draw(Self.z, on: &lesson) == [])
    }

    @Test func `a second finger or a palm spoils an example, and no more`() throws {
        let refusal = ["ignored: more than one finger, or a palm; draw z with one finger: 1 of 1"]
        var lesson = Self.lesson(1)
        let path = Self.points(Self.z)
        #expect(lesson.follow(try Self.event("began", 1, path[0])) == [])
        for point in path { #expect(lesson.follow(try Self.event("changed", 1, point)) == []) }
        #expect(lesson.follow(try Self.event("began", 2, .zero)) == [])
        #expect(lesson.follow(try Self.event("ended", 1, path[0])) == [])
        #expect(lesson.follow(try Self.event("changed", 2, path[9])) == [])
        #expect(lesson.follow(try Self.event("ended", 2, .zero)) == refusal)
        #expect(try Self.draw(Self.z, on: &lesson, ending: "cancelled") == refusal)
        #expect(try Self.draw(Self.z, on: &lesson) == [])
        #expect(lesson.isComplete)
    }

    @Test func `an example that differs from those before is reported`() throws {
        var lesson = Self.lesson()
        _ = try Self.draw(Self.z, on: &lesson)
        let lines = try Self.draw(Self.caret, on: &lesson)
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("warning: example 2 differs from those before: similarity "))
        #expect(lines[1] == "draw z with one finger: 3 of 3")
    }

    @Test func `an example that is similar to a known stroke is reported`() throws {
        let known = [try Self.shape("square", Self.square), try Self.shape("zigzag", Self.z)]
        var lesson = Self.lesson(2, known: known)
        #expect(
            try Self.draw(Self.z, on: &lesson) == [
                "warning: example 1 is similar to zigzag: similarity 100 %", "draw z with one finger: 2 of 2",
            ])
        #expect(
            try Self.draw(Self.z, on: &lesson) == [
                "warning: example 2 is similar to zigzag: similarity 100 %, to the other examples 100 %"
            ])
    }

    @Test func `a stroke that is learnt again may be similar to its former self`() throws {
        var lesson = Self.lesson(1, known: [try Self.shape("z", Self.z)])
        #expect(try Self.draw(Self.z, on: &lesson) == [])
    }

    @Test func `a long path keeps its shape in few points`() throws {
        let spiral = (0..<5000).map { step in
            let (angle, radius) = (Double(step) / 400, 50 + Double(step) / 20)
            return Vector(x: 500 + radius * cosine(angle), y: 500 + radius * cosine(angle - 1.5707963267948966))
        }
        let sketch = StrokeLesson.sketch(spiral)
        #expect(2...StrokeLesson.pointCount ~= sketch.count)
        #expect(sketch.allSatisfy { -1e-9...100.000_001 ~= $0.x && -1e-9...100.000_001 ~= $0.y })
        let (one, other) = (try #require(StrokeTemplate(spiral)), try #require(StrokeTemplate(sketch)))
        #expect(one.similarity(to: other, within: .any) > 0.99)
    }

    /// By a power series, without Foundation.
    private func cosine(_ angle: Double) -> Double {
        var (term, sum) = (1.0, 1.0)
        for step in 1...60 {
            term *= -angle * angle / Double((2 * step - 1) * 2 * step)
            sum += term
        }
        return sum
    }
}
