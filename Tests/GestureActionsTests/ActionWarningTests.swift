import GestureCore
import GestureProtocol
import Testing
import Text

@testable import GestureActions

/// Warnings about valid lines of an actions file that probably do not do what was meant.
@Suite struct ActionWarningTests {
    /// - Parameter text: lines without a section are those of `[actions]`.
    private static func warnings(
        _ text: String, devices: [DeviceReport]? = nil, _ thresholds: Thresholds = Thresholds()
    )
        -> [String]
    {
        let file = ActionsFile(Array((text.hasPrefix("[") ? text : "[actions]\n" + text).utf8))
        #expect(file.errors == [])
        return file.warnings(devices: devices, thresholds).map { "\($0.line): \($0.text)" }
    }

    /// Whether two gestures, in one section, run at one motion.
    private static func overlap(_ first: String, _ second: String) -> Bool {
        !warnings("\(first) = a\n\(second) = b").isEmpty
    }

    // MARK: Overlaps

    @Test(arguments: [
        // Fingers.
        ("swipe left", "swipe left 3"), ("swipe left 2-4", "swipe left 4+"), ("tap", "tap 3 fingers"),
        ("tap 2", "tap 2 2 fingers"), ("edge left", "edge left 1"), ("pinch in", "pinch in 3+"),
        // Directions.
        ("swipe 3", "swipe left 3"), ("drag 3", "drag vertical 3"), ("drag left 3", "drag horizontal 3"),
        ("swipe up 3", "swipe up-left 3"), ("drag right 1", "drag down-right 1"),
        ("drag horizontal 2", "drag up-left 2"),
        ("pinch 2", "pinch out 2"), ("rotate", "rotate clockwise"),
        // Edges and areas.
        ("edge", "edge left"), ("edge bottom", "edge bottom up"), ("drag 1", "drag 1 from left"),
        ("tap", "tap in top-left"), ("tap in left", "tap in top"), ("hold in left 60%", "hold in right 60%"),
        // Times, distances and modifier keys.
        ("hold", "hold 2s"), ("hold 2s", "hold 2s 1"), ("swipe left", "swipe left 60mm"),
        ("swipe left", "swipe left under 300ms"), ("tap under 400ms", "tap over 300ms"), ("tap", "tap with ctrl"),
        ("tap with none", "tap"),
        // Steps.
        ("drag up 4 every 8mm", "drag up every 10mm"), ("drag 4 every 8mm", "drag up 4 every 8mm"),
        ("rotate every 10deg", "rotate clockwise every 15deg"), ("drag on end", "drag 1 on end"),
        // A movement, and what it is when the fingers lift.
        ("swipe left 3", "drag left 3"), ("drag left 3", "swipe left"), ("drag 3 on update", "swipe up 3"),
        ("drag up 3 every 8mm", "swipe up 3"), ("drag 1", "edge left right"), ("drag right 1 from left", "edge left"),
        ("hold", "tap over 700ms"), ("hold 1s", "tap 2 over 700ms"), ("tap under 200ms", "tap 2"),
        ("stroke circle", "drag"), ("drag 1 on end", "stroke z"), ("swipe", "stroke s"), ("swipe 1 60mm", "stroke v"),
        ("drag 2 from left", "edge left"),
        // Sequences of which each stage overlaps.
        ("swipe left then tap", "swipe left 3 then tap"), ("tap 5 then hold", "tap 5 then hold 2s within 5s"),
    ])
    func `gestures that are one motion overlap`(_ first: String, _ second: String) {
        #expect(Self.overlap(first, second))
        #expect(Self.overlap(second, first))
    }

    @Test(arguments: [
        ("swipe left 3", "swipe right 3"), ("swipe left 3", "swipe left 4"), ("swipe left 1-2", "swipe left 3+"),
        ("drag horizontal 3", "drag vertical 3"), ("drag horizontal 3", "drag up 3"),
        ("swipe up-left 3", "swipe up-right 3"), ("pinch in", "pinch out"),
        ("rotate clockwise", "rotate counterclockwise"),
        ("tap", "tap 2"), ("tap under 200ms", "tap 2 under 200ms"), ("tap under 200ms", "tap 2 over 1s"),
        ("tap 3", "hold"),
        ("tap under 500ms", "hold"), ("tap under 1s", "hold 1s"), ("tap", "swipe left"), ("press", "tap"),
        ("press", "drag"),
        ("hold", "drag"), ("hold 1", "drag 1 on end"), ("pinch 2", "rotate 2"), ("pinch", "drag"),
        ("edge left", "edge right"), ("edge left", "swipe right"), ("swipe right 1", "drag 1 from left"),
        ("edge left", "drag 1 from right"), ("edge bottom up", "drag up 4 every 8mm"),
        ("tap in left", "tap in right"), ("tap in top-left", "tap in center"), ("hold in top", "hold in bottom"),
        ("swipe left under 300ms", "swipe left over 300ms"), ("tap under 200ms", "tap over 1s"),
        ("tap with ctrl", "tap with none"), ("drag while 1", "drag"),
        ("drag up 4 every 8mm", "drag down 4 every 8mm"), ("pinch in every 10%", "pinch out every 10%"),
        ("drag on begin", "drag on end"), ("drag on update", "drag 1 on cancel"), ("hold", "hold 2s on end"),
        ("drag up 4", "drag up 4 every 8mm"), ("swipe left 3", "drag left 3 on cancel"),
        ("stroke circle", "stroke z"), ("stroke z", "drag right 1"), ("stroke z", "swipe right 1"),
        ("stroke circle", "drag 2"), ("tap 5 then hold 2s", "tap 5"), ("tap 5 then hold", "tap 4 then hold"),
        ("tap 5 then hold", "tap 5 then hold then tap"), ("tap 5 then stroke s", "tap 5 then hold"),
        ("idle 60s", "idle 120s"), ("idle 60s", "wake 10min"),
    ])
    func `gestures that are different motions do not overlap`(_ first: String, _ second: String) {
        #expect(Self.warnings("\(first) = a\n\(second) = b") == [])
        #expect(Self.warnings("\(second) = a\n\(first) = b") == [])
    }

    @Test(arguments: [
        (
            "swipe left", "swipe left 3",
            "0 down a 1000,300 b 1000,500 c 1000,700; 10 glide a by -300,0 b by -300,0 c by -300,0 for 100; 120 up all"
        ),
        (
            "drag left 3", "swipe left 3",
            "0 down a 1000,300 b 1000,500 c 1000,700; 10 glide a by -300,0 b by -300,0 c by -300,0 for 100; 120 up all"
        ),
        ("drag up 1 every 100pt", "swipe up 1", "0 down a 1000,900; 10 glide a by 0,-150 for 100; 120 up a"),
        ("swipe up", "swipe up-left", "0 down a 1000,900; 10 glide a by -150,-200 for 100; 120 up a"),
        ("drag 1", "edge left right", "0 down a 2,600; 10 glide a by 200,0 for 100; 120 up a"),
        ("hold", "hold 2s", "0 down a 1000,600; 2100 up a"), ("tap", "tap in top-left", "0 down a 100,100; 50 up a"),
        ("tap over 700ms", "hold", "0 down a 100,100; 800 up a"),
        ("tap under 200ms", "tap 2", "0 down a 100,100; 50 up a; 150 down a 100,100; 200 up a"),
    ])
    func `the engine runs both of an overlap`(_ first: String, _ second: String, _ script: String) throws {
        #expect(Self.overlap(first, second))
        var tester = try ActionsTester("\(first) = a\n\(second) = b")
        let runs = try tester.names(script)
        for gesture in [first, second] { #expect(runs.contains { $0 == gesture || $0.hasPrefix("\(gesture) #") }) }
    }

    @Test(arguments: [
        ("[actions]\nswipe left = a\n[device touchscreen]\nswipe left 3 = b", true),
        ("[application firefox]\nswipe left = a\n[actions]\nswipe left 3 = b", true),
        ("[application firefox]\nswipe left = a\n[application Org.Mozilla.Firefox]\nswipe left 3 = b", true),
        ("[application firefox]\nswipe left = a\n[device touchpad]\nswipe left 3 = b", true),
        // The narrower section replaces the wider one.
        ("[actions]\nswipe left = a\n[device touchscreen]\nswipe left = b", false),
        ("[actions]\nswipe left = a\n[application firefox]\nswipe left on end = b", false),
        ("[device touchpad]\nswipe left = a\n[application firefox]\nswipe left = b", false),
        // Never at the same time.
        ("[device touchpad]\nswipe left = a\n[device touchscreen]\nswipe left 3 = b", false),
        ("[application firefox]\nswipe left = a\n[application foot]\nswipe left 3 = b", false),
    ])
    func `sections overlap if both can apply and neither replaces the other`(_ text: String, _ overlaps: Bool) {
        #expect(Self.warnings(text).isEmpty == !overlaps)
    }

    @Test(arguments: [
        ("swipe left", "swipe left 3", "write another number of fingers in line 2, e.g. '1 finger'"),
        ("pinch in 2", "pinch in", "write another number of fingers here, e.g. '3 fingers'"),
        ("tap 2-3 fingers", "tap 3-4 fingers", "write another number of fingers in line 2, e.g. '1 finger'"),
        (
            "drag left 3", "swipe left 3",
            "one runs before the fingers lift, the other when they do; bind only one of them, or one with another number of fingers"
        ),
        ("swipe left 3", "swipe 3", "write a direction here"), ("edge", "edge left", "write an edge in line 2"),
        ("hold in left", "hold", "write an area here"), ("tap", "tap with ctrl", "write 'with none' in line 2"),
        ("tap with none", "tap", "write a modifier key, e.g. 'with shift', here"),
        ("tap under 1s", "tap", "write 'over 1000ms' here"),
        (
            "tap under 200ms", "tap 2",
            "write the same 'under' and 'over' for both, so that the shorter one waits for another tap"
        ),
        ("hold", "hold 2s", "bind only one of them, or one with another number of fingers"),
    ])
    func `an overlap comes with what tells the two apart`(_ first: String, _ second: String, _ remedy: String) {
        #expect(
            Self.warnings("\(first) = a\n\(second) = b") == [
                "3: '\(first)' in line 2 and '\(second)' both run at one motion: \(remedy)"
            ])
    }

    @Test func `every pair of three bindings is reported, and between sections the rule for them`() {
        let found = Self.warnings("[actions]\nswipe left = a\nswipe left 3 = b\n[device touchpad]\ndrag left 3 = c")
        #expect(
            found.map { String($0.prefix(37)) } == [
                "3: 'swipe left' in line 2 and 'swipe ", "5: 'swipe left' in line 2 and 'drag l",
                "5: 'swipe left 3' in line 3 and 'drag",
            ])
        #expect(found.map { $0.contains("a narrower section replaces only the same words; ") } == [false, true, true])
    }

    @Test func `at most 50 overlaps are reported`() {
        #expect(Self.warnings((1...256).map { "swipe left 3 \($0)mm = a\n" }.joined()).count == 50)
    }

    // MARK: Gestures that no hand can make

    @Test(arguments: [
        ("edge left left", "an edge swipe from the left edge cannot go left (did you mean 'right'?)"),
        ("edge right right", "an edge swipe from the right edge cannot go right (did you mean 'left'?)"),
        ("edge top up 2", "an edge swipe from the top edge cannot go up (did you mean 'down'?)"),
        ("edge bottom down", "an edge swipe from the bottom edge cannot go down (did you mean 'up'?)"),
        ("tap then edge left left", "an edge swipe from the left edge cannot go left (did you mean 'right'?)"),
        ("drag left from left 10mm", "a drag from the left edge cannot go left (did you mean 'right'?)"),
        (
            "edge left in right",
            "the area is not at the left edge, where the fingers have to land: leave out one of the two"
        ),
        (
            "edge bottom in top",
            "the area is not at the bottom edge, where the fingers have to land: leave out one of the two"
        ),
        (
            "drag from top in 0-50% 40-60%",
            "the area is not at the top edge, where the fingers have to land: leave out one of the two"
        ),
    ])
    func `a gesture over the edge at which it starts is impossible`(_ gesture: String, _ problem: String) {
        #expect(Self.warnings("\(gesture) = a") == ["2: '\(gesture)': \(problem)"])
    }

    @Test(arguments: [
        "edge left right", "edge left up", "edge left up-left", "edge left left 3mm", "drag left from left",
        "edge top down",
        "drag up 1 from top every 8mm", "edge left in left", "edge left in top", "edge left in bottom-left 10%",
        "swipe left in left",
    ])
    func `a gesture that stays on the surface is possible`(_ gesture: String) {
        #expect(Self.warnings("\(gesture) = a") == [])
    }

    @Test func `a wide edge has room for a swipe over it`() {
        var thresholds = Thresholds()
        #expect(Self.warnings("edge left left = a", thresholds).count == 1)
        thresholds.edge = 120
        #expect(Self.warnings("edge left left = a", thresholds) == [])
    }

    @Test(arguments: [("edge left in 1-40% 0-100%", true), ("edge left in 2-40% 0-100%", false)])
    func `the area of an edge is where the fingers land`(_ gesture: String, _ isPossible: Bool) {
        // The edge is 3.8 mm of 200 mm wide: 1.9 %.
        #expect(Self.warnings("\(gesture) = a", devices: Self.devices).isEmpty == isPossible)
        #expect(Self.warnings("\(gesture) = a") == [])
    }

    @Test(arguments: [
        ("tap 3 then hold 1s within 999ms", false), ("tap 3 then hold 1s within 1s", true),
        ("hold 5s then hold 5s within 9s", false), ("hold 5s then hold 5s within 10s", true),
        ("hold then tap within 599ms", false), ("hold then tap within 600ms", true),
    ])
    func `a sequence has time for its holds`(_ gesture: String, _ isPossible: Bool) {
        #expect(Self.warnings("\(gesture) = a").isEmpty == isPossible)
    }

    @Test func `what cannot be made does not overlap`() {
        #expect(Self.warnings("edge left left = a\ndrag from left = b").count == 1)
    }

    @Test func `a shorter long press makes a hold of a tap`() {
        var thresholds = Thresholds()
        #expect(Self.warnings("hold = a\ntap under 500ms = b", thresholds) == [])
        thresholds.longPress = .milliseconds(300)
        #expect(Self.warnings("hold = a\ntap under 500ms = b", thresholds).count == 1)
    }

    @Test func `the engine recognizes no swipe over the edge at which it starts`() throws {
        var tester = try ActionsTester("edge bottom down = a")
        #expect(try tester.names("0 down a 1000,1178; 10 glide a by 0,22 for 100; 120 up a") == [])
    }

    /// 200 mm × 150 mm, and 100 mm × 50 mm.
    private static var devices: [DeviceReport] {
        var (screen, pad) = (ActionsTester.screen, ActionsTester.pad)
        (screen.width, screen.height) = (200, 150)
        (pad.width, pad.height) = (100, 50)
        return [screen, pad]
    }

    @Test(
        arguments: [
            ("[actions]\nswipe left 200mm = a", nil), ("[actions]\nswipe left 201mm = a", "200.0"),
            ("[actions]\nswipe up 150mm = a", nil), ("[actions]\nswipe up 151mm = a", "150.0"),
            ("[actions]\nswipe 250mm = a", nil), ("[actions]\nswipe 251mm = a", "250.0"),
            ("[actions]\nswipe up-left 201mm = a", nil), ("[actions]\ndrag vertical 160mm = a", "150.0"),
            ("[actions]\ndrag up every 160mm = a", "150.0"), ("[actions]\ndrag every 160mm = a", nil),
            ("[actions]\nswipe left 1270pt = a", "200.0"), ("[actions]\ntap then swipe left 201mm = a", "200.0"),
            ("[device touchpad]\nswipe left 101mm = a", "100.0"), ("[device My Pad]\nswipe up 51mm = a", "50.0"),
            ("[device touchscreen]\nswipe left 101mm = a", nil),
            ("[actions]\nswipe left in left 30% 60mm = a", nil), ("[actions]\nswipe left in left 30% 61mm = a", "60.0"),
            ("[actions]\nswipe right in left 30% 200mm = a", nil),
            ("[actions]\ndrag vertical in 0-10% 20-40% 121mm = a", "120.0"),
        ] as [(String, String?)])
    func `a distance is at most that of the longest device in its section`(_ text: String, _ longest: String?) {
        let found = Self.warnings(text, devices: Self.devices)
        let place = text.contains(" in ") ? "the way from the area to the edge" : "the device"
        #expect(found.count == (longest == nil ? 0 : 1))
        if let longest { #expect(found[0].hasSuffix(" mm is longer than \(place), which has \(longest) mm")) }
        #expect(Self.warnings(text) == [])
    }

    // MARK: Sections for devices

    @Test(
        arguments: [
            ("touchscreen", nil), ("touchpad", nil), ("My Screen", nil), ("screen-1", nil),
            ("touchsreen", "no device 'touchsreen' is connected now (did you mean 'touchscreen'?)"),
            ("Touchpad", "no device 'Touchpad' is connected now (did you mean 'touchpad'?)"),
            ("My Sceren", "no device 'My Sceren' is connected now (did you mean 'My Screen'?)"),
            ("other", "no device 'other' is connected now; 'gesturectl devices' lists those that are"),
        ] as [(String, String?)])
    func `a section for a device that is not connected is reported at its header`(_ name: String, _ text: String?) {
        let file = "\n[device \(name)]\ntap = a\ntap 2 = b"
        #expect(Self.warnings("[actions]" + file, devices: Self.devices) == (text.map { ["2: \($0)"] } ?? []))
        let section = "[action menu]\ngesture = tap\ndevice = \(name)\nrun = a"
        #expect(Self.warnings(section, devices: Self.devices) == (text.map { ["1: \($0)"] } ?? []))
    }

    @Test(
        arguments: [
            ("touchsreen", "1: 'touchsreen' is no kind of device (did you mean 'touchscreen'?)"),
            ("touch pad", "1: 'touch pad' is no kind of device (did you mean 'touchpad'?)"), ("touchscreen", nil),
            ("My Screen", nil), ("other", nil),
        ] as [(String, String?)])
    func `without the service, only a misspelt kind is reported`(_ name: String, _ text: String?) {
        #expect(Self.warnings("[device \(name)]\ntap = a") == (text.map { [$0] } ?? []))
    }

    @Test func `a note about syntax of the shell is a warning`() {
        #expect(Self.warnings("tap = a | b").count == 1)
    }
}
