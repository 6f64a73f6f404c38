import GestureCore

/// How a device tells of several fingers.
package enum TouchProtocol: Equatable, Sendable {
    /// Multitouch protocol B: a slot for each finger.
    case slots
    /// Multitouch protocol A: all fingers anew in every frame, for libmtdev to tell apart.
    case anonymous
    /// One position, of one finger or of several taken together, as single-touch panels and semi-multitouch pads have it.
    case single
}

/// How the counts of one device become pt.
package struct TouchGeometry: Equatable, Sendable {
    package var kind: Surface.Kind
    /// As the person sees it.
    package var size: PhysicalSize
    package var setup: DeviceSetup
    package var multitouch: TouchProtocol
    /// How many contacts it places.
    package var slots: Int
    /// The key that says when a device of one position is touched.
    private(set) var touchKey = EventCode.btnTouch
    /// From counts to pt from the top left, as the person sees it.
    private var map: Affine
    private var pressure: AxisRange?
    /// The ABS_MT_DISTANCE up to which a contact touches: beyond it hovers.
    package let touchDistance: Int32
    /// Which contacts are palms.
    private(set) var palms: PalmRejection

    /// Slots beyond this are ignored: more than any panel has, and a bound on what a wrong device can ask for.
    package static let mostSlots = 64
    /// As many as libmtdev tells apart.
    private static let anonymousSlots = 32

    /// - Throws: why a device of this description cannot be read.
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
                slots = min(Int(slot.maximum) + 1, Self.mostSlots)
            } else {
                multitouch = .anonymous
                slots = Self.anonymousSlots
            }
        } else {
            guard let singleX = description.axis(EventCode.absX), let singleY = description.axis(EventCode.absY) else {
                throw .noAxes
            }
            guard let key = description.touchKey(of: kind) else { throw .noTouchKey }
            touchKey = key
            (x, y) = (singleX, singleY)
            multitouch = .single
            slots = 1
        }
        guard x.extent > 0, y.extent > 0 else { throw .emptyRange }
        if let tool = description.axis(EventCode.absMTToolType), tool.minimum > PalmRejection.toolType {
            throw .noFingers
        }
        let quirk = description.quirk
        self.kind = kind
        self.setup = setup
        // So that geometries are equal whether or not the kind is configured.
        self.setup.kind = kind
        if kind == .touchpad { self.setup.calibration = nil }
        let panel = PhysicalSize.of(x: x, y: y, kind: kind, self.setup, quirk: quirk)
        // A display that says nothing of use makes no difference.
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

    /// Where a contact is, in pt from the top left.
    package func point(_ slot: SlotValues) -> Vector {
        map.of(Vector(x: Double(slot.x), y: Double(slot.y)))
    }

    /// How firmly and how broadly it touches. Inlined, for else all of the geometry is copied first.
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

    package func surface(_ id: SurfaceID) -> Surface { Surface(id: id, kind: kind, size: size.points) }
}

extension Affine {
    /// From counts to parts of the ranges of two axes, 0…1.
    fileprivate static func parts(_ x: AxisRange, _ y: AxisRange) -> Affine {
        Affine(
            xx: 1 / Double(x.extent), x0: -Double(x.minimum) / Double(x.extent),
            yy: 1 / Double(y.extent), y0: -Double(y.minimum) / Double(y.extent))
    }

    /// How long one unit of x or of y becomes.
    fileprivate var horizontalStretch: Double { Vector(x: xx, y: yx).length }
    fileprivate var verticalStretch: Double { Vector(x: xy, y: yy).length }
}

/// Why a device is not read though it looks like one for touch.
package enum UnusableDevice: Error, Equatable, Sendable {
    /// It has neither ABS_MT_POSITION_X and _Y nor ABS_X and ABS_Y, or an array of axes that are numbered like them.
    case noAxes
    /// It has one position and no BTN_TOUCH, which says when that is of a finger.
    case noTouchKey
    /// An axis ends where it begins.
    case emptyRange
    /// What it tells of is neither finger, pen nor palm, as a dial that is put on the screen.
    case noFingers
    /// libmtdev has no memory.
    case noTracker
}
