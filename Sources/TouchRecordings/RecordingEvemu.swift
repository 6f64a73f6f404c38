import GestureCore
import Text
import TouchDecoding

extension Recording {
    /// Reads the format of evemu-record, versions 1.0 to 1.3: a description (`N:`, `I:`, `P:`, `B:`, `A:`), events
    /// (`E: seconds.microseconds type code value`), or both.
    ///
    /// It also reads the comments in which ``RecordingWriter`` stores what the format cannot express.
    ///
    /// As in evemu, the microseconds are a count, not decimal places: `1.5` is 5 µs after the first second.
    package init(evemu bytes: [UInt8]) throws(RecordingError) {
        self.init(description: nil, events: [])
        var described = DeviceDescription()
        var isDescribed = false
        var lines = LineReader(bytes)
        while var line = lines.next() {
            if line.isNote {
                try line.note(&described, &context)
                continue
            }
            guard let tag = try line.tag() else { continue }
            switch tag {
            case UInt8(ascii: "E"):
                events.append(try line.event())
            case UInt8(ascii: "N"), UInt8(ascii: "I"), UInt8(ascii: "P"), UInt8(ascii: "B"), UInt8(ascii: "A"):
                isDescribed = true
                try line.describe(tag, &described)
            case UInt8(ascii: "L"), UInt8(ascii: "S"):
                break  // the state of lights and switches
            default:
                throw line.error(aLine, at: 0)
            }
        }
        if isDescribed { description = described }
    }
}

private let aLine = "a line of an evemu recording (N: I: P: B: A: L: S: E: or #)"

extension LineScanner {
    /// Whether the line is such a comment of ``RecordingWriter``; skips its beginning.
    fileprivate var isNote: Bool { mutating get { skip(RecordingWriter.note) } }

    /// Reads such a comment; ignores unknown ones, which a later version can write.
    fileprivate mutating func note(
        _ device: inout DeviceDescription, _ context: inout DeviceContext
    ) throws(RecordingError) {
        if skip("physical path ") {
            device.physicalPath = String(decoding: rest, as: UTF8.self)
        } else if skip("udev ") {
            context.properties.append(try property())
        } else if skip("kind ") {
            guard let kind = Surface.Kind(name: rest) else { throw error("touchscreen or touchpad") }
            context.kind = kind
        } else if skip("size ") {
            let width = try millimetres()
            try take(" x ", expected: "x and the height")
            let height = try millimetres()
            try take(" mm ", expected: "mm")
            // Other sizes follow from the description.
            if skip("configuration") {
                context.size = PhysicalSize(width: width, height: height, source: .configuration)
            } else if skip("display") {
                context.size = PhysicalSize(width: width, height: height, source: .display)
            }
        } else if skip("rotation ") {
            let column = offset
            let degrees = try number(0...270, radix: 10, "0, 90, 180 or 270")
            guard let rotation = Orientation.Rotation(degrees: Int(degrees)) else {
                throw error("0, 90, 180 or 270", at: column)
            }
            context.orientation.rotation = rotation
        } else if skip("mirror ") {
            guard let mirror = Orientation.Mirror(name: rest) else {
                throw error("none, horizontal or vertical")
            }
            context.orientation.mirror = mirror
        } else if skip("settings default") {
            context.settings = context.settings ?? []
        } else if skip("setting\t") {
            context.settings = (context.settings ?? []) + [try setting()]
        }
    }

    /// Reads the columns of a setting.
    private mutating func setting() throws(RecordingError) -> ConfiguredSetting {
        let columns = rest.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        guard columns.count == 5, let line = parseInteger(columns[4], upTo: 1 << 31) else {
            throw error("a setting: section, key, value, file and line, separated by tabs")
        }
        func text(_ index: Int) -> String { String(decoding: columns[index], as: UTF8.self) }
        return ConfiguredSetting(
            section: ByteString(columns[0]), key: ByteString(columns[1]), value: text(2), path: text(3), line: Int(line)
        )
    }

    /// Reads a length with three decimals.
    private mutating func millimetres() throws(RecordingError) -> Double {
        let expected = "a length in mm with three decimals"
        let whole = try number(0...9999, radix: 10, expected)
        try take(".", expected: expected)
        let start = offset
        let thousandths = try number(0...999, radix: 10, expected)
        guard offset == start + 3 else { throw error(expected, at: start) }
        return Double(whole) + Double(thousandths) / 1000
    }

    /// Reads the letter before the colon; nil on an empty line or a comment.
    fileprivate mutating func tag() throws(RecordingError) -> UInt8? {
        guard !isAtEnd else { return nil }
        let tag = take()
        try take(":", expected: aLine)
        return tag
    }

    fileprivate mutating func event() throws(RecordingError) -> RawEvent {
        let time = try time()
        let type = try number(0...0xffff, radix: 16, "a hexadecimal event type")
        let code = try number(0...0xffff, radix: 16, "a hexadecimal event code")
        let value = try int32("a decimal event value")
        try finish()
        return RawEvent(time: time, type: UInt16(type), code: UInt16(code), value: value)
    }

    fileprivate mutating func describe(_ tag: UInt8, _ device: inout DeviceDescription) throws(RecordingError) {
        switch tag {
        case UInt8(ascii: "N"):
            skipSpace()
            device.name = String(decoding: rest, as: UTF8.self)
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
}
