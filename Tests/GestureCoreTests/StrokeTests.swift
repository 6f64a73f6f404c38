import GestureCore
import TestSupport
import Testing
import Text

/// Strokes: shapes that one finger draws.
@Suite struct StrokeTests {
    private static let v: StrokeShape = shape("v", [(0, 0), (50, 100), (100, 0)])
    private static let caret: StrokeShape = shape("caret", [(0, 100), (50, 0), (100, 100)])

    private static func shape(
        _ name: ByteString, _ points: [(Double, Double)]..., rotation: Double = 25, threshold: Double = 0.75
    ) -> StrokeShape {
        StrokeShape(
            name, points.compactMap { StrokeTemplate($0.map { Vector(x: $0.0, y: $0.1) }) }, rotation: rotation,
            threshold: threshold)
    }

    private static func one(_ shapes: StrokeShape...) -> [Composition] {
        [Composition(.exclusive(shapes.map { StrokeGesture($0).expression }))]
    }

    /// Draws a v, 200 ms from 0.
    private static let drawnV = "0 down a 500,500; glide a by 50,100 for 100; 110 glide a by 50,-100 for 90; 210 up a"
    private static let nearlyDrawnV =
        "0 down a 500,500; glide a by 50,100 for 100; 110 glide a by 55,-95 for 90; 210 up a"
    private static let drawnCaret =
        "0 down a 500,500; glide a by 50,-100 for 100; 110 glide a by 50,100 for 90; 210 up a"

    @Test(arguments: [
        Replay(
            "the shape of a template is recognized", drawnV, "stroke#1 ended shape 0 score 1 of unnamed @210", one(v)),
        Replay(
            "the most similar shape is reported", drawnCaret, "stroke#1 ended shape 1 score 1 of unnamed @210",
            one(v, caret)),
        Replay("a shape that nobody asked for is not reported", drawnCaret, "", one(v)),
        Replay(
            "the size does not matter",
            "0 down a 100,100; glide a by 400,800 for 100; 110 glide a by 400,-800 for 90; 210 up a",
            "stroke#1 ended shape 0 score 1 of unnamed @210", one(v)),
        Replay(
            "the speed does not matter",
            "0 down a 100,100; glide a by 50,100 for 3000; 4000 glide a by 50,-100 for 90; 9000 up a",
            "stroke#1 ended shape 0 score 1 of unnamed @9000", one(v)),
        Replay(
            "the direction matters",
            "0 down a 500,500; glide a by -50,100 for 100; 110 glide a by -50,-100 for 90; 210 up a",
            "", one(v)),
        Replay(
            "one of several templates is enough",
            "0 down a 500,500; glide a by -50,100 for 100; 110 glide a by -50,-100 for 90; 210 up a",
            "stroke#1 ended shape 0 score 1 of unnamed @210",
            one(shape("v", [(0, 0), (50, 100), (100, 0)], [(100, 0), (50, 100), (0, 0)]))),
        Replay(
            "an event has the position of the lift", drawnV,
            "stroke#1 ended shape 0 score 1 at 600,500 of unnamed @210", one(v), showing: .places),
        Replay(
            "a stroke on a touchpad",
            "0 down a 300,100; glide a by 50,100 for 100; 110 glide a by 50,-100 for 90; 210 up a",
            "stroke#1 ended shape 0 score 1 of unnamed @210", one(v), on: .pad),
        Replay(
            "the next stroke is recognized, too",
            drawnV + "; 1000 down a 500,500; glide a by 50,100 for 100; 1110 glide a by 50,-100 for 90; 1210 up a",
            "stroke#1 ended shape 0 score 1 of unnamed @210; stroke#2 ended shape 0 score 1 of unnamed @1210", one(v)),
    ])
    func similarity(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: Limits

    /// Draws straight lines from corner to corner.
    private static func script(_ points: [Vector]) -> String {
        var script = "0 down a \(points[0].x),\(points[0].y)"
        for (index, point) in points.dropFirst().enumerated() {
            script += "; \(index * 100 + 10) glide a by \(thousandths(point.x - points[index].x)),"
            script += "\(thousandths(point.y - points[index].y)) for 90"
        }
        return script + "; 9000 up a"
    }

    private static func thousandths(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

    /// A v in the middle of the screen.
    private static func drawn(width: Double = 100, height: Double = 100, turnedBy degrees: Double = 0) -> String {
        let (sine, cosine) = sineAndCosine(degrees)
        return script(
            [Vector(x: 0, y: 0), Vector(x: width / 2, y: height), Vector(x: width, y: 0)].map { point in
                Vector(x: 500 + point.x * cosine - point.y * sine, y: 500 + point.x * sine + point.y * cosine)
            })
    }

    private static func sineAndCosine(_ degrees: Double) -> (Double, Double) {
        let turn = Rotation(degrees: degrees)
        return (turn.sine, turn.cosine)
    }

    private static func score(_ script: String, _ shape: StrokeShape = v) throws -> Double? {
        let replay = Replay("", script, "", one(shape))
        var engine = GestureEngine(
            options: GestureOptions(
                gestures: GestureSet(selection: GestureSelection(), compositions: replay.compositions)))
        let events = engine.play(try TouchScript(script, on: .screen))
        #expect(events.count <= 1)
        guard case .stroke(_, let score)? = events.first?.details else { return nil }
        return score
    }

    @Test(
        arguments: [
            (0, 1), (24, 1), (25, 1), (26, 0.9998), (-25, 1), (-26, 0.9998), (55, 0.866), (-55, 0.866), (90, nil),
        ] as [(Double, Double?)])
    func `a stroke can be turned, and beyond the tolerance its score falls`(degrees: Double, score: Double?) throws {
        let found = try Self.score(
            Self.drawn(turnedBy: degrees), Self.shape("v", [(0, 0), (50, 100), (100, 0)], threshold: 0.1))
        if let score {
            #expect(try #require(found) - score < 0.001 && score - (try #require(found)) < 0.001)
        } else {
            #expect(found == nil)
        }
    }

    @Test(arguments: [0.0, 90, 180, -135]) func `with a tolerance of 180° a stroke can be turned by any angle`(
        _ degrees: Double
    ) throws {
        let found = try Self.score(
            Self.drawn(turnedBy: degrees),
            Self.shape("v", [(0, 0), (50, 100), (100, 0)], rotation: 180, threshold: 0.99))
        #expect(found != nil)
    }

    @Test(arguments: [(0.0, 0.999, true), (5, 0.995, true), (5, 0.997, false)])
    func `without a tolerance each degree counts`(_ degrees: Double, _ threshold: Double, _ isReported: Bool) throws {
        let found = try Self.score(
            Self.drawn(turnedBy: degrees),
            Self.shape("v", [(0, 0), (50, 100), (100, 0)], rotation: 0, threshold: threshold))
        #expect((found != nil) == isReported)
    }

    @Test(arguments: [(0.865, true), (0.866, true), (0.867, false)])
    func `a stroke is reported from the threshold on`(_ threshold: Double, _ isReported: Bool) throws {
        let found = try Self.score(
            Self.drawn(turnedBy: 55), Self.shape("v", [(0, 0), (50, 100), (100, 0)], threshold: threshold))
        #expect((found != nil) == isReported)
    }

    @Test(arguments: [(31.4, false), (31.5, true), (31.6, true)])
    func `a stroke is at least 5 mm large`(_ size: Double, _ isReported: Bool) throws {
        #expect(try (Self.score(Self.drawn(width: 20, height: size)) != nil) == isReported)
        #expect(try (Self.score(Self.drawn(width: size, height: 20)) != nil) == isReported)
    }

    /// With legs as 101.1 to 60, the ends are 0.86 of the length apart.
    @Test(arguments: [(202.3, false), (202.2, true), (202.1, true)])
    func `the ends of a stroke are at most 0.86 of its length apart`(_ width: Double, _ isReported: Bool) throws {
        let flat = Self.shape("flat", [(0, 0), (80, 60), (160, 0)])
        #expect(try (Self.score(Self.drawn(width: width, height: 60), flat) != nil) == isReported)
    }

    @Test func `a quarter of a circle is a drag, whatever it is compared with`() throws {
        let loose = Self.shape("u", [(0, 0), (20, 80), (50, 100), (80, 80), (100, 0)], rotation: 180, threshold: 0)
        func arc(_ degrees: Double) -> String {
            let points = (0...20).map { index in
                let turn = Rotation(degrees: degrees * Double(index) / 20)
                return Vector(x: 500 + 200 * turn.cosine, y: 500 + 200 * turn.sine)
            }
            return Self.script(points)
        }
        #expect(try Self.score(arc(90), loose) == nil)
        #expect(try Self.score(arc(-90), loose) == nil)
        #expect(try Self.score(arc(-200), loose) != nil)
    }

    @Test(arguments: [(30.0, false), (50, true)])
    func `a movement there and back is a drag, unless it opens clearly`(_ width: Double, _ isReported: Bool) throws {
        #expect(try (Self.score(Self.drawn(width: width, height: 100)) != nil) == isReported)
    }

    // MARK: Other fingers, other gestures

    @Test(arguments: [
        Replay(
            "two fingers draw nothing",
            "0 down a 500,500 b 900,500; glide a by 50,100 b by 50,100 for 100; 110 glide a by 50,-100 b by 50,-100 for 90; 210 up all",
            ""),
        Replay(
            "a second finger ends the stroke",
            "0 down a 500,500; glide a by 50,100 for 100; 110 glide a by 50,-100 for 90; 205 down b 900,500; 210 up all",
            ""),
        Replay(
            "a finger that lands when another was lifted draws nothing",
            "0 down b 900,500; 5 down a 500,500; 6 up b; glide a by 50,100 for 100; 110 glide a by 50,-100 for 90; 210 up a",
            ""),
        Replay(
            "a palm does not disturb a stroke",
            "0 down a 500,500; 30 down b 900,500; 40 cancel b; 50 glide a by 50,100 for 100; 160 glide a by 50,-100 for 90; 260 up a",
            "stroke#1 ended shape 0 score 1 of unnamed @260"),
        Replay(
            "a palm that was there before makes the stroke incomplete",
            "0 down b 900,500; 10 down a 500,500; 40 cancel b; 50 glide a by 50,100 for 100; 160 glide a by 50,-100 for 90; 260 up a",
            ""),
        Replay("a lost finger draws nothing", drawnV.replacingUp("cancel a"), ""),
        Replay("an unplugged device draws nothing", drawnV.replacingUp("unplug"), ""),
        Replay("a tap is no stroke", "0 down a 500,500; 20 move a by 10,10; 40 move a by 10,-10; 60 up a", ""),
        Replay("a long press is no stroke", "0 down a 500,500; 20 move a by 3,3; 1000 up a", ""),
        Replay("a swipe is no stroke", "0 down a 500,500; glide a by 200,10 for 100; 110 up a", ""),
    ])
    func interruption(_ replay: Replay) throws {
        var replay = replay
        replay.compositions = Self.one(Self.v)
        let events = try replay.run(asking: "")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "a stroke overrules a drag after it",
            drawnV,
            "drag, drag cancelled, stroke 0", [StrokeGesture(v).exclusively(before: DragGesture()).named("one")]),
        Replay(
            "a drag before it wins", drawnV, "drag", [DragGesture().exclusively(before: StrokeGesture(v)).named("one")]),
        Replay(
            "a drag that is no stroke ends as a drag", drawnCaret, "drag",
            [StrokeGesture(v).exclusively(before: DragGesture()).named("one")]),
        Replay(
            "a swipe before it wins", drawnV, "swipe",
            [SwipeGesture().exclusively(before: StrokeGesture(v)).named("one")]),
        Replay(
            "a stroke wins over a swipe after it", drawnV, "stroke 0",
            [StrokeGesture(v).exclusively(before: SwipeGesture()).named("one")]),
        Replay(
            "after a tap",
            "0 down a 500,500; 50 up a; 400 down a 500,500; glide a by 50,100 for 100; 510 glide a by 50,-100 for 90; 610 up a",
            "tap, stroke 0", [TapGesture().sequenced(before: StrokeGesture(v)).named("both")]),
        Replay(
            "after a long press, with its finger",
            "0 down a 500,500; 700 glide a by 50,100 for 100; 810 glide a by 50,-100 for 90; 910 up a",
            "longPress, stroke 0", [LongPressGesture().sequenced(before: StrokeGesture(v)).named("both")]),
        Replay(
            "one stroke after the other", drawnV + "; " + drawnCaret.later(by: 1000), "stroke 0, stroke 1",
            [StrokeGesture(v).sequenced(before: StrokeGesture(caret)).named("both")]),
        Replay(
            "a stroke whose turn it is not", drawnCaret, "",
            [StrokeGesture(v).sequenced(before: StrokeGesture(caret)).named("both")]),
        Replay(
            "the same stroke twice", drawnV + "; " + drawnV.later(by: 1000), "stroke 0, stroke 0",
            [StrokeGesture(v).sequenced(before: StrokeGesture(v)).named("both")]),
        Replay(
            "a stroke that is nearer to another one does not count, even if it would reach the threshold", drawnCaret,
            "",
            [
                StrokeGesture(shape("any", [(0, 0), (50, 100), (100, 0)], rotation: 180)).sequenced(
                    before: StrokeGesture(caret)
                ).named("both")
            ]),
        Replay("a stroke in its area", drawnV, "stroke 0", [StrokeGesture(v, in: area).named("there")]),
        Replay(
            "a stroke that starts outside of its area", drawnV, "", [StrokeGesture(v, in: otherArea).named("elsewhere")]
        ),
        Replay(
            "the same shape in another area", drawnV, "stroke 0",
            [StrokeGesture(v, in: otherArea).exclusively(before: StrokeGesture(v, in: area)).named("one")]),
        Replay(
            "the same drawing by another name in another area", drawnV, "stroke 0",
            [
                StrokeGesture(v, in: otherArea).exclusively(
                    before: StrokeGesture(shape("light", [(0, 0), (50, 100), (100, 0)]), in: area)
                ).named("one")
            ]),
        Replay(
            "the same drawing with a lower threshold", nearlyDrawnV, "stroke 0",
            [
                StrokeGesture(shape("exact", [(0, 0), (50, 100), (100, 0)], threshold: 0.9999)).exclusively(
                    before: StrokeGesture(v)
                ).named("one")
            ]),
        Replay(
            "not similar enough for the only stroke", nearlyDrawnV, "",
            [StrokeGesture(shape("exact", [(0, 0), (50, 100), (100, 0)], threshold: 0.9999)).named("one")]),
    ])
    func composition(_ replay: Replay) throws {
        var engine = GestureEngine(
            options: GestureOptions(
                gestures: GestureSet(selection: GestureSelection(), compositions: replay.compositions)))
        let events = engine.play(try TouchScript(replay.script, on: .screen))
        var checker = BalanceChecker(engine.options)
        checker.checkAll(events)
        #expect(checker.complaint == nil)
        let recognized = events.filter { $0.phase == $0.kind.recognitionPhase || $0.phase == .cancelled }
        let words = recognized.map { event in
            if case .stroke(let shape, _) = event.details { return "stroke \(shape)" }
            return "\(event.kind)\(event.phase == .cancelled ? " cancelled" : "")"
        }
        #expect(words.joined(separator: ", ") == replay.expected.joined())
    }

    private static let area = Rectangle(x: 0.2, y: 0.4, width: 0.1, height: 0.1)
    private static let otherArea = Rectangle(x: 0.5, y: 0.4, width: 0.1, height: 0.1)

    // MARK: Long paths

    @Test(arguments: [100, 1000, 3000])
    func `the number of frames does not change the score`(_ milliseconds: Int) throws {
        let script = """
            0 down a 100,100; 1 glide a by 800,1000 for \(milliseconds); \(milliseconds + 2) glide a by 800,-1000 for \(milliseconds)
            9000 up a
            """
        let wide = Self.shape("v", [(0, 0), (80, 100), (160, 0)])
        #expect(try #require(try Self.score(script, wide)) > 0.999)
    }

    @Test func `a finger that rests before it draws`() throws {
        let tremor = (1...400).map { "\($0)0 move a by \($0 % 2 == 0 ? "1,1" : "-1,-1")" }.joined(separator: "; ")
        let script =
            "0 down a 500,500; \(tremor); 5000 glide a by 50,100 for 100; 5110 glide a by 50,-100 for 90; 5210 up a"
        #expect(try #require(try Self.score(script)) > 0.99)
    }
}

/// Sine and cosine, as far as tests need them.
private struct Rotation {
    var sine: Double
    var cosine: Double

    init(degrees: Double) {
        let angle = degrees / 57.29577951308232 / 1024
        (sine, cosine) = (angle - angle * angle * angle / 6, 1 - angle * angle / 2)
        for _ in 0..<10 { (sine, cosine) = (2 * sine * cosine, cosine * cosine - sine * sine) }
    }
}

extension String {
    /// Ends a script in another way than with a lift.
    fileprivate func replacingUp(_ end: String) -> String { dropLast("up a".count) + end }

    /// The statements at a later time. Those without a time follow the one before them.
    fileprivate func later(by milliseconds: Int) -> String {
        split(separator: ";").map { statement in
            let words = statement.split(separator: " ")
            guard let time = Int(words[0]) else { return words.joined(separator: " ") }
            return "\(time + milliseconds) " + words.dropFirst().joined(separator: " ")
        }.joined(separator: "; ")
    }
}
