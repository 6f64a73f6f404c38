import Foundation
import GestureCore
import TestSupport
import Testing
import Text

@testable import TouchDecoding
@testable import TouchRecordings

private let description = """
    # EVEMU 1.3
    # Kernel: 6.1.0
    N: Acme Touch "10"
    I: 0003 04f3 2234 0110
    P: 02 00 00 00 00 00 00 00
    B: 00 0b 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 01 00 00 00 00 00 00 00 00
    B: 03 03 00 00 00 00 80 60 02
    A: 2f 0 9 0 0 0
    A: 35 -5 4095 1 2 16
    A: 36 0 2047 0 0 16
    A: 39 0 65535 0 0
    L: 00 00 00
    S: 00 00

    """

@Suite struct RecordingTests {
    @Test func `reads a description and its events`() throws {
        let text = description + "E: 0.000001 0003 002f 1\t# EV_ABS / ABS_MT_SLOT 1\r\nE: 12.000345 0000 0000 -1\n"
        let recording = try Recording(evemu: Array(text.utf8))
        let device = try #require(recording.description)
        #expect(device.name == "Acme Touch \"10\"")
        #expect([device.bus, device.vendor, device.product, device.version] == [3, 0x04f3, 0x2234, 0x0110])
        #expect(device.surfaceKind == .touchscreen)
        #expect(
            device.axis(EventCode.absMTPositionX)
                == AxisRange(minimum: -5, maximum: 4095, fuzz: 1, flat: 2, resolution: 16))
        #expect(device.axis(EventCode.absMTTrackingID) == AxisRange(minimum: 0, maximum: 65535))
        #expect(device.codes[1].bytes.count == 16)
        #expect(
            recording.events == [
                RawEvent(time: Instant(microseconds: 1), type: 3, code: 0x2f, value: 1),
                RawEvent(time: Instant(microseconds: 12_000_345), type: 0, code: 0, value: -1),
            ])
    }

    @Test func `events alone have no description`() throws {
        let recording = try Recording(evemu: Array("E: 1.5 0003 0035 10\n".utf8))
        #expect(recording.description == nil)
        #expect(recording.events.map(\.time.microseconds) == [1_000_005])
    }

    /// One device as each version of evemu writes it.
    @Test(
        arguments: [
            (
                "1.0: no version, no resolution", "N: Panel\nI: 0003 1234 5678 0110\nP: 02 00\nB: 01 00 00\n",
                "A: 2f 0 9 0 0\nA: 35 0 4000 0 0\nA: 36 0 3000 0 0\n", 0
            ),
            (
                "1.1: a resolution", "# EVEMU 1.1\nN: Panel\nI: 0003 1234 5678 0110\nP: 02 00\nB: 01 00 00\n",
                "A: 2f 0 9 0 0 0\nA: 35 0 4000 0 0 10\nA: 36 0 3000 0 0 10\n", 10
            ),
            (
                "1.2: comments that name the codes",
                "# EVEMU 1.2\n# Input device name: \"Panel\"\nN: Panel\nI: 0003 1234 5678 0110\n"
                    + "P: 02 00\nB: 01 00 00\n#   Event type 3 (EV_ABS)\n",
                "A: 2f 0 9 0 0 0\nA: 35 0 4000 0 0 10\nA: 36 0 3000 0 0 10\n", 10
            ),
            (
                "1.3: LEDs and switches",
                "# EVEMU 1.3\n# Kernel: 6.1.0\nN: Panel\nI: 0003 1234 5678 0110\nP: 02 00\nB: 01 00 00\n",
                "A: 2f 0 9 0 0 0\nA: 35 0 4000 0 0 10\nA: 36 0 3000 0 0 10\nL: 00 1\nS: 00 0\n", 10
            ),
        ] as [(String, String, String, Int32)])
    func `reads every version of evemu`(version: String, head: String, axes: String, resolution: Int32) throws {
        let events = "E: 1294331122.123456 0003 0039 5\nE: 1294331122.123456 0000 0000 0\n"
        for text in [head + axes + events, head + axes] {
            let recording = try Recording(Array(text.utf8))
            let device = try #require(recording.description, "\(version)")
            #expect(device.name == "Panel" && device.vendorAndProduct == "1234:5678", "\(version)")
            #expect(
                device.axis(EventCode.absMTPositionX)
                    == AxisRange(minimum: 0, maximum: 4000, resolution: resolution), "\(version)")
            #expect(device.axis(EventCode.absMTSlot)?.maximum == 9, "\(version)")
            #expect(device.surfaceKind == .touchscreen, "\(version)")
            #expect(
                recording.events.map(\.time.microseconds)
                    == (text.hasSuffix(events) ? [1_294_331_122_123_456, 1_294_331_122_123_456] : []), "\(version)")
        }
    }

    @Test func `a separate description replaces the first one and its context`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (events, apart) = (folder.appendingPathComponent("events"), folder.appendingPathComponent("apart"))
        // The context beside the events is ignored then.
        try Data((description + "# gestured: udev ID_INPUT_TOUCHSCREEN=1\nE: 0.0 0 0 0\n").utf8).write(to: events)
        let padded = description.replacingOccurrences(of: "# EVEMU 1.3\n", with: "# EVEMU 1.3\n# gestured: ")
        try Data(padded.replacingOccurrences(of: "# gestured: #", with: "# gestured: udev ID_INPUT_TOUCHPAD=1\n#").utf8)
            .write(to: apart)
        #expect(try RecordedDevice(path: events.path).geometry.kind == .touchscreen)
        #expect(try RecordedDevice(path: events.path, descriptionPath: apart.path).geometry.kind == .touchpad)
        try Data("E: 0.0 0 0 0\n".utf8).write(to: apart)
        #expect(
            throws: RecordingFileError(message: "\(apart.path): no description of a device (N: I: P: B: A:)")
        ) { try RecordedDevice(path: events.path, descriptionPath: apart.path) }
    }

    @Test(arguments: [
        (
            "X: what",
            RecordingError(line: 1, column: 1, expected: "a line of an evemu recording (N: I: P: B: A: L: S: E: or #)")
        ),
        (
            "E 0.1 0 0 0",
            RecordingError(line: 1, column: 2, expected: "a line of an evemu recording (N: I: P: B: A: L: S: E: or #)")
        ),
        ("\n\nE: 0,1 0 0 0", RecordingError(line: 3, column: 5, expected: "seconds.microseconds")),
        ("E: 0.1000000 0 0 0", RecordingError(line: 1, column: 6, expected: "microseconds, 0 … 999999")),
        ("E: 0.1 000g 0 0", RecordingError(line: 1, column: 11, expected: "a hexadecimal event code")),
        ("E: 0.1 10000 0 0", RecordingError(line: 1, column: 8, expected: "a hexadecimal event type")),
        ("E: 0.1 3 35", RecordingError(line: 1, column: 12, expected: "a decimal event value")),
        ("E: 0.1 3 35 2147483648", RecordingError(line: 1, column: 13, expected: "a decimal event value")),
        ("E: 0.1 3 35 99999999999999999999999", RecordingError(line: 1, column: 13, expected: "a decimal event value")),
        ("E: -1.0 3 35 1", RecordingError(line: 1, column: 4, expected: "seconds")),
        ("E: 0.1 3 35 1 x", RecordingError(line: 1, column: 15, expected: "the end of the line or a comment (#)")),
        ("A: 40 0 1 0 0 0", RecordingError(line: 1, column: 4, expected: "a hexadecimal axis, 00 … 3f")),
        ("B: 20 00", RecordingError(line: 1, column: 4, expected: "a hexadecimal event type, 00 … 1f")),
        ("P: 1ff", RecordingError(line: 1, column: 4, expected: "a hexadecimal byte")),
    ])
    func `errors name the line, the column and what was expected`(text: String, error: RecordingError) {
        #expect(throws: error) { try Recording(evemu: Array(text.utf8)) }
    }

    @Test func `an unknown format is reported at the first line that is not a comment`() {
        let error = RecordingError(line: 3, column: 1, expected: "a recording of evemu, getevent -t or libinput record")
        #expect(throws: error) { try Recording(Array("\n# what\nhello\n\"\0".utf8)) }
        #expect(throws: error) { try Recording(Array("\n\n".utf8) + [0xff, 0x00, 0x0a]) }
    }

    @Test func `an empty file is an empty recording`() throws {
        #expect(try Recording([]) == Recording(description: nil, events: []))
        #expect(try Recording(Array("\n# what\n".utf8)) == Recording(description: nil, events: []))
    }

    /// A complete recording in each format.
    static let texts = [description + "E: 0.000001 0003 002f 1\t# EV_ABS\n", geteventText, libinputText]

    @Test(arguments: texts) func `a truncated recording is read or rejected, and never traps`(text: String) {
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count { tryReading(bytes.prefix(count)) }
    }

    @Test(arguments: texts) func `a corrupt recording is read or rejected, and never traps`(text: String) {
        for seed in 0..<10_000 {
            var random = SplitMix64(seed: UInt64(seed))
            var bytes = Array(text.utf8).prefix(.random(in: 0...text.utf8.count, using: &random))
            for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                // Bytes from elsewhere in the text find more errors than random ones.
                let byte =
                    Bool.random(using: &random)
                    ? UInt8.random(in: 0...255, using: &random) : bytes.randomElement(using: &random)!
                if Bool.random(using: &random) { bytes[index] = byte } else { bytes.insert(byte, at: index) }
            }
            tryReading(bytes)
        }
    }

    @Test func `random bytes never trap`() {
        let pieces = [
            "E: ", "A: ", "[", "]", "0x", "99999999999999999999", "-", "version: 1\n", "\n", " ", ".", ",", ":",
            "EV_ABS", "#",
        ]
        for seed in 0..<10_000 {
            var random = SplitMix64(seed: UInt64(seed))
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...100, using: &random) {
                if Bool.random(using: &random) {
                    bytes.append(.random(in: 0...255, using: &random))
                } else {
                    bytes += pieces.randomElement(using: &random)!.utf8
                }
            }
            tryReading(bytes)
        }
    }

    @Test(
        arguments: [
            "9", " ", "[", "\0", "E: 0.0 ", "N: ", "B: 01 ", "[ 1.0] /", "[ 1.0] EV_", "[ 1.0] 3 ",
            "version: 1\n  evdev:\n    name: \"", "version: 1\n  evdev:\n    codes:\n      0: [",
        ])
    func `a line of 256 KiB is read or rejected, and never traps`(start: String) {
        for byte in "1 [\"\0".utf8 { tryReading(Array(start.utf8) + [UInt8](repeating: byte, count: 1 << 18)) }
    }

    /// Reads the bytes in the detected format and in every format; fails if an error's position is outside of them.
    private func tryReading(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let readers: [([UInt8]) throws -> Recording] = [
            { try Recording($0) }, { try Recording(evemu: $0) }, { try Recording(getevent: $0) },
            { try Recording(libinput: $0) },
        ]
        for read in readers {
            do {
                let recording = try read(bytes)
                _ = try RecordedDevice(recording)
            } catch let error as RecordingError {
                guard (1...lines.count).contains(error.line),
                    (1...lines[error.line - 1].count + 1).contains(error.column)
                else {
                    Issue.record("\(error) is outside of \(String(decoding: bytes, as: UTF8.self))")
                    return
                }
            } catch {}
        }
    }

    @Test func `a written recording is read back unchanged`() throws {
        let device = try #require(try Recording(evemu: Array(description.utf8)).description)
        let events = [
            RawEvent(time: Instant(microseconds: 5_000_000), type: 3, code: 0x2f, value: 3),
            RawEvent(time: Instant(microseconds: 5_000_000), type: 3, code: 0x35, value: .min),
            RawEvent(time: Instant(microseconds: 6_500_001), type: 0, code: 0, value: 0),
        ]
        var writer = RecordingWriter()
        writer.write(device)
        for event in events { writer.write(event) }
        let again = try Recording(evemu: writer.bytes)
        var padded = device
        padded.codes[0] = Bitmap(bytes: [0x0b] + [UInt8](repeating: 0, count: 7))
        padded.codes[1] = Bitmap(bytes: [UInt8](repeating: 0, count: 96))
        #expect(again.description == padded)
        #expect(again.events.map(\.time.microseconds) == [0, 0, 1_500_001])
        #expect(again.events.map(\.value) == [3, .min, 0])
    }

    @Test func `a recorded device plays its landings and lifts`() throws {
        let text =
            description
            + "E: 1.0 3 39 5\nE: 1.0 3 35 100\nE: 1.0 3 36 200\nE: 1.0 0 0 0\nE: 1.50000 3 39 -1\nE: 1.50000 0 0 0\n"
        var device = try RecordedDevice(try Recording(evemu: Array(text.utf8)))
        var contacts = ContactNumbers()
        var frame = TouchFrame(surface: SurfaceID(1), time: .distantPast)
        var actions: [ContactChange.Action] = []
        while device.next(contacts: &contacts, into: &frame) { actions += frame.changes.map(\.action) }
        #expect(actions == [.down, .up])
        #expect(device.contactsDown == 0)
    }

    @Test func `rejects a recording without a description or of another kind of device`() throws {
        let events = Recording(description: nil, events: [])
        #expect(throws: UnusableRecording.noDescription) { try RecordedDevice(events) }
        #expect(throws: UnusableRecording.notTouch) {
            try RecordedDevice(Recording(description: DeviceDescription(), events: []))
        }
    }

    @Test(
        arguments: [
            ("a direct device is a touchscreen", [InputProperty.direct], [UInt16](), Surface.Kind.touchscreen),
            ("a pointer device is a touchpad", [InputProperty.pointer], [], .touchpad),
            (
                "a finger tool without a pen tool makes a touchpad", [], [EventCode.btnToolFinger, EventCode.btnTouch],
                .touchpad
            ),
            ("a touch key without a tool makes a touchscreen", [], [EventCode.btnTouch], .touchscreen),
            ("a finger tool with a pen tool makes a tablet", [], [EventCode.btnToolFinger, EventCode.btnToolPen], nil),
            (
                "a mouse button is ignored on a multitouch device", [InputProperty.direct], [EventCode.btnLeft],
                .touchscreen
            ),
            ("axes alone do not make a touch device", [], [], nil),
        ] as [(String, [Int], [UInt16], Surface.Kind?)])
    func `classifies multitouch devices by properties and keys`(
        rule: String, properties: [Int], keys: [UInt16], kind: Surface.Kind?
    ) {
        var device = DeviceDescription()
        for property in properties { device.properties.insert(property) }
        for key in keys { device.codes[Int(EventType.key)].insert(Int(key)) }
        device.axes[Int(EventCode.absMTPositionX)] = AxisRange(minimum: 0, maximum: 100)
        device.axes[Int(EventCode.absMTPositionY)] = AxisRange(minimum: 0, maximum: 100)
        #expect(device.surfaceKind == kind, "\(rule)")
    }

    @Test(
        arguments: [
            ("a touch key makes a touchscreen", [], [EventCode.btnTouch], .touchscreen),
            (
                "a direct device with a touch key is a touchscreen", [InputProperty.direct], [EventCode.btnTouch],
                .touchscreen
            ),
            ("a finger tool makes a touchpad", [], [EventCode.btnToolFinger, EventCode.btnTouch], .touchpad),
            (
                "a direct device with a finger tool is a touchscreen", [InputProperty.direct],
                [EventCode.btnToolFinger, EventCode.btnTouch],
                .touchscreen
            ),
            ("a mouse button makes a mouse", [], [EventCode.btnTouch, EventCode.btnLeft], nil),
            (
                "a direct device with a mouse button is a mouse, too", [InputProperty.direct],
                [EventCode.btnTouch, EventCode.btnLeft + 1], nil
            ),
            ("a device without BTN_TOUCH is not a touch device", [InputProperty.direct], [], nil),
        ] as [(String, [Int], [UInt16], Surface.Kind?)])
    func `classifies single-touch devices by properties and keys`(
        rule: String, properties: [Int], keys: [UInt16], kind: Surface.Kind?
    ) {
        var device = DeviceDescription()
        for property in properties { device.properties.insert(property) }
        for key in keys { device.codes[Int(EventType.key)].insert(Int(key)) }
        device.axes[Int(EventCode.absX)] = AxisRange(minimum: 0, maximum: 100)
        device.axes[Int(EventCode.absY)] = AxisRange(minimum: 0, maximum: 100)
        #expect(device.surfaceKind == kind, "\(rule)")
    }
}
