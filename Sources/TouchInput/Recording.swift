import GestureCore

/// The events of one device, as they were recorded, and what the device was.
public struct Recording: Equatable, Sendable {
    /// nil where the file has events alone.
    public var description: DeviceDescription?
    public var events: [RawEvent]

    public init(description: DeviceDescription?, events: [RawEvent]) {
        self.description = description
        self.events = events
    }
}

/// What is wrong with a recording, and where.
public struct RecordingError: Error, Equatable, Sendable {
    /// From 1.
    public var line: Int
    /// In bytes, from 1.
    public var column: Int
    /// What should stand there, e.g. "a hexadecimal event type".
    public var expected: String
}

extension Recording {
    /// Reads the text that evemu-record writes, versions 1.0 to 1.3: a description (`N:`, `I:`, `P:`, `B:`, `A:`), events
    /// (`E: seconds.microseconds type code value`), or both.
    ///
    /// The microseconds are a count, not decimal places, as evemu has it: `1.5` is 5 µs after the first second.
    public init(evemu bytes: [UInt8]) throws(RecordingError) {
        self.init(description: nil, events: [])
        var described = DeviceDescription()
        var isDescribed = false
        var start = 0
        var line = 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
            line += 1
            var scanner = LineScanner(bytes: bytes, start: start, end: end, line: line)
            start = end + 1
            guard let tag = try scanner.tag() else { continue }
            switch tag {
            case UInt8(ascii: "E"):
                events.append(try scanner.event())
            case UInt8(ascii: "N"), UInt8(ascii: "I"), UInt8(ascii: "P"), UInt8(ascii: "B"), UInt8(ascii: "A"):
                isDescribed = true
                try scanner.describe(tag, &described)
            case UInt8(ascii: "L"), UInt8(ascii: "S"):
                break  // the state of lights and switches
            default:
                throw scanner.error("a line of an evemu recording (N: I: P: B: A: L: S: E: or #)", at: 0)
            }
        }
        if isDescribed { description = described }
    }
}

/// Reads one line of a recording.
private struct LineScanner {
    private let bytes: [UInt8]
    private let start: Int
    private let end: Int
    private let line: Int
    private var position: Int

    init(bytes: [UInt8], start: Int, end: Int, line: Int) {
        self.bytes = bytes
        self.start = start
        self.end = end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
        self.line = line
        position = start
    }

    func error(_ expected: String, at offset: Int? = nil) -> RecordingError {
        RecordingError(line: line, column: (offset ?? position - start) + 1, expected: expected)
    }

    /// The letter before the colon; nil on an empty line or a comment.
    mutating func tag() throws(RecordingError) -> UInt8? {
        skipSpace()
        guard position < end, bytes[position] != UInt8(ascii: "#") else { return nil }
        let tag = bytes[position]
        position += 1
        try take(UInt8(ascii: ":"), expected: "a line of an evemu recording (N: I: P: B: A: L: S: E: or #)")
        return tag
    }

    mutating func event() throws(RecordingError) -> RawEvent {
        let seconds = try number(0...Int64(Int32.max) * 4, radix: 10, "seconds")
        try take(UInt8(ascii: "."), expected: "seconds.microseconds")
        let microseconds = try number(0...999_999, radix: 10, "microseconds, 0 … 999999")
        let type = try number(0...0xffff, radix: 16, "a hexadecimal event type")
        let code = try number(0...0xffff, radix: 16, "a hexadecimal event code")
        let value = try number(Int64(Int32.min)...Int64(Int32.max), radix: 10, "a decimal event value")
        try finish()
        return RawEvent(
            time: Instant(microseconds: seconds * 1_000_000 + microseconds), type: UInt16(type), code: UInt16(code),
            value: Int32(value))
    }

    mutating func describe(_ tag: UInt8, _ device: inout DeviceDescription) throws(RecordingError) {
        switch tag {
        case UInt8(ascii: "N"):
            skipSpace()
            device.name = String(decoding: bytes[position..<end], as: UTF8.self)
        case UInt8(ascii: "I"):
            device.bus = UInt16(try number(0...0xffff, radix: 16, "a hexadecimal bus type"))
            device.vendor = UInt16(try number(0...0xffff, radix: 16, "a hexadecimal vendor"))
            device.product = UInt16(try number(0...0xffff, radix: 16, "a hexadecimal product"))
            device.version = UInt16(try number(0...0xffff, radix: 16, "a hexadecimal version"))
            try finish()
        case UInt8(ascii: "P"):
            while !isAtEnd { device.properties.append(try byte()) }
        case UInt8(ascii: "B"):
            let type = Int(try number(0...Int64(EventType.count) - 1, radix: 16, "a hexadecimal event type, 00 … 1f"))
            while !isAtEnd { device.codes[type].append(try byte()) }
        default:
            let code = Int(
                try number(0...Int64(device.axes.count) - 1, radix: 16, "a hexadecimal axis, 00 … 3f"))
            var axis = AxisRange(minimum: try int32("a minimum"), maximum: try int32("a maximum"))
            axis.fuzz = try int32("a fuzz")
            axis.flat = try int32("a flat")
            if !isAtEnd { axis.resolution = try int32("a resolution") }  // evemu 1.0 has none
            try finish()
            device.axes[code] = axis
        }
    }

    private mutating func byte() throws(RecordingError) -> UInt8 {
        UInt8(try number(0...0xff, radix: 16, "a hexadecimal byte"))
    }

    private mutating func int32(_ what: String) throws(RecordingError) -> Int32 {
        Int32(try number(Int64(Int32.min)...Int64(Int32.max), radix: 10, what))
    }

    private mutating func number(
        _ range: ClosedRange<Int64>, radix: Int64, _ expected: String
    ) throws(RecordingError) -> Int64 {
        skipSpace()
        let first = position
        let isNegative = position < end && bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var value: Int64 = 0
        var digits = 0
        while position < end, let digit = digit(bytes[position], radix: radix) {
            value = value * radix + digit
            digits += 1
            position += 1
            // Beyond every range here, and far from overflow.
            if value > 1 << 50 { throw error(expected, at: first - start) }
        }
        if isNegative { value = -value }
        guard digits > 0, range.contains(value) else { throw error(expected, at: first - start) }
        return value
    }

    private func digit(_ byte: UInt8, radix: Int64) -> Int64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): radix == 16 ? Int64(byte - UInt8(ascii: "a")) + 10 : nil
        case UInt8(ascii: "A")...UInt8(ascii: "F"): radix == 16 ? Int64(byte - UInt8(ascii: "A")) + 10 : nil
        default: nil
        }
    }

    private mutating func take(_ byte: UInt8, expected: String) throws(RecordingError) {
        guard position < end, bytes[position] == byte else { throw error(expected) }
        position += 1
    }

    /// The rest may be a comment, as evemu-record writes.
    private mutating func finish() throws(RecordingError) {
        guard isAtEnd else { throw error("the end of the line or a comment (#)") }
    }

    private var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return position >= end || bytes[position] == UInt8(ascii: "#")
        }
    }

    private mutating func skipSpace() {
        while position < end, bytes[position] == UInt8(ascii: " ") || bytes[position] == UInt8(ascii: "\t") {
            position += 1
        }
    }
}
