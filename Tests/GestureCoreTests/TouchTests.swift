import GestureCore
import TestSupport
import Testing

/// Raw contacts, each reported on its own.
@Suite struct TouchTests {
    private static let pair = [
        TrackedRegion("left", Rectangle(x: 0, y: 0, width: 0.25, height: 1)),
        TrackedRegion("right", Rectangle(x: 0.25, y: 0, width: 0.25, height: 1)),
    ]

    @Test(arguments: [
        Replay(
            "a contact has its current position", "0 down a 100,100; 10 move a 101,100; 20 move a 300,100; 50 up a",
            """
            touch#1 began at 100,100 @0; touch#1 changed at 101,100 @10; touch#1 changed at 300,100 @20
            touch#1 ended at 300,100 @50
            """, showing: .places),
        Replay(
            "contacts are reported separately, in the order in which they land",
            "0 down a 100,100 b 300,100; 10 move b by 5,0; 20 down c 500,100; 30 up a; 40 move c by 5,0 b by 5,0; 50 up b c",
            """
            touch#1 began @0; touch#2 began @0; touch#2 changed @10; touch#3 began @20; touch#1 ended @30
            touch#3 changed @40; touch#2 changed @40; touch#2 ended @50; touch#3 ended @50
            """),
        Replay(
            "a palm is cancelled", "0 down a 100,100; 10 cancel a; 20 up a?", "touch#1 began @0; touch#1 cancelled @10"),
        Replay(
            "unplugging cancels contacts", "0 down a 100,100 b 300,100; 10 up a; 20 unplug; 30 up b",
            "touch#1 began @0; touch#2 began @0; touch#1 ended @10; touch#2 cancelled @20"),
        Replay("a finger that never landed is ignored", "0 move a? 100,100; 50 up a?", ""),
        Replay(
            "a finger that replaces another in one frame is a new contact",
            "0 down a 100,100; 50 up a; down b 100,100; 60 up b",
            "touch#1 began @0; touch#1 ended @50; touch#2 began @50; touch#2 ended @60"),
        Replay(
            "a thumb on a touchpad is a contact",
            "0 down t 320,300; 101 down a 300,100; 120 move a by 0,-40; 130 up a; 160 up t",
            """
            touch#1 began @0; touch#2 began @101; touch#2 changed @120; drag#3 began by 0,-32 @120
            touch#2 ended @130; drag#3 ended by 0,-32 @130; touch#1 ended @160
            """, asking: "touch, drag", on: .pad),
        Replay(
            "reported after the press and before the tap of its frame", "0 down a 100,100; 50 up a",
            "press#1 began @0; touch#2 began @0; press#1 ended @50; touch#2 ended @50; tap#3 ended x1 @50",
            asking: "touch, press, tap"),
        Replay(
            "a contact belongs to the region where it landed",
            "0 down a 100,100 b 600,100; 10 move a 900,100; 50 up a b",
            """
            touch#1 began in left @0; touch#2 began in right @0; touch#1 changed in left @10
            touch#1 ended in left @50; touch#2 ended in right @50
            """, regions: pair),
        Replay(
            "a contact in no region is not reported", "0 down a 1900,100; 10 move a 100,100; 50 up a", "", regions: pair
        ),
        Replay(
            "a disabled region reports its contacts", "0 down a 600,400; 50 up a",
            "touch#1 began in off @0; touch#1 ended in off @50", asking: "touch, press, tap",
            regions: [TrackedRegion("off", .ok, isEnabled: false)]),
        Replay(
            "a region that asks for no contacts gets none", "0 down a 600,400 b 100,100; 50 up all",
            "touch#1 began in room @0; touch#1 ended in room @50",
            regions: [
                TrackedRegion("room", .whole),
                TrackedRegion("deaf", .ok, gestures: GestureSet(selection: GestureSelection())),
            ]),
    ])
    func touch(_ replay: Replay) throws {
        #expect(try replay.run(asking: "touch") == replay.expected)
    }

    @Test("seventeen contacts are reported")
    func many() throws {
        let numbers = 1...17
        let events = try Replay("", Script.hand(17, at: 0) + "; 50 up all", "").run(asking: "touch")
        #expect(events == numbers.map { "touch#\($0) began @0" } + numbers.map { "touch#\($0) ended @50" })
    }

    @Test("reports pressure and size, even if only these change")
    func shapes() throws {
        var engine = GestureEngine(options: GestureOptions(selection: try GestureSelection(asking: "touch")))
        engine.attach(.screen)
        let place = Vector(x: 100, y: 100)
        let shapes = [
            ContactShape(pressure: 0.5, major: 12), ContactShape(pressure: 0.75, major: 12), ContactShape(pressure: 1),
            ContactShape(pressure: 1),
        ]
        var events: [EngineEvent] = []
        for (index, (action, shape)) in zip([ContactChange.Action.down, .move, .move, .up], shapes).enumerated() {
            let change = ContactChange(ContactID(7), action, at: place, shape: shape)
            engine.process(TouchFrame(surface: Surface.screen.id, time: .milliseconds(Int64(index)), changes: [change]))
            events += engine.events
        }
        #expect(
            events.map { EventText(parts: .shapes).text($0) } == [
                "touch#1 began contact 7 pressure 0.5 major 12 @0",
                "touch#1 changed contact 7 pressure 0.75 major 12 @1",
                "touch#1 changed contact 7 pressure 1 @2", "touch#1 ended contact 7 pressure 1 @3",
            ])
    }
}
