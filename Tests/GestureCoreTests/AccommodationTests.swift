import GestureCore
import TestSupport
import Testing

/// Touches that are held back or dropped for people whose hands shake. Both times are 300 ms where they are on.
@Suite struct AccommodationTests {
    private static func hold(
        _ rule: String, _ script: String, _ expected: String, asking: String = "press, tap x1",
        regions: [TrackedRegion] = [],
        on surface: Surface = .screen, showing parts: EventText.Parts = []
    ) -> Replay {
        var replay = Replay(rule, script, expected, asking: asking, regions: regions, on: surface, showing: parts)
        replay.holdDuration = .milliseconds(300)
        return replay
    }

    @Test("a touch that repeats one that only woke the display is dropped", arguments: [("350", 0), ("350.001", 2)])
    func wakingTouch(landing: String, events count: Int) throws {
        var options = GestureOptions(selection: try GestureSelection(asking: "press"))
        options.ignoreRepeat = .milliseconds(300)
        var engine = GestureEngine(options: options)
        var events: [EngineEvent] = []
        for step in try TouchScript("0 down a 100,100; 50 up a; \(landing) down b 100,100; 500 up b").steps {
            guard case .frame(var frame) = step else {
                events += engine.play(step)
                continue
            }
            frame.isWaking = frame.time <= .milliseconds(50)
            events += engine.play(.frame(frame))
        }
        #expect(events.count == count)
    }

    @Test(arguments: [
        hold(
            "a touch lands once the hold duration is over", "0 down a 100,100; 400 up a",
            "press#1 began @300; press#1 ended @400; tap#2 ended x1 @400"),
        hold("a touch that is just shorter was never there", "0 down a 100,100; 299.999 up a", ""),
        hold("a touch that lasts exactly as long was never there", "0 down a 100,100; 300 up a", ""),
        hold(
            "a touch that is just longer lands", "0 down a 100,100; 300.001 up a",
            "press#1 began @300; press#1 ended @300.001; tap#2 ended x1 @300.001"),
        hold(
            "a touch lands where it is then", "0 down a 100,100; 100 move a 600,400; 400 up a",
            "press#1 began at 600,400 in ok @300; press#1 ended at 600,400 in ok @400; tap#2 ended x1 at 600,400 in ok @400",
            regions: [.ok], showing: .places),
        hold(
            "a touch that has left the region by then does not land on it",
            "0 down a 600,400; 100 move a 100,100; 400 up a", "", regions: [.ok]),
        hold(
            "a movement at the end of the hold duration comes before the landing",
            "0 down a 100,100; 300 move a 150,100; 400 up a",
            "press#1 began at 150,100 @300; press#1 ended at 150,100 @400; tap#2 ended x1 at 150,100 @400",
            showing: .places),
        hold(
            "the slop counts from the landing", "0 down a 100,100; 200 move a 200,100; 350 move a by 20,0; 400 up a",
            "press#1 began @300; press#1 ended @400; tap#2 ended x1 @400"),
        hold(
            "a movement beyond the slop after the landing cancels",
            "0 down a 100,100; 200 move a 200,100; 350 move a by 20.001,0; 400 up a",
            "press#1 began @300; press#1 cancelled @350"),
        hold(
            "a long press counts from the landing", "0 down a 100,100; 900 up a | down b 900,900; 1800.001 up b",
            "longPress#1 began @1800; longPress#1 ended by 0,0 @1800.001", asking: "longPress"),
        hold(
            "a swipe counts from the landing", "0 down a 100,100; 200 move a 600,100; 350 move a by 49.999,0; 360 up a",
            "",
            asking: "swipe"),
        hold(
            "two fingers land together", "0 down a 100,100 b 200,100; 400 up a b",
            "tap#1 ended x1 f2 @400", asking: "tap x1"),
        hold(
            "fingers land one after the other as they did", "0 down a 100,100; 50 down b 200,100; 400 up a b",
            "press#1 began @300; press#1 cancelled @350; tap#2 ended x1 f2 @400"),
        hold(
            "a second finger that is lifted too early was never there",
            "0 down a 100,100; 100 down b 200,100; 350 up b; 400 up a",
            "press#1 began @300; press#1 ended @400; tap#2 ended x1 @400"),
        hold(
            "short touches in a row were never there",
            "0 down a 100,100; 50 up a; 100 down b 100,100; 150 up b; 200 down c 100,100; 250 up c", ""),
        hold(
            "a touch right after a short one is held back, too",
            "0 down a 100,100; 250 up a; 260 down b 100,100; 600 up b",
            "press#1 began @560; press#1 ended @600; tap#2 ended x1 @600"),
        hold("a lost finger that is held back was never there", "0 down a 100,100; 200 cancel a; 900 wake", ""),
        hold(
            "an unplugged device loses the fingers that are held back", "0 down a 100,100; 200 unplug | plug; 900 wake",
            ""),
        hold(
            "unplugging cancels a touch that has landed", "0 down a 100,100; 350 unplug",
            "press#1 began @300; press#1 cancelled @350"),
        hold(
            "a contact that gets another number in one frame continues",
            "0 down a 100,100; 350 up a; down b 110,100; 360 move b 120,100; 500 up b",
            "touch#1 began @300; touch#1 ended @350; touch#2 began @350; touch#2 changed @360; touch#2 ended @500",
            asking: "touch"),
        hold(
            "contacts that merge make no tap", "0 down a 100,100 b 170,100; 400 up a b; down c 110,100; 450 up c", "",
            asking: "press, tap x1 f2"),
        hold(
            "single touches are held back, activity is not",
            "0 down a 100,100; 200 up a; 5000 down b 100,100; 5400 up b",
            """
            activity#1 began active @0; activity#1 ended idle f0 @1200; activity#2 began active @5000; touch#3 began @5300
            touch#3 ended @5400; activity#2 ended idle f0 @6400
            """, asking: "activity i1000, touch"),
        hold(
            "a palm at the end of a pad rests from the landing on", "0 down p 10,100; 2000 up p",
            "press#1 began @300; press#1 cancelled @800", on: .pad),
        hold(
            "a thumb is found among fingers that have landed",
            "0 down t 320,300; 101 down a 300,100; 500 move a by 0,-40; 600 up a t",
            "drag#1 began by 0,-32 @500; drag#1 ended by 0,-32 @600", asking: "drag", on: .pad),
    ])
    func holdDuration(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    private static func ignore(_ rule: String, _ script: String, _ expected: String, asking: String = "tap x1")
        -> Replay
    {
        var replay = Replay(rule, script, expected, asking: asking)
        replay.ignoreRepeat = .milliseconds(300)
        return replay
    }

    @Test(arguments: [
        ignore(
            "a touch just within the time is dropped", "0 down a 100,100; 50 up a; 349.999 down b 100,100; 400 up b",
            "tap#1 ended x1 @50"),
        ignore(
            "a touch exactly at the end of the time is dropped",
            "0 down a 100,100; 50 up a; 350 down b 100,100; 400 up b", "tap#1 ended x1 @50"),
        ignore(
            "a touch just after the time counts", "0 down a 100,100; 50 up a; 350.001 down b 100,100; 400 up b",
            "tap#1 ended x1 @50; tap#2 ended x1 run 2 @400"),
        ignore(
            "a touch just within 10 mm is dropped", "0 down a 100,100; 50 up a; 100 down b 162.989,100; 150 up b",
            "tap#1 ended x1 @50"),
        ignore(
            "a touch exactly 10 mm away is dropped", "0 down a 100,100; 50 up a; 100 down b 162.99,100; 150 up b",
            "tap#1 ended x1 @50"),
        ignore(
            "a touch just farther away counts", "0 down a 100,100; 50 up a; 100 down b 162.991,100; 150 up b",
            "tap#1 ended x1 @50; tap#2 ended x1 run 2 @150"),
        ignore(
            "the distance counts from where the finger was lifted",
            "0 down a 100,100; 10 move a 200,100; 50 up a; 100 down b 262.99,100; 150 up b; 200 down c 100,100; 250 up c",
            "tap#1 ended x1 @250"),
        ignore(
            "all bounces of a finger make one tap",
            "0 down a 100,100; 50 up a; 150 down b 100,100; 200 up b; 400 down c 100,100; 450 up c; 750 down d 100,100; 800 up d",
            "tap#1 ended x1 @50"),
        ignore(
            "a touch that is dropped is ignored until it is lifted",
            "0 down a 100,100; 50 up a; 100 down b 100,100; 200 move b by 500,0; 2000 up b; 2301 down c 600,100; 2350 up c",
            "tap#1 ended x1 @50; tap#2 ended x1 @2350"),
        ignore(
            "a finger elsewhere counts meanwhile",
            "0 down a 100,100; 50 up a; 100 down b 100,100; 110 down c 900,900; 160 up c; 200 up b",
            "tap#1 ended x1 @50; tap#2 ended x1 @160"),
        ignore(
            "the bounces of two fingers are dropped",
            "0 down a 100,100 b 300,100; 50 up a b; 100 down c 300,100 d 100,100; 150 up c d; 200 down e 500,100; 250 up e",
            "tap#1 ended x1 f2 @50; tap#2 ended x1 @250"),
        ignore(
            "a double tap needs a pause", "0 down a 100,100; 50 up a; 100 down b 100,100; 150 up b",
            "tap#1 possible x1 @50; tap#1 ended x1 @50 decided 350", asking: "tap x1 x2"),
        ignore(
            "a lost finger is not repeated", "0 down a 100,100; 50 cancel a; 100 down b 100,100; 150 up b",
            "tap#1 ended x1 @150"),
        ignore(
            "an unplugged device forgets the lifts",
            "0 down a 100,100; 50 up a; 60 unplug; plug; 100 down b 100,100; 150 up b",
            "tap#1 ended x1 @50; tap#2 ended x1 @150"),
        ignore(
            "a contact that gets another number in one frame continues",
            "0 down a 100,100; 50 up a; down b 110,100; 500 up b",
            "touch#1 began @0; touch#1 ended @50; touch#2 began @50; touch#2 ended @500", asking: "touch"),
        ignore(
            "activity counts touches that are dropped",
            "0 down a 100,100; 50 up a; 200 down b 100,100; 900 up b",
            "activity#1 began active @0; activity#1 ended idle f0 @1900", asking: "activity i1000"),
    ])
    func ignoreRepeat(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "a touch that was too short can be repeated at once",
            "0 down a 100,100; 200 up a; 250 down b 100,100; 600 up b", "tap#1 ended x1 @600"),
        Replay(
            "the bounce after a touch is dropped, not held back",
            "0 down a 100,100; 400 up a; 500 down b 100,100; 1000 up b", "tap#1 ended x1 @400"),
        Replay(
            "the time for repeats counts to where the finger really landed",
            "0 down a 100,100; 400 up a; 700 down b 100,100; 1100 up b", "tap#1 ended x1 @400"),
        Replay(
            "a touch after both times counts",
            "0 down a 100,100; 400 up a; 700.001 down b 100,100; 1100 up b", "tap#1 ended x1 @400; tap#2 ended x1 @1100"
        ),
    ])
    func both(_ replay: Replay) throws {
        var replay = replay
        replay.holdDuration = .milliseconds(300)
        replay.ignoreRepeat = .milliseconds(300)
        let events = try replay.run(asking: "tap x1")
        #expect(events == replay.expected)
    }

    private static let shaky = Surface(
        id: SurfaceID(1), kind: .touchscreen, size: Vector(x: 2000, y: 1200),
        accommodations: TouchAccommodations(holdDuration: .milliseconds(300), ignoreRepeat: .milliseconds(300)))
    private static let short =
        "0 down a 100,100; 200 up a; 600 down b 100,100; 1000 up b; 1100 down c 100,100; 1500 up c"

    private static func override(
        _ rule: String, hold: Int64? = nil, repeats: Int64? = nil, _ expected: String
    ) -> Replay {
        var replay = Replay(rule, short, expected, on: shaky)
        replay.holdDuration = hold.map { .milliseconds($0) }
        replay.ignoreRepeat = repeats.map { .milliseconds($0) }
        return replay
    }

    @Test(arguments: [
        override("the device's times apply", "tap#1 ended x1 @1000"),
        override(
            "a subscription turns both off", hold: 0, repeats: 0,
            "tap#1 ended x1 @200; tap#2 ended x1 run 2 @1000; tap#3 ended x1 run 3 @1500"),
        override("a subscription turns one off", hold: 0, "tap#1 ended x1 @200; tap#2 ended x1 run 2 @1000"),
        override(
            "a subscription replaces both", hold: 399, repeats: 99, "tap#1 ended x1 @1000; tap#2 ended x1 run 2 @1500"),
        override("a subscription holds back for longer", hold: 400, repeats: 99, ""),
    ])
    func devices(_ replay: Replay) throws {
        let events = try replay.run(asking: "tap x1")
        #expect(events == replay.expected)
    }

    // MARK: Contacts that are lost for a moment

    private static let lossy = Surface(
        id: SurfaceID(1), kind: .touchscreen, size: Vector(x: 2000, y: 1200),
        accommodations: TouchAccommodations(liftDuration: .milliseconds(25)))

    @Test(arguments: [
        Replay(
            "a drag whose contact is lost for a frame goes on",
            """
            0 down a 100,100; 10 move a by 30,0; 20 move a by 30,0; 30 up a; 40 down b 220,100
            50 move b by 30,0; 60 up b
            """,
            """
            drag#1 began by 10,0 @10; drag#1 changed by 40,0 @20; drag#1 changed by 100,0 @40
            drag#1 changed by 130,0 @50; drag#1 ended by 130,0 @85; swipe#2 ended right by 150,0 @85
            """, asking: "drag, swipe", on: lossy),
        Replay(
            "a press is no tap and another press",
            "0 down a 100,100; 50 up a; 75 down b 100,100; 120 up b",
            "press#1 began @0; press#1 ended @145; tap#2 ended x1 @145", asking: "press, tap", on: lossy),
        Replay(
            "after that time, it is another touch",
            "0 down a 100,100; 50 up a; 75.001 down b 100,100; 120 up b",
            "tap#1 ended x1 @75; tap#2 ended x1 run 2 @145", asking: "tap", on: lossy),
        Replay(
            "a contact that lands 10 mm away continues it",
            "0 down a 100,100; 50 up a; 60 down b 162.99,100; 100 up b",
            "drag#1 began by 42.99,0 @60; drag#1 ended by 42.99,0 @125",
            asking: "drag, tap", on: lossy),
        Replay(
            "one that lands farther away does not",
            "0 down a 100,100; 50 up a; 60 down b 163,100; 100 up b", "tap#1 ended x1 f2 @125", asking: "drag, tap",
            on: lossy),
        Replay(
            "of two contacts, each continues the nearer one",
            "0 down a 100,100 b 140,100; 50 up a b; 60 down c 141,100 d 101,100; 100 up c d",
            "tap#1 ended x1 f2 @125", asking: "tap", on: lossy),
    ])
    func lifts(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    // MARK: The preset

    private static let steady = Surface(
        id: SurfaceID(1), kind: .touchscreen, size: Vector(x: 2000, y: 1200), accommodations: .steady)

    @Test(arguments: [
        Replay(
            "a finger at the slop makes a tap", "0 down a 100,100; 60 move a by 20,0; 70 move a by 20,0; 100 up a",
            "tap#1 ended x1 @100", asking: "tap", on: steady),
        Replay(
            "a finger beyond it does not", "0 down a 100,100; 60 move a by 40.001,0; 100 up a", "", asking: "tap",
            on: steady),
        Replay(
            "a touch of 50 ms counts for nothing", "0 down a 100,100; 50 up a", "", asking: "press, tap", on: steady),
        Replay(
            "a longer one does", "0 down a 100,100; 50.001 up a", "tap#1 ended x1 @50.001", asking: "tap", on: steady),
        Replay(
            "a bounce after 125 ms", "0 down a 100,100; 100 up a; 225 down b 100,100; 300 up b", "tap#1 ended x1 @100",
            asking: "tap", on: steady),
        Replay(
            "a second tap after longer", "0 down a 100,100; 100 up a; 225.001 down b 100,100; 300 up b",
            "tap#1 ended x1 @100; tap#2 ended x1 run 2 @300", asking: "tap", on: steady),
        Replay(
            "the smaller slop of a region gives way",
            "0 down a 100,100; 60 move a by 40,0; 100 up a", "tap#1 ended x1 in r @100", asking: "tap",
            regions: [TrackedRegion("r", .whole, slop: 5)], on: steady),
    ])
    func preset(_ replay: Replay) throws {
        let events = try replay.run()
        #expect(events == replay.expected)
    }

    @Test("random touches with both times: every gesture is closed", arguments: randomRuns(200))
    func balance(_ seed: UInt64) {
        var options = GestureOptions.random(seed: seed)
        options.gestures.selection.idleTime = .milliseconds(300)
        options.holdDuration = .milliseconds(Int64(1 + seed % 150))
        options.ignoreRepeat = .milliseconds(Int64(1 + seed % 400))
        let steps = RandomTouches(seed: seed, frames: 1024).steps
        var engine = GestureEngine(options: options)
        var checker = BalanceChecker(options)
        for step in steps + [.wake(at: .distantFuture)] { checker.check(engine.play(step)) }
        for surface in Set(steps.compactMap { if case .plug(let surface) = $0 { surface.id } else { nil } }) {
            checker.check(engine.play(.unplug(surface, at: .distantFuture)))
        }
        checker.finish()
        #expect(checker.complaint == nil)
        #expect(engine.nextDeadline == nil)
    }

    @Test("times of 0 change nothing", arguments: randomRuns(100))
    func off(_ seed: UInt64) {
        var plain = GestureOptions.random(seed: seed)
        plain.holdDuration = nil
        plain.ignoreRepeat = nil
        var off = plain
        off.holdDuration = .milliseconds(0)
        off.ignoreRepeat = .milliseconds(0)
        var engines = (GestureEngine(options: plain), GestureEngine(options: off))
        for step in RandomTouches(seed: seed, frames: 1024).steps + [.wake(at: .distantFuture)] {
            let events = engines.0.play(step)
            #expect(engines.1.play(step.accommodating) == events)
        }
    }
}

extension TouchScript.Step {
    /// The step with a device that holds back and drops touches.
    fileprivate var accommodating: TouchScript.Step {
        guard case .plug(var surface) = self else { return self }
        surface.accommodations = TouchAccommodations(
            holdDuration: .milliseconds(100), ignoreRepeat: .milliseconds(100))
        return .plug(surface)
    }
}
