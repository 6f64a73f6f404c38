import GestureCore

/// How a device reports several fingers.
package enum TouchProtocol: Equatable, Sendable {
    /// Multitouch protocol B: each finger has a slot.
    case slots
    /// Multitouch protocol A: every frame has all fingers, and libmtdev assigns slots to them.
    case anonymous
    /// One position, of one finger or of several together: single-touch panels and semi-multitouch pads.
    case single
}

/// Converts the units of one device to pt.
package struct TouchGeometry: Equatable, Sendable {
    package var kind: Surface.Kind
    /// The size as seen, after the orientation was applied.
    package var size: PhysicalSize
    package var setup: DeviceSetup
    package var multitouch: TouchProtocol
    /// How many contacts can have a position.
    package var slots: Int
    /// The key that is down while a single-touch device is touched; nil if it has none.
    package private(set) var touchKey: UInt16? = EventCode.btnTouch
    /// The pressures with which a finger that a single-touch pad counts touches it; nil on other devices.
    private(set) var touchPressure: TouchPressure?
    /// The positions on the axes, in device units.
    let horizontal: PositionRange
    let vertical: PositionRange
    /// Maps device units to pt from the top left corner, as seen.
    private var map: Affine
    private var pressure: AxisRange?
    /// The largest ABS_MT_DISTANCE of a contact that touches; above it, the contact hovers.
    package let touchDistance: Int32
    /// Which contacts are palms.
    private(set) var palms: PalmRejection

    /// The largest number of slots, more than any panel has: bounds the memory that a faulty device can use.
    package static let mostSlots = 64
    /// The number of slots of libmtdev.
    private static let anonymousSlots = 32

    /// - Throws: the reason if the device cannot be used.
    package init(
        _ description: DeviceDescription, kind: Surface.Kind, setup: DeviceSetup = DeviceSetup()
    ) throws(UnusableDevice) {
        let isArray = description.axis(EventCode.absReserved) != nil
        let slot = isArray ? nil : description.axis(EventCode.absMTSlot)
        let mtX = isArray ? nil : description.axis(EventCode.absMTPositionX)
        let mtY = isArray ? nil : description.axis(EventCode.absMTPositionY)
        let isSemi = description.properties.contains(InputProperty.semiMT)
        let x: AxisRange
        let y: AxisRange
        if let mtX, let mtY, !isSemi {
            (x, y) = (mtX, mtY)
            if let slot, slot.maximum >= 0 {
                multitouch = .slots
                slots = min(Int(slot.maximum), Self.mostSlots - 1) + 1
            } else {
                multitouch = .anonymous
                slots = Self.anonymousSlots
            }
        } else {
            guard let singleX = description.axis(EventCode.absX), let singleY = description.axis(EventCode.absY) else {
                throw .noAxes
            }
            touchKey = description.touchKey(of: kind)
            if kind == .touchpad, description.has(EventType.key, EventCode.btnToolFinger) {
                touchPressure = TouchPressure(description.axis(EventCode.absPressure), isAlone: touchKey == nil)
            }
            guard touchKey != nil || touchPressure != nil else { throw .noTouchKey }
            (x, y) = (singleX, singleY)
            multitouch = .single
            slots = 1
        }
        guard x.extent > 0, y.extent > 0 else { throw .emptyRange }
        if let tool = description.axis(EventCode.absMTToolType), tool.minimum > PalmRejection.toolType {
            throw .noFingers
        }
        let quirk = description.quirk
        horizontal = PositionRange(x)
        vertical = PositionRange(y)
        self.kind = kind
        self.setup = setup
        // Geometries must be equal whether or not the type is configured.
        self.setup.kind = kind
        if kind == .touchpad { self.setup.calibration = nil }
        let panel = PhysicalSize.of(x: x, y: y, kind: kind, self.setup, quirk: quirk)
        // A display whose size is not used must make no difference.
        if panel.source != .display { self.setup.display = nil }
        size = setup.orientation.swapsSides ? panel.turned : panel
        map = Affine.parts(x, y).followed(by: self.setup.calibration ?? .identity)
            .followed(by: setup.orientation.map).followed(by: .scale(size.points))
        let distance = description.axis(EventCode.absMTDistance)
        touchDistance = distance.map { $0.extent > 0 ? $0.minimum : .max } ?? .max
        let pressureAxis = multitouch == .single ? EventCode.absPressure : EventCode.absMTPressure
        if let pressure = description.axis(pressureAxis), pressure.extent > 0 { self.pressure = pressure }
        palms = PalmRejection(
            multitouch == .single ? nil : description.axis(EventCode.absMTTouchMajor), x,
            positionScale: (map.horizontalStretch + map.verticalStretch) / 2, size: setup.palmSize, quirk: quirk)
    }

    /// Returns the position of a contact in pt from the top left corner.
    package func point(_ slot: SlotValues) -> Vector {
        map.of(Vector(x: Double(slot.x), y: Double(slot.y)))
    }

    /// Returns pressure and size of a contact. Inlined, because the compiler would copy the whole geometry for a call.
    @inline(__always)
    package func shape(_ slot: SlotValues) -> ContactShape {
        var shape = ContactShape()
        if let pressure {
            let part = Double(Int64(slot.pressure) - Int64(pressure.minimum)) / Double(pressure.extent)
            shape.pressure = min(max(part, 0), 1)
        }
        if let scale = palms.pointsPerUnit { shape.major = Double(max(slot.major, 0)) * scale }
        return shape
    }

    package func surface(_ id: SurfaceID) -> Surface {
        Surface(
            id: id, kind: kind, size: size.points, accommodations: setup.accommodations,
            reach: reach.map { $0 / Points.millimetresPerPoint })
    }

    /// The configured reach of one person in mm, or else 250 on a device with a diagonal of more than 610 mm (24 inches), where two
    /// people have room; nil if it is unlimited. One hand does not span 250 mm.
    private var reach: Double? { setup.reach ?? (size.diagonal > 610 ? 250 : nil) }
}

extension Affine {
    /// Maps device units to positions in the ranges of two axes, 0…1.
    fileprivate static func parts(_ x: AxisRange, _ y: AxisRange) -> Affine {
        Affine(
            xx: 1 / Double(x.extent), x0: -Double(x.minimum) / Double(x.extent),
            yy: 1 / Double(y.extent), y0: -Double(y.minimum) / Double(y.extent))
    }

    /// The length of one horizontal or vertical unit after the map.
    fileprivate var horizontalStretch: Double { Vector(x: xx, y: yx).length }
    fileprivate var verticalStretch: Double { Vector(x: xy, y: yy).length }
}

/// The pressures at which a pad is touched by the fingers that it counts (BTN_TOOL_FINGER, …).
///
/// Some old pads have no BTN_TOUCH, and others set it only for a firm touch: ALPS semi-multitouch pads at half of the range
/// (alps_process_touchpad_packet_v3_v5() in the kernel). The pressures are libinput's, 12 and 10 % of the range. With them, pads of
/// Synaptics are touched as their driver says it.
package struct TouchPressure: Equatable, Sendable {
    /// A touch begins at this pressure, and ends below the other.
    private let begin: Double
    private let end: Double

    /// - Parameters:
    ///   - range: of the pressure; nil if the pad does not report it.
    ///   - isAlone: whether the pad has no other sign of a touch.
    /// - Returns: nil if the fingers that the pad counts say nothing about a touch.
    init?(_ range: AxisRange?, isAlone: Bool) {
        if let range, range.extent > 0 {
            begin = Double(range.minimum) + Double(range.extent) * 0.12
            end = Double(range.minimum) + Double(range.extent) * 0.1
        } else if isAlone {
            (begin, end) = (-.infinity, -.infinity)
        } else {
            return nil
        }
    }

    func isTouch(_ pressure: Int32, wasTouch: Bool) -> Bool { Double(pressure) >= (wasTouch ? end : begin) }
}

/// Why a touch device cannot be used.
package enum UnusableDevice: Error, Equatable, Sendable {
    /// The device has neither ABS_MT_POSITION_X and _Y nor ABS_X and ABS_Y, or it has an array of axes with the same numbers.
    case noAxes
    /// The device reports one position, but has neither BTN_TOUCH nor BTN_TOOL_FINGER to say when it is touched.
    case noTouchKey
    /// The range of an axis is empty.
    case emptyRange
    /// The contacts are neither fingers, pens nor palms, for example a dial on the screen.
    case noFingers
    /// libmtdev is out of memory.
    case noTracker
}
