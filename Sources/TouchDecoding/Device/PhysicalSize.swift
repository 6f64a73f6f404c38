import GestureCore

/// The size of a touch surface, and where it is known from.
package struct PhysicalSize: Equatable, Sendable {
    package enum Source: Equatable, Sendable {
        case configuration
        /// The resolution of the axes, including corrections in udev's hardware database.
        case resolution
        /// The size that the display reports (EDID).
        case display
        /// Nothing plausible is known; a usual size is assumed.
        case assumed
    }

    /// In mm.
    package var width: Double
    package var height: Double
    package var source: Source

    package init(width: Double, height: Double, source: Source) {
        self.width = width
        self.height = height
        self.source = source
    }

    /// The plausible length of a side in mm: a smaller one means a wrong resolution, and larger panels are not made.
    package static let plausibleSide = 10.0...3000.0

    package var isPlausible: Bool { Self.plausibleSide.contains(width) && Self.plausibleSide.contains(height) }

    /// In mm.
    var diagonal: Double { Vector(x: width, y: height).length }

    /// In pt.
    package var points: Vector {
        Vector(x: width / Points.millimetresPerPoint, y: height / Points.millimetresPerPoint)
    }

    /// The size with width and height exchanged.
    package var turned: PhysicalSize { PhysicalSize(width: height, height: width, source: source) }

    /// Returns the size of a panel as it was built: the first plausible one of the configured size, the size by the resolution of
    /// the axes, and the size of the display; otherwise an assumption.
    ///
    /// The assumption is the usual size of the model, else 15.6 inches at 16:9, and for touchpads 69 × 50 mm as in libinput, because
    /// pads that do not report their size are old and small.
    static func of(
        x: AxisRange, y: AxisRange, kind: Surface.Kind, _ setup: DeviceSetup, quirk: Quirk? = nil
    ) -> PhysicalSize {
        if let configured = setup.size, configured.isPlausible { return configured }
        if let stated = stated(x, y, setup.calibration ?? .identity), stated.isPlausible { return stated }
        if let display = setup.display, display.isPlausible { return display }
        if let width = quirk?.width, let height = quirk?.height {
            return PhysicalSize(width: width, height: height, source: .assumed)
        }
        return switch kind {
        case .touchscreen: PhysicalSize(width: 345.4, height: 194.3, source: .assumed)
        case .touchpad: PhysicalSize(width: 69, height: 50, source: .assumed)
        }
    }

    /// The size by the resolution of the axes, of the part that the calibration maps to the panel.
    private static func stated(_ x: AxisRange, _ y: AxisRange, _ calibration: Affine) -> PhysicalSize? {
        guard x.resolution > 0, y.resolution > 0 else { return nil }
        let sides = (Double(x.extent) / Double(x.resolution), Double(y.extent) / Double(y.resolution))
        let (width, height) =
            calibration.swapsAxes
            ? (sides.1 / calibration.xy.magnitude, sides.0 / calibration.yx.magnitude)
            : (sides.0 / calibration.xx.magnitude, sides.1 / calibration.yy.magnitude)
        return PhysicalSize(width: width, height: height, source: .resolution)
    }
}
