import GestureCore
import TouchDecoding

extension Recording {
    /// Reads the output of `libinput record` since libinput 1.10: the `evdev` section, udev's properties and the kernel's events
    /// (`- [seconds, microseconds, type, code, value]`) of the first device. Other devices, other sections, and libinput's own events
    /// are skipped.
    ///
    /// Supports the lines as that tool writes them, not YAML in general: YAML libraries are too large for this.
    package init(libinput bytes: [UInt8]) throws(RecordingError) {
        var reader = LibinputReader()
        var lines = LineReader(bytes)
        while var line = lines.next(), try reader.read(&line) {}
        self.init(description: reader.description, context: reader.context, events: reader.events)
    }
}

private struct LibinputReader {
    private(set) var description: DeviceDescription?
    private(set) var context = DeviceContext()
    private(set) var events: [RawEvent] = []
    private var section = Section.other

    private enum Section {
        case other
        case description, codes, axes
        case udev
        /// Events of libinput, and events of the kernel.
        case otherEvents, kernelEvents
    }

    /// Reads a line.
    ///
    /// - Returns: false if the next device begins.
    mutating func read(_ line: inout LineScanner) throws(RecordingError) -> Bool {
        guard !line.isAtEnd else { return true }
        // Headings of sections and groups of events are indented less than their contents.
        if line.offset < 4 { return begin(&line) }
        switch section {
        case .other:
            break
        case .description, .codes, .axes:
            try describe(&line)
        case .udev:
            guard line.skip("- ") else { break }
            let property = try line.property()
            if DeviceContext.matters(property.name.utf8) { context.properties.append(property) }
        case .otherEvents, .kernelEvents:
            if line.skip("evdev:") {
                section = .kernelEvents
            } else if line.skip("libinput:") {
                section = .otherEvents
            } else if section == .kernelEvents {
                events.append(try line.event())
            }
        }
        return true
    }

    private mutating func begin(_ line: inout LineScanner) -> Bool {
        if section == .otherEvents || section == .kernelEvents, line.skip("- ") {
            section = line.skip("evdev:") ? .kernelEvents : .otherEvents
        } else if line.skip("evdev:") {
            // Each device has one such section. After an automatic restart, the line with the node's name is a comment.
            guard description == nil else { return false }
            description = DeviceDescription()
            section = .description
        } else if line.skip("udev:"), description != nil {
            section = .udev
        } else {
            section = line.skip("events:") ? .otherEvents : .other
        }
        return true
    }

    private mutating func describe(_ line: inout LineScanner) throws(RecordingError) {
        if line.skip("name:") {
            description?.name = try line.quoted("a name in quotes")
        } else if line.skip("id:") {
            let numbers = try line.numbers(Field.id)
            description?.bus = UInt16(numbers[0])
            description?.vendor = UInt16(numbers[1])
            description?.product = UInt16(numbers[2])
            description?.version = UInt16(numbers[3])
        } else if line.skip("properties:") {
            description?.properties = try line.bitmap(below: InputProperty.count, "a property, 0 … 31")
        } else if line.skip("codes:") {
            section = .codes
        } else if line.skip("absinfo:") {
            section = .axes
        } else if section == .codes {
            let type = try line.key(below: EventType.count, "an event type, 0 … 31")
            description?.codes[Int(type)] = try line.bitmap(
                below: Int(EventCode.count(of: type)), "an event code of that type")
        } else if section == .axes {
            let code = try line.key(below: EventCode.count(of: EventType.abs), "an axis, 0 … 63")
            let numbers = try line.numbers(Field.axis)
            description?.axes[Int(code)] = AxisRange(
                minimum: Int32(numbers[0]), maximum: Int32(numbers[1]), fuzz: Int32(numbers[2]),
                flat: Int32(numbers[3]), resolution: Int32(numbers[4]))
        } else {
            throw line.error("name, id, codes, absinfo or properties")
        }
    }
}

/// One number in a list of fixed length.
private struct Field {
    var name: String
    var range: ClosedRange<Int64>

    static let id = [
        Field(name: "a bus type", range: uint16), Field(name: "a vendor", range: uint16),
        Field(name: "a product", range: uint16), Field(name: "a version", range: uint16),
    ]
    static let axis = [
        Field(name: "a minimum", range: int32), Field(name: "a maximum", range: int32),
        Field(name: "a fuzz", range: int32), Field(name: "a flat", range: int32),
        Field(name: "a resolution", range: int32),
    ]
    static let event = [
        Field(name: "seconds", range: LineScanner.seconds),
        Field(name: "microseconds, 0 … 999999", range: LineScanner.microseconds),
        Field(name: "an event type", range: uint16), Field(name: "an event code", range: uint16),
        Field(name: "an event value", range: int32),
    ]

    private static let uint16: ClosedRange<Int64> = 0...0xffff
    private static let int32 = Int64(Int32.min)...Int64(Int32.max)
}

private let list = "a list ([)"
private let listEnd = "the end of the list (])"

extension LineScanner {
    fileprivate mutating func event() throws(RecordingError) -> RawEvent {
        try take("- ", expected: "- [seconds, microseconds, type, code, value]")
        let numbers = try numbers(Field.event)
        return RawEvent(
            time: Instant(microseconds: numbers[0] * 1_000_000 + numbers[1]), type: UInt16(numbers[2]),
            code: UInt16(numbers[3]), value: Int32(numbers[4]))
    }

    /// Reads text in quotes. Quotes inside are not escaped.
    fileprivate mutating func quoted(_ expected: String) throws(RecordingError) -> String {
        skipSpace()
        let start = offset
        try take("\"", expected: expected)
        guard let end = rest.lastIndex(of: UInt8(ascii: "\"")) else { throw error(expected, at: start) }
        return String(decoding: rest[..<end], as: UTF8.self)
    }

    /// Reads the number before a colon.
    fileprivate mutating func key(below count: UInt16, _ expected: String) throws(RecordingError) -> UInt16 {
        let key = try number(0...Int64(count) - 1, radix: 10, expected)
        try take(":", expected: "a colon")
        return UInt16(key)
    }

    /// Reads a list with one number for each field.
    fileprivate mutating func numbers(_ fields: [Field]) throws(RecordingError) -> [Int64] {
        var numbers: [Int64] = []
        for field in fields {
            skipSpace()
            try numbers.isEmpty ? take("[", expected: list) : take(",", expected: "a comma")
            numbers.append(try number(field.range, radix: 10, field.name))
        }
        skipSpace()
        try take("]", expected: listEnd)
        try finish()
        return numbers
    }

    /// Reads a list of any length.
    fileprivate mutating func bitmap(below count: Int, _ expected: String) throws(RecordingError) -> Bitmap {
        var bitmap = Bitmap()
        skipSpace()
        try take("[", expected: list)
        skipSpace()
        if !skip("]") {
            repeat {
                bitmap.insert(Int(try number(0...Int64(count) - 1, radix: 10, expected)))
                skipSpace()
            } while skip(",")
            try take("]", expected: listEnd)
        }
        try finish()
        return bitmap
    }
}
