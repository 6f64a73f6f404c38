import GestureCore
import TestSupport
import Testing

/// A script, and what its touches are explained with.
struct ExplainedReplay: Sendable, CustomStringConvertible {
    var rule: String
    var script: String
    var expected: [String]
    var asking: String
    var compositions: [Composition] = []
    var regions: [TrackedRegion] = []
    var surface: Surface
    var thresholds = Thresholds()
    var holdDuration: Interval?
    var ignoreRepeat: Interval?

    /// - Parameter expected: for each touch the verdicts in order, separated by semicolons.
    init(
        _ rule: String, _ script: String, _ expected: String..., asking: String = "",
        of compositions: [Composition] = [],
        regions: [TrackedRegion] = [], on surface: Surface = .screen, hold: Int64? = nil, ignoringRepeats: Int64? = nil
    ) {
        self.rule = rule
        self.script = script
        self.expected = expected
        self.asking = asking
        self.compositions = compositions
        self.regions = regions
        self.surface = surface
        holdDuration = hold.map { .milliseconds($0) }
        ignoreRepeat = ignoringRepeats.map { .milliseconds($0) }
    }

    var description: String { rule }

    func run() throws -> [String] {
        let selection = try GestureSelection(asking: asking)
        var options = GestureOptions(
            gestures: GestureSet(selection: selection, compositions: compositions), thresholds: thresholds,
            regions: regions)
        options.holdDuration = holdDuration
        options.ignoreRepeat = ignoreRepeat
        var engine = ExplainedEngine(options: options)
        var touches: [TouchExplanation] = []
        func take() { touches += engine.explanations }
        for step in try TouchScript(script, on: surface).steps {
            switch step {
            case .plug(let surface): engine.attach(surface)
            case .unplug(let surface, let time): engine.detach(surface, at: time)
            case .frame(let frame): engine.process(frame)
            case .wake(let time): engine.advance(to: time)
            }
            take()
        }
        engine.advance(to: .distantFuture)
        take()
        touches.sort { $0.number < $1.number }
        return touches.map { touch in
            if let reason = touch.ignored { return "ignored: \(reason.text)" }
            return touch.verdicts.map { Self.text($0) }.joined(separator: "; ")
        }
    }

    private static func text(_ verdict: Verdict) -> String {
        let kind = "\(verdict.kind)" + (verdict.part == nil ? verdict.taps.map { " x\($0)" } ?? "" : "")
        let time = " @\(verdict.instant.microseconds / 1000)"
        switch verdict.outcome {
        case .recognized: return kind + time
        case .ruledOut(let reason): return "no \(kind): \(reason.text)" + time
        }
    }
}

/// The reasons why touches are no gestures, at the thresholds and beside them.
@Suite struct ExplanationTests {
    @Test(arguments: [
        ExplainedReplay(
            "a finger at the slop can be a tap", "0 down a 100,100; 10 move a by 20,0; 50 up a", "tap @50",
            asking: "tap"),
        ExplainedReplay(
            "a finger just beyond the slop is no tap", "0 down a 100,100; 10 move a by 20.001,0; 50 up a",
            "no tap: moved 3.1752 mm, at most 3.1750 mm allowed @10", asking: "tap"),
        ExplainedReplay(
            "the time is that of the frame in which the finger left the slop",
            "0 down a 100,100; 10 move a by 15,0; 20 move a by 15,0; 30 move a by 15,0; 50 up a",
            "no tap: moved 4.8 mm, at most 3.2 mm allowed @20", asking: "tap"),
        ExplainedReplay(
            "fingers of a tap land 300 ms apart", "0 down a 100,100; 300 down b 200,100; 350 up a b", "tap @350",
            asking: "tap"),
        ExplainedReplay(
            "fingers that land 301 ms apart make no tap", "0 down a 100,100; 301 down b 200,100; 350 up a b",
            "no tap: the fingers landed 301 ms apart, at most 300 ms allowed @350", asking: "tap"),
        ExplainedReplay(
            "fingers of a tap are lifted 300 ms apart", "0 down a 100,100 b 200,100; 50 up a; 350 up b", "tap @350",
            asking: "tap"),
        ExplainedReplay(
            "fingers that are lifted 301 ms apart make no tap", "0 down a 100,100 b 200,100; 50 up a; 351 up b",
            "no tap: the fingers were lifted 301 ms apart, at most 300 ms allowed @351", asking: "tap"),
        ExplainedReplay(
            "a finger that lands after another was lifted ends the tap",
            "0 down a 100,100 b 200,100; 50 up a; 60 down a 100,100; 90 up all",
            "no tap: a finger landed after another was lifted @60", asking: "tap"),
        ExplainedReplay(
            "the number of fingers is not requested", "0 down a 100,100 b 200,100; 50 up all",
            "no tap: 2 fingers, requested: 1 or 3 @50", asking: "tap f1, tap f3"),
        ExplainedReplay(
            "a long press is no tap", "0 down a 100,100; 700 up a",
            "no tap: rested for 600 ms, which makes a long press @600; longPress @600", asking: "tap, longPress"),
        ExplainedReplay(
            "a lost finger makes no tap", "0 down a 100,100; 50 cancel a",
            "no tap: the contact was cancelled, not lifted @50",
            asking: "tap"),
        ExplainedReplay(
            "a removed device ends the touch", "0 down a 100,100; 50 unplug",
            "no tap: the contact was cancelled, not lifted @50",
            asking: "tap"),
        ExplainedReplay(
            "a touch that lands in the frame in which another ends is a touch of its own",
            "0 down a 100,100; 50 up a; down b 400,400; 60 move b by 0,30; 90 up b", "tap @50",
            "no tap: moved 4.8 mm, at most 3.2 mm allowed @60", asking: "tap"),
    ])
    func `explains taps`(_ replay: ExplainedReplay) throws { #expect(try replay.run() == replay.expected) }

    @Test(arguments: [
        ExplainedReplay(
            "a second tap within the gap", "0 down a 100,100; 50 up a; 350 down a 100,100; 400 up a", "tap @400",
            "tap @400",
            asking: "tap x1 x2"),
        ExplainedReplay(
            "a second tap after the gap", "0 down a 100,100; 50 up a; 351 down a 100,100; 400 up a", "tap @350",
            "tap @700; no tap x2: landed 301 ms after the previous tap, at most 300 ms allowed @351",
            asking: "tap x1 x2"),
        ExplainedReplay(
            "a pause of a second is not explained", "0 down a 100,100; 50 up a; 1051 down a 100,100; 1100 up a",
            "tap @350",
            "tap @1400", asking: "tap x1 x2"),
        ExplainedReplay(
            "a second tap at the largest distance", "0 down a 100,100; 50 up a; 100 down a 200,100; 150 up a",
            "tap @150",
            "tap @150", asking: "tap x1 x2"),
        ExplainedReplay(
            "a second tap too far away", "0 down a 100,100; 50 up a; 100 down a 200.001,100; 150 up a", "tap @100",
            "tap @450; no tap x2: landed 15.8752 mm from the previous tap, at most 15.8750 mm allowed @100",
            asking: "tap x1 x2"),
        ExplainedReplay(
            "a second tap with more fingers", "0 down a 100,100; 50 up a; 100 down a 100,100 b 150,100; 150 up all",
            "tap @100", "tap @450; no tap x2: the previous tap had another number of fingers: 1 @100",
            asking: "tap x1 x2"),
        ExplainedReplay(
            "a single tap is not requested", "0 down a 100,100; 50 up a",
            "no tap: 1 of 2 taps: no other landed within 300 ms @350", asking: "tap x2"),
        ExplainedReplay(
            "the second tap is a drag", "0 down a 100,100; 50 up a; 100 down a 100,100; 110 move a by 30,0; 150 up a",
            "no tap: 1 of 2 taps: the next touch was not the next tap @110",
            "no tap: moved 4.8 mm, at most 3.2 mm allowed @110", asking: "tap x2"),
        ExplainedReplay(
            "both taps of a missed double tap", "0 down a 100,100; 50 up a; 362 down a 100,100; 400 up a",
            "no tap: 1 of 2 taps: no other landed within 300 ms @350",
            "no tap: landed 312 ms after the previous tap, at most 300 ms allowed @700", asking: "tap x2"),
        ExplainedReplay(
            "three taps", "0 down a 100,100; 50 up a; 100 down a 100,100; 150 up a; 200 down a 100,100; 250 up a",
            "tap @550", "tap @550", "no tap: 1 of 2 taps: no other landed within 300 ms @550", asking: "tap x2 x4"),
    ])
    func `explains several taps`(_ replay: ExplainedReplay) throws { #expect(try replay.run() == replay.expected) }

    @Test(arguments: [
        ExplainedReplay(
            "lifted at the time of a long press", "0 down a 100,100; 600 up a",
            "no longPress: lifted after 600 ms, not later @600", asking: "longPress"),
        ExplainedReplay("lifted after that", "0 down a 100,100; 601 up a", "longPress @600", asking: "longPress"),
        ExplainedReplay(
            "the wait starts again with a late finger", "0 down a 100,100; 101 down b 200,100; 650 up all",
            "no longPress: lifted after 549 ms of 600 ms @650", asking: "longPress"),
        ExplainedReplay(
            "the wait includes fingers that land together", "0 down a 100,100; 100 down b 200,100; 590 up all",
            "no longPress: lifted after 590 ms of 600 ms @590", asking: "longPress"),
        ExplainedReplay(
            "a long press that moves", "0 down a 100,100; 300 move a by 0,20.5; 700 up a",
            "no longPress: moved 3.3 mm, at most 3.2 mm allowed @300", asking: "longPress"),
        ExplainedReplay(
            "too many fingers", "0 down a 100,100 b 200,100; 700 up all",
            "no longPress: 2 fingers, requested: 1 @700", asking: "longPress f1"),
    ])
    func `explains long presses`(_ replay: ExplainedReplay) throws { #expect(try replay.run() == replay.expected) }

    @Test(arguments: [
        ExplainedReplay(
            "a drag at the slop", "0 down a 100,100; 10 move a by 20,0; 50 up a",
            "no drag: moved 3.2 mm, more than 3.2 mm required @50", asking: "drag"),
        ExplainedReplay(
            "a drag beyond the slop", "0 down a 100,100; 10 move a by 20.001,0; 50 up a", "drag @10", asking: "drag"),
        ExplainedReplay(
            "the farthest distance counts", "0 down a 100,100; 10 move a by 12,0; 20 move a by -12,0; 50 up a",
            "no drag: moved 1.9 mm, more than 3.2 mm required @50", asking: "drag"),
        ExplainedReplay(
            "a drag with too many fingers", "0 down a 100,100 b 200,100; 10 move a by 30,0 b by 30,0; 50 up all",
            "no drag: 2 fingers, requested: 1 @50", asking: "drag f1"),
        ExplainedReplay(
            "a second finger lands in the frame of the drag",
            "0 down a 100,100; 10 move a by 30,0; down b 200,100; 50 up all",
            "no drag: a finger came or went in the frame that would have begun it @50", asking: "drag f1"),
        ExplainedReplay(
            "fingers on a touchpad that spread", "0 down a 100,100 b 200,100; 10 move a by -20,0 b by 20,0; 50 up all",
            "no drag: the fingers moved apart, not the same way @50; pinch @10", asking: "drag, pinch", on: .pad),
        ExplainedReplay(
            "a finger on a touchpad that moves away from a resting thumb",
            "0 down a 100,100 b 100,200; 10 move a by 0,-18; 20 move a by 0,-20; 50 up all",
            "no drag: the fingers moved apart, not the same way @50; pinch @20", asking: "drag, pinch", on: .pad),
        ExplainedReplay(
            "fingers on a touchpad that do not move on", "0 down a 100,100 b 100,200; 10 move a by 0,-18; 50 up all",
            "no drag: the fingers moved too little to tell a pinch from a scroll @50; "
                + "no pinch: the fingers moved too little to tell a pinch from a scroll @50",
            asking: "drag, pinch", on: .pad),
        ExplainedReplay(
            "fingers on a touchpad that scroll", "0 down a 100,100 b 200,100; 10 move a by 0,20 b by 0,20; 50 up all",
            "drag @10; no pinch: the fingers moved the same way, not apart @50", asking: "drag, pinch", on: .pad),
    ])
    func `explains drags`(_ replay: ExplainedReplay) throws { #expect(try replay.run() == replay.expected) }

    @Test(arguments: [
        ExplainedReplay(
            "just short", "0 down a 500,500; 50 move a by 49.999,0; 80 up a", "no swipe: 7.937 mm of 7.938 mm @80",
            asking: "swipe"),
        ExplainedReplay("long enough", "0 down a 500,500; 50 move a by 50,0; 80 up a", "swipe @80", asking: "swipe"),
        ExplainedReplay(
            "far too short", "0 down a 500,500; 50 move a by 20,0; 80 up a",
            "no swipe: moved 3.2 mm, more than 3.2 mm required @80", asking: "swipe"),
        ExplainedReplay(
            "as far back as allowed", "0 down a 500,500; 10 move a by 120,0; 20 move a by -60,0; 30 up a", "swipe @30",
            asking: "swipe"),
        ExplainedReplay(
            "too far back", "0 down a 500,500; 10 move a by 121,0; 20 move a by -61,0; 30 up a",
            "no swipe: went back: a path of 28.9 mm, at most 28.6 mm allowed (3 times the distance) @30",
            asking: "swipe"),
        ExplainedReplay(
            "fingers lifted 200 ms apart",
            "0 down a 500,500 b 600,500; 10 move a by 100,0 b by 100,0; 50 up a; 250 up b", "swipe @250",
            asking: "swipe"),
        ExplainedReplay(
            "fingers lifted 201 ms apart",
            "0 down a 500,500 b 600,500; 10 move a by 100,0 b by 100,0; 50 up a; 251 up b",
            "no swipe: the fingers were lifted 201 ms apart, at most 200 ms allowed @251", asking: "swipe"),
        ExplainedReplay(
            "a finger goes another way",
            "0 down a 500,500 b 600,500; 10 move a by 100,0 b by 0,100; 50 up all",
            "no swipe: a finger went 45° off the common direction, less than 45° required @50", asking: "swipe"),
        ExplainedReplay(
            "starts at the edge", "0 down a 24,500; 10 move a by 100,0; 50 up a",
            "no swipe: starts 3.8 mm from the edge; within 3.8 mm, swipes are edge swipes @50; edgeSwipe @50",
            asking: "swipe, edgeSwipe"),
        ExplainedReplay(
            "comes from outside", "0 down a 40,500; 10 move a by 40,0; 20 move a by 40,0; 50 up a",
            "no swipe: starts 0.0 mm from the edge; within 3.8 mm, swipes are edge swipes @50; edgeSwipe @50",
            asking: "swipe, edgeSwipe"),
        ExplainedReplay(
            "a finger that rested joins another",
            "0 down a 500,500; 1500 down b 700,500; 1560 move a by -50,0 b by 70,0; 1600 up all",
            "no swipe: the finger moved after a rest, and counts with those that landed since @1560",
            "no swipe: a finger went 180° off the common direction, less than 45° required @1600", asking: "swipe"),
        ExplainedReplay(
            "starts beside the edge", "0 down a 24.001,500; 10 move a by 100,0; 50 up a",
            "swipe @50; no edgeSwipe: starts 3.8102 mm from the edge, at most 3.8100 mm allowed @50",
            asking: "swipe, edgeSwipe"),
        ExplainedReplay(
            "the number of fingers is not requested", "0 down a 500,500; 10 move a by 100,0; 50 up a",
            "no swipe: 1 finger, requested: 2 to 4 @50", asking: "swipe f2-4"),
    ])
    func `explains swipes`(_ replay: ExplainedReplay) throws { #expect(try replay.run() == replay.expected) }

    @Test(arguments: [
        ExplainedReplay(
            "a pinch at twice the slop", "0 down a 500,500 b 600,500; 10 move a by -20,0 b by 20,0; 50 up all",
            "no pinch: the fingers' distance changed by 6.4 mm, more than 6.4 mm required @50", asking: "pinch"),
        ExplainedReplay(
            "a pinch beyond twice the slop", "0 down a 500,500 b 600,500; 10 move a by -20.1,0 b by 20.1,0; 50 up all",
            "pinch @10", asking: "pinch"),
        ExplainedReplay(
            "fingers too near for a pinch", "0 down a 500,500 b 515,500; 10 move a by -22,0 b by 22,0; 50 up all",
            "no pinch: the fingers were 9.4 mm apart, at least 10.0 mm required @50", asking: "pinch"),
        ExplainedReplay(
            "one finger makes no pinch", "0 down a 500,500; 50 up a", "no pinch: 1 finger, requested: 2 or more @50",
            asking: "pinch"),
        ExplainedReplay(
            "a rotation within the slop",
            Script.circle("down", radius: 100, angle: 0, at: 0) + ";"
                + Script.circle("move", radius: 100, angle: 11, at: 10)
                + "; 50 up all",
            "no rotation: turned by 11°, more than 11.5° required @50", asking: "rotation"),
        ExplainedReplay(
            "a rotation beyond the slop",
            Script.circle("down", radius: 100, angle: 0, at: 0) + ";"
                + Script.circle("move", radius: 100, angle: 12, at: 10)
                + "; 50 up all",
            "rotation @10", asking: "rotation"),
    ])
    func `explains pinches and rotations`(_ replay: ExplainedReplay) throws {
        #expect(try replay.run() == replay.expected)
    }

    @Test(arguments: [
        ExplainedReplay(
            "a finger lifted at the hold duration", "0 down a 100,100; 300 up a",
            "ignored: lifted after 300 ms; contacts count if they last longer than 300 ms", asking: "tap", hold: 300),
        ExplainedReplay(
            "a finger lifted after the hold duration", "0 down a 100,100; 301 up a", "tap @301", asking: "tap",
            hold: 300),
        ExplainedReplay(
            "a repeated touch", "0 down a 100,100; 50 up a; 150 down a 100,100; 200 up a", "tap @50",
            "ignored: landed 100 ms after a lift nearby; landings within 100 ms are ignored", asking: "tap",
            ignoringRepeats: 100),
        ExplainedReplay(
            "a touch after the time of repeats", "0 down a 100,100; 50 up a; 151 down a 100,100; 200 up a", "tap @50",
            "tap @200", asking: "tap", ignoringRepeats: 100),
        ExplainedReplay(
            "a palm at the end of a touchpad", "0 down a 10,100; 700 up a",
            "no tap: a palm at the end of the touchpad @500; no longPress: a palm at the end of the touchpad @500",
            asking: "tap, longPress", on: .pad),
        ExplainedReplay(
            "a thumb below a finger", "0 down a 300,100; 200 down b 300,370; 250 up all", "tap @250",
            "ignored: a thumb that rests", asking: "tap", on: .pad),
        ExplainedReplay(
            "outside of all regions", "0 down a 1500,100; 50 up a", "ignored: landed outside all regions",
            asking: "tap",
            regions: [TrackedRegion("left", Rectangle(x: 0, y: 0, width: 0.5, height: 1))]),
        ExplainedReplay(
            "a disabled region", "0 down a 100,100; 10 move a by 30,0; 50 up a",
            "no tap: the region is disabled @0; drag @10",
            asking: "tap, drag",
            regions: [TrackedRegion("left", Rectangle(x: 0, y: 0, width: 0.5, height: 1), isEnabled: false)]),
    ])
    func `explains contacts that reach no recognizer`(_ replay: ExplainedReplay) throws {
        #expect(try replay.run() == replay.expected)
    }

    @Test(arguments: [
        ExplainedReplay(
            "a swipe in another direction", "0 down a 500,500; 10 move a by 100,0; 50 up a",
            "no swipe: went right, expected left @50", of: [SwipeGesture(.left).named("back")]),
        ExplainedReplay(
            "a short swipe in another direction", "0 down a 500,500; 10 move a by 43.1,0; 50 up a",
            "no swipe: went right, expected left @50", of: [SwipeGesture(.left).named("back")]),
        ExplainedReplay(
            "a swipe in the direction", "0 down a 500,500; 10 move a by -100,0; 50 up a", "swipe @50",
            of: [SwipeGesture(.left).named("back")]),
        ExplainedReplay(
            "a short swipe of a composition", "0 down a 500,500; 10 move a by -43.1,0; 50 up a",
            "no swipe: 6.8 mm of 7.9 mm @50", of: [SwipeGesture(.left).named("back")]),
        ExplainedReplay(
            "a tap outside the area", "0 down a 1500,100; 50 up a",
            "no tap: landed at 75 % 8 %, outside the area of 0 to 50 % across and 0 to 50 % down @50",
            of: [TapGesture(in: Rectangle(x: 0, y: 0, width: 0.5, height: 0.5)).named("corner")]),
        ExplainedReplay(
            "a long press outside the area", "0 down a 1500,100; 800 up a",
            "no longPress: landed at 75 % 8 %, outside the area of 0 to 50 % across and 0 to 50 % down @800",
            of: [LongPressGesture(in: Rectangle(x: 0, y: 0, width: 0.5, height: 0.5)).named("corner")]),
        ExplainedReplay(
            "a short long press outside the area", "0 down a 1500,100; 500 up a",
            "no longPress: landed at 75 % 8 %, outside the area of 0 to 50 % across and 0 to 50 % down @500",
            of: [LongPressGesture(in: Rectangle(x: 0, y: 0, width: 0.5, height: 0.5)).named("corner")]),
        ExplainedReplay(
            "a short edge swipe from elsewhere", "0 down a 500,500; 10 move a by 43.1,0; 50 up a",
            "no edgeSwipe: starts 79.4 mm from the edge, at most 3.8 mm allowed @50",
            of: [EdgeSwipeGesture(from: .left).named("back")]),
        ExplainedReplay(
            "an edge swipe from another edge", "0 down a 500,10; 10 move a by 0,100; 50 up a",
            "no edgeSwipe: did not start at the requested edge @50",
            of: [EdgeSwipeGesture(from: .left).named("back")]),
        ExplainedReplay(
            "the other member", "0 down a 500,500; 10 move a by 100,0; 50 up a",
            "no tap: moved 15.9 mm, at most 3.2 mm allowed @10; drag @10",
            of: [TapGesture().exclusively(before: DragGesture()).named("either")]),
        ExplainedReplay(
            "a member whose turn it is not", "0 down a 500,500; 10 move a by 100,0; 50 up a",
            "no longPress: moved 15.9 mm, at most 3.2 mm allowed @10; no drag: this is stage 2, and the sequence waits for stage 1 @50",
            of: [LongPressGesture().sequenced(before: DragGesture()).named("move")]),
        ExplainedReplay(
            "both members", "0 down a 500,500; 700 move a by 100,0; 750 up a", "longPress @600; drag @700",
            of: [LongPressGesture().sequenced(before: DragGesture()).named("move")]),
    ])
    func `explains members of compositions`(_ replay: ExplainedReplay) throws {
        #expect(try replay.run() == replay.expected)
    }

    private static let recipe = TapGesture(count: 2).sequenced(before: LongPressGesture(), within: .milliseconds(3000))
        .named("menu")

    @Test(arguments: [
        ExplainedReplay(
            "a sequence that is complete",
            "0 down a 500,500; 50 up a; 150 down a 500,500; 200 up a; 500 down a 500,500; 1200 up a",
            "tap @200; no longPress: this is stage 2, and the sequence waits for stage 1 @50",
            "tap @200; no longPress: this is stage 2, and the sequence waits for stage 1 @200",
            "no tap: this is stage 1, and the sequence waits for stage 2 @1100; longPress @1100", of: [recipe]),
        ExplainedReplay(
            "a last stage that is too short",
            "0 down a 500,500; 50 up a; 150 down a 500,500; 200 up a; 500 down a 500,500; 1000 up a",
            "tap @200; no longPress: this is stage 2, and the sequence waits for stage 1 @50",
            "tap @200; no longPress: this is stage 2, and the sequence waits for stage 1 @200",
            "no tap: this is stage 1, and the sequence waits for stage 2 @1000; no longPress: lifted after 500 ms of 600 ms @1000",
            of: [recipe]),
        ExplainedReplay(
            "a last stage that is too late",
            "0 down a 500,500; 50 up a; 150 down a 500,500; 200 up a; 2401 down a 500,500; 3100 up a",
            "tap @200; no longPress: this is stage 2, and the sequence waits for stage 1 @50",
            "tap @200; no longPress: this is stage 2, and the sequence waits for stage 1 @200",
            "no tap: this is stage 1, and the sequence waits for stage 2 @3001; no longPress: came 3001 ms after its sequence began, at most 3000 ms allowed @3100",
            of: [recipe]),
    ])
    func `explains the stages of sequences`(_ replay: ExplainedReplay) throws {
        #expect(try replay.run() == replay.expected)
    }

    @Test func `tells which sequences a touch ends`() throws {
        var engine = ExplainedEngine(
            options: GestureOptions(gestures: GestureSet(selection: GestureSelection(), compositions: [Self.recipe])))
        var ends: [Bool] = []
        for step in try TouchScript(
            "0 down a 500,500; 50 up a; 150 down a 500,500; 200 up a; 500 down a 500,500; 1000 up a; 3000 down a 500,500; 3050 up a"
        ).steps {
            switch step {
            case .plug(let surface): engine.attach(surface)
            case .frame(let frame): engine.process(frame)
            case .unplug, .wake: break
            }
            ends += engine.explanations.map { $0.verdicts.contains { $0.endsSequence } }
        }
        #expect(ends == [false, false, true])
    }

    @Test func `a touch is described`() throws {
        var engine = ExplainedEngine(options: GestureOptions(selection: try GestureSelection(asking: "drag")))
        for step in try TouchScript("5 down a 100,100 b 200,100; 20 move a by 30,0 b by 30,0; 90 up all").steps {
            switch step {
            case .plug(let surface): engine.attach(surface)
            case .frame(let frame): engine.process(frame)
            case .unplug, .wake: break
            }
        }
        let touch = try #require(engine.explanations.first)
        #expect(engine.explanations.count == 1)
        #expect((touch.number, touch.fingers) == (1, 2))
        #expect((touch.began, touch.ended) == (.milliseconds(5), .milliseconds(90)))
        #expect(touch.origin == Vector(x: 150, y: 100))
        #expect(touch.travel == Vector(x: 30, y: 0))
        #expect(touch.contacts.count == 2)
    }
}
