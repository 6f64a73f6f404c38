import GestureCore
import Text
import TouchDecoding

extension Recording {
    /// Reads the output of Android's getevent with time stamps: `getevent -t` with hexadecimal types, codes and values,
    /// `getevent -lt` with names (`[seconds.microseconds] EV_ABS ABS_MT_SLOT 00000001`), both with or without the device
    /// before them (`/dev/input/event1:`). Other output is skipped: devices that are added and removed, and their descriptions.
    ///
    /// Of several devices, the first with ABS_MT_POSITION_X is read, otherwise the first with ABS_X.
    ///
    /// The format has no description; it is inferred from the events, as
    /// ``DeviceDescription/init(inferredFrom:)`` says.
    package init(getevent bytes: [UInt8]) throws(RecordingError) {
        self.init(description: nil, events: [])
        var all: [(device: Range<Int>, event: RawEvent)] = []
        var lines = LineReader(bytes)
        while var line = lines.next() {
            if let event = try line.event() { all.append(event) }
        }
        let touch =
            all.first { $0.event.type == EventType.abs && $0.event.code == EventCode.absMTPositionX }
            ?? all.first { $0.event.type == EventType.abs && $0.event.code == EventCode.absX } ?? all.first
        guard let touch else { return }
        let device = bytes[touch.device]
        events = all.compactMap { bytes[$0.device].elementsEqual(device) ? $0.event : nil }
        description = DeviceDescription(inferredFrom: events)
    }
}

extension DeviceDescription {
    /// Infers the touchscreen of a phone of 62 × 110 mm: it has the types and codes of the events, positions range from 0 to the
    /// largest one, and the axis with the smaller range is the shorter side. Ranges come out too small, because nobody touches
    /// every edge; a description of the device is better.
    ///
    /// With SYN_MT_REPORT, which is protocol A, it has no slots.
    init(inferredFrom events: [RawEvent]) {
        self.init()
        properties.insert(InputProperty.direct)
        let isProtocolA = events.contains { $0.type == EventType.syn && $0.code == EventCode.synMTReport }
        for event in events where event.type < EventType.count && event.code < EventCode.count(of: event.type) {
            if event.type != EventType.abs {
                codes[Int(event.type)].insert(Int(event.code))
            } else if event.code != EventCode.absMTSlot || !isProtocolA {
                widen(event.code, toward: event.value)
            }
        }
        // A single finger is in slot 0 from the start, without an event.
        if !isProtocolA, axis(EventCode.absMTPositionX) != nil { widen(EventCode.absMTSlot, toward: 0) }
        inferResolution(EventCode.absMTPositionX, EventCode.absMTPositionY)
        inferResolution(EventCode.absX, EventCode.absY)
    }

    /// Adds an axis, if it is missing, and extends its range to `value`.
    private mutating func widen(_ axis: UInt16, toward value: Int32) {
        codes[Int(EventType.abs)].insert(Int(axis))
        let maximum = axes[Int(axis)]?.maximum ?? Self.leastMaximum(of: axis)
        axes[Int(axis)] = AxisRange(minimum: 0, maximum: max(maximum, value))
    }

    private static func leastMaximum(of axis: UInt16) -> Int32 {
        switch axis {
        case EventCode.absMTPositionX, EventCode.absMTPositionY, EventCode.absX, EventCode.absY: 1
        case EventCode.absMTSlot: 15
        default: 255
        }
    }

    private mutating func inferResolution(_ x: UInt16, _ y: UInt16) {
        guard let width = axis(x)?.extent, let height = axis(y)?.extent else { return }
        let isPortrait = width <= height
        axes[Int(x)]?.resolution = Self.resolution(width, millimetres: isPortrait ? 62 : 110)
        axes[Int(y)]?.resolution = Self.resolution(height, millimetres: isPortrait ? 110 : 62)
    }

    /// Returns units per mm, rounded as the kernel requires.
    private static func resolution(_ extent: Int64, millimetres: Int64) -> Int32 {
        max(1, Int32((extent + millimetres / 2) / millimetres))
    }
}

extension LineScanner {
    /// Whether only getevent writes lines like this.
    var isGetevent: Bool {
        var line = self
        line.skipSpace()
        return line.isStamped || line.skip("/dev/input/") || line.skip("add device ")
    }

    /// Whether a time stamp follows. A bracket alone can be a prompt of the shell.
    private var isStamped: Bool {
        var line = self
        guard line.skip("[") else { return false }
        line.skipSpace()
        guard let digit = line.next else { return false }
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
    }

    /// Reads an event and the range of the device's name; nil on a line without an event.
    fileprivate mutating func event() throws(RecordingError) -> (device: Range<Int>, event: RawEvent)? {
        skipSpace()
        guard isStamped else {
            guard !skip("/dev/input/") else {
                throw error("a time stamp ([seconds.microseconds]), as getevent -t prints", at: 0)
            }
            return nil
        }
        try take("[", expected: "a time stamp")
        let time = try time()
        skipSpace()
        try take("]", expected: "the end of the time stamp (])")
        skipSpace()
        var device = 0..<0
        if next == UInt8(ascii: "/") {
            device = try take(through: UInt8(ascii: ":"), expected: "a device and a colon")
        }
        let type = try type()
        let code = try code(of: type)
        let value = try value(of: type, code)
        try finish()
        guard let code else { return nil }
        return (device, RawEvent(time: time, type: type, code: code, value: value))
    }

    private mutating func type() throws(RecordingError) -> UInt16 {
        let expected = "an event type, hexadecimal or by name"
        guard let name = name() else { return UInt16(try number(0...0xffff, radix: 16, expected)) }
        guard let type = EventName.type(name) else { throw error(expected, at: offset - name.count) }
        return type
    }

    /// Reads an event code; nil for an unknown name of a key: one of a later kernel, a second name of the same key, or one that
    /// getevent cut off after 20 letters. Contacts do not depend on these.
    private mutating func code(of type: UInt16) throws(RecordingError) -> UInt16? {
        let expected = "an event code, hexadecimal or by name"
        guard let name = name() else { return UInt16(try number(0...0xffff, radix: 16, expected)) }
        let code = EventName.code(name, of: type)
        if code == nil, type == EventType.syn || type == EventType.abs {
            throw error(expected, at: offset - name.count)
        }
        return code
    }

    private mutating func value(of type: UInt16, _ code: UInt16?) throws(RecordingError) -> Int32 {
        let expected = "an event value, hexadecimal or by name"
        guard let name = name() else {
            return Int32(truncatingIfNeeded: try number(0...0xffff_ffff, radix: 16, expected))
        }
        if type == EventType.key {
            if name == ByteString("UP") { return 0 }
            if name == ByteString("DOWN") { return 1 }
            if name == ByteString("REPEAT") { return 2 }
        }
        guard let code, let value = EventName.value(name, of: type, code) else {
            throw error(expected, at: offset - name.count)
        }
        return value
    }
}
