import GestureCore
import Platform

/// The range of one absolute axis, as the kernel states it: a `struct input_absinfo` without its value.
public struct AxisRange: Equatable, Sendable {
    public var minimum: Int32
    public var maximum: Int32
    public var fuzz: Int32 = 0
    public var flat: Int32 = 0
    /// Counts per mm; 0 when the device does not say.
    public var resolution: Int32 = 0

    public init(minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.flat = flat
        self.resolution = resolution
    }

    /// Counts from one end to the other; wide enough for any range.
    var extent: Int64 { Int64(maximum) - Int64(minimum) }
}

/// A set of small numbers, as the kernel's bitmaps of event codes and properties.
public struct Bitmap: Equatable, Sendable {
    /// Least significant bit first.
    public private(set) var bytes: [UInt8] = []

    public init() {}
    public init(bytes: [UInt8]) { self.bytes = bytes }

    init(_ bits: [UInt16]) {
        for bit in bits { insert(Int(bit)) }
    }

    public func contains(_ bit: Int) -> Bool {
        bit >= 0 && bit / 8 < bytes.count && bytes[bit / 8] & (1 << UInt8(bit % 8)) != 0
    }

    public mutating func insert(_ bit: Int) {
        while bytes.count <= bit / 8 { bytes.append(0) }
        bytes[bit / 8] |= 1 << UInt8(bit % 8)
    }

    mutating func append(_ byte: UInt8) { bytes.append(byte) }
}

/// What a device says of itself: enough to make one like it.
public struct DeviceDescription: Equatable, Sendable {
    public var name = ""
    public var bus: UInt16 = 0
    public var vendor: UInt16 = 0
    public var product: UInt16 = 0
    public var version: UInt16 = 0
    /// Where it is plugged in, as the kernel puts it (EVIOCGPHYS); empty where it does not say.
    public var physicalPath = ""
    public var properties = Bitmap()
    /// The codes it can send, by event type.
    public var codes = [Bitmap](repeating: Bitmap(), count: Int(EventType.count))
    /// The ranges of its absolute axes, by code.
    public var axes = [AxisRange?](repeating: nil, count: Int(EventCode.count(of: EventType.abs)))

    public init() {}

    /// e.g. `04f3:2234`, as tools print it.
    public var vendorAndProduct: String {
        let numbers = hexadecimal(UInt64(vendor), digits: 4) + ":".utf8 + hexadecimal(UInt64(product), digits: 4)
        return String(decoding: numbers, as: UTF8.self)
    }

    /// Whether it is on a bus that people plug things into: USB (BUS_USB) or Bluetooth (BUS_BLUETOOTH).
    public var isPluggable: Bool { bus == 0x03 || bus == 0x05 }

    public func has(_ type: UInt16, _ code: UInt16) -> Bool {
        Int(type) < codes.count && codes[Int(type)].contains(Int(code))
    }

    public func axis(_ code: UInt16) -> AxisRange? { Int(code) < axes.count ? axes[Int(code)] : nil }

    /// The key that is down while a device of one position is touched: BTN_TOUCH, or on a touchscreen that reports itself as a mouse the
    /// left button; nil if it has neither.
    func touchKey(of kind: Surface.Kind) -> UInt16? {
        if has(EventType.key, EventCode.btnTouch) { return EventCode.btnTouch }
        return kind == .touchscreen && has(EventType.key, EventCode.btnLeft) ? EventCode.btnLeft : nil
    }

    /// Whether it is a mouse with absolute positions: some panels of point-of-sale terminals are, and the pointers of virtual machines.
    public var isAbsoluteMouse: Bool {
        surfaceKind == nil && axis(EventCode.absX) != nil && axis(EventCode.absY) != nil
            && has(EventType.key, EventCode.btnLeft) && !has(EventType.key, EventCode.btnToolPen)
            && !has(EventType.key, EventCode.btnStylus)
    }

    /// Whether it is a touchscreen or a touchpad by the kernel's word; nil when it is neither.
    ///
    /// The same questions in the same order as udev's input_id (test_pointers() of udev-builtin-input_id.c) asks them. Beyond it, a
    /// device of several fingers that is a pointer is a touchpad also without BTN_TOOL_FINGER.
    public var surfaceKind: Surface.Kind? {
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
