import GestureCore

/// How the counts of one device become pt.
public struct TouchGeometry: Equatable, Sendable {
    public var kind: Surface.Kind
    public var size: PhysicalSize
    /// The number of slots of protocol B.
    public var slots: Int
    private var x: AxisRange
    private var y: AxisRange
    private var pointsPerCount: Vector
    private var pressure: AxisRange?
    /// How many pt one count of ABS_MT_TOUCH_MAJOR is; nil where the device has none.
    private var majorPerCount: Double?

    /// Slots beyond this are ignored: more than any panel has, and a bound on what a wrong device can ask for.
    static let mostSlots = 64

    /// - Throws: why a device of this description cannot be read.
    public init(
        _ description: DeviceDescription, kind: Surface.Kind, configured: PhysicalSize? = nil
    ) throws(UnusableDevice) {
        guard let x = description.axis(EventCode.absMTPositionX), let y = description.axis(EventCode.absMTPositionY)
        else { throw .noMultitouchAxes }
        guard let slot = description.axis(EventCode.absMTSlot), slot.maximum >= 0 else { throw .noSlots }
        guard x.extent > 0, y.extent > 0 else { throw .emptyRange }
        self.kind = kind
        self.x = x
        self.y = y
        slots = min(Int(slot.maximum) + 1, Self.mostSlots)
        size = PhysicalSize.of(x: x, y: y, kind: kind, configured: configured)
        pointsPerCount = Vector(x: size.points.x / Double(x.extent), y: size.points.y / Double(y.extent))
        if let pressure = description.axis(EventCode.absMTPressure), pressure.extent > 0 { self.pressure = pressure }
        if let major = description.axis(EventCode.absMTTouchMajor) {
            // In the units of the positions, unless it says otherwise.
            majorPerCount =
                major.resolution > 0
                ? 1 / (Double(major.resolution) * Points.millimetresPerPoint)
                : (pointsPerCount.x + pointsPerCount.y) / 2
        }
    }

    /// Where a contact is, in pt from the top left.
    func point(_ slot: SlotState) -> Vector {
        Vector(
            x: Double(Int64(slot.x) - Int64(x.minimum)) * pointsPerCount.x,
            y: Double(Int64(slot.y) - Int64(y.minimum)) * pointsPerCount.y)
    }

    /// How firmly and how broadly it touches.
    func shape(_ slot: SlotState) -> ContactShape {
        var shape = ContactShape()
        if let pressure {
            let part = Double(Int64(slot.pressure) - Int64(pressure.minimum)) / Double(pressure.extent)
            shape.pressure = min(max(part, 0), 1)
        }
        if let majorPerCount { shape.major = Double(max(slot.major, 0)) * majorPerCount }
        return shape
    }

    public func surface(_ id: SurfaceID) -> Surface { Surface(id: id, kind: kind, size: size.points) }
}

/// Why a device is not read though it looks like one for touch.
public enum UnusableDevice: Error, Equatable, Sendable {
    /// It has no ABS_MT_POSITION_X and _Y.
    case noMultitouchAxes
    /// It has no ABS_MT_SLOT: protocol A, or an array of axes that are numbered like it.
    case noSlots
    /// An axis ends where it begins.
    case emptyRange
}
