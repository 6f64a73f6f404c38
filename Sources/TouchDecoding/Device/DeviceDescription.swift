import GestureCore
import Text

/// The range of one absolute axis, as the kernel states it: a `struct input_absinfo` without its value.
package struct AxisRange: Equatable, Sendable {
    package var minimum: Int32
    package var maximum: Int32
    package var fuzz: Int32 = 0
    package var flat: Int32 = 0
    /// Counts per mm; 0 when the device does not say.
    package var resolution: Int32 = 0

    package init(minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.flat = flat
        self.resolution = resolution
    }

    /// Counts from one end to the other; wide enough for any range.
    package var extent: Int64 { Int64(maximum) - Int64(minimum) }
}

/// A set of small numbers, as the kernel's bitmaps of event codes and properties.
package struct Bitmap: Equatable, Sendable {
    /// Least significant bit first.
    package private(set) var bytes: [UInt8] = []

    package init() {}
    package init(bytes: [UInt8]) { self.bytes = bytes }

    package init(_ bits: [UInt16]) {
        for bit in bits { insert(Int(bit)) }
    }

    package func contains(_ bit: Int) -> Bool {
        bit >= 0 && bit / 8 < bytes.count && bytes[bit / 8] & (1 << UInt8(bit % 8)) != 0
    }

    package mutating func insert(_ bit: Int) {
        while bytes.count <= bit / 8 { bytes.append(0) }
        bytes[bit / 8] |= 1 << UInt8(bit % 8)
    }

    package mutating func append(_ byte: UInt8) { bytes.append(byte) }
}

/// What a device says of itself: enough to make one like it.
package struct DeviceDescription: Equatable, Sendable {
    package var name = ""
    package var bus: UInt16 = 0
    package var vendor: UInt16 = 0
    package var product: UInt16 = 0
    package var version: UInt16 = 0
    /// Where it is plugged in, as the kernel puts it (EVIOCGPHYS); empty where it does not say.
    package var physicalPath = ""
    package var properties = Bitmap()
    /// The codes it can send, by event type.
    package var codes = [Bitmap](repeating: Bitmap(), count: Int(EventType.count))
    /// The ranges of its absolute axes, by code.
    package var axes = [AxisRange?](repeating: nil, count: Int(EventCode.count(of: EventType.abs)))

    package init() {}

    /// e.g. `04f3:2234`, as tools print it.
    package var vendorAndProduct: String {
        let numbers = hexadecimal(UInt64(vendor), digits: 4) + ":".utf8 + hexadecimal(UInt64(product), digits: 4)
        return String(decoding: numbers, as: UTF8.self)
    }

    /// Whether it is on a bus that people plug things into: USB (BUS_USB) or Bluetooth (BUS_BLUETOOTH).
    package var isPluggable: Bool { bus == 0x03 || bus == 0x05 }

    package func has(_ type: UInt16, _ code: UInt16) -> Bool {
        Int(type) < codes.count && codes[Int(type)].contains(Int(code))
    }

    package func axis(_ code: UInt16) -> AxisRange? { Int(code) < axes.count ? axes[Int(code)] : nil }

    /// The key that is down while a device of one position is touched: BTN_TOUCH, or on a touchscreen that reports itself as a mouse the
    /// left button; nil if it has neither.
    package func touchKey(of kind: Surface.Kind) -> UInt16? {
        if has(EventType.key, EventCode.btnTouch) { return EventCode.btnTouch }
        return kind == .touchscreen && has(EventType.key, EventCode.btnLeft) ? EventCode.btnLeft : nil
    }

    /// Whether it is a mouse with absolute positions: some panels of point-of-sale terminals are, and the pointers of virtual machines.
    package var isAbsoluteMouse: Bool {
        surfaceKind == nil && axis(EventCode.absX) != nil && axis(EventCode.absY) != nil
            && has(EventType.key, EventCode.btnLeft) && !has(EventType.key, EventCode.btnToolPen)
            && !has(EventType.key, EventCode.btnStylus)
    }

    /// Whether it is a touchscreen or a touchpad by the kernel's word; nil when it is neither.
    ///
    /// The same questions in the same order as udev's input_id (test_pointers() of udev-builtin-input_id.c) asks them. Beyond it, a
    /// device of several fingers that is a pointer is a touchpad also without BTN_TOOL_FINGER.
    package var surfaceKind: Surface.Kind? {
        let isMultitouch = axis(EventCode.absMTPositionX) != nil && axis(EventCode.absMTPositionY) != nil
        let isTouch =
            has(EventType.key, EventCode.btnTouch) && axis(EventCode.absX) != nil && axis(EventCode.absY) != nil
        let isArray = axis(EventCode.absMTSlot) != nil && axis(EventCode.absReserved) != nil
        guard isMultitouch && !isArray || isTouch, !has(EventType.key, EventCode.btnToolPen),
            !has(EventType.key, EventCode.btnStylus)
        else { return nil }
        let isDirect = properties.contains(InputProperty.direct)
        if has(EventType.key, EventCode.btnToolFinger), !isDirect { return .touchpad }
        if isMultitouch {
            if isDirect { return .touchscreen }
            if properties.contains(InputProperty.pointer) { return .touchpad }
        } else if EventCode.mouseButtons.contains(where: { has(EventType.key, $0) }) {
            // An absolute mouse, as many pen displays have beside the pen.
            return nil
        }
        return has(EventType.key, EventCode.btnTouch) ? .touchscreen : nil
    }
}
