import GestureCore
import TestSupport
import Testing

/// Taps.
@Suite struct TapCases {
    @Test(arguments: [
        Replay(
            "a gap of 39 ms makes a double tap as one of 40 does",
            "0 down a 9,9; 50 up a; 89 down a 9,9; 100 up a; 1000 down a 9,9; 1050 up a; 1090 down a 9,9; 1100 up a",
            "tap#1 possible x1 @50; tap#1 ended x2 @100; tap#2 possible x1 @1050; tap#2 ended x2 @1100"),
        Replay(
            "of three quick taps, the first and the second make a double tap",
            "0 down a 9,9; 10 up a; 15 down a 9,9; 25 up a; 30 down a 9,9; 40 up a",
            """
            tap#1 possible x1 @10; tap#1 ended x2 @25
            tap#2 possible x1 run 3 @40; tap#2 ended x1 run 3 @40 decided 340
            """),
        Replay(
            "the gap of a double tap is measured from lift to press",
            "0 down a 9,9; 500 up a; 800 down a 9,9; 1500 up a", "tap#1 possible x1 @500; tap#1 ended x2 @1500"),
        Replay(
            "two presses close in time are no double tap if the gap is too long",
            "0 down a 9,9; 10 up a; 310.001 down a 9,9; 320 up a",
            """
            tap#1 possible x1 @10; tap#1 ended x1 @10 decided 310
            tap#2 possible x1 run 2 @320; tap#2 ended x1 run 2 @320 decided 620
            """),
        Replay(
            "each tap is reported at its lift",
            "0 down a 9,9; 10 up a; 20 down a 9,9; 30 up a; 40 down a 9,9; 50 up a",
            "tap#1 ended x1 @10; tap#2 ended x1 run 2 @30; tap#3 ended x1 run 3 @50", asking: "tap"),
        Replay(
            "two slow taps are two taps, however short the gap", "0 down a 9,9; 100 up a; 120 down a 9,9; 220 up a",
            "tap#1 ended x1 @100; tap#2 ended x1 run 2 @220", asking: "tap"),
        Replay(
            "two slow taps are a double tap, however short the gap",
            "0 down a 9,9; 100 up a; 120 down a 9,9; 220 up a", "tap#1 possible x1 @100; tap#1 ended x2 @220"),
        Replay(
            "each of five taps has a press and a lift",
            """
            0 down a 9,9; 10 up a; 20 down a 9,9; 30 up a; 40 down a 9,9; 50 up a; 60 down a 9,9; 70 up a
            80 down a 9,9; 90 up a
            """,
            """
            press#1 began @0; press#1 ended @10; tap#2 possible x1 @10
            press#3 began @20; press#3 ended @30; tap#2 ended x2 @30
            press#4 began @40; press#4 ended @50; tap#5 possible x1 run 3 @50
            press#6 began @60; press#6 ended @70; tap#5 ended x2 run 4 @70
            press#7 began @80; press#7 ended @90; tap#8 possible x1 run 5 @90; tap#8 ended x1 run 5 @90 decided 390
            """, asking: "press, tap x1 x2"),
        Replay(
            "a held-back tap has the time of its lift, and the time of its decision never goes back",
            "0 down a 9,9; 50 up a; 100 down a 300,9; 150 up a",
            """
            press#1 began @0; press#1 ended @50; tap#2 possible x1 @50; press#3 began @100
            tap#2 ended x1 @50 decided 100; press#3 ended @150; tap#4 possible x1 @150
            tap#4 ended x1 @150 decided 450
            """, asking: "press, tap x1 x2"),
    ])
    func rows(_ replay: Replay) throws {
        let events = try replay.run(asking: "tap x1 x2")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "a tap can last any time", "0 down a 9,9; 1200.001 up a", "tap#1 ended x1 @1200.001"),
        Replay(
            "on a touchpad, a tap can be shorter than 180 ms", "0 down a 99,99; 179.999 up a",
            "tap#1 ended x1 @179.999", on: .pad),
        Replay(
            "on a touchpad, a tap can last 180 ms or longer", "0 down a 99,99; 180 up a", "tap#1 ended x1 @180",
            on: .pad),
        Replay(
            "on a touchpad, a finger that moves less than 8 pt taps", "0 down a 99,99; 10 move a by 7.999,0; 50 up a",
            "tap#1 ended x1 @50", on: .pad),
        Replay(
            "on a touchpad, a finger that moves 8 pt taps", "0 down a 99,99; 10 move a by 0,-8; 50 up a",
            "tap#1 ended x1 @50", on: .pad),
        Replay(
            "on a touchpad, a finger that moves more than 8 pt does not tap",
            "0 down a 99,99; 10 move a by 8.001,0; 50 up a", "", on: .pad),
        Replay(
            "a finger that turns out to be a palm does not tap, and the next one does",
            "0 down a 9,9; 30 cancel a; 40 up a?; 60 down b 9,9; 90 up b", "tap#1 ended x1 @90"),
    ])
    func oneFinger(_ replay: Replay) throws {
        let events = try replay.run(asking: "tap")
        #expect(events == replay.expected)
    }

    @Test(arguments: [
        Replay(
            "two contacts are two fingers, however close", "0 down a 100,100 b 100.6,100; 10 up all",
            "tap#1 ended x1 f2 @10"),
        Replay(
            "fingers tap together at any distance", "0 down a 50,100 b 491,100; 20 up all",
            "tap#1 ended x1 f2 @20", on: .pad),
        Replay(
            "four fingers tap in any order of lifts, and the next finger taps separately",
            Script.hand(4, at: 0) + "; 50 up c; 60 up a; 70 up d; 80 up b; 200 down a 100,100; 250 up a",
            "tap#1 ended x1 f4 @80; tap#2 ended x1 @250", on: .pad),
        Replay(
            "two fingers can tap for any time", "0 down a 100,100 b 400.001,100; 701 up all",
            "tap#1 ended x1 f2 @701"),
        Replay(
            "two fingers tap if one moves to slop", "0 down a 100,100 b 300,100; 10 move b by 0,20; 50 up all",
            "tap#1 ended x1 f2 @50"),
        Replay(
            "two fingers do not tap if one moves beyond slop",
            "0 down a 100,100 b 300,100; 10 move b by 0,20.001; 50 up all",
            ""),
        Replay(
            "three fingers make a tap of three", Script.hand(3, at: 0) + "; 50 up all",
            "tap#1 ended x1 f3 @50"),
        Replay(
            "three fingers make no tap of two", Script.hand(3, at: 0) + "; 50 up all", "",
            asking: "tap f2"),
    ])
    func hand(_ replay: Replay) throws {
        let events = try replay.run(asking: "tap")
        #expect(events == replay.expected)
    }
}

/// Taps of regions that change while one is held back.
@Suite struct ChangedRegionCases {
    private static let place = Rectangle(x: 0, y: 0, width: 0.5, height: 0.5)

    private func button(asking text: String, in place: Rectangle = place) throws -> TrackedRegion {
        TrackedRegion("button", place, gestures: GestureSet(selection: try GestureSelection(asking: text)))
    }

    /// Plays a script in which the client sets the later regions at each `wake`.
    private func play(
        _ script: String, _ regions: [TrackedRegion], then later: [TrackedRegion], format: EventText = EventText()
    ) throws -> [String] {
        var engine = GestureEngine(options: GestureOptions(regions: regions))
        var names = Dictionary(uniqueKeysWithValues: zip(engine.regionIDs, regions.map(\.name)))
        var events: [EngineEvent] = []
        for step in try TouchScript(script).steps {
            events += engine.play(step)
            guard case .wake(let time) = step else { continue }
            engine.setRegions(later, at: time)
            events += engine.events
            names.merge(zip(engine.regionIDs, later.map(\.name))) { _, name in name }
        }
        events += engine.play(.wake(at: .distantFuture))
        var format = format
        format.regions = names
        return events.map { format.text($0) }
    }

    @Test func `a tap waits only where its own region wants a double tap`() throws {
        let regions = [
            try button(asking: "tap"),
            TrackedRegion(
                "map", Rectangle(x: 0.5, y: 0, width: 0.5, height: 1),
                gestures: GestureSet(selection: try GestureSelection(asking: "tap x1 x2"))),
        ]
        #expect(
            try play("0 down a 100,100; 50 up a; 60 down a 1500,100; 70 up a", regions, then: regions) == [
                "tap#1 ended x1 in button @50", "tap#2 possible x1 in map @70", "tap#2 ended x1 in map @70 decided 370",
            ])
    }

    @Test func `a held-back tap is reported when its region is removed`() throws {
        let button = try button(asking: "tap x1 x2")
        #expect(
            try play("0 down a 100,100; 50 up a; 100 wake", [button], then: []) == [
                "tap#1 possible x1 in button @50", "tap#1 ended x1 in button @50 decided 100",
            ])
    }

    @Test func `a held-back tap is reported when its region is disabled`() throws {
        let button = try button(asking: "tap x1 x2")
        var disabled = button
        disabled.isEnabled = false
        #expect(
            try play("0 down a 100,100; 50 up a; 100 wake", [button], then: [disabled]) == [
                "tap#1 possible x1 in button @50", "tap#1 ended x1 in button @50 decided 100",
            ])
    }

    @Test func `a double tap requested while a finger is down applies to the next finger`() throws {
        let (single, double) = (try button(asking: "tap"), try button(asking: "tap x1 x2"))
        #expect(
            try play("0 down a 100,100; 20 wake; 50 up a; 1000 down a 100,100; 1050 up a", [single], then: [double])
                == [
                    "tap#1 ended x1 in button @50", "tap#2 possible x1 in button @1050",
                    "tap#2 ended x1 in button @1050 decided 1350",
                ])
    }

    @Test func `a region that only moves keeps its deadline`() throws {
        let button = try button(asking: "tap x1 x2")
        let elsewhere = try self.button(asking: "tap x1 x2", in: Rectangle(x: 0.5, y: 0.5, width: 0.5, height: 0.5))
        #expect(
            try play("0 down a 100,100; 50 up a; 100 wake", [button], then: [elsewhere]) == [
                "tap#1 possible x1 in button @50", "tap#1 ended x1 in button @50 decided 350",
            ])
    }

    @Test func `a tap that a composition holds back is reported when its region is removed`() throws {
        var button = try button(asking: "")
        button.gestures?.compositions = [
            TapGesture(count: 2).exclusively(before: TapGesture()).named("either")
        ]
        var format = EventText()
        format.compositions = ["either"]
        #expect(
            try play("0 down a 100,100; 50 up a; 100 wake", [button], then: [], format: format) == [
                "tap#1 possible x1 in button of either @50", "tap#1 ended x1 in button of either @50 decided 100",
            ])
    }

    @Test func `a held-back tap is reported when its double tap is no longer requested`() throws {
        let (single, double) = (try button(asking: "tap"), try button(asking: "tap x1 x2"))
        #expect(
            try play("0 down a 100,100; 50 up a; 100 wake; 1000 down a 100,100; 1050 up a", [double], then: [single])
                == [
                    "tap#1 possible x1 in button @50", "tap#1 ended x1 in button @50 decided 100",
                    "tap#2 ended x1 in button @1050",
                ])
    }
}
