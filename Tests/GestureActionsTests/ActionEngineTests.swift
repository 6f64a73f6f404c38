import GestureCore
import TestSupport
import Testing

@testable import GestureActions

/// What touches run.
@Suite struct ActionEngineTests {
    private static func runs(_ file: String, _ script: String, on surface: Surface = .screen) throws -> [String] {
        var tester = try ActionsTester(file, on: surface)
        return try tester.names(script)
    }

    /// Taps with one finger, from the start of a script on.
    private static func taps(_ count: Int, at place: String = "100,100", from start: Int = 0) -> String {
        (0..<count).map { "\(start + $0 * 150) down a \(place); \(start + $0 * 150 + 50) up a" }.joined(separator: "; ")
    }

    // MARK: Taps

    @Test func `a double tap runs only its own binding`() throws {
        let file = "tap = x\ntap 2 = y\n"
        #expect(try Self.runs(file, Self.taps(1)) == ["tap"])
        #expect(try Self.runs(file, Self.taps(2)) == ["tap 2"])
        #expect(try Self.runs("tap 2 = y\ntap = x\n", Self.taps(2)) == ["tap 2"])
    }

    @Test func `taps with other numbers of fingers run beside them`() throws {
        let file = "tap = x\ntap 2 = y\ntap 2 fingers = z\n"
        #expect(try Self.runs(file, "0 down a 100,100 b 200,100; 50 up all") == ["tap", "tap 2 fingers"])
        #expect(
            try Self.runs("tap 1 finger = x\ntap 2 fingers = z\n", "0 down a 100,100 b 200,100; 50 up all") == [
                "tap 2 fingers"
            ])
    }

    @Test func `a hold runs when it is recognized, and its fingers make no tap`() throws {
        var tester = try ActionsTester("tap = x\nhold = y\nhold 2s = z\n")
        #expect(try tester.play("0 down a 100,100; 599 up a") == ["599 tap"])
        #expect(try tester.play("5000 down a 100,100; 5601 up a") == ["5600 hold"])
        #expect(try tester.play("10000 down a 100,100; 12100 up a") == ["10600 hold", "12000 hold 2s"])
    }

    @Test func `forty bindings for taps are told apart`() throws {
        let file = (1...10).flatMap { count in (1...4).map { "tap \(count) \($0) fingers = x\n" } }.joined()
        #expect(try Self.runs(file, Self.taps(3)) == ["tap 3 1 fingers"])
        #expect(try Self.runs(file, Self.taps(9)) == ["tap 9 1 fingers"])
        #expect(try Self.runs(file, "0 down a 100,100 b 200,100; 50 up all") == ["tap 1 2 fingers"])
    }

    // MARK: Sequences

    private static let menu = "[action menu]\ngesture = tap 5 in top-left, hold 2s in top-left\nwithin = 5s\nrun = x\n"

    @Test func `five taps and a hold in a corner run once`() throws {
        #expect(try Self.runs(Self.menu, "\(Self.taps(5)); 1000 down a 100,100; 3100 up a") == ["menu"])
        var tester = try ActionsTester(Self.menu)
        #expect(try tester.play("\(Self.taps(5)); 1000 down a 100,100; 3100 up a") == ["3000 menu"])
    }

    @Test func `four taps, a short hold or another corner do not`() throws {
        #expect(try Self.runs(Self.menu, "\(Self.taps(4)); 1000 down a 100,100; 3100 up a") == [])
        #expect(try Self.runs(Self.menu, "\(Self.taps(5)); 1000 down a 100,100; 2999 up a") == [])
        #expect(try Self.runs(Self.menu, "\(Self.taps(5, at: "1900,100")); 1000 down a 1900,100; 3100 up a") == [])
        #expect(try Self.runs(Self.menu, "\(Self.taps(5)); 1000 down a 1900,100; 3100 up a") == [])
        #expect(try Self.runs(Self.menu, "\(Self.taps(5)); 3001 down a 100,100; 5100 up a") == [])
        #expect(try Self.runs(Self.menu, Self.taps(5)) == [])
    }

    @Test func `a sequence runs beside the gestures that are its members`() throws {
        let file = "tap 5 = five\nhold 2s = held\n" + Self.menu
        #expect(
            try Self.runs(file, "\(Self.taps(5)); 1000 down a 100,100; 3100 up a").sorted() == [
                "hold 2s", "menu", "tap 5",
            ])
    }

    // MARK: Moments

    @Test func `swipes run at their end`() throws {
        var tester = try ActionsTester("swipe left 1 = x\nswipe right 1 = y\n")
        #expect(try tester.play("0 down a 1000,600; 10 glide a by -300,0 for 100; 120 up a") == ["120 swipe left 1"])
    }

    @Test func `on says at which part of a gesture a binding runs`() throws {
        let file = "drag on begin = b\ndrag on update = u\ndrag on end = e\ndrag on cancel = c\n"
        let runs = try Self.runs(file, "0 down a 1000,600; 10 glide a by 100,0 for 50; 70 up a")
        #expect(runs.first == "drag on begin")
        #expect(runs.last == "drag on end")
        #expect(runs.dropFirst().dropLast().allSatisfy { $0 == "drag on update" })
        #expect(runs.count > 3)
        let cancelled = try Self.runs(file, "0 down a 1000,600; 10 glide a by 100,0 for 50; 70 cancel a")
        #expect(cancelled.last == "drag on cancel")
        #expect(!cancelled.contains("drag on end"))
    }

    @Test func `gestures with different words are followed apart`() throws {
        let file = "drag on update = all\ndrag 1 on update = one\n"
        let runs = try Self.runs(file, "0 down a 1000,600; 10 move a by 30,0; 20 move a by 30,0; 30 up a")
        #expect(runs.filter { $0 == "drag on update" }.count == runs.filter { $0 == "drag 1 on update" }.count)
        #expect(runs.count == 2)
    }

    @Test func `press runs when a finger lands`() throws {
        var tester = try ActionsTester("press = x\n")
        #expect(try tester.play("0 down a 100,100; 500 up a") == ["0 press"])
    }

    // MARK: Steps

    /// The movement of a drag is without the slop of 20 pt.
    private static let slider = "drag up every 100pt = +\ndrag down every 100pt = -\n"

    @Test(arguments: [
        (-119, [] as [String]), (-120, ["drag up every 100pt #1 up"]), (-219, ["drag up every 100pt #1 up"]),
        (-220, ["drag up every 100pt #1 up", "drag up every 100pt #2 up"]), (119, []),
        (120, ["drag down every 100pt #1 down"]),
    ])
    func `a drag makes a step at each whole distance`(_ way: Int, _ runs: [String]) throws {
        #expect(try Self.runs(Self.slider, "0 down a 1000,600; 10 glide a by 0,\(way) for 200; 300 up a") == runs)
    }

    @Test func `a drag that turns back makes steps of the other binding`() throws {
        let script = "0 down a 1000,600; 10 glide a by 0,-230 for 200; 300 glide a by 0,230 for 200; 600 up a"
        #expect(
            try Self.runs(Self.slider, script) == [
                "drag up every 100pt #1 up", "drag up every 100pt #2 up", "drag down every 100pt #1 down",
                "drag down every 100pt #2 down",
            ])
    }

    @Test func `a finger that trembles at a step makes no further steps`() throws {
        let tremble = (0..<20).map { "\(300 + $0 * 10) move a by 0,\($0 % 2 == 0 ? 99 : -99)" }.joined(separator: "; ")
        let script = "0 down a 1000,600; 10 glide a by 0,-120 for 200; \(tremble); 600 up a"
        #expect(try Self.runs(Self.slider, script) == ["drag up every 100pt #1 up"])
    }

    @Test func `a drag along the other axis makes no steps`() throws {
        #expect(try Self.runs(Self.slider, "0 down a 600,600; 10 glide a by 500,0 for 200; 300 up a") == [])
    }

    @Test func `steps without a direction count in every direction`() throws {
        let runs = try Self.runs(
            "drag every 100pt = x\n",
            "0 down a 600,600; 10 glide a by 125,0 for 200; 300 glide a by 0,110 for 200; 600 up a")
        #expect(runs == ["drag every 100pt #1 right", "drag every 100pt #2 down"])
    }

    @Test func `one movement can make several steps, up to a limit`() throws {
        let script = "0 down a 1000,1100; 10 move a by 0,-30; 20 move a by 0,-500; 30 up a"
        #expect(try Self.runs(Self.slider, script).count == 5)
        #expect(
            try Self.runs("drag up every 100pt limit 3 = x\n", script)
                == (1...3).map { "drag up every 100pt limit 3 #\($0) up" })
        var tester = try ActionsTester("drag up every 100pt limit 3 = x\n")
        #expect(try tester.play(script).count == 3)
        #expect(
            try tester.play("1000 down a 1000,1100; 1010 move a by 0,-30; 1020 move a by 0,-500; 1030 up a").count == 3)
    }

    @Test func `a pinch makes a step whenever its scale has changed by the factor`() throws {
        let file = "pinch in every 20% = smaller\npinch out every 20% = larger\n"
        func pinch(_ way: Int) throws -> [String] {
            try Self.runs(
                file, "0 down a 900,600 b 1100,600; 10 glide a by \(-way),0 b by \(way),0 for 200; 300 up all")
        }
        // The fingers are 240 or 160 pt apart when the pinch begins.
        #expect(try pinch(43) == [])
        #expect(try pinch(44) == ["pinch out every 20% #1 out"])
        #expect(try pinch(73) == ["pinch out every 20% #1 out", "pinch out every 20% #2 out"])
        #expect(try pinch(-33) == [])
        #expect(try pinch(-34) == ["pinch in every 20% #1 in"])
    }

    @Test func `a rotation makes a step at each whole angle`() throws {
        var tester = try ActionsTester("rotate clockwise every 15deg = +\nrotate counterclockwise every 15deg = -\n")
        func turn(_ phase: String, _ degrees: Double) throws -> [String] {
            try tester.follow("rotation", phase, at: 0, #","name":"gesture0","rotation":\#(degrees)"#)
        }
        #expect(try turn("began", 14.9) == [])
        #expect(try turn("changed", 15) == ["0 rotate clockwise every 15deg #1 clockwise"])
        #expect(try turn("changed", 0.1) == [])
        #expect(try turn("changed", 29.9) == [])
        #expect(try turn("changed", 0) == ["0 rotate counterclockwise every 15deg #1 counterclockwise"])
        #expect(try turn("ended", 15) == ["0 rotate clockwise every 15deg #2 clockwise"])
    }

    @Test func `a scale near 0 makes no steps back and forth`() throws {
        var tester = try ActionsTester("pinch every 20% = x\n")
        func pinch(_ phase: String, _ scale: String) throws -> Int {
            try tester.follow("pinch", phase, at: 0, #","name":"gesture0","scale":\#(scale)"#).count
        }
        #expect(try pinch("began", "1e-8") == 64)
        #expect(try pinch("changed", "1e-8") == 0)
        #expect(try pinch("changed", "1.19e-8") == 0)
        #expect(try pinch("changed", "1.2e-8") == 1)
        #expect(try pinch("changed", "1e300") == 64)
        #expect(try pinch("changed", "1e300") == 0)
        #expect(try pinch("changed", "0") == 0)
    }

    // MARK: Scopes

    @Test func `a narrower section replaces a wider one`() throws {
        var tester = try ActionsTester(
            """
            [action everywhere]
            gesture = tap
            run = x
            [action screen]
            gesture = tap
            device = touchscreen
            run = x
            [action firefox]
            gesture = tap
            application = firefox
            run = x
            [action both]
            gesture = tap
            application = Chromium
            device = My Screen
            run = x
            [action chromium]
            gesture = tap
            application = chromium
            run = x
            """)
        #expect(try tester.names(Self.taps(1)) == ["screen"])
        tester.actions.application = "org.mozilla.Firefox"
        #expect(try tester.names(Self.taps(1, from: 10_000)) == ["firefox"])
        tester.actions.application = "chromium"
        #expect(try tester.names(Self.taps(1, from: 20_000)) == ["both"])
        tester.actions.application = "xterm"
        #expect(try tester.names(Self.taps(1, from: 30_000)) == ["screen"])
    }

    @Test(arguments: [
        ("touchpad", true), ("touchscreen", false), ("My Pad", true), ("pad-1", true), ("My Screen", false),
    ])
    func `a section for a device is for its kind, name or id`(_ device: String, _ runs: Bool) throws {
        let file = "[action e]\ngesture = tap\nrun = x\n[action d]\ngesture = tap\ndevice = \(device)\nrun = x\n"
        #expect(try Self.runs(file, Self.taps(1), on: .pad) == [runs ? "d" : "e"])
    }

    @Test func `only the same part of the same gesture is replaced`() throws {
        let file = """
            [actions]
            hold = begin
            hold on end = end
            hold 2s = longer
            [device touchscreen]
            hold on begin = narrower
            """
        #expect(try Self.runs(file, "0 down a 100,100; 3000 up a") == ["hold on begin", "hold 2s", "hold on end"])
    }

    // MARK: Cooldown and connection

    @Test func `within its cooldown a binding does not run`() throws {
        var tester = try ActionsTester("press cooldown 1s = x\n")
        #expect(try tester.play("0 down a 100,100; 10 up a") == ["0 press cooldown 1s"])
        #expect(try tester.play("999 down a 100,100; 999.5 up a") == [])
        #expect(try tester.play("2000 down a 100,100; 2005 up a") == ["2000 press cooldown 1s"])
        #expect(try tester.play("3000 down a 100,100; 3005 up a") == ["3000 press cooldown 1s"])
    }

    @Test func `the end of the connection cancels what has begun`() throws {
        var tester = try ActionsTester("drag on cancel = c\ndrag on end = e\n")
        let name = #","name":"gesture0""#
        #expect(try tester.follow("drag", "began", at: 0, name) == [])
        #expect(tester.disconnect(at: 50) == ["50 drag on cancel"])
        #expect(tester.disconnect(at: 60) == [])
        #expect(try tester.follow("drag", "ended", at: 70, name) == [])
    }

    @Test func `unknown events do nothing`() throws {
        var tester = try ActionsTester("drag = x\ntap = y\n")
        #expect(try tester.follow("drag", "began", at: 0) == [])
        #expect(try tester.follow("drag", "began", at: 0, #","name":"gesture9""#) == [])
        #expect(try tester.follow("tap", "ended", at: 0, #","name":"taps0","path":[0,9]"#) == [])
        #expect(try tester.follow("tap", "ended", at: 0, #","name":"taps0","path":[99999999999999999999]"#) == [])
        #expect(try tester.follow("drag", "ended", at: 0, #","name":"gesture0""#) == [])
    }
}
