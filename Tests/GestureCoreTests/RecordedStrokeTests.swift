import GestureCore
import TestSupport
import Testing
import Text

/// A stroke that a person drew, with the name of what was to be drawn.
struct RecordedStroke: Decodable {
    var subject: String
    var label: String
    var repetition: Int
    var speed: String
    /// Seconds, x and y.
    var points: [[Double]]

    var path: [Vector] { points.map { Vector(x: $0[1], y: $0[2]) } }

    /// The stroke as touches, with one px as one pt.
    var touches: [TouchFrame] {
        let actions: [ContactChange.Action] = [.down] + Array(repeating: .move, count: points.count - 1) + [.up]
        return zip(points + [points[points.count - 1]], actions).map { point, action in
            TouchFrame(
                surface: Surface.screen.id, time: Instant(microseconds: Int64(point[0] * 1e6)),
                changes: [ContactChange(ContactID(1), action, at: Vector(x: point[1] + 100, y: point[2] + 100))])
        }
    }
}

/// All recorded strokes, and the shapes that are made of some of them.
private struct RecordedStrokes {
    let all: [RecordedStroke]
    /// The people who drew all labels.
    let people: [String]
    let labels: [String]

    init() throws {
        all = try Recordings.read("strokes/strokes.json")
        people = Set(all.filter { $0.label == "arrow" }.map(\.subject)).sorted()
        labels = Set(all.filter { [people] stroke in stroke.subject == people[0] }.map(\.label)).sorted()
    }

    /// Three strokes of each label, drawn by one person fast, slowly and in between.
    func isTemplate(_ stroke: RecordedStroke, of person: String, _ repetition: Int) -> Bool {
        stroke.subject == person && stroke.repetition == repetition
    }

    func shapes(of person: String, _ repetition: Int) throws -> [StrokeShape] {
        try labels.map { label in
            let strokes = all.filter { isTemplate($0, of: person, repetition) && $0.label == label }
            #expect(strokes.count == 3)
            return StrokeShape("\(label)", try strokes.map { try #require(StrokeTemplate($0.path)) })
        }
    }

    /// Returns the label of the most similar shape.
    static func nearest(to stroke: RecordedStroke, among shapes: [StrokeShape]) -> String? {
        guard let template = StrokeTemplate(stroke.path) else { return nil }
        return shapes.max { $0.similarity(of: template) < $1.similarity(of: template) }?.name.description
    }
}

/// A share of many, in percent.
private struct Share {
    var part = 0
    var whole = 0

    var percent: Double { 100 * Double(part) / Double(max(whole, 1)) }

    mutating func count(_ isPart: Bool) {
        part += isPart ? 1 : 0
        whole += 1
    }
}

@Suite(.needsRecordings) struct RecordedStrokeTests {
    private static let strokes = try? RecordedStrokes()

    private func recognized(_ touches: [TouchFrame], _ options: GestureOptions) -> [EngineEvent] {
        var engine = GestureEngine(options: options)
        engine.attach(.screen)
        return touches.flatMap { frame in
            engine.process(frame)
            return engine.events
        }
    }

    private func options(_ shapes: [StrokeShape]) -> GestureOptions {
        let strokes = shapes.map { GestureExpression.gesture(StrokeGesture($0).pattern) }
        return GestureOptions(
            gestures: GestureSet(selection: GestureSelection(), compositions: [Composition(.exclusive(strokes))]))
    }

    @Test(arguments: [1, 6])
    func `the nearest of 16 shapes is the right one`(_ repetition: Int) throws {
        let strokes = try #require(Self.strokes)
        var (same, other) = (Share(), Share())
        for (index, person) in strokes.people.enumerated() {
            let shapes = try strokes.shapes(of: person, repetition)
            // Every fourth stroke of another person is enough.
            let next = strokes.people[(index + 1) % strokes.people.count]
            for (number, stroke) in strokes.all.enumerated() {
                let isOwn = stroke.subject == person && !strokes.isTemplate(stroke, of: person, repetition)
                guard isOwn || stroke.subject == next, number % 2 == 0 else { continue }
                let isRight = RecordedStrokes.nearest(to: stroke, among: shapes) == stroke.label
                if isOwn { same.count(isRight) } else { other.count(isRight) }
            }
        }
        #expect(same.percent >= 99 && other.percent >= 95)
    }

    @Test(arguments: [1, 6])
    func `nearly all strokes of another person are reported`(_ repetition: Int) throws {
        let strokes = try #require(Self.strokes)
        var (reported, right) = (Share(), Share())
        for (index, person) in strokes.people.enumerated() {
            let shapes = try strokes.shapes(of: person, repetition)
            let options = options(shapes)
            let next = strokes.people[(index + 1) % strokes.people.count]
            for stroke in strokes.all where stroke.subject == next && stroke.repetition % 3 == 0 {
                let events = recognized(stroke.touches, options)
                reported.count(events.count == 1)
                guard case .stroke(let shape, _)? = events.first?.details else { continue }
                right.count(shapes[shape].name.description == stroke.label)
            }
        }
        #expect(reported.percent >= 95 && right.percent >= 95)
    }

    /// The built-in shape that people were asked to draw, by label. Braces are none.
    private static let builtIn: [String: BuiltInStroke] = [
        "arrow": .arrow, "caret": .caret, "check": .check, "circle": .circle, "delete_mark": .x,
        "five_point_star": .star,
        "left_sq_bracket": .leftBracket, "pigtail": .pigtail, "question_mark": .questionMark, "rectangle": .rectangle,
        "right_sq_bracket": .rightBracket, "star": .star, "triangle": .triangle, "v": .v, "x": .x,
    ]

    @Test func `built-in shapes are recognized as people draw them`() throws {
        let strokes = try #require(Self.strokes)
        let shapes = BuiltInStroke.allCases
        let options = options(
            shapes.map { StrokeShape(ByteString("\($0.name)"), $0.templates, rotation: $0.rotation) })
        var right: [String: Share] = [:]
        for stroke in strokes.all where stroke.repetition % 2 == 0 {
            guard let expected = Self.builtIn[stroke.label] else { continue }
            var found: BuiltInStroke?
            if case .stroke(let shape, _)? = recognized(stroke.touches, options).first?.details {
                found = shapes[shape]
            }
            right[stroke.label, default: Share()].count(found == expected)
        }
        #expect(right.count == Self.builtIn.count)
        for (label, share) in right { #expect(share.percent >= 95, "\(label)") }
    }

    @Test func `no line is reported, and at most one in twenty drags`() throws {
        let strokes = try #require(Self.strokes)
        let phone: PhoneGestures = try Recordings.read("phone-gestures.json")
        var drags = Share()
        for person in strokes.people {
            let options = options(try strokes.shapes(of: person, 5))
            for stroke in strokes.all where stroke.label == "line" && stroke.repetition % 3 == 0 {
                #expect(recognized(stroke.touches, options).isEmpty, "\(stroke.subject) \(stroke.repetition)")
            }
            for recording in phone.recordings {
                let count = recognized(recording.touches, options).count
                if recording.label.contains("drag") {
                    drags.count(count > 0)
                } else {
                    #expect(count == 0, "\(recording.file)")
                }
            }
        }
        #expect(drags.percent <= 5)
    }
}

/// Touches of a phone.
private struct PhoneGestures: Decodable {
    struct Recording: Decodable {
        /// The seconds, the number of the contact, the action, and the position in pt.
        struct Event: Decodable {
            var time: Double
            var change: ContactChange

            init(from decoder: any Decoder) throws {
                var values = try decoder.unkeyedContainer()
                time = try values.decode(Double.self)
                let contact = ContactID(try values.decode(UInt64.self))
                let actions: [String: ContactChange.Action] = ["down": .down, "move": .move, "up": .up]
                let action = try #require(actions[try values.decode(String.self)])
                let x = try values.decode(Double.self)
                change = ContactChange(contact, action, at: Vector(x: x, y: try values.decode(Double.self)))
            }
        }

        var file: String
        var label: String
        var events: [Event]

        var touches: [TouchFrame] {
            events.map { event in
                TouchFrame(
                    surface: Surface.screen.id, time: Instant(microseconds: Int64(event.time * 1e6)),
                    changes: [event.change])
            }
        }
    }

    var recordings: [Recording]
}
