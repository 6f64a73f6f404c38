import Foundation
import GestureCore
import Testing
import Text

@testable import TouchDecoding
@testable import TouchRecordings

/// The output of `getevent -lt`: two fingers, a key of another device, and messages about devices.
let geteventText = """
    [shell@phone ~]$ getevent -lt
    add device 1: /dev/input/event4
      name:     "volume keys"
    could not get driver version for /dev/input/mice, Not a typewriter
    add device 2: /dev/input/event2
      name:     "touch panel"
    [    1411.748191] /dev/input/event4: EV_KEY       KEY_VOLUMEDOWN       DOWN
    [    1411.748191] /dev/input/event4: EV_KEY       KEY_OF_A_LATER_KERNE DOWN
    [    1411.748191] /dev/input/event4: EV_SYN       SYN_REPORT           00000000
    [    1412.000001] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   000001c4
    [    1412.000001] /dev/input/event2: EV_KEY       BTN_TOUCH            DOWN
    [    1412.000001] /dev/input/event2: EV_ABS       ABS_MT_TOOL_TYPE     MT_TOOL_PALM
    [    1412.000001] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    00000437
    [    1412.000001] /dev/input/event2: EV_ABS       ABS_MT_POSITION_Y    0000077f
    [    1412.000001] /dev/input/event2: EV_ABS       ABS_MT_PRESSURE      00000031
    [    1412.000001] /dev/input/event2: EV_ABS       ABS_MT_TOUCH_MAJOR   00000004
    [    1412.000001] /dev/input/event2: EV_SYN       SYN_REPORT           00000000
    [    1412.100000] /dev/input/event4: EV_KEY       KEY_VOLUMEDOWN       UP
    remove device 1: /dev/input/event4
    [    1412.200000] /dev/input/event2: EV_ABS       ABS_MT_SLOT          00000001
    [    1412.200000] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   000001c5
    [    1412.200000] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    ffffffff
    [    1412.200000] /dev/input/event2: EV_SYN       SYN_REPORT           00000000
    [    1413.000000] /dev/input/event2: EV_ABS       ABS_MT_TRACKING_ID   ffffffff
    [    1413.000000] /dev/input/event2: EV_KEY       BTN_TOUCH            UP
    [    1413.000000] /dev/input/event2: EV_SYN       SYN_REPORT           00000000

    """

@Suite struct RecordingGeteventTests {
    @Test func `reads the events of the touch device by name`() throws {
        let recording = try Recording(Array(geteventText.utf8))
        #expect(recording.events.count == 15)
        let landing = Instant(microseconds: 1_412_000_001)
        #expect(
            recording.events.prefix(5) == [
                RawEvent(time: landing, type: 3, code: 0x39, value: 0x1c4),
                RawEvent(time: landing, type: 1, code: 0x14a, value: 1),
                RawEvent(time: landing, type: 3, code: 0x37, value: 2),
                RawEvent(time: landing, type: 3, code: 0x35, value: 1079),
                RawEvent(time: landing, type: 3, code: 0x36, value: 1919),
            ])
        #expect(recording.events[10].value == -1, "ABS_MT_POSITION_X ffffffff")
        #expect(recording.events.last?.time == Instant(microseconds: 1_413_000_000))
    }

    @Test func `infers a phone from the events`() throws {
        let device = try #require(try Recording(Array(geteventText.utf8)).description)
        #expect(device.surfaceKind == .touchscreen)
        #expect(device.has(EventType.key, EventCode.btnTouch))
        #expect(
            device.axis(EventCode.absMTPositionX) == AxisRange(minimum: 0, maximum: 1079, resolution: 17), "62 mm")
        #expect(
            device.axis(EventCode.absMTPositionY) == AxisRange(minimum: 0, maximum: 1919, resolution: 17), "110 mm")
        #expect(device.axis(EventCode.absMTSlot) == AxisRange(minimum: 0, maximum: 15))
        #expect(device.axis(EventCode.absMTPressure) == AxisRange(minimum: 0, maximum: 255))
        #expect(device.axis(EventCode.absMTTouchMajor) == AxisRange(minimum: 0, maximum: 255))
        #expect(
            device.axis(EventCode.absMTTrackingID) == AxisRange(minimum: 0, maximum: 0x1c5), "more than 255 was seen")
        #expect(device.axis(0) == nil, "ABS_X does not occur")
    }

    @Test func `plays the inferred device`() throws {
        var device = try RecordedDevice(try Recording(Array(geteventText.utf8)))
        #expect(device.geometry.size.source == .resolution)
        var contacts = ContactNumbers()
        var frame = TouchFrame(surface: SurfaceID(1), time: .distantPast)
        var actions: [ContactChange.Action] = []
        while device.next(contacts: &contacts, into: &frame) { actions += frame.changes.map(\.action) }
        // The other is a palm.
        #expect(actions.filter { $0 == .down }.count == 1)
    }

    @Test(
        arguments: [
            ("without a device", "[ 1.000002] 0003 0035 000001f4"),
            ("with a device", "[       1.000002] /dev/input/event2: 0003 0035 000001f4"),
            ("capitals", "[1.2] 3 35 1F4"),
            ("carriage returns", "[ 1.000002] EV_ABS ABS_MT_POSITION_X 000001f4  \r\r\n"),
            ("a type by name, a hexadecimal code", "[ 1.000002] EV_ABS       0035                 000001f4"),
        ])
    func `reads hexadecimal events with and without a device`(_: String, line: String) throws {
        let recording = try Recording(Array(line.utf8))
        #expect(
            recording.events == [
                RawEvent(time: Instant(microseconds: 1_000_002), type: 3, code: 0x35, value: 500)
            ])
    }

    @Test(
        arguments: [
            ("the nearest to 62 and 110 mm", "[ 1.0] 3 35 f6\n[ 1.0] 3 36 1b9", 246, 4, 441, 4),
            ("at least 1", "[ 1.0] 3 35 a\n[ 1.0] 3 36 c", 10, 1, 12, 1),
            ("no axis is empty", "[ 1.0] 3 35 0\n[ 1.0] 3 36 ffffffff", 1, 1, 1, 1),
        ] as [(String, String, Int32, Int32, Int32, Int32)])
    func `the resolution is a whole number`(
        _: String, text: String, x: Int32, xResolution: Int32, y: Int32, yResolution: Int32
    ) throws {
        let device = try #require(try Recording(Array(text.utf8)).description)
        #expect(
            device.axis(EventCode.absMTPositionX) == AxisRange(minimum: 0, maximum: x, resolution: xResolution))
        #expect(
            device.axis(EventCode.absMTPositionY) == AxisRange(minimum: 0, maximum: y, resolution: yResolution))
    }

    @Test func `the narrower axis is the shorter side`() throws {
        let text = "[ 1.0] 3 35 44c\n[ 1.0] 3 36 26c\n[ 1.0] 3 0 44c\n[ 1.0] 3 1 26c\n"
        let device = try #require(try Recording(Array(text.utf8)).description)
        for x: UInt16 in [EventCode.absMTPositionX, 0] {
            #expect(device.axis(x) == AxisRange(minimum: 0, maximum: 1100, resolution: 10))
            #expect(device.axis(x + 1) == AxisRange(minimum: 0, maximum: 620, resolution: 10))
        }
    }

    @Test func `infers slots even if no slot is reported`() throws {
        let device = try #require(try Recording(Array("[ 1.0] 3 35 1\n[ 1.0] 3 36 1\n".utf8)).description)
        #expect(device.axis(EventCode.absMTSlot) == AxisRange(minimum: 0, maximum: 15))
    }

    @Test func `without multitouch, reads the device that has ABS_X`() throws {
        let text =
            "[ 1.0] /dev/input/event1: 1 74 1\n[ 1.0] /dev/input/event3: 3 0 7\n[ 1.0] /dev/input/event3: 3 1 7\n"
        let recording = try Recording(Array(text.utf8))
        #expect(recording.events.map(\.code) == [0, 1])
        #expect(recording.description?.axis(EventCode.absMTSlot) == nil)
    }

    @Test func `infers nothing without events`() throws {
        #expect(
            try Recording(Array("add device 1: /dev/input/event1\n".utf8)) == Recording(description: nil, events: []))
    }

    @Test(
        arguments: [
            ("\n[ 1,0] 3 35 1", 2, 4, "seconds.microseconds"),
            ("[ 99999999999.0] 3 35 1", 1, 3, "seconds"),
            ("[ 1.1000000] 3 35 1", 1, 5, "microseconds, 0 … 999999"),
            ("[ 1.0 3 35 1", 1, 7, "the end of the time stamp (])"),
            ("[ 1.0] /dev/input/event1 3 35 1", 1, 8, "a device and a colon"),
            ("[ 1.0]", 1, 7, "an event type, hexadecimal or by name"),
            ("[ 1.0] EV_NONE 35 1", 1, 8, "an event type, hexadecimal or by name"),
            ("[ 1.0] 10000 35 1", 1, 8, "an event type, hexadecimal or by name"),
            ("[ 1.0] EV_ABS ABS_MT_NONE 1", 1, 15, "an event code, hexadecimal or by name"),
            ("[ 1.0] EV_ABS BTN_TOUCH 1", 1, 15, "an event code, hexadecimal or by name"),
            ("[ 1.0] EV_SYN SYN_NONE 1", 1, 15, "an event code, hexadecimal or by name"),
            ("[ 1.0] EV_ABS", 1, 14, "an event code, hexadecimal or by name"),
            ("[ 1.0] 3 35", 1, 12, "an event value, hexadecimal or by name"),
            ("[ 1.0] 3 35 100000000", 1, 13, "an event value, hexadecimal or by name"),
            ("[ 1.0] 3 35 -1", 1, 13, "an event value, hexadecimal or by name"),
            ("[ 1.0] 3 35 DOWN", 1, 13, "an event value, hexadecimal or by name"),
            ("[ 1.0] EV_KEY BTN_NONE SIDEWAYS", 1, 24, "an event value, hexadecimal or by name"),
            ("[ 1.0] 3 35 1 2", 1, 15, "the end of the line or a comment (#)"),
            ("/dev/input/event1: 3 35 1", 1, 1, "a time stamp ([seconds.microseconds]), as getevent -t prints"),
        ])
    func `errors name the line, the column and what was expected`(
        text: String, line: Int, column: Int, expected: String
    ) {
        #expect(throws: RecordingError(line: line, column: column, expected: expected)) {
            try Recording(Array(text.utf8))
        }
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("../shared/recordings/getevent/Phone").standardizedFileURL

    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: Self.folder.path),
            "needs the recordings in ../shared/recordings beside the package"),
        arguments: [
            ("phone-single-touch", 9, AxisRange(minimum: 0, maximum: 531, resolution: 9), 761, 7),
            ("phone-three-touches", 27, AxisRange(minimum: 0, maximum: 531, resolution: 9), 776, 7),
            ("phone-single-drag", 170, AxisRange(minimum: 0, maximum: 1019, resolution: 9), 774, 12),
            ("phone-two-finger-drag", 1303, AxisRange(minimum: 0, maximum: 1014, resolution: 9), 608, 10),
        ] as [(String, Int, AxisRange, Int32, Int32)])
    func `infers a phone with protocol A from recordings`(
        name: String, events: Int, x: AxisRange, maximumY: Int32, resolutionY: Int32
    ) throws {
        let data = try Data(contentsOf: Self.folder.appendingPathComponent(name + ".txt"))
        let recording = try Recording(Array(data))
        #expect(recording.events.count == events)
        let device = try #require(recording.description)
        #expect(device.surfaceKind == .touchscreen)
        #expect(device.axis(EventCode.absMTPositionX) == x)
        #expect(
            device.axis(EventCode.absMTPositionY)
                == AxisRange(minimum: 0, maximum: maximumY, resolution: resolutionY))
        #expect(device.axis(EventCode.absMTSlot) == nil)
        for axis in [EventCode.absMTTrackingID, EventCode.absMTPressure, EventCode.absMTTouchMajor] {
            #expect(device.axis(axis) == AxisRange(minimum: 0, maximum: 255))
        }
        #expect(!device.has(EventType.key, EventCode.btnTouch))
    }
}
