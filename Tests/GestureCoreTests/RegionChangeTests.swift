import GestureCore
import TestSupport
import Testing
import Text

/// Regions that move, change or are removed while they are tracked.
///
/// `ok` is from 500,300 to 1000,600 pt, `far` from 1500,900 to the far end of the surface.
@Suite struct RegionChangeTests {
    /// Touches, and changes of regions between them.
    struct Scene: Sendable, CustomTestStringConvertible {
        var replay: Replay
        /// The new regions, by time in ms.
        var changes: [(time: Int64, regions: [TrackedRegion])]

        init(
            _ rule: String, _ script: String, asking: String? = nil, from regions: [TrackedRegion] = [.ok],
            _ changes: (Int64, [TrackedRegion])..., gives expected: String
        ) {
            replay = Replay(rule, script, expected, asking: asking, regions: regions)
            self.changes = changes.map { ($0, $1) }
        }

        var testDescription: String { replay.rule }

        /// - Returns: the events; each new region with the name of an earlier one has one more dash after its name.
        func run(asking common: String) throws -> [String] {
            var engine = GestureEngine(
                options: GestureOptions(
                    gestures: GestureSet(selection: try GestureSelection(asking: replay.asking ?? common)),
                    regions: replay.regions))
            var names: [RegionID: ByteString] = [:]
            var events: [EngineEvent] = []
            func name(_ regions: [TrackedRegion]) {
                for (id, region) in zip(engine.regionIDs, regions) where names[id] == nil {
                    let namesakes = names.values.count { $0.description.hasPrefix(region.name.description) }
                    names[id] = "\(region.name)\(String(repeating: "'", count: namesakes))"
                }
            }
            name(replay.regions)
            var rest = changes[...]
            for step in try TouchScript(replay.script, on: replay.surface).steps {
                while let change = rest.first, let time = step.time, .milliseconds(change.time) <= time {
                    events += engine.play(.wake(at: .milliseconds(change.time)))
                    engine.setRegions(change.regions, at: .milliseconds(change.time))
                    events += engine.events
                    name(change.regions)
                    rest.removeFirst()
                }
                events += engine.play(step)
            }
            events += engine.play(.wake(at: .distantFuture))
            let format = EventText(surface: replay.surface, regions: names)
            var lines = events.map { format.text($0) }
            if let deadline = engine.nextDeadline { lines.append("still waits for \(format.text(deadline))") }
            return lines + rest.map { "the touches are over before \($0.time)" }
        }
    }

    private static let far = Rectangle(x: 0.75, y: 0.75, width: 0.25, height: 0.25)
    private static let moved = TrackedRegion("ok", far)
    private static let fine = TrackedRegion("ok", .ok, slop: 5)
    private static let other = TrackedRegion("other", .whole)

    @Test(arguments: [
        Scene(
            "a press stays with a region that moves away", "0 down a 600,400; 50 up a", (20, [moved]),
            gives: "press#1 began in ok @0; press#1 ended in ok @50; tap#2 ended x1 in ok @50"),
        Scene(
            "a press stays with a region that is removed", "0 down a 600,400; 50 up a", (20, [other]),
            gives: "press#1 began in ok @0; press#1 ended in ok @50; tap#2 ended x1 in ok @50"),
        Scene(
            "a press stays with its region when all are removed", "0 down a 600,400; 50 up a", (20, []),
            gives: "press#1 began in ok @0; press#1 ended in ok @50; tap#2 ended x1 in ok @50"),
        Scene(
            "a press keeps the slop that it began with", "0 down a 600,400; 30 move a by 20,0; 50 up a", (20, [fine]),
            gives: "press#1 began in ok @0; press#1 ended in ok @50; tap#2 ended x1 in ok @50"),
        Scene(
            "a press that began without regions stays outside of new ones",
            "0 down a 600,400; 50 up a; 60 down b 600,400; 80 up b",
            from: [], (20, [.ok]),
            gives: """
                press#1 began @0; press#1 ended @50; tap#2 ended x1 @50
                press#3 began in ok @60; press#3 ended in ok @80; tap#4 ended x1 in ok @80
                """),
        Scene(
            "a drag continues to its end", "0 down a 600,400; 10 move a by 40,0; 30 move a by 40,0; 40 up a",
            (20, [other]),
            gives: """
                press#1 began in ok @0; press#1 cancelled in ok @10; drag#2 began by 20,0 in ok @10
                drag#2 changed by 60,0 in ok @30; drag#2 ended by 60,0 in ok @40
                """),
        Scene(
            "a drag can begin after its region is removed", "0 down a 600,400; 30 move a by 40,0; 40 up a", (20, []),
            gives: """
                press#1 began in ok @0; press#1 cancelled in ok @30; drag#2 began by 20,0 in ok @30
                drag#2 ended by 20,0 in ok @40
                """),
        Scene(
            "fingers replace others normally after a list is removed",
            "0 down a 600,400; 20 up a; 100 down b 600,400; 150 up b; down c 900,500; 200 up c", asking: "press, tap",
            from: [TrackedRegion("ok", .ok, suppressesTapWhileCoasting: true)], (10, []),
            gives: """
                press#1 began in ok @0; press#1 ended in ok @20; tap#2 ended x1 in ok @20; press#3 began @100
                press#3 ended @150; press#4 began @150; tap#5 ended x1 @150; press#4 ended @200; tap#6 ended x1 @200
                """),
        Scene(
            "a long press begins after its region is removed", "0 down a 600,400; 700 up a", asking: "longPress, tap",
            (20, [other]),
            gives: "longPress#1 began in ok @600; longPress#1 ended by 0,0 in ok @700"),
        Scene(
            "a pinch continues to its end",
            "0 down a 600,400 b 700,400; 10 move a by -40,0 b by 40,0; 30 move b by 140,0; 40 up all",
            asking: "pinch", (20, []),
            gives: """
                pinch#1 began f2 scale 1.286 in ok @10; pinch#1 changed f2 scale 2.286 in ok @30
                pinch#1 ended f2 scale 2.286 in ok @40
                """),
        Scene(
            "a double tap whose second finger is down is completed",
            "0 down a 600,400; 20 up a; 40 down a 600,400; 60 up a", asking: "tap x1 x2", (50, [other]),
            gives: "tap#1 possible x1 in ok @20; tap#1 ended x2 in ok @60"),
        Scene(
            "a tap whose region was removed is not held back", "0 down a 600,400; 60 up a; 100 wake",
            asking: "tap x1 x2",
            (50, [other]), gives: "tap#1 possible x1 in ok @60; tap#1 ended x1 in ok @60"),
        Scene(
            "a swipe belongs to the region where it began", "0 down a 600,400; 10 move a by 0,60; 30 up a",
            asking: "swipe",
            (20, [moved]), gives: "swipe#1 ended down by 0,60 in ok @30"),
        Scene(
            "a lost finger cancels the press of a removed region", "0 down a 600,400; 30 cancel a", (20, []),
            gives: "press#1 began in ok @0; press#1 cancelled in ok @30"),
        Scene(
            "unplugging cancels the gestures of removed regions",
            "0 down a 600,400; 10 move a by 40,0; 30 down b 600,400; 50 unplug", (20, [other]),
            gives: """
                press#1 began in ok @0; press#1 cancelled in ok @10; drag#2 began by 20,0 in ok @10
                press#3 began in other @30; press#3 cancelled in other @50; drag#2 cancelled by 20,0 in ok @50
                """),
    ])
    func running(_ scene: Scene) throws {
        #expect(try scene.run(asking: "press, drag, tap f1") == scene.replay.expected)
    }

    @Test(arguments: [
        Scene(
            "a held-back tap is reported at once when its region changes", "0 down a 600,400; 50 up a; 200 wake",
            (100, [fine]),
            gives: "tap#1 possible x1 in ok @50; tap#1 ended x1 in ok @50 decided 100"),
        Scene(
            "a held-back tap is reported at once when its region is removed", "0 down a 600,400; 50 up a; 200 wake",
            (100, [other]),
            gives: "tap#1 possible x1 in ok @50; tap#1 ended x1 in ok @50 decided 100"),
        Scene(
            "a held-back tap is reported at once when all regions are removed", "0 down a 600,400; 50 up a; 200 wake",
            (100, []),
            gives: "tap#1 possible x1 in ok @50; tap#1 ended x1 in ok @50 decided 100"),
        Scene(
            "a held-back tap is reported at once when the first regions are set", "0 down a 600,400; 50 up a; 200 wake",
            from: [], (100, [.ok]),
            gives: "tap#1 possible x1 @50; tap#1 ended x1 @50 decided 100"),
        Scene(
            "a held-back tap waits on when its region only moves", "0 down a 600,400; 50 up a; 200 wake",
            (100, [moved]),
            gives: "tap#1 possible x1 in ok @50; tap#1 ended x1 in ok @50 decided 350"),
        Scene(
            "a held-back tap waits on when other regions are added or change",
            "0 down a 600,400; 50 up a; 200 wake", from: [.ok, TrackedRegion("else", far)],
            (100, [TrackedRegion("else", far, slop: 5), other, .ok]),
            gives: "tap#1 possible x1 in ok @50; tap#1 ended x1 in ok @50 decided 350"),
        Scene(
            "a second tap on a changed region is a first tap of a new one",
            "0 down a 600,400; 50 up a; 120 down a 600,400; 150 up a", (100, [fine]),
            gives: """
                tap#1 possible x1 in ok @50; tap#1 ended x1 in ok @50 decided 100
                tap#2 possible x1 in ok' @150; tap#2 ended x1 in ok' @150 decided 450
                """),
        Scene(
            "a double tap continues when the rectangle moves",
            "0 down a 900,500; 50 up a; 120 down a 910,510; 150 up a",
            (100, [TrackedRegion("ok", Rectangle(x: 0.375, y: 0.25, width: 0.5, height: 0.5))]),
            gives: "tap#1 possible x1 in ok @50; tap#1 ended x2 in ok @150"),
        Scene(
            "a double tap continues when the parent and the mask change",
            "0 down a 600,400; 50 up a; 120 down a 600,400; 150 up a",
            (100, [other, TrackedRegion("ok", .ok, parent: "other", mask: .gesture)]),
            gives: "tap#1 possible x1 in ok @50; tap#1 ended x2 in ok @150"),
        Scene(
            "an unchanged region stays the same",
            "0 down a 600,400; 50 up a; 120 down a 600,400; 150 up a", (60, [.ok]), (130, [.ok]),
            gives: "tap#1 possible x1 in ok @50; tap#1 ended x2 in ok @150"),
    ])
    func held(_ scene: Scene) throws {
        #expect(try scene.run(asking: "tap x1 x2") == scene.replay.expected)
    }

    @Test(arguments: [
        Scene(
            "new fingers use the new regions",
            "0 down a 600,400; 20 up a; 40 down a 600,400; 60 up a; 80 down a 1600,1000; 100 up a",
            (30, [moved]),
            gives: "press#1 began in ok @0; press#1 ended in ok @20; press#2 began in ok @80; press#2 ended in ok @100"),
        Scene(
            "new fingers use the new regions while others rest on the old ones",
            "0 down a 600,400; 40 down b 600,400; 60 up b; 80 up a", (20, [other]),
            gives: """
                press#1 began in ok @0; press#2 began in other @40; press#2 ended in other @60; press#1 ended in ok @80
                """),
        Scene(
            "a finger on a moved region still counts as its only finger",
            "0 down a 600,400; 40 down b 1600,1000; 60 up all",
            (20, [moved]), gives: "press#1 began in ok @0; press#1 cancelled in ok @40"),
        Scene(
            "a finger on a replaced region does not belong to the new one",
            "0 down a 600,400; 40 down b 700,400; 60 up all", (20, [fine]),
            gives: """
                press#1 began in ok @0; press#2 began in ok' @40; press#2 ended in ok' @60; press#1 ended in ok @60
                """),
        Scene(
            "without regions and back, each finger belongs to the region where it landed",
            "0 down a 600,400; 20 down b 700,400; 40 down c 800,400; 60 up a; 70 up b; 80 up c", (10, []), (30, [.ok]),
            gives: """
                press#1 began in ok @0; press#2 began @20; press#3 began in ok' @40
                press#1 ended in ok @60; press#2 ended @70; press#3 ended in ok' @80
                """),
        Scene(
            "with regions and back, fingers on the whole surface continue",
            "0 down a 600,400; 50 down b 700,400; 60 up a b", from: [], (10, [.ok]), (30, []),
            gives: "press#1 began @0; press#1 cancelled @50"),
        Scene(
            "a region that is removed and set again is a new one",
            "0 down a 600,400; 10 up a; 40 down a 600,400; 50 up a", (20, []), (30, [.ok]),
            gives: "press#1 began in ok @0; press#1 ended in ok @10; press#2 began in ok' @40; press#2 ended in ok' @50"
        ),
        Scene(
            "a finger keeps the old rectangle of a button that moves",
            "0 down a 600,400; 30 move a 610,400; 40 up a", from: [TrackedRegion("ok", .ok, tracking: .reenter)],
            (20, [TrackedRegion("ok", far, tracking: .reenter)]),
            gives: "press#1 began in ok @0; press#1 ended in ok @40"),
        Scene(
            "disabling a region affects only fingers that land afterwards",
            "0 down a 600,400; 40 up a; 50 down a 600,400; 60 up a", (20, [TrackedRegion("ok", .ok, isEnabled: false)]),
            gives: "press#1 began in ok @0; press#1 ended in ok @40"),
        Scene(
            "coasting continues when the region moves",
            "0 down a 600,400; 10 move a by 40,0; 20 up a; 40 down b 1600,1000; 60 up b", asking: "press, drag",
            from: [TrackedRegion("ok", .ok, suppressesTapWhileCoasting: true)],
            (30, [TrackedRegion("ok", far, suppressesTapWhileCoasting: true)]),
            gives: """
                press#1 began in ok @0; press#1 cancelled in ok @10; drag#2 began by 20,0 in ok @10
                drag#2 ended by 20,0 in ok @20
                """),
    ])
    func landings(_ scene: Scene) throws {
        #expect(try scene.run(asking: "press") == scene.replay.expected)
    }

    @Test("a finger that lifts while regions are set does not make the next one a thumb")
    func thumb() throws {
        var scene = Scene(
            "", "0 down a 300,100; 50 up a; 1000 down b 300,370; 1050 up b", from: [], (20, [.ok]), (70, []),
            gives: "tap#1 ended x1 @50; tap#2 ended x1 @1050")
        scene.replay.surface = .pad
        #expect(try scene.run(asking: "tap") == scene.replay.expected)
    }

    /// Presses, taps, drags, a long press and a pinch, with fingers on two regions and on none.
    private static let busy = """
        0 down a 600,400; 20 up a; 40 down a 600,400; 60 move a by 40,0; 80 down b 1600,1000; 100 move a by 40,0; 120 up a
        140 down c 700,400 d 800,400; 160 move c by -50,0 d by 50,0; 180 up b; 200 down e 100,100; 220 up c; 240 up d e
        260 down a 600,400; 900 move a by 10,0; 920 up a; 940 down a 1600,1000; 960 up a; 980 down a 600,400; 1000 cancel a
        """

    @Test(
        "all gestures end exactly once in their own region, whenever regions change",
        arguments: [[moved], [fine], [other], [], [TrackedRegion("far", far), .ok]])
    func balance(_ regions: [TrackedRegion]) throws {
        let steps = try TouchScript(Self.busy).steps
        let first = [TrackedRegion.ok, TrackedRegion("far", Self.far)]
        let compositions = [
            TapGesture(count: 2).exclusively(before: TapGesture()).named("one"),
            LongPressGesture().sequenced(before: DragGesture()).named("two"),
            TapGesture().sequenced(before: DragGesture().simultaneously(with: MagnifyGesture())).named("three"),
        ]
        for place in steps.indices {
            var engine = GestureEngine(
                options: GestureOptions(gestures: GestureSet(compositions: compositions), regions: first))
            var open: [UInt64: RegionID?] = [:]
            var closed: Set<UInt64> = []
            for (index, step) in steps.enumerated() {
                var events: [EngineEvent] = []
                if index == place {
                    engine.setRegions(regions, at: .distantPast)
                    events = engine.events
                }
                events += engine.play(step)
                if index == steps.count - 1 { events += engine.play(.wake(at: .distantFuture)) }
                for event in events {
                    #expect(!closed.contains(event.gesture), "\(event) after its end")
                    #expect(open[event.gesture] ?? event.region == event.region, "\(event) of another region")
                    open[event.gesture] = event.region
                    if event.phase == .ended || event.phase == .cancelled {
                        open[event.gesture] = nil
                        closed.insert(event.gesture)
                    }
                }
            }
            #expect(open.isEmpty && !closed.isEmpty, "changed before step \(place)")
        }
    }

    @Test("events can name a removed region until its last finger lifts")
    func use() throws {
        var engine = GestureEngine(
            options: GestureOptions(selection: try GestureSelection(asking: "press")))
        engine.setRegions([.ok], at: .distantPast)
        let id = try #require(engine.regionIDs.first)
        for step in try TouchScript("0 down a 600,400").steps { _ = engine.play(step) }
        engine.setRegions([], at: .milliseconds(10))
        #expect(engine.uses(id))
        for step in try TouchScript("0 down a 600,400; 50 up a").frames.dropFirst() { engine.process(step) }
        #expect(engine.events.map(\.region) == [id])
        #expect(!engine.uses(id))
    }
}
