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

    public func has(_ type: UInt16, _ code: UInt16) -> Bool {
        Int(type) < codes.count && codes[Int(type)].contains(Int(code))
    }

    public func axis(_ code: UInt16) -> AxisRange? { Int(code) < axes.count ? axes[Int(code)] : nil }

    /// Whether it is a touchscreen or a touchpad by the kernel's word; nil when it is neither.
    ///
    /// The same questions that udev's input_id asks: a direct device is a screen, fingers without a pen make a pad.
    public var surfaceKind: Surface.Kind? {
        let isMultitouch = axis(EventCode.absMTPositionX) != nil && axis(EventCode.absMTPositionY) != nil
        let isTouch =
            has(EventType.key, EventCode.btnTouch) && axis(EventCode.absX) != nil && axis(EventCode.absY) != nil
        let isArray = axis(EventCode.absMTSlot) != nil && axis(EventCode.absReserved) != nil
        guard isMultitouch && !isArray || isTouch, !has(EventType.key, EventCode.btnToolPen),
            !has(EventType.key, EventCode.btnStylus)
        else { return nil }
        if properties.contains(InputProperty.direct) { return .touchscreen }
        if isMultitouch, properties.contains(InputProperty.pointer) { return .touchpad }
        if has(EventType.key, EventCode.btnToolFinger) { return .touchpad }
        // What has mouse buttons and one position is a mouse that says where it is.
        if !isMultitouch, has(EventType.key, EventCode.btnLeft) { return nil }
        return has(EventType.key, EventCode.btnTouch) ? .touchscreen : nil
    }
}
