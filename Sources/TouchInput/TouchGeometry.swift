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
    }

    /// Where a contact is, in pt from the top left.
    func point(x countX: Int32, y countY: Int32) -> Vector {
        Vector(
            x: Double(Int64(countX) - Int64(x.minimum)) * pointsPerCount.x,
            y: Double(Int64(countY) - Int64(y.minimum)) * pointsPerCount.y)
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
