import GestureCore
import TestSupport
import Testing
import Text

/// Touches on nested regions, and the explanation of each region of the chain, the innermost first.
struct ExplainedLayout: Sendable, CustomTestStringConvertible {
    var rule: String
    var layout: String
    var script: String
    var expected: [String]

    /// - Parameter expected: for each part of a touch its number, the region and the verdicts.
    init(_ rule: String, _ layout: String, _ script: String, _ expected: String...) {
        self.rule = rule
        self.layout = layout
        self.script = script
        self.expected = expected
    }

    var testDescription: String { rule }

    func run() throws -> [String] {
        let options = GestureOptions(
            gestures: GestureSet(selection: GestureSelection()), regions: try RegionText.regions(layout))
        var engine = ExplainedEngine(options: options)
        var touches: [TouchExplanation] = []
        for step in try TouchScript(script).steps {
            switch step {
            case .plug(let surface): engine.attach(surface)
            case .unplug(let surface, let time): engine.detach(surface, at: time)
            case .frame(let frame): engine.process(frame)
            case .wake(let time): engine.advance(to: time)
            }
            touches += engine.explanations
        }
        engine.advance(to: .distantFuture)
        touches += engine.explanations
        func index(_ touch: TouchExplanation) -> Int { engine.regionIDs.firstIndex { $0 == touch.region } ?? -1 }
        touches.sort { ($0.number, $0.began, -index($0)) < ($1.number, $1.began, -index($1)) }
        return touches.map { touch in
            if let reason = touch.ignored { return "\(touch.number) ignored: \(reason.text)" }
            let verdicts = touch.verdicts.map { verdict in
                switch verdict.outcome {
                case .recognized: "\(verdict.kind)"
                case .ruledOut(let reason): "no \(verdict.kind): \(reason.text)"
                }
            }
            return "\(touch.number) \(options.regions[index(touch)].name): " + verdicts.joined(separator: "; ")
        }
    }
}

@Suite struct HierarchyExplanationTests {
    @Test(arguments: [
        ExplainedLayout(
            "a page takes the finger from a button",
            "page 0,0 2000x1200: drag\n  button 100,100 400x200: press, tap, longPress",
            "0 down a 200,200; 10 move a by 0,24.3; 50 up a",
            "1 button: no tap: page took the finger for its drag at 3.9 mm; "
                + "no longPress: page took the finger for its drag at 3.9 mm",
            "1 page: drag"),
        ExplainedLayout(
            "a long press takes the finger without a distance",
            "page 0,0 2000x1200: drag\n  button 100,100 400x200: longPress",
            "0 down a 200,200; 650 move a by 0,50; 700 up a",
            "1 button: longPress", "1 page: no drag: button took the finger for its long press"),
        ExplainedLayout(
            "a slider takes the finger when it lands",
            "page 0,0 2000x1200: drag, tap x2\n  slider 100,100 400x200: drag at 0",
            "0 down a 200,200; 10 move a by 0,50; 50 up a",
            "1 slider: drag",
            "1 page: no tap: slider took the finger for its drag at 0.0 mm; no drag: slider took the finger for its drag at 0.0 mm"
        ),
        ExplainedLayout(
            "a drag along the other axis was not the row's",
            "page 0,0 2000x1200: drag vertical\n  row 100,100 400x200: drag horizontal",
            "0 down a 200,200; 10 move a by 0,50; 50 up a",
            "1 row: no drag: began vertically, expected horizontally", "1 page: drag"),
        ExplainedLayout(
            "taps have one target", "page 0,0 2000x1200: tap\n  button 100,100 400x200: press, tap",
            "0 down a 200,200; 50 up a",
            "1 button: tap", "1 page: no tap: button, inside this region, asks for a press or tap"),
        ExplainedLayout(
            "a single tap of a region around one with double taps",
            "page 0,0 2000x1200: tap\n  button 100,100 400x200: tap x2", "0 down a 200,200; 50 up a",
            "1 button: no tap: 1 of 2 taps: no other landed within 300 ms", "1 page: tap"),
        ExplainedLayout(
            "a double tap inside a region with single taps",
            "page 0,0 2000x1200: tap\n  button 100,100 400x200: tap x2",
            "0 down a 200,200; 50 up a; 100 down a 200,200; 150 up a",
            "1 button: tap", "1 page: no tap: it was a tap of button",
            "2 button: tap", "2 page: no tap: it was a tap of button"),
        ExplainedLayout(
            "a single tap of a region around one with double taps, and a touch elsewhere",
            "page 0,0 2000x1200: tap\n  button 100,100 400x200: tap x2",
            "0 down a 200,200; 50 up a; 100 down a 450,200; 150 up a",
            "1 button: no tap: 1 of 2 taps: the next touch was not the next tap", "1 page: tap",
            "2 button: no tap: landed 39.7 mm from the previous tap, at most 15.9 mm allowed", "2 page: tap"),
        ExplainedLayout(
            "taps of two buttons that wait for a second one",
            "page 0,0 2000x1200: tap f2\n  left 0,0 400x200: tap f1 x1 x2\n  right 400,0 400x200: tap f1 x1 x2",
            "0 down a 200,100 b 600,100; 50 up a; 60 up b",
            "1 right: tap", "1 left: tap", "1 page: no tap: it was a tap of left"),
        ExplainedLayout(
            "double taps of two buttons, and a tap of the page with two fingers",
            "page 0,0 2000x1200: tap f2\n  left 0,0 400x200: tap f1 x2\n  right 400,0 400x200: tap f1 x2",
            "0 down a 200,100 b 600,100; 50 up a; 60 up b; 200 down a 200,100 b 600,100; 250 up a; 260 up b",
            "1 right: no tap: page took the finger for its tap", "1 left: no tap: page took the finger for its tap",
            "1 page: tap", "2 right: no tap: page took the finger for its tap",
            "2 left: no tap: page took the finger for its tap", "2 page: tap"),
        ExplainedLayout(
            "a tap beside a tap of the page with two fingers",
            "page 0,0 2000x1200: tap f2\n  left 0,0 400x200: press, tap f1 x2",
            "0 down a 200,100; 50 up a; 200 down a 200,100; 250 up a",
            "1 left: tap", "1 page: no tap: 1 finger, requested: 2", "2 left: tap",
            "2 page: no tap: 1 finger, requested: 2"),
        ExplainedLayout(
            "a list that a finger moves", "list 0,0 2000x1200: drag f1\n  row 100,100 400x200: press, tap",
            "0 down a 1000,800; 10 move a by 0,50; 20 down b 200,200; 60 up b; 100 up a",
            "1 list: drag", "1 row: tap"),
        ExplainedLayout(
            "a list that two fingers move", "list 0,0 2000x1200: drag\n  row 100,100 400x200: press, tap",
            "0 down a 1000,800; 10 move a by 0,50; 20 down b 200,200; 60 up b; 100 up a",
            "1 list: drag", "1 row: no tap: fingers that landed before move list"),
        ExplainedLayout(
            "a masked region", "page 0,0 2000x1200 mask gesture: tap\n  button 100,100 400x200: tap",
            "0 down a 200,200; 50 up a",
            "1 button: no tap: the mask of page turns off the gestures of this region", "1 page: tap"),
        ExplainedLayout(
            "a region in which all gestures are off",
            "page 0,0 2000x1200 mask none: tap\n  button 100,100 400x200: tap",
            "0 down a 200,200; 50 up a", "1 ignored: the mask of page turns off the gestures of this region"),
        ExplainedLayout(
            "a disabled button in a card", "card 0,0 2000x1200: tap, drag\n  button 100,100 400x200 disabled: tap",
            "0 down a 200,200; 50 up a",
            "1 button: no tap: the region is disabled",
            "1 card: no tap: button is disabled; no drag: moved 0.0 mm, more than 3.2 mm required"),
    ])
    func `explains each region of the chain`(_ layout: ExplainedLayout) throws {
        let lines = try layout.run()
        #expect(lines == layout.expected)
    }
}
