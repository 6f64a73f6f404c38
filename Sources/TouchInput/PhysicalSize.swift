import GestureCore

/// How large a touch surface is, and how we know.
public struct PhysicalSize: Equatable, Sendable {
    public enum Source: Equatable, Sendable {
        case configuration
        /// The resolution of the axes, as the kernel and udev's hardware database give it.
        case resolution
        /// Nothing plausible is known; a usual size was taken.
        case assumed
    }

    /// In mm, as the device counts: before any rotation.
    public var width: Double
    public var height: Double
    public var source: Source

    public init(width: Double, height: Double, source: Source) {
        self.width = width
        self.height = height
        self.source = source
    }

    /// What a side may measure, in mm: below is a wrong resolution, above no panel is made.
    static let plausibleSide = 10.0...3000.0

    var isPlausible: Bool { Self.plausibleSide.contains(width) && Self.plausibleSide.contains(height) }

    /// In pt.
    var points: Vector {
        Vector(x: width / Points.millimetresPerPoint, y: height / Points.millimetresPerPoint)
    }

    /// The first plausible of what was configured, what the axes say, and what is usual: a 15.6 inch panel of 16:9, a
    /// touchpad of 100 × 60 mm.
    static func of(
        x: AxisRange, y: AxisRange, kind: Surface.Kind, configured: PhysicalSize?
    ) -> PhysicalSize {
        if let configured, configured.isPlausible { return configured }
        if x.resolution > 0, y.resolution > 0 {
            let stated = PhysicalSize(
                width: Double(x.extent) / Double(x.resolution), height: Double(y.extent) / Double(y.resolution),
                source: .resolution)
            if stated.isPlausible { return stated }
        }
        return switch kind {
        case .touchscreen: PhysicalSize(width: 345.4, height: 194.3, source: .assumed)
        case .touchpad: PhysicalSize(width: 100, height: 60, source: .assumed)
        }
    }
}
