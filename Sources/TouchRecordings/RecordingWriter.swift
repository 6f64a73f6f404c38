import GestureCore
import Text
import TouchDecoding

/// Writes recordings in the format evemu 1.3, which evemu-play and evemu-device read.
package struct RecordingWriter: Sendable {
    /// The text since ``removeAll()``.
    package private(set) var bytes: [UInt8] = []
    private var first: Instant?

    package init() {}

    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// The beginning of comments in which a recording stores what the format cannot express.
    static let note: StaticString = "# gestured: "

    /// Writes the description of the device, and in comments what the format cannot express.
    ///
    /// - Parameter size: the size that the device is used with.
    package mutating func write(
        _ device: DeviceDescription, _ context: DeviceContext = DeviceContext(),
        size: PhysicalSize? = nil
    ) {
        append("# EVEMU 1.3\n")
        if !device.physicalPath.utf8.isEmpty {
            append(Self.note)
            append("physical path ")
            append(line: device.physicalPath)
        }
        for property in context.properties {
            append(Self.note)
            append("udev ")
            append(line: "\(property.name)=\(property.value)")
        }
        if let kind = context.kind {
            append(Self.note)
            append("kind ")
            append(kind.name)
            append("\n")
        }
        if let size {
            append(Self.note)
            append("size ")
            append(millimetres: size.width)
            append(" x ")
            append(millimetres: size.height)
            append(" mm ")
            append(size.source.name)
            append("\n")
        }
        if context.orientation != Orientation() {
            append(Self.note)
            append("rotation ")
            append(decimal: Int64(context.orientation.rotation.degrees))
            append("\n")
            append(Self.note)
            append("mirror ")
            append(context.orientation.mirror.name)
            append("\n")
        }
        if let settings = context.settings { write(settings) }
        append("N: ")
        append(line: device.name)
        append("I: ")
        for number in [device.bus, device.vendor, device.product, device.version] {
            append(hex: UInt64(number), digits: 4)
            append(" ")
        }
        bytes[bytes.count - 1] = UInt8(ascii: "\n")
        write("P:", device.properties, count: InputProperty.count)
        for type in 0..<EventType.count where !device.codes[Int(type)].bytes.isEmpty {
            write("B:", type: type, device.codes[Int(type)], count: Int(EventCode.count(of: type)))
        }
        for (code, axis) in device.axes.enumerated() {
            guard let axis else { continue }
            append("A: ")
            append(hex: UInt64(code), digits: 2)
            for value in [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution] {
                append(" ")
                append(decimal: Int64(value))
            }
            append("\n")
        }
    }

    /// Writes the settings that the recording was made with, in columns that a tab separates.
    private mutating func write(_ settings: [ConfiguredSetting]) {
        if settings.isEmpty {
            append(Self.note)
            append("settings default\n")
        }
        for setting in settings {
            append(Self.note)
            append("setting")
            for column in ["\(setting.section)", "\(setting.key)", setting.value, setting.path] {
                append("\t")
                append(column: column)
            }
            append("\t")
            append(decimal: Int64(setting.line))
            append("\n")
        }
    }

    /// Writes an event. Times are relative to the first event.
    package mutating func write(_ event: RawEvent) {
        let start = first ?? event.time
        first = start
        let time = Instant(microseconds: max(0, (event.time - start).microseconds))
        append(event: time, event.type, event.code, event.value)
    }

    /// Writes the events before the first one, at time 0.
    package mutating func write(start events: [RawEvent]) {
        for event in events { append(event: Instant(microseconds: 0), event.type, event.code, event.value) }
    }

    private mutating func append(event time: Instant, _ type: UInt16, _ code: UInt16, _ value: Int32) {
        append("E: ")
        append(decimal: time.microseconds / 1_000_000)
        append(".")
        append(decimal: time.microseconds % 1_000_000, digits: 6)
        append(" ")
        append(hex: UInt64(type), digits: 4)
        append(" ")
        append(hex: UInt64(code), digits: 4)
        append(" ")
        append(decimal: Int64(value))
        append("\n")
    }

    /// Writes a bitmap: eight bytes a line, as many lines as the kernel's bitmap needs.
    private mutating func write(_ tag: StaticString, type: UInt16? = nil, _ bitmap: Bitmap, count: Int) {
        var index = 0
        repeat {
            append(tag)
            if let type {
                append(" ")
                append(hex: UInt64(type), digits: 2)
            }
            for offset in index..<index + 8 {
                append(" ")
                append(hex: UInt64(offset < bitmap.bytes.count ? bitmap.bytes[offset] : 0), digits: 2)
            }
            append("\n")
            index += 8
        } while index < (count + 7) / 8
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { buffer in
            for index in 0..<buffer.count { unsafe bytes.append(buffer[index]) }
        }
    }

    /// Appends text from outside and ends the line.
    private mutating func append(line text: String) {
        append(column: text)
        append("\n")
    }

    /// Appends text from outside without control characters.
    private mutating func append(column text: String) {
        for byte in text.utf8 { bytes.append(byte < 0x20 ? UInt8(ascii: " ") : byte) }
    }

    private mutating func append(millimetres length: Double) {
        let thousandths = rounded(length * 1000)
        append(decimal: Int64(thousandths / 1000))
        append(".")
        append(decimal: Int64(thousandths % 1000), digits: 3)
    }

    private mutating func append(hex number: UInt64, digits: Int) {
        bytes += hexadecimal(number, digits: digits)
    }

    private mutating func append(decimal number: Int64, digits: Int = 1) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var divisor: UInt64 = 1
        var places = 1
        while places < digits || number.magnitude / divisor >= 10 {
            divisor *= 10
            places += 1
        }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number.magnitude / divisor % 10))
            divisor /= 10
        }
    }
}
