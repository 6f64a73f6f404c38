import GestureCore
import Platform

/// Writes a recording as evemu 1.3, which evemu-play and evemu-device read.
public struct RecordingWriter: Sendable {
    /// What is written and not yet taken.
    public private(set) var bytes: [UInt8] = []
    private var first: Instant?

    public init() {}

    public mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    public mutating func write(_ device: DeviceDescription) {
        append("# EVEMU 1.3\n")
        append("N: ")
        for byte in device.name.utf8 { bytes.append(byte < 0x20 ? UInt8(ascii: " ") : byte) }
        append("\nI: ")
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

    /// Writes an event; times count from the first.
    public mutating func write(_ event: RawEvent) {
        let start = first ?? event.time
        first = start
        let time = Instant(microseconds: max(0, (event.time - start).microseconds))
        append(event: time, event.type, event.code, event.value)
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

    /// Writes what is in the slots of a device before its first event: the kernel sends only what changes, so a touch that
    /// lands where the last one in its slot was lifted would have no position.
    public mutating func write(initialState device: borrowing EvdevDevice) {
        guard device.slotCount > 0 else { return }
        let start = Instant(microseconds: 0)
        for index in 0..<device.slotCount {
            let slot = device.slot(index)
            guard slot.x != 0 || slot.y != 0 else { continue }
            append(event: start, EventType.abs, EventCode.absMTSlot, Int32(index))
            append(event: start, EventType.abs, EventCode.absMTPositionX, slot.x)
            append(event: start, EventType.abs, EventCode.absMTPositionY, slot.y)
        }
        append(event: start, EventType.abs, EventCode.absMTSlot, Int32(device.currentSlot))
        append(event: start, EventType.syn, EventCode.synReport, 0)
    }

    /// Writes that events were lost, and what the device says after it.
    public mutating func write(overrunAt time: Instant, of device: borrowing EvdevDevice) {
        write(RawEvent(time: time, type: EventType.syn, code: EventCode.synDropped, value: 0))
        for index in 0..<device.slotCount {
            let slot = device.slot(index)
            for (code, value) in [
                (EventCode.absMTSlot, Int32(index)), (EventCode.absMTTrackingID, slot.trackingID),
                (EventCode.absMTPositionX, slot.x), (EventCode.absMTPositionY, slot.y),
            ] {
                write(RawEvent(time: time, type: EventType.abs, code: code, value: value))
            }
        }
        write(RawEvent(time: time, type: EventType.abs, code: EventCode.absMTSlot, value: Int32(device.currentSlot)))
        write(RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 0))
    }

    /// Eight bytes a line, as many lines as the kernel's bitmap has.
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
