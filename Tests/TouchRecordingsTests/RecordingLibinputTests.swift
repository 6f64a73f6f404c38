import GestureCore
import Testing

@testable import TouchDecoding
@testable import TouchRecordings

/// The output of `libinput record`, with libinput's own events and a second device.
let libinputText = """
    # libinput record
    version: 1
    ndevices: 2
    libinput:
      version: "1.26.0"
      git: "unknown"
    system:
      os: "debian:13"
      kernel: "6.12.0"
      dmi: "unknown"
    devices:
    - node: /dev/input/event7
      evdev:
        # Name: Acme "Touch" 10
        # ID: bus 0x0018 (i2c) vendor 0x04f3 product 0x2234 version 0x0100
        # Supported Events:
        # Event type 0 (EV_SYN)
        # Event type 3 (EV_ABS)
        #   Event code 47 (ABS_MT_SLOT)
        #       Value           0
        name: "Acme "Touch" 10"
        id: [24, 1267, 8756, 256]
        codes:
          0: [0, 1, 2, 3] # EV_SYN
          1: [330] # EV_KEY
          3: [0, 1, 47, 53, 54, 57] # EV_ABS
          21: [] # EV_FF
        absinfo:
          0: [0, 3200, 0, 0, 12]
          1: [0, 2198, 0, 0, 12]
          47: [0, 9, 0, 0, 0]
          53: [-5, 3200, 1, 2, 12]
          54: [0, 2198, 0, 0, 12]
          57: [0, 65535, 0, 0, 0]
        properties: [1]
      hid: [
        0x05, 0x0d, 0x09, 0x04
      ]
      udev:
        properties:
        - ID_INPUT=1
        - ID_INPUT_TOUCHSCREEN=1
        virtual: false
      quirks:
      - ModelAcme=1
      libinput:
        size: [267, 183]
        capabilities: [touch]
      events:
      # Current time is 12:00:01
      - libinput:
        - {type: DEVICE_ADDED, seat: seat0, logical_seat: default}
      - evdev:
        - [  0,      0,   3,  57,       7] # EV_ABS / ABS_MT_TRACKING_ID        7
        - [  0,      0,   3,  53,    1600] # EV_ABS / ABS_MT_POSITION_X      1600 (+1600)
        - [  0,      0,   3,  54,    1100] # EV_ABS / ABS_MT_POSITION_Y      1100 (+1100)
        - [  0,      0,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +0ms
        libinput:
        - {time: 0.000000, type: TOUCH_DOWN, slot: 0, seat_slot: 0, point: [133.33, 91.67], transformed: [50.00, 50.05]}
        evdev:
        - [  0,      9,   3,  53,    1601]
      - hid:
          time: [  0,  5000]
          hidraw0: [
            0x01, 0x02
          ]
      - evdev:
        - [ 12, 500000,   3,  57,      -1] # EV_ABS / ABS_MT_TRACKING_ID       -1
        - [ 12, 500000,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +12500ms
                                     # Touch device in neutral state
    - node: /dev/input/event8
      evdev:
        name: "a keyboard"
        id: [3, 1, 2, 3]
      events:
      - evdev:
        - [  0,      0,   1,  30,       1] # EV_KEY / KEY_A                1

    """

@Suite struct RecordingLibinputTests {
    @Test func `reads the first device`() throws {
        let device = try #require(try Recording(Array(libinputText.utf8)).description)
        #expect(device.name == "Acme \"Touch\" 10")
        #expect([device.bus, device.vendor, device.product, device.version] == [24, 0x04f3, 0x2234, 0x0100])
        #expect(device.surfaceKind == .touchscreen)
        #expect(device.has(EventType.key, EventCode.btnTouch))
        #expect(device.has(EventType.abs, EventCode.absMTTrackingID))
        #expect(!device.has(EventType.abs, EventCode.absMTPressure))
        #expect(
            device.axis(EventCode.absMTPositionX)
                == AxisRange(minimum: -5, maximum: 3200, fuzz: 1, flat: 2, resolution: 12))
        #expect(device.axis(EventCode.absMTSlot) == AxisRange(minimum: 0, maximum: 9))
        #expect(device.axis(EventCode.absMTPressure) == nil)
    }

    @Test func `reads only the kernel events of the first device`() throws {
        let events = try Recording(Array(libinputText.utf8)).events
        #expect(events.map(\.value) == [7, 1600, 1100, 0, 1601, -1, 0])
        #expect(events[4] == RawEvent(time: Instant(microseconds: 9), type: 3, code: 53, value: 1601))
        #expect(events.last?.time == Instant(microseconds: 12_500_000))
    }

    @Test func `a device without events is a description`() throws {
        let text = "version: 1\ndevices:\n- node: x\n  evdev:\n    name: \"x\"\n  events: []\n"
        let recording = try Recording(Array(text.utf8))
        #expect(recording.description?.name == "x")
        #expect(recording.events == [])
    }

    @Test func `ends the first device at the second, even if a comment hides its node`() throws {
        let restarted = libinputText.replacing(
            "- node: /dev/input/event8", with: "# Closing after 2s inactivity- node: /dev/")
        #expect(try Recording(Array(restarted.utf8)) == Recording(Array(libinputText.utf8)))
    }

    @Test(
        arguments: [
            ("name: x", 11, "a name in quotes"),
            ("name: \"x", 11, "a name in quotes"),
            ("id: 3", 9, "a list ([)"),
            ("id: [3, 4, 5]", 17, "a comma"),
            ("id: [3, 4, 5, 6, 7]", 20, "the end of the list (])"),
            ("id: [65536, 4, 5, 6]", 10, "a bus type"),
            ("id: [3, x, 5, 6]", 13, "a vendor"),
            ("id: [3, 4, 5, 6] 7", 22, "the end of the line or a comment (#)"),
            ("properties: 1", 17, "a list ([)"),
            ("properties: [32]", 18, "a property, 0 … 31"),
            ("properties: [1, ]", 21, "a property, 0 … 31"),
            ("properties: [1 2]", 20, "the end of the list (])"),
            ("properties: [1", 19, "the end of the list (])"),
            ("color: red", 5, "name, id, codes, absinfo or properties"),
            ("codes:\n      32: [1]", 7, "an event type, 0 … 31"),
            ("codes:\n      3 [1]", 8, "a colon"),
            ("codes:\n      3: [64]", 11, "an event code of that type"),
            ("absinfo:\n      64: [0, 1, 0, 0, 0]", 7, "an axis, 0 … 63"),
            ("absinfo:\n      0: [x, 1, 0, 0, 0]", 11, "a minimum"),
            ("absinfo:\n      0: [0, 2147483648, 0, 0, 0]", 14, "a maximum"),
            ("absinfo:\n      0: [0, 1, x, 0, 0]", 17, "a fuzz"),
            ("absinfo:\n      0: [0, 1, 0, x, 0]", 20, "a flat"),
            ("absinfo:\n      0: [0, 1, 0, 0, x]", 23, "a resolution"),
        ])
    func `errors in a description name the line, the column and what was expected`(
        text: String, column: Int, expected: String
    ) {
        let line = text.contains("\n") ? 4 : 3
        #expect(throws: RecordingError(line: line, column: column, expected: expected)) {
            try Recording(Array("version: 1\n  evdev:\n    \(text)\n".utf8))
        }
    }

    @Test(
        arguments: [
            ("0, 0, 3, 53, 1", 5, "- [seconds, microseconds, type, code, value]"),
            ("- 0, 0, 3, 53, 1", 7, "a list ([)"),
            ("- [-1, 0, 3, 53, 1]", 8, "seconds"),
            ("- [0, 1000000, 3, 53, 1]", 11, "microseconds, 0 … 999999"),
            ("- [0, 0, x, 53, 1]", 14, "an event type"),
            ("- [0, 0, 3, 65536, 1]", 17, "an event code"),
            ("- [0, 0, 3, 53, 99999999999999999999]", 21, "an event value"),
            ("- [0, 0, 3, 53", 19, "a comma"),
            ("- [0, 0, 3, 53, 1, 2]", 22, "the end of the list (])"),
            ("- [0, 0, 3, 53, 1] 2", 24, "the end of the line or a comment (#)"),
        ])
    func `errors in an event name the line, the column and what was expected`(
        text: String, column: Int, expected: String
    ) {
        #expect(throws: RecordingError(line: 4, column: column, expected: expected)) {
            try Recording(Array("version: 1\n  events:\n  - evdev:\n    \(text)\n".utf8))
        }
    }
}
