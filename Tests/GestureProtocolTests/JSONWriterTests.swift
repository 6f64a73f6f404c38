import GestureCore
import TestSupport
import Testing

@testable import GestureProtocol

private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

@Suite struct JSONWriterTests {
    @Test(arguments: [
        (0.0, 6, "0"), (1, 6, "1"), (0.5, 6, "0.5"), (0.000001, 6, "0.000001"), (0.0000004, 6, "0"),
        (-0.0000004, 6, "0"), (0.9999996, 6, "1"), (1.05, 3, "1.05"), (-2.25, 3, "-2.25"), (100, 0, "100"),
        (1e300, 3, "1000000000"), (-1e300, 3, "-1000000000"), (.nan, 3, "0"), (.infinity, 3, "0"),
        (123_456.789, 3, "123456.789"), (99_999.999, 3, "99999.999"), (100_000, 3, "100000"), (99, 6, "99"),
        (99.999999, 6, "99.999999"), (100.000001, 6, "100.000001"), (999_999_999.999, 3, "999999999.999"),
        (-999_999_999.999999, 6, "-999999999.999999"), (0.0625, 3, "0.063"), (0.062_499_999_999, 3, "0.063"),
        (0.062_499, 3, "0.062"), (0.1875, 3, "0.188"),
    ])
    func `decimals have no trailing zeros`(value: Double, places: Int, text: String) {
        #expect(written { $0.decimal(value, places: places) } == text)
    }

    @Test(arguments: [(Int64.min, "-9223372036854775808"), (.max, "9223372036854775807"), (0, "0"), (-7, "-7")])
    func `an integer is written whole`(value: Int64, text: String) {
        #expect(written { $0.integer(value) } == text)
    }

    @Test func `an unsigned integer of any length is written whole`() {
        var power: UInt64 = 1
        for _ in 0..<19 {
            for value in [power - 1, power, power + 1, power * 9] {
                #expect(written { $0.integer(value) } == String(value))
            }
            power *= 10
        }
        #expect(written { $0.integer(power) } == "10000000000000000000")
        #expect(written { $0.integer(UInt64.max) } == "18446744073709551615")
    }

    @Test func `any four digits are written in each half of a number of eight`() {
        for four in 0..<UInt64(10_000) {
            for value in [four, four * 10_000, 99_990_000 + four, four * 10_000 + 9999 - four] {
                #expect(written { $0.integer(value) } == String(value))
            }
        }
    }

    @Test func `a decimal is read back as the same number`() {
        for step in -5000...5000 {
            let (thousandths, millionths) = (Double(step) / 1000, Double(step * 7) / 1_000_000)
            #expect(Double(written { $0.decimal(thousandths, places: 3) }) == thousandths)
            #expect(Double(written { $0.decimal(millionths, places: 6) }) == millionths)
        }
    }

    @Test(arguments: [
        ("plain", "\"plain\""), ("", "\"\""), ("say \"hi\" \\ there", "\"say \\\"hi\\\" \\\\ there\""),
        ("line\nfeed\t\u{0}", "\"line\\u000afeed\\u0009\\u0000\""), ("\u{1b}[31mred", "\"\\u001b[31mred\""),
        ("\u{7f}\u{80}\u{9f}\u{a0}é→", "\"\\u007f\\u0080\\u009f\u{a0}é→\""),
        (
            "\u{61b}\u{61c}\u{61d}\u{200d}\u{200e}\u{200f}\u{2010}",
            "\"\u{61b}\\u061c\u{61d}\u{200d}\\u200e\\u200f\u{2010}\""
        ),
        ("\u{2027}\u{2028}\u{202e}\u{202f}", "\"\u{2027}\\u2028\\u202e\u{202f}\""),
        ("\u{2065}\u{2066}\u{2069}\u{206a}😀", "\"\u{2065}\\u2066\\u2069\u{206a}😀\""),
    ])
    func `escapes terminal control characters in strings`(text: String, json: String) {
        #expect(written { $0.string(text.utf8) } == json)
        // json-c reads back the same string.
        let document = JSONDocument(Array("{\"text\":\(json)}".utf8))
        #expect(document?.root["text"]?.string == Array(text.utf8))
    }

    @Test(
        arguments: [
            ([0xff], "\u{fffd}"), ([0x9b, 0x41], "\u{fffd}A"), ([0xc2], "\u{fffd}"),
            ([0xed, 0xa0, 0x80], "\u{fffd}\u{fffd}\u{fffd}"),
            ([0xc0, 0x80], "\u{fffd}\u{fffd}"), ([0x41, 0xe2, 0x80], "A\u{fffd}"),
        ] as [([UInt8], String)])
    func `invalid UTF-8 becomes a replacement character`(bytes: [UInt8], text: String) {
        #expect(written { $0.string(bytes) } == "\"\(text)\"")
    }

    private let unlabelled = EventLabels(GestureEngine())

    @Test func `an event has the members of its kind`() {
        let event = EngineEvent(
            kind: .tap, phase: .ended, gesture: 3, surface: SurfaceID(1), time: Instant(microseconds: 1234), fingers: 2,
            point: Vector(x: 10.5, y: 20), position: UnitPoint(x: 0.25, y: 1),
            details: .tap(count: 2, run: 4, decided: Instant(microseconds: 5678)))
        #expect(
            written { $0.eventReply(event, sequence: 9, device: DeviceLabels(id: "a"), labels: unlabelled) } == """
                {"parameters":{"event":{"sequence":9,"gesture":3,"kind":"tap","phase":"ended","device":"a","time":1234,\
                "fingers":2,"x":0.25,"y":1,"points":{"x":10.5,"y":20},"count":2,"run":4,"decided":5678}},"continues":true}\0
                """)
    }

    @Test func `an event can be written without positions`() {
        func written(_ kind: GestureKind, _ details: EngineEvent.Details) -> String {
            let event = EngineEvent(
                kind: kind, phase: .ended, gesture: 3, surface: SurfaceID(1), time: Instant(microseconds: 1234),
                fingers: 1, point: Vector(x: 10.5, y: 20), position: UnitPoint(x: 0.25, y: 1), details: details)
            return GestureProtocolTests.written {
                $0.eventReply(
                    event, sequence: 9, device: DeviceLabels(id: "a"), labels: unlabelled, includesPositions: false)
            }
        }
        #expect(
            written(.tap, .tap(count: 1, run: 1, decided: nil)) == """
                {"parameters":{"event":{"sequence":9,"gesture":3,"kind":"tap","phase":"ended","device":"a","time":1234,\
                "fingers":1,"count":1,"run":1}},"continues":true}\0
                """)
        let travel = Vector(x: 60, y: 0)
        #expect(
            written(
                .edgeSwipe,
                .edgeSwipe(.edge(.left, .middle), .right, translation: travel, velocity: Velocity(x: 60, y: 0))) == """
                    {"parameters":{"event":{"sequence":9,"gesture":3,"kind":"edgeSwipe","phase":"ended","device":"a",\
                    "time":1234,"fingers":1,"direction":"right","edge":"left","translation":{"x":60,"y":0},\
                    "velocity":{"x":60,"y":0}}},"continues":true}\0
                    """)
    }

    /// Space is reserved once per event, so the longest numbers must fit.
    @Test(arguments: [
        EngineEvent.Details.swipe(
            .right, translation: Vector(x: -1e300, y: -1e300), velocity: Velocity(x: -.infinity, y: -1e9)),
        .edgeSwipe(
            .edge(.bottom, .middle), .downRight, translation: Vector(x: -1e300, y: -1e300),
            velocity: Velocity(x: -.infinity, y: -1e9)),
        .tap(count: .min, run: .min, decided: .distantPast),
        .touch(ContactID(.max), ContactShape(pressure: -1e300, major: -1e300)),
    ])
    func `the longest event fits`(details: EngineEvent.Details) throws {
        let longest = Vector(x: -999_999_999.999, y: -999_999_999.999)
        let event = EngineEvent(
            kind: .longPress, phase: .cancelled, gesture: .max, surface: SurfaceID(.max), time: .distantPast,
            fingers: .min, point: longest, position: UnitPoint(x: longest.x, y: longest.y), details: details)
        let device = DeviceLabels(
            id: String(repeating: "n", count: 1000), output: String(repeating: "\u{1}", count: 100))
        let text = written {
            $0.eventReply(
                event, sequence: .max, device: device, labels: unlabelled,
                modifiers: [.alt, .capsLock, .control, .shift, .super])
        }
        let reply = try #require(JSONDocument(Array(text.utf8.dropLast()))?.root["parameters"]?["event"])
        #expect(reply["device"]?.string?.count == 1000)
        #expect(reply["output"]?.string?.count == 100)
        #expect(reply["points"]?["y"]?.number == longest.y)
        #expect(reply["modifiers"]?.count == 5)
    }

    @Test(
        arguments: [
            ([], ""), ([.shift], "\"modifiers\":[\"shift\"],"),
            (
                [.shift, .control, .super, .alt, .capsLock],
                "\"modifiers\":[\"alt\",\"capsLock\",\"control\",\"shift\",\"super\"],"
            ),
        ] as [(EventModifiers, String)])
    func `writes modifiers only if some are held`(modifiers: EventModifiers, text: String) {
        let event = EngineEvent(
            kind: .press, phase: .began, gesture: 1, surface: SurfaceID(1), time: Instant(microseconds: 0), fingers: 1,
            point: .zero, position: .zero, details: .none)
        let whole = written {
            $0.eventReply(event, sequence: 1, device: DeviceLabels(id: "a"), labels: unlabelled, modifiers: modifiers)
        }
        #expect(whole.contains("\"device\":\"a\",\(text)\"time\":0,"))
    }

    @Test(arguments: [
        (EngineEvent.Details.none, ""), (.press(inside: true), ",\"inside\":true"),
        (.tap(count: 1, run: 1, decided: nil), ",\"count\":1,\"run\":1"),
        (
            .motion(translation: Vector(x: 1, y: -2), velocity: Velocity(x: 0, y: 3.5)),
            ",\"translation\":{\"x\":1,\"y\":-2},\"velocity\":{\"x\":0,\"y\":3.5}"
        ),
        (
            .swipe(.left, translation: Vector(x: -80, y: 0), velocity: .zero),
            ",\"direction\":\"left\",\"translation\":{\"x\":-80,\"y\":0},\"velocity\":{\"x\":0,\"y\":0}"
        ),
        (
            .drag(.vertical, translation: Vector(x: 1, y: -2), velocity: .zero),
            ",\"axis\":\"vertical\",\"translation\":{\"x\":1,\"y\":-2},\"velocity\":{\"x\":0,\"y\":0}"
        ),
        (
            .edgeSwipe(.edge(.left, .last), .right, translation: Vector(x: 80, y: 0), velocity: .zero),
            ",\"direction\":\"right\",\"edge\":\"left\",\"section\":\"bottom\","
                + "\"translation\":{\"x\":80,\"y\":0},\"velocity\":{\"x\":0,\"y\":0}"
        ),
        (
            .edgeSwipe(.corner(.topLeft), .downRight, translation: Vector(x: 80, y: 80), velocity: .zero),
            ",\"direction\":\"downRight\",\"edge\":\"topLeft\","
                + "\"translation\":{\"x\":80,\"y\":80},\"velocity\":{\"x\":0,\"y\":0}"
        ),
        (.pinch(scale: 1.25, velocity: -0.5), ",\"scale\":1.25,\"scaleVelocity\":-0.5"),
        (.rotation(degrees: 720, velocity: 90), ",\"rotation\":720,\"rotationVelocity\":90"),
        (.touch(ContactID(7), ContactShape(pressure: 0.5, major: 42)), ",\"contact\":7,\"pressure\":0.5,\"major\":42"),
        (.touch(ContactID(7), ContactShape()), ",\"contact\":7"),
        (.activity(isActive: true), ",\"active\":true"),
    ])
    func `details follow the common fields`(details: EngineEvent.Details, text: String) {
        let event = EngineEvent(
            kind: .drag, phase: .began, gesture: 1, surface: SurfaceID(1), time: Instant(microseconds: 0), fingers: 1,
            point: .zero, position: .zero, details: details)
        let whole = written { $0.eventReply(event, sequence: 1, device: DeviceLabels(id: "a"), labels: unlabelled) }
        #expect(whole.hasSuffix("\"points\":{\"x\":0,\"y\":0}\(text)}},\"continues\":true}\0"))
        #expect(VarlinkReply(Array(whole.utf8.dropLast())) != nil)
    }
}

@Suite struct MessageBufferTests {
    @Test func `splits messages at NULs, however they arrive`() {
        var buffer = MessageBuffer()
        buffer.append(Array("on".utf8))
        #expect(buffer.next() == nil)
        buffer.append(Array("e\0two\0\0th".utf8))
        #expect(buffer.next() == Array("one".utf8))
        #expect(buffer.next() == Array("two".utf8))
        #expect(buffer.next() == [])
        #expect(buffer.next() == nil)
        #expect(buffer.count == 2)
        buffer.append(Array("ree\0".utf8))
        #expect(buffer.next() == Array("three".utf8))
        #expect(buffer.count == 0)
    }

    @Test func `returns the same messages however the bytes are divided`() {
        for seed in randomRuns(UInt64(300)) {
            var random = SplitMix64(seed: seed)
            let bytes = (0..<random.below(2000)).map { _ in UInt8(random.oneIn(4) ? 0 : 1 + random.below(255)) }
            var expected = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
            let rest = expected.removeLast()
            var buffer = MessageBuffer()
            var messages: [[UInt8]] = []
            var left = bytes[...]
            while !left.isEmpty {
                let size = 1 + random.below(random.oneIn(2) ? 3 : 500)
                buffer.append(left.prefix(size))
                left = left.dropFirst(size)
                // A reader can leave messages for later.
                if random.oneIn(3) { continue }
                while let message = buffer.next() { messages.append(message) }
                #expect(!buffer.hasMessage)
            }
            while let message = buffer.next() { messages.append(message) }
            #expect(messages == expected)
            #expect(buffer.count == rest.count)
        }
    }
}

@Suite struct VarlinkCallTests {
    @Test func `a call is read with its flags`() throws {
        let call = try VarlinkCall(Array(#"{"method":"a.b.C","parameters":{"x":1},"more":true}"#.utf8))
        #expect(call.method == Array("a.b.C".utf8))
        #expect(call.interface == Array("a.b".utf8))
        #expect(call.parameters?["x"]?.integer == 1)
        #expect(call.more && !call.oneway)
    }

    @Test(arguments: [
        #"{"method":"a.b.C"}"#, #"{"method":"a.b.C","parameters":null}"#, #"{"method":"a.b.C","parameters":{}}"#,
    ])
    func `parameters may be missing, null or empty`(text: String) {
        #expect((try? VarlinkCall(Array(text.utf8)))?.method == Array("a.b.C".utf8))
    }

    @Test(arguments: [
        "", "null", "[]", "{}", "{\"method\":1}", "{\"method\":\"a\",\"parameters\":[]}",
        "{\"method\":\"a\",\"more\":1}", "{\"method\":\"a\"} x", "{\"method\":\"a\"", "{'method':'a'}",
        String(repeating: "[", count: 10000), "{\"method\":\"\u{fffd}", "{\"method\":\"a\",}",
    ])
    func `rejects messages that are not calls`(text: String) {
        #expect((try? VarlinkCall(Array(text.utf8))) == nil)
    }

    @Test func `rejects text that is not UTF-8`() {
        #expect((try? VarlinkCall(Array("{\"method\":\"".utf8) + [0xff, 0xfe] + Array("\"}".utf8))) == nil)
    }

    @Test func `a device is written with all members`() {
        var report = DeviceReport(DeviceLabels(id: "a", output: "HDMI-A-1"))
        report.name = "Panel"
        report.node = "/dev/input/event3"
        (report.width, report.height, report.sizeSource) = (194.3, 345.4, "display")
        (report.multitouch, report.slots, report.contacts, report.overruns) = ("slots", 10, 2, 1)
        (report.rotation, report.mirror, report.calibration) = (90, "horizontal", [0, -1, 1, 0.9375, 0, 0])
        (report.isGrabbed, report.isFiltered, report.isActive) = (true, true, true)
        report.lastFrame = Instant(microseconds: 4_736_605_000)
        (report.landings, report.ghosts, report.gaps) = (9, 3, 4)
        #expect(
            written { $0.object(report) } == """
                {"id":"a","name":"Panel","node":"/dev/input/event3","kind":"touchscreen","width":194.3,"height":345.4,\
                "sizeSource":"display","protocol":"slots","slots":10,"rotation":90,"mirror":"horizontal",\
                "output":"HDMI-A-1","calibration":[0,-1,1,0.9375,0,0],"grabbed":true,"filtered":true,"lastFrame":4736605000,\
                "active":true,"contacts":2,"overruns":1,"landings":9,"ghosts":3,"gaps":4}
                """)
    }

    @Test func `omits unknown members of a device`() {
        let text = written { $0.object(DeviceReport(DeviceLabels(id: "a"))) }
        for field in ["output", "calibration", "lastFrame"] { #expect(!text.contains("\"\(field)\"")) }
    }
}
