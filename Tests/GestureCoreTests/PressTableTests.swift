import GestureCore
import TestSupport
import Testing

/// The table of press tracking, row by row: the press, the scrolling and the action of each row, in
/// this order.
@Suite struct PressTableTests {
    struct Device: Sendable, CustomTestStringConvertible {
        var surface: Surface
        /// In whole pt.
        var slop: Int

        var testDescription: String { surface.kind == .touchscreen ? "touchscreen" : "touchpad" }

        static let all = [Device(surface: .screen, slop: 20), Device(surface: .pad, slop: 8)]

        /// The middle of each of ten regions side by side, each a tenth of the surface wide.
        func column(_ index: Int) -> String { "\(surface.size.x / 10 * (Double(index) + 0.5)),100" }

        func play(
            _ script: String, asking: String = "press, drag, tap f1", regions: [TrackedRegion] = [],
            thresholds: Thresholds = Thresholds()
        ) throws -> [String] {
            try Replay("", script, "", regions: regions, on: surface, thresholds: thresholds).run(asking: asking)
        }
    }

    // MARK: The rows, on the whole surface or on one region

    @Test("a finger that lands begins a press", arguments: Device.all)
    func down(_ device: Device) throws {
        #expect(try device.play("0 down a 100,100") == ["press#1 began @0"])
    }

    @Test(
        "a finger within slop keeps its press", arguments: Device.all,
        [(1, 0), (-1, 0), (0, 1), (0, -1), (0.6, 0.8), (-0.8, 0.6)])
    func within(_ device: Device, way: (x: Double, y: Double)) throws {
        for distance in [Double(device.slop) - 0.001, Double(device.slop)] {
            let (x, y) = (way.x * distance, way.y * distance)
            #expect(try device.play("0 down a 100,100; 10 move a by \(x),\(y)") == ["press#1 began @0"])
        }
    }

    @Test(
        "a finger beyond slop cancels its press, even for one frame", arguments: Device.all,
        [(1, 0), (-1, 0), (0, 1), (0, -1)])
    func beyond(_ device: Device, way: (x: Int, y: Int)) throws {
        let (x, y) = (way.x * device.slop, way.y * device.slop)
        let just = "\(Double(way.x) * (Double(device.slop) + 0.001)),\(Double(way.y) * (Double(device.slop) + 0.001))"
        let rest = EventText().text(Vector(x: Double(way.x) / 1000, y: Double(way.y) / 1000))
        #expect(
            try device.play("0 down a 100,100; 10 move a by \(just)") == [
                "press#1 began @0", "press#1 cancelled @10", "drag#2 began by \(rest) @10",
            ])
        // It is no tap even if it comes back.
        #expect(
            try device.play("0 down a 100,100; 10 move a by \(2 * x),\(2 * y); 20 move a 100,100; 30 up a") == [
                "press#1 began @0", "press#1 cancelled @10", "drag#2 began by \(x),\(y) @10",
                "drag#2 changed by \(-x),\(-y) @20", "drag#2 ended by \(-x),\(-y) @30",
            ])
    }

    @Test("a lift within slop ends the press before the tap", arguments: Device.all)
    func lifted(_ device: Device) throws {
        for way in ["0,0", "\(device.slop - 1).999,0", "0,-\(device.slop)"] {
            #expect(
                try device.play("0 down a 100,100; 10 move a by \(way); 30 up a") == [
                    "press#1 began @0", "press#1 ended @30", "tap#2 ended x1 @30",
                ])
        }
    }

    @Test("a second finger in the same region cancels the press", arguments: Device.all)
    func second(_ device: Device) throws {
        #expect(
            try device.play("0 down a 100,100; 20 down b 300,100; 40 up a; 50 up b") == [
                "press#1 began @0", "press#1 cancelled @20",
            ])
        #expect(
            try device.play("0 down a 100,100; 20 down b 300,100; 30 move a by 40,0 b by 40,0; 40 up a b") == [
                "press#1 began @0", "press#1 cancelled @20", "drag#2 began f2 by \(40 - device.slop),0 @30",
                "drag#2 ended f2 by \(40 - device.slop),0 @40",
            ])
    }

    @Test("a palm cancels the press", arguments: Device.all)
    func palm(_ device: Device) throws {
        #expect(
            try device.play("0 down a 100,100; 20 cancel a; 30 up a?") == ["press#1 began @0", "press#1 cancelled @20"])
        #expect(
            try device.play("0 down a 100,100; 10 move a by 40,0; 20 cancel a") == [
                "press#1 began @0", "press#1 cancelled @10", "drag#2 began by \(40 - device.slop),0 @10",
                "drag#2 cancelled by \(40 - device.slop),0 @20",
            ])
    }

    @Test("unplugging cancels the press", arguments: Device.all)
    func unplug(_ device: Device) throws {
        #expect(
            try device.play("0 down a 100,100; 20 unplug") == ["press#1 began @0", "press#1 cancelled @20"])
        #expect(
            try device.play("0 down a 100,100; 10 move a by 40,0; 20 unplug") == [
                "press#1 began @0", "press#1 cancelled @10", "drag#2 began by \(40 - device.slop),0 @10",
                "drag#2 cancelled by \(40 - device.slop),0 @20",
            ])
    }

    @Test("an overrun cancels the press", arguments: Device.all)
    func overrun(_ device: Device) throws {
        #expect(
            try device.play("0 down a 100,100; 20 cancel all; 30 move a? 104,100; 40 up a?") == [
                "press#1 began @0", "press#1 cancelled @20",
            ])
    }

    @Test("a finger on a coasting region begins no press", arguments: Device.all)
    func coasting(_ device: Device) throws {
        let list = TrackedRegion("list", .whole, suppressesTapWhileCoasting: true)
        let way = 40 - device.slop
        let fling = "0 down a 100,100; 10 move a by 40,0; 20 up a;"
        let flung = [
            "press#1 began in list @0", "press#1 cancelled in list @10", "drag#2 began by \(way),0 in list @10",
            "drag#2 ended by \(way),0 in list @20",
        ]
        #expect(
            try device.play(fling + "30 down b 100,100; 80 up b", regions: [list]) == flung)
        // It stops the coasting: the next finger presses again.
        #expect(
            try device.play(fling + "30 down b 100,100; 80 up b; 100 down c 100,100; 150 up c", regions: [list])
                == flung + ["press#3 began in list @100", "press#3 ended in list @150", "tap#4 ended x1 in list @150"])
        // It continues the scrolling if it moves.
        #expect(
            try device.play(fling + "30 down b 100,100; 40 move b by 0,40; 80 up b", regions: [list])
                == flung + ["drag#3 began by 0,\(way) in list @40", "drag#3 ended by 0,\(way) in list @80"])
        // A region without the option reports a press.
        #expect(
            try device.play(fling + "30 down b 100,100; 80 up b", regions: [TrackedRegion("list", .whole)])
                == flung + ["press#3 began in list @30", "press#3 ended in list @80", "tap#4 ended x1 in list @80"])
    }

    @Test("a disabled region has no press", arguments: Device.all)
    func disabled(_ device: Device) throws {
        let off = [TrackedRegion("off", .whole, isEnabled: false)]
        #expect(try device.play("0 down a 100,100; 30 up a", regions: off) == [])
        #expect(
            try device.play("0 down a 100,100; 10 move a by 40,0; 20 move a by -40,0; 30 up a", regions: off) == [
                "drag#1 began by \(40 - device.slop),0 in off @10", "drag#1 changed by -\(device.slop),0 in off @20",
                "drag#1 ended by -\(device.slop),0 in off @30",
            ])
    }

    // MARK: Many fingers on many regions

    /// Each a tenth of the surface wide.
    private static let columns = (0..<10).map { index in
        TrackedRegion("\(index)", Rectangle(x: Double(index) / 10, y: 0, width: 0.1, height: 1))
    }

    /// Ten fingers, each at the middle of its column.
    private static func hands(on device: Device) -> String {
        "0 down " + (0..<10).map { "\(Script.name($0)) \(device.column($0))" }.joined(separator: " ")
    }

    private static func all(_ word: String, from first: Int, at time: Int) -> [String] {
        (0..<10).map { word.replacing("#", with: "#\(first + $0)") + " in \($0) @\(time)" }
    }

    @Test("ten fingers on ten regions are ten presses, all reported before the taps", arguments: Device.all)
    func tenPresses(_ device: Device) throws {
        #expect(
            try device.play(Self.hands(on: device) + "; 50 up all", regions: Self.columns)
                == Self.all("press# began", from: 1, at: 0) + Self.all("press# ended", from: 1, at: 50)
                + Self.all("tap# ended x1", from: 11, at: 50))
    }

    @Test("ten fingers that scroll ten regions cancel ten presses before the first drag", arguments: Device.all)
    func tenDrags(_ device: Device) throws {
        let moves = (0..<10).map { "\(Script.name($0)) by 0,\(device.slop + 1)" }.joined(separator: " ")
        #expect(
            try device.play(Self.hands(on: device) + "; 10 move \(moves); 20 up all", regions: Self.columns)
                == Self.all("press# began", from: 1, at: 0) + Self.all("press# cancelled", from: 1, at: 10)
                + Self.all("drag# began by 0,1", from: 11, at: 10) + Self.all("drag# ended by 0,1", from: 11, at: 20))
    }

    @Test("a finger on another region does not cancel a press", arguments: Device.all)
    func other(_ device: Device) throws {
        let (first, second) = (device.column(0), device.column(9))
        let script = """
            0 down a \(first); 10 down b \(second); 20 move b by 0,40; 30 up b
            40 down c \(second); 50 cancel c; 60 up a
            """
        #expect(
            try device.play(script, regions: Self.columns) == [
                "press#1 began in 0 @0", "press#2 began in 9 @10", "press#2 cancelled in 9 @20",
                "drag#3 began by 0,\(40 - device.slop) in 9 @20", "drag#3 ended by 0,\(40 - device.slop) in 9 @30",
                "press#4 began in 9 @40", "press#4 cancelled in 9 @50", "press#1 ended in 0 @60",
                "tap#5 ended x1 in 0 @60",
            ])
    }

    @Test("presses on five regions begin, end and are cancelled in one frame", arguments: Device.all)
    func mixed(_ device: Device) throws {
        let places = (0..<5).map { "\(Script.name($0)) \(device.column(2 * $0))" }.joined(separator: " ")
        let script = """
            0 down \(places)
            50 move a by 0,\(device.slop); move b by 0,\(device.slop + 2); up c; cancel d; down f \(device.column(8))
            50 down g \(device.column(9))
            """
        #expect(
            try device.play(script, regions: Self.columns) == [
                "press#1 began in 0 @0", "press#2 began in 2 @0", "press#3 began in 4 @0", "press#4 began in 6 @0",
                "press#5 began in 8 @0",
                "press#2 cancelled in 2 @50", "press#3 ended in 4 @50", "press#4 cancelled in 6 @50",
                "press#5 cancelled in 8 @50", "press#6 began in 9 @50",
                "drag#7 began by 0,2 in 2 @50", "tap#8 ended x1 in 4 @50",
            ])
    }
}

extension Rectangle {
    /// All of a surface.
    static let whole = Rectangle(x: 0, y: 0, width: 1, height: 1)
}
