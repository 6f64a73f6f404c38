import GestureCore
import GestureProtocol
import Testing
import Text

@testable import TouchSketches

/// What is sketched is recognized, and nothing else.
@Suite struct TouchSketchTests {
    private static let laptop = Vector(x: 345 / Points.millimetresPerPoint, y: 194 / Points.millimetresPerPoint)

    /// The ended events of gestures in touches, as `swipe 3 left`; of a stroke, the index of its shape.
    private static func recognized(_ gestures: String, in touches: String, on size: Vector = laptop) throws -> [String]
    {
        var writer = JSONWriter()
        writer.raw("{\"gestures\":")
        writer.gestures(try GestureReader.list(gestures.utf8))
        writer.raw("}")
        let document = try #require(JSONDocument(writer.bytes))
        let request = try CompiledSubscription(parameters: document.root, thresholds: Thresholds())
        var engine = GestureEngine(options: request.options)
        engine.attach(Surface(id: SurfaceID(1), kind: .touchscreen, size: size))
        var found: [String] = []
        func collect() {
            for event in engine.events where event.phase == .ended || event.phase == .cancelled {
                var text = "\(event.kind.name) \(event.fingers)"
                switch event.details {
                case .tap(let count, _, _): text += " x\(count)"
                case .swipe(let direction, _, _): text += " \(direction.notation)"
                case .edgeSwipe(let location, let direction, _, _): text += " \(location) \(direction.notation)"
                case .pinch(let scale, _): text += scale < 1 ? " in" : " out"
                case .rotation(let degrees, _): text += degrees > 0 ? " clockwise" : " counterclockwise"
                case .drag(_, let translation, _):
                    text += " \(Direction(of: translation, among: .eight).notation)"
                case .stroke(let shape, _): text += " \(shape)"
                default: break
                }
                if event.phase == .cancelled { text += " cancelled" }
                found.append(text)
            }
        }
        for frame in try TouchSketch(TouchScore(touches.utf8), on: size).frames {
            engine.process(frame)
            collect()
        }
        engine.advance(to: .distantFuture)
        collect()
        return found
    }

    private static func error(_ touches: String, on size: Vector = laptop) -> String? {
        do throws(NotationError) {
            _ = try TouchSketch(TouchScore(touches.utf8), on: size)
            return nil
        } catch {
            return error.message
        }
    }

    private static let areas = [
        "", " in top-left", " in top", " in top-right", " in left", " in center", " in right", " in bottom-left",
        " in bottom", " in bottom-right", " in 25-75% 0-50%",
    ]

    @Test(arguments: 1...10) func `taps of every count and number of fingers, in every area`(fingers: Int) throws {
        for count in 1...10 {
            for area in Self.areas {
                let text = "tap \(count) \(fingers) fingers\(area)"
                #expect(try Self.recognized(text, in: text) == ["tap \(fingers) x\(count)"], "\(text)")
            }
        }
    }

    @Test(arguments: 1...10) func `holds, in every area`(fingers: Int) throws {
        for area in Self.areas {
            for time in ["", "50ms ", "2s "] {
                let text = "hold \(time)\(fingers)\(area)"
                #expect(try Self.recognized(text, in: text) == ["longPress \(fingers)"], "\(text)")
            }
        }
    }

    @Test(arguments: Direction.allCases) func `swipes and drags in every direction, in every area`(
        direction: Direction
    ) throws {
        for fingers in 1...10 {
            for area in Self.areas {
                let swipe = "swipe \(direction.notation) \(fingers)\(area)"
                #expect(
                    try Self.recognized(swipe, in: swipe) == ["swipe \(fingers) \(direction.notation)"], "\(swipe)")
                let drag = "drag \(direction.notation) \(fingers)\(area)"
                #expect(try Self.recognized(drag, in: drag) == ["drag \(fingers) \(direction.notation)"], "\(drag)")
            }
        }
    }

    @Test(arguments: 1...10) func `edge swipes from every edge, and drags from it`(fingers: Int) throws {
        for (edge, inwards) in [("left", "right"), ("right", "left"), ("top", "down"), ("bottom", "up")] {
            for direction in Direction.allCases {
                let text = "edge \(edge) \(direction.notation) \(fingers)"
                guard Self.error(text) == nil else {
                    // Only the way out of the touchscreen does not fit.
                    let outwards = direction.notation.description.contains(
                        ["left": "left", "right": "right", "top": "up", "bottom": "down"][edge] ?? "")
                    #expect(outwards, "\(text)")
                    continue
                }
                let found = try Self.recognized(text, in: text)
                #expect(
                    found == [
                        "edgeSwipe \(fingers) edge(GestureCore.EdgeLocation.Edge.\(edge), GestureCore.EdgeLocation.Third.middle) \(direction.notation)"
                    ], "\(text)")
            }
            let edgeSwipe = "edge \(edge) \(fingers)"
            #expect(try Self.recognized(edgeSwipe, in: edgeSwipe).count == 1)
            let drag = "drag from \(edge) \(fingers)"
            #expect(try Self.recognized(drag, in: drag) == ["drag \(fingers) \(inwards)"], "\(drag)")
        }
    }

    @Test(arguments: 2...10) func `pinches and rotations, in every area`(fingers: Int) throws {
        for area in Self.areas {
            for way in ["in", "out"] {
                let text = "pinch \(way) \(fingers)\(area)"
                #expect(try Self.recognized(text, in: text) == ["pinch \(fingers) \(way)"], "\(text)")
            }
            for way in ["clockwise", "counterclockwise"] {
                let text = "rotate \(way) \(fingers)\(area)"
                #expect(try Self.recognized(text, in: text) == ["rotation \(fingers) \(way)"], "\(text)")
            }
        }
    }

    @Test(arguments: BuiltInStroke.allCases) func `strokes, in every area, among all strokes`(stroke: BuiltInStroke)
        throws
    {
        for area in Self.areas {
            let text = "stroke \(stroke.name)\(area)"
            #expect(try Self.recognized(text, in: text) == ["stroke 1 0"], "\(text)")
        }
        let all = BuiltInStroke.allCases.map { "stroke \($0.name)" }.joined(separator: ", ")
        let index = try #require(BuiltInStroke.allCases.firstIndex(of: stroke))
        #expect(try Self.recognized(all, in: "stroke \(stroke.name)") == ["stroke 1 \(index)"])
    }

    @Test(arguments: [
        ("tap", ["tap 1 x1"]), ("press", ["press 1"]), ("touch", ["touch 1"]), ("hold", ["longPress 1"]),
        ("swipe", ["swipe 1 right"]), ("drag", ["drag 1 right"]), ("pinch", ["pinch 2 in"]),
        ("rotate", ["rotation 2 clockwise"]), ("tap:2/3", ["tap 3 x2"]), ("swipe/3", ["swipe 3 right"]),
        ("swipe 3+", ["swipe 3 right"]), ("pinch 3-4", ["pinch 3 in"]), ("tap under 50ms", ["tap 1 x1"]),
        ("tap under 20ms", ["tap 1 x1"]), ("tap over 1s", ["tap 1 x1"]), ("tap 2 over 100ms under 110ms", ["tap 1 x2"]),
        ("swipe left over 2s", ["swipe 1 left"]), ("swipe left under 100ms", ["swipe 1 left"]),
        ("swipe left 100mm 3", ["swipe 3 left"]), ("edge left 60mm under 1s", ["edgeSwipe 1"]),
        ("drag vertical", ["drag 1 down"]), ("drag horizontal 3", ["drag 3 right"]),
        ("drag vertical from left", ["drag 1 down"]), ("drag horizontal from left", ["drag 1 right"]),
        ("drag up 50mm", ["drag 1 up"]), ("tap while 1", ["tap 1 x1"]), ("tap 2 while 2", ["tap 1 x2"]),
        ("drag left 2 while 1", ["drag 2 left"]), ("tap with none", ["tap 1 x1"]),
        ("swipe up-left 2 over 300ms in bottom-right", ["swipe 2 up-left"]),
        ("tap in top-left 1%", ["tap 1 x1"]), ("tap 10 fingers in bottom-right 15%", ["tap 10 x1"]),
    ])
    func `other words`(text: String, expected: [String]) throws {
        let found = try Self.recognized(text, in: text)
        #expect(found.count == expected.count && zip(found, expected).allSatisfy { $0.hasPrefix($1) }, "\(found)")
    }

    @Test(arguments: [
        ("tap, tap", "tap, tap 2", ["tap 1 x1", "tap 1 x1"]),
        (
            "tap x4, hold 2s", "tap, hold",
            [
                "tap 1 x1", "tap 1 x1", "tap 1 x1", "tap 1 x1", "longPress 1",
            ]
        ), ("tap, wait 100ms, tap", "tap, tap 2", ["tap 1 x2"]), ("wait 1s, tap", "tap", ["tap 1 x1"]),
        ("tap 5% 5% x4", "tap in top-left 10%", ["tap 1 x1", "tap 1 x1", "tap 1 x1", "tap 1 x1"]),
        ("tap 95% 95%", "tap in top-left 10%", []), ("tap 0.5% 0.5%", "tap in top-left 1%", ["tap 1 x1"]),
        (
            "swipe left 3, pinch out, rotate clockwise, stroke check", "swipe 3, pinch, rotate, stroke check",
            [
                "swipe 3 left", "pinch 2 out", "rotation 2 clockwise", "stroke 1 0",
            ]
        ),
    ])
    func `several gestures, pauses, repetitions and places`(touches: String, gestures: String, expected: [String])
        throws
    {
        let found = try Self.recognized(gestures, in: touches)
        #expect(found == expected)
    }

    @Test(arguments: [
        ("tap then tap", ["tap 1 x1", "tap 1 x1"]), ("tap 2 then hold 1s within 5s", ["tap 1 x2", "longPress 1"]),
        ("hold then drag left", ["longPress 1", "drag 1 left"]),
        ("hold 1s 2 then pinch in", ["longPress 2", "pinch 2 in"]),
        ("hold then rotate clockwise 3 in center", ["longPress 3", "rotation 3 clockwise"]),
        ("hold in bottom then drag up", ["longPress 1", "drag 1 up"]),
        ("hold then swipe up", ["longPress 1", "swipe 1 up"]),
        (
            "hold 2s then edge left",
            [
                "longPress 1",
                "edgeSwipe 1 edge(GestureCore.EdgeLocation.Edge.left, GestureCore.EdgeLocation.Third.middle) right",
            ]
        ),
        ("hold then stroke circle", ["longPress 1", "stroke 1 0"]), ("hold then tap", ["longPress 1", "tap 1 x1"]),
        ("swipe left then swipe right then tap", ["swipe 1 left", "swipe 1 right", "tap 1 x1"]),
        ("tap in top-left then tap in bottom-right within 2s", ["tap 1 x1", "tap 1 x1"]),
    ])
    func `sequences`(text: String, expected: [String]) throws {
        let found = try Self.recognized(text, in: text)
        #expect(found.sorted() == expected.sorted())
    }

    @Test(arguments: [(50.0, 30.0), (100, 60), (194, 345), (1900, 1070), (3000, 3000)])
    func `touchscreens of other sizes`(
        width: Double, height: Double
    ) throws {
        let size = Vector(x: width / Points.millimetresPerPoint, y: height / Points.millimetresPerPoint)
        for (text, expected) in [
            ("tap 10 fingers", "tap 10 x1"), ("swipe left 5", "swipe 5 left"), ("pinch out 3", "pinch 3 out"),
            ("rotate counterclockwise", "rotation 2 counterclockwise"), ("drag from left 2", "drag 2 right"),
            ("stroke star", "stroke 1 0"), ("tap in top-left 10%", "tap 1 x1"), ("drag down while 1", "drag 1 down"),
        ] { #expect(try Self.recognized(text, in: text, on: size) == [expected], "\(text)") }
    }

    @Test(arguments: [
        ("", "column 1: at the end: expected a gesture, e.g. double tap, swipe left or hold 2s"),
        ("tap,", "column 5: at the end: expected a gesture, e.g. double tap, swipe left or hold 2s"),
        (
            "tap, swip left",
            "column 6: 'swip': expected a gesture, e.g. double tap, swipe left or hold 2s (did you mean 'swipe'?)"
        ),
        ("tap 5% 120%", "column 1: '5%': expected a place, 0% to 100% of the width and of the height, e.g. 5% 5%"),
        ("tap 5%", "column 1: '5%': expected a place, 0% to 100% of the width and of the height, e.g. 5% 5%"),
        ("tap x0", "column 1: 'x0': expected a repetition, x1 to x1000"),
        ("tap x1001", "column 1: 'x1001': expected a repetition, x1 to x1000"),
        ("tap x600, tap x600", "column 11: expected at most 1000 gestures"),
        ("wait, tap", "column 5: ',': expected a time after 'wait', e.g. 2s or 600ms"),
        ("tap 11", "column 5: '11': expected 1 to 10 taps"),
        ("idle 20s", "column 1: 'idle' is no touch: expected a pause such as 'wait 120s'"),
        ("tap with ctrl", "column 1: a touchscreen has no keys: expected no modifiers after 'with'"),
        ("tap 9 fingers while 2", "column 1: expected at most 10 fingers, those that rest included"),
        ("tap, swipe left 400mm", "column 6: the gesture does not fit there: expected a larger touchscreen (--size)"),
        (
            "swipe left 2% 50%",
            "column 1: the gesture does not fit there: expected another place, or a larger touchscreen (--size)"
        ),
        (
            "hold 2 then drag 3",
            "column 13: the fingers of the hold make the gesture after 'then': expected the same number of fingers"
        ),
        ("tap then tap within 500ms", "column 10: these gestures take 820 ms: expected a longer time after 'within'"),
        ("tap within 1s", "column 1: 'within': expected two gestures or more, with 'then' between"),
        ("tap under 10ms", "column 1: no finger is that fast: expected 20ms or more after 'under'"),
        ("hold 1440min, hold 1440min", "column 6: '1440min': expected at most 60s"),
        ("swipe left 10 over 10s x1000", "column 1: expected fewer or shorter gestures in total"),
    ])
    func `errors name the gesture and what was expected`(text: String, message: String) {
        #expect(Self.error(text) == message)
    }

    @Test func `a wrong word is an error with a hint`() {
        #expect(Self.error("swipe lefft")?.contains("(did you mean 'left'?)") ?? false)
    }
}
