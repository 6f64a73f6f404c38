import GestureCore
import Text

/// The range of one absolute axis, as the kernel reports it: a `struct input_absinfo` without the value.
package struct AxisRange: Equatable, Sendable {
    package var minimum: Int32
    package var maximum: Int32
    package var fuzz: Int32 = 0
    package var flat: Int32 = 0
    /// Units per mm; 0 if unknown.
    package var resolution: Int32 = 0

    package init(minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.flat = flat
        self.resolution = resolution
    }

    /// The length of the range in device units; 64 bits hold every range.
    package var extent: Int64 { Int64(maximum) - Int64(minimum) }
}

/// A set of small numbers, like the kernel's bitmaps of event codes and properties.
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

/// The description that a device gives of itself. It suffices to create a copy of the device with uinput.
package struct DeviceDescription: Equatable, Sendable {
    package var name = ""
    package var bus: UInt16 = 0
    package var vendor: UInt16 = 0
    package var product: UInt16 = 0
    package var version: UInt16 = 0
    /// The port that the device is connected to, as the kernel names it (EVIOCGPHYS); empty if unknown.
    package var physicalPath = ""
    package var properties = Bitmap()
    /// The codes of the events that it can send, by event type.
    package var codes = [Bitmap](repeating: Bitmap(), count: Int(EventType.count))
    /// The ranges of the absolute axes, by code.
    package var axes = [AxisRange?](repeating: nil, count: Int(EventCode.count(of: EventType.abs)))

    package init() {}

    // The derived comparison would compare texts as `String` does: see docs/laws.md.
    package static func == (left: DeviceDescription, right: DeviceDescription) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8) && left.physicalPath.utf8.elementsEqual(right.physicalPath.utf8)
            && left.bus == right.bus && left.vendor == right.vendor && left.product == right.product
            && left.version == right.version && left.properties == right.properties && left.codes == right.codes
            && left.axes == right.axes
    }

    /// Vendor and product in hexadecimal, e.g. `04f3:2234`.
    package var vendorAndProduct: String {
        let numbers = hexadecimal(UInt64(vendor), digits: 4) + ":".utf8 + hexadecimal(UInt64(product), digits: 4)
        return String(decoding: numbers, as: UTF8.self)
    }

    /// The start of the physical path of the clones that the service makes for other programs.
    package static let clonePath = "gestured/"

    /// Whether it is such a clone. The service does not read it: it would make clones of clones.
    package var isClone: Bool { physicalPath.utf8.starts(with: Self.clonePath.utf8) }

    /// The name of the mouse that `gesturectl actions` makes for clicks.
    package static let pointerName: StaticString = "gestured actions pointer"

    package var isOwnPointer: Bool { name.utf8.elementsEqual("\(Self.pointerName)".utf8) }

    /// Whether the bus is for external devices: USB (BUS_USB) or Bluetooth (BUS_BLUETOOTH).
    package var isPluggable: Bool { bus == 0x03 || bus == 0x05 }

    package func has(_ type: UInt16, _ code: UInt16) -> Bool {
        Int(type) < codes.count && codes[Int(type)].contains(Int(code))
    }

    package func axis(_ code: UInt16) -> AxisRange? { Int(code) < axes.count ? axes[Int(code)] : nil }

    /// Returns the key that is down while a single-touch device is touched: BTN_TOUCH, or the left button of a touchscreen that
    /// reports itself as a mouse; nil if it has neither.
    package func touchKey(of kind: Surface.Kind) -> UInt16? {
        if has(EventType.key, EventCode.btnTouch) { return EventCode.btnTouch }
        return kind == .touchscreen && has(EventType.key, EventCode.btnLeft) ? EventCode.btnLeft : nil
    }

    /// Whether the device is a mouse with absolute positions, like some panels of point-of-sale terminals and the pointers of virtual
    /// machines.
    package var isAbsoluteMouse: Bool {
        surfaceKind == nil && axis(EventCode.absX) != nil && axis(EventCode.absY) != nil
            && has(EventType.key, EventCode.btnLeft) && !has(EventType.key, EventCode.btnToolPen)
            && !has(EventType.key, EventCode.btnStylus)
    }

    /// The type of the device by what the kernel reports; nil if it is neither a touchscreen nor a touchpad.
    ///
    /// The rules are those of udev's input_id (test_pointers() in udev-builtin-input_id.c), with one more: a multitouch device that is
    /// a pointer is a touchpad even without BTN_TOOL_FINGER.
    package var surfaceKind: Surface.Kind? {
        let isMultitouch = axis(EventCode.absMTPositionX) != nil && axis(EventCode.absMTPositionY) != nil
        let isDirect = properties.contains(InputProperty.direct)
        let isCounting = has(EventType.key, EventCode.btnToolFinger) && !isDirect
        let isTouch =
            (has(EventType.key, EventCode.btnTouch) || isCounting) && axis(EventCode.absX) != nil
            && axis(EventCode.absY) != nil
        let isArray = axis(EventCode.absMTSlot) != nil && axis(EventCode.absReserved) != nil
        guard isMultitouch && !isArray || isTouch, !has(EventType.key, EventCode.btnToolPen),
            !has(EventType.key, EventCode.btnStylus)
        else { return nil }
        if isCounting { return .touchpad }
        if isMultitouch {
            if isDirect { return .touchscreen }
            if properties.contains(InputProperty.pointer) { return .touchpad }
        } else if EventCode.mouseButtons.contains(where: { has(EventType.key, $0) }) {
            // An absolute mouse. Many pen displays have one in addition to the pen.
            return nil
        }
        return has(EventType.key, EventCode.btnTouch) ? .touchscreen : nil
    }
}
