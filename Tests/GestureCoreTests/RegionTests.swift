import GestureCore
import TestSupport
import Testing

/// The region of a finger, and the options of regions. Unless stated otherwise, `ok` is from 500,300 to 1000,600 pt.
@Suite struct RegionTests {
    // MARK: Hit test

    /// The region on which a finger presses that lands at `place`; nil if there is none.
    private func owner(of place: String, among regions: [TrackedRegion]) throws -> String? {
        let events = try Replay("", "0 down a \(place)", "", regions: regions).run(asking: "press")
        return events.first.map { String($0.dropFirst("press#1 began in ".count).dropLast(" @0".count)) }
    }

    @Test(
        "the left and top sides are part of a region, the right and bottom ones are not",
        arguments: [
            ("500,300", true), ("499.999,300", false), ("500,299.999", false),
            ("999.999,599.999", true), ("1000,599.999", false), ("999.999,600", false), ("1000,600", false),
            ("500,599.999", true), ("500,600", false), ("999.999,300", true), ("1000,300", false), ("750,450", true),
        ])
    func sides(_ place: String, isInside: Bool) throws {
        #expect(try owner(of: place, among: [.ok]) == (isInside ? "ok" : nil))
    }

    @Test(
        "a shared side belongs to one region, and points beyond the surface to the region at its edge",
        arguments: [
            ("999.999,0", "left"), ("1000,0", "right"), ("1000,1200", "right"), ("2000,0", "right"),
            ("2000,1200", "right"), ("2010,1210", "right"), ("0,1200", "left"), ("-5,-5", "left"),
        ])
    func halves(_ place: String, side: String) throws {
        let halves = [
            TrackedRegion("left", Rectangle(x: 0, y: 0, width: 0.5, height: 1)),
            TrackedRegion("right", Rectangle(x: 0.5, y: 0, width: 0.5, height: 1)),
        ]
        #expect(try owner(of: place, among: halves) == side)
        #expect(try owner(of: place, among: halves.reversed()) == side)
    }

    @Test(
        "the deepest region has the finger, wherever it is in the list",
        arguments: [
            ("100,100", "list"), ("600,400", "button"), ("600,700", "row"), ("1200,400", "row"), ("600,1100", "list"),
        ])
    func deepest(_ place: String, name: String) throws {
        let list = TrackedRegion("list", .whole)
        let row = TrackedRegion("row", Rectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5), parent: "list")
        let button = TrackedRegion("button", .ok, parent: "row")
        #expect(try owner(of: place, among: [list, row, button]) == name)
        // A later region over all of them has no fingers of deeper regions.
        let cover = TrackedRegion("cover", .whole)
        #expect(try owner(of: place, among: [list, row, button, cover]) == (name == "list" ? "cover" : name))
    }

    @Test(
        "the last of equally deep regions has the finger",
        arguments: [
            ("600,400", "first"), ("800,500", "last"), ("1200,500", "last"), ("100,100", nil),
        ] as [(String, String?)])
    func overlap(_ place: String, name: String?) throws {
        let last = TrackedRegion("last", Rectangle(x: 0.375, y: 0.25, width: 0.375, height: 0.25))
        let first = TrackedRegion("first", .ok)
        #expect(try owner(of: place, among: [first, last]) == name)
        let pane = TrackedRegion("pane", Rectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.25))
        let children = [first, last].map { TrackedRegion($0.name, $0.rectangle, parent: "pane") }
        #expect(try owner(of: place, among: [pane] + children) == name)
    }

    @Test(
        "a region ends where its parent ends",
        arguments: [
            ("900,400", "button"), ("1100,400", nil), ("600,400", "pane"), ("1000,400", nil),
        ] as [(String, String?)])
    func parent(_ place: String, name: String?) throws {
        let button = TrackedRegion("button", Rectangle(x: 0.375, y: 0.25, width: 0.25, height: 0.25), parent: "pane")
        #expect(try owner(of: place, among: [TrackedRegion("pane", .ok), button]) == name)
        // Outside of the parent, the room has the finger.
        let room = TrackedRegion("room", .whole)
        let pane = TrackedRegion("pane", .ok, parent: "room")
        #expect(try owner(of: place, among: [room, pane, button]) == name ?? "room")
    }

    @Test("a region whose parent is not before it in the list has no finger")
    func missingParent() throws {
        let orphan = TrackedRegion("orphan", .whole, parent: "pane")
        #expect(try owner(of: "600,400", among: [orphan]) == nil)
        #expect(try owner(of: "600,400", among: [orphan, TrackedRegion("pane", .ok)]) == "pane")
    }

    /// A room, a pane in it, and a button in the pane.
    private func rooms(_ room: GestureMask, _ pane: GestureMask, _ button: GestureMask) -> [TrackedRegion] {
        [
            TrackedRegion("room", .whole, mask: room), TrackedRegion("pane", .ok, parent: "room", mask: pane),
            TrackedRegion(
                "button", Rectangle(x: 0.25, y: 0.25, width: 0.125, height: 0.25), parent: "pane", mask: button),
        ]
    }

    @Test(
        "masks of a parent and its child decide which region has a finger",
        arguments: [
            (.all, .all, "button", "pane"), (.all, .gesture, "button", "pane"),
            (.all, .subviews, "pane", "pane"), (.all, .none, "pane", "pane"),
            (.gesture, .all, "pane", "pane"), (.gesture, .gesture, "pane", "pane"),
            (.gesture, .subviews, "pane", "pane"), (.gesture, .none, "pane", "pane"),
            (.subviews, .all, "button", "room"), (.subviews, .gesture, "button", "room"),
            (.subviews, .subviews, "room", "room"), (.subviews, .none, "room", "room"),
            (.none, .all, "room", "room"), (.none, .gesture, "room", "room"),
            (.none, .subviews, "room", "room"), (.none, .none, "room", "room"),
        ] as [(GestureMask, GestureMask, String, String)])
    func masks(_ parent: GestureMask, _ child: GestureMask, on: String, beside: String) throws {
        let regions = rooms(.all, parent, child)
        #expect(try owner(of: "600,400", among: regions) == on)
        #expect(try owner(of: "900,400", among: regions) == beside)
        #expect(try owner(of: "100,100", among: regions) == "room")
        // Without a room around them, a finger of neither is in no region.
        let alone = Array(regions.dropFirst()).map { region in
            var region = region
            if region.parent == "room" { region.parent = nil }
            return region
        }
        #expect(try owner(of: "600,400", among: alone) == (on == "room" ? nil : on))
        #expect(try owner(of: "900,400", among: alone) == (beside == "room" ? nil : beside))
        #expect(try owner(of: "100,100", among: alone) == nil)
    }

    @Test(
        "the mask of a grandparent decides, too",
        arguments: [
            (.all, "button", "pane", "room"), (.gesture, "room", "room", "room"),
            (.subviews, "button", "pane", nil), (.none, nil, nil, nil),
        ] as [(GestureMask, String?, String?, String?)])
    func deepMasks(_ room: GestureMask, on: String?, beside: String?, outside: String?) throws {
        let regions = rooms(room, .all, .all)
        #expect(try owner(of: "600,400", among: regions) == on)
        #expect(try owner(of: "900,400", among: regions) == beside)
        #expect(try owner(of: "100,100", among: regions) == outside)
    }

    @Test("each of 256 regions has its own fingers")
    func many() throws {
        let side = 1.0 / 16
        let regions = (0..<256).map { index in
            let corner = (x: Double(index % 16) * side, y: Double(index / 16) * side)
            return TrackedRegion("\(index)", Rectangle(x: corner.x, y: corner.y, width: side, height: side))
        }
        var script: [String] = []
        var expected: [String] = []
        for index in 0..<256 {
            // At its top left corner, 125 × 75 pt from the next.
            script.append("\(20 * index) down a \(125 * (index % 16)),\(75 * (index / 16)); \(20 * index + 10) up a")
            expected += [
                "press#\(2 * index + 1) began in \(index) @\(20 * index)",
                "press#\(2 * index + 1) ended in \(index) @\(20 * index + 10)",
                "tap#\(2 * index + 2) ended x1 in \(index) @\(20 * index + 10)",
            ]
        }
        let events = try Replay("", script.joined(separator: ";"), "", regions: regions).run(asking: "press, tap")
        #expect(events == expected)
    }

    // MARK: Capture

    private static let pair = [
        TrackedRegion("left", Rectangle(x: 0.25, y: 0.25, width: 0.25, height: 0.25)),
        TrackedRegion("right", Rectangle(x: 0.5, y: 0.25, width: 0.25, height: 0.25)),
    ]

    @Test(arguments: [
        Replay(
            "a finger that moves to another region belongs to the one where it landed",
            "0 down a 900,400; 10 move a 1100,400; 20 move a 1800,1100; 30 up a",
            """
            press#1 began in left @0; press#1 cancelled in left @10; drag#2 began by 180,0 in left @10
            drag#2 changed by 880,700 in left @20; drag#2 ended by 880,700 in left @30
            """, regions: pair),
        Replay(
            "a finger within slop presses the region where it landed", "0 down a 995,400; 10 move a 1010,400; 50 up a",
            "press#1 began in left @0; press#1 ended in left @50; tap#2 ended x1 in left @50", regions: pair),
        Replay(
            "a finger beside one from another region presses alone",
            "0 down a 995,400; 10 move a 1010,400; 20 down b 1020,400; 50 up b; 60 up a",
            """
            press#1 began in left @0; press#2 began in right @20
            press#2 ended in right @50; tap#3 ended x1 in right @50
            press#1 ended in left @60; tap#4 ended x1 in left @60
            """, regions: pair),
        Replay(
            "a finger joins one that landed in its region and moved away",
            "0 down a 995,400; 10 move a 1010,400; 20 down b 900,400; 50 up a b",
            "press#1 began in left @0; press#1 cancelled in left @20", regions: pair),
        Replay(
            "taps in turn on two regions make a double tap on each",
            "0 down a 990,400; 20 up a; 40 down b 1010,400; 60 up b; 80 down a 990,400; 100 up a; 120 down b 1010,400; 140 up b",
            """
            tap#1 possible x1 in left @20; tap#2 possible x1 in right @60
            tap#1 ended x2 in left @100; tap#2 ended x2 in right @140
            """, asking: "tap x1 x2", regions: pair),
        Replay(
            "two fingers on two regions do not pinch",
            "0 down a 900,400 b 1100,400; 10 move a by -100,0 b by 100,0; 20 up all",
            """
            drag#1 began by -80,0 in left @10; drag#2 began by 80,0 in right @10
            drag#1 ended by -80,0 in left @20; swipe#3 ended left by -100,0 in left @20
            drag#2 ended by 80,0 in right @20; swipe#4 ended right by 100,0 in right @20
            """, asking: "drag, swipe, pinch, rotation", regions: pair),
        Replay(
            "a finger that lands in no region is ignored, even if it moves to one",
            "0 down a 100,100; 10 move a 750,400; 20 move a 760,400; 700 up a", "", asking: "all", regions: pair),
        Replay(
            "a finger in no region does not affect others",
            "0 down a 750,400; 10 down b 100,100; 20 move b by 90,0; 50 up a b",
            "press#1 began in left @0; press#1 ended in left @50; tap#2 ended x1 in left @50", regions: pair),
        Replay(
            "unplugging cancels the gestures of each region",
            "0 down a 900,400 b 1100,400; 10 move b by 40,0; 20 unplug",
            """
            press#1 began in left @0; press#2 began in right @0; press#2 cancelled in right @10
            drag#3 began by 20,0 in right @10; press#1 cancelled in left @20; drag#3 cancelled by 20,0 in right @20
            """, regions: pair),
    ])
    func capture(_ replay: Replay) throws {
        #expect(try replay.run(asking: "press, tap f1, drag") == replay.expected)
    }

    // MARK: Slop and gestures of its own

    @Test("the slop of a region replaces that of the device", arguments: [Surface.screen, .pad])
    func slop(_ surface: Surface) throws {
        let regions = [
            TrackedRegion("fine", Rectangle(x: 0, y: 0, width: 0.5, height: 1), slop: 5),
            TrackedRegion("coarse", Rectangle(x: 0.5, y: 0, width: 0.5, height: 1), slop: 40),
            TrackedRegion("stiff", Rectangle(x: 0, y: 0.5, width: 0.5, height: 0.5), slop: 0),
        ]
        let (left, right) = (surface.size.x / 4, surface.size.x * 3 / 4)
        for (name, place, below, at, above) in [
            ("fine", "\(left),100", "4.999,0", "5,0", "5.001,0"),
            ("coarse", "\(right),100", "39.999,0", "40,0", "40.001,0"),
        ] {
            for way in [below, at] {
                let replay = Replay(
                    "", "0 down a \(place); 10 move a by \(way); 50 up a",
                    "press#1 began in \(name) @0; press#1 ended in \(name) @50; tap#2 ended x1 in \(name) @50",
                    regions: regions, on: surface)
                #expect(try replay.run(asking: "press, drag, tap") == replay.expected)
            }
            let replay = Replay(
                "", "0 down a \(place); 10 move a by \(above); 50 up a",
                """
                press#1 began in \(name) @0; press#1 cancelled in \(name) @10
                drag#2 began by 0.001,0 in \(name) @10; drag#2 ended by 0.001,0 in \(name) @50
                """, regions: regions, on: surface)
            #expect(try replay.run(asking: "press, drag, tap") == replay.expected)
        }
        let replay = Replay(
            "", "0 down a 10,\(surface.size.y - 10); 10 move a by 0.25,0; 20 up a",
            """
            press#1 began in stiff @0; press#1 cancelled in stiff @10
            drag#2 began by 0.25,0 in stiff @10; drag#2 ended by 0.25,0 in stiff @20
            """, regions: regions, on: surface)
        #expect(try replay.run(asking: "press, drag, tap") == replay.expected)
    }

    @Test("the gestures of a region replace those of the subscription")
    func gestures() throws {
        let (doubles, none) = (try GestureSelection(asking: "tap x1 x2, drag"), GestureSelection())
        let regions = [
            TrackedRegion("usual", Rectangle(x: 0, y: 0, width: 0.25, height: 1)),
            TrackedRegion(
                "own", Rectangle(x: 0.25, y: 0, width: 0.25, height: 1), gestures: GestureSet(selection: doubles)),
            TrackedRegion(
                "still", Rectangle(x: 0.5, y: 0, width: 0.25, height: 1), gestures: GestureSet(selection: none)),
        ]
        let replay = Replay(
            "", "0 down a 100,100 b 600,100 c 1100,100; 50 up all; 1000 down b 600,100; 1010 move b by 40,0; 1020 up b",
            """
            press#1 began in usual @0; press#1 ended in usual @50; tap#2 ended x1 in usual @50
            tap#3 possible x1 in own @50; tap#3 ended x1 in own @50 decided 350
            drag#4 began by 20,0 in own @1010; drag#4 ended by 20,0 in own @1020
            """, regions: regions)
        #expect(try replay.run(asking: "press, tap") == replay.expected)
    }

    @Test("a region smaller than the slop is pressed like any other")
    func small() throws {
        // 10 × 6 pt.
        let dot = TrackedRegion("dot", Rectangle(x: 0.5, y: 0.5, width: 0.005, height: 0.005))
        let replay = Replay(
            "", "0 down a 1009,605; 10 move a by 20,0; 50 up a; 100 down b 1010.5,600; 150 up b",
            "press#1 began in dot @0; press#1 ended in dot @50; tap#2 ended x1 in dot @50", regions: [dot])
        #expect(try replay.run(asking: "press, tap") == replay.expected)
    }

    // MARK: Disabled

    @Test(arguments: [
        Replay(
            "a disabled region has no press, tap or double tap",
            "0 down a 600,400; 50 up a; 100 down a 600,400; 150 up a", ""),
        Replay("a disabled region has no long press", "0 down a 600,400; 5000 up a", ""),
        Replay(
            "a disabled region has no tap and no long press of two fingers", "0 down a 600,400 b 700,400; 2000 up all",
            ""),
        Replay(
            "a disabled region has drags and swipes", "0 down a 600,400; 10 move a by 60,0; 20 up a",
            """
            drag#1 began by 40,0 in ok @10; drag#1 ended by 40,0 in ok @20; swipe#2 ended right by 60,0 in ok @20
            """),
        Replay(
            "a disabled region has pinches", "0 down a 600,400 b 700,400; 10 move a by -40,0 b by 40,0; 20 up all",
            "pinch#1 began f2 scale 1.286 in ok @10; pinch#1 ended f2 scale 1.286 in ok @20"),
    ])
    func disabled(_ replay: Replay) throws {
        var replay = replay
        var region = TrackedRegion.ok
        region.isEnabled = false
        replay.regions = [region]
        #expect(try replay.run() == replay.expected)
    }

    @Test("compositions of suppressed gestures are not reported")
    func disabledCompositions() throws {
        let compositions = [
            TapGesture(count: 2).exclusively(before: DragGesture()).named("either"),
            LongPressGesture().sequenced(before: DragGesture()).named("move"),
        ]
        let replay = Replay(
            "",
            "0 down a 600,400; 50 up a; 100 down a 600,400; 150 up a; 1000 down a 600,400; 1700 move a by 40,0; 1710 up a",
            "drag#1 began by 20,0 in ok of either @1700; drag#1 ended by 20,0 in ok of either @1710", compositions,
            regions: [TrackedRegion("ok", .ok, isEnabled: false)])
        #expect(try replay.run() == replay.expected)
    }

    @Test("a disabled region disables those inside it, and those around it for its fingers")
    func disabledParent() throws {
        let pane = TrackedRegion("pane", .ok, isEnabled: false)
        let button = TrackedRegion(
            "button", Rectangle(x: 0.25, y: 0.25, width: 0.125, height: 0.25), parent: "pane")
        let replay = Replay(
            "", "0 down a 600,400; 50 up a; 100 down b 900,400; 150 up b; 200 down c 100,100; 250 up c",
            "press#1 began in room @200; press#1 ended in room @250; tap#2 ended x1 in room @250",
            regions: [TrackedRegion("room", .whole), pane, button])
        #expect(try replay.run(asking: "press, tap") == replay.expected)
    }

    // MARK: Reenter

    /// `ok` ends at 1000,600; beyond it, the slop of 20 pt is its margin.
    @Test(arguments: [
        Replay(
            "a press can move beyond slop inside the region", "0 down a 600,400; 10 move a 900,500; 50 up a",
            "press#1 began in ok @0; press#1 ended in ok @50"),
        Replay(
            "a press reports leaving the region and coming back",
            "0 down a 990,400; 10 move a 1030,400; 20 move a 1500,900; 30 move a 900,400; 40 up a",
            """
            press#1 began in ok @0; press#1 changed outside in ok @10; press#1 changed inside in ok @30
            press#1 ended in ok @40
            """),
        Replay(
            "a press can end outside", "0 down a 990,400; 10 move a 1030,400; 40 up a",
            "press#1 began in ok @0; press#1 changed outside in ok @10; press#1 ended outside in ok @40"),
        Replay(
            "a press can leave and come back repeatedly",
            "0 down a 990,400; 10 move a 1030,400; 20 move a 990,400; 30 move a 990,700; 40 move a 990,400; 50 up a",
            """
            press#1 began in ok @0; press#1 changed outside in ok @10; press#1 changed inside in ok @20
            press#1 changed outside in ok @30; press#1 changed inside in ok @40; press#1 ended in ok @50
            """),
        Replay(
            "just below the margin of the right side", "0 down a 990,400; 10 move a 1019.999,400; 40 up a",
            "press#1 began in ok @0; press#1 ended in ok @40"),
        Replay(
            "at the margin of the right side", "0 down a 990,400; 10 move a 1020,400; 40 up a",
            "press#1 began in ok @0; press#1 ended in ok @40"),
        Replay(
            "just beyond the margin of the right side", "0 down a 990,400; 10 move a 1020.001,400; 40 up a",
            "press#1 began in ok @0; press#1 changed outside in ok @10; press#1 ended outside in ok @40"),
        Replay(
            "at the margin of the left side, and just beyond",
            "0 down a 510,400; 10 move a 480,400; 20 move a 479.999,400; 40 up a",
            "press#1 began in ok @0; press#1 changed outside in ok @20; press#1 ended outside in ok @40"),
        Replay(
            "at the margin of the top, and just beyond",
            "0 down a 510,310; 10 move a 510,280; 20 move a 510,279.999; 40 up a",
            "press#1 began in ok @0; press#1 changed outside in ok @20; press#1 ended outside in ok @40"),
        Replay(
            "at the margin of the bottom, and just beyond",
            "0 down a 510,590; 10 move a 510,620; 20 move a 510,620.001; 40 up a",
            "press#1 began in ok @0; press#1 changed outside in ok @20; press#1 ended outside in ok @40"),
        Replay(
            "at the margin of a corner, and just beyond",
            "0 down a 990,590; 10 move a 1012,616; 20 move a 1012,616.001; 40 up a",
            "press#1 began in ok @0; press#1 changed outside in ok @20; press#1 ended outside in ok @40"),
        Replay(
            "a finger at the margin is back inside",
            "0 down a 990,400; 10 move a 1020.001,400; 20 move a 1020,400; 40 up a",
            """
            press#1 began in ok @0; press#1 changed outside in ok @10; press#1 changed inside in ok @20
            press#1 ended in ok @40
            """),
        Replay(
            "a second finger cancels the press, inside and outside",
            "0 down a 600,400; 10 down b 700,400; 20 up all; 30 down a 600,400; 40 move a 100,400; 50 down b 700,400; 60 up all",
            """
            press#1 began in ok @0; press#1 cancelled in ok @10
            press#2 began in ok @30; press#2 changed outside in ok @40; press#2 cancelled in ok @50
            """),
        Replay(
            "a palm cancels the press", "0 down a 600,400; 10 move a 900,400; 20 cancel a",
            "press#1 began in ok @0; press#1 cancelled in ok @20"),
        Replay(
            "unplugging cancels the press", "0 down a 600,400; 10 move a 100,400; 20 unplug",
            "press#1 began in ok @0; press#1 changed outside in ok @10; press#1 cancelled in ok @20"),
        Replay(
            "a long press continues beside a drag, and is reported first",
            "0 down a 990,400; 10 move a 1060,400; 20 move a 990,400; 30 up a",
            """
            press#1 began in ok @0; press#1 changed outside in ok @10; drag#2 began by 50,0 in ok @10
            press#1 changed inside in ok @20; drag#2 changed by -20,0 in ok @20
            press#1 ended in ok @30; drag#2 ended by -20,0 in ok @30
            """, asking: "press, drag, tap"),
    ])
    func reenter(_ replay: Replay) throws {
        var replay = replay
        var region = TrackedRegion.ok
        region.tracking = .reenter
        replay.regions = [region]
        #expect(try replay.run(asking: "press") == replay.expected)
    }

    @Test("the margin is the slop of the region, or of the touchpad")
    func reenterMargin() throws {
        let own = TrackedRegion("ok", .ok, slop: 0, tracking: .reenter)
        let replay = Replay(
            "", "0 down a 990,400; 10 move a 1000,400; 20 move a 1000.001,400; 30 up a",
            "press#1 began in ok @0; press#1 changed outside in ok @20; press#1 ended outside in ok @30", regions: [own]
        )
        #expect(try replay.run(asking: "press") == replay.expected)
        // From 0,0 to 315,189 pt.
        let quarter = TrackedRegion(
            "ok", Rectangle(x: 0, y: 0, width: 0.5, height: 0.5), tracking: .reenter)
        let pad = Replay(
            "", "0 down a 310,100; 10 move a 323,100; 20 move a 323.001,100; 30 up a",
            "press#1 began in ok @0; press#1 changed outside in ok @20; press#1 ended outside in ok @30",
            regions: [quarter], on: .pad)
        #expect(try pad.run(asking: "press") == pad.expected)
    }

    @Test func `a lift on another region merges no fingers`() throws {
        let replay = Replay(
            "", "0 down a 500,600 b 1500,600; 100 up a b; down c 500,600; 200 up c",
            """
            press#1 began in l @0; press#2 began in r @0; press#1 ended in l @100; press#3 began in l @100
            press#2 ended in r @100; tap#4 ended x1 in l @100; tap#5 ended x1 in r @100; press#3 ended in l @200
            tap#6 ended x1 run 2 in l @200
            """, asking: "press, tap",
            regions: [
                TrackedRegion("l", Rectangle(x: 0, y: 0, width: 0.5, height: 1)),
                TrackedRegion("r", Rectangle(x: 0.5, y: 0, width: 0.5, height: 1)),
            ])
        let events = try replay.run()
        #expect(events == replay.expected)
    }
}

extension TrackedRegion {
    /// From 500,300 to 1000,600 pt of the screen.
    static let ok = TrackedRegion("ok", .ok)
}

extension Rectangle {
    static let ok = Rectangle(x: 0.25, y: 0.25, width: 0.25, height: 0.25)
}
