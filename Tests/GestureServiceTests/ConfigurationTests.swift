import Foundation
import GestureCore
import Testing
import TouchInput

@testable import GestureConfiguration
@testable import GestureService

private func configuration(_ text: String) throws -> Configuration {
    try Configuration(Array(text.utf8), path: "g.conf")
}

@Suite struct ConfigurationTests {
    @Test func `an empty file changes nothing`() throws {
        #expect(try configuration("") == Configuration())
        #expect(try configuration("# nothing\n\n[gestures]\n; nothing\n[limits]\n") == Configuration())
    }

    @Test func `the shipped file has every key at its default`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = root.appending(path: "gestured.conf").path(percentEncoded: false)
        #expect(try Configuration(path: path) == Configuration())
        // Each line that sets a key, changed, changes what is read: no key is there in name only.
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let keys = lines.indices.filter { lines[$0].contains(" = ") && !lines[$0].hasPrefix("#") }
        #expect(keys.count == 15)
        for index in keys {
            var changed = lines
            changed[index] = Substring(
                lines[index].replacing(/= .*/, with: "= ") + (lines[index].contains("size") ? "20000" : "4097"))
            if lines[index].contains("slop") || lines[index].hasPrefix("edge") {
                changed[index] = Substring(lines[index].replacing(/= .*/, with: "= ") + "7.25")
            }
            if lines[index].hasSuffix("= no") {
                changed[index] = Substring(lines[index].replacing(/= no/, with: "= yes"))
            }
            if lines[index].hasPrefix("deceleration-rate") { changed[index] = "deceleration-rate = 0.95" }
            #expect(try configuration(changed.joined(separator: "\n")) != Configuration(), "\(lines[index])")
        }
    }

    @Test func `what the file says holds`() throws {
        var expected = Configuration()
        expected.thresholds.slop = 12.5
        expected.thresholds.tapGap = .milliseconds(250)
        expected.limits.connections = 3
        expected.hapticDevice = "Acme Pad"
        expected.pulsesOnTaps = true
        let found = try configuration(
            "[gestures]\nslop = 12.5\ntap-gap=250\n[limits]\nconnections = 3\n[haptics]\ndevice = Acme Pad\ntaps = yes\n"
        )
        #expect(found == expected)
    }

    @Test func `a key may be indented, a comment long, a device's name as long as a section can be`() throws {
        let name = String(repeating: "n", count: 42)
        var expected = Configuration()
        expected.thresholds.slop = 12
        expected.thresholds.edge = 5
        let size = PhysicalSize(width: 30, height: 20, source: .configuration)
        expected.devices = [Configuration.DeviceSection(device: name, options: DeviceOptions())]
        expected.devices[0].options.size = size
        let comment = "# " + String(repeating: "long ", count: 100)
        let found = try configuration(
            "\(comment)\n[gestures]\n\tslop = 12\n  edge = 5\n[device \(name)]\nsize = 30x20\n")
        #expect(found == expected)
    }

    @Test func `a device is sized by its name or its number`() throws {
        let found = try configuration("[device Acme Touch]\nsize = 300x200\n[device 1234:00ab]\nsize=30.5x20\n")
        var device = DeviceDescription()
        device.name = "Acme Touch"
        #expect(found.options(of: device).size == PhysicalSize(width: 300, height: 200, source: .configuration))
        device.name = "Other"
        #expect(found.options(of: device).size == nil)
        (device.vendor, device.product) = (0x1234, 0xab)
        #expect(found.options(of: device).size == PhysicalSize(width: 30.5, height: 20, source: .configuration))
    }

    @Test(arguments: [
        (
            "[gestures]\n\ntap-gap = fast\n",
            "g.conf:3: [gestures] tap-gap: \"fast\": expected milliseconds, 0 … 10000, e.g. 300"
        ),
        ("[gestures]\nslop = 101\n", "g.conf:2: [gestures] slop: \"101\": expected pt, 0 … 100, e.g. 20"),
        ("[gestures]\nslop = -1\n", "g.conf:2: [gestures] slop: \"-1\": expected pt, 0 … 100, e.g. 20"),
        ("[gestures]\nslop =\n", "g.conf:2: [gestures] slop: \"\": expected pt, 0 … 100, e.g. 20"),
        (
            "[gestures]\nslap = 1\n",
            "g.conf:2: [gestures] slap: \"1\": expected one of the keys slop, touchpad-slop, tap-gap, tap-distance, tap-run, long-press, swipe-distance, edge or deceleration-rate"
        ),
        (
            "[what]\nslop = 1\n",
            "g.conf:2: [what] slop: \"1\": expected a section [gestures], [haptics], [input], [limits] or [device NAME]"
        ),
        ("[limits]\nconnections = 0\n", "g.conf:2: [limits] connections: \"0\": expected a whole number, 1 … 65536"),
        (
            "[device A]\nsize = 5x5\n",
            "g.conf:2: [device A] size: \"5x5\": expected WIDTHxHEIGHT in mm, each 10 … 3000, e.g. 345x194"
        ),
        (
            "[haptics]\ndevice =\n",
            "g.conf:2: [haptics] device: \"\": expected the name, the id or the vendor:product of a device"
        ),
        ("[haptics]\ntaps = maybe\n", "g.conf:2: [haptics] taps: \"maybe\": expected yes or no"),
        ("[haptics]\ntap = yes\n", "g.conf:2: [haptics] tap: \"yes\": expected one of the keys device or taps"),
        (
            "[gestures\nslop = 1\n", "g.conf:1: expected a [section], a key = value, or a comment"
        ),
        (
            "# \(String(repeating: "long ", count: 100))\n[device \(String(repeating: "n", count: 43))]\nsize = 30x30\n",
            "g.conf:2: expected a line of at most 51 bytes"
        ),
        (
            "[gestures]\nslop = \(String(repeating: "1", count: 300))\n",
            "g.conf:2: expected a line of at most 199 bytes"
        ),
        ("[gestures]\nnonsense\n", "g.conf:2: expected a [section], a key = value, or a comment"),
        ("[gestures]\nslop = 1\u{0}2\n", "g.conf:2: [gestures] slop: \"1?2\": expected pt, 0 … 100, e.g. 20"),
    ])
    func `an error says file, line, section, key, value and what was expected`(text: String, message: String) {
        #expect(throws: ConfigurationError(message: message)) { try configuration(text) }
    }

    @Test func `a file that is not there is an error with its name`() {
        #expect(throws: ConfigurationError(message: "/nowhere/g.conf: No such file or directory")) {
            try Configuration(path: "/nowhere/g.conf")
        }
    }
}

@Suite struct LatencyHistogramTests {
    @Test func `nothing measured is zero`() {
        #expect(LatencyHistogram().report.p99 == 0)
    }

    @Test func `a percentile is within an eighth of the truth`() {
        var histogram = LatencyHistogram()
        for latency in 1...10_000 { histogram.add(Interval(microseconds: Int64(latency))) }
        for (part, truth) in [(0.5, 5000.0), (0.9, 9000), (0.99, 9900)] {
            let found = Double(histogram.percentile(part))
            #expect(found >= truth && found <= truth * 1.125)
        }
        #expect(histogram.report.maximum == 10_000)
        #expect(histogram.samples == 10_000)
    }

    @Test(arguments: [Int64.min, -1, 0, 1, 15, 16, 17, 1 << 27, 1 << 40, .max])
    func `no latency traps`(microseconds: Int64) {
        var histogram = LatencyHistogram()
        histogram.add(Interval(microseconds: microseconds))
        #expect(histogram.percentile(0.5) <= max(0, microseconds))
    }
}
